"""The one spelling a package's JSON has, and the digests that name it."""

import hashlib
from decimal import Decimal
from typing import Any, TypeAlias

import msgspec

__all__ = [
    "Json",
    "address",
    "compact",
    "compact_part",
    "compact_value",
    "digest",
    "encode",
    "is_canonical",
    "number",
    "raw",
    "type_of",
]

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | Decimal | bool | None"
"""A JSON value with exact numbers: integers of any size; a fraction is a float where a float keeps its digits, else a Decimal."""

# The members of a Struct keep the order of its fields; the keys of a map are sorted here, so that no producer has to.
# A `Raw` is copied as it is: `raw` spells it, and keeps the order of its keys, which in a schema is the vendor's.
_MODEL = msgspec.json.Encoder(decimal_format="number", order="deterministic")
_TREE = msgspec.json.Encoder(decimal_format="number")


def encode(value: Any) -> bytes:
    """Spell a document of the package: UTF-8, LF, one-space indent, fields in order, defaults left out, one final newline."""
    return _lay_out(_MODEL.encode(value))


def raw(value: Json) -> msgspec.Raw:
    """Spell a plain tree as compact JSON text, keys in their order; integers of any size and Decimals keep their digits."""
    return msgspec.Raw(_TREE.encode(value))


def compact(data: bytes) -> bytes | None:
    """Return the text of a canonical document without white space, or None when the document is not canonical.

    Reads the document whatever it holds and spells it anew, so that a duplicate key, a respelt number, another escape or other white
    space shows as a difference. The order of keys is the document's own: `compact_value` of the decoded document judges that.
    """
    try:
        text = _TREE.encode(_DECODER.decode(data))
    except (msgspec.MsgspecError, ArithmeticError, ValueError, RecursionError):
        return None
    return text if _lay_out(text) == data else None


def compact_part(data: bytes, depth: int) -> bytes | None:
    """As `compact`, for a value that stands in a canonical document, this many spaces from its left edge."""
    try:
        text = _TREE.encode(_DECODER.decode(data))
    except (msgspec.MsgspecError, ArithmeticError, ValueError, RecursionError):
        return None
    # No text holds a line feed as it is, so every line begins with its indent.
    return text if msgspec.json.format(text, indent=1).replace(b"\n", b"\n" + b" " * depth) == data else None


def compact_value(value: Any) -> bytes:
    """Spell a document as `encode` does, without white space."""
    return _MODEL.encode(value)


def is_canonical(data: bytes) -> bool:
    """Whether `data` is a JSON document in the one spelling that `encode` gives it, the order of keys apart."""
    return compact(data) is not None


def digest(data: bytes) -> str:
    """SHA-256 in bare hex."""
    return hashlib.sha256(data).hexdigest()


def address(connector_json: bytes) -> str:
    """Equal addresses mean equal packages, byte for byte: the manifest names every other file by digest."""
    return "sha256:" + digest(connector_json)


def _lay_out(text: bytes) -> bytes:
    # One fact a line, so that a change shows where it is; one space, for two make a package of deep values a fifth larger.
    return msgspec.json.format(text, indent=1) + b"\n"


def number(text: str) -> float | Decimal:
    """The number that a JSON text with a fraction or an exponent spells, with its digits.

    A float where a float is spelled the same way, a Decimal for what is spelled with other digits (`1.10`) or would lose some. An
    exponent is respelt, never rounded. Raises ArithmeticError for an exponent that no Decimal has.
    """
    short = float(text)
    if repr(short) == text:
        return short
    exact = Decimal(text)
    if "." in text and "e" not in text and "E" not in text and str(exact) == text:
        return exact
    # repr spells the shortest text that reads back as the same float; where that is another number, a float loses digits.
    return short if Decimal(repr(short)) == exact else exact


def type_of(value: Json) -> str:
    """The type that JSON Schema calls a value by; a number without a fraction is an `integer` as it is spelled."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object" if isinstance(value, dict) else "number"


_DECODER = msgspec.json.Decoder(float_hook=number)
