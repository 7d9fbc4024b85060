"""Where the facts of an effective package stand in its derived files."""

import re
from collections.abc import Iterator

from connectors import pointer
from connectors.model.operation import Operation, Parameter
from connectors.model.package import Package
from connectors.model.places import Place

__all__ = ["CONNECTOR", "LOCK", "SCHEMAS", "Places", "arguments", "label", "named"]

CONNECTOR = "connector.json"
SCHEMAS = "schemas.json"
LOCK = "identity.lock.json"

_NAMED = 3
"""How many operations a message names that is about many."""

_ITEM = re.compile(r"/(?P<kind>parameters|body/fields|responses|errors)/(?P<index>\d+)(?=/|$)")
"""What of an operation's record may stand among what its file shares."""


class Places:
    """Finds the derived record of an operation, whatever the overlay calls it now."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._records: dict[str, tuple[str, int]] | None = None

    def of(self, operation: Operation, tail: str = "") -> Place:
        """A node of an operation; `tail` is the pointer below its record."""
        if self._records is None:
            self._records = dict(_records(self._package))
        file, index = self._records.get(operation.identity, ("", 0))
        if not file:
            return Place(_file(operation.resource))
        return Place(file, self._shared(operation.identity, tail) or f"/operations/{index}{tail}")

    def _shared(self, identity: str, tail: str) -> str | None:
        """Where `tail` leads in what operations of the file share; None where the operation spells it itself."""
        stored = self._package.stored.get(identity)
        match = _ITEM.match(tail)
        if stored is None or match is None:
            return None
        kind = match["kind"]
        items: tuple[object, ...]
        if kind == "body/fields":
            items, kind = (stored.body.fields if stored.body else None) or (), "parameters"
        else:
            items = getattr(stored, kind)
        index = int(match["index"])
        item = items[index] if index < len(items) else None
        return f"/shared/{kind}/{pointer.token(item)}{tail[match.end() :]}" if isinstance(item, str) else None


def _records(package: Package) -> Iterator[tuple[str, tuple[str, int]]]:
    """File and index of each record: one file a resource, sorted by the derived id, which has the resource as its middle."""
    counts: dict[str, int] = {}
    for emitted in sorted(package.coverage.operations, key=lambda emitted: emitted.id):
        file = _file(".".join(emitted.id.split(".")[1:-1]))
        counts[file] = counts.get(file, 0) + 1
        yield emitted.identity, (file, counts[file] - 1)


def _file(resource: str) -> str:
    return f"operations/{resource}.json"


def arguments(operation: Operation) -> Iterator[tuple[str, Parameter]]:
    """Every argument of a call, members of the body included, with the pointer below the operation's record."""
    for index, parameter in enumerate(operation.parameters):
        yield f"/parameters/{index}", parameter
    body = operation.body
    if body is not None:
        for index, parameter in enumerate(body.fields or ()):
            yield f"/body/fields/{index}", parameter
        if body.whole is not None:
            yield "/body/whole", body.whole


def label(operation: Operation) -> str:
    """What a message calls an operation."""
    return f"`{operation.method} {operation.path}`"


def named(operations: list[Operation]) -> str:
    """Some operations of a message that is about all of them."""
    shown = ", ".join(map(label, operations[:_NAMED]))
    return shown if len(operations) <= _NAMED else f"{shown} and {len(operations) - _NAMED:,} more"
