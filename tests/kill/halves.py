"""Writes of a process, stopped before and in the middle of each."""

import os
from collections.abc import Callable
from typing import Any

__all__ = ["REAL_WRITE", "stop_writes"]

REAL_WRITE = os.write


def stop_writes(step: Callable[[str], None]) -> None:
    """Let `step` hear of each write from now on, twice: with nothing written, and with a half."""

    def half_written(descriptor: int, data: Any) -> int:
        step("write nothing")
        half = len(data) // 2
        written = REAL_WRITE(descriptor, data[:half]) if half else 0
        step("write a half")
        return written + REAL_WRITE(descriptor, data[half:])

    os.write = half_written  # type: ignore[assignment]
