"""Letter case: two operations whose paths differ in nothing else are easily taken for each other, and often are one."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["letter_case"]


def letter_case(package: Package) -> Iterator[Finding]:
    """Paths have a case (RFC 3986 §6.2.2.1) and some servers ignore it; ids are of small letters alone, as `operation-id` says."""
    places = Places(package)
    owners: dict[str, Operation] = {}
    for operation in package.operations:
        other = owners.setdefault(operation.identity.casefold(), operation)
        if other is not operation:
            message = f"the paths of two operations differ in more than letter case, found {label(other)} and {label(operation)}"
            remedy = "drop one of the two in the overlay, with `because`, if they are one"
            place = places.of(operation, "/path")
            yield Finding(Code.DIFFER_IN_CASE, Severity.WARNING, message, remedy, place, operation.identity)
