"""`source.yaml`, read strictly: a person has it once it is written."""

from typing import Any

import msgspec

from connectors.authored.nodes import MappingNode, Node, ScalarNode, parse
from connectors.authored.shapes import (
    JSON_SCHEMA,
    UNSET,
    Choice,
    Flag,
    Key,
    Keys,
    ListOf,
    Nullable,
    Reader,
    Shape,
    Spot,
    Text,
    Version,
    found,
)
from connectors.canonical import Json
from connectors.model.connector import SCHEMA_VERSION
from connectors.model.source import Source
from connectors.problems import Code, OverlayError, PackageError, Problem, Severity, SourceLocation
from connectors.rights import expression
from connectors.store.scaffold import KEYS

__all__ = ["read_source", "source_schema"]


class _Pinned(msgspec.Struct, frozen=True):
    """A description with the digest it has to have."""

    url: str
    sha256: str


class _Description(msgspec.Struct, frozen=True):
    """A path or a URL as one text, or a URL with its digest."""

    wanted: str = "a path, a URL, or a mapping of `url` and `sha256`"

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """A text, or a _Pinned."""
        if isinstance(node, MappingNode):
            return self._pinned().read(reader, node, spot)
        return Text(wanted=self.wanted, remedy="write a path or a URL").read(reader, node, spot)

    def schema(self) -> dict[str, Json]:
        """Either. A digest pins that very release."""
        return {"anyOf": [Text().schema(), self._pinned().schema()]}

    def _pinned(self) -> Keys:
        keys = {
            "url": Key(
                Text(r"[Hh][Tt][Tt][Pp][Ss]?://.+", "an address of https or http"),
                "Where the description is fetched from.",
                required="the address of the description",
            ),
            "sha256": Key(
                Text(r"[0-9a-f]{64}", "a SHA-256 digest in 64 small hexadecimal digits"),
                "What the description has to be, byte for byte; nothing else is even parsed.",
                required="its SHA-256 digest",
            ),
        }
        return Keys(keys, lambda values, _: _Pinned(**values) if len(values) == 2 else UNSET)


def read_source(data: bytes, shown_as: str) -> Source:
    """Read a `source.yaml` strictly. `shown_as` is what people call the file.

    Raises OverlayError with every fault and its line and column, PackageError (exit status 2) for a newer format.
    """
    root = parse(data, shown_as)
    if not isinstance(root, MappingNode):
        message = f"a mapping of keys is wanted, found {found(root)}"
        remedy = f"write one key a line, beginning with `schema_version: {SCHEMA_VERSION}`"
        raise OverlayError([Problem(SourceLocation(shown_as, 1, 1), Severity.ERROR, Code.SOURCE_FILE, message, remedy)])
    reader = Reader(shown_as, Code.SOURCE_FILE, Code.SOURCE_FILE, Code.SOURCE_FILE)
    _refuse_newer(root, reader)
    source = _document().read(reader, root, Spot(subject="source.yaml"))
    if reader.problems:
        raise OverlayError(reader.problems)
    assert isinstance(source, Source)
    return source


def source_schema() -> dict[str, Json]:
    """JSON Schema 2020-12 of `source.yaml`, for editors, from the table that reads it."""
    return {"$schema": JSON_SCHEMA, "title": "source.yaml of a connector package", **_document().schema()}


def _document() -> Keys:
    keys = {name: Key(_SHAPES[name], key.comment or "", required=_REQUIRED.get(name)) for name, key in KEYS.items()}
    return Keys(keys, _source)


def _source(values: dict[str, Any], _: Spot) -> Source | None:
    # A nothing stands for the default: the scaffold writes it where a person is to fill something in.
    stated = {name: value for name, value in values.items() if value is not None}
    if isinstance(pinned := stated.get("description"), _Pinned):
        stated |= {"description": pinned.url, "sha256": pinned.sha256}
    return Source(**stated) if {"schema_version", "connector"} <= stated.keys() else None


def _refuse_newer(root: MappingNode, reader: Reader) -> None:
    for key, value in root.members:
        if isinstance(key, ScalarNode) and key.value == "schema_version" and isinstance(value, ScalarNode):
            version = value.value
            if type(version) is int and version > SCHEMA_VERSION:
                message = f"`source.yaml` has format {SCHEMA_VERSION} at most, found {version}"
                reader.fault(value, Spot(("schema_version",)), message, "upgrade connectors", Code.PACKAGE_FORMAT_NEWER)
                raise PackageError(reader.problems, exit_status=2)


def _is_license(reader: Reader, node: Node, spot: Spot, text: str) -> bool:
    where = SourceLocation(reader.shown_as, node.line, node.column, spot.pointer)
    try:
        expression.parse(text, where=where)
    except OverlayError as error:
        reader.problems.extend(error.problems)
        return False
    return True


_ID = Text(
    r"[a-z][a-z0-9_]{0,31}",
    "a connector id: a small letter and up to 31 small letters, digits or `_`",
    "write the id that the package has",
    Code.ID_MALFORMED,
)
_TEXT = Nullable(Text())
_TEXTS = ListOf(Text())

_SHAPES: dict[str, Shape] = {
    "schema_version": Version(SCHEMA_VERSION),
    "connector": _ID,
    "description": Nullable(_Description()),
    "url": _TEXT,
    "license": Nullable(Text(check=_is_license)),
    "copyright": _TEXTS,
    "attribution": _TEXT,
    "redistributable": Flag(),
    "rights": _TEXT,
    "rights_override": _TEXT,
    "generated_by": Choice(("operator", "service")),
    "prose": Choice(("keep", "omit")),
    "self_hosted": Flag(),
    "include": _TEXTS,
    "exclude": _TEXTS,
    "description_overlays": _TEXTS,
    "allow_origin": _TEXTS,
}
_REQUIRED = {"schema_version": f"{SCHEMA_VERSION}", "connector": "and the connector's id"}
"""What to add where one is missing."""
