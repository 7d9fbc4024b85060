"""Swagger 2.0: parameters, bodies, servers and security schemes. Source: Swagger 2.0 specification, by object."""

import pytest

from support import SWAGGER, derived, gap, notes, operation, plain


def parameters(text: str, more: str = "") -> list[dict]:
    return operation(
        SWAGGER, f"paths: {{'/x': {{get: {{parameters: [{text}], responses: {{'200': {{description: d}}}}}}}}}}\n{more}"
    )["parameters"]


def posted(parameters: str, operation_keys: str = "", document_keys: str = "") -> dict:
    return operation(
        SWAGGER,
        f"{document_keys}\npaths: {{/x: {{post: {{{operation_keys} parameters: [{parameters}], responses: {{'200': {{description: d}}}}}}}}}}",
    ).get("body")


@pytest.mark.parametrize(
    ("text", "style", "explode"),
    [
        pytest.param("in: query, type: string", "form", True, id="a-query-value"),
        pytest.param("in: header, type: string", "simple", False, id="a-header-value"),
        pytest.param("in: query, type: array, items: {type: string}", "form", False, id="a-list-is-joined-by-commas"),
        pytest.param("in: query, type: array, items: {type: string}, collectionFormat: csv", "form", False, id="csv"),
        pytest.param("in: query, type: array, items: {type: string}, collectionFormat: ssv", "spaceDelimited", False, id="ssv"),
        pytest.param("in: query, type: array, items: {type: string}, collectionFormat: tsv", "tabDelimited", False, id="tsv"),
        pytest.param("in: query, type: array, items: {type: string}, collectionFormat: pipes", "pipeDelimited", False, id="pipes"),
        pytest.param("in: query, type: array, items: {type: string}, collectionFormat: multi", "form", True, id="multi-repeats"),
        pytest.param("in: header, type: array, items: {type: string}", "simple", False, id="a-list-in-a-header"),
        pytest.param(
            "in: header, type: array, items: {type: string}, collectionFormat: pipes", "pipeDelimited", False, id="any-place"
        ),
    ],
)
def test_collection_format_is_style_and_explode(text, style, explode):
    (found,) = parameters(f"{{name: a, {text}}}")
    assert (found["style"], found.get("explode", False)) == (style, explode)


def with_format(place, written):
    path = "/x/{a}" if place == "path" else "/x"
    text = f"{{name: a, in: {place}, required: {str(place == 'path').lower()}, type: array, items: {{type: string}}, collectionFormat: {written}}}"
    return f"paths: {{'{path}': {{get: {{parameters: [{text}], responses: {{'200': {{description: d}}}}}}}}}}"


@pytest.mark.parametrize(
    ("place", "written"),
    [
        pytest.param("query", "nonsense", id="that-is-none"),
        pytest.param("header", "nonsense", id="that-is-none-in-a-header"),
        pytest.param("path", "multi", id="that-a-path-does-not-have"),
    ],
)
def test_a_list_in_a_format_that_nobody_can_send_is_a_gap(place, written):
    found = derived(SWAGGER, with_format(place, written))
    assert [gap.code.value for gap in found.gaps] == ["parameter-style"]


def test_lines_of_a_header_are_what_commas_are():
    found = derived(SWAGGER, with_format("header", "multi"))
    assert plain(found.operations[0].parameters[0])["style"] == "simple"
    assert [code for _, code, _ in notes(found)] == ["parameter-style"]


def test_lists_inside_a_list_have_their_own_format():
    (found,) = parameters(
        "{name: a, in: query, type: array, items: {type: array, collectionFormat: pipes, items: {type: integer}}}",
    )
    assert (found["style"], found["item_style"]) == ("form", "pipeDelimited")


def test_headers_that_later_versions_ignore_stay_arguments():
    found = parameters("{name: Authorization, in: header, type: string}, {name: Accept, in: header, type: string}")
    assert [(item["name"], item.get("secret", False)) for item in found] == [("Authorization", True), ("Accept", False)]


def test_the_operation_overrides_the_path_item_by_name_and_place():
    found = operation(
        SWAGGER,
        """
        paths:
          /x:
            parameters: [{name: a, in: query, type: string, required: true}, {name: H, in: header, type: string}]
            get:
              parameters: [{name: a, in: query, type: integer}, {name: h, in: header, type: integer}]
              responses: {'200': {description: d}}
        """,
    )["parameters"]
    assert [(item["name"], item.get("required", False), item["schema"]["type"]) for item in found] == [
        ("a", False, "integer"),
        ("h", False, "integer"),
    ]


# -- bodies ---------------------------------------------------------------------------------------------------------------------

OBJECT = "{in: body, name: b, schema: {type: object, properties: {p: {type: string}}}}"


