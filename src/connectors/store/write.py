"""Putting a package on disk: the whole of it or nothing, and nothing where nothing changed."""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from itertools import islice
from pathlib import Path

from connectors.problems import Code, Problem, Severity, SourceLocation, UsageError
from connectors.store import layout
from connectors.store.folder import look, read_file
from connectors.store.target import refuse_strangers

__all__ = ["AuthoredMoved", "holds", "leftovers", "write"]

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2

_TOGETHER = 32
"""Files that are open at the same time: few enough for any limit of a system on them, and more than most packages have."""


class AuthoredMoved(Exception):  # noqa: N818 - it asks the caller to start anew; nothing is wrong
    """A file that the run had read changed before the package was written. Nothing was written; start anew."""

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(path)


def write(directory: Path, files: Mapping[str, bytes], *, expected: Mapping[str, bytes | None] | None = None) -> bool:
    """Make `directory` hold exactly `files`; say whether anything changed. Readers see the old package or the new one.

    `expected` maps files that the run has read to the bytes it read, None for an absent one (`ExistingTarget.expected`). Raises
    AuthoredMoved when one of them holds something else now, UsageError when the folder cannot be written or is not ours to replace. A
    failure leaves the old package as it was; parents that were made for it stay.
    """
    if strangers := [path for path in files if not layout.is_named(path)]:
        raise ValueError(f"a package has no file `{strangers[0]}`")
    target = Path(os.path.abspath(directory))  # noqa: PTH100 - a link in a parent stays what the user wrote
    if holds(target, files):
        _tidy(target)
        return False
    _refuse_link(target, directory)
    _refuse_working_directory(target, directory)
    try:
        if not target.parent.is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
        with _only_writer(target):
            _clean_up(target)
            if holds(target, files):
                return False
            staged = _sibling(target, "new")
            try:
                _stage(staged, files)
                is_there = _check_old(target, files, expected or {})
                _put(staged, target, replaces=is_there)
            finally:
                # The unfinished new package after a failure, the old one after the exchange.
                _remove(staged)
    except OSError as error:
        raise _unwritable(directory, error) from error
    return True


def holds(target: Path, files: Mapping[str, bytes]) -> bool:
    """Whether the folder holds exactly these files already. Unreadable is no."""
    try:
        # The card names every other file by digest: where anything differs, it does.
        if (card := files.get(layout.CONNECTOR)) is not None and read_file(target / layout.CONNECTOR, len(card)) != card:
            return False
        folder = look(target)
        if folder.others or folder.files != {path: len(content) for path, content in files.items()}:
            return False
        return all(read_file(f"{target}/{path}", len(content)) == content for path, content in files.items())
    except OSError:
        return False


def leftovers(target: Path) -> bool:
    """Whether a run that was killed left something beside the package, or one is writing it now."""
    beside = _sibling(target, "")
    return any(os.path.lexists(f"{beside}{role}") for role in ("lock", "new", "old"))


def _check_old(target: Path, files: Mapping[str, bytes], expected: Mapping[str, bytes | None]) -> bool:
    """Look at the old package once more, as late as possible; say whether there is one."""
    found: dict[str, bytes | None] = {}
    try:
        folder = look(target)
        is_there = True
    except FileNotFoundError:
        is_there = False
    else:
        refuse_strangers(target, folder)
        watched = {*expected, *layout.AUTHORED} & folder.files.keys()
        found = {path: read_file(target / path) for path in watched}
    for path, content in expected.items():
        if found.get(path) != content:
            raise AuthoredMoved(path)
    if lost := [path for path in layout.AUTHORED if path in found and path not in files]:
        raise ValueError(f"writing would lose `{lost[0]}`, which a person wrote")
    return is_there


def _stage(staged: Path, files: Mapping[str, bytes]) -> None:
    """Write everything beside the package and have it on the disk before anybody can see it."""
    top = str(staged)
    folders = sorted({top, *(os.path.dirname(f"{top}/{path}") for path in files)})  # noqa: PTH120 - many, and nothing but text
    for folder in folders:
        os.mkdir(folder)  # noqa: PTH102
    left = iter(files.items())
    while together := list(islice(left, _TOGETHER)):
        _write_all(top, together)
    for folder in reversed(folders):
        _sync(folder)


