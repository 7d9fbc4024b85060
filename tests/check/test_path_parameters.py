"""Paths and what fills them."""

import pytest
from checked import argument, made, packaged, said
from msgspec.structs import replace

from connectors.check.path_parameters import path_parameters
from connectors.model.operation import Location, Operation

ID = made().parameters[0]
TAIL = argument("tail", Location.PATH)


@pytest.mark.parametrize(
    ("operation", "pointer"),
    [
        pytest.param(made(parameters=()), "path", id="nothing-fills-it"),
        pytest.param(made(parameters=(argument("id"),)), "path", id="a-query-parameter-does-not"),
        pytest.param(made(path="/item?id={id}", parameters=()), "path", id="nothing-fills-a-written-query"),
        pytest.param(made(path="/item/{id}?a={id}", parameters=(argument("id"),)), "path", id="a-query-does-not-fill-the-path"),
        pytest.param(made(parameters=(ID, TAIL)), "parameters/1/name", id="it-fills-nothing"),
        pytest.param(made(parameters=(ID, replace(ID, key="id2"))), "parameters/1/name", id="two-fill-one"),
        pytest.param(made(parameters=(replace(ID, required=False),)), "parameters/0/required", id="optional"),
    ],
)
def test_what_does_not_agree(operation: Operation, pointer: str) -> None:
    assert said(path_parameters, packaged(operation)) == [("path-parameter", "error", f"/operations/0/{pointer}")]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(made(path="/item/get/{id}/{tail*}", parameters=(TAIL, ID)), id="in-any-order-with-a-modifier"),
        pytest.param(made(path="/item/get/{id:[0-9]+}"), id="with-a-pattern"),
        pytest.param(made(path="/item/{id}/of/{id}"), id="one-fills-two"),
        pytest.param(made(path="/item/{id}{?page}", parameters=(ID, argument("page"))), id="a-query-expression-is-no-placeholder"),
        pytest.param(made(path="/item/{", parameters=()), id="a-brace-is-text"),
        pytest.param(made(path="/item?id={id}", parameters=(argument("id"),)), id="a-query-that-is-written-behind-the-path"),
        pytest.param(made(path="/item?id={id}", parameters=(ID,)), id="the-same-filled-as-if-it-were-path"),
        pytest.param(made(path="/item/{id:a?}"), id="a-question-mark-in-a-pattern"),
        pytest.param(made(path="/item/{id}#{part}"), id="a-fragment-is-never-sent"),
    ],
)
def test_what_just_agrees(operation: Operation) -> None:
    assert said(path_parameters, packaged(operation)) == []
