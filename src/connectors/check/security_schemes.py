"""Schemes: what a security requirement names is a scheme of the connector, or stands there as one that nobody can satisfy."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR, Places, label, named
from connectors.model.connector import AuthKind
from connectors.model.operation import AnyOf, Operation, Security
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["security_schemes"]


def security_schemes(package: Package) -> Iterator[Finding]:
    """Every named scheme exists and can be satisfied where the requirement says so.

    One that is declared nowhere is a fault of the description, and said once however often it is named.
    """
    places = Places(package)
    kinds = {scheme.id: scheme.kind for scheme in package.connector.auth}
    undeclared: dict[str, tuple[Place, list[Operation]]] = {}
    securities: list[tuple[Operation | None, Security]] = [(None, package.connector.default_security)]
    securities += [(operation, operation.security) for operation in package.operations]
    for operation, security in securities:
        if not isinstance(security, AnyOf):
            continue
        for row, alternative in enumerate(security.alternatives):
            for column, requirement in enumerate(alternative):
                kind = kinds.get(requirement.scheme)
                if kind is not None and (kind is not AuthKind.UNKNOWN or not requirement.satisfiable):
                    continue
                below = f"/alternatives/{row}/{column}"
                if operation is None:
                    place, who = Place(CONNECTOR, f"/default_security{below}"), "the default requirement"
                else:
                    place, who = places.of(operation, f"/security{below}"), label(operation)
                if not requirement.satisfiable:
                    undeclared.setdefault(requirement.scheme, (place, []))[1].extend([operation] if operation else [])
                    continue
                what = "which is no scheme of the connector" if kind is None else "whose kind nobody knows"
                message = f"{who} asks for a scheme that can be satisfied, found `{requirement.scheme}`, {what}"
                remedy = "name another scheme as `security` in the overlay, or keep this one in its `auth`"
                identity = operation.identity if operation else None
                yield Finding(Code.SCHEME_NOT_LISTED, Severity.ERROR, message, remedy, place, identity)
    for scheme, (place, operations) in undeclared.items():
        who = named(operations) if operations else "the default requirement"
        message = f"`{scheme}` is declared nowhere, and {who} cannot be called with it"
        remedy = "declare the scheme in the description, or set `security` in the overlay"
        yield Finding(Code.SCHEME_UNDECLARED, Severity.WARNING, message, remedy, place)
