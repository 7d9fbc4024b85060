"""Checks of the facts that are plain sentences, each under its sentence as it stands in the case.

A check gets the case, and asserts; what it returns, if anything, is the verdict. A sentence under `never` must not be true: its check
asserts that it is not.
"""

import hashlib
import json
import re
import sys
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import yaml

from cases import shapes
from cases.calls import a_file, call, header, pairs, query, refusal
from cases.decisions import FETCHING
from cases.neutral import translated
from cases.running import CANARY_VALUE, MEMORY, Case, Outcome, process
from cases.verdicts import Verdict, waiting
from connectors.execute.values import Argument
from connectors.model.operation import Body, Operation

Check = Callable[[Case], Verdict | None]

CHECKS: dict[str, Check] = {}
"""By sentence."""
NEVER: dict[str, Check] = {}
"""By sentence that must not be true."""


def holds(*sentences: str) -> Callable[[Check], Check]:
    """Take the check for these sentences."""

    def take(check: Check) -> Check:
        for sentence in sentences:
            assert sentence not in CHECKS
            CHECKS[sentence] = check
        return check

    return take


def never(*sentences: str) -> Callable[[Check], Check]:
    """Take the check for these sentences, which must not be true."""

    def take(check: Check) -> Check:
        for sentence in sentences:
            assert sentence not in NEVER
            NEVER[sentence] = check
        return check

    return take


# -- what holds for many cases ----------------------------------------------------------------------------------------------------


def ends_well(case: Case) -> None:
    """What holds for every case: no traceback, and one of the exit statuses that mean something."""
    for outcome in (case.outcome, case.bare):
        assert "Traceback (most recent call last)" not in outcome.said, outcome.stderr[-500:]
        assert outcome.status in (0, 1, 2, 3), f"exit status {outcome.status}"


@never("a traceback is shown")
@holds("no traceback is shown")
def no_traceback(case: Case) -> None:
    ends_well(case)
    human = case.run(json_output=False)
    assert "Traceback (most recent call last)" not in human.said, human.stderr[-500:]
    assert human.status == case.outcome.status, "the exit status depends on --json"


@holds("no traceback is shown and the process is not killed")
def no_traceback_and_alive(case: Case) -> None:
    no_traceback(case)
    assert case.outcome.status > 0


@holds("no package is written")
def no_package(case: Case) -> None:
    outcome = case.outcome
    assert outcome.status != 0
    assert not outcome.out.exists() or not any(outcome.out.iterdir()), sorted(outcome.out.iterdir())


@holds("no network request is made", "no network request is made, not even a name look-up")
def no_network(case: Case) -> None:
    assert case.outcome.record["network"] == []
    assert case.outcome.record["processes"] == []


@holds("no reference is reported as missing")
def no_reference_missing(case: Case) -> None:
    report = case.outcome.report
    codes = [item["code"] for item in (*report["gaps"], *report["notes"], *report["problems"])]
    assert not [code for code in codes if code.startswith("reference-")], codes


@holds("memory stays under 300 MB")
def memory(case: Case) -> Verdict | None:
    most = case.outcome.record["memory"]
    assert most is not None, "nothing tells"
    assert most < MEMORY, f"{most} bytes"


@holds("finishes within 5 seconds")
def five_seconds(case: Case) -> None:
    assert case.outcome.seconds < 5, f"{case.outcome.seconds:.1f} s"


@holds("finishes within 10 seconds")
def ten_seconds(case: Case) -> None:
    assert case.outcome.seconds < 10, f"{case.outcome.seconds:.1f} s"


@holds("same bytes on every run")
def same_bytes(case: Case) -> None:
    runs = [case.run(environment={"PYTHONHASHSEED": seed}) for seed in ("0", "4242")]
    assert runs[0].files == runs[1].files
    assert runs[0].files, "nothing was written"


@holds("every file that is written lies inside the output folder")
def inside_the_folder(case: Case) -> None:
    outcome = case.run()
    top = outcome.out.parent
    there = {path.relative_to(top).parts[0] for path in top.rglob("*")}
    assert there <= {"case", "canary.yaml", "record.json", "overlay.yaml", "package", "package.lock"}, there
    for text in outcome.record["written"]:
        path = Path(text)
        assert path.is_relative_to(top.resolve()) or text == "/dev/null", text
    assert all(not path.is_symlink() for path in outcome.out.rglob("*"))
    assert all(".." not in name and not name.startswith("/") for name in outcome.files)


def _all_different(ids: list[str], number: int) -> None:
    assert len(ids) == number, ids
    assert len(set(ids)) == number, ids


def _reordered_paths(tree: dict[str, Any]) -> None:
    tree["paths"] = dict(reversed(tree["paths"].items()))


def _field(case: Case, target: str, name: str) -> dict[str, Any]:
    operation = case.outcome.operation(target)
    assert operation is not None
    (found,) = [item for item in operation["body"]["fields"] if item["name"] == name]
    return found


def _param(operation: dict[str, Any] | None, name: str) -> dict[str, Any]:
    assert operation is not None
    (found,) = [item for item in operation["parameters"] if item["name"] == name]
    return found


def _model(outcome: Outcome, target: str) -> Operation:
    return next(item for item in outcome.package.operations if f"{item.method} {item.path}" == target)


