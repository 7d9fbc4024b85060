"""The settings of the process while a description is walked."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from connectors import collector
from connectors.limits import RECURSION

__all__ = ["at_full_speed"]

_walking = 0
_walking_lock = threading.Lock()
_frames_before = 0


@contextmanager
def at_full_speed() -> Iterator[None]:
    """Derivation makes hundreds of thousands of values that all stay; and it walks as deep as descriptions may nest.

    How deep is the whole process's setting: with several runs in threads, the first one makes it, and the last one takes it back.
    """
    global _walking, _frames_before
    with _walking_lock:
        if not _walking:
            _frames_before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_frames_before, RECURSION))
        _walking += 1
    try:
        with collector.at_rest():
            yield
    finally:
        with _walking_lock:
            _walking -= 1
            if not _walking:
                sys.setrecursionlimit(_frames_before)
