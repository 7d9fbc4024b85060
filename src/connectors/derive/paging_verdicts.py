"""What may be said of an operation's pagination: applied, proposed, refused."""

from typing import TypeAlias

import msgspec

from connectors.model.operation import Pagination, PaginationStyle

__all__ = ["Applied", "Proposed", "Refused", "Verdict"]


class Applied(msgspec.Struct, frozen=True):
    """The description shows all of it. `how` says in a few words what decided; `also` names the other ways that are offered."""

    pagination: Pagination
    how: str
    also: tuple[PaginationStyle, ...] = ()


class Proposed(msgspec.Struct, frozen=True):
    """Something points to pagination, and something is missing. `draft` holds what is known: the members of an overlay entry."""

    style: PaginationStyle
    draft: dict[str, str | int] = msgspec.field(default_factory=dict)
    missing: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


class Refused(msgspec.Struct, frozen=True):
    """It looks like pagination and is not, or could not be walked."""

    reason: str
    evidence: tuple[str, ...] = ()


Verdict: TypeAlias = Applied | Proposed | Refused | None
"""None: nothing of the operation has to do with pagination."""
