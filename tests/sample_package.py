"""A small package made by hand: three operations of two resources, one schema that refers to itself."""

import json

import msgspec

from connectors.canonical import digest, raw
from connectors.model.connector import Provenance, Rights, SourceFormat
from connectors.model.lock import EMPTY_LOCK
from connectors.model.operation import (
    Consequence,
    Effect,
    Idempotency,
    Location,
    MediaType,
    Operation,
    Parameter,
    Response,
    Style,
    Undeclared,
)
from connectors.model.package import Derived
from connectors.model.source import Source
from connectors.rights.expression import parse
from connectors.rights.license_texts import gather
from connectors.store.render import render
from connectors.store.scaffold import scaffold


def operation(resource, verb):
    return Operation(
        id=f"sample.{resource}.{verb}",
        identity=f"GET /{resource}/{verb}/{{1}}",
        method="GET",
        path=f"/{resource}/{verb}/{{id}}",
        resource=resource,
        verb=verb,
        effect=Effect.READ,
        idempotency=Idempotency.SAFE,
        consequence=Consequence.READ,
        parameters=(
            Parameter(
                key="id", name="id", location=Location.PATH, required=True, schema=raw({"type": "integer"}), style=Style.SIMPLE
            ),
        ),
        responses=(
            Response(status="200", content=(MediaType(media_type="application/json", schema=raw({"$ref": "#/$defs/Item"})),)),
        ),
    )


def derived(*operations):
    return Derived(
        connector="sample",
        title="Sample",
        description=None,
        api_version="1",
        servers=(),
        auth=(),
        default_security=Undeclared(),
        operations=operations or (operation("item", "get"), operation("item", "list"), operation("user", "get")),
        schemas={"Item": raw({"type": "object", "properties": {"next": {"$ref": "#/$defs/Item"}}})},
        gaps=(),
        notes=(),
        events=(),
        excluded=(),
        not_carried={},
        tags=2,
        deprecated=0,
    )


def rendered(value=None, *, license="MIT", given=None, overlay=None, copyright=()):
    expression = parse(license) if license else None
    return render(
        value or derived(),
        provenance=Provenance(format=SourceFormat.OPENAPI_3_1, sha256="ab" * 32, bytes=10, url="https://example.org/openapi.json"),
        rights=Rights(license=expression and expression.text, copyright=copyright),
        lock=EMPTY_LOCK,
        source_yaml=scaffold(Source(schema_version=1, connector="sample", license=license)),
        overlay_yaml=overlay,
        license_texts=gather(expression, given or {}),
    )


def rewrite(directory, path, change):
    """Change one JSON file, and seal the package over it, as a forger would."""
    document = json.loads((directory / path).read_bytes())
    change(document)
    spell(directory / path, document)
    if path != "connector.json":
        card = json.loads((directory / "connector.json").read_bytes())
        for entry in card["files"]:
            if entry["path"] == path:
                data = (directory / path).read_bytes()
                entry.update(sha256=digest(data), size=len(data))
        spell(directory / "connector.json", card)


def spell(path, document):
    # `encode` would sort the keys of a plain dict; here they keep their order.
    path.write_bytes(msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n")
