"""A package made by hand, in which every view has something to show; and golden texts."""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from connectors.model.connector import (
    AuthKind,
    AuthScheme,
    Connector,
    Counts,
    FileEntry,
    Flow,
    Placement,
    Provenance,
    Rights,
    Scope,
    SourceFormat,
)
from connectors.model.connector import Header as FileHeader
from connectors.model.coverage import Coverage, Emitted, Event, EventKind, Gap, Note, NoteSeverity
from connectors.model.lock import EMPTY_LOCK
from connectors.model.operation import (
    Anonymous,
    AnyOf,
    Basis,
    Body,
    Consequence,
    Effect,
    Encoding,
    ErrorClass,
    ErrorResponse,
    Header,
    Idempotency,
    Location,
    MediaType,
    Operation,
    Pagination,
    PaginationEnd,
    PaginationStyle,
    Parameter,
    Requirement,
    Response,
    Server,
    ServerVariable,
    Style,
)
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code

GOLDEN = Path(__file__).parent / "golden"
HEADER = FileHeader("Derived by connectors; do not edit.", "MIT", ("2024 The Harbour Authors",), None, "ab" * 32, "connectors", 1)


def raw(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode())


SHIP = raw('{"$ref": "#/$defs/Ship"}')
ERROR = (MediaType("application/problem+json", raw('{"$ref": "#/$defs/Problem"}')),)


