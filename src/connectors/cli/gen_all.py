"""`connectors gen --all`: every package and recipe of a folder, side by side, reported in order."""

import sys
import traceback
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from connectors.batch import BatchOptions, Standing, regenerate, targets
from connectors.cli.commands import INTERRUPTED
from connectors.cli.executors import opened_executor
from connectors.cli.gen_report import report_json
from connectors.cli.json_output import for_stdout, line_json
from connectors.cli.progress import Bar
from connectors.cli.report import print_problems
from connectors.cli.terminal import Colours, printable, put, talk
from connectors.cli.words import plural
from connectors.many import Outcome, each, usable_processors
from connectors.pipeline_types import GenReport
from connectors.problems import Code, ConnectorsError, Problem, Severity, SourceLocation, gravest

__all__ = ["gen_all"]

_BUG = 70
_NAMED = 5
"""Folders that the summary names before it only counts them."""
_LOST = ("WorkerDied", "WorkersGone", "KilledWorker")
"""How `many`, our executors and Dask name the loss of whoever worked on a task."""


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one folder, as far as it has to travel between processes.

    `json` is a finished line, empty where none is wanted; `trace` the traceback of a fault of ours, else empty.
    """

    directory: str
    connector: str
    standing: Standing
    changed: bool
    exit_status: int
    operations: int
    gaps: int
    problems: tuple[Problem, ...]
    json: str
    trace: str = ""


def gen_all(folder: Path, options: BatchOptions, *, jobs: int | None, executor: str | None, json: bool, quiet: bool) -> int:
    """Bring all packages of a folder up to date and report; the exit status. Raises UsageError before anything begins."""
    found = targets(folder)
    rows: list[Row] = []
    ended = 0

    def seen(outcome: Outcome[Path, Row]) -> None:
        nonlocal ended
        ended += 1
        bar.advance(failed=outcome.result is None or outcome.result.exit_status != 0)

    with nullcontext((None, usable_processors())) if executor is None else opened_executor(executor) as (where, places):
        if where is not None:
            # Workers stand elsewhere: what is named in full means the same to them.
            found = tuple(path.absolute() for path in found)
            options = replace(options, root=options.root.absolute() if options.root is not None else None)
        work = partial(_row, options, json)
        try:
            most = min(jobs or places, len(found))
            with (
                Bar(len(found), "packages", quiet=quiet) as bar,
                closing(each(work, found, jobs=most, executor=where, seen=seen)) as outcomes,
            ):
                for outcome in outcomes:
                    row = outcome.result or _lost(outcome.task, outcome.error, json)
                    rows.append(row)
                    with bar.aside():
                        _tell(row, json=json, quiet=quiet)
        except KeyboardInterrupt:
            left = len(found) - ended
            talk(f"interrupted: {ended:,} of {plural(len(found), 'package')} done, which stay; {left:,} left as they were")
            return INTERRUPTED
    if not quiet:
        summary = _summary(rows, check=options.check)
        if json:
            talk(summary.rstrip("\n"))
        else:
            put(summary)
    return gravest(row.exit_status for row in rows)


def _row(options: BatchOptions, json: bool, directory: Path) -> Row:
    """One task. Runs anywhere."""
    trace = ""
    try:
        done = regenerate(options, directory)
        standing, report = done.standing, done.report
    except ConnectorsError as error:
        standing, report = Standing.DERIVED, _failed(directory, error.problems, error.exit_status)
    except Exception as error:
        # As a text, for not every error can travel, and some executors then wait forever.
        trace = "".join(traceback.format_exception(error)).rstrip()
        reason = f"{type(error).__name__}: {error}"
        problem = _problem(directory, Code.INTERNAL_FAULT, reason, "report it, with the traceback")
        standing, report = Standing.DERIVED, _failed(directory, (problem,), _BUG)
    if report is None:
        return Row(str(directory), directory.name, standing, False, 0, 0, 0, (), "")
    return _row_of(report, standing, json, trace)


def _row_of(report: GenReport, standing: Standing, json: bool, trace: str = "") -> Row:
    return Row(
        directory=report.directory,
        connector=report.connector,
        standing=standing,
        changed=report.changed,
        exit_status=report.exit_status,
        operations=report.counts.operations if report.counts else 0,
        gaps=report.counts.gaps if report.counts else 0,
        problems=report.problems,
        json=line_json(report_json(report)) if json else "",
        trace=trace,
    )


def _failed(directory: Path, problems: tuple[Problem, ...], exit_status: int) -> GenReport:
    return GenReport(directory.name, str(directory), None, False, None, None, (), (), problems, exit_status)


def _problem(directory: Path, code: Code, message: str, remedy: str) -> Problem:
    return Problem(SourceLocation(str(directory)), Severity.ERROR, code, message, remedy)


def _lost(directory: Path, error: BaseException | None, json: bool) -> Row:
    """What there is to say of a task that did not come back."""
    name = type(error).__name__
    reason = str(error) if name in _LOST else f"no worker could take it: {name}: {error}"
    problem = _problem(directory, Code.WORKER_DIED, reason, f"run `connectors gen --out {directory}` by itself")
    return _row_of(_failed(directory, (problem,), 2), Standing.DERIVED, json)


def _tell(row: Row, *, json: bool, quiet: bool) -> None:
    if row.trace:
        talk(printable(row.trace, newlines=True))
    shown = [problem for problem in row.problems if problem.severity is Severity.ERROR or not quiet]
    if shown:
        talk(f"{printable(row.directory)}:")
        print_problems(shown)
    if json:
        put(for_stdout(row.json))
    elif not quiet:
        put(_line(row, Colours.of(sys.stdout)))


def _line(row: Row, colours: Colours) -> str:
    """A line for what was done; none for what was not."""
    directory = printable(row.directory)
    facts = f"{plural(row.operations, 'operation')}, {plural(row.gaps, 'gap')}"
    if row.standing is not Standing.DERIVED:
        return ""
    if row.exit_status and not row.changed:
        return colours.paint(f"{directory} stays as it was", "red") + "\n"
    if row.exit_status:
        return colours.paint(f"{directory} would change", "yellow") + f": {facts}\n"
    if row.changed:
        return colours.paint(f"{directory} was written", "green") + f": {facts}\n"
    return ""


def _summary(rows: list[Row], *, check: bool) -> str:
    derived = [row for row in rows if row.standing is Standing.DERIVED]
    good = [row for row in derived if not row.exit_status]
    changed = sum(row.changed for row in good)
    passed_over = [row for row in rows if row.standing is Standing.PASSED_OVER]
    would = sum(row.changed for row in derived) if check else 0
    parts = [
        (sum(row.standing is Standing.UP_TO_DATE for row in rows), "up to date"),
        (0 if check else changed, "written"),
        (would, "would change"),
        (len(good) - changed, "derived and the same as before"),
        (sum(bool(row.exit_status) and not (check and row.changed) for row in derived), "failed"),
        (len(passed_over), "passed over"),
    ]
    text = f"{plural(len(rows), 'package')}: " + (
        ", ".join(f"{count:,} {what}" for count, what in parts if count) or "nothing to do"
    )
    if passed_over:
        names = ", ".join(printable(row.directory) for row in passed_over[:_NAMED])
        more = f" and {len(passed_over) - _NAMED:,} more" if len(passed_over) > _NAMED else ""
        text += f"\n  passed over, for `source.yaml` names no description: {names}{more}"
    return text + "\n"
