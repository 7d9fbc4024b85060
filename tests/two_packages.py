"""Packages made by hand for comparing: one operation that shows one thing, and the codes of what changed."""

import json

import msgspec

from connectors.difference.compare import compare
from connectors.model.connector import Connector, Counts, Provenance, Rights, SourceFormat
from connectors.model.connector import Header as FileHeader
from connectors.model.coverage import Coverage
from connectors.model.lock import EMPTY_LOCK
from connectors.model.operation import Consequence, Effect, Idempotency, Location, MediaType, Operation, Parameter, Response, Style
from connectors.model.package import Package

HEADER = FileHeader("Derived.", "MIT", (), None, "ab" * 32, "connectors", 1)


def raw(schema):
    return msgspec.Raw(json.dumps(schema).encode())


def parameter(key="a", schema=None, **facts):
    facts = {"name": key, "location": Location.QUERY, "style": Style.FORM, **facts}
    return Parameter(key=key, schema=raw({"type": "string"} if schema is None else schema), **facts)


def answer(status="200", schema=None, media_type="application/json", **facts):
    return Response(status, (MediaType(media_type, raw({} if schema is None else schema)),), **facts)


def operation(identity="GET /things/{1}", id="x.thing.get", **facts):
    method, path = identity.split(" ")
    return Operation(
        **{
            "id": id, "identity": identity, "method": method, "path": path.replace("{1}", "{thing}"),
            "resource": "thing", "verb": "get", "effect": Effect.READ, "idempotency": Idempotency.SAFE,
            "consequence": Consequence.READ, **facts,
        }
    )  # fmt: skip


def package(*operations, schemas=None, dropped=(), gaps=(), excluded=(), address="00", **card):
    card = {"id": "x", "title": "X", "provenance": Provenance(SourceFormat.OPENAPI_3_1, "ab" * 32, 1), "rights": Rights(), **card}
    connector = Connector(header=HEADER, schema_version=1, counts=Counts(len(operations), len(operations), 0), **card)
    coverage = Coverage(HEADER, 1, "x", len(operations), gaps=gaps, excluded=excluded)
    shared = {name: raw(schema) for name, schema in (schemas or {}).items()}
    return Package("sha256:" + address * 32, connector, operations, shared, coverage, EMPTY_LOCK, dropped=dropped)


def changes(old, new):
    return compare(old, new).changes


def codes(old, new):
    return sorted(change.code.value for change in changes(old, new))
