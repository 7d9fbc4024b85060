"""The cases of `fixtures/cases` that have an overlay: their neutral notation, translated, and what they say must come out."""

import json
from pathlib import Path

import pytest
import yaml
from overlaid import Made, connector_of, report

from connectors.derive.derive import derive
from connectors.description.describe import describe
from connectors.description.reading import read_document
from connectors.limits import Limits
from connectors.problems import ConnectorsError, Severity
from support import plain

CASES = Path(__file__).parents[2] / "fixtures" / "cases"
FOLDERS = sorted(path.parent for path in CASES.glob("*/overlay.yaml"))

# What the notation of the cases calls by another name.
PAGING = {"page_param": "page", "cursor_param": "cursor", "size_param": "size"}
POINTERS = {"cursor_field": "next", "next_field": "next", "items_field": "items"}
WORDS = {"cursor_param": "`cursor`", "items_field": "`items`"}


def package(folder):
    data = (folder / "spec.yaml").read_bytes()
    view = describe(read_document(data, shown_as="spec.yaml"), lambda _: None, Limits(), prose=True)
    found = derive(view, "x")
    return Made(connector_of(found), found, found.lock)


def translated(folder, entries=None):
    said = entries or yaml.safe_load((folder / "overlay.yaml").read_text())["operations"]
    lines = ["schema_version: 1", "connector: x", "operations:"]
    for entry in said:
        match = entry["match"]
        lines.append(f"  {match['method']} {match['path']}: {json.dumps(settings(entry.get('set', {'drop': True})))}")
    return "\n".join(lines) + "\n"


def settings(said):
    found = dict(said)
    if "params" in found:
        found["parameters"] = found.pop("params")
    if "id" in found:
        found["id"] = f"x.{found['id']}"
    if found.get("effect") == "read" or "drop" in found:
        found["because"] = "a person knows"
    if "pagination" in found:
        found["pagination"] = {
            PAGING.get(name) or POINTERS.get(name, name): "/" + value.replace(".", "/") if name in POINTERS else value
            for name, value in found["pagination"].items()
        }
    if "outcome" in found:
        assert found["outcome"]["success_when"] == "body.ok == true"
        found["outcome"] = {
            "success_when": {"at": "/ok", "equals": True},
            "error_code": f"/{found['outcome']['error_field']}",
        }
    return found


def outcome(made, text):
    try:
        return made.with_overlay(text), ()
    except ConnectorsError as error:
        return None, tuple(problem for problem in error.problems if problem.severity is Severity.ERROR)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name[:3])
def test_every_error_that_a_case_expects_is_found_and_no_other(folder):
    expected = [
        fact["error"]["mentions"]
        for fact in yaml.safe_load((folder / "case.yaml").read_text())["expect"]
        if "error" in fact and not isinstance(fact, str)
    ]
    _, found = outcome(package(folder), translated(folder))
    texts = [report((problem,)) for problem in found]
    for words in expected:
        wanted = [WORDS.get(word, word).split(" or ") for word in words]
        assert any(all(any(choice in text for choice in choices) for choices in wanted) for text in texts), (words, texts)
    assert len(found) == len(expected)


def test_case_069_what_only_a_person_knows():
    folder = next(folder for folder in FOLDERS if folder.name.startswith("069"))
    made = package(folder)
    found, _ = outcome(made, translated(folder))
    search, lease = (next(each for each in found.operations if each.path == path) for path in ("/search", "/getOrCreateLease"))
    assert (search.effect.value, search.idempotency.value, lease.effect.value) == ("read", "safe", "create")
    assert [(argument.name, argument.secret) for argument in search.parameters] == [("token", True)]
    assert plain(search.outcome) == {"success_when": {"at": "/ok", "equals": True}, "error_code": "/error"}
    assert {each.effect.value for each in made.with_overlay(None).operations} == {"create"}


def test_case_070_a_pin_that_is_taken_is_refused_by_itself():
    folder = next(folder for folder in FOLDERS if folder.name.startswith("070"))
    first = yaml.safe_load((folder / "overlay.yaml").read_text())["operations"][:1]
    _, (found,) = outcome(package(folder), translated(folder, first))
    assert "`GET /c` is pinned to `x.shop.list`, which belongs to `GET /a`" in found.message
