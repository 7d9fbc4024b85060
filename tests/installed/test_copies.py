"""Copies of what was fetched: which of them `gc` takes out, and what `doctor` finds that killed runs left of them."""

import hashlib
import json
import os
import signal
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.fetch.cache import Cache, prune
from connectors.fetch.client import Fetched
from connectors.fetch.url import parse_url
from connectors.installing.copies import DAYS
from fetch.vendor import DESCRIPTION, Vendor, answer, says
from installed.store_support import DESCRIPTION as SAMPLE

DAY = 24 * 60 * 60
ETAG = {"ETag": '"1"'}
PARTS = """openapi: 3.1.0
info: {{title: Sample, version: '1'}}
servers: [{{url: 'https://sample.example'}}]
paths:
  /a: {{$ref: 'parts/a%20b.yaml'}}
  /c: {{$ref: 'http://127.0.0.1:{port}/elsewhere/c.yaml'}}
"""
PART = b"get: {responses: {'200': {description: ok}}}\n"


@pytest.fixture
def vendor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Vendor]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONNECTORS_ALLOW_PRIVATE", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with Vendor() as running:
        running.default = says(answer(headers=ETAG))
        yield running


@pytest.fixture
def folder(vendor: Vendor, tmp_path: Path) -> Path:
    return tmp_path / "cache" / "connectors" / "fetch"


def run(*arguments: str, status: int = 0) -> dict[str, object]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == status, result.stderr
    found = json.loads(result.stdout)
    return found if isinstance(found, dict) else {"findings": found}


def text(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def at(vendor: Vendor, path: str = "/openapi.json") -> str:
    return f"http://127.0.0.1:{vendor.port}{path}"


def fetch(vendor: Vendor, path: str = "/openapi.json") -> None:
    run("gen", at(vendor, path), "--id", "sample", "--out", "made")


def age(folder: Path, days: float, pattern: str = "*") -> None:
    """Let files be as old as if they had been written so many days ago."""
    then = time.time() - days * DAY
    for path in folder.glob(pattern):
        os.utime(path, (then, then))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- gc -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "options", "gone"),
    [
        pytest.param(DAYS - 1, (), False, id="younger"),
        pytest.param(DAYS + 1, (), True, id="older"),
        pytest.param(3, ("--copies-older-than", "4"), False, id="younger-than-said"),
        pytest.param(3, ("--copies-older-than", "2"), True, id="older-than-said"),
        pytest.param(0, ("--copies-older-than", "0"), True, id="whatever-its-age"),
    ],
)
def test_a_copy_that_nothing_needs_goes_when_it_is_old(
    vendor: Vendor, folder: Path, days: int, options: tuple[str, ...], gone: bool
) -> None:
    fetch(vendor)
    size = sum(path.stat().st_size for path in folder.iterdir())
    age(folder, days)
    before = names(folder)
    for done in (run("gc", "--dry-run", *options), run("gc", *options)):
        assert (done["copies"], done["bytes"]) == ((1, size) if gone else (0, 0))
    assert len(before) == 2
    assert names(folder) == ([] if gone else before)
    # What is gone costs a download, and nothing else.
    fetch(vendor)
    assert vendor.header("If-None-Match") == (None if gone else '"1"')


def test_a_dry_run_removes_nothing(vendor: Vendor, folder: Path) -> None:
    fetch(vendor)
    age(folder, DAYS + 1)
    before = names(folder)
    assert text("gc", "--dry-run")[1].startswith("Would remove 0 versions, 1 fetched copy (1 kB)")
    assert names(folder) == before
    assert text("gc")[1].startswith("Removed 0 versions, 1 fetched copy (1 kB)")


def test_a_copy_that_is_used_does_not_grow_old(vendor: Vendor, folder: Path) -> None:
    fetch(vendor)
    age(folder, DAYS + 1)
    vendor.default = says(answer(b"", "304 Not Modified", {"Content-Length": "0"}))
    fetch(vendor)
    assert vendor.header("If-None-Match") == '"1"'
    assert run("gc")["copies"] == 0


