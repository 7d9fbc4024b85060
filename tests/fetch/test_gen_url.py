"""What `gen URL` makes, keeps and asks again; and what it never tells anybody."""

import base64
import hashlib
import json
import os
import select
import socket
import ssl
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import trustme
import yaml
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.fetch.budget import Budget, FetchLimits
from connectors.fetch.client import Client
from connectors.fetch.credentials import Credential, authorization
from connectors.fetch.decision import Policy
from connectors.fetch.proxies import Proxies
from connectors.fetch.url import parse_url
from connectors.problems import Code, FetchError, UsageError
from connectors.store.json_schemas import json_schema
from fetch.running import Outcome, files
from fetch.vendor import DESCRIPTION, Behaviour, Vendor, World, answer, redirects, says

pytestmark = pytest.mark.usefixtures("here")

OTHER = DESCRIPTION.replace(b"Sample", b"Another")
SECRET = "t0p-s3cret-t0ken"

FOLDER = {
    "openapi.yaml": b"""
openapi: 3.1.0
info: {title: Sample, version: '1', license: {name: MIT, identifier: MIT}}
servers: [{url: https://api.sample.example}]
paths:
  /pets:
    get: {operationId: listPets, responses: {'200': {description: d, content: {application/json: {schema: {$ref: 'schemas/pets.yaml'}}}}}}
    post: {operationId: addPet, requestBody: {$ref: 'parts/body%20of%20a%20pet.yaml#/body'}, responses: {'201': {description: d}}}
  /gone: {get: {responses: {}, parameters: [{$ref: 'gone.yaml'}]}}
  /broken: {get: {responses: {}, parameters: [{$ref: 'broken.yaml'}]}}
  /self: {$ref: 'openapi.yaml#/paths/~1pets'}
""",
    "schemas/pets.yaml": b"{type: array, items: {$ref: 'pet.yaml'}}\n",
    "schemas/pet.yaml": b"{type: object, properties: {name: {type: string}, friend: {$ref: '../schemas/pet.yaml'}}}\n",
    "parts/body of a pet.yaml": b"body: {content: {application/json: {schema: {$ref: '../schemas/pet.yaml'}}}}\n",
    "broken.yaml": b"{a: [\n",
}


def serve(vendor: Vendor, folder: dict[str, bytes], at: str = "/v1/") -> str:
    for name, data in folder.items():
        vendor.behaviours[at + name.replace(" ", "%20")] = says(answer(data))
    vendor.default = says(answer(b"", "404 Not Found"))
    return f"http://127.0.0.1:{vendor.port}{at}"


def url(vendor: Vendor, path: str = "/openapi.json") -> str:
    return f"http://127.0.0.1:{vendor.port}{path}"


# -- the package ----------------------------------------------------------------------------------------------------------------


def test_a_description_gives_the_same_package_by_file_and_by_address(vendor: Vendor, here: Path) -> None:
    base = serve(vendor, FOLDER)
    for name, data in FOLDER.items():
        path = here / "vendor" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    by_file = Outcome(
        "vendor/openapi.yaml", "--id", "sample", "--out", "file", "--license", "MIT", "--source-url", base + "openapi.yaml"
    )
    by_address = Outcome(base + "openapi.yaml", "--id", "sample", "--out", "address", "--license", "MIT")
    assert (by_file.status, by_address.status) == (0, 0)
    assert (by_address.report["counts"]["operations"], by_address.report["counts"]["gaps"]) == (4, 2)
    one, two = files(here / "file"), files(here / "address")
    assert {name for name in one.keys() | two.keys() if one.get(name) != two.get(name)} == {"source.yaml", "connector.json"}
    # What differs is where it came from, and the digest of the file that says so.
    first, second = json.loads(one["connector.json"]), json.loads(two["connector.json"])
    assert second["provenance"].pop("description") == base + "openapi.yaml"
    assert first["provenance"]["url"] == second["provenance"]["url"] == base + "openapi.yaml"
    assert [entry["path"] for entry in first["provenance"]["documents"]] == [
        "parts/body of a pet.yaml",
        "schemas/pet.yaml",
        "schemas/pets.yaml",
    ]
    for card in (first, second):
        card["files"] = [entry for entry in card["files"] if entry["path"] != "source.yaml"]
    assert first == second


