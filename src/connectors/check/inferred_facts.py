"""Inferred facts: what structure suggests, and no person has confirmed."""

from collections.abc import Iterator

from connectors import pointer
from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR, Places, label
from connectors.model.operation import Basis
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["inferred_facts"]


def inferred_facts(package: Package) -> Iterator[Finding]:
    """Every fact of the package with the basis `inferred`."""
    card = package.connector
    for fact, basis in card.basis.items():
        if basis is Basis.INFERRED:
            yield _finding(
                f"`{fact}` of the connector", f"say `{fact}` in the overlay", Place(CONNECTOR, f"/basis{pointer.join((fact,))}")
            )
    for index, server in enumerate(card.servers):
        if server.basis is Basis.INFERRED:
            place = Place(CONNECTOR, f"/servers/{index}/basis")
            yield _finding(f"the server `{server.url}`", "say `servers` in the overlay", place)
    places = Places(package)
    for operation in package.operations:
        for fact, basis in operation.basis.items():
            if basis is Basis.INFERRED:
                remedy = f"say `{fact}` of the operation in the overlay"
                place = places.of(operation, f"/basis{pointer.join((fact,))}")
                yield _finding(f"`{fact}` of {label(operation)}", remedy, place, operation.identity)
        pagination = operation.pagination
        if pagination is not None and pagination.basis is Basis.INFERRED:
            remedy = f"say `pagination: {{style: {pagination.style}}}` of the operation in the overlay"
            place = places.of(operation, "/pagination/basis")
            yield _finding(f"`pagination` of {label(operation)}", remedy, place, operation.identity)


def _finding(what: str, remedy: str, place: Place, identity: str | None = None) -> Finding:
    message = f"{what} is confirmed by a person, found it inferred"
    return Finding(Code.INFERRED_UNDER_STRICT, Severity.ERROR, message, remedy, place, identity)
