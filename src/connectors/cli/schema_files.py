"""Finding the schema that a person means, and writing schemas to a folder."""

from collections.abc import Iterable
from pathlib import Path

from connectors.cli.json_output import render_json
from connectors.cli.report import usage_error
from connectors.problems import Code, nearest
from connectors.store.json_schemas import documents, json_schema

__all__ = ["find", "write_schemas"]


def find(name: str) -> str:
    """The kind of document that a person means: its name, or the name of its file. Raises UsageError with the nearest one."""
    files = {item.file: key for key, item in documents().items()}
    if name in documents():
        return name
    if name in files:
        return files[name]
    near = nearest(name, [*documents(), *files])
    listed = ", ".join(f"`{known}`" for known in documents())
    raise usage_error(f"there is no document `{name}` in a package", f"did you mean `{near}`?" if near else f"use one of {listed}")


def write_schemas(folder: Path, names: Iterable[str]) -> list[Path]:
    """Write `NAME.schema.json` for each name; a folder that is not there is made. Raises UsageError when it cannot be written."""
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            path = folder / f"{name}.schema.json"
            path.write_text(render_json(json_schema(name)), encoding="utf-8", newline="\n")
            written.append(path)
    except OSError as error:
        raise usage_error(
            f"`{folder}` could not be written: {error.strerror or error}", "give another folder", code=Code.OUTPUT_UNWRITABLE
        ) from error
    return written
