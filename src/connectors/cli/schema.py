"""`connectors schema`: the JSON Schema of every document of a package."""

from pathlib import Path
from typing import Annotated

import typer

from connectors.cli.report import reported

__all__ = ["schema"]


def _complete_name(incomplete: str) -> list[str]:
    from connectors.store.json_schemas import documents

    return [name for name in documents() if name.startswith(incomplete)]


def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A kind of document, such as connector or overlay. Without it, all are listed.",
            show_default=False,
            autocompletion=_complete_name,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write NAME.schema.json there; without NAME, all of them.", show_default=False),
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Write the list as JSON; a schema always is.")] = False,
) -> None:
    """Print the JSON Schema of a document of a package.

    Editors check `source.yaml` and `overlay.yaml` with them while they are written, and programs what they read.
    """
    with reported(json_output):
        from connectors.cli.json_output import put_json
        from connectors.cli.schema_files import find, write_schemas
        from connectors.cli.terminal import put
        from connectors.store.json_schemas import documents, json_schema

        known = find(name) if name is not None else None
        if output is not None:
            written = write_schemas(output, [known] if known else list(documents()))
            put("".join(f"{path}\n" for path in written))
        elif known is not None:
            put_json(json_schema(known))
        elif json_output:
            put_json([{"name": key, "file": item.file, "what": item.what} for key, item in documents().items()])
        else:
            width = max(map(len, documents()))
            files = max(len(item.file) for item in documents().values())
            put("".join(f"{key:{width}}  {item.file:{files}}  {item.what}\n" for key, item in documents().items()))
