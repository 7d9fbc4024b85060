"""The overlay: what a person knows of a connector and its description cannot state.

In every edit a key that is not there is UNSET and leaves the fact alone; None is a written `null` and clears it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec import UNSET, UnsetType

from connectors import pointer
from connectors.model.connector import Placement
from connectors.model.operation import (
    Consequence,
    Effect,
    Encoding,
    ErrorClass,
    Idempotency,
    Maturity,
    PaginationEnd,
    PaginationStyle,
    Security,
    Server,
    Style,
)
from connectors.problems import SourceLocation

__all__ = [
    "AuthEdit",
    "BodyEdit",
    "Entry",
    "OutcomeEdit",
    "Overlay",
    "PaginationEdit",
    "ParameterEdit",
    "Patch",
    "ResponseEdit",
    "Selector",
    "ServerEdit",
]


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a mapping of the overlay says; its fields are called as its keys are."""


class AuthEdit(Edit, frozen=True):
    """One AuthScheme that stays, by its derived id, and what is added to it."""

    id: str
    value_prefix: str | UnsetType | None = UNSET
    placement: Placement | UnsetType = UNSET
    description: str | UnsetType | None = UNSET


class ServerEdit(Edit, frozen=True):
    """A server, complete, and where it stands among the servers of the file."""

    server: Server
    index: int


class ParameterEdit(Edit, frozen=True):
    """What is said of one argument, found by the key it has without the overlay. `key` renames it."""

    key: str | UnsetType = UNSET
    required: bool | UnsetType = UNSET
    secret: bool | UnsetType = UNSET
    description: str | UnsetType | None = UNSET
    style: Style | UnsetType | None = UNSET
    explode: bool | UnsetType = UNSET
    schema: msgspec.Raw | UnsetType = UNSET
    default: msgspec.Raw | UnsetType | None = UNSET


class BodyEdit(Edit, frozen=True):
    """How the body is written."""

    encoding: Encoding | UnsetType = UNSET
    content_type: str | UnsetType = UNSET


class ResponseEdit(Edit, frozen=True):
    """What an answer of one status means."""

    pending: bool | UnsetType = UNSET


class PaginationEdit(Edit, frozen=True):
    """How a collection is walked. `undocumented` says that the description does not show what the pointers name."""

    style: PaginationStyle | UnsetType = UNSET
    ends_when: tuple[PaginationEnd, ...] | UnsetType = UNSET
    page: str | UnsetType | None = UNSET
    offset: str | UnsetType | None = UNSET
    cursor: str | UnsetType | None = UNSET
    size: str | UnsetType | None = UNSET
    first: int | UnsetType | None = UNSET
    size_default: int | UnsetType | None = UNSET
    size_max: int | UnsetType | None = UNSET
    items: str | UnsetType | None = UNSET
    next: str | UnsetType | None = UNSET
    next_header: str | UnsetType | None = UNSET
    has_more: str | UnsetType | None = UNSET
    done: str | UnsetType | None = UNSET
    pages: str | UnsetType | None = UNSET
    total: str | UnsetType | None = UNSET
    total_header: str | UnsetType | None = UNSET
    cursor_item: str | UnsetType | None = UNSET
    max_pages: int | UnsetType | None = UNSET
    undocumented: bool | UnsetType = UNSET


class OutcomeEdit(Edit, frozen=True):
    """How an answer of 2xx that is a failure is told. `undocumented` as in PaginationEdit."""

    success_when: msgspec.Raw | UnsetType = UNSET
    error_code: str | UnsetType | None = UNSET
    error_message: str | UnsetType | None = UNSET
    classes: dict[str, ErrorClass | None] | UnsetType = UNSET
    undocumented: bool | UnsetType = UNSET


class Patch(Edit, frozen=True):
    """What is said of an operation. `because` is the reason for `drop`, and for whatever makes a call look safer."""

    id: str | UnsetType = UNSET
    summary: str | UnsetType | None = UNSET
    description: str | UnsetType | None = UNSET
    curated: bool | UnsetType = UNSET
    effect: Effect | UnsetType = UNSET
    consequence: Consequence | UnsetType = UNSET
    idempotency: Idempotency | UnsetType = UNSET
    idempotency_key: str | UnsetType | None = UNSET
    deterministic: bool | UnsetType = UNSET
    security: Security | UnsetType = UNSET
    body: BodyEdit | UnsetType = UNSET
    parameters: dict[str, ParameterEdit] | UnsetType = UNSET
    responses: dict[str, ResponseEdit] | UnsetType = UNSET
    errors: dict[str, ErrorClass | None] | UnsetType = UNSET
    pagination: PaginationEdit | UnsetType | None = UNSET
    outcome: OutcomeEdit | UnsetType | None = UNSET
    drop: bool | UnsetType = UNSET
    because: str | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Entry:
    """A patch for one operation. `identity` as it is written; `at` is the entry's pointer."""

    identity: str
    patch: Patch

    @property
    def at(self) -> str:
        """The pointer of the entry."""
        return pointer.join(("operations", self.identity))


@dataclass(frozen=True, slots=True)
class Selector:
    """A patch for every operation that meets all conditions; of several tags or methods, one has to hold."""

    index: int
    patch: Patch
    tags: tuple[str, ...] = ()
    path: str | None = None
    methods: tuple[str, ...] = ()

    @property
    def at(self) -> str:
        """The pointer of what it sets."""
        return f"/selectors/{self.index}/set"


@dataclass(frozen=True, slots=True)
class Overlay:
    """What `overlay.yaml` says. `places` gives line and column of every key and item by its pointer."""

    shown_as: str
    connector: str | None = None
    title: str | UnsetType = UNSET
    description: str | UnsetType | None = UNSET
    servers: tuple[ServerEdit, ...] | UnsetType = UNSET
    auth: tuple[AuthEdit, ...] | UnsetType = UNSET
    default_security: Security | UnsetType = UNSET
    outcome: OutcomeEdit | UnsetType | None = UNSET
    idempotency: Idempotency | UnsetType | None = UNSET
    pagination: PaginationEdit | UnsetType | None = UNSET
    maturity: Maturity | UnsetType = UNSET
    notices: tuple[str, ...] | UnsetType = UNSET
    because: str | UnsetType = UNSET
    operations: tuple[Entry, ...] = ()
    selectors: tuple[Selector, ...] = ()
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)
    lost: frozenset[str] = frozenset()
    """Pointers of what was written wrong and left out: nobody is told besides that it is missing."""

    @property
    def is_empty(self) -> bool:
        """Whether it edits nothing."""
        edits = (
            self.title, self.description, self.servers, self.auth, self.default_security, self.outcome, self.idempotency,
            self.pagination, self.maturity, self.notices,
        )  # fmt: skip
        return not self.operations and not self.selectors and all(edit is UNSET for edit in edits)

    def place(self, at: str) -> SourceLocation:
        """Where the value at a pointer stands, or the nearest value around it that the file holds."""
        around = at
        while around and around not in self.places:
            around = around.rpartition("/")[0]
        line, column = self.places.get(around, (1, 1))
        return SourceLocation(self.shown_as, line, column, at)
