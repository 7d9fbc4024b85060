"""Copies outside of the store that only save time, of fetched documents and of indexes: which may go, and what killed runs left of them.

They are no part of the store, and are taken out without its locks: see `connectors.fetch.cache`. What is needed of them is what installed
versions were generated from, which a run that installs them again asks the server about.
"""

import os
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from connectors.fetch.cache import cache_folder as fetch_folder
from connectors.fetch.cache import prune, unfinished
from connectors.fetch.url import Url, parse_url
from connectors.inputs import is_address
from connectors.installed.doctor import Finding
from connectors.installed.places import Places
from connectors.installed.records import Description, InstallRecord, read
from connectors.installed.versions import stored_addresses
from connectors.problems import Code, FetchError, Problem, Severity, SourceLocation, UsageError
from connectors.remote import address_below
from connectors.search.cache import cache_folder as search_folder
from connectors.whole_file import abandoned

__all__ = ["DAYS", "Caches", "Cleaned", "clean", "leftovers"]

DAYS = 30
"""How long a copy stays that nothing needs, unless said otherwise: vendors release more often than that."""
_DAY = 24 * 60 * 60
_WRITING = 60 * 60
"""Seconds after which a file that is not finished is nobody's any more. Writing one takes less than a second."""


@dataclass(frozen=True, slots=True)
class Caches:
    """The folders of a user's copies; None where there is no such place."""

    fetched: Path | None = None
    indexes: Path | None = None

    @classmethod
    def of_user(cls, environment: Mapping[str, str] | None = None) -> "Caches":
        """Those of whoever runs the program."""
        known = os.environ if environment is None else environment
        return cls(fetch_folder(known), search_folder(known))


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What was taken out, or would be: copies of fetched documents, files that nobody finished, and the bytes of all."""

    copies: int
    unfinished: int
    freed: int


def clean(
    caches: Caches,
    places: Places,
    *,
    days: int = DAYS,
    going: Collection[str] = (),
    dry_run: bool = False,
    now: float | None = None,
) -> Cleaned:
    """Take out the copies that no installed version was generated from and that were not used for so many days, and what killed runs left.

    `going` are addresses of versions that are about to leave the store. Raises PackageError where a record of the store cannot be read,
    for nobody knows then what is needed; UsageError for a cache that cannot be read or written.
    """
    now = time.time() if now is None else now
    copies = freed = 0
    if caches.fetched is not None:
        with _using(caches.fetched):
            done = prune(caches.fetched, _needed(places, going), before=now - days * _DAY, dry_run=dry_run)
        copies, freed = done.copies, done.freed
    left = [path for _, paths in _left(caches, now) for path in paths]
    for path in left:
        with _using(path.parent):
            freed += path.lstat().st_size if path.exists() else 0
            if not dry_run:
                path.unlink(missing_ok=True)
    return Cleaned(copies, len(left), freed)


def leftovers(caches: Caches, *, fix: bool, now: float | None = None) -> tuple[Finding, ...]:
    """What killed runs left among the copies, for `doctor`; with `fix`, it is removed. Raises UsageError as `clean` does."""
    found = []
    for folder, paths in _left(caches, time.time() if now is None else now):
        for path in paths:
            message = "a run ended while it wrote this copy, and left it unfinished"
            remedy = "run `connectors doctor --fix`, or `connectors gc`"
            if fix:
                with _using(folder):
                    path.unlink(missing_ok=True)
            problem = Problem(SourceLocation(str(path)), Severity.WARNING, Code.CACHE_HALF_WRITTEN, message, remedy)
            found.append(Finding(problem, "removed" if fix else None))
    return tuple(found)


def _left(caches: Caches, now: float) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    for folder, find in ((caches.fetched, unfinished), (caches.indexes, abandoned)):
        if folder is not None:
            with _using(folder):
                paths = find(folder, now - _WRITING)
            yield folder, paths


def _needed(places: Places, going: Collection[str]) -> frozenset[str]:
    """The keys of the addresses that the versions of the store were generated from."""
    found: set[str] = set()
    for address in stored_addresses(places):
        record = read(places.record(address), InstallRecord) if address not in going else None
        if record is not None and record.description is not None:
            found |= {url.key for url in _addresses(record.description)}
    return frozenset(found)


def _addresses(description: Description) -> Iterator[Url]:
    """Where the documents of a description were fetched from. An address with a query is stored without it, and is none that was asked."""
    entry = _parsed(description.given) if is_address(description.given) and not description.partial else None
    if entry is not None:
        yield entry
    base = _parsed(description.addresses.get("", ""))
    for document in description.documents:
        found = (
            _parsed(document.path) if "://" in document.path else address_below(base, document.path) if base is not None else None
        )
        if document.path and found is not None:
            yield found


def _parsed(address: str) -> Url | None:
    try:
        return parse_url(address)
    except FetchError:
        return None


@contextmanager
def _using(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"the copies in `{folder}` cannot be read or removed: {error.strerror or error}"
        remedy = "make the folder yours and writable, or name another place with `XDG_CACHE_HOME`"
        problem = Problem(SourceLocation(str(folder)), Severity.ERROR, Code.CACHE_UNUSABLE, message, remedy)
        raise UsageError([problem]) from error
