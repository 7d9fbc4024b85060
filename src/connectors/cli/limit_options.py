"""Options for how much of a stranger's description is read, as every command that reads one spells them; see `connectors.limits`."""

from typing import Annotated

import typer

__all__ = [
    "MaxAliasNodes",
    "MaxBytes",
    "MaxDocuments",
    "MaxExpansion",
    "MaxNesting",
    "MaxOperations",
    "MaxReferences",
    "MaxSchemaNodes",
    "MaxSeconds",
]

_PANEL = "Limits"

MaxBytes = Annotated[int, typer.Option(min=1, metavar="N", help="Bytes of one document.", rich_help_panel=_PANEL)]
MaxDocuments = Annotated[int, typer.Option(min=1, metavar="N", help="Documents of one description.", rich_help_panel=_PANEL)]
MaxNesting = Annotated[int, typer.Option(min=1, metavar="N", help="Objects and arrays inside each other.", rich_help_panel=_PANEL)]
MaxAliasNodes = Annotated[int, typer.Option(min=0, metavar="N", help="Nodes that YAML aliases stand for.", rich_help_panel=_PANEL)]
MaxReferences = Annotated[int, typer.Option(min=0, metavar="N", help="References that are followed.", rich_help_panel=_PANEL)]
MaxOperations = Annotated[int, typer.Option(min=0, metavar="N", help="Operations of one description.", rich_help_panel=_PANEL)]
MaxSchemaNodes = Annotated[
    int, typer.Option(min=0, metavar="N", help="Schema objects that are translated.", rich_help_panel=_PANEL)
]
MaxExpansion = Annotated[
    int, typer.Option(min=1, metavar="N", help="Size of a package, in sizes of its description.", rich_help_panel=_PANEL)
]
MaxSeconds = Annotated[int, typer.Option(min=1, metavar="N", help="Seconds for all fetching.", rich_help_panel=_PANEL)]
