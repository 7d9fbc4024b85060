"""One page of `explain`."""

from dataclasses import dataclass

__all__ = ["Explanation"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The page of one code. `standard` names the clause behind it, or is None.

    `caller` says what a change asks of whoever calls, and why; of a problem, a gap or a note it is empty. `mend` is what to do.
    """

    summary: str
    meaning: str
    example: str
    mend: str
    standard: str | None = None
    subject: str = ""
    caller: str = ""
