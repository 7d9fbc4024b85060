"""What a call changes comes from its method and its declared headers. Sources: RFC 9110 §9.2, the QUERY method, Idempotency-Key."""

import pytest

from connectors.derive.effects import consequence_of, effect_of, idempotency_of
from support import EVERY, OPENAPI_31, OPENAPI_32, SWAGGER, derived, notes, operation


@pytest.mark.parametrize(
    ("method", "effect", "idempotency", "keyed", "consequence"),
    [
        pytest.param("GET", "read", "safe", "safe", "read", id="get-reads"),
        pytest.param("HEAD", "read", "safe", "safe", "read", id="head-reads"),
        pytest.param("OPTIONS", "read", "safe", "safe", "read", id="options-reads"),
        pytest.param("TRACE", "read", "safe", "safe", "read", id="trace-reads"),
        pytest.param("QUERY", "read", "safe", "safe", "read", id="query-reads"),
        pytest.param("POST", "create", "unsafe", "keyed", "unstated", id="post-creates"),
        pytest.param("PUT", "update", "idempotent", "idempotent", "unstated", id="put-updates"),
        pytest.param("PATCH", "update", "unsafe", "keyed", "unstated", id="patch-updates"),
        pytest.param("DELETE", "delete", "idempotent", "idempotent", "irreversible", id="delete-deletes"),
        pytest.param("PURGE", "update", "unsafe", "keyed", "unstated", id="any-other-method-changes-something"),
        pytest.param("get", "update", "unsafe", "keyed", "unstated", id="methods-are-spelled-as-they-are-sent"),
    ],
)
def test_the_method_decides(method, effect, idempotency, keyed, consequence):
    assert effect_of(method).value == effect
    assert idempotency_of(method, keyed=False).value == idempotency
    assert idempotency_of(method, keyed=True).value == keyed
    assert consequence_of(effect_of(method), method).value == consequence


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize("words", ["getOrCreateLease", "searchThings", "list", "deleteEverything"])
def test_a_name_never_grants_safety(version, words):
    found = operation(
        version, f"paths: {{/{words}: {{post: {{operationId: {words}, summary: Get it, tags: [read], responses: {{}}}}}}}}"
    )
    assert (found["effect"], found["idempotency"]) == ("create", "unsafe")


def header(version: str, name: str, place: str = "header") -> str:
    type_ = "type: string" if version == SWAGGER else "schema: {type: string}"
    return f"paths: {{/x: {{post: {{parameters: [{{name: {name}, in: {place}, {type_}}}], responses: {{}}}}}}}}"


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize("name", ["Idempotency-Key", "idempotency-key", "IDEMPOTENCY-KEY"])
def test_an_idempotency_key_makes_a_post_keyed(version, name):
    found = operation(version, header(version, name))
    assert (found["idempotency"], found["idempotency_key"], found["basis"]["idempotency"]) == ("keyed", name, "declared")


@pytest.mark.parametrize("version", EVERY)
def test_only_the_header_of_that_name_does(version):
    assert operation(version, header(version, "Idempotency-Key", "query"))["idempotency"] == "unsafe"
    assert operation(version, header(version, "X-Request-Id"))["idempotency"] == "unsafe"


def test_a_method_without_a_rule_is_noted():
    found = derived(OPENAPI_32, "paths: {/x: {additionalOperations: {PURGE: {responses: {'200': {description: d}}}}}}")
    assert notes(found) == [("noted", "unusual-method", "/paths/~1x/additionalOperations/PURGE")]


def test_the_effect_says_that_the_standard_gave_it():
    assert operation(OPENAPI_31, "paths: {/x: {get: {responses: {}}}}")["basis"]["effect"] == "standard"
