"""`source.yaml`: written once with comments a person can use, read strictly ever after."""

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

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
from connectors.rights.one_line import one_line

__all__ = ["read_source", "scaffold", "source_schema"]

_Value: TypeAlias = str | int | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class _Pinned:
    """A description with the digest it has to have."""

    url: str
    sha256: str


@dataclass(frozen=True, slots=True)
class _Description:
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


@dataclass(frozen=True, slots=True)
class _Key:
    """One key of the file: what its value is, and what the scaffold says of it."""

    shape: Shape
    default: _Value
    comment: str | None = None
    always: bool = True
    """False where the scaffold leaves the key out while it has its default."""
    required: str | None = None
    """What to add where it is missing."""


def scaffold(source: Source) -> bytes:
    """Spell a new `source.yaml`: UTF-8, YAML 1.2, a comment above each fact; reading it back gives `source`."""
    lines = [
        "# Where the description of this connector comes from, and under which terms its package may travel.",
        "# `connectors gen` wrote this file once; from now on it is yours, and never rewritten.",
    ]
    for name, key in _KEYS.items():
        value = getattr(source, name)
        if value == key.default and not key.always:
            continue
        if key.comment:
            lines += ["", f"# {key.comment}"]
        if name == "description" and source.sha256 is not None:
            lines += ["description:", f"  url:{_spelled(value)}", f"  sha256: {source.sha256}"]
            continue
        lines.append(f"{name}:{_spelled(value)}")
        if name == "description" and value is None:
            lines[-1] += "  # add it, and `connectors gen` needs no SPEC"
    return ("\n".join(lines) + "\n").encode()


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
    keys = {name: Key(key.shape, key.comment or "", required=key.required) for name, key in _KEYS.items()}
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

_KEYS = {
    "schema_version": _Key(Version(SCHEMA_VERSION), None, required=f"{SCHEMA_VERSION}"),
    "connector": _Key(_ID, None, required="and the connector's id"),
    "description": _Key(
        Nullable(_Description()),
        None,
        "The description: a path relative to this file, or a URL.",
    ),
    "url": _Key(_TEXT, None, "Where the vendor publishes it; recorded for readers, never fetched."),
    "license": _Key(
        Nullable(Text(check=_is_license)),
        None,
        "SPDX license expression of the description, such as MIT; null while none is stated.",
    ),
    "copyright": _Key(_TEXTS, (), "Copyright lines as the vendor states them, one text each."),
    "attribution": _Key(_TEXT, None, "What NOTICE has to say beyond these facts."),
    "redistributable": _Key(Flag(), False, "Whether the package may be passed on, and the right that is relied on, in a sentence."),
    "rights": _Key(_TEXT, None),
    "rights_override": _Key(
        _TEXT, None, "Why it may be passed on although the licence limits that, or is not known.", always=False
    ),
    "generated_by": _Key(Choice(("operator", "service")), "operator", "Who generates: operator or service.", always=False),
    "prose": _Key(Choice(("keep", "omit")), "keep", "Whether the vendor's sentences are kept: keep or omit.", always=False),
    "self_hosted": _Key(Flag(), False, "Whether every operator has an address of their own.", always=False),
    "include": _Key(_TEXTS, (), "Operations to emit, of all there are.", always=False),
    "exclude": _Key(_TEXTS, (), "Operations to leave out.", always=False),
    "description_overlays": _Key(
        _TEXTS, (), "OpenAPI Overlay documents that are applied to the description: paths relative to this file.", always=False
    ),
    "allow_origin": _Key(
        _TEXTS, (), "Further origins that references may lead to, or prefixes: https://example.com/specs.", always=False
    ),
}


_PLAIN = re.compile(r"[A-Za-z_/][A-Za-z0-9_/.+-]*(?: [A-Za-z0-9_/.+-]+)*|https?://[A-Za-z0-9_/.+-]+")
_NOT_TEXT = re.compile(r"(?:null|true|false|yes|no|on|off|y|n)", re.IGNORECASE)


def _spelled(value: _Value) -> str:
    """What stands after a key and its colon."""
    if value is None:
        return " null"
    if isinstance(value, bool):
        return " true" if value else " false"
    if isinstance(value, int):
        return f" {value}"
    if isinstance(value, str):
        return f" {_quoted(value)}"
    return "".join(f"\n  - {_quoted(item)}" for item in value) if value else " []"


def _quoted(text: str) -> str:
    if _PLAIN.fullmatch(text) and not _NOT_TEXT.fullmatch(text):
        return text
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    """Source: YAML 1.2.2 §5.7. What cannot be seen is written as an escape."""
    if character in '"\\':
        return "\\" + character
    return "\\n" if character == "\n" else one_line(character)
