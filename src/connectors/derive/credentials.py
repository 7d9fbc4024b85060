"""Credentials: the ids of security schemes, and what an operation needs of them. A requirement never gets weaker."""

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

from connectors.derive.words import words
from connectors.description.remarks import Remarks
from connectors.description.view import RequirementView, SchemeView
from connectors.model.connector import AuthKind, AuthScheme
from connectors.model.operation import Anonymous, AnyOf, Requirement, Security, Undeclared
from connectors.problems import Code

__all__ = ["Schemes", "is_callable", "schemes_of"]

_PLAIN = {
    AuthKind.HTTP_BASIC: "basic",
    AuthKind.HTTP_BEARER: "bearer",
    AuthKind.OAUTH2: "oauth2",
    AuthKind.OPENID_CONNECT: "openid",
    AuthKind.MUTUAL_TLS: "mtls",
    AuthKind.UNKNOWN: "unknown",
}


class Schemes(msgspec.Struct, frozen=True):
    """The security schemes of a description under their ids. `ids` and `satisfiable` are keyed by the description's own key."""

    schemes: tuple[AuthScheme, ...]
    ids: Mapping[str, str]
    satisfiable: Mapping[str, bool]

    def security(self, alternatives: tuple[tuple[RequirementView, ...], ...] | None, operation: str, remarks: Remarks) -> Security:
        """The requirement in the package's terms; `operation` names who asks, for remarks."""
        if alternatives is None:
            return Undeclared()
        if not alternatives:
            return Anonymous()
        return AnyOf(
            tuple(tuple(self._requirement(item, operation, remarks) for item in alternative) for alternative in alternatives)
        )

    def _requirement(self, view: RequirementView, operation: str, remarks: Remarks) -> Requirement:
        id_ = self.ids.get(view.key)
        if id_ is None:
            if view.readable:
                remarks.narrowed(
                    Code.SCHEME_UNDECLARED,
                    f"`{view.key}`, which `{operation}` needs, is declared nowhere; nothing can satisfy it",
                    view.at,
                )
            return Requirement(view.key, view.scopes, satisfiable=False)
        return Requirement(id_, view.scopes, satisfiable=view.readable and self.satisfiable[view.key])


def schemes_of(views: Iterable[SchemeView], known: Mapping[str, str]) -> Schemes:
    """Give every scheme its id: from its shape alone, or with the vendor's key behind it where several have one shape.

    `known` maps `shape vendor_key` to the id it had before, and wins.
    """
    declared = [view.scheme for view in views]
    shapes: dict[str, list[AuthScheme]] = {}
    for scheme in declared:
        shapes.setdefault(shape_of(scheme), []).append(scheme)
    ids: dict[str, str] = {}
    taken = set(known.values())
    for shape, schemes in sorted(shapes.items()):
        for scheme in sorted(schemes, key=lambda item: item.vendor_key):
            locked = known.get(f"{shape} {scheme.vendor_key}")
            id_ = locked or (shape if len(schemes) == 1 else f"{shape}_{_snake(scheme.vendor_key)}")
            if locked is None and id_ in taken:
                id_ = f"{id_}_{hashlib.sha256(scheme.vendor_key.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"
            ids[scheme.vendor_key] = id_
            taken.add(id_)
    return Schemes(
        schemes=tuple(msgspec.structs.replace(scheme, id=ids[scheme.vendor_key]) for scheme in declared),
        ids=ids,
        satisfiable={scheme.vendor_key: scheme.kind is not AuthKind.UNKNOWN for scheme in declared},
    )


def shape_of(scheme: AuthScheme) -> str:
    """What a scheme is, whatever the vendor calls it: the id it has while no other scheme is the same."""
    if scheme.kind is AuthKind.API_KEY and scheme.placement is not None:
        return f"key_{scheme.placement.location.value}_{_snake(scheme.placement.name)}"
    if scheme.kind is AuthKind.HTTP_OTHER:
        return f"http_{_snake(scheme.scheme or '')}"
    return _PLAIN[scheme.kind]


def is_callable(security: Security) -> bool:
    """Whether some alternative can be satisfied, as far as the description goes; one that is undeclared asks for nothing."""
    if not isinstance(security, AnyOf):
        return True
    return any(all(requirement.satisfiable for requirement in alternative) for alternative in security.alternatives)


def _snake(text: str) -> str:
    return "_".join(words(text)) or hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
