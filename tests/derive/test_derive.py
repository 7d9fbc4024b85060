"""A whole derivation: nothing declared is lost, notes stand where they belong, and names that were given stay given."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.derive.derive import derive
from connectors.derive.selection import Rule, Selection
from connectors.model.lock import Lock, LockedOperation
from support import EVERY, OPENAPI_30, OPENAPI_31, OPENAPI_32, SWAGGER, answering, derived, notes, plain, posting, view

UNTIDY = """
paths:
  /a/{id}:
    get: {operationId: one, responses: {'200': {description: d}}}
    put: {operationId: two, parameters: [{$ref: '#/gone'}], responses: {'200': {description: d}}}
    trace: {responses: {}}
    head: {responses: {}}
  /b: {post: [not an operation]}
  /c: {$ref: '#/gone'}
  /d: {get: {operationId: one, responses: {'200': {description: d}}}}
  /e: {options: {responses: {}}, patch: {responses: {}}, delete: {responses: {}}}
  x-not: {get: {}}
"""


@pytest.mark.parametrize("version", EVERY)
def test_every_declared_operation_is_an_operation_or_a_gap(version):
    found = derived(version, UNTIDY.replace("    trace: {responses: {}}\n", "") if version == SWAGGER else UNTIDY)
    assert sorted(gap.identity for gap in found.gaps) == ["POST /b", "PUT /a/{1}"]
    assert len(found.operations) + len(found.gaps) == (8 if version == SWAGGER else 9)
    assert len({item.id for item in found.operations}) == len(found.operations)


@pytest.mark.parametrize("version", EVERY)
def test_notes_inside_a_gap_are_covered_by_the_gap(version):
    found = derived(
        version, "paths: {/x: {get: {security: [{ghost: []}], parameters: [{$ref: '#/gone'}], tags: 5, responses: {}}}}"
    )
    assert len(found.gaps) == 1
    assert found.notes == ()


@pytest.mark.parametrize("version", EVERY)
def test_notes_on_what_is_left_out_are_left_out(version):
    text = "paths: {/x: {get: {tags: 5, responses: {'200': {description: d}}}}, /y: {get: {tags: 5, responses: {'200': {description: d}}}}}"
    found = derived(version, text, selection=Selection(exclude=(Rule("path", "/y"),)))
    assert found.excluded == ("GET /y",)
    assert notes(found) == [("narrowed", "malformed-node", "/paths/~1x/get/tags")]


def test_notes_on_a_schema_that_only_a_gap_needs_are_left_out():
    schema = "{required: [a, b], properties: {a: {$ref: '#/gone'}, b: {$ref: '#/components/schemas/B'}}}"
    found = derived(OPENAPI_31, posting(OPENAPI_31, schema, "{B: {not: {$ref: '#/components/schemas/C'}}, C: {type: int32}}"))
    assert len(found.gaps) == 1
    assert (found.notes, found.schemas) == ((), {})


@pytest.mark.parametrize("version", EVERY)
def test_a_note_says_whose_it_is(version):
    base = "#/definitions/S" if version == SWAGGER else "#/components/schemas/S"
    found = answering(version, f"{{properties: {{a: {{type: int32}}, b: {{$ref: '{base}'}}}}}}", "{S: {type: int64}}")
    assert {note.at.pointer.rsplit("/", 1)[0][-12:]: note.identity for note in found.notes} == {
        "properties/a": "GET /x",
        ("definitions/S" if version == SWAGGER else "nts/schemas/S")[-12:]: None,
    }


@pytest.mark.parametrize("version", EVERY)
def test_two_paths_that_differ_in_names_alone_are_both_kept(version):
    found = derived(
        version,
        "paths: {'/u/{a}': {get: {responses: {'200': {description: d}}}}, '/u/{b}': {get: {responses: {'200': {description: d}}}}}",
    )
    assert [item.identity for item in found.operations] == ["GET /u/{a}", "GET /u/{b}"]
    (note,) = [note for note in found.notes if note.code.value == "paths-differ-in-names"]
    assert "`/u/{a}`" in note.reason
    assert "`/u/{b}`" in note.reason


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("path", "code"),
    [
        pytest.param("/x?beta=true", "path-query", id="a-query-string"),
        pytest.param("/x#Action=y", "path-fragment", id="a-fragment"),
        pytest.param("x", "path-without-slash", id="no-slash"),
    ],
)
def test_unusual_paths_are_noted(version, path, code):
    found = derived(version, f"paths: {{'{path}': {{get: {{responses: {{'200': {{description: d}}}}}}}}}}")
    assert [item.path for item in found.operations] == [path]
    assert [found_code for _, found_code, _ in notes(found)] == [code]


@pytest.mark.parametrize("version", EVERY)
def test_one_operation_id_on_two_operations_is_noted(version):
    answers = "{operationId: one, responses: {'200': {description: d}}}"
    (note,) = derived(version, f"paths: {{/a: {{get: {answers}}}, /b: {{get: {answers}}}}}").notes
    assert (note.code.value, note.identity) == ("duplicate-operation-id", "GET /b")
    assert "`GET /a` and `GET /b`" in note.reason


@pytest.mark.parametrize("version", EVERY)
def test_a_description_without_paths_has_no_operations(version):
    assert derived(version, "x-empty: true").operations == ()


def test_a_32_description_is_derived_like_the_others():
    assert len(derived(OPENAPI_32, UNTIDY).operations) == 7


@pytest.mark.parametrize("version", EVERY)
def test_every_file_that_was_read_is_known_however_late_it_was(version):
    top = "produces: [application/json]" if version == SWAGGER else "x-top: 1"
    answer = "schema: {$ref: 'a.yaml#/A'}" if version == SWAGGER else "content: {application/json: {schema: {$ref: 'a.yaml#/A'}}}"
    read = view(
        version,
        f"{top}\npaths: {{/x: {{get: {{responses: {{'200': {{description: d, {answer}}}}}}}}}}}",
        {
            "a.yaml": "{A: {properties: {b: {$ref: 'b.yaml#/B'}}}}",
            "b.yaml": "{B: {$ref: 'c.yaml#/C'}}",
            "c.yaml": "{C: {type: string}}",
        },
    )
    assert list(derive(read, "x").schemas) == ["a.A", "c.C"]
    assert [document.name for document in read.documents()] == ["", "a.yaml", "b.yaml", "c.yaml"]


# -- names that were given ------------------------------------------------------------------------------------------------------

LISTING = "paths: {'/items/{PLACE}': {get: {tags: [item], operationId: NAME, responses: {'200': {description: d}}}}}"


@pytest.mark.parametrize("version", EVERY)
def test_a_lock_wins_over_what_would_be_derived(version):
    entry = LockedOperation("x.old.name", (), {"path id": ("old_key",)}, "getItem")
    lock = Lock(1, "x", operations={"GET /items/{1}": entry})
    (found,) = derived(version, LISTING.replace("PLACE", "id").replace("NAME", "fetchItem"), lock=lock).operations
    assert (found.id, found.parameters[0].key) == ("x.old.name", "old_key")


@pytest.mark.parametrize("version", EVERY)
def test_a_renamed_placeholder_is_the_same_operation(version):
    before = derived(version, LISTING.replace("PLACE", "id").replace("NAME", "getItem"))
    after = derived(version, LISTING.replace("PLACE", "item_id").replace("NAME", "getItem"), lock=before.lock)
    assert [item.identity for item in after.operations] == ["GET /items/{1}"]
    assert [item.id for item in after.operations] == [item.id for item in before.operations]


@pytest.mark.parametrize("version", EVERY)
def test_deriving_again_under_ones_own_lock_changes_nothing(version):
    text = UNTIDY.replace("    trace: {responses: {}}\n", "") if version == SWAGGER else UNTIDY
    once = derived(version, text)
    again = derived(version, text, lock=once.lock)
    assert replace(again, lock=once.lock, changes=()) == replace(once, changes=())
    assert again.lock == once.lock


def test_what_is_left_out_keeps_its_names():
    text = "paths: {/x: {get: {responses: {}}}, /y: {get: {responses: {}}}}"
    before = derived(OPENAPI_31, text).lock
    after = derived(OPENAPI_31, text, lock=before, selection=Selection(include=(Rule("path", "/x"),))).lock
    assert after.operations["GET /y"] == before.operations["GET /y"]


# -- order is irrelevant --------------------------------------------------------------------------------------------------------

PATHS = {
    "/a": {"get": {"tags": ["t"], "operationId": "list", "responses": {"200": {"$ref": "#/components/responses/R"}}}},
    "/b/{id}": {"get": {"tags": ["t"], "operationId": "list", "responses": {"200": {"description": "d"}}}, "parameters": [5]},
    "/c": {"post": {"requestBody": {"$ref": "#/components/requestBodies/B"}, "responses": {"202": {"description": "d"}}}},
    "/d": {"post": {"requestBody": {"$ref": "#/components/requestBodies/B"}, "parameters": [{"$ref": "#/gone"}]}},
    "/e": {"get": {"security": [{"ghost": []}], "responses": {"default": {"$ref": "#/components/responses/R"}}}},
}
COMPONENTS = {
    "responses": {"R": {"description": "d", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}}},
    "requestBodies": {"B": {"content": {"text/csv": {}, "application/json": {"schema": {"$ref": "#/components/schemas/N"}}}}},
    "schemas": {
        "S": {"type": "object", "properties": {"n": {"$ref": "#/components/schemas/N"}, "bad": {"type": "int32"}}},
        "N": {"nullable": True, "allOf": [{"properties": {"s": {"$ref": "#/components/schemas/S", "nullable": True}}}]},
    },
}


def shuffled(value, random):
    """The same value with the keys of every object but the schemas' in another order."""
    if not isinstance(value, dict):
        return value
    keys = list(value)
    random.shuffle(keys)
    return {key: value[key] if key == "schemas" else shuffled(value[key], random) for key in keys}


@given(random=st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
def test_the_order_of_paths_and_components_changes_nothing(random):
    straight = {"paths": PATHS, "components": COMPONENTS}
    reference = derived(OPENAPI_30, _block(straight))
    other = derived(OPENAPI_30, _block(shuffled(straight, random)))
    assert plain(_facts(other)) == plain(_facts(reference))


def _block(tree: dict) -> str:
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in tree.items())


def _facts(found):
    return {name: getattr(found, name) for name in found.__slots__}
