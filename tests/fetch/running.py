"""`gen` as a person runs it, and what is said of it."""

import json
from pathlib import Path

from typer.testing import CliRunner

from connectors.cli.main import app


class Outcome:
    """What one run of `gen` has said and done. Raises what only a bug can raise."""

    def __init__(self, *arguments: str) -> None:
        result = CliRunner().invoke(app, ["gen", "--json", *arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.status = result.exit_code
        self.stderr = result.stderr
        self.stdout = result.stdout
        self.report = json.loads(result.stdout)
        self.errors = [problem for problem in self.report["problems"] if problem["severity"] == "error"]
        self.codes = [problem["code"] for problem in self.errors]


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
