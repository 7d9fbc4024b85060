"""Where descriptions come from: a file, a folder, standard input, and the further files they refer to.

Only files below one folder are ever opened, links resolved; nothing is fetched.
"""

import errno
import os
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from connectors.description.reading import read_document
from connectors.description.resolve import OpenDocument, Unfollowed
from connectors.description.tree import Document
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, Problem, Severity, SourceLocation, UsageError

__all__ = ["Entry", "Opening", "open_entry", "open_overlay"]

_ENTRY_NAMES = tuple(f"{name}.{ending}" for name in ("openapi", "swagger") for ending in ("json", "yaml", "yml"))


@dataclass(frozen=True, slots=True)
class Entry:
    """The first document of a description: its bytes, what people call it, and how its further files are opened."""

    data: bytes
    shown_as: str
    opener: OpenDocument


Opening: TypeAlias = Callable[[str, Path | None, Limits], Entry]
"""Opens SPEC, whose further files may be read below a folder: `open_entry`, or whoever keeps or gives back what it read."""


def open_entry(spec: str, root: Path | None, limits: Limits) -> Entry:
    """Open SPEC: a file, a folder that holds one description, or `-` for standard input.

    Further files are looked for below `root`, or below the folder of SPEC. Raises DescriptionError for what is missing or unreadable,
    UsageError for a folder that holds no description or several.
    """
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
        with os.fdopen(descriptor, "rb") as file:
            mode = os.fstat(descriptor).st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
                raise OSError(errno.EINVAL, "not a regular file")
            os.set_blocking(descriptor, True)
            # One byte more than may be: the reader says so, with the option that raises the limit.
            return file.read(limits.document_bytes + 1)
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


def _opener(folder: Path | None, root: Path | None, limits: Limits) -> OpenDocument:
    allowed = root.resolve() if root is not None else None

    def open_document(name: str) -> Document | Unfollowed:
        if folder is None or allowed is None:
            return Unfollowed(
                Code.REFERENCE_OUTSIDE, f"`{name}` is another file, and a description from standard input has no folder"
            )
        path = folder / name
        try:
            real = path.resolve()
        except (OSError, RuntimeError, ValueError):
            return Unfollowed(Code.REFERENCE_UNREADABLE, f"`{name}` leads nowhere")
        if not real.is_relative_to(allowed):
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
