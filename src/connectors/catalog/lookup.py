"""What PACKAGE names: a folder, an id of a tier, or an address of the store."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from connectors.catalog.tiers import GRANT, Found, Kind, Tier, Tiers
from connectors.installed.versions import find_address
from connectors.model.package import Package
from connectors.problems import Code, ConnectorsError, PackageError, Problem, Severity, SourceLocation, UsageError, nearest
from connectors.store import layout
from connectors.store.load import load_package

__all__ = ["Located", "NotGrantedError", "load", "locate", "not_granted", "passed_over", "passed_over_all", "read"]

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_ADDRESS = re.compile(r"sha256:")
_ELSEWHERE = re.compile(r"(?:git:|oci://|[A-Za-z][A-Za-z0-9+.-]+://)")

_Result = TypeVar("_Result")


class NotGrantedError(ConnectorsError):
    """Only a tier that is not granted holds the id."""

    exit_status = 3


@dataclass(frozen=True, slots=True)
class Located:
    """The folder that PACKAGE names. `tier` is None where the folder or the address was given itself.

    `notes` is what is to be said of tiers that were passed over.
    """

    folder: Path
    tier: Tier | None = None
    notes: tuple[Problem, ...] = ()


def locate(text: str, tiers: Tiers) -> Located:
    """Find what PACKAGE names.

    A word that can be an id is one, whatever folders stand around: `./forgejo` and `connectors/forgejo` are folders. Raises UsageError
    for a kind of name that cannot be looked up, PackageError (exit status 2) where nothing is there, NotGrantedError where only the
    project's tier holds the id and is not granted.
    """
    if _ELSEWHERE.match(text):
        message = f"`{text}` is neither a folder nor an id nor an address of the store, and only these can be read so far"
        raise _usage(message, "give a package's folder, or install it and give its id")
    if _ADDRESS.match(text):
        return Located(tiers.places.package(find_address(tiers.places, text)))
    if not _ID.fullmatch(text):
        return Located(_folder(text))
    found = tiers.holding(text, Kind.PACKAGE)
    if found is not None:
        return Located(found.folder, found.tier, passed_over(text, found, tiers))
    if (withheld := tiers.withheld(text)) is not None:
        raise not_granted(text, withheld)
    raise PackageError([_not_found(text, tiers)], exit_status=2)


def load(text: str, tiers: Tiers, say: Callable[[tuple[Problem, ...]], None]) -> Package:
    """Load what PACKAGE names; `say` gets what is to be said of tiers that were passed over, before it is loaded."""
    return read(text, tiers, load_package, say)


def read(text: str, tiers: Tiers, reader: Callable[[Path], _Result], say: Callable[[tuple[Problem, ...]], None]) -> _Result:
    """Read the package that PACKAGE names with `reader`.

    Readers take no lock: where another program activates a new version and collects the old one meanwhile, the new one is read.
    """
    located = locate(text, tiers)
    say(located.notes)
    while True:
        try:
            return reader(located.folder)
        except PackageError:
            if located.tier is not Tier.USER or (again := locate(text, tiers)).folder == located.folder:
                raise
            located = again


def passed_over(connector: str, found: Found, tiers: Tiers) -> tuple[Problem, ...]:
    """What is to be said where the project's tier would have come first, and is not granted."""
    withheld = tiers.withheld(connector)
    if withheld is None:
        return ()
    message = f"`{withheld}` was passed over for the {found.tier.value} tier: the project's own connectors are not granted"
    return (Problem(None, Severity.NOTE, Code.PROJECT_NOT_GRANTED, message, f"set `{GRANT}=1`, or give `./{withheld}`"),)


def passed_over_all(tiers: Tiers) -> Problem | None:
    """What is to be said where the project's tier holds anything at all, and is not granted."""
    if not (names := tiers.all_withheld()):
        return None
    message = f"`./{tiers.project}` was passed over: the project's own connectors ({len(names)}) are not granted"
    return Problem(None, Severity.NOTE, Code.PROJECT_NOT_GRANTED, message, f"set `{GRANT}=1` where you trust this project")


def not_granted(connector: str, withheld: Path) -> NotGrantedError:
    """The refusal of an id that only the project's tier holds."""
    message = f"only the project's own folder `{withheld}` holds `{connector}`, and it is not granted"
    remedy = f"set `{GRANT}=1` where you trust this project, or give the folder: `./{withheld}`"
    return NotGrantedError([Problem(None, Severity.ERROR, Code.PROJECT_NOT_GRANTED, message, remedy)])


def _folder(text: str) -> Path:
    folder = Path(text)
    if folder.is_dir():
        return folder
    if folder.is_file():
        message = f"a package is a folder, and `{text}` is a file"
        remedy = f"give the folder that holds `{layout.CONNECTOR}`"
        problem = Problem(SourceLocation(text), Severity.ERROR, Code.PACKAGE_NOT_FOUND, message, remedy)
    else:
        message, remedy = f"no package `{text}`: there is no folder of that name", "give a package's folder or its id"
        problem = Problem(None, Severity.ERROR, Code.PACKAGE_NOT_FOUND, message, remedy)
    raise PackageError([problem], exit_status=2)


def _not_found(text: str, tiers: Tiers) -> Problem:
    message = f"no package `{text}`: no tier holds it"
    if (recipe := tiers.holding(text, Kind.RECIPE)) is not None:
        message = f"`{text}` is a recipe of the {recipe.tier.value} tier, and not installed"
        remedy = f"run `connectors install {text}`"
    elif Path(text).is_dir():
        message += f"; a folder has to be written as one, `./{text}`"
        remedy = f"give `./{text}`"
    elif near := nearest(text, [found.connector for found in tiers.all()]):
        remedy = f"did you mean `{near}`?"
    else:
        remedy = "see `connectors list`, or install it with `connectors install`"
    return Problem(None, Severity.ERROR, Code.PACKAGE_NOT_FOUND, message, remedy)


def _usage(message: str, remedy: str) -> UsageError:
    return UsageError([Problem(None, Severity.ERROR, Code.USAGE, message, remedy)])
