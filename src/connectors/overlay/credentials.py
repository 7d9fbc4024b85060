"""Credentials under an overlay: which schemes stay, and whether a requirement can still be met, or has become weaker."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET

from connectors.model.connector import AuthKind, AuthScheme, Placement
from connectors.model.operation import Alternative, Anonymous, AnyOf, Location, Operation, Requirement, Security, Undeclared
from connectors.overlay.document import AuthEdit

__all__ = ["edited_scheme", "is_callable", "is_weaker", "satisfiable", "scheme_fault", "settled", "with_satisfiable"]

_IN_AUTHORIZATION = {AuthKind.HTTP_BEARER, AuthKind.HTTP_BASIC, AuthKind.HTTP_OTHER, AuthKind.OAUTH2, AuthKind.OPENID_CONNECT}


def scheme_fault(scheme: AuthScheme, edit: AuthEdit) -> str | None:
    """What is wrong with an edit of a scheme, as the rest of a sentence."""
    nowhere = scheme.placement is None and edit.placement is UNSET and scheme.kind not in _IN_AUTHORIZATION
    if edit.value_prefix is not UNSET and edit.value_prefix is not None and nowhere:
        return f"is of kind `{scheme.kind}` and stands in no header: there is nothing to put `value_prefix` before"
    if edit.placement is not UNSET and scheme.kind is AuthKind.MUTUAL_TLS:
        return "is a certificate, which travels in no header"
    return None


def edited_scheme(scheme: AuthScheme, edit: AuthEdit) -> AuthScheme:
    """The scheme as a person completed it. One of unknown kind whose placement is told is an API key."""
    placement = scheme.placement if edit.placement is UNSET else edit.placement
    if edit.value_prefix is not UNSET:
        if placement is None and edit.value_prefix is not None:
            # RFC 9110 §11.6.2: where these kinds send what they send.
            placement = Placement(Location.HEADER, "Authorization")
        if placement is not None:
            placement = msgspec.structs.replace(placement, value_prefix=edit.value_prefix)
    kind = AuthKind.API_KEY if scheme.kind is AuthKind.UNKNOWN and placement is not None else scheme.kind
    description = scheme.description if edit.description is UNSET else edit.description
    return msgspec.structs.replace(scheme, kind=kind, placement=placement, description=description)


def satisfiable(schemes: Iterable[AuthScheme]) -> dict[str, bool]:
    """Whether a credential can be given, by the id of the scheme."""
    return {scheme.id: scheme.kind is not AuthKind.UNKNOWN for scheme in schemes}


def with_satisfiable(security: Security, before: Mapping[str, bool], after: Mapping[str, bool]) -> Security:
    """The same requirement after the list of schemes was replaced: those that left it cannot be satisfied, mended ones can."""
    if not isinstance(security, AnyOf):
        return security

    def judged(requirement: Requirement) -> Requirement:
        was, is_now = before.get(requirement.scheme, False), after.get(requirement.scheme, False)
        return requirement if was == is_now else msgspec.structs.replace(requirement, satisfiable=is_now)

    return AnyOf(tuple(tuple(judged(requirement) for requirement in alternative) for alternative in security.alternatives))


def settled(security: Security, known: Mapping[str, bool]) -> Security:
    """A written requirement with `satisfiable` as the schemes say."""
    if not isinstance(security, AnyOf):
        return security
    return AnyOf(
        tuple(
            tuple(msgspec.structs.replace(item, satisfiable=known.get(item.scheme, False)) for item in alternative)
            for alternative in security.alternatives
        )
    )


def is_weaker(before: Security, after: Security) -> bool:
    """Whether a call may now leave out a credential that it had to give.

    Both are effective requirements. Another scheme in the place of one is no weakening; fewer of the same are, and none at all is.
    """
    old, new = _alternatives(before), _alternatives(after)
    return any(not any(one >= other for other in old) and any(one < other for other in old) for one in new)


def is_callable(operation: Operation, default: Security) -> bool:
    """Whether some alternative can be satisfied."""
    effective = default if isinstance(operation.security, Undeclared) else operation.security
    if not isinstance(effective, AnyOf):
        return True
    return any(all(requirement.satisfiable for requirement in alternative) for alternative in effective.alternatives)


def _alternatives(security: Security) -> tuple[frozenset[str], ...]:
    if isinstance(security, (Undeclared, Anonymous)):
        return (frozenset(),)
    return tuple(_schemes(alternative) for alternative in security.alternatives)


def _schemes(alternative: Alternative) -> frozenset[str]:
    return frozenset(requirement.scheme for requirement in alternative)
