"""What may be said of an operation's pagination: applied, proposed, refused."""

from dataclasses import dataclass, field
from typing import TypeAlias

from connectors.model.operation import Pagination, PaginationStyle

__all__ = ["Applied", "Proposed", "Refused", "Verdict"]


@dataclass(frozen=True, slots=True)
class Applied:
    """The description shows all of it. `how` says in a few words what decided; `also` names the other ways that are offered."""

    pagination: Pagination
    how: str
    also: tuple[PaginationStyle, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """Something points to pagination, and something is missing. `draft` holds what is known: the members of an overlay entry."""

    style: PaginationStyle
    draft: dict[str, str | int] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """It looks like pagination and is not, or could not be walked."""

    reason: str
    evidence: tuple[str, ...] = ()


Verdict: TypeAlias = Applied | Proposed | Refused | None
"""None: nothing of the operation has to do with pagination."""
