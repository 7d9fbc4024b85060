"""OpenAPI 3.0, 3.1 and 3.2: parameters, bodies, answers, security schemes, events. Source: the specifications, by object."""

import pytest

from support import OPENAPI_30, OPENAPI_31, OPENAPI_32, derived, gap, notes, operation, plain, posting

VERSIONS = [OPENAPI_30, OPENAPI_31, OPENAPI_32]


def getting(parameters: str, more: str = "") -> str:
    return f"paths: {{/x: {{get: {{parameters: [{parameters}], responses: {{'200': {{description: d}}}}}}}}}}\n{more}"


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("text", "style", "explode"),
    [
        pytest.param("in: query", "form", True, id="query-is-form-and-explodes"),
        pytest.param("in: cookie", "form", True, id="cookie-is-form-and-explodes"),
        pytest.param("in: header", "simple", False, id="header-is-simple"),
        pytest.param("in: query, explode: false", "form", False, id="explode-as-written"),
        pytest.param("in: query, style: pipeDelimited", "pipeDelimited", False, id="other-styles-do-not-explode"),
        pytest.param("in: query, style: deepObject, explode: true", "deepObject", True, id="deep-object"),
    ],
)
def test_style_and_explode_are_the_specifications_defaults_or_as_written(version, text, style, explode):
    (found,) = operation(version, getting(f"{{name: a, {text}, schema: {{type: array, items: {{type: string}}}}}}"))["parameters"]
    assert (found["style"], found.get("explode", False)) == (style, explode)


def test_a_style_that_is_none_becomes_the_default_with_a_note():
    found = derived(OPENAPI_30, getting("{name: a, in: query, style: tabDelimited, schema: {type: string}}"))
    assert found.operations[0].parameters[0].style.value == "form"
    assert [code for _, code, _ in notes(found)] == ["parameter-style"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", ["Accept", "content-type", "AUTHORIZATION"])
def test_three_headers_are_ignored_with_a_note(version, name):
    found = derived(version, getting(f"{{name: {name}, in: header, required: true, schema: {{type: string}}}}"))
    assert found.operations[0].parameters == ()
    assert notes(found) == [("noted", "parameter-ignored", "/paths/~1x/get/parameters/0")]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("place", ["body", "formData"])
def test_bodies_are_no_parameters_any_more(version, place):
    required = f"{{name: b, in: {place}, required: true, schema: {{type: string}}}}"
    assert gap(version, getting(required)) == ("parameter-malformed", "/paths/~1x/get/parameters/0")
    found = derived(version, getting(f"{{name: b, in: {place}, schema: {{type: string}}}}"))
    assert found.operations[0].parameters == ()
    assert notes(found) == [("narrowed", "parameter-malformed", "/paths/~1x/get/parameters/0")]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("text", "content_type", "type_", "noted"),
    [
        pytest.param("content: {application/json: {schema: {type: object}}}", "application/json", "object", None, id="content"),
        pytest.param(
            "schema: {type: string}, content: {application/json: {schema: {type: object}}}", None, "string", "noted", id="both"
        ),
        pytest.param(
            "content: {text/plain: {schema: {type: string}}, application/json: {schema: {type: object}}}",
            "application/json", "object", "narrowed", id="several-types",
        ),
        pytest.param("content: {b/b: {schema: {type: string}}, a/a: {schema: {type: integer}}}", "a/a", "integer", "narrowed", id="by-name"),
        pytest.param("description: D", None, None, "narrowed", id="neither"),
        pytest.param("content: {}", None, None, "narrowed", id="content-that-names-no-type"),
    ],
)  # fmt: skip
def test_a_parameter_has_a_schema_or_content_of_one_type(version, text, content_type, type_, noted):
    found = derived(version, getting(f"{{name: a, in: query, {text}}}"))
    parameter = plain(found.operations[0].parameters[0])
    assert (parameter.get("content_type"), parameter.get("schema", {}).get("type")) == (content_type, type_)
    assert [(severity, code) for severity, code, _ in notes(found)] == ([(noted, "parameter-malformed")] if noted else [])


