"""What an overlay gives away for ever: the ids and keys that callers have used, for the identity lock to remember."""

from collections.abc import Iterable

from msgspec.structs import replace

from connectors.model.lock import Lock
from connectors.model.operation import Operation
from connectors.overlay.edit import lock_places

__all__ = ["with_pins"]


def with_pins(lock: Lock, operations: Iterable[Operation]) -> Lock:
    """The lock with every public id and key of an effective package, behind those that are derived. Nothing is ever taken out.

    `lock` knows all of `operations` already, as derived. A key of an overlay stands behind the derived one, which stays the first: it is
    the one that the next derivation gives, and that overlays name.
    """
    entries = dict(lock.operations)
    for operation in operations:
        entry = entries[operation.identity]
        ids = entry.ids if operation.id in (entry.id, *entry.ids) else (*entry.ids, operation.id)
        keys = dict(entry.keys)
        for key, place in lock_places(operation).items():
            known = keys.get(place, ())
            if key not in known:
                keys[place] = (*known, key)
        if ids != entry.ids or keys != entry.keys:
            entries[operation.identity] = replace(entry, ids=ids, keys=dict(sorted(keys.items())))
    return replace(lock, operations=entries)
