"""False alarms of the other readers: what they call a fault, and a standard allows. Our own baseline, with the sentence that decides.

The entries are data: `known_alarms.json`. An entry holds for a reader within a range of its versions, so that a new release is looked at anew.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.metadata import version
from importlib.resources import files

from connectors.description.sniff import Format
from connectors.description.tree import Json
from connectors.lint.finding import Finding, Reader
from connectors.pointer import from_fragment, parse
from connectors.problems import Code

__all__ = ["Alarm", "When", "alarm_of", "alarms"]


class When(StrEnum):
    """Where an entry holds, beyond code and sentence: what a pattern over a pointer cannot say."""

    ALWAYS = "always"
    ANSWER_SCHEMA = "answer-schema"
    """On the schema of an answer itself, and on no schema inside it."""
    IN_DATA = "in-data"
    """Inside an example, a default, an enum, a constant or an extension, where everything is a value."""
    ENUM = "enum"
    """On the list of values of a schema."""
    DESCRIBED = "described"
    """On a list of required members all of which some alternative of the schema describes."""
    ESCAPED = "escaped"
    """On a reference that leads to something once it is percent-decoded."""
    ANCHOR = "anchor"
    """On a reference whose fragment is the name of an anchor of the document."""
    MEMBER_NAME = "member-name"
    """On something called `$ref` among names of somebody's choice: a property, not a reference."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """One entry. `since` and `below` bound the reader's version; `message` is a pattern that the whole sentence matches."""

    id: str
    reader: Reader
    since: tuple[int, ...]
    below: tuple[int, ...]
    formats: frozenset[Format]
    codes: frozenset[Code]
    message: re.Pattern[str]
    when: When
    reason: str
    standard: str


@cache
def alarms() -> tuple[Alarm, ...]:
    """Every entry, in the order of the file."""
    found = json.loads((files("connectors.lint") / "known_alarms.json").read_text("utf-8"))
    return tuple(
        Alarm(
            id=entry["id"],
            reader=Reader(entry["reader"]),
            since=_numbers(entry["since"]),
            below=_numbers(entry["below"]),
            formats=frozenset(map(Format, entry["formats"])),
            codes=frozenset(map(Code, entry["codes"])),
            message=re.compile(entry["message"], re.DOTALL),
            when=When(entry["when"]),
            reason=entry["reason"],
            standard=entry["standard"],
        )
        for entry in found
    )


def alarm_of(finding: Finding, format: Format, trees: Mapping[str, Json]) -> Alarm | None:
    """The entry that says that a finding of one reader is none; `trees` are the documents by name."""
    for alarm in alarms():
        if (
            finding.readers == (alarm.reader,)
            and finding.code in alarm.codes
            and format in alarm.formats
            and alarm.since <= _version(alarm.reader) < alarm.below
            and alarm.message.fullmatch(finding.message)
            and _HOLDS[alarm.when](_Spot(parse(finding.at.pointer), trees[finding.at.file], format))
        ):
            return alarm
    return None


@cache
def _version(reader: Reader) -> tuple[int, ...]:
    return _numbers(version(reader))


def _numbers(text: str) -> tuple[int, ...]:
    """The leading numbers of a version: `26.7.19.0` is (26, 7, 19, 0), `0.9.0rc1` is (0, 9, 0)."""
    return tuple(int(match) for match in re.findall(r"(?:^|(?<=\.))[0-9]+", text))


# -- the predicates -------------------------------------------------------------------------------------------------------------

_DATA = frozenset({"example", "default", "enum", "const"})
_MAPS = frozenset(
    {"properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas", "parameters", "responses", "headers"}
    | {"requestBodies", "links", "callbacks", "pathItems", "paths", "securitySchemes", "mediaTypes"}
)
"""Keys below which keys are names of somebody's choice: a property may be called `example`."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A node by the keys that lead to it, the document around it, and that document's format."""

    tokens: Sequence[str]
    tree: Json
    format: Format

    def node(self, tokens: Sequence[str] | None = None) -> Json:
        """The node at other keys of the document, or at these; None where there is none."""
        node = self.tree
        for token in self.tokens if tokens is None else tokens:
            if isinstance(node, dict):
                node = node.get(token)
            elif isinstance(node, list) and token.isdecimal() and int(token) < len(node):
                node = node[int(token)]
            else:
                return None
        return node

    def text(self) -> str:
        """The node itself, where it is a text."""
        node = self.node()
        return node if isinstance(node, str) else ""

    def values(self, *keys: str) -> set[str]:
        """Every text that stands below one of the keys anywhere in the document."""
        found: set[str] = set()
        pending = [self.tree]
        while pending:
            node = pending.pop()
            if isinstance(node, dict):
                found.update(value for key in keys if isinstance(value := node.get(key), str))
                pending.extend(node.values())
            elif isinstance(node, list):
                pending.extend(node)
        return found


def _is_data(spot: _Spot) -> bool:
    named = False
    for index, token in enumerate(spot.tokens):
        if named:
            named = False
        elif token in _DATA or token.startswith("x-"):
            return True
        elif token == "examples":
            below = spot.tokens[index + 1 :]
            # An Example Object, or a reference to one, stands under its name; anything else below `examples` is data.
            return spot.format is Format.SWAGGER_2_0 or len(below) != 2 or below[0].isdecimal()
        else:
            named = token in _MAPS
    return False


def _is_answer_schema(spot: _Spot) -> bool:
    around = spot.tokens[:-1] if spot.tokens[-1:] == ("type",) else spot.tokens
    return len(around) > 2 and around[-1] == "schema" and around[-3] == "responses"


def _is_escaped(spot: _Spot) -> bool:
    reference = spot.text()
    if re.search("%[0-9A-Fa-f]{2}", reference) is None or not reference.startswith("#/"):
        return False
    return spot.node(parse(from_fragment(reference[1:]))) is not None


def _is_described(spot: _Spot) -> bool:
    required = spot.node()
    described: set[str] = set()
    pending = [spot.node(spot.tokens[:-1])]
    seen: set[int] = set()
    while pending:
        schema = pending.pop()
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            pending.append(spot.node(parse(from_fragment(reference[1:]))))
        if isinstance(properties := schema.get("properties"), dict):
            described.update(properties)
        for keyword in ("allOf", "anyOf", "oneOf"):
            if isinstance(alternatives := schema.get(keyword), list):
                pending.extend(alternatives)
    return isinstance(required, list) and all(name in described for name in required)


def _names_an_anchor(spot: _Spot) -> bool:
    fragment = spot.text().partition("#")[2]
    return bool(fragment) and not fragment.startswith("/") and fragment in spot.values("$anchor", "$dynamicAnchor")


def _is_member_name(spot: _Spot) -> bool:
    return len(spot.tokens) > 1 and spot.tokens[-1] == "$ref" and spot.tokens[-2] in _MAPS


_HOLDS: dict[When, Callable[[_Spot], bool]] = {
    When.ALWAYS: lambda _: True,
    When.ANSWER_SCHEMA: _is_answer_schema,
    When.IN_DATA: _is_data,
    When.ENUM: lambda spot: spot.tokens[-1:] == ("enum",),
    When.DESCRIBED: _is_described,
    When.ESCAPED: _is_escaped,
    When.ANCHOR: _names_an_anchor,
    When.MEMBER_NAME: _is_member_name,
}
