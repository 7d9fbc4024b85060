"""Schemas that no value satisfies. Every schema here is judged by a validator as well: nothing is said of one that has a value."""

from typing import Any

import pytest
from checked import answering, made, packaged, said
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from connectors.check.satisfiable import satisfiable

SHARED = {
    "Text": {"type": "string", "maxLength": 3},
    "Closed": {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
    "Loop": {"allOf": [{"$ref": "#/$defs/Loop"}], "type": "object"},
    "Kind": {"type": "object", "properties": {"kind": {"enum": ["a"]}}, "required": ["kind"]},
}


def found_in(schema: Any) -> list[str]:
    """Pointers below the schema."""
    at = "/operations/0/responses/0/content/0/schema"
    return [
        where.removeprefix(at) for _, _, where in said(satisfiable, packaged(made(responses=answering(schema)), schemas=SHARED))
    ]


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        pytest.param({"enum": []}, "", id="nothing-to-choose-from"),
        pytest.param({"type": "integer", "enum": ["1", "2"]}, "", id="a-list-of-another-type"),
        pytest.param({"type": "string", "const": 1}, "", id="a-constant-of-another-type"),
        pytest.param({"enum": [1], "const": 2}, "", id="a-constant-beside-a-list"),
        pytest.param({"type": "string", "maxLength": 2, "enum": ["abc"]}, "", id="a-list-that-the-limits-rule-out"),
        pytest.param({"type": "integer", "minimum": 2, "maximum": 1}, "", id="a-range-upside-down"),
        pytest.param({"type": "number", "minimum": 1, "exclusiveMaximum": 1.0}, "", id="a-range-without-its-only-number"),
        pytest.param({"type": "string", "minLength": 5, "maxLength": 4}, "", id="longer-than-it-may-be"),
        pytest.param({"type": "array", "minItems": 2, "maxItems": 1}, "", id="more-items-than-there-may-be"),
        pytest.param({"type": "object", "minProperties": 2, "maxProperties": 1}, "", id="more-members-than-there-may-be"),
        pytest.param({"type": "object", "required": ["a", "b"], "maxProperties": 1}, "", id="requires-more-than-there-may-be"),
        pytest.param({"type": "object", "properties": {"a": False}, "required": ["a"]}, "", id="requires-what-may-not-be"),
        pytest.param({"type": "object", "required": ["a"], "additionalProperties": False}, "", id="requires-what-is-not-admitted"),
        pytest.param({"allOf": [{"type": "string"}, {"type": "object"}]}, "", id="types-without-any-in-common"),
        pytest.param({"allOf": [{"enum": ["a"]}, {"enum": ["b"]}]}, "", id="lists-without-any-in-common"),
        pytest.param({"$ref": "#/$defs/Text", "minLength": 4}, "", id="against-what-it-refers-to"),
        pytest.param({"allOf": [{"$ref": "#/$defs/Closed"}, {"required": ["b"]}]}, "", id="requires-what-a-part-closes"),
        pytest.param(
            {"allOf": [{"$ref": "#/$defs/Kind"}, {"properties": {"kind": {"enum": ["b"]}}}]},
            "",
            id="a-required-member-of-two-kinds",
        ),
        pytest.param({"properties": {"a/b": {"items": {"enum": []}}}}, "/properties/a~1b/items", id="deep-inside"),
        pytest.param({"anyOf": [{}, {"type": "null", "enum": ["a"]}]}, "/anyOf/1", id="one-branch-of-several"),
    ],
)
def test_a_schema_without_a_value(schema: Any, pointer: str) -> None:
    assert found_in(schema) == [pointer]


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"minLength": 5, "maxLength": 4},
        {"type": ["string", "null"], "minLength": 5, "maxLength": 4},
        {"type": "object", "minLength": 5, "maxLength": 4},
        {"type": "string", "minLength": 4, "maxLength": 4},
        {"type": "array", "minItems": 1, "maxItems": 1},
        {"type": "integer", "enum": ["1", 2]},
        {"type": "integer", "const": 1.0},
        {"type": ["integer", "null"], "enum": ["a", None]},
        {"type": "number", "minimum": 1, "maximum": 1.0},
        {"type": "number", "exclusiveMinimum": 0, "maximum": 0.5},
        {"type": "object", "properties": {"a": False}},
        {"properties": {"a": False}, "required": ["a"]},
        {"type": "object", "required": ["a"], "additionalProperties": False, "patternProperties": {"^a": {}}},
        {"type": "object", "required": ["a"], "maxProperties": 1},
        {"allOf": [{"type": "integer"}, {"type": "number"}]},
        {"allOf": [{"type": ["string", "null"]}, {"type": ["object", "null"]}]},
        {"allOf": [{"enum": [1, 2]}, {"enum": [2.0, 3]}]},
        {"oneOf": [{"type": "string"}, {"type": "object"}], "type": "string"},
        {"not": {"enum": []}, "if": {"enum": []}},
        {"allOf": [{"$ref": "#/$defs/Closed"}, {"properties": {"b": {}}}]},
        {"allOf": [{"properties": {"k": {"enum": ["a"]}}}, {"properties": {"k": {"enum": ["b"]}}}]},
        {"$ref": "#/$defs/Loop", "description": "x"},
        {"default": {"enum": []}, "examples": [{"enum": []}], "const": {"enum": []}},
        {"enum": [{"a": [1, True]}], "const": {"a": [1.0, True]}},
    ],
)
def test_a_schema_that_just_has_one(schema: Any) -> None:
    assert found_in(schema) == []


