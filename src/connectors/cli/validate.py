"""`connectors validate`: load and check packages exactly as they run."""

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
from connectors.cli.formats.format import Format
from connectors.cli.limit_options import changed, takes_limits
from connectors.cli.report import reported
from connectors.limits import Limits

__all__ = ["validate"]


@takes_limits
def validate(
    *,
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
    source: Annotated[
        str | None,
        typer.Option(
            "--source",
            metavar="FILE",
            help="Prove that one package is what this description gives today, byte for byte, under the package's own files.",
            show_default=False,
        ),
    ] = None,
    stored: Annotated[
        bool,
        typer.Option(
            "--stored",
            help="Prove that installed versions are what the descriptions give that the store keeps. PATH is an id or an address then; all"
            " that are active unless given.",
        ),
    ] = False,
    root: Annotated[
        Path | None,
        typer.Option(
            "--root", metavar="DIR", help="With --source: read further files below this folder.", show_default="that of FILE"
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            min=1,
            help="Processes that work side by side; as many as help, unless given.",
            show_default=False,
        ),
    ] = None,
    form: FormatOption = None,
    json_output: JsonOption = False,
    outputs: OutputOption = None,
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
    config: ConfigOption = None,
    limits: Limits,
) -> None:
    """Check packages and recipes as they run.

    Each package is loaded exactly as it runs, and every rule is applied to it; of a recipe the documents are checked. Everything that is
    wrong with any of them is reported.
    """
    with reported(json_output or form is Format.JSON):
        report = reporting(
            "validate",
            form=form,
            json_output=json_output,
            outputs=outputs,
            baseline=baseline,
            write_baseline=write_baseline,
            config=config,
        )
        from connectors.cli.lookup import CATALOG
        from connectors.cli.validate_run import run_of, unasked, validated

        if stored and (source is not None or root is not None):
            from connectors.cli.report import usage_error

            other = "--source" if source is not None else "--root"
            raise usage_error(f"`--stored` reads what the store keeps, and `{other}` something else", "leave one of them out")
        if source is None and not stored and (about := ["--root"] * (root is not None) + changed(limits)):
            from connectors.cli.report import usage_error

            raise usage_error(f"`{about[0]}` says how a description is read, and no description is named", "add `--source FILE`")
        if stored:
            from connectors.cli.validate_run import proven_by_store

            texts = [str(path) for path in paths or ()]
            run = proven_by_store(texts, limits, strict=strict, ship=ship, most=report.most)
        elif source is None:
            run = validated(paths or [], catalog=CATALOG, strict=strict, ship=ship, jobs=jobs, quiet=quiet)
        else:
            from connectors.inputs import Again
            from connectors.reproduction import proven
            from connectors.validation import judge_all

            verdicts = judge_all(paths or [], catalog=CATALOG, strict=strict, ship=ship)
            run = run_of(proven(verdicts, source, root=root, again=Again(limits), most=report.most))
        asked = unasked(strict=strict, ship=ship, source=stored or source is not None)
        report.end(report.finish(run, errors_only=quiet, unasked=asked, everything=not paths))
