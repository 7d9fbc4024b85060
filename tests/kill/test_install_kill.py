"""A command on the store that ends anywhere leaves the old version or the new one, and nothing that `doctor` does not mend."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("install_driver.py")


def stopped(folder: Path, command: str, how: str, every: int = 1) -> tuple[str, str, list[dict[str, Any]]]:
    """The addresses of the old and the new version, and what was found after each step at which the command was stopped."""
    done = subprocess.run(
        [sys.executable, str(DRIVER), str(folder), command, how, str(every)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    names, *found = [json.loads(line) for line in done.stdout.splitlines()]
    *ended, whole = found
    assert (whole["step"], whole["status"]) == ("", 0)
    print(f"points at which `{command}` was stopped ({how}): {len(ended)}")
    assert {message for item in found for message in (*item["unmended"], *item["left"], *item["left_again"])} == set()
    return names["old"], names["new"], ended


@pytest.mark.parametrize(
    ("command", "before", "after", "points"),
    [
        pytest.param("first", "absent", "new", 50, id="a-first-install"),
        pytest.param("again", "old", "new", 50, id="an-install-over-an-older-version"),
        pytest.param("back", "new", "old", 10, id="going-back-to-a-stored-version"),
        pytest.param("remove", "new", "absent", 3, id="a-removal"),
        pytest.param("collect", "new", "new", 15, id="a-collection"),
    ],
)
def test_a_command_that_is_killed_leaves_the_version_before_or_after(
    fast_folder: Path, command: str, before: str, after: str, points: int
) -> None:
    old, new, found = stopped(fast_folder, command, "kill")
    assert {item["status"] for item in found} == {-signal.SIGKILL}
    versions = {"old": old, "new": new, "absent": "absent"}
    assert len(found) >= points
    states = [item["state"] for item in found]
    # One step makes the difference, and it is never taken back.
    changed = next((number for number, state in enumerate(states) if state != versions[before]), len(states))
    assert set(states[changed:]) <= {versions[after]}, states
    assert changed > 0
    assert [item["mended"] for item in found] == states
    assert {item["state_again"] for item in found} == {versions[after]}
    # Nothing is there to be removed a second time.
    assert {item["again"] for item in found} == ({0, 2} if command == "remove" else {0})


@pytest.mark.parametrize(
    ("how", "every"),
    [
        pytest.param("full", 1, id="a-disk-that-is-full-from-there-on"),
        pytest.param("read-only", 3, id="a-file-system-that-becomes-read-only"),
        pytest.param("broken", 3, id="one-step-that-fails"),
    ],
)
def test_an_install_that_the_disk_refuses_leaves_the_old_version_and_says_so(fast_folder: Path, how: str, every: int) -> None:
    old, new, found = stopped(fast_folder, "again", how, every)
    assert len(found) * every >= 100
    # What could not be written is said, and then nothing has changed; what was still to be tidied away takes nothing back.
    outcomes = {(item["status"], item["state"]) for item in found if not (how == "read-only" and item["step"].startswith("fsync"))}
    assert outcomes <= {(2, old), (0, new)}
    assert (2, old) in outcomes
    assert sum(item["status"] == 0 for item in found) <= (4 if how != "broken" else 12)
    assert {item["state_again"] for item in found} == {new}
