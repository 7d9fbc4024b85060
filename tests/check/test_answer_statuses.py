"""How answers are told apart."""

import pytest
from checked import answering, made, packaged, said

from connectors.check.answer_statuses import answer_statuses
from connectors.model.operation import Basis, ErrorClass, ErrorResponse, MediaType, Operation, Response

JSON = (MediaType("application/json"),)


def answers(*statuses: str, errors: tuple[ErrorResponse, ...] = (), **facts: object) -> Operation:
    return made(responses=tuple(Response(status) for status in statuses), errors=errors, **facts)


@pytest.mark.parametrize(
    ("operation", "pointer"),
    [
        pytest.param(answers("ok"), "responses/0/status", id="a-word"),
        pytest.param(answers("2xx"), "responses/0/status", id="a-small-range"),
        pytest.param(answers("600"), "responses/0/status", id="out-of-range"),
        pytest.param(answers("200", "200"), "responses/1/status", id="twice"),
        pytest.param(answers("204", "200"), "responses", id="not-in-order"),
        pytest.param(answers("2XX", "200"), "responses", id="a-range-stands-behind-its-codes"),
        pytest.param(answers("200", "404"), "responses/1/status", id="a-failure-among-successes"),
        pytest.param(answers("200", "default"), "responses/1/status", id="default-beside-a-success"),
        pytest.param(answers(errors=(ErrorResponse("default"),)), "errors/0/status", id="default-alone-is-the-success"),
        pytest.param(answers("200", errors=(ErrorResponse("302"),)), "errors/0/status", id="a-redirect-is-no-failure"),
        pytest.param(answers("200", errors=(ErrorResponse("404"),)), "errors/0/class", id="a-code-has-a-class"),
        pytest.param(answers("200", errors=(ErrorResponse("4XX", ErrorClass.CONFLICT),)), "errors/0/class", id="a-range-has-none"),
        pytest.param(made(responses=(Response("204", JSON),)), "responses/0/content", id="content-of-a-204"),
        pytest.param(made(method="HEAD", responses=answering({})), "responses/0/content", id="content-of-a-head"),
    ],
)
def test_answers_out_of_order(operation: Operation, pointer: str) -> None:
    assert said(answer_statuses, packaged(operation)) == [("answer-status", "error", f"/operations/0/{pointer}")]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(answers(), id="none"),
        pytest.param(answers("100", "200", "2XX", "301"), id="codes-then-their-range"),
        pytest.param(answers("302", "default"), id="default-where-nothing-succeeds"),
        pytest.param(
            answers("200", errors=(ErrorResponse("410", ErrorClass.NOT_FOUND), ErrorResponse("5XX"), ErrorResponse("default"))),
            id="failures-in-order",
        ),
        pytest.param(
            answers("200", errors=(ErrorResponse("400", ErrorClass.CONFLICT),), basis={"errors.400": Basis.AUTHORED}),
            id="a-person-knows-the-class",
        ),
    ],
)
def test_answers_in_order(operation: Operation) -> None:
    assert said(answer_statuses, packaged(operation)) == []
