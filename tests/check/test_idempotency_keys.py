"""Keys that make a call repeatable."""

import pytest
from checked import argument, made, packaged, said

from connectors.check.idempotency_keys import idempotency_keys
from connectors.model.operation import Body, Encoding, Idempotency, Location, Operation

KEY = argument("idempotency_key", Location.HEADER, name="Idempotency-Key")


def posted(idempotency: Idempotency, key: str | None) -> Operation:
    return made(idempotency=idempotency, idempotency_key=key, parameters=(*made().parameters, KEY))


@pytest.mark.parametrize(
    ("operation", "severity", "fact"),
    [
        pytest.param(posted(Idempotency.KEYED, None), "error", "idempotency", id="keyed-without-a-key"),
        pytest.param(posted(Idempotency.KEYED, "Idempotency-Key"), "error", "idempotency_key", id="a-wire-name-is-no-key"),
        pytest.param(posted(Idempotency.IDEMPOTENT, "gone"), "error", "idempotency_key", id="no-such-argument"),
        pytest.param(posted(Idempotency.UNSAFE, "idempotency_key"), "warning", "idempotency_key", id="a-key-that-does-nothing"),
    ],
)
def test_a_key_that_cannot_be_used(operation: Operation, severity: str, fact: str) -> None:
    assert said(idempotency_keys, packaged(operation)) == [("idempotency-key", severity, f"/operations/0/{fact}")]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(posted(Idempotency.KEYED, "idempotency_key"), id="keyed"),
        pytest.param(posted(Idempotency.IDEMPOTENT, "idempotency_key"), id="idempotent-with-a-key"),
        pytest.param(posted(Idempotency.UNSAFE, None), id="unsafe-without"),
        pytest.param(
            made(
                idempotency=Idempotency.KEYED,
                idempotency_key="request",
                body=Body("application/json", Encoding.JSON, fields=(argument("request", Location.BODY),)),
            ),
            id="a-member-of-the-body",
        ),
    ],
)
def test_a_key_that_can(operation: Operation) -> None:
    assert said(idempotency_keys, packaged(operation)) == []
