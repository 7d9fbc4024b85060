"""Headers: what a derived file opens with is what the identity card says of its source and its licence."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["headers"]

NOT_STATED = "LicenseRef-not-stated"
NO_HOLDER = "NOASSERTION"


def headers(package: Package) -> Iterator[Finding]:
    """The header of the identity card agrees with its provenance and rights; that the other files open with it, the loader knows."""
    card, header = package.connector, package.connector.header
    facts = (
        ("source", header.source, card.provenance.url),
        ("source_sha256", header.source_sha256, card.provenance.sha256),
        ("derivation", header.derivation, card.provenance.derivation),
        ("license", header.license, card.rights.license or NOT_STATED),
        ("share_alike", header.share_alike, card.rights.share_alike),
        ("copyright", len(header.copyright), len(card.rights.copyright or (NO_HOLDER,))),
    )
    for name, found, expected in facts:
        if found != expected:
            message = f"`{name}` of the header is `{_shown(expected)}`, as the rest of the card says, found `{_shown(found)}`"
            if name == "copyright":
                message = f"the header has as many copyright lines as the card, {expected}, found {found}"
            yield Finding(
                Code.HEADER_DISAGREES, Severity.ERROR, message, "run `connectors gen`", Place(CONNECTOR, f"/header/{name}")
            )


def _shown(value: str | int | None) -> str:
    return "null" if value is None else str(value)
