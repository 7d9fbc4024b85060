"""Argument keys: what callers write, unique within a call, and made of signs that every caller can write."""

import re
from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, arguments, label
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["argument_keys"]

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")


def argument_keys(package: Package) -> Iterator[Finding]:
    """Keys are addressable, and no two of one call are alike: not even but for letter case, which some clients fold."""
    places = Places(package)
    for operation in package.operations:
        owners: dict[str, str] = {}
        for where, argument in arguments(operation):
            key = argument.key
            message = None
            if not _KEY.fullmatch(key):
                shape = "of up to 64 letters, digits, `_` and `-`, a letter or `_` first"
                message = f"the key of `{argument.name}` in {label(operation)} is {shape}, found `{key}`"
            elif (other := owners.get(key.lower())) is not None:
                message = f"a key belongs to one argument of {label(operation)}, whatever its case, found `{other}` and `{key}`"
            if message is not None:
                remedy = "give the argument another `key` in the overlay"
                place = places.of(operation, f"{where}/key")
                yield Finding(Code.ARGUMENT_KEY, Severity.ERROR, message, remedy, place, operation.identity)
            owners.setdefault(key.lower(), key)
