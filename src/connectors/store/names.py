"""The names a package gave, read from its derived files where the identity lock is gone."""

from pathlib import Path

import msgspec

from connectors.model.connector import Connector
from connectors.model.operation import Operation
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation
from connectors.store import layout
from connectors.store.folder import look, read_file
from connectors.store.sharing import unfold

__all__ = ["read_names"]


def read_names(directory: Path) -> tuple[Connector, tuple[Operation, ...]]:
    """The identity card and the operations of a package that has no lock. Raises PackageError where they cannot be read.

    Names are never invented anew beside a package that has some.
    """
    path = layout.CONNECTOR
    try:
        card = msgspec.json.decode(read_file(directory / path), type=Connector)
        operations: list[Operation] = []
        for path in sorted(look(directory).files):
            if path.startswith("operations/"):
                document = msgspec.json.decode(read_file(directory / path), type=layout.OperationsFile)
                operations += unfold(document.shared, document.operations)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, KeyError) as error:
        where = SourceLocation(str(directory / path))
        message = f"`{layout.LOCK}` is missing, and the names cannot be read from the package instead"
        remedy = f"restore `{layout.LOCK}` from where the package is kept, or give another folder with `--out`"
        raise PackageError([Problem(where, Severity.ERROR, Code.PACKAGE_FILE_MISSING, message, remedy)]) from error
    return card, tuple(operations)
