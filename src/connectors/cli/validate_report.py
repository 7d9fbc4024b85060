"""What `validate` found, as text for people and as JSON for programs."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from connectors.cli.file_lines import with_lines
from connectors.cli.json_output import problem_json
from connectors.cli.layout import paragraph
from connectors.cli.report import render_problem
from connectors.cli.terminal import Colours, columns, printable
from connectors.cli.words import plural
from connectors.problems import Problem, Severity
from connectors.validation import Kind, Verdict

__all__ = ["Report", "report_json", "report_text"]


class Report:
    """Verdicts with the lines of their places, in the order in which the packages were named."""

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        self.verdicts = tuple(replace(verdict, problems=with_lines(verdict.problems)) for verdict in verdicts)


def report_json(report: Report) -> dict[str, Any]:
    """The shape of `validate --json`; every key is there."""
    verdicts = report.verdicts
    return {
        "packages": [
            {
                "directory": str(verdict.directory),
                "kind": verdict.kind,
                "connector": verdict.connector,
                "address": verdict.address,
                "valid": verdict.valid,
                "problems": [problem_json(problem) for problem in verdict.problems],
            }
            for verdict in verdicts
        ],
        "counts": {
            "packages": sum(verdict.kind is not None for verdict in verdicts),
            "valid": sum(verdict.kind is not None and verdict.valid for verdict in verdicts),
            "errors": _count(verdicts, Severity.ERROR),
            "warnings": _count(verdicts, Severity.WARNING),
            "notes": _count(verdicts, Severity.NOTE),
        },
    }


def report_text(report: Report, *, errors_only: bool = False, width: int | None = None, colours: Colours | None = None) -> str:
    """Every problem below the folder it is in, and one line that sums up. `width` None wraps on a terminal alone."""
    colours = colours or Colours.of(sys.stdout)
    if width is None and sys.stdout and sys.stdout.isatty():
        width = columns()
    lines: list[str] = []
    for verdict in report.verdicts:
        shown = [problem for problem in verdict.problems if problem.severity is Severity.ERROR or not errors_only]
        if errors_only and not shown:
            continue
        if lines and (shown or lines[-1].startswith(" ")):
            lines.append("")
        lines += _headline(verdict, width, colours)
        for problem in shown:
            lines += ["  " + line for line in render_problem(problem, width=width and width - 2, colours=colours)]
    if not errors_only and any(verdict.kind is not None for verdict in report.verdicts):
        if lines:
            lines.append("")
        failed = any(not verdict.valid for verdict in report.verdicts)
        summary = paragraph(_summary(report.verdicts), width or sys.maxsize)
        lines += [colours.paint(line, "red" if failed else "green") for line in summary]
    return "".join(line + "\n" for line in lines)


def _headline(verdict: Verdict, width: int | None, colours: Colours) -> list[str]:
    directory = printable(str(verdict.directory))
    counts = _severities([verdict])
    if verdict.kind is None:
        words = "nothing to validate" if verdict.valid else counts
    elif verdict.valid:
        words = ", ".join(filter(None, ("valid" if verdict.kind is Kind.PACKAGE else "recipe, not generated yet", counts)))
    else:
        words = counts
    return [colours.paint(line, "bold") for line in paragraph(f"{directory}: {words}", width or sys.maxsize)]


def _summary(verdicts: tuple[Verdict, ...]) -> str:
    """`3 packages: 2 valid, 1 with 4 errors and 2 warnings`."""
    judged = [verdict for verdict in verdicts if verdict.kind is not None]
    recipes = sum(verdict.kind is Kind.RECIPE for verdict in judged)
    packages = len(judged) - recipes
    what = " and ".join(plural(count, word) for count, word in ((packages, "package"), (recipes, "recipe")) if count)
    good = [verdict for verdict in judged if verdict.valid]
    bad = [verdict for verdict in judged if not verdict.valid]
    parts = []
    if good:
        counts = _severities(good)
        parts.append(f"{len(good):,} valid" + (f" with {counts}" if counts else ""))
    if bad:
        parts.append(f"{len(bad):,} with {_severities(bad)}")
    return f"{what}: {', '.join(parts)}"


def _severities(verdicts: Iterable[Verdict]) -> str:
    """`4 errors and 2 warnings`; notes are counted nowhere, for there is nothing to be done about them."""
    found = list(verdicts)
    counts = ((_count(found, severity), severity) for severity in (Severity.ERROR, Severity.WARNING))
    return " and ".join(plural(count, severity) for count, severity in counts if count)


def _count(verdicts: Iterable[Verdict], severity: Severity) -> int:
    problems: Iterable[Problem] = (problem for verdict in verdicts for problem in verdict.problems)
    return sum(problem.severity is severity for problem in problems)
