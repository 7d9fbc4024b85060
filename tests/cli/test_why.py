"""What `why` looks like at 80 columns."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app

FIXTURES = Path(__file__).parents[2] / "fixtures" / "descriptions"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package made of a description of this project, with an overlay, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    Path("library.yaml").write_bytes((FIXTURES / "library-3.1.yaml").read_bytes())
    Path("overlay.yaml").write_text(
        "schema_version: 1\nconnector: library\noperations:\n"
        "  POST /loans:\n    id: library.loans.lend\n    consequence: reversible\n    because: a loan can be ended at once\n"
    )
    result = CliRunner().invoke(app, ["gen", "library.yaml", "--id", "library", "--out", "library", "--overlay", "overlay.yaml"])
    assert result.exit_code == 0
    return "library.yaml"


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("authored", "loans.lend.consequence"),
        ("declared", "loans.lend.body.fields.barcode.required"),
        ("standard", "loans.lend.effect"),
        ("inferred", "loans.list.pagination"),
        ("all", "loans.lend"),
    ],
)
def test_an_answer_reads_well_at_80_columns(name: str, question: str, library: str, golden: Callable[[str, str], None]) -> None:
    result = CliRunner().invoke(app, ["why", "./library", question, "--source", library], env={"COLUMNS": "80", "NO_COLOR": "1"})
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 80
    golden(f"why-{name}-80", result.output)


def test_help_reads_well(golden: Callable[[str, str], None]) -> None:
    result = CliRunner().invoke(app, ["why", "--help"], env={"COLUMNS": "80"}, prog_name="connectors")
    assert all(len(line) <= 80 for line in result.output.splitlines())
    golden("help-why", result.output)
