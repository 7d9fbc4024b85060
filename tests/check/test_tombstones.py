"""Names whose operation is gone."""

from checked import made, packaged, said
from msgspec.structs import replace

from connectors.check.tombstones import tombstones
from connectors.model.lock import LockedOperation
from connectors.model.package import Package


def remembering(package: Package, **entries: LockedOperation) -> Package:
    lock = replace(package.lock, operations={**package.lock.operations, **entries})
    return packaged(*package.operations, lock=lock)


def test_entries_without_operation_are_one_note() -> None:
    entries = {f"GET /gone/{n}": LockedOperation(f"sample.gone.x{n}", removed=n % 2 == 0) for n in range(5)}
    [finding] = tombstones(remembering(packaged(), **entries))
    assert (finding.code.value, finding.severity.value) == ("lock-tombstone", "note")
    assert finding.place.pointer == "/operations/GET ~1gone~10"
    assert "`sample.gone.x2` (`GET /gone/2`) and 2 more" in finding.message


def test_an_operation_that_the_overlay_drops_is_still_one() -> None:
    kept = made()
    dropped = made(id="sample.item.z", verb="z", identity="GET /z", path="/z")
    whole = packaged(kept, dropped)
    assert said(tombstones, whole) == []
    assert said(tombstones, Package(whole.address, whole.connector, (kept,), whole.schemas, whole.coverage, whole.lock)) == []
