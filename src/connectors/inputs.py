"""Where descriptions come from: an address, a file, a folder, standard input, and the further documents they refer to.

Only files below one folder are ever opened, links resolved. What is fetched goes through the guarded client.
"""

import errno
import os
import re
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import unquote, urlsplit

from connectors.description.reading import read_document
from connectors.description.resolve import Network, OpenDocument, Unfollowed
from connectors.description.tree import Document
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, Problem, Severity, SourceLocation, UsageError
from connectors.whole_file import read_at_most

__all__ = ["Again", "Entry", "Fetching", "Opening", "is_address", "open_entry", "open_overlay"]

if TYPE_CHECKING:
    from connectors.fetch.session import Session
    from connectors.fetch.url import Url

_ENTRY_NAMES = tuple(f"{name}.{ending}" for name in ("openapi", "swagger") for ending in ("json", "yaml", "yml"))


@dataclass(frozen=True, slots=True)
class Entry:
    """The first document of a description: its bytes, what people call it, and how its further files are opened."""

    data: bytes
    shown_as: str
    opener: OpenDocument
    network: Network | None = None
    """None where nothing but files is read."""
    unchanged: bool = False
    """Whether SPEC is an address, and what is there is what was there the last time."""


@dataclass(frozen=True, slots=True)
class Fetching:
    """What is said about fetching, by options and by `source.yaml`."""

    allow_origin: tuple[str, ...] = ()
    auth_env: str | None = None
    max_redirects: int = 0
    use_cache: bool = True
    use_proxies: bool = False


Opening: TypeAlias = "Callable[[str, Path | None, Limits, Fetching], Entry]"
"""Opens SPEC, whose further files may be read below a folder: `open_entry`, or whoever keeps or gives back what it read."""


