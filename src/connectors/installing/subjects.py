"""What `install` is asked for: a recipe, a package, a description, or a version that is in the store already."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from connectors.catalog.lookup import not_granted
from connectors.catalog.tiers import GRANT, Found, Tier, Tiers
from connectors.inputs import is_address
from connectors.installed.records import InstallRecord, Origin, read
from connectors.installed.versions import find_address, versions_of
from connectors.problems import Code, PackageError, Problem, Severity, nearest
from connectors.store import layout
from connectors.store.render import public_url

__all__ = ["Subject", "Version", "find_subject"]

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_VERSION = re.compile(r"(?:(?P<id>[a-z][a-z0-9_]{0,31})@)?(?P<address>(?:sha256:)?[0-9a-f]+)")


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the store, which is to become the active one again."""

    connector: str
    address: str


@dataclass(frozen=True, slots=True)
class Subject:
    """What a version is made from.

    `folder` is that of a recipe or package; None for a description, and for the version that is installed. `connector` is None where
    only an option can say it. `spec` is the description that was named itself. `place` is how people call it.
    """

    origin: Origin
    place: str
    connector: str | None = None
    folder: Path | None = None
    tier: Tier | None = None
    spec: str | None = None
    notes: tuple[Problem, ...] = ()


def find_subject(what: str, tiers: Tiers) -> Subject | Version:
    """Find what ID, ID@ADDRESS, DIR, FILE or URL means; a word that can be an id is one.

    Raises UsageError, PackageError (exit status 2) where nothing is there, exit status 3 where only an ungranted tier holds it.
    """
    if _ID.fullmatch(what):
        return _of_id(what, tiers)
    if (match := _VERSION.fullmatch(what)) and (match["id"] or match["address"].startswith("sha256:")):
        return _version(match["id"], match["address"], tiers)
    if is_address(what):
        return Subject(Origin.DESCRIPTION, public_url(what), spec=what)
    path = Path(what)
    place = os.path.abspath(path)  # noqa: PTH100 - a link stays what the user wrote
    if path.is_dir():
        if (path / layout.CONNECTOR).exists():
            return Subject(Origin.PACKAGE, place, folder=path)
        if (path / layout.SOURCE).exists():
            return Subject(Origin.RECIPE, place, folder=path)
    elif not path.exists():
        message = f"`{what}` is neither a file nor a folder nor an id nor a version of the store"
        raise _not_found(message, "give a recipe, a package or a description, or see `connectors list`")
    return Subject(Origin.DESCRIPTION, place, spec=what)


def _of_id(connector: str, tiers: Tiers) -> Subject:
    """A recipe or package of the project or the program; or what is installed, to be generated again.

    A connector that a person installed from a folder or a description of their own stays that one: its own files are its recipe.
    """
    notes = _withheld(connector, tiers)
    installed = tiers.in_tier(Tier.USER, connector)
    if installed is not None and installed.address is not None:
        record = read(tiers.places.record(installed.address), InstallRecord)
        if record is not None and record.tier is None:
            return Subject(Origin.INSTALLED, connector, connector, tier=Tier.USER, notes=notes)
    for tier in (Tier.PROJECT, Tier.BAKED):
        if (found := tiers.in_tier(tier, connector)) is not None:
            return Subject(Origin(found.kind.value), _place(found), connector, found.folder, tier, notes=notes)
    if installed is not None:
        return Subject(Origin.INSTALLED, connector, connector, tier=Tier.USER, notes=notes)
    if (withheld := tiers.withheld(connector)) is not None:
        raise not_granted(connector, withheld)
    message = f"no tier holds a recipe or package `{connector}`"
    if stored := versions_of(tiers.places, connector):
        remedy = f"run `connectors install {connector}@{stored[0].address[:19]}`"
        raise _not_found(f"{message}, and no version of it is active; some are stored", remedy)
    if Path(connector).exists():
        raise _not_found(f"{message}; a file or folder has to be written as one", f"give `./{connector}`")
    near = nearest(connector, {found.connector for found in tiers.all()})
    remedy = f"did you mean `{near}`?" if near else "give the folder of a recipe, or a description with `--id`"
    raise _not_found(message, remedy)


def _version(connector: str | None, text: str, tiers: Tiers) -> Version:
    address = find_address(tiers.places, text, connector)
    for version in versions_of(tiers.places, connector):
        if version.address == address:
            return Version(version.connector, address)
    raise _not_found(f"the card of `{address}` cannot be read", "run `connectors doctor`")


def _place(found: Found) -> str:
    # Where the program itself is installed says nothing, and changes with its next version.
    return found.connector if found.tier is Tier.BAKED else os.path.abspath(found.folder)  # noqa: PTH100


def _withheld(connector: str, tiers: Tiers) -> tuple[Problem, ...]:
    withheld = tiers.withheld(connector)
    if withheld is None:
        return ()
    message = f"`{withheld}` was passed over: the project's own connectors are not granted"
    return (Problem(None, Severity.NOTE, Code.PROJECT_NOT_GRANTED, message, f"set `{GRANT}=1`, or give `./{withheld}`"),)


def _not_found(message: str, remedy: str) -> PackageError:
    return PackageError([Problem(None, Severity.ERROR, Code.PACKAGE_NOT_FOUND, message, remedy)], exit_status=2)
