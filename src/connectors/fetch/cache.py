"""Copies of what was fetched, so that a server can answer that nothing has changed: below `$XDG_CACHE_HOME/connectors/fetch`.

Two files for each address, named by the digest of the address: the body, and a record of what the server said of it. No address,
credential or query stands in them; a person alone can read and write them; a copy that is not what its record says is no copy. Source: XDG Base
Directory Specification.

Nobody locks: each file is there whole or not at all, and one that is missing costs a download. So copies may be taken out at any time, whoever
reads or writes them meanwhile.
"""

import contextlib
import hashlib
import os
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from connectors.fetch.client import Fetched, Validators, repeatable
from connectors.fetch.url import Url
from connectors.whole_file import abandoned, is_own_file, put_whole

__all__ = ["Cache", "Kept", "Pruned", "cache_folder", "prune", "unfinished"]

_LARGEST_RECORD = 16_384
_FILE = re.compile(r"([0-9a-f]{64})\.(body|json)")


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sha256: str
    size: int
    etag: str | None
    last_modified: str | None
    url_key: str
    """`Url.key` of where it came from in the end."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A copy that is what its record says."""

    data: bytes = field(repr=False)
    sha256: str
    validators: Validators


def cache_folder(environ: Mapping[str, str]) -> Path | None:
    """Where copies are kept; None where the environment names no home."""
    base = environ.get("XDG_CACHE_HOME", "")
    if not base.startswith("/"):
        home = environ.get("HOME", "")
        if not home.startswith("/"):
            return None
        base = f"{home}/.cache"
    return Path(base) / "connectors" / "fetch"


class Cache:
    """Copies in one folder. A folder that cannot be read or written keeps nothing, and that costs nothing but time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, url: Url, most: int) -> Kept | None:
        """The copy of what is at an address, if there is one of at most so many bytes that a server can be asked about."""
        try:
            encoded = _read(self._path(url, "json"), _LARGEST_RECORD)
            record = msgspec.json.decode(encoded, type=_Record)
            data = _read(self._path(url, "body"), most)
        except (OSError, msgspec.MsgspecError):
            return None
        validators = Validators(record.url_key, repeatable(record.etag), repeatable(record.last_modified))
        if not (validators.etag or validators.last_modified) or hashlib.sha256(data).hexdigest() != record.sha256:
            return None
        return Kept(data, record.sha256, validators)

    def keep(self, url: Url, fetched: Fetched) -> None:
        """Keep a copy; one that the server does not want kept, or cannot be asked about, replaces the old one by none."""
        with contextlib.suppress(OSError):
            if not fetched.may_be_kept or not (fetched.etag or fetched.last_modified):
                self._path(url, "json").unlink(missing_ok=True)
                self._path(url, "body").unlink(missing_ok=True)
                return
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            record = _Record(fetched.sha256, len(fetched.data), fetched.etag, fetched.last_modified, fetched.url.key)
            # The body first: between the two, the old record is of another body, which is no copy.
            put_whole(self._path(url, "body"), fetched.data)
            put_whole(self._path(url, "json"), msgspec.json.encode(record))

    def use(self, url: Url) -> None:
        """Note that a copy was used: how long it has not been is what `prune` goes by."""
        with contextlib.suppress(OSError):
            os.utime(self._path(url, "json"), follow_symlinks=False)

    def _path(self, url: Url, ending: str) -> Path:
        return self._folder / f"{url.key}.{ending}"


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was taken out of a cache, or would be: how many copies, and their bytes. `kept` counts the copies that stay."""

    copies: int
    freed: int
    kept: int


def prune(folder: Path, needed: Container[str], *, before: float, dry_run: bool = False) -> Pruned:
    """Take out the copies that nothing needs and that were last used at `before` or earlier, in seconds since the epoch.

    `needed` holds keys of addresses (`Url.key`). What is no copy of this user's is left alone. Raises OSError.
    """
    copies = freed = kept = 0
    for key, files in _by_key(folder).items():
        if len(files) < 2:
            continue
        if key in needed or max(found.st_mtime for found in files.values()) > before:
            kept += 1
            continue
        if not dry_run:
            # Whoever reads between the two meets one half, which is no copy.
            for path in files:
                path.unlink(missing_ok=True)
        copies += 1
        freed += sum(found.st_size for found in files.values())
    return Pruned(copies, freed, kept)


def unfinished(folder: Path, before: float) -> tuple[Path, ...]:
    """What killed runs left in a cache, sorted: files without their name, and halves of copies, not written since `before`. Raises OSError."""
    halves = [
        path for files in _by_key(folder).values() if len(files) < 2 for path, found in files.items() if found.st_mtime <= before
    ]
    return tuple(sorted((*abandoned(folder, before), *halves)))


def _by_key(folder: Path) -> dict[str, dict[Path, os.stat_result]]:
    """The files of copies, by the key of their address."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208
    except (FileNotFoundError, NotADirectoryError):
        return {}
    found: dict[str, dict[Path, os.stat_result]] = {}
    for name in names:
        if (match := _FILE.fullmatch(name)) is not None and (known := is_own_file(folder / name)) is not None:
            found.setdefault(match[1], {})[folder / name] = known
    return found


def _read(path: Path, most: int) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        # In a folder that others may write to, only what this person wrote is a copy.
        if os.fstat(descriptor).st_uid != os.geteuid():
            raise OSError("somebody else's")
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError("too large")
    return data
