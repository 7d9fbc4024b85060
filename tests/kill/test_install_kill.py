"""A command on the store that is killed anywhere leaves the old version or the new one, and nothing that `doctor` does not mend."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("install_driver.py")


def stopped(folder: Path, command: str) -> tuple[str, str, list[dict[str, Any]]]:
    """The addresses of the old and the new version, and what was found after each step at which the command was killed."""
    done = subprocess.run([sys.executable, str(DRIVER), str(folder), command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names, *found = [json.loads(line) for line in done.stdout.splitlines()]
    *killed, whole = found
    assert (whole["step"], whole["status"]) == ("", 0)
    assert {item["status"] for item in killed} == {-signal.SIGKILL}
    print(f"kill points of `{command}`: {len(killed)}")
    return names["old"], names["new"], killed


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
    old, new, found = stopped(fast_folder, command)
    versions = {"old": old, "new": new, "absent": "absent"}
    assert len(found) >= points
    states = [item["state"] for item in found]
    # One step makes the difference, and it is never taken back.
    changed = next((number for number, state in enumerate(states) if state != versions[before]), len(states))
    assert set(states[changed:]) <= {versions[after]}, states
    assert changed > 0
    assert [item["mended"] for item in found] == states
    assert {message for item in found for message in (*item["unmended"], *item["left"], *item["left_again"])} == set()
    assert {item["state_again"] for item in found} == {versions[after]}
    # Nothing is there to be removed a second time.
    assert {item["again"] for item in found} == ({0, 99} if command == "remove" else {0})
