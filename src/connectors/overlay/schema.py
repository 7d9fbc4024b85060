"""The JSON Schema of `overlay.yaml`, from the tables that read it."""

from connectors.authored.shapes import JSON_SCHEMA
from connectors.canonical import Json
from connectors.overlay.read import DOCUMENT, condition_schema

__all__ = ["overlay_schema"]


def overlay_schema() -> dict[str, Json]:
    """JSON Schema 2020-12, for editors. It says what the reader says of the text; what needs the package is not in it."""
    return {
        "$schema": JSON_SCHEMA,
        "title": "overlay.yaml of a connector package",
        **DOCUMENT.schema(),
        "$defs": {"condition": condition_schema()},
    }