def test_a_package_is_made_anew_from_where_it_says(vendor: Vendor, here: Path) -> None:
    Outcome(url(vendor), "--id", "sample")
    before = files(here / "connectors")
    again = Outcome("--id", "sample")
    assert (again.status, again.report["changed"], len(vendor.requests)) == (0, False, 2)
    assert files(here / "connectors") == before
    vendor.default = says(answer(OTHER))
    assert Outcome("--id", "sample", "--check").status == 1
    assert Outcome("--id", "sample").report["changed"]


def test_sealing_agrees_with_what_was_fetched(vendor: Vendor, here: Path) -> None:
    from connectors.pipeline import seal

    made = Outcome(url(vendor), "--id", "sample")
    assert seal(here / "connectors" / "sample").address == made.report["address"]


def test_a_query_is_sent_and_written_nowhere(vendor: Vendor, here: Path) -> None:
    outcome = Outcome(url(vendor, f"/openapi.json?key={SECRET}#part"), "--id", "sample")
    assert (outcome.status, vendor.paths) == (0, [f"/openapi.json?key={SECRET}"])
    assert SECRET not in outcome.stdout + outcome.stderr
    assert [name for name, data in files(here).items() if SECRET.encode() in data or SECRET in name] == []
    source = (here / "connectors/sample/source.yaml").read_text()
    assert "description: null" in source
    assert f'url: "{url(vendor)}"' in source


@pytest.mark.parametrize("options", [(), ("--json",), ("--format", "sarif"), ("--format", "junit")], ids=" ".join)
@pytest.mark.parametrize(
    ("reply", "status"),
    [(answer(), 0), (answer(b"{}"), 2), (answer(b"{a: ["), 2), (answer(b"", "404 Not Found"), 2)],
    ids=["a-description", "another-thing", "broken", "404"],
)
def test_linting_repeats_no_query(vendor: Vendor, here: Path, options: tuple[str, ...], reply: bytes, status: int) -> None:
    vendor.default = says(reply)
    result = CliRunner().invoke(app, ["lint", "--quick", *options, url(vendor, f"/openapi.json?key={SECRET}")])
    assert result.exit_code == status
    assert vendor.paths == [f"/openapi.json?key={SECRET}"]
    assert SECRET not in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("servers", "resolved"),
    [
        ({}, "http://127.0.0.1:{port}/"),
        ({"servers": [{"url": "/api"}]}, "http://127.0.0.1:{port}/api"),
        ({"servers": [{"url": "../api"}]}, "http://127.0.0.1:{port}/api"),
        ({"servers": [{"url": "api/{v}", "variables": {"v": {"default": "1"}}}]}, "http://127.0.0.1:{port}/v1/api/{v}"),
        ({"servers": [{"url": "//api.example/x"}]}, "http://api.example/x"),
        ({"servers": [{"url": "https://api.example"}]}, "https://api.example"),
        ({"servers": [{"url": "{base}/x"}]}, None),
    ],
)
def test_a_relative_server_counts_from_where_the_description_was_fetched(
    vendor: Vendor, here: Path, servers: dict[str, object], resolved: str | None
) -> None:
    vendor.default = says(answer(json.dumps({**json.loads(DESCRIPTION), **servers}).encode()))
    Outcome(url(vendor, "/v1/openapi.json"), "--id", "sample")
    found = json.loads((here / "connectors/sample/connector.json").read_bytes())["servers"][0]
    if resolved is None:
        assert found["operator_supplied"]
    else:
        assert found["url"] == resolved.replace("{port}", str(vendor.port))
        assert "operator_supplied" not in found


def test_a_relative_server_of_swagger_counts_from_there_too(vendor: Vendor, here: Path) -> None:
    vendor.default = says(
        answer(b'{"swagger": "2.0", "info": {"title": "Sample", "version": "1"}, "basePath": "/api", "paths": {}}')
    )
    Outcome(url(vendor, "/v1/swagger.json"), "--id", "sample")
    assert json.loads((here / "connectors/sample/connector.json").read_bytes())["servers"][0]["url"] == url(vendor, "/api")


# -- what is kept ---------------------------------------------------------------------------------------------------------------


