"""Lines that fit: wrapping that loses nothing, and tables with columns that wrap."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from connectors.cli.terminal import Colours, display_width

__all__ = ["Cell", "paragraph", "table", "wrap"]

# A word, then the spaces behind it; inside a long word a line may end behind these signs, so that paths and ids break where a reader does.
_WORDS = re.compile(r"\S+\s*")
_PIECES = re.compile(r"[^/.,|_\-&?=:]*[/.,|_\-&?=:]+|[^/.,|_\-&?=:]+")

_GAP = 2
_NARROWEST = 12


class Cell(NamedTuple):
    """Text of one column, already printable, and its colour."""

    text: str
    colour: str | None = None


def wrap(text: str, width: int, hang: int = 0) -> list[str]:
    """Break one line of printable text at spaces, else behind the signs of paths and ids, else anywhere. No character is lost.

    Lines after the first are `hang` columns shorter.
    """
    if display_width(text) <= width:
        return [text.rstrip()]
    lines: list[str] = []
    line = ""
    for word in _WORDS.findall(text):
        room = width - hang if lines else width
        if display_width(line + word.rstrip()) <= room:
            line += word
            continue
        if display_width(word.rstrip()) <= width - hang:
            lines.append(line.rstrip())
            line = word
            continue
        for piece in _parts(word, width - hang):
            if line and display_width(line + piece.rstrip()) > (width - hang if lines else width):
                lines.append(line.rstrip())
                line = ""
            line += piece
    if line.strip() or not lines:
        lines.append(line.rstrip())
    return lines


def _parts(word: str, width: int) -> Iterator[str]:
    for piece in _PIECES.findall(word.rstrip()):
        while display_width(piece) > width:
            cut = width
            while display_width(piece[:cut]) > width:
                cut -= 1
            cut = max(cut, 1)
            yield piece[:cut]
            piece = piece[cut:]
        yield piece
    yield word[len(word.rstrip()) :]


def paragraph(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """Wrap text of one or more lines below a first prefix and a prefix for every further line."""
    rest = " " * display_width(first) if rest is None else rest
    lines: list[str] = []
    for part in text.split("\n"):
        begins = display_width(rest if lines else first)
        for line in wrap(part, max(20, width - begins), max(0, display_width(rest) - begins)):
            lines.append(((rest if lines else first) + line).rstrip())
    return lines


def widths(rows: Sequence[Sequence[Cell]], width: int, indent: int) -> list[int]:
    """Give each column what it needs. Where that is too much, the few longest cells of a column wrap first, then the widest columns."""
    if not rows:
        return []
    needs = [sorted(display_width(row[column].text) for row in rows) for column in range(len(rows[0]))]
    found = [lengths[-1] for lengths in needs]
    room = width - indent - _GAP * (sum(map(bool, found)) - 1)
    usual = [max(min(_NARROWEST, lengths[-1]), lengths[4 * (len(lengths) - 1) // 5]) for lengths in needs]
    for column in sorted(range(len(found)), key=lambda column: usual[column] - found[column]):
        found[column] = max(usual[column], found[column] - max(0, sum(found) - room))
    while sum(found) > room and max(found) > _NARROWEST:
        found[found.index(max(found))] -= 1
    return found


def table(
    rows: Sequence[Sequence[Cell]], width: int, colours: Colours, *, indent: int = 2, sizes: Sequence[int] | None = None
) -> list[str]:
    """Lay rows out in columns, cells wrapped; empty columns take no room. `sizes` lets several tables stand in one line."""
    sizes = widths(rows, width, indent) if sizes is None else sizes
    lines: list[str] = []
    for row in rows:
        if display_width(row[0].text) > sizes[0]:
            # A long name stands on lines of its own, so that one of them does not squeeze every other row.
            head, *rest = row
            lines += [" " * indent + colours.paint(line, head.colour) for line in wrap(head.text, width - indent)]
            row = [Cell(""), *rest]
        cells = [wrap(cell.text, max(size, 1)) for cell, size in zip(row, sizes, strict=True)]
        for number in range(max(map(len, cells))):
            lines.append(_line(row, cells, sizes, number, indent, colours))
    return lines


def _line(row: Sequence[Cell], cells: Iterable[list[str]], sizes: Sequence[int], number: int, indent: int, colours: Colours) -> str:
    line, owed = "", " " * indent
    for cell, texts, size in zip(row, cells, sizes, strict=True):
        if not size:
            continue
        text = texts[number] if number < len(texts) else ""
        if text:
            line += owed + colours.paint(text, cell.colour)
            owed = ""
        owed += " " * (size - display_width(text) + _GAP)
    return line
