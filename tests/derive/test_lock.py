"""Names that were given stay given: the identity lock, and what a person has to decide."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from connectors.derive.derive import derive
from connectors.derive.lock import NO_DECISIONS, Decisions, Known, adopt
from connectors.description.describe import describe
from connectors.description.reading import read_document
from connectors.description.resolve import Unfollowed
from connectors.limits import Limits
from connectors.model.lock import EMPTY_LOCK, ChangeKind, Lock, LockedOperation
from connectors.problems import Code

OK = {"200": {"description": "done"}}


def derived(tree, lock=EMPTY_LOCK, decisions=NO_DECISIONS):
    document = read_document(json.dumps(tree).encode(), shown_as="openapi.json")
    view = describe(document, lambda name: Unfollowed(Code.REFERENCE_OUTSIDE, name), Limits())
    return derive(view, "shop", lock, decisions=decisions)


def api(*operations, schemes=("main",)):
    """`(method, path, operationId, tag)`, each with a query parameter `page`, and one bearer scheme for each name."""
    paths = {}
    for method, path, operation_id, tag in operations:
        names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        paths.setdefault(path, {})[method.lower()] = {
            "operationId": operation_id,
            "tags": [tag],
            "parameters": [
                *({"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names),
                {"name": "page", "in": "query", "schema": {"type": "integer"}},
            ],
            "responses": OK,
        }
    return {
        "openapi": "3.0.3",
        "info": {"title": "Shop", "version": "1"},
        "components": {"securitySchemes": {name: {"type": "http", "scheme": "bearer"} for name in schemes}},
        "paths": paths,
    }


BEFORE = api(
    ("GET", "/items", "listItems", "item"),
    ("GET", "/items/{id}", "getItem", "item"),
    ("DELETE", "/items/{id}", "dropItem", "item"),
    ("POST", "/orders", "createOrder", "order"),
)


def names(package):
    return {
        operation.identity: (operation.id, [parameter.key for parameter in operation.parameters])
        for operation in package.operations
    }


def events(package):
    return {(change.kind.value, change.identity, change.was, change.waits) for change in package.changes}


def test_a_first_derivation_has_nothing_to_report():
    assert derived(BEFORE).changes == ()


def test_the_same_description_changes_nothing():
    first = derived(BEFORE)
    again = derived(BEFORE, first.lock)
    assert again.changes == ()
    assert again.lock == first.lock
    assert names(again) == names(first)


def test_an_operation_that_derives_an_existing_name_gets_another():
    first = derived(BEFORE)
    tree = api(("GET", "/a-items", "itemList", "item"))
    tree["paths"].update(BEFORE["paths"])
    again = derived(tree, first.lock)
    assert {identity: names(again)[identity] for identity in names(first)} == names(first)
    assert events(again) == {("added", "GET /a-items", None, False)}


def test_a_renamed_placeholder_is_the_same_identity_under_the_same_key():
    first = derived(BEFORE)
    tree = json.loads(json.dumps(BEFORE).replace("/items/{id}", "/items/{itemId}").replace('"name": "id"', '"name": "itemId"'))
    again = derived(tree, first.lock)
    assert names(again) == names(first)
    assert again.changes == ()
    item = next(operation for operation in again.operations if operation.identity == "GET /items/{1}")
    assert [(parameter.key, parameter.name) for parameter in item.parameters] == [("id", "itemId"), ("page", "page")]


def test_a_removed_operation_leaves_a_tombstone_and_returns_under_its_names():
    first = derived(BEFORE)
    shorter = copy.deepcopy(BEFORE)
    del shorter["paths"]["/orders"]
    shorter["paths"]["/order-list"] = api(("POST", "/order-list", "orderCreate", "order"))["paths"]["/order-list"]
    second = derived(shorter, first.lock)
    assert events(second) == {("removed", "POST /orders", None, False), ("added", "POST /order-list", None, False)}
    assert second.lock.operations["POST /orders"].removed
    assert names(second)["POST /order-list"][0] != names(first)["POST /orders"][0]
    third = derived(BEFORE, second.lock)
    assert names(third)["POST /orders"] == names(first)["POST /orders"]
    assert ("returned", "POST /orders", None, False) in events(third)


MOVED = api(
    ("GET", "/v2/items", "listItems", "item"),
    ("GET", "/items/{id}", "getItem", "item"),
    ("DELETE", "/items/{id}", "dropItem", "item"),
    ("POST", "/orders", "createOrder", "order"),
)


def test_a_move_waits_for_a_person():
    again = derived(MOVED, derived(BEFORE).lock)
    assert events(again) == {("moved", "GET /v2/items", "GET /items", True)}


def test_an_accepted_move_keeps_id_and_keys():
    first = derived(BEFORE)
    again = derived(MOVED, first.lock, Decisions({"GET /v2/items": "GET /items"}, ()))
    assert names(again)["GET /v2/items"] == names(first)["GET /items"]
    assert events(again) == {("moved", "GET /v2/items", "GET /items", False)}
    assert "GET /items" not in again.lock.operations


def test_what_only_looks_moved_gets_names_of_its_own():
    first = derived(BEFORE)
    again = derived(MOVED, first.lock, Decisions({}, ("GET /v2/items",)))
    assert names(again)["GET /v2/items"][0] != names(first)["GET /items"][0]
    assert events(again) == {("added", "GET /v2/items", None, False), ("removed", "GET /items", None, False)}


def test_identities_that_begin_to_keep_their_placeholder_names_are_the_same():
    first = derived(BEFORE)
    tree = copy.deepcopy(BEFORE)
    tree["paths"]["/items/{name}"] = api(("GET", "/items/{name}", "findItem", "item"))["paths"]["/items/{name}"]
    again = derived(tree, first.lock)
    assert names(again)["GET /items/{id}"] == names(first)["GET /items/{1}"]
    assert ("renamed", "GET /items/{id}", "GET /items/{1}", False) in events(again)
    back = derived(BEFORE, again.lock)
    assert names(back) == names(first)


def adopted(before, after):
    """Who is who now: pairs of placeholder and operationId of `GET /items/{…}`, before and after."""
    entries = {f"GET /items/{{{name}}}": LockedOperation(f"shop.item.{name}", (), {}, called) for name, called in before}
    known = [Known(f"GET /items/{{{name}}}", "GET", f"/items/{{{name}}}", called) for name, called in after]
    lock, _ = adopt(Lock(1, "shop", {}, entries), known, ())
    return {identity[12:-1]: entry.id[10:] for identity, entry in lock.operations.items()}


@pytest.mark.parametrize(
    ("before", "after", "who"),
    [
        ([("a", "A"), ("b", "B")], [("c", "B"), ("d", "A")], {"c": "b", "d": "a"}),
        ([("a", "A"), ("b", "A")], [("d", "A"), ("c", "A")], {"c": "a", "d": "b"}),
        ([("a", "A"), ("b", None)], [("c", None), ("d", "X")], {"c": "a", "d": "b"}),
        ([("b", None), ("a", "A")], [("c", None), ("d", "X")], {"c": "b", "d": "a"}),
        ([("a", "A"), ("b", "B"), ("c", "C")], [("b", "A"), ("d", "B")], {"b": "b", "c": "c", "d": "a"}),
        ([("a", "A"), ("b", "B")], [("c", "C")], {"c": "a", "b": "b"}),
    ],
)
def test_of_paths_alike_but_for_names_the_operation_id_tells_then_the_order(before, after, who):
    assert adopted(before, after) == who


class Counted(str):
    """Counts how often texts are held against each other."""

    compared = 0

    def __eq__(self, other):
        Counted.compared += 1
        return str.__eq__(self, other)

    def __lt__(self, other):
        Counted.compared += 1
        return str.__lt__(self, other)

    __hash__ = str.__hash__


@pytest.mark.parametrize("called", ["other", None])
def test_thousands_of_paths_alike_are_told_apart_without_comparing_each_with_each(called):
    number = 2_000
    entries = {
        f"GET /items/{{a{index:04}}}": LockedOperation(f"shop.item.get_{index}", (), {}, Counted(f"get{index}"))
        for index in range(number)
    }
    known = [
        Known(
            Counted(f"GET /items/{{b{index:04}}}"),
            "GET",
            f"/items/{{b{index:04}}}",
            Counted(f"{called}{index}" if called else f"get{index}"),
        )
        for index in range(number)
    ]
    Counted.compared = 0
    lock, changes = adopt(Lock(1, "shop", {}, entries), known, ())
    assert [change.was for change in changes] == sorted(entries)
    assert len(lock.operations) == number
    assert Counted.compared < 40 * number


@pytest.mark.parametrize(
    ("before", "after", "decisions", "expected"),
    [
        pytest.param(("main",), ("other",), NO_DECISIONS, {"other": "bearer"}, id="a-shapes-only-scheme-is-itself-under-any-key"),
        pytest.param(
            ("main",), ("main", "more"), NO_DECISIONS, {"main": "bearer", "more": "bearer_more"}, id="a-second-one-takes-its-key"
        ),
        pytest.param(
            ("a", "b"),
            ("a", "c"),
            Decisions({"bearer c": "bearer b"}, ()),
            {"a": "bearer_a", "c": "bearer_b"},
            id="an-accepted-rename-keeps-the-id",
        ),
        pytest.param(
            ("a", "b"),
            ("a", "c"),
            Decisions({}, ("bearer c",)),
            {"a": "bearer_a", "c": "bearer_c"},
            id="a-new-one-gets-an-id-of-its-own",
        ),
    ],
)
def test_schemes_keep_their_ids(before, after, decisions, expected):
    operations = [("GET", "/items", "listItems", "item")]
    first = derived(api(*operations, schemes=before))
    again = derived(api(*operations, schemes=after), first.lock, decisions)
    assert {scheme.vendor_key: scheme.id for scheme in again.auth} == expected
    assert not any(change.waits for change in again.changes)


def test_a_rename_among_schemes_of_one_shape_waits():
    operations = [("GET", "/items", "listItems", "item")]
    first = derived(api(*operations, schemes=("a", "b")))
    again = derived(api(*operations, schemes=("a", "c")), first.lock)
    assert events(again) == {("renamed", "bearer c", "bearer b", True)}


PATHS = st.sampled_from(
    ["/items", "/items/{id}", "/orders", "/orders/{id}/items", "/a-items", "/item", "/v1/items", "/items/search"]
)
OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["GET", "POST", "PUT", "DELETE"]),
        PATHS,
        st.sampled_from(["listItems", "itemList", "items", "getItem", "get", "create", "item_create", "x"]),
        st.sampled_from(["item", "order", "items"]),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda entry: entry[:2],
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(OPERATIONS, min_size=2, max_size=4))
def test_no_name_ever_moves_whatever_the_vendor_does(releases):
    """Any sequence of releases: a name, once given to an identity, is that identity's, and no other ever has it."""
    lock = EMPTY_LOCK
    owners: dict[str, str] = {}
    given_to: dict[str, str] = {}
    for release in releases:
        package = derived(api(*release), lock)
        # A person says of every move that it is a new operation.
        moved = tuple(change.identity for change in package.changes if change.waits)
        package = derived(api(*release), lock, Decisions({}, moved))
        assert not any(change.waits for change in package.changes)
        for identity, (id_, _) in names(package).items():
            assert owners.setdefault(id_, identity) == identity
            assert given_to.setdefault(identity, id_) == id_
        lock = package.lock
        assert all(change.kind is not ChangeKind.MOVED for change in package.changes)
