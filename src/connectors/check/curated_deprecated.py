"""Deprecated operations: what the vendor advises against is not among what is offered by name."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["curated_deprecated"]


def curated_deprecated(package: Package) -> Iterator[Finding]:
    """A curated operation is one to begin with. Source: OpenAPI 3.1, Operation Object, `deprecated`."""
    places = Places(package)
    for operation in package.operations:
        if operation.curated and operation.deprecated:
            message = f"a curated operation is one that the vendor stands by, found {label(operation)}, which is deprecated"
            remedy = "curate what took its place, or take `curated` away in the overlay"
            place = places.of(operation, "/deprecated")
            yield Finding(Code.CURATED_DEPRECATED, Severity.WARNING, message, remedy, place, operation.identity)
