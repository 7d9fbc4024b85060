"""One file, written whole or not at all outside of any package; and read, up to a size."""

import contextlib
import os
import re
import stat
import tempfile
from pathlib import Path

__all__ = ["abandoned", "is_own_file", "put_whole", "read_at_most"]

_STEP = 64 * 1024
"""Bytes that are asked for at a time at least."""

_UNFINISHED = re.compile(r"\..+\.[a-z0-9_]{8}")
"""What `put_whole` calls a file until it has its name."""


def read_at_most(descriptor: int, most: int) -> bytes:
    """The next bytes of an open file or pipe: `most` of them, or all there are. Raises OSError."""
    # Of a file all at once, with no more room than it needs; a pipe has no size, a file may grow, and what the system makes up is empty.
    step = max(os.fstat(descriptor).st_size + 1, _STEP)
    parts = []
    while most > 0 and (part := os.read(descriptor, min(most, step))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def put_whole(path: Path, data: bytes, *, mode: int | None = 0o600) -> None:
    """Let `path` hold `data` in one step: who reads it meets the old content or the new one. Raises OSError; nothing is left then.

    The folder has to be there; `mode` None gives the file what the umask leaves. What is written first has a name that nobody can
    foresee. For what has to survive a power cut as well, see `installed.durable`.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), _left_by_umask() if mode is None else mode)
        os.replace(name, path)  # noqa: PTH105 - atomic, by name
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)  # noqa: PTH108
        raise


def abandoned(folder: Path, before: float) -> tuple[Path, ...]:
    """What `put_whole` began in a folder and a process that was killed did not end, sorted: this user's files, not written since `before`.

    `before` is in seconds since the epoch. Nothing where there is no folder. Raises OSError.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if _UNFINISHED.fullmatch(name))  # noqa: PTH208
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return tuple(folder / name for name in names if (found := is_own_file(folder / name)) is not None and found.st_mtime <= before)


def is_own_file(path: Path) -> os.stat_result | None:
    """What is known of a regular file of this user's; None for a link, for anything else, and where nothing is any more. Raises OSError."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    return found if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() else None


def _left_by_umask() -> int:
    # There is no way to ask for it but to set it.
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
