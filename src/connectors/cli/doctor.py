"""`connectors doctor`: find what is wrong with the store, and mend it."""

from typing import Annotated

import typer

from connectors.cli.report import print_problems, reported

__all__ = ["doctor"]


def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Mend what was found, and say what was done.")] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Write the findings as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but what is left to be mended.")] = False,
) -> None:
    """Find what is wrong with the store of installed packages: half-written, damaged, orphaned and foreign files; and what killed runs left
    in the cache.

    With --fix, what killed runs left is removed; a damaged package is made anew where the very same bytes come out, from its stored
    description or another tier; foreign files are moved to the folder `set-aside` beside the store. Exit status 1 where something is left.
    """
    with reported(json_output):
        from connectors.catalog.tiers import Tiers
        from connectors.installing.copies import Caches
        from connectors.installing.mending import doctor as examine
        from connectors.problems import Severity

        found = examine(Tiers.of_user(), fix=fix, caches=Caches.of_user())
        left = [finding for finding in found if finding.mended is None]
        if json_output:
            from connectors.cli.json_output import problem_json, put_json

            put_json([{"problem": problem_json(finding.problem), "mended": finding.mended} for finding in found])
        else:
            from connectors.cli.terminal import printable, put
            from connectors.cli.words import plural

            if not quiet:
                for finding in found:
                    if finding.mended is not None:
                        put(f"mended[{finding.problem.code}]: {printable(f'{finding.problem.where}: {finding.mended}')}\n")
            print_problems([finding.problem for finding in left])
            if not quiet:
                put(f"{plural(len(found), 'finding')}, {len(found) - len(left)} mended\n" if found else "The store is whole.\n")
        if any(finding.problem.severity is Severity.ERROR for finding in left):
            raise typer.Exit(1)
