"""The identity lock: which names an operation and its arguments have, for ever."""

import msgspec

from connectors.model.record import Record

__all__ = ["EMPTY_LOCK", "Lock", "LockedOperation"]


class LockedOperation(Record, frozen=True):
    """The names of one identity.

    `id` is the derived id. `ids` holds every public id it ever had beyond that one. `keys` maps `place name` (for example
    `query per_page`) to every key the argument ever had, the current one first. `removed` marks a tombstone: the vendor took the
    operation away, and its names are handed to nobody else.
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
