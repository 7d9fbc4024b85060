"""Patterns: where nearly every operation of a connector has something, the few that lack it were perhaps forgotten."""

from collections import Counter
from collections.abc import Iterator

from connectors.answers import Answers, Definitions
from connectors.check.finding import Finding
from connectors.check.places import Places, named
from connectors.model.operation import Anonymous, AnyOf, Operation, Undeclared
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["patterns"]

_MANY = 20
"""So many operations that are alike make a pattern."""
_FEW = 3
"""No more than so many exceptions are worth a look; more of them are a pattern of their own."""


def patterns(package: Package) -> Iterator[Finding]:
    """Two patterns, each with its evidence: how lists are walked, and which credentials are asked for. One note for each."""
    places = Places(package)
    for found in (_paging(package), _security(package)):
        if found is not None:
            message, remedy, operations, tail = found
            place = places.of(operations[0], tail)
            yield Finding(
                Code.PATTERN_BROKEN, Severity.NOTE, message, remedy, place, operations[0].identity if len(operations) == 1 else None
            )


_Found = tuple[str, str, list[Operation], str] | None


def _paging(package: Package) -> _Found:
    """Reads that have the arguments by which all other lists are walked and an answer with a list, and are not walked."""
    used: Counter[tuple[str, ...]] = Counter()
    for operation in package.operations:
        paged = operation.pagination
        if paged is not None:
            keys = tuple(key for key in (paged.page, paged.offset, paged.cursor, paged.size) if key is not None)
            if len(keys) > 1:
                used[keys] += 1
    if not used:
        return None
    [(keys, count)] = used.most_common(1)
    if count < _MANY:
        return None
    lacking = [
        operation
        for operation in package.operations
        if operation.pagination is None
        and operation.method == "GET"
        and not operation.path.endswith("}")
        and {parameter.key for parameter in operation.parameters}.issuperset(keys)
    ]
    if not 0 < len(lacking) <= _FEW:
        return None
    schemas = Definitions(package.schemas)
    lacking = [operation for operation in lacking if Answers(operation, schemas).arrays()]
    if not lacking:
        return None
    words = " and ".join(f"`{key}`" for key in keys)
    message = f"{count:,} lists are walked by {words}, with which {named(lacking)} can be called as well, found no pagination there"
    return message, "look whether it is a list, and state its `pagination` in the overlay", lacking, "/parameters"


def _security(package: Package) -> _Found:
    """Operations that say nothing of credentials where nothing is said for all, and nearly all others say something."""
    if not isinstance(package.connector.default_security, Undeclared):
        return None
    silent = [operation for operation in package.operations if isinstance(operation.security, Undeclared)]
    asking = sum(isinstance(operation.security, AnyOf) for operation in package.operations)
    said = sum(isinstance(operation.security, Anonymous) for operation in package.operations)
    if asking < _MANY or not 0 < len(silent) <= _FEW or said:
        return None
    message = f"{asking:,} operations say which credentials they need, found nothing said for {named(silent)}, nor for all of them"
    return message, "state its `security` in the overlay; `anonymous` where none is needed", silent, ""