def validated(body: bytes, etag: str | None = '"1"', date: str | None = None, more: str = "") -> Behaviour:
    """Answers 304 to whoever has it."""
    headers = {
        **({"ETag": etag} if etag else {}),
        **({"Last-Modified": date} if date else {}),
        **({"Cache-Control": more} if more else {}),
    }

    def behave(connection, request):  # type: ignore[no-untyped-def]
        known = f"If-None-Match: {etag}" if etag else f"If-Modified-Since: {date}"
        if known.lower().encode() in request.lower():
            connection.sendall(answer(b"", "304 Not Modified", {k: v for k, v in headers.items() if k != "Cache-Control"}))
        else:
            connection.sendall(answer(body, headers=headers))

    return behave


@pytest.mark.parametrize(("etag", "date"), [('"1"', None), ('W/"1"', None), (None, "Mon, 02 Nov 2026 10:00:00 GMT")])
def test_what_has_not_changed_is_not_sent_again(vendor: Vendor, here: Path, etag: str | None, date: str | None) -> None:
    vendor.default = validated(DESCRIPTION, etag, date)
    first = Outcome(url(vendor), "--id", "sample")
    again = Outcome(url(vendor), "--id", "sample")
    assert (again.status, again.report["changed"], again.report["address"]) == (0, False, first.report["address"])
    assert vendor.header("If-None-Match", 0) is None
    assert vendor.header("If-Modified-Since", 0) is None
    assert vendor.header("If-None-Match") == etag
    assert vendor.header("If-Modified-Since") == date
    # The kept copy is what is read: another package of it is whole.
    assert Outcome(url(vendor), "--id", "other").report["source"]["sha256"] == hashlib.sha256(DESCRIPTION).hexdigest()


def test_a_person_is_told_that_nothing_has_changed(vendor: Vendor, here: Path) -> None:
    words = "the description is what it was when it was last fetched"
    vendor.default = validated(DESCRIPTION)
    assert words not in CliRunner().invoke(app, ["gen", url(vendor), "--id", "sample"]).stdout
    assert words in CliRunner().invoke(app, ["gen", url(vendor), "--id", "sample"]).stdout
    # A server that forgets what it has said sends the same bytes again: the digest knows them.
    vendor.default = says(answer(headers={"ETag": '"2"'}))
    assert words in CliRunner().invoke(app, ["gen", url(vendor), "--id", "sample"]).stdout
    vendor.default = says(answer(OTHER, headers={"ETag": '"3"'}))
    assert words not in CliRunner().invoke(app, ["gen", url(vendor), "--id", "sample"]).stdout


def test_what_has_changed_is_fetched(vendor: Vendor, here: Path) -> None:
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor), "--id", "sample")
    vendor.default = validated(OTHER, '"2"')
    assert Outcome(url(vendor), "--id", "sample").report["changed"]
    assert vendor.header("If-None-Match") == '"1"'
    Outcome(url(vendor), "--id", "sample")
    assert vendor.header("If-None-Match") == '"2"'


def kept(here: Path, ending: str) -> list[Path]:
    return list((here / "cache").rglob(f"*.{ending}"))


@pytest.mark.parametrize("damage", [b"", b"{}", DESCRIPTION + b" "])
def test_a_copy_that_was_damaged_is_no_copy(vendor: Vendor, here: Path, damage: bytes) -> None:
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor), "--id", "sample")
    [body] = kept(here, "body")
    body.write_bytes(damage)
    outcome = Outcome(url(vendor), "--id", "sample")
    assert (outcome.status, outcome.report["changed"], vendor.header("If-None-Match")) == (0, False, None)
    assert body.read_bytes() == DESCRIPTION


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"sha256": 1}', b"\xff"])
def test_a_record_that_was_damaged_is_no_record(vendor: Vendor, here: Path, damage: bytes) -> None:
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor), "--id", "sample")
    [record] = kept(here, "json")
    record.write_bytes(damage)
    assert Outcome(url(vendor), "--id", "sample").status == 0
    assert vendor.header("If-None-Match") is None


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(says(answer()), id="nothing-to-ask-with"),
        pytest.param(validated(DESCRIPTION, more="private, No-Store"), id="not-to-be-kept"),
    ],
)
def test_what_cannot_or_may_not_be_kept_is_not(vendor: Vendor, here: Path, behaviour: Behaviour) -> None:
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor), "--id", "sample")
    assert kept(here, "body")
    vendor.default = behaviour
    Outcome(url(vendor, "/other.json"), "--id", "other")
    assert len(kept(here, "body")) == 1
    # An older copy goes, too.
    vendor.default = lambda connection, request: behaviour(connection, request.replace(b"If-None-Match", b"X"))
    Outcome(url(vendor), "--id", "sample")
    assert (kept(here, "body"), kept(here, "json")) == ([], [])


