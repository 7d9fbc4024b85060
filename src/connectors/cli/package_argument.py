"""PACKAGE as an argument of commands that look it up, and what completes it and OPERATION in a shell."""

from typing import Annotated

import typer

__all__ = ["PACKAGE_HELP", "PackageArgument", "complete_operation", "complete_package"]

PACKAGE_HELP = "A folder, an id of an installed or shipped connector, or an address of the store."


def complete_package(incomplete: str) -> list[str]:
    """Loaded only when a shell asks."""
    from connectors.cli.completion import complete_package as complete

    return complete(incomplete)


def complete_operation(ctx: typer.Context, incomplete: str) -> list[str]:
    """Loaded only when a shell asks."""
    from connectors.cli.completion import complete_operation as complete

    return complete(ctx, incomplete)


PackageArgument = Annotated[
    str, typer.Argument(metavar="PACKAGE", help=PACKAGE_HELP, show_default=False, autocompletion=complete_package)
]
