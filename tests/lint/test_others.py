"""The second readers: what each of their rules becomes, and where; and their false alarms, each beside a true fault of the same kind."""

import re

import pytest

from connectors.lint.gather import named
from connectors.lint.known import alarms
from connectors.problems import Severity
from lint_support import OPENAPI_30, OPENAPI_31, OPENAPI_32, SWAGGER, by_others, said

FINE = "responses: {'200': {description: Fine}}"
Q = "{name: q, in: query, schema: {}}"


@pytest.mark.parametrize(
    ("version", "body", "code", "pointer"),
    [
        pytest.param(
            OPENAPI_30,
            f"paths: {{/a: {{get: {{operationId: x, {FINE}}}}}, /b: {{get: {{operationId: x, {FINE}}}}}}}",
            "duplicate-operation-id",
            "/paths/~1b/get",
            id="two-operations-of-one-name",
        ),
        pytest.param(
            OPENAPI_30,
            f"paths: {{'/a/{{id}}': {{get: {{{FINE}}}}}}}",
            "placeholder-undeclared",
            "/paths/~1a~1{id}/get",
            id="a-placeholder-without-parameter",
        ),
        pytest.param(
            OPENAPI_30,
            f"paths: {{/a: {{get: {{parameters: [{Q}, {{name: id, in: path, required: true, schema: {{}}}}], {FINE}}}}}}}",
            "parameter-without-placeholder",
            "/paths/~1a/get/parameters/1",
            id="a-path-parameter-without-placeholder",
        ),
        pytest.param(
            OPENAPI_30,
            f"paths: {{/a: {{parameters: [{{name: id, in: path, required: true, schema: {{}}}}], get: {{{FINE}}}}}}}",
            "parameter-without-placeholder",
            "/paths/~1a/parameters/0",
            id="one-of-the-path-item",
        ),
        pytest.param(
            OPENAPI_30,
            f"paths: {{/a: {{get: {{parameters: [{Q}, {{name: q, in: query, schema: {{type: string}}}}], {FINE}}}}}}}",
            "parameter-duplicate",
            "/paths/~1a/get/parameters/1",
            id="a-parameter-that-stands-twice",
        ),
        pytest.param(
            OPENAPI_30,
            f"paths: {{/a: {{get: {{parameters: [{{$ref: '#/components/parameters/q'}}, {{$ref: '#/components/parameters/q'}}], {FINE}}}}}}}\n"
            "components: {parameters: {q: {name: q, in: query, schema: {}}}}",
            "parameter-duplicate",
            "/paths/~1a/get/parameters/1",
            id="one-that-is-referred-to-twice",
        ),
        pytest.param(
            OPENAPI_30,
            "components: {schemas: {s: {type: object, properties: {n: {type: integer, default: ten}}}}}",
            "default-unfit",
            "/components/schemas/s/properties/n/default",
            id="a-default-that-does-not-fit",
        ),
        pytest.param(
            OPENAPI_30,
            "components: {schemas: {s: {allOf: [{properties: {a: {}}}], required: [a, b]}}}",
            "required-undefined",
            "/components/schemas/s/required",
            id="a-required-member-that-nobody-describes",
        ),
        pytest.param(
            OPENAPI_31, "tags: [{name: a}, {name: b}, {name: a}]", "tag-duplicate", "/tags/2", id="a-tag-that-stands-twice"
        ),
        pytest.param(OPENAPI_32, "tags: [{name: a, parent: b}]", "tag-parent", "/tags", id="a-tag-below-none"),
        pytest.param(
            OPENAPI_30,
            "components: {schemas: {s: {$ref: '#/components/schemas/gone'}}}",
            "reference-not-found",
            "/components/schemas/s/$ref",
            id="a-reference-that-no-operation-reaches",
        ),
        pytest.param(
            OPENAPI_30,
            "components: {schemas: {s: {$ref: 'gone.yaml'}}}",
            "reference-not-found",
            "/components/schemas/s/$ref",
            id="a-file-that-is-not-there",
        ),
    ],
)
def test_a_rule_of_theirs_has_our_code_and_a_place(version: str, body: str, code: str, pointer: str) -> None:
    findings, refuted = by_others(version, body)
    assert said(each for each in findings if each.code != "reader-gave-up") == [(code, pointer)]
    assert refuted == []


