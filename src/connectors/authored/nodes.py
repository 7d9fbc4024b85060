"""The YAML that people write, as nodes that know where they stand. Scalars by the core schema of YAML 1.2."""

import re
from decimal import Decimal
from typing import Any, TypeAlias

import msgspec

from connectors.problems import Code, OverlayError, Problem, Severity, SourceLocation

__all__ = ["MappingNode", "Node", "ScalarNode", "SequenceNode", "TaggedNode", "parse"]

_BYTES = 4 * 1024 * 1024
_DEPTH = 100
_NODES = 200_000
"""Nodes of a file with every alias written out: a small file must not stand for a large one."""
_BLANK_LINES = 1_000
"""Blank lines that may follow each other: libyaml takes quadratic time over them."""

# YAML 1.2.2 §5.1, c-printable, less the three signs that YAML 1.1, and so libyaml, takes for ends of lines.
_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_BLANK = re.compile(rf"[\n\r][ \t\r\n]{{{_BLANK_LINES},}}")

# YAML 1.2.2 §10.3.2.
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# `0755` stays the text it is, as in descriptions: a number would lose its zero.
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,999})", re.ASCII)
_FRACTION = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,3})?", re.ASCII)
_CORE = "tag:yaml.org,2002:"


class ScalarNode(msgspec.Struct, frozen=True):
    """A text, number, truth value or nothing. `text` is how it is spelled; lines and columns count from 1, in code points."""

    line: int
    column: int
    value: str | int | float | Decimal | bool | None
    text: str


class SequenceNode(msgspec.Struct, frozen=True):
    """A list."""

    line: int
    column: int
    items: "tuple[Node, ...]"


class MappingNode(msgspec.Struct, frozen=True):
    """Keys with their values, in the order of the text; one key may stand twice."""

    line: int
    column: int
    members: "tuple[tuple[Node, Node], ...]"


class TaggedNode(msgspec.Struct, frozen=True):
    """A value that a tag makes something of that only one program knows."""

    line: int
    column: int
    tag: str


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode | TaggedNode


def parse(data: bytes, shown_as: str) -> Node | None:
    """Read a file of one document; None where it holds nothing but comments.

    Raises OverlayError with the one fault that leaves nothing to judge: ENCODING, YAML_SYNTAX, DOCUMENT_TOO_LARGE, DOCUMENT_TOO_DEEP,
    YAML_ALIASES.
    """
    if len(data) > _BYTES:
        message = f"a file that people write has {_BYTES} bytes at most, found {len(data)}"
        raise _refusal(
            shown_as, None, None, Code.DOCUMENT_TOO_LARGE, message, "write what differs from the description, and nothing else"
        )
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refusal(shown_as, line, None, Code.ENCODING, "the file is not UTF-8", "save it as UTF-8") from error
    if bad := _UNREADABLE.search(text):
        line, column = _line_and_column(text, bad.start())
        message = f"the character U+{ord(bad.group()):04X} may not stand in YAML as it is"
        raise _refusal(shown_as, line, column, Code.YAML_SYNTAX, message, "remove it, or write it as an escape in double quotes")
    if (blank := _BLANK.search(text)) and blank.group().count("\n") + blank.group().count("\r") > _BLANK_LINES:
        line, _ = _line_and_column(text, blank.start() + 1)
        message = f"at most {_BLANK_LINES} blank lines follow each other, found more"
        raise _refusal(shown_as, line, None, Code.YAML_SYNTAX, message, "remove the blank lines")
    return _Composer(shown_as).compose(text)


class _Open(msgspec.Struct):
    """A collection whose end has not come yet."""

    event: Any
    before: int
    children: list[Node] = msgspec.field(default_factory=list)


