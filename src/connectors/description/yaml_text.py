"""YAML text becomes a tree, by the core schema of YAML 1.2, over the event stream of libyaml."""

import re
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from connectors.description.encoding import line_and_column, refusal
from connectors.description.json_text import DIGITS_MAXIMUM, exact_fraction, too_deep, too_long, twice, with_texts
from connectors.description.tree import Json
from connectors.limits import Limits
from connectors.pointer import join
from connectors.problems import Code, DescriptionError

__all__ = ["events", "parse_yaml", "readable"]

# A plain scalar without a tag that is neither one of these nor a number is a text. Source: YAML 1.2.2 §10.3.2.
_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}

_NUMBER_STARTS = frozenset("0123456789+-.")
# The core schema reads `0755` as 755. We keep it as the text it is: such scalars are modes, postcodes, account and telephone
# numbers, YAML 1.1 readers make 493 of it, and a text can be sent as it was written while a number has lost its zero.
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)", re.ASCII)
_FRACTION = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
# `.inf` and `.nan` stay texts: JSON has no such numbers, and one of them in an example must not end the run.

_CORE = "tag:yaml.org,2002:"
_TAGS = frozenset(_CORE + name for name in ("str", "int", "float", "bool", "null", "map", "seq"))
_FORCED_INTEGER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_FORCED_FRACTION = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)

# YAML 1.2 §5.4: these end no line. libyaml follows 1.1, where they do, and tears texts apart that hold them.
_NO_BREAKS = "\x85\u2028\u2029"

# What YAML cannot hold unescaped. Source: YAML 1.2.2 §5.1, c-printable.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_CHARACTERS_PER_NODE = 16
"""A long text under an anchor counts as one node for so many characters: a thousand aliases of a megabyte are no small document."""

_BLANK_LINES = 1_000
"""Blank lines that may follow each other. libyaml takes quadratic time over them: a megabyte of line breaks a minute."""
_BLANK = re.compile(rf"[\n\r][ \t\r\n]{{{_BLANK_LINES},}}")

_REMEDIES = {
    "mapping values are not allowed in this context": "put the text that holds `: ` in quotes, or correct the indentation",
    "found character that cannot start any token": "put a text that starts with this character in quotes",
    "could not find expected ':'": "add the `:` after the key, or correct the indentation of the line",
    "did not find expected key": "correct the indentation, or put the text before this place in quotes",
    "found unexpected end of stream": "close the quotes or brackets that are open",
    "found invalid Unicode character escape code": "write the character itself in place of its escape",
}


class _Merge:
    """The key `<<` of a mapping whose merge is still to be done. Source: yaml.org/type/merge.html."""

    def __str__(self) -> str:
        return "<<"


_MERGE: Any = _Merge()


def parse_yaml(text: str, *, shown_as: str, limits: Limits) -> Json:
    """The tree of a YAML text; None where it holds no document. Aliased nodes are one shared value: never change the tree.

    Keys are texts as they are spelled, merge keys are applied. Raises DescriptionError: YAML_SYNTAX, YAML_TAB, YAML_TAG,
    YAML_ALIASES, YAML_MERGE, YAML_KEY, YAML_SEVERAL_DOCUMENTS, YAML_LIBRARY, DUPLICATE_KEY, NUMBER_TOO_LONG, DOCUMENT_TOO_DEEP.
    """
    _check_blank_lines(text, shown_as)
    shown, restored = readable(text)
    tree = _Reader(shown, shown_as, limits).read()
    if restored is not None:
        tree, _ = with_texts(tree, lambda found: found.translate(restored))
    return tree


def readable(text: str) -> tuple[str, dict[int, int] | None]:
    """The text as libyaml reads it right, code point by code point, and the translation that undoes the change, if there is one."""
    found = [character for character in _NO_BREAKS if character in text]
    if not found:
        return text, None
    free = (code for code in range(0xE000, 0xF900) if chr(code) not in text)
    stands_for = dict(zip(map(ord, found), free, strict=False))
    return text.translate(stands_for), {new: old for old, new in stands_for.items()}


