"""Packages of one operation, made by hand, and a way to call it."""

import json
from collections.abc import Callable, Mapping

import msgspec
import pytest

from connectors.execute.refusal import RequestRefused
from connectors.execute.request import Request, build
from connectors.model.connector import Connector, Counts, Provenance, Rights, SourceFormat
from connectors.model.connector import Header as FileHeader
from connectors.model.coverage import Coverage
from connectors.model.lock import EMPTY_LOCK
from connectors.model.operation import (
    Body,
    Consequence,
    Effect,
    Encoding,
    Idempotency,
    Location,
    Operation,
    Parameter,
    Server,
    Undeclared,
)
from connectors.model.package import Package

HEADER = FileHeader("Derived by connectors; do not edit.", "MIT", (), None, "ab" * 32, "connectors", 1)


def raw(value) -> msgspec.Raw:
    return msgspec.Raw(json.dumps(value).encode())


def parameter(name="color", location="query", schema=None, **facts) -> Parameter:
    return Parameter(
        key=facts.pop("key", name),
        name=name,
        location=Location(location),
        schema=raw(schema if schema is not None else {}),
        **facts,
    )


def operation(*parameters, method="POST", path="/x", **facts) -> Operation:
    return Operation(
        id="made.x.do",
        identity=f"{method} {path}",
        method=method,
        path=path,
        resource="x",
        verb="do",
        effect=Effect.CREATE,
        idempotency=Idempotency.UNSAFE,
        consequence=Consequence.UNSTATED,
        parameters=parameters,
        **facts,
    )


def package(
    *operations, schemas: Mapping[str, object] | None = None, servers=("https://api.example",), auth=(), default_security=None
) -> Package:
    connector = Connector(
        header=HEADER,
        schema_version=1,
        id="made",
        title="Made",
        provenance=Provenance(format=SourceFormat.OPENAPI_3_1, sha256="ab" * 32, bytes=1),
        rights=Rights(),
        counts=Counts(declared=len(operations), operations=len(operations), gaps=0),
        servers=tuple(Server(url=server) if isinstance(server, str) else server for server in servers),
        auth=tuple(auth),
        default_security=default_security or Undeclared(),
    )
    coverage = Coverage(header=HEADER, schema_version=1, connector="made", declared=len(operations))
    return Package(
        "sha256:" + "0" * 64,
        connector,
        operations,
        {name: raw(schema) for name, schema in (schemas or {}).items()},
        coverage,
        EMPTY_LOCK,
    )


def made(*parameters, schemas=None, servers=("https://api.example",), auth=(), **facts) -> Callable[..., Request]:
    """A function that calls one operation made by hand."""
    one = operation(*parameters, **facts)
    whole = package(one, schemas=schemas, servers=servers, auth=auth)
    return lambda arguments=None, **options: build(whole, one, arguments or {}, **options)


def member(name="color", schema=None, **facts) -> Parameter:
    return parameter(name, "body", schema, **facts)


def body(*fields, encoding="json", content_type="application/json", whole=None, **facts) -> Body:
    return Body(
        content_type=content_type, encoding=Encoding(encoding), fields=None if whole is not None else fields, whole=whole, **facts
    )


def refusal(call: Callable[[], object]) -> str:
    """Everything a refusal says; fails when the call is not refused."""
    with pytest.raises(RequestRefused) as refused:
        call()
    assert refused.value.exit_status == 2
    return "\n".join(f"{problem.message} -- {problem.remedy}" for problem in refused.value.problems)


def query(request: Request) -> str:
    return request.url.partition("?")[2]


def header(request: Request, name: str) -> str | None:
    found = [value for field, value in request.headers if field.lower() == name.lower()]
    assert len(found) <= 1
    return found[0] if found else None
