"""Where the node at a JSON Pointer stands in the text. Nothing keeps lines; they are found again when a problem is shown."""

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from json import JSONDecoder
from typing import Any

from connectors.description.json_text import mended
from connectors.description.tree import Syntax
from connectors.pointer import parse
from connectors.problems import DescriptionError

__all__ = ["locate", "locate_many"]

_SPACE = re.compile(r"[ \t\n\r]*")


class _Wanted:
    """A node of the tree of all wanted pointers."""

    __slots__ = ("members", "pointers")

    def __init__(self) -> None:
        self.members: dict[str, _Wanted] = {}
        self.pointers: list[str] = []


def locate(document_text: str, syntax: Syntax, pointer: str) -> tuple[int, int] | None:
    """Line and column, both from 1, in code points, of the node at a pointer; None where there is no such node.

    Of a member of an object it is the place of its key, of an item of an array where the item begins, of the document (1, 1).
    """
    return locate_many(document_text, syntax, [pointer]).get(pointer)


def locate_many(text: str, syntax: Syntax, pointers: Collection[str]) -> dict[str, tuple[int, int]]:
    """The places of many nodes, in one pass over the text; a pointer that leads nowhere is left out."""
    root = _Wanted()
    places: dict[str, tuple[int, int]] = {}
    for pointer in pointers:
        try:
            tokens = parse(pointer)
        except ValueError:
            continue
        wanted = root
        for token in tokens:
            wanted = wanted.members.setdefault(token, _Wanted())
        wanted.pointers.append(pointer)
    for pointer in root.pointers:
        places[pointer] = (1, 1)
    if root.members:
        places.update(_json_places(text, root) if syntax is Syntax.JSON else _yaml_places(text, root))
    return places


def _json_places(text: str, root: _Wanted) -> dict[str, tuple[int, int]]:
    offsets: list[tuple[int, _Wanted]] = []
    # One of these says that the text is not the one that was read, or no JSON: what was found until then is found.
    with suppress(IndexError, ValueError, RecursionError):
        _walk_json(text, root, offsets)
    return dict(_lines(text, offsets))


def _walk_json(text: str, root: _Wanted, offsets: list[tuple[int, _Wanted]]) -> None:
    """Append offset and node of each wanted node that is there, in the order of the text.

    Objects and arrays without a wanted node inside are skipped by the standard library's own scanner, which is compiled.
    """
    value_at = JSONDecoder(object_pairs_hook=_nothing, parse_float=_nothing).raw_decode
    space = _SPACE.match
    missing = _count(root)
    at = _end(space, text, 0)
    if text[at] not in "{[":
        return
    # Of each container around: what is wanted in it, and the index of the next item, or -1 for an object.
    around: list[tuple[_Wanted, int]] = []
    wanted, index = root, -1 if text[at] == "{" else 0
    at += 1
    while missing:
        at = _end(space, text, at)
        if text[at] in "}]":
            if not around:
                return
            wanted, index = around.pop()
        else:
            start = at
            if index < 0:
                key, at = value_at(text, at)
                at = _end(space, text, at)
                if text[at] != ":":
                    return
                at = _end(space, text, at + 1)
                found = wanted.members.get(key if key in wanted.members else mended(key))
            else:
                found = wanted.members.get(str(index))
                index += 1
            if found is not None:
                missing -= 1
                offsets.append((start, found))
                if found.members and text[at] in "{[":
                    around.append((wanted, index))
                    wanted, index = found, -1 if text[at] == "{" else 0
                    at += 1
                    continue
            _, at = value_at(text, at)
            at -= 1
        at = _end(space, text, at + 1)
        if at < len(text) and text[at] == ",":
            at += 1
        elif at >= len(text):
            return


def _nothing(_: object) -> None:
    return None


def _end(space: Any, text: str, at: int) -> int:
    # Most values follow at once: a look at the character is cheaper than a match.
    if text[at : at + 1] > " ":
        return at
    end: int = space(text, at).end()
    return end


def _count(root: _Wanted) -> int:
    """How many nodes are wanted below the root, those on the way to others included."""
    count = 0
    todo = [root]
    while todo:
        wanted = todo.pop()
        count += len(wanted.members)
        todo.extend(wanted.members.values())
    return count


def _lines(text: str, offsets: Iterable[tuple[int, _Wanted]]) -> Iterable[tuple[str, tuple[int, int]]]:
    """Each pointer with its place; offsets rise, so that no part of the text is looked at twice."""
    line_break = "\n" if "\n" in text else "\r"
    line, last_break, before = 1, -1, 0
    for offset, wanted in offsets:
        line += text.count(line_break, before, offset)
        last_break = max(last_break, text.rfind(line_break, before, offset))
        before = offset
        for pointer in wanted.pointers:
            yield pointer, (line, offset - last_break)


