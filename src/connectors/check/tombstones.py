"""Tombstones: names in the identity lock whose operation the vendor took away."""

from collections.abc import Iterator

from connectors import pointer
from connectors.check.finding import Finding
from connectors.check.places import LOCK, listed
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["tombstones"]


def tombstones(package: Package) -> Iterator[Finding]:
    """One note for all of them: their ids are given to nothing else, and whoever still calls one is to be told."""
    coverage = package.coverage
    known = {emitted.identity for emitted in coverage.operations}
    known.update(gap.identity for gap in coverage.gaps)
    known.update(coverage.excluded)
    gone = [identity for identity, entry in package.lock.operations.items() if entry.removed or identity not in known]
    if gone:
        words = [f"`{package.lock.operations[identity].id}` (`{identity}`)" for identity in gone[:3]]
        message = f"an entry of the lock belongs to an operation of the description, found none for {listed(words, len(gone))}"
        remedy = "leave the entries: they keep the names from being given to anything else"
        yield Finding(Code.LOCK_TOMBSTONE, Severity.NOTE, message, remedy, Place(LOCK, pointer.join(("operations", gone[0]))))
