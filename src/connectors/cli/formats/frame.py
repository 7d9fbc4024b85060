"""The lines around a place in a file, with a caret below it: the place is seen before the file is opened."""

import re
from pathlib import Path

from connectors.cli.terminal import Colours, display_width, printable
from connectors.problems import SourceLocation

__all__ = ["Frames"]

_LARGEST = 64 * 1024 * 1024
_AROUND = 1
"""Lines that are shown before and after."""
_NARROWEST = 30
_UNWRAPPED = 120
"""Columns of a frame where nothing else is wrapped: a description may be one line of ten megabytes."""
_TAB = 4
_CUT = "…"

# What the caret underlines: a quoted text, else a word of YAML or JSON; else the one character.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'|[^\s,\[\]{}:"\']+(?:[:][^\s,\[\]{}"\']+)*')
_INK = re.compile(r"\S")
_YAML_BREAK = re.compile("\r\n|\n|\r")


class Frames:
    """Frames of one report. The file that was shown last is kept, for findings stand sorted by file.

    `width` None is for logs, where frames are 120 columns wide.
    """

    def __init__(self, *, width: int | None, colours: Colours) -> None:
        self._width = width or _UNWRAPPED
        self._colours = colours
        self._last: tuple[str, list[str]] = ("", [])

    def of(self, where: SourceLocation | None) -> list[str]:
        """The line of a place in a YAML, JSON or TOML file, the lines around it, and a caret; nothing without a line, or where the file is gone.

        Control characters are spelled out, tabs are four columns wide, and a line that is too long is cut on both sides of the column.
        """
        if where is None or where.line is None or not where.file.endswith((".json", ".yaml", ".yml", ".toml")):
            return []
        lines = self._lines(where.file)
        if not 1 <= where.line <= len(lines):
            return []
        first, last = max(1, where.line - _AROUND), min(len(lines), where.line + _AROUND)
        digits = len(str(last))
        room = max(_NARROWEST, self._width - digits - 5)
        column = where.column or 1
        start = _window(lines[where.line - 1], column, room)
        paint = self._colours.paint
        shown: list[str] = []
        for number in range(first, last + 1):
            line = lines[number - 1]
            here = number == where.line
            text = _cut(line, start, room)
            gutter = f"{'>' if here else ' '} {number:>{digits}} |"
            shown.append(paint(gutter, "bold" if here else "dim") + (f" {text}" if text else ""))
            if here and where.column is not None:
                before, length = _caret(line, column, start, room)
                gutter = f"  {' ' * digits} |"
                shown.append(paint(gutter, "dim") + " " * (before + 1) + paint("^" * length, "bold red"))
        return shown

    def _lines(self, file: str) -> list[str]:
        if self._last[0] != file:
            self._last = (file, _lines_of(file))
        return self._last[1]


def _lines_of(file: str) -> list[str]:
    from connectors.store.folder import read_file

    try:
        text = read_file(Path(file), _LARGEST).decode().removeprefix("\ufeff")
    except (OSError, ValueError):
        return []
    lines = [line.removesuffix("\r") for line in text.split("\n")] if file.endswith(".json") else _YAML_BREAK.split(text)
    # Behind the last line feed there is no line.
    return lines[:-1] if lines[-1] == "" else lines


def _pieces(line: str, start: int, end: int | None = None) -> list[str]:
    """The characters of a line as they are shown, one text each."""
    return [" " * _TAB if character == "\t" else printable(character) for character in line[start:end]]


def _window(line: str, column: int, room: int) -> int:
    """Where a line begins to be shown, as an index, so that the column is well inside."""
    # A line of ten megabytes is never measured whole.
    if len(line) <= room and sum(map(display_width, _pieces(line, 0))) <= room:
        return 0
    target = room // 2
    start, used = min(column - 1, len(line)), 0
    while start > 0:
        size = display_width(_pieces(line, start - 1, start)[0])
        if used + size > target:
            break
        used += size
        start -= 1
    return start


def _cut(line: str, start: int, room: int) -> str:
    """What is shown of a line from `start`, in at most `room` columns; a sign says where something is missing."""
    text = "" if not start else _CUT if _INK.search(line, 0, start) else " "
    used = len(text)
    pieces = _pieces(line, start, start + room + 1)
    for index, piece in enumerate(pieces):
        size = display_width(piece)
        rest = bool(pieces[index + 1 :])
        if used + size > room - (1 if rest else 0):
            return text + _CUT
        text += piece
        used += size
    return text.rstrip()


def _caret(line: str, column: int, start: int, room: int) -> tuple[int, int]:
    """How far right the caret stands, and how many columns it underlines."""
    before = sum(map(display_width, _pieces(line, start, column - 1))) + (1 if start else 0)
    token = _TOKEN.match(line, column - 1, min(len(line), column - 1 + room))
    end = token.end() if token else column
    length = sum(map(display_width, _pieces(line, column - 1, end)))
    return before, max(1, min(length, room - before - 1))
