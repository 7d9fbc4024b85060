"""`connectors show`: the effective package, or one of its operations."""

from typing import Annotated

import typer

from connectors.cli.package_argument import PackageArgument, complete_operation
from connectors.cli.report import reported

__all__ = ["show"]


def show(
    package: PackageArgument,
    operation: Annotated[
        str | None,
        typer.Argument(
            metavar="OPERATION",
            help="An operation: its id, with or without the connector's own segment, or its identity ('GET /a/{x}', any placeholder names).",
            show_default=False,
            autocompletion=complete_operation,
        ),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show what became of every operation of the description: gaps, notes, events.")
    ] = False,
    auth: Annotated[
        bool, typer.Option("--auth", help="Show the credentials: schemes, scopes, and which operations need what.")
    ] = False,
    rights: Annotated[
        bool, typer.Option("--rights", help="Show the licence, who said so and where, and whether it may be passed on.")
    ] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Write everything as JSON, whichever view is asked for.")] = False,
) -> None:
    """Show a package, or one of its operations.

    Without OPERATION, lists the package's operations by resource; with it, shows the arguments, the answers and the credentials of one.
    """
    with reported(json_output):
        from connectors.cli.lookup import load, open_operation
        from connectors.cli.report import usage_error
        from connectors.cli.terminal import put

        if sum((operation is not None, coverage, auth, rights)) > 1:
            raise usage_error(
                "OPERATION, `--coverage`, `--auth` and `--rights` are four views, and one is shown at a time", "ask for one of them"
            )
        if operation is not None:
            excerpt = open_operation(package, operation)
            if json_output:
                from connectors.cli.json_output import put_json
                from connectors.cli.show_json import operation_json

                put_json(operation_json(excerpt))
                return
            from connectors.cli.show_text import render_operation

            put(render_operation(excerpt))
            return
        loaded = load(package)
        if json_output:
            from connectors.cli.json_output import put_json
            from connectors.cli.show_json import package_json

            put_json(package_json(loaded))
            return
        from connectors.cli.show_text import render

        put(render(loaded, package, coverage=coverage, auth=auth, rights=rights))
