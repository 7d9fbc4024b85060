"""`key=value` on the command line: what a person types for an argument, as the value that the argument is."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from connectors.cli.report import usage_error
from connectors.execute.arguments import whole_key
from connectors.execute.schemas import Schema, Schemas, read
from connectors.execute.values import Argument, File
from connectors.model.operation import Body, Encoding, Operation

__all__ = ["read_arguments", "read_pairs"]

_TYPED = re.compile(r"(?P<key>[^=@]*?)(?P<sign>:=@?|=@|=|@)(?P<text>.*)", re.DOTALL)
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_TYPE = ";type="


def read_pairs(texts: Sequence[str], option: str) -> dict[str, str]:
    """Read NAME=VALUE options. Raises UsageError."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise usage_error(f"expected NAME=VALUE for `{option}`", f"write `{option} NAME=VALUE`")
        found[name] = value
    return found


def read_arguments(texts: Sequence[str], operation: Operation, definitions: Schemas, media_type: str | None) -> dict[str, Argument]:
    """Read the arguments of a call. A key that nobody knows is left to the builder, which names the nearest one.

    `key=text` is read by the type the schema says; given again it is the next item of a list. `key:=json` is JSON. `key@file` and
    `key=@file` take the content of a file, `-` for standard input, `;type=image/png` behind it for its media type. Raises UsageError.
    """
    known = _schemas(operation)
    typed: dict[str, list[Argument]] = {}
    single: dict[str, Argument] = {}
    for text in texts:
        match = _TYPED.fullmatch(text)
        if match is None or not match["key"]:
            raise usage_error(
                "expected `key=value`, `key:=json` or `key@file`, found an argument without a key", "write `key=value`"
            )
        key, sign, rest = match["key"], match["sign"], match["text"]
        schema = {} if media_type is not None and key == whole_key(operation) else known.get(key, {})
        if sign == "=":
            value = _plain(key, rest, schema, definitions)
        elif sign == ":=":
            value = _json(key, rest)
        elif sign == ":=@":
            value = _json(key, _text(key, _content(key, rest)))
        else:
            value = _file(key, rest, schema, definitions, operation.body)
        if key in single and not _is_list(schema, definitions):
            raise usage_error(f"`{key}` was given twice, and it is no list", "give it once")
        single[key] = value
        typed.setdefault(key, []).append(value)
    return {key: _together(key, values, known.get(key, {}), definitions) for key, values in typed.items()}


def _together(key: str, values: list[Argument], schema: Schema, definitions: Schemas) -> Argument:
    """The values given for one key: a list where the schema wants one and no list was given whole."""
    if not _is_list(schema, definitions) or (len(values) == 1 and isinstance(values[0], list)):
        return values[0]
    if any(isinstance(value, list) for value in values):
        if definitions.kinds(definitions.items(schema)) != frozenset({"array"}):
            raise usage_error(f"`{key}` was given as a list and item by item", "give the one or the other")
    return values


def _is_list(schema: Schema, definitions: Schemas) -> bool:
    kinds = definitions.kinds(schema)
    return kinds is not None and "array" in kinds and not kinds & {"string", "object"}


def _schemas(operation: Operation) -> Mapping[str, Schema]:
    found = {parameter.key: read(parameter.schema) for parameter in operation.parameters}
    body = operation.body
    if body is not None:
        whole = [body.whole] if body.whole is not None else []
        found.update({parameter.key: read(parameter.schema) for parameter in (*(body.fields or ()), *whole)})
    return found


def _plain(key: str, text: str, schema: Schema, definitions: Schemas) -> Argument:
    if _is_list(schema, definitions):
        schema = definitions.items(schema)
    kinds = definitions.kinds(schema)
    # A text is what was typed. Only a schema that admits no text says that it is something else.
    if kinds is None or "string" in kinds or "binary" in kinds:
        return text
    if "boolean" in kinds and text in ("true", "false"):
        return text == "true"
    if kinds & {"integer", "number"} and _INTEGER.fullmatch(text):
        return _integer(text)
    if "number" in kinds and _NUMBER.fullmatch(text):
        return Decimal(text)
    if "null" in kinds and text == "null":
        return None
    if kinds <= {"object", "array", "null"}:
        raise usage_error(f"`{key}` is {_words(kinds)}, and a text was given", f"write it as JSON: `{key}:='{{…}}'`")
    raise usage_error(f"`{key}`: expected {_words(kinds)}, found something else", f"correct `{key}`, or give JSON with `{key}:=`")


def _words(kinds: frozenset[str]) -> str:
    words = sorted(kinds - ({"integer"} if "number" in kinds else frozenset()))
    return " or ".join(f"{'an' if word[0] in 'aeiou' else 'a'} {word}" if word != "null" else word for word in words)


def _integer(text: str) -> Argument:
    try:
        return int(text)
    except ValueError:  # Python's own limit on digits; a Decimal keeps them all
        return Decimal(text)


def _json(key: str, text: str) -> Argument:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) != len(items):
            raise ValueError("a key stands twice in one object")
        return found

    def constant(name: str) -> None:
        raise ValueError(f"{name} is no JSON")

    try:
        found: Argument = json.loads(
            text, object_pairs_hook=pairs, parse_float=Decimal, parse_int=_integer, parse_constant=constant
        )
    except RecursionError as error:
        raise usage_error(f"`{key}`: the JSON is nested too deeply", "give flatter JSON") from error
    except ValueError as error:
        reason = error.msg.lower() if isinstance(error, json.JSONDecodeError) else str(error)
        where = f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        raise usage_error(
            f"`{key}`: expected JSON, found text that is none: {reason}{where}", f"quote it for your shell: `{key}:='…'`"
        ) from error
    return found


def _file(key: str, text: str, schema: Schema, definitions: Schemas, body: Body | None) -> Argument:
    """What a file is for an argument: its bytes where bytes may stand, else its text, else the JSON in it."""
    name, _, media_type = text.partition(_TYPE)
    content = _content(key, name)
    kinds = definitions.kinds(schema)
    in_body = body is not None and (
        (body.whole is not None and body.whole.key == key) or any(parameter.key == key for parameter in body.fields or ())
    )
    items = definitions.items(schema) if _is_list(schema, definitions) else schema
    inner = definitions.kinds(items)
    bytes_fit = inner is None or "binary" in inner or definitions.encoding(items) is not None
    free = body is None or not in_body or body.encoding is not Encoding.JSON
    whole_bytes = in_body and body is not None and body.encoding in (Encoding.BINARY, Encoding.TEXT, Encoding.XML)
    if whole_bytes or media_type or (bytes_fit and free) or definitions.encoding(items) is not None:
        return File(content, None if name == "-" else Path(name).name, media_type or None)
    if kinds is None or "string" in kinds:
        return _text(key, content)
    return _json(key, _text(key, content))


def _content(key: str, name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise usage_error(f"`{key}`: the file `{name}` could not be read: {error.strerror}", "check the path") from error


def _text(key: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise usage_error(f"`{key}` is a text, and the file is not UTF-8", "give a file in UTF-8") from error