def test_what_has_one_cause_is_one_finding() -> None:
    lost = [
        made(id=f"sample.item.x{n}", verb=f"x{n}", identity=f"GET /x{n}", path=f"/x{n}", responses=answering({"enum": []}))
        for n in range(5)
    ]
    [finding] = satisfiable(packaged(*lost, schemas={"None": {"properties": {"a": {"enum": []}}}}))
    assert (finding.place.file, finding.place.pointer) == ("schemas.json", "/$defs/None/properties/a")
    assert "the schema `None`, `GET /x0`, `GET /x1` and 3 more" in finding.message


def test_two_causes_are_two() -> None:
    schema = {"properties": {"a": {"enum": []}, "b": {"type": "string", "const": 1}}}
    assert sorted(found_in(schema)) == ["/properties/a", "/properties/b"]


def test_a_shared_schema_is_said_at_its_own_place_alone() -> None:
    package = packaged(made(responses=answering({"$ref": "#/$defs/None", "title": "x"})), schemas={"None": {"enum": []}})
    assert said(satisfiable, package) == [("schema-unsatisfiable", "warning", "/$defs/None")]


VALUES = (
    None, True, False, 0, 1, 2, 3, 0.5, 1.5, 2.5, "", "a", "ab", "abc", [], [1], ["a", "b"], [1, 2, 3],
    {}, {"a": 1}, {"b": "x"}, {"a": "x", "b": 2}, {"a": None, "b": {}}, {"a": [], "b": True, "c": 0},
)  # fmt: skip
VALUE = st.sampled_from(VALUES)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
SMALL = st.integers(0, 3)
PLAIN = st.fixed_dictionaries(
    {},
    optional={
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True),
        "enum": st.lists(VALUE, max_size=3),
        "const": VALUE,
        **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), SMALL),
        **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), SMALL),
        "required": st.lists(st.sampled_from(["a", "b"]), unique=True),
        "additionalProperties": st.booleans(),
    },
)
SCHEMAS = st.recursive(
    PLAIN,
    lambda inner: st.builds(
        lambda plain, parts, members: {
            **plain,
            **({"allOf": parts} if parts else {}),
            **({"properties": members} if members else {}),
        },
        PLAIN,
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(["a", "b"]), inner | st.booleans(), max_size=2),
    ),
    max_leaves=4,
)


@given(SCHEMAS)
def test_nothing_is_said_of_a_schema_that_a_value_satisfies(schema: Any) -> None:
    if "" in found_in(schema):
        validator = Draft202012Validator(schema)
        assert [value for value in VALUES if validator.is_valid(value)] == []
