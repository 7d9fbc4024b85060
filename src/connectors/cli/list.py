"""`connectors list`: the connectors of all tiers, and the versions that are stored."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from connectors.cli.report import reported

if TYPE_CHECKING:
    from connectors.catalog.listing import Listed

__all__ = ["list"]


def list(
    all_versions: Annotated[bool, typer.Option("--all", help="Show every stored version, not the active ones alone.")] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Write everything as JSON.")] = False,
) -> None:
    """List what is installed, what ships with the program, and what the project grants.

    Of one id the first tier counts: project, user, baked; what stands behind it is marked as hidden. A recipe has to be installed
    before it can be used.
    """
    with reported(json_output):
        from connectors.catalog.listing import listing
        from connectors.catalog.lookup import passed_over_all
        from connectors.catalog.tiers import Tiers

        tiers = Tiers.of_user()
        found = listing(tiers, all_versions=all_versions or json_output)
        if (note := passed_over_all(tiers)) is not None:
            from connectors.cli.report import print_problems

            print_problems([note])
        if json_output:
            from connectors.cli.json_output import put_json

            put_json([_json(item) for item in found])
            return
        from connectors.cli.terminal import put

        put(_text(found))


def _json(item: "Listed") -> dict[str, Any]:
    from connectors.cli.json_output import whole

    return {
        "connector": item.connector,
        "tier": item.tier.value,
        "kind": item.kind.value,
        "state": item.state.value,
        "version": item.api_version,
        "address": item.address,
        "pinned": item.pinned,
        "bytes": item.size,
        "folder": str(item.folder),
        "record": whole(item.record) if item.record is not None else None,
    }


def _text(found: "tuple[Listed, ...]") -> str:
    import sys

    from connectors.cli.install_report import short
    from connectors.cli.layout import Cell
    from connectors.cli.page import Page
    from connectors.cli.terminal import Colours, columns

    page = Page(columns(), Colours.of(sys.stdout))
    if not found:
        page.line("Nothing is installed. `connectors install` brings a connector to the store.")
        return str(page)
    rows = [
        [
            Cell(item.connector, "bold"),
            Cell(item.api_version or ""),
            Cell(item.tier.value),
            Cell(", ".join([item.state.value] + (["pinned"] if item.pinned else []))),
            Cell(short(item.address) if item.address else ""),
            Cell(f"{(item.size + 1023) // 1024:,} kB"),
            Cell(item.record.installed[:10] if item.record is not None else "", "dim"),
        ]
        for item in found
    ]
    page.table(rows, indent=0)
    return str(page)
