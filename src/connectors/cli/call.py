"""`connectors call`: the exact request of one operation."""

from pathlib import Path
from typing import Annotated

import typer

from connectors.cli.package_argument import PackageArgument, complete_operation
from connectors.cli.report import reported

__all__ = ["call"]


def call(
    package: PackageArgument,
    operation: Annotated[
        str,
        typer.Argument(
            metavar="OPERATION",
            help="An operation: its id, or its identity.",
            show_default=False,
            autocompletion=complete_operation,
        ),
    ],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KEY=VALUE...",
            help="Arguments by key. KEY=VALUE is read by the argument's type, and repeated for a list; KEY:=JSON is JSON (KEY:=@FILE: from a"
            " file); KEY@FILE or KEY=@FILE is a file (- for standard input), with ;type=image/png behind it for its media type.",
            show_default=False,
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Build the request, show it, and send nothing.")] = False,
    server: Annotated[
        str | None,
        typer.Option("--server", metavar="URL", help="Base address of the server, its path included.", show_default=False),
    ] = None,
    server_variable: Annotated[
        list[str] | None,
        typer.Option("--server-variable", metavar="NAME=VALUE", help="A variable of the server address.", show_default=False),
    ] = None,
    media_type: Annotated[
        str | None,
        typer.Option(
            "--media-type",
            metavar="TYPE",
            help="Media type of the body, where several are declared, or a range. With another than the package's choice the body is one"
            " value, under the key `body`.",
            show_default=False,
        ),
    ] = None,
    security: Annotated[
        int, typer.Option("--security", metavar="N", min=0, help="Which alternative of credentials, counted from 0.")
    ] = 0,
    curl: Annotated[
        bool, typer.Option("--curl", help="Write a curl command line; credentials come from variables such as $CONNECTORS_BEARER.")
    ] = False,
    body_file: Annotated[
        Path | None,
        typer.Option("--body-file", metavar="FILE", help="Write the bytes of the body to a file.", show_default=False),
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Write the request as JSON.")] = False,
) -> None:
    """Show the exact request of a call. Sending comes later: `--dry-run` is needed.

    No credential is asked for: in the places where one goes stands a placeholder such as <bearer>.
    """
    with reported(json_output):
        from connectors.cli.report import usage_error

        if not dry_run:
            raise usage_error("calls cannot be sent yet, only shown", "add `--dry-run`")
        if curl and json_output:
            raise usage_error("`--curl` and `--json` are two ways to show one request", "ask for one of them")
        from connectors.cli.call_show import as_curl, as_json, as_text, needs_file
        from connectors.cli.call_values import read_arguments, read_pairs
        from connectors.cli.lookup import open_operation
        from connectors.cli.terminal import put
        from connectors.execute.request import build
        from connectors.execute.schemas import Schemas

        variables = read_pairs(server_variable or (), "--server-variable")
        excerpt = open_operation(package, operation)
        chosen = excerpt.operation
        given = read_arguments(arguments or (), chosen, Schemas(excerpt.schemas), media_type)
        request = build(excerpt, chosen, given, server=server, server_variables=variables, security=security, media_type=media_type)
        if curl and body_file is None and needs_file(request):
            raise usage_error("the body is no text that a command line can hold", "add `--body-file FILE`, which curl then sends")
        if body_file is not None:
            _write(body_file, request.body or b"")
        if json_output:
            from connectors.cli.json_output import put_json

            put_json(as_json(chosen, request))
        else:
            put(as_curl(request, str(body_file) if body_file is not None else None) if curl else as_text(request))


def _write(file: Path, content: bytes) -> None:
    from connectors.cli.report import usage_error
    from connectors.problems import Code

    try:
        file.write_bytes(content)
    except OSError as error:
        raise usage_error(
            f"`{file}` could not be written: {error.strerror}", "name another file", code=Code.OUTPUT_UNWRITABLE
        ) from error