@pytest.mark.parametrize(
    ("version", "description"), [(OPENAPI_30, "Behind."), (OPENAPI_31, "Beside.")], ids=["3.0-ignores-it", "3.1-takes-it"]
)
def test_a_description_beside_a_reference(version, description):
    found = operation(
        version,
        """
        paths:
          /x:
            post:
              parameters: [{$ref: '#/components/parameters/P', description: Beside., name: other, required: true}]
              requestBody: {$ref: '#/components/requestBodies/B', description: Beside.}
              responses: {'200': {$ref: '#/components/responses/R', description: Beside.}}
        components:
          parameters: {P: {name: p, in: query, description: Behind., schema: {type: string}}}
          requestBodies: {B: {description: Behind., content: {text/plain: {schema: {type: string}}}}}
          responses: {R: {description: Behind.}}
        """,
    )
    assert found["parameters"][0]["description"] == description
    assert (found["parameters"][0]["name"], found["parameters"][0].get("required", False)) == ("p", False)
    assert found["body"]["description"] == description
    assert found["responses"][0]["description"] == description


# -- path items and operations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
def test_a_path_item_beside_a_reference_joins_what_is_behind_it(version):
    found = derived(
        version,
        """
        paths:
          /x:
            $ref: '#/x-kept'
            summary: beside
            get: {operationId: beside, responses: {'200': {description: d}}}
        x-kept:
          parameters: [{name: p, in: query, schema: {type: string}}]
          get: {operationId: behind, responses: {'200': {description: d}}}
          put: {operationId: put, responses: {'200': {description: d}}}
        """,
    )
    assert [item.source_operation_id for item in found.operations] == ["beside", "put"]
    assert all([parameter.name for parameter in item.parameters] == ["p"] for item in found.operations)
    assert notes(found) == [("noted", "reference-siblings", "/paths/~1x")]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param("", [], id="nothing-behind-the-path"),
        pytest.param("{}", [], id="an-empty-path-item"),
        pytest.param("[a]", [("narrowed", "malformed-node")], id="a-list"),
        pytest.param("{GET: {responses: {}}}", [("narrowed", "unknown-path-item-key")], id="a-method-in-capitals"),
        pytest.param("{$ref: '#/x-gone'}", [("narrowed", "reference-not-found")], id="a-reference-that-leads-nowhere"),
    ],
)
def test_path_items_without_operations(version, item, expected):
    found = derived(version, f"paths: {{/x: {item}}}")
    assert (found.operations, found.gaps) == ((), ())
    assert [(severity, code) for severity, code, _ in notes(found)] == expected


@pytest.mark.parametrize(
    ("version", "methods"),
    [
        pytest.param(OPENAPI_31, ["GET", "TRACE"], id="3.1"),
        pytest.param(OPENAPI_32, ["GET", "PURGE", "QUERY", "TRACE"], id="3.2-has-query-and-additional-operations"),
    ],
)
def test_methods_of_each_version(version, methods):
    keys = "get: {responses: {}}, trace: {responses: {}}, query: {responses: {}}, additionalOperations: {PURGE: {responses: {}}}"
    found = derived(version, f"paths: {{/x: {{{keys}}}}}")
    assert sorted(item.method for item in found.operations) == methods


def test_the_whole_query_string_may_be_one_parameter_in_32():
    text = getting("{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object}}}}")
    (found,) = operation(OPENAPI_32, text)["parameters"]
    assert (found["in"], found["content_type"]) == ("querystring", "application/x-www-form-urlencoded")


# -- bodies ---------------------------------------------------------------------------------------------------------------------

ENCODED = ", encoding: {a: {contentType: text/csv, style: pipeDelimited, explode: false, headers: {H: {schema: {type: string}}}}}"
LIST = "{type: object, properties: {a: {type: array, items: {type: string}}}}"


@pytest.mark.parametrize(
    ("version", "media_type", "style", "content_type", "headers", "noted"),
    [
        pytest.param(
            OPENAPI_30, "application/x-www-form-urlencoded", "pipeDelimited", None, 0, 1, id="3.0-form-has-a-style-and-no-headers"
        ),
        pytest.param(OPENAPI_30, "multipart/form-data", None, "text/csv", 1, 1, id="3.0-multipart-has-no-style"),
        pytest.param(OPENAPI_31, "application/x-www-form-urlencoded", "pipeDelimited", None, 0, 1, id="3.1-form-is-the-same"),
        pytest.param(OPENAPI_31, "multipart/form-data", "pipeDelimited", "text/csv", 1, 0, id="3.1-multipart-form-data-has-both"),
        pytest.param(OPENAPI_31, "multipart/mixed", None, "text/csv", 1, 1, id="3.1-other-multipart-has-no-style"),
    ],
)
def test_what_an_encoding_object_means_depends_on_version_and_media_type(version, media_type, style, content_type, headers, noted):
    found = derived(version, posting(version, LIST, media_type=media_type, more=ENCODED))
    field = plain(found.operations[0].body.fields[0])
    assert (field.get("style"), field.get("content_type"), len(field.get("headers", []))) == (style, content_type, headers)
    assert [code for _, code, _ in notes(found)] == ["body-encoding"] * noted


