"""Indexes of packages, kept from one search to the next below `$XDG_CACHE_HOME/connectors/search`.

An index is named by its package's address, so it is never out of date, and losing it costs the time of one load.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from connectors import canonical
from connectors.search.index import Index, decode, encode, index_of
from connectors.store import layout
from connectors.store.folder import read_file
from connectors.store.load import load_package
from connectors.whole_file import put_whole

__all__ = ["cache_folder", "indexed"]

_LARGEST = 64 * 1024 * 1024


def cache_folder(environment: Mapping[str, str] | None = None) -> Path | None:
    """Where indexes are kept; None where the user has no such place. Source: XDG Base Directory Specification 0.8."""
    given = (os.environ if environment is None else environment).get("XDG_CACHE_HOME", "")
    if given and Path(given).is_absolute():
        return Path(given) / "connectors" / "search"
    try:
        return Path.home() / ".cache" / "connectors" / "search"
    except RuntimeError:
        return None


def indexed(directory: Path, folder: Path | None) -> Index:
    """The index of the package in `directory`: the one that is kept in `folder`, or a new one, which is then kept.

    A kept index belongs to the bytes of `connector.json` that stand there now. What a hit names is loaded and verified by whoever uses it.
    Raises PackageError where the package has to be loaded and is broken. A cache that cannot be written is no fault.
    """
    if folder is not None:
        with suppress(OSError):
            address = canonical.address(read_file(directory / layout.CONNECTOR))
            path = folder / f"{address.removeprefix('sha256:')}.msgpack"
            if (index := decode(read_file(path, _LARGEST), address)) is not None:
                return index
    index = index_of(load_package(directory))
    if folder is not None:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            put_whole(folder / f"{index.address.removeprefix('sha256:')}.msgpack", encode(index))
    return index
