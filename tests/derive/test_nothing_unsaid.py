"""What a description says in unusual places is carried, or a note says that it is not."""

import json

import msgspec
import pytest

from connectors.model.operation import Location
from support import OPENAPI_30, OPENAPI_31, OPENAPI_32, SWAGGER, derived

OK = "responses: {'200': {description: d}}"


def one(version, text):
    found = derived(version, text)
    assert len(found.operations) == 1, found.gaps
    return found.operations[0]


def codes(found):
    return {(note.severity.value, note.code.value) for note in found.notes}


def arguments(operation):
    return [
        (parameter.name, parameter.location.value, parameter.required, str(parameter.style)) for parameter in operation.parameters
    ]


@pytest.mark.parametrize(
    ("path", "declared", "expected"),
    [
        pytest.param("/q{?page,limit}", "", [("page", "query", False, "form"), ("limit", "query", False, "form")], id="an-expansion-is-optional"),
        pytest.param("/q?tab={tab}", "{name: tab, in: query, schema: {}}", [("tab", "query", False, "form")], id="declared-in-the-query"),
        pytest.param("/q?tab={tab}", "{name: tab, in: path, required: true, schema: {}}", [("tab", "query", True, "form")], id="declared-in-path"),
        pytest.param("/q?tab={tab}", "", [("tab", "query", True, "form")], id="undeclared"),
        pytest.param("/q/{a}#{b}", "{name: a, in: path, required: true, schema: {}}", [("a", "path", True, "simple")], id="never-behind-a-hash"),
    ],
)  # fmt: skip
def test_a_placeholder_stands_for_what_its_place_in_the_path_says(path, declared, expected):
    text = f"paths: {{'{path}': {{get: {{parameters: [{declared}], {OK}}}}}}}"
    assert arguments(one(OPENAPI_30, text)) == expected


@pytest.mark.parametrize(
    ("version", "place", "kept"),
    [(OPENAPI_30, "query", True), (OPENAPI_31, "path", False), (OPENAPI_30, "header", False), (OPENAPI_32, "path", True)],
)
def test_reserved_characters_are_allowed_where_the_dialect_allows_them(version, place, kept):
    path = "/a/{p}" if place == "path" else "/a"
    parameter = f"{{name: p, in: {place}, required: true, allowReserved: true, schema: {{}}}}"
    found = derived(version, f"paths: {{'{path}': {{get: {{parameters: [{parameter}], {OK}}}}}}}")
    assert found.operations[0].parameters[0].allow_reserved is kept
    assert (("noted", "parameter-style") in codes(found)) is not kept


@pytest.mark.parametrize(
    ("place", "style"), [("query", "cookie"), ("header", "form"), ("path", "deepObject"), ("cookie", "simple")]
)
def test_a_style_that_the_place_does_not_have_is_the_default_with_a_note(place, style):
    path = "/a/{p}" if place == "path" else "/a"
    parameter = f"{{name: p, in: {place}, required: true, style: {style}, schema: {{}}}}"
    found = derived(OPENAPI_31, f"paths: {{'{path}': {{get: {{parameters: [{parameter}], {OK}}}}}}}")
    defaults = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}
    assert str(found.operations[0].parameters[0].style) == defaults[place]
    assert ("narrowed", "parameter-style") in codes(found)


def test_a_method_with_a_field_of_its_own_counts_once():
    found = derived(OPENAPI_32, f"paths: {{/a: {{post: {{{OK}}}, additionalOperations: {{POST: {{{OK}}}, PURGE: {{{OK}}}}}}}}}")
    assert [operation.identity for operation in found.operations] == ["POST /a", "PURGE /a"]
    assert ("narrowed", "unknown-path-item-key") in codes(found)


def test_a_method_that_is_no_token_is_a_gap():
    found = derived(OPENAPI_32, f"paths: {{/a: {{additionalOperations: {{'BAD METHOD': {{{OK}}}, '': {{{OK}}}}}}}}}")
    assert [gap.code.value for gap in found.gaps] == ["malformed-operation"] * 2


def test_callbacks_and_webhooks_have_additional_operations_too():
    text = f"""
    webhooks: {{w: {{additionalOperations: {{PING: {{{OK}}}}}}}}}
    paths: {{/a: {{post: {{{OK}, callbacks: {{c: {{'{{$url}}': {{additionalOperations: {{PONG: {{{OK}}}}}}}}}}}}}}}}}
    """
    assert {(event.kind.value, event.method) for event in derived(OPENAPI_32, text).events} == {
        ("webhook", "PING"),
        ("callback", "PONG"),
    }