def _keys(operation: Operation) -> list[str]:
    body: Body | None = operation.body
    members = [*operation.parameters, *((body.fields or ()) if body is not None else ())]
    return [item.key for item in members] + ([body.whole.key] if body is not None and body.whole is not None else [])


def _everywhere(value: object) -> Iterator[object]:
    """Every value of a JSON tree, keys included."""
    yield value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _everywhere(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _everywhere(inner)


# -- read -----------------------------------------------------------------------------------------------------------------------


@holds("the enum of the query parameter mode is the texts 0755 and 0644")
def enum_of_mode(case: Case) -> None:
    mode = _param(case.outcome.operation("PUT /files/{id}/mode"), "mode")
    assert shapes.enum(mode["schema"], case.outcome.schemas) == ["0755", "0644"], mode


@never("an enum value 493 or 420 appears anywhere")
def no_octal(case: Case) -> None:
    assert not {493, 420} & {value for value in _everywhere(case.outcome.shown) if isinstance(value, int)}
    assert not any(b"493" in data or b"420" in data for name, data in case.outcome.files.items() if name.startswith("operations/"))


@never("a maximum is stored as text")
def no_maximum_as_text(case: Case) -> None:
    found = [value["maximum"] for value in _everywhere(case.outcome.shown) if isinstance(value, dict) and "maximum" in value]
    assert found
    assert not any(isinstance(value, str) for value in found), found


@holds("the message names the line of the second patch")
def second_patch(case: Case) -> None:
    lines = (case.source / case.spec).read_text().splitlines()
    second = [number for number, line in enumerate(lines, 1) if line.strip().startswith("patch:")][1]
    assert any(f":{second}:" in line and f"line {second}" in line for line in case.outcome.errors), case.outcome.errors


@holds("the title reads Kundregister Ostersund with the Swedish letters kept (Ö)")
def swedish_title(case: Case) -> None:
    assert case.outcome.shown["connector"]["title"] == "Kundregister Östersund"


@holds("the outcome is the same with the environment set to a C or cp1252 locale")
def same_in_every_locale(case: Case) -> None:
    for environment in (
        {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "en_US.CP1252", "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
    ):
        other = case.run(environment=environment)
        assert other.status == case.outcome.status, other.said
        assert other.files == case.outcome.files
        assert other.report["address"] == case.outcome.report["address"]


@never("a response, property or parameter is named <<")
def no_merge_key(case: Case) -> None:
    assert "<<" not in {value for value in _everywhere(case.outcome.shown) if isinstance(value, str)}


@never("an operation is made from x-draft, x-notes, summary, servers or parameters")
def no_invented_operation(case: Case) -> None:
    words = ("x-draft", "x-notes", "summary", "servers", "parameters")
    for operation in case.outcome.operations:
        assert operation["method"].lower() not in words, operation["method"]
        assert not any(word in operation["path"] for word in words), operation["path"]


@holds("the same file without the paths section is read without an error and gives operations: 0")
def without_paths(case: Case) -> None:
    outcome = case.remade(lambda tree: {key: value for key, value in tree.items() if key != "paths"})
    assert outcome.status == 0, outcome.said
    assert outcome.operations == []
    assert [item for item in outcome.report["problems"] if item["severity"] == "error"] == []


@holds("the ids of GET /answers and GET /answers?beta=true differ when both are derived")
def ids_with_and_without_query(case: Case) -> None:
    ids = case.outcome.ids
    assert ids["GET /answers"] != ids.get("GET /answers?beta=true")


@holds("the three ids differ")
def three_ids(case: Case) -> None:
    _all_different(list(case.outcome.ids.values()), 3)


@holds("GET /users/me beside them is not an error and is its own operation")
def users_me(case: Case) -> None:
    found = case.outcome.operation("GET /users/me")
    assert found is not None
    assert found["callable"]
    assert not any("/users/me" in line for line, _ in case.outcome.warnings)


# -- resolve --------------------------------------------------------------------------------------------------------------------


@holds("the description of the body field address is Where the house stands, not the text of the Address schema")
def address_described(case: Case) -> None:
    field = _field(case, "PATCH /houses/{id}", "address")
    assert field["description"] == field["schema"]["description"] == "Where the house stands"


@holds("the parameter reference keeps only summary and description from beside it: its name stays id and it stays required")
def parameter_reference(case: Case) -> None:
    found = _param(case.outcome.operation("PATCH /houses/{id}"), "id")
    assert (found["in"], found["required"], found["description"]) == ("path", True, "House number"), found


@holds("a tool that honours nullable here says so in the same warning; in no case is the field owner lost")
def owner_kept(case: Case) -> None:
    owner = _field(case, "PUT /boats/{id}", "owner")
    honoured = "null" in shapes.types(owner["schema"], case.outcome.schemas)
    (said,) = [line for line, _ in case.outcome.warnings if "nullable" in line and "owner" in line]
    assert honoured or "no effect" in said, said


@holds("the default of link is the object with $ref set to https://elsewhere.example/x.json")
def default_of_link(case: Case) -> None:
    link = _field(case, "POST /documents", "link")
    assert link["default"] == {"$ref": "https://elsewhere.example/x.json"}, link
    assert shapes.values(link["schema"], case.outcome.schemas, "default") == [{"$ref": "https://elsewhere.example/x.json"}]


@holds("no file besides the document is opened")
def one_file_opened(case: Case) -> None:
    outcome = case.outcome
    folder = (outcome.out.parent / "case").resolve()
    opened = [path for path in outcome.read if not _own(outcome, path)]
    assert set(opened) == {folder / case.spec}, opened


def _own(outcome: Outcome, path: Path) -> bool:
    """Whether a file is the output's own, or a fact of the machine that every program reads."""
    top = outcome.out.parent.resolve()
    writing = path.is_relative_to(top) and path.relative_to(top).parts[:1] != ("case",) and path.name != "canary.yaml"
    return writing or path.parts[1:2] in (("proc",), ("sys",), ("dev",))


@holds("no network request is made and no file named Circle is looked for")
def no_file_circle(case: Case) -> None:
    no_network(case)
    one_file_opened(case)
    assert not any("Circle" in path.name for path in case.outcome.read)


@holds("no file outside the case folder is opened, even when ../canary.yaml exists and holds the key Secret")
def no_file_outside(case: Case) -> None:
    _only_inside(case.outcome)
    assert CANARY_VALUE not in case.outcome.said


def _only_inside(outcome: Outcome) -> None:
    folder = (outcome.out.parent / "case").resolve()
    assert (folder.parent / "canary.yaml").exists()
    outside = [path for path in outcome.read if not path.is_relative_to(folder) and not _own(outcome, path)]
    assert outside == [], outside


@holds("no text from such a file appears in any output")
def no_text_from_outside(case: Case) -> None:
    human = case.run(json_output=False)
    for outcome in (case.outcome, human):
        data = outcome.said.encode("utf-8", "surrogateescape") + b"".join(outcome.files.values())
        secrets = [CANARY_VALUE.encode()]
        if Path("/etc/hostname").exists():
            name = Path("/etc/hostname").read_bytes().strip()
            secrets += [name] if len(name) > 5 else []
        assert not any(secret in data for secret in secrets)


@holds("no file outside the case folder is opened; a symbolic link inside the folder that points outside counts as outside")
def no_link_outside(case: Case) -> None:
    _only_inside(case.outcome)

    def link(folder: Path) -> None:
        (folder / "link.yaml").symlink_to("../canary.yaml")
        parts = folder / "parts.yaml"
        parts.write_text(parts.read_text().replace("%2e%2e/canary.yaml#/Secret", "link.yaml#/Secret"))

    outcome = case.run(prepare=link)
    _only_inside(outcome)
    assert CANARY_VALUE not in outcome.said + b"".join(outcome.files.values()).decode()
    assert outcome.operation("GET /three") is None
    (gap,) = [item for item in outcome.report["gaps"] if item["path"] == "/three"]
    assert gap["code"] == "reference-outside", gap


# -- params ---------------------------------------------------------------------------------------------------------------------


@holds("the four public keys differ, and the same four keys come out on every run")
def four_keys(case: Case) -> None:
    target = "PUT /groups/{name}"
    keys = _keys(_model(case.outcome, target))
    _all_different(keys, 4)
    for seed in ("1", "4242"):
        assert _keys(_model(case.run(environment={"PYTHONHASHSEED": seed}), target)) == keys


@holds("three public keys, all different")
def three_keys(case: Case) -> None:
    _all_different(_keys(_model(case.outcome, "POST /series")), 3)


@holds("eight public keys, all different, each matching ^[a-zA-Z0-9_.-]{1,64}$")
def eight_keys(case: Case) -> None:
    keys = _keys(_model(case.outcome, "GET /calls"))
    _all_different(keys, 8)
    assert all(re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", key) for key in keys), keys


@holds("a format the tool can not send makes the operation a named gap; it is never sent with commas instead")
def every_format_is_its_own(case: Case) -> None:
    target = "POST /search/{zones}"
    separators = {"csv": [","], "ssv": [" ", "%20", "+"], "tsv": ["\t", "%09"], "pipes": ["|", "%7C"]}
    for word, accepted in separators.items():

        def say(tree: dict[str, Any], word: str = word) -> None:
            for parameter in tree["paths"]["/search/{zones}"]["post"]["parameters"]:
                parameter["collectionFormat"] = word

        outcome = case.remade(say)
        if outcome.operation(target) is None:
            assert any(f"{gap['method']} {gap['path']}" == target for gap in outcome.report["gaps"])
            continue
        lists: dict[str, Argument] = {name: ["x", "y"] for name in ("zones", "plain", "X-Tags", "labels")}
        built = call(outcome, target, lists)
        path, sent = built.url.partition("?")[0].rpartition("/")[2], query(built)
        places = {"path": path, "query": sent, "header": header(built, "X-Tags"), "body": (built.body or b"").decode()}
        names = {"path": "", "query": "plain=", "header": "", "body": "labels="}
        for place, text in places.items():
            assert text in [f"{names[place]}x{separator}y" for separator in accepted], (word, place, text)
    for name, word in (("piped", "stars"), ("zones", "multi")):

        def misuse(tree: dict[str, Any], name: str = name, word: str = word) -> None:
            for parameter in tree["paths"]["/search/{zones}"]["post"]["parameters"]:
                if parameter["name"] == name:
                    parameter["collectionFormat"] = word

        outcome = case.remade(misuse)
        if outcome.operation(target) is None:
            assert any(f"{gap['method']} {gap['path']}" == target for gap in outcome.report["gaps"])
            continue
        given: dict[str, Argument] = {"zones": ["z"], name: ["x", "y"]}
        if refusal(outcome, target, given) is None:
            assert "x,y" not in call(outcome, target, given).url, f"`{word}` of `{name}` is sent with commas"


@holds("a list of one is sent as one value, not letter by letter")
def list_of_one(case: Case) -> None:
    given: dict[str, Argument] = {"zones": ["abc"], "plain": ["xyz"], "many": ["xyz"], "labels": ["xyz"], "X-Tags": ["xyz"]}
    built = call(case.outcome, "POST /search/{zones}", given)
    assert pairs(built) == [("plain", "xyz"), ("many", "xyz")], query(built)
    assert "/search/abc?" in built.url
    assert (header(built, "X-Tags"), built.body) == ("xyz", b"labels=xyz")


@holds("the tool states one documented form for nested members and sends filter[range][from]=1")
def nested_sent(case: Case) -> None:
    built = call(case.outcome, "GET /cars", {"filter": {"range": {"from": 1}}})
    assert pairs(built) == [("filter[range][from]", "1")]


@never("a given member is missing from the query without an error")
def no_member_missing(case: Case) -> None:
    for given in _filters():
        if refusal(case.outcome, "GET /cars", {"filter": given}) is None:
            sent = query(call(case.outcome, "GET /cars", {"filter": given}))
            assert len(sent.split("&")) == len(given), (given, sent)


@never("a member is sent without the name filter")
def no_member_alone(case: Case) -> None:
    for given in _filters():
        if refusal(case.outcome, "GET /cars", {"filter": given}) is None:
            found = pairs(call(case.outcome, "GET /cars", {"filter": given}))
            assert all(name.startswith("filter[") for name, _ in found), found


def _filters() -> list[dict[str, Argument]]:
    return [
        {"make": "a"},
        {"make": "", "year": 0},
        {"year": 2020, "make": "b&c=d"},
        {"range": {"from": 1, "to": 2}},
        {"make": "a", "range": {"from": 1}},
        {"range": {}},
    ]


@holds("each operation has exactly the path parameters written in braces, all required")
def exactly_the_braces(case: Case) -> None:
    for operation in case.outcome.operations:
        found = [item for item in operation["parameters"] if item["in"] == "path"]
        assert sorted(item["name"] for item in found) == sorted(re.findall(r"\{(.*?)\}", operation["path"]))
        assert all(item["required"] for item in found)


# -- body -----------------------------------------------------------------------------------------------------------------------


@never("the fields of POST /contradiction are sent as JSON")
def contradiction_is_no_json(case: Case) -> None:
    found = case.outcome.operation("POST /contradiction")
    assert found is None or found["body"]["encoding"] == "form"


@never("POST /cleared inherits multipart")
def cleared_is_no_multipart(case: Case) -> None:
    found = case.outcome.operation("POST /cleared")
    assert found is None or found["body"]["encoding"] == "form"


@never("an operation has no body")
def none_without_body(case: Case) -> None:
    assert case.outcome.operations
    assert all(item["body"] is not None for item in case.outcome.operations)


@holds("the media types that were not chosen are listed for both operations, so that a user can ask for them")
def alternatives_listed(case: Case) -> None:
    expected = {
        "POST /items": {"multipart/form-data", "application/x-www-form-urlencoded", "application/json"},
        "POST /versions": {"application/vnd.v1+json", "application/vnd.v2+json"},
    }
    for target, media in expected.items():
        operation = case.outcome.operation(target)
        assert operation is not None
        body = operation["body"]
        assert {body["content_type"], *(item["media_type"] for item in body["alternatives"])} == media, body["alternatives"]
        assert len(body["alternatives"]) == len(media) - 1
    built = call(case.outcome, "POST /items", {"body": {"t": "a b"}}, media_type="application/x-www-form-urlencoded")
    assert header(built, "Content-Type") == "application/x-www-form-urlencoded"
    assert parse_qsl((built.body or b"").decode(), strict_parsing=True) == [("t", "a b")]


@holds("the same document with the entries of content in the opposite order gives the same choice")
def choice_without_order(case: Case) -> None:
    def reverse(tree: dict[str, Any]) -> None:
        for item in tree["paths"].values():
            body = item["post"]["requestBody"]
            body["content"] = dict(reversed(body["content"].items()))

    other = case.remade(reverse)
    assert len(other.operations) == 2
    for target in other.ids:
        here, there = case.outcome.operation(target), other.operation(target)
        assert here is not None
        assert there is not None
        assert here["body"]["content_type"] == there["body"]["content_type"], target
        assert here["body"]["fields"] == there["body"]["fields"], target


@never("the field photo appears in a JSON body", "fields of two media types are mixed")
def no_mixture(case: Case) -> None:
    operation = case.outcome.operation("POST /items")
    assert operation is not None
    names = {item["name"] for item in operation["body"]["fields"]}
    assert names in ({"photo"}, {"t"}, {"title"}), names
    assert operation["body"]["encoding"] != "json" or names == {"title"}


@never("one of the three is derived without a body")
def three_bodies(case: Case) -> None:
    for target in ("PUT /blobs/{id}", "PUT /pictures/{id}", "POST /query"):
        found = case.outcome.operation(target)
        assert found is None or found["body"] is not None, target


@never("the header Content-Type image/* or */* is sent")
def no_range_sent(case: Case) -> None:
    outcome = case.outcome
    given: dict[str, dict[str, Argument]] = {
        "PUT /blobs/{id}": {"id": "a", "body": a_file()},
        "PUT /pictures/{id}": {"id": "a", "body": a_file()},
        "POST /notes": {"a": "x"},
        "POST /query": {"body": "select"},
    }
    for target, arguments in given.items():
        if refusal(outcome, target, arguments) is None:
            assert "*" not in (header(call(outcome, target, arguments), "Content-Type") or ""), target
    for media_type in ("image/*", "*/*"):
        message = refusal(outcome, "PUT /pictures/{id}", given["PUT /pictures/{id}"], media_type=media_type)
        assert message is not None, media_type
    built = call(outcome, "PUT /pictures/{id}", given["PUT /pictures/{id}"], media_type="image/png")
    assert header(built, "Content-Type") == "image/png"


@holds(
    "the same file marked 3.0.3 either keeps the DELETE body with a warning or names DELETE /members as a gap; "
    "it is never derived without the body and without a word"
)
def delete_body_in_30(case: Case) -> None:
    outcome = case.edited(("openapi: 3.1.0", "openapi: 3.0.3"))
    found = outcome.operation("DELETE /members")
    if found is None:
        assert any(gap["path"] == "/members" and gap["method"] == "DELETE" for gap in outcome.report["gaps"])
        return
    assert found["body"] is not None
    assert [item["name"] for item in found["body"]["fields"]] == ["ids"]
    assert any("DELETE /members" in line and "body" in line for line, _ in outcome.warnings), outcome.warnings


@holds("the name of the 2.0 body parameter is no field and is not sent")
def body_name_is_no_field(case: Case) -> None:
    tree = yaml.safe_load((case.source / case.spec).read_text())
    names = {item["name"] for item in _everywhere(tree) if isinstance(item, dict) and item.get("in") == "body"}
    assert names
    operation = case.outcome.operation("POST /meta")
    assert operation is not None
    assert not names & {item["name"] for item in operation["body"]["fields"]}, names
    built = call(case.outcome, "POST /meta", {"title": "t"})
    assert json.loads(built.body or b"") == {"title": "t"}


# -- security -------------------------------------------------------------------------------------------------------------------


def _security(outcome: Outcome, target: str) -> dict[str, Any]:
    operation = outcome.operation(target)
    assert operation is not None, target
    return operation["security"]


@holds("security of GET /public is recorded as explicitly open, not as unknown")
def public_is_open(case: Case) -> None:
    assert _security(case.outcome, "GET /public") == {"kind": "anonymous"}


@holds(
    "the same file without the top-level security key: GET /private then declares nothing, which is not the same record as GET /public"
)
def nothing_declared(case: Case) -> None:
    outcome = case.edited(("security: [{bearer: []}]\n", ""))
    assert _security(outcome, "GET /private") == {"kind": "undeclared"}
    assert outcome.shown["connector"]["default_security"] == {"kind": "undeclared"}
    assert _security(outcome, "GET /public") == {"kind": "anonymous"}


@holds(
    "the scheme oauth offers exactly channels:read, channels:write and admin, with both flows and their token addresses kept apart"
)
def flows_apart(case: Case) -> None:
    (scheme,) = case.outcome.shown["connector"]["auth"]
    assert scheme["vendor_key"] == "oauth"
    flows = {flow["kind"]: (flow["token_url"], [scope["name"] for scope in flow["scopes"]]) for flow in scheme["flows"]}
    assert flows == {
        "authorizationCode": ("https://channels.example/token", ["channels:read", "channels:write", "admin"]),
        "clientCredentials": ("https://channels.example/app-token", ["channels:read"]),
    }, flows


@holds("the recorded needs do not change when the operations are read in another order")
def needs_without_order(case: Case) -> None:
    def reorder(tree: dict[str, Any]) -> None:
        _reordered_paths(tree)
        for path, item in tree["paths"].items():
            tree["paths"][path] = dict(reversed(item.items()))

    other = case.remade(reorder)
    for target in case.outcome.ids:
        assert _security(other, target) == _security(case.outcome, target), target


@never("GET /typo is recorded as open")
def typo_is_not_open(case: Case) -> None:
    found = case.outcome.operation("GET /typo")
    if found is not None:
        assert found["callable"] is False
        assert found["security"]["kind"] == "any_of"
        assert all(alternative for alternative in found["security"]["alternatives"])
        assert refusal(case.outcome, "GET /typo", {}) is not None


@holds("no key value appears in an error, a log line or a recorded URL")
def no_key_value(case: Case) -> None:
    outcome = case.outcome
    secret = "s3cr3t-of-the-caller"
    built = call(outcome, "GET /q", {})
    assert "<key_query_api_key>" in built.url
    assert secret not in built.url
    for arguments in (["GET /q", f"api_key={secret}"], ["GET /c", f"sid={secret}", f"csrf={secret}"]):
        command = ["call", str(outcome.out), *arguments, "--dry-run"]
        done = process(command, outcome.out.parent, outcome.out.parent / "call.json", outcome.out)
        assert done.status == 2, done.said
        assert secret not in done.said, done.said
    message = refusal(outcome, "GET /q", {"key_query_api_key": secret})
    assert message is not None
    assert secret not in message


@holds(
    "a call to an operation whose only scheme can not be performed is refused before a request is made, "
    "and the message names the scheme and its type"
)
def unknown_scheme_refused(case: Case) -> None:
    message = refusal(case.outcome, "GET /odd", {})
    assert message is not None
    assert "odd" in message, message
    assert "kerberos-ish" in message or "unknown" in message, message


@never("one of the five is recorded as open")
def none_of_five_open(case: Case) -> None:
    assert len(case.outcome.operations) + len(case.outcome.report["gaps"]) == 5
    for operation in case.outcome.operations:
        security = operation["security"]
        assert security["kind"] == "any_of", operation["path"]
        assert all(security["alternatives"]), operation["path"]


# -- answers --------------------------------------------------------------------------------------------------------------------


@holds("default of GET /good-and-default is not a success shape")
def default_is_an_error(case: Case) -> None:
    operation = case.outcome.operation("GET /good-and-default")
    assert operation is not None
    assert [item["status"] for item in operation["responses"]] == ["200"]
    assert [item["status"] for item in operation["errors"]] == ["default"]


# -- schemas --------------------------------------------------------------------------------------------------------------------


@holds("inside detail both a and b are required")
def both_required(case: Case) -> None:
    detail = _field(case, "POST /transfers", "detail")
    assert shapes.required(detail["schema"], case.outcome.schemas) == {"a", "b"}, detail
    given: dict[str, Argument] = {"from": "x", "to": "y"}
    assert refusal(case.outcome, "POST /transfers", {**given, "detail": {"a": "1"}}) is not None
    assert refusal(case.outcome, "POST /transfers", {**given, "detail": {"a": "1", "b": "2"}}) is None


@holds("a null given for mood is refused before the call, or passed on with a warning; never turned into text")
def null_mood(case: Case) -> None:
    message = refusal(case.outcome, "POST /profiles", {"mood": None})
    if message is None:
        built = call(case.outcome, "POST /profiles", {"mood": None})
        assert json.loads(built.body or b"") == {"mood": None}
        assert built.notes
    else:
        assert "mood" in message, message


@holds("a null given for nick is sent as JSON null, and is not the same as leaving nick out")
def null_nick(case: Case) -> None:
    with_null = call(case.outcome, "POST /profiles", {"nick": None, "old": "x"})
    without = call(case.outcome, "POST /profiles", {"old": "x"})
    assert json.loads(with_null.body or b"") == {"nick": None, "old": "x"}
    assert json.loads(without.body or b"") == {"old": "x"}


@holds("the two values of shard stay different")
def shards_differ(case: Case) -> None:
    shard = _param(case.outcome.operation("GET /rows"), "shard")
    assert shapes.enum(shard["schema"], case.outcome.schemas) == [9223372036854775807, 9223372036854775806]
    assert query(call(case.outcome, "GET /rows", {"shard": 9223372036854775806})) == "shard=9223372036854775806"
    assert refusal(case.outcome, "GET /rows", {"shard": 9223372036854775805}) is not None


@holds("the same file marked 3.0.3 with d written as minimum 0 and exclusiveMinimum true gives the same bound for d")
def bound_of_two_dialects(case: Case) -> None:
    outcome = case.edited(
        ("openapi: 3.1.0", "openapi: 3.0.3"),
        ("exclusiveMinimum: 0", "minimum: 0, exclusiveMinimum: true"),
        ("schema: true", "schema: {}"),
    )
    new, old = (_param(item.operation("GET /loose"), "d")["schema"] for item in (outcome, case.outcome))
    assert shapes.same(new, old), (new, old)


@holds("leaving out a or c is refused before the call; a: null is sent as null; b: null is refused or warned of")
def required_and_null(case: Case) -> None:
    target = "PUT /persons/{id}"
    whole: dict[str, Argument] = {"id": "1", "a": None, "c": "x", "e": "y"}
    for missing in ("a", "c"):
        message = refusal(case.outcome, target, {key: value for key, value in whole.items() if key != missing})
        assert f"`{missing}`" in (message or "")
    assert json.loads(call(case.outcome, target, whole).body or b"") == {"a": None, "c": "x", "e": "y"}
    message = refusal(case.outcome, target, {**whole, "b": None})
    assert "`b`" in (message or "")


# -- naming ---------------------------------------------------------------------------------------------------------------------


@holds("eight different ids, also when compared without case and with every separator read as an underscore")
def eight_ids(case: Case) -> None:
    _all_different([re.sub(r"[.\-]", "_", item).casefold() for item in case.outcome.ids.values()], 8)


@holds(
    "each id can be typed in a shell without quotes: it begins with a letter, holds letters, digits, dot, underscore or hyphen only, "
    "has no empty part and no part that begins with a digit"
)
def ids_for_a_shell(case: Case) -> None:
    for identifier in case.outcome.ids.values():
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9._-]*", identifier), identifier
        assert all(part and not part[0].isdigit() for part in re.split(r"\.", identifier)), identifier


@holds("the ids are the same when the paths are written in the opposite order")
def ids_without_order(case: Case) -> None:
    assert case.remade(_reordered_paths).ids == case.outcome.ids


@holds("seven different ids, each without an empty part and without a part that begins with a digit")
def seven_ids(case: Case) -> None:
    ids = list(case.outcome.ids.values())
    _all_different(ids, 7)
    assert all(part and not part[0].isdigit() for item in ids for part in item.split(".")), ids


@holds("two tags that look alike after cleaning (user/admin and user.admin) do not overwrite each other's file")
def tags_alike(case: Case) -> None:
    written = [
        operation["path"]
        for name, data in case.outcome.files.items()
        if name.startswith("operations/")
        for operation in json.loads(data)["operations"]
    ]
    assert sorted(written) == [f"/{number}" for number in range(1, 8)], written


# -- servers --------------------------------------------------------------------------------------------------------------------


@holds(
    "read from a file: the base address is recorded as relative /api/v3, to be given by the operator; "
    "a call without one is refused before a request is made and the message says what is missing"
)
def relative_server(case: Case) -> None:
    (server,) = case.outcome.shown["connector"]["servers"]
    assert (server["url"], server["operator_supplied"]) == ("/api/v3", True), server
    message = refusal(case.outcome, "GET /things", {})
    assert "the server address is missing" in (message or "")
    assert "/api/v3" in (message or "")
    assert call(case.outcome, "GET /things", {}, server="https://v.example/api/v3").url == "https://v.example/api/v3/things"


@holds("with servers: [] it is the same as without servers")
def empty_servers(case: Case) -> None:
    empty = case.edited(("servers: [{url: /api/v3}]", "servers: []"))
    without = case.edited(("servers: [{url: /api/v3}]\n", ""))
    assert empty.status == without.status == 0
    assert empty.shown["connector"]["servers"] == without.shown["connector"]["servers"]
    assert empty.operations == without.operations
    assert refusal(empty, "GET /things", {}) == refusal(without, "GET /things", {}) is not None


@holds("GET /users and GET /users/ are two operations with different ids")
def trailing_slash(case: Case) -> None:
    ids = case.outcome.ids
    assert ids["GET /users"] != ids["GET /users/"]


@holds(
    "the second server (protocol-relative) is https://cdn.join.example/api when the document came by https, else it is asked for"
)
def protocol_relative(case: Case) -> Verdict:
    second = case.outcome.shown["connector"]["servers"][1]
    assert (second["url"], second["operator_supplied"]) == ("//cdn.join.example/api", True), second
    assert refusal(case.outcome, "GET /users", {}, server="//cdn.join.example/api") is not None
    return waiting(f"{FETCHING}; read from a file it is asked for")


@holds("the password in the third server appears in no message and no written file")
def no_password(case: Case) -> None:
    for outcome in (case.outcome, case.run(json_output=False)):
        assert "hunter2" not in outcome.said
        assert not any(b"hunter2" in data for data in outcome.files.values())
        assert outcome.files


# -- limits and safety ------------------------------------------------------------------------------------------------------------


@holds("all 20000 values of sku are kept, in the order given, the first SKU-00000 and the last SKU-19999")
def all_skus(case: Case) -> None:
    sku = _param(case.outcome.operation("GET /products"), "sku")
    assert shapes.enum(sku["schema"], case.outcome.schemas) == [f"SKU-{number:05}" for number in range(20000)]


@holds("every written file parses, and holds no key called injected, at any level")
def nothing_injected(case: Case) -> None:
    for name, data in case.outcome.files.items():
        text = data.decode("utf-8")
        if name.endswith(".json"):
            tree = json.loads(text)
        elif name.endswith((".yaml", ".yml")):
            tree = yaml.safe_load(text)
        elif name.endswith(".toml"):
            tree = tomllib.loads(text)
        else:
            assert not re.search(r"^\s*injected\s*:", text, re.MULTILINE), name
            continue
        keys = [key for value in _everywhere(tree) if isinstance(value, dict) for key in value]
        assert "injected" not in keys, name


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")


@holds("no terminal escape (byte 1B), carriage return or bidirectional control is printed raw; they are shown escaped")
def no_controls_printed(case: Case) -> None:
    outcome = case.outcome
    folder, out = outcome.out.parent, str(outcome.out)
    (operation,) = outcome.operations
    runs = [outcome, case.run(json_output=False)]
    for number, command in enumerate(
        (
            ["show", out],
            ["show", out, operation["id"]],
            ["show", out, "--coverage"],
            ["show", out, "--json"],
            ["show", out, "--auth"],
            ["validate", out],
            ["call", out, operation["id"], "q=\x1b[31m\u202e", "--dry-run"],
        )
    ):
        runs.append(process(command, folder, folder / f"printed-{number}.json", outcome.out))
    for run in runs:
        assert "Traceback" not in run.said
        assert not _CONTROLS.search(run.said), repr(run.said[max(0, _found(run.said) - 60) : _found(run.said) + 20])


def _found(text: str) -> int:
    match = _CONTROLS.search(text)
    return match.start() if match is not None else 0


@holds("the licence text is kept in the provenance with its line breaks as data")
def licence_kept(case: Case) -> None:
    claims = {item["found_in"]: item["value"] for item in case.outcome.shown["connector"]["rights"]["claims"]}
    info = json.loads((case.source / case.spec).read_text())["info"]["license"]
    assert claims["info.license.name"] == info["name"], claims
    assert claims["info.license.url"] == info["url"], claims


@holds("no command is run and no file called yaml-tag-was-run appears")
def no_command_run(case: Case) -> None:
    outcome = case.outcome
    assert outcome.record["processes"] == []
    assert not list(outcome.out.parent.rglob("yaml-tag-was-run"))
    assert not Path("yaml-tag-was-run").exists()


# -- overlays -------------------------------------------------------------------------------------------------------------------


@holds("without the overlay POST /search is create, and so is POST /getOrCreateLease: the name get grants nothing")
def effects_without_overlay(case: Case) -> None:
    for target in ("POST /search", "POST /getOrCreateLease"):
        operation = case.bare.operation(target)
        assert operation is not None, target
        assert operation["effect"] == "create", target


@holds(
    "the same overlay with the first entry only: GET /c keeps the pinned id shop.list, and the message says which id GET /a has instead, "
    "or the run is refused until GET /a is pinned too"
)
def first_pin_only(case: Case) -> None:
    entries = yaml.safe_load((case.source / "overlay.yaml").read_text())["operations"][:1]
    outcome = case.run(overlay=translated(entries))
    if outcome.status == 0:
        assert outcome.ids["GET /c"].endswith(".shop.list")
        assert outcome.ids["GET /a"] != outcome.ids["GET /c"]
        assert any(outcome.ids["GET /a"] in line for line, _ in outcome.warnings)
    else:
        assert outcome.status == 1
        assert any("GET /a" in line and "GET /c" in line and "shop.list" in line for line in outcome.errors), outcome.errors
        assert not outcome.written


# -- reproducibility ------------------------------------------------------------------------------------------------------------


def _anywhere(case: Case) -> list[Outcome]:
    environments: list[dict[str, str]] = [
        {"PYTHONHASHSEED": "0"},
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "4242"},
        {"TZ": "Asia/Tokyo"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
        {"CASES_LATER": "86400"},
    ]
    runs = [case.run(environment=environment) for environment in environments]
    runs.append(case.run(umask=0o077))
    runs.append(case.run(place="another/folder of another name"))
    return runs


@holds(
    "same bytes on every run, with PYTHONHASHSEED 0, 1 and 4242, in another folder, with TZ=Asia/Tokyo, with LC_ALL=C and "
    "LC_ALL=tr_TR.UTF-8, with umask 077, a day later"
)
def same_bytes_anywhere(case: Case) -> None:
    assert case.outcome.files
    for run in _anywhere(case):
        assert run.status == 0, run.said
        assert run.files == case.outcome.files


@holds("the content digest is the same in all these runs, and recomputing it from the written files gives it again")
def digest_recomputed(case: Case) -> None:
    addresses = {run.report["address"] for run in (case.outcome, case.run(place="elsewhere"), case.run(umask=0o077))}
    assert len(addresses) == 1
    files = case.outcome.files
    assert addresses == {"sha256:" + hashlib.sha256(files["connector.json"]).hexdigest()}
    listed = {item["path"]: (item["sha256"], item["size"]) for item in json.loads(files["connector.json"])["files"]}
    others = {name: (hashlib.sha256(data).hexdigest(), len(data)) for name, data in files.items() if name != "connector.json"}
    assert listed == others


@holds("no absolute path, user name, host name or time of the run stands in any written file")
def nothing_of_the_machine(case: Case) -> None:
    import datetime
    import getpass
    import socket

    now = datetime.datetime.now(datetime.UTC)
    words = [str(case.scratch), str(Path.home()), str(case.outcome.out.parent), sys.prefix, now.strftime("%Y-%m-%d"), str(now.year)]
    words += [name for name in (socket.gethostname(), getpass.getuser()) if len(name) > 4]
    for name, data in case.outcome.files.items():
        text = data.decode()
        assert not [word for word in words if word != "/" and word in text], name
        assert not re.search(r"(?<![\w.:/])/(home|tmp|root|usr|var|work)/", text), name


@holds("changing one letter of the title changes the digest")
def title_counts(case: Case) -> None:
    other = case.edited(("title: İstanbul", "title: Istanbul"))
    assert other.report["address"] not in (None, case.outcome.report["address"])


@holds("no two written files have names that are equal without case or after Unicode normalisation")
def names_on_disk(case: Case) -> None:
    for form in ("NFC", "NFD", "NFKC"):
        names = [unicodedata.normalize(form, name).casefold() for name in case.outcome.files]
        assert len(set(names)) == len(names), names
    devices = {"con", "nul", "prn", "aux", *(f"{name}{number}" for name in ("com", "lpt") for number in range(1, 10))}
    for name in case.outcome.files:
        assert not devices & {part.partition(".")[0].casefold() for part in name.split("/")}, name


@holds("from spec.yaml: three operations with three ids")
def three_from_spec(case: Case) -> None:
    _all_different(list(case.outcome.ids.values()), 3)


def _grown(case: Case) -> Outcome:
    """The second version, derived where the first stands."""
    first = case.run()
    assert first.status == 0, first.said
    return case.run(spec="next.yaml", out=first.out)


@holds("from next.yaml: five operations; the three that were there keep their ids exactly, whatever ids the new ones get")
def five_from_next(case: Case) -> None:
    ids = _grown(case).ids
    _all_different(list(ids.values()), 5)
    assert {target: ids.get(target) for target in case.outcome.ids} == case.outcome.ids


@holds(
    "no id of the first run belongs to another method and path in the second; where that can not be kept, the run says so and stops"
)
def no_id_moves(case: Case) -> None:
    grown = _grown(case)
    if grown.status == 0:
        old = {identifier: target for target, identifier in case.outcome.ids.items()}
        for target, identifier in grown.ids.items():
            assert old.get(identifier, target) == target, (target, identifier)
    else:
        assert grown.errors
