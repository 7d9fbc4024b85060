"""Taking out of the store what nothing names any more."""

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from connectors.installed import records
from connectors.installed.commit import take_out
from connectors.installed.durable import put_file, remove_file, writing
from connectors.installed.locks import alone, dead_work, remove_tree, working
from connectors.installed.places import Places
from connectors.installed.records import InstallRecord, LockFiles, active, read, spell
from connectors.installed.versions import Version, connectors_in, pinned, stored_addresses, versions_of
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation
from connectors.store.folder import read_file

__all__ = ["Collected", "collect", "forget", "lock_files", "named", "remember"]

_HEX = re.compile(r"[0-9a-f]{64}")
_ADDRESS = re.compile(rb"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Collected:
    """What was collected, or would be. `kept` maps the addresses that stay to what names them; `freed` is in bytes."""

    versions: tuple[Version, ...]
    documents: int
    leftovers: int
    freed: int
    kept: dict[str, str]


def named(places: Places) -> dict[str, str]:
    """Every address that something names, and in words what: it is active, it is pinned, a lock file names it.

    Raises PackageError for a pointer, a pin or a lock file that cannot be read: nobody knows then what it names.
    """
    found: dict[str, str] = {}
    for path in lock_files(places):
        for address in _addresses_in(path):
            found[address] = f"named by the lock file `{path}`"
    for address in pinned(places):
        found[address] = "pinned"
    for connector in connectors_in(places):
        if (pointer := active(places, connector)) is not None:
            found[pointer.address] = "active"
    return found


def collect(places: Places, *, dry_run: bool = False) -> Collected:
    """Remove the versions, records and descriptions that nothing names, and what runs that ended left.

    Waits until no run is changing what is visible. What a running install is making is left alone. Raises PackageError for a damaged
    store, of which nothing is removed; UsageError where it cannot be written.
    """
    if not places.root.is_dir():
        return Collected((), 0, 0, 0, {})
    if dry_run:
        return _unnamed(places)[0]
    with writing(places.root), working(places) as work, alone(places):
        found, documents = _unnamed(places)
        for version in found.versions:
            take_out(places, version.address, work)
        for path in documents:
            remove_file(path)
        dead = dead_work(places)
        for path in dead:
            remove_tree(path)
    return found


def lock_files(places: Places) -> tuple[Path, ...]:
    """The lock files of projects that are honoured. Raises PackageError."""
    known = read(places.lock_files, LockFiles)
    return tuple(map(Path, known.paths)) if known is not None else ()


def remember(places: Places, files: Iterable[Path]) -> None:
    """Honour lock files from now on. Raises PackageError for one that cannot be read."""
    wanted = [Path(os.path.abspath(file)) for file in files]  # noqa: PTH100 - a link in a parent stays what the user wrote
    for path in wanted:
        _addresses_in(path)
    _note(places, lambda known: known | {str(path) for path in wanted})


def forget(places: Places, files: Iterable[Path]) -> None:
    """Honour lock files no longer."""
    gone = {os.path.abspath(file) for file in files}  # noqa: PTH100
    _note(places, lambda known: known - gone)


def _note(places: Places, change: Callable[[set[str]], set[str]]) -> None:
    with writing(places.root), working(places) as work, alone(places):
        paths = tuple(sorted(change({str(path) for path in lock_files(places)})))
        put_file(places.lock_files, spell(LockFiles(records.SCHEMA_VERSION, paths)), work / "document")


def _unnamed(places: Places) -> tuple[Collected, list[Path]]:
    kept = named(places)
    versions = tuple(version for version in versions_of(places) if version.address not in kept)
    gone = {version.address for version in versions}
    wanted: set[str] = set()
    for address in stored_addresses(places):
        if address not in gone and (record := read(places.record(address), InstallRecord)) is not None and record.description:
            wanted |= {document.sha256 for document in record.description.documents}
    documents = [path for path in _entries(places.descriptions) if _HEX.fullmatch(path.name) and path.name not in wanted]
    leftovers = dead_work(places)
    freed = sum(version.size for version in versions) + sum(_bytes(path) for path in (*documents, *leftovers))
    return Collected(versions, len(documents), len([path for path in leftovers if path.suffix != ".lock"]), freed, kept), documents


def _addresses_in(path: Path) -> list[str]:
    try:
        return [found.decode() for found in _ADDRESS.findall(read_file(path))]
    except OSError as error:
        message = f"the lock file `{path}` cannot be read, and nobody knows which versions it names: {error.strerror or error}"
        remedy = f"bring it back, or run `connectors gc --forget {path}`"
        problem = Problem(SourceLocation(str(path)), Severity.ERROR, Code.LOCK_FILE_UNREADABLE, message, remedy)
        raise PackageError([problem], exit_status=2) from error


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []


def _bytes(path: Path) -> int:
    try:
        if path.is_dir() and not path.is_symlink():
            return sum(_bytes(child) for child in path.iterdir())
        return path.lstat().st_size
    except FileNotFoundError:
        return 0
