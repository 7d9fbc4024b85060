"""Options for how much of a stranger's description is read, as every command that reads one has them; see `connectors.limits`."""

import inspect
from typing import Annotated

import typer

from connectors.cli.option_groups import spread
from connectors.limits import Limits

__all__ = ["changed", "takes_limits"]

_DEFAULT = Limits()
_OPTIONS = {
    "max_seconds": ("seconds", 1, "Seconds for all fetching."),
    "max_bytes": ("document_bytes", 1, "Bytes of one document."),
    "max_documents": ("documents", 1, "Documents of one description."),
    "max_nesting": ("nesting", 1, "Objects and arrays inside each other."),
    "max_alias_nodes": ("alias_nodes", 0, "Nodes that YAML aliases stand for."),
    "max_references": ("references", 0, "References that are followed."),
    "max_operations": ("operations", 0, "Operations of one description."),
    "max_schema_nodes": ("schema_nodes", 0, "Schema objects that are translated."),
    "max_expansion": ("expansion", 1, "Size of a package, in sizes of its description."),
}
"""By option: the field of `Limits`, the least value, and the help."""


def _parameter(option: str, field: str, least: int, help: str) -> inspect.Parameter:
    kind = Annotated[int, typer.Option(min=least, metavar="N", help=help, rich_help_panel="Limits")]
    return inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=getattr(_DEFAULT, field), annotation=kind)


def _limits(**values: int) -> Limits:
    return Limits(**{_OPTIONS[option][0]: value for option, value in values.items()})


def changed(limits: Limits) -> list[str]:
    """The options whose limit is another one than without them, as they are spelled."""
    return [
        f"--{option.replace('_', '-')}"
        for option, (field, *_) in _OPTIONS.items()
        if getattr(limits, field) != getattr(_DEFAULT, field)
    ]


takes_limits = spread("limits", [_parameter(option, *rest) for option, rest in _OPTIONS.items()], _limits)
"""Decorate a command that has a parameter `limits: Limits`: it gets one option for each of them."""
