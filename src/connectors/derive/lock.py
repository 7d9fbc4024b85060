"""The identity lock: names that were given stay given, and what the vendor moved waits for a person's word.

Nothing here invents a name; it says who owns which one before names are derived, and writes down who owns which one after.
"""

from collections.abc import Collection, Iterable, Mapping

import msgspec

from connectors.derive.credentials import shape_of
from connectors.model.connector import AuthScheme
from connectors.model.coverage import Gap
from connectors.model.identity import identity_of, normalise_identity, placeholders
from connectors.model.lock import Change, ChangeKind, Lock, LockedOperation
from connectors.model.operation import Location, Operation, Parameter

__all__ = ["NO_DECISIONS", "Decisions", "Known", "adopt", "known_keys", "lock_of"]


class Decisions(msgspec.Struct, frozen=True):
    """What a person decided of the vendor's moves: `accepted` maps the new identity to the old one, `new` are identities of their own."""

    accepted: Mapping[str, str]
    new: Collection[str]


NO_DECISIONS = Decisions({}, ())


class Known(msgspec.Struct, frozen=True):
    """One operation as it is identified today."""

    identity: str
    method: str
    path: str
    source_operation_id: str | None


def adopt(
    lock: Lock, operations: Iterable[Known], schemes: Iterable[AuthScheme], decisions: Decisions = NO_DECISIONS
) -> tuple[Lock, tuple[Change, ...]]:
    """Give the entries of the lock to today's identities, and say what changed; sorted, empty for an empty lock.

    The identity is method and path, so a renamed placeholder changes nothing. An operation that stands elsewhere under its operationId
    has moved: it keeps its names when the move was accepted, and `waits` otherwise.
    """
    if not lock.operations and not lock.auth:
        return lock, ()
    today = {item.identity: item for item in operations}
    entries = dict(lock.operations)
    changes: list[Change] = []
    _respell(entries, today, changes)
    _move(entries, today, changes, decisions)
    told = {change.identity for change in changes}
    left = {change.was for change in changes}
    for identity in today.keys() - entries.keys():
        if identity not in told:
            changes.append(Change(identity, ChangeKind.ADDED, source_operation_id=today[identity].source_operation_id))
    for identity, entry in entries.items():
        if identity in today and entry.removed:
            changes.append(Change(identity, ChangeKind.RETURNED))
        elif identity not in today and not entry.removed and identity not in left:
            changes.append(Change(identity, ChangeKind.REMOVED, source_operation_id=entry.source_operation_id))
    auth = _adopt_schemes(dict(lock.auth), schemes, changes, decisions)
    return Lock(lock.schema_version, lock.connector, auth=auth, operations=entries), tuple(sorted(changes))


def _respell(entries: dict[str, LockedOperation], today: Mapping[str, Known], changes: list[Change]) -> None:
    """An identity is spelled with names where two paths differ in nothing else, and with numbers otherwise; either is the same."""
    # Who is not in the lock, the least last: alike in all but the names of placeholders, and of those who have one operationId.
    alike: dict[str, list[str]] = {}
    called: dict[tuple[str, str | None], list[str]] = {}
    for identity in sorted(today.keys() - entries.keys(), reverse=True):
        item = today[identity]
        numbered = identity_of(item.method, item.path)
        alike.setdefault(numbered, []).append(identity)
        called.setdefault((numbered, item.source_operation_id), []).append(identity)
    taken: set[str] = set()
    for was in [identity for identity in entries if identity not in today]:
        numbered = normalise_identity(was)
        chosen = None
        for free in (called.get((numbered, entries[was].source_operation_id), []), alike.get(numbered, [])):
            # Each stands in two lists: who was taken from one of them is passed over in the other.
            while free and chosen is None:
                least = free.pop()
                chosen = None if least in taken else least
        if chosen is not None:
            taken.add(chosen)
            entries[chosen] = entries.pop(was)
            changes.append(Change(chosen, ChangeKind.RENAMED, was=was))


def _move(entries: dict[str, LockedOperation], today: Mapping[str, Known], changes: list[Change], decisions: Decisions) -> None:
    gone: dict[str, list[str]] = {}
    for identity, entry in entries.items():
        if identity not in today and not entry.removed and entry.source_operation_id:
            gone.setdefault(entry.source_operation_id, []).append(identity)
    arrived: dict[str, list[str]] = {}
    for identity, item in today.items():
        if item.source_operation_id:
            arrived.setdefault(item.source_operation_id, []).append(identity)
    for new, old in decisions.accepted.items():
        if new in today and new not in entries and old in entries and old not in today:
            entries[new] = entries.pop(old)
            changes.append(Change(new, ChangeKind.MOVED, was=old))
    for name, was in gone.items():
        now = [identity for identity in arrived.get(name, []) if identity not in entries]
        # Where several share the operationId nobody can tell which of them went where: they are new, and the old ones gone.
        if len(was) == 1 and len(now) == 1 and was[0] in entries and now[0] not in decisions.new:
            changes.append(Change(now[0], ChangeKind.MOVED, was=was[0], source_operation_id=name, waits=True))


