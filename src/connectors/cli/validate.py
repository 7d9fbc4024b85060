"""`connectors validate`: load and check packages exactly as they run."""

from pathlib import Path
from typing import Annotated

import typer

from connectors.cli.report import reported

__all__ = ["validate"]


def validate(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH...",
            help="A package, a recipe, or a folder of them; connectors/ unless given. An id below connectors/ will do.",
            show_default=False,
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Ask for an author of every fact that was only inferred.")] = False,
    ship: Annotated[
        bool,
        typer.Option("--ship", help="The gate of a catalog that is given away: ask for the right, the notices and the headers."),
    ] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Write the report as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Check packages and recipes as they run.

    Each package is loaded exactly as it runs, and every rule is applied to it; of a recipe the documents are checked. Everything that is
    wrong with any of them is reported.
    """
    with reported(json_output):
        from connectors.cli.lookup import CATALOG
        from connectors.cli.validate_report import Report, report_json, report_text
        from connectors.validation import exit_status_of, judge_all

        report = Report(judge_all(paths or [], catalog=CATALOG, strict=strict, ship=ship))
        if json_output:
            from connectors.cli.json_output import put_json

            put_json(report_json(report))
        else:
            from connectors.cli.terminal import put

            put(report_text(report, errors_only=quiet))
        if status := exit_status_of(report.verdicts):
            raise typer.Exit(status)
