"""What `install` has done: which version is active now, where it comes from, and under which rights."""

import os
import sys
from typing import TYPE_CHECKING, Any

from connectors.cli.json_output import problem_json, whole
from connectors.cli.page import Page
from connectors.cli.terminal import Colours, columns, printable
from connectors.installed.records import InstallRecord, Origin

if TYPE_CHECKING:
    from connectors.installing.install import Installed

__all__ = ["installed_json", "installed_text", "origin_words", "short"]

_MADE_FROM = {
    Origin.RECIPE: "generated from the recipe",
    Origin.PACKAGE: "copied from the package",
    Origin.DESCRIPTION: "generated from a description",
    Origin.INSTALLED: "generated from the version before",
    Origin.UNKNOWN: "nobody knows: its record was lost",
}


def installed_text(done: "Installed") -> str:
    """The page for people."""
    card = done.card
    page = Page(columns(), Colours.of(sys.stdout))
    version = f" {printable(card.api_version)}" if card.api_version else ""
    page.title(f"Installed {card.id}{version}" if done.changed else f"{card.id}{version} is installed and unchanged")
    rights, provenance, counts = card.rights, card.provenance, card.counts
    described = f"{provenance.format.value}, {provenance.bytes:,} bytes, sha256:{provenance.sha256[:12]}…"
    given = done.record.description.given if done.record is not None and done.record.description is not None else provenance.url
    claims = ", ".join(
        f"{claim.found_in} says {claim.value}" for claim in rights.claims if claim.found_in.startswith("info.license")
    )
    page.facts(
        [
            ("address", done.address),
            ("made", printable(origin_words(done.record)) if done.record is not None else ""),
            ("description", "\n".join(filter(None, [printable(given or ""), described]))),
            (
                "licence",
                (printable(rights.license) if rights.license else "not stated") + (f" ({printable(claims)})" if claims else ""),
            ),
            ("copyright", "\n".join(map(printable, rights.copyright))),
            ("passed on", "may be: somebody asserts it" if rights.redistributable else "nobody has said that it may be"),
            ("operations", f"{counts.operations:,} of {counts.declared:,} declared, {counts.gaps:,} gaps"),
            ("before", f"{short(done.before)}, stored until `connectors gc`" if done.before and done.changed else ""),
        ],
        indent=2,
    )
    return str(page)


def installed_json(done: "Installed") -> dict[str, Any]:
    """Every key present. `before` is the address that was active, null where none was; `record` as it stands in the store."""
    card = done.card
    return {
        "connector": card.id,
        "address": done.address,
        "before": done.before,
        "changed": done.changed,
        "folder": str(done.folder),
        "record": whole(done.record) if done.record is not None else None,
        "provenance": whole(card.provenance),
        "rights": whole(card.rights),
        "counts": whole(card.counts),
        "problems": [problem_json(problem) for problem in done.problems],
    }


def origin_words(record: InstallRecord) -> str:
    """What a version was made from."""
    words = _MADE_FROM[record.origin]
    if record.tier == "baked":
        return f"{words} that ships with the program"
    if record.origin in (Origin.RECIPE, Origin.PACKAGE):
        return f"{words} {_relative(record.place)}"
    return words


def short(address: str) -> str:
    """An address as people write it: long enough to be one of its own, short enough to read."""
    return address[: len("sha256:") + 12]


def _relative(place: str) -> str:
    here = os.path.relpath(place)
    return place if here.startswith("..") else here
