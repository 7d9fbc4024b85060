"""Schemas: what narrows and what widens, by the way a value travels."""

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from two_packages import answer, changes, codes, operation, package, parameter

REF = {"$ref": "#/$defs/Item"}
ITEM = {"Item": {"type": "object", "properties": {"a": {"type": "string"}}}}


def sending(schema, schemas=None):
    return package(operation(parameters=(parameter(schema=schema),)), schemas=schemas)


def answering(schema, schemas=None):
    return package(operation(responses=(answer(schema=schema),)), schemas=schemas)


# What is found from the first to the second, and back; `=` is nothing.
NARROWER = [
    ({"type": ["string", "integer"]}, {"type": "string"}, "type-narrowed", "type-widened"),
    ({}, {"type": "string"}, "type-narrowed", "type-widened"),
    ({"type": "number"}, {"type": "integer"}, "type-narrowed", "type-widened"),
    ({"type": ["string", "null"]}, {"type": "string"}, "type-narrowed", "type-widened"),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string"}, "type-narrowed", "type-widened"),
    ({"anyOf": [REF, {"type": "null"}]}, REF, "type-narrowed", "type-widened"),
    ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"type": "string"}, "type-narrowed", "type-widened"),
    ({"oneOf": [REF, {"type": "string"}]}, {"oneOf": [REF]}, "type-narrowed", "type-widened"),
    ({}, False, "type-narrowed", "type-widened"),
    ({"enum": ["a", "b"]}, {"enum": ["a"]}, "value-removed", "value-added"),
    ({"type": "string"}, {"type": "string", "enum": ["a"]}, "value-removed", "value-added"),
    ({"enum": ["a", "b"]}, {"const": "a"}, "value-removed", "value-added"),
    ({"type": "integer"}, {"type": "integer", "maximum": 9}, "limit-tightened", "limit-loosened"),
    ({"type": "integer", "maximum": 9}, {"type": "integer", "maximum": 8}, "limit-tightened", "limit-loosened"),
    ({"type": "integer", "minimum": 1}, {"type": "integer", "exclusiveMinimum": 1}, "limit-tightened", "limit-loosened"),
    ({"type": "integer", "maximum": 1}, {"type": "integer", "exclusiveMaximum": 1}, "limit-tightened", "limit-loosened"),
    ({"type": "string"}, {"type": "string", "minLength": 1}, "limit-tightened", "limit-loosened"),
    ({"type": "string"}, {"type": "string", "maxLength": 1}, "limit-tightened", "limit-loosened"),
    ({"type": "array"}, {"type": "array", "maxItems": 1}, "limit-tightened", "limit-loosened"),
    ({"type": "array"}, {"type": "array", "uniqueItems": True}, "limit-tightened", "limit-loosened"),
    ({"type": "string"}, {"type": "string", "pattern": "^a"}, "limit-tightened", "limit-loosened"),
    ({"type": "string"}, {"type": "string", "format": "uuid"}, "limit-tightened", "limit-loosened"),
    ({"format": "int64"}, {"format": "int32"}, "limit-tightened", "limit-loosened"),
    ({"multipleOf": 2}, {"multipleOf": 4}, "limit-tightened", "limit-loosened"),
    ({"type": "object"}, {"type": "object", "anyOf": [{"required": ["a"]}]}, "limit-tightened", "limit-loosened"),
    ({"allOf": [{"maximum": 5}, {"maximum": 9}]}, {"maximum": 4}, "limit-tightened", "limit-loosened"),
    (
        {"type": "array", "items": {"type": ["string", "null"]}},
        {"type": "array", "items": {"type": "string"}},
        "type-narrowed",
        "type-widened",
    ),
    ({"additionalProperties": {"enum": [1, 2]}}, {"additionalProperties": {"enum": [1]}}, "value-removed", "value-added"),
    ({"properties": {"a": {"enum": [1, 2]}}}, {"properties": {"a": {"enum": [1]}}}, "value-removed", "value-added"),
    ({"required": ["a"]}, {"required": ["a", "b"]}, "member-required", "member-optional"),
    ({"properties": {"a": {}}}, {"properties": {"a": {}}, "required": ["a"]}, "member-required", "member-optional"),
    ({"properties": {}}, {"properties": {"a": {}}}, "member-added", "member-removed"),
    ({"type": "string"}, {"type": "integer"}, "type-changed", "type-changed"),
    ({"type": ["string", "integer"]}, {"type": ["string", "boolean"]}, "type-changed", "type-changed"),
    ({"type": "string"}, {"type": "string", "contentEncoding": "base64"}, "type-changed", "type-changed"),
    ({"pattern": "^a"}, {"pattern": "^b"}, "unclear", "unclear"),
    ({"format": "date"}, {"format": "date-time"}, "unclear", "unclear"),
    ({"multipleOf": 4}, {"multipleOf": 6}, "unclear", "unclear"),
    ({"not": {"const": 1}}, {"not": {"const": 2}}, "unclear", "unclear"),
    ({"if": {"required": ["a"]}}, {}, "unclear", "unclear"),
    (
        {"anyOf": [{"title": "P", "enum": [1]}, {"title": "Q", "enum": ["a"]}]},
        {"anyOf": [{"required": ["p"]}, {"required": ["q"]}]},
        "unclear",
        "unclear",
    ),
]


