"""Which files a package of format 1 consists of, and what its operation and schema files hold."""

import re

import msgspec

from connectors.canonical import digest
from connectors.model.connector import FileEntry, Header
from connectors.model.record import Record
from connectors.model.stored import Shared, StoredOperation

__all__ = [
    "AUTHORED",
    "CONNECTOR",
    "COVERAGE",
    "LOCK",
    "NOTICE",
    "OVERLAY",
    "PATTERNS",
    "REQUIRED",
    "REUSE",
    "SCHEMAS",
    "SOURCE",
    "OperationsFile",
    "SchemasFile",
    "file_entry",
    "is_device_name",
    "is_named",
    "license_path",
    "operations_path",
]

CONNECTOR = "connector.json"
SCHEMAS = "schemas.json"
COVERAGE = "coverage.json"
NOTICE = "NOTICE"
REUSE = "REUSE.toml"
LOCK = "identity.lock.json"
OVERLAY = "overlay.yaml"
SOURCE = "source.yaml"

AUTHORED = (OVERLAY, SOURCE)
"""What people write. A machine creates a missing `source.yaml`, and never touches either again."""

REQUIRED = (NOTICE, REUSE, COVERAGE, LOCK, SCHEMAS, SOURCE)
"""What `connector.json` always lists."""

PATTERNS = (
    *(re.escape(path) for path in (CONNECTOR, SCHEMAS, COVERAGE, NOTICE, REUSE, LOCK, OVERLAY, SOURCE)),
    r"operations/[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*\.json",
    r"LICENSES/[A-Za-z0-9][A-Za-z0-9.+-]*\.txt",
)
"""Every path that format 1 names, as regular expressions."""

_NAMED = re.compile("|".join(PATTERNS))
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE | re.DOTALL)


class OperationsFile(Record, frozen=True):
    """What `operations/<resource>.json` holds: the operations of one resource, sorted by id."""

    header: Header
    schema_version: int
    connector: str
    resource: str
    shared: Shared
    operations: tuple[StoredOperation, ...]


class SchemasFile(Record, frozen=True):
    """What `schemas.json` holds: JSON Schemas (2020-12), sorted by name."""

    header: Header
    schema_version: int
    connector: str
    definitions: dict[str, msgspec.Raw] = msgspec.field(name="$defs")


def file_entry(path: str, content: bytes) -> FileEntry:
    """The line of `connector.json` that pins one file: its path below the package, its SHA-256 in hex, its size in bytes."""
    return FileEntry(path=path, sha256=digest(content), size=len(content))


def is_named(path: str) -> bool:
    """Whether format 1 knows a file of this path, relative to the package and spelled with `/`."""
    return _NAMED.fullmatch(path) is not None and not is_device_name(path)


def is_device_name(path: str) -> bool:
    """Whether some part of a path means a device to Windows, whatever its extension and case: `con`, `NUL.json`."""
    return any(_DEVICE.fullmatch(part) for part in path.split("/"))


def operations_path(resource: str) -> str:
    """The file that holds the operations of one resource."""
    return f"operations/{resource}.json"


def license_path(license_id: str) -> str:
    """The file that holds the text of one licence or exception. Source: REUSE 3.3, License files."""
    return f"LICENSES/{license_id}.txt"
