"""One fault, said once: what is one in the words of several readers, and what only looks so."""

import textwrap
from pathlib import Path

import pytest

from connectors.limits import Limits
from connectors.lint.finding import Finding, Reader
from connectors.lint.grades import GRADES, grade_of
from connectors.lint.lint import lint
from connectors.lint.merge import NEAR, SAME, merged
from connectors.model.places import Place
from connectors.problems import Code, Severity
from lint_support import OPENAPI_30, OPENAPI_31, SWAGGER, text

OWN, SCHEMA, SPEC, PRANCE = Reader


def finding(reader: Reader, code: Code, pointer: str, message: str = "", **more: str) -> Finding:
    return Finding((reader,), code, Place("", pointer), message or f"{reader} says {code}", **more)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            finding(OWN, Code.RESPONSES_MISSING, "/paths/~1a/get"),
            finding(SCHEMA, Code.RESPONSES_MISSING, "/paths/~1a/get"),
            id="the-same-code-at-the-same-node",
        ),
        pytest.param(
            finding(OWN, Code.SCHEMA_MALFORMED, "/s/type"),
            finding(SPEC, Code.SCHEMA_MALFORMED, "/s/type"),
            id="a-schema-that-is-none",
        ),
        pytest.param(
            finding(SCHEMA, Code.SCHEMA_KEYWORD, "/s"),
            finding(SPEC, Code.SCHEMA_MALFORMED, "/s/nonsense"),
            id="a-schema-that-is-none-said-of-the-member",
        ),
        pytest.param(
            finding(OWN, Code.REFERENCE_OUTSIDE, "/s"),
            finding(PRANCE, Code.REFERENCE_NOT_FOUND, "/s/$ref"),
            id="a-reference-and-the-node-that-holds-it",
        ),
        pytest.param(
            finding(OWN, Code.SCHEME_UNKNOWN, "/schemes/k/type"),
            finding(SCHEMA, Code.SCHEME_MALFORMED, "/schemes/k"),
            id="a-scheme-and-its-type",
        ),
        pytest.param(
            finding(OWN, Code.MALFORMED_NODE, "/a/tags"),
            finding(SCHEMA, Code.FIELD_TYPE, "/a/tags"),
            id="another-shape-in-other-words",
        ),
        pytest.param(
            finding(OWN, Code.DUPLICATE_OPERATION_ID, "/paths/~1b/get", about="x"),
            finding(SPEC, Code.DUPLICATE_OPERATION_ID, "/paths/~1c/get", about="x"),
            id="one-name-at-three-operations",
        ),
    ],
)
def test_two_readers_found_one_fault(first: Finding, second: Finding) -> None:
    for order in ([first, second], [second, first]):
        (fault,) = merged(order)
        assert fault.readers == (*first.readers, *second.readers)
        assert (fault.code, fault.at, fault.message) == (first.code, first.at, first.message)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            finding(SCHEMA, Code.FIELD_MISSING, "/r", "no title"),
            finding(SCHEMA, Code.FIELD_MISSING, "/r", "no version"),
            id="one-reader-and-two-members",
        ),
        pytest.param(
            finding(OWN, Code.RESPONSES_MISSING, "/paths/~1a/get"),
            finding(SCHEMA, Code.FIELD_TYPE, "/paths/~1a/get/tags"),
            id="a-node-and-a-member-with-a-fault-of-its-own",
        ),
        pytest.param(
            finding(OWN, Code.PARAMETER_MALFORMED, "/p"),
            finding(SCHEMA, Code.PARAMETER_MALFORMED, "/p/required"),
            id="a-parameter-and-a-member-of-it",
        ),
        pytest.param(
            finding(OWN, Code.SCHEMA_MALFORMED, "/s/type"),
            finding(SPEC, Code.DEFAULT_UNFIT, "/s/type"),
            id="other-faults-of-one-node",
        ),
        pytest.param(
            finding(OWN, Code.DUPLICATE_OPERATION_ID, "/paths/~1b/get", about="x"),
            finding(SPEC, Code.DUPLICATE_OPERATION_ID, "/paths/~1c/get", about="y"),
            id="two-names",
        ),
        pytest.param(
            finding(OWN, Code.REFERENCE_NOT_FOUND, "/a"),
            finding(PRANCE, Code.REFERENCE_NOT_FOUND, "/a/b/$ref"),
            id="a-reference-further-inside",
        ),
    ],
)
def test_two_faults_stay_two(first: Finding, second: Finding) -> None:
    assert len(merged([first, second])) == len(merged([second, first])) == 2


def test_a_reader_that_says_one_fault_for_every_operation_says_it_once() -> None:
    twice = [finding(SPEC, Code.PARAMETER_WITHOUT_PLACEHOLDER, "/p/0", f"not in {method}") for method in ("get", "put")]
    assert [each.message for each in merged(twice)] == ["not in get"]


def test_the_gravest_grade_of_a_fault_holds() -> None:
    lost = Finding((OWN,), Code.REFERENCE_NOT_FOUND, Place("", "/a"), "lost", severity=Severity.ERROR)
    (fault,) = merged([finding(PRANCE, Code.REFERENCE_NOT_FOUND, "/a/$ref"), lost])
    assert fault.severity is Severity.ERROR


