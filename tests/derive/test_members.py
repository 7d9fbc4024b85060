"""Taking an object schema apart loses nothing: a value that the schema admits is one that the members admit, and the other way round."""

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.canonical import raw
from connectors.derive.members import kind_of, members_of
from support import EVERY, OPENAPI_31, operation, plain, posting

# -- the law --------------------------------------------------------------------------------------------------------------------

NAMES = ["a", "b", "c"]
leaves = st.sampled_from(
    [
        {}, True, {"type": "string"}, {"type": "integer"}, {"type": "integer", "minimum": 2}, {"enum": [1, "x"]}, {"enum": [True, "x"]},
        {"const": 1}, {"enum": [1, 2]}, {"type": "string", "enum": ["x", "y"]}, {"type": ["string", "null"]}, False,
        {"type": "object", "required": ["p"]}, {"type": "object", "properties": {"p": {"type": "string"}}}, {"$ref": "#/$defs/Leaf"},
    ]
)  # fmt: skip


def objects(deeper):
    own = {
        "type": st.just("object"),
        "properties": st.dictionaries(st.sampled_from(NAMES), leaves, max_size=3),
        "required": st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
        "additionalProperties": leaves,
        "unevaluatedProperties": leaves,
        "minProperties": st.just(1),
        "allOf": st.lists(deeper, min_size=1, max_size=2),
        "oneOf": st.lists(deeper, min_size=1, max_size=2),
        "$ref": st.just("#/$defs/Base"),
        "description": st.just("D"),
    }
    weighted = [*own, "properties", "allOf", "type", "required"]
    return st.lists(st.sampled_from(weighted), max_size=4, unique=True).flatmap(
        lambda keys: st.fixed_dictionaries({key: own[key] for key in keys})
    )


schemas = st.deferred(lambda: objects(st.deferred(lambda: objects(objects(st.just({"type": "object"}))))))
values = st.dictionaries(
    st.sampled_from([*NAMES, "d"]), st.sampled_from([1, True, 2, "x", "y", None, {}, {"p": "q"}, {"p": 1}]), max_size=4
)


@given(schema=schemas, base=schemas, found=st.lists(values, min_size=1, max_size=12))
@settings(max_examples=400, deadline=None)
def test_a_value_is_admitted_by_the_schema_when_and_only_when_its_members_are(schema, base, found):
    if "#/$defs/Base" in str(base):
        base = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["b"]}
    definitions = {"Leaf": {"type": "string", "minLength": 1}, "Base": base}
    taken = members_of(schema, definitions.__getitem__)
    if taken is None:
        return
    whole = jsonschema.Draft202012Validator({"$defs": definitions, "allOf": [schema]})

    def admits(part, value):
        return jsonschema.Draft202012Validator({"$defs": definitions, "allOf": [part]}).is_valid(value)

    declared = {member.name: member for member in taken.members}
    further = True if taken.additional is None else taken.additional
    for value in found:
        apart = all(name in value for name, member in declared.items() if member.required) and all(
            admits(declared[name].schema if name in declared else further, part) for name, part in value.items()
        )
        assert whole.is_valid(value) == apart, (value, taken)


# -- the rules ------------------------------------------------------------------------------------------------------------------


def taken(schema: dict, definitions: dict | None = None):
    found = members_of(schema, (definitions or {}).__getitem__)
    if found is None:
        return None
    shown = {member.name + ("!" if member.required else ""): plain(raw(member.schema)) for member in found.members}
    return shown, found.additional


