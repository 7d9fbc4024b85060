"""Search: a question in a person's words finds the operation that was meant."""

import csv
import gzip
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest

from connectors import generate
from connectors.model.identity import normalise_identity
from connectors.model.operation import Effect
from connectors.search.cache import cache_folder, indexed
from connectors.search.index import Entry, Index, decode, encode, index_of
from connectors.search.rank import search
from connectors.search.terms import terms, wanted
from connectors.store.load import load_package

TOP = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("CONNECTORS_CORPUS") or TOP.parent / "shared" / "corpus") / "specs.zip"
SHIPPED = ("slack", "forgejo")
DESCRIPTIONS = {
    "github": "github.com/api.github.com/octokit-23.0.2/api.github.com.json",
    "stripe": "stripe.com/api/2020-03-02/spec3.json",
    "kubernetes": "kubernetes.io/main/v1.10.0/swagger.yaml",
}
with (Path(__file__).parent / "queries.tsv").open(encoding="utf-8") as file:
    QUERIES = list(csv.DictReader(file, delimiter="\t"))
ENOUGH = 0.85


def found(indexes, question, limit=5):
    return [normalise_identity(f"{hit.entry.method} {hit.entry.path}") for hit in search(indexes, question, limit=limit)]


def missed(indexes, group):
    """The questions of a group whose operation is not among the first five."""
    rows = [row for row in QUERIES if row["set"] == group]
    assert len(rows) >= 16
    wrong = [
        row["question"]
        for row in rows
        if not {*row["identities"].split("|")} & {*found([indexes[row["package"]]], row["question"])}
    ]
    return wrong, len(rows)


def test_what_ships_is_found_in_a_persons_words():
    wrong, asked = missed({name: index_of(load_package(TOP / "connectors" / name)) for name in SHIPPED}, "shipped")
    assert len(wrong) <= (1 - ENOUGH) * asked, wrong


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    folder = tmp_path_factory.mktemp("large")
    with zipfile.ZipFile(CORPUS) as archive:
        for name, path in DESCRIPTIONS.items():
            generate(archive.extract(path, folder), id=name, out=folder / name)
    return {name: index_of(load_package(folder / name)) for name in DESCRIPTIONS}


@pytest.mark.skipif(not CORPUS.is_file(), reason=f"no corpus at {CORPUS}")
@pytest.mark.parametrize("group", ["first", "second"])
def test_large_packages_answer_natural_questions(large, group):
    wrong, asked = missed(large, group)
    assert len(wrong) <= (1 - ENOUGH) * asked, wrong


def entry(method, path, summary="", arguments="", *, curated=False, deprecated=False):
    effect = {"GET": Effect.READ, "POST": Effect.CREATE, "DELETE": Effect.DELETE}.get(method, Effect.UPDATE)
    plain = " ".join(part for part in path.split("/") if "{" not in part)
    name = f"c.{plain.replace(' ', '.')}.{method.lower()}"
    stems = [tuple(terms(text)) for text in (plain, plain, summary, arguments)]
    return Entry(name, method, path, summary, effect, not path.endswith("}"), curated, deprecated, True, *stems)


def package(*entries):
    return [Index(1, "sha256:" + "0" * 64, "c", "C", entries)]


THINGS = package(
    entry("GET", "/things"), entry("GET", "/things/{id}"), entry("POST", "/things"), entry("DELETE", "/things/{id}"),
    entry("PATCH", "/things/{id}"), entry("GET", "/things/{id}/parts"), entry("GET", "/users", "All people", "email name"),
)  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), [
    ("list things", "GET /things"), ("things", "GET /things"), ("get one thing", "GET /things/{1}"), ("add a thing", "POST /things"),
    ("remove thing", "DELETE /things/{1}"), ("change a thing", "PATCH /things/{1}"), ("parts of a thing", "GET /things/{1}/parts"),
    ("people", "GET /users"), ("email", "GET /users"), ("THINGS", "GET /things"), ("thin", "GET /things"),
])  # fmt: skip
def test_a_word_for_an_effect_chooses_among_the_same_things(question, expected):
    assert expected in found(THINGS, question, limit=2)


@pytest.mark.parametrize("question", ["zebra", "", "…", "\x00", "of the"])
def test_nothing_is_found_where_nothing_fits(question):
    assert found(THINGS, question) == []


def test_curated_comes_first_and_deprecated_last_of_equals():
    entries = [entry("GET", "/a/rows", deprecated=True), entry("GET", "/b/rows"), entry("GET", "/c/rows", curated=True)]
    assert [hit.entry.path for hit in search(package(*entries), "rows")] == ["/c/rows", "/b/rows", "/a/rows"]


