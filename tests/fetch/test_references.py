"""Where the references of a description may lead: into its own folder, and to what a person has named."""

import hashlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.description.resolve import Unfollowed
from connectors.fetch.origins import folder_of, parse_prefix
from connectors.fetch.url import parse_url
from connectors.inputs import open_entry
from connectors.limits import Limits
from connectors.problems import Code, UsageError
from fetch.running import Outcome, files
from fetch.vendor import Vendor, answer, redirects, says

pytestmark = pytest.mark.usefixtures("here")

PET = b"{type: object, properties: {name: {type: string}}}\n"
GONE = answer(b"", "404 Not Found")


@pytest.fixture
def other() -> Iterator[Vendor]:
    """Another origin: the same machine, another port."""
    with Vendor(default=says(GONE)) as running:
        yield running


@pytest.fixture(autouse=True)
def _nothing_unless_said(vendor: Vendor) -> None:
    vendor.default = says(GONE)


def at(vendor: Vendor, path: str = "") -> str:
    return f"http://127.0.0.1:{vendor.port}{path}"


def referring(*references: str) -> bytes:
    """A description with one operation for each reference, which its body's schema is."""
    paths = {
        f"/{number}": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": reference}}}}, "responses": {}}}
        for number, reference in enumerate(references)
    }
    return json.dumps(
        {"openapi": "3.1.0", "info": {"title": "Sample", "version": "1"}, "servers": [{"url": "https://a.example"}], "paths": paths}
    ).encode()


def gaps(outcome: Outcome) -> list[str]:
    return [gap["code"] for gap in outcome.report["gaps"]]


def provenance(here: Path) -> dict[str, object]:
    return json.loads((here / "connectors/sample/connector.json").read_bytes())["provenance"]  # type: ignore[no-any-return]


def by_address(vendor: Vendor, *references: str, path: str = "/specs/v1/openapi.json") -> str:
    vendor.behaviours[path] = says(answer(referring(*references)))
    return at(vendor, path)


def by_file(here: Path, *references: str) -> str:
    (here / "openapi.json").write_bytes(referring(*references))
    return "openapi.json"


# -- a description from a folder of files ---------------------------------------------------------------------------------------


def test_a_file_reaches_no_network_unless_it_is_named(vendor: Vendor, here: Path) -> None:
    outcome = Outcome(by_file(here, at(vendor, "/pet.yaml"), at(vendor, "/pet.yaml#/x"), "//127.0.0.1/pet.yaml"), "--id", "sample")
    assert gaps(outcome) == [Code.REFERENCE_REMOTE] * 3
    assert vendor.requests == []


def test_a_file_reaches_what_was_named(vendor: Vendor, here: Path) -> None:
    vendor.behaviours["/shared/pet.yaml"] = says(answer(b"{type: object, properties: {tag: {$ref: 'tag.yaml#/a~1b/0'}}}"))
    vendor.behaviours["/shared/tag.yaml"] = says(answer(b"a/b: [{type: string}]"))
    outcome = Outcome(by_file(here, at(vendor, "/shared/pet.yaml")), "--id", "sample", "--allow-origin", at(vendor))
    assert (outcome.status, gaps(outcome)) == (0, [])
    # Each is pinned by its digest, under its whole address, and what was allowed is written down.
    documents = provenance(here)["documents"]
    assert documents == [
        {"path": at(vendor, f"/shared/{name}.yaml"), "sha256": hashlib.sha256(body).hexdigest(), "size": len(body)}
        for name, body in (
            ("pet", b"{type: object, properties: {tag: {$ref: 'tag.yaml#/a~1b/0'}}}"),
            ("tag", b"a/b: [{type: string}]"),
        )
    ]
    assert provenance(here)["allow_origin"] == [at(vendor)]
    assert f'allow_origin:\n  - "{at(vendor)}"' in (here / "connectors/sample/source.yaml").read_text()
    assert Outcome("openapi.json", "--id", "sample").report["changed"] is False
    assert Outcome("openapi.json", "--id", "sample", "--allow-origin", "https://b.example").codes == [Code.SOURCE_CONTRADICTION]


