"""What the shell offers for PACKAGE and OPERATION. Cheap, and silent about everything that is not as it should be."""

from pathlib import Path

import msgspec
import typer

from connectors.catalog.tiers import Kind, Tiers
from connectors.problems import ConnectorsError

__all__ = ["complete_operation", "complete_package"]

_LARGEST = 64 * 1024 * 1024


class _Emitted(msgspec.Struct):
    id: str


class _Coverage(msgspec.Struct):
    """All that is looked at: whether the package is whole is not asked here."""

    connector: str
    operations: tuple[_Emitted, ...] = ()


def complete_package(incomplete: str) -> list[str]:
    """The ids of the tiers; a folder is completed by the shell itself."""
    try:
        return [found.connector for found in Tiers.of_user().packages() if found.connector.startswith(incomplete)]
    except (OSError, ConnectorsError):
        return []


def complete_operation(ctx: typer.Context, incomplete: str) -> list[str]:
    """The ids of the operations of the package that stands before, without the connector's own segment unless it was begun."""
    package = str(ctx.params.get("package") or "")
    folder = Path(package) if "/" in package else _folder_of(package)
    coverage = _coverage(folder) if folder is not None else None
    if coverage is None:
        return []
    prefix = f"{coverage.connector}."
    ids = [
        operation.id if incomplete.startswith(prefix) else operation.id.removeprefix(prefix) for operation in coverage.operations
    ]
    return [name for name in ids if name.startswith(incomplete)]


def _folder_of(connector: str) -> Path | None:
    try:
        found = Tiers.of_user().holding(connector, Kind.PACKAGE)
    except (OSError, ConnectorsError):
        return None
    return found.folder if found is not None else None


def _coverage(folder: Path) -> _Coverage | None:
    try:
        path = folder / "coverage.json"
        if path.stat().st_size > _LARGEST:
            return None
        return msgspec.json.decode(path.read_bytes(), type=_Coverage)
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return None
