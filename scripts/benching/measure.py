"""Whole processes: CPU seconds of a process and its children, wall seconds, peak memory of the largest of them."""

import json
import os
import signal
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

SLOW = 10.0
"""CPU seconds from which one run has to do: what takes longer is not going to be close."""


@dataclass(frozen=True)
class Command:
    """One process to be measured. `before` runs ahead of each, unmeasured; `accepted` are exit statuses of a run that did its work."""

    arguments: list[str]
    before: Callable[[], None] | None = None
    stdin: Path | None = None
    accepted: tuple[int, ...] = (0,)
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sample:
    """One run."""

    cpu: float
    wall: float
    megabytes: float


@dataclass(frozen=True)
class Measured:
    """The runs of one command; no sample where it failed, which `error` then says in a line."""

    samples: tuple[Sample, ...]
    error: str | None = None

    def median(self, what: str) -> float | None:
        """The median of `cpu`, `wall` or `megabytes`."""
        return statistics.median(getattr(sample, what) for sample in self.samples) if self.samples else None

    def json(self) -> dict:
        """The figures for a program."""
        if self.error is not None:
            return {"error": self.error}
        figures = {what: round(self.median(what) or 0.0, 3) for what in ("cpu", "wall", "megabytes")}
        return {**figures, "runs": len(self.samples), "all_cpu": [round(sample.cpu, 3) for sample in self.samples]}


class FailedError(Exception):
    """A command did not do its work."""


def _environment() -> dict[str, str]:
    """That of the caller, in which modules are compiled once: what pip has installed is compiled, and a checkout is by its first run."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(command: Command, output: Path, limit: float) -> Sample:
    """Run once. Output goes to `output`, stderr beside it. Raises FailedError with the last line that it said, also after `limit` CPU seconds."""
    if command.before is not None:
        command.before()
    errors = output.with_suffix(".stderr")
    asked = {
        "arguments": command.arguments,
        "environment": {**_environment(), "PYTHONWARNINGS": "ignore", **command.environment},
        "stdin": str(command.stdin or os.devnull),
        "stdout": str(output),
        "stderr": str(errors),
        "limit": int(limit),
    }
    launcher = _launcher()
    assert launcher.stdin is not None
    assert launcher.stdout is not None
    launcher.stdin.write(json.dumps(asked) + "\n")
    launcher.stdin.flush()
    found = json.loads(launcher.stdout.readline())
    code = found.pop("code")
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        raise FailedError(f"stopped after {limit:g} s of CPU")
    if code not in command.accepted or (code and b"Traceback" in errors.read_bytes()):
        raise FailedError(_last_words(errors, output) or f"exit status {code}")
    return Sample(**found)


@cache
def _launcher() -> "subprocess.Popen[str]":
    program = Path(__file__).with_name("launch.py")
    return subprocess.Popen([sys.executable, "-I", "-S", str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _last_words(*files: Path) -> str:
    for file in files:
        lines = [line.strip(" │╭╮╰╯─\t") for line in file.read_text("utf-8", "replace").splitlines()]
        # pydantic ends each of its errors with an address.
        lines = [line for line in lines if not line.startswith("For further information")]
        errors = [line for line in lines if "rror" in line or "xception" in line]
        if said := (errors or [line for line in lines if line]):
            return said[-1][:300]
    return ""


def alternate(
    commands: Mapping[str, Command], runs: int, scratch: Path, limit: float, slow_from: float = SLOW
) -> dict[str, Measured]:
    """Measure all commands in turn, `runs` times after one run that is not counted, so that a machine that slows down slows all of them.

    What takes more than `slow_from` CPU seconds has its first run counted, and no other.
    """
    samples: dict[str, list[Sample]] = {name: [] for name in commands}
    errors: dict[str, str] = {}
    slow: set[str] = set()
    for number in range(runs + 1):
        for name, command in commands.items():
            if name in errors or name in slow:
                continue
            try:
                sample = run(command, output_of(name, scratch), limit)
            except FailedError as failure:
                errors[name] = str(failure)
                continue
            if sample.cpu > slow_from:
                slow.add(name)
            if number or name in slow:
                samples[name].append(sample)
    return {name: Measured((), errors[name]) if name in errors else Measured(tuple(samples[name])) for name in commands}


def output_of(name: str, scratch: Path) -> Path:
    """Where the output of a command is, after its last run."""
    return scratch / f"{''.join(letter if letter.isalnum() else '-' for letter in name)}.out"


def said(arguments: list[str]) -> str:
    """What a command writes to stdout; raises CalledProcessError where it fails."""
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
