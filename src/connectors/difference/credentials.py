"""What lets a caller in: requirements as sets of credentials that are enough, and the schemes themselves."""

from collections.abc import Mapping

from connectors.difference.change import At, shown
from connectors.difference.codes import ChangeCode
from connectors.model.connector import AuthScheme, Flow
from connectors.model.operation import AnyOf, Security, Undeclared

__all__ = ["compare_schemes", "compare_security", "effective"]

_Needed = Mapping[str, frozenset[str]]
_ADDRESSES = ("authorization_url", "token_url", "refresh_url", "device_authorization_url")


def effective(security: Security, default: Security) -> Security:
    """The requirement that holds: the connector's where the operation says nothing."""
    return default if isinstance(security, Undeclared) else security


def compare_security(at: At, old: Security, new: Security) -> None:
    """Compare two requirements: whether credentials that were enough still are, and whether others are enough now."""
    before, after = _alternatives(old), _alternatives(new)
    words = (_words(before), _words(after))
    if not all(any(_is_enough(has, needed) for needed in after) for has in before):
        at.add(ChangeCode.SECURITY_TIGHTENED, *words)
    if not all(any(_is_enough(has, needed) for needed in before) for has in after):
        at.add(ChangeCode.SECURITY_LOOSENED, *words)


def compare_schemes(at: At, old: tuple[AuthScheme, ...], new: tuple[AuthScheme, ...]) -> None:
    """Compare the schemes of two connectors by id."""
    olds, news = ({scheme.id: scheme for scheme in schemes} for schemes in (old, new))
    for name in olds.keys() | news.keys():
        before, after = olds.get(name), news.get(name)
        here = at.below(name)
        if before is None or after is None:
            code = ChangeCode.SCHEME_REMOVED if after is None else ChangeCode.SCHEME_ADDED
            here.add(code, None if before is None else before.kind, None if after is None else after.kind)
        else:
            _compare_scheme(here, before, after)


def _alternatives(security: Security) -> list[_Needed]:
    """What is enough, each a map of schemes to scopes. Without a requirement nothing is; what nobody can satisfy is never enough."""
    if not isinstance(security, AnyOf):
        return [{}]
    return [
        {requirement.scheme: frozenset(requirement.scopes) for requirement in alternative}
        for alternative in security.alternatives
        if all(requirement.satisfiable for requirement in alternative)
    ]


def _is_enough(has: _Needed, needed: _Needed) -> bool:
    return all(scheme in has and scopes <= has[scheme] for scheme, scopes in needed.items())


def _words(alternatives: list[_Needed]) -> str:
    spelled = [
        " and ".join(scheme + (f" ({', '.join(sorted(scopes))})" if scopes else "") for scheme, scopes in sorted(needed.items()))
        or "nothing"
        for needed in alternatives
    ]
    return " or ".join(spelled) or "nothing that can be given"


def _compare_scheme(at: At, old: AuthScheme, new: AuthScheme) -> None:
    for name in ("kind", "scheme", "openid_connect_url"):
        if getattr(old, name) != getattr(new, name):
            at.add(ChangeCode.SCHEME_CHANGED, _text(getattr(old, name)), _text(getattr(new, name)), name)
    places = [None if each.placement is None else each.placement for each in (old, new)]
    for name in ("location", "name", "value_prefix"):
        was, now = (None if place is None else getattr(place, name) for place in places)
        if was != now:
            at.add(ChangeCode.SCHEME_CHANGED, _text(was), _text(now), "placement", "in" if name == "location" else name)
    if old.deprecated != new.deprecated:
        at.either(new.deprecated, ChangeCode.DEPRECATED, ChangeCode.DEPRECATION_WITHDRAWN, None, None)
    if (old.description, old.bearer_format, old.vendor_key) != (new.description, new.bearer_format, new.vendor_key):
        at.add(ChangeCode.WORDS_CHANGED, None, None)
    olds, news = ({flow.kind: flow for flow in scheme.flows} for scheme in (old, new))
    for kind in olds.keys() | news.keys():
        here = at.below("flows", kind)
        before, after = olds.get(kind), news.get(kind)
        if before is None or after is None:
            code = ChangeCode.FLOW_REMOVED if after is None else ChangeCode.FLOW_ADDED
            here.add(code, None if before is None else before.kind, None if after is None else after.kind)
        else:
            _compare_flow(here, before, after)


def _compare_flow(at: At, old: Flow, new: Flow) -> None:
    for name in _ADDRESSES:
        if getattr(old, name) != getattr(new, name):
            at.add(ChangeCode.SCHEME_CHANGED, _text(getattr(old, name)), _text(getattr(new, name)), name)
    olds, news = ({scope.name for scope in flow.scopes} for flow in (old, new))
    if olds != news:
        at.add(ChangeCode.SCOPES_CHANGED, ", ".join(sorted(olds - news)) or None, ", ".join(sorted(news - olds)) or None, "scopes")


def _text(value: object) -> str | None:
    return None if value is None else shown(value)