@pytest.mark.parametrize(("old", "new", "there", "back"), NARROWER, ids=lambda value: str(value)[:60])
def test_what_is_said_of_two_schemas(old, new, there, back):
    for make, direction in ((sending, "request"), (answering, "answer")):
        assert codes(make(old, ITEM), make(new, ITEM)) == [f"{direction}-{there}"]
        assert codes(make(new, ITEM), make(old, ITEM)) == [f"{direction}-{back}"]


SAME = [
    ({"enum": ["a", "b"]}, {"enum": ["b", "a"]}),
    ({"const": "a"}, {"enum": ["a"]}),
    ({}, True),
    ({"type": ["string", "null"]}, {"type": ["null", "string"]}),
    ({"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
    ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, {"oneOf": [{"type": "integer"}, {"type": "string"}]}),
    ({"allOf": [REF]}, REF),
    ({"anyOf": [REF, {"type": "string"}, REF]}, {"anyOf": [{"type": "string"}, REF]}),
    (ITEM["Item"], REF),
    ({"properties": {"a": {}, "b": {}}}, {"allOf": [{"properties": {"b": {}}}, {"properties": {"a": {}}}]}),
    ({"required": ["a", "b"]}, {"required": ["b", "a"]}),
    ({"minLength": 0}, {}),
    ({"maximum": 5}, {"maximum": 5.0}),
    ({"not": {"required": ["a", "b"]}}, {"not": {"required": ["b", "a"], "title": "T"}}),
    ({"additionalProperties": True}, {"additionalProperties": {}}),
]


@pytest.mark.parametrize(("old", "new"), SAME, ids=lambda value: str(value)[:60])
def test_spellings_of_one_meaning_are_no_change(old, new):
    for make in (sending, answering):
        assert codes(make(old, ITEM), make(new, ITEM)) == []
        assert codes(make(new, ITEM), make(old, ITEM)) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({}, {"title": "T"}, ["words-changed"]),
        ({"description": "d"}, {"description": "e"}, ["words-changed"]),
        ({}, {"deprecated": True}, ["deprecated"]),
        ({"deprecated": True}, {"deprecated": False}, ["deprecation-withdrawn"]),
        ({"default": 1}, {"default": 2}, ["default-changed"]),
        ({"default": 1}, {"default": True}, ["default-changed"]),
    ],
)
def test_annotations_are_neutral(old, new, found):
    for make in (sending, answering):
        (change,) = changes(make(old), make(new))
        assert ([change.code], change.impact) == (found, "neutral")


def members(**found):
    return {"type": "object", "properties": found}


