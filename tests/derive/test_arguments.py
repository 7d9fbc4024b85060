"""What a call is given: parameters in agreement with the path, and a body taken apart or whole. Sources: OpenAPI, RFC 9110, RFC 6570."""

import pytest

from support import EVERY, OPENAPI_30, OPENAPI_31, SWAGGER, derived, gap, notes, operation, plain, posting

BYTES = {"contentMediaType": "application/octet-stream"}


def body(version: str, schema: str, components: str = "{}", media_type: str = "application/json", more: str = "") -> dict:
    return operation(version, posting(version, schema, components, media_type, more))["body"]


# -- parameters and the path ----------------------------------------------------------------------------------------------------


def path(version: str, path: str, parameters: str = "") -> str:
    return f"paths: {{'{path}': {{get: {{parameters: [{parameters}], responses: {{'200': {{description: d}}}}}}}}}}"


def in_path(version: str, name: str, more: str = "") -> str:
    type_ = "type: integer" if version == SWAGGER else "schema: {type: integer}"
    return f"{{name: {name}, in: path, {type_}{more}}}"


@pytest.mark.parametrize("version", EVERY)
def test_a_path_parameter_is_required_whatever_it_says(version):
    (found,) = operation(version, path(version, "/x/{id}", in_path(version, "id", ", required: false")))["parameters"]
    assert found["required"] is True


@pytest.mark.parametrize("version", EVERY)
def test_a_placeholder_nobody_declares_is_a_text_and_an_inference(version):
    found = derived(version, path(version, "/x/{id}"))
    parameter = plain(found.operations[0].parameters[0])
    assert (parameter["name"], parameter["in"], parameter["required"], parameter["schema"]) == (
        "id",
        "path",
        True,
        {"type": "string"},
    )
    assert found.operations[0].basis["parameters.id"].value == "inferred"
    assert notes(found) == [("noted", "placeholder-undeclared", "/paths/~1x~1{id}/get")]


@pytest.mark.parametrize("version", EVERY)
def test_a_path_parameter_without_a_placeholder_is_left_out(version):
    found = derived(version, path(version, "/x", in_path(version, "id", ", required: true")))
    assert found.operations[0].parameters == ()
    assert notes(found) == [("narrowed", "parameter-without-placeholder", "/paths/~1x/get/parameters/0")]


@pytest.mark.parametrize("version", EVERY)
def test_one_name_in_several_places_has_a_key_in_each(version):
    type_ = "type: string" if version == SWAGGER else "schema: {type: string}"
    declared = f"{in_path(version, 'a')}, {{name: a, in: query, {type_}}}, {{name: a, in: header, {type_}}}"
    found = operation(version, path(version, "/x/{a}", declared))["parameters"]
    assert [(item["in"], item["key"]) for item in found] == [("path", "path_a"), ("query", "query_a"), ("header", "header_a")]


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
def test_deep_object_below_the_first_level_is_noted(version):
    parameter = "{name: f, in: query, style: deepObject, schema: {type: object, properties: {r: {type: object}}}}"
    found = derived(version, path(version, "/x", parameter))
    assert notes(found) == [("noted", "parameter-nested", "/paths/~1x/get/parameters/0")]


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
def test_a_default_is_documentation(version):
    (found,) = operation(version, path(version, "/x", "{name: a, in: query, schema: {type: boolean, default: false}}"))[
        "parameters"
    ]
    assert (found["default"], found.get("required", False)) == (False, False)


@pytest.mark.parametrize("required", [True, False])
def test_a_broken_schema_makes_a_gap_of_what_is_required_only(required):
    parameter = f"{{name: a, in: query, required: {str(required).lower()}, schema: {{$ref: '#/gone'}}}}"
    if required:
        assert gap(OPENAPI_31, path(OPENAPI_31, "/x", parameter)) == ("reference-not-found", "/paths/~1x/get/parameters/0/schema")
    else:
        assert operation(OPENAPI_31, path(OPENAPI_31, "/x", parameter))["parameters"][0].get("schema", {}) == {}


