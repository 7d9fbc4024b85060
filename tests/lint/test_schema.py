"""First reader: each failure of the OpenAPI schema becomes one sentence at the node that has to change."""

import pytest

from connectors.problems import Code
from lint_support import OPENAPI_30, OPENAPI_31, OPENAPI_32, SWAGGER, by_schema, said

GET = "/paths/~1a/get"


def operation(body: str) -> str:
    lines = "\n".join(f"      {line}" for line in body.strip("\n").splitlines())
    return f"paths:\n  /a:\n    get:\n{lines}\n"


OK = "responses: {'200': {description: Fine}}\n"


@pytest.mark.parametrize("version", [SWAGGER, OPENAPI_30, OPENAPI_31, OPENAPI_32])
def test_a_description_that_conforms_has_no_finding(version: str) -> None:
    assert by_schema(version, operation(OK)) == []


@pytest.mark.parametrize(
    ("version", "body", "code", "pointer", "message", "remedy"),
    [
        pytest.param(
            OPENAPI_30,
            operation(OK + "sumary: Get a thing"),
            Code.FIELD_UNKNOWN,
            f"{GET}/sumary",
            "`sumary` is no field of an Operation Object",
            "write `summary`",
            id="a-misspelled-field",
        ),
        pytest.param(
            OPENAPI_31,
            operation(OK + "sumary: Get a thing"),
            Code.FIELD_UNKNOWN,
            f"{GET}/sumary",
            "`sumary` is no field of an Operation Object",
            "write `summary`",
            id="a-misspelled-field-of-3.1",
        ),
        pytest.param(
            OPENAPI_30,
            operation(OK + "vendor: 1"),
            Code.FIELD_UNKNOWN,
            f"{GET}/vendor",
            "`vendor` is no field of an Operation Object",
            "remove it, or call it `x-vendor`",
            id="an-extension-without-its-prefix",
        ),
        pytest.param(
            OPENAPI_30,
            operation(OK + "parameters: [{name: n, in: query, schema: {type: string}, type: string}]"),
            Code.FIELD_UNKNOWN,
            f"{GET}/parameters/0/type",
            "`type` is no field of a Parameter Object, but of its Schema Object",
            "move `type` into `schema`",
            id="a-type-where-swagger-had-it",
        ),
        pytest.param(
            OPENAPI_30,
            operation(OK + "parameters: [{name: n, in: query}]"),
            Code.PARAMETER_MALFORMED,
            f"{GET}/parameters/0",
            "expected `schema` or `content` in a Parameter Object, found neither",
            "add `schema` or `content`",
            id="one-of-two-members-is-needed",
        ),
        pytest.param(
            OPENAPI_30,
            operation(OK + "parameters: [{name: n, in: path, schema: {type: string}}]"),
            Code.PARAMETER_MALFORMED,
            f"{GET}/parameters/0",
            "expected `required` in a Parameter Object, found none",
            "add `required`",
            id="the-branch-that-in-names",
        ),
        pytest.param(
            SWAGGER,
            operation(OK + "parameters: [{name: n, in: query, type: int}]"),
            Code.PARAMETER_MALFORMED,
            f"{GET}/parameters/0/type",
            "expected one of `string`, `number`, `boolean`, `integer`, `array`, found `int`",
            "write `integer`",
            id="the-branch-that-in-names-in-swagger",
        ),
        pytest.param(
            OPENAPI_30,
            operation("responses: {'200': {description: Fine, content: {a/b: {schema: {properties: {q: {type: int}}}}}}}"),
            Code.SCHEMA_MALFORMED,
            f"{GET}/responses/200/content/a~1b/schema/properties/q/type",
            "expected one of `array`, `boolean`, `integer`, `number`, `object`, `string`, found `int`",
            "write `integer`",
            id="a-type-deep-inside-two-alternatives",
        ),
        pytest.param(
            OPENAPI_31,
            operation("responses: {'200': {description: Fine, content: {a/b: {schema: {properties: {q: {type: int}}}}}}}"),
            Code.SCHEMA_MALFORMED,
            f"{GET}/responses/200/content/a~1b/schema/properties/q/type",
            "expected one of `array`, `boolean`, `integer`, `null`, `number`, `object`, `string`, found `int`",
            "write `integer`",
            id="a-type-that-the-dialect-of-3.1-refuses",
        ),
        pytest.param(
            OPENAPI_30,
            operation("responses: {'200': {}}"),
            Code.FIELD_MISSING,
            f"{GET}/responses/200",
            "expected `description` in a Response Object, found none",
            "add `description`",
            id="a-required-field-and-not-a-reference",
        ),
        pytest.param(
            OPENAPI_30,
            operation("summary: No answers"),
            Code.RESPONSES_MISSING,
            GET,
            "expected `responses` in an Operation Object, found none",
            "add `responses`",
            id="the-code-that-gen-gives-it",
        ),
        pytest.param(
            OPENAPI_30,
            operation(OK + "tags: [[pets]]"),
            Code.FIELD_TYPE,
            f"{GET}/tags/0",
            "expected `string` in an Operation Object, found an array",
            "write it as `string`",
            id="another-type",
        ),
        pytest.param(
            OPENAPI_30,
            "components: {securitySchemes: {key: {name: X, in: header}}}",
            Code.SCHEME_MALFORMED,
            "/components/securitySchemes/key",
            "expected `type` in a Security Scheme Object, found none",
            "add `type`",
            id="without-what-says-which-alternative-it-is-nothing-else-is-said",
        ),
        pytest.param(
            OPENAPI_30,
            "components: {parameters: {p: {description: Neither a parameter nor a reference}}}",
            Code.PARAMETER_MALFORMED,
            "/components/parameters/p",
            "expected `in` in a Parameter Object, found none",
            "add `in`",
            id="a-reference-is-never-what-was-meant-where-there-is-none",
        ),
        pytest.param(
            OPENAPI_30,
            "components: {parameters: {p: {name: n, in: query, schema: {}, example: 1, examples: {}}}}",
            Code.PARAMETER_MALFORMED,
            "/components/parameters/p",
            "`example` and `examples` exclude each other in a Parameter Object",
            "remove one of them",
            id="members-that-exclude-each-other",
        ),
        pytest.param(
            OPENAPI_30,
            operation(OK + "parameters: [&p {name: n, in: query, schema: {}}, *p]"),
            Code.PARAMETER_DUPLICATE,
            f"{GET}/parameters/1",
            "expected every item of a list in an Operation Object once, found one twice",
            "remove one",
            id="the-second-of-two-equal-parameters",
        ),
        pytest.param(
            OPENAPI_30,
            "servers: [{url: 'https://{x}.example', variables: {x: {}}}]",
            Code.SERVER_MALFORMED,
            "/servers/0/variables/x",
            "expected `default` in a Server Variable Object, found none",
            "add `default`",
            id="a-variable-without-default",
        ),
        pytest.param(
            SWAGGER,
            "host: https://api.example",
            Code.FIELD_VALUE,
            "/host",
            r"expected a text that matches `^[^{}/ :\\]+(?::\d+)?$`, found `https://api.example`",
            "correct it",
            id="a-pattern",
        ),
        pytest.param(
            OPENAPI_31,
            "components: {schemas: {'a b': {}}}",
            Code.FIELD_VALUE,
            "/components/schemas/a b",
            "expected a key that matches `^[a-zA-Z0-9._-]+$`, found `a b`",
            "rename it, and what refers to it",
            id="the-name-of-a-component",
        ),
    ],
)
def test_a_failure_is_one_sentence_at_the_node_that_has_to_change(
    version: str, body: str, code: Code, pointer: str, message: str, remedy: str
) -> None:
    findings = by_schema(version, body)
    assert [(each.code, each.at.pointer, each.message, each.remedy) for each in findings] == [(code, pointer, message, remedy)]


