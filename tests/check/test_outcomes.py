"""How a failure inside a success is told."""

from typing import Any

import pytest
from checked import answering, made, packaged, said

from connectors.canonical import raw
from connectors.check.outcomes import outcomes
from connectors.model.operation import Basis, ErrorClass, Operation, Outcome

ANSWER = {"type": "object", "properties": {"ok": {"type": "boolean"}, "error": {"type": "object", "properties": {"code": {}}}}}
OK = {"at": "/ok", "equals": True}


def judged(success_when: Any, basis: Basis | None = None, **facts: Any) -> Operation:
    return made(
        responses=answering(ANSWER),
        outcome=Outcome(raw(success_when), **facts),
        basis={"outcome": basis} if basis else {},
    )


@pytest.mark.parametrize(
    ("operation", "pointer"),
    [
        pytest.param(judged({"at": "/okay", "equals": True}), "success_when/at", id="no-such-member"),
        pytest.param(judged({"at": "ok", "equals": True}), "success_when/at", id="no-pointer"),
        pytest.param(judged({"at": "/ok"}), "success_when", id="no-test"),
        pytest.param(judged({"at": "/ok", "equals": True, "exists": True}), "success_when", id="two-tests"),
        pytest.param(judged({"at": "/ok", "matches": "y"}), "success_when", id="no-such-test"),
        pytest.param(judged({"at": "/ok", "in": "yes"}), "success_when/in", id="in-no-list"),
        pytest.param(judged({"at": "/ok", "exists": 1}), "success_when/exists", id="exists-or-not"),
        pytest.param(judged({"all": [OK], "any": [OK]}), "success_when", id="two-ways-at-once"),
        pytest.param(judged({"all": OK}), "success_when/all", id="all-of-a-list"),
        pytest.param(judged({"any": [OK, {"not": {}}]}), "success_when/any/1/not", id="no-condition"),
        pytest.param(judged("ok"), "success_when", id="no-expression-language"),
        pytest.param(judged(OK, error_code="/error/number"), "error_code", id="no-such-code"),
        pytest.param(judged(OK, error_message="error"), "error_message", id="a-message-at-no-pointer"),
        pytest.param(judged(OK, classes={"gone": ErrorClass.NOT_FOUND}), "classes", id="classes-without-a-code"),
    ],
)
def test_an_outcome_that_cannot_be_read(operation: Operation, pointer: str) -> None:
    assert said(outcomes, packaged(operation)) == [("outcome-unreadable", "error", f"/operations/0/outcome/{pointer}")]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(made(), id="none"),
        pytest.param(judged({"all": []}), id="always-a-success"),
        pytest.param(
            judged({"any": [OK, {"not": {"at": "/error", "exists": True}}, {"at": "/error/code", "in": [0]}]}), id="combined"
        ),
        pytest.param(judged(OK, error_code="/error/code", classes={"gone": ErrorClass.NOT_FOUND}), id="classes-with-a-code"),
        pytest.param(judged({"at": "/okay", "equals": True}, Basis.AUTHORED), id="a-person-knows-the-answer"),
    ],
)
def test_an_outcome_that_can(operation: Operation) -> None:
    assert said(outcomes, packaged(operation)) == []


def test_the_outcome_of_the_connector_is_looked_at() -> None:
    assert said(outcomes, packaged(outcome=Outcome(raw({"at": "/ok"})))) == [
        ("outcome-unreadable", "error", "/outcome/success_when")
    ]
    assert said(outcomes, packaged(outcome=Outcome(raw(OK)))) == []
