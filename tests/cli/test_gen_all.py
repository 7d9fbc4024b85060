"""`gen --all`: a folder of packages, side by side; what is up to date stays, what fails is one among many."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from connectors.cli.main import app
from connectors.store.load import load_package

DESCRIPTION = """
openapi: 3.1.0
info: {{title: Sample, version: '1'}}
paths:
  /{name}: {{get: {{tags: [{name}], operationId: list, responses: {{'200': {{description: d}}}}}}}}
"""
WITH_A_GAP = DESCRIPTION + "  /gap: {{get: {{parameters: [{{$ref: 'https://a.example/b'}}], responses: {{}}}}}}\n"


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four recipes in `connectors/`, their descriptions beside it."""
    monkeypatch.chdir(tmp_path)
    for name in ("apple", "brick", "cloud", "drum"):
        add(tmp_path, name, DESCRIPTION)
    return tmp_path / "connectors"


def add(folder: Path, name: str, description: str | None, more: str = "") -> None:
    recipe = folder / "connectors" / name
    recipe.mkdir(parents=True)
    line = ""
    if description is not None:
        (folder / "descriptions").mkdir(exist_ok=True)
        (folder / "descriptions" / f"{name}.yaml").write_text(description.format(name=name))
        line = f"description: ../../descriptions/{name}.yaml\n"
    (recipe / "source.yaml").write_text(f"schema_version: 1\nconnector: {name}\nlicense: MIT\n{line}{more}")


def gen_all(*arguments: str) -> Result:
    """In this process, unless `--jobs` says otherwise."""
    jobs = [] if "--jobs" in arguments else ["--jobs", "1"]
    return CliRunner().invoke(app, ["gen", "--all", *jobs, *arguments])


def last_line(result: Result) -> str:
    return result.stdout.splitlines()[-1]


def written(catalog: Path) -> dict[str, int]:
    """When each file was put there: writing a package anew makes all its files anew."""
    return {str(path.relative_to(catalog)): path.stat().st_ino for path in catalog.rglob("*") if path.is_file()}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_recipe_becomes_a_package_in_the_order_of_names(catalog: Path, jobs: str) -> None:
    result = gen_all("--jobs", jobs)
    assert result.exit_code == 0
    assert result.stdout == (
        "connectors/apple was written: 1 operation, 0 gaps\n"
        "connectors/brick was written: 1 operation, 0 gaps\n"
        "connectors/cloud was written: 1 operation, 0 gaps\n"
        "connectors/drum was written: 1 operation, 0 gaps\n"
        "4 packages: 4 written\n"
    )
    for name in ("apple", "brick", "cloud", "drum"):
        assert load_package(catalog / name).connector.id == name


def test_as_many_processes_as_wanted_give_the_same_bytes(catalog: Path, tmp_path: Path) -> None:
    def contents() -> dict[str, bytes]:
        return {str(path.relative_to(catalog)): path.read_bytes() for path in catalog.rglob("*") if path.is_file()}

    gen_all("--jobs", "1")
    alone = contents()
    for path in catalog.rglob("*.json"):
        path.unlink()
    gen_all("--jobs", "2")
    assert contents() == alone


def test_a_folder_can_be_named_and_a_single_package_of_it(catalog: Path) -> None:
    (catalog).rename(catalog.parent / "apis")
    assert last_line(gen_all("apis/apple")) == "1 package: 1 written"
    assert last_line(gen_all("apis")) == "4 packages: 1 up to date, 3 written"


# -- up to date


def test_what_is_up_to_date_is_not_derived_again(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gen_all()
    before = written(catalog)
    monkeypatch.setattr("connectors.batch.gen", lambda options: pytest.fail(f"derived {options.out}"))
    assert gen_all().stdout == "4 packages: 4 up to date\n"
    assert written(catalog) == before


def test_force_derives_all_and_writes_nothing_that_is_the_same(catalog: Path) -> None:
    gen_all()
    before = written(catalog)
    assert gen_all("--force").stdout == "4 packages: 4 derived and the same as before\n"
    assert written(catalog) == before


def edit(path: Path, text: str = "# edited\n") -> None:
    path.write_text(path.read_text() + text)


CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "the description": (lambda catalog: edit(catalog / "../descriptions/brick.yaml"), "1 written"),
    "source.yaml": (lambda catalog: edit(catalog / "brick/source.yaml"), "1 written"),
    "an overlay that is new": (
        lambda catalog: (catalog / "brick/overlay.yaml").write_text("schema_version: 1\nconnector: brick\n"),
        "1 written",
    ),
    "a derived file": (lambda catalog: edit(catalog / "brick/operations/brick.json", " "), "1 written"),
    "a file that is gone": (lambda catalog: (catalog / "brick/coverage.json").unlink(), "1 written"),
    "a card that cannot be read": (lambda catalog: (catalog / "brick/connector.json").write_text("{"), "1 written"),
    "rules of derivation": (
        lambda catalog: (catalog / "brick/connector.json").write_text(
            (catalog / "brick/connector.json")
            .read_text()
            .replace('"sha256":', '"derivation":0,"sha256":', 1)
            .replace('"derivation": 1', '"derivation": 0')
        ),
        "1 written",
    ),
    "what a killed run left": (
        lambda catalog: (catalog / ".brick.connectors-new").mkdir(),
        "1 derived and the same as before",
    ),
    "a file that does not belong": (lambda catalog: (catalog / "brick/readme.txt").touch(), "1 failed"),
    "a description that is gone": (lambda catalog: (catalog / "../descriptions/brick.yaml").unlink(), "1 failed"),
}


