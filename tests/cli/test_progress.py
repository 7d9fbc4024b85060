"""How far a run has come: on a terminal alone, late, in one line that leaves nothing behind."""

import os
import pty
import subprocess
import sys

import pytest

from connectors.cli import progress
from connectors.cli.progress import Bar

PROGRAM = """
import sys, time
from connectors.cli import progress
progress._DELAY, progress._INTERVAL = {delay}, 0.01
with progress.Bar(4, "packages", quiet={quiet}) as bar:
    bar.advance()
    bar.advance(failed=True)
    with bar.aside():
        pass
    for _ in range(500 if {waits} else 1):
        time.sleep(0.01)
        if bar._shown:
            break
    with bar.aside():
        print("a line", file=sys.stderr)
print("the end", file=sys.stderr)
"""


def on_a_terminal(*, delay: float = 0.0, quiet: bool = False, waits: bool = True, **environment: str) -> str:
    """What a program writes to stderr where that is a terminal."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(delay=delay, quiet=quiet, waits=waits)],
        stderr=theirs,
        env={"PATH": os.environ["PATH"], "TERM": "xterm", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", **environment},
    )
    os.close(theirs)
    written = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        written += piece
    os.close(ours)
    assert running.wait() == 0
    return written.decode().replace("\r\n", "\n")


def screen(written: str) -> str:
    """What stays on a terminal: a line that is cleared is gone."""
    return "\n".join(line.rpartition("\r\x1b[K")[2] for line in written.split("\n"))


def test_the_line_shows_what_is_done_and_is_gone_at_the_end() -> None:
    written = on_a_terminal(NO_COLOR="1")
    assert "packages 2/4  ━" in written
    assert "1 failed" in written
    assert screen(written) == "a line\nthe end\n"


def test_colours_hold_to_the_environment() -> None:
    assert "\x1b[31m1 failed\x1b[0m" in on_a_terminal()
    assert "\x1b[31m" not in on_a_terminal(NO_COLOR="1")


def test_the_line_is_as_wide_as_it_is_told() -> None:
    for width in (40, 120):
        written = on_a_terminal(NO_COLOR="1", COLUMNS=str(width))
        lines = [part.partition("\n")[0] for part in written.split("\r\x1b[K")]
        assert max(map(len, lines)) < width


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        pytest.param({"quiet": True}, {}, id="quiet"),
        pytest.param({}, {"TERM": "dumb"}, id="a-terminal-that-cannot-clear-a-line"),
        pytest.param({"delay": 60.0}, {}, id="what-is-done-early"),
    ],
)
def test_nothing_shows(options: dict[str, bool | float], environment: dict[str, str]) -> None:
    assert on_a_terminal(waits=False, **options, **environment) == "a line\nthe end\n"  # type: ignore[arg-type]


def test_nothing_shows_where_stderr_is_no_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(delay=0.0, quiet=False, waits=False)], capture_output=True, text=True, check=True
    )
    assert done.stderr == "a line\nthe end\n"


def test_it_is_late_by_a_second() -> None:
    assert progress._DELAY == 1.0


def bar(done: int, failed: int, total: int | None) -> Bar:
    made = Bar(total, "packages")
    made._fancy = False
    for number in range(done):
        made.advance(failed=number < failed)
    return made


@pytest.mark.parametrize(
    ("done", "failed", "total", "elapsed", "width", "line"),
    [
        pytest.param(50, 0, 200, 10.0, 60, f"packages 50/200  {'#' * 6}{'-' * 19}  5.0/s  0:30 left", id="a-quarter"),
        pytest.param(0, 0, 200, 10.0, 30, f"packages 0/200  {'-' * 14}", id="nothing-yet-has-no-rate"),
        pytest.param(4, 2, 8, 20.0, 60, f"packages 4/8  {'#' * 6}{'-' * 7}  2 failed  5.0 s each  0:20 left", id="slow"),
        pytest.param(200, 0, 200, 10.0, 50, f"packages 200/200  {'#' * 13}  20.0/s  0:00 left", id="all"),
        pytest.param(1000, 0, 9_001_000, 10.0, 40, "packages 1,000/9,001,000  100.0/s", id="no-room-for-the-bar-and-the-end"),
        pytest.param(1000, 0, 9_001_000, 10.0, 58, "packages 1,000/9,001,000  --------  100.0/s  25:00:00 left", id="hours"),
        pytest.param(50, 0, None, 10.0, 60, "packages 50  5.0/s", id="nobody-knows-how-many"),
        pytest.param(50, 0, 200, 10.0, 10, "packages 5", id="no-room-at-all"),
    ],
)
def test_one_line_says_how_far_it_is(done: int, failed: int, total: int | None, elapsed: float, width: int, line: str) -> None:
    assert bar(done, failed, total).line(elapsed, width) == line
    assert len(line) <= width