def test_two_members_that_lack_are_two_findings() -> None:
    assert said(by_schema(OPENAPI_30, "components: {responses: {r: {}}, parameters: {p: {in: query, schema: {}}}}")) == [
        ("field-missing", "/components/responses/r"),
        ("parameter-malformed", "/components/parameters/p"),
    ]


def test_all_faults_inside_one_alternative_are_said() -> None:
    body = "components: {schemas: {s: {properties: {a: {type: int}, b: {type: str}, c: {type: string}}}}}"
    assert said(by_schema(OPENAPI_30, body)) == [
        ("schema-malformed", "/components/schemas/s/properties/a/type"),
        ("schema-malformed", "/components/schemas/s/properties/b/type"),
    ]


def test_a_dialect_of_its_own_is_not_held_against_that_of_openapi() -> None:
    body = "components: {schemas: {s: {type: int}}}"
    assert said(by_schema(OPENAPI_31, body)) == [("schema-malformed", "/components/schemas/s/type")]
    assert by_schema(f"{OPENAPI_31}\njsonSchemaDialect: https://vendor.example/dialect", body) == []


def test_a_key_that_looks_like_a_number_keeps_its_spelling() -> None:
    (finding,) = by_schema(OPENAPI_30, "components: {schemas: {'007': {properties: {'10': {type: int}}}}}")
    assert finding.at.pointer == "/components/schemas/007/properties/10/type"


def test_a_long_value_is_cut() -> None:
    (finding,) = by_schema(OPENAPI_30, f"components: {{schemas: {{s: {{type: {'x' * 500}}}}}}}")
    assert len(finding.message) < 160
    assert finding.message.endswith("…`")