# -- bodies ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("schema", "fields", "additional"),
    [
        pytest.param(
            "{type: object, required: [a], properties: {a: {type: string}, b: {}}}", {"a": True, "b": False}, None, id="members"
        ),
        pytest.param(
            "{type: object, properties: {a: {}}, additionalProperties: {type: integer}}",
            {"a": False},
            {"type": "integer"},
            id="free-keys",
        ),
        pytest.param("{type: object, properties: {a: {}}, additionalProperties: true}", {"a": False}, {}, id="any-free-keys"),
        pytest.param("{type: object, properties: {a: {}}, additionalProperties: false}", {"a": False}, None, id="no-free-keys"),
        pytest.param("{allOf: [{properties: {a: {}}}, {required: [a, c]}]}", {"a": True, "c": True}, None, id="allOf"),
        pytest.param("{type: object, additionalProperties: false}", {}, None, id="an-object-without-members"),
    ],
)
def test_an_object_is_taken_apart(version, schema, fields, additional):
    found = body(version, schema)
    assert {field["name"]: field.get("required", False) for field in found["fields"]} == fields
    assert found.get("additional") == additional


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    "schema",
    [
        pytest.param("{type: array, items: {type: string}}", id="a-list"),
        pytest.param("{type: string}", id="a-scalar"),
        pytest.param("{type: object}", id="a-free-form-object"),
        pytest.param("{type: object, additionalProperties: {type: string}}", id="a-map"),
        pytest.param("{}", id="anything"),
        pytest.param("{type: object, properties: {a: {}}, minProperties: 1}", id="a-bound-on-the-number-of-members"),
    ],
)
def test_what_is_no_plain_object_stays_whole(version, schema):
    found = body(version, schema)
    assert found.get("fields") is None
    assert (found["whole"]["in"], found["whole"]["required"], found["whole"].get("schema", {})) == (
        "body",
        True,
        operation(OPENAPI_31, posting(OPENAPI_31, schema))["body"]["whole"].get("schema", {}),
    )


@pytest.mark.parametrize(
    ("version", "schema"),
    [
        pytest.param(OPENAPI_30, "{type: object, nullable: true, properties: {a: {}}}", id="3.0"),
        pytest.param(OPENAPI_31, "{type: [object, 'null'], properties: {a: {}}}", id="3.1"),
        pytest.param(SWAGGER, "{type: object, x-nullable: true, properties: {a: {}}}", id="2.0"),
    ],
)
def test_a_body_that_may_be_null_stays_whole(version, schema):
    assert body(version, schema)["whole"]["schema"]["type"] == ["object", "null"]


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
@pytest.mark.parametrize("union", ["oneOf", "anyOf"])
def test_a_union_stays_whole(version, union):
    assert list(body(version, f"{{{union}: [{{type: object}}, {{type: array}}]}}")["whole"]["schema"]) == [union]


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize("method", ["get", "head", "delete"])
@pytest.mark.parametrize(
    ("schema", "code"),
    [
        pytest.param("{type: object, properties: {a: {type: string}}}", "body-on-method", id="a-body-is-kept"),
        pytest.param("{type: array, items: {type: string}}", "body-on-method", id="so-is-a-list"),
        pytest.param("{type: object}", "body-on-method", id="and-an-object-that-may-have-any-member"),
        pytest.param("{type: object, properties: {}}", "body-dropped", id="an-object-without-members-is-none"),
    ],
)
def test_a_body_where_the_method_gives_it_no_meaning(version, method, schema, code):
    found = derived(version, posting(version, schema).replace("post:", f"{method}:"))
    assert (found.operations[0].body is not None) == (code == "body-on-method")
    assert notes(found) == [("noted", code, f"/paths/~1x/{method}")]
    assert found.notes[0].identity == f"{method.upper()} /x"


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
def test_trace_never_has_a_body(version):
    found = derived(version, posting(version, "{type: object, properties: {a: {}}}").replace("post:", "trace:"))
    assert found.operations[0].body is None
    assert notes(found) == [("noted", "body-dropped", "/paths/~1x/trace")]


@pytest.mark.parametrize(
    ("optional", "emitted"),
    [
        pytest.param("{properties: {a: {$ref: '#/gone'}}}", True, id="an-optional-member"),
        pytest.param("{required: [a], properties: {a: {$ref: '#/gone'}}}", False, id="a-required-member"),
        pytest.param("{properties: {a: {type: array, items: {$ref: '#/gone'}}}}", True, id="an-item"),
        pytest.param("{oneOf: [{type: object}, {$ref: '#/gone'}]}", True, id="one-alternative"),
        pytest.param("{allOf: [{type: object}, {$ref: '#/gone'}]}", False, id="a-branch-of-allOf"),
        pytest.param("{$ref: '#/components/schemas/S'}", False, id="through-a-component"),
    ],
)
@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
def test_a_broken_reference_in_a_body_is_a_gap_where_every_call_needs_it(version, optional, emitted):
    found = derived(version, posting(version, optional, "{S: {allOf: [{$ref: '#/gone'}]}}"))
    assert (len(found.operations), len(found.gaps)) == ((1, 0) if emitted else (0, 1))


