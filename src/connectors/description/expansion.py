"""How much comes out of how little: what a description shares by reference or alias is written out wherever it is used.

Honest descriptions grow by a factor of three at most. A hostile one of a megabyte could ask for gigabytes, so everything that is read
is counted in bytes of package, roughly, and compared with the bytes that were read.
"""

from collections.abc import Callable

from connectors.description.at import At, document_of, pointer_of
from connectors.problems import Code, DescriptionError, Problem, Severity, SourceLocation

__all__ = ["PIECE", "Expansion"]

PIECE = 100
"""Bytes that a parameter, an answer, a header or a note takes beside its texts and schemas."""

_SMALLEST = 1_000_000
"""A description of fewer bytes is allowed as much as one of this size."""


class Expansion:
    """Counts what is read, and refuses a description that asks for too much. `read` says how many bytes were read so far."""

    def __init__(self, factor: int, read: Callable[[], int], shown_as: Callable[[str], str]) -> None:
        self._factor = factor
        self._read = read
        self._shown_as = shown_as
        self._spent = 0
        self._allowed = 0

    def spend(self, amount: int, at: At) -> None:
        """Count `amount` bytes for what stands at `at`. Raises DescriptionError when that is too much."""
        self._spent += amount
        if self._spent > self._allowed:
            # Further documents may have been read since.
            self._allowed = self._factor * max(_SMALLEST, self._read())
            if self._spent > self._allowed:
                raise self._too_much(at)

    def _too_much(self, at: At) -> DescriptionError:
        where = SourceLocation(self._shown_as(document_of(at)), pointer=pointer_of(at))
        message = (
            f"expected a package of at most {self._factor} times the size of the description, found more: what is shared by reference"
            " or alias is written out wherever it is used"
        )
        remedy = "raise the limit with `--max-expansion` if you trust the file"
        return DescriptionError([Problem(where, Severity.ERROR, Code.TOO_MUCH_EXPANSION, message, remedy)])
