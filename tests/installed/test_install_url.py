"""`install` from a local server: one command, again offline, again after `gc`; and nothing secret in the store."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.store.load import load_package
from fetch.vendor import Vendor, answer, says
from installed.store_support import DESCRIPTION, everything

SECRET = "s3cr3t-in-a-query"
TEXT = DESCRIPTION.format(version="1", tag="reader")
RELATIVE = TEXT.replace("https://sample.example", "../api")
PARTS = """openapi: 3.1.0
info: {title: Sample, version: '1'}
paths:
  /a: {$ref: 'parts/a.yaml'}
  /b: {$ref: 'parts/missing.yaml'}
  /c: {$ref: 'http://127.0.0.1:PORT/elsewhere/c.yaml'}
  /d: {$ref: 'http://other.example/d.yaml'}
"""
PART = "get: {responses: {'200': {description: ok}}}\n"


@pytest.fixture
def vendor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Vendor]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONNECTORS_ALLOW_PRIVATE", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with Vendor() as running:
        running.default = says(answer(b"", "404 Not Found"))
        yield running


def put(vendor: Vendor, path: str, text: str) -> str:
    vendor.behaviours[path] = says(answer(text.replace("PORT", str(vendor.port)).encode()))
    return f"http://127.0.0.1:{vendor.port}{path}"


def run(*arguments: str, status: int = 0) -> dict[str, object]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == status, result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_one_command_installs_from_an_address_and_again_without_the_network(vendor: Vendor) -> None:
    url = put(vendor, "/v1/openapi.yaml", RELATIVE)
    done = run("install", url, "--id", "sample", "--license", "MIT")
    asked = len(vendor.requests)
    assert done["record"]["description"]["given"] == url  # type: ignore[index]
    package = load_package(Path(str(done["folder"])))
    # A relative server counts from where the description was fetched from, then as now.
    assert package.connector.servers[0].url == f"http://127.0.0.1:{vendor.port}/api"
    vendor.behaviours.clear()
    for _ in range(2):
        assert run("install", "sample", "--offline")["address"] == done["address"]
        run("gc")
    assert len(vendor.requests) == asked
    # With the network it is fetched again, from where it was.
    put(vendor, "/v1/openapi.yaml", RELATIVE.replace("version: '1'", "version: '2'"))
    assert run("install", "sample")["before"] == done["address"]


def test_all_documents_that_were_fetched_are_stored_with_what_was_not(vendor: Vendor) -> None:
    url = put(vendor, "/v1/openapi.yaml", PARTS)
    put(vendor, "/v1/parts/a.yaml", PART)
    put(vendor, "/elsewhere/c.yaml", PART)
    done = run("install", url, "--id", "sample", "--allow-origin", f"http://127.0.0.1:{vendor.port}/elsewhere")
    assert done["counts"]["operations"] == 2  # type: ignore[index]
    notes = json.loads((Path(str(done["folder"])) / "coverage.json").read_text())["notes"]
    assert sorted(note["code"] for note in notes) == ["reference-not-found", "reference-remote", "server-relative"]
    vendor.behaviours.clear()
    assert run("install", "sample", "--offline")["address"] == done["address"]


def test_a_damaged_package_is_made_anew_from_what_was_fetched(vendor: Vendor) -> None:
    url = put(vendor, "/v1/openapi.yaml", RELATIVE)
    done = run("install", url, "--id", "sample")
    folder = Path(str(done["folder"]))
    whole = everything(folder)
    (folder / "schemas.json").unlink()
    vendor.behaviours.clear()
    assert CliRunner().invoke(app, ["doctor", "--fix"]).exit_code == 0
    assert everything(folder) == whole


def test_a_query_is_sent_and_stored_nowhere(vendor: Vendor, data_home: Path, tmp_path: Path) -> None:
    put(vendor, f"/openapi.yaml?key={SECRET}", TEXT)
    url = f"http://127.0.0.1:{vendor.port}/openapi.yaml?key={SECRET}"
    done = run("install", url, "--id", "sample")
    for place in (data_home, tmp_path):
        assert [path for path in place.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()] == []
    # What is stored is not the whole address, and is not fetched as if it were.
    asked = len(vendor.requests)
    refused = run("install", "sample", status=2)
    assert "query or credentials" in refused["problems"][0]["message"]  # type: ignore[index]
    assert len(vendor.requests) == asked
    assert run("install", "sample", "--offline")["address"] == done["address"]
    assert run("install", "sample", "--from", url)["address"] == done["address"]


def test_a_credential_is_in_no_file(vendor: Vendor, data_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMPLE_TOKEN", SECRET)
    url = put(vendor, "/openapi.yaml", TEXT)
    run("install", url, "--id", "sample", "--auth-env", "SAMPLE_TOKEN")
    assert vendor.header("Authorization") == f"Bearer {SECRET}"
    for place in (data_home, tmp_path):
        assert [path for path in place.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()] == []


def test_a_recipe_with_a_digest_installs_that_description_and_no_other(vendor: Vendor, tmp_path: Path) -> None:
    url = put(vendor, "/openapi.yaml", TEXT)
    folder = tmp_path / "recipe"
    folder.mkdir()
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    pinned = f"schema_version: 1\nconnector: sample\ndescription: {{url: '{url}', sha256: {digest}}}\n"
    (folder / "source.yaml").write_text(pinned)
    done = run("install", "./recipe")
    put(vendor, "/openapi.yaml", TEXT + "\n")
    refused = run("install", "./recipe", status=1)
    assert refused["problems"][0]["code"] == "digest-differs"  # type: ignore[index]
    assert CliRunner().invoke(app, ["show", "sample", "--json"]).exit_code == 0
    # The stored description is the one that was pinned.
    assert run("install", "./recipe", "--offline")["address"] == done["address"]


@pytest.mark.parametrize("behaviour", ["404", "private"])
def test_what_cannot_be_fetched_leaves_the_active_version(vendor: Vendor, behaviour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    url = put(vendor, "/openapi.yaml", TEXT)
    done = run("install", url, "--id", "sample")
    vendor.behaviours.clear()
    if behaviour == "private":
        monkeypatch.delenv("CONNECTORS_ALLOW_PRIVATE")
    run("install", "sample", status=2 if behaviour == "404" else 3)
    shown = json.loads(CliRunner().invoke(app, ["show", "sample", "--json"]).stdout)
    assert shown["address"] == done["address"]
