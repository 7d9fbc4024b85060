"""`connectors lint`: how far a description conforms to its standard."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from connectors.cli.checking import (
    BaselineOption,
    ConfigOption,
    FormatOption,
    JsonOption,
    OutputOption,
    WriteBaselineOption,
    reporting,
)
from connectors.cli.fetching_options import takes_fetching
from connectors.cli.limit_options import takes_limits
from connectors.cli.report import reported
from connectors.limits import Limits

if TYPE_CHECKING:
    from connectors.inputs import Fetching

__all__ = ["lint"]


@takes_fetching
@takes_limits
def lint(
    *,
    spec: Annotated[
        str,
        typer.Argument(
            metavar="SPEC", help="A file, an address, a folder with one openapi.* or swagger.*, or - for standard input."
        ),
    ],
    root: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="References may read files below this folder; the description's own unless given.",
            show_default=False,
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Ask our own reader and the JSON Schema alone, not the readers of other projects.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
    form: FormatOption = None,
    json_output: JsonOption = False,
    outputs: OutputOption = None,
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
    config: ConfigOption = None,
    fetching: "Fetching",
    limits: Limits,
) -> None:
    """Say how far a description conforms to its standard.

    Four readers look at it: our own, the JSON Schema of its version, openapi-spec-validator, and prance. An error keeps an operation from
    being used, a warning is what a standard forbids, a note is a matter of style. Nothing here stops `gen`.
    """
    with reported(json_output):
        report = reporting(
            "lint",
            form=form,
            json_output=json_output,
            outputs=outputs,
            baseline=baseline,
            write_baseline=write_baseline,
            config=config,
        )
        from connectors.cli.lint_run import run_of, unasked

        run = run_of(spec, root, limits, fetching, quick=quick)
        report.end(report.finish(run, errors_only=quiet, unasked=unasked(run, quick=quick)))