def test_a_fetched_document_reaches_no_file(vendor: Vendor, here: Path) -> None:
    (here / "secret.yaml").write_bytes(PET)
    local = (here / "secret.yaml").as_posix()
    references = [
        "secret.yaml",
        "../secret.yaml",
        "./secret.yaml",
        local,
        f"file://{local}",
        f"FILE:{local}",
        f"file://127.0.0.1{local}",
    ]
    body = json.dumps({f"p{n}": {"$ref": reference} for n, reference in enumerate(references)}).encode()
    vendor.behaviours["/hostile.yaml"] = says(answer(body))
    spec = by_file(here, *(at(vendor, f"/hostile.yaml#/p{n}") for n in range(len(references))))
    outcome = Outcome(spec, "--id", "sample", "--allow-origin", at(vendor))
    assert set(gaps(outcome)) == {Code.REFERENCE_NOT_FOUND, Code.REFERENCE_OUTSIDE}
    assert len(outcome.report["gaps"]) == len(references)
    # Relative ones were asked of the vendor, which is where they lead.
    assert set(vendor.paths) == {"/hostile.yaml", "/secret.yaml", local}
    assert [document["path"] for document in provenance(here)["documents"]] == [at(vendor, "/hostile.yaml")]  # type: ignore[attr-defined]


def test_sealing_refuses_another_word_on_origins(vendor: Vendor, here: Path) -> None:
    from connectors.pipeline import seal
    from connectors.problems import PackageError

    vendor.behaviours["/pet.yaml"] = says(answer(PET))
    Outcome(by_file(here, at(vendor, "/pet.yaml")), "--id", "sample", "--allow-origin", at(vendor))
    source = here / "connectors/sample/source.yaml"
    source.write_text(source.read_text().replace(at(vendor), "https://b.example"))
    with pytest.raises(PackageError) as caught:
        seal(here / "connectors/sample")
    assert "allow_origin" in str(caught.value)


# -- a description from the network ---------------------------------------------------------------------------------------------


def test_a_description_from_the_network_reaches_its_own_folder(vendor: Vendor, here: Path) -> None:
    for name in ("pet.yaml", "deep/pet.yaml"):
        vendor.behaviours[f"/specs/v1/{name}"] = says(answer(PET))
    spec = by_address(vendor, "pet.yaml", "deep/pet.yaml", "/specs/v1/pet.yaml", at(vendor, "/specs/v1/pet.yaml"), "../v1/pet.yaml")
    outcome = Outcome(spec, "--id", "sample")
    assert (outcome.status, gaps(outcome)) == (0, [])
    assert sorted(vendor.paths) == ["/specs/v1/deep/pet.yaml", "/specs/v1/openapi.json", "/specs/v1/pet.yaml"]
    assert [document["path"] for document in provenance(here)["documents"]] == ["deep/pet.yaml", "pet.yaml"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        ("../pet.yaml", Code.REFERENCE_REMOTE),
        ("../../pet.yaml", Code.REFERENCE_REMOTE),
        ("/pet.yaml", Code.REFERENCE_REMOTE),
        ("%2e%2e/pet.yaml", Code.REFERENCE_REMOTE),
        (".%2E/pet.yaml", Code.REFERENCE_REMOTE),
        ("x/..%2f..%2fpet.yaml", Code.REFERENCE_REMOTE),
        ("x/..%252f..%252fpet.yaml", Code.REFERENCE_REMOTE),
        ("x/..;/..;/pet.yaml", Code.REFERENCE_REMOTE),
        ("/specs/v1x/pet.yaml", Code.REFERENCE_REMOTE),
        ("http://b.example/pet.yaml", Code.REFERENCE_REMOTE),
        ("//b.example/specs/v1/pet.yaml", Code.REFERENCE_REMOTE),
        ("http://127.0.0.1:1/specs/v1/pet.yaml", Code.REFERENCE_REMOTE),
        ("ftp://b.example/pet.yaml", Code.REFERENCE_REMOTE),
        ("urn:example:pet", Code.REFERENCE_REMOTE),
        ("file:///etc/passwd", Code.REFERENCE_OUTSIDE),
        ("file:pet.yaml", Code.REFERENCE_OUTSIDE),
        ("FiLe:///etc/passwd", Code.REFERENCE_OUTSIDE),
        ("fi\tle:///etc/passwd", Code.REFERENCE_MALFORMED),
        ("pe\tt.yaml", Code.REFERENCE_MALFORMED),
        ("x\\..\\..\\pet.yaml", Code.REFERENCE_MALFORMED),
        ("http://127.0.0.1:80@b.example/", Code.REFERENCE_MALFORMED),
        ("http://[::1/pet.yaml", Code.REFERENCE_MALFORMED),
    ],
)
def test_a_description_from_the_network_reaches_nothing_else(vendor: Vendor, here: Path, reference: str, code: Code) -> None:
    (here / "pet.yaml").write_bytes(PET)
    outcome = Outcome(by_address(vendor, reference), "--id", "sample")
    assert (outcome.status, gaps(outcome)) == (0, [code])
    assert len(vendor.requests) == 1


