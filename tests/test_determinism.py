"""The same description gives the same package, whatever surrounds the run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from connectors import canonical

DESCRIPTIONS = Path(__file__).parents[1] / "fixtures" / "descriptions"
SOURCES = str(Path(sys.modules["connectors"].__path__[0]).parent)

# How two runs may differ: hash seed, locale, time zone, file mode mask, and where the program stands.
SURROUNDINGS = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC", "umask": "022", "stands": "here"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Asia/Kathmandu", "umask": "077", "stands": "elsewhere/deep"},
    # In Turkish, upper and lower case of i are other letters; a locale that is not installed falls back to C.
    {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns", "umask": "002", "stands": "ağaç dalı"},
]
# Its name, the file, and what `--root` is given, if anything.
FIXTURES = [
    pytest.param("library", "library-3.1.yaml", None, id="library"),
    pytest.param("atlas", "atlas/api/openapi.yaml", "atlas", id="several-files"),
    pytest.param("warehouse", "warehouse-3.0.yaml", None, id="warehouse"),
]


def generate(connector: str, file: str, root: str | None, folder: Path, surroundings: dict[str, str]) -> dict[str, bytes]:
    """Run the program on a copy of the description below `folder`, and read the package that it writes there."""
    stands = folder / surroundings["stands"]
    stands.mkdir(parents=True)
    descriptions = folder / "descriptions"
    if root is not None:
        shutil.copytree(DESCRIPTIONS / root, descriptions / root)
    else:
        descriptions.mkdir()
        shutil.copy(DESCRIPTIONS / file, descriptions / file)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    environment |= {key: surroundings[key] for key in ("PYTHONHASHSEED", "LC_ALL", "TZ")} | {"PYTHONPATH": SOURCES}
    arguments = [sys.executable, "-m", "connectors", "gen", os.path.relpath(descriptions / file, stands), "--id", connector]
    arguments += ["--out", str(folder / "package"), "--license", "Apache-2.0", "--quiet"]
    if root is not None:
        arguments += ["--root", os.path.relpath(descriptions / root, stands)]
    done = subprocess.run(
        arguments,
        cwd=stands,
        env=environment,
        umask=int(surroundings["umask"], 8),
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    package = folder / "package"
    return {path.relative_to(package).as_posix(): path.read_bytes() for path in package.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("connector", "file", "root"), FIXTURES)
def test_surroundings_change_no_byte(tmp_path: Path, connector: str, file: str, root: str | None) -> None:
    runs = [
        generate(connector, file, root, tmp_path / f"run {number}", surroundings)
        for number, surroundings in enumerate(SURROUNDINGS)
    ]
    first = runs[0]
    for other in runs[1:]:
        assert other.keys() == first.keys()
        assert [path for path in first if other[path] != first[path]] == []
    assert len({canonical.address(run["connector.json"]) for run in runs}) == 1


@pytest.mark.parametrize(("connector", "file", "root"), FIXTURES[:1])
def test_no_file_says_where_it_was_made(tmp_path: Path, connector: str, file: str, root: str | None) -> None:
    files = generate(connector, file, root, tmp_path / "an-unusual-folder-name", SURROUNDINGS[0])
    for path, data in files.items():
        assert b"an-unusual-folder-name" not in data, path
        assert str(tmp_path).encode() not in data, path
