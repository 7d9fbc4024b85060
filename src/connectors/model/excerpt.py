"""One operation of a package, with all of the package that concerns it."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from connectors import pointer
from connectors.model.connector import Connector
from connectors.model.coverage import Event, Note
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.problems import Problem

__all__ = ["Excerpt", "definition_name", "excerpt_of", "reached"]


class Excerpt(msgspec.Struct, frozen=True):
    """An operation as it will be executed, and what it needs of its package: another part of the package may be broken.

    `schemas` are those that the operation reaches, in the package's order; `notes` and `events` those of the coverage that are about it.
    `verified` names the files that were held against their digests, sorted; `connector.json`, which lists the digests, gives `address`.
    Of every other file it is known that it is there, has the size that is listed, and nothing more.
    """

    address: str
    connector: Connector
    operation: Operation
    schemas: Mapping[str, msgspec.Raw]
    notes: tuple[Note, ...]
    events: tuple[Event, ...]
    verified: tuple[str, ...]
    warnings: tuple[Problem, ...] = ()


def excerpt_of(package: Package, operation: Operation) -> Excerpt:
    """What a whole package holds of one of its operations."""
    return Excerpt(
        address=package.address,
        connector=package.connector,
        operation=operation,
        schemas=reached(operation, package.schemas),
        notes=tuple(note for note in package.coverage.notes if note.identity == operation.identity),
        events=tuple(event for event in package.coverage.events if event.operation == operation.identity),
        verified=tuple(entry.path for entry in package.connector.files),
        warnings=package.warnings,
    )


def reached(operation: Operation, schemas: Mapping[str, msgspec.Raw]) -> dict[str, msgspec.Raw]:
    """The schemas that an operation's own refer to, directly or through others, in the package's order."""
    found: set[str] = set()
    waiting = [name for raw in _raws(operation) for name in _referred(raw)]
    while waiting:
        name = waiting.pop()
        if name not in found and name in schemas:
            found.add(name)
            waiting.extend(_referred(schemas[name]))
    return {name: raw for name, raw in schemas.items() if name in found}


def definition_name(reference: str) -> str | None:
    """NAME of a reference `#/$defs/NAME`, unescaped; None for a reference to anything else."""
    if not reference.startswith("#/$defs/"):
        return None
    return pointer.parse(pointer.from_fragment(reference[1:]))[1]


def _raws(value: object) -> Iterator[msgspec.Raw]:
    if isinstance(value, msgspec.Raw):
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from _raws_of(getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, tuple):
        yield from _raws_of(value)


def _raws_of(values: Iterable[object]) -> Iterator[msgspec.Raw]:
    for value in values:
        yield from _raws(value)


def _referred(raw: msgspec.Raw) -> Iterator[str]:
    """Names in every text that reads like a reference: a mapping's value counts, and a text of some example at worst adds a schema."""
    waiting = [msgspec.json.decode(raw)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, str) and (name := definition_name(value)) is not None:
            yield name
