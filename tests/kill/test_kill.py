"""A run of `gen` that is stopped anywhere leaves the old package or the new one, and the next run finds its way."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from connectors.store.load import load_package

DRIVER = Path(__file__).with_name("driver.py")

DESCRIPTION = """
openapi: 3.1.0
info: {{title: Sample, version: '{version}'}}
paths:
  /books:
    get: {{tags: [book], responses: {{'200': {{description: '{version}'}}}}}}
    post: {{tags: [book], responses: {{'201': {{description: made}}}}}}
  /readers/{{id}}:
    delete: {{tags: [{tag}], responses: {{'204': {{description: gone}}}}}}
"""


@pytest.fixture
def descriptions(tmp_path: Path) -> tuple[Path, Path]:
    """Two versions of an API; the second has a resource that the first has not, and lacks another."""
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    old.write_text(DESCRIPTION.format(version="1", tag="reader"))
    new.write_text(DESCRIPTION.format(version="2", tag="member"))
    return old, new


def stopped(signal_name: str, way: str, folder: Path, old: Path | str, new: Path) -> list[dict[str, Any]]:
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, str(DRIVER), signal_name, way, str(folder), str(old), str(new)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    # The last run was stopped by nothing.
    assert (found[-1]["step"], found[-1]["status"], found[-1]["state"], found[-1]["beside"]) == ("", 0, "new", [])
    return found[:-1]


def assert_found_its_way(found: list[dict[str, Any]]) -> None:
    assert {(item["again"], item["state_again"], *item["beside_again"]) for item in found} == {(0, "new")}


def test_a_run_that_is_killed_leaves_the_old_package_or_the_new_one(tmp_path: Path, descriptions: tuple[Path, Path]) -> None:
    found = stopped("KILL", "exchange", tmp_path / "here", *descriptions)
    print(f"kill points of a run over an existing package: {len(found)}")
    assert len(found) > 30
    assert {item["status"] for item in found} == {-signal.SIGKILL}
    states = [item["state"] for item in found]
    # The old one until the exchange, the new one from then on.
    assert states == sorted(states, reverse=True)
    assert set(states) == {"old", "new"}
    assert_found_its_way(found)


def test_a_first_run_that_is_killed_leaves_nothing_or_the_package(tmp_path: Path, descriptions: tuple[Path, Path]) -> None:
    found = stopped("KILL", "exchange", tmp_path / "here", "-", descriptions[1])
    print(f"kill points of a first run: {len(found)}")
    assert len(found) > 30
    states = [item["state"] for item in found]
    assert states == sorted(states)
    assert set(states) == {"absent", "new"}
    assert_found_its_way(found)


def test_without_an_exchange_the_next_run_brings_the_package_back(tmp_path: Path, descriptions: tuple[Path, Path]) -> None:
    found = stopped("KILL", "rename", tmp_path / "here", *descriptions)
    print(f"kill points where folders cannot be exchanged: {len(found)}")
    states = [item["state"] for item in found]
    # Between two renames neither is there; the old one waits beside.
    assert set(states) == {"old", "new", "absent"}
    assert states.count("absent") == 1
    assert all(".sample.connectors-old" in item["beside"] for item in found if item["state"] == "absent")
    assert_found_its_way(found)


@pytest.mark.parametrize("way", ["exchange", "rename"])
@pytest.mark.parametrize("first", [False, True], ids=["again", "first"])
def test_a_run_that_is_interrupted_ends_with_130_and_nothing_is_half_written(
    tmp_path: Path, descriptions: tuple[Path, Path], way: str, first: bool
) -> None:
    old, new = descriptions
    found = stopped("INT", way, tmp_path / "here", "-" if first else old, new)
    print(f"points of interruption: {len(found)}")
    assert {item["status"] for item in found} == {130}
    assert {item["state"] for item in found} == {"absent" if first else "old", "new"}
    assert_found_its_way(found)


@pytest.mark.parametrize("first", [False, True], ids=["again", "first"])
def test_two_runs_at_once_take_turns(tmp_path: Path, descriptions: tuple[Path, Path], first: bool) -> None:
    target = tmp_path / "here" / "sample"

    def begin(description: Path) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "connectors", "gen", str(description), "--id", "sample", "--out", str(target), "--quiet"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    for turn in range(4):
        shutil.rmtree(target.parent, ignore_errors=True)
        if not first:
            assert begin(descriptions[turn % 2]).wait() == 0
        pair = [begin(description) for description in descriptions]
        ended = [(process.communicate()[1].decode(), process.returncode) for process in pair]
        assert {status for _, status in ended} <= {0, 2}, ended
        assert 0 in {status for _, status in ended}
        assert not any("Traceback" in said for said, _ in ended)
        load_package(target)
        assert [path.name for path in target.parent.iterdir()] == ["sample"]