def is_address(spec: str) -> bool:
    """Whether SPEC is an address and no file: it begins with a scheme and two slashes, however they are spelled."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+:[\\/]{2}", spec) is not None


def open_entry(spec: str, root: Path | None, limits: Limits, fetching: Fetching = Fetching()) -> Entry:
    """Open SPEC: an address, a file, a folder that holds one description, or `-` for standard input.

    Further files are looked for below `root`, or below the folder of SPEC; further addresses below the folder of SPEC's own address, and
    where `fetching` allows. Raises DescriptionError for what is missing or unreadable, UsageError for a folder that holds no description
    or several, FetchError for what could not or may not be fetched.
    """
    if is_address(spec):
        if root is not None:
            message = "`--root` names a folder for references, and a description from the network reads no files"
            raise UsageError([Problem(None, Severity.ERROR, Code.USAGE, message, "leave the option out, or see `--allow-origin`")])
        return _fetched(spec, limits, fetching)
    if fetching.auth_env is not None:
        message = "`--auth-env` names a credential for SPEC's address, and SPEC is no address"
        raise UsageError([Problem(None, Severity.ERROR, Code.USAGE, message, "leave the option out")])
    entry = _opened(spec, root, limits)
    return _with_addresses(entry, limits, fetching) if fetching.allow_origin else entry


@dataclass(frozen=True, slots=True)
class Again:
    """How a description is read once more that a package was derived from."""

    limits: Limits = field(default_factory=Limits)
    opening: "Opening" = open_entry
    beside: Path | None = None
    """The folder that relative names in `source.yaml` count from; that of the package unless given."""
    given: str | None = None
    """What people call the description where nobody has to name it, since somebody kept it."""
    copy: Path | None = None
    """The file in which its entry document is kept."""


def _fetched(spec: str, limits: Limits, fetching: Fetching) -> Entry:
    # The client takes a while to import, and most descriptions are files.
    from connectors.fetch.origins import parse_prefix
    from connectors.fetch.url import parse_url
    from connectors.remote import Remote

    url = parse_url(spec)
    prefixes = tuple(map(parse_prefix, fetching.allow_origin))
    session = _session(limits, fetching, url)
    received = session.get(url)
    remote = Remote(session, received.url, prefixes, limits)
    shown_as = url.public
    return Entry(received.data, shown_as, remote.open(None), remote, received.unchanged)


def _with_addresses(entry: Entry, limits: Limits, fetching: Fetching) -> Entry:
    from connectors.fetch.origins import parse_prefix
    from connectors.remote import Remote

    prefixes = tuple(map(parse_prefix, fetching.allow_origin))
    remote = Remote(_session(limits, fetching, None), None, prefixes, limits)
    return replace(entry, opener=remote.open(entry.opener), network=remote)


def _session(limits: Limits, fetching: Fetching, entry: "Url | None") -> "Session":
    from connectors.fetch.budget import FetchLimits
    from connectors.fetch.session import FetchOptions, Session

    options = FetchOptions(fetching.auth_env, fetching.max_redirects, fetching.use_cache, fetching.use_proxies)
    return Session(options, FetchLimits(bytes=limits.document_bytes, seconds=limits.seconds), entry)


def _opened(spec: str, root: Path | None, limits: Limits) -> Entry:
    if spec == "-":
        data = sys.stdin.buffer.read(limits.document_bytes + 1)
        folder = root if root is not None else None
        return Entry(data, "-", _opener(folder, folder, limits))
    path = Path(spec)
    if os.path.isdir(path):  # noqa: PTH112 - a name that no file can have is no folder, and no error
        path = _entry_of(path)
    data = _read(path, str(path), limits)
    folder = path.parent
    return Entry(data, str(path), _opener(folder, root or folder, limits))


def open_overlay(path: Path, shown_as: str, spec: str, url: str | None, limits: Limits) -> tuple[bytes, Callable[[str], bool]]:
    """Open an OpenAPI Overlay document: its bytes, and whether what it `extends` is another description than SPEC.

    Source: Overlay Specification 1.1.0, `extends`: a URI reference, relative to the document. An address is compared with `url`, where
    the vendor publishes the description, and is no other where none is known. Raises DescriptionError for what is missing or unreadable.
    """

    def is_other(extends: str) -> bool:
        try:
            address = urlsplit(extends)
        except ValueError:
            return True
        if address.scheme not in ("", "file") or address.netloc:
            return url is not None and extends.partition("#")[0] != url
        if spec == "-" or not address.path:
            return False
        meant = Path(spec)
        if meant.is_dir():
            meant = _entry_of(meant)
        named = unquote(address.path)
        return "\0" in named or os.path.realpath(path.parent / named) != os.path.realpath(meant)

    return _read(path, shown_as, limits), is_other


def _entry_of(folder: Path) -> Path:
    found = sorted(folder / name for name in _ENTRY_NAMES if os.path.isfile(folder / name))  # noqa: PTH113
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(
            [
                Problem(
                    SourceLocation(str(folder)),
                    Severity.ERROR,
                    Code.FOLDER_WITHOUT_DESCRIPTION,
                    "expected a file `openapi.*` or `swagger.*` in the folder, found none",
                    "name the description itself",
                )
            ]
        )
    names = ", ".join(f"`{path.name}`" for path in found)
    raise UsageError(
        [
            Problem(
                SourceLocation(str(folder)),
                Severity.ERROR,
                Code.FOLDER_WITH_SEVERAL_DESCRIPTIONS,
                f"expected one description in the folder, found {names}",
                "name the one that you mean",
            )
        ]
    )


def _read(path: Path, shown_as: str, limits: Limits) -> bytes:
    where = SourceLocation(shown_as)
    try:
        # A pipe that nobody writes to, and a device, must not make the program wait.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        try:
            # One byte more than may be: the reader says so, with the option that raises the limit.
            return _read_open(descriptor, limits.document_bytes + 1)
        finally:
            os.close(descriptor)
    except FileNotFoundError as error:
        problem = Problem(where, Severity.ERROR, Code.FILE_NOT_FOUND, f"there is no file `{shown_as}`", "check the path")
        raise DescriptionError([problem]) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        problem = Problem(
            where,
            Severity.ERROR,
            Code.FILE_UNREADABLE,
            f"`{shown_as}` could not be read: {reason}",
            "check that it is a file you may read",
        )
        raise DescriptionError([problem]) from error


def _read_open(descriptor: int, most: int) -> bytes:
    """The first bytes of a file or a pipe, this many or all there are. Raises OSError for anything else."""
    found = os.fstat(descriptor)
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not (stat.S_ISREG(found.st_mode) or stat.S_ISFIFO(found.st_mode)):
        raise OSError(errno.EINVAL, "not a regular file")
    os.set_blocking(descriptor, True)
    return read_at_most(descriptor, most)


def _opener(folder: Path | None, root: Path | None, limits: Limits) -> OpenDocument:
    # Most descriptions are one file.
    below = cache(root.resolve) if root is not None else None

    def open_document(name: str) -> Document | Unfollowed:
        if folder is None or below is None:
            return Unfollowed(
                Code.REFERENCE_OUTSIDE, f"`{name}` is another file, and a description from standard input has no folder"
            )
        path = folder / name
        try:
            real = path.resolve()
        except (OSError, RuntimeError, ValueError):
            return Unfollowed(Code.REFERENCE_UNREADABLE, f"`{name}` leads nowhere")
        if not real.is_relative_to(below()):
            return Unfollowed(Code.REFERENCE_OUTSIDE, f"`{name}` is a local file outside the folder and is not followed")
        try:
            if not real.is_file():
                return Unfollowed(Code.REFERENCE_NOT_FOUND, f"the file `{name}` does not exist")
            return read_document(_read(real, str(path), limits), name=name, shown_as=str(path), limits=limits)
        except DescriptionError as error:
            first = error.problems[0]
            line = f" in line {first.where.line}" if first.where is not None and first.where.line else ""
            return Unfollowed(Code.REFERENCE_UNREADABLE, f"the file `{name}` could not be read{line} ({first.code})")
        except (OSError, ValueError):
            return Unfollowed(Code.REFERENCE_UNREADABLE, f"the file `{name}` could not be read")

    return open_document
