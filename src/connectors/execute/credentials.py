"""Which credentials a call needs, and where each goes: a place and a placeholder, never a value."""

from dataclasses import dataclass

from connectors.execute.refusal import NOT_CALLABLE, Refusal
from connectors.model.connector import AuthKind, AuthScheme
from connectors.model.excerpt import Excerpt
from connectors.model.operation import Alternative, AnyOf, Location, Operation, Requirement, Undeclared
from connectors.model.package import Package

__all__ = ["Credential", "alternatives", "credentials_of"]

_HTTP = {AuthKind.HTTP_BASIC: "Basic", AuthKind.HTTP_BEARER: "Bearer", AuthKind.OAUTH2: "Bearer", AuthKind.OPENID_CONNECT: "Bearer"}


@dataclass(frozen=True, slots=True)
class Credential:
    """A place of a request that a secret goes into. `placeholder` stands there, and nowhere else in the request.

    `scheme` and `kind` name the AuthScheme; for an argument that is marked secret they are None and `argument` is its key.
    `location` and `name` are None where the credential is part of the connection (`mutual_tls`).
    """

    placeholder: str
    location: Location | None
    name: str | None
    prefix: str = ""
    scheme: str | None = None
    kind: AuthKind | None = None
    scopes: tuple[str, ...] = ()
    argument: str | None = None


def alternatives(package: Package | Excerpt, operation: Operation) -> tuple[Alternative, ...]:
    """The alternatives that can be satisfied, in the vendor's order; the empty one is anonymous access, () nothing declared.

    Raises Refusal where something is declared and nothing of it can be satisfied.
    """
    security = operation.security
    if isinstance(security, Undeclared):
        security = package.connector.default_security
    declared = security.alternatives if isinstance(security, AnyOf) else ()
    usable = tuple(alternative for alternative in declared if all(requirement.satisfiable for requirement in alternative))
    if (declared and not usable) or not operation.callable:
        raise Refusal(
            f"`{operation.id}` cannot be called: {_because(package, declared)}",
            "set `security` of the operation in the overlay",
            NOT_CALLABLE,
        )
    return usable


def credentials_of(package: Package | Excerpt, operation: Operation, chosen: int) -> tuple[Credential, ...]:
    """The credentials of one satisfiable alternative, counted from 0. Raises Refusal."""
    usable = alternatives(package, operation)
    if not usable and chosen == 0:
        return ()
    if not 0 <= chosen < len(usable):
        raise Refusal(
            f"expected the number of an alternative of credentials below {max(1, len(usable))}, found {chosen}", "count from 0"
        )
    schemes = {scheme.id: scheme for scheme in package.connector.auth}
    found: list[Credential] = []
    for requirement in usable[chosen]:
        credential = _placed(requirement, schemes.get(requirement.scheme))
        taken = [other.scheme for other in found if other.name is not None and _place(other) == _place(credential)]
        if taken:
            raise Refusal(
                f"the credentials `{taken[0]}` and `{credential.scheme}` go into one place, and both are needed",
                "choose another alternative, or set `security` in the overlay",
                NOT_CALLABLE,
            )
        found.append(credential)
    return tuple(found)


def _placed(requirement: Requirement, scheme: AuthScheme | None) -> Credential:
    if scheme is None:
        raise Refusal(f"the security scheme `{requirement.scheme}` is not declared", "set `auth` in the overlay", NOT_CALLABLE)
    placeholder = f"<{scheme.id}>"
    location: Location | None = Location.HEADER
    name: str | None = "Authorization"
    prefix = ""
    if scheme.kind is AuthKind.API_KEY and scheme.placement is not None:
        location, name, prefix = scheme.placement.location, scheme.placement.name, scheme.placement.value_prefix or ""
    elif scheme.kind in _HTTP:
        prefix = _HTTP[scheme.kind] + " "
    elif scheme.kind is AuthKind.HTTP_OTHER and scheme.scheme:
        prefix = scheme.scheme + " "
    elif scheme.kind is AuthKind.MUTUAL_TLS:
        location = name = None
    else:
        raise Refusal(
            f"the security scheme `{scheme.vendor_key}` is of the kind `{scheme.kind}`, of which nobody knows the place",
            "set `auth` in the overlay",
            NOT_CALLABLE,
        )
    return Credential(placeholder, location, name, prefix, scheme.id, scheme.kind, requirement.scopes)


def _place(credential: Credential) -> tuple[Location | None, str]:
    name = credential.name or ""
    return credential.location, name.lower() if credential.location is Location.HEADER else name


def _because(package: Package | Excerpt, declared: tuple[Alternative, ...]) -> str:
    schemes = {scheme.id: scheme for scheme in package.connector.auth}
    words: dict[str, None] = {}
    for alternative in declared:
        for requirement in alternative:
            if requirement.satisfiable:
                continue
            words[_why(requirement, schemes.get(requirement.scheme))] = None
    return ", and ".join(words) or "the package says so"


def _why(requirement: Requirement, scheme: AuthScheme | None) -> str:
    if scheme is None:
        return f"the scheme `{requirement.scheme}` is not declared"
    if scheme.kind is AuthKind.UNKNOWN:
        return f"the scheme `{scheme.vendor_key}` is of the kind `{scheme.kind}`"
    return f"the description's requirement of the scheme `{scheme.vendor_key}` (of the kind `{scheme.kind}`) cannot be read"
