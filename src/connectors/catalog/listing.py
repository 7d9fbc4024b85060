"""Everything that the tiers hold, for people who look for it."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import msgspec

from connectors import canonical
from connectors.catalog.tiers import Found, Kind, Tier, Tiers
from connectors.installed.records import InstallRecord
from connectors.installed.versions import Version, size_of, versions_of
from connectors.store import layout
from connectors.store.folder import read_file

__all__ = ["Listed", "State", "listing"]


class State(StrEnum):
    """What an entry is to whoever uses its id."""

    ACTIVE = "active"
    """The one that the id means."""
    HIDDEN = "hidden"
    """A tier before it holds the id."""
    STORED = "stored"
    """A version that is not active, and can be made active again."""
    RECIPE = "recipe"
    """It can be used when it is installed."""
    UNREADABLE = "unreadable"
    """Its card cannot be read."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry. `size` is in bytes; `address` and `api_version` are None for a recipe, `record` outside of the store."""

    connector: str
    tier: Tier
    kind: Kind
    state: State
    api_version: str | None
    address: str | None
    pinned: bool
    size: int
    folder: Path
    record: InstallRecord | None = None


class _Card(msgspec.Struct):
    id: str
    api_version: str | None = None


def listing(tiers: Tiers, *, all_versions: bool) -> tuple[Listed, ...]:
    """What the tiers hold, by id, in the order in which they are asked. With `all_versions` those that are not active as well.

    Raises PackageError for a pointer of the store that is broken.
    """
    found = tiers.all()
    stored = {version.address: version for version in versions_of(tiers.places)}
    first = {item.connector: item for item in reversed(found) if item.kind is Kind.PACKAGE}
    listed = []
    for item in found:
        state = State.RECIPE if item.kind is Kind.RECIPE else State.ACTIVE if first[item.connector] is item else State.HIDDEN
        if item.address is None:
            listed.append(_of_folder(item, state))
        elif (version := stored.pop(item.address, None)) is not None:
            listed.append(_of_version(version, state))
        else:
            listed.append(_of_folder(item, State.UNREADABLE))
    if all_versions:
        listed += [_of_version(version, State.STORED) for version in stored.values()]
    return tuple(sorted(listed, key=lambda entry: entry.connector))


def _of_version(version: Version, state: State) -> Listed:
    return Listed(
        version.connector,
        Tier.USER,
        Kind.PACKAGE,
        state if version.readable else State.UNREADABLE,
        version.api_version,
        version.address,
        version.pinned,
        version.size,
        version.folder,
        version.record,
    )


def _of_folder(found: Found, state: State) -> Listed:
    card, address = _card(found.folder) if found.kind is Kind.PACKAGE else (None, None)
    if found.kind is Kind.PACKAGE and card is None:
        state = State.UNREADABLE
    version = card.api_version if card is not None else None
    size = size_of(found.folder)
    return Listed(found.connector, found.tier, found.kind, state, version, address or found.address, False, size, found.folder)


def _card(folder: Path) -> tuple[_Card | None, str | None]:
    try:
        data = read_file(folder / layout.CONNECTOR)
        return msgspec.json.decode(data, type=_Card), canonical.address(data)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None, None
