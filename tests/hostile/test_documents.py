"""Every hostile document: a whole process that stays small and quick, and says one thing at one place or writes a right package."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from documents import DOCUMENTS
from process import MEGABYTES, SECONDS, Outcome, connectors

from connectors import generate
from connectors.store.load import load_package
from synthetic import description

HARMLESS = b"openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {/old: {get: {responses: {}}}}\n"
HIDDEN = [
    *map(chr, range(0x20)),
    "\x7f",
    "\x80",
    "\x9b",
    "\u200b",
    "\u200e",
    "\u202a",
    "\u202e",
    "\u2066",
    "\u2069",
    "\ufeff",
    "\U000e0041",
]


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def assert_harmless(outcome: Outcome, folder: Path) -> None:
    """What holds however a run ends."""
    assert outcome.seconds < SECONDS
    assert outcome.megabytes < MEGABYTES
    assert outcome.network == []
    assert outcome.processes == []
    # The folder itself is opened to have a rename on the disk.
    assert [path for path in outcome.opened if not f"{path}/".startswith(f"{folder.resolve()}/")] == []
    assert "Traceback" not in outcome.stderr
    shown = outcome.stdout + outcome.stderr
    assert [hex(ord(character)) for character in HIDDEN if character != "\n" and character in shown] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "here"
    found.mkdir()
    return found


@pytest.fixture(scope="module")
def old_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old") / "here"
    folder.mkdir()
    (folder / "old.yaml").write_bytes(HARMLESS)
    assert connectors("gen", "old.yaml", "--id", "sample", "--out", "out", "--quiet", folder=folder).status == 0
    return folder / "out"


@pytest.mark.parametrize("make", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_a_hostile_document_is_refused_at_one_place_or_read_right(
    folder: Path, old_package: Path, make: Callable[[], bytes]
) -> None:
    data = make()
    name = "openapi.json" if data[:1] == b"{" else "openapi.yaml"
    shutil.copytree(old_package, folder / "out")
    before = files(folder / "out")
    (folder / name).write_bytes(data)

    outcome = connectors("gen", name, "--out", "out", "--json", folder=folder)

    assert_harmless(outcome, folder)
    report = outcome.report
    if outcome.status == 0:
        package = load_package(folder / "out")
        assert package.address == report["address"]
        assert report["counts"]["declared"] == report["counts"]["operations"] + report["counts"]["gaps"]
        assert [problem for problem in report["problems"] if problem["severity"] == "error"] == []
    else:
        assert outcome.status == 2
        [problem] = report["problems"]
        assert problem["at"]["file"] == name
        assert problem["at"]["line"] is not None or problem["at"]["pointer"] or "at most" in problem["message"]
        assert problem["remedy"]
        assert report["address"] is None
        assert files(folder / "out") == before
    assert sorted(path.name for path in folder.iterdir()) == sorted({"out", name})


REFUSED = {
    "alias-bomb-of-lists": "yaml-aliases",
    "alias-that-holds-itself": "yaml-aliases",
    "json-duplicate-keys": "duplicate-key",
    "json-integer-of-5000-digits": "number-too-long",
    "json-exponents": "number-too-long",
    "json-nesting": "document-too-deep",
    "operations-60-000": "too-many-operations",
    "references-into-one-path-item": "too-much-expansion",
    "utf-8-broken": "encoding",
    "xml-bomb": "unsupported-format",
    "yaml-block-nesting": "document-too-deep",
    "yaml-blank-lines": "yaml-syntax",
    "yaml-tags": "yaml-tag",
}


@pytest.mark.parametrize(("name", "code"), REFUSED.items(), ids=REFUSED)
def test_a_refusal_names_its_reason(folder: Path, name: str, code: str) -> None:
    (folder / "document").write_bytes(DOCUMENTS[name]())
    outcome = connectors("gen", "document", "--id", "sample", "--out", "out", "--json", folder=folder)
    assert [problem["code"] for problem in outcome.report["problems"]] == [code]
    assert not (folder / "out").exists()


def test_each_limit_is_an_option_that_its_refusal_names(folder: Path) -> None:
    tree = {
        "openapi": "3.0.3",
        "info": {"title": "T", "version": "1"},
        "paths": {f"/{i}": {"get": {"responses": {"200": {"$ref": "#/components/responses/R"}}}} for i in range(3)},
        "components": {"responses": {"R": {"description": "", "content": {"a/b": {"schema": {"items": {"items": {}}}}}}}},
    }
    (folder / "openapi.json").write_text(json.dumps(tree))
    (folder / "aliases.yaml").write_text("openapi: 3.0.3\nx-a: &a [1, 2]\nx-b: *a\npaths: {}\n")
    for option, document in {
        "--max-bytes": "openapi.json",
        "--max-nesting": "openapi.json",
        "--max-alias-nodes": "aliases.yaml",
        "--max-references": "openapi.json",
        "--max-operations": "openapi.json",
        "--max-schema-nodes": "openapi.json",
    }.items():
        least = "0" if option not in ("--max-bytes", "--max-nesting") else "1"
        outcome = connectors("gen", document, "--id", "sample", "--out", "out", "--json", option, least, folder=folder)
        assert outcome.status == 2, option
        [problem] = outcome.report["problems"]
        assert f"`{option}`" in problem["remedy"]
        assert problem["at"]["file"] == document


def test_what_cannot_be_seen_is_removed_or_shown_as_an_escape_everywhere(folder: Path) -> None:
    evil = "a" + "".join(HIDDEN) + "b"
    schema = {
        "title": evil,
        "description": evil,
        "enum": [evil],
        "properties": {evil: {"default": evil, "pattern": evil, "format": evil}},
    }
    operation = {
        "operationId": evil,
        "tags": [evil],
        "summary": evil,
        "description": evil,
        "parameters": [
            {"name": evil, "in": "query", "description": evil, "schema": schema, "example": evil},
            {"name": evil, "in": evil},
            {"name": evil, "in": "header", "style": evil, "schema": {"type": evil}},
        ],
        "requestBody": {"description": evil, "content": {evil: {"schema": schema}, "application/json": {"schema": schema}}},
        "responses": {
            evil: {},
            "200": {"description": evil, "headers": {evil: {"description": evil, "schema": schema}}, "content": {evil: {}}},
        },
        "security": [{evil: [evil]}],
        "servers": [
            {"url": evil, "description": evil, "variables": {evil: {"default": evil, "enum": [evil], "description": evil}}}
        ],
        "callbacks": {evil: {evil: {"post": {"summary": evil}}}},
        evil: 1,
    }
    tree = {
        "openapi": "3.0.3",
        "info": {"title": evil, "version": evil, "description": evil, "license": {"name": evil, "url": evil}},
        "servers": operation["servers"],
        "paths": {f"/{evil}/{{{evil}}}": {"post": operation, evil: {}, "get": {"requestBody": {"$ref": f"#/{evil}"}}}},
        "components": {
            "securitySchemes": {evil: {"type": evil, "description": evil}, "k": {"type": "apiKey", "in": "query", "name": evil}}
        },
    }
    (folder / "openapi.json").write_text(json.dumps(tree))
    for more in ((), ("--json",), ("--prose", "omit")):
        outcome = connectors("gen", "openapi.json", "--id", "sample", "--out", f"out{len(more)}{more[:1]}", *more, folder=folder)
        assert_harmless(outcome, folder)
        assert outcome.status == 0
    package = load_package(folder / "out0()")
    for view in ((), ("--coverage",), ("--auth",), (package.operations[0].id,), ("--json",), ("--json", package.operations[0].id)):
        outcome = connectors("show", "out0()", *view, folder=folder)
        assert_harmless(outcome, folder)
        assert outcome.status == 0


GROWING: dict[str, Callable[[int], dict[str, object]]] = {
    "operations": lambda n: {"paths": {f"/a/{i}": {"get": {"operationId": f"getA{i}", "tags": ["a"]}} for i in range(n)}},
    "namesakes": lambda n: {"paths": {f"/{i}/": {"get": {"operationId": "a", "tags": ["a"]}} for i in range(n)}},
    "members": lambda n: {
        "paths": {
            "/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {
                "allOf": [{"properties": {f"p{i}": {"type": "string"}, "a": {"title": str(i)}}} for i in range(n)]
            }}}}}}
        }
    },
    "notes": lambda n: {"paths": {f"/{i}": {"get": {"deprecated": 1, "tags": 1, "responses": {"1": {}}}} for i in range(n)}},
    "everything": description,
    "long names": lambda n: {"paths": {"/a": {"get": {"operationId": "aB" * n * 20, "tags": ["x-y" * n * 20]}}}},
}  # fmt: skip


@pytest.mark.parametrize("name", GROWING)
def test_twice_the_description_takes_twice_the_steps(folder: Path, name: str) -> None:
    """Work is counted, not timed: every line that Python runs, a loop's once a round."""

    def steps(count: int) -> int:
        tree = {"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, **GROWING[name](count)}
        (folder / "openapi.json").write_text(json.dumps(tree))
        out = folder / f"out{count}"
        counted = 0

        def trace(frame, event, argument):
            nonlocal counted
            counted += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            generate(folder / "openapi.json", id="s", out=out)
        finally:
            sys.settrace(before)
        return counted

    start = steps(1)
    once, twice = steps(600) - start, steps(1_200) - start
    assert twice < 2.5 * once
