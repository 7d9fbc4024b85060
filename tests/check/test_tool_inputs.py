"""What agents' clients take as the input of a tool."""

import re
from typing import Any

import pytest
from checked import argument, made, packaged, said
from hypothesis import given
from hypothesis.strategies import from_regex

from connectors.canonical import raw
from connectors.check.argument_keys import _KEY
from connectors.check.tool_inputs import DEEPEST, LARGEST, tool_inputs
from connectors.model.operation import Body, Encoding, Location, Parameter

ENVELOPE = len('{"type":"object","properties":{"q":},"additionalProperties":false}')


def given_q(schema: Any, **facts: Any) -> Any:
    return made(path="/item", identity="GET /item", parameters=(argument("q", schema=raw(schema)),), curated=True, **facts)


def text_of(size: int) -> dict[str, Any]:
    """A schema that is so many bytes long."""
    return {"const": "x" * (size - len('{"const":""}'))}


def nested(depth: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(depth - 1):
        schema = {"type": "array", "items": schema}
    return schema


def test_an_input_of_one_byte_too_many() -> None:
    found = said(tool_inputs, packaged(given_q(text_of(LARGEST - ENVELOPE + 1))))
    assert found == [("tool-input", "warning", "/operations/0")]


def test_an_input_that_just_fits() -> None:
    assert said(tool_inputs, packaged(given_q(text_of(LARGEST - ENVELOPE)))) == []


def test_the_shared_schemas_that_it_needs_count_and_no_others() -> None:
    large = {"A/b": {"properties": {"next": {"$ref": "#/$defs/Large"}}}, "Large": text_of(LARGEST)}
    needs, needs_not = {"$ref": "#/$defs/A~1b"}, {"$ref": "#/$defs/Item"}
    assert said(tool_inputs, packaged(given_q(needs), schemas=large)) == [("tool-input", "warning", "/operations/0")]
    assert said(tool_inputs, packaged(given_q(needs_not), schemas=large)) == []


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(nested(DEEPEST), id="an-argument"),
        pytest.param({"anyOf": [{}, {"properties": {"a": nested(DEEPEST - 2)}}]}, id="through-a-branch-and-a-member"),
        pytest.param({"$ref": "#/$defs/Deep"}, id="a-shared-schema"),
    ],
)
def test_schemas_that_stand_one_too_deep(schema: Any) -> None:
    package = packaged(given_q(schema), schemas={"Deep": nested(DEEPEST)})
    [finding] = tool_inputs(package)
    assert (finding.code.value, finding.severity.value) == ("tool-input", "warning")
    assert f"found {DEEPEST + 1} in" in finding.message


def test_schemas_that_are_just_flat_enough() -> None:
    shared = {"Deep": nested(DEEPEST - 1), "Loop": {"properties": {"next": {"$ref": "#/$defs/Loop"}}}}
    schemas = ({"$ref": "#/$defs/Deep"}, {"$ref": "#/$defs/Loop"}, nested(DEEPEST - 1), {"const": {"items": {"items": {}}}})
    for schema in schemas:
        assert said(tool_inputs, packaged(given_q(schema), schemas=shared)) == []


@pytest.mark.parametrize("word", ["oneOf", "anyOf", "allOf"])
def test_a_whole_body_that_is_a_combination_is_worth_a_note(word: str) -> None:
    for schema in ({word: [{"type": "object"}]}, {"$ref": "#/$defs/Union"}):
        whole = Parameter("body", "body", Location.BODY, schema=raw(schema))
        operation = made(curated=True, body=Body("application/json", Encoding.JSON, whole=whole))
        package = packaged(operation, schemas={"Union": {word: [{"type": "object"}]}})
        assert said(tool_inputs, package) == [("tool-input", "note", "/operations/0/body/whole/schema")]


def test_a_combination_further_down_is_not() -> None:
    whole = Parameter("body", "body", Location.BODY, schema=raw({"type": "array", "items": {"oneOf": [{}]}}))
    assert said(tool_inputs, packaged(made(curated=True, body=Body("application/json", Encoding.JSON, whole=whole)))) == []


def test_what_is_not_curated_is_not_served() -> None:
    operation = made(parameters=(argument("q", schema=raw(text_of(LARGEST + 1))),))
    assert said(tool_inputs, packaged(operation)) == []


@given(from_regex(_KEY, fullmatch=True))
def test_every_key_that_is_let_pass_is_one_that_clients_take(key: str) -> None:
    assert re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", key)
