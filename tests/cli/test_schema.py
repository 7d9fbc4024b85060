"""`connectors schema`: the schemas admit what the program writes, and refuse what its loader refuses."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.store.json_schemas import documents, json_schema

FIXTURES = Path(__file__).parents[2] / "fixtures" / "descriptions"
GENERATED = [name for name in documents() if name != "overlay"]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("schema") / "library"
    arguments = ["gen", str(FIXTURES / "library-3.0.yaml"), "--id", "library", "--out", str(folder), "--license", "MIT"]
    assert CliRunner().invoke(app, [*arguments, "--copyright", "2024 Somebody"]).exit_code == 0
    return folder


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text()) if path.suffix == ".yaml" else json.loads(path.read_text())


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json_schema(name))


@pytest.mark.parametrize("name", documents())
def test_a_schema_is_one(name: str) -> None:
    schema = json_schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"] == documents()[name].file
    assert json_schema(name) == schema


@pytest.mark.parametrize("name", GENERATED)
def test_every_file_that_is_written_meets_its_schema(package: Path, name: str) -> None:
    found = sorted(package.glob(documents()[name].file))
    assert found
    for path in found:
        assert [error.message for error in validator(name).iter_errors(read(path))] == []


def closed(
    schema: dict[str, Any], root: dict[str, Any], value: Any, path: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Where in a document objects stand that admit no further members."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    for branch in schema.get("anyOf", ()):
        if jsonschema.Draft202012Validator({**branch, "$defs": root.get("$defs", {})}).is_valid(value):
            yield from closed(branch, root, value, path)
    if isinstance(value, dict):
        if schema.get("additionalProperties") is False:
            yield path, value
        for key, member in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            if isinstance(inner, dict):
                yield from closed(inner, root, member, (*path, key))
    elif isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from closed(schema["items"], root, item, (*path, index))


@pytest.mark.parametrize("name", GENERATED)
def test_an_unknown_key_a_missing_one_and_another_type_are_refused(package: Path, name: str) -> None:
    schema, judge = json_schema(name), validator(name)
    path = min(package.glob(documents()[name].file))
    document = read(path)
    objects = list(closed(schema, schema, document, ()))
    assert objects
    for _, node in objects[:40]:
        node["surprise"] = 1
        assert not judge.is_valid(document)
        del node["surprise"]
    assert judge.is_valid(document)
    for key in schema["required"]:
        kept = document.pop(key)
        assert not judge.is_valid(document)
        document[key] = {"no": "such value"} if not isinstance(kept, dict) else "no such value"
        assert not judge.is_valid(document)
        document[key] = kept
    document["schema_version"] = 2
    assert not judge.is_valid(document)


def test_all_schemas_are_written_and_are_what_is_printed(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["schema", "--output", str(tmp_path / "a" / "b")])
    assert result.exit_code == 0
    assert {path.name for path in (tmp_path / "a" / "b").iterdir()} == {f"{name}.schema.json" for name in documents()}
    for name in documents():
        printed = CliRunner().invoke(app, ["schema", name])
        assert printed.exit_code == 0
        assert printed.stdout == (tmp_path / "a" / "b" / f"{name}.schema.json").read_text()


def test_a_document_is_found_by_its_file() -> None:
    assert CliRunner().invoke(app, ["schema", "identity.lock.json"]).stdout == CliRunner().invoke(app, ["schema", "lock"]).stdout


def test_the_list_is_for_people_and_for_programs() -> None:
    lines = CliRunner().invoke(app, ["schema"]).stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(documents())
    assert [item["name"] for item in json.loads(CliRunner().invoke(app, ["schema", "--json"]).stdout)] == list(documents())


@pytest.mark.parametrize(
    ("name", "said"), [("overlai", "`overlay`"), ("conector.json", "`connector.json`"), ("zzz", "`operations`")]
)
def test_an_unknown_name_is_answered_with_the_nearest(name: str, said: str) -> None:
    result = CliRunner().invoke(app, ["schema", name])
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(app, ["schema", "--output", str(tmp_path / "file")])
    assert result.exit_code == 2
    assert "output-unwritable" in result.stderr


def complete(line: str, folder: Path, **environment: str) -> list[str]:
    """What the shell is offered for the last word of a line."""
    result = subprocess.run(
        [sys.executable, "-m", "connectors"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={
            **os.environ,
            "_CONNECTORS_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(line.split()) - (0 if line.endswith(" ") else 1)),
            **environment,
        },
    )
    assert "Traceback" not in result.stderr
    return result.stdout.split()


def test_the_shell_completes_commands_codes_packages_and_operations(package: Path, tmp_path: Path) -> None:
    (tmp_path / "connectors").mkdir()
    (tmp_path / "connectors" / "library").symlink_to(package)
    (tmp_path / "connectors" / "other").mkdir()
    assert complete("connectors sch", tmp_path) == ["schema"]
    assert complete("connectors explain body-me", tmp_path) == ["body-media-type"]
    assert complete("connectors schema ov", tmp_path) == ["overlay"]
    assert complete("connectors show lib", tmp_path) == []
    granted = {"CONNECTORS_PROJECT_CATALOG": "1"}
    assert complete("connectors show lib", tmp_path, **granted) == ["library"]
    operations = complete("connectors show library loans.", tmp_path, **granted)
    assert operations
    assert all(name.startswith("loans.") for name in operations)
    assert complete("connectors show nowhere loans.", tmp_path) == []
    assert complete("connectors show ./connectors/library loans.", tmp_path) == operations
    assert complete("connectors gen --pro", tmp_path) == ["--prose"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_shown_for_each_shell(shell: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "connectors", "--show-completion", shell],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
    )
    assert result.returncode == 0, result.stderr
    assert "_CONNECTORS_COMPLETE" in result.stdout
    assert "connectors" in result.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_installed_for_each_shell(shell: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "connectors", "--install-completion", shell],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
    )
    assert result.returncode == 0, result.stderr
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any("_CONNECTORS_COMPLETE" in path.read_text() for path in written)
