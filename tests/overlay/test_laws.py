"""Laws of applying an overlay, and what it leaves behind for ever."""

import dataclasses

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from overlaid import HEADER, connector_of, effective, made, overlay, report

import strategies
from connectors.model.lock import EMPTY_LOCK, Lock, LockedOperation
from connectors.overlay.apply import apply_file
from connectors.overlay.pins import with_pins
from connectors.problems import ConnectorsError

SHOP = made()

ENTRIES = [
    "GET /items: {id: x.item.index, curated: true, parameters: {page: {key: number}, token: {secret: true}}}",
    "POST /items: {effect: read, because: it searches, errors: {'409': bad_request}}",
    "'GET /items/{any}': {outcome: {success_when: {at: /name, exists: true}}}",
    "'DELETE /items/{any}': {drop: true, because: not offered}",
    "PUT /admin/reset: {security: [key_header_x_second], summary: Restores.}",
]
SELECTORS = [
    "{tag: item, set: {parameters: {token: {description: A token.}}}}",
    "{tag: admin, set: {curated: true}}",
    "{path: /admin/**, set: {deterministic: false, curated: true}}",
]
CONNECTOR = [
    "title: Shop",
    "notices: [Thanks.]",
    "auth: [{id: key_header_x_second}, {id: key_header_authorization}]",
    "maturity: curated",
]


def document(entries, selectors, connector):
    parts = [
        *connector,
        "operations:\n" + "".join(f"  {entry}\n" for entry in entries),
        "selectors:\n" + "".join(f"  - {selector}\n" for selector in selectors),
    ]
    return HEADER + "\n".join(part for part in parts if part.strip() not in ("operations:", "selectors:")) + "\n"


def told(found):
    """What comes out, but for lines and the pointers that count selectors."""
    return dataclasses.replace(found, problems=())


@settings(deadline=None, max_examples=40)
@given(st.permutations(ENTRIES), st.permutations(SELECTORS), st.permutations(CONNECTOR))
def test_the_order_of_the_file_is_irrelevant(entries, selectors, connector):
    expected = SHOP.with_overlay(document(ENTRIES, SELECTORS, CONNECTOR))
    assert told(SHOP.with_overlay(document(entries, selectors, connector))) == told(expected)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(ENTRIES), unique=True), st.lists(st.sampled_from(SELECTORS), unique=True))
def test_entries_do_not_meddle_with_other_operations(entries, selectors):
    whole = {each.identity: each for each in SHOP.with_overlay(document(ENTRIES, selectors, [])).operations}
    part = {each.identity: each for each in SHOP.with_overlay(document(entries, selectors, [])).operations}
    bare = {each.identity: each for each in SHOP.with_overlay(document([], selectors, [])).operations}
    for identity, operation in part.items():
        assert operation in (whole.get(identity), bare[identity])


def test_twice_the_same_gives_the_same():
    text = document(ENTRIES, SELECTORS, CONNECTOR)
    assert SHOP.with_overlay(text) == SHOP.with_overlay(text)
    assert made().with_overlay(text) == SHOP.with_overlay(text)


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(strategies.deriveds())
def test_an_empty_overlay_changes_nothing(found):
    connector = connector_of(found)
    for data in (None, b"# nothing\n", b"schema_version: 1\nconnector: sample\n"):
        effective = apply_file(data, "overlay.yaml", connector, found.operations, found.schemas, found, EMPTY_LOCK)
        assert effective.operations is found.operations
        assert msgspec_equal(effective.connector, connector)


def msgspec_equal(one, other):
    return {**vars_of(one), "counts": None} == {**vars_of(other), "counts": None}


def vars_of(value):
    return {name: getattr(value, name) for name in type(value).__struct_fields__}


FAULTS = [
    "GET /itms: {curated: true}",
    "GET /items: {summry: S}",
    "POST /items: {effect: reads}",
    "'GET /items/{any}': {parameters: {no: {secret: true}}}",
    "'DELETE /items/{any}': {drop: true}",
    "PUT /admin/reset: {security: [nobody]}",
    "POST /admin/reset: {consequence: read}",
]


def found_in(entries):
    try:
        return SHOP.with_overlay(document(entries, [], [])).problems
    except ConnectorsError as error:
        return error.problems


def without_lines(problems):
    moved = (dataclasses.replace(problem, where=dataclasses.replace(problem.where, line=1)) for problem in problems)
    return sorted(report((problem,)) for problem in moved)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(FAULTS), unique=True, min_size=1))
def test_every_fault_is_the_same_finding_alone_and_among_others(entries):
    together = without_lines(found_in(entries))
    assert together == sorted(finding for entry in entries for finding in without_lines(found_in([entry])))


# -- the lock -------------------------------------------------------------------------------------------------------------------


def test_the_lock_remembers_pinned_ids_and_keys_behind_the_derived_ones():
    found = effective("operations: {GET /items: {id: x.item.index, parameters: {page: {key: number}}}}")
    lock = with_pins(SHOP.lock, found.operations)
    entry = lock.operations["GET /items"]
    assert (entry.id, entry.ids) == ("x.item.list", ("x.item.index",))
    assert entry.keys["query page"] == ("page", "number")
    assert with_pins(lock, found.operations) == lock
    assert with_pins(SHOP.lock, SHOP.derived.operations) == SHOP.lock


def test_a_pin_that_is_gone_is_still_kept_from_others():
    once = effective("operations: {GET /items: {id: x.item.index, parameters: {page: {key: number}}}}")
    lock = with_pins(SHOP.lock, once.operations)
    for entry in ("POST /items: {id: x.item.index}", "GET /items: {parameters: {token: {key: number}}}"):
        with pytest.raises(ConnectorsError):
            SHOP.with_overlay(overlay(f"operations: {{{entry}}}"), lock)
    back = SHOP.with_overlay(overlay("operations: {GET /items: {id: x.item.index, parameters: {page: {key: number}}}}"), lock)
    assert told(back) == told(once)


def test_a_renamed_placeholder_is_the_same_argument():
    lock = Lock(1, "x", operations={"GET /items/{1}": LockedOperation("x.item.get", keys={"path {1}": ("item", "id")})})
    text = overlay("operations: {'GET /items/{id}': {parameters: {id: {key: item}}}}")
    assert [each.key for each in SHOP.with_overlay(text, lock).operations[4].parameters] == ["item"]
