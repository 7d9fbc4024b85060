"""Asking about an installed version: `why` and `validate --stored` read the description that the store keeps, wherever it came from."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.installed.places import Places
from fetch.vendor import Vendor, answer, says
from installed.store_support import describe

QUESTION = "GET /books.responses.200"
PARTS = """openapi: 3.1.0
info: {{title: Sample, version: '1'}}
servers: [{{url: 'https://sample.example'}}]
paths:
  /books: {{$ref: 'parts/books.yaml'}}
  /c: {{$ref: 'http://127.0.0.1:{port}/elsewhere/c.yaml'}}
"""
PART = b"get:\n  responses: {'200': {description: ok}}\n"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONNECTORS_ALLOW_PRIVATE", "1")
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.fixture
def vendor() -> Iterator[Vendor]:
    with Vendor() as running:
        running.default = says(answer(b"", "404 Not Found"))
        yield running


def command(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def told(*arguments: str, status: int = 0) -> dict[str, Any]:
    found, out, err = command(*arguments, "--json")
    assert found == status, err
    value = json.loads(out)
    assert isinstance(value, dict)
    return value


def install(version: str = "1") -> str:
    """Install a version from a file, which is gone afterwards; its address."""
    file = describe(Path("sample.yaml"), version)
    address = told("install", str(file), "--id", "sample", "--license", "MIT")["address"]
    file.unlink()
    return str(address)


def copy() -> None:
    """Install a package as it is: the store generates nothing, and keeps no description."""
    describe(Path("sample.yaml"))
    assert command("gen", "sample.yaml", "--id", "sample", "--out", "package", "--license", "MIT")[0] == 0
    assert command("install", "./package")[0] == 0


# -- why --------------------------------------------------------------------------------------------------------------------------


def test_lines_come_from_the_store_when_the_file_is_gone() -> None:
    install()
    answered = told("why", "sample", QUESTION)
    given = str(Path("sample.yaml").absolute())
    (kept,) = Places.of_user().descriptions.iterdir()
    assert answered["description"] == {"file": given, "reason": None, "copy": str(kept)}
    at = answered["facts"][0]["at"]
    assert (at["file"], kept.read_text().splitlines()[at["line"] - 1].strip()) == (given, at["text"])
    assert "lines of the description: as the store keeps it" in command("why", "sample", QUESTION)[1]


def test_lines_are_those_of_the_version_that_was_asked_about() -> None:
    first, second = install("1"), install("2")
    for address, version in ((first, "1"), (second, "2")):
        assert f"description: '{version}'" in told("why", address, QUESTION)["facts"][0]["at"]["text"]


def test_a_file_that_has_changed_since_is_not_read_unless_it_is_named() -> None:
    install()
    describe(Path("sample.yaml"), "another")
    assert "'1'" in told("why", "sample", QUESTION)["facts"][0]["at"]["text"]
    status, _, err = command("why", "sample", QUESTION, "--source", "sample.yaml")
    assert (status, "error[description-differs]" in err) == (1, True)
    describe(Path("sample.yaml"), "1")
    assert told("why", "sample", QUESTION, "--source", "sample.yaml")["description"]["copy"] is None


def test_all_documents_come_from_the_store_without_the_network(vendor: Vendor) -> None:
    base = f"http://127.0.0.1:{vendor.port}"
    vendor.behaviours["/v1/openapi.yaml"] = says(answer(PARTS.format(port=vendor.port).encode()))
    vendor.behaviours["/v1/parts/books.yaml"] = vendor.behaviours["/elsewhere/c.yaml"] = says(answer(PART))
    told("install", f"{base}/v1/openapi.yaml", "--id", "sample", "--license", "MIT", "--allow-origin", f"{base}/elsewhere")
    asked = len(vendor.requests)
    at = told("why", "sample", QUESTION)["facts"][0]["at"]
    assert (at["file"], at["line"]) == ("parts/books.yaml", 2)
    at = told("why", "sample", "GET /c.responses.200")["facts"][0]["at"]
    assert (at["file"], at["line"]) == (f"{base}/elsewhere/c.yaml", 2)
    assert command("validate", "--stored")[0] == 0
    assert len(vendor.requests) == asked


@pytest.mark.parametrize(("content", "said"), [(None, "cannot be read"), (b"{", "had the SHA-256")], ids=["gone", "damaged"])
def test_a_stored_description_that_is_lost_costs_the_lines_alone(content: bytes | None, said: str) -> None:
    install()
    (kept,) = Places.of_user().descriptions.iterdir()
    kept.unlink()
    if content is not None:
        kept.write_bytes(content)
    answered = told("why", "sample", QUESTION)
    assert answered["description"]["file"] is None
    assert said in answered["description"]["reason"]
    assert "the description that the store keeps could not be read" in answered["description"]["reason"]
    assert answered["facts"][0]["value"]


def test_a_version_that_was_copied_has_the_description_that_it_names_or_none() -> None:
    copy()
    assert "names no description" in told("why", "sample", QUESTION)["description"]["reason"]


def test_limits_hold_for_what_the_store_keeps() -> None:
    install()
    assert "at most 10 bytes" in told("why", "sample", QUESTION, "--max-bytes", "10")["description"]["reason"]


# -- validate --stored --------------------------------------------------------------------------------------------------------------


def judged(*arguments: str, status: int = 0) -> list[tuple[str, list[str]]]:
    return [
        (package["address"], [problem["code"] for problem in package["problems"]])
        for package in told("validate", "--stored", *arguments, status=status)["packages"]
    ]


def test_what_is_installed_is_proven_without_being_told_where_it_came_from() -> None:
    first, second = install("1"), install("2")
    assert judged() == judged("sample") == [(second, [])]
    assert judged(first) == judged(f"sample@{first[:19]}") == [(first, [])]
    assert judged(first, "sample", second) == [(first, []), (second, [])]
    assert judged(str(Places.of_user().package(first))) == [(first, [])]


def test_other_rules_show_and_name_how_to_derive_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    address = install()
    for module in ("pipeline", "reproduction", "store.render"):
        monkeypatch.setattr(f"connectors.{module}.DERIVATION_VERSION", 2, raising=False)
    ((found, codes),) = judged(status=1)
    assert (found, codes) == (address, ["check-differs"])
    assert "run `connectors install sample --offline`" in command("validate", "--stored")[1]


def test_a_stored_description_that_is_lost_cannot_prove() -> None:
    address = install()
    (kept,) = Places.of_user().descriptions.iterdir()
    kept.unlink()
    assert judged(status=2) == [(address, ["description-not-stored"])]


def test_a_version_that_was_copied_cannot_be_proven_which_is_said() -> None:
    copy()
    ((_, codes),) = judged("sample", status=2)
    assert codes == ["description-not-stored"]
    # Whoever asks for all asks for those that can be.
    ((_, codes),) = judged()
    assert codes == ["description-not-stored"]


def test_limits_hold_for_what_is_proven() -> None:
    address = install()
    assert judged("--max-bytes", "10", status=2) == [(address, ["document-too-large"])]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no connector is installed"),
        (("nothing",), "`nothing` is not installed"),
        (("./package",), "`package` is not installed"),
        (("sha256:0123456789ab",), "no package in the store has the address"),
        (("--source", "x"), "`--stored` reads what the store keeps, and `--source` something else"),
        (("--root", "x"), "`--stored` reads what the store keeps, and `--root` something else"),
    ],
)
def test_what_cannot_be_asked_for(here: Path, arguments: tuple[str, ...], message: str) -> None:
    (here / "package").mkdir()
    status, _, err = command("validate", "--stored", *arguments)
    assert (status, message in err) == (2, True)
