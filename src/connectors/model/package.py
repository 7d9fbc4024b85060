"""A connector as a whole: what derivation makes, and what the loader gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from connectors.model.connector import AuthScheme, Connector, Tag
from connectors.model.coverage import Coverage, Event, Gap, Note
from connectors.model.lock import EMPTY_LOCK, Change, Lock
from connectors.model.operation import Operation, Security, Server
from connectors.model.stored import StoredOperation
from connectors.problems import Problem

__all__ = ["Derived", "Dropped", "Package"]


@dataclass(frozen=True, slots=True)
class Derived:
    """What a description says, in the package's own terms. Knows nothing of files, rights or digests.

    `operations` are sorted by id; `gaps`, `notes` and `events` by place. `schemas` maps a name to JSON Schema 2020-12 text, sorted
    by name, only the reachable ones; a reference `#/$defs/NAME` in any schema text reads here.
    """

    connector: str
    title: str
    description: str | None
    api_version: str | None
    servers: tuple[Server, ...]
    auth: tuple[AuthScheme, ...]
    default_security: Security
    operations: tuple[Operation, ...]
    schemas: Mapping[str, msgspec.Raw]
    gaps: tuple[Gap, ...]
    notes: tuple[Note, ...]
    events: tuple[Event, ...]
    excluded: tuple[str, ...]
    not_carried: Mapping[str, int]
    tags: int
    """How many distinct tags the operations of the description carry, gaps included."""
    deprecated: int
    """How many operations of the description are marked deprecated, gaps included."""
    declared_tags: tuple[Tag, ...] = ()
    """The tags that the description declares, used or not."""
    lock: Lock = EMPTY_LOCK
    """Every name that was ever given, this derivation's included."""
    changes: tuple[Change, ...] = ()
    """What happened to names since the lock was written, sorted."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """An operation that a person left out, under its derived id, and why."""

    identity: str
    id: str
    because: str


@dataclass(frozen=True, slots=True)
class Package:
    """A loaded connector package: verified, decoded, and as it will be executed.

    `address` is `sha256:` and the digest of `connector.json`. `operations` are sorted by id, without those that the overlay drops;
    `coverage` accounts for all that were derived. `stored` has each of these as its file spells it, by identity. `warnings` is what the
    overlay says in vain, and an edit that is not sealed yet.
    """

    address: str
    connector: Connector
    operations: tuple[Operation, ...]
    schemas: Mapping[str, msgspec.Raw]
    coverage: Coverage
    lock: Lock
    stored: Mapping[str, StoredOperation] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    notices: tuple[str, ...] = ()
    warnings: tuple[Problem, ...] = ()