def test_copies_that_an_installed_version_came_from_stay(vendor: Vendor, folder: Path) -> None:
    paths = ("/v1/openapi.yaml", "/v1/parts/a%20b.yaml", "/elsewhere/c.yaml")
    for path, data in zip(paths, (PARTS.format(port=vendor.port).encode(), PART, PART), strict=True):
        vendor.behaviours[path] = says(answer(data, headers=ETAG))
    fetch(vendor)
    run("install", at(vendor, paths[0]), "--id", "sample", "--license", "MIT", "--allow-origin", at(vendor, "/elsewhere"))
    age(folder, DAYS + 1)
    assert run("gc")["copies"] == 1
    assert names(folder) == sorted(f"{parse_url(at(vendor, path)).key}.{ending}" for path in paths for ending in ("body", "json"))
    # Nothing needs them when the version has left the store; a dry run knows which will.
    run("remove", "sample")
    assert run("gc", "--dry-run")["copies"] == 3
    assert run("gc")["copies"] == 3
    assert names(folder) == []


def test_copies_of_a_pinned_version_stay(vendor: Vendor, folder: Path) -> None:
    vendor.default = says(answer(SAMPLE.format(version="1", tag="reader").encode(), headers=ETAG))
    done = run("install", at(vendor), "--id", "sample", "--license", "MIT")
    run("gc", "--pin", str(done["address"]))
    run("remove", "sample")
    age(folder, DAYS + 1)
    assert run("gc")["copies"] == 0
    run("gc", "--unpin", str(done["address"]), "--copies-older-than", "365")
    assert run("gc")["copies"] == 1


def test_while_a_store_is_damaged_no_copy_goes(vendor: Vendor, folder: Path, data_home: Path) -> None:
    vendor.default = says(answer(SAMPLE.format(version="1", tag="reader").encode(), headers=ETAG))
    run("install", at(vendor), "--id", "sample", "--license", "MIT")
    age(folder, DAYS + 1)
    (record,) = (data_home / "connectors/store/sha256").glob("*.json")
    record.write_bytes(b"{")
    assert text("gc")[0] == 1
    assert len(names(folder)) == 2


def test_what_is_no_copy_is_left_alone(vendor: Vendor, folder: Path, tmp_path: Path) -> None:
    fetch(vendor)
    (tmp_path / "mine").write_bytes(b"mine")
    (folder / "notes.txt").write_bytes(b"mine")
    for ending in ("body", "json"):
        (folder / f"{'0' * 64}.{ending}").symlink_to(tmp_path / "mine")
    age(folder, DAYS + 1)
    os.utime(tmp_path / "mine", (0, 0))
    assert run("gc")["copies"] == 1
    assert names(folder) == [f"{'0' * 64}.body", f"{'0' * 64}.json", "notes.txt"]
    assert (tmp_path / "mine").read_bytes() == b"mine"


def test_a_cache_that_is_not_there_has_nothing_to_remove(vendor: Vendor, folder: Path) -> None:
    assert (run("gc")["copies"], folder.exists()) == (0, False)


