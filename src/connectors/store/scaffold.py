"""A new `source.yaml`, spelled with comments that a person can use."""

import re
from typing import TypeAlias

import msgspec

from connectors.model.source import Source
from connectors.rights.one_line import one_line

__all__ = ["KEYS", "SourceKey", "scaffold"]

_Value: TypeAlias = str | int | bool | tuple[str, ...] | None


class SourceKey(msgspec.Struct, frozen=True):
    """One key of the file: what it is where nothing is said, and what the scaffold says of it."""

    default: _Value = None
    comment: str | None = None
    always: bool = True
    """False where the scaffold leaves the key out while it has its default."""


KEYS = {
    "schema_version": SourceKey(),
    "connector": SourceKey(),
    "description": SourceKey(None, "The description: a path relative to this file, or a URL."),
    "url": SourceKey(None, "Where the vendor publishes it; recorded for readers, never fetched."),
    "license": SourceKey(None, "SPDX license expression of the description, such as MIT; null while none is stated."),
    "copyright": SourceKey((), "Copyright lines as the vendor states them, one text each."),
    "attribution": SourceKey(None, "What NOTICE has to say beyond these facts."),
    "redistributable": SourceKey(False, "Whether the package may be passed on, and the right that is relied on, in a sentence."),
    "rights": SourceKey(),
    "rights_override": SourceKey(None, "Why it may be passed on although the licence limits that, or is not known.", always=False),
    "generated_by": SourceKey("operator", "Who generates: operator or service.", always=False),
    "prose": SourceKey("keep", "Whether the vendor's sentences are kept: keep or omit.", always=False),
    "self_hosted": SourceKey(False, "Whether every operator has an address of their own.", always=False),
    "include": SourceKey((), "Operations to emit, of all there are.", always=False),
    "exclude": SourceKey((), "Operations to leave out.", always=False),
    "description_overlays": SourceKey(
        (), "OpenAPI Overlay documents that are applied to the description: paths relative to this file.", always=False
    ),
    "allow_origin": SourceKey(
        (), "Further origins that references may lead to, or prefixes: https://example.com/specs.", always=False
    ),
}
"""Every key of a `source.yaml`, in the order of the scaffold."""


def scaffold(source: Source) -> bytes:
    """Spell a new `source.yaml`: UTF-8, YAML 1.2, a comment above each fact; reading it back gives `source`."""
    lines = [
        "# Where the description of this connector comes from, and under which terms its package may travel.",
        "# `connectors gen` wrote this file once; from now on it is yours, and never rewritten.",
    ]
    for name, key in KEYS.items():
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
