"""What a value that people write has to be: one table reads it, reports its faults, and gives its JSON Schema."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from connectors import canonical, pointer
from connectors.authored.nodes import MappingNode, Node, ScalarNode, SequenceNode, TaggedNode
from connectors.canonical import Json
from connectors.problems import Code, Problem, Severity, SourceLocation, nearest

__all__ = [
    "JSON_SCHEMA",
    "UNSET",
    "Choice",
    "Flag",
    "Key",
    "Keys",
    "ListOf",
    "MapOf",
    "Nullable",
    "Reader",
    "Shape",
    "Spot",
    "Text",
    "Value",
    "Version",
    "Whole",
    "found",
]

JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"
UNSET = msgspec.UNSET


class Spot(msgspec.Struct, frozen=True):
    """A value on its way to be read: its pointer, and what people call it."""

    tokens: tuple[str | int, ...] = ()
    names: tuple[str, ...] = ()
    """Keys below the subject."""
    subject: str | None = None
    """The entry that all of this is about: `GET /a`. None for the file."""

    @property
    def pointer(self) -> str:
        """The JSON Pointer."""
        return pointer.join(self.tokens)

    @property
    def words(self) -> str:
        """What a message calls it, in backticks: `pagination.style` of `GET /a`."""
        name = ".".join(self.names)
        if not name:
            return f"`{shown(self.subject)}`" if self.subject else "the file"
        return f"`{shown(name)}` of `{shown(self.subject)}`" if self.subject else f"`{shown(name)}`"

    def below(self, key: str | int) -> "Spot":
        """A member, or an item of a list."""
        names = (*self.names, key) if isinstance(key, str) else self.names
        return Spot((*self.tokens, key), names, self.subject)

    def about(self, subject: str) -> "Spot":
        """The same place, as the beginning of an entry with a name of its own."""
        return Spot(self.tokens, (), subject)


class Reader(msgspec.Struct):
    """The faults of one file, and where each of its values stands. The codes say what kind of fault a table reports."""

    shown_as: str
    key_code: Code
    value_code: Code
    missing_code: Code
    problems: list[Problem] = msgspec.field(default_factory=list)
    places: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """Line and column by pointer: of a member the place of its key, of an item where it begins."""
    lost: set[str] = msgspec.field(default_factory=set)
    """Pointers of what was written wrong, and of what a misspelt key was probably meant to be."""

    def fault(self, node: Node, spot: Spot, message: str, remedy: str, code: Code | None = None) -> None:
        """Note a mistake at a node."""
        where = SourceLocation(self.shown_as, node.line, node.column, spot.pointer)
        self.problems.append(Problem(where, Severity.ERROR, code or self.value_code, message, remedy))

    def note(self, node: Node, spot: Spot) -> None:
        """Remember where a value stands; of values under one pointer the first."""
        self.places.setdefault(spot.pointer, (node.line, node.column))


class Shape(Protocol):
    """What a value has to be."""

    @property
    def wanted(self) -> str:
        """What is expected, as the rest of a sentence: "text"."""

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """The value, or UNSET after a fault that was reported."""

    def schema(self) -> dict[str, Json]:
        """The same, in JSON Schema 2020-12."""


Check = Callable[[Reader, ScalarNode, Spot, str], bool]


class Text(msgspec.Struct, frozen=True):
    """A text, whole when it has a `pattern` (ECMA 262 and Python read it alike); `check` judges what no pattern can."""

    pattern: str | None = None
    wanted: str = "text"
    remedy: str | None = None
    code: Code | None = None
    check: Check | None = None

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """The text."""
        if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
            quotes = isinstance(node, ScalarNode) and node.value is not None
            remedy = f'write it in quotes: `"{shown(node.text)}"`' if quotes and isinstance(node, ScalarNode) else None
            if self.pattern is not None or remedy is None:
                remedy = self.remedy or "write one text"
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", remedy)
            return UNSET
        if self.pattern is not None and not re.fullmatch(self.pattern, node.value):
            remedy = self.remedy or "correct the text"
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found `{shown(node.value)}`", remedy, self.code)
            return UNSET
        if self.check is not None and not self.check(reader, node, spot, node.value):
            return UNSET
        return node.value

    def schema(self) -> dict[str, Json]:
        """A string."""
        return {"type": "string", **({"pattern": f"^(?:{self.pattern})$"} if self.pattern is not None else {})}


class Flag(msgspec.Struct, frozen=True):
    """`true` or `false`, or only one of them; `why` says why the other one is refused."""

    only: bool | None = None
    why: str | None = None
    wanted: str = "`true` or `false`"

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """The truth value."""
        if not isinstance(node, ScalarNode) or not isinstance(node.value, bool):
            reader.fault(
                node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", "write `true` or `false`, without quotes"
            )
            return UNSET
        if self.only is not None and node.value is not self.only:
            word = str(self.only).lower()
            reader.fault(node, spot, f"{spot.words} is `{word}`, found `{shown(node.text)}`: {self.why}", "remove the key")
            return UNSET
        return node.value

    def schema(self) -> dict[str, Json]:
        """A boolean."""
        return {"type": "boolean"} if self.only is None else {"const": self.only}


class Whole(msgspec.Struct, frozen=True):
    """A whole number."""

    least: int = 0
    most: int = 2**31

    @property
    def wanted(self) -> str:
        """In words."""
        return f"a whole number from {self.least}"

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """The number."""
        value = node.value if isinstance(node, ScalarNode) else None
        if type(value) is not int or not self.least <= value <= self.most:
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", "write the number, without quotes")
            return UNSET
        return value

    def schema(self) -> dict[str, Json]:
        """An integer."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Version(msgspec.Struct, frozen=True):
    """The format of the file; a newer one is for the caller to say before anything else."""

    current: int

    @property
    def wanted(self) -> str:
        """In words."""
        return str(self.current)

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """The number."""
        if not isinstance(node, ScalarNode) or type(node.value) is not int or node.value != self.current:
            reader.fault(
                node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", f"write `{spot.names[-1]}: {self.current}`"
            )
        return self.current

    def schema(self) -> dict[str, Json]:
        """A constant."""
        return {"const": self.current}


