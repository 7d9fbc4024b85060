"""Bringing a version to the store, making it the active one, and taking it out again: each in one step that everybody sees or nobody."""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from connectors import canonical
from connectors.installed import records
from connectors.installed.durable import make_folder, put_file, remove_file, sync, writing
from connectors.installed.locks import remove_tree, shared
from connectors.installed.places import Places
from connectors.installed.records import InstallRecord, Pin, Pointer, active, spell
from connectors.model.package import Package
from connectors.problems import Code, ConnectorsError, PackageError, Problem, Severity, SourceLocation
from connectors.store.folder import read_file
from connectors.store.layout import CONNECTOR
from connectors.store.load import load_package

__all__ = [
    "KeptError",
    "activate",
    "deactivate",
    "discard",
    "keep",
    "put_package",
    "put_version",
    "read_package_files",
    "stored_description",
    "take_back",
    "take_out",
]


class KeptError(ConnectorsError):
    """A version is named by something, and stays."""

    exit_status = 3


def put_version(places: Places, staged: Path, record: InstallRecord, documents: Mapping[str, bytes], work: Path) -> bool:
    """Bring a checked package to the store, with its record and the description it came from, and make it active.

    `staged` is the package, `work` a folder of the caller's own, both on the store's file system (`locks.working`). `documents` are bytes
    by SHA-256. Only under the lock of the connector. Whether the active version changed. Raises UsageError where the store cannot be
    written; what was active is then active still.
    """
    with writing(places.root), shared(places):
        for folder in (places.packages, places.ids, places.descriptions):
            make_folder(folder)
        for digest, content in documents.items():
            _put_description(places, digest, content, work)
        put_package(places, staged, record.address, work)
        _put(places.record(record.address), spell(record), work)
        return _point(places, record.connector, record.address, work)


def activate(places: Places, connector: str, address: str, work: Path) -> Package:
    """Make a version that is in the store the active one; what it holds. Only under the lock of the connector.

    Raises PackageError where the package is broken, UsageError where the store cannot be written.
    """
    with writing(places.root), shared(places):
        if not places.package(address).is_dir():
            raise _not_stored(address)
        package = load_package(places.package(address))
        if package.connector.id != connector:
            message = f"`{address}` is a version of `{package.connector.id}`, expected one of `{connector}`"
            problem = Problem(None, Severity.ERROR, Code.ADDRESS_NOT_FOUND, message, "see `connectors list --all`")
            raise PackageError([problem], exit_status=2)
        make_folder(places.ids)
        _point(places, connector, address, work)
        return package


def deactivate(places: Places, connector: str) -> str | None:
    """Let no version of a connector be active, and give the address of the one that was. Only under the lock of the connector.

    The versions stay in the store until they are collected. A pointer that is broken is removed, too.
    """
    try:
        pointer = active(places, connector)
        address = pointer.address if pointer is not None else None
    except PackageError:
        address = None
    with writing(places.root), shared(places):
        remove_file(places.pointer(connector))
    return address


def discard(places: Places, connector: str, address: str, named: Callable[[Places], Mapping[str, str]], work: Path) -> None:
    """Take one version out of the store. Only under the lock of the connector. `named` says of addresses what names them.

    Raises KeptError for a version that something names.
    """
    with writing(places.root), shared(places):
        if (why := named(places).get(address)) is not None:
            message = f"`{connector}@{address}` is {why}"
            remedy = "activate another version first, or take back what names it"
            raise KeptError([Problem(None, Severity.ERROR, Code.VERSION_KEPT, message, remedy)])
        if not places.package(address).is_dir():
            raise _not_stored(address)
        take_out(places, address, work)


def take_out(places: Places, address: str, work: Path) -> None:
    """Remove a package with its record and pin: out of sight in one step, then for good. Raises OSError."""
    folder = places.package(address)
    away = work / f"removed-{folder.name}"
    if os.path.lexists(folder):
        os.rename(folder, away)  # noqa: PTH104
        sync(places.packages)
    remove_file(places.record(address))
    remove_file(places.pin(address))
    remove_tree(away)


def keep(places: Places, connector: str, address: str, work: Path) -> None:
    """Pin a version: it stays whether or not something else names it."""
    with writing(places.root), shared(places):
        if not places.package(address).is_dir():
            raise _not_stored(address)
        make_folder(places.pins)
        _put(places.pin(address), spell(Pin(records.SCHEMA_VERSION, connector, address)), work)


def take_back(places: Places, address: str) -> bool:
    """Remove the pin of a version; whether there was one."""
    with writing(places.root), shared(places):
        return remove_file(places.pin(address))


def stored_description(places: Places, digest: str) -> bytes:
    """The bytes of a stored document, verified. Raises PackageError."""
    path = places.description(digest)
    try:
        content = read_file(path)
    except OSError as error:
        message = f"the stored description `{digest}` cannot be read: {error.strerror or error}"
        problem = Problem(
            SourceLocation(str(path)), Severity.ERROR, Code.DESCRIPTION_NOT_STORED, message, "install without `--offline`"
        )
        raise PackageError([problem], exit_status=2) from error
    if (found := canonical.digest(content)) != digest:
        message = f"the stored description had the SHA-256 `{digest}`, found `{found}`"
        remedy = "run `connectors doctor --fix`, then install without `--offline`"
        raise PackageError([Problem(SourceLocation(str(path)), Severity.ERROR, Code.DESCRIPTION_MOVED, message, remedy)])
    return content


def _not_stored(address: str) -> PackageError:
    message = f"the store has no package `{address}`"
    problem = Problem(None, Severity.ERROR, Code.ADDRESS_NOT_FOUND, message, "see `connectors list --all`")
    return PackageError([problem], exit_status=2)


def _put_description(places: Places, digest: str, content: bytes, work: Path) -> None:
    path = places.description(digest)
    try:
        if read_file(path) == content:
            return
    except OSError:
        pass
    put_file(path, content, work / "document", read_only=True)


def put_package(places: Places, staged: Path, address: str, work: Path) -> None:
    """Let a package take its place, read-only. One that is there and whole stays; one that was damaged since makes way. Raises OSError."""
    folder = places.package(address)
    if os.path.lexists(folder):
        if _is_whole(folder, address):
            return
        os.rename(folder, work / f"damaged-{folder.name}")  # noqa: PTH104
    for path in _files(staged):
        os.chmod(path, path.stat().st_mode & 0o555)  # noqa: PTH101
    os.rename(staged, folder)  # noqa: PTH104
    sync(places.packages)


def _is_whole(folder: Path, address: str) -> bool:
    try:
        return load_package(folder).address == address
    except ConnectorsError:
        return False


def _point(places: Places, connector: str, address: str, work: Path) -> bool:
    try:
        before = active(places, connector)
    except PackageError:
        before = None
    if before is not None and before.address == address:
        return False
    _put(places.pointer(connector), spell(Pointer(records.SCHEMA_VERSION, connector, address)), work)
    return True


def _put(path: Path, content: bytes, work: Path) -> None:
    put_file(path, content, work / "document")


def _files(folder: Path) -> Iterable[Path]:
    return sorted(Path(root) / name for root, _, names in os.walk(folder) for name in names)


def read_package_files(folder: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """The files of a package that was loaded, `connector.json` included. Raises OSError."""
    return {path: read_file(folder / path) for path in (CONNECTOR, *paths)}
