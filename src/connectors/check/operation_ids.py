"""Ids and identities: an operation is called after its connector, and is what its method and path make it."""

import re
from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.identity import identity_of
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["operation_ids"]

_ID = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){2,}")


def operation_ids(package: Package) -> Iterator[Finding]:
    """An id is `connector.resource.verb`, belongs to one operation, and agrees with the operation's own resource and verb."""
    places = Places(package)
    connector = package.connector.id
    owners: dict[str, str] = {}
    for operation in package.operations:
        id_, identity = operation.id, operation.identity
        fault: tuple[str, str, str] | None = None
        # An id of more than three segments has all of its middle as resource.
        made = f"{connector}.{operation.resource}.{operation.verb}"
        if not _ID.fullmatch(id_):
            pattern = "small letters, digits and `_`, a letter first"
            fault = "/id", f"an id has three segments or more, each of {pattern}, found `{id_}`", "pin another id in the overlay"
        elif id_.partition(".")[0] != connector:
            fault = "/id", f"an id begins with its connector, `{connector}`, found `{id_}`", "pin another id in the overlay"
        elif id_ != made:
            fault = "/id", f"resource and verb of {label(operation)} make the id `{made}`, found `{id_}`", "run `connectors gen`"
        elif id_ in owners:
            message = f"an id belongs to one operation, found `{id_}` for `{owners[id_]}` and for `{identity}`"
            fault = "/id", message, "pin another id for one of the two in the overlay"
        elif identity not in (identity_of(operation.method, operation.path), f"{operation.method} {operation.path}"):
            expected = identity_of(operation.method, operation.path)
            fault = "/identity", f"the identity of {label(operation)} is `{expected}`, found `{identity}`", "run `connectors gen`"
        if fault is not None:
            tail, message, remedy = fault
            yield Finding(Code.OPERATION_ID, Severity.ERROR, message, remedy, places.of(operation, tail), identity)
        owners.setdefault(id_, identity)
