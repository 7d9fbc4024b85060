"""Addresses: the server, the path with its placeholders filled, the query; joined without losing a part of any."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from connectors.execute.percent import decoded, encode_literal
from connectors.execute.refusal import SERVER, Refusal
from connectors.execute.schemas import unknown
from connectors.execute.serialize import Pair
from connectors.model.identity import Placeholder, placeholders
from connectors.model.operation import Server

__all__ = [
    "Base",
    "PathParts",
    "base_of",
    "checked_path",
    "checked_segment",
    "filled",
    "joined",
    "path_parts",
    "query_text",
    "without",
]

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_AUTHORITY = re.compile(r"[A-Za-z0-9._~:\[\]-]*")
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(?::[0-9]{1,5})?")
_PATH_VALUE = re.compile(r"[^?#\\\s{}@\x00-\x1f]*")
_DOTS = frozenset({".", ".."})


@dataclass(frozen=True, slots=True)
class Base:
    """A server address: scheme, host and port; the path below which every operation stands; a query it may come with."""

    origin: str
    path: str
    query: str = ""


def base_of(servers: tuple[Server, ...], server: str | None, variables: Mapping[str, str]) -> Base:
    """The address a call goes to: the one that was given, else the first that is declared.

    A given address that is one of the declared ones, variables and all, is taken with what is declared of its variables.
    Raises Refusal.
    """
    chosen = next((item for item in servers if item.url == server), None) if server is not None else next(iter(servers), None)
    if server is None and (chosen is None or chosen.operator_supplied):
        said = f"the description gives `{chosen.url}` and no host" if chosen is not None else "the description gives none"
        if chosen is not None and "://" in chosen.url:
            said = f"`{chosen.url}` of the description is another installation's"
        raise Refusal(f"the server address is missing: {said}", "give the whole base address of the server, path included", SERVER)
    given = chosen if chosen is not None else Server(url=server or "")
    return _base(_substituted(given, variables))


def _substituted(server: Server, variables: Mapping[str, str]) -> str:
    declared = {variable.name: variable for variable in server.variables}
    names = _VARIABLE.findall(server.url)
    for name in variables:
        if name not in names:
            raise unknown(name, dict.fromkeys(names), "server variable")
    head = server.url.find("://")
    slash = server.url.find("/", head + 3) if head >= 0 else -1
    authority = range(head + 3, len(server.url) if slash < 0 else slash) if head >= 0 else range(0)

    def value(match: re.Match[str]) -> str:
        name = match[1]
        variable = declared.get(name)
        found = variables.get(name, variable.default if variable is not None else None)
        if found is None:
            raise Refusal(f"the server variable `{name}` has no default and was not given", f"give `{name}`", SERVER)
        if variable is not None and variable.enum and found not in variable.enum:
            options = ", ".join(f"`{option}`" for option in variable.enum)
            raise Refusal(f"the server variable `{name}`: expected one of {options}", f"correct `{name}`", SERVER)
        if match.start() in authority and not _AUTHORITY.fullmatch(found):
            raise Refusal(f"the server variable `{name}` may hold no more than a part of a host name", f"correct `{name}`", SERVER)
        if not _PATH_VALUE.fullmatch(found):
            raise Refusal(
                f"the server variable `{name}` holds a character that would part the address", f"correct `{name}`", SERVER
            )
        return found

    return _VARIABLE.sub(value, server.url)


def _base(url: str) -> Base:
    """Take an absolute address apart. Its text is in no message: an address may hold a password."""
    try:
        parts = urlsplit(url)
        host = parts.netloc
        _ = parts.port
    except ValueError as error:
        raise Refusal("the server address cannot be read", "give an address such as `https://api.example/v1`", SERVER) from error
    if parts.scheme.lower() not in ("http", "https") or not host:
        raise Refusal(
            "expected a server address with a host, found one without, or one that is not http or https",
            "give an address such as `https://api.example/v1`",
            SERVER,
        )
    if "@" in host:
        raise Refusal("a server address holds user information", "leave it out: credentials travel in their own place", SERVER)
    if not _HOST.fullmatch(host):
        raise Refusal("the host of the server address is none", "give a host name in ASCII (`xn--…`), or an IP address", SERVER)
    if any(part in _DOTS for part in decoded(parts.path).split("/")):
        raise Refusal("the path of the server address climbs (`..`)", "give the path as the server has it", SERVER)
    return Base(f"{parts.scheme.lower()}://{host}", encode_literal(parts.path), encode_literal(parts.query))


@dataclass(frozen=True, slots=True)
class PathParts:
    """A templated path, taken apart: what stands before the question mark, and after it. A fragment is never sent (RFC 3986 §3.5)."""

    path: str
    query: str
    unsent: frozenset[str]
    """Names of placeholders that stand in the fragment alone."""


def path_parts(template: str) -> PathParts:
    """Split a templated path at the first `?` and `#` that are outside of placeholders."""
    found = placeholders(template)
    end = _outside(template, "#", found, len(template))
    question = _outside(template[:end], "?", found, end)
    sent = {name for item in found if item.start < end and item.operator != "#" for name in item.names}
    unsent = frozenset(name for item in found for name in item.names if name not in sent)
    return PathParts(template[:question], template[question + 1 : end], unsent)


def _outside(template: str, letter: str, found: tuple[Placeholder, ...], otherwise: int) -> int:
    at = template.find(letter)
    while at >= 0:
        if not any(item.start < at < item.end for item in found):
            return at
        at = template.find(letter, at + 1)
    return otherwise


def filled(template: str, spell: Callable[[Placeholder], str]) -> str:
    """A template with every placeholder spelled and the text between them encoded where a URL may not hold it."""
    parts: list[str] = []
    at = 0
    for placeholder in placeholders(template):
        parts.append(encode_literal(template[at : placeholder.start]))
        parts.append(spell(placeholder))
        at = placeholder.end
    return "".join([*parts, encode_literal(template[at:])])


def checked_path(path: str) -> str:
    """A path in which nothing climbs: a client or a proxy would resolve `.` and `..` and ask for another resource (RFC 3986 §5.2.4)."""
    if any(decoded(segment) in _DOTS for segment in path.split("/")):
        raise Refusal("the path has a segment `.` or `..`, and would lead elsewhere", "give other values for its placeholders")
    return path


def checked_segment(text: str) -> str:
    """A value for a path: not empty, and with no step of `.` or `..` in it, however it is spelled."""
    if not text:
        raise Refusal("an empty text cannot stand in a path", "give a value")
    if any(step in _DOTS for step in re.split(r"[/\\]", decoded(text))):
        raise Refusal("`.` and `..` cannot stand in a path: they would lead elsewhere", "give a name")
    return text


def joined(base: Base, path: str, queries: list[str]) -> str:
    """Base and path with one slash between them, then the queries behind one question mark. No part is ever dropped."""
    front = base.path
    if path.startswith("/"):
        front = front.removesuffix("/")
    elif not front.endswith("/"):
        front += "/"
    query = "&".join(text for text in (base.query, *queries) if text)
    return base.origin + front + path + (f"?{query}" if query else "")


def query_text(pairs: list[Pair]) -> str:
    """Pairs that are encoded already, as a query or a form."""
    return "&".join(f"{name}={value}" for name, value in pairs)


def without(query: str, names: frozenset[str]) -> str:
    """The query of a path without the pairs whose names are given as arguments, so that none is sent twice."""
    return "&".join(pair for pair in query.split("&") if decoded(pair.partition("=")[0]) not in names)
