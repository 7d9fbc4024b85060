"""JSON text becomes a tree with exact numbers; a key that stands twice is refused."""

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from json import JSONDecodeError
from typing import Any

import msgspec

from connectors.canonical import number
from connectors.description.encoding import line_and_column, refusal
from connectors.description.tree import Json
from connectors.limits import Limits
from connectors.pointer import join
from connectors.problems import Code, DescriptionError

__all__ = [
    "DIGITS_MAXIMUM",
    "exact_fraction",
    "mended",
    "parse_json",
    "read_at_once",
    "too_deep",
    "too_long",
    "twice",
    "with_texts",
]

DIGITS_MAXIMUM = 4300
"""Digits that a number may have when it is written out. Python reads no more (bpo-95778): the time is quadratic."""

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_HALF = re.compile("[\ud800-\udfff]")
# A text that holds no half of a pair as an escape cannot hold one as a character: UTF-8, -16 and -32 forbid it.
_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")

# What the standard library says, and what we say: the expected, without what was found.
_EXPECTED = {
    "Expecting property name enclosed in double quotes": "a key in double quotes",
    "Expecting ':' delimiter": "`:` after the key",
    "Expecting ',' delimiter": "`,` or the end of the {container}",
    "Expecting value": "a value",
    "Unterminated string starting at": 'the closing `"` of the text that starts here',
    "Invalid control character at": "an escape such as `\\n` inside a text",
    "Invalid \\escape": "one of the escapes that JSON has",
    "Invalid \\uXXXX escape": "four hexadecimal digits after `\\u`",
    "Extra data": "nothing after the end of the document",
    "Illegal trailing comma before end of object": "another member after the `,`",
    "Illegal trailing comma before end of array": "another item after the `,`",
}


class _TwiceError(Exception):
    """A key stands twice in some object; the place is looked for afterwards."""


class _ConstantError(Exception):
    """`NaN` or an infinity, which Python reads and JSON does not have."""


def parse_json(text: str, *, shown_as: str, limits: Limits) -> tuple[Json, bool]:
    """The tree of a JSON text, and whether the half of a surrogate pair stood alone in it and was replaced by U+FFFD.

    Raises DescriptionError: JSON_SYNTAX, DUPLICATE_KEY, NUMBER_TOO_LONG, DOCUMENT_TOO_DEEP. Source: RFC 8259.
    """
    try:
        tree: Json = json.loads(text, object_pairs_hook=_object, parse_float=exact_fraction, parse_constant=_constant)
    except _TwiceError as error:
        raise _duplicate(text, shown_as) from error
    except _ConstantError as error:
        raise _not_a_number(text, shown_as) from error
    except JSONDecodeError as error:
        raise _syntax(text, error, shown_as) from error
    except RecursionError as error:
        raise _too_deep_json(text, shown_as, limits) from error
    except ValueError as error:
        # The only other ValueError of `json`: a number with more digits than Python reads.
        raise _number_too_long(text, shown_as) from error
    if _deeper_than(tree, limits.nesting):
        raise _too_deep_json(text, shown_as, limits)
    if _HALF_ESCAPE.search(text):
        try:
            return with_texts(tree, mended)
        except _TwiceError as error:
            raise _duplicate(text, shown_as) from error
    return tree, False


def read_at_once(data: bytes, limits: Limits) -> Json:
    """The tree of JSON in UTF-8 that is plainly good: what `parse_json` gives. None where anything may be wrong, for it to look closer.

    msgspec reads bytes, hence makes no text of the whole, which takes four bytes for each character once there is an emoji among them;
    and it needs no hook for every object. But it takes the last of equal keys in silence. So the tree is spelled once more: a member
    that went missing took the quotation marks of its key along.
    """
    if b"\\u0022" in data:
        # Another spelling of the quotation mark, so that their numbers say nothing.
        return None
    try:
        tree: Json = _DECODER.decode(data)
        marks = 0
        for around, piece in _spelled(tree, 0):
            marks += piece.count(b'"')
            room = max(limits.nesting - around, 1)
            # A line for every value, with a space for every container around it; few pieces hold so many containers at all.
            if piece.count(b"{") + piece.count(b"[") >= room and b"\n" + b" " * room in msgspec.json.format(piece, indent=1):
                return None
    except (msgspec.MsgspecError, ValueError, ArithmeticError, RecursionError):
        return None
    return tree if data.count(b'"') == marks else None


