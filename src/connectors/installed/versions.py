"""What is in the store: versions by address, and the active one of each connector. Reads alone, takes no lock."""

import re
from dataclasses import dataclass
from pathlib import Path

import msgspec

from connectors.installed.places import Places, hex_of
from connectors.installed.records import InstallRecord, active, read
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation, UsageError
from connectors.store import layout
from connectors.store.folder import look, read_file

__all__ = ["SHORTEST", "Version", "connectors_in", "find_address", "pinned", "size_of", "stored_addresses", "versions_of"]

SHORTEST = 8
"""Hex digits that an abbreviated address has at least."""

_HEX = re.compile(r"[0-9a-f]{64}")
_CONNECTOR = re.compile(r"([a-z][a-z0-9_]{0,31})\.json")


@dataclass(frozen=True, slots=True)
class Version:
    """A package of the store. `readable` is whether its card is; whether it is whole shows when it is loaded.

    `api_version` is None where the card says nothing, `record` where it is lost.
    """

    connector: str
    address: str
    folder: Path
    active: bool
    pinned: bool
    readable: bool
    api_version: str | None
    record: InstallRecord | None

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return size_of(self.folder)


class _Card(msgspec.Struct):
    id: str
    api_version: str | None = None


def connectors_in(places: Places) -> tuple[str, ...]:
    """The ids that have an active version, sorted. Raises PackageError where the folder cannot be read."""
    return tuple(sorted(match[1] for name in _names(places.ids) if (match := _CONNECTOR.fullmatch(name))))


def stored_addresses(places: Places) -> tuple[str, ...]:
    """The addresses of all packages there are, sorted."""
    return tuple(f"sha256:{name}" for name in _names(places.packages) if _HEX.fullmatch(name))


def pinned(places: Places) -> frozenset[str]:
    """The addresses that a person asked to keep."""
    return frozenset(
        f"sha256:{digits}"
        for name in _names(places.pins)
        if _HEX.fullmatch(digits := name.removesuffix(".json")) and digits != name
    )


def versions_of(places: Places, connector: str | None = None) -> tuple[Version, ...]:
    """The packages of one connector, or of all: by id, the active one first, then the latest installed first.

    A package whose card cannot be read is left out, unless its record says whose it is. Of a connector whose pointer is broken, no version
    is active.
    """
    pins = pinned(places)
    pointers = {name: _active_address(places, name) for name in connectors_in(places) if connector in (None, name)}
    found: list[Version] = []
    for address in stored_addresses(places):
        folder = places.package(address)
        record = _record(places, address)
        if record is not None and connector not in (None, record.connector):
            continue
        card = _card(folder)
        name = card.id if card is not None else record.connector if record is not None else None
        if name is None or connector not in (None, name):
            continue
        version = card.api_version if card is not None else None
        found.append(
            Version(name, address, folder, pointers.get(name) == address, address in pins, card is not None, version, record)
        )
    found.sort(key=lambda version: version.address)
    found.sort(key=lambda version: version.record.installed if version.record is not None else "", reverse=True)
    return tuple(sorted(found, key=lambda version: (version.connector, not version.active)))


def find_address(places: Places, text: str, connector: str | None = None) -> str:
    """The one address that begins as `text` does, `sha256:` left out or not; with `connector`, of that connector alone.

    Raises UsageError for what is too short or no address, PackageError (exit status 2) where none or several begin so.
    """
    digits = text.removeprefix("sha256:")
    if not re.fullmatch(rf"[0-9a-f]{{{SHORTEST},64}}", digits):
        message = f"expected an address, `sha256:` and {SHORTEST} to 64 hex digits, found `{text}`"
        problem = Problem(None, Severity.ERROR, Code.USAGE, message, "take one that `connectors list --all` shows")
        raise UsageError([problem])
    if connector is None:
        found = [address for address in stored_addresses(places) if hex_of(address).startswith(digits)]
    else:
        found = [version.address for version in versions_of(places, connector) if hex_of(version.address).startswith(digits)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"`{text}` begins {len(found)} addresses: " + ", ".join(f"`{address[:27]}…`" for address in found[:3])
        raise PackageError(
            [Problem(None, Severity.ERROR, Code.ADDRESS_AMBIGUOUS, message, "write more of its digits")], exit_status=2
        )
    whose = f"no version of `{connector}`" if connector else "no package"
    message = f"{whose} in the store has the address `{text}`"
    remedy = "take one that `connectors list --all` shows"
    raise PackageError([Problem(None, Severity.ERROR, Code.ADDRESS_NOT_FOUND, message, remedy)], exit_status=2)


def size_of(folder: Path) -> int:
    """Bytes of the files below a folder; what cannot be read counts nothing."""
    try:
        return sum(look(folder).files.values())
    except OSError:
        return 0


def _active_address(places: Places, connector: str) -> str | None:
    try:
        pointer = active(places, connector)
    except PackageError:
        return None
    return pointer.address if pointer is not None else None


def _record(places: Places, address: str) -> InstallRecord | None:
    try:
        return read(places.record(address), InstallRecord)
    except PackageError:
        return None


def _card(folder: Path) -> _Card | None:
    try:
        return msgspec.json.decode(read_file(folder / layout.CONNECTOR), type=_Card)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _names(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        message = f"`{folder}` cannot be read: {error.strerror or error}"
        problem = Problem(SourceLocation(str(folder)), Severity.ERROR, Code.STORE_UNREADABLE, message, "make it readable")
        raise PackageError([problem], exit_status=2) from error