def test_a_fault_behind_a_reference_is_at_the_node_itself_once() -> None:
    use = "content: {a/b: {schema: {$ref: '#/components/schemas/s'}}}"
    body = (
        f"paths: {{/a: {{get: {{responses: {{'200': {{description: A, {use}}}, '201': {{description: B, {use}}}}}}}}}}}\n"
        "components: {schemas: {s: {type: integer, default: ten}}}"
    )
    assert said(by_others(OPENAPI_30, body)[0]) == [("default-unfit", "/components/schemas/s/default")]


def test_a_schema_that_is_none_is_named_where_it_stands() -> None:
    body = (
        "paths: {/a: {get: {responses: {'200': {description: A, content: {a/b: {schema: {$ref: '#/components/schemas/s'}}}}}}}}\n"
        "components: {schemas: {s: 5}}"
    )
    # Once from the answer, once from the component: merging makes one of them.
    assert set(said(by_others(OPENAPI_30, body)[0])) == {("schema-malformed", "/components/schemas/s")}


def test_a_fault_in_another_file_is_in_that_file() -> None:
    body = f"paths: {{/a: {{get: {{parameters: [{{$ref: 'parts/p%20q.yaml#/q'}}], {FINE}}}}}}}\n"
    findings, _ = by_others(OPENAPI_30, body, {"parts/p q.yaml": "q: {name: q, in: query, schema: {type: integer, default: ten}}"})
    assert [(each.at.file, each.at.pointer) for each in findings if each.code == "default-unfit"] == [
        ("parts/p q.yaml", "/q/schema/default")
    ]


def test_what_they_fail_at_costs_that_part_alone() -> None:
    body = (
        "paths:\n"
        "  /lost: {get: {responses: {'200': {description: A, content: {a/b: {schema: {$ref: '#/components/schemas/gone'}}}}}}}\n"
        f"  /a: {{get: {{operationId: x, {FINE}}}}}\n"
        f"  /b: {{get: {{operationId: x, {FINE}}}}}\n"
    )
    assert said(by_others(OPENAPI_30, body)[0]) == [
        ("duplicate-operation-id", "/paths/~1b/get"),
        ("reader-gave-up", "/paths/~1lost"),
        ("reference-not-found", "/paths/~1lost/get/responses/200/content/a~1b/schema/$ref"),
    ]


def test_a_key_with_a_number_sign_is_one_key() -> None:
    """The library that openapi-spec-validator walks with takes `#` for a separator."""
    body = f"paths: {{'/a#b': {{get: {{operationId: x, {FINE}}}}}, '/b#c': {{get: {{operationId: x, {FINE}}}}}}}"
    assert said(by_others(OPENAPI_30, body)[0]) == [("duplicate-operation-id", "/paths/~1b#c/get")]


def test_a_default_weighs_less_where_fitting_is_only_recommended() -> None:
    body = "components: {schemas: {s: {type: integer, default: ten}}}"
    assert [each.severity for each in by_others(OPENAPI_31, body)[0]] == [Severity.NOTE]
    assert [each.severity for each in by_others(OPENAPI_30, body)[0]] == [None]


@pytest.mark.parametrize(
    ("base", "reference", "name"),
    [
        ("", "#/a", ""),
        ("parts/p.yaml", "#/a", "parts/p.yaml"),
        ("", "parts/p%20q.yaml#/a", "parts/p q.yaml"),
        ("parts/p.yaml", "q.yaml", "parts/q.yaml"),
        ("parts/p.yaml", "../openapi.yaml#/a", ""),
        ("parts/p.yaml", "../../q.yaml", "../q.yaml"),
        ("", "https://vendor.example/q.yaml", None),
        ("", "//vendor.example/q.yaml", None),
        ("", "/etc/hostname", None),
        ("", "%2Fetc/hostname", None),
        ("", "file:///etc/hostname", None),
        ("", "a\\b.yaml", None),
        ("", "a%00.yaml", None),
        ("", "http://[", None),
    ],
)
def test_which_document_a_reference_names(base: str, reference: str, name: str | None) -> None:
    assert named(base, reference, "openapi.yaml") == name


# -- false alarms ---------------------------------------------------------------------------------------------------------------

ANSWER = "paths: {{/a: {{get: {{responses: {{'200': {{description: A, schema: {0}}}}}}}}}}}"