@pytest.mark.parametrize("options", [(), ("--quick",)], ids=["all-readers", "quick"])
def test_linting_reaches_no_further_than_deriving(vendor: Vendor, here: Path, options: tuple[str, ...]) -> None:
    vendor.behaviours["/specs/v1/pet.yaml"] = says(answer(PET))
    spec = by_address(vendor, "pet.yaml", "../pet.yaml", "%2e%2e/tag.yaml", "x/..%2f..%2f../secret.yaml", "../../v1/pet.yaml")
    assert CliRunner().invoke(app, ["lint", *options, spec]).exit_code == 1
    assert vendor.paths == ["/specs/v1/openapi.json", "/specs/v1/pet.yaml"]


@pytest.mark.parametrize("name", ["http://b.example/pet.yaml", "../pet.yaml", "http://127.0.0.1:1/specs/v1/pet.yaml"])
def test_nothing_outside_is_opened_whoever_asks_for_it(vendor: Vendor, here: Path, name: str) -> None:
    entry = open_entry(by_address(vendor), None, Limits())
    opened = entry.opener(name)
    assert isinstance(opened, Unfollowed)
    assert (opened.code, len(vendor.requests)) == (Code.REFERENCE_REMOTE, 1)


@pytest.mark.parametrize(
    ("reference", "name"),
    [("caf%C3%A9.yaml", "caf\u00e9.yaml"), ("caf%E9.yaml", None), ("%FF.yaml", None), ("%41.yaml", None)],
)
def test_a_document_is_named_by_its_path_where_that_is_a_text(vendor: Vendor, here: Path, reference: str, name: str | None) -> None:
    vendor.behaviours[f"/specs/v1/{reference}"] = says(answer(PET))
    outcome = Outcome(by_address(vendor, reference), "--id", "sample")
    assert (outcome.status, gaps(outcome)) == (0, [])
    assert [document["path"] for document in provenance(here)["documents"]] == [name or at(vendor, f"/specs/v1/{reference}")]  # type: ignore[attr-defined]


def test_the_root_of_an_origin_is_a_folder_like_any_other(vendor: Vendor, here: Path) -> None:
    vendor.behaviours["/schemas/pet.yaml"] = says(answer(PET))
    assert gaps(Outcome(by_address(vendor, "schemas/pet.yaml", path="/openapi.json"), "--id", "sample")) == []


def test_other_origins_and_folders_are_reached_where_they_were_named(vendor: Vendor, other: Vendor, here: Path) -> None:
    vendor.behaviours["/shared/pet.yaml"] = other.behaviours["/pets/pet.yaml"] = says(answer(PET))
    spec = by_address(vendor, "../../shared/pet.yaml", at(other, "/pets/pet.yaml"), at(other, "/pet.yaml"))
    outcome = Outcome(spec, "--id", "sample", "--allow-origin", at(vendor, "/shared"), "--allow-origin", at(other, "/pets/"))
    assert gaps(outcome) == [Code.REFERENCE_REMOTE]
    assert other.paths == ["/pets/pet.yaml"]
    found = provenance(here)["documents"]
    assert {document["path"] for document in found} == {at(vendor, "/shared/pet.yaml"), at(other, "/pets/pet.yaml")}  # type: ignore[attr-defined]


def test_relative_references_count_from_where_their_document_came_from(vendor: Vendor, other: Vendor, here: Path) -> None:
    other.behaviours = {"/latest/pet.yaml": redirects("/v7/x/pet.yaml"), "/v7/x/tag.yaml": says(answer(PET))}
    other.behaviours["/v7/x/pet.yaml"] = says(answer(b"{type: object, properties: {tag: {$ref: tag.yaml}}}"))
    spec = by_address(vendor, at(other, "/latest/pet.yaml"))
    outcome = Outcome(spec, "--id", "sample", "--allow-origin", at(other), "--max-redirects", "1")
    assert gaps(outcome) == []
    assert other.paths == ["/latest/pet.yaml", "/v7/x/pet.yaml", "/v7/x/tag.yaml"]


def test_the_folder_of_a_redirected_description_is_the_one_it_came_from(vendor: Vendor, here: Path) -> None:
    vendor.behaviours = {"/latest": redirects("/specs/v1/openapi.json"), "/specs/v1/pet.yaml": says(answer(PET))}
    by_address(vendor, "pet.yaml")
    assert gaps(Outcome(at(vendor, "/latest"), "--id", "sample", "--max-redirects", "1")) == []
    assert vendor.paths[-1] == "/specs/v1/pet.yaml"


