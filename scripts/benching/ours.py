"""What is measured of connectors itself, and the floor beneath it."""

import json
import shutil
import sys
from pathlib import Path

from benching.measure import Command, said

FLOOR = """
import hashlib, sys
data = open(sys.argv[1], "rb").read()
if data.lstrip()[:1] in b"{[":
    import msgspec
    msgspec.json.decode(data)
else:
    import yaml
    for event in yaml.parse(data.decode(), yaml.CLoader):
        pass
hashlib.sha256(data).hexdigest()
with open(sys.argv[2], "wb") as file:
    file.write(b"\\0" * int(sys.argv[3]))
"""
BARE = """
import typer
app = typer.Typer()
@app.command()
def one(name: str) -> None: "Do one thing."
@app.command()
def two(name: str) -> None: "Do another."
app()
"""
LOAD = "import sys; from pathlib import Path; from connectors import load; load(Path(sys.argv[1]))"


def help_commands(python: str, scratch: Path) -> dict[str, Command]:
    """`--help`, and that of a bare Typer app, its floor."""
    bare = scratch / "bare.py"
    bare.write_text(BARE)
    return {
        "--help": Command([python, "-m", "connectors", "--help"]),
        "floor": Command([sys.executable, str(bare), "--help"]),
    }


class Package:
    """The package of one description, made by one interpreter's connectors, and the commands on it."""

    def __init__(self, python: str, spec: Path, scratch: Path, label: str = "") -> None:
        self._python = python
        self._spec = spec
        self._scratch = scratch
        self.label = label
        self.folder = scratch / f"package{label}"
        shutil.rmtree(self.folder, ignore_errors=True)
        said(self._gen())
        self.size = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        coverage = json.loads((self.folder / "coverage.json").read_bytes())
        self.operations = [operation["id"] for operation in coverage["operations"]]
        # What is measured on a package, on one that no run of `gen` replaces meanwhile.
        self._kept = scratch / f"kept{label}"
        shutil.rmtree(self._kept, ignore_errors=True)
        shutil.copytree(self.folder, self._kept)

    def commands(self) -> dict[str, Command]:
        """`gen` into a folder that is not there, and what reads a package, each a process; those that this version knows."""
        tool = [self._python, "-m", "connectors"]
        kept = str(self._kept)
        found = {
            "gen": Command(self._gen(), before=lambda: shutil.rmtree(self.folder, ignore_errors=True)),
            "load": Command([self._python, "-c", LOAD, kept]),
            "validate": Command([*tool, "validate", kept], accepted=(0, 1)),
            "show": Command([*tool, "show", kept]),
            "show one": Command([*tool, "show", kept, self.operations[0]]) if self.operations else None,
            "diff": Command([*tool, "diff", kept, kept]) if "diff" in said([*tool, "--help"]).split() else None,
        }
        return {name + self.label: command for name, command in found.items() if command is not None}

    def floor(self) -> Command:
        """Start Python, read, parse with the fastest safe parser, hash, and write as many bytes."""
        program = self._scratch / "floor.py"
        program.write_text(FLOOR)
        return Command([sys.executable, str(program), str(self._spec), str(self._scratch / "copy"), str(self.size)])

    def _gen(self) -> list[str]:
        return [self._python, "-m", "connectors", "gen", str(self._spec), "--id", "bench", "--out", str(self.folder), "--quiet"]
