"""What `gen` has done, as text for people and as JSON for programs."""

import sys
from itertools import groupby
from pathlib import Path
from typing import Any

from connectors.cli.json_output import at_json, problem_json, whole
from connectors.cli.layout import Cell
from connectors.cli.page import Page
from connectors.cli.terminal import Colours, columns, printable
from connectors.cli.words import plural
from connectors.model.connector import Counts
from connectors.model.coverage import NoteSeverity
from connectors.pipeline_types import GenOptions, GenReport, LocatedGap, LocatedNote
from connectors.problems import ConnectorsError

__all__ = ["failure", "report_json", "report_text", "seal_failure"]

_PLACES = 3


def failure(options: GenOptions, error: ConnectorsError) -> GenReport:
    """The report of a run that ended before it had one of its own."""
    directory = str(options.out) if options.out is not None else f"connectors/{options.id}" if options.id else ""
    connector = options.id or (Path(directory).name if directory else "")
    return GenReport(connector, directory, None, False, None, None, (), (), error.problems, error.exit_status)


def seal_failure(directory: Path, error: ConnectorsError) -> GenReport:
    """The report of a package that could not be sealed."""
    return GenReport(directory.name, str(directory), None, False, None, None, (), (), error.problems, error.exit_status)


def report_json(report: GenReport) -> dict[str, Any]:
    """The shape of `gen --json`; every key is there, on success and on failure."""
    source = report.source
    return {
        "connector": report.connector or None,
        "directory": report.directory or None,
        "address": report.address,
        "changed": report.changed,
        "source": None
        if source is None
        else {"format": source.format, "version": source.version, "sha256": source.sha256, "bytes": source.bytes},
        "counts": None if report.counts is None else whole(report.counts),
        "gaps": [_gap_json(located) for located in report.gaps],
        "notes": [_note_json(located) for located in report.notes],
        "problems": [problem_json(problem) for problem in report.problems],
    }


def _gap_json(located: LocatedGap) -> dict[str, Any]:
    gap = located.gap
    return {
        "identity": gap.identity,
        "method": gap.method,
        "path": gap.path,
        "source_operation_id": gap.source_operation_id,
        "code": gap.code,
        "reason": gap.reason,
        "at": at_json(located.at),
    }


def _note_json(located: LocatedNote) -> dict[str, Any]:
    note = located.note
    return {
        "identity": note.identity,
        "severity": note.severity,
        "code": note.code,
        "reason": note.reason,
        "at": at_json(located.at),
    }


def report_text(report: GenReport, *, check: bool, width: int | None = None, colours: Colours | None = None) -> str:
    """A few lines: what was written, how complete it is, what is missing and where, what to do next. Empty where nothing was read."""
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    if report.counts is None:
        return ""
    page.line(*_headline(report, check))
    page.line(_counts(report.counts), indent="  ")
    if report.address:
        page.line(printable(report.address), "dim", indent="  ")
    if report.source is not None and report.source.unchanged:
        page.line("the description is what it was when it was last fetched", "dim", indent="  ")
    _write_gaps(page, report.gaps)
    _write_notes(page, report.notes)
    if report.address and not check:
        _write_next(page, report)
    return str(page)


def _headline(report: GenReport, check: bool) -> tuple[str, str]:
    connector, directory = printable(report.connector), printable(report.directory)
    if report.exit_status and not check:
        return f"Nothing was written: {connector} stays as it was in {directory}", "red"
    if check:
        return (
            (f"{directory} would change", "yellow") if report.changed else (f"{directory} is what the description gives", "green")
        )
    if not report.changed:
        return f"{directory} is unchanged", "green"
    return f"Wrote {connector} to {directory}", "green"


def _counts(counts: Counts) -> str:
    words = f"{counts.declared:,} declared = {plural(counts.operations, 'operation')} + {plural(counts.gaps, 'gap')}"
    if counts.excluded:
        words += f" ({counts.excluded:,} excluded)"
    return f"{words}; {plural(counts.resources, 'resource')}, {plural(counts.schemas, 'schema')}"


def _write_gaps(page: Page, gaps: tuple[LocatedGap, ...]) -> None:
    if not gaps:
        return
    page.heading("Gaps: declared, and not in the package")
    for code, group in groupby(sorted(gaps, key=lambda located: located.gap.code), key=lambda located: located.gap.code):
        members = list(group)
        page.line(f"{code}  {len(members)}", "red", indent="  ")
        for located in members[:_PLACES]:
            gap = located.gap
            page.line(f"{printable(gap.method)} {printable(gap.path)}", indent="    ")
            page.line(printable(gap.reason), indent="      ")
            page.line(_place(located), "dim", indent="      ")
        if len(members) > _PLACES:
            page.line(f"and {len(members) - _PLACES:,} more", "dim", indent="    ")


def _place(located: LocatedGap) -> str:
    place = printable(str(located.at)) or "the description"
    return f"at {place}" if located.at.line is not None else f"at {place} {printable(located.at.pointer)}".rstrip()


def _write_notes(page: Page, notes: tuple[LocatedNote, ...]) -> None:
    if not notes:
        return
    page.heading("Notes")
    ordered = sorted(notes, key=lambda located: (located.note.severity, located.note.code))
    rows = []
    for (severity, code), group in groupby(ordered, key=lambda located: (located.note.severity, located.note.code)):
        colour = "yellow" if severity is NoteSeverity.NARROWED else "dim"
        rows.append([Cell(f"{len(list(group)):>5,}"), Cell(severity, colour), Cell(code)])
    page.table(rows)


def _write_next(page: Page, report: GenReport) -> None:
    import shlex

    page.blank()
    page.line("Next", "bold")
    directory = printable(report.directory)
    named = report.connector if directory == f"connectors/{report.connector}" else shlex.quote(directory)
    rows = [(f"connectors show {named}", "what is in it")]
    if report.gaps or report.notes:
        code = report.gaps[0].gap.code if report.gaps else report.notes[0].note.code
        rows += [
            (f"connectors show {named} --coverage", "what is missing or narrower"),
            (f"connectors explain {code}", "what a code means"),
        ]
    page.table([[Cell(command), Cell(what, "dim")] for command, what in rows])
