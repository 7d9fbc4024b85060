"""`lint`: what it says, in which formats, what it keeps quiet, and how it ends."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.formats.text import text as report_text
from connectors.cli.lint_run import run_of
from connectors.cli.main import app
from connectors.cli.terminal import Colours
from connectors.limits import Limits
from connectors.lint.guard import Answer

ATTIC = """\
openapi: 3.0.4
info:
  title: Attic
  version: '1'
servers:
  - url: https://attic.example
paths:
  /boxes/{box}:
    get:
      operationId: getBox
      parameters:
        - {name: full, in: query, type: boolean, schema: {}}
      responses:
        '200':
          description: A box
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Box'}
  /boxes:
    post:
      operationId: getBox
      requestBody: {$ref: '#/components/requestBodies/Gone'}
      responses:
        '201': {description: Made}
components:
  schemas:
    Box:
      type: object
      properties:
        size: {type: int}
        colour: {type: string, enum: [red, blue], default: green}
      example: {$ref: '#/nowhere'}
"""
CLEAN = """\
openapi: 3.0.4
info: {title: Attic, version: '1'}
servers: [{url: https://attic.example}]
paths: {/boxes: {get: {responses: {'200': {description: Boxes}}}}}
"""


@pytest.fixture
def attic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("attic.yaml").write_text(ATTIC, "utf-8")
    Path("clean.yaml").write_text(CLEAN, "utf-8")
    Path("warned.yaml").write_text(CLEAN.replace("info:", "infos: {}\ninfo:"), "utf-8")
    Path("broken.yaml").write_text(CLEAN.replace("]", ""), "utf-8")
    return tmp_path


def lint(*arguments: str, stdin: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["lint", *arguments], input=stdin)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("spec", "status", "last"),
    [
        pytest.param("clean.yaml", 0, "1 description: 1 usable", id="clean"),
        pytest.param("warned.yaml", 0, "1 description: 1 usable with 1 warning", id="warnings-alone"),
        pytest.param("attic.yaml", 1, "1 description: 1 with 1 error and 3 warnings", id="errors"),
        pytest.param("broken.yaml", 2, "1 could not be checked", id="unreadable"),
        pytest.param("gone.yaml", 2, "1 could not be checked", id="not-there"),
    ],
)
def test_how_it_ends(attic: Path, spec: str, status: int, last: str) -> None:
    code, out, _ = lint(spec, "--quick")
    assert (code, out.splitlines()[-1]) == (status, last)


def test_standard_input_and_a_folder_are_read_as_gen_does(attic: Path) -> None:
    assert lint("-", "--quick", stdin=CLEAN)[0] == 0
    (attic / "folder").mkdir()
    assert lint("folder", "--quick")[0] == 2
    (attic / "folder" / "openapi.yaml").write_text(ATTIC, "utf-8")
    assert lint("folder", "--quick")[0] == 1


def test_help_reads_well_at_80_columns(golden: Callable[[str, str], None]) -> None:
    result = CliRunner().invoke(app, ["lint", "--help"], env={"COLUMNS": "80"}, prog_name="connectors")
    assert max(map(len, result.output.splitlines())) <= 80
    golden("help-lint", result.output)


def test_what_people_see(attic: Path, golden: Callable[[str, str], None]) -> None:
    run = run_of("attic.yaml", None, Limits(), quick=False)
    golden("lint-80", report_text(run, width=80, colours=Colours(False)))
    assert report_text(run, errors_only=True, width=80, colours=Colours(False)).count("[") == 1


def test_programs_get_every_finding_and_what_was_refuted(attic: Path) -> None:
    code, out, _ = lint("attic.yaml", "--json")
    report = json.loads(out)
    assert code == 1
    assert report["counts"] == {
        "descriptions": 1,
        "valid": 0,
        "errors": 1,
        "warnings": 5,
        "notes": 0,
        "quiet": 1,
        "fixed": 0,
    }
    (found,) = report["descriptions"]
    assert found["file"] == "attic.yaml"
    codes = [problem["code"] for problem in found["problems"]]
    assert codes == sorted(codes, key=codes.index)
    assert {problem["at"]["file"] for problem in found["problems"]} == {"attic.yaml"}
    assert all(problem["at"]["line"] for problem in found["problems"])
    (quiet,) = found["quiet"]
    assert (quiet["why"], quiet["code"], quiet["at"]["pointer"]) == (
        "refuted",
        "reference-not-found",
        "/components/schemas/Box/example/$ref",
    )
    assert "hold any value" in quiet["reason"]


@pytest.mark.parametrize("form", ["sarif", "junit", "github"])
def test_other_formats_name_the_line(attic: Path, form: str) -> None:
    code, out, _ = lint("attic.yaml", "--quick", "--format", form)
    assert code == 1
    assert "reference-not-found" in out
    assert "attic.yaml" in out
    if form == "sarif":
        results = json.loads(out)["runs"][0]["results"]
        lost = next(result for result in results if result["ruleId"] == "reference-not-found")
        assert lost["locations"][0]["physicalLocation"]["region"]["startLine"] == 22


def test_a_baseline_keeps_quiet_what_is_known(attic: Path) -> None:
    assert lint("attic.yaml", "--quick", "--write-baseline", "known.json")[0] == 0
    assert lint("attic.yaml", "--quick", "--baseline", "known.json")[0] == 0
    text = ATTIC.replace("/boxes:", "/crates:").replace("Attic", "Attic again")
    Path("attic.yaml").write_text(text, "utf-8")
    code, out, _ = lint("attic.yaml", "--quick", "--baseline", "known.json")
    assert code == 1
    assert "/paths/~1crates/post" in out


def test_settings_hold_for_lint_alone(attic: Path) -> None:
    Path("connectors.toml").write_text(
        '[lint.severity]\nreference-not-found = "note"\n\n[[lint.ignore]]\ncode = "field-unknown"\nfile = "attic.yaml"\n'
        'reason = "until the vendor mends it"\nuntil = 2999-01-01\n',
        "utf-8",
    )
    code, out, _ = lint("attic.yaml", "--quick")
    assert (code, out.splitlines()[-1]) == (0, "1 description: 1 usable with 2 warnings; 1 ignored")


def test_what_quick_does_not_look_for_is_not_called_mended(attic: Path) -> None:
    lint("attic.yaml", "--write-baseline", "known.json")
    _, out, _ = lint("attic.yaml", "--quick", "--baseline", "known.json", "--json")
    assert json.loads(out)["fixed"] == []


def test_what_readers_that_gave_up_did_not_say_is_not_called_mended(attic: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lint("attic.yaml", "--write-baseline", "known.json")
    monkeypatch.setattr("connectors.lint.lint.ask", lambda *_, **__: Answer((), None))
    assert json.loads(lint("attic.yaml", "--baseline", "known.json", "--json")[1])["fixed"] != []
    monkeypatch.setattr("connectors.lint.lint.ask", lambda *_, **__: Answer((), "they were stopped"))
    assert json.loads(lint("attic.yaml", "--baseline", "known.json", "--json")[1])["fixed"] == []


def test_a_limit_is_an_option_here_too(attic: Path) -> None:
    code, out, _ = lint("attic.yaml", "--quick", "--max-bytes", "10")
    assert code == 2
    assert "`--max-bytes`" in out


SECOND_READERS = {"openapi_spec_validator", "openapi_schema_validator", "prance", "pydantic", "requests", "jsonschema"}


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["lint", "clean.yaml"], id="lint"),
        pytest.param(["gen", "clean.yaml", "--id", "attic"], id="gen"),
        pytest.param(["lint", "--help"], id="help"),
    ],
)
def test_the_second_readers_are_imported_in_no_process_of_ours(attic: Path, arguments: list[str]) -> None:
    program = "import sys; from connectors.cli.main import _run; _run(); print(*sys.modules, file=sys.stderr)"
    ours = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    assert not SECOND_READERS & set(ours.stderr.split())