@pytest.mark.parametrize(
    ("own", "document", "media_type", "alternatives"),
    [
        pytest.param(
            "consumes: [application/xml],", "consumes: [application/json]", "application/xml", [], id="the-operations-own"
        ),
        pytest.param("", "consumes: [application/vnd.x+json]", "application/vnd.x+json", [], id="the-descriptions"),
        pytest.param("", "", "application/json", [], id="none-named-is-taken-for-json"),
        pytest.param("", "consumes: []", "application/json", [], id="an-empty-list-for-all-names-none"),
        pytest.param("", "consumes: [text/xml, application/json]", "application/json", ["text/xml"], id="json-before-others"),
    ],
)
def test_consumes_says_how_a_body_travels(own, document, media_type, alternatives):
    found = posted(OBJECT, own, document)
    assert found["content_type"] == media_type
    assert [item["media_type"] for item in found.get("alternatives", [])] == alternatives


def test_a_body_without_a_media_type_is_an_inference_with_a_note():
    found = derived(SWAGGER, f"paths: {{/x: {{post: {{parameters: [{OBJECT}], responses: {{'200': {{description: d}}}}}}}}}}")
    assert found.operations[0].basis["body"].value == "inferred"
    assert [code for _, code, _ in notes(found)] == ["body-without-media-type"]


CLEARED = "consumes: [application/json]\npaths: {/x: {post: {consumes: [], parameters: [%s], responses: {}}}}"


def test_an_operation_that_clears_consumes_leaves_no_type_for_a_body():
    needed = OBJECT.replace("in: body", "in: body, required: true")
    assert gap(SWAGGER, CLEARED % needed) == ("body-without-media-type", "/paths/~1x/post/consumes")


def test_an_optional_body_without_a_media_type_is_left_out_with_a_note():
    found = derived(SWAGGER, CLEARED % OBJECT)
    assert found.operations[0].body is None
    assert ("narrowed", "body-without-media-type", "/paths/~1x/post/consumes") in notes(found)


@pytest.mark.parametrize(
    ("fields", "own", "document", "media_type", "noted"),
    [
        pytest.param("{in: formData, name: a, type: string}", "", "", "application/x-www-form-urlencoded", None, id="none-named"),
        pytest.param("{in: formData, name: a, type: string}", "", "consumes: [multipart/form-data]", "multipart/form-data", None, id="inherited"),
        pytest.param(
            "{in: formData, name: a, type: string}", "consumes: [],", "consumes: [multipart/form-data]",
            "application/x-www-form-urlencoded", "body-media-type", id="cleared",
        ),
        pytest.param(
            "{in: formData, name: a, type: string}", "", "consumes: [application/json]",
            "application/x-www-form-urlencoded", "body-media-type", id="no-type-for-fields",
        ),
        pytest.param("{in: formData, name: a, type: file}", "", "", "multipart/form-data", None, id="a-file"),
        pytest.param(
            "{in: formData, name: a, type: file}", "consumes: [application/x-www-form-urlencoded],", "",
            "multipart/form-data", "body-media-type", id="a-file-fits-no-urlencoded-body",
        ),
        pytest.param(
            "{in: formData, name: a, type: file}", "consumes: [application/x-www-form-urlencoded, multipart/form-data],", "",
            "multipart/form-data", None, id="a-file-where-both-are-named",
        ),
        pytest.param("{in: formData, name: a, type: array, items: {type: file}}", "", "", "multipart/form-data", None, id="files"),
    ],
)  # fmt: skip
def test_form_fields_follow_consumes(fields, own, document, media_type, noted):
    text = f"{document}\npaths: {{/x: {{post: {{{own} parameters: [{fields}], responses: {{'200': {{description: d}}}}}}}}}}"
    found = derived(SWAGGER, text)
    assert found.operations[0].body.content_type == media_type
    assert [code for _, code, _ in notes(found)] == ([noted] if noted else [])


def test_form_fields_keep_their_own_formats():
    found = posted(
        "{in: formData, name: many, type: array, items: {type: string}, collectionFormat: multi},"
        " {in: formData, name: few, type: array, items: {type: string}},"
        " {in: formData, name: file, type: file, required: true}",
        "consumes: [multipart/form-data],",
    )
    by_name = {field["name"]: field for field in found["fields"]}
    assert (by_name["many"]["style"], by_name["many"]["explode"]) == ("form", True)
    assert (by_name["few"]["style"], by_name["few"].get("explode", False)) == ("form", False)
    assert (by_name["file"]["schema"], by_name["file"]["content_type"]) == (
        {"contentMediaType": "application/octet-stream"},
        "application/octet-stream",
    )
    assert found["required"] is True


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        pytest.param("{in: body, name: b, schema: {}}, {in: formData, name: a, type: string}", "body-and-form", id="body-and-form"),
        pytest.param("{in: body, name: b, schema: {}}, {in: body, name: c, schema: {}}", "body-duplicate", id="two-bodies"),
        pytest.param("{in: cookie, name: c, type: string, required: true}", "parameter-malformed", id="a-place-2.0-does-not-have"),
        pytest.param("{in: query, type: string, required: true}", "parameter-malformed", id="no-name"),
    ],
)
def test_what_no_call_can_be_built_from_is_a_gap(parameters, code):
    text = f"paths: {{/x: {{post: {{consumes: [application/json], parameters: [{parameters}], responses: {{'200': {{description: d}}}}}}}}}}"
    assert gap(SWAGGER, text)[0] == code


