"""`scripts/bench` runs: what it measures is judged by nobody here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
BENCH = [sys.executable, str(TOP / "scripts" / "bench")]
SMALL = TOP / "fixtures" / "descriptions" / "library-3.1.yaml"


@pytest.fixture(scope="module")
def report() -> str:
    return subprocess.run([*BENCH, "--runs", "1", "--json", str(SMALL)], capture_output=True, text=True, check=True).stdout


def test_every_command_has_its_figures(report: str) -> None:
    help_, library = json.loads(report)["subjects"]
    assert set(help_["measured"]) == {"--help", "floor"}
    assert {"gen", "floor", "load", "validate", "show", "show one"} <= set(library["measured"])
    assert library["bytes"] == SMALL.stat().st_size
    assert library["measured"]["gen"]["operations"] == 25
    for measured in (*help_["measured"].values(), *library["measured"].values()):
        assert measured["cpu"] > 0
        assert measured["wall"] > 0
        assert measured["megabytes"] > 1
        assert measured["runs"] == 1


def test_a_sweep_goes_through_all_descriptions_at_once() -> None:
    folder = SMALL.parent
    done = subprocess.run(
        [*BENCH, "--sweep", "--runs", "1", "--json", str(SMALL), str(folder / "legacy-2.0.json")],
        capture_output=True,
        text=True,
        check=True,
    )
    (sweep,) = json.loads(done.stdout)["subjects"]
    assert sweep["name"] == "2 descriptions"
    assert set(sweep["measured"]) == {
        "each by the library",
        "gen --all --jobs 1",
        "gen --all --jobs 1, up to date",
        "gen --all --jobs 2 (wall)",
        "floor",
    }
    assert all(measured["cpu"] > 0 for measured in sweep["measured"].values())


@pytest.mark.parametrize("form", [[], ["--bars"]])
def test_a_report_can_be_read_again_as_a_table_and_as_bars(report: str, tmp_path: Path, form: list[str]) -> None:
    earlier, plot = tmp_path / "report.json", tmp_path / "plot.svg"
    found = json.loads(report)
    measured = found["subjects"][1]["measured"]
    measured["peer"] = {"cpu": 2 * measured["gen"]["cpu"], "wall": 1.0, "megabytes": 9.0, "operations": 25}
    measured["less"] = {"cpu": 0.001, "wall": 1.0, "megabytes": 9.0, "operations": 24}
    measured["lame"] = {"error": "it cannot <read> this"}
    found["peers"] = [{"name": "peer", "version": "1", "does": "the same", "answers": True}]
    earlier.write_text(json.dumps(found))
    done = subprocess.run([*BENCH, "--from", str(earlier), "--svg", str(plot), *form], capture_output=True, text=True, check=True)
    assert "library-3.1.yaml" in done.stdout
    assert "fails" in done.stdout
    if not form:
        assert "0.50 of peer" in done.stdout, "the fastest is sought among those that emit as many operations"
        assert "it cannot <read> this" in done.stdout
    else:
        assert "█" in done.stdout
    assert plot.read_text().startswith("<svg ")
    assert "fails on this description" in plot.read_text()


def test_a_program_that_fails_is_reported_with_what_it_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOP / "scripts"))
    from benching.measure import Command, alternate

    found = alternate(
        {
            "good": Command([sys.executable, "-c", "pass"]),
            "bad": Command([sys.executable, "-c", "raise ValueError('too large')"]),
            "endless": Command([sys.executable, "-c", "while True: pass"]),
        },
        2,
        tmp_path,
        1.0,
    )
    assert (found["good"].error, len(found["good"].samples)) == (None, 2)
    assert found["bad"].error == "ValueError: too large"
    assert found["endless"].error == "stopped after 1 s of CPU"
