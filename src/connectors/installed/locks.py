"""Who may do what at the same time.

Every change of what is visible (a pointer, a package, a record) is made while the store's lock is held *shared*; collecting and mending
hold it *alone*. So nothing is collected between the moment a package comes to the store and the moment a pointer names it. The lock of an
id is held for a whole run, download included, so that two runs on one connector take turns; it is always taken before the store's.
Readers take no lock. Locks belong to open files and die with their process, however that ends. Source: flock(2).
"""

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from connectors.installed.durable import make_folder
from connectors.installed.places import Places

__all__ = ["alone", "dead_work", "id_lock", "remove_tree", "shared", "working"]

_STORE = "store"


@contextmanager
def id_lock(places: Places, connector: str, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Be the only one that works on a connector; `waiting` is called before another one is waited for. Raises OSError."""
    with _held(places.locks / f"id-{connector}", exclusive=True, waiting=waiting):
        yield


@contextmanager
def shared(places: Places) -> Iterator[None]:
    """Change what is visible, while others may, too, and nobody collects. Raises OSError."""
    with _held(places.locks / _STORE, exclusive=False):
        yield


@contextmanager
def alone(places: Places) -> Iterator[None]:
    """Be the only one that changes anything. Raises OSError."""
    with _held(places.locks / _STORE, exclusive=True):
        yield


@contextmanager
def working(places: Places) -> Iterator[Path]:
    """A folder to make something in, removed afterwards. Raises OSError."""
    token = f"{os.getpid()}-{secrets.token_hex(6)}"
    folder, lock = places.work / token, places.work / f"{token}.lock"
    make_folder(places.work)
    # Under the shared lock: a collector must not meet the lock file before it is held.
    with shared(places):
        descriptor = _open(lock)
        try:
            _flock(descriptor, exclusive=True)
            os.mkdir(folder)  # noqa: PTH102
        except BaseException:
            os.close(descriptor)
            with suppress(OSError):
                os.unlink(lock)  # noqa: PTH108
            raise
    try:
        yield folder
    finally:
        try:
            remove_tree(folder)
            os.unlink(lock)  # noqa: PTH108
        except OSError:
            # A disk that takes nothing any more: `doctor` finds it, for nobody holds the lock then.
            pass
        finally:
            os.close(descriptor)


def dead_work(places: Places) -> tuple[Path, ...]:
    """What stands in the work folder and belongs to no running program. Only while the store is held alone. Raises OSError."""
    try:
        names = sorted(entry.name for entry in places.work.iterdir())
    except FileNotFoundError:
        return ()
    alive = {name.removesuffix(".lock") for name in names if name.endswith(".lock") and _is_held(places.work / name)}
    found = (places.work / name for name in names if name.removesuffix(".lock") not in alive)
    # A run that ends meanwhile takes its folder away first and its lock last: what is still there without a held lock is nobody's.
    return tuple(path for path in found if os.path.lexists(path))


def remove_tree(path: Path) -> None:
    """Remove a file or a folder with everything in it; nothing there is no failure. Links are removed, not followed. Raises OSError."""
    import shutil

    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            os.unlink(path)  # noqa: PTH108
    except FileNotFoundError:
        return


@contextmanager
def _held(path: Path, *, exclusive: bool, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    make_folder(path.parent)
    descriptor = _open(path)
    try:
        if waiting is None:
            _flock(descriptor, exclusive=exclusive)
        elif not _flock(descriptor, exclusive=exclusive, wait=False):
            waiting()
            _flock(descriptor, exclusive=exclusive)
        yield
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)


def _is_held(path: Path) -> bool:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not _flock(descriptor, exclusive=True, wait=False)
    finally:
        os.close(descriptor)


def _flock(descriptor: int, *, exclusive: bool, wait: bool = True) -> bool:
    import fcntl

    how = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    try:
        fcntl.flock(descriptor, how if wait else how | fcntl.LOCK_NB)
    except OSError as error:
        if not wait and error.errno in {errno.EWOULDBLOCK, errno.EAGAIN}:
            return False
        raise
    return True