def _spelled(node: Json, around: int) -> Iterator[tuple[int, bytes]]:
    """The keys and values of a tree as JSON texts, and how many containers are around each; in pieces, for whole it is as large again."""
    if around < _PIECES and type(node) is dict:
        yield around, _ENCODER.encode(list(node))
        for value in node.values():
            yield from _spelled(value, around + 1)
    else:
        yield around, _ENCODER.encode(node)


def exact_fraction(text: str) -> float | Decimal:
    """The number that a text with a fraction or an exponent spells: with its digits.

    Raises ValueError where the number, written out, has more than `DIGITS_MAXIMUM` digits: `1e999999999` is short, and whoever
    turns it into an integer later needs a gigabyte.
    """
    try:
        found = number(text)
    except ArithmeticError:
        raise ValueError(f"the exponent of {text[:40]} is too large") from None
    if type(found) is Decimal and (len(text) > DIGITS_MAXIMUM or abs(found.adjusted()) > DIGITS_MAXIMUM):
        raise ValueError(f"the number {text[:40]} has more than {DIGITS_MAXIMUM} digits")
    return found


_PIECES = 3
"""Objects inside each other that are spelled member by member: paths, their items, and operations."""

_DECODER = msgspec.json.Decoder(float_hook=exact_fraction)
_ENCODER = msgspec.json.Encoder(decimal_format="number")


def mended(text: str) -> str:
    """The text with every lone half of a surrogate pair replaced by U+FFFD; no encoding could carry it."""
    return _HALF.sub("\ufffd", text)


def with_texts(tree: Json, change: Callable[[str], str]) -> tuple[Json, bool]:
    """The tree after `change` was applied in place to every key and text, and whether that changed any.

    A node that is shared is changed once. Raises an error when two keys of one object become equal.
    """
    root: list[Json] = [tree]
    todo: list[Any] = [root]
    seen: set[int] = set()
    changed = False
    while todo:
        container = todo.pop()
        if id(container) in seen:
            continue
        seen.add(id(container))
        if type(container) is dict:
            keys = {key: change(key) for key in container}
            if any(old != new for old, new in keys.items()):
                if len(set(keys.values())) != len(keys):
                    raise _TwiceError
                members = [(keys[key], value) for key, value in container.items()]
                container.clear()
                container.update(members)
                changed = True
            slots: Any = list(container.items())
        else:
            slots = list(enumerate(container))
        for slot, value in slots:
            if type(value) is str:
                if (new := change(value)) != value:
                    container[slot] = new
                    changed = True
            elif type(value) is dict or type(value) is list:
                todo.append(value)
    return root[0], changed


def twice(shown_as: str, key: str, place: tuple[int, int], path: list[str | int]) -> DescriptionError:
    """The refusal of a key that stands twice in one object: `place` of the second, `path` of tokens down to and with the key."""
    line, column = place
    # The name of the object as people wrote it: as a pointer, a path template is hard to recognise.
    names = [token for token in path[:-1] if isinstance(token, str)]
    owner = f"the object `{names[-1]}`" if names else "the outermost object"
    if len(path) > 1 and isinstance(item := path[-2], int):
        owner = f"item {item} of the list `{names[-1]}`" if names else f"item {item} of the outermost list"
    return refusal(
        shown_as,
        Code.DUPLICATE_KEY,
        f"expected every key once in {owner}, found `{key}` twice, the second time on line {line}",
        "remove or rename one of the two",
        line=line,
        column=column,
        pointer=join(path),
    )


def too_deep(shown_as: str, limits: Limits, place: tuple[int, int] | None) -> DescriptionError:
    """The refusal of a document whose objects and arrays stand too deep inside each other."""
    line, column = place or (None, None)
    return refusal(
        shown_as,
        Code.DOCUMENT_TOO_DEEP,
        f"expected objects and arrays nested at most {limits.nesting} deep, found them deeper",
        "flatten the document with references, or raise the limit with `--max-nesting`",
        line=line,
        column=column,
    )


