"""Runs the command line in a process that is watched: `python driver.py RECORD ARGUMENT ...`.

RECORD receives JSON: the files opened for reading and for writing, every event of the network and of other processes, and the most
memory the process held. What the interpreter opens to import its modules is left out. $CASES_LATER moves the clock by so many seconds.
"""

import json
import os
import sys
import sysconfig
import time
from pathlib import Path

_MODULES = (".py", ".pyc", ".so", ".pth", ".zip")
_NETWORK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "ssl.")
_PROCESSES = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "pty.")

record: dict[str, list[str]] = {"read": [], "written": [], "network": [], "processes": []}


def watch(event: str, arguments: tuple) -> None:
    """Note what concerns files, networks and processes."""
    if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
        path, mode, flags = os.fsdecode(arguments[0]), arguments[1], arguments[2]
        writing = (mode is not None and any(sign in mode for sign in "wax+")) or bool(
            flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        )
        record["written" if writing else "read"].append(os.path.realpath(path))
    elif event.startswith(_NETWORK) and event != "socket.__new__":
        record["network"].append(f"{event} {arguments!r}")
    elif event == "socket.__new__":
        record["network"].append(event)
    elif event.startswith(_PROCESSES):
        record["processes"].append(event)


def most_memory() -> int:
    """In bytes; the figure that a parent sees counts what stood there before the program began."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def later(seconds: int) -> None:
    """Let every clock that tells the time of day run ahead."""
    now, now_ns, local, utc = time.time, time.time_ns, time.localtime, time.gmtime
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + seconds * 10**9
    time.localtime = lambda at=None: local(time.time() if at is None else at)
    time.gmtime = lambda at=None: utc(time.time() if at is None else at)


target = Path(sys.argv[1])
if "CASES_LATER" in os.environ:
    later(int(os.environ["CASES_LATER"]))
sys.argv = ["connectors", *sys.argv[2:]]
sys.path.pop(0)
sys.addaudithook(watch)
try:
    from connectors.cli.main import main

    main()
finally:
    own = tuple(
        os.path.realpath(path) + os.sep
        for path in {*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, *filter(os.path.isdir, sys.path)}
    )
    found = {name: list(dict.fromkeys(values)) for name, values in record.items()}
    found["read"] = [path for path in found["read"] if not (path.startswith(own) or path.endswith(_MODULES))]
    target.write_text(json.dumps({**found, "memory": most_memory() if sys.platform == "linux" else None}), encoding="utf-8")
