"""`scripts/truth`: the figures it gives are those of its manual, on labels of our own and on the real ones where they are."""

import csv
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("CONNECTORS_CORPUS", TOP.parent / "shared" / "corpus"))
LABELS = SHARED.parent / "truth" / "pagination.tsv"
COLUMNS = ("document", "method", "path", "paginated", "style", "position_param", "position_in", "items", "evidence", "derivable")


def page(name: str, kind: str = "integer") -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": kind}}


def answers(**members: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": members}
    return {"200": {"description": "", "content": {"application/json": {"schema": schema}}}}


LIST = {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}}
TOTAL = {"type": "integer"}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "t", "version": "1"},
    "paths": {
        "/paged": {"get": {"parameters": [page("page"), page("limit")], "responses": answers(items=LIST, total=TOTAL)}},
        "/other": {"get": {"parameters": [page("offset"), page("limit")], "responses": answers(rows=LIST, total=TOTAL)}},
        "/linked": {"get": {"parameters": [page("page")], "responses": answers(items=LIST, nextLink={"type": "string"})}},
        "/endless": {"get": {"parameters": [page("page"), page("limit")], "responses": answers(items=LIST)}},
        "/whole": {"get": {"responses": answers(items=LIST)}},
    },
}
ROWS = {
    "/paged": ("yes", "page", "page", "query", "/items", "", "yes"),
    "/other": ("yes", "offset", "offset", "query", "/items", "", "yes"),
    "/linked": ("yes", "page", "page", "query", "/items", "also next_url:page@query", "yes"),
    "/endless": ("yes", "page", "page", "query", "/items", "", "no"),
    "/whole": ("no", "none", "-", "-", "/items", "", "yes"),
    "/missing": ("unknown", "none", "-", "-", "-", "", "no"),
}


def run(labels: Path, corpus: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOP / "scripts" / "truth"), str(labels), "--corpus", str(corpus), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    with zipfile.ZipFile(tmp_path / "specs.zip", "w") as archive:
        archive.writestr("v/api/1/openapi.json", json.dumps(DESCRIPTION))
    (tmp_path / "INDEX.tsv").write_text("path\tfiles\nv/api/1/openapi.json\t1\n", encoding="utf-8")
    lines = ["\t".join(COLUMNS)]
    lines += ["\t".join(("v/api/1/openapi.json", "GET", path, *row)) for path, row in ROWS.items()]
    (tmp_path / "labels.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def test_figures_and_disagreements_on_labels_of_our_own(own: Path) -> None:
    result = json.loads(run(own / "labels.tsv", own, "--json").stdout)
    assert {name: result[name] for name in ("rows", "applied", "precision", "recall_derivable", "recall_with_suggestions")} == {
        "rows": 5,  # the unknown one is left out
        "applied": 3,
        "precision": 0.6667,  # the items of /other are elsewhere
        "recall_derivable": 0.6667,
        "recall_with_suggestions": 0.75,  # /endless is proposed
    }
    assert [(item["kind"], item["path"]) for item in result["disagreements"]] == [("wrong", "/other")]
    assert result["disagreements"][0]["label"]["items"] == "/items"
    assert result["disagreements"][0]["derived"]["items"] == "/rows"
    assert result["disagreements"][0]["derived"]["evidence"]
    assert result["by_style"]["page"] == {"rows": 3, "applied": 2, "right": 2, "suggested": 1}


def test_the_report_for_people_shows_both_sides(own: Path) -> None:
    told = run(own / "labels.tsv", own).stdout
    assert "1 applied, and not as the label says" in told
    assert "items `/items`" in told
    assert "items `/rows`" in told


@pytest.mark.parametrize("broken", ["labels", "corpus"])
def test_what_cannot_be_read_ends_with_two(own: Path, broken: str) -> None:
    done = run(own / "nowhere.tsv", own) if broken == "labels" else run(own / "labels.tsv", own / "nowhere")
    assert done.returncode == 2
    assert done.stderr.startswith("truth: ")


@pytest.mark.skipif(not LABELS.is_file() or not (SHARED / "specs.zip").is_file(), reason="the labelled corpus is not here")
def test_what_is_applied_is_right_and_most_of_what_can_be_seen_is_applied() -> None:
    result = json.loads(run(LABELS, SHARED, "--json").stdout)
    with LABELS.open(encoding="utf-8", newline="") as file:
        known = sum(row["paginated"] != "unknown" for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert result["rows"] == known
    assert result["precision"] >= 0.99
    assert result["recall_derivable"] >= 0.90
    assert result["recall_with_suggestions"] >= 0.95
