"""`connectors lint`: how far a description conforms to its standard."""

from pathlib import Path
from typing import Annotated

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
from connectors.cli.limit_options import (
    MaxAliasNodes,
    MaxBytes,
    MaxDocuments,
    MaxExpansion,
    MaxNesting,
    MaxOperations,
    MaxReferences,
    MaxSchemaNodes,
)
from connectors.cli.report import reported
from connectors.limits import Limits

__all__ = ["lint"]

_DEFAULT = Limits()


def lint(
    spec: Annotated[
        str,
        typer.Argument(metavar="SPEC", help="A file, a folder with one openapi.* or swagger.*, or - for standard input."),
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
    max_bytes: MaxBytes = _DEFAULT.document_bytes,
    max_documents: MaxDocuments = _DEFAULT.documents,
    max_nesting: MaxNesting = _DEFAULT.nesting,
    max_alias_nodes: MaxAliasNodes = _DEFAULT.alias_nodes,
    max_references: MaxReferences = _DEFAULT.references,
    max_operations: MaxOperations = _DEFAULT.operations,
    max_schema_nodes: MaxSchemaNodes = _DEFAULT.schema_nodes,
    max_expansion: MaxExpansion = _DEFAULT.expansion,
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

        limits = Limits(
            max_bytes,
            max_documents,
            max_nesting,
            max_alias_nodes,
            max_references,
            max_operations,
            max_schema_nodes,
            max_expansion,
        )
        run = run_of(spec, root, limits, quick=quick)
        report.end(report.finish(run, errors_only=quiet, unasked=unasked(run, quick=quick)))
