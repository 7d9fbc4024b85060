"""How much a run may fetch, and how long: shared by all its documents, so that many small ones cost no more than a large one."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from connectors.fetch.failures import failure
from connectors.problems import Code

__all__ = ["Budget", "FetchLimits"]


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Ceilings of a run. Times in seconds."""

    bytes: int = 64 * 1024 * 1024
    """Bytes of all documents together, decompressed. `--max-bytes`."""
    seconds: float = 300
    """Time of all fetching together, from the question to the resolver to the last byte. `--max-seconds`."""
    idle_seconds: float = 30
    """Time that a server may be silent."""
    connect_seconds: float = 10
    """Time for reaching one address of a host."""
    head_bytes: int = 64 * 1024
    """Bytes of the head of an answer, interim answers included."""
    ratio: int = 200
    """How many bytes one compressed byte may stand for, once a megabyte has come out; honest JSON stays below 60."""


class Budget:
    """What is left of the limits. Time runs only while something is fetched."""

    def __init__(self, limits: FetchLimits) -> None:
        self.limits = limits
        self._bytes = limits.bytes
        self._seconds = limits.seconds
        self._deadline: float | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let time run."""
        self._deadline = time.monotonic() + self._seconds
        try:
            yield
        finally:
            self._seconds = max(0.0, self._deadline - time.monotonic())
            self._deadline = None

    def seconds(self, most: float, where: str) -> float:
        """How long to wait for the next thing: at most `most`. Raises FetchError ANSWER_TOO_SLOW where no time is left."""
        assert self._deadline is not None, "time does not run"
        left = self._deadline - time.monotonic()
        if left <= 0:
            message = f"fetching took longer than {self.limits.seconds:g} seconds"
            raise failure(Code.ANSWER_TOO_SLOW, message, "raise the limit with `--max-seconds`, or try again later", where=where)
        return min(left, most)

    @property
    def bytes(self) -> int:
        """How many bytes a document may still have."""
        return self._bytes

    def spend(self, size: int) -> None:
        """Count the bytes of a document that was read."""
        self._bytes -= size
