"""Files that a process opens for writing, stopped before and in the middle of every write."""

import io
from collections.abc import Callable
from typing import Any


def stop_writes(step: Callable[[str], None]) -> None:
    """Let `step` hear of every file that is created from now on, and of each write to it, twice: with nothing written, and with a half."""
    real = io.open

    class Writer(io.BufferedWriter):
        def write(self, data: Any) -> int:
            step("write nothing")
            half = len(data) // 2
            written = super().write(data[:half])
            self.flush()
            step("write a half")
            return written + super().write(data[half:])

    def opened(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        if mode == "xb":
            step("create")
            return Writer(io.FileIO(file, mode))
        return real(file, mode, *arguments, **options)

    io.open = opened  # type: ignore[assignment]
