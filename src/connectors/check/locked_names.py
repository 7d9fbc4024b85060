"""The identity lock: every operation and argument is written down in it under the name that callers use."""

from collections.abc import Iterator

from connectors import pointer
from connectors.check.finding import Finding
from connectors.check.places import LOCK, arguments, label
from connectors.model.identity import placeholders
from connectors.model.lock import LockedOperation
from connectors.model.operation import Location, Operation
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["locked_names"]


def locked_names(package: Package) -> Iterator[Finding]:
    """What is in use is in the lock, so that it is never given to anything else. A name the overlay gave may still have to be recorded."""
    derived = {emitted.identity: emitted.id for emitted in package.coverage.operations}
    for operation in package.operations:
        identity = operation.identity
        entry = package.lock.operations.get(identity)
        at = pointer.join(("operations", identity))
        if entry is None or entry.removed:
            found = "none" if entry is None else "a tombstone"
            message = f"the lock has an entry for {label(operation)}, found {found}"
            yield _finding(Severity.ERROR, message, at if entry else "/operations", identity)
        elif derived.get(identity, entry.id) != entry.id:
            message = f"the lock calls {label(operation)} as it was derived, `{derived[identity]}`, found `{entry.id}`"
            yield _finding(Severity.ERROR, message, f"{at}/id", identity)
        else:
            if operation.id not in (entry.id, *entry.ids):
                message = f"the lock remembers every id of {label(operation)}, found none that is `{operation.id}`"
                yield _finding(Severity.WARNING, message, at, identity)
            yield from _of_keys(operation, entry, at)


def _of_keys(operation: Operation, entry: LockedOperation, at: str) -> Iterator[Finding]:
    places: dict[str, str] | None = None
    for _, argument in arguments(operation):
        name = argument.name
        if argument.location is Location.PATH:
            places = _positions(operation.path) if places is None else places
            name = places.get(name, name)
        place = f"{argument.location.value} {name}"
        known = entry.keys.get(place, ())
        if argument.key not in known:
            # The derived key comes first; one that the overlay gave is recorded behind it.
            severity = Severity.WARNING if known else Severity.ERROR
            message = (
                f"the lock remembers every key of `{argument.name}` in {label(operation)}, found none that is `{argument.key}`"
            )
            yield _finding(severity, message, f"{at}/keys", operation.identity)


def _positions(path: str) -> dict[str, str]:
    """Where each placeholder stands, `{1}` the first: the lock knows it by its place, whatever its name."""
    names = dict.fromkeys(name for placeholder in placeholders(path) for name in placeholder.names)
    return {name: f"{{{index}}}" for index, name in enumerate(names, 1)}


def _finding(severity: Severity, message: str, at: str, identity: str) -> Finding:
    remedy = "run `connectors gen`, which records it"
    return Finding(Code.LOCK_DISAGREES, severity, message, remedy, Place(LOCK, at), identity)