@pytest.mark.parametrize(
    ("old", "new", "sent", "answered"),
    [
        # A new member that is required fails who leaves it out, and only adds to an answer.
        (members(), {**members(a={}), "required": ["a"]}, ["request-member-required"], ["answer-member-added"]),
        # What never travels that way is nothing that way.
        (members(a={"readOnly": True}), members(), [], ["answer-member-removed"]),
        (members(a={"writeOnly": True}), members(), ["request-member-removed"], []),
        (members(a={}), members(a={"readOnly": True}), ["request-member-removed"], []),
        ({**members(a={"readOnly": True})}, {**members(a={"readOnly": True}), "required": ["a"]}, [], ["answer-member-required"]),
        # An open object and a closed one promise a reader the same; what they describe does.
        (members(), {**members(), "additionalProperties": False}, ["request-closed"], []),
        ({**members(), "additionalProperties": False}, members(), ["request-opened"], []),
        (members(), {**members(), "additionalProperties": {"type": "string"}}, ["request-closed"], ["answer-opened"]),
        ({**members(), "additionalProperties": {"type": "string"}}, members(), ["request-opened"], ["answer-closed"]),
    ],
)
def test_objects_differ_by_the_way_they_travel(old, new, sent, answered):
    assert codes(sending(old), sending(new)) == sent
    assert codes(answering(old), answering(new)) == answered


# Shared schemas


def two_users(schemas):
    return package(
        operation("GET /a", "x.a.get", responses=(answer(schema=REF),)),
        operation("GET /b", "x.b.get", responses=(answer(schema={"type": "array", "items": {"$ref": "#/$defs/Holder"}}),)),
        operation("GET /c", "x.c.get", responses=(answer(schema={"type": "string"}),)),
        schemas={"Holder": members(item=REF), **schemas},
    )


def test_a_shared_schema_is_said_once_with_the_operations_that_lead_to_it():
    (change,) = changes(two_users(ITEM), two_users({"Item": members()}))
    assert (change.code, change.place) == ("answer-member-removed", "/schemas/Item/properties/a")
    assert [name.id for name in change.operations] == ["x.a.get", "x.b.get"]


def test_a_schema_is_what_it_admits_whatever_its_name():
    old = package(operation(responses=(answer(schema=REF),)), schemas=ITEM)
    new = package(operation(responses=(answer(schema={"$ref": "#/$defs/a~1b%20c"}),)), schemas={"a/b c": ITEM["Item"]})
    assert codes(old, new) == []
    (change,) = changes(package(*old.operations, schemas={"Item": members()}), new)
    assert (change.code, change.place) == ("answer-member-added", "/schemas/a~1b c/properties/a")


def test_alternatives_that_both_packages_name_are_never_taken_for_each_other():
    named = {"Cat": members(a={}), "Dog": members(b={})}
    cat, dog = ({"anyOf": [{"type": "string"}, {"$ref": f"#/$defs/{name}"}]} for name in named)
    assert codes(answering(cat, named), answering(dog, named)) == ["answer-type-narrowed", "answer-type-widened"]
    # A name that is new may be another name of the same.
    assert codes(answering(cat, {"Cat": members(a={})}), answering(dog, {"Dog": members(a={})})) == []


def test_schemas_that_lead_to_themselves_end():
    def tree(**more):
        return package(
            operation(responses=(answer(schema={"$ref": "#/$defs/Tree"}),)),
            schemas={"Tree": members(children={"type": "array", "items": {"$ref": "#/$defs/Tree"}}, **more)},
        )

    assert codes(tree(), tree()) == []
    assert codes(tree(), tree(name={})) == ["answer-member-added"]
    # A base that is put together with itself one level further, and further, and further.
    endless = {
        "Base": members(child={"$ref": "#/$defs/Both"}),
        "Both": {"allOf": [{"$ref": "#/$defs/Base"}, members(child={"allOf": [{"$ref": "#/$defs/Both"}, members(x={})]})]},
        "Loop": {"allOf": [{"$ref": "#/$defs/Loop"}]},
    }
    old = package(operation(responses=(answer(schema={"$ref": "#/$defs/Both"}),)), schemas=endless)
    new = package(*old.operations, schemas={**endless, "Base": members(child={"$ref": "#/$defs/Both"}, y={})})
    assert "answer-member-added" in codes(old, new)


def test_what_a_base_adds_is_said_at_the_base_for_every_heir():
    def heirs(base):
        heir = {"allOf": [{"$ref": "#/$defs/Base"}, members(own={})]}
        return package(
            operation("GET /a", "x.a.get", responses=(answer(schema={"$ref": "#/$defs/One"}),)),
            operation("GET /b", "x.b.get", responses=(answer(schema={"$ref": "#/$defs/Two"}),)),
            schemas={"Base": base, "One": heir, "Two": {**heir, "description": "d"}},
        )

    (change,) = changes(heirs(members()), heirs(members(a={})))
    assert (change.place, len(change.operations)) == ("/schemas/Base/properties/a", 2)