def events(text: str, *, shown_as: str) -> Any:
    """The parser of libyaml over a text; its `get_event` gives one event after the other."""
    try:
        from yaml.cyaml import CParser  # type: ignore[attr-defined, unused-ignore]
    except ImportError as error:
        raise refusal(
            shown_as,
            Code.YAML_LIBRARY,
            "expected PyYAML with its C extension, found it without",
            "install PyYAML from a wheel, or with libyaml's headers present; JSON can be read without it",
        ) from error
    return CParser(text)


class _Reader:
    """One pass over the events of one text. The state lives in `read`'s local variables, for speed."""

    def __init__(self, text: str, shown_as: str, limits: Limits) -> None:
        self.text = text
        self.shown_as = shown_as
        self.limits = limits

    def read(self) -> Json:
        limits = self.limits
        deepest_allowed = limits.nesting
        nodes_allowed = limits.alias_nodes
        words = _WORDS
        number_starts = _NUMBER_STARTS
        merge = _MERGE

        # The document is the one item of a list around it. `key` is None where a mapping waits for a key.
        root: list[Any] = []
        container: Any = root
        in_mapping = False
        key: Any = None
        # What is around the current container: container, in_mapping, key, reached, anchor, nodes and offset at its start.
        around: list[tuple[Any, bool, Any, int, str | None, int, int]] = []

        depth = 0
        reached = 0
        """The deepest level met since the current container began, aliased nodes included."""
        nodes = 0
        """The nodes met so far, aliased ones counted as often as they are met."""
        aliased = 0
        # Finished anchors: the value, its nodes written out, its height, and how it is spelled where it is a scalar.
        anchors: dict[str, tuple[Any, int, int, str | None]] = {}
        open_anchors: set[str] = set()
        merges: dict[int, Event] = {}
        documents = 0
        # One text for all keys that are spelled alike, as in a tree of JSON: they take less room, and are found without being read.
        same = dict[str, str]().setdefault

        get_event = self._source()
        try:
            while True:
                event = get_event()
                kind = event.__class__
                if kind is ScalarEvent:
                    value = event.value
                    if in_mapping and key is None:
                        if value == "<<" and event.implicit[0] and event.tag is None:
                            key = merge
                            merges[depth] = event
                        else:
                            key = same(value, value)
                            if (tag := event.tag) is not None and tag != "!" and tag not in _TAGS:
                                raise self._tag(event, [*around, (container, True, key)])
                        if key in container:
                            raise self._twice(event, around, container, key)
                        if (anchor := event.anchor) is not None:
                            anchors[anchor] = (value, 1 + len(value) // _CHARACTERS_PER_NODE, 0, value)
                            open_anchors.discard(anchor)
                        continue
                    nodes += 1
                    spelled = value
                    if event.tag is not None:
                        value = self._forced(event, [*around, (container, in_mapping, key)])
                    elif event.implicit[0]:
                        if value[:1] in number_starts:
                            try:
                                value = _number(value)
                            except ValueError as error:
                                raise self._long(event, [*around, (container, in_mapping, key)]) from error
                        elif value in words:
                            value = words[value]
                    if (anchor := event.anchor) is not None:
                        anchors[anchor] = (value, 1 + len(spelled) // _CHARACTERS_PER_NODE, 0, spelled)
                        open_anchors.discard(anchor)
                    if in_mapping:
                        container[key] = value
                        key = None
                    else:
                        container.append(value)
                elif kind is MappingStartEvent or kind is SequenceStartEvent:
                    if in_mapping and key is None:
                        raise self._complex_key(event, around, container)
                    depth += 1
                    if depth > deepest_allowed:
                        raise too_deep(self.shown_as, limits, _place(event))
                    new: Any = {} if kind is MappingStartEvent else []
                    if (tag := event.tag) is not None and tag != "!":
                        self._check_kind(event, [*around, (container, in_mapping, key)])
                    if in_mapping:
                        container[key] = new
                    else:
                        container.append(new)
                    if (anchor := event.anchor) is not None:
                        open_anchors.add(anchor)
                        anchors.pop(anchor, None)
                    # Where it starts is asked for its size alone, which is that of an anchor.
                    offset = 0 if anchor is None else event.start_mark.index
                    around.append((container, in_mapping, key, reached, anchor, nodes, offset))
                    nodes += 1
                    reached = depth
                    container = new
                    in_mapping = kind is MappingStartEvent
                    key = None
                elif kind is MappingEndEvent or kind is SequenceEndEvent:
                    if merges and in_mapping and (marked := merges.pop(depth, None)) is not None:
                        self._merge(container, marked, around)
                    finished = container
                    height = reached - depth + 1
                    container, in_mapping, key, before, anchor, start, offset = around.pop()
                    if anchor is not None:
                        size = nodes - start + (event.end_mark.index - offset) // _CHARACTERS_PER_NODE
                        anchors[anchor] = (finished, size, height, None)
                        open_anchors.discard(anchor)
                    key = None
                    if before > reached:
                        reached = before
                    depth -= 1
                elif kind is AliasEvent:
                    name = event.anchor
                    if name not in anchors:
                        raise self._alias(event, name in open_anchors, [*around, (container, in_mapping, key)])
                    value, size, height, spelling = anchors[name]
                    if in_mapping and key is None:
                        if spelling is None:
                            raise self._complex_key(event, around, container)
                        key = spelling
                        if key in container:
                            raise self._twice(event, around, container, key)
                        continue
                    nodes += size
                    aliased += size
                    if aliased > nodes_allowed:
                        raise self._too_many_nodes(event)
                    # What is merged becomes part of this mapping and stands no level deeper.
                    deep = depth + height if key is not merge else depth + height - 1
                    if deep > reached:
                        reached = deep
                        if reached > deepest_allowed:
                            raise too_deep(self.shown_as, limits, _place(event))
                    if in_mapping:
                        container[key] = value
                        key = None
                    else:
                        container.append(value)
                elif kind is DocumentStartEvent:
                    documents += 1
                    if documents > 1:
                        raise self._second_document(event)
                elif kind is StreamEndEvent:
                    break
        except (yaml.MarkedYAMLError, yaml.reader.ReaderError) as error:
            raise self._syntax(error, around) from error
        tree: Json = root[0] if root else None
        return tree

    def _source(self) -> Any:
        try:
            return events(self.text, shown_as=self.shown_as).get_event
        except yaml.reader.ReaderError as error:
            raise self._syntax(error, []) from error

    def _forced(self, event: Any, path: list[Any]) -> Json:
        """The value of a scalar whose type its tag states. Source: YAML 1.2.2 §10.3, and §6.9.1 for `!` alone."""
        tag: str = event.tag
        value: str = event.value
        if tag in {"!", _CORE + "str"}:
            return value
        try:
            if tag == _CORE + "int":
                if _FORCED_INTEGER.fullmatch(value):
                    return int(value)
                if _BASED.fullmatch(value):
                    return _based(value)
            elif tag == _CORE + "float":
                if _FORCED_FRACTION.fullmatch(value):
                    return exact_fraction(value)
        except ValueError as error:
            raise self._long(event, path) from error
        if tag == _CORE + "bool" and (known := _WORDS.get(value)) is not None:
            return known
        if tag == _CORE + "null" and value in _WORDS and _WORDS[value] is None:
            return None
        raise self._tag(event, path)

    def _check_kind(self, event: Any, path: list[Any]) -> None:
        expected = _CORE + ("map" if type(event) is MappingStartEvent else "seq")
        if event.tag != expected:
            raise self._tag(event, path)

    def _merge(self, mapping: dict[Any, Any], marked: Event, around: list[Any]) -> None:
        """Apply the merge key: keys of the mapping itself win, then those of earlier sources."""
        merged = mapping.pop(_MERGE)
        sources = merged if type(merged) is list else [merged]
        for source in sources:
            if type(source) is not dict:
                line, column = _place(marked)
                raise refusal(
                    self.shown_as,
                    Code.YAML_MERGE,
                    f"expected a mapping, or a list of mappings, as the value of `<<` on line {line}, found {_kind(source)}",
                    "name a mapping with an alias, or put the key in quotes if it is an ordinary one",
                    line=line,
                    column=column,
                    pointer=join([*_tokens_of_container(around), "<<"]),
                )
            for key, value in source.items():
                if key not in mapping:
                    mapping[key] = value

    def _twice(self, event: Event, around: list[Any], container: Any, key: Any) -> DescriptionError:
        return twice(self.shown_as, str(key), _place(event), _tokens([*around, (container, True, key)]))

    def _complex_key(self, event: Event, around: list[Any], container: Any) -> DescriptionError:
        line, column = _place(event)
        return refusal(
            self.shown_as,
            Code.YAML_KEY,
            f"expected a text as a key on line {line}, found a list, a mapping or an alias of one",
            "write the key as a text; put `{name}` or `[name]` in quotes",
            line=line,
            column=column,
            pointer=join(_tokens_of_container(around)),
        )

    def _tag(self, event: Any, path: list[Any]) -> DescriptionError:
        line, column = _place(event)
        tag = event.tag
        shown = "!!" + tag.removeprefix(_CORE) if tag.startswith(_CORE) else tag
        if tag in _TAGS:
            found = f"`{event.value[:40]}`" if type(event) is ScalarEvent else _kind({} if type(event) is MappingStartEvent else [])
            message = f"expected a value that fits the tag `{shown}` on line {line}, found {found}"
        else:
            message = f"expected no tag but those of JSON's types, found the tag `{shown}` on line {line}"
        remedy = "remove the tag, or write the value in the type it states"
        return refusal(self.shown_as, Code.YAML_TAG, message, remedy, line=line, column=column, pointer=join(_tokens(path)))

    def _long(self, event: Any, path: list[Any]) -> DescriptionError:
        return too_long(self.shown_as, event.value, _place(event), _tokens(path))

    def _alias(self, event: Any, is_open: bool, path: list[Any]) -> DescriptionError:
        line, column = _place(event)
        if is_open:
            message = (
                f"expected an alias of a finished node on line {line}, found the alias `*{event.anchor}` inside its own anchor"
            )
            remedy = "replace the alias by a `$ref`, which may be recursive"
        else:
            message = f"expected an alias of an anchor above it on line {line}, found the alias `*{event.anchor}` without one"
            remedy = f"add the anchor `&{event.anchor}`, or put the text in quotes"
        return refusal(self.shown_as, Code.YAML_ALIASES, message, remedy, line=line, column=column, pointer=join(_tokens(path)))

    def _too_many_nodes(self, event: Any) -> DescriptionError:
        line, column = _place(event)
        return refusal(
            self.shown_as,
            Code.YAML_ALIASES,
            f"expected aliases that stand for at most {self.limits.alias_nodes} nodes, found more at the alias `*{event.anchor}`",
            "replace aliases by references, or raise the limit with `--max-alias-nodes`",
            line=line,
            column=column,
        )

    def _second_document(self, event: Event) -> DescriptionError:
        line, column = _place(event)
        return refusal(
            self.shown_as,
            Code.YAML_SEVERAL_DOCUMENTS,
            f"expected one YAML document, found a second one on line {line}",
            "put each document in a file of its own",
            line=line,
            column=column,
        )

    def _syntax(self, error: yaml.YAMLError, around: list[Any]) -> DescriptionError:
        pointer = join(_tokens_of_container(around))
        if not isinstance(error, yaml.MarkedYAMLError):
            return self._control_character(error)
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        problem = str(error.problem)
        if problem == "exceeded maximum nesting depth":
            # libyaml has a limit of its own, and reads brackets ahead of the events.
            return too_deep(self.shown_as, self.limits, (line, column))
        if tab := self._tab(line, column):
            return refusal(
                self.shown_as,
                Code.YAML_TAB,
                f"expected spaces as indentation, found a tab on line {tab[0]}",
                "replace the tab by spaces",
                line=tab[0],
                column=tab[1],
                pointer=pointer,
            )
        context = f" {error.context}" if error.context else ""
        return refusal(
            self.shown_as,
            Code.YAML_SYNTAX,
            f"expected YAML, found a fault on line {line}{context}: {problem}",
            _REMEDIES.get(problem, "correct the YAML at this place"),
            line=line,
            column=column,
            pointer=pointer,
        )

    def _tab(self, line: int, column: int) -> tuple[int, int] | None:
        """Place of the tab that is to blame for a fault at a place: in the indentation of its line, or just where the fault is."""
        lines = re.split("\r\n|\r|\n", self.text)
        if line > len(lines):
            return None
        found = lines[line - 1]
        indentation = found[: len(found) - len(found.lstrip(" \t"))]
        if "\t" in indentation:
            return line, indentation.index("\t") + 1
        return (line, column) if found[column - 1 : column] == "\t" else None

    def _control_character(self, error: yaml.YAMLError) -> DescriptionError:
        bad = _UNPRINTABLE.search(self.text)
        line, column = line_and_column(self.text, bad.start()) if bad else (None, None)
        found = f"the character U+{ord(bad.group()):04X}" if bad else f"one that it may not ({error})"
        return refusal(
            self.shown_as,
            Code.YAML_SYNTAX,
            f"expected characters that YAML may hold, found {found}",
            "remove the character, or write it as an escape inside double quotes",
            line=line,
            column=column,
        )


def _check_blank_lines(text: str, shown_as: str) -> None:
    # So long a run fills one of these blocks, and hardly any text has a block that is blank.
    block = _BLANK_LINES // 2
    if not any(text[start : start + block].isspace() for start in range(0, len(text), block)):
        return
    for run in _BLANK.finditer(text):
        if max(run.group().count("\n"), run.group().count("\r")) > _BLANK_LINES:
            line, column = line_and_column(text, run.start() + 1)
            raise refusal(
                shown_as,
                Code.YAML_SYNTAX,
                f"expected at most {_BLANK_LINES:,} blank lines in a row, found more from line {line} on",
                "remove the blank lines",
                line=line,
                column=column,
            )


def _number(text: str) -> Json:
    """The number a plain scalar spells, or the text itself. Raises ValueError for a number with too many digits."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FRACTION.fullmatch(text):
        return exact_fraction(text)
    if _BASED.fullmatch(text):
        return _based(text)
    return text


def _based(text: str) -> int:
    """The integer that `0o17` or `0x1F` spells. Raises ValueError where it has more decimal digits than can be written."""
    number = int(text, 0)
    # A power of two as base is read in linear time, so Python does not refuse it; to print it would fail instead.
    if number.bit_length() > DIGITS_MAXIMUM * 3.3219:
        raise ValueError("too many digits")
    return number


def _place(event: Any) -> tuple[int, int]:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1


def _tokens(path: list[Any]) -> list[str | int]:
    """Pointer tokens of the node that is being read and stands in no container yet.

    `path` holds container, whether it is a mapping, and key, of each level down to the container around the node.
    """
    *around, (container, in_mapping, key, *_) = path
    if not around:
        return []
    return [*_tokens_of_container(around), _token(in_mapping, key, len(container))]


def _tokens_of_container(around: list[Any]) -> list[str | int]:
    """Pointer tokens of the current container; it stands in the one around it since it began."""
    return [_token(in_mapping, key, len(container) - 1) for container, in_mapping, key, *_ in around[1:]]


def _token(in_mapping: bool, key: Any, index: int) -> str | int:
    return str(key) if in_mapping else index


def _kind(value: Json) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"`{str(value)[:40]}`"
