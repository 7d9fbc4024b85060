"""What a folder of a stranger holds, seen without following a link out of it."""

import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path

import msgspec

from connectors.whole_file import read_at_most

__all__ = ["LARGEST", "Folder", "TooLargeError", "look", "read_file"]

LARGEST = 256 * 1024 * 1024
"""Bytes that the files of one package may have together."""

_DEEPEST = 8


class TooLargeError(OSError):
    """A file is larger than it may be; nothing of it was read."""

    def __init__(self, path: Path | str, largest: int) -> None:
        super().__init__(errno.EFBIG, f"a file of at most {largest} bytes is wanted, found more", str(path))


class Folder(msgspec.Struct, frozen=True):
    """Everything below a folder, by path relative to it and spelled with `/`.

    `files` maps regular files to their size. `folders` are real folders. `others` says of everything else what it is: a symbolic link, a
    device, a folder nested too deep.
    """

    files: Mapping[str, int] = msgspec.field(default_factory=dict)
    folders: tuple[str, ...] = ()
    others: Mapping[str, str] = msgspec.field(default_factory=dict)


def look(directory: Path) -> Folder:
    """List a folder to its depths; links are listed, never followed. Raises OSError."""
    files: dict[str, int] = {}
    folders: list[str] = []
    others: dict[str, str] = {}
    pending = [""]
    while pending:
        below = pending.pop()
        with os.scandir(directory / below) as entries:
            for entry in entries:
                path = f"{below}{entry.name}"
                found = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(found.st_mode):
                    files[path] = found.st_size
                elif stat.S_ISDIR(found.st_mode):
                    folders.append(path)
                    if path.count("/") < _DEEPEST:
                        pending.append(f"{path}/")
                    else:
                        others[path] = "a folder nested too deep"
                else:
                    others[path] = "a symbolic link" if stat.S_ISLNK(found.st_mode) else "neither a file nor a folder"
    return Folder(dict(sorted(files.items())), tuple(sorted(folders)), dict(sorted(others.items())))


def read_file(path: Path | str, largest: int = LARGEST) -> bytes:
    """Read a regular file of at most `largest` bytes. Raises OSError; TooLargeError before anything is read."""
    # A link is refused by the system, and a pipe that took the file's place cannot make the program wait.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        if found.st_size > largest:
            raise TooLargeError(path, largest)
        # It may grow meanwhile.
        data = read_at_most(descriptor, largest + 1)
    finally:
        os.close(descriptor)
    if len(data) > largest:
        raise TooLargeError(path, largest)
    return data