@pytest.mark.parametrize(
    ("field", "value"),
    [("ETag", b'"\xe9"'), ("ETag", '"\u00fc"'.encode()), ("ETag", b'"a\x01"'), ("Last-Modified", b"1\xba Nov 2026")],
)
def test_what_cannot_be_sent_back_is_nothing_to_ask_with(vendor: Vendor, here: Path, field: str, value: bytes) -> None:
    vendor.default = says(answer(headers={field: "?"}).replace(b"?", value, 1))
    for _ in range(2):
        outcome = Outcome(url(vendor), "--id", "sample")
        assert (outcome.status, vendor.header("If-None-Match"), vendor.header("If-Modified-Since")) == (0, None, None)


def test_a_record_with_what_cannot_be_sent_is_no_record(vendor: Vendor, here: Path) -> None:
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor), "--id", "sample")
    [record] = kept(here, "json")
    record.write_bytes(record.read_bytes().replace(b'\\"1\\"', b"1\\r\\nX-Injected: 1"))
    assert Outcome(url(vendor), "--id", "sample").status == 0
    assert (vendor.header("If-None-Match"), vendor.header("X-Injected")) == (None, None)


def test_a_cache_is_for_one_person_alone(vendor: Vendor, here: Path) -> None:
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor, f"/openapi.json?key={SECRET}"), "--id", "sample")
    modes = {path.suffix or "folder": path.stat().st_mode & 0o777 for path in (here / "cache/connectors/fetch").rglob("*")}
    assert modes == {".json": 0o600, ".body": 0o600}
    assert (here / "cache/connectors/fetch").stat().st_mode & 0o777 == 0o700
    assert all(b"127.0.0.1" not in data and SECRET.encode() not in data for data in files(here / "cache").values())


def test_without_a_cache_nothing_is_kept_and_nothing_used(vendor: Vendor, here: Path) -> None:
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor), "--id", "sample", "--no-cache")
    assert not (here / "cache").exists()
    Outcome(url(vendor), "--id", "sample")
    Outcome(url(vendor), "--id", "sample", "--no-cache")
    assert vendor.header("If-None-Match") is None


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(vendor: Vendor, here: Path) -> None:
    (here / "cache").write_text("no folder")
    vendor.default = validated(DESCRIPTION)
    assert Outcome(url(vendor), "--id", "sample").status == 0


def test_a_link_in_the_cache_is_not_followed(vendor: Vendor, here: Path) -> None:
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor), "--id", "sample")
    [body] = kept(here, "body")
    (here / "elsewhere").write_bytes(DESCRIPTION)
    body.unlink()
    body.symlink_to(here / "elsewhere")
    Outcome(url(vendor), "--id", "sample")
    assert vendor.header("If-None-Match") is None
    assert not body.is_symlink()


