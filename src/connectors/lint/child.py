"""The process in which the second readers run: `python -m connectors.lint.child`, a Request on stdin, Heard lines on stdout.

They were not written for hostile input: they recurse, they fetch what a reference names, they read whatever file it names. So they get trees
and no paths, and before they see one the process gives up its rights: no file beyond Python's own, no socket, no other process; and
a limit of memory and of processor time.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from connectors.lint.wire import Heard, Request

__all__ = ["TOO_MUCH", "main", "say"]

TOO_MUCH = 4
"""Exit status of a process that had more to say than is listened to."""

_MOST = 32 * 1024 * 1024
_MEMORY = 3 * 1024**3
_FRAMES = 4_000
_FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.system",
    "shutil.",
    "urllib.",
    "ftplib.",
)
_LONGEST = 240
"""Characters of a message. Some repeat the whole node, and say behind it what is wrong with it."""


def main() -> None:
    """Run the readers one after the other, and say each thing as soon as it is known."""
    from connectors.lint.references import heard_of_references
    from connectors.lint.spec_validator import heard_of_spec_validator

    seconds = int(sys.argv[1])
    # Python's own parser: a number that no float can hold is an infinity here, and no reason to stop.
    request = msgspec.convert(json.loads(sys.stdin.buffer.read()), Request)
    _give_up_rights(seconds)
    readers: tuple[Callable[[Request], Iterator[Heard]], ...] = (heard_of_references, heard_of_spec_validator)
    if not say((heard for reader in readers for heard in reader(request)), sys.stdout.buffer):
        sys.exit(TOO_MUCH)


def say(found: Iterable[Heard], out: BinaryIO, *, most: int = _MOST) -> bool:
    """Write each thing as a line, at once; False where that would be more than `most` bytes, and the rest is left."""
    written = 0
    for heard in found:
        line = msgspec.json.encode(msgspec.structs.replace(heard, message=_cut(heard.message))) + b"\n"
        written += len(line)
        if written > most:
            return False
        out.write(line)
        out.flush()
    return True


def _cut(message: str) -> str:
    half = _LONGEST // 2
    return message if len(message) <= _LONGEST else f"{message[:half]}…{message[-half:]}"


def _give_up_rights(seconds: int) -> None:
    sys.setrecursionlimit(_FRAMES)
    if sys.platform != "win32":
        import resource

        for kind, wanted in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
            _, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    # Modules that are imported late, and the schemas that libraries carry.
    own = tuple({str(Path(path).resolve()) + "/" for path in (*sys.path, sys.prefix, sys.base_prefix) if path})

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith(_FORBIDDEN):
            raise PermissionError(f"{event} is not allowed here")
        if event == "open" and isinstance(arguments[0], str | bytes):
            path, mode = arguments[0], arguments[1]
            name = path if isinstance(path, str) else path.decode(errors="surrogateescape")
            writes = isinstance(mode, str) and set(mode) & set("wax+")
            if writes or not str(Path(name).absolute()).startswith(own) or ".." in Path(name).parts:
                raise PermissionError("opening a file is not allowed here")

    sys.addaudithook(refuse)


if __name__ == "__main__":
    main()