@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param("{required: true, content: {}}", "body-without-media-type", id="required-and-no-media-type"),
        pytest.param("[a]", "malformed-node", id="no-object"),
    ],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_body_that_can_not_be_built_is_a_gap(version, body, code):
    assert gap(version, f"paths: {{/x: {{post: {{requestBody: {body}, responses: {{}}}}}}}}")[0] == code


def test_what_is_shared_by_reference_counts_once():
    found = derived(
        OPENAPI_30,
        """
        paths:
          /a: {post: {requestBody: {$ref: '#/components/requestBodies/B'}, responses: {'200': {$ref: '#/components/responses/R'}}}}
          /b: {post: {requestBody: {$ref: '#/components/requestBodies/B'}, responses: {'200': {$ref: '#/components/responses/R'}}}}
        components:
          requestBodies: {B: {x-b: 1, content: {text/plain: {schema: {type: string}, example: a}}}}
          responses: {R: {description: d, x-r: 1, links: {L: {}, M: {}}, content: {text/plain: {examples: {a: {}, b: {}}}}}}
        """,
    )
    assert dict(found.not_carried) == {"examples": 3, "links": 2, "x-": 2}


# -- security schemes, events ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "id_", "kind"),
    [
        pytest.param("{type: http, scheme: Bearer}", "bearer", "http_bearer", id="scheme-names-ignore-case"),
        pytest.param("{type: http, scheme: basic}", "basic", "http_basic", id="basic"),
        pytest.param("{type: http, scheme: Digest}", "http_digest", "http_other", id="any-other-http-scheme"),
        pytest.param("{type: apiKey, in: cookie, name: sid}", "key_cookie_sid", "api_key", id="a-cookie"),
        pytest.param("{type: openIdConnect, openIdConnectUrl: 'https://a.example'}", "openid", "openid_connect", id="openid"),
        pytest.param("{type: mutualTLS}", "mtls", "mutual_tls", id="mutual-tls"),
        pytest.param("{type: apiKey, in: body, name: k}", "unknown", "unknown", id="a-key-in-no-place"),
        pytest.param("{type: http}", "unknown", "unknown", id="http-without-a-scheme"),
        pytest.param("{$ref: '#/components/securitySchemes/gone'}", "unknown", "unknown", id="a-reference-that-leads-nowhere"),
        pytest.param("[a]", "unknown", "unknown", id="no-object"),
    ],
)
def test_security_schemes(scheme, id_, kind):
    (found,) = derived(OPENAPI_31, f"components: {{securitySchemes: {{k: {scheme}}}}}\npaths: {{}}").auth
    assert (found.id, found.kind.value, found.vendor_key) == (id_, kind, "k")


def test_every_flow_is_kept_and_no_password_in_its_addresses():
    flows = (
        "{implicit: {authorizationUrl: 'https://u:p@a.example', scopes: {r: read}}, clientCredentials: {tokenUrl: 'https://t.example',"
        " scopes: {}}, deviceAuthorization: {deviceAuthorizationUrl: 'https://d.example', scopes: {}}, made: {}}"
    )
    found = derived(OPENAPI_32, f"components: {{securitySchemes: {{k: {{type: oauth2, flows: {flows}}}}}}}\npaths: {{}}")
    assert [flow.kind for flow in found.auth[0].flows] == ["implicit", "clientCredentials", "deviceAuthorization"]
    assert found.auth[0].flows[0].authorization_url == "https://a.example"
    assert [(severity, code) for severity, code, _ in notes(found)] == [("narrowed", "scheme-malformed")]


def test_webhooks_and_callbacks_are_events():
    found = derived(
        OPENAPI_31,
        """
        paths:
          /x:
            post:
              callbacks: {onMove: {'{$request.body#/url}': {post: {responses: {}}}}}
              responses: {}
        webhooks: {moved: {post: {summary: S, responses: {}}}, x-not: 1}
        """,
    )
    assert [(event.kind.value, event.name, event.method, event.operation) for event in found.events] == [
        ("callback", "onMove", "POST", "POST /x"),
        ("webhook", "moved", "POST", None),
    ]
