"""What a judgement comes to."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Status", "Verdict", "all_of", "failed", "held", "unjudged", "waiting"]


class Status(StrEnum):
    """How a fact stands."""

    HELD = "held"
    FAILED = "failed"
    WAITING = "waiting"
    UNJUDGED = "unjudged"
    DECIDED = "decided"


@dataclass(frozen=True)
class Verdict:
    status: Status
    detail: str = ""


held = Verdict(Status.HELD)


def failed(detail: str) -> Verdict:
    return Verdict(Status.FAILED, detail)


def waiting(what: str) -> Verdict:
    """For a capability that is not there yet."""
    return Verdict(Status.WAITING, what)


def unjudged(why: str) -> Verdict:
    return Verdict(Status.UNJUDGED, why)


_GRAVEST = (Status.FAILED, Status.UNJUDGED, Status.WAITING, Status.DECIDED, Status.HELD)


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """The gravest of several; nothing at all is nothing judged."""
    found = list(verdicts)
    if not found:
        return unjudged("nothing was judged")
    worst = min(found, key=lambda verdict: _GRAVEST.index(verdict.status)).status
    return Verdict(worst, "; ".join(dict.fromkeys(item.detail for item in found if item.status is worst and item.detail)))
