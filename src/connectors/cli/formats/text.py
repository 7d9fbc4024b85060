"""A report for people: every finding below the subject it is in, with the place itself, and one line that sums up."""

import sys
from collections.abc import Iterable

from connectors.cli.formats.frame import Frames
from connectors.cli.formats.summary import GOOD, quiet_words, severities, summary
from connectors.cli.layout import paragraph
from connectors.cli.report import render_problem
from connectors.cli.terminal import Colours, columns, printable
from connectors.findings.run import Run, Subject
from connectors.problems import Problem, Severity

__all__ = ["text"]

_WORDS = {"recipe": "recipe, not generated yet", **GOOD}


def text(
    run: Run, *, errors_only: bool = False, width: int | None = None, colours: Colours | None = None, to_file: bool = False
) -> str:
    """The report. `width` None wraps on a terminal alone, and not at all what goes `to_file`."""
    colours = colours or Colours.of(sys.stdout)
    if width is None and not to_file and sys.stdout and sys.stdout.isatty():
        width = columns()
    lines: list[str] = []
    for subject in run.subjects:
        shown = _shown(subject.findings, errors_only)
        if errors_only and not shown:
            continue
        if lines and (shown or lines[-1].startswith(" ")):
            lines.append("")
        lines += _headline(subject, width, colours)
        lines += _findings(shown, width, colours)
    if about := _shown(run.about, errors_only):
        if lines:
            lines.append("")
        lines += [colours.paint("settings:", "bold"), *_findings(about, width, colours)]
    if not errors_only and (words := summary(run)):
        if lines:
            lines.append("")
        failed = any(not subject.valid for subject in run.subjects)
        lines += [colours.paint(line, "red" if failed else "green") for line in paragraph(words, width or sys.maxsize)]
    return "".join(line + "\n" for line in lines)


def _shown(problems: Iterable[Problem], errors_only: bool) -> list[Problem]:
    return [problem for problem in problems if problem.severity is Severity.ERROR or not errors_only]


def _findings(problems: Iterable[Problem], width: int | None, colours: Colours) -> list[str]:
    room = width and width - 2
    frames = Frames(width=room and room - 2, colours=colours)
    found: list[str] = []
    for problem in problems:
        framed = frames.of(problem.where)
        found += render_problem(problem, width=room, colours=colours, framed=["  " + line for line in framed])
    return ["  " + line for line in found]


def _headline(subject: Subject, width: int | None, colours: Colours) -> list[str]:
    counts = severities([subject])
    if subject.kind is None:
        words = "nothing to validate" if subject.valid else counts
    elif subject.valid:
        words = ", ".join(filter(None, (_WORDS.get(subject.kind, "valid"), counts)))
    else:
        words = counts
    quiet = quiet_words(subject.quiet)
    words += f" ({quiet})" if quiet else ""
    return [colours.paint(line, "bold") for line in paragraph(f"{printable(subject.name)}: {words}", width or sys.maxsize)]
