"""The options that all checking commands share, as `validate` has them: where reports go, and what holds."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from checked_package import written
from connectors.cli import checking
from connectors.cli.checking import reporting
from connectors.cli.formats.format import Format
from connectors.cli.main import app
from connectors.cli.validate_run import run_of
from connectors.problems import Code, UsageError
from connectors.validation import judge_all
from sample_package import operation

FAULTY = replace(operation("item", "get"), callable=False)
IGNORE = (
    '[[validate.ignore]]\ncode = "callable-disagrees"\nconnector = "sample"\nreason = "the vendor mends it"\nuntil = 2026-11-30\n'
)


@pytest.fixture(autouse=True)
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory whose catalog holds one package, with one error."""
    monkeypatch.chdir(tmp_path)
    for name in ("CONNECTORS_CONFIG", "CONNECTORS_FORMAT", "CONNECTORS_BASELINE"):
        monkeypatch.delenv(name, raising=False)
    written(tmp_path / "connectors" / "sample", FAULTY, operation("item", "list"))
    return tmp_path


def run(*arguments: str, **environment: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["validate", *arguments], env=environment)
    return result.exit_code, result.stdout, result.stderr


def first_line(text: str) -> str:
    return text.splitlines()[0]


# -- formats and files ----------------------------------------------------------------------------------------------------------


def test_json_is_short_for_the_format() -> None:
    assert run("--json") == run("--format", "json")
    assert run("--json", "--format", "json") == run("--json")


def test_several_reports_are_written_in_one_run(catalog: Path) -> None:
    forms = [form for form in Format if form is not Format.TEXT]
    status, out, _ = run(*(f"--output={form}=out.{form}" for form in forms), "--format", "text")
    assert status == 1
    assert first_line(out) == "connectors/sample: 1 error"
    for form in forms:
        assert (catalog / f"out.{form}").read_text("utf-8") == run("--format", form)[1]


def test_a_file_of_text_is_neither_wrapped_nor_coloured(catalog: Path) -> None:
    run("--output", "text=out.txt", COLUMNS="40")
    text = (catalog / "out.txt").read_text("utf-8")
    assert max(map(len, text.splitlines())) > 80
    assert "\x1b" not in text


