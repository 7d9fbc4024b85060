"""A description that `gen` reads under raised limits alone, asked about afterwards: `why` and `validate --source` take the same options."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app

QUESTION = "GET /boxes.effect"
# What the description needs, and less: such options are cheaper than a description beyond the real limits.
RAISED, LOWERED = ("--max-nesting", "60"), ("--max-nesting", "30")
TEXT = """
openapi: 3.1.0
info: {{title: Attic, version: '1'}}
servers: [{{url: https://attic.example}}]
paths:
  /boxes: {{get: {{responses: {{'200': {{description: Boxes, x-deep: {0}}}}}}}}}
"""
DEEP = "[" * 50 + "]" * 50


@pytest.fixture
def attic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of a description that is read only where the limit is not lowered."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("attic.yaml").write_text(TEXT.format(DEEP), "utf-8")
    assert run("gen", "attic.yaml", "--id", "attic", "--out", "attic", *RAISED)[0] == 0
    return tmp_path


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    "command",
    [("why", "./attic", QUESTION, "--source", "attic.yaml"), ("validate", "attic", "--source", "attic.yaml")],
    ids=["why", "validate"],
)
def test_what_is_read_only_under_raised_limits_can_be_asked_about(attic: Path, command: tuple[str, ...]) -> None:
    status, out, err = run(*command, *LOWERED)
    assert status == 2
    assert "document-too-deep" in out + err
    assert "--max-nesting" in out + err
    status, out, err = run(*command, *RAISED)
    assert (status, err) == (0, "")


def test_an_answer_without_lines_says_which_limit_to_raise(attic: Path) -> None:
    source = Path("attic/source.yaml")
    source.write_text(source.read_text("utf-8").replace("description: null", "description: ../attic.yaml"), "utf-8")
    assert run("gen", "--out", "attic", *RAISED)[0] == 0
    (status, out, _), (_, raised, _) = (run("why", "./attic", QUESTION, "--json", *options) for options in (LOWERED, RAISED))
    reason = json.loads(out)["description"]["reason"]
    assert status == 0
    assert "nested at most 30 deep" in reason
    assert "raise the limit with `--max-nesting`" in reason
    assert json.loads(raised)["description"] == {"file": "attic/../attic.yaml", "reason": None, "copy": None}


@pytest.mark.parametrize("named", [True, False], ids=["named", "of-source.yaml"])
def test_a_description_beyond_the_limit_of_bytes_is_not_taken_for_another_one(attic: Path, named: bool) -> None:
    options = ("--source", "attic.yaml") if named else ()
    source = Path("attic/source.yaml")
    source.write_text(source.read_text("utf-8").replace("description: null", "description: ../attic.yaml"), "utf-8")
    assert run("gen", "--out", "attic", *RAISED)[0] == 0
    status, out, err = run("why", "./attic", QUESTION, *options, "--max-bytes", "100")
    assert status == (2 if named else 0)
    assert "at most 100 bytes" in " ".join((out + err).split())
    assert "another digest" not in out + err


@pytest.mark.parametrize(("options", "option"), [(("--root", "."), "--root"), (RAISED, "--max-nesting")])
def test_how_to_read_a_description_says_nothing_where_none_is_read(attic: Path, options: tuple[str, ...], option: str) -> None:
    status, _, err = run("validate", "attic", *options)
    assert status == 2
    assert f"error[usage]: `{option}` says how a description is read, and no description is named" in err
    assert run("validate", "attic", "--max-nesting", "500")[0] == 0


def test_it_can_be_installed_alone_or_with_others_and_asked_about(attic: Path) -> None:
    recipe = Path("recipes/attic")
    recipe.mkdir(parents=True)
    (recipe / "source.yaml").write_text("schema_version: 1\nconnector: attic\ndescription: ../../attic.yaml\n", "utf-8")
    for command in (("install", "attic.yaml", "--id", "attic"), ("install", "--all", "recipes")):
        status, out, err = run(*command, *LOWERED)
        assert (status, "document-too-deep" in out + err) == (2, True)
        assert run(*command, *RAISED)[0] == 0
        assert "could not be read" in run("why", "attic", QUESTION, *LOWERED, "--json")[1]
        assert run("validate", "--stored", *LOWERED)[0] == 2
        assert run("validate", "--stored", *RAISED)[0] == 0


def test_a_version_that_is_brought_back_is_read_under_no_limits(attic: Path) -> None:
    address = json.loads(run("install", "attic.yaml", "--id", "attic", *RAISED, "--json")[1])["address"]
    assert run("install", f"attic@{address}")[0] == 0
    status, _, err = run("install", f"attic@{address}", *RAISED)
    assert (status, "leave the other options out" in err) == (2, True)