def test_the_order_does_not_depend_on_the_order_of_packages():
    one, other = package(entry("GET", "/rows"))[0], msgspec.structs.replace(package(entry("GET", "/rows/all"))[0], connector="d")
    assert found([one, other], "rows") == found([other, one], "rows")


@pytest.mark.parametrize(("text", "expected"), [
    ("userProfiles.list", ["user", "profil", "list"]), ("branches", ["branch"]), ("policies", ["policy"]), ("status", ["status"]),
    ("scaling", ["scal"]), ("stopped", ["stop"]), ("HTTPServers", ["http", "server"]), ("config", ["configuration"]),
])  # fmt: skip
def test_words_lose_their_endings(text, expected):
    assert terms(text) == expected


def test_filling_words_ask_for_nothing_unless_they_are_all_there_is():
    assert wanted("what are the labels of my issue") == ["label", "issu"]
    assert wanted("who") == ["who"]


class TestCache:
    def test_an_index_is_kept_and_taken(self, tmp_path, monkeypatch):
        folder = tmp_path / "cache"
        first = indexed(TOP / "connectors" / "slack", folder)
        assert [path.name for path in folder.iterdir()] == [f"{first.address.removeprefix('sha256:')}.msgpack"]
        monkeypatch.setattr("connectors.search.cache.load_package", None)
        assert indexed(TOP / "connectors" / "slack", folder) == first

    @pytest.mark.parametrize("damage", [b"", b"\xc1", gzip.compress(b"x")], ids=["empty", "cut-off", "of-another-program"])
    def test_a_damaged_index_is_made_anew(self, tmp_path, damage):
        first = indexed(TOP / "connectors" / "slack", tmp_path)
        (kept,) = tmp_path.iterdir()
        kept.write_bytes(damage)
        assert indexed(TOP / "connectors" / "slack", tmp_path) == first
        assert kept.read_bytes() == encode(first)

    def test_an_index_of_another_package_or_format_is_none(self):
        index = package(entry("GET", "/a"))[0]
        assert decode(encode(index), index.address) == index
        assert decode(encode(index), "sha256:" + "1" * 64) is None
        assert decode(encode(msgspec.structs.replace(index, format=0)), index.address) is None

    def test_a_cache_that_cannot_be_written_is_no_fault(self, tmp_path):
        (tmp_path / "file").write_text("")
        assert indexed(TOP / "connectors" / "slack", tmp_path / "file" / "below").entries

    @pytest.mark.parametrize(("given", "expected"), [("/c", Path("/c/connectors/search")), ("relative", None), ("", None)])
    def test_the_place_is_that_of_the_specification(self, given, expected):
        assert cache_folder({"XDG_CACHE_HOME": given}) == (expected or Path.home() / ".cache" / "connectors" / "search")


def run(*arguments, cwd):
    return subprocess.run(
        [sys.executable, "-m", "connectors", "search", *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )


class TestCommand:
    def test_operations_come_with_their_ids_and_paths(self, tmp_path):
        done = run("merge", "a", "pull", "request", "-n", "1", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == [
            "forgejo.pull_request.merge  (curated)", "  POST /repos/{owner}/{repo}/pulls/{index}/merge", "  Merge a pull request.",
        ]  # fmt: skip

    def test_programs_get_what_was_searched(self, tmp_path):
        done = run("channels", "--package", "slack", "--json", "--limit", "2", cwd=tmp_path)
        report = json.loads(done.stdout)
        assert [item["connector"] for item in report["packages"]] == ["slack"]
        assert len(report["operations"]) == 2
        assert {"id", "connector", "method", "path", "summary", "effect", "curated", "deprecated", "callable", "score"} == report[
            "operations"
        ][0].keys()

    def test_nothing_is_said_to_be_nothing(self, tmp_path):
        done = run("zebra", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == "nothing here: no operation of 2 packages fits `zebra`\n"

    def test_a_package_that_is_not_there_is_an_error(self, tmp_path):
        done = run("zebra", "-p", "nowhere", cwd=tmp_path)
        assert done.returncode == 2
        assert "package-not-found" in done.stderr

    def test_words_of_a_vendor_are_made_printable(self, tmp_path):
        spec = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {
            "/zebras": {"get": {"summary": "List\u001b[31m zebras\nerror: none", "responses": {"200": {"description": ""}}}}}}  # fmt: skip
        (tmp_path / "openapi.json").write_text(json.dumps(spec))
        generate(tmp_path, id="zoo", out=tmp_path / "zoo")
        done = run("zebras", "-p", "./zoo", cwd=tmp_path)
        assert "zoo.zebras.list" in done.stdout
        assert "\x1b" not in done.stdout
        assert "\nerror" not in done.stdout
