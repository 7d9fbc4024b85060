"""The small documents of the store: which version is active, and when, from where and by whom each came."""

import re
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import msgspec

from connectors import canonical
from connectors.installed.places import Places
from connectors.model.record import Record
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation
from connectors.store.folder import read_file

__all__ = [
    "Description",
    "InstallRecord",
    "Located",
    "LockFiles",
    "NotFollowed",
    "Origin",
    "Pin",
    "Pointer",
    "StoredDocument",
    "active",
    "read",
    "spell",
]

SCHEMA_VERSION = 1
_LARGEST = 16 * 1024 * 1024


class Origin(StrEnum):
    """What a version was made from."""

    RECIPE = "recipe"
    PACKAGE = "package"
    """Copied as it was, not generated."""
    DESCRIPTION = "description"
    INSTALLED = "installed"
    """The version that is active. Never recorded: where that one came from is."""
    UNKNOWN = "unknown"
    """Its record was lost, and written anew."""


class Pointer(Record, frozen=True):
    """`ids/ID.json`: the active version of a connector."""

    schema_version: int
    connector: str
    address: str


class StoredDocument(Record, frozen=True):
    """A document of a description: its path as the entry document sees it (empty for that one itself), and where its bytes are."""

    path: str
    sha256: str
    size: int


class NotFollowed(Record, frozen=True):
    """A document that could not be opened, so that deriving again says the same."""

    path: str
    code: str
    reason: str


class Located(Record, frozen=True):
    """What a reference to an address was found to mean: the name of a document, or that it is a matter of files, where `name` is None."""

    address: str
    base: str
    reference: str
    name: str | None = None
    code: str | None = None
    reason: str | None = None


class Description(Record, frozen=True):
    """The description that a version was generated from. `given` is a path or an address, without credentials and query."""

    given: str
    own: bool = False
    """Whether it was given by itself or by `--from`, and not named by a recipe."""
    partial: bool = False
    """Whether the address had a query or credentials, which are not stored: it cannot be fetched again from what is written here."""
    documents: tuple[StoredDocument, ...] = ()
    not_followed: tuple[NotFollowed, ...] = ()
    located: tuple[Located, ...] = ()
    addresses: dict[str, str] = msgspec.field(default_factory=dict)
    """Where the documents that were fetched came from in the end, by name, without queries."""


class InstallRecord(Record, frozen=True):
    """`sha256/HEX.json`: the latest run that brought a version to the store."""

    schema_version: int
    connector: str
    address: str
    installed: str
    """When: UTC, as RFC 3339 spells it, to the second."""
    by: str
    """Who: the name of the system's user, or its number."""
    program: str
    """The version of connectors that ran."""
    origin: Origin
    place: str
    """A folder, a file or an address; of a package that ships with the program, its id."""
    tier: str | None = None
    description: Description | None = None


class Pin(Record, frozen=True):
    """`pins/HEX.json`: a person asked to keep this version."""

    schema_version: int
    connector: str
    address: str


class LockFiles(Record, frozen=True):
    """`lock-files.json`: absolute paths of files of projects. Every `sha256:` address in the text of one is kept."""

    schema_version: int
    paths: tuple[str, ...] = ()


_Kind = TypeVar("_Kind", Pointer, InstallRecord, Pin, LockFiles)
_CONNECTOR = re.compile(r"[a-z][a-z0-9_]{0,31}")
_ADDRESS = re.compile(r"sha256:[0-9a-f]{64}")


class _Probe(msgspec.Struct):
    schema_version: int = SCHEMA_VERSION


def spell(value: Pointer | InstallRecord | Pin | LockFiles) -> bytes:
    """The bytes of a document of the store."""
    return canonical.encode(value)


def read(path: Path, kind: type[_Kind]) -> _Kind | None:
    """Read a document of the store; None where there is none. Raises PackageError for what is unreadable or not what it should be."""
    try:
        data = read_file(path, _LARGEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _broken(path, f"cannot be read: {error.strerror or error}", exit_status=2) from error
    try:
        if (version := msgspec.json.decode(data, type=_Probe).schema_version) > SCHEMA_VERSION:
            problem = Problem(
                SourceLocation(str(path), pointer="/schema_version"),
                Severity.ERROR,
                Code.STORE_FORMAT_NEWER,
                f"the store has format {SCHEMA_VERSION} at most, found {version}",
                "upgrade connectors",
            )
            raise PackageError([problem], exit_status=2)
        found = msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _broken(path, "is not what the store writes") from error
    for value, shape in ((getattr(found, "connector", None), _CONNECTOR), (getattr(found, "address", None), _ADDRESS)):
        if value is not None and not shape.fullmatch(value):
            raise _broken(path, f"names `{value}`, which cannot be")
    return found


def active(places: Places, connector: str) -> Pointer | None:
    """Which version of a connector is active; None where none is. Raises PackageError for a pointer that is broken."""
    path = places.pointer(connector)
    pointer = read(path, Pointer)
    if pointer is not None and pointer.connector != connector:
        raise _broken(path, f"belongs to `{connector}`, found `{pointer.connector}`")
    return pointer


def _broken(path: Path, what: str, *, exit_status: int | None = None) -> PackageError:
    problem = Problem(
        SourceLocation(str(path)), Severity.ERROR, Code.STORE_DAMAGED, f"`{path}` {what}", "run `connectors doctor --fix`"
    )
    return PackageError([problem], exit_status=exit_status)