class Choice(msgspec.Struct, frozen=True):
    """One word of a closed set."""

    words: tuple[str, ...]
    kind: type[StrEnum] | None = None

    @classmethod
    def of(cls, kind: type[StrEnum], *left_out: StrEnum) -> "Choice":
        """The words of an enum, in its order."""
        return cls(tuple(item.value for item in kind if item not in left_out), kind)

    @property
    def wanted(self) -> str:
        """In words."""
        return " or ".join(f"`{word}`" for word in self.words)

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """The word, or the member of the enum."""
        value = node.value if isinstance(node, ScalarNode) else None
        if not isinstance(value, str) or value not in self.words:
            meant = nearest(node.text, self.words) if isinstance(node, ScalarNode) else None
            remedy = f"write `{meant}`" if meant else f"write {self.wanted}"
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", remedy)
            return UNSET
        return self.kind(value) if self.kind is not None else value

    def schema(self) -> dict[str, Json]:
        """An enumeration."""
        return {"enum": list(self.words)}


class Value(msgspec.Struct, frozen=True):
    """Any JSON value, as JSON text; `kinds` narrows it to some JSON types."""

    kinds: tuple[str, ...] = ()
    wanted: str = "a value"

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """The value, spelled as compact JSON."""
        before = len(reader.problems)
        value = _plain(reader, node, spot)
        if len(reader.problems) > before:
            return UNSET
        if self.kinds and _json_type(value) not in self.kinds:
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", f"write {self.wanted}")
            return UNSET
        return canonical.raw(value)

    def schema(self) -> dict[str, Json]:
        """Anything, or some types."""
        return {"type": list(self.kinds)} if self.kinds else {}


class Nullable(msgspec.Struct, frozen=True):
    """A value, or `null`, which clears what was there."""

    shape: Shape

    @property
    def wanted(self) -> str:
        """In words."""
        return f"{self.shape.wanted} or `null`"

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """The value, or None."""
        if isinstance(node, ScalarNode) and node.value is None:
            return None
        return self.shape.read(reader, node, spot)

    def schema(self) -> dict[str, Json]:
        """Either."""
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}


