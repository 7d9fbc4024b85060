"""Functions that processes run in tests of `many`: they have to be found by name there."""

import os
import signal
import time
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def late_first(number: int) -> int:
    time.sleep(0.3 if number == 0 else 0)
    return number


def odd_fails(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number


def process_of(_: int) -> int:
    return os.getpid()


class UnpicklableError(Exception):
    """Made from two things, told of one: it can be pickled, and not unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def fails_in_its_own_way(_: int) -> None:
    raise UnpicklableError("left", "right")


def dies_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies_once(task: tuple[Path, int]) -> int:
    folder, number = task
    if number == 3:
        marker = folder / "died"
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return number


def undone_when_stopped(task: tuple[Path, int]) -> int:
    """Leaves `begun-N`, and `undone-N` where it did not come to its end."""
    folder, number = task
    (folder / f"begun-{number}-{os.getpid()}").touch()
    if number < 2:
        return number
    try:
        time.sleep(60)
    except BaseException:
        (folder / f"undone-{number}").touch()
        raise
    return number