class _Node:
    """A node of the YAML text, with the place and the node of each member that may be asked for."""

    __slots__ = ("is_mapping", "members", "merged")

    def __init__(self, is_mapping: bool) -> None:
        self.is_mapping = is_mapping
        self.members: dict[str, tuple[tuple[int, int], _Node | None]] = {}
        self.merged: _Node | None = None
        """What the merge key `<<` names: a mapping, or a list of mappings."""


def _yaml_places(text: str, root: _Wanted) -> dict[str, tuple[int, int]]:
    top = _yaml_nodes(text, root)
    places: dict[str, tuple[int, int]] = {}
    todo: list[tuple[_Wanted, _Node | None]] = [(root, top)]
    while todo:
        wanted, node = todo.pop()
        for token, below in wanted.members.items():
            found = _member(node, token)
            if found is not None:
                for pointer in below.pointers:
                    places[pointer] = found[0]
                todo.append((below, found[1]))
    return places


def _member(node: _Node | None, token: str) -> tuple[tuple[int, int], _Node | None] | None:
    """The member of a mapping or list, merged ones included: those of the mapping itself first, then those of earlier sources."""
    todo = [node]
    seen: set[int] = set()
    while todo:
        current = todo.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        found = current.members.get(token)
        if found is not None:
            return found
        if (merged := current.merged) is not None:
            sources = [merged] if merged.is_mapping else [node for _, node in merged.members.values()]
            todo.extend(reversed(sources))
    return None


def _yaml_nodes(text: str, root: _Wanted) -> _Node | None:
    """The nodes on the way to what is wanted, and all below anchors, since an alias further down may lead to them."""
    # PyYAML takes a while to import, and most descriptions are JSON.
    import yaml
    from yaml.events import (
        AliasEvent,
        MappingEndEvent,
        MappingStartEvent,
        ScalarEvent,
        SequenceEndEvent,
        SequenceStartEvent,
        StreamEndEvent,
    )

    from connectors.description.yaml_text import events, readable

    shown, restored = readable(text)
    anchors: dict[str, _Node | None] = {}
    spellings: dict[str, str] = {}
    top: _Node | None = None

    # Of the current container: its node (None where nothing in it is wanted), what is wanted in it, whether it is a mapping,
    # the key whose value comes next with its place, the index of the next item, its anchor, and how many anchors are open.
    node: _Node | None = None
    wanted: _Wanted | None = None
    is_mapping = False
    key: str | None = None
    key_place = (1, 1)
    merges = False
    index = 0
    anchor: str | None = None
    within = 0
    around: list[Any] = []

    def place(event: Any) -> tuple[int, int]:
        mark = event.start_mark
        return mark.line + 1, mark.column + 1

    def keep(event: Any, child: _Node | None, asked: bool) -> None:
        if node is None or not (asked or within or merges):
            return
        if is_mapping and merges:
            node.merged = child
        elif is_mapping:
            node.members[str(key)] = (key_place, child)
        else:
            node.members[str(index)] = (place(event), child)

    try:
        get_event = events(shown, shown_as="").get_event
        while True:
            event = get_event()
            kind = type(event)
            if kind is ScalarEvent or kind is AliasEvent:
                if is_mapping and key is None:
                    key = event.value if kind is ScalarEvent else spellings.get(event.anchor, "")
                    if restored is not None:
                        key = key.translate(restored)
                    merges = key == "<<" and kind is ScalarEvent and event.implicit[0]
                    if node is not None:
                        key_place = place(event)
                    if kind is ScalarEvent and event.anchor is not None:
                        spellings[event.anchor] = event.value
                        anchors[event.anchor] = None
                    continue
                child = None
                if kind is AliasEvent:
                    child = anchors.get(event.anchor)
                elif event.anchor is not None:
                    spellings[event.anchor] = event.value
                    anchors[event.anchor] = None
                if node is not None:
                    asked = wanted is not None and (key if is_mapping else str(index)) in wanted.members
                    keep(event, child, asked)
                key = None
                index += 1
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                below: _Wanted | None = None
                if not around:
                    below = root
                elif wanted is not None:
                    # What `<<` holds in place is wanted for the sake of the mapping around it, and so is each item of its list.
                    below = wanted if merges else wanted.members.get(str(key) if is_mapping else str(index))
                child = None
                if below is not None or within or event.anchor is not None:
                    child = _Node(kind is MappingStartEvent)
                if not around:
                    top = child
                else:
                    keep(event, child, below is not None)
                around.append((node, wanted, is_mapping, index, anchor, merges))
                inherits = merges and kind is SequenceStartEvent
                node, wanted, is_mapping, index, anchor = child, below, kind is MappingStartEvent, 0, event.anchor
                merges = inherits
                key = None
                if anchor is not None:
                    within += 1
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                if anchor is not None:
                    anchors[anchor] = node
                    within -= 1
                node, wanted, is_mapping, index, anchor, merges = around.pop()
                key = None
                index += 1
            elif kind is StreamEndEvent:
                return top
    except (yaml.YAMLError, DescriptionError):
        # The text is not the one that was read: what was found until here is found.
        return top