def _write_all(top: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Make files, and have them on the disk; all are written before the first is waited for, so that the disk takes them together."""
    descriptors: list[int] = []
    try:
        for path, content in files:
            descriptors.append(os.open(f"{top}/{path}", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666))
            _write(descriptors[-1], content)
        for descriptor in descriptors:
            os.fsync(descriptor)
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _write(descriptor: int, content: bytes) -> None:
    written = os.write(descriptor, content)
    while written < len(content):
        # A disk that has just become full takes a part, and the next call says so.
        written += os.write(descriptor, memoryview(content)[written:])


def _put(staged: Path, target: Path, *, replaces: bool) -> None:
    """Let the new package take its place in one step, for good. Where it `replaces` one, that is `staged` afterwards, or gone."""
    old = _sibling(target, "old")
    if not replaces:
        staged.rename(target)
        back = [(target, staged)]
    elif _exchange(staged, target):
        back = []
    else:
        target.rename(old)
        try:
            staged.rename(target)
        except BaseException:
            old.rename(target)
            raise
        back = [(target, staged), (old, target)]
    try:
        _sync(target.parent)
    except BaseException:
        if not back:
            _exchange(staged, target)
        for now, before in back:
            now.rename(before)
        raise
    if back:
        _remove(old)


def _exchange(one: Path, other: Path) -> bool:
    """Swap two folders atomically; False where the system cannot. Source: renameat2(2)."""
    renameat2 = _renameat2()
    if renameat2 is None:
        return False
    import ctypes

    if renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP}:
        return False
    raise OSError(number, os.strerror(number), str(other))


@cache
def _renameat2() -> Callable[..., int] | None:
    """The function of the system's C library, looked up once; None where it has none."""
    if sys.platform != "linux":
        return None
    import ctypes

    try:
        return ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return None


@contextmanager
def _only_writer(target: Path) -> Iterator[None]:
    """Hold the lock of this package; waits for another writer. The lock file lives beside the package, and only while it is held."""
    import fcntl

    path = _sibling(target, "lock")
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            # Whoever held it before has removed the file; only the lock of the file that stands there now counts.
            if _same_file(descriptor, path):
                break
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _same_file(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat(follow_symlinks=False))
    except FileNotFoundError:
        return False


def _clean_up(target: Path) -> None:
    """Mend what a killed run left. Only called under the lock."""
    old = _sibling(target, "old")
    if old.is_dir() and not target.exists():
        old.rename(target)
    _remove(old)
    _remove(_sibling(target, "new"))


def _tidy(target: Path) -> None:
    """A killed run may have left something beside a package that is as it should be."""
    if leftovers(target):
        with suppress(OSError), _only_writer(target):
            _clean_up(target)


def _sibling(target: Path, role: str) -> Path:
    # In the same folder, hence on the same disk, which a rename needs.
    return target.with_name(f".{target.name}.connectors-{role}")


def _remove(path: Path) -> None:
    try:
        is_folder = stat.S_ISDIR(path.lstat().st_mode)
    except FileNotFoundError:
        return
    if is_folder:
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _sync(path: Path | str) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refuse_link(target: Path, directory: Path) -> None:
    if target.is_symlink():
        message, remedy = f"`{directory}` is a symbolic link", "give the folder that it leads to"
        raise UsageError([Problem(SourceLocation(str(directory)), Severity.ERROR, Code.OUTPUT_OCCUPIED, message, remedy)])


def _refuse_working_directory(target: Path, directory: Path) -> None:
    """The folder is replaced as a whole, which would leave a shell that stands in it in a removed one, seeing nothing."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        return
    # The folder is no link, so a path without links that leads through it names it: where the name is missing, nothing has to be asked.
    if target.parts[-1] in here.parts and target.exists() and here.is_relative_to(target.resolve()):
        message = f"`{directory}` is replaced as a whole, and is or holds the current directory"
        remedy = f"run `cd {target.parent}` first, and give `--out {target.name}`"
        raise UsageError([Problem(SourceLocation(str(directory)), Severity.ERROR, Code.OUTPUT_UNWRITABLE, message, remedy)])


def _unwritable(directory: Path, error: OSError) -> UsageError:
    reason = error.strerror or str(error)
    if error.errno in {errno.EBUSY, errno.EXDEV}:
        remedy = "give a folder inside it: a mount point cannot be replaced"
    elif error.errno in {errno.ENOSPC, errno.EDQUOT}:
        remedy = "free space on the disk, then run again"
    else:
        remedy = "make its parent writable, or give another folder with `--out`"
    message = f"`{directory}` cannot be written: {reason}"
    return UsageError([Problem(SourceLocation(str(directory)), Severity.ERROR, Code.OUTPUT_UNWRITABLE, message, remedy)])
