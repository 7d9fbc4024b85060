"""The shape of `show --json`: a package with every key present, whole or cut down to one operation."""

from typing import Any

from connectors.cli.json_output import whole
from connectors.model.connector import Connector
from connectors.model.coverage import Event, Gap, Note
from connectors.model.excerpt import Excerpt
from connectors.model.package import Package
from connectors.model.places import Place

__all__ = ["operation_json", "package_json"]


def package_json(package: Package) -> dict[str, Any]:
    """Everything of a package."""
    effective = {operation.identity for operation in package.operations}
    coverage = package.coverage
    return {
        "address": package.address,
        "connector": _connector(package.connector),
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


def operation_json(excerpt: Excerpt) -> dict[str, Any]:
    """The same shape, cut down to one operation: the schemas it reaches, and the coverage that concerns it."""
    return {
        "address": excerpt.address,
        "connector": _connector(excerpt.connector),
        "operations": [whole(excerpt.operation)],
        "schemas": dict(excerpt.schemas),
        "coverage": {
            "declared": 1,
            "operations": 1,
            "gaps": [],
            "excluded": [],
            "notes": [_note(note) for note in excerpt.notes],
            "events": [_event(event) for event in excerpt.events],
            "dropped": [],
            "not_carried": {},
        },
    }


def _connector(connector: Connector) -> dict[str, Any]:
    # The header is the file's, for who opens it; it says nothing about the connector.
    found: dict[str, Any] = whole(connector)
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
