"""Derivation: a package was derived by the rules that this program has."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity
from connectors.version import DERIVATION_VERSION

__all__ = ["derivation"]


def derivation(package: Package) -> Iterator[Finding]:
    """A higher version of the rules says more, or says it better, of the same description."""
    found = package.connector.provenance.derivation
    if found < DERIVATION_VERSION:
        message = f"the package is derived by rules {DERIVATION_VERSION}, found rules {found}"
        remedy = "run `connectors gen`, and look at what changes"
        yield Finding(Code.DERIVATION_BEHIND, Severity.WARNING, message, remedy, Place(CONNECTOR, "/provenance/derivation"))