@pytest.mark.parametrize(("change", "outcome"), list(CHANGES.values()), ids=[name.replace(" ", "-") for name in CHANGES])
def test_only_what_changed_is_derived_again(catalog: Path, change: Callable[[Path], object], outcome: str) -> None:
    gen_all()
    change(catalog)
    assert last_line(gen_all()) == f"4 packages: 3 up to date, {outcome}"
    assert not (catalog / ".brick.connectors-new").exists()


def test_a_further_document_and_an_overlay_of_the_description_count_as_well(catalog: Path, tmp_path: Path) -> None:
    shared = tmp_path / "descriptions" / "shared.yaml"
    shared.write_text("item: {get: {tags: [x], responses: {'200': {description: d}}}}\n")
    changes = tmp_path / "descriptions" / "changes.yaml"
    changes.write_text("overlay: 1.0.0\ninfo: {title: t, version: '1'}\nactions: [{target: $.info, update: {title: U}}]\n")
    add(
        tmp_path,
        "east",
        DESCRIPTION + "  /item: {{$ref: 'shared.yaml#/item'}}\n",
        "description_overlays: [../../descriptions/changes.yaml]\n",
    )
    gen_all()
    assert last_line(gen_all()) == "5 packages: 5 up to date"
    for path in (shared, changes):
        edit(path)
        assert last_line(gen_all()) == "5 packages: 4 up to date, 1 written"


def test_a_file_that_was_missing_may_be_there_now(catalog: Path, tmp_path: Path) -> None:
    add(tmp_path, "east", DESCRIPTION + "  /item: {{$ref: 'shared.yaml#/item'}}\n")
    gen_all()
    assert last_line(gen_all()) == "5 packages: 4 up to date, 1 derived and the same as before"
    (tmp_path / "descriptions" / "shared.yaml").write_text("item: {get: {tags: [x], responses: {'200': {description: d}}}}\n")
    assert last_line(gen_all()) == "5 packages: 4 up to date, 1 written"


# -- options


def test_check_derives_everything_and_writes_nothing(catalog: Path) -> None:
    gen_all("connectors/apple")
    before = written(catalog)
    result = gen_all("--check")
    assert result.exit_code == 1
    assert last_line(result) == "4 packages: 3 would change, 1 derived and the same as before"
    assert written(catalog) == before
    gen_all()
    assert gen_all("--check").exit_code == 0


def test_strict_holds_for_what_is_up_to_date_as_well(catalog: Path, tmp_path: Path) -> None:
    add(tmp_path, "gappy", WITH_A_GAP)
    assert gen_all().exit_code == 0
    result = gen_all("--strict")
    assert (result.exit_code, last_line(result)) == (1, "5 packages: 4 up to date, 1 failed")
    assert "error[gaps-under-strict]" in result.stderr


def test_json_is_one_report_of_gen_a_line(catalog: Path, tmp_path: Path) -> None:
    add(tmp_path, "gappy", WITH_A_GAP)
    first = [json.loads(line) for line in gen_all("--json").stdout.splitlines()]
    again = gen_all("--json")
    second = [json.loads(line) for line in again.stdout.splitlines()]
    alone = json.loads(CliRunner().invoke(app, ["gen", "--out", "connectors/apple", "--json"]).stdout)
    assert [item["connector"] for item in first] == ["apple", "brick", "cloud", "drum", "gappy"]
    assert [item["changed"] for item in first] == [True] * 5
    assert second[0] == alone
    assert again.stderr == "5 packages: 5 up to date\n"


def test_gaps_of_what_is_up_to_date_are_told_by_their_pointer(catalog: Path, tmp_path: Path) -> None:
    add(tmp_path, "gappy", WITH_A_GAP)
    gen_all()
    result = gen_all("--json", "connectors/gappy")
    (gap,) = json.loads(result.stdout)["gaps"]
    assert gap["code"] == "reference-remote"
    assert gap["at"] == {
        "file": "connectors/gappy/../../descriptions/gappy.yaml",
        "line": None,
        "column": None,
        "pointer": "/paths/~1gap/get/parameters/0",
    }
    assert "1 up to date" in result.stderr


def test_quiet_says_nothing_of_what_went_well(catalog: Path) -> None:
    result = gen_all("--quiet")
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize("option", [["--id", "x"], ["--out", "x"], ["--prose", "omit"], ["--license", "MIT"], ["--new", "GET /x"]])
def test_what_is_about_one_package_does_not_go_with_all(catalog: Path, option: list[str]) -> None:
    result = gen_all(*option)
    assert (result.exit_code, f"`{option[0]}` is about one package" in result.stderr) == (2, True)


