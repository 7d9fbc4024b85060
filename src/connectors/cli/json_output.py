"""JSON for programs: every key present, digits kept, nothing in it that a terminal would act on."""

import re
import sys
from typing import Any, TextIO

import msgspec

from connectors.cli.terminal import put
from connectors.problems import Problem, SourceLocation

__all__ = ["at_json", "for_stdout", "is_utf8", "line_json", "problem_json", "put_json", "render_json", "whole"]

# Legal inside a JSON string, and able to hide or reorder text on a terminal; outside of strings none of them can stand.
_HIDDEN = re.compile("[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]")
_BEYOND_ASCII = re.compile("[^\x00-\x7e]")


def _escaped(match: "re.Match[str]") -> str:
    point = ord(match.group())
    if point < 0x10000:
        return f"\\u{point:04x}"
    point -= 0x10000
    return f"\\u{0xD800 + (point >> 10):04x}\\u{0xDC00 + (point & 0x3FF):04x}"


def whole(value: Any) -> Any:
    """A model value as plain dicts and lists in which no key is left out; schema texts stay as they are written."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        found = {config.tag_field: config.tag} if config.tag_field else {}
        for name, key in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            found[key] = whole(getattr(value, name))
        return found
    if isinstance(value, msgspec.UnsetType):
        return None
    if isinstance(value, tuple | list):
        return [whole(item) for item in value]
    if isinstance(value, dict):
        return {key: whole(item) for key, item in value.items()}
    return value


def at_json(where: SourceLocation | None) -> dict[str, Any] | None:
    """A place, as every JSON shape of the command line spells it."""
    if where is None:
        return None
    return {"file": where.file, "line": where.line, "column": where.column, "pointer": where.pointer}


def problem_json(problem: Problem) -> dict[str, Any]:
    """One problem, with its place under `at`."""
    return {
        "severity": problem.severity,
        "code": problem.code,
        "message": problem.message,
        "remedy": problem.remedy,
        "at": at_json(problem.where),
    }


def render_json(value: Any) -> str:
    """Indented JSON with a final newline; numbers inside schema texts keep their digits."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return _HIDDEN.sub(_escaped, text) + "\n"


def put_json(value: Any) -> None:
    """Write JSON to stdout; where stdout is not UTF-8 everything beyond ASCII is escaped."""
    put(for_stdout(render_json(value)))


def line_json(value: Any) -> str:
    """JSON on one line, with its newline, for output that holds several."""
    return _HIDDEN.sub(_escaped, msgspec.json.encode(value).decode()) + "\n"


def for_stdout(text: str) -> str:
    """JSON as stdout can carry it: where that is not UTF-8, everything beyond ASCII is escaped."""
    return text if is_utf8(sys.stdout) else _BEYOND_ASCII.sub(_escaped, text)


def is_utf8(stream: TextIO) -> bool:
    """Whether a stream can carry every character."""
    return (stream.encoding or "").lower().replace("-", "") == "utf8"
