"""What became of a description, for people: every operation with its id or its gap, and everything that is narrower than it was."""

from collections.abc import Iterable
from itertools import groupby

from connectors.cli.layout import Cell
from connectors.cli.page import Page
from connectors.cli.terminal import printable
from connectors.cli.words import plural
from connectors.model.coverage import Gap, Note
from connectors.model.package import Package
from connectors.model.places import Place

__all__ = ["write_coverage"]

_EXAMPLES = 3


def write_coverage(page: Page, package: Package) -> None:
    """The account, then gaps, notes, events, and what is not carried."""
    coverage = package.coverage
    effective = {operation.identity for operation in package.operations}
    dropped = [emitted for emitted in coverage.operations if emitted.identity not in effective]
    page.title(f"{package.connector.id}: coverage")
    page.line(
        f"{coverage.declared} declared = {plural(len(coverage.operations), 'operation')} + {plural(len(coverage.gaps), 'gap')}"
        f"; {len(coverage.excluded)} excluded, {plural(len(coverage.notes), 'note')}, {plural(len(coverage.events), 'event')}"
    )
    _write_gaps(page, coverage.gaps)
    _write_notes(page, coverage.notes)
    _write_identities(page, "Excluded by `--include` and `--exclude`", coverage.excluded)
    _write_identities(page, "Dropped by the overlay", [f"{emitted.identity}  ({emitted.id})" for emitted in dropped])
    if coverage.events:
        page.heading(f"Events ({len(coverage.events)}): the vendor sends them, nobody calls them")
        page.table(
            [
                [
                    Cell(event.kind),
                    Cell(printable(event.name)),
                    Cell(printable(event.method)),
                    Cell(printable(event.operation or "")),
                ]
                for event in coverage.events
            ]
        )
    if coverage.not_carried:
        page.heading("Not carried into the package")
        page.table([[Cell(f"{count:>6}"), Cell(printable(kind))] for kind, count in sorted(coverage.not_carried.items())])
    if coverage.gaps or coverage.notes:
        code = coverage.gaps[0].code if coverage.gaps else coverage.notes[0].code
        page.blank()
        page.line("Next", "bold")
        page.table([[Cell(f"connectors explain {code}"), Cell("what a code means, and how to mend it", "dim")]])


def _write_gaps(page: Page, gaps: Iterable[Gap]) -> None:
    ordered = sorted(gaps, key=lambda gap: (gap.code, gap.at, gap.identity))
    if not ordered:
        page.heading("No gaps: every declared operation is in the package")
        return
    page.heading(f"Gaps ({len(ordered)}): declared, and not in the package")
    for code, group in groupby(ordered, key=lambda gap: gap.code):
        members = list(group)
        page.line(f"{code}  {len(members)}", "red", indent="  ")
        for gap in members:
            page.line(f"{printable(gap.method)} {printable(gap.path)}", indent="    ")
            page.line(printable(gap.reason), indent="      ")
            page.line(place_words(gap.at), "dim", indent="      ")


def _write_notes(page: Page, notes: Iterable[Note]) -> None:
    ordered = sorted(notes, key=lambda note: (note.severity, note.code, note.at))
    if not ordered:
        return
    page.heading(f"Notes ({len(ordered)}): narrowed says less than the description, noted loses nothing")
    for (severity, code), group in groupby(ordered, key=lambda note: (note.severity, note.code)):
        members = list(group)
        page.line(f"{severity}  {code}  {len(members)}", "yellow", indent="  ")
        for note in members[:_EXAMPLES]:
            page.line(printable(note.identity) if note.identity else "the description as a whole", indent="    ")
            page.line(printable(note.reason), indent="      ")
            page.line(place_words(note.at), "dim", indent="      ")
        if len(members) > _EXAMPLES:
            page.line(f"and {len(members) - _EXAMPLES} more; all of them with --json", "dim", indent="    ")


def _write_identities(page: Page, heading: str, identities: Iterable[str]) -> None:
    found = list(identities)
    if found:
        page.heading(f"{heading} ({len(found)})")
        for identity in found:
            page.line(printable(identity), indent="  ")


def place_words(place: Place) -> str:
    """A place of the description: the entry document has no name of its own."""
    return f"at {printable(place.file)}#{printable(place.pointer)}"
