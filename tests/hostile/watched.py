"""Runs the command line under an audit hook and reports what it touched: `python watched.py REPORT gen ...`.

The report is JSON: the files that were opened outside of the interpreter and the program itself, links resolved, and every event that
has to do with a network.
"""

import json
import os
import sys
import sysconfig

REPORT = sys.argv[1]
_NETWORK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "ssl.")
_PROCESSES = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "pty.")


def _own() -> tuple[str, ...]:
    """Folders that belong to the interpreter and to the program."""
    import connectors

    paths = {*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, *filter(os.path.isdir, sys.path)}
    paths |= set(connectors.__path__)
    return tuple(os.path.realpath(path) + os.sep for path in paths if os.path.realpath(path) != os.sep)


def most_memory() -> int:
    """The most memory this process had at once; the figure of its parent counts what stood there before the program began."""
    with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


sys.argv = ["connectors", *sys.argv[2:]]
sys.path.pop(0)
OWN = _own()
opened: set[str] = set()
network: set[str] = set()
processes: set[str] = set()


def watch(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open":
        path = arguments[0]
        if isinstance(path, str | bytes | os.PathLike):
            real = os.path.realpath(os.fsdecode(path))
            if not real.startswith(OWN):
                opened.add(real)
    elif event.startswith(_NETWORK):
        network.add(event)
    elif event.startswith(_PROCESSES):
        processes.add(event)


sys.addaudithook(watch)
try:
    from connectors.cli.main import main

    main()
finally:
    with open(REPORT, "w", encoding="utf-8") as file:  # noqa: PTH123
        found = {
            "opened": sorted(opened - {os.path.realpath(REPORT)}),
            "network": sorted(network),
            "processes": sorted(processes),
            "kilobytes": most_memory(),
        }
        json.dump(found, file)
