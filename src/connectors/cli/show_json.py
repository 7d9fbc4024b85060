"""The shape of `show --json`: a package with every key present, whole or cut down to one operation."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from connectors.cli.json_output import whole
from connectors.cli.words import definition_name
from connectors.model.coverage import Event, Gap, Note
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.model.places import Place

__all__ = ["operation_json", "package_json"]


def package_json(package: Package) -> dict[str, Any]:
    """Everything of a package."""
    effective = {operation.identity for operation in package.operations}
    coverage = package.coverage
    return {
        "address": package.address,
        "connector": _connector(package),
        "operations": [whole(operation) for operation in package.operations],
        "schemas": dict(package.schemas),
        "coverage": {
            "declared": coverage.declared,
            "operations": len(coverage.operations),
            "gaps": [_gap(gap) for gap in coverage.gaps],
            "excluded": list(coverage.excluded),
            "notes": [_note(note) for note in coverage.notes],
            "events": [_event(event) for event in coverage.events],
            "dropped": [
                {"identity": emitted.identity, "id": emitted.id}
                for emitted in coverage.operations
                if emitted.identity not in effective
            ],
            "not_carried": dict(coverage.not_carried),
        },
    }


def operation_json(package: Package, operation: Operation) -> dict[str, Any]:
    """The same shape, cut down to one operation: the schemas it reaches, and the coverage that concerns it."""
    return {
        "address": package.address,
        "connector": _connector(package),
        "operations": [whole(operation)],
        "schemas": reachable(operation, package.schemas),
        "coverage": {
            "declared": 1,
            "operations": 1,
            "gaps": [],
            "excluded": [],
            "notes": [_note(note) for note in package.coverage.notes if note.identity == operation.identity],
            "events": [_event(event) for event in package.coverage.events if event.operation == operation.identity],
            "dropped": [],
            "not_carried": {},
        },
    }


def _connector(package: Package) -> dict[str, Any]:
    # The header is the file's, for who opens it; it says nothing about the connector.
    found: dict[str, Any] = whole(package.connector)
    del found["header"]
    return found


def _at(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": None, "column": None, "pointer": place.pointer}


def _gap(gap: Gap) -> dict[str, Any]:
    return {
        "identity": gap.identity,
        "method": gap.method,
        "path": gap.path,
        "source_operation_id": gap.source_operation_id,
        "code": gap.code,
        "reason": gap.reason,
        "at": _at(gap.at),
    }


def _note(note: Note) -> dict[str, Any]:
    return {"identity": note.identity, "severity": note.severity, "code": note.code, "reason": note.reason, "at": _at(note.at)}


def _event(event: Event) -> dict[str, Any]:
    return {**whole(event), "at": _at(event.at)}


def reachable(operation: Operation, schemas: Mapping[str, msgspec.Raw]) -> dict[str, msgspec.Raw]:
    """The schemas that an operation's own refer to, directly or through others, in the package's order."""
    found: set[str] = set()
    waiting = [name for raw in _raws(operation) for name in _referred(raw)]
    while waiting:
        name = waiting.pop()
        if name not in found and name in schemas:
            found.add(name)
            waiting.extend(_referred(schemas[name]))
    return {name: raw for name, raw in schemas.items() if name in found}


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
