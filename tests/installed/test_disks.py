"""Real disks: full, read-only, another one than that of temporary files. `tests/kill` lets every single step fail besides."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("disks.py")
ALONE = ["unshare", "-m"] if os.name == "posix" and os.geteuid() == 0 else ["unshare", "-rm"]


def may_mount(folder: Path) -> bool:
    """Whether this system lets a test mount a file system that nobody else sees."""
    try:
        done = subprocess.run([*ALONE, "mount", "-t", "tmpfs", "tmpfs", str(folder)], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


@pytest.mark.parametrize("what", ["full", "read-only", "elsewhere"])
def test_a_store_on_a_disk_that_is(tmp_path: Path, what: str) -> None:
    if not may_mount(tmp_path):
        pytest.skip("this system does not let a test mount a file system of its own")
    tests = str(Path(__file__).parents[1])
    done = subprocess.run(
        [*ALONE, sys.executable, str(DRIVER), str(tmp_path), what],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": tests},
    )
    assert done.returncode == 0, done.stderr
    print(done.stdout)