def test_a_redirect_of_a_reference_leads_no_further_than_the_reference(vendor: Vendor, other: Vendor, here: Path) -> None:
    vendor.behaviours["/specs/v1/pet.yaml"] = redirects(at(other, "/pet.yaml"))
    outcome = Outcome(by_address(vendor, "pet.yaml"), "--id", "sample", "--max-redirects", "5")
    assert (outcome.status, outcome.codes, other.requests) == (3, [Code.ORIGIN_REFUSED], [])
    assert f"--allow-origin {at(other)}" in outcome.stderr
    assert not (here / "connectors").exists()


def test_a_reference_to_the_description_itself_is_not_fetched_again(vendor: Vendor, here: Path) -> None:
    vendor.behaviours["/specs/v1/pet.yaml"] = says(answer(b"{$ref: 'openapi.json#/paths/~10/post/x'}"))
    Outcome(by_address(vendor, "pet.yaml", at(vendor, "/specs/v1/openapi.json#/info")), "--id", "sample")
    assert vendor.paths == ["/specs/v1/openapi.json", "/specs/v1/pet.yaml"]


def test_an_identifier_is_an_address_like_any_other(vendor: Vendor, other: Vendor, here: Path) -> None:
    # `$id` gives relative references another base: no way around what was allowed.
    schema = {"$id": at(other, "/schemas/root"), "type": "object", "properties": {"a": {"$ref": "pet.yaml"}}}
    document = json.loads(referring("#/components/schemas/Root"))
    document["components"] = {"schemas": {"Root": schema}}
    vendor.behaviours["/specs/v1/openapi.json"] = says(answer(json.dumps(document).encode()))
    other.behaviours["/schemas/pet.yaml"] = says(answer(PET))
    Outcome(at(vendor, "/specs/v1/openapi.json"), "--id", "sample")
    assert other.requests == []
    Outcome(at(vendor, "/specs/v1/openapi.json"), "--id", "sample2", "--allow-origin", at(other))
    assert other.paths == ["/schemas/pet.yaml"]


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_document_that_is_not_there_is_a_gap(vendor: Vendor, here: Path, status: str) -> None:
    vendor.default = says(answer(b"", status))
    outcome = Outcome(by_address(vendor, "pet.yaml"), "--id", "sample")
    assert (outcome.status, gaps(outcome)) == (0, [Code.REFERENCE_NOT_FOUND])


def test_a_document_that_cannot_be_read_is_a_gap(vendor: Vendor, here: Path) -> None:
    vendor.behaviours["/specs/v1/pet.yaml"] = says(answer(b"{a: ["))
    assert gaps(Outcome(by_address(vendor, "pet.yaml"), "--id", "sample")) == [Code.REFERENCE_UNREADABLE]


@pytest.mark.parametrize(
    ("behaviour", "code", "status"),
    [
        (says(answer(b"", "500 Internal Server Error")), Code.STATUS_UNEXPECTED, 2),
        (says(answer(b"", "401 Unauthorized")), Code.STATUS_UNEXPECTED, 2),
        (says(b""), Code.ANSWER_MALFORMED, 2),
        (redirects("/specs/v1/elsewhere.yaml"), Code.REDIRECT_REFUSED, 3),
    ],
    ids=["500", "401", "no-answer", "a-redirect"],
)
def test_the_weather_of_a_network_costs_no_operation(
    vendor: Vendor, here: Path, behaviour: object, code: Code, status: int
) -> None:
    """A package that lacked what could not be fetched today would be another one tomorrow: nothing is written."""
    vendor.behaviours["/specs/v1/pet.yaml"] = behaviour  # type: ignore[assignment]
    outcome = Outcome(by_address(vendor, "pet.yaml"), "--id", "sample")
    assert (outcome.status, outcome.codes) == (status, [code])
    assert files(here) == {}


