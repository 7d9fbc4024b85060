"""Operation ids, `connector.resource.verb`: unique, readable, and as independent of each other as they can be.

Every operation has a list of candidates of its own: its name; then, one after the other, with what its path says beyond
that, with its version, its item, method and placeholders, and last with a short digest of its identity. Operations whose
candidates meet all move to the next one that tells them apart; one that has nothing to add keeps its name. A candidate that
two ever met at belongs to none of the others.

So the ids do not depend on the order of the operations, and no id holds a running number. An operation that is added without
a lock can rename only those whose candidate it meets: the first namesake of an operation still renames it, a second one that
its path tells apart does not. With the ids of an earlier run given as known, it renames nothing.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec

from connectors.derive.names import LEVELS, Name, Named, additions_of, name_of
from connectors.derive.words import word_set

__all__ = ["Id", "Named", "duplicate_operation_ids", "fold", "operation_ids"]

# With a connector id of 32 letters, an id stays below 128.
_RESOURCE_LETTERS = 36
_VERB_LETTERS = 56
_SUFFIX_LETTERS = 46
_DIGEST_LETTERS = 6

# An id is written as attributes in Python, so that its keywords cannot be segments; other languages allow theirs there.
_KEYWORDS = word_set(
    "and as assert async await break class continue def del elif else except false finally for from global if import in is"
    " lambda none nonlocal not or pass raise return true try while with yield"
)
# A resource names a file. Source: Microsoft, Naming Files, Paths, and Namespaces.
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin", "conout", "clock", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))]
)


class Id(msgspec.Struct, frozen=True):
    """The public id of an operation, and the two segments that the package is ordered by."""

    id: str
    resource: str
    verb: str


def operation_ids(
    operations: Iterable[Named],
    connector: str,
    known: Mapping[str, str] | None = None,
    reserved: Collection[str] = (),
) -> dict[str, Id]:
    """Give every operation an id, by identity and in the order of identities.

    `known` maps identities to the ids they had, and always wins; ids in it are never given to another operation, nor are those in
    `reserved`. No two ids are equal when `.` is read as `_`.
    """
    known = known or {}
    by_identity = {operation.identity: operation for operation in operations}
    names = dict(sorted((identity, name_of(operation)) for identity, operation in by_identity.items()))
    own = {identity: _segments(name) for identity, name in names.items()}
    taken = {fold(id_) for id_ in (*known.values(), *reserved)}
    # What a known operation would be called today is not free either: its namesakes meet it as they would without a lock.
    taken |= {fold(_spell(connector, own[identity]).id) for identity in names if identity in known}
    new = [_Candidate(identity, own[identity]) for identity in names if identity not in known]
    found = _settle(new, connector, taken, lambda identity: additions_of(names[identity], by_identity[identity].method))
    found.update((identity, _parsed(known[identity])) for identity in names if identity in known)
    return {identity: found[identity] for identity in names}


def duplicate_operation_ids(operations: Iterable[Named]) -> dict[str, tuple[str, ...]]:
    """The operationIds that several operations share, letter by letter, with the identities of those that do."""
    identities: dict[str, set[str]] = {}
    for operation in operations:
        if operation.operation_id:
            identities.setdefault(operation.operation_id, set()).add(operation.identity)
    return {text: tuple(sorted(found)) for text, found in sorted(identities.items()) if len(found) > 1}


def fold(id_: str) -> str:
    """The form in which two ids must differ: without case, and with every separator alike."""
    return id_.casefold().replace(".", "_")


# --- One operation ----------------------------------------------------------------------------------------------------


class _Segments(msgspec.Struct, frozen=True):
    resource: str
    verb: tuple[str, ...]
    suffix: tuple[str, ...] = ()

    def with_suffix(self, *more: str) -> "_Segments":
        return _Segments(self.resource, self.verb, (*self.suffix, *more))


class _Candidate(msgspec.Struct, frozen=True):
    identity: str
    segments: _Segments


def _segments(name: Name) -> _Segments:
    resource = _cut(name.resource, _RESOURCE_LETTERS)
    if not resource[0].isalpha() or resource in _KEYWORDS or resource in _DEVICES:
        resource = _cut(("api", *name.resource), _RESOURCE_LETTERS)
    verb = name.verb
    if not verb[0][0].isalpha():
        verb = (*name.method_action, *verb)
    if "_".join(verb) in _KEYWORDS:
        verb = (*verb, *name.resource)
    return _Segments(resource, verb)


def _spell(connector: str, segments: _Segments) -> Id:
    verb = _verb(segments)
    return Id(f"{connector}.{segments.resource}.{verb}", segments.resource, verb)


def _verb(segments: _Segments) -> str:
    if not segments.suffix:
        return _cut(segments.verb, _VERB_LETTERS)
    suffix = _cut(segments.suffix, _SUFFIX_LETTERS)
    return f"{_cut(segments.verb, _VERB_LETTERS - len(suffix) - 1)}_{suffix}"


def _cut(parts: Sequence[str], letters: int) -> str:
    """The words as one segment. One that is too long loses words from its middle: its end is what tells it from others."""
    text = "_".join(parts)
    if len(text) <= letters:
        return text
    left = letters - len(parts[0])
    head, tail = 1, len(parts)
    while head < tail:
        from_end = head > len(parts) - tail
        word = parts[tail - 1] if from_end else parts[head]
        if len(word) + 1 > left:
            break
        left -= len(word) + 1
        head, tail = (head, tail - 1) if from_end else (head + 1, tail)
    return "_".join([*parts[:head], *parts[tail:]])[:letters]


def _parsed(id_: str) -> Id:
    _, *middle, verb = id_.split(".")
    return Id(id_, "_".join(middle), verb)


# --- Several operations -----------------------------------------------------------------------------------------------


class _Group(msgspec.Struct, frozen=True):
    """Operations whose candidates are one id. `free` says that nobody else has that id."""

    members: tuple[_Candidate, ...]
    free: bool


def _settle(
    candidates: list[_Candidate], connector: str, taken: set[str], additions_to: Callable[[str], tuple[tuple[str, ...], ...]]
) -> dict[str, Id]:
    """Settle one level of candidates after the other, all operations of a level at once. `taken` holds folded ids.

    `additions_to` is asked, by identity, for the additions of those that meet another, and of nobody else.
    """
    proposed: dict[str, Id] = {}
    settled: dict[str, Id] = {}

    def settle(candidate: _Candidate) -> None:
        settled[candidate.identity] = proposed[candidate.identity]

    def propose(proposals: Iterable[_Candidate]) -> list[_Group]:
        met: dict[str, list[_Candidate]] = {}
        for candidate in proposals:
            id_ = proposed[candidate.identity] = _spell(connector, candidate.segments)
            met.setdefault(fold(id_.id), []).append(candidate)
        groups: list[_Group] = []
        for folded, members in met.items():
            if len(members) == 1 and folded not in taken:
                settle(members[0])
            else:
                groups.append(_Group(tuple(members), folded not in taken))
        taken.update(met)
        return groups

    groups = propose(candidates)
    additions = {member.identity: additions_to(member.identity) for group in groups for member in group.members}
    for level in range(LEVELS):
        waiting: list[_Group] = []
        proposals: list[_Candidate] = []
        for group in groups:
            kept, moved = _apart(group, [additions[member.identity][level] for member in group.members])
            if group.free and len(kept) == 1:
                settle(kept[0])
            elif kept:
                waiting.append(_Group(tuple(kept), group.free))
            proposals.extend(moved)
        groups = [*waiting, *propose(proposals)]
    for group in groups:
        for member in group.members:
            settled[member.identity] = _with_digest(member, connector, taken)
    return settled


def _apart(group: _Group, suffixes: Sequence[tuple[str, ...]]) -> tuple[list[_Candidate], list[_Candidate]]:
    """Members that keep their candidate, and members with the words that tell them apart; all keep it where none do."""
    if len(group.members) > 1 and len(set(suffixes)) == 1:
        return list(group.members), []
    kept = [member for member, suffix in zip(group.members, suffixes, strict=True) if not suffix]
    moved = [
        _Candidate(member.identity, member.segments.with_suffix(*suffix))
        for member, suffix in zip(group.members, suffixes, strict=True)
        if suffix
    ]
    return kept, moved


def _with_digest(candidate: _Candidate, connector: str, taken: set[str]) -> Id:
    """The candidate's id with as much of the SHA-256 of its identity as nobody has taken."""
    digest = hashlib.sha256(candidate.identity.encode("utf-8", "surrogatepass")).hexdigest()
    segments = candidate.segments
    for letters in range(_DIGEST_LETTERS, _SUFFIX_LETTERS, 2):
        found = _spell(connector, _Segments(segments.resource, (*segments.verb, *segments.suffix), (digest[:letters],)))
        if fold(found.id) not in taken:
            break
    taken.add(fold(found.id))
    return found
