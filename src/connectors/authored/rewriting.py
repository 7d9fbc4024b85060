"""Editing a YAML file that a person keeps: its comments, quotes, order and layout stay theirs."""

import io
import re
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from typing import Any

__all__ = ["rewritten"]

_LIST_BELOW_KEY = re.compile(r"^( *)[^\s#-].*:[ \t]*\n( *)- ", re.MULTILINE)
_MAPPING_BELOW_KEY = re.compile(r"^( *)[^\s#-].*:[ \t]*\n( +)[^\s#-]", re.MULTILINE)
_MARK_OF_START = re.compile(r"^---\s", re.MULTILINE)
_MARK_OF_END = re.compile(r"^\.\.\.\s", re.MULTILINE)


def rewritten(text: str, edit: Callable[[Any], None]) -> str:
    """`text` after `edit` has changed its round-trip mapping (ruamel.yaml's CommentedMap); lines that say what they said stay as they are.

    `text` is a YAML document that holds a mapping, read without a fault before. Line ends and a byte-order mark are kept.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    ends = "\r\n" if "\r\n" in text else "\n"
    plain = text.removeprefix(mark).replace("\r\n", "\n")
    if plain and not plain.endswith("\n"):
        plain += "\n"
    yaml = _round_trip(plain)
    document = yaml.load(plain)
    untouched = _dumped(yaml, document)
    edit(document)
    edited = _dumped(yaml, document)
    merged = _merged(plain, untouched, edited)
    # What a merge of lines makes has to say the same as the edit; a file in a style that is respelled everywhere is not worth a doubt.
    if merged != edited and _same(yaml, merged, edited):
        edited = merged
    return mark + edited.replace("\n", ends)


def _round_trip(text: str) -> Any:
    # It takes a while to import, and only commands that edit pay for it.
    from ruamel.yaml import YAML

    yaml: Any = YAML()
    yaml.preserve_quotes = True
    yaml.width = 1 << 20
    offset = max((len(found[2]) - len(found[1]) for found in _LIST_BELOW_KEY.finditer(text)), default=2)
    step = next((len(found[2]) - len(found[1]) for found in _MAPPING_BELOW_KEY.finditer(text) if len(found[2]) > len(found[1])), 2)
    offset = max(offset, 0)
    yaml.explicit_start = _MARK_OF_START.search(text) is not None
    yaml.explicit_end = _MARK_OF_END.search(text) is not None
    yaml.indent(mapping=step, sequence=offset + 2, offset=offset)
    return yaml


def _dumped(yaml: Any, document: Any) -> str:
    out = io.StringIO()
    yaml.dump(document, out)
    return out.getvalue()


def _same(yaml: Any, one: str, other: str) -> bool:
    from ruamel.yaml.error import YAMLError

    try:
        return bool(yaml.load(one) == yaml.load(other))
    except YAMLError:
        return False


def _merged(text: str, untouched: str, edited: str) -> str:
    """The lines of `edited`; where they are those of `untouched`, as `text` has them. `untouched` is `text` as the library respells it."""
    before, after = untouched.splitlines(keepends=True), edited.splitlines(keepends=True)
    theirs = _spelled(before, text.splitlines(keepends=True))
    result: list[str] = []
    for tag, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        result += [line for index in range(start, end) for line in theirs[index]] if tag == "equal" else after[first:last]
    return "".join(result)


def _spelled(respelled: list[str], text: list[str]) -> list[list[str]]:
    """For each respelled line, the lines of the text that it stands for; all lines of the text are there once, in order."""
    if not respelled:
        return []
    found: list[list[str]] = [[] for _ in respelled]
    for lines, start, end in _blocks(respelled, text):
        if end - start == len(lines):
            for index, line in zip(range(start, end), lines, strict=True):
                found[index].append(line)
        else:
            found[min(start, len(respelled) - 1)].extend(lines)
    return found


def _blocks(respelled: list[str], text: list[str]) -> Iterator[tuple[list[str], int, int]]:
    for _, start, end, first, last in SequenceMatcher(None, respelled, text, autojunk=False).get_opcodes():
        yield text[first:last], start, end