def test_a_reference_to_a_private_address_is_refused_although_its_origin_was_named(
    vendor: Vendor, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CONNECTORS_ALLOW_PRIVATE")
    outcome = Outcome(by_file(here, at(vendor, "/pet.yaml")), "--id", "sample", "--allow-origin", at(vendor))
    assert (outcome.status, outcome.codes, vendor.requests) == (3, [Code.ADDRESS_REFUSED], [])


def test_documents_and_bytes_are_counted_together(vendor: Vendor, here: Path) -> None:
    for number in range(4):
        vendor.behaviours[f"/specs/v1/{number}.yaml"] = says(answer(PET + b"#" * 1000))
    spec = by_address(vendor, *(f"{number}.yaml" for number in range(4)))
    assert Outcome(spec, "--id", "sample", "--max-documents", "3").codes == [Code.TOO_MANY_DOCUMENTS]
    size = len(referring(*(f"{number}.yaml" for number in range(4)))) + 4 * (len(PET) + 1000)
    assert Outcome(spec, "--id", "sample", "--max-bytes", str(size - 1)).codes == [Code.ANSWER_TOO_LARGE]
    assert Outcome(spec, "--id", "sample", "--max-bytes", str(size)).status == 0


def test_a_credential_goes_to_the_origin_of_the_description_alone(
    vendor: Vendor, other: Vendor, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "abc")
    vendor.behaviours["/specs/v1/pet.yaml"] = other.behaviours["/pet.yaml"] = says(answer(PET))
    spec = by_address(vendor, "pet.yaml", at(other, "/pet.yaml"))
    Outcome(spec, "--id", "sample", "--auth-env", "TOKEN", "--allow-origin", at(other))
    assert [vendor.header("Authorization", index) for index in (0, 1)] == ["Bearer abc", "Bearer abc"]
    assert (other.paths, other.header("Authorization")) == (["/pet.yaml"], None)


def test_no_port_of_this_machine_is_tried(vendor: Vendor, here: Path) -> None:
    """References are judged before a socket is opened, not by whether anybody answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        Outcome(by_address(vendor, f"http://127.0.0.1:{listener.getsockname()[1]}/x.yaml"), "--id", "sample")
        with pytest.raises(BlockingIOError):
            listener.accept()


# -- prefixes -------------------------------------------------------------------------------------------------------------------

HOLDS = [
    ("https://a.example", "https://a.example/x", True),
    ("https://a.example", "https://A.EXAMPLE:443/x", True),
    ("https://a.example/", "https://a.example/", True),
    ("https://a.example", "http://a.example/x", False),
    ("https://a.example", "https://a.example:8443/x", False),
    ("https://a.example", "https://b.a.example/x", False),
    ("https://a.example", "https://a.example.b.example/x", False),
    ("https://a.example/specs", "https://a.example/specs", True),
    ("https://a.example/specs", "https://a.example/specs/x.yaml", True),
    ("https://a.example/specs/", "https://a.example/specs/x.yaml", True),
    ("https://a.example/specs", "https://a.example/specs2/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs.yaml", False),
    ("https://a.example/specs", "https://a.example/Specs/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/../x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/%2e%2E/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/..%2fx.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/a%5c..%5cx.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/%252e%252e/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/%%32%65%%32%65/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/%c0%ae%c0%ae/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/%C1%9C../x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/%u002e%u002e/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/..%00/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/..%2509/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/..%20/x.yaml", False),
    ("https://a.example/specs", "https://a.example/specs/a..b/100%25.yaml", True),
    ("https://a.example/specs", "https://a.example/specs/%C3%BC.yaml", True),
    ("https://a.example/specs", "https://a.example/specs/a%20b.yaml", True),
]


@pytest.mark.parametrize(("prefix", "url", "held"), HOLDS)
def test_a_prefix_holds_whole_segments(prefix: str, url: str, held: bool) -> None:
    assert parse_prefix(prefix).holds(parse_url(url)) == held


@pytest.mark.parametrize(
    "text",
    [
        *("a.example", "*", "https://*.example", "ftp://a.example", "https://u:p@a.example"),
        *("https://a.example/?x", "https://a.example#x", "https://a.example/x/../y", "https://a.example/x/%2e%2e/y"),
        *("https://a.example/%2fx", "https://a.example//x", "https://a.example/."),
    ],
)
def test_what_is_no_prefix(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_prefix(text)
    assert caught.value.problems[0].code is Code.USAGE


@pytest.mark.parametrize(
    ("url", "folder"),
    [
        ("https://a.example", "/"),
        ("https://a.example/openapi.json", "/"),
        ("https://a.example/v1/openapi.json?x=/y/", "/v1"),
        ("https://a.example/v1/", "/v1"),
    ],
)
def test_the_folder_of_an_address(url: str, folder: str) -> None:
    assert folder_of(parse_url(url)).path == folder


def test_another_query_is_another_document(vendor: Vendor, here: Path) -> None:
    vendor.behaviours["/specs/v1/openapi.json?part=pet"] = says(answer(PET))
    assert gaps(Outcome(by_address(vendor, "openapi.json?part=pet"), "--id", "sample")) == []
    assert vendor.paths == ["/specs/v1/openapi.json", "/specs/v1/openapi.json?part=pet"]
