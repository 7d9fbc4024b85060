"""The folder that a package is to be written to: what is there already, and whether it may be replaced."""

import os
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

from connectors.model.connector import SCHEMA_VERSION
from connectors.model.lock import Lock
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation, UsageError
from connectors.store import layout
from connectors.store.folder import Folder, look, read_file
from connectors.store.lock_file import decode_lock

__all__ = ["ExistingTarget", "TargetKind", "check_target", "refuse_strangers"]


class TargetKind(StrEnum):
    """What stands where a package is to be written."""

    ABSENT = "absent"
    EMPTY = "empty"
    RECIPE = "recipe"
    PACKAGE = "package"


class ExistingTarget(msgspec.Struct, frozen=True):
    """What a folder holds before it is written; the bytes are as found, None where a file is absent.

    `license_texts` are the texts of `LICENSES/`, by id.
    """

    kind: TargetKind
    connector: str | None = None
    lock: Lock | None = None
    lock_json: bytes | None = None
    source_yaml: bytes | None = None
    overlay_yaml: bytes | None = None
    license_texts: Mapping[str, str] = msgspec.field(default_factory=dict)

    def expected(self) -> dict[str, bytes | None]:
        """The files that a run reads before it writes: when one of them moves meanwhile, the run starts anew."""
        return {layout.SOURCE: self.source_yaml, layout.OVERLAY: self.overlay_yaml, layout.LOCK: self.lock_json}


class _Card(msgspec.Struct):
    """What has to be known of `connector.json` before it is written anew."""

    schema_version: int
    id: str


def check_target(directory: Path, connector: str | None = None) -> ExistingTarget:
    """Look at a folder that is to become a package, and refuse what is not ours to replace. Touches nothing.

    `connector` is the id that is to be written, None where the folder decides. Raises UsageError for a folder that is neither absent nor
    empty nor a package or recipe of that id, or that holds anything format 1 does not name; PackageError for a newer format or a lock
    that cannot be read; OverlayError for a recipe whose `source.yaml` is broken.
    """
    if os.path.islink(directory):  # noqa: PTH114 - a name that no file can have is no link, and no error
        raise _occupied(directory, f"`{directory}` is a symbolic link", "give the folder that it leads to")
    for parent in Path(os.path.abspath(directory)).parents:  # noqa: PTH100
        if os.path.isfile(parent / layout.CONNECTOR) and os.path.isfile(parent / layout.LOCK):  # noqa: PTH113
            message = f"`{directory}` is inside the package `{parent.name}`, which holds only what belongs to it"
            raise _occupied(directory, message, "give a folder beside it")
    try:
        folder = look(directory)
    except FileNotFoundError:
        return ExistingTarget(TargetKind.ABSENT)
    except NotADirectoryError as error:
        raise _occupied(directory, f"`{directory}` is a file", "give a folder") from error
    except OSError as error:
        raise _unreadable(directory, error) from error
    if not (folder.files or folder.folders or folder.others):
        return ExistingTarget(TargetKind.EMPTY)
    refuse_strangers(directory, folder)

    try:
        files = {path: read_file(directory / path) for path in folder.files if _is_read(path)}
    except OSError as error:
        raise _unreadable(directory, error) from error
    card = _card(directory, files.get(layout.CONNECTOR))
    lock = None
    if (lock_json := files.get(layout.LOCK)) is not None:
        lock = decode_lock(lock_json, str(directory / layout.LOCK), canonical=False)
    known = _known_id(directory, files, card, lock)
    if known is None:
        message = f"`{directory}` is neither empty nor a package nor a recipe"
        raise _occupied(directory, message, f"give another folder, or add `{layout.SOURCE}` to make it a recipe")
    if connector is not None and known != connector:
        message = f"`{directory}` belongs to the connector `{connector}` or to nobody, found `{known}`"
        raise _error(directory, Code.ID_DIFFERS, message, f"give another folder with `--out`, or `--id {known}`")
    if lock is not None and lock.connector not in ("", known):
        message = f"the identity lock belongs to `{known}`, found `{lock.connector}`"
        place = SourceLocation(str(directory / layout.LOCK), pointer="/connector")
        raise PackageError([Problem(place, Severity.ERROR, Code.PACKAGE_VALUE, message, "restore the lock of this connector")])
    return ExistingTarget(
        kind=TargetKind.PACKAGE if layout.CONNECTOR in files else TargetKind.RECIPE,
        connector=known,
        lock=lock,
        lock_json=lock_json,
        source_yaml=files.get(layout.SOURCE),
        overlay_yaml=files.get(layout.OVERLAY),
        license_texts={Path(path).stem: text for path, data in files.items() if (text := _license_text(path, data)) is not None},
    )


def refuse_strangers(directory: Path, folder: Folder) -> None:
    """Raise UsageError when a folder holds anything that a package of format 1 does not consist of: it would be lost."""
    strangers = dict(folder.others)
    strangers.update((path, "no file of a package") for path in folder.files if not layout.is_named(path))
    strangers.update((path, "no folder of a package") for path in folder.folders if path not in {"operations", "LICENSES"})
    if strangers:
        raise UsageError(
            Problem(
                SourceLocation(str(directory / path)),
                Severity.ERROR,
                Code.OUTPUT_OCCUPIED,
                f"a package folder holds only what belongs to it, found `{path}`, which is {what}",
                "move it elsewhere, or give another folder with `--out`",
            )
            for path, what in _outermost(strangers)
        )


def _outermost(strangers: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    return [(path, what) for path, what in strangers.items() if not any(path.startswith(f"{other}/") for other in strangers)]


def _is_read(path: str) -> bool:
    return path in {layout.CONNECTOR, layout.LOCK, layout.SOURCE, layout.OVERLAY} or path.startswith("LICENSES/")


def _card(directory: Path, data: bytes | None) -> _Card | None:
    """The id and format of an existing package; None where `connector.json` is absent or, after a conflict, not JSON."""
    if data is None:
        return None
    try:
        card = msgspec.json.decode(data, type=_Card)
    except (msgspec.DecodeError, RecursionError):
        return None
    if card.schema_version > SCHEMA_VERSION:
        place = SourceLocation(str(directory / layout.CONNECTOR), pointer="/schema_version")
        message = f"the package has format {SCHEMA_VERSION} at most, found {card.schema_version}"
        raise PackageError(
            [Problem(place, Severity.ERROR, Code.PACKAGE_FORMAT_NEWER, message, "upgrade connectors")], exit_status=2
        )
    return card


def _known_id(directory: Path, files: Mapping[str, bytes], card: _Card | None, lock: Lock | None) -> str | None:
    if card is not None:
        return card.id
    if layout.SOURCE in files:
        from connectors.store.source_file import read_source

        return read_source(files[layout.SOURCE], str(directory / layout.SOURCE)).connector
    # A package whose card a merge broke is still known by its lock.
    return lock.connector if lock is not None and layout.CONNECTOR in files else None


def _license_text(path: str, data: bytes) -> str | None:
    return data.decode("utf-8", "replace") if path.startswith("LICENSES/") else None


def _occupied(directory: Path, message: str, remedy: str) -> UsageError:
    return _error(directory, Code.OUTPUT_OCCUPIED, message, remedy)


def _unreadable(directory: Path, error: OSError) -> UsageError:
    message = f"`{directory}` cannot be read: {error.strerror or error}"
    return _error(directory, Code.OUTPUT_UNWRITABLE, message, "give another folder with `--out`")


def _error(directory: Path, code: Code, message: str, remedy: str) -> UsageError:
    return UsageError([Problem(SourceLocation(str(directory)), Severity.ERROR, code, message, remedy)])