def test_what_somebody_else_has_put_into_the_cache_is_no_copy(vendor: Vendor, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that others may write to, `/tmp/cache` for example: a record of theirs would stand behind a body of theirs."""
    vendor.default = validated(DESCRIPTION)
    Outcome(url(vendor), "--id", "sample")
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert Outcome(url(vendor), "--id", "sample").status == 0
    assert vendor.header("If-None-Match") is None


def test_a_redirect_is_asked_about_where_it_leads(vendor: Vendor, here: Path) -> None:
    vendor.behaviours = {"/latest": redirects("/7"), "/7": validated(DESCRIPTION)}
    for _ in range(2):
        assert Outcome(url(vendor, "/latest"), "--id", "sample", "--max-redirects", "1").status == 0
    assert [vendor.header("If-None-Match", index) for index in range(4)] == [None, None, None, '"1"']


# -- a pinned digest ------------------------------------------------------------------------------------------------------------


def recipe(here: Path, vendor: Vendor, data: bytes) -> Path:
    folder = here / "connectors" / "sample"
    folder.mkdir(parents=True)
    digest = hashlib.sha256(data).hexdigest()
    (folder / "source.yaml").write_text(
        f"schema_version: 1\nconnector: sample\ndescription:\n  url: {url(vendor)}\n  sha256: {digest}\n"
    )
    return folder


def test_a_recipe_with_a_digest_is_generated(vendor: Vendor, here: Path) -> None:
    folder = recipe(here, vendor, DESCRIPTION)
    assert Outcome("--id", "sample").status == 0
    card = json.loads((folder / "connector.json").read_bytes())
    assert card["provenance"]["url"] == card["provenance"]["description"] == url(vendor)


@pytest.mark.parametrize(
    "data", [OTHER, b"<html>", b'{"a": [', DESCRIPTION + b"\n"], ids=["newer", "a-page", "broken", "a-line-end"]
)
def test_another_digest_is_a_finding_before_anything_is_parsed(vendor: Vendor, here: Path, data: bytes) -> None:
    folder = recipe(here, vendor, DESCRIPTION)
    vendor.default = says(answer(data))
    outcome = Outcome("--id", "sample")
    assert (outcome.status, outcome.codes) == (1, [Code.DIGEST_DIFFERS])
    assert hashlib.sha256(data).hexdigest() in outcome.stderr
    assert list(files(folder)) == ["source.yaml"]


def test_a_digest_holds_for_a_kept_copy_and_for_a_file(vendor: Vendor, here: Path) -> None:
    vendor.default = validated(OTHER)
    Outcome(url(vendor), "--id", "other")
    recipe(here, vendor, DESCRIPTION)
    assert Outcome("--id", "sample").codes == [Code.DIGEST_DIFFERS]
    (here / "openapi.json").write_bytes(OTHER)
    assert Outcome("openapi.json", "--id", "sample").codes == [Code.DIGEST_DIFFERS]


def test_sealing_a_package_of_another_release_is_refused(vendor: Vendor, here: Path) -> None:
    from connectors.pipeline import seal
    from connectors.problems import PackageError

    folder = recipe(here, vendor, DESCRIPTION)
    Outcome("--id", "sample")
    text = (folder / "source.yaml").read_text()
    (folder / "source.yaml").write_text(text.replace(hashlib.sha256(DESCRIPTION).hexdigest(), hashlib.sha256(OTHER).hexdigest()))
    with pytest.raises(PackageError) as caught:
        seal(folder)
    assert caught.value.problems[0].code is Code.DIGEST_DIFFERS


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("{url: openapi.json, sha256: " + "ab" * 32 + "}", "an address of https or http"),
        ("{url: 'https://a.example/', sha256: ABCD}", "a SHA-256 digest"),
        ("{url: 'https://a.example/'}", "sha256"),
        ("{sha256: " + "ab" * 32 + "}", "url"),
        ("{url: 'https://a.example/', sha256: " + "ab" * 32 + ", md5: x}", "md5"),
        ("[openapi.json]", "a path, a URL, or a mapping"),
    ],
)
def test_a_pin_is_read_strictly(here: Path, description: str, expected: str) -> None:
    folder = here / "connectors" / "sample"
    folder.mkdir(parents=True)
    text = f"schema_version: 1\nconnector: sample\ndescription: {description}\n"
    (folder / "source.yaml").write_text(text)
    outcome = Outcome("--id", "sample")
    # Editors are told the same.
    schema = Draft202012Validator(json_schema("source"))
    assert not schema.is_valid(yaml.safe_load(text))
    assert schema.is_valid(
        {"schema_version": 1, "connector": "sample", "description": {"url": "https://a.example", "sha256": "ab" * 32}}
    )
    assert (outcome.status, outcome.codes) == (1, [Code.SOURCE_FILE])
    assert expected in outcome.stderr


# -- a credential ---------------------------------------------------------------------------------------------------------------


def basic(text: str) -> str:
    return "Basic " + base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("value", "sent"),
    [
        ("abc.def-ghi", "Bearer abc.def-ghi"),
        ("  abc\n", "Bearer abc"),
        ("Bearer abc", "Bearer abc"),
        ("bearer a:b", "Bearer a:b"),
        ("user:pass word", basic("user:pass word")),
        ("user:", basic("user:")),
        ("Basic user:p\u00e4ss", basic("user:p\u00e4ss")),
        ("Basic dXNlcjpwYXNz", "Basic dXNlcjpwYXNz"),
    ],
)
def test_what_a_variable_stands_for(value: str, sent: str) -> None:
    assert authorization("TOKEN", {"TOKEN": value}) == sent


@pytest.mark.parametrize(
    "value", ["", "  ", "s3cret with blanks", "Bearer s3 cret", "Digest s3cret", "s3cr\u00e9t", "Bearer s3\r\ncret", "s3\x00cret"]
)
def test_what_cannot_be_sent_is_refused_and_not_repeated(value: str) -> None:
    with pytest.raises(UsageError) as caught:
        authorization("TOKEN", {"TOKEN": value})
    assert "s3" not in str(caught.value) + caught.value.problems[0].remedy
    assert "`TOKEN`" in str(caught.value)


def test_a_credential_is_in_no_representation() -> None:
    assert SECRET not in repr(Credential("TOKEN", parse_url("https://a.example").origin, SECRET))


def test_a_variable_that_is_not_set_is_a_mistake_before_anything_is_sent(vendor: Vendor, here: Path) -> None:
    outcome = Outcome(url(vendor), "--id", "sample", "--auth-env", "NOWHERE_SET")
    assert (outcome.status, outcome.codes, vendor.requests) == (2, [Code.USAGE], [])


def test_a_credential_stays_with_its_origin(vendor: Vendor, world: World) -> None:
    world.names = {"vendor.example": ["127.0.0.1"], "other.example": ["127.0.0.1"]}
    vendor.behaviours = {
        "/1": redirects("/2"),
        "/2": redirects("http://other.example/3"),
        "/3": redirects("http://vendor.example:81/4"),
        "/4": redirects("http://vendor.example/5"),
    }
    credential = Credential("TOKEN", parse_url("http://vendor.example").origin, f"Bearer {SECRET}")
    client = Client(Policy(allow_private=True), Budget(FetchLimits()), wire=world.wire, max_redirects=4, credential=credential)
    client.get(parse_url("http://vendor.example/1"))
    sent = [vendor.header("Authorization", index) is not None for index in range(5)]
    assert sent == [True, True, False, False, True]


def test_a_credential_does_not_go_over_http_to_another_machine(vendor: Vendor, world: World) -> None:
    world.names = {"vendor.example": ["93.184.216.34"]}
    credential = Credential("TOKEN", parse_url("http://vendor.example").origin, f"Bearer {SECRET}")
    with pytest.raises(FetchError) as caught:
        Client(Policy(), Budget(FetchLimits()), wire=world.wire, credential=credential).get(parse_url("http://vendor.example/"))
    assert (caught.value.problems[0].code, caught.value.exit_status) == (Code.CREDENTIAL_REFUSED, 3)
    assert (world.dialled, SECRET in str(caught.value)) == ([], False)


def test_where_a_credential_was_refused_the_variable_is_named(vendor: Vendor, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", SECRET)
    vendor.default = says(answer(b"", "401 Unauthorized"))
    outcome = Outcome(url(vendor), "--id", "sample", "--auth-env", "TOKEN")
    assert outcome.codes == [Code.STATUS_UNEXPECTED]
    assert "`TOKEN`" in outcome.stderr


@pytest.mark.parametrize("status", ["200 OK", "401 Unauthorized", "302 Found", f"2OO {SECRET}"])
def test_the_value_of_a_credential_is_nowhere(vendor: Vendor, here: Path, status: str) -> None:
    """No file, message or process list holds it; the server alone gets it, and a server that repeats it tells nobody."""
    waiting, go_on = threading.Event(), threading.Event()

    def behave(connection, request):  # type: ignore[no-untyped-def]
        waiting.set()
        go_on.wait(20)
        headers = {"ETag": '"1"', "Location": f"/{SECRET}?{SECRET}"} if status.startswith("302") else {"ETag": '"1"'}
        connection.sendall(answer(DESCRIPTION if status.startswith("200") else SECRET.encode(), status, headers))

    vendor.default = behave
    command = [sys.executable, "-m", "connectors", "gen", url(vendor), "--id", "sample", "--auth-env", "PRIVATE_TOKEN"]
    environment = {**os.environ, "PRIVATE_TOKEN": f"user:{SECRET}"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=here) as process:
        assert waiting.wait(20)
        listed = Path(f"/proc/{process.pid}/cmdline").read_bytes() if Path("/proc").is_dir() else b""
        go_on.set()
        said = b"".join(process.communicate(timeout=30))
    encoded = basic(f"user:{SECRET}").encode()
    assert vendor.header("Authorization") == encoded.decode()
    for secret in (SECRET.encode(), encoded.removeprefix(b"Basic ")):
        assert secret not in listed
        if not status.startswith("302"):  # there the address is the server's own word
            assert secret not in said
        assert [name for name, data in files(here).items() if secret in data] == []
    assert (here / "connectors").exists() == (status == "200 OK")


@pytest.mark.parametrize(
    ("written", "options"),
    [
        (f"url: 'https://user:{SECRET}@a.example/x'", ("--source-url", "https://b.example/")),
        ("url: https://a.example/x", ("--allow-origin", f"https://user:{SECRET}@a.example/x?{SECRET}")),
        (f"allow_origin: ['https://user:{SECRET}@a.example']", ("--allow-origin", "https://b.example")),
    ],
)
def test_a_contradiction_repeats_no_credential(vendor: Vendor, here: Path, written: str, options: tuple[str, ...]) -> None:
    folder = here / "connectors" / "sample"
    folder.mkdir(parents=True)
    (folder / "source.yaml").write_text(f"schema_version: 1\nconnector: sample\n{written}\n")
    outcome = Outcome(url(vendor), "--id", "sample", *options)
    assert outcome.codes == [Code.SOURCE_CONTRADICTION]
    assert "a.example" in outcome.stderr
    assert SECRET not in outcome.stdout + outcome.stderr


# -- proxies --------------------------------------------------------------------------------------------------------------------


def test_proxies_of_the_environment_are_ignored_unless_asked_for(
    vendor: Vendor, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Vendor() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "https_proxy"):
            monkeypatch.setenv(name, f"http://user:{SECRET}@127.0.0.1:{proxy.port}")
        assert Outcome(url(vendor), "--id", "sample").status == 0
        assert proxy.requests == []
        outcome = Outcome("http://behind.example/openapi.json", "--id", "other", "--env-proxy")
        assert outcome.status == 0
        assert proxy.paths == ["http://behind.example/openapi.json"]
        assert proxy.header("Proxy-Authorization") == basic(f"user:{SECRET}")
        assert SECRET not in outcome.stdout + outcome.stderr
        # What can be judged without resolving is judged all the same.
        monkeypatch.delenv("CONNECTORS_ALLOW_PRIVATE")
        assert Outcome("http://169.254.169.254/", "--id", "third", "--env-proxy").codes == [Code.ADDRESS_REFUSED]
        assert Outcome("http://10.0.0.1/", "--id", "third", "--env-proxy").codes == [Code.ADDRESS_REFUSED]
        monkeypatch.setenv("no_proxy", "localhost, 127.0.0.1, .internal.example")
        assert Outcome(url(vendor), "--id", "third", "--env-proxy").codes == [Code.ADDRESS_REFUSED]
        assert len(proxy.requests) == 1


def test_a_proxy_of_another_kind_is_a_mistake_and_its_password_is_not_repeated(
    vendor: Vendor, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"socks5://user:{SECRET}@127.0.0.1:1080")
    outcome = Outcome(url(vendor), "--id", "sample", "--env-proxy")
    assert (outcome.status, outcome.codes) == (2, [Code.USAGE])
    assert SECRET not in outcome.stdout + outcome.stderr


@pytest.mark.parametrize(
    ("name", "value", "target"),
    [
        ("http_proxy", f"http://{SECRET}.pr\u00f6xy.example:1", "http://a.example"),
        ("http_proxy", f"http://user:{SECRET}@[::1", "http://a.example"),
        ("http_proxy", f"http://user:{SECRET}@p.example:0", "http://a.example"),
        # TLS inside TLS: what is meant for the host would go to the proxy as it is.
        ("https_proxy", f"https://user:{SECRET}@p.example", "https://a.example"),
    ],
)
def test_a_proxy_that_cannot_be_used_is_a_mistake(
    here: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, target: str
) -> None:
    monkeypatch.setenv(name, value)
    outcome = Outcome(target, "--id", "sample", "--env-proxy")
    assert (outcome.status, outcome.codes) == (2, [Code.USAGE])
    assert SECRET not in outcome.stdout + outcome.stderr


def test_the_addresses_of_a_proxy_are_waited_for_no_longer_than_others(vendor: Vendor, world: World) -> None:
    world.names = {"proxy.example": lambda _: vendor.stopping.wait(5) and []}  # type: ignore[dict-item]
    policy = Policy.of({"http_proxy": "http://proxy.example:3128"}, use_proxies=True)
    with pytest.raises(FetchError) as caught:
        Client(policy, Budget(FetchLimits(seconds=0.1)), wire=world.wire).get(parse_url("http://vendor.example/"))
    assert (caught.value.problems[0].code, world.asked) == (Code.ANSWER_TOO_SLOW, ["proxy.example"])


def test_a_tunnel_leads_to_the_host_itself_and_its_certificate_counts(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(here / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(here / "authority.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("behind.example").configure_cert(context)
    with Vendor(tls=context) as secure, Vendor() as proxy:

        def tunnels(connection: socket.socket, _: bytes) -> None:
            connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            with socket.create_connection(("127.0.0.1", secure.port)) as onward:
                while ready := select.select([connection, onward], [], [], 10)[0]:
                    for end in ready:
                        data = end.recv(65_536)
                        if not data:
                            return
                        (onward if end is connection else connection).sendall(data)

        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{proxy.port}")
        proxy.default = tunnels
        assert Outcome("https://behind.example/openapi.json", "--id", "sample", "--env-proxy").status == 0
        assert (proxy.paths, secure.paths) == (["behind.example:443"], ["/openapi.json"])
        assert Outcome("https://another.example/", "--id", "other", "--env-proxy").codes == [Code.TLS_FAILED]
        proxy.default = says(answer(b"", "407 Proxy Authentication Required"))
        assert Outcome("https://behind.example/", "--id", "other", "--env-proxy").codes == [Code.NETWORK_FAILED]


@pytest.mark.parametrize(
    ("environment", "host", "proxy"),
    [
        ({"http_proxy": "http://p.example:3128"}, "http://a.example", ("http", "p.example", 3128)),
        ({"HTTP_PROXY": "p.example:3128"}, "http://a.example", ("http", "p.example", 3128)),
        ({"HTTP_PROXY": "http://p.example"}, "http://a.example", ("http", "p.example", 80)),
        ({"ALL_PROXY": "https://p.example"}, "http://a.example", ("https", "p.example", 443)),
        ({"ALL_PROXY": "http://p.example"}, "https://a.example", ("http", "p.example", 80)),
        ({"http_proxy": "http://p.example"}, "https://a.example", None),
        # What a CGI program gets from the field `Proxy` of a stranger's request is no setting of anybody's.
        ({"HTTP_PROXY": "http://p.example", "REQUEST_METHOD": "GET"}, "http://a.example", None),
        ({"http_proxy": "http://p.example", "REQUEST_METHOD": "GET"}, "http://a.example", ("http", "p.example", 80)),
        ({"http_proxy": "http://p.example", "NO_PROXY": "a.example"}, "http://b.a.example", None),
        ({"http_proxy": "http://p.example", "NO_PROXY": "a.example"}, "http://ba.example", ("http", "p.example", 80)),
        ({"http_proxy": "http://p.example", "NO_PROXY": "a.example:81"}, "http://a.example", ("http", "p.example", 80)),
        ({"http_proxy": "http://p.example", "NO_PROXY": "*"}, "http://a.example", None),
    ],
)
def test_which_proxy_an_address_goes_through(environment: dict[str, str], host: str, proxy: tuple[str, str, int] | None) -> None:
    found = Proxies.of(environment).route(parse_url(host))
    assert (None if found is None else (found.scheme, found.host, found.port)) == proxy


def test_a_folder_for_references_makes_no_sense_with_an_address(vendor: Vendor, here: Path) -> None:
    outcome = Outcome(url(vendor), "--id", "sample", "--root", ".")
    assert (outcome.status, outcome.codes, vendor.requests) == (2, [Code.USAGE], [])
