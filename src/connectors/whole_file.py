"""One file that is written whole or not at all, outside of any package."""

import contextlib
import os
import tempfile
from pathlib import Path

__all__ = ["put_whole"]


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


def _left_by_umask() -> int:
    # There is no way to ask for it but to set it.
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
