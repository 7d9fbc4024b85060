"""Files that are there whole or not at all, whenever the machine stops; and what a store that cannot be written says."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from connectors.problems import Code, Problem, Severity, SourceLocation, UsageError

__all__ = ["make_folder", "put_file", "remove_file", "sync", "unwritable", "writing"]


def put_file(path: Path, content: bytes, temporary: Path, *, read_only: bool = False) -> None:
    """Let `path` hold `content`, in one step: whoever reads it meets the old content or the new one. Raises OSError.

    `temporary` is a name on the same file system that nobody else uses. Where the disk cannot promise to keep the new content, the old
    one is put back before the error is raised.
    """
    before = temporary.with_name(f"{temporary.name}.before")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    try:
        try:
            left = memoryview(content)
            while left:
                left = left[os.write(descriptor, left) :]
            if read_only:
                os.fchmod(descriptor, os.fstat(descriptor).st_mode & 0o555)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        replaces = os.path.lexists(path)
        if replaces:
            os.link(path, before, follow_symlinks=False)
        os.rename(temporary, path)  # noqa: PTH104 - one name for each step, so that a test can stop at it
        try:
            sync(path.parent)
        except BaseException:
            if replaces:
                os.rename(before, path)  # noqa: PTH104
            else:
                os.unlink(path)  # noqa: PTH108
            raise
        if replaces:
            # It lies in a folder that goes away anyway.
            with suppress(OSError):
                os.unlink(before)  # noqa: PTH108
    except BaseException:
        for made in (temporary, before):
            with suppress(OSError):
                os.unlink(made)  # noqa: PTH108
        raise


def remove_file(path: Path) -> bool:
    """Remove a file for good; whether there was one. Raises OSError."""
    try:
        os.unlink(path)  # noqa: PTH108
    except FileNotFoundError:
        return False
    sync(path.parent)
    return True


def make_folder(path: Path) -> None:
    """Make a folder and its parents, each on the disk before the next, for their owner alone. Raises OSError.

    A description may be private. Source: XDG Base Directory Specification 0.8: what is not there is made with 0700.
    """
    if path.is_dir():
        return
    make_folder(path.parent)
    with suppress(FileExistsError):
        os.mkdir(path, 0o700)  # noqa: PTH102
        sync(path.parent)
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def sync(path: Path) -> None:
    """Have a file or folder on the disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def writing(store: Path) -> Iterator[None]:
    """Turn what the disk says against writing a store into a Problem."""
    try:
        yield
    except OSError as error:
        raise unwritable(store, error) from error


def unwritable(store: Path, error: OSError) -> UsageError:
    """The store cannot be written. Nothing of what was active has changed."""
    reason = error.strerror or type(error).__name__
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        remedy = "free space on its disk (`connectors gc` removes what nothing names), then run again"
    else:
        remedy = "make it writable, or name another folder with `XDG_DATA_HOME`"
    message = f"the store `{store}` cannot be written: {reason}; what was installed stays as it was"
    return UsageError([Problem(SourceLocation(str(store)), Severity.ERROR, Code.STORE_UNWRITABLE, message, remedy)])
