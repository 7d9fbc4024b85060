"""Idempotency keys: a call that may be repeated with a key has an argument to send the key in."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, arguments, label
from connectors.model.operation import Idempotency
from connectors.model.package import Package
from connectors.problems import Code, Severity, nearest

__all__ = ["idempotency_keys"]


def idempotency_keys(package: Package) -> Iterator[Finding]:
    """`idempotency_key` is the key of an argument; `keyed` has one, and one on an `unsafe` call does nothing."""
    places = Places(package)
    for operation in package.operations:
        key, idempotency = operation.idempotency_key, operation.idempotency
        if key is None and idempotency is not Idempotency.KEYED:
            continue
        keys = [argument.key for _, argument in arguments(operation)]
        severity = Severity.ERROR
        if key is None:
            message = f"{label(operation)} is `keyed` and has an `idempotency_key`, found none"
            remedy = "add `idempotency_key` in the overlay, or write `idempotency: unsafe`"
        elif key not in keys:
            near = nearest(key, keys)
            message = f"`idempotency_key` of {label(operation)} is the key of an argument, found `{key}`"
            remedy = f"write `{near}` in the overlay" if near else "name one of its arguments in the overlay"
        elif idempotency is Idempotency.UNSAFE:
            severity = Severity.WARNING
            message = f"{label(operation)} has the idempotency key `{key}` and is `keyed`, found `unsafe`: the key does nothing"
            remedy = "write `idempotency: keyed` in the overlay, or `idempotency_key: null`"
        else:
            continue
        place = places.of(operation, "/idempotency_key" if key is not None else "/idempotency")
        yield Finding(Code.IDEMPOTENCY_KEY, severity, message, remedy, place, operation.identity)