def test_a_schema_deeper_than_calls_may_nest_is_compared():
    old, new = {"type": "string"}, {"type": "integer"}
    for _ in range(400):
        old, new = members(a=old), members(a=new)
    assert codes(sending(old), sending(new)) == ["request-type-changed"]


def test_what_is_removed_is_at_its_place_in_the_old_package():
    old = sending({"anyOf": [REF, {"type": "string"}]}, ITEM)
    (change,) = changes(old, sending(REF, ITEM))
    assert change.place == "/operations/GET ~1things~1{1}/parameters/a/schema/anyOf/1"


# Whatever two schemas are

scalars = st.one_of(
    st.sampled_from(
        [{}, {"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": ["string", "null"]}, {"type": "boolean"}]
    ),
    st.builds(lambda values: {"enum": values}, st.lists(st.sampled_from(["a", "bb", 1, 2, None, True]), min_size=1, max_size=3)),
    st.builds(
        lambda least, most: {"type": "integer", "minimum": least, "exclusiveMaximum": most}, st.integers(-1, 2), st.integers(1, 3)
    ),
    st.builds(lambda least, most: {"type": "string", "minLength": least, "maxLength": most}, st.integers(0, 2), st.integers(1, 3)),
    st.builds(lambda factor: {"type": "integer", "multipleOf": factor}, st.sampled_from([1, 2, 3, 4])),
)


def closed(properties):
    return {
        "type": "object",
        "additionalProperties": False,
        "required": sorted(name for name, (needed, _) in properties.items() if needed),
        "properties": {name: schema for name, (_, schema) in properties.items()},
    }


random_schemas = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.builds(lambda items, most: {"type": "array", "items": items, "maxItems": most}, inner, st.integers(0, 2)),
        st.builds(lambda branches: {"anyOf": branches}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda branches: {"allOf": branches}, st.lists(inner, min_size=1, max_size=2)),
        st.dictionaries(st.sampled_from("ab"), st.tuples(st.booleans(), inner), max_size=2).map(closed),
    ),
    max_leaves=4,
)
VALUES = [
    None,
    True,
    0,
    1,
    2,
    3,
    4,
    1.5,
    -1,
    "",
    "a",
    "bb",
    "ccc",
    [],
    [1],
    ["a"],
    [None, 2],
    {},
    {"a": 1},
    {"a": "a", "b": None},
    {"b": "bb"},
]


@given(random_schemas, random_schemas)
@settings(max_examples=300, deadline=None)
def test_a_request_that_is_not_broken_is_still_accepted(old, new):
    if any(change.impact == "breaking" for change in changes(sending(old), sending(new))):
        return
    before, after = jsonschema_rs.validator_for(old), jsonschema_rs.validator_for(new)
    assert [value for value in VALUES if before.is_valid(value) and not after.is_valid(value)] == []


@given(random_schemas, random_schemas)
@settings(max_examples=200, deadline=None)
def test_back_is_the_opposite_of_there(old, new):
    pairs = {
        "type-narrowed": "type-widened",
        "value-removed": "value-added",
        "limit-tightened": "limit-loosened",
        "closed": "opened",
        "member-added": "member-removed",
        "member-required": "member-optional",
    }
    opposite = pairs | {second: first for first, second in pairs.items()}

    def told(change):
        code = change.code.removeprefix("request-")
        # A new member that is required is one change: it is added.
        return "member-added" if code == "member-required" and change.old is None else code

    there, back = changes(sending(old), sending(new)), changes(sending(new), sending(old))
    assert sorted(opposite.get(told(change), told(change)) for change in there) == sorted(map(told, back))


@given(random_schemas)
@settings(max_examples=100, deadline=None)
def test_a_schema_does_not_differ_from_itself(schema):
    assert changes(sending(schema), sending(schema)) == ()
    # Not by its text alone: every reference is followed where something else differs.
    assert codes(sending({"anyOf": [schema, REF]}, {"Item": {}}), sending({"anyOf": [schema, REF]}, {"Item": {"title": "T"}})) == [
        "words-changed"
    ]
