"""The schemas of one package, each read when it is first met, and which of them can differ between two packages."""

import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import unquote

import msgspec

from connectors.canonical import Json, number

__all__ = ["Definitions", "may_differ", "reference_name", "references"]

_REFERENCE = re.compile(rb'"\$ref"\s*:\s*("(?:[^"\\]|\\.)*")')
_DECODER = msgspec.json.Decoder(float_hook=number)
_PREFIX = "#/$defs/"


class Definitions:
    """The shared schemas of a package by name. A text is read once, so that what it spells is one node."""

    def __init__(self, schemas: Mapping[str, msgspec.Raw]) -> None:
        self._schemas = schemas
        self._read: dict[bytes, Json] = {}

    def read(self, text: msgspec.Raw) -> Json:
        """The schema that a text spells; numbers keep their digits."""
        key = bytes(text)
        if key not in self._read:
            self._read[key] = _DECODER.decode(key)
        return self._read[key]

    def __contains__(self, name: str) -> bool:
        return name in self._schemas

    def get(self, name: str) -> Json:
        """The schema of a name; one that the package lacks admits anything."""
        return self.read(self._schemas[name]) if name in self._schemas else True


def reference_name(reference: str) -> str:
    """The name behind `#/$defs/`: unescaped as a fragment, then as a pointer."""
    name = reference.removeprefix(_PREFIX)
    return unquote(name).replace("~1", "/").replace("~0", "~") if "%" in name or "~" in name else name


@lru_cache(maxsize=65536)
def references(text: bytes) -> frozenset[str]:
    """The names that a schema text may refer to: at least those that it does, for an example may look like a reference."""
    return frozenset(reference_name(msgspec.json.decode(found, type=str)) for found in _REFERENCE.findall(text))


def may_differ(old: Mapping[str, msgspec.Raw], new: Mapping[str, msgspec.Raw]) -> frozenset[str]:
    """The names whose schema, or a schema that it leads to, has another text in the two packages; all others mean the same."""
    users: dict[str, set[str]] = {}
    for schemas in (old, new):
        for name, text in schemas.items():
            for used in references(bytes(text)):
                users.setdefault(used, set()).add(name)
    waiting = [name for name in old.keys() | new.keys() | users.keys() if _text(old, name) != _text(new, name)]
    found = set(waiting)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if user not in found:
                found.add(user)
                waiting.append(user)
    return frozenset(found)


def _text(schemas: Mapping[str, msgspec.Raw], name: str) -> bytes | None:
    return bytes(schemas[name]) if name in schemas else None
