"""JSON Schemas (2020-12) of every document of format 1, from the types that the loader decodes with."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import msgspec
from msgspec import inspect as types

from connectors.canonical import Json
from connectors.model.connector import SCHEMA_VERSION, Connector
from connectors.model.coverage import Coverage
from connectors.model.lock import Lock
from connectors.overlay.schema import overlay_schema
from connectors.store import layout
from connectors.store.source_file import source_schema

__all__ = ["FormatDocument", "documents", "json_schema"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class FormatDocument:
    """A kind of document: what files of it are called in a package, and what holds it."""

    file: str
    what: str
    schema: Callable[[str], dict[str, Json]]


def documents() -> Mapping[str, FormatDocument]:
    """Every kind of document by its name, in the order people meet them."""
    return _DOCUMENTS


def json_schema(name: str) -> dict[str, Json]:
    """The JSON Schema of a kind of document. Raises KeyError for a name that `documents` does not have."""
    document = _DOCUMENTS[name]
    schema = document.schema(name)
    head: dict[str, Json] = {
        "$schema": _DIALECT,
        "$id": f"urn:connectors:format-{SCHEMA_VERSION}:{name}",
        "title": document.file,
        "description": document.what,
    }
    return {**head, **{key: value for key, value in schema.items() if key not in head}}


def _of(kind: type[msgspec.Struct]) -> Callable[[str], dict[str, Json]]:
    def schema(_: str) -> dict[str, Json]:
        writer = _Writer()
        top = writer.struct(types.type_info(kind))
        properties = top["properties"]
        assert isinstance(properties, dict)
        properties["schema_version"] = {"const": SCHEMA_VERSION}
        return {**top, "$defs": dict(sorted(writer.definitions.items()))} if writer.definitions else top

    return schema


@dataclass(slots=True)
class _Writer:
    """Spells types as schemas; every Struct and every closed set becomes a definition."""

    definitions: dict[str, Json] = field(default_factory=dict)
    names: dict[type, str] = field(default_factory=dict)

    def spell(self, kind: Any) -> dict[str, Json]:
        """The schema of one type."""
        match kind:
            case types.StructType():
                return self.reference(kind.cls, lambda: self.struct(kind))
            case types.EnumType():
                return self.reference(kind.cls, lambda: {**_described(kind.cls), "enum": [member.value for member in kind.cls]})
            case types.LiteralType():
                return {"enum": list(kind.values)}
            case types.UnionType():
                return self.union(list(kind.types))
            case types.VarTupleType() | types.ListType():
                return {"type": "array", "items": self.spell(kind.item_type)}
            case types.DictType():
                return {"type": "object", "additionalProperties": self.spell(kind.value_type)}
            case types.StrType():
                return {"type": "string"}
            case types.BoolType():
                return {"type": "boolean"}
            case types.IntType():
                return {"type": "integer"}
            case types.NoneType():
                return {"type": "null"}
            case types.RawType() | types.AnyType():
                return {}
        raise TypeError(f"no document of the format has a value of the type {kind}")

    def union(self, kinds: list[Any]) -> dict[str, Json]:
        """One type, or one of several."""
        if len(kinds) == 1:
            return self.spell(kinds[0])
        alternatives = [self.spell(item) for item in kinds]
        if all(alternative.keys() == {"type"} for alternative in alternatives):
            return {"type": [alternative["type"] for alternative in alternatives]}
        return {"anyOf": list(alternatives)}

    def struct(self, kind: Any) -> dict[str, Json]:
        """A closed object. What has a default may be left out, and is left out when it has it."""
        properties: dict[str, Json] = {}
        required: list[Json] = []
        if kind.tag_field is not None:
            properties[kind.tag_field] = {"const": kind.tag}
            required.append(kind.tag_field)
        for member in kind.fields:
            schema = self.spell(member.type)
            if member.required:
                required.append(member.encode_name)
            elif (default := _default(member)) is not None:
                schema = {**schema, "default": default[0]}
            properties[member.encode_name] = schema
        closed: dict[str, Json] = {"type": "object", "properties": properties, "additionalProperties": False}
        return {**_described(kind.cls), **closed, **({"required": required} if required else {})}

    def reference(self, cls: type, make: Callable[[], dict[str, Json]]) -> dict[str, Json]:
        """A reference to the definition of a class, which is written at its first use."""
        name = self.names.get(cls)
        if name is None:
            # Two classes of one name: the second one met says of which module it is.
            name = (
                cls.__name__
                if cls.__name__ not in self.definitions
                else f"{cls.__module__.rpartition('.')[2].title()}{cls.__name__}"
            )
            self.names[cls] = name
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"#/$defs/{name}"}


def _default(member: types.Field) -> tuple[Json] | None:
    """The default of a field, or None where it has none that says anything."""
    value = member.default
    if isinstance(value, Enum):
        return (str(value.value),)
    if value is None or isinstance(value, bool | int | str):
        return (value,)
    return ([],) if value == () else None


def _described(cls: type) -> dict[str, Json]:
    """What a class says of itself in its first paragraph."""
    text = (inspect.getdoc(cls) or "").partition("\n\n")[0].replace("\n", " ")
    return {"description": text} if text else {}


_DOCUMENTS: Mapping[str, FormatDocument] = {
    "connector": FormatDocument(
        layout.CONNECTOR, "The identity card of a connector, and the digests of its files.", _of(Connector)
    ),
    "operations": FormatDocument("operations/*.json", "The operations of one resource.", _of(layout.OperationsFile)),
    "schemas": FormatDocument(layout.SCHEMAS, "The JSON Schemas that operations share.", _of(layout.SchemasFile)),
    "coverage": FormatDocument(layout.COVERAGE, "What became of everything that the description declares.", _of(Coverage)),
    "lock": FormatDocument(layout.LOCK, "Which names operations and their arguments have, for ever.", _of(Lock)),
    "source": FormatDocument(
        layout.SOURCE, "Where the description comes from, and under which licence.", lambda _: source_schema()
    ),
    "overlay": FormatDocument(layout.OVERLAY, "What a description cannot state.", lambda _: overlay_schema()),
}
