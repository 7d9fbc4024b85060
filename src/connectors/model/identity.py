"""The identity of an operation: its method, and its path with placeholders numbered by position."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

__all__ = [
    "Placeholder",
    "clashes",
    "identified",
    "identities",
    "identity_of",
    "normalise_identity",
    "placeholders",
    "without_placeholders",
]

_OPERATORS = "+#./;?&*"
_QUERY_OPERATORS = "?&"
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "QUERY", "POST", "PUT", "PATCH", "DELETE", "CONNECT"})


class Placeholder(msgspec.Struct, frozen=True):
    """One expression in braces within a path."""

    name: str
    """Without operator, pattern and modifier; `page,limit` where an expression names several."""
    start: int
    """Where the opening brace stands."""
    end: int
    """Just behind the closing brace."""
    operator: str = ""
    """What RFC 6570 §2.2 puts before the name (`+`, `?` and the like), or `*` for a rest of the path; mostly empty."""
    pattern: str = ""
    """What follows the name and a colon: `[0-9]{3}` of `{id:[0-9]{3}}`. No part of OpenAPI, but common."""

    @property
    def in_query(self) -> bool:
        """Whether it stands for query parameters: `{?page,limit}`, `{&sort}`. Source: RFC 6570 §3.2.8, §3.2.9."""
        return bool(self.operator) and self.operator in _QUERY_OPERATORS

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of the expression, without its modifier: `page` and `limit` of `{?page,limit*}`."""
        return tuple(name.strip().rstrip("*+") for name in self.name.split(",")) if self.in_query else (self.name,)


@lru_cache(maxsize=131072)  # Every stage asks again, path after path: with fewer places than paths, none would be found.
def placeholders(path: str) -> tuple[Placeholder, ...]:
    """Find the placeholders of a path, in order. Braces without a partner, and braces around nothing, are plain text.

    So is a query expression between other braces: left out of the path, it would make a placeholder of what is around it.
    """
    closing = _closing_braces(path)
    found: list[Placeholder] = []
    at = 0
    text_ends = 0
    """How far those braces reach that are text."""
    while (start := path.find("{", at)) >= 0:
        at = start + 1
        if start not in closing:
            continue
        end = closing[start] + 1
        placeholder = _placeholder(path, start, end)
        if placeholder is None:
            text_ends = max(text_ends, end)
        elif not placeholder.in_query or end > text_ends:
            found.append(placeholder)
            at = end
    return tuple(found)


def without_placeholders(path: str) -> str:
    """The path with spaces where its placeholders are, so that all other text keeps its place."""
    parts: list[str] = []
    at = 0
    for placeholder in placeholders(path):
        parts += (path[at : placeholder.start], " " * (placeholder.end - placeholder.start))
        at = placeholder.end
    return "".join([*parts, path[at:]])


def identity_of(method: str, path: str) -> str:
    """Name an operation by method and path: `GET`, `/repos/{owner}/{repo}` is `GET /repos/{1}/{2}`.

    `method` as it is sent. Operators and patterns go with the names they belong to; query expressions are no part of a path
    and are left out. All other text stays, a query string or `#` included.
    """
    return f"{method} {_numbered(path)}"


def identities(pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Name every (method, path) of one document, in the order given.

    Where pairs differ in placeholder names alone (see `clashes`), each keeps its path as it is written.
    """
    return identified(pairs)[0]


def clashes(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[int, ...], ...]:
    """Find the pairs that are one operation but for the names of placeholders, as groups of indexes into `pairs`.

    Source: OpenAPI 3.1, Paths Object: templated paths with the same hierarchy but different names are identical.
    """
    return identified(pairs)[1]


def identified(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """What `identities` and `clashes` say of these pairs."""
    names = [identity_of(method, path) for method, path in pairs]
    groups: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        groups.setdefault(name, []).append(index)
    clashing = tuple(tuple(group) for group in groups.values() if len(group) > 1 and len({pairs[index] for index in group}) > 1)
    for group in clashing:
        for index in group:
            names[index] = " ".join(pairs[index])
    return tuple(names), clashing


def normalise_identity(text: str) -> str:
    """Number the placeholders of an identity, or of a path, that a person wrote with any names.

    A standard method may be written in any letter case. An operation whose identity keeps its names is found by the text as
    written, never by this form: look for that first.
    """
    text = text.strip()
    if text.startswith("/"):
        return _numbered(text)
    method, space, path = text.partition(" ")
    if not space:
        return _numbered(text)
    return identity_of(method.upper() if method.upper() in _METHODS else method, path.lstrip())


def _closing_braces(path: str) -> dict[int, int]:
    """Where the brace that is opened at each index closes; a brace without a partner is missing."""
    opened: list[int] = []
    closing: dict[int, int] = {}
    for index, letter in enumerate(path):
        if letter == "{":
            opened.append(index)
        elif letter == "}" and opened:
            closing[opened.pop()] = index
    return closing


def _placeholder(path: str, start: int, end: int) -> Placeholder | None:
    """Read the expression from one brace to the other, or None when it has no name of its own."""
    # Only up to the next brace: expressions inside expressions must not be read once per level.
    inner = path.find("{", start + 1, end)
    head = path[start + 1 : inner if inner >= 0 else end - 1]
    name, colon, _ = head.partition(":")
    if inner >= 0 and not colon:
        return None
    pattern = path[start + 1 + len(name) + 1 : end - 1] if colon else ""
    name = name.strip()
    operator = name[:1] if name[:1] and name[:1] in _OPERATORS else ""
    name = name.lstrip("*") if operator == "*" else name[len(operator) :]
    if not operator and name.endswith(("+", "*")):
        operator, name = name[-1], name[:-1]
    name = name.strip()
    return Placeholder(name, start, end, operator, pattern.strip()) if name else None


def _numbered(path: str) -> str:
    if "{" not in path:
        return path
    parts: list[str] = []
    at = number = 0
    for placeholder in placeholders(path):
        parts.append(path[at : placeholder.start])
        at = placeholder.end
        if not placeholder.in_query:
            number += 1
            parts.append(f"{{{number}}}")
    return "".join([*parts, path[at:]])
