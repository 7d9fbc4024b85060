"""What a caller gives: JSON values, files, and the placeholders that stand for what nobody gives here."""

import math
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeAlias

from connectors import canonical
from connectors.canonical import Json
from connectors.execute.refusal import Refusal

__all__ = ["Argument", "File", "Placeholder", "json_text", "number_text", "plain_json", "scalar_text"]

_LONGEST_EXPONENT = 400
_NULL = "leave the argument out"


@dataclass(frozen=True, slots=True)
class File:
    """Bytes to send, the name they are sent under, and their media type. `filename` is a name, never a path that is opened."""

    content: bytes = field(repr=False)
    filename: str | None = None
    media_type: str | None = None


Argument: TypeAlias = "str | int | float | Decimal | bool | File | list[Argument] | dict[str, Argument] | None"
"""A JSON value that may hold files. Numbers keep their digits: a fraction is best given as a Decimal."""


class Placeholder(str):
    """Text such as `<bearer>` that stands for a secret; it is written as it is, in any place."""

    __slots__ = ()


def scalar_text(value: Argument) -> str:
    """Spell a text, a number or a boolean as it stands in a URL or a header, before any encoding."""
    if isinstance(value, str):
        _well_formed(value)
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | Decimal):
        return number_text(value)
    if value is None:
        raise Refusal("null has no spelling outside of JSON", _NULL)
    if isinstance(value, File):
        raise Refusal("a file cannot be sent here", "give a value")
    raise Refusal("a list or an object cannot stand here", "give a text, a number or a boolean")


def number_text(value: int | float | Decimal) -> str:
    """Spell a number with its own digits and without an exponent, unless writing it out would take hundreds of zeros."""
    if isinstance(value, int):
        return int.__repr__(value) if abs(value) < 10**4000 else str(Decimal(value))
    exact = Decimal(repr(value)) if isinstance(value, float) else value
    _finite(exact)
    exponent = exact.as_tuple().exponent
    if isinstance(exponent, int) and abs(exponent) > _LONGEST_EXPONENT:
        return str(exact)
    return format(exact, "f")


def json_text(value: Argument, *, ascii_only: bool = False) -> str:
    """Spell a value as compact JSON: keys in their order, integers of any size, decimals with their digits.

    `ascii_only` escapes every character that is not printable ASCII, for headers.
    """
    text = bytes(canonical.raw(plain_json(value))).decode()
    return "".join(map(_escaped, text)) if ascii_only else text


def plain_json(value: Argument) -> Json:
    """The value as plain JSON. Refuses what JSON cannot say: files, numbers that are none, keys that are not text."""
    if isinstance(value, str):
        _well_formed(value)
        return str(value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float | Decimal):
        _finite(value)
        return value
    if isinstance(value, list | tuple):
        return [plain_json(item) for item in value]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise Refusal("the key of an object is not a text", "give texts as keys")
            _well_formed(key)
        return {str(key): plain_json(item) for key, item in value.items()}
    if isinstance(value, File):
        raise Refusal("a file cannot stand in JSON, unless its schema says `contentEncoding: base64`", "give a JSON value")
    raise Refusal(f"a Python `{type(value).__name__}` is no JSON value", "give a JSON value or a File")


def _escaped(letter: str) -> str:
    if letter < "\x7f":
        return letter
    units = letter.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _finite(value: float | Decimal) -> None:
    if not math.isfinite(value):
        raise Refusal("infinity and not-a-number have no spelling", "give a number")


def _well_formed(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Refusal("the text holds half a character (a lone surrogate)", "give whole characters") from error
