"""The identity lock: which names an operation and its arguments have, for ever."""

from enum import StrEnum

import msgspec

from connectors.model.record import Record

__all__ = ["EMPTY_LOCK", "Change", "ChangeKind", "Lock", "LockedOperation"]


class LockedOperation(Record, frozen=True):
    """The names of one identity.

    `id` is the derived id. `ids` holds every public id it ever had beyond that one. `keys` maps an argument's place and name to every key
    it ever had, the current one first: `query per_page`, and `path {1}` for the first placeholder of the path, whatever its name.
    `removed` marks a tombstone: the vendor took the operation away, and its names are handed to nobody else.
    """

    id: str
    ids: tuple[str, ...] = ()
    keys: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    source_operation_id: str | None = None
    removed: bool = False


class Lock(Record, frozen=True):
    """What `identity.lock.json` holds. `operations` is keyed by identity, `auth` maps `shape vendor_key` to the AuthScheme id."""

    schema_version: int
    connector: str
    auth: dict[str, str] = msgspec.field(default_factory=dict)
    operations: dict[str, LockedOperation] = msgspec.field(default_factory=dict)


EMPTY_LOCK = Lock(schema_version=1, connector="")
"""No names are known yet."""


class ChangeKind(StrEnum):
    """What happened to a name since the lock was written."""

    ADDED = "added"
    REMOVED = "removed"
    RETURNED = "returned"
    MOVED = "moved"
    RENAMED = "renamed"
    """A placeholder or the key of a security scheme has another name; it is the same thing."""


class Change(msgspec.Struct, frozen=True, order=True):
    """One event between the lock and the description: an identity, or `shape vendor_key` of a scheme. `was` is its former one.

    `waits` says that a person has to decide first: nothing is written.
    """

    identity: str
    kind: ChangeKind
    was: str | None = None
    source_operation_id: str | None = None
    waits: bool = False
