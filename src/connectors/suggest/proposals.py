"""A proposal: what a person may want to say in the overlay, why, and what they have to find out first."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

__all__ = ["EVERYWHERE", "REASON_WANTED", "Kind", "Proposal", "Value"]

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value] | None"


EVERYWHERE = "connector"
"""The target of a proposal that holds for the whole connector."""

REASON_WANTED = "…"
"""What stands for `because` in an entry whose reason only a person can give."""


class Kind(StrEnum):
    """What a proposal is about."""

    PAGINATION = "pagination"
    CREDENTIAL = "credential"
    VALUE_PREFIX = "value_prefix"
    NO_IDENTITY = "no_identity"
    OUTCOME = "outcome"
    IDEMPOTENCY_KEY = "idempotency_key"
    PENDING = "pending"
    READ_BEHIND_POST = "read_behind_post"
    CURATED = "curated"


@dataclass(frozen=True, slots=True)
class Proposal:
    """`target` is an operation's identity, the id of an auth scheme, or `connector` for what holds everywhere.

    `entry` is what the overlay would say of it.
    `evidence` are places in the package: a file or an identity, `#`, and a JSON Pointer. `missing` is what the package does not show.
    """

    kind: Kind
    target: str
    reason: str
    entry: Mapping[str, Value] = field(default_factory=dict)
    evidence: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
