"""A short run of `scripts/fuzz`: nothing but packages and located problems come of descriptions and packages changed at random."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts" / "fuzz"


def test_random_changes_break_no_rule(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--seconds", "15", "--seed", "20", "--keep", str(tmp_path / "broken")],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "broken: 0" in done.stdout
    assert "descriptions: a package" in done.stdout
    assert "packages: package-digest" in done.stdout
