"""Effects: what a call changes is what its method says, unless a person says otherwise; and the three facts about it agree."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.operation import Basis, Consequence, Effect, Idempotency, Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["effects"]

# RFC 9110 §9.2.1 names the safe methods; QUERY is safe and idempotent by its own specification. Any other method is an update.
_EFFECTS = {
    **dict.fromkeys(("GET", "HEAD", "OPTIONS", "TRACE", "QUERY"), Effect.READ),
    "POST": Effect.CREATE,
    "DELETE": Effect.DELETE,
}


def effects(package: Package) -> Iterator[Finding]:
    """Effect, idempotency and consequence follow from the method where nobody authored them. Source: RFC 9110 §9.2."""
    places = Places(package)
    for operation in package.operations:
        for fact, expected in _expected(operation):
            found = getattr(operation, fact)
            if found == expected:
                continue
            stated = operation.basis.get(fact) is Basis.AUTHORED
            because = f"the effect is `{operation.effect}`" if stated else f"the method is `{operation.method}`"
            message = f"`{fact}` of {label(operation)} is `{expected}` where {because}, found `{found}`"
            remedy = f"state `{fact}` in the overlay, with `because`" if not stated else f"correct `{fact}` in the overlay"
            place = places.of(operation, f"/{fact}")
            yield Finding(Code.EFFECT_DISAGREES, Severity.ERROR, message, remedy, place, operation.identity)


def _expected(operation: Operation) -> Iterator[tuple[str, str]]:
    """What each fact has to be; an authored one only has to agree with the others about whether anything changes at all."""
    reads = operation.effect is Effect.READ
    authored = {fact for fact in ("effect", "idempotency", "consequence") if operation.basis.get(fact) is Basis.AUTHORED}
    if "effect" not in authored:
        yield "effect", _EFFECTS.get(operation.method, Effect.UPDATE)
    if "idempotency" not in authored:
        yield "idempotency", _idempotency(operation)
    elif reads != (operation.idempotency is Idempotency.SAFE):
        yield "idempotency", Idempotency.SAFE if reads else Idempotency.UNSAFE
    if "consequence" not in authored:
        yield "consequence", _consequence(operation)
    elif reads != (operation.consequence is Consequence.READ):
        yield "consequence", Consequence.READ if reads else Consequence.UNSTATED


def _idempotency(operation: Operation) -> Idempotency:
    if operation.effect is Effect.READ:
        return Idempotency.SAFE
    if operation.method in ("PUT", "DELETE"):
        return Idempotency.IDEMPOTENT
    return Idempotency.KEYED if operation.idempotency is Idempotency.KEYED else Idempotency.UNSAFE


def _consequence(operation: Operation) -> Consequence:
    if operation.effect is Effect.READ:
        return Consequence.READ
    return Consequence.IRREVERSIBLE if operation.method == "DELETE" else Consequence.UNSTATED
