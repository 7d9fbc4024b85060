"""What a call changes and whether it may be repeated, from HTTP semantics and the declared headers alone."""

from connectors.model.operation import Consequence, Effect, Idempotency

__all__ = ["STANDARD_METHODS", "consequence_of", "effect_of", "idempotency_of"]

# RFC 9110 §9.2.1 names the safe methods; QUERY is safe and idempotent by its own specification.
_EFFECT = {
    "GET": Effect.READ,
    "HEAD": Effect.READ,
    "OPTIONS": Effect.READ,
    "TRACE": Effect.READ,
    "QUERY": Effect.READ,
    "POST": Effect.CREATE,
    "PUT": Effect.UPDATE,
    "PATCH": Effect.UPDATE,
    "DELETE": Effect.DELETE,
}
STANDARD_METHODS = frozenset(_EFFECT)
"""The methods that have a rule of their own."""


def effect_of(method: str) -> Effect:
    """What a call may change. `method` as it is sent; a method without a rule of its own is an update.

    Source: RFC 9110 §9.2.1 (safe methods).
    """
    # Names lie: a vendor's `getOrCreateLease` is a POST that allocates. Never look at the operation's id.
    return _EFFECT.get(method, Effect.UPDATE)


def idempotency_of(method: str, *, keyed: bool) -> Idempotency:
    """Whether a call may be repeated. `keyed` says that the operation declares an idempotency key.

    Source: RFC 9110 §9.2.2 (idempotent methods), which PUT and DELETE are with or without a key.
    """
    if effect_of(method) is Effect.READ:
        return Idempotency.SAFE
    if method in ("PUT", "DELETE"):
        return Idempotency.IDEMPOTENT
    return Idempotency.KEYED if keyed else Idempotency.UNSAFE


def consequence_of(effect: Effect, method: str) -> Consequence:
    """Whether what a call does can be taken back. Only a person says of a change that it can."""
    if effect is Effect.READ:
        return Consequence.READ
    return Consequence.IRREVERSIBLE if method == "DELETE" else Consequence.UNSTATED