@pytest.mark.parametrize("callback", ["{$ref: '#/components/callbacks/none'}", "[]"])
def test_a_callback_that_cannot_be_read_is_said(callback):
    found = derived(OPENAPI_30, f"paths: {{/a: {{post: {{{OK}, callbacks: {{c: {callback}}}}}}}}}")
    assert any(severity == "narrowed" for severity, _ in codes(found))


def test_the_media_type_of_an_answer_is_no_header_of_it():
    text = "paths: {/a: {get: {responses: {'200': {description: d, headers: {content-type: {schema: {}}, X-A: {schema: {}}}}}}}}"
    found = derived(OPENAPI_31, text)
    assert [header.name for header in found.operations[0].responses[0].headers] == ["X-A"]
    assert ("noted", "parameter-ignored") in codes(found)


def test_content_that_cannot_be_read_is_not_no_content():
    operation = one(OPENAPI_31, "paths: {/a: {get: {responses: {'202': {description: d, content: []}}}}}")
    (content,) = operation.responses[0].content
    assert (content.media_type, bytes(content.schema)) == (None, b"{}")


def test_the_items_of_a_sequence_that_is_sent_are_described():
    item = "{type: object, properties: {a: {type: string}}}"
    body = one(
        OPENAPI_32, f"paths: {{/a: {{post: {{requestBody: {{content: {{application/jsonl: {{itemSchema: {item}}}}}}}, {OK}}}}}}}"
    ).body
    assert not isinstance(body.item_schema, msgspec.UnsetType)
    assert json.loads(bytes(body.item_schema))["properties"] == {"a": {"type": "string"}}
    assert body.encoding.value == "text"


def test_the_default_of_a_discriminator_is_resolved():
    text = """
    paths: {/a: {get: {responses: {'200': {description: d, content: {application/json: {schema: {
      oneOf: [{$ref: '#/components/schemas/A'}], discriminator: {propertyName: k, defaultMapping: A}}}}}}}}}
    components: {schemas: {A: {type: object, properties: {k: {type: string}}}}}
    """
    schema = json.loads(bytes(one(OPENAPI_32, text).responses[0].content[0].schema))
    assert schema["discriminator"] == {"propertyName": "k", "defaultMapping": "#/$defs/A"}


def test_members_that_are_only_answered_are_named():
    schema = "{type: object, additionalProperties: true, properties: {id: {type: string, readOnly: true}, a: {type: string}}}"
    body = one(
        OPENAPI_31, f"paths: {{/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {schema}}}}}}}, {OK}}}}}}}"
    ).body
    assert body.read_only == ("id",)
    assert [field.name for field in body.fields] == ["a"]


def test_the_encoding_of_an_alternative_is_said_to_be_lost():
    form = "{schema: {type: object, properties: {a: {type: array, items: {type: string}}}}, encoding: {a: {style: pipeDelimited}}}"
    content = f"{{application/json: {{schema: {{}}}}, application/x-www-form-urlencoded: {form}}}"
    text = f"paths: {{/a: {{post: {{requestBody: {{content: {content}}}, {OK}}}}}}}"
    assert ("narrowed", "body-encoding") in codes(derived(OPENAPI_31, text))


def test_a_list_in_a_header_of_an_answer_keeps_its_format():
    header = "{type: array, items: {type: string}, collectionFormat: pipes}"
    found = one(SWAGGER, f"paths: {{/a: {{get: {{responses: {{'200': {{description: d, headers: {{X-A: {header}}}}}}}}}}}}}")
    assert str(found.responses[0].headers[0].style) == "pipeDelimited"


def test_a_text_part_has_no_style():
    fields = "{name: f, in: formData, type: file}, {name: c, in: formData, type: string}"
    found = one(SWAGGER, f"paths: {{/a: {{post: {{parameters: [{fields}], {OK}}}}}}}")
    assert {field.name: field.style for field in found.body.fields} == {"f": None, "c": None}
    assert all(field.location is Location.BODY for field in found.body.fields)


def test_numbers_are_values_of_a_server_variable():
    text = "servers: [{url: 'https://a.example:{port}', variables: {port: {default: 443, enum: [443, 8443]}}}]\npaths: {}"
    (variable,) = derived(OPENAPI_30, text).servers[0].variables
    assert (variable.default, variable.enum) == ("443", ("443", "8443"))


def test_tags_are_carried_with_their_parents():
    text = """
    tags: [{name: books, summary: Books}, {name: covers, parent: books, kind: nav, description: Pictures}, {parent: books}]
    paths: {}
    """
    found = derived(OPENAPI_32, text)
    assert [(tag.name, tag.parent, tag.kind, tag.summary, tag.description) for tag in found.declared_tags] == [
        ("books", None, None, "Books", None),
        ("covers", "books", "nav", None, "Pictures"),
    ]
    assert ("narrowed", "malformed-node") in codes(found)
