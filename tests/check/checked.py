"""A package made of a few operations, and what one rule says of it."""

from typing import Any

from msgspec.structs import replace

from connectors.canonical import raw
from connectors.check.finding import Rule
from connectors.derive.lock import lock_of
from connectors.model.connector import (
    AuthKind,
    AuthScheme,
    Connector,
    Counts,
    Flow,
    Header,
    Provenance,
    Rights,
    Scope,
    SourceFormat,
)
from connectors.model.coverage import Coverage, Emitted
from connectors.model.lock import EMPTY_LOCK, Lock
from connectors.model.operation import AnyOf, Location, MediaType, Operation, Parameter, Requirement, Response, Style
from connectors.model.package import Package
from sample_package import operation

HEADER = Header(
    "Derived by connectors; do not edit.", "MIT", ("2024 Sample",), "https://example.org/a.json", "ab" * 32, "connectors", 1
)
CARD = Connector(
    header=HEADER,
    schema_version=1,
    id="sample",
    title="Sample",
    provenance=Provenance(format=SourceFormat.OPENAPI_3_1, sha256="ab" * 32, bytes=10, url="https://example.org/a.json"),
    rights=Rights(license="MIT", copyright=("2024 Sample",)),
    counts=Counts(0, 0, 0),
    auth=(
        AuthScheme("bearer", AuthKind.HTTP_BEARER, "bearerAuth"),
        AuthScheme("oauth2", AuthKind.OAUTH2, "oauth", flows=(Flow("implicit", scopes=(Scope("read:item"), Scope("write:item"))),)),
        AuthScheme("unknown", AuthKind.UNKNOWN, "odd"),
    ),
)
SCHEMAS = {
    "Item": {"type": "object", "properties": {"id": {"type": "string"}, "next": {"$ref": "#/$defs/Item"}}},
    "Items": {
        "type": "object",
        "properties": {
            "data": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
            "next": {"type": "string"},
            "more": {"type": "boolean"},
            "total": {"type": "integer"},
        },
    },
}


def made(**facts: Any) -> Operation:
    """`GET /item/get/{id}`, with other facts."""
    return replace(operation("item", "get"), **facts)


def argument(key: str, location: Location = Location.QUERY, **facts: Any) -> Parameter:
    """An argument that is called as its key is."""
    values = {"name": key, "schema": raw({"type": "string"}), "style": Style.FORM, "required": location is Location.PATH, **facts}
    return Parameter(key=key, location=location, **values)


def answering(schema: Any) -> tuple[Response, ...]:
    """A success with JSON of this schema."""
    return (Response("200", (MediaType("application/json", raw(schema)),)),)


def needing(*alternatives: tuple[Requirement, ...]) -> AnyOf:
    """One of these is needed."""
    return AnyOf(alternatives)


def packaged(*operations: Operation, lock: Lock | None = None, schemas: Any = None, ids: Any = None, **card: Any) -> Package:
    """A package of these operations. `ids` gives derived ids by identity, where the overlay gave others."""
    given = operations or (made(),)
    derived = [replace(item, id=(ids or {}).get(item.identity, item.id)) for item in given]
    emitted = sorted((Emitted(item.identity, item.id) for item in derived), key=lambda entry: entry.id)
    return Package(
        address="sha256:" + "12" * 32,
        connector=replace(CARD, **card),
        operations=given,
        schemas={name: raw(schema) for name, schema in {**SCHEMAS, **(schemas or {})}.items()},
        coverage=Coverage(HEADER, 1, "sample", len(given), tuple(emitted)),
        lock=lock_of("sample", EMPTY_LOCK, derived, (), (), CARD.auth) if lock is None else lock,
    )


def said(rule: Rule, package: Package) -> list[tuple[str, str, str]]:
    """Code, severity and pointer of everything a rule finds."""
    return [(finding.code.value, finding.severity.value, finding.place.pointer) for finding in rule(package)]