STRING = {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param({"properties": {"a": STRING}, "required": ["a"]}, ({"a!": STRING}, None), id="members-and-required"),
        pytest.param(
            {"properties": {"a": STRING}, "required": ["b"]}, ({"a": STRING, "b!": {}}, None), id="required-and-undeclared"
        ),
        pytest.param(
            {"required": ["b"], "additionalProperties": STRING},
            ({"b!": STRING}, STRING),
            id="required-and-undeclared-is-a-further-one",
        ),
        pytest.param({"properties": {"a": STRING}, "additionalProperties": False}, ({"a": STRING}, False), id="closed"),
        pytest.param(
            {"properties": {"a": STRING}, "additionalProperties": {}}, ({"a": STRING}, True), id="open-by-an-empty-schema"
        ),
        pytest.param(
            {"allOf": [{"properties": {"a": STRING}}, {"required": ["a"]}], "properties": {"b": {}}},
            ({"a!": STRING, "b": {}}, None),
            id="allOf-is-merged",
        ),
        pytest.param(
            {"allOf": [{"properties": {"a": {"enum": ["x", "y"]}}}, {"properties": {"a": {"enum": ["y", "z"]}}}]},
            ({"a": {"enum": ["y"]}}, None),
            id="a-member-of-two-branches-has-to-meet-both",
        ),
        pytest.param(
            {"allOf": [{"properties": {"a": {"maxLength": 2}}}, {"properties": {"a": {"maxLength": 1}}}]},
            ({"a": {"allOf": [{"maxLength": 2}, {"maxLength": 1}]}}, None),
            id="in-one-schema-or-as-allOf",
        ),
        pytest.param(
            {"allOf": [{"properties": {"a": STRING}, "additionalProperties": False}, {"properties": {"b": STRING}}]},
            None,
            id="a-branch-that-closes-the-others-out-stays-whole",
        ),
        pytest.param(
            {"allOf": [{"additionalProperties": {"minLength": 1}}, {"additionalProperties": {"maxLength": 2}}]},
            ({}, {"allOf": [{"minLength": 1}, {"maxLength": 2}]}),
            id="two-rules-for-further-members-hold-both",
        ),
        pytest.param(
            {"allOf": [{"properties": {"a": STRING}}], "unevaluatedProperties": False},
            ({"a": STRING}, False),
            id="unevaluated-sees-all",
        ),
        pytest.param({"type": ["object", "null"], "properties": {"a": STRING}}, None, id="null-would-be-lost"),
        pytest.param({"oneOf": [{"properties": {"a": STRING}}]}, None, id="a-union-stays-whole"),
        pytest.param({"properties": {"a": STRING}, "minProperties": 1}, None, id="a-bound-stays-whole"),
        pytest.param({"properties": {"a": STRING}, "patternProperties": {"^x": {}}}, None, id="a-pattern-stays-whole"),
        pytest.param({"type": "array"}, None, id="a-list-stays-whole"),
        pytest.param({}, None, id="anything-stays-whole"),
        pytest.param(True, None, id="true-stays-whole"),
    ],
)
def test_what_is_taken_apart_and_what_stays_whole(schema, expected):
    assert taken(schema) == expected


def test_references_are_followed_and_recursion_ends():
    definitions = {
        "A": {"allOf": [{"$ref": "#/$defs/B"}], "properties": {"a": STRING}},
        "B": {"properties": {"b": {"$ref": "#/$defs/A"}}},
    }
    assert taken({"$ref": "#/$defs/A"}, definitions) == ({"b": {"$ref": "#/$defs/A"}, "a": STRING}, None)
    assert taken({"$ref": "#/$defs/L"}, {"L": {"allOf": [{"$ref": "#/$defs/L"}]}}) is None


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        pytest.param({"type": "integer"}, "integer", id="a-type"),
        pytest.param({"type": ["string", "null"]}, "string", id="null-does-not-count"),
        pytest.param({"type": ["string", "integer"]}, "any", id="several-types"),
        pytest.param({"properties": {}}, "object", id="properties-make-an-object"),
        pytest.param({"items": {}}, "array", id="items-make-a-list"),
        pytest.param({"enum": ["a"]}, "string", id="texts-to-choose-from"),
        pytest.param({"oneOf": [{"type": "string"}, {"enum": ["a"]}]}, "string", id="alternatives-that-agree"),
        pytest.param({"contentMediaType": "text/plain"}, "binary", id="bytes-have-no-type"),
        pytest.param({"type": "string", "contentMediaType": "image/png"}, "binary", id="a-picture-written-as-a-string"),
        pytest.param({"type": "string", "contentMediaType": "application/json"}, "string", id="json-in-a-text-is-text"),
        pytest.param({"type": "string", "contentMediaType": "text/csv"}, "string", id="a-table-in-a-text-is-text"),
        pytest.param(
            {"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"}, "string", id="base64-is-text"
        ),
    ],
)
def test_the_kind_of_a_schema(schema, kind):
    assert kind_of(schema, {}.__getitem__) == kind


# -- read-only members ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    "member",
    [
        pytest.param("{type: string, readOnly: true}", id="by-itself"),
        pytest.param("{allOf: [{readOnly: true}, {type: string}]}", id="by-a-branch"),
        pytest.param("{allOf: [{$ref: 'BASE'}]}", id="by-what-a-branch-refers-to"),
        pytest.param("{$ref: 'BASE'}", id="by-what-it-refers-to"),
    ],
)
def test_a_read_only_member_is_neither_sent_nor_asked_for(version, member):
    base = "#/definitions/R" if version == EVERY[0] else "#/components/schemas/R"
    schema = f"{{type: object, required: [id, name], properties: {{id: {member.replace('BASE', base)}, name: {{type: string}}}}}}"
    body = operation(version, posting(version, schema, "{R: {type: string, readOnly: true}}"))["body"]
    assert [(field["name"], field["required"]) for field in body["fields"]] == [("name", True)]


def test_a_read_only_member_of_an_inherited_schema_is_left_out_too():
    schema = "{allOf: [{$ref: '#/components/schemas/B'}, {type: object, properties: {name: {type: string}}}]}"
    components = "{B: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, at: {type: string}}}}"
    body = operation(OPENAPI_31, posting(OPENAPI_31, schema, components))["body"]
    assert [field["name"] for field in body["fields"]] == ["at", "name"]