class ListOf(msgspec.Struct, frozen=True):
    """A list; with `single`, one item alone may stand for the list of it."""

    shape: Shape
    least: int = 0
    single: bool = False
    what: str = "texts"

    @property
    def wanted(self) -> str:
        """In words."""
        return f"a list of {self.what}"

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """A tuple of those that are right."""
        if self.single and isinstance(node, ScalarNode) and node.value is not None:
            item = self.shape.read(reader, node, spot)
            return UNSET if item is UNSET else (item,)
        if not isinstance(node, SequenceNode):
            name = spot.names[-1] if spot.names else ""
            remedy = f"write `{name}: []`, or one `- ` a line below it"
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", remedy)
            return UNSET
        items: list[Any] = []
        for index, item_node in enumerate(node.items):
            below = spot.below(index)
            reader.note(item_node, below)
            item = self.shape.read(reader, item_node, below)
            if item is not UNSET:
                items.append(item)
        if len(node.items) < self.least:
            reader.fault(
                node, spot, f"{spot.words} is {self.wanted} with one item at least, found none", "add one, or remove the key"
            )
            return UNSET
        return tuple(items)

    def schema(self) -> dict[str, Json]:
        """An array."""
        array: dict[str, Json] = {"type": "array", "items": self.shape.schema(), **({"minItems": self.least} if self.least else {})}
        return {"anyOf": [array, self.shape.schema()]} if self.single else array


class MapOf(msgspec.Struct, frozen=True):
    """A mapping whose keys are a person's own. With `subjects`, each member is an entry that messages name by its key."""

    key: Text
    value: Shape
    subjects: bool = False
    what: str = "a mapping"
    build: Callable[[tuple[tuple[str, Any], ...], Spot], Any] | None = None

    @property
    def wanted(self) -> str:
        """In words."""
        return self.what

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """A dict of the members that are right, or what `build` makes of them."""
        if not isinstance(node, MappingNode):
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", "write `key: value`, one a line")
            return UNSET
        kept: list[tuple[str, Any]] = []
        for name, key_node, value_node, twice in members(reader, node, spot, loose=True):
            below = spot.below(name)
            if self.subjects:
                below = below.about(name)
            # A number is the text that it is spelled as: `404:` needs no quotes.
            spelled = ScalarNode(key_node.line, key_node.column, name, name)
            right = self.key.read(reader, spelled, below) is not UNSET
            value = self.value.read(reader, value_node, below)
            if right and value is not UNSET and not twice:
                kept.append((name, value))
        return dict(kept) if self.build is None else self.build(tuple(kept), spot)

    def schema(self) -> dict[str, Json]:
        """An object."""
        names: dict[str, Json] = {"propertyNames": self.key.schema()} if self.key.pattern is not None else {}
        return {"type": "object", **names, "additionalProperties": self.value.schema()}


class Key(msgspec.Struct, frozen=True):
    """A known key of a mapping: what its value is, and what an editor says of it."""

    shape: Shape
    description: str = ""
    required: str | None = None
    """What to add where it is missing, or None where it need not be there."""
    missing_code: Code | None = None


Build = Callable[[dict[str, Any], Spot], Any]
Judge = Callable[[Reader, Node, Spot, dict[str, Any], frozenset[str]], None]


class Keys(msgspec.Struct, frozen=True):
    """A mapping with known keys. A wrong key or value is reported and left out; the rest is still judged.

    `judge` sees what was read right and the names of all keys that stand there, and reports what no key shows alone.
    """

    keys: Mapping[str, Key]
    build: Build
    judge: Judge | None = None
    empty: bool = False
    """Whether nothing at all (`GET /a:`) is a mapping without keys."""
    wanted: str = "a mapping of keys"
    rules: Mapping[str, Json] = msgspec.field(default_factory=dict)
    """What `judge` says, as keywords of JSON Schema."""

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        """What `build` makes of the members that are right."""
        if self.empty and isinstance(node, ScalarNode) and node.value is None:
            node = MappingNode(node.line, node.column, ())
        if not isinstance(node, MappingNode):
            remedy = f"write `key: value`, one a line; the keys are {_listed(self.keys)}"
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", remedy)
            return UNSET
        values: dict[str, Any] = {}
        seen: set[str] = set()
        for name, key_node, value_node, twice in members(reader, node, spot, loose=False):
            key = self.keys.get(name)
            if key is None:
                if not twice:
                    meant = nearest(name, self.keys)
                    remedy = f"write `{meant}`" if meant else f"use one of {_listed(self.keys)}"
                    if meant:
                        reader.lost.add(spot.below(meant).pointer)
                    reader.fault(key_node, spot.below(name), f"{spot.words} has no key `{shown(name)}`", remedy, reader.key_code)
                continue
            seen.add(name)
            if twice and not isinstance(value_node, MappingNode):
                continue
            value = key.shape.read(reader, value_node, spot.below(name))
            if value is UNSET:
                reader.lost.add(spot.below(name).pointer)
            elif not twice:
                values[name] = value
        for name, key in self.keys.items():
            if key.required is not None and name not in seen and spot.below(name).pointer not in reader.lost:
                code = key.missing_code or reader.missing_code
                reader.fault(node, spot, f"{spot.words} has no `{name}`", f"add `{name}:` {key.required}", code)
        if self.judge is not None:
            self.judge(reader, node, spot, values, frozenset(seen))
        return self.build(values, spot)

    def schema(self) -> dict[str, Json]:
        """An object with these properties and no others."""
        properties: dict[str, Json] = {
            name: {**key.shape.schema(), **({"description": key.description} if key.description else {})}
            for name, key in self.keys.items()
        }
        required: list[Json] = [name for name, key in self.keys.items() if key.required is not None]
        return {
            "type": ["object", "null"] if self.empty else "object",
            "properties": properties,
            **({"required": required} if required else {}),
            "additionalProperties": False,
            **self.rules,
        }


