"""`connectors gen`: derive and write a package."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from connectors.cli.fetching_options import takes_fetching
from connectors.cli.limit_options import takes_limits
from connectors.cli.report import print_problems, reported, usage_error
from connectors.limits import Limits
from connectors.problems import ConnectorsError

if TYPE_CHECKING:
    from connectors.inputs import Fetching

__all__ = ["gen"]


class Prose(StrEnum):
    """What becomes of the vendor's sentences."""

    KEEP = "keep"
    OMIT = "omit"


class GeneratedBy(StrEnum):
    """On whose behalf a package is made."""

    OPERATOR = "operator"
    SERVICE = "service"


_RIGHTS = "Licence and provenance"
_CHOICE = "What is derived"
_MANY = "Many at once"


@takes_fetching
@takes_limits
def gen(
    *,
    spec: Annotated[
        str | None,
        typer.Argument(
            metavar="SPEC",
            help="A file, an address, a folder with one openapi.* or swagger.*, or - for standard input."
            " Without it, what source.yaml names is derived anew. With --all, the folder of packages: connectors/ unless given.",
            show_default=False,
        ),
    ] = None,
    id: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="The connector's id: lower-case letters, digits and _; needed for a new package.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The package's own folder; connectors/ID unless given.", show_default=False),
    ] = None,
    root: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="References may read files below this folder; the description's own unless given.",
            show_default=False,
        ),
    ] = None,
    all_packages: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Bring every package and recipe of a folder up to date whose source.yaml names a description; what has not changed, by"
            " digest, is not derived again.",
            rich_help_panel=_MANY,
        ),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            metavar="N",
            help="Processes; as many as there are usable processors unless given.",
            rich_help_panel=_MANY,
            show_default=False,
        ),
    ] = None,
    executor: Annotated[
        str | None,
        typer.Option(
            metavar="dask://HOST:PORT",
            help="Let the workers of a Dask cluster do it (extra `distributed`). They need connectors installed, and packages and"
            " descriptions on a disk that all of them mount at the same place.",
            rich_help_panel=_MANY,
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Derive what is up to date as well.", rich_help_panel=_MANY)] = False,
    overlay: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An overlay, copied into the package.", rich_help_panel=_CHOICE, show_default=False),
    ] = None,
    replace_overlay: Annotated[
        bool, typer.Option("--replace-overlay", help="Where another overlay is there already.", rich_help_panel=_CHOICE)
    ] = False,
    description_overlay: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="An OpenAPI Overlay (1.0 or 1.1), applied to the description first. May be repeated.",
            rich_help_panel=_CHOICE,
            show_default=False,
        ),
    ] = None,
    accept_move: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OLD=NEW",
            help="The vendor moved an operation: keep its id and keys. May be repeated.",
            rich_help_panel=_CHOICE,
            show_default=False,
        ),
    ] = None,
    new: Annotated[
        list[str] | None,
        typer.Option(
            metavar="IDENTITY",
            help="It only looks moved: give it names of its own. May be repeated.",
            rich_help_panel=_CHOICE,
            show_default=False,
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on a gap, and write nothing.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail where the package would change.")] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Write the report as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
    prose: Annotated[
        Prose | None,
        typer.Option(
            help="Keep the vendor's sentences, or omit them all: a facts-only package. Kept unless given.",
            rich_help_panel=_CHOICE,
            show_default=False,
        ),
    ] = None,
    include: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE", help="Derive only what matches. May be repeated.", rich_help_panel=_CHOICE, show_default=False
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="RULE", help="Leave out what matches. May be repeated.", rich_help_panel=_CHOICE, show_default=False),
    ] = None,
    self_hosted: Annotated[
        bool, typer.Option("--self-hosted", help="The operator gives the server's address.", rich_help_panel=_CHOICE)
    ] = False,
    license: Annotated[
        str | None,
        typer.Option(
            metavar="EXPR",
            help="SPDX license expression, or LicenseRef-… with its text.",
            rich_help_panel=_RIGHTS,
            show_default=False,
        ),
    ] = None,
    license_text: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Text of a licence; the file is named after it. May be repeated.",
            rich_help_panel=_RIGHTS,
            show_default=False,
        ),
    ] = None,
    copyright: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT",
            help="Who holds the rights, with the year. May be repeated.",
            rich_help_panel=_RIGHTS,
            show_default=False,
        ),
    ] = None,
    redistributable: Annotated[
        bool,
        typer.Option(
            "--redistributable", help="Assert that the package may be passed on; takes --rights.", rich_help_panel=_RIGHTS
        ),
    ] = False,
    rights: Annotated[
        str | None,
        typer.Option(
            metavar="SENTENCE", help="The right that this relies on, in a sentence.", rich_help_panel=_RIGHTS, show_default=False
        ),
    ] = None,
    rights_override: Annotated[
        str | None,
        typer.Option(
            metavar="REASON",
            help="Why, although the licence limits it or is not known. Recorded in the package.",
            rich_help_panel=_RIGHTS,
            show_default=False,
        ),
    ] = None,
    generated_by: Annotated[
        GeneratedBy | None,
        typer.Option(
            help="Who generates: the operator, or a service for others. The operator unless given.",
            rich_help_panel=_RIGHTS,
            show_default=False,
        ),
    ] = None,
    source_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where the vendor publishes the description. Recorded; nothing is fetched.",
            rich_help_panel=_RIGHTS,
            show_default=False,
        ),
    ] = None,
    fetching: "Fetching",
    limits: Limits,
) -> None:
    """Derive a connector package from an API description.

    Reads Swagger 2.0 and OpenAPI 3.0 to 3.2, in JSON or YAML. The same description, options and lock give the same bytes, and a run
    that fails leaves the old package as it was.
    """
    if all_packages:
        with reported(json_output):
            one_alone = {
                "--id": id,
                "--out": out,
                "--overlay": overlay,
                "--replace-overlay": replace_overlay,
                "--description-overlay": description_overlay,
                "--accept-move": accept_move,
                "--new": new,
                "--prose": prose,
                "--include": include,
                "--exclude": exclude,
                "--self-hosted": self_hosted,
                "--license": license,
                "--license-text": license_text,
                "--copyright": copyright,
                "--redistributable": redistributable,
                "--rights": rights,
                "--rights-override": rights_override,
                "--generated-by": generated_by,
                "--source-url": source_url,
                "--allow-origin": fetching.allow_origin,
                "--auth-env": fetching.auth_env,
            }
            _refuse([name for name, value in one_alone.items() if value], "is about one package, and `--all` about many")
            from connectors.batch import BatchOptions
            from connectors.cli.gen_all import gen_all
            from connectors.cli.lookup import CATALOG

            status = gen_all(
                Path(spec) if spec is not None else CATALOG,
                BatchOptions(
                    root=root,
                    strict=strict,
                    check=check,
                    force=force,
                    limits=limits,
                    details=json_output,
                    max_redirects=fetching.max_redirects,
                    use_cache=fetching.use_cache,
                    use_proxies=fetching.use_proxies,
                ),
                jobs=jobs,
                executor=executor,
                json=json_output,
                quiet=quiet,
            )
        raise typer.Exit(status)

    from connectors.pipeline import gen as derive_package
    from connectors.pipeline_types import GenOptions

    options = GenOptions(
        spec=spec,
        id=id,
        out=out,
        root=root,
        license=license,
        license_texts=tuple(license_text or ()),
        copyright=tuple(copyright or ()),
        source_url=source_url,
        self_hosted=self_hosted,
        prose=prose.value if prose is not None else None,
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        strict=strict,
        check=check,
        limits=limits,
        allow_origin=fetching.allow_origin,
        auth_env=fetching.auth_env,
        max_redirects=fetching.max_redirects,
        use_cache=fetching.use_cache,
        use_proxies=fetching.use_proxies,
        overlay=overlay,
        replace_overlay=replace_overlay,
        description_overlays=tuple(description_overlay or ()),
        accept_moves=tuple(accept_move or ()),
        new=tuple(new or ()),
        redistributable=redistributable,
        rights=rights,
        rights_override=rights_override,
        generated_by=generated_by.value if generated_by is not None else None,
        note_lines=json_output,
    )
    try:
        needs_all = {"--jobs": jobs, "--executor": executor, "--force": force}
        _refuse([name for name, value in needs_all.items() if value], "is about many packages, and goes with `--all` alone")
        report = derive_package(options)
    except ConnectorsError as error:
        from connectors.cli.gen_report import failure

        report = failure(options, error)
    print_problems(report.problems, errors_only=quiet)
    if json_output:
        from connectors.cli.gen_report import report_json
        from connectors.cli.json_output import put_json

        put_json(report_json(report))
    elif not quiet:
        from connectors.cli.gen_report import report_text
        from connectors.cli.terminal import put

        put(report_text(report, check=check))
    if report.exit_status:
        raise typer.Exit(report.exit_status)


def _refuse(given: list[str], why: str) -> None:
    if given:
        raise usage_error(f"`{given[0]}` {why}", f"leave `{given[0]}` out")
