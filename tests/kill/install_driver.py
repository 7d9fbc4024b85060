"""Stops a command on the store at every step by which it changes the disk: `python install_driver.py FOLDER COMMAND HOW EVERY`.

FOLDER is an empty folder to work in. COMMAND is `first` (install into no store), `again` (install a new version over an old one), `back`
(activate the old version), `remove`, or `collect`. HOW is `kill` (SIGKILL), `full` (from there on nothing can be made and nothing written
any more), `read-only` (nothing can be changed any more), or `broken` (this one step fails, and the next ones do not). For each EVERYth step
a process of its own begins the command and is stopped just before that step; a last one is not stopped. Writes a line of JSON for each:
what was stopped, and what was found afterwards.
"""

import errno
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from halves import REAL_WRITE, stop_writes

from connectors.catalog.lookup import load
from connectors.catalog.tiers import Tiers
from connectors.installed.collect import collect
from connectors.installed.places import Places
from connectors.installing.install import InstallOptions, install
from connectors.installing.mending import doctor
from connectors.installing.remove import remove
from connectors.problems import ConnectorsError

FOLDER, COMMAND, HOW, EVERY = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
STORE, KEPT = FOLDER / "data" / "store", FOLDER / "kept"
TIERS = Tiers(project=FOLDER / "none", places=Places(STORE), baked=None)
MOST = 2_000
MAKING = ("mkdir", "open", "write", "link", "symlink", "fsync")

DESCRIPTION = """
openapi: 3.1.0
info: {{title: Sample, version: '{version}'}}
servers: [{{url: 'https://sample.example'}}]
paths:
  /books:
    get: {{tags: [book], responses: {{'200': {{description: '{version}'}}}}}}
  /readers:
    post: {{tags: [{tag}], responses: {{'201': {{description: made}}}}}}
"""


class Steps:
    """Counts the steps of one run and kills the process at one of them. `stop` 0 stops nothing."""

    def __init__(self, stop: int, report: int) -> None:
        self.left = stop
        self.begun_to_fail = stop > 0
        self.report = report

    def step(self, name: str) -> None:
        self.left -= 1
        if self.left == 0:
            REAL_WRITE(self.report, name.encode())
            if HOW == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
        # The steps are counted, but what only takes away goes on on a full disk.
        fails = {"full": self.left <= 0 and name.split()[0] in MAKING, "read-only": self.left <= 0, "broken": self.left == 0}
        if self.begun_to_fail and fails.get(HOW, False):
            number = {"full": errno.ENOSPC, "read-only": errno.EROFS, "broken": errno.EIO}[HOW]
            raise OSError(number, os.strerror(number), name)

    def watch(self, owner: Any, name: str, counts: Callable[..., bool] = lambda *_, **__: True) -> None:
        real = getattr(owner, name)

        def call(*arguments: Any, **options: Any) -> Any:
            if counts(*arguments, **options):
                self.step(f"{name} {Path(arguments[0]).name if isinstance(arguments[0], str | Path) else ''}")
            return real(*arguments, **options)

        setattr(owner, name, call)

    def begin(self) -> None:
        names = (
            "mkdir",
            "rmdir",
            "rename",
            "replace",
            "unlink",
            "remove",
            "fsync",
            "link",
            "symlink",
            "truncate",
            "chmod",
            "fchmod",
        )
        for name in names:
            self.watch(os, name)
        self.watch(os, "open", lambda _path, flags, *_, **__: bool(flags & os.O_CREAT))
        stop_writes(self.step)


def command(old: str | None) -> None:
    if COMMAND in ("first", "again"):
        install(InstallOptions(str(FOLDER / "new.yaml"), "sample"), TIERS)
    elif COMMAND == "back":
        install(InstallOptions(f"sample@{old}"), TIERS)
    elif COMMAND == "remove":
        remove("sample", TIERS.places)
    else:
        collect(TIERS.places)


def run(old: str | None, stop: int) -> tuple[int, str]:
    """Run the command in a process of its own; how it ended, and at which step."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _child(old, stop, write)
    os.close(write)
    _, status = os.waitpid(child, 0)
    with os.fdopen(read, "rb") as pipe:
        return os.waitstatus_to_exitcode(status), pipe.read().decode()


def _child(old: str | None, stop: int, report: int) -> NoReturn:
    Steps(stop, report).begin()
    status = 99
    try:
        command(old)
        status = 0
    except ConnectorsError as error:
        status = error.exit_status
    finally:
        os._exit(status)


def state() -> str:
    """The address of the version that is active and loads, or `absent`; anything else is described."""
    try:
        return load("sample", TIERS, lambda _: None).address
    except ConnectorsError as error:
        return "absent" if error.problems[0].code == "package-not-found" else f"broken: {error}"


def described(name: str, version: str, tag: str) -> Path:
    path = FOLDER / name
    path.write_text(DESCRIPTION.format(version=version, tag=tag))
    return path


def main() -> None:
    # In this process, so that its children have nothing to import.
    old = install(InstallOptions(str(described("old.yaml", "1", "reader")), "sample"), TIERS).address
    shutil.copytree(STORE, KEPT)
    if COMMAND == "first":
        shutil.rmtree(STORE)
    new = install(InstallOptions(str(described("new.yaml", "2", "member")), "sample"), TIERS).address
    if COMMAND in ("back", "remove", "collect"):
        shutil.rmtree(KEPT)
        shutil.copytree(STORE, KEPT)
    if COMMAND == "first":
        shutil.rmtree(KEPT)
    print(json.dumps({"old": old, "new": new}))
    for stop in range(1, MOST, EVERY):
        shutil.rmtree(STORE)
        if KEPT.exists():
            shutil.copytree(KEPT, STORE)
        status, step = run(old, stop)
        found: dict[str, Any] = {"stop": stop, "step": step, "status": status, "state": state()}
        findings = doctor(TIERS, fix=True)
        found["unmended"] = [str(finding.problem.message) for finding in findings if finding.mended is None]
        found["left"] = [finding.problem.message for finding in doctor(TIERS, fix=False)]
        found["mended"] = state()
        again, _ = run(old, 0)
        found |= {
            "again": again,
            "state_again": state(),
            "left_again": [finding.problem.message for finding in doctor(TIERS, fix=False)],
        }
        print(json.dumps(found), flush=True)
        if not step:
            return
    raise AssertionError("the run never ended")


main()
