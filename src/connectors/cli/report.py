"""Problems, as a person reads them on stderr and a program on stdout."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import typer

from connectors.cli.layout import paragraph
from connectors.cli.terminal import Colours, columns, printable, talk
from connectors.problems import Code, ConnectorsError, Problem, Severity, UsageError

__all__ = ["print_problems", "render_problem", "reported", "usage_error"]

_COLOUR = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def render_problem(problem: Problem, *, width: int | None, colours: Colours, framed: Sequence[str] = ()) -> list[str]:
    """The lines of one problem: what, where, `framed` lines of the place itself, and what to do.

    `width` None leaves each part on one line, for logs and for grep.
    """
    head = f"{problem.severity}[{problem.code}]: "
    place = f"{where}: " if problem.where is not None and (where := printable(str(problem.where))) else ""
    room = width or sys.maxsize
    lines = paragraph(head + place + printable(problem.message), room, rest="    ")
    # The head is painted after wrapping, so that escape sequences are never measured; a head that was wrapped stays plain.
    if lines[0].startswith(head + place):
        lines[0] = (
            colours.paint(head.rstrip(), _COLOUR[problem.severity])
            + " "
            + colours.paint(place, "bold")
            + lines[0][len(head + place) :]
        )
    if problem.where is not None and problem.where.pointer:
        lines += paragraph(printable(problem.where.pointer), room, "  at:  ")
    lines += framed
    if problem.remedy:
        first, *rest = paragraph(printable(problem.remedy), room, "  fix: ")
        lines += ["  " + colours.paint("fix:", "green") + first[len("  fix:") :], *rest]
    return lines


def print_problems(problems: Iterable[Problem], *, errors_only: bool = False) -> None:
    """Report on stderr, wrapped and coloured on a terminal alone."""
    colours = Colours.of(sys.stderr)
    width = columns() if sys.stderr and sys.stderr.isatty() else None
    for problem in problems:
        if problem.severity is Severity.ERROR or not errors_only:
            talk("\n".join(render_problem(problem, width=width, colours=colours)))


def usage_error(message: str, remedy: str, *, code: Code = Code.USAGE) -> UsageError:
    """An error about an option or an argument, which has no place in a file."""
    return UsageError([Problem(None, Severity.ERROR, code, message, remedy)])


@contextmanager
def reported(json_output: bool = False) -> Iterator[None]:
    """Report the problems of a ConnectorsError and end with its exit status; `json_output` lists them on stdout as well."""
    try:
        yield
    except ConnectorsError as error:
        print_problems(error.problems)
        if json_output:
            from connectors.cli.json_output import problem_json, put_json

            put_json({"problems": [problem_json(problem) for problem in error.problems]})
        raise typer.Exit(error.exit_status) from error
