"""How far a long run has come: one line on a terminal's stderr, from the first second on, gone at the end."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from connectors.cli.terminal import Colours, columns, display_width

__all__ = ["Bar"]

_DELAY = 1.0
"""Seconds before the line shows: what is done sooner needs none."""
_INTERVAL = 0.2
_CLEAR = "\r\x1b[K"
_GAP = "  "
_WIDEST = 40
_NARROWEST = 8


class Bar:
    """A context in which `advance` is called for each thing that is done.

    Shows nothing where stderr is no terminal or a dumb one, or with `quiet`. What else is written meanwhile goes inside `aside()`, so
    that the line is out of its way.
    """

    def __init__(self, total: int | None, what: str, *, quiet: bool = False) -> None:
        self._total = total
        self._what = what
        self._on = not quiet and sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._colours = Colours.of(sys.stderr)
        self._fancy = (getattr(sys.stderr, "encoding", None) or "").lower().replace("-", "") == "utf8"
        self._done = 0
        self._failed = 0
        self._shown = False
        self._began = 0.0
        self._lock = threading.RLock()
        self._over = threading.Event()
        self._ticker: threading.Thread | None = None

    def __enter__(self) -> "Bar":
        self._began = time.monotonic()
        if self._on:
            self._ticker = threading.Thread(target=self._tick, name="progress", daemon=True)
            self._ticker.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        if self._ticker is not None:
            self._ticker.join()
        with self._lock:
            self._clear()

    def advance(self, *, failed: bool = False) -> None:
        """One more is done."""
        with self._lock:
            self._done += 1
            self._failed += failed

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Keep the line away while something else is written."""
        with self._lock:
            self._clear()
            yield

    def line(self, elapsed: float, width: int) -> str:
        """The line `elapsed` seconds after the start, in at most `width` columns: where room is short the bar goes first, then the end."""
        done = f"{self._done:,}" + ("" if self._total is None else f"/{self._total:,}")
        parts: list[tuple[str, str | None]] = [(f"{self._what} {done}", None)]
        if self._failed:
            parts.append((f"{self._failed:,} failed", "red"))
        rate = self._done / elapsed if elapsed > 0 else 0.0
        if rate:
            parts.append((f"{rate:,.1f}/s" if rate >= 1 else f"{1 / rate:,.1f} s each", None))
        if rate and self._total is not None:
            parts.append((f"{_clock((self._total - self._done) / rate)} left", None))
        while len(parts) > 1 and _width(parts) > width:
            parts.pop()
        room = min(width - _width(parts) - len(_GAP), _WIDEST)
        if self._total and room >= _NARROWEST:
            full = min(room, room * self._done // self._total)
            on, off = ("━", "─") if self._fancy else ("#", "-")
            bar = self._colours.paint(on * full, "green") + self._colours.paint(off * (room - full), "dim")
            parts.insert(1, (bar, None))
        return _GAP.join(self._colours.paint(text, colour) for text, colour in parts) if len(parts) > 1 else parts[0][0][:width]

    def _tick(self) -> None:
        if self._over.wait(_DELAY):
            return
        while True:
            with self._lock:
                if self._over.is_set():
                    return
                # The last column stays free: some terminals wrap as soon as it is taken.
                self._write(_CLEAR + self.line(time.monotonic() - self._began, columns() - 1))
                self._shown = True
            if self._over.wait(_INTERVAL):
                return

    def _clear(self) -> None:
        if self._shown:
            self._write(_CLEAR)
            self._shown = False

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            # Nobody is looking any more.
            self._over.set()


def _width(parts: list[tuple[str, str | None]]) -> int:
    return display_width(_GAP.join(text for text, _ in parts))


def _clock(seconds: float) -> str:
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
