"""Python's garbage collector, kept from looking through what stays anyway."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["at_rest", "begin", "end", "hold", "let_go"]

_held: list[object] | None = None


_resting = 0
_resting_lock = threading.Lock()
_was_enabled = True


@contextmanager
def at_rest() -> Iterator[None]:
    """While a description or a package is read: hundreds of thousands of values that all stay, and no garbage among them.

    The collector is the whole process's: with several readers in threads, the first one stops it, and the last one starts it again.
    """
    global _resting, _was_enabled
    with _resting_lock:
        if not _resting:
            _was_enabled = gc.isenabled()
            gc.disable()
        _resting += 1
    try:
        yield
    finally:
        with _resting_lock:
            _resting -= 1
            if not _resting and _was_enabled:
                if gc.get_freeze_count() == 0:
                    # All that is there goes among the old in one step, where it would come after it had been looked through twice.
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()


def begin() -> None:
    """The process is one command: what it read last may stay until its end."""
    global _held
    _held = []


def hold(*values: object) -> None:
    """Keep what was read until `let_go` or `end`; in any other program than a command line, nothing is kept."""
    if _held is not None:
        _held[:] = values


def let_go() -> None:
    """Make room before something else is read."""
    if _held is not None:
        _held.clear()


def end() -> None:
    """The process ends: the system takes the memory back at once, where taking all values apart would be a tenth of a run."""
    if _held is not None:
        # Nothing but the collector finds a list that holds itself, and the collector leaves what is frozen alone.
        _held.append(_held)
    gc.freeze()
