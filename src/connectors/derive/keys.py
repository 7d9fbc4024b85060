"""Keys: the unique public names under which a caller gives the arguments of one operation.

A key is the wire name itself wherever that can be a key and nobody else claims it. Otherwise, the first of these that tells it apart:

- signs spelled or dropped: `filter[status]` is filter_status, `$top` is top, `StartTime<` is StartTime_lt;
- the place before the name, for every argument whose name is used in several: path_name, query_name, body_name. A name that is its
  own place says so already: the body that is given as a whole is `body`, also beside a query parameter of that name, query_body;
- every sign spelled: dollar_top;
- a digest of place and name.

All arguments that meet move on together, but a wire name that is a key as it stands gives way to no spelling. So keys depend on
neither the order of the arguments nor on those they do not meet. Keys are told apart without case, because some clients fold it.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from connectors.derive.words import ascii_letters

__all__ = ["Argument", "parameter_keys"]

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
_LETTERS = 64
_DIGEST_LETTERS = 6

# The signs that tell names apart, and how they are read.
_COMPARISONS = {
    "<=": "lte",
    ">=": "gte",
    "!=": "ne",
    "<>": "ne",
    "==": "eq",
    "<": "lt",
    ">": "gt",
    "!": "not",
    "=": "eq",
    "~": "like",
}
_SIGNS = {
    "$": "dollar", "@": "at", "#": "hash", "%": "percent", "&": "and", "*": "star", "+": "plus", "|": "or", "?": "query", "^": "caret",
    "[]": "list", ".": "dot", "/": "slash", "\\": "backslash", ":": "colon", ";": "semicolon", ",": "comma", " ": "space",
    "[": "open", "]": "close", "(": "open", ")": "close", "{": "open", "}": "close", "'": "quote", '"': "quote", "`": "quote",
}  # fmt: skip
_SIGN = re.compile(r"[<>!=]=|<>|\[\]|[^A-Za-z0-9_-]")


class Argument(NamedTuple):
    """A parameter, or a member of a body, by what makes it one. A body that is given as a whole is called `body`."""

    location: str
    """`path`, `query`, `querystring`, `header`, `cookie` or `body`."""
    name: str
    """On the wire."""


class _Group(msgspec.Struct, frozen=True):
    """Arguments whose keys are one. `free` says that nobody else has that key."""

    members: tuple[Argument, ...]
    locations: frozenset[str]
    free: bool


def parameter_keys(
    arguments: Iterable[Argument], known: Mapping[Argument, str] | Mapping[tuple[str, str], str] | None = None
) -> dict[Argument, str]:
    """Give every argument of one operation a key, by (location, name), in that order.

    `known` maps (location, name) to keys given before, those of arguments that are gone included: they win, and belong to nobody else.
    """
    wanted = sorted(set(arguments))
    if not known and len({argument.name.lower() for argument in wanted}) == len(wanted):
        if all(_KEY.fullmatch(argument.name) for argument in wanted):
            return {argument: argument.name for argument in wanted}
    owned = {Argument(*argument): key for argument, key in (known or {}).items()}
    settled = {argument: owned[argument] for argument in wanted if argument in owned}
    taken = {key.lower() for key in owned.values()}
    # What a known argument would be called today is not free either, and its place counts among those of its name.
    namesakes: dict[str, set[str]] = {}
    for argument in owned:
        namesakes.setdefault(_plain(argument).lower(), set()).add(argument.location)
    taken.update(namesakes)

    def propose(proposals: Mapping[Argument, str]) -> list[_Group]:
        met: dict[str, list[Argument]] = {}
        for argument, key in proposals.items():
            met.setdefault(key.lower(), []).append(argument)
        groups: list[_Group] = []
        for folded, members in met.items():
            owners = members if len(members) == 1 else [member for member in members if _KEY.fullmatch(member.name)]
            if folded not in taken and len(owners) == 1:
                settled[owners[0]] = proposals[owners[0]]
                rest = tuple(member for member in members if member != owners[0])
            else:
                rest = tuple(members)
            if rest:
                locations = frozenset(member.location for member in members) | namesakes.get(folded, set())
                groups.append(_Group(rest, locations, folded not in taken and rest == tuple(members)))
        taken.update(met)
        return groups

    def kept(group: _Group, proposals: Mapping[Argument, str], argument: Argument) -> bool:
        return group.free and proposals[argument] == _plain(argument)

    groups = propose({argument: _plain(argument) for argument in wanted if argument not in owned})
    waiting: list[_Group] = []
    placed: dict[Argument, str] = {}
    for group in groups:
        if len(group.locations) == 1:
            waiting.append(group)
            continue
        candidates = {member: _placed(member, _plain(member)) for member in group.members}
        owners = [member for member in group.members if kept(group, candidates, member)]
        if len(owners) == 1:
            settled[owners[0]] = candidates.pop(owners[0])
        placed.update(candidates)
    groups = [*waiting, *propose(placed)]
    spelled: dict[Argument, str] = {}
    for group in groups:
        for member in group.members:
            full = _spelled(member)
            spelled[member] = _placed(member, full) if len(group.locations) > 1 or member in placed else full
    groups = propose(spelled)
    for group in groups:
        for member in group.members:
            settled[member] = _with_digest(member, spelled[member], taken)
    return {argument: settled[argument] for argument in wanted}


def _plain(argument: Argument) -> str:
    """The name as it is where it can be a key; else with its comparisons spelled and its other signs as `_`."""
    if _KEY.fullmatch(argument.name):
        return argument.name
    text = _SIGN.sub(lambda sign: f"_{_COMPARISONS.get(sign.group(), '')}_", ascii_letters(argument.name))
    return _key(argument, text)


def _spelled(argument: Argument) -> str:
    """The name with every sign spelled."""
    if _KEY.fullmatch(argument.name):
        return argument.name

    def spell(sign: re.Match[str]) -> str:
        text = sign.group()
        return f"_{_COMPARISONS.get(text) or _SIGNS.get(text) or f'u{ord(text[0]):x}'}_"

    text = re.sub(r"^-", "minus_", ascii_letters(argument.name))
    return _key(argument, _SIGN.sub(spell, text))


def _placed(argument: Argument, key: str) -> str:
    return key if argument.name == argument.location else _fitted(argument, f"{argument.location}_{key}")


def _key(argument: Argument, text: str) -> str:
    """A key from letters, digits, `_` and `-`: without doubled or outer separators where signs were, and within 64 letters."""
    leading = "_" if argument.name.startswith("_") else ""
    text = leading + re.sub(r"_{2,}", "_", text).strip("_-")
    if text == leading:
        return f"{argument.location}_{_digest(argument)[:_DIGEST_LETTERS]}"
    if not (text[0].isalpha() or text[0] == "_"):
        text = f"_{text}"
    return _fitted(argument, text)


def _fitted(argument: Argument, key: str) -> str:
    """The key, or its beginning with a digest of the name where it is too long."""
    if len(key) <= _LETTERS:
        return key
    digest = _digest(Argument("", argument.name))[:_DIGEST_LETTERS]
    return f"{key[: _LETTERS - _DIGEST_LETTERS - 1].rstrip('_-')}_{digest}"


def _with_digest(argument: Argument, key: str, taken: set[str]) -> str:
    digest = _digest(argument)
    for letters in range(_DIGEST_LETTERS, _LETTERS - 1, 2):
        found = f"{key[: _LETTERS - letters - 1]}_{digest[:letters]}"
        if found.lower() not in taken:
            break
    taken.add(found.lower())
    return found


def _digest(argument: Argument) -> str:
    """The SHA-256 of place and name, in hex."""
    return hashlib.sha256(f"{argument.location} {argument.name}".encode("utf-8", "surrogatepass")).hexdigest()
