"""What reaches a person's terminal: text made harmless, colours, widths, and the one way to write to stdout."""

import os
import re
import shutil
import sys
from typing import TextIO

from connectors.problems import Code, Problem, Severity, UsageError

__all__ = ["Colours", "columns", "display_width", "printable", "put", "silence_stdout", "talk"]

# Everything that moves a cursor, hides, or reorders what stands beside it: C0, DEL, C1; soft hyphen; Arabic letter mark; joiners and
# fillers that show nothing; directional marks, overrides and isolates; line and paragraph separators; interlinear marks; the byte-order
# mark; lone surrogates; supplementary variation selectors and tags, in which whole sentences can hide.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d"
    "\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escaped(match: "re.Match[str]") -> str:
    character = match.group()
    point = ord(character)
    return _SHORT.get(character) or (
        f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
    )


def printable(text: str, *, newlines: bool = False) -> str:
    """Spell out every character that could repaint a terminal or hide from its reader: `\\x1b`, `\\u202e`.

    `newlines` keeps line feeds as they are, for prose of several lines; a value inside a line never keeps them.
    """
    if text.isascii() and text.isprintable():
        return text
    if newlines:
        return "\n".join(_UNPRINTABLE.sub(_escaped, line) for line in text.replace("\r\n", "\n").split("\n"))
    return _UNPRINTABLE.sub(_escaped, text)


def display_width(text: str) -> int:
    """How many terminal columns a printable line takes: wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(2 if east_asian_width(character) in "WF" else 0 if category(character) in ("Mn", "Me") else 1 for character in text)


def columns() -> int:
    """How wide output may be: `COLUMNS`, else the terminal, else 80; never below 40."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


_COLOUR_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36", "bold red": "1;31"}


class Colours:
    """ANSI colours, or none of them: `paint` gives its text back where the stream is no terminal or `NO_COLOR` is set."""

    def __init__(self, on: bool) -> None:
        self.on = on

    @classmethod
    def of(cls, stream: TextIO) -> "Colours":
        """Decide by the stream, `NO_COLOR` (any value but the empty one) and `TERM=dumb`."""
        return cls(bool(stream) and stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")

    def paint(self, text: str, colour: str | None) -> str:
        """The text in a colour, which never carries meaning alone."""
        return f"\x1b[{_COLOUR_CODES[colour]}m{text}\x1b[0m" if self.on and colour and text else text


def put(text: str) -> None:
    """Write data to stdout at once. A full disk is a Problem; a reader that went away is a BrokenPipeError."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        silence_stdout()
        raise UsageError(
            [
                Problem(
                    None,
                    Severity.ERROR,
                    Code.OUTPUT_UNWRITABLE,
                    f"standard output could not be written: {error.strerror}",
                    "make room, or send the output elsewhere",
                )
            ]
        ) from error


def talk(text: str) -> None:
    """Say a line on stderr. Nobody listening is no failure."""
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except OSError:
        return


def silence_stdout() -> None:
    """Send what is still buffered nowhere, so that the interpreter's own last flush cannot fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
