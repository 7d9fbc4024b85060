"""What a call changes."""

from typing import Any

import pytest
from checked import made, packaged, said

from connectors.check.effects import effects
from connectors.model.operation import Basis, Consequence, Effect, Idempotency, Operation

AUTHORED = dict.fromkeys(("consequence", "effect", "idempotency"), Basis.AUTHORED)


def called(method: str, effect: Effect, idempotency: Idempotency, consequence: Consequence, **facts: Any) -> Operation:
    return made(
        method=method,
        identity=f"{method} /item/get/{{1}}",
        effect=effect,
        idempotency=idempotency,
        consequence=consequence,
        **facts,
    )


@pytest.mark.parametrize(
    ("operation", "facts"),
    [
        pytest.param(called("POST", Effect.READ, Idempotency.SAFE, Consequence.READ), ["effect"], id="a-post-that-reads"),
        pytest.param(called("GET", Effect.UPDATE, Idempotency.UNSAFE, Consequence.UNSTATED), ["effect"], id="a-get-that-changes"),
        pytest.param(
            called("PATCH", Effect.UPDATE, Idempotency.IDEMPOTENT, Consequence.UNSTATED), ["idempotency"], id="a-patch-again"
        ),
        pytest.param(
            called("PUT", Effect.UPDATE, Idempotency.KEYED, Consequence.UNSTATED), ["idempotency"], id="a-put-needs-no-key"
        ),
        pytest.param(
            called("DELETE", Effect.DELETE, Idempotency.IDEMPOTENT, Consequence.UNSTATED), ["consequence"], id="a-soft-delete"
        ),
        pytest.param(
            called("POST", Effect.READ, Idempotency.UNSAFE, Consequence.UNSTATED, basis=AUTHORED),
            ["idempotency", "consequence"],
            id="authored-facts-agree-with-each-other",
        ),
    ],
)
def test_what_the_method_does_not_say(operation: Operation, facts: list[str]) -> None:
    assert said(effects, packaged(operation)) == [("effect-disagrees", "error", f"/operations/0/{fact}") for fact in facts]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(called("QUERY", Effect.READ, Idempotency.SAFE, Consequence.READ), id="query-reads"),
        pytest.param(called("x-odd", Effect.UPDATE, Idempotency.UNSAFE, Consequence.UNSTATED), id="another-method-is-an-update"),
        pytest.param(called("POST", Effect.CREATE, Idempotency.KEYED, Consequence.UNSTATED), id="a-post-with-a-key"),
        pytest.param(called("POST", Effect.READ, Idempotency.SAFE, Consequence.READ, basis=AUTHORED), id="a-person-says-it-reads"),
        pytest.param(
            called("DELETE", Effect.DELETE, Idempotency.IDEMPOTENT, Consequence.REVERSIBLE, basis={"consequence": Basis.AUTHORED}),
            id="a-person-says-it-can-be-taken-back",
        ),
    ],
)
def test_what_the_method_or_a_person_says(operation: Operation) -> None:
    assert said(effects, packaged(operation)) == []