def operations() -> tuple[Operation, ...]:
    dock_list = Operation(
        id="harbour.dock.list",
        identity="GET /docks",
        method="GET",
        path="/docks",
        resource="dock",
        verb="list",
        effect=Effect.READ,
        idempotency=Idempotency.SAFE,
        consequence=Consequence.READ,
        summary="List docks",
        tags=("dock",),
        parameters=(
            Parameter("page", "page", Location.QUERY, schema=raw('{"type":"integer","minimum":1}'), style=Style.FORM, explode=True),
            Parameter(
                "limit",
                "limit",
                Location.QUERY,
                schema=raw('{"type":"integer","minimum":1,"maximum":100}'),
                style=Style.FORM,
                explode=True,
                default=raw("20"),
                description="How many docks a page holds.",
            ),
            Parameter(
                "filter_kind",
                "filter[kind]",
                Location.QUERY,
                schema=raw('{"type":"array","items":{"enum":["dry","wet","floating"]}}'),
                style=Style.PIPE_DELIMITED,
            ),
        ),
        responses=(
            Response(
                "200",
                (MediaType("application/json", raw('{"type":"array","items":{"$ref":"#/$defs/Dock"}}')),),
                headers=(Header("X-Total-Count"), Header("Link")),
                description="The docks",
            ),
        ),
        errors=(ErrorResponse("default", None, ERROR),),
        pagination=Pagination(
            PaginationStyle.PAGE,
            (PaginationEnd.EMPTY_PAGE, PaginationEnd.TOTAL_REACHED),
            Basis.DECLARED,
            page="page",
            size="limit",
            size_default=20,
            size_max=100,
            items="",
            total_header="X-Total-Count",
        ),
    )
    ship_create = Operation(
        id="harbour.ship.create",
        identity="POST /ports/{1}/ships",
        method="POST",
        path="/ports/{port}/ships",
        resource="ship",
        verb="create",
        effect=Effect.CREATE,
        idempotency=Idempotency.UNSAFE,
        consequence=Consequence.UNSTATED,
        source_operation_id="shipCreate",
        tags=("ship",),
        summary="Register a ship",
        description="Registers a ship at a port.\n\nThe call answers before the papers are checked: a `202` is not a registration.",
        parameters=(
            Parameter("port", "port", Location.PATH, True, raw('{"type":"string","minLength":2,"maxLength":5}'), Style.SIMPLE),
            Parameter("trace", "X-Trace", Location.HEADER, schema=raw('{"type":"string","format":"uuid"}'), style=Style.SIMPLE),
        ),
        body=Body(
            "application/json",
            Encoding.JSON,
            True,
            fields=(
                Parameter("name", "name", Location.BODY, True, raw('{"type":"string"}'), description="Name of the ship."),
                Parameter("flag", "flag", Location.BODY, schema=raw('{"enum":["NL","NO","PA"]}')),
                Parameter("captain", "captain", Location.BODY, schema=raw('{"anyOf":[{"$ref":"#/$defs/Person"},{"type":"null"}]}')),
                Parameter("token", "token", Location.BODY, schema=raw('{"type":"string"}'), secret=True),
            ),
            alternatives=(MediaType("multipart/form-data", raw('{"$ref":"#/$defs/ShipForm"}')),),
        ),
        responses=(
            Response(
                "201", (MediaType("application/json", SHIP), MediaType("application/xml", SHIP)), headers=(Header("Location"),)
            ),
            Response("202", pending=True, description="Accepted"),
        ),
        errors=(
            ErrorResponse("401", ErrorClass.UNAUTHORIZED),
            ErrorResponse("409", ErrorClass.CONFLICT, ERROR, description="Name taken"),
        ),
        security=AnyOf(((Requirement("oauth2", ("ships:write",)), Requirement("key_header_x_harbour")), ())),
        basis={"effect": Basis.STANDARD, "security": Basis.DECLARED},
    )
    ship_remove = Operation(
        id="harbour.ship.delete",
        identity="DELETE /ports/{1}/ships/{2}",
        method="DELETE",
        path="/ports/{port}/ships/{ship}",
        resource="ship",
        verb="delete",
        effect=Effect.DELETE,
        idempotency=Idempotency.IDEMPOTENT,
        consequence=Consequence.IRREVERSIBLE,
        deprecated=True,
        callable=False,
        parameters=(
            Parameter("port", "port", Location.PATH, True, raw('{"type":"string"}'), Style.SIMPLE),
            Parameter("ship", "ship", Location.PATH, True, raw('{"type":"integer","minimum":1}'), Style.SIMPLE),
        ),
        responses=(Response("204"),),
        security=AnyOf(((Requirement("ghost", satisfiable=False),),)),
        servers=(Server("https://old.harbour.example/v1"),),
    )
    manifest = Operation(
        id="harbour.ship.manifest_of_every_container_on_board",
        identity="PUT /ports/{1}/ships/{2}/voyages/{3}/manifests/{4}",
        method="PUT",
        path="/ports/{port_of_departure}/ships/{ship}/voyages/{voyage_number}/manifests/{revision}",
        resource="ship",
        verb="manifest_of_every_container_on_board",
        effect=Effect.UPDATE,
        idempotency=Idempotency.IDEMPOTENT,
        consequence=Consequence.UNSTATED,
        body=Body(
            "text/csv; charset=utf-8",
            Encoding.TEXT,
            whole=Parameter("body", "body", Location.BODY, True, raw('{"type":"string"}')),
        ),
        responses=(Response("2XX"),),
    )
    status = Operation(
        id="harbour.status.get",
        identity="GET /status",
        method="GET",
        path="/status",
        resource="status",
        verb="get",
        effect=Effect.READ,
        idempotency=Idempotency.SAFE,
        consequence=Consequence.READ,
        security=Anonymous(),
        responses=(Response("200", (MediaType("text/plain", raw('{"type":"string"}')),)),),
    )
    return (dock_list, ship_create, ship_remove, manifest, status)


