"""`connectors suggest`: proposals for the overlay."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from connectors.cli.report import reported

if TYPE_CHECKING:
    from connectors.cli.page import Page
    from connectors.suggest.proposals import Proposal

__all__ = ["suggest"]

_HEADINGS = {
    "pagination": "Pages: what may be walked, and what the description does not show",
    "credential": "Credentials among ordinary parameters",
    "value_prefix": "Words before a credential's value",
    "no_identity": "Schemes that are no identity",
    "outcome": "Failures inside a success",
    "idempotency_key": "Writes that may be repeatable",
    "pending": "Work that goes on after the answer",
    "read_behind_post": "POSTs that may only read",
    "curated": "A set to start with",
}


def suggest(
    package: Annotated[
        str, typer.Argument(metavar="PACKAGE", help="Folder of a package, or an id below connectors/.", show_default=False)
    ],
    json_output: Annotated[bool, typer.Option("--json", help="Write the proposals as JSON.")] = False,
) -> None:
    """Propose entries for the overlay, each with its evidence and with what is missing.

    A proposal is a question to a person: nothing is applied, and nothing is written. Writing chosen ones into `overlay.yaml` (`--write`)
    comes later.
    """
    with reported(json_output):
        from connectors.cli.lookup import find_package
        from connectors.store.load import load_package
        from connectors.suggest.suggest import suggest as proposals_for

        loaded = load_package(find_package(package))
        found = proposals_for(loaded)
        if json_output:
            from connectors.cli.json_output import put_json

            put_json({"connector": loaded.connector.id, "address": loaded.address, "proposals": [_json(item) for item in found]})
            return
        import sys

        from connectors.cli.page import Page
        from connectors.cli.terminal import Colours, columns, put

        page = Page(columns(), Colours.of(sys.stdout))
        _write(page, loaded.connector.id, found)
        put(str(page))


def _json(proposal: "Proposal") -> dict[str, Any]:
    return {
        "kind": proposal.kind.value,
        "target": proposal.target,
        "reason": proposal.reason,
        "entry": dict(proposal.entry),
        "evidence": list(proposal.evidence),
        "missing": list(proposal.missing),
    }


def _write(page: "Page", connector: str, found: "tuple[Proposal, ...]") -> None:
    import json

    page.title(f"{connector}: {len(found)} proposals" if found else f"{connector}: nothing to propose")
    for kind, heading in _HEADINGS.items():
        of_kind = [proposal for proposal in found if proposal.kind == kind]
        if not of_kind:
            continue
        page.heading(f"{heading} ({len(of_kind)})")
        for proposal in of_kind:
            page.line(proposal.target, "bold", indent="  ")
            rows = [("because", proposal.reason)]
            if proposal.entry:
                rows.append(("entry", json.dumps(proposal.entry, ensure_ascii=False)))
            rows += [("missing", text) for text in proposal.missing]
            rows += [("see", text) for text in proposal.evidence[:3]]
            page.facts(rows, indent=4)
    if found:
        page.blank()
        page.line("What you agree with goes into `overlay.yaml`, by hand so far: `suggest --write` comes later.", "dim")
