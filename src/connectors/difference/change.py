"""One change between two packages, and all of them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from connectors import pointer
from connectors.canonical import compact_value
from connectors.difference.codes import MEANINGS, ChangeCode, Impact

__all__ = ["At", "Change", "Changes", "Difference", "OperationName", "Summary", "shown"]

_SHOWN = 72


@dataclass(frozen=True, slots=True, order=True)
class OperationName:
    """An operation, as the new package names it; as the old one does where it is there alone."""

    id: str
    identity: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is another.

    `place` is a JSON Pointer into the effective package, its lists by name: `/operations/GET ~1a/parameters/limit/required`,
    `/schemas/Issue/properties/state`. It reads in the new package, in the old one for what is gone. `operations` are those that are
    touched, none where it is about the connector; the same change in several operations is one, with its place in the first. `old` and
    `new` are short texts for people, None for what is not there.
    """

    code: ChangeCode
    place: str
    old: str | None
    new: str | None
    operations: tuple[OperationName, ...] = ()

    @property
    def impact(self) -> Impact:
        """What it asks of a caller."""
        return MEANINGS[self.code].impact

    @property
    def reason(self) -> str:
        """Why it has that impact, in a sentence without an end."""
        return MEANINGS[self.code].reason

    def sort_key(self) -> tuple[int, tuple[OperationName, ...], str, str, str, str]:
        """Gravest first, then what is about the connector, then by operation and place."""
        return (-self.impact.weight, self.operations, self.place, self.code, self.old or "", self.new or "")


@dataclass(frozen=True, slots=True)
class Summary:
    """Which package it was."""

    connector: str
    address: str
    version: str | None


@dataclass(frozen=True, slots=True)
class Difference:
    """All changes from one package to another, sorted; no change: nothing is another for a caller."""

    old: Summary
    new: Summary
    changes: tuple[Change, ...]

    @property
    def counts(self) -> dict[Impact, int]:
        """How many changes of each impact, the gravest first."""
        found = Counter(change.impact for change in self.changes)
        return {impact: found[impact] for impact in Impact}

    def of(self, impact: Impact) -> tuple[Change, ...]:
        """The changes of one impact."""
        return tuple(change for change in self.changes if change.impact is impact)

    def reaches(self, impact: Impact) -> bool:
        """Whether there is a change of that impact, or a graver one."""
        return any(change.impact.weight >= impact.weight for change in self.changes)


class Changes:
    """Gathers changes; what is said of one place in the same words is one change that touches several operations."""

    def __init__(self) -> None:
        self._found: dict[tuple[ChangeCode, str, str | None, str | None], set[OperationName]] = {}

    def add(self, code: ChangeCode, place: str, old: str | None, new: str | None, operations: Iterable[OperationName] = ()) -> None:
        """Say that what is at a place is another."""
        self._found.setdefault((code, place, old, new), set()).update(operations)

    def sorted(self) -> tuple[Change, ...]:
        """All of them, in the order of a report; what is the same in several operations is one change."""
        changes: list[Change] = []
        alike: dict[tuple[ChangeCode, str, str | None, str | None], list[tuple[OperationName, str]]] = {}
        for (code, place, old, new), operations in self._found.items():
            if len(operations) == 1 and place.startswith("/operations/"):
                # The identity is one token, in which a slash is escaped.
                below = "/".join(place.split("/")[3:])
                alike.setdefault((code, below, old, new), []).append((next(iter(operations)), place))
            else:
                changes.append(Change(code, place, old, new, tuple(sorted(operations))))
        for (code, _, old, new), found in alike.items():
            found.sort()
            changes.append(Change(code, found[0][1], old, new, tuple(operation for operation, _ in found)))
        return tuple(sorted(changes, key=Change.sort_key))


@dataclass(frozen=True, slots=True)
class At:
    """Where changes of one part of an operation are put."""

    changes: Changes
    operations: Sequence[OperationName]
    old: str
    new: str

    def below(self, *tokens: str) -> "At":
        """A part of that part."""
        further = pointer.join(tokens)
        return At(self.changes, self.operations, self.old + further, self.new + further)

    def add(self, code: ChangeCode, old: str | None, new: str | None, *tokens: str) -> None:
        """Say that what is here is another: in the old package where nothing is left of it in the new."""
        place = self.old if new is None and old is not None else self.new
        self.changes.add(code, place + pointer.join(tokens), old, new, self.operations)

    def either(self, grew: bool, more: ChangeCode, less: ChangeCode, old: str | None, new: str | None) -> None:
        """Say one of two things."""
        self.add(more if grew else less, old, new)


def shown(value: object) -> str:
    """A value as short JSON, for a person to see which one it is."""
    text = bytes(value if isinstance(value, msgspec.Raw) else compact_value(value)).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
