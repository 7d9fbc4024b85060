"""`connectors notices`: the file that speaks for the rights in all packages of a catalog."""

from pathlib import Path
from typing import Annotated

import typer

from connectors.cli.report import reported

__all__ = ["notices"]


def notices(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="PATH", help="A folder of packages; connectors/ unless given.", show_default=False),
    ] = None,
    output: Annotated[Path, typer.Option(metavar="FILE", help="The file to write its section of.")] = Path("LICENSE-NOTICES"),
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit with 1 where the file would change.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Write LICENSE-NOTICES: what every package of a catalog says of its rights.

    Only the section between two marks is written; what a person wrote around it stays. Without marks the section is added at the end.
    """
    with reported():
        from connectors.cli.lookup import CATALOG
        from connectors.cli.terminal import printable, put
        from connectors.cli.words import plural
        from connectors.notices import write_notices
        from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation

        noted = write_notices(path or CATALOG, output, check=check)
        if check and noted.changed:
            message = f"`{output}` does not say what the packages say"
            problem = Problem(SourceLocation(str(output)), Severity.ERROR, Code.NOTICES_DIFFER, message, "run `connectors notices`")
            raise PackageError([problem])
        if not quiet:
            shown, packages = printable(str(output)), plural(noted.packages, "package")
            put(f"Wrote {shown}: {packages}\n" if noted.changed else f"{shown} is unchanged: {packages}\n")
