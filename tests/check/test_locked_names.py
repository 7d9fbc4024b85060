"""What callers use is written down."""

import pytest
from checked import argument, made, packaged, said
from msgspec.structs import replace

from connectors.check.locked_names import locked_names
from connectors.model.lock import LockedOperation
from connectors.model.operation import Location

IDENTITY = made().identity
GOOD = packaged().lock.operations[IDENTITY]


def test_the_sample() -> None:
    assert LockedOperation(id="sample.item.get", keys={"path {1}": ("id",)}) == GOOD


@pytest.mark.parametrize(
    ("entry", "severity", "pointer"),
    [
        pytest.param(None, "error", "/operations", id="no-entry"),
        pytest.param(replace(GOOD, removed=True), "error", "/operations/GET ~1item~1get~1{1}", id="a-tombstone"),
        pytest.param(replace(GOOD, id="sample.item.fetch"), "error", "/operations/GET ~1item~1get~1{1}/id", id="another-id"),
        pytest.param(replace(GOOD, keys={}), "error", "/operations/GET ~1item~1get~1{1}/keys", id="no-key"),
        pytest.param(
            replace(GOOD, keys={"path {1}": ("ident",)}),
            "warning",
            "/operations/GET ~1item~1get~1{1}/keys",
            id="a-key-not-yet-recorded",
        ),
    ],
)
def test_a_name_that_is_not_in_the_lock(entry: LockedOperation | None, severity: str, pointer: str) -> None:
    lock = replace(packaged().lock, operations={IDENTITY: entry} if entry else {})
    assert said(locked_names, packaged(lock=lock)) == [("lock-disagrees", severity, pointer)]


def test_an_id_of_the_overlay_waits_to_be_recorded() -> None:
    pinned = made(id="sample.item.fetch", verb="fetch")
    package = packaged(pinned, ids={IDENTITY: "sample.item.get"})
    assert said(locked_names, package) == [("lock-disagrees", "warning", "/operations/GET ~1item~1get~1{1}")]
    recorded = replace(package.lock, operations={IDENTITY: replace(GOOD, ids=("sample.item.fetch",))})
    assert said(locked_names, packaged(pinned, ids={IDENTITY: "sample.item.get"}, lock=recorded)) == []


def test_a_key_of_the_overlay_stands_behind_the_derived_one() -> None:
    lock = replace(packaged().lock, operations={IDENTITY: replace(GOOD, keys={"path {1}": ("id", "item_id")})})
    renamed = made(parameters=(argument("item_id", Location.PATH, name="id"),))
    assert said(locked_names, packaged(renamed, lock=lock)) == []