def test_another_media_type_is_taken_where_the_first_is_broken():
    content = "application/json: {schema: {$ref: '#/gone'}}, text/plain: {schema: {type: string}}"
    text = f"paths: {{/x: {{post: {{requestBody: {{content: {{{content}}}}}, responses: {{'200': {{description: d}}}}}}}}}}"
    found = operation(OPENAPI_31, text)["body"]
    assert (found["content_type"], [item["media_type"] for item in found["alternatives"]]) == ("text/plain", ["application/json"])


# -- forms and parts ------------------------------------------------------------------------------------------------------------

MEMBERS = (
    "{type: object, properties: {text: {type: string}, list: {type: array, items: {type: string}}, map: {type: object},"
    " maps: {type: array, items: {type: object}}, file: {type: string, format: binary},"
    " files: {type: array, items: {type: string, format: binary}}, spelled: {type: string, format: byte}}}"
)


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
@pytest.mark.parametrize(
    ("name", "style", "explode", "content_type"),
    [
        pytest.param("text", None, False, None, id="a-text-is-a-part"),
        pytest.param("list", None, True, None, id="a-list-is-a-part-for-each-item"),
        pytest.param("map", None, False, "application/json", id="an-object-is-json"),
        pytest.param("maps", None, True, "application/json", id="a-list-of-objects-is-json-each"),
        pytest.param("file", None, False, "application/octet-stream", id="bytes"),
        pytest.param("files", None, True, "application/octet-stream", id="a-list-of-bytes"),
        pytest.param("spelled", None, False, "application/octet-stream", id="bytes-spelled-in-a-text"),
    ],
)
def test_parts_have_the_types_that_the_specification_gives_them(version, name, style, explode, content_type):
    fields = {field["name"]: field for field in body(version, MEMBERS, media_type="multipart/form-data")["fields"]}
    found = fields[name]
    assert (found.get("style"), found.get("explode", False), found.get("content_type")) == (style, explode, content_type)


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
@pytest.mark.parametrize(
    ("name", "style", "explode", "content_type"),
    [
        pytest.param("text", "form", True, None, id="a-text"),
        pytest.param("list", "form", True, None, id="a-list-repeats-the-name"),
        pytest.param("map", None, False, "application/json", id="an-object-is-json"),
        pytest.param("maps", None, True, "application/json", id="a-list-of-objects-is-json-each"),
    ],
)
def test_form_fields_are_sent_as_the_specification_says(version, name, style, explode, content_type):
    fields = {field["name"]: field for field in body(version, MEMBERS, media_type="application/x-www-form-urlencoded")["fields"]}
    found = fields[name]
    assert (found.get("style"), found.get("explode", False), found.get("content_type")) == (style, explode, content_type)


def test_a_part_has_the_type_that_its_schema_names():
    schema = "{type: object, properties: {photo: {contentMediaType: image/png}}}"
    assert body(OPENAPI_31, schema, media_type="multipart/form-data")["fields"][0]["content_type"] == "image/png"


def test_an_encoding_for_no_member_is_noted():
    text = posting(OPENAPI_31, "{type: object, properties: {a: {}}}", media_type="multipart/form-data", more=", encoding: {b: {}}")
    assert [code for _, code, _ in notes(derived(OPENAPI_31, text))] == ["body-encoding"]


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
def test_bytes_are_a_body_of_their_own(version):
    found = body(version, "{type: string, format: binary}", media_type="image/*")
    assert (found["encoding"], found["content_type"], found["whole"]["schema"]) == ("binary", "image/*", BYTES)


def test_required_and_read_only_is_said_once():
    text = posting(OPENAPI_31, "{type: object, required: [a, b], properties: {a: {readOnly: true}, b: {readOnly: true}, c: {}}}")
    (note,) = derived(OPENAPI_31, text).notes
    assert (note.code.value, note.identity) == ("body-read-only", "POST /x")
