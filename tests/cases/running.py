"""A case in a place of its own: its copy, what came of it, and what comes of it when something is changed."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import yaml

from cases.neutral import CONNECTOR, translated
from connectors.cli.show_json import package_json
from connectors.model.package import Package
from connectors.store.load import load_package

DRIVER = Path(__file__).with_name("driver.py")
CANARY = "Secret"
CANARY_VALUE = "never-to-be-read"
SECONDS = 60
MEMORY = 300 * 10**6


@dataclass(frozen=True)
class Outcome:
    """What one run of `gen` did, and all that it touched."""

    status: int
    stdout: str
    stderr: str
    out: Path
    seconds: float
    record: Mapping[str, Any]

    @cached_property
    def report(self) -> dict[str, Any]:
        """What `gen --json` says."""
        try:
            return json.loads(self.stdout, parse_float=Decimal)
        except ValueError:
            return {"gaps": [], "notes": [], "problems": [], "counts": None, "address": None}

    @property
    def written(self) -> bool:
        return (self.out / "connector.json").exists()

    @cached_property
    def package(self) -> Package:
        """The package as it would be executed. Fails the fact where there is none."""
        assert self.written, f"no package was written: {self.said}"
        return load_package(self.out)

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The shape of `show --json`."""
        return json.loads(msgspec.json.encode(package_json(self.package)), parse_float=Decimal)

    @property
    def operations(self) -> list[dict[str, Any]]:
        return self.shown["operations"]

    @property
    def schemas(self) -> dict[str, Any]:
        return self.shown["schemas"]

    @property
    def ids(self) -> dict[str, str]:
        """Id by method and path."""
        return {f"{item['method']} {item['path']}": item["id"] for item in self.operations}

    @cached_property
    def files(self) -> dict[str, bytes]:
        return {path.relative_to(self.out).as_posix(): path.read_bytes() for path in sorted(self.out.rglob("*")) if path.is_file()}

    @property
    def said(self) -> str:
        """Everything that was printed."""
        return self.stdout + self.stderr

    @cached_property
    def errors(self) -> list[str]:
        """Each error as a reader sees it: place, message and remedy."""
        return [_line(item) for item in self.report["problems"] if item["severity"] == "error"]

    @cached_property
    def warnings(self) -> list[tuple[str, str | None]]:
        """Each warning and note, with the pointer of its place."""
        found = [item for item in self.report["problems"] if item["severity"] != "error"]
        return [
            *((_line(item), (item["at"] or {}).get("pointer")) for item in found),
            *((_note(item), (item["at"] or {}).get("pointer")) for item in self.report["notes"]),
        ]

    def operation(self, target: str) -> dict[str, Any] | None:
        """The operation of a method and path as written in the description."""
        return next((item for item in self.operations if f"{item['method']} {item['path']}" == target), None)

    @property
    def read(self) -> list[Path]:
        """Files opened for reading, but for those of the interpreter and those just written."""
        return [Path(path) for path in self.record.get("read", ())]


def _line(problem: Mapping[str, Any]) -> str:
    at = problem["at"]
    place = f"{at['file']}:{at['line']}:{at['column']} #{at['pointer']}" if at else ""
    return f"{place} {problem['message']} -- fix: {problem['remedy']}"


def _note(note: Mapping[str, Any]) -> str:
    at = note["at"] or {}
    return f"{at.get('file')} #{at.get('pointer')} {note['identity'] or ''} {note['reason']}"


@dataclass
class Case:
    """One folder of cases, copied into a scratch folder with a canary beside it."""

    source: Path
    scratch: Path
    facts: dict[str, Any] = field(init=False)
    runs: int = 0

    def __post_init__(self) -> None:
        self.facts = yaml.safe_load((self.source / "case.yaml").read_text(encoding="utf-8"))

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def number(self) -> str:
        return self.name[:3]

    @property
    def spec(self) -> str:
        """The name of the description."""
        (only,) = [path.name for path in self.source.glob("spec.*")]
        return only

    @property
    def overlay(self) -> str | None:
        """The case's own corrections, translated."""
        path = self.source / "overlay.yaml"
        return translated(yaml.safe_load(path.read_text(encoding="utf-8"))["operations"]) if path.exists() else None

    @cached_property
    def outcome(self) -> Outcome:
        """What comes of the case as it stands."""
        return self.run()

    @cached_property
    def bare(self) -> Outcome:
        """What comes of it without its overlay."""
        return self.run(overlay=None) if self.overlay is not None else self.outcome

    def edited(self, *changes: tuple[str, str], **options: Any) -> Outcome:
        """Run the case with texts of its description replaced; each must stand in it."""

        def edit(text: str) -> str:
            for old, new in changes:
                assert old in text, f"the description does not hold {old!r}"
                text = text.replace(old, new)
            return text

        return self.run(edit, **options)

    def remade(self, change: Callable[[Any], Any], **options: Any) -> Outcome:
        """Run the case with its description as data, changed; the order of keys is kept."""

        def edit(text: str) -> str:
            tree = yaml.safe_load(text)
            return json.dumps(change(tree) or tree)

        return self.run(edit, **options)

    def run(
        self,
        edit: Callable[[str], str] | None = None,
        *,
        overlay: str | None = "",
        environment: Mapping[str, str] | None = None,
        arguments: tuple[str, ...] = (),
        spec: str | None = None,
        out: Path | None = None,
        prepare: Callable[[Path], None] | None = None,
        json_output: bool = True,
        umask: int | None = None,
        place: str = "case",
    ) -> Outcome:
        """Run `gen` on a fresh copy. `overlay` is one in our own notation; "" stands for the case's own, None for none."""
        self.runs += 1
        top = self.scratch / f"{self.number}-{self.runs}"
        folder = top / place
        shutil.copytree(self.source, folder, ignore=shutil.ignore_patterns("case.yaml", "overlay.yaml"))
        (folder.parent / "canary.yaml").write_text(f"{CANARY}: {{name: {CANARY_VALUE}, in: query, schema: {{type: string}}}}\n")
        name = spec or self.spec
        if edit is not None:
            path = folder / name
            path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
        if prepare is not None:
            prepare(folder)
        said = self.overlay if overlay == "" else overlay
        options = list(arguments)
        if said is not None:
            (top / "overlay.yaml").write_text(said, encoding="utf-8")
            options += ["--overlay", str(top / "overlay.yaml")]
        target = out or top / "package"
        if json_output:
            options.append("--json")
        command = ["gen", name, "--id", CONNECTOR, "--out", str(target), *options]
        return process(command, folder, top / "record.json", target, environment, umask)


def process(
    command: list[str],
    folder: Path,
    record: Path,
    out: Path,
    environment: Mapping[str, str] | None = None,
    umask: int | None = None,
) -> Outcome:
    """Run one command in a process of its own, watched."""
    variables = {**os.environ, "COLUMNS": "200", "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})}
    variables.pop("FORCE_COLOR", None)
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, str(DRIVER), str(record), *command],
        cwd=folder,
        env=variables,
        capture_output=True,
        timeout=SECONDS,
        check=False,
        stdin=subprocess.DEVNULL,
        umask=-1 if umask is None else umask,
    )
    seconds = time.monotonic() - started
    found = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    return Outcome(done.returncode, _text(done.stdout), _text(done.stderr), out, seconds, found)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
