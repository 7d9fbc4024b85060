"""The account of a description: every operation with its id or its gap, and everything that is narrower than it was."""

from enum import StrEnum

import msgspec

from connectors.model.connector import Header
from connectors.model.places import Place
from connectors.model.record import Record
from connectors.problems import Code

__all__ = ["Coverage", "Emitted", "Event", "EventKind", "Gap", "Note", "NoteSeverity"]


class NoteSeverity(StrEnum):
    """What a note means for the operation it is on."""

    NARROWED = "narrowed"
    """What was emitted says less than the description."""
    NOTED = "noted"
    """Worth knowing; nothing is missing."""


class Gap(Record, frozen=True):
    """An operation of the description that was not emitted, and why."""

    identity: str
    method: str
    path: str
    code: Code
    reason: str
    at: Place
    source_operation_id: str | None = None


class Note(Record, frozen=True):
    """Something about an emitted operation (`identity`), or about the description as a whole (None)."""

    severity: NoteSeverity
    code: Code
    reason: str
    at: Place
    identity: str | None = None


class EventKind(StrEnum):
    """What the vendor sends, and an operation does not."""

    WEBHOOK = "webhook"
    CALLBACK = "callback"


class Event(Record, frozen=True):
    """A request that the vendor sends: never an operation."""

    kind: EventKind
    name: str
    method: str
    at: Place
    operation: str | None = None
    """Identity of the operation that declares a callback."""
    expression: str | None = None
    """Runtime expression of the callback's address."""
    summary: str | None = None


class Emitted(Record, frozen=True):
    """An operation that was emitted."""

    identity: str
    id: str


class Coverage(Record, frozen=True):
    """What `coverage.json` holds. `declared` = `operations` + `gaps`."""

    header: Header
    schema_version: int
    connector: str
    declared: int
    operations: tuple[Emitted, ...] = ()
    gaps: tuple[Gap, ...] = ()
    excluded: tuple[str, ...] = ()
    """Identities that `--exclude` or `--include` left out."""
    notes: tuple[Note, ...] = ()
    events: tuple[Event, ...] = ()
    not_carried: dict[str, int] = msgspec.field(default_factory=dict)
    """How many links, examples, externalDocs and `x-` keys were met that the package does not carry."""