def test_a_body_of_the_operation_replaces_that_of_the_path_item():
    found = operation(
        SWAGGER,
        """
        consumes: [application/json]
        paths:
          /x:
            parameters: [{in: formData, name: a, type: string}]
            post:
              parameters: [{in: body, name: b, schema: {type: array, items: {type: string}}}]
              responses: {'200': {description: d}}
        """,
    )["body"]
    assert found["whole"]["schema"]["type"] == "array"


# -- answers, servers, schemes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "document", "media_types"),
    [
        pytest.param("produces: [text/csv],", "produces: [application/json]", ["text/csv"], id="the-operations-own"),
        pytest.param("", "produces: [application/json, text/xml]", ["application/json", "text/xml"], id="the-descriptions"),
        pytest.param("produces: [],", "produces: [application/json]", [None], id="cleared"),
        pytest.param("", "", [None], id="none-named"),
    ],
)
def test_produces_says_what_an_answer_is(own, document, media_types):
    text = f"{document}\npaths: {{/x: {{get: {{{own} responses: {{'200': {{description: d, schema: {{type: object}}}}}}}}}}}}"
    content = operation(SWAGGER, text)["responses"][0]["content"]
    assert [item.get("media_type") for item in content] == media_types


def test_an_answer_that_is_shared_has_the_types_of_each_operation_and_counts_once():
    found = derived(
        SWAGGER,
        """
        responses: {R: {description: d, x-more: 1, schema: {type: string}, examples: {text/plain: a}}}
        paths:
          /a: {get: {produces: [text/plain], responses: {'200': {$ref: '#/responses/R'}}}}
          /b: {get: {produces: [text/csv], responses: {'200': {$ref: '#/responses/R'}}}}
        """,
    )
    assert [item.responses[0].content[0].media_type for item in found.operations] == ["text/plain", "text/csv"]
    assert dict(found.not_carried) == {"examples": 1, "x-": 1}


@pytest.mark.parametrize(
    ("text", "urls", "asked"),
    [
        pytest.param("host: h.example\nschemes: [https]", ["https://h.example"], False, id="host-and-scheme"),
        pytest.param("host: h.example\nbasePath: /v1\nschemes: [https]", ["https://h.example/v1"], False, id="with-a-base-path"),
        pytest.param("host: h.example\nbasePath: v1/\nschemes: [https]", ["https://h.example/v1"], False, id="slashes-are-mended"),
        pytest.param(
            "host: h.example\nschemes: [http, HTTPS]", ["http://h.example", "https://h.example"], False, id="several-schemes"
        ),
        pytest.param("host: h.example\nbasePath: /v1", ["//h.example/v1"], True, id="no-scheme"),
        pytest.param("basePath: /v1", ["/v1"], True, id="no-host"),
        pytest.param("schemes: [https]", ["/"], True, id="nothing"),
        pytest.param("host: 'u:secret@h.example'\nschemes: [https]", ["https://h.example"], False, id="a-password-is-not-kept"),
    ],
)
def test_servers_come_of_host_base_path_and_schemes(text, urls, asked):
    found = derived(SWAGGER, f"{text}\npaths: {{}}").servers
    assert [server.url for server in found] == urls
    assert {server.operator_supplied for server in found} == {asked}


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        pytest.param("{type: basic}", {"id": "basic", "kind": "http_basic"}, id="basic"),
        pytest.param(
            "{type: apiKey, in: header, name: X-Key}",
            {"id": "key_header_x_key", "kind": "api_key", "placement": {"location": "header", "name": "X-Key"}},
            id="a-key",
        ),
        pytest.param(
            "{type: oauth2, flow: accessCode, authorizationUrl: 'https://a.example', tokenUrl: 'https://t.example', scopes: {r: read}}",
            {
                "id": "oauth2",
                "kind": "oauth2",
                "flows": [
                    {
                        "kind": "authorizationCode",
                        "authorization_url": "https://a.example",
                        "token_url": "https://t.example",
                        "scopes": [{"name": "r", "description": "read"}],
                    }
                ],
            },
            id="oauth2",
        ),
        pytest.param("{type: apiKey, in: cookie, name: s}", {"id": "unknown", "kind": "unknown"}, id="a-key-where-2.0-has-none"),
        pytest.param("{type: magic}", {"id": "unknown", "kind": "unknown"}, id="a-type-nobody-knows"),
    ],
)
def test_security_definitions(scheme, expected):
    (found,) = derived(SWAGGER, f"securityDefinitions: {{k: {scheme}}}\npaths: {{}}").auth
    shown = {key: value for key, value in plain(found).items() if value is not None}
    if "placement" in shown:
        shown["placement"] = {
            "location": shown["placement"].get("in") or shown["placement"]["location"],
            "name": shown["placement"]["name"],
        }
    assert shown == {**expected, "vendor_key": "k"}
