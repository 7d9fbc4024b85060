"""`connectors seal`: take what people edited into a package, without its description."""

from pathlib import Path
from typing import Annotated

import typer

from connectors.cli.report import print_problems
from connectors.problems import ConnectorsError

__all__ = ["seal"]


def seal(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a package.", show_default=False)],
    json_output: Annotated[bool, typer.Option("--json", help="Write the report as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Take the edited overlay and source file of a package into it.

    Like `gen`, with the derived facts read from the package: applies the overlay, checks, records ids in the lock, and writes headers,
    notices and digests anew. `gen` and `seal` agree byte for byte.
    """
    from connectors.cli.gen_report import report_json, report_text, seal_failure
    from connectors.pipeline import seal as seal_package

    try:
        report = seal_package(directory)
    except ConnectorsError as error:
        report = seal_failure(directory, error)
    print_problems(report.problems, errors_only=quiet)
    if json_output:
        from connectors.cli.json_output import put_json

        put_json(report_json(report))
    elif not quiet:
        from connectors.cli.terminal import put

        put(report_text(report, check=False))
    if report.exit_status:
        raise typer.Exit(report.exit_status)
