"""`connectors suggest`: proposals for the overlay."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from connectors.cli.report import reported, usage_error

if TYPE_CHECKING:
    from pathlib import Path

    from connectors.cli.page import Page
    from connectors.overlaying import OverlayWritten
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
    kinds: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help="Only proposals of this kind; may be repeated.", show_default=False),
    ] = None,
    operations: Annotated[
        list[str] | None,
        typer.Option(
            "--operation", metavar="OPERATION", help="Only proposals for this operation; may be repeated.", show_default=False
        ),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Put what --kind and --operation choose into overlay.yaml.")] = False,
    because: Annotated[
        str | None,
        typer.Option("--because", metavar="REASON", help="Why, for entries that make a call look safer.", show_default=False),
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Write the proposals as JSON.")] = False,
) -> None:
    """Propose entries for the overlay, each with its evidence and with what is missing.

    A proposal is a question to a person, and nothing is applied. With --write, those that --kind and --operation choose become entries
    of `overlay.yaml`, each below a comment with its reason; the rest of the file keeps its layout. A proposal that cannot stand as it is
    becomes a draft in a comment at the end of the file. `connectors seal` then takes the file into the package.
    """
    with reported(json_output):
        from connectors.cli.lookup import find_folder, find_operation
        from connectors.store.load import effective, load_derived
        from connectors.suggest.suggest import suggest as proposals_for

        if write and not kinds and not operations:
            raise usage_error("`--write` wants a choice", f"choose with `--kind` ({', '.join(_HEADINGS)}) or `--operation`")
        for kind in kinds or ():
            if kind not in _HEADINGS:
                raise usage_error(f"expected a kind of proposal, found `{kind}`", f"give one of {', '.join(_HEADINGS)}")
        folder = find_folder(package)
        derived = load_derived(folder)
        loaded = effective(derived)
        targets = {find_operation(loaded, text).identity for text in operations or ()}
        found = tuple(
            item for item in proposals_for(loaded) if (not kinds or item.kind in kinds) and (not targets or item.target in targets)
        )
        if write:
            from connectors.overlaying import write_into_overlay

            written = write_into_overlay(folder, derived, loaded, found, because=because)
        if json_output:
            from connectors.cli.json_output import put_json

            report: dict[str, Any] = {
                "connector": loaded.connector.id,
                "address": loaded.address,
                "proposals": [_json(item) for item in found],
            }
            if write:
                report["changed"] = written.changed
                report["written"] = [
                    {"kind": item.proposal.kind.value, "target": item.proposal.target, "key": item.key, "fate": item.fate.value,
                     "why": item.why} for item in written.settled
                ]  # fmt: skip
            put_json(report)
            return
        import sys

        from connectors.cli.page import Page
        from connectors.cli.terminal import Colours, columns, put

        page = Page(columns(), Colours.of(sys.stdout))
        if write:
            _write_settled(page, folder, written)
        else:
            _write(page, loaded.connector.id, found)
        put(str(page))


def _write_settled(page: "Page", folder: "Path", written: "OverlayWritten") -> None:
    counts = [f"{sum(item.fate == fate for item in written.settled)} {fate}" for fate in ("written", "drafted", "left")]
    page.title(f"{folder / 'overlay.yaml'}: {', '.join(counts)}")
    for item in written.settled:
        page.line(
            f"{item.fate.value}  {item.proposal.kind.value}  {item.key}", "bold" if item.fate == "written" else "", indent="  "
        )
        if item.why:
            page.facts([("because", item.why)], indent=4)
    page.blank()
    page.line(f"Run `connectors seal {folder}`." if written.changed else "Nothing was written.", "dim")


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

    from connectors.cli.words import plural

    page.title(f"{connector}: {plural(len(found), 'proposal')}" if found else f"{connector}: nothing to propose")
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
        page.line("What you agree with goes into `overlay.yaml`: by hand, or with `--write` and `--kind` or `--operation`.", "dim")
