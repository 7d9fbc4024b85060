"""The notices of a catalog: its packages read by the one loader, and the file that speaks for all of them."""

import os
from dataclasses import dataclass
from pathlib import Path

from connectors.problems import Code, ConnectorsError, PackageError, Problem, Severity, SourceLocation, UsageError
from connectors.rights.catalog_notices import Noticed, section, with_section
from connectors.shipping import source_of
from connectors.store import layout
from connectors.store.folder import read_file
from connectors.store.load import load_package
from connectors.validation import find_packages

__all__ = ["Noted", "write_notices"]


@dataclass(frozen=True, slots=True)
class Noted:
    """What was written, or would be. `packages` counts those that the file names."""

    path: Path
    packages: int
    changed: bool


def write_notices(catalog: Path, output: Path, *, check: bool = False) -> Noted:
    """Write the section of `output` that speaks for the packages of `catalog`, and leave the rest of the file as it is.

    Recipes are passed over: they hold nothing of a publisher's. Raises PackageError with every package that cannot be loaded and for
    marks that are no pair; UsageError for a file that cannot be read or written. With `check` nothing is written.
    """
    packages: list[Noticed] = []
    problems: list[Problem] = []
    status = 0
    found = find_packages(catalog)
    if not catalog.is_dir():
        message = f"`{catalog}` is no folder"
        raise _error(catalog, Code.PACKAGE_NOT_FOUND, message, "name a folder of packages")
    for directory in found:
        if not os.path.lexists(directory / layout.CONNECTOR):
            continue
        try:
            package = load_package(directory)
            attribution = source_of(directory).attribution
        except ConnectorsError as error:
            problems += error.problems
            status = max(status, error.exit_status)
            continue
        packages.append(Noticed(_path(directory, output), package.connector, attribution, package.notices))
    if problems:
        raise PackageError(problems, exit_status=status)
    old = _text(output)
    new = with_section(old or "", section(packages), str(output))
    if new != old and not check:
        try:
            output.write_bytes(new.encode())
        except OSError as error:
            message = f"`{output}` cannot be written: {error.strerror or error}"
            raise _error(output, Code.OUTPUT_UNWRITABLE, message, "give another `--output`") from error
    return Noted(output, len(packages), new != old)


def _path(directory: Path, output: Path) -> str:
    """The folder as the notices name it: from where they stand."""
    return Path(os.path.relpath(directory, output.parent)).as_posix()


def _text(path: Path) -> str | None:
    try:
        return read_file(path).decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        message = f"`{path}` is no text file in UTF-8 that can be read"
        raise _error(path, Code.FILE_UNREADABLE, message, "make it one, or give another `--output`") from error


def _error(path: Path, code: Code, message: str, remedy: str) -> UsageError:
    return UsageError([Problem(SourceLocation(str(path)), Severity.ERROR, code, message, remedy)])