def test_what_cannot_be_removed_is_said(vendor: Vendor, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetch(vendor)
    age(folder, DAYS + 1)

    def refuse(path: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "unlink", refuse)
    status, _, err = text("gc")
    assert (status, "error[cache-unusable]" in err) == (2, True)
    assert text("gc", "--dry-run")[0] == 0


@pytest.mark.parametrize("command", ["gc", "doctor"])
def test_what_cannot_be_looked_at_is_said(vendor: Vendor, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    fetch(vendor)
    monkeypatch.setattr("connectors.fetch.cache.is_own_file", refuse)
    status, _, err = text(command)
    assert (status, "error[cache-unusable]" in err, "XDG_CACHE_HOME" in err) == (2, True, True)


def test_the_default_is_the_same_everywhere() -> None:
    assert import_module("connectors.cli.gc")._DAYS == DAYS
    status, out, _ = text("gc", "--help")
    assert (status, f"[default: {DAYS};" in " ".join(out.split())) == (0, True)


def test_running_beside_gc_nobody_meets_half_a_copy(vendor: Vendor, folder: Path) -> None:
    """Copies are kept and taken out all the time; who reads one meets a whole one or none."""
    url = parse_url("https://vendor.example/openapi.json")
    bodies = [DESCRIPTION.replace(b"Sample", str(number).encode() * 2000) for number in range(2)]
    cache = Cache(folder)

    def keep(number: int) -> None:
        data = bodies[number % 2]
        cache.keep(url, Fetched(data, url, hashlib.sha256(data).hexdigest(), f'"{number}"'))

    keep(0)
    child = os.fork()
    if child == 0:
        while True:
            prune(folder, (), before=time.time() + DAY)
    try:
        met = 0
        for number in range(400):
            keep(number)
            found = cache.load(url, 10**6)
            assert found is None or found.data in bodies
            met += found is not None
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert met
    keep(1)
    assert cache.load(url, 10**6) is not None


# -- what killed runs left --------------------------------------------------------------------------------------------------------


def left(folder: Path, vendor: Vendor) -> list[Path]:
    """A file without its name, a body without its record, an index without its name: as they are left by a process that is killed."""
    fetch(vendor)
    indexes = folder.parent / "search"
    indexes.mkdir(mode=0o700, exist_ok=True)
    made = [
        folder / f".{'1' * 64}.body.k2p_9xq0",
        folder / f"{'2' * 64}.body",
        indexes / f".{'3' * 64}.msgpack.abcd1234",
    ]
    for path in made:
        path.write_bytes(b"half")
    return made


def test_a_killed_write_leaves_what_is_looked_for(folder: Path) -> None:
    """The name that a file has until it is whole is `put_whole`'s own."""
    from connectors.whole_file import abandoned, put_whole

    folder.mkdir(parents=True)
    child = os.fork()
    if child == 0:
        os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
        put_whole(folder / "a.body", b"x")
    os.waitpid(child, 0)
    (name,) = names(folder)
    assert [path.name for path in abandoned(folder, time.time() + 1)] == [name]
    assert abandoned(folder, time.time() - DAY) == ()


def test_doctor_reports_what_killed_runs_left_and_removes_it(vendor: Vendor, folder: Path) -> None:
    made = left(folder, vendor)
    kept = len(names(folder))
    # A run may be writing it this very moment.
    assert text("doctor")[1] == "The store is whole.\n"
    for path in made:
        os.utime(path, (time.time() - 2 * 60 * 60,) * 2)
    status, out, err = text("doctor")
    assert (status, err.count("warning[cache-half-written]"), out) == (0, 3, "3 findings, 0 mended\n")
    status, out, err = text("doctor", "--fix")
    assert (status, out.count("mended[cache-half-written]"), out.splitlines()[-1], err) == (0, 3, "3 findings, 3 mended", "")
    assert (len(names(folder)), text("doctor")[1]) == (kept - 2, "The store is whole.\n")
    assert run("gc", "--dry-run")["copies"] == 0


def test_gc_removes_what_killed_runs_left(vendor: Vendor, folder: Path) -> None:
    made = left(folder, vendor)
    assert run("gc")["unfinished"] == 0
    for path in made:
        os.utime(path, (time.time() - 2 * 60 * 60,) * 2)
    assert text("gc", "--dry-run")[1].startswith("Would remove 0 versions, 3 unfinished copies (1 kB)")
    done = run("gc")
    assert (done["unfinished"], done["bytes"], done["copies"]) == (3, 12, 0)
    assert not any(path.exists() for path in made)
