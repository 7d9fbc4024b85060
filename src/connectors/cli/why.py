"""`connectors why`: where the facts of an operation come from."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from connectors.cli.limit_options import takes_limits
from connectors.cli.package_argument import PackageArgument, complete_operation
from connectors.cli.report import print_problems, reported
from connectors.limits import Limits

if TYPE_CHECKING:
    from connectors.problems import Problem
    from connectors.why.record import Answer

__all__ = ["why"]


@takes_limits
def why(
    *,
    package: PackageArgument,
    operation: Annotated[
        str,
        typer.Argument(
            metavar="OPERATION[.FACT]",
            help="An operation, by id or identity, and one of its facts: effect, parameters.KEY.required, pagination.items, responses.200.",
            show_default=False,
            autocompletion=complete_operation,
        ),
    ],
    source: Annotated[
        str | None,
        typer.Option(
            "--source",
            metavar="FILE",
            help="The description, to show its lines; else what the store keeps of an installed version, or the file that source.yaml names."
            " Its digest has to be that of the package.",
            show_default=False,
        ),
    ] = None,
    root: Annotated[
        Path | None,
        typer.Option(
            "--root", metavar="DIR", help="Read further files of the description below this folder.", show_default="that of FILE"
        ),
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Write the facts as JSON.")] = False,
    limits: Limits,
) -> None:
    """Say where the facts of an operation come from.

    Each is declared (the line of the description), standard (a clause decides where the description is silent), inferred (the rule, and
    what it looked at), or authored (the line of the overlay, and its reason). Without FACT, all facts in a table.
    """
    with reported(json_output):
        from connectors.cli.lookup import find_operation, read
        from connectors.inputs import Again
        from connectors.installed.places import Places
        from connectors.installing.rereading import again_of
        from connectors.why.ask import ask

        def answered(folder: Path) -> "tuple[Answer, tuple[Problem, ...]]":
            again = again_of(Places.of_user(), folder, limits) if source is None else None
            return ask(folder, operation, find_operation, source=source, root=root, again=again or Again(limits))

        answer, problems = read(package, answered)
        print_problems(problems)
        if json_output:
            from connectors.cli.json_output import put_json
            from connectors.cli.why_text import answer_json

            put_json(answer_json(answer))
        else:
            from connectors.cli.terminal import put
            from connectors.cli.why_text import answer_text

            put(answer_text(answer))
        if problems:
            raise typer.Exit(1)
