"""The wheel: installed anywhere outside of this tree, it lists, shows, finds and validates the connectors that it carries."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]
SHIPPED = sorted(path.parent.name for path in (TOP / "connectors").glob("*/connector.json"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder that holds what pip would unpack."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=TOP, check=True, capture_output=True
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(installed, *arguments, cwd):
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "connectors", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def test_it_is_the_wheel_that_runs(installed, tmp_path):
    code = "import connectors; print(connectors.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).is_relative_to(installed)


def test_it_lists_what_it_carries(installed, tmp_path):
    done = run(installed, "list", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(item["connector"], item["tier"], item["state"]) for item in found] == [(name, "baked", "active") for name in SHIPPED]
    assert all(Path(item["folder"]).is_relative_to(installed) for item in found)


@pytest.mark.parametrize("connector", SHIPPED)
def test_it_shows_and_validates_what_it_carries(installed, tmp_path, connector):
    shown = run(installed, "show", connector, "--json", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout)["connector"]["id"] == connector
    folder = next(installed.rglob(f"{connector}/connector.json")).parent
    done = run(installed, "validate", str(folder), "--ship", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    here = {
        path.relative_to(TOP / "connectors" / connector): path.read_bytes()
        for path in (TOP / "connectors" / connector).rglob("*")
        if path.is_file()
    }
    assert {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()} == here


def test_it_finds_what_it_carries(installed, tmp_path):
    done = run(installed, "search", "send", "a", "message", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "slack.message.post" in [item["id"] for item in json.loads(done.stdout)["operations"]]


def test_notices_travel_with_it(installed):
    (notices,) = installed.rglob("LICENSE-NOTICES")
    assert notices.read_text() == (TOP / "LICENSE-NOTICES").read_text()
