"""`connectors diff`: what changed for a caller from one package to another."""

from enum import StrEnum
from typing import Annotated

import typer

from connectors.cli.package_argument import PACKAGE_HELP, complete_package
from connectors.cli.report import reported, usage_error

__all__ = ["diff"]


class _Format(StrEnum):
    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


class _FailOn(StrEnum):
    BREAKING = "breaking"
    ADDITIVE = "additive"
    NEUTRAL = "neutral"


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help=PACKAGE_HELP, show_default=False, autocompletion=complete_package)],
    new: Annotated[
        str,
        typer.Argument(
            metavar="NEW", help="The package that is to take its place.", show_default=False, autocompletion=complete_package
        ),
    ],
    fail_on: Annotated[
        _FailOn | None,
        typer.Option(
            "--fail-on", help="End with status 1 where there is a change of this impact, or a graver one.", show_default=False
        ),
    ] = None,
    form: Annotated[
        _Format, typer.Option("--format", help="How to write the changes; markdown is for a comment on a pull request.")
    ] = _Format.TEXT,
    json_output: Annotated[bool, typer.Option("--json", help="Write the changes as JSON; the same as --format json.")] = False,
) -> None:
    """Say what changed for a caller between two packages.

    A breaking change may fail a call that was right, or answer it with what no reader expects; an additive one only offers more; a neutral
    one is no other call and no other answer. Operations are compared by method and path, schemas by what they admit.
    """
    as_json = json_output or form is _Format.JSON
    with reported(as_json):
        if json_output and form is _Format.MARKDOWN:
            raise usage_error("`--json` and `--format markdown` are two formats, and one is written", "give one of them")
        from connectors.cli.lookup import load
        from connectors.cli.terminal import put
        from connectors.difference.codes import Impact
        from connectors.difference.compare import compare

        found = compare(load(old), load(new))
        if as_json:
            from connectors.cli.diff_text import difference_json
            from connectors.cli.json_output import put_json

            put_json(difference_json(found))
        elif form is _Format.MARKDOWN:
            from connectors.cli.diff_markdown import markdown

            put(markdown(found))
        else:
            from connectors.cli.diff_text import render

            put(render(found))
        if fail_on is not None and found.reaches(Impact(fail_on.value)):
            raise typer.Exit(1)
