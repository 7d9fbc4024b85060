"""A report as GitHub's workflow commands: annotations on the lines of a pull request.

Source: GitHub, "Workflow commands for GitHub Actions", Setting an error message; escaping as in `actions/toolkit`, command.ts.
"""

from connectors.cli.formats.paths import below_root
from connectors.cli.formats.summary import summary
from connectors.cli.terminal import printable
from connectors.cli.words import plural
from connectors.findings.run import Run
from connectors.problems import Problem, Severity

__all__ = ["github"]

_SHOWN = 10
"""Annotations of each kind that GitHub shows of one step."""
_KIND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github(run: Run, *, errors_only: bool = False) -> str:
    """One command a finding, the gravest first, and one line that sums up and says how many annotations GitHub leaves out."""
    weights = list(_KIND)
    problems = sorted(run.problems(), key=lambda problem: weights.index(problem.severity))
    lines = [_command(problem) for problem in problems if problem.severity is Severity.ERROR or not errors_only]
    counts = {severity: run.count(severity) for severity in weights if severity is Severity.ERROR or not errors_only}
    line = f"connectors {run.command}: {summary(run) or 'nothing was checked'}"
    over = [plural(count - _SHOWN, severity) for severity, count in counts.items() if count > _SHOWN]
    if over:
        line += f"; GitHub shows {_SHOWN} annotations of each kind and step, so {' and '.join(over)} stand in this log alone"
    return "".join(f"{each}\n" for each in [*lines, line])


def _command(problem: Problem) -> str:
    where = problem.where
    message = printable(problem.message)
    properties: dict[str, str] = {}
    if where is not None:
        if (inside := below_root(where.file)) is not None:
            properties["file"] = inside
            if where.line is not None:
                properties["line"] = str(where.line)
                if where.column is not None:
                    properties["col"] = str(where.column)
        else:
            message = f"{printable(str(where))}: {message}"
        if where.pointer:
            message += f"\nat: {printable(where.pointer)}"
    if problem.remedy:
        message += f"\nfix: {printable(problem.remedy)}"
    properties["title"] = problem.code
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_KIND[problem.severity]} {written}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