def members(reader: Reader, node: MappingNode, spot: Spot, *, loose: bool) -> "Iterable[tuple[str, ScalarNode, Node, bool]]":
    """Name, node of the name, node of the value, and whether the name stood before, of each member whose name is a text.

    `loose` takes a number for the text it is spelled as, so that a status needs no quotes.
    """
    first: dict[str, ScalarNode] = {}
    for key_node, value_node in node.members:
        is_text = isinstance(key_node, ScalarNode) and (isinstance(key_node.value, str) or (loose and type(key_node.value) is int))
        if not is_text or not isinstance(key_node, ScalarNode):
            reader.fault(
                key_node, spot, f"a key is text, found {found(key_node)}", "write one of the known keys, or put it in quotes"
            )
            continue
        name = key_node.text
        if name == "<<" and not loose:
            reader.fault(key_node, spot, "a merge key is no part of YAML 1.2, found `<<`", "write the keys out", Code.YAML_MERGE)
            continue
        twice = name in first
        below = spot.below(name)
        if twice:
            owner = f" in {spot.words}" if spot.subject or spot.names else ""
            message = f"`{shown(name)}` stands twice{owner}, first on line {first[name].line}"
            reader.fault(key_node, below, message, "keep one of the two", Code.DUPLICATE_KEY)
        else:
            first[name] = key_node
            reader.note(key_node, below)
        yield name, key_node, value_node, twice


def _plain(reader: Reader, node: Node, spot: Spot) -> Json:
    match node:
        case ScalarNode():
            return node.value
        case SequenceNode():
            return [_plain(reader, item, spot.below(index)) for index, item in enumerate(node.items)]
        case MappingNode():
            return {
                name: _plain(reader, value, spot.below(name))
                for name, _, value, twice in members(reader, node, spot, loose=True)
                if not twice
            }
        case TaggedNode():
            reader.fault(
                node, spot, f"{spot.words} is a plain value, found {found(node)}", "write it without the tag", Code.YAML_TAG
            )
            return None


def _json_type(value: Json) -> str:
    if isinstance(value, bool):
        return "boolean"
    names = {dict: "object", list: "array", str: "string", type(None): "null"}
    return names.get(type(value), "number")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def found(node: Node | None) -> str:
    """What a node is, in words, its value in backticks."""
    match node:
        case None:
            return "an empty file"
        case MappingNode():
            return "a mapping"
        case SequenceNode():
            return "a list"
        case TaggedNode():
            return f"a value tagged `{shown(node.tag)}`"
        case ScalarNode(value=None):
            return "nothing"
        case ScalarNode(value=str()):
            return f"the text `{shown(node.text)}`"
        case ScalarNode(value=bool()):
            return f"the truth value `{shown(node.text)}`"
        case _:
            return f"the number `{shown(node.text)}`"


_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\U000e0000-\U000e0fff]"
)


def shown(text: str | None) -> str:
    """A value for a message: on one line, nothing hidden, not too long."""
    line = _HIDDEN.sub(lambda sign: f"\\u{ord(sign.group()):04x}", text or "")
    return line if len(line) <= 120 else line[:117] + "..."
