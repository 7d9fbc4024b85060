"""What is wrong with a store, and mending it.

Nothing is mended by guessing: a package is made anew only where the same bytes come out, a pointer is set only where one version is
there to be meant, and what the store did not write is set aside, never deleted.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec

from connectors import canonical
from connectors.installed import records
from connectors.installed.collect import named
from connectors.installed.commit import take_out
from connectors.installed.durable import make_folder, put_file, remove_file, sync, writing
from connectors.installed.locks import alone, dead_work, remove_tree, working
from connectors.installed.places import Places
from connectors.installed.records import InstallRecord, LockFiles, Origin, Pin, Pointer, active, read, spell
from connectors.installed.versions import Version, stored_addresses, versions_of
from connectors.model.connector import Connector
from connectors.problems import Code, ConnectorsError, PackageError, Problem, Severity, SourceLocation
from connectors.store import layout
from connectors.store.folder import look, read_file
from connectors.store.load import load_package

__all__ = ["Finding", "Rebuild", "examine"]

_HEX = re.compile(r"[0-9a-f]{64}")
_RECORD = re.compile(r"([0-9a-f]{64})\.json")
_POINTER = re.compile(r"([a-z][a-z0-9_]{0,31})\.json")
_LOCK = re.compile(r"store|id-[a-z][a-z0-9_]{0,31}")
_FOLDERS = ("sha256", "ids", "descriptions", "pins", "locks", "work")
_OF_STRANGERS = {Code.PACKAGE_FILE_UNKNOWN, Code.PACKAGE_PATH}
_MEND = "run `connectors doctor --fix`"

Rebuild: TypeAlias = Callable[[Places, str, Path], bool]
"""Make the package of an address anew in a work folder and put it in its place; False where the same bytes do not come out."""
_Mend: TypeAlias = Callable[[Path], str | None]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and what was done about it; None where nothing was."""

    problem: Problem
    mended: str | None


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault, and how it is mended in a work folder: gives what was done, None where it could not be. `mend` None: only a person can."""

    problem: Problem
    mend: _Mend | None = None


def examine(places: Places, *, fix: bool, rebuild: Rebuild) -> tuple[Finding, ...]:
    """Look at everything in a store and say what is wrong, sorted as it is found; with `fix`, mend it.

    Waits until no run is changing what is visible. A store that cannot be written is examined all the same, without waiting. Raises
    PackageError where it cannot be read, UsageError where `fix` cannot write.
    """
    if not places.root.is_dir():
        return ()
    found: list[Finding] = []
    with ExitStack() as held:
        work = None
        if fix:
            held.enter_context(writing(places.root))
            work = held.enter_context(working(places))
            held.enter_context(alone(places))
        else:
            with suppress(OSError):
                held.enter_context(alone(places))
        for fault in _Examination(places, rebuild).faults():
            mended = fault.mend(work) if work is not None and fault.mend is not None else None
            found.append(Finding(fault.problem, mended))
    return tuple(found)


class _Examination:
    """The checks, in an order in which what one mends is whole for the next."""

    def __init__(self, places: Places, rebuild: Rebuild) -> None:
        self.places = places
        self.rebuild = rebuild

    def faults(self) -> Iterator[_Fault]:
        """Everything that is wrong, one after the other; each is to be mended before the next is asked for."""
        for entry in _entries(self.places.root):
            if entry.name not in (*_FOLDERS, self.places.lock_files.name) or (entry.name in _FOLDERS and not _is_folder(entry)):
                yield self._foreign(entry)
        yield from self._unfinished()
        yield from self._descriptions()
        yield from self._packages()
        yield from self._records()
        yield from self._pointers()
        yield from self._pins()
        yield from self._lock_files()
        for entry in _entries(self.places.locks):
            if not _LOCK.fullmatch(entry.name):
                yield self._foreign(entry)

    # -- what nobody finished ---------------------------------------------------------------------------------------------------

    def _unfinished(self) -> Iterator[_Fault]:
        runs: dict[str, list[Path]] = {}
        for path in dead_work(self.places):
            runs.setdefault(path.name.removesuffix(".lock"), []).append(path)
        for token, paths in runs.items():
            message = f"`{token}` is what a run left that ended before it was done"
            yield _Fault(_problem(paths[0], Code.STORE_HALF_WRITTEN, message, _MEND), _removing(*paths))

    # -- descriptions -----------------------------------------------------------------------------------------------------------

    def _descriptions(self) -> Iterator[_Fault]:
        for path in _entries(self.places.descriptions):
            if not _HEX.fullmatch(path.name) or not _is_file(path):
                yield self._foreign(path)
                continue
            try:
                found = canonical.digest(read_file(path))
            except OSError as error:
                yield _Fault(
                    _problem(path, Code.STORE_UNREADABLE, f"it cannot be read: {error.strerror or error}", "make it readable")
                )
                continue
            if found != path.name:
                message = f"the stored description has the SHA-256 `{path.name}`, found `{found}`"
                yield _Fault(_problem(path, Code.STORE_DAMAGED, message, _MEND), _removing(path))

    # -- packages ---------------------------------------------------------------------------------------------------------------

    def _packages(self) -> Iterator[_Fault]:
        for path in _entries(self.places.packages):
            if not os.path.lexists(path):
                # A version that was taken out took its record along.
                continue
            if _HEX.fullmatch(path.name) and _is_folder(path):
                yield from self._package(path)
            elif not (_RECORD.fullmatch(path.name) and _is_file(path)):
                yield self._foreign(path)

    def _package(self, folder: Path) -> Iterator[_Fault]:
        address = f"sha256:{folder.name}"
        strangers = _strangers(folder, address)
        for path in strangers:
            yield self._foreign(path)
        wrong = _wrong_with(folder, address)
        # What was just said of single files need not be said of the whole.
        if wrong and not (strangers and {problem.code for problem in wrong} <= _OF_STRANGERS):
            message = f"the package is not what its address says: {wrong[0].message}"
            remedy = f"{_MEND}; where that cannot make it anew, install the connector again"
            yield _Fault(_problem(folder, Code.STORE_DAMAGED, message, remedy), partial(self._mend_package, address))
            wrong = _wrong_with(folder, address)
        if wrong or self.places.record(address).exists():
            return
        if address in self._named():
            message = "the record of when and from where is missing"
            yield _Fault(_problem(folder, Code.STORE_ORPHANED, message, _MEND), partial(self._write_record, folder, address))
        else:
            message = "a run ended after it had brought the package and before anything named it"
            yield _Fault(_problem(folder, Code.STORE_HALF_WRITTEN, message, _MEND), partial(self._take_out, address))

    def _mend_package(self, address: str, work: Path) -> str | None:
        # Made anew first: a version that can be had again is worth more than the room it takes.
        if self.rebuild(self.places, address, work):
            return "made anew, byte for byte"
        if address in self._named():
            return None
        take_out(self.places, address, work)
        return "removed: nothing names it"

    def _write_record(self, folder: Path, address: str, work: Path) -> str:
        connector = load_package(folder).connector.id
        record = InstallRecord(records.SCHEMA_VERSION, connector, address, "", "", "", Origin.UNKNOWN, "")
        put_file(self.places.record(address), spell(record), work / "document")
        return "written anew; where it came from is not known any more"

    def _take_out(self, address: str, work: Path) -> str:
        take_out(self.places, address, work)
        return "removed"

    # -- records, pins, pointers --------------------------------------------------------------------------------------------------

    def _records(self) -> Iterator[_Fault]:
        for path in _entries(self.places.packages):
            match = _RECORD.fullmatch(path.name)
            if match is None or not _is_file(path):
                continue
            address = f"sha256:{match[1]}"
            if not self.places.package(address).is_dir():
                yield _Fault(_problem(path, Code.STORE_ORPHANED, "a record without its package", _MEND), _removing(path))
                continue
            try:
                record = read(path, InstallRecord)
            except PackageError as error:
                yield self._unless_newer(error, partial(self._replace_record, address))
                continue
            if record is None or record.address != address:
                message = f"the record belongs to `{address}`, found that of `{record.address if record else 'nothing'}`"
                yield _Fault(
                    _problem(path, Code.STORE_DAMAGED, message, _MEND),
                    partial(self._replace_record, address),
                )
                continue
            lost = [
                item for item in (record.description.documents if record.description else ()) if not self._is_stored(item.sha256)
            ]
            if lost:
                message = f"{len(lost)} documents of the description are not stored any more, so `--offline` cannot generate it"
                remedy = f"run `connectors install {record.connector}` once"
                yield _Fault(_problem(path, Code.DESCRIPTION_NOT_STORED, message, remedy, Severity.WARNING))

    def _replace_record(self, address: str, work: Path) -> str | None:
        folder = self.places.package(address)
        if _wrong_with(folder, address):
            return None
        return self._write_record(folder, address, work)

    def _pointers(self) -> Iterator[_Fault]:
        for path in _entries(self.places.ids):
            match = _POINTER.fullmatch(path.name)
            if match is None or not _is_file(path):
                yield self._foreign(path)
                continue
            connector = match[1]
            versions = [version.address for version in _whole_versions_of(self.places, connector)]
            choice = " or ".join(f"`connectors install {connector}@{address[:19]}`" for address in versions)
            try:
                pointer = active(self.places, connector)
            except PackageError as error:
                if len(versions) == 1:
                    yield self._unless_newer(error, partial(self._point, connector, versions[0]))
                elif not versions:
                    yield self._unless_newer(error, self._setting_aside(path))
                else:
                    yield _Fault(
                        _problem(path, Code.STORE_DAMAGED, "the pointer cannot be read", f"say which version is meant: {choice}")
                    )
                continue
            assert pointer is not None
            folder = self.places.package(pointer.address)
            if not folder.is_dir():
                message = f"`{connector}` is installed as `{pointer.address}`, and the store has no such package"
                other = choice or f"run `connectors remove {connector}`, then install it again"
                yield _Fault(_problem(path, Code.STORE_DAMAGED, message, other), partial(self._refill, pointer.address))
            elif (owner := _owner(folder)) not in (None, connector):
                message = f"the pointer of `{connector}` names a package of `{owner}`"
                yield _Fault(
                    _problem(path, Code.STORE_DAMAGED, message, choice or _MEND), None if versions else self._setting_aside(path)
                )

    def _refill(self, address: str, work: Path) -> str | None:
        return "made anew, byte for byte" if self.rebuild(self.places, address, work) else None

    def _point(self, connector: str, address: str, work: Path) -> str:
        put_file(self.places.pointer(connector), spell(Pointer(records.SCHEMA_VERSION, connector, address)), work / "document")
        return f"set to the only version that is stored, `{address}`"

    def _pins(self) -> Iterator[_Fault]:
        for path in _entries(self.places.pins):
            match = _RECORD.fullmatch(path.name)
            if match is None or not _is_file(path):
                yield self._foreign(path)
            elif not self.places.package(match[1]).is_dir():
                yield _Fault(_problem(path, Code.STORE_ORPHANED, "a pin of a version that is not stored", _MEND), _removing(path))
            else:
                try:
                    read(path, Pin)
                except PackageError as error:
                    yield self._unless_newer(error, partial(self._pin, f"sha256:{match[1]}"))

    def _pin(self, address: str, work: Path) -> str | None:
        owner = _owner(self.places.package(address))
        if owner is None:
            return None
        put_file(self.places.pin(address), spell(Pin(records.SCHEMA_VERSION, owner, address)), work / "document")
        return "written anew"

    def _lock_files(self) -> Iterator[_Fault]:
        try:
            read(self.places.lock_files, LockFiles)
        except PackageError as error:
            yield self._unless_newer(
                error, None, "name the lock files again with `connectors gc --lock-file`, after `connectors doctor --fix`"
            )

    # -- words --------------------------------------------------------------------------------------------------------------------

    def _unless_newer(self, error: PackageError, mend: _Mend | None, remedy: str = _MEND) -> _Fault:
        """The fault of a document that cannot be read; one of a newer format is whole, and left alone."""
        problem = error.problems[0]
        if problem.code is Code.STORE_FORMAT_NEWER:
            return _Fault(problem)
        assert problem.where is not None
        return _Fault(
            _problem(Path(problem.where.file), problem.code, problem.message, remedy),
            mend or self._setting_aside(Path(problem.where.file)),
        )

    def _foreign(self, path: Path) -> _Fault:
        message = f"`{path.relative_to(self.places.root)}` is nothing that the store wrote"
        return _Fault(_problem(path, Code.STORE_FOREIGN, message, _MEND), self._setting_aside(path))

    def _setting_aside(self, path: Path) -> _Mend:
        def mend(_: Path) -> str:
            aside = self.places.root.parent / "set-aside"
            make_folder(aside)
            name = "-".join(path.relative_to(self.places.root).parts)
            number = 1
            while os.path.lexists(target := aside / (name if number == 1 else f"{name}.{number}")):
                number += 1
            os.rename(path, target)  # noqa: PTH104
            sync(aside)
            sync(path.parent)
            return f"moved to `{target}`"

        return mend

    def _named(self) -> set[str]:
        """What pointers, pins and lock files name, as far as they can be read."""
        try:
            return set(named(self.places))
        except ConnectorsError:
            # Nobody knows: everything may be named.
            return set(stored_addresses(self.places))

    def _is_stored(self, digest: str) -> bool:
        return self.places.description(digest).is_file()


def _whole_versions_of(places: Places, connector: str) -> list[Version]:
    """The versions of a connector that are whole."""
    return [version for version in versions_of(places, connector) if not _wrong_with(version.folder, version.address)]


def _wrong_with(folder: Path, address: str) -> tuple[Problem, ...]:
    """What is wrong with a package; nothing where it is whole."""
    try:
        found = load_package(folder).address
    except ConnectorsError as error:
        return error.problems
    if found == address:
        return ()
    message = f"its `{layout.CONNECTOR}` has the address `{found}`"
    return (_problem(folder / layout.CONNECTOR, Code.PACKAGE_DIGEST, message, _MEND),)


def _strangers(folder: Path, address: str) -> list[Path]:
    """What lies in the folder of a package and is not of it, where the card can be trusted to say what is."""
    try:
        data = read_file(folder / layout.CONNECTOR)
        if canonical.address(data) != address:
            return []
        listed = {layout.CONNECTOR, *(entry.path for entry in msgspec.json.decode(data, type=Connector).files)}
        found = look(folder)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return []
    parents = {str(parent) for path in listed for parent in Path(path).parents}
    strangers = [path for path in (*found.files, *found.others) if path not in listed]
    strangers += [path for path in found.folders if path not in parents]
    return [folder / path for path in sorted(strangers) if not any(path.startswith(f"{other}/") for other in strangers)]


def _owner(folder: Path) -> str | None:
    try:
        return load_package(folder).connector.id
    except ConnectorsError:
        return None


def _removing(*paths: Path) -> _Mend:
    def mend(_: Path) -> str:
        for path in paths:
            if _is_folder(path):
                remove_tree(path)
                sync(path.parent)
            else:
                remove_file(path)
        return "removed"

    return mend


def _problem(path: Path, code: Code, message: str, remedy: str, severity: Severity = Severity.ERROR) -> Problem:
    return Problem(SourceLocation(str(path)), severity, code, message, remedy)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        problem = _problem(
            folder, Code.STORE_UNREADABLE, f"`{folder}` cannot be read: {error.strerror or error}", "make it readable"
        )
        raise PackageError([problem], exit_status=2) from error


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()