class _Composer:
    def __init__(self, shown_as: str) -> None:
        self.shown_as = shown_as
        self.nodes = 0
        self.around: list[_Open] = []
        self.anchors: dict[str, tuple[Node, int]] = {}
        self.root: Node | None = None

    def compose(self, text: str) -> Node | None:
        # It takes a while to import, and most runs meet no file that needs it.
        import yaml

        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            for event in yaml.parse(text, Loader=loader):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            if "nesting depth" in str(error.problem):
                raise self._too_deep() from error
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
            message = f"the YAML cannot be read: {error.problem or error.context}"
            remedy = "correct the YAML; a text with special characters stands in double quotes"
            if "',' or" in str(error.problem):
                remedy = "close the bracket, or put a text that holds brackets in quotes, as a path inside of `{}`"
            raise _refusal(self.shown_as, line, column, Code.YAML_SYNTAX, message, remedy) from error
        except yaml.YAMLError as error:
            message = f"the YAML cannot be read: {error}"
            raise _refusal(self.shown_as, None, None, Code.YAML_SYNTAX, message, "correct the YAML") from error
        return self.root

    def _take(self, event: Any) -> None:
        match type(event).__name__:
            case "ScalarEvent":
                self._finished(_scalar(event), event.anchor, 1)
            case "AliasEvent":
                known = self.anchors.get(event.anchor)
                if known is None:
                    message = f"no node before this one has the anchor `{event.anchor}`"
                    raise self._refused(event, Code.YAML_ALIASES, message, "write the value itself")
                self._finished(known[0], None, known[1])
                if self.nodes > _NODES:
                    message = f"the file stands for at most {_NODES} nodes, found more with its aliases written out"
                    raise self._refused(event, Code.YAML_ALIASES, message, "write less by alias")
            case "MappingStartEvent" | "SequenceStartEvent":
                self.around.append(_Open(event, self.nodes))
                if len(self.around) > _DEPTH:
                    raise self._too_deep()
            case "MappingEndEvent" | "SequenceEndEvent":
                opened = self.around.pop()
                self._finished(_collection(opened), opened.event.anchor, 1, opened.before)
            case "DocumentStartEvent" if self.root is not None:
                raise self._refused(event, Code.YAML_SYNTAX, "the file holds one document, found a second", "remove the line `---`")

    def _finished(self, node: Node, anchor: str | None, size: int, before: int | None = None) -> None:
        self.nodes += size
        if anchor is not None:
            self.anchors[anchor] = (node, size if before is None else self.nodes - before)
        if self.around:
            self.around[-1].children.append(node)
        else:
            self.root = node

    def _too_deep(self) -> OverlayError:
        message = f"the YAML is nested more than {_DEPTH} levels deep"
        return _refusal(self.shown_as, None, None, Code.DOCUMENT_TOO_DEEP, message, "write plain keys and values")

    def _refused(self, event: Any, code: Code, message: str, remedy: str) -> OverlayError:
        mark = event.start_mark
        return _refusal(self.shown_as, mark.line + 1, mark.column + 1, code, message, remedy)


def _collection(opened: _Open) -> Node:
    event = opened.event
    line, column = event.start_mark.line + 1, event.start_mark.column + 1
    is_mapping = type(event).__name__ == "MappingStartEvent"
    if event.tag not in (None, "!", _CORE + ("map" if is_mapping else "seq")):
        return TaggedNode(line, column, event.tag)
    if is_mapping:
        return MappingNode(line, column, tuple(zip(opened.children[::2], opened.children[1::2], strict=True)))
    return SequenceNode(line, column, tuple(opened.children))


def _scalar(event: Any) -> Node:
    line, column = event.start_mark.line + 1, event.start_mark.column + 1
    text: str = event.value
    tag: str | None = event.tag
    if tag in ("!", _CORE + "str") or (tag is None and not event.implicit[0]):
        return ScalarNode(line, column, text, text)
    value = _resolved(text)
    if tag is None or tag == _CORE + _tag_of(value):
        return ScalarNode(line, column, value, text)
    return TaggedNode(line, column, tag)


def _resolved(text: str) -> str | int | float | Decimal | bool | None:
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FRACTION.fullmatch(text):
        short, exact = float(text), Decimal(text)
        # Where the shortest spelling of the float is another number, a float would lose digits.
        return short if abs(short) != float("inf") and Decimal(repr(short)) == exact else exact
    return text


def _tag_of(value: object) -> str:
    names = {bool: "bool", int: "int", float: "float", Decimal: "float", type(None): "null"}
    return names.get(type(value), "str")


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    before = text[:position]
    return before.count("\n") + 1, position - (before.rfind("\n") + 1) + 1


def _refusal(shown_as: str, line: int | None, column: int | None, code: Code, message: str, remedy: str) -> OverlayError:
    return OverlayError([Problem(SourceLocation(shown_as, line, column), Severity.ERROR, code, message, remedy)])
