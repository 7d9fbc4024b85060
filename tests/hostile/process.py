"""One whole process of the command line, with limits, and what it used."""

import json
import os
import resource
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SECONDS = 10
MEGABYTES = 300
_WATCHED = Path(__file__).with_name("watched.py")


@dataclass(frozen=True)
class Outcome:
    """How a process ended. `seconds` is its processor time, `megabytes` the most memory it had at once."""

    status: int
    stdout: str
    stderr: str
    seconds: float
    megabytes: float
    opened: list[str]
    network: list[str]
    processes: list[str]

    @property
    def report(self) -> dict[str, Any]:
        return json.loads(self.stdout)


def _limits() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * 3, SECONDS * 3))
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def connectors(*arguments: str | Path, folder: Path, stdin: bytes | None = None) -> Outcome:
    """Run `connectors ARGUMENTS` in a folder, watched; a process that hangs is killed."""
    report = folder.parent / f"{folder.name}.report"
    report.unlink(missing_ok=True)
    out, err = folder.parent / f"{folder.name}.out", folder.parent / f"{folder.name}.err"
    environment = {**os.environ, "COLUMNS": "120", "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    with out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, str(_WATCHED), str(report), *map(str, arguments)],
            cwd=folder,
            stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            env=environment,
            preexec_fn=_limits,
        )
        timer = threading.Timer(SECONDS * 6, process.kill)
        timer.start()
        try:
            if process.stdin is not None:
                process.stdin.write(stdin or b"")
                process.stdin.close()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            timer.cancel()
    seen = json.loads(report.read_text()) if report.exists() else {"opened": [], "network": [], "processes": []}
    kilobytes = seen.pop("kilobytes", used.ru_maxrss)
    return Outcome(
        status=process.returncode,
        stdout=out.read_bytes().decode("utf-8", "replace"),
        stderr=err.read_bytes().decode("utf-8", "replace"),
        seconds=used.ru_utime + used.ru_stime,
        megabytes=kilobytes / 1024,
        **seen,
    )
