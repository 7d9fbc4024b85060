"""A package says of each of its files under which licence it is: what `reuse lint` asks for."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["library-3.1", "library-3.1-facts"])
def test_reuse_accepts_a_package(tmp_path: Path, name: str) -> None:
    pytest.importorskip("reuse")
    # A copy, outside any repository: the package stands for itself.
    package = shutil.copytree(GOLDEN / name, tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-m", "reuse", "--root", str(package), "lint"], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
