"""Chosen proposals in the overlay: entries that stand, drafts of the rest, and the person's file as it was around them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from connectors import generate
from connectors.overlaying import write_into_overlay
from connectors.pipeline import seal
from connectors.store.load import effective, load_derived, load_package
from connectors.suggest.proposals import EVERYWHERE, REASON_WANTED, Kind, Proposal
from connectors.suggest.suggest import suggest
from connectors.suggest.writing import Fate

LIBRARY = Path(__file__).parents[2] / "fixtures" / "descriptions" / "library-3.1.yaml"
PAGED = Proposal(Kind.CURATED, "GET /loans", "the plainest list", {"curated": True}, (), ("whether it is wanted",))


@pytest.fixture
def library(tmp_path):
    generate(LIBRARY, id="library", out=tmp_path / "library")
    return tmp_path / "library"


def put(folder, *proposals, because=None):
    derived = load_derived(folder)
    return write_into_overlay(folder, derived, effective(derived), proposals, because=because)


def overlay(folder):
    return (folder / "overlay.yaml").read_text()


def fates(written):
    return [item.fate for item in written.settled]


def test_an_entry_stands_below_its_reason(library):
    assert fates(put(library, PAGED)) == [Fate.WRITTEN]
    assert overlay(library) == (
        "schema_version: 1\nconnector: library\noperations:\n"
        "  # proposed because the plainest list; to be sure of: whether it is wanted\n"
        "  GET /loans: {curated: true}\n"
    )
    seal(library)
    assert next(item for item in load_package(library).operations if item.identity == "GET /loans").curated


def test_only_the_overlay_is_written(library):
    before = {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}
    put(library, PAGED)
    after = {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}
    assert {path.name for path in after if after[path] != before.get(path)} == {"overlay.yaml"}


def test_twice_is_once(library):
    put(library, PAGED)
    first = overlay(library)
    written = put(library, PAGED)
    assert (fates(written), written.changed, overlay(library)) == ([Fate.LEFT], False, first)


ENTRIES = {
    "in-braces": ("  GET /loans: {summary: All loans.}  # mine\n", "  GET /loans: {summary: All loans., curated: true} # mine\n"),
    "as-a-block": ("  GET /loans:\n    summary: All loans.   # mine\n", "  GET /loans:\n    summary: All loans.   # mine\n    curated: true\n"),
    "already": ("  GET /loans: {curated:   true}\n", "  GET /loans: {curated:   true}\n"),
    "otherwise": ("  GET /loans: {curated:   false, summary: A.}\n", "  GET /loans: {curated:   false, summary: A.}\n"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), ENTRIES.values(), ids=ENTRIES)
def test_a_persons_entry_is_extended_and_never_overruled(library, old, new):
    head = "schema_version: 1\nconnector: library\n\n# what I know\noperations:\n"
    (library / "overlay.yaml").write_text(head + old + "  GET /search: {summary:   Find.}\n")
    put(library, PAGED)
    assert overlay(library) == head + new + "  GET /search: {summary:   Find.}\n"


def test_what_cannot_stand_is_drafted_with_what_is_missing(library):
    paging = {"pagination": {"style": "cursor", "cursor": "nowhere"}}
    wrong = Proposal(Kind.PAGINATION, "GET /loans", "it may be walked", paging, (), ("where the next value comes from",))
    fine = Proposal(Kind.CURATED, "GET /search", "it is plain", {"curated": True})
    written = put(library, wrong, fine)
    assert fates(written) == [Fate.DRAFTED, Fate.WRITTEN]
    assert written.settled[0].why
    text = overlay(library)
    assert "  GET /search: {curated: true}\n" in text
    draft = [line for line in text.splitlines() if line.startswith("#")]
    assert json.loads(draft[-1].removeprefix("#   GET /loans: ")) == paging
    assert "where the next value comes from" in draft[-2]
    seal(library)
    assert fates(put(library, wrong)) == [Fate.LEFT]
    assert overlay(library) == text


def test_a_reason_is_a_persons(library):
    asks = Proposal(Kind.READ_BEHIND_POST, "POST /loans", "its path", {"effect": "read", "because": REASON_WANTED})
    assert fates(put(library, asks)) == [Fate.DRAFTED]
    assert fates(put(library, asks, because="the desk said so")) == [Fate.WRITTEN]
    assert "because: the desk said so" in overlay(library)
    assert REASON_WANTED not in overlay(library)


def test_a_word_for_the_whole_connector_stands_at_the_top(library):
    outcome = Proposal(Kind.OUTCOME, EVERYWHERE, "a flag", {"outcome": {"success_when": {"at": "/ok", "equals": True}}})
    secret = {"selectors": [{"path": "/**", "set": {"curated": True}}]}
    written = put(library, outcome, Proposal(Kind.CREDENTIAL, EVERYWHERE, "by its name", secret))
    assert fates(written) == [Fate.DRAFTED, Fate.WRITTEN]
    assert 'selectors:\n  - {path: "/**", set: {curated: true}}\n' in overlay(library)
    seal(library)


def test_a_scheme_gets_its_word_and_no_scheme_is_lost(library):
    schemes = [scheme.id for scheme in load_package(library).connector.auth]
    prefix = Proposal(Kind.VALUE_PREFIX, "key_header_x_desk_key", "its text", {"value_prefix": "Desk "})
    assert fates(put(library, prefix)) == [Fate.WRITTEN]
    assert fates(put(library, prefix)) == [Fate.LEFT]
    seal(library)
    found = {scheme.id: scheme for scheme in load_package(library).connector.auth}
    assert sorted(found) == sorted(schemes)
    assert found["key_header_x_desk_key"].placement.value_prefix == "Desk "


def test_words_of_a_vendor_cannot_leave_their_comment(library):
    put(library, Proposal(Kind.CURATED, "GET /loans", "a\nGET /search: {drop: true}\u2028\x1b[31m", {"curated": True}))
    assert [line for line in overlay(library).splitlines() if not line.lstrip().startswith("#")][
        -1
    ] == "  GET /loans: {curated: true}"
    seal(library)


def test_every_proposal_of_a_package_leaves_an_overlay_that_seals(library):
    found = suggest(load_package(library))
    assert found
    put(library, *found, because="I asked")
    seal(library)


def run(*arguments, cwd):
    return subprocess.run([sys.executable, "-m", "connectors", *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def test_the_command_writes_what_was_chosen(library):
    done = run("suggest", "./library", "--write", "--kind", "pending", "--operation", "POST /reports", "--json", cwd=library.parent)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert {item["target"] for item in report["written"]} == {"POST /reports"}
    done = run("suggest", "./library", "--write", "--kind", "curated", cwd=library.parent)
    assert "Run `connectors seal library`." in done.stdout
    assert run("seal", "library", cwd=library.parent).returncode == 0


@pytest.mark.parametrize(("arguments", "words"), [
    pytest.param(["--write"], "wants a choice", id="nothing-chosen"),
    pytest.param(["--kind", "paging"], "found `paging`", id="no-such-kind"),
    pytest.param(["--operation", "loans.burn", "--write"], "loans.burn", id="no-such-operation"),
])  # fmt: skip
def test_a_choice_that_means_nothing_is_a_usage_error(library, arguments, words):
    done = run("suggest", "./library", *arguments, cwd=library.parent)
    assert done.returncode == 2
    assert words in done.stderr
    assert not (library / "overlay.yaml").exists()
