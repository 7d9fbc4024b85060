"""A page of text for a terminal: headings, named facts, prose and tables, put together line by line."""

from collections.abc import Iterable, Sequence

from connectors.cli.layout import Cell, paragraph, table, widths
from connectors.cli.terminal import Colours, printable

__all__ = ["Page"]

_PROSE = 100
"""Prose is not set wider than this: longer lines are hard to read."""


class Page:
    """Lines that fit a width.

    A vendor's word is made printable where it enters a sentence, so that it cannot begin a line; what still holds a control
    character here is spelled out all the same.
    """

    def __init__(self, width: int, colours: Colours) -> None:
        self.width = width
        self.colours = colours
        self._lines: list[str] = []

    def __str__(self) -> str:
        return "\n".join(self._lines).rstrip("\n") + "\n"

    def blank(self) -> None:
        """Leave a line free, once."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def title(self, text: str) -> None:
        """What the page is about."""
        self._lines += [self.colours.paint(line, "bold") for line in paragraph(printable(text), self.width)]

    def heading(self, text: str) -> None:
        """Begin a section."""
        self.blank()
        self._lines += [self.colours.paint(line, "bold") for line in paragraph(printable(text), self.width)]

    def line(self, text: str, colour: str | None = None, *, indent: str = "") -> None:
        """One wrapped line."""
        self._lines += [self.colours.paint(line, colour) for line in paragraph(printable(text), self.width, indent)]

    def prose(self, text: str, *, indent: str = "") -> None:
        """Text of a person, with its own line breaks."""
        self._lines += paragraph(printable(text.strip("\n"), newlines=True), min(self.width, _PROSE), indent)

    def facts(self, rows: Sequence[tuple[str, str]], *, indent: int = 0) -> None:
        """Names on the left, what is to be said of each on the right; a name without a text is left out."""
        kept = [(name, text) for name, text in rows if text]
        size = max((len(name) for name, _ in kept), default=0)
        for name, text in kept:
            head = " " * indent + f"{name:<{size}}  "
            first, *rest = paragraph(printable(text, newlines=True), self.width, head)
            self._lines += [" " * indent + self.colours.paint(f"{name:<{size}}", "dim") + first[indent + size :], *rest]

    def table(self, rows: Sequence[Sequence[Cell]], *, indent: int = 2) -> None:
        """Rows in columns."""
        self._write_rows([_printable(row) for row in rows], None, indent)

    def tables(self, sections: Iterable[tuple[str, Sequence[Sequence[Cell]]]], *, indent: int = 2) -> None:
        """Tables below headings, their columns in line with each other."""
        found = [(heading, [_printable(row) for row in rows]) for heading, rows in sections]
        sizes = widths([row for _, rows in found for row in rows], self.width, indent)
        for heading, rows in found:
            self.heading(heading)
            self._write_rows(rows, sizes, indent)

    def _write_rows(self, rows: Sequence[Sequence[Cell]], sizes: Sequence[int] | None, indent: int) -> None:
        if rows:
            self._lines += table(rows, self.width, self.colours, indent=indent, sizes=sizes)


def _printable(row: Sequence[Cell]) -> list[Cell]:
    return [Cell(printable(cell.text), cell.colour) for cell in row]