@pytest.mark.parametrize(
    "output",
    ["sarif", "sarif=", "=out", "srif=out", "sarif=-", "sarif=gone/out", "sarif=connectors", "sarif=pipe", "sarif=a\0b"],
)
def test_an_output_that_cannot_be_is_a_usage_error_before_any_work(
    output: str, catalog: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A pipe stands for all devices: a test that replaced a real one would take it away from everybody.
    os.mkfifo(catalog / "pipe")
    monkeypatch.setattr("connectors.validation.judge_all", lambda *_, **__: pytest.fail("it began to work"))
    status, out, err = run("--output", output)
    assert (status, out) == (2, "")
    assert err.startswith("error[usage]: ")


def test_a_misspelt_format_names_the_nearest() -> None:
    assert "fix: write `sarif`" in run("--output", "srif=out")[2]


@pytest.mark.parametrize("second", ["junit=out", "sarif=./out"])
def test_two_reports_do_not_go_to_one_file(second: str) -> None:
    assert run("--output", "sarif=out", "--output", second)[0] == 2


def test_json_beside_another_format_is_a_usage_error() -> None:
    assert run("--json", "--format", "sarif")[0] == 2


def test_a_file_is_replaced_in_one_step_and_a_link_stays(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (catalog / "real.json").write_text("old", "utf-8")
    (catalog / "real.json").chmod(0o600)
    (catalog / "link.json").symlink_to("real.json")
    before = (catalog / "real.json").stat().st_ino
    run("--output", "json=link.json")
    assert (catalog / "link.json").is_symlink()
    assert json.loads((catalog / "real.json").read_text("utf-8"))["counts"]["errors"] == 1
    assert (catalog / "real.json").stat().st_ino != before
    assert (catalog / "real.json").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in catalog.iterdir()) == ["connectors", "link.json", "real.json"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside_it(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (catalog / "out.json").write_text("old", "utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    status, _, err = run("--output", "json=out.json")
    assert status == 2
    assert "error[output-unwritable]" in err
    assert (catalog / "out.json").read_text("utf-8") == "old"
    assert sorted(path.name for path in catalog.iterdir()) == ["connectors", "out.json"]


def test_what_became_a_device_meanwhile_is_not_replaced(catalog: Path) -> None:
    os.mkfifo(catalog / "pipe")
    with pytest.raises(UsageError) as refused:
        checking._write(catalog / "pipe", b"x")
    assert refused.value.problems[0].code is Code.OUTPUT_UNWRITABLE
    assert (catalog / "pipe").is_fifo()


def test_problems_with_the_options_are_json_where_json_was_asked_for() -> None:
    status, out, _ = run("--format", "json", "--output", "nope")
    assert (status, json.loads(out)["problems"][0]["code"]) == (2, "usage")


@pytest.mark.parametrize("form", ["json", "junit"])
def test_where_stdout_is_not_utf_8_programs_read_the_same(form: str, catalog: Path) -> None:
    (catalog / "connectors" / "sample").rename(catalog / "connectors" / "sämple")
    command = [sys.executable, "-m", "connectors", "validate", "--format", form]
    whole, plain = (
        subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": encoding}, stdout=subprocess.PIPE, check=False).stdout
        for encoding in ("utf-8", "ascii")
    )
    assert "sämple".encode() in whole
    assert plain.isascii()
    read = ElementTree.canonicalize if form == "junit" else json.loads
    assert read(plain.decode()) == read(whole.decode())


# -- what holds: options, environment, file -------------------------------------------------------------------------------------

FORM = [
    pytest.param([], {}, "", "connectors/sample: 1 error", id="nothing"),
    pytest.param([], {}, '[validate]\nformat = "junit"\n', "<?xml", id="the-file"),
    pytest.param([], {"CONNECTORS_FORMAT": "github"}, '[validate]\nformat = "junit"\n', "::error", id="the-environment"),
    pytest.param(["--json"], {"CONNECTORS_FORMAT": "github"}, '[validate]\nformat = "junit"\n', "{", id="the-option"),
]


@pytest.mark.parametrize(("arguments", "environment", "settings", "begins"), FORM)
def test_an_option_stands_above_the_environment_and_that_above_the_file(
    catalog: Path, arguments: list[str], environment: dict[str, str], settings: str, begins: str
) -> None:
    (catalog / "connectors.toml").write_text(settings, "utf-8")
    assert first_line(run(*arguments, **environment)[1]).startswith(begins)


def test_the_same_holds_for_the_baseline(catalog: Path) -> None:
    assert run("--write-baseline", "known.json")[0] == 0
    empty = '{"schema_version": 1, "findings": []}'
    (catalog / "empty.json").write_text(empty, "utf-8")
    (catalog / "connectors.toml").write_text('[validate]\nbaseline = "known.json"\n', "utf-8")
    assert run()[0] == 0
    assert run(CONNECTORS_BASELINE="empty.json")[0] == 1
    assert run("--baseline", "known.json", CONNECTORS_BASELINE="empty.json")[0] == 0


@pytest.mark.parametrize(("settings", "environment"), [('[validate]\nformat = "sarf"\n', {}), ("", {"CONNECTORS_FORMAT": "sarf"})])
def test_a_format_that_is_none_is_refused_wherever_it_stands(catalog: Path, settings: str, environment: dict[str, str]) -> None:
    (catalog / "connectors.toml").write_text(settings, "utf-8")
    status, _, err = run(**environment)
    assert status == 2
    assert "fix: write `sarif`" in err


def test_settings_with_a_mistake_stop_the_run(catalog: Path) -> None:
    (catalog / "connectors.toml").write_text('[validate]\nseverity = {calable-disagrees = "off"}\n', "utf-8")
    status, out, err = run()
    assert (status, out) == (1, "")
    assert "error[code-unknown]: connectors.toml:2:13: " in err
    assert "fix: write `callable-disagrees`" in err


def test_a_severity_of_the_settings_decides_how_it_ends(catalog: Path) -> None:
    (catalog / "ci.toml").write_text('[validate]\nseverity = {callable-disagrees = "warning"}\n', "utf-8")
    status, out, _ = run("--config", "ci.toml")
    assert status == 0
    assert "warning[callable-disagrees]" in out
    assert run(CONNECTORS_CONFIG="ci.toml") == (status, out, "")


# -- ignores and their end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("today", "status", "warned"), [(date(2026, 11, 30), 0, []), (date(2026, 12, 1), 1, [Code.IGNORE_EXPIRED])]
)
def test_an_ignore_holds_until_its_last_day_is_over(catalog: Path, today: date, status: int, warned: list[Code]) -> None:
    (catalog / "connectors.toml").write_text(IGNORE, "utf-8")
    nothing = dict.fromkeys(("form", "outputs", "baseline", "write_baseline", "config"))
    report = reporting("validate", json_output=False, clock=lambda: today, **nothing)
    run = report.finish(run_of(judge_all([], catalog=Path("connectors"))))
    assert (run.exit_status, [each.code for each in run.about]) == (status, warned)


def test_the_clock_is_that_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import datetime

    class Late(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return datetime(2030, 1, 2, 23, 59, tzinfo=tz)  # type: ignore[arg-type]

    monkeypatch.setattr(checking, "datetime", Late)
    assert checking._today() == date(2030, 1, 2)


# -- the baseline ---------------------------------------------------------------------------------------------------------------


def test_what_is_written_down_is_known_from_then_on(catalog: Path) -> None:
    status, out, _ = run("--write-baseline", "known.json")
    assert (status, first_line(out)) == (0, "connectors/sample: valid (1 known)")
    first = (catalog / "known.json").read_bytes()
    assert run("--write-baseline", "known.json")[0] == 0
    assert (catalog / "known.json").read_bytes() == first
    assert run("--baseline", "known.json")[0] == 0


def test_only_what_is_new_fails(catalog: Path) -> None:
    run("--write-baseline", "known.json")
    written(catalog / "connectors" / "sample", FAULTY, replace(operation("item", "list"), callable=False))
    status, out, _ = run("--baseline", "known.json")
    assert (status, first_line(out)) == (1, "connectors/sample: 1 error (1 known)")
    assert "`GET /item/list/{id}`" in out


def test_what_was_mended_is_said(catalog: Path) -> None:
    run("--write-baseline", "known.json")
    written(catalog / "connectors" / "sample")
    status, out, _ = run("--baseline", "known.json")
    assert status == 0
    assert "note[baseline-fixed]: known.json: the baseline knows a finding that is no longer there" in out
    assert out.endswith("1 package: 1 valid; 1 of the baseline fixed\n")


def test_a_run_is_held_against_the_old_baseline_where_both_are_named(catalog: Path) -> None:
    (catalog / "old.json").write_text('{"schema_version": 1, "findings": []}', "utf-8")
    assert run("--baseline", "old.json", "--write-baseline", "new.json")[0] == 1
    assert run("--baseline", "new.json")[0] == 0


def test_a_package_that_cannot_be_loaded_is_never_known(catalog: Path) -> None:
    (catalog / "connectors" / "sample" / "schemas.json").write_text("{}\n", "utf-8")
    assert run("--write-baseline", "known.json")[0] == 1
    assert json.loads((catalog / "known.json").read_text("utf-8"))["findings"] == []


def test_an_edit_that_is_not_sealed_is_never_known(catalog: Path) -> None:
    overlay = 'schema_version: 1\nconnector: sample\noperations:\n  "GET /item/get/{x}": {curated: true, summary: One.}\n'
    (catalog / "connectors" / "sample" / "overlay.yaml").write_text(overlay, "utf-8")
    status, out, _ = run("--write-baseline", "known.json")
    assert status == 1
    assert "error[not-sealed]" in out


@pytest.mark.parametrize(("content", "code", "status"), [(None, "file-not-found", 2), ("<<<", "baseline-malformed", 1)])
def test_a_baseline_that_cannot_be_read_stops_before_any_work(
    catalog: Path, content: str | None, code: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("connectors.validation.judge_all", lambda *_, **__: pytest.fail("it began to work"))
    if content is not None:
        (catalog / "known.json").write_text(content, "utf-8")
    found = run("--baseline", "known.json")
    assert found[:2] == (status, "")
    assert f"error[{code}]" in found[2]