ALARMS = {
    "spec-validator-file": (
        SWAGGER,
        ANSWER.format("{type: file}"),
        ANSWER.format("{type: object, properties: {a: {type: file}}}"),
        "schema-malformed",
    ),
    "spec-validator-enum": (
        OPENAPI_30,
        "components: {schemas: {s: {enum: [a, a]}}}",
        "components: {schemas: {s: {required: [a, a]}}}",
        "schema-malformed",
    ),
    "spec-validator-format": (
        OPENAPI_31,
        "components: {schemas: {s: {type: string, format: uuid, default: x}}}",
        "components: {schemas: {s: {type: string, maxLength: 3, default: xxxx}}}",
        "default-unfit",
    ),
    "spec-validator-required": (
        OPENAPI_30,
        "components: {schemas: {s: {allOf: [{}], oneOf: [{$ref: '#/components/schemas/t'}], required: [a]}, t: {properties: {a: {}}}}}",
        "components: {schemas: {s: {allOf: [{}], oneOf: [{$ref: '#/components/schemas/t'}], required: [b]}, t: {properties: {a: {}}}}}",
        "required-undefined",
    ),
    "prance-data": (
        OPENAPI_30,
        "components: {schemas: {s: {properties: {example: {}}, example: {$ref: '#/gone'}}}}",
        "components: {schemas: {s: {properties: {example: {$ref: '#/gone'}}}}}",
        "reference-not-found",
    ),
    "prance-member": (
        OPENAPI_30,
        "components: {schemas: {s: {properties: {$ref: {type: string}}}}}",
        "components: {schemas: {s: {not: {$ref: {type: string}}}}}",
        "reference-malformed",
    ),
    "prance-escaped": (
        OPENAPI_30,
        "components: {schemas: {'a-b': {}, s: {$ref: '#/components/schemas/a%2Db'}}}",
        "components: {schemas: {'a-b': {}, s: {$ref: '#/components/schemas/a%2Dc'}}}",
        "reference-not-found",
    ),
    "prance-anchor": (
        OPENAPI_31,
        "components: {schemas: {a: {$anchor: here}, s: {$ref: '#here'}}}",
        "components: {schemas: {a: {$anchor: here}, s: {$ref: '#there'}}}",
        "reference-not-found",
    ),
}


@pytest.mark.parametrize("alarm", ALARMS)
def test_a_false_alarm_is_refuted(alarm: str) -> None:
    version, false, _, code = ALARMS[alarm]
    findings, refuted = by_others(version, false)
    assert refuted == [alarm]
    assert code not in {each.code for each in findings}


@pytest.mark.parametrize("alarm", ALARMS)
def test_a_true_fault_of_the_same_kind_is_not(alarm: str) -> None:
    version, _, true, code = ALARMS[alarm]
    findings, refuted = by_others(version, true)
    assert refuted == []
    assert code in {each.code for each in findings}


def test_every_entry_has_its_two_documents_a_reason_and_a_clause() -> None:
    assert sorted(ALARMS) == sorted(alarm.id for alarm in alarms())
    for alarm in alarms():
        assert alarm.since < alarm.below
        assert re.fullmatch(r"[A-Z].*\.", alarm.reason)
        assert re.search(r"Swagger|OpenAPI|JSON Schema|RFC|Object", alarm.standard)


def test_an_entry_ends_with_the_versions_that_it_was_seen_in(monkeypatch: pytest.MonkeyPatch) -> None:
    version, false, _, code = ALARMS["prance-anchor"]
    monkeypatch.setattr("connectors.lint.known._version", lambda _: (99,))
    findings, refuted = by_others(version, false)
    assert (code, refuted) == (findings[0].code, [])


@pytest.mark.parametrize(
    ("pointer", "is_data"),
    [
        ("/paths/~1a/get/responses/200/content/a~1b/example/$ref", True),
        ("/paths/~1a/get/responses/200/content/a~1b/examples/one/value/$ref", True),
        ("/paths/~1a/get/responses/200/content/a~1b/examples/one/$ref", False),
        ("/components/examples/one/$ref", False),
        ("/components/schemas/example/$ref", False),
        ("/components/schemas/s/properties/default/$ref", False),
        ("/components/schemas/s/properties/a/default/$ref", True),
        ("/components/schemas/s/enum/0/$ref", True),
        ("/paths/~1a/get/x-ms-examples/one/$ref", True),
        ("/components/schemas/s/properties/x-rate/$ref", False),
    ],
)
def test_data_is_told_from_references_by_what_stands_around_it(pointer: str, is_data: bool) -> None:
    from connectors.description.sniff import Format
    from connectors.lint.known import _is_data, _Spot
    from connectors.pointer import parse

    assert _is_data(_Spot(parse(pointer), {}, Format.OPENAPI_3_0)) is is_data