def test_a_habit_gives_way_to_the_reader_that_says_each_place() -> None:
    habit = finding(OWN, Code.SCHEMA_KEYWORD, "/s/k", "`k` does not exist here, at 1,200 places, the first here")
    each = finding(SCHEMA, Code.SCHEMA_KEYWORD, "/s/k", "`k` is no field of a Schema Object")
    assert [fault.message for fault in merged([habit, each])] == ["`k` is no field of a Schema Object"]


def test_the_tables_name_codes_that_readers_give() -> None:
    for table in (SAME, NEAR):
        for code, others in table.items():
            assert {code, *others} <= set(GRADES)


# -- grades ---------------------------------------------------------------------------------------------------------------------

SECTIONS = (Code.REFERENCE_NOT_FOUND, Code.READER_GAVE_UP)


def test_every_code_of_a_description_has_a_grade_and_a_reason() -> None:
    codes = list(Code)
    first, last = (codes.index(code) for code in SECTIONS)
    assert set(GRADES) == set(codes[first : last + 1])
    for grade in GRADES.values():
        assert grade.because
        assert grade.remedy[:1].islower()


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        (Code.NOT_CALLABLE, Severity.ERROR),
        (Code.DUPLICATE_OPERATION_ID, Severity.WARNING),
        (Code.FIELD_UNKNOWN, Severity.WARNING),
        (Code.SERVER_RELATIVE, Severity.NOTE),
        (Code.READER_GAVE_UP, Severity.NOTE),
    ],
)
def test_what_a_code_weighs(code: Code, severity: Severity) -> None:
    assert grade_of(code).severity is severity


# -- the merged kinds, on descriptions ------------------------------------------------------------------------------------------


def faults(folder: Path, version: str, body: str) -> list[tuple[str, str, str, tuple[Reader, ...]]]:
    path = folder / "openapi.yaml"
    path.write_text(text(version, body), "utf-8")
    report = lint(str(path), None, Limits(), quick=True)
    found = []
    for fault in report.faults:
        assert fault.problem.where is not None
        if fault.problem.code is not Code.SERVER_RELATIVE:
            found.append((fault.problem.severity, str(fault.problem.code), fault.problem.where.pointer, fault.readers))
    return found


@pytest.mark.parametrize(
    ("version", "body", "expected"),
    [
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {get: {}}}",
            [("warning", "responses-missing", "/paths/~1a/get", (OWN, SCHEMA))],
            id="no-answers",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {get: {responses: {}}}}",
            [("warning", "responses-missing", "/paths/~1a/get", (OWN, SCHEMA))],
            id="empty-answers",
        ),
        pytest.param(
            OPENAPI_31,
            "paths: {/a: {get: {responses: {'200': {description: A, content: {a/b: {schema: {type: int}}}}}}}}",
            [("warning", "schema-malformed", "/paths/~1a/get/responses/200/content/a~1b/schema/type", (OWN, SCHEMA))],
            id="no-type-of-json",
        ),
        pytest.param(
            SWAGGER,
            "paths: {/a: {get: {parameters: [{name: n, in: query}], responses: {'200': {description: A}}}}}",
            [("warning", "parameter-malformed", "/paths/~1a/get/parameters/0", (SCHEMA,))],
            id="no-type-of-a-parameter",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {get: {parameters: [{name: n, in: query}], responses: {'200': {description: A}}}}}",
            [("warning", "parameter-malformed", "/paths/~1a/get/parameters/0", (OWN, SCHEMA))],
            id="no-schema-of-a-parameter",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {post: {requestBody: {}, responses: {'200': {description: A}}}}}",
            [("warning", "body-without-media-type", "/paths/~1a/post/requestBody", (OWN, SCHEMA))],
            id="no-content-of-a-body",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {get: {security: 1, responses: {'200': {description: A}}}}}",
            [
                ("error", "not-callable", "/paths/~1a/get", (OWN,)),
                ("warning", "security-malformed", "/paths/~1a/get/security", (OWN, SCHEMA)),
            ],
            id="no-list-of-requirements",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {get: {security: [{k: []}], responses: {'200': {description: A}}}}}",
            [
                ("error", "not-callable", "/paths/~1a/get", (OWN,)),
                ("warning", "scheme-undeclared", "/paths/~1a/get/security/0/k", (OWN,)),
            ],
            id="nothing-satisfies-it",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {post: {requestBody: {$ref: '#/gone'}, responses: {'200': {description: A}}}}}",
            [("error", "reference-not-found", "/paths/~1a/post/requestBody", (OWN,))],
            id="an-operation-that-is-lost",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {gte: {}}}",
            [("warning", "unknown-path-item-key", "/paths/~1a/gte", (OWN, SCHEMA))],
            id="a-method-that-is-none",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {a: {get: {responses: {'200': {description: A}}}}}",
            [("warning", "path-without-slash", "/paths/a", (OWN, SCHEMA))],
            id="a-path-without-slash",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/a: {get: {responses: {'2000': {description: A}}}}}",
            [("warning", "response-status", "/paths/~1a/get/responses/2000", (OWN, SCHEMA))],
            id="a-status-that-is-none",
        ),
    ],
)
def test_a_description_with_one_fault_has_it_once(
    tmp_path: Path, version: str, body: str, expected: list[tuple[str, str, str, tuple[Reader, ...]]]
) -> None:
    assert faults(tmp_path, version, textwrap.dedent(body)) == expected
