"""`--executor dask://…`: a real scheduler and real workers, on this machine's loopback alone."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from connectors.batch import BatchOptions, regenerate
from connectors.cli import executors
from connectors.cli.main import app
from connectors.problems import Code, UsageError

distributed = pytest.importorskip("distributed")

PACKAGES = 12
DESCRIPTION = """
openapi: 3.1.0
info: {{title: Sample, version: '{number}'}}
paths:
  /books: {{get: {{tags: [book], operationId: list, responses: {{'200': {{description: d}}}}}}}}
"""

# Runs in every worker: notes each package that takes its place on disk, and lets the third of one worker be its last. The other one waits
# for that with its first, so that chance decides nothing.
HOOK = """
import os, signal, time
from connectors.store import write
def put(staged, target, **how):
    global count
    count += 1
    dies, mark = os.environ["DIES"], os.environ["WRITES"] + "-last"
    if count == 3 and dies != "never":
        open(mark, "w").close()
        if dies == "before":
            os.kill(os.getpid(), signal.SIGKILL)
    while dies == "never" and not os.path.exists(mark):
        time.sleep(0.01)
    real(staged, target, **how)
    with open(os.environ["WRITES"], "a") as log:
        log.write(f"{os.getpid()} {target.name}\\n")
    if count == 3 and dies == "after":
        os.kill(os.getpid(), signal.SIGKILL)
if "real" not in globals():  # a worker reads this twice, the second time into the same module
    real, count = write._put, 0
    write._put = put
"""


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    (tmp_path / "descriptions").mkdir()
    for number in range(PACKAGES):
        (tmp_path / "descriptions" / f"{number}.yaml").write_text(DESCRIPTION.format(number=number))
        recipe = tmp_path / "connectors" / f"c{number:02}"
        recipe.mkdir(parents=True)
        (recipe / "source.yaml").write_text(
            f"schema_version: 1\nconnector: c{number:02}\nlicense: MIT\ndescription: ../../descriptions/{number}.yaml\n"
        )
    return tmp_path / "connectors"


@contextmanager
def running(*command: str, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        env={**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def appeared(path: Path) -> str:
    """The text of a JSON file that another process is about to write."""
    for _ in range(1500):
        if path.exists() and path.read_text().rstrip().endswith("}"):
            return path.read_text()
        time.sleep(0.02)
    raise AssertionError(f"{path.name} did not appear")


Cluster = Callable[..., tuple[str, Path]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Starts a scheduler and one worker for each `dies` ("never", "before" or "after" its third package is in place).

    Gives the address, and the file with a line for each package that a worker has put in place.
    """
    hook, writes, described = tmp_path / "hook.py", tmp_path / "writes", tmp_path / "scheduler.json"
    hook.write_text(HOOK)
    writes.touch()
    with ExitStack() as stack:

        def start(*dies: str) -> tuple[str, Path]:
            stack.enter_context(
                running(
                    "scheduler", "--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0",
                    "--scheduler-file", str(described),
                )
            )  # fmt: skip
            address = json.loads(appeared(described))["address"]
            for way in dies:
                stack.enter_context(
                    running(
                        "worker", address, "--host", "127.0.0.1", "--no-dashboard", "--no-nanny", "--nthreads", "1",
                        "--local-directory", str(tmp_path / "dask"), "--preload", str(hook),
                        DIES=way, WRITES=str(writes),
                    )
                )  # fmt: skip
            if dies:
                with distributed.Client(address, set_as_default=False) as client:
                    client.wait_for_workers(len(dies))
            return address.replace("tcp://", "dask://"), writes

        yield start


def gen_all(catalog: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["gen", "--all", str(catalog), *arguments])


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("dies", ["before", "after"])
def test_a_worker_that_is_killed_loses_nothing_and_nothing_is_written_twice(
    catalog: Path, tmp_path: Path, cluster: Cluster, dies: str
) -> None:
    local = tmp_path / "local" / "connectors"
    shutil.copytree(catalog, local)
    shutil.copytree(tmp_path / "descriptions", tmp_path / "local" / "descriptions")
    assert gen_all(local, "--jobs", "1").exit_code == 0

    address, writes = cluster(dies, "never")
    # One at a time for each worker would leave the pace to chance: the first dies while it still has others.
    result = gen_all(catalog, "--executor", address, "--jobs", "6")

    assert result.exit_code == 0, result.output
    assert contents(catalog) == contents(local), "the same packages as without a cluster, and nothing beside them"
    lines = [line.split() for line in writes.read_text().splitlines()]
    assert sorted(name for _, name in lines) == [f"c{number:02}" for number in range(PACKAGES)], "each was put in place once"
    shares = sorted(sum(process == other for other, _ in lines) for process in {process for process, _ in lines})
    assert shares == {"before": [2, PACKAGES - 2], "after": [3, PACKAGES - 3]}[dies], "the other worker did the rest"


def test_a_cluster_without_a_worker_left_ends_the_run(catalog: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_PATIENCE", 0.4)
    address, _ = cluster("before")
    result = gen_all(catalog, "--executor", address)
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == f"{PACKAGES} packages: 2 written, {PACKAGES - 2} failed"
    assert result.stderr.count("error[worker-died]") == PACKAGES - 2


def test_a_scheduler_without_workers_is_told_from_one_that_is_not_there(
    catalog: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "_SECONDS", 1)
    address, _ = cluster()
    result = gen_all(catalog, "--executor", address)
    assert (result.exit_code, "has no worker\n  fix: start some with `dask worker" in result.stderr) == (2, True)


def test_a_scheduler_that_does_not_answer(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_SECONDS", 1)
    result = gen_all(catalog, "--executor", "dask://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "error[executor-unavailable]: no Dask scheduler answers at `127.0.0.1:1` within 1 seconds\n"
        "  fix: start one with `dask scheduler`, and check host, port and firewall\n"
    )


def test_the_extra_that_is_missing_is_named(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = gen_all(catalog, "--executor", "dask://127.0.0.1:1")
    assert result.exit_code == 2
    assert "error[executor-unavailable]" in result.stderr
    assert "fix: install `connectors-catalog[distributed]`" in result.stderr


@pytest.mark.parametrize("address", ["127.0.0.1:8786", "dask://host", "tcp://host:1", "dask://", "dask://user@host:1"])
def test_another_kind_of_executor_is_refused(catalog: Path, address: str) -> None:
    result = gen_all(catalog, "--executor", address)
    assert (result.exit_code, f"found `{address}`" in result.stderr) == (2, True)


# -- what a worker refuses


def test_a_worker_of_another_version_derives_nothing(catalog: Path) -> None:
    with pytest.raises(UsageError) as caught:
        regenerate(BatchOptions(version="0.0.1"), catalog / "c00")
    assert [problem.code for problem in caught.value.problems] == [Code.WORKER_DIFFERS]
    assert list((catalog / "c00").iterdir()) == [catalog / "c00" / "source.yaml"]


def test_a_worker_that_does_not_see_the_folder_makes_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        regenerate(BatchOptions(), tmp_path / "elsewhere")
    assert [problem.code for problem in caught.value.problems] == [Code.WORKER_DIFFERS]
    assert not (tmp_path / "elsewhere").exists()
