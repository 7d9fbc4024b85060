"""`lint` of an address: what `gen` reads under an option of fetching, `lint` reads under the same one, and as far."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app
from fetch.running import Outcome
from fetch.vendor import DESCRIPTION, Vendor, answer, redirects, says

pytestmark = pytest.mark.usefixtures("here")

GONE = answer(b"", "404 Not Found")
TITLED = """
openapi: 3.0.4
info: {{title: Attic, version: '1'}}
servers: [{{url: https://attic.example}}]
paths:
  /boxes: {{get: {{responses: {{'200': {{description: B, content: {{application/json: {{schema: {{$ref: '{0}'}}}}}}}}}}}}}}
"""


class Linted:
    """What one run of `lint` has said. Raises what only a bug can raise."""

    def __init__(self, *arguments: str) -> None:
        result = CliRunner().invoke(app, ["lint", "--json", *arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.status = result.exit_code
        self.stderr = result.stderr
        (subject,) = json.loads(result.stdout)["descriptions"]
        self.kind: str | None = subject["kind"]
        self.problems: list[dict[str, Any]] = subject["problems"]
        self.codes = [problem["code"] for problem in self.problems]


def at(vendor: Vendor, path: str = "") -> str:
    return f"http://127.0.0.1:{vendor.port}{path}"


# -- options of fetching --------------------------------------------------------------------------------------------------------


def test_a_credential_is_sent_and_never_shown(vendor: Vendor, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VENDOR", "Bearer s3cret")
    vendor.default = lambda connection, request: connection.sendall(
        answer() if b"Bearer s3cret" in request else answer(b"", "401 Unauthorized")
    )
    assert Linted("--quick", at(vendor, "/openapi.json")).codes == ["status-unexpected"]
    told = Linted("--quick", "--auth-env", "VENDOR", at(vendor, "/openapi.json"))
    assert (told.status, told.kind) == (0, "description")
    assert "s3cret" not in json.dumps(told.problems) + told.stderr


@pytest.mark.parametrize(("given", "status"), [((), 3), (("--max-redirects", "1"), 3), (("--max-redirects", "2"), 0)])
def test_as_many_redirects_are_followed_as_are_allowed(vendor: Vendor, here: Path, given: tuple[str, ...], status: int) -> None:
    vendor.behaviours = {"/one": redirects("/two"), "/two": redirects("/three"), "/three": says(answer())}
    assert Linted("--quick", *given, at(vendor, "/one")).status == status
    assert Outcome("--id", "sample", *given, at(vendor, "/one")).status == status


@pytest.mark.parametrize(("given", "asked_about"), [((), '"1"'), (("--no-cache",), None)])
def test_a_copy_is_asked_about_unless_none_is_wanted(
    vendor: Vendor, here: Path, given: tuple[str, ...], asked_about: str | None
) -> None:
    vendor.default = says(answer(headers={"ETag": '"1"'}))
    for _ in range(2):
        Linted("--quick", *given, at(vendor, "/openapi.json"))
    assert [vendor.header("If-None-Match", index) for index in range(2)] == [None, asked_about]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--auth-env", "VENDOR", "openapi.json"), "usage"),
        (("--allow-origin", "https://a.example/../b", "openapi.json"), "usage"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(here: Path, options: tuple[str, ...], code: str) -> None:
    (here / "openapi.json").write_bytes(DESCRIPTION)
    result = CliRunner().invoke(app, ["lint", *options])
    assert result.exit_code == 2
    assert f"error[{code}]" in result.stderr


# -- as far as `gen` reads ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("--quick",)], ids=["all-readers", "quick"])
@pytest.mark.parametrize("by", ["file", "address"])
def test_references_lead_where_they_may(vendor: Vendor, here: Path, by: str, options: tuple[str, ...]) -> None:
    vendor.default = says(GONE)
    vendor.behaviours["/shared/box.yaml"] = says(answer(b"{type: object, properties: {size: {$ref: 'parts/size.yaml'}}}\n"))
    vendor.behaviours["/shared/parts/size.yaml"] = says(answer(b"{type: int}\n"))
    text = TITLED.format(at(vendor, "/shared/box.yaml")).encode()
    (here / "openapi.yaml").write_bytes(text)
    vendor.behaviours["/v1/openapi.yaml"] = says(answer(text))
    spec = "openapi.yaml" if by == "file" else at(vendor, "/v1/openapi.yaml")

    told = Linted(*options, spec)
    assert "reference-remote" in told.codes
    assert {path for path in vendor.paths if path.startswith("/shared")} == set()

    told = Linted(*options, "--allow-origin", at(vendor, "/shared"), spec)
    assert [(problem["code"], problem["at"]["file"]) for problem in told.problems] == [
        ("schema-malformed", at(vendor, "/shared/parts/size.yaml"))
    ]


def test_the_second_readers_know_a_document_by_all_its_names(vendor: Vendor, here: Path) -> None:
    """One of the description's own folder, referred to by its whole address, goes on by relative references."""
    vendor.default = says(GONE)
    vendor.behaviours["/v1/openapi.yaml"] = says(answer(TITLED.format(at(vendor, "/v1/parts/box.yaml")).encode()))
    vendor.behaviours["/v1/parts/box.yaml"] = says(answer(b"{type: object, properties: {size: {$ref: 'size.yaml'}}}\n"))
    vendor.behaviours["/v1/parts/size.yaml"] = says(answer(b"{type: integer, default: big}\n"))
    told = Linted(at(vendor, "/v1/openapi.yaml"))
    assert [(problem["code"], problem["at"]["file"]) for problem in told.problems] == [
        ("default-unfit", at(vendor, "/v1/parts/size.yaml"))
    ]


def test_a_server_without_an_origin_counts_from_the_address(vendor: Vendor, here: Path) -> None:
    vendor.default = says(answer(DESCRIPTION.replace(b'"paths"', b'"servers": [{"url": "/api"}], "paths"')))
    told = Linted("--quick", at(vendor, "/v1/openapi.json"))
    assert [problem["message"] for problem in told.problems if problem["code"] == "server-relative"] == [
        f"the address names no origin; it counts from where the description is, `{at(vendor, '/api')}`"
    ]


@pytest.mark.parametrize(
    ("allowed", "status", "code"), [("1", 2, "status-unexpected"), ("", 3, "address-refused")], ids=["gone", "refused"]
)
def test_what_could_not_be_fetched_is_told_in_the_form_that_was_asked_for(
    vendor: Vendor, here: Path, monkeypatch: pytest.MonkeyPatch, allowed: str, status: int, code: str
) -> None:
    monkeypatch.setenv("CONNECTORS_ALLOW_PRIVATE", allowed)
    vendor.default = says(GONE)
    told = Linted("--quick", at(vendor, "/openapi.json"))
    assert (told.status, told.kind, told.codes) == (status, None, [code])
