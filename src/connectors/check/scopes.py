"""Scopes: what an operation needs of an OAuth2 scheme is among what the scheme advertises, where it advertises any."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR, Places, named
from connectors.model.operation import AnyOf, Operation
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity, nearest

__all__ = ["scopes"]


def scopes(package: Package) -> Iterator[Finding]:
    """A required scope that no flow advertises cannot be asked for; said once, however many operations need it."""
    advertised = {
        scheme.id: found
        for scheme in package.connector.auth
        if (found := {scope.name for flow in scheme.flows for scope in flow.scopes})
    }
    if not advertised:
        return
    places = Places(package)
    missing: dict[tuple[str, str], tuple[Place, list[Operation]]] = {}
    for operation in (None, *package.operations):
        security = operation.security if operation is not None else package.connector.default_security
        if not isinstance(security, AnyOf):
            continue
        for row, alternative in enumerate(security.alternatives):
            for column, requirement in enumerate(alternative):
                known = advertised.get(requirement.scheme)
                if known is None or known.issuperset(requirement.scopes):
                    continue
                for index, scope in enumerate(requirement.scopes):
                    if scope in known:
                        continue
                    below = f"/alternatives/{row}/{column}/scopes/{index}"
                    place = (
                        Place(CONNECTOR, f"/default_security{below}")
                        if operation is None
                        else places.of(operation, f"/security{below}")
                    )
                    missing.setdefault((requirement.scheme, scope), (place, []))[1].extend([operation] if operation else [])
    for (scheme, scope), (place, operations) in missing.items():
        who = named(operations) if operations else "the default requirement"
        near = nearest(scope, advertised[scheme])
        message = f"`{scheme}` advertises every scope that is needed, found `{scope}`, which it does not, for {who}"
        meant = f", perhaps to `{near}`," if near else ""
        remedy = f"correct the scope{meant} in the description, or set `security` in the overlay"
        yield Finding(Code.SCOPE_NOT_ADVERTISED, Severity.WARNING, message, remedy, place)
