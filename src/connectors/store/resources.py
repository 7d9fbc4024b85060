"""The operations of a package, from the files of its resources."""

import re
from collections.abc import Mapping

import msgspec

from connectors import canonical
from connectors.model.connector import Connector
from connectors.model.operation import Operation
from connectors.model.stored import StoredOperation
from connectors.problems import Code
from connectors.store import layout
from connectors.store.reading import Reader
from connectors.store.sharing import fold, unfold, unknown_names

__all__ = ["is_of_operations", "is_operation_id", "operations_of"]

_OPERATION_ID = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){2,}")


def is_of_operations(path: str) -> bool:
    """Whether a file of a package holds the operations of a resource."""
    return path.startswith("operations/")


def is_operation_id(text: str, connector: str) -> bool:
    """Whether a text may be the id of an operation: `connector.resource.verb`."""
    return _OPERATION_ID.fullmatch(text) is not None and text.partition(".")[0] == connector


def operations_of(
    reader: Reader, card: Connector, files: Mapping[str, bytes]
) -> tuple[tuple[Operation, ...], dict[str, StoredOperation]]:
    """The operations of every resource, sorted by id, and as their files hold them, by identity; `files` are those of `operations/`."""
    found: list[Operation] = []
    stored: dict[str, StoredOperation] = {}
    for path, data in files.items():
        unfolded: list[Operation] = []

        def spelled(document: layout.OperationsFile, unfolded: list[Operation] = unfolded) -> bytes:
            # One package has one spelling: what the operations say in full has to fold into what the file says.
            if next(unknown_names(document.shared, document.operations), None) is not None:
                return canonical.compact_value(document)
            unfolded += unfold(document.shared, document.operations)
            shared, operations = fold(unfolded)
            return canonical.compact_value(msgspec.structs.replace(document, shared=shared, operations=operations))

        document = reader.own(path, data, layout.OperationsFile, card, spelled)
        if document is None:
            continue
        for where, name in unknown_names(document.shared, document.operations):
            reader.problem(path, where, Code.PACKAGE_VALUE, f"a name is one of those in `/shared`, found `{name}`")
        if layout.operations_path(document.resource) != path:
            message = f"the file of `{document.resource}` is `{layout.operations_path(document.resource)}`, found `{path}`"
            reader.problem(path, "/resource", Code.PACKAGE_VALUE, message)
        _check_resource(reader, path, document)
        found.extend(unfolded)
        stored.update((operation.identity, operation) for operation in document.operations)
    return tuple(sorted(found, key=lambda operation: operation.id)), stored


def _check_resource(reader: Reader, path: str, document: layout.OperationsFile) -> None:
    ids = [operation.id for operation in document.operations]
    if ids != sorted(ids):
        reader.problem(path, "/operations", Code.PACKAGE_SPELLING, "operations are sorted by id")
    if not ids:
        reader.problem(path, "/operations", Code.PACKAGE_VALUE, "a resource has an operation, found none")
    for index, operation in enumerate(document.operations):
        where = f"/operations/{index}"
        if operation.resource != document.resource:
            message = f"an operation stands in the file of its resource, `{document.resource}`, found `{operation.resource}`"
            reader.problem(path, f"{where}/resource", Code.PACKAGE_VALUE, message)
        if not is_operation_id(operation.id, document.connector):
            message = f"an operation id is `{document.connector}.resource.verb`, found `{operation.id}`"
            reader.problem(path, f"{where}/id", Code.PACKAGE_VALUE, message)
        if not operation.identity.startswith(f"{operation.method} "):
            message = f"an identity begins with the method `{operation.method}`, found `{operation.identity}`"
            reader.problem(path, f"{where}/identity", Code.PACKAGE_VALUE, message)
        if operation.body is not None and (operation.body.fields is None) == (operation.body.whole is None):
            reader.problem(path, f"{where}/body", Code.PACKAGE_VALUE, "a body has `fields` or `whole`, and not both")