@pytest.mark.parametrize("option", [["--jobs", "2"], ["--force"], ["--executor", "dask://h:1"]])
def test_what_is_about_many_does_not_go_with_one(catalog: Path, option: list[str]) -> None:
    result = CliRunner().invoke(app, ["gen", "--out", "connectors/apple", *option])
    assert (result.exit_code, f"`{option[0]}` is about many packages" in result.stderr) == (2, True)


@pytest.mark.parametrize(("folder", "code"), [("nowhere", "file-not-found"), ("descriptions", "nothing-to-generate")])
def test_a_folder_without_packages_is_an_error(catalog: Path, folder: str, code: str) -> None:
    result = gen_all(folder)
    assert (result.exit_code, f"error[{code}]" in result.stderr) == (2, True)


def test_what_names_no_description_is_passed_over_and_said_to_be(catalog: Path, tmp_path: Path) -> None:
    add(tmp_path, "east", None)
    assert gen_all().stdout.endswith(
        "5 packages: 4 written, 1 passed over\n  passed over, for `source.yaml` names no description: connectors/east\n"
    )


# -- failures


def test_a_failure_leaves_the_others_alone_and_the_gravest_decides(catalog: Path, tmp_path: Path) -> None:
    (tmp_path / "descriptions" / "apple.yaml").write_text("a: [")
    (catalog / "brick" / "source.yaml").write_text("schema_version: 1\nconnector: brick\nlicnse: MIT\n")
    result = gen_all("--jobs", "2")
    assert result.exit_code == 2, "that a description cannot be read weighs more than a mistake in a file"
    assert result.stdout.splitlines() == [
        "connectors/apple stays as it was",
        "connectors/brick stays as it was",
        "connectors/cloud was written: 1 operation, 0 gaps",
        "connectors/drum was written: 1 operation, 0 gaps",
        "4 packages: 2 written, 2 failed",
    ]
    assert result.stderr.index("connectors/apple:\nerror[yaml-syntax]") < result.stderr.index("connectors/brick:\nerror[")
    (tmp_path / "descriptions" / "apple.yaml").write_text(DESCRIPTION.format(name="apple"))
    assert gen_all().exit_code == 1


def test_a_bug_in_one_package_is_told_with_its_traceback(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from connectors import batch

    real = batch.gen

    def stumble(options: batch.GenOptions) -> batch.GenReport:
        assert options.out is not None
        if options.out.name == "brick":
            raise AssertionError("what nobody foresaw")
        return real(options)

    monkeypatch.setattr(batch, "gen", stumble)
    result = gen_all("--json")
    assert result.exit_code == 70
    assert "Traceback" in result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [item["problems"][0]["code"] if item["problems"] else None for item in lines] == [None, "internal-fault", None, None]


# Makes a package's derivation kill its own process, or wait without end, wherever it runs.
HOOK = """
import os, signal, time
from pathlib import Path
from connectors import batch
real = batch.gen
def gen(options):
    if options.out.name == "{name}":
        Path(os.environ["MARK"]).touch()
        {body}
    return real(options)
batch.gen = gen
"""


def program(folder: Path, name: str, body: str) -> dict[str, str]:
    """An environment in which every process of the program has the hook."""
    (folder / "hooks").mkdir()
    (folder / "hooks" / "sitecustomize.py").write_text(HOOK.format(name=name, body=body))
    return {**os.environ, "PYTHONPATH": str(folder / "hooks"), "MARK": str(folder / "mark")}


COMMAND = [sys.executable, "-m", "connectors", "gen", "--all", "--jobs", "2"]


def test_a_package_that_kills_its_process_is_reported_and_all_others_are_done(catalog: Path, tmp_path: Path) -> None:
    environment = program(tmp_path, "cloud", "os.kill(os.getpid(), signal.SIGKILL)")
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (2, "4 packages: 3 written, 1 failed")
    assert done.stderr == (
        "connectors/cloud:\n"
        "error[worker-died]: connectors/cloud: the process that worked on it was killed by SIGKILL\n"
        "  fix: run `connectors gen --out connectors/cloud` by itself\n"
    )


def test_an_interrupt_keeps_what_is_done_and_the_next_run_goes_on_from_there(catalog: Path, tmp_path: Path) -> None:
    environment = program(tmp_path, "drum", "time.sleep(60)")
    running = subprocess.Popen(
        COMMAND, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert running.stdout is not None
    assert [running.stdout.readline().split()[0] for _ in range(3)] == ["connectors/apple", "connectors/brick", "connectors/cloud"]
    while not (tmp_path / "mark").exists():
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)
    _, stderr = running.communicate(timeout=30)
    assert (running.returncode, stderr) == (130, "interrupted: 3 of 4 packages done, which stay; 1 left as they were\n")
    assert sorted(path.name for path in catalog.iterdir()) == ["apple", "brick", "cloud", "drum"]
    assert sorted(path.name for path in (catalog / "drum").iterdir()) == ["source.yaml"]
    assert last_line(gen_all()) == "4 packages: 3 up to date, 1 written"
