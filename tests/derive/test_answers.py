"""Answers: every described one is kept; which are successes, and what a failure means. Sources: RFC 9110 §15, OpenAPI Responses Object."""

import pytest

from connectors.derive.answers import class_of
from support import EVERY, OPENAPI_30, OPENAPI_31, SWAGGER, derived, notes, operation


def statuses(version: str, *written: str) -> tuple[list[str], list[str]]:
    answers = ", ".join(f"{status}: {{description: d}}" for status in written)
    found = operation(version, f"paths: {{/x: {{get: {{responses: {{{answers}}}}}}}}}")
    return [item["status"] for item in found.get("responses", [])], [item["status"] for item in found.get("errors", [])]


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("written", "responses", "errors"),
    [
        pytest.param(["'204'", "'200'", "'201'"], ["200", "201", "204"], [], id="every-success-in-order"),
        pytest.param(["200", "404"], ["200"], ["404"], id="keys-that-are-numbers"),
        pytest.param(["'200'", "default"], ["200"], ["default"], id="default-beside-a-success-is-a-failure"),
        pytest.param(["default"], ["default"], [], id="default-alone-is-what-comes-back"),
        pytest.param(["'404'", "default"], ["default"], ["404"], id="default-beside-failures-alone-is-the-success"),
        pytest.param(["'302'", "default"], ["302", "default"], [], id="a-redirect-is-no-success"),
        pytest.param(["'100'", "'302'", "'500'", "default"], ["100", "302", "default"], ["500"], id="nor-is-a-preliminary-answer"),
        pytest.param(["2XX", "'201'", "4XX", "'404'"], ["201", "2XX"], ["404", "4XX"], id="a-range-stands-behind-the-codes-in-it"),
        pytest.param(["2XX", "default"], ["2XX"], ["default"], id="default-beside-a-range"),
    ],
)
def test_successes_and_failures_apart(version, written, responses, errors):
    assert statuses(version, *written) == (responses, errors)


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("written", "kept", "severity"),
    [
        pytest.param("2xx", ["2XX"], "noted", id="small-letters"),
        pytest.param("'20X'", [], "narrowed", id="half-a-range"),
        pytest.param("success", [], "narrowed", id="a-word"),
        pytest.param("600", [], "narrowed", id="no-status"),
    ],
)
def test_a_status_that_is_none(version, written, kept, severity):
    found = derived(version, f"paths: {{/x: {{get: {{responses: {{{written}: {{description: d}}}}}}}}}}")
    assert [item.status for item in found.operations[0].responses] == kept
    assert [(note.severity.value, note.code.value) for note in found.notes] == [(severity, "response-status")]


@pytest.mark.parametrize("version", EVERY)
def test_accepted_is_not_done(version):
    found = operation(version, "paths: {/x: {post: {responses: {'202': {description: d}, '200': {description: d}}}}}")
    assert {item["status"]: item.get("pending", False) for item in found["responses"]} == {"200": False, "202": True}


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("400", "bad_request"), ("401", "unauthorized"), ("403", "forbidden"), ("404", "not_found"), ("405", "bad_request"),
        ("409", "conflict"), ("410", "not_found"), ("412", "conflict"), ("422", "bad_request"), ("423", "conflict"),
        ("429", "rate_limited"), ("500", "upstream"), ("503", "upstream"), ("4XX", None), ("default", None),
    ],
)  # fmt: skip
def test_what_a_failure_means(status, expected):
    found = class_of(status)
    assert (found.value if found else None) == expected


CONTENT = {
    SWAGGER: "{description: d, schema: {type: string}}",
    OPENAPI_30: "{description: d, content: {text/plain: {schema: {type: string}}}}",
    OPENAPI_31: "{description: d, content: {text/plain: {schema: {type: string}}}}",
}


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("method", "status", "carries"),
    [
        pytest.param("get", "200", True, id="a-success-has-content"),
        pytest.param("head", "200", False, id="head-has-none"),
        pytest.param("get", "204", False, id="no-content-is-no-content"),
        pytest.param("get", "304", False, id="not-modified-has-none"),
        pytest.param("get", "100", False, id="a-preliminary-answer-has-none"),
        pytest.param("delete", "202", True, id="accepted-may-have-some"),
    ],
)
def test_answers_that_never_have_content(version, method, status, carries):
    top = "produces: [text/plain]\n" if version == SWAGGER else ""
    found = derived(version, f"{top}paths: {{/x: {{{method}: {{responses: {{'{status}': {CONTENT[version]}}}}}}}}}")
    assert bool(found.operations[0].responses[0].content) is carries
    assert [code for _, code, _ in notes(found)] == ([] if carries else ["response-content-ignored"])


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize("responses", ["responses: {}", "operationId: a", "responses: [a]"])
def test_an_operation_that_says_nothing_of_its_answers_is_emitted_with_a_note(version, responses):
    found = derived(version, f"paths: {{/x: {{get: {{{responses}}}}}}}")
    assert found.operations[0].responses == ()
    assert [code for _, code, _ in notes(found)] == ["responses-missing"]


@pytest.mark.parametrize("version", EVERY)
def test_headers_are_kept(version):
    header = "{type: integer}" if version == SWAGGER else "{schema: {type: integer}}"
    found = operation(
        version, f"paths: {{/x: {{get: {{responses: {{'200': {{description: d, headers: {{X-Total: {header}}}}}}}}}}}}}"
    )
    assert found["responses"][0]["headers"] == [{"name": "X-Total", "schema": {"type": "integer"}}]
