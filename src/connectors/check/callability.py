"""Callability: an operation can be called when some alternative of its credentials can be satisfied, and says so."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR, Places, label, named
from connectors.model.operation import AnyOf, Operation, Security, Undeclared
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["callability"]

_REMEDY = "mend the scheme in the description, or set `security` in the overlay"


def callability(package: Package) -> Iterator[Finding]:
    """`callable` is what the requirement makes it; what nobody can call is worth knowing, and a mistake where it is curated."""
    places = Places(package)
    default = package.connector.default_security
    default_is_open = _is_satisfiable(default)
    relying: list[Operation] = []
    lost: dict[tuple[str, ...], list[Operation]] = {}
    for operation in package.operations:
        asks_nothing = isinstance(operation.security, Undeclared)
        can_be_called = default_is_open if asks_nothing else _is_satisfiable(operation.security)
        if operation.callable != can_be_called:
            expected = "can be satisfied" if can_be_called else "cannot be satisfied"
            stated = "callable" if operation.callable else "not callable"
            message = f"the credentials of {label(operation)} {expected}, found it marked as {stated}"
            place = places.of(operation, "/callable")
            yield Finding(Code.CALLABLE_DISAGREES, Severity.ERROR, message, "run `connectors gen`", place, operation.identity)
        elif operation.callable:
            continue
        elif operation.curated:
            message = f"a curated operation can be called, found {label(operation)}, whose credentials nobody can give"
            place = places.of(operation, "/security")
            yield Finding(Code.NOT_CALLABLE, Severity.ERROR, message, _REMEDY, place, operation.identity)
        elif asks_nothing:
            relying.append(operation)
        else:
            lost.setdefault(_missing(operation.security), []).append(operation)
    for schemes, operations in lost.items():
        # One cause, one finding, however many operations share it.
        words = " and ".join(f"`{scheme}`" for scheme in schemes)
        who = "it" if len(schemes) == 1 else "them"
        message = f"{words} cannot be satisfied, and no alternative goes without {who} for {named(operations)}"
        place = places.of(operations[0], "/security")
        identity = operations[0].identity if len(operations) == 1 else None
        yield Finding(Code.NOT_CALLABLE, Severity.WARNING, message, _REMEDY, place, identity)
    if relying:
        message = f"no alternative of the default requirement can be satisfied, and {named(relying)} cannot be called"
        yield Finding(Code.NOT_CALLABLE, Severity.WARNING, message, _REMEDY, Place(CONNECTOR, "/default_security"))


def _missing(security: Security) -> tuple[str, ...]:
    """The schemes for which nobody can give a credential, by name."""
    alternatives = security.alternatives if isinstance(security, AnyOf) else ()
    return tuple(sorted({need.scheme for alternative in alternatives for need in alternative if not need.satisfiable}))


def _is_satisfiable(security: Security) -> bool:
    if not isinstance(security, AnyOf):
        return True
    return any(all(requirement.satisfiable for requirement in alternative) for alternative in security.alternatives)