@pytest.fixture(scope="session")
def package() -> Package:
    found = operations()
    emitted = tuple(Emitted(operation.identity, operation.id) for operation in found)
    gaps = (
        Gap(
            "POST /uploads",
            "POST",
            "/uploads",
            Code.BODY_MEDIA_TYPE,
            "the body has only the media type `*/*`, which is none that may be sent",
            Place(pointer="/paths/~1uploads/post/requestBody/content"),
            "upload",
        ),
    )
    notes = (
        *tuple(
            Note(
                NoteSeverity.NARROWED,
                Code.REFERENCE_NOT_FOUND,
                f"`#/components/schemas/Gone{n}` does not exist",
                Place(pointer=f"/a/{n}"),
                identity,
            )
            for n, identity in enumerate(["GET /docks", "GET /docks", "GET /status", "GET /status"])
        ),
        Note(
            NoteSeverity.NOTED,
            Code.PARAMETER_IGNORED,
            "the header parameter `Accept` is ignored, as the Parameter Object says",
            Place("parts/ship.yaml", "/parameters/0"),
            "POST /ports/{1}/ships",
        ),
        Note(
            NoteSeverity.NOTED,
            Code.TEXT_CLEANED,
            "a control character was removed from `info.title`",
            Place(pointer="/info/title"),
        ),
    )
    connector = Connector(
        header=HEADER,
        schema_version=1,
        id="harbour",
        title="Harbour \x1b[31mAPI\u202e",
        description="Everything a port knows about ships, docks and the people on them.\n\nSecond paragraph.",
        api_version="1.20.0",
        provenance=Provenance(
            SourceFormat.OPENAPI_3_1,
            "ab" * 32,
            48213,
            "1.20.0",
            "https://harbour.example/openapi.yaml",
            (FileEntry("parts/ship.yaml", "cd" * 32, 812),),
        ),
        rights=Rights("MIT", copyright=("2024 The Harbour Authors",)),
        counts=Counts(
            declared=6,
            operations=5,
            gaps=1,
            excluded=1,
            notes=6,
            resources=3,
            schemas=5,
            events=2,
            tags=2,
            deprecated=1,
            paginated=1,
        ),
        servers=(
            Server("https://{region}.harbour.example/v2", (ServerVariable("region", "eu", ("eu", "us")),)),
            Server("/api", operator_supplied=True),
        ),
        auth=(
            AuthScheme("basic", AuthKind.HTTP_BASIC, "basicAuth"),
            AuthScheme("key_header_x_harbour", AuthKind.API_KEY, "ApiKey", Placement(Location.HEADER, "X-Harbour", "token ")),
            AuthScheme(
                "oauth2",
                AuthKind.OAUTH2,
                "oauth",
                flows=(
                    Flow(
                        "authorizationCode",
                        "https://harbour.example/authorize",
                        "https://harbour.example/token",
                        scopes=(Scope("ships:read", "Read ships"), Scope("ships:write", "Change ships")),
                    ),
                ),
            ),
        ),
        default_security=AnyOf(((Requirement("basic"),), (Requirement("oauth2", ("ships:read",)),))),
        files=(FileEntry("coverage.json", "ef" * 32, 1024),),
    )
    events = (
        Event(EventKind.WEBHOOK, "shipMoved", "POST", Place(pointer="/webhooks/shipMoved/post")),
        Event(
            EventKind.CALLBACK,
            "onChecked",
            "POST",
            Place(pointer="/x"),
            "POST /ports/{1}/ships",
            "{$request.body#/callback}",
            "Papers checked",
        ),
    )
    schemas = {
        "Dock": raw('{"type":"object","properties":{"length":{"type":"number","multipleOf":0.010}}}'),
        "Person": raw('{"type":"object"}'),
        "Problem": raw('{"type":"object"}'),
        "Ship": raw(
            '{"type":"object","properties":{"id":{"type":"integer","maximum":18446744073709551615},"dock":{"$ref":"#/$defs/Dock"}}}'
        ),
        "ShipForm": raw('{"type":"object"}'),
    }
    coverage = Coverage(HEADER, 1, "harbour", 6, emitted, gaps, ("GET /admin",), notes, events, {"links": 4, "examples": 12})
    return Package("sha256:" + "12" * 32, connector, found, schemas, coverage, EMPTY_LOCK)


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare a text with its golden file; `UPDATE_GOLDEN=1` writes the file instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("UPDATE_GOLDEN"):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text

    return compare
