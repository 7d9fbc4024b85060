"""`connectors gen`: derive and write a package."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from connectors.cli.limit_options import (
    MaxAliasNodes,
    MaxBytes,
    MaxDocuments,
    MaxExpansion,
    MaxNesting,
    MaxOperations,
    MaxReferences,
    MaxSchemaNodes,
    MaxSeconds,
)
from connectors.cli.report import print_problems
from connectors.limits import Limits
from connectors.problems import ConnectorsError

__all__ = ["gen"]

_DEFAULT = Limits()


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
_FETCHING = "Fetching"


def gen(
    spec: Annotated[
        str | None,
        typer.Argument(
            metavar="SPEC",
            help="A file, an address, a folder with one openapi.* or swagger.*, or - for standard input."
            " Without it, what source.yaml names is derived anew.",
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
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORIGIN",
            help="References may lead there: https://example.com, or a prefix such as https://example.com/specs. May be repeated.",
            rich_help_panel=_FETCHING,
            show_default=False,
        ),
    ] = None,
    auth_env: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Environment variable with the credential for SPEC: a token, user:password, 'Bearer …' or 'Basic …'.",
            rich_help_panel=_FETCHING,
            show_default=False,
        ),
    ] = None,
    max_redirects: Annotated[
        int, typer.Option(min=0, max=20, metavar="N", help="Redirects that are followed.", rich_help_panel=_FETCHING)
    ] = 0,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Neither keep what is fetched nor use what was kept.", rich_help_panel=_FETCHING)
    ] = False,
    env_proxy: Annotated[
        bool,
        typer.Option(
            "--env-proxy",
            help="Go through the proxies of HTTPS_PROXY and HTTP_PROXY, which then resolve the names.",
            rich_help_panel=_FETCHING,
        ),
    ] = False,
    max_seconds: MaxSeconds = _DEFAULT.seconds,
    max_bytes: MaxBytes = _DEFAULT.document_bytes,
    max_documents: MaxDocuments = _DEFAULT.documents,
    max_nesting: MaxNesting = _DEFAULT.nesting,
    max_alias_nodes: MaxAliasNodes = _DEFAULT.alias_nodes,
    max_references: MaxReferences = _DEFAULT.references,
    max_operations: MaxOperations = _DEFAULT.operations,
    max_schema_nodes: MaxSchemaNodes = _DEFAULT.schema_nodes,
    max_expansion: MaxExpansion = _DEFAULT.expansion,
) -> None:
    """Derive a connector package from an API description.

    Reads Swagger 2.0 and OpenAPI 3.0 to 3.2, in JSON or YAML. The same description, options and lock give the same bytes, and a run
    that fails leaves the old package as it was.
    """
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
        limits=Limits(
            max_bytes,
            max_documents,
            max_nesting,
            max_alias_nodes,
            max_references,
            max_operations,
            max_schema_nodes,
            max_expansion,
            max_seconds,
        ),
        allow_origin=tuple(allow_origin or ()),
        auth_env=auth_env,
        max_redirects=max_redirects,
        use_cache=not no_cache,
        use_proxies=env_proxy,
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