def too_long(shown_as: str, digits: str, place: tuple[int, int], path: list[str | int]) -> DescriptionError:
    """The refusal of a number that, written out, has more digits than are read."""
    shown = digits if len(digits) <= 40 else digits[:37] + "..."
    return refusal(
        shown_as,
        Code.NUMBER_TOO_LONG,
        f"expected a number of at most {DIGITS_MAXIMUM} digits, found `{shown}`",
        "shorten the number, or write it as a text in quotes",
        line=place[0],
        column=place[1],
        pointer=join(path),
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _TwiceError
    return members


def _constant(name: str) -> Json:
    raise _ConstantError(name)


def _deeper_than(tree: Json, nesting: int) -> bool:
    level: list[Any] = [tree] if type(tree) is dict or type(tree) is list else []
    depth = 0
    while level:
        depth += 1
        if depth > nesting:
            return True
        level = [
            value
            for container in level
            for value in (container.values() if type(container) is dict else container)
            if type(value) is dict or type(value) is list
        ]
    return False


# What follows runs only once something is wrong: it walks the text again, slowly, to find the place.


def _tokens(text: str) -> Iterator[tuple[int, str, list[str | int], bool]]:
    """Every token: its offset, its text, the tokens of the pointer that is current there, and whether it is a key.

    The list of pointer tokens is one list that changes; its length is the depth. The text may break off or be no JSON.
    """
    path: list[str | int] = []
    objects: list[bool] = []
    expects_key = False
    for match in _TOKEN.finditer(text):
        token = match.group()
        first = token[0]
        is_key = expects_key and first == '"'
        if is_key:
            path[-1] = _decoded(token)
            expects_key = False
        yield match.start(), token, path, is_key
        if first == "{" or first == "[":
            objects.append(first == "{")
            expects_key = first == "{"
            path.append("" if expects_key else 0)
        elif (first == "}" or first == "]") and objects:
            objects.pop()
            path.pop()
            expects_key = False
        elif first == "," and objects:
            expects_key = objects[-1]
            last = path[-1]
            if isinstance(last, int):
                path[-1] = last + 1


def _decoded(token: str) -> str:
    try:
        return mended(json.loads(token))
    except ValueError:
        return token[1:-1]


def _duplicate(text: str, shown_as: str) -> DescriptionError:
    keys: list[set[str]] = []
    for offset, token, path, is_key in _tokens(text):
        if token == "{" or token == "[":
            keys.append(set())
        elif token == "}" or token == "]":
            keys.pop()
        elif is_key:
            key = str(path[-1])
            if key in keys[-1]:
                return twice(shown_as, key, line_and_column(text, offset), path)
            keys[-1].add(key)
    raise AssertionError("a key stood twice, and stands twice no longer")


def _not_a_number(text: str, shown_as: str) -> DescriptionError:
    for offset, token, path, _ in _tokens(text):
        if token in {"NaN", "Infinity", "-Infinity"}:
            return _json_fault(text, offset, path, f"expected a value that JSON has, found `{token}`", shown_as)
    raise AssertionError("a value was no number, and is one now")


def _number_too_long(text: str, shown_as: str) -> DescriptionError:
    for offset, token, path, _ in _tokens(text):
        if token[0] in "-0123456789":
            try:
                json.loads(token, parse_float=exact_fraction)
            except ValueError:
                return too_long(shown_as, token, line_and_column(text, offset), path)
    raise AssertionError("a number was too long, and is so no longer")


def _too_deep_json(text: str, shown_as: str, limits: Limits) -> DescriptionError:
    for offset, token, path, _ in _tokens(text):
        if (token == "{" or token == "[") and len(path) >= limits.nesting:
            return too_deep(shown_as, limits, line_and_column(text, offset))
    # The limit was raised above what Python's own parser can follow.
    return too_deep(shown_as, limits, None)


def _syntax(text: str, error: JSONDecodeError, shown_as: str) -> DescriptionError:
    path: list[str | int] = []
    for offset, _token, path, _ in _tokens(text):  # noqa: B007
        if offset >= error.pos:
            break
    in_object = bool(path) and isinstance(path[-1], str)
    expected = _EXPECTED.get(error.msg, f"JSON ({error.msg})").format(container="object" if in_object else "array")
    message = f"expected {expected}, found {_found(text, error)}"
    # The last token is the member that was being read; the fault is one of the container around it.
    return _json_fault(text, error.pos, path[:-1], message, shown_as)


def _found(text: str, error: JSONDecodeError) -> str:
    if error.pos >= len(text) or error.msg.startswith("Unterminated"):
        return "the end of the file"
    character = text[error.pos]
    return f"`{character}`" if character.isprintable() and character != "`" else f"the character U+{ord(character):04X}"


def _json_fault(text: str, offset: int, path: list[str | int], message: str, shown_as: str) -> DescriptionError:
    line, column = line_and_column(text, offset)
    remedy = "correct the JSON at this place; where the end is missing, fetch the file again"
    return refusal(shown_as, Code.JSON_SYNTAX, message, remedy, line=line, column=column, pointer=join(path))
