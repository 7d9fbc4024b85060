"""Stops `connectors gen` at every step by which it changes the disk: `python driver.py SIGNAL WAY FOLDER OLD NEW`.

FOLDER is an empty folder to work in. OLD and NEW are descriptions; OLD is `-` for a first run. SIGNAL is KILL or INT. WAY is `exchange`
or `rename`: how the new package takes the place of the old one. For each step a process of its own begins the run and is stopped
just before that step; a last one is not stopped. Writes a line of JSON for each: what was stopped, and what was found afterwards.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from halves import REAL_WRITE, stop_writes

from connectors.cli import main as command_line
from connectors.problems import PackageError
from connectors.store import write as module
from connectors.store.load import load_package

SIGNAL, WAY, FOLDER, OLD, NEW = sys.argv[1:]
TARGET = Path(FOLDER) / "sample"
MOST = 1_000


class Steps:
    """Counts the steps of one run and ends the process at one of them. `stop` 0 stops nothing."""

    def __init__(self, stop: int, report: int) -> None:
        self.left = stop
        self.report = report

    def step(self, name: str) -> None:
        self.left -= 1
        if self.left == 0:
            REAL_WRITE(self.report, name.encode())
            os.kill(os.getpid(), signal.SIGKILL if SIGNAL == "KILL" else signal.SIGINT)

    def watch(self, owner: Any, name: str, counts: Callable[..., bool] = lambda *_, **__: True) -> None:
        real = getattr(owner, name)

        def call(*arguments: Any, **options: Any) -> Any:
            if counts(*arguments, **options):
                self.step(f"{name} {arguments[0] if arguments and isinstance(arguments[0], str | Path) else ''}")
            return real(*arguments, **options)

        setattr(owner, name, call)

    def install(self) -> None:
        for name in ("mkdir", "rmdir", "rename", "replace", "unlink", "remove", "fsync", "link", "symlink", "truncate"):
            self.watch(os, name)
        self.watch(os, "open", lambda _path, flags, *_, **__: bool(flags & os.O_CREAT))
        if WAY == "rename":
            module._exchange = lambda _one, _other: False
        else:
            self.watch(module, "_exchange")
        stop_writes(self.step)


def run(description: str, stop: int) -> tuple[int, str]:
    """Run `gen` in a process of its own; how it ended, and at which step."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _child(description, stop, write)
    os.close(write)
    _, status = os.waitpid(child, 0)
    with os.fdopen(read, "rb") as pipe:
        return os.waitstatus_to_exitcode(status), pipe.read().decode()


def _child(description: str, stop: int, report: int) -> NoReturn:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.argv = ["connectors", "gen", description, "--id", "sample", "--out", str(TARGET), "--quiet"]
    Steps(stop, report).install()
    status = 99
    try:
        status = command_line._run()
    finally:
        os._exit(status)


def state(old: dict[str, bytes] | None, new: dict[str, bytes] | None) -> str:
    """Which package is there: `old`, `new`, `absent`; anything else is described."""
    if not TARGET.exists():
        return "absent"
    try:
        load_package(TARGET)
    except PackageError as error:
        return f"broken: {error}"
    found = files()
    return "old" if found == old else "new" if found == new else "a third one"


def files() -> dict[str, bytes]:
    return {path.relative_to(TARGET).as_posix(): path.read_bytes() for path in sorted(TARGET.rglob("*")) if path.is_file()}


def beside() -> list[str]:
    return sorted(path.name for path in TARGET.parent.iterdir() if path != TARGET)


def prepared() -> tuple[dict[str, bytes] | None, dict[str, bytes]]:
    """The files of the old package and of the new one. They are made in this process, so that its children have nothing to import."""
    found: list[dict[str, bytes] | None] = []
    for description in (OLD, NEW):
        if description == "-":
            found.append(None)
            continue
        sys.argv = ["connectors", "gen", description, "--id", "sample", "--out", str(TARGET), "--quiet"]
        assert command_line._run() == 0
        found.append(files())
    new = found[1]
    assert new is not None
    return found[0], new


def begin(old: dict[str, bytes] | None) -> None:
    """Make the folder as it is before the run."""
    shutil.rmtree(FOLDER)
    Path(FOLDER).mkdir()
    for path, content in (old or {}).items():
        (TARGET / path).parent.mkdir(parents=True, exist_ok=True)
        (TARGET / path).write_bytes(content)


def main() -> None:
    old, new = prepared()
    for stop in range(1, MOST):
        begin(old)
        status, step = run(NEW, stop)
        found: dict[str, Any] = {"stop": stop, "step": step, "status": status, "state": state(old, new), "beside": beside()}
        status_again, _ = run(NEW, 0)
        found |= {"again": status_again, "state_again": state(old, new), "beside_again": beside()}
        print(json.dumps(found), flush=True)
        if not step:
            return
    raise AssertionError("the run never ended")


main()