def _adopt_schemes(
    auth: dict[str, str], schemes: Iterable[AuthScheme], changes: list[Change], decisions: Decisions
) -> dict[str, str]:
    """Schemes are known by shape and vendor key. A shape's only scheme keeps its id under any key; among several, a rename waits."""
    today = {f"{shape_of(scheme)} {scheme.vendor_key}": shape_of(scheme) for scheme in schemes}
    for new, old in decisions.accepted.items():
        if new in today and new not in auth and old in auth and old not in today:
            auth[new] = auth.pop(old)
            changes.append(Change(new, ChangeKind.RENAMED, was=old))
    owned: dict[str, list[str]] = {}
    for name, shape in today.items():
        owned.setdefault(shape, []).append(name)
    known: dict[str, list[str]] = {}
    for name in auth:
        known.setdefault(name.partition(" ")[0], []).append(name)
    for shape, own in sorted(owned.items()):
        before = known.get(shape, [])
        gone = [name for name in before if name not in today]
        arrived = [name for name in own if name not in auth]
        if not gone or not arrived:
            continue
        if len(own) == 1 and len(before) == 1:
            auth[arrived[0]] = auth.pop(gone[0])
            changes.append(Change(arrived[0], ChangeKind.RENAMED, was=gone[0]))
        elif len(gone) == 1 and len(arrived) == 1 and arrived[0] not in decisions.new:
            changes.append(Change(arrived[0], ChangeKind.RENAMED, was=gone[0], waits=True))
    return auth


def known_keys(entry: LockedOperation | None, path: str) -> dict[tuple[str, str], str]:
    """The keys of an operation's arguments, by (location, wire name); `path` as the description writes it today."""
    if entry is None:
        return {}
    names = {position: name for name, position in _positions(path).items()}
    found: dict[tuple[str, str], str] = {}
    for place, keys in entry.keys.items():
        location, _, name = place.partition(" ")
        found[(location, names.get(name, name) if location == "path" else name)] = keys[0]
    return found


def _positions(path: str) -> dict[str, str]:
    """Where each placeholder stands, `{1}` the first: a placeholder that is renamed keeps its place, and so its key."""
    names = [name for placeholder in placeholders(path) for name in placeholder.names]
    return {name: f"{{{index}}}" for index, name in enumerate(dict.fromkeys(names), 1)}


def lock_of(
    connector: str,
    before: Lock,
    operations: Iterable[Operation],
    gaps: Iterable[Gap],
    excluded: Collection[str],
    schemes: Iterable[AuthScheme],
) -> Lock:
    """The lock after a derivation: every name that was ever given, and who has it. What the vendor removed is a tombstone."""
    entries: dict[str, LockedOperation] = {}
    present = {gap.identity for gap in gaps} | set(excluded)
    for identity, old in before.operations.items():
        entries[identity] = (
            old if identity in present else LockedOperation(old.id, old.ids, old.keys, old.source_operation_id, removed=True)
        )
    for operation in operations:
        known = before.operations.get(operation.identity)
        keys: dict[str, tuple[str, ...]] = dict(known.keys) if known else {}
        positions = _positions(operation.path)
        for parameter in _arguments(operation):
            location, name, key = parameter.location, parameter.name, parameter.key
            place = f"{location} {positions.get(name, name) if location is Location.PATH else name}"
            given = keys.get(place)
            keys[place] = (key,) if given is None else tuple(dict.fromkeys((key, *given)))
        entries[operation.identity] = LockedOperation(
            operation.id, known.ids if known else (), dict(sorted(keys.items())), operation.source_operation_id
        )
    auth = {**before.auth, **{f"{shape_of(scheme)} {scheme.vendor_key}": scheme.id for scheme in schemes}}
    return Lock(1, connector, auth=dict(sorted(auth.items())), operations=dict(sorted(entries.items())))


def _arguments(operation: Operation) -> tuple[Parameter, ...]:
    body = operation.body
    if body is None:
        return operation.parameters
    return (*operation.parameters, *(body.fields or ()), *((body.whole,) if body.whole is not None else ()))
