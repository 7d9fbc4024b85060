"""The tiers, in the order in which they are asked: the first that holds a connector gives it."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from connectors.installed.places import Places
from connectors.installed.records import active
from connectors.installed.versions import connectors_in
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation
from connectors.store import layout

__all__ = ["GRANT", "PROJECT", "Found", "Kind", "Tier", "Tiers", "baked_folder"]

GRANT = "CONNECTORS_PROJECT_CATALOG"
"""The environment variable that grants the project's tier, by `1` alone."""

PROJECT = Path("connectors")
"""The project's own connectors, one folder an id."""

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_DERIVED = (layout.CONNECTOR, layout.COVERAGE, layout.SCHEMAS, "operations")


class Tier(StrEnum):
    """Where a connector was found."""

    PROJECT = "project"
    USER = "user"
    BAKED = "baked"


class Kind(StrEnum):
    """What was found."""

    PACKAGE = "package"
    RECIPE = "recipe"


@dataclass(frozen=True, slots=True)
class Found:
    """A connector of a tier. `address` is known where the store's pointer names it; the folder may still turn out broken."""

    connector: str
    tier: Tier
    kind: Kind
    folder: Path
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Tiers:
    """The tiers of one run. `baked` is None where the program ships none."""

    project: Path = PROJECT
    granted: bool = False
    places: Places = field(default_factory=Places.of_user)
    baked: Path | None = None

    @classmethod
    def of_user(cls, environment: Mapping[str, str] | None = None) -> "Tiers":
        """The tiers as the environment and the working directory have them."""
        known = os.environ if environment is None else environment
        return cls(PROJECT, known.get(GRANT) == "1", Places.of_user(environment), baked_folder())

    def holding(self, connector: str, kind: Kind | None = None) -> Found | None:
        """The first tier that holds a connector, and what; only packages or only recipes where `kind` says so.

        Raises PackageError for a pointer of the store that is broken: nothing behind it is asked.
        """
        for tier in Tier:
            found = self.in_tier(tier, connector)
            if found is not None and kind in (None, found.kind):
                return found
        return None

    def withheld(self, connector: str) -> Path | None:
        """The project's folder of this id, where it is there and not granted, and no part of what the program ships."""
        folder = self.project / connector
        if self.granted or _kind(folder) is None:
            return None
        if self.baked is not None and self.baked.exists() and self.project.exists() and self.baked.samefile(self.project):
            return None
        return folder

    def all_withheld(self) -> tuple[str, ...]:
        """The ids of the project's folder, where it is not granted, sorted."""
        return tuple(name for name in sorted(_ids_below(self.project)) if self.withheld(name) is not None)

    def all(self) -> tuple[Found, ...]:
        """Everything in the tiers that may be used, by id; of one id, the one that is found first comes first.

        Raises PackageError for a pointer of the store that is broken.
        """
        names = {*connectors_in(self.places)}
        if self.granted:
            names |= _ids_below(self.project)
        if self.baked is not None:
            names |= _ids_below(self.baked)
        return tuple(found for name in sorted(names) for tier in Tier if (found := self.in_tier(tier, name)) is not None)

    def all_but_user(self) -> tuple[Found, ...]:
        """The packages of the tiers that are no store. The store is not looked at: it may be damaged."""
        roots = {Tier.PROJECT: self.project if self.granted else None, Tier.BAKED: self.baked}
        return tuple(
            found
            for tier, root in roots.items()
            if root is not None
            for name in sorted(_ids_below(root))
            if (found := self.in_tier(tier, name)) is not None and found.kind is Kind.PACKAGE
        )

    def packages(self) -> tuple[Found, ...]:
        """The packages that ids mean, one an id, sorted by id: what may be shown, called and searched."""
        first: dict[str, Found] = {}
        for found in self.all():
            if found.kind is Kind.PACKAGE:
                first.setdefault(found.connector, found)
        return tuple(first.values())

    def in_tier(self, tier: Tier, connector: str) -> Found | None:
        """What one tier holds of a connector; nothing where it may not be used. Raises PackageError for a broken pointer."""
        if tier is Tier.USER:
            return self._installed(connector)
        root = self.baked if tier is Tier.BAKED else self.project if self.granted else None
        if root is None or (kind := _kind(root / connector)) is None:
            return None
        return Found(connector, tier, kind, root / connector)

    def _installed(self, connector: str) -> Found | None:
        pointer = active(self.places, connector)
        while pointer is not None:
            folder = self.places.package(pointer.address)
            if folder.is_dir():
                return Found(connector, Tier.USER, Kind.PACKAGE, folder, pointer.address)
            # Readers take no lock: another version may have become active, and this one been collected, since the pointer was read.
            again = active(self.places, connector)
            if again == pointer:
                raise _lost(self.places, connector, pointer.address)
            pointer = again
        return None


def baked_folder() -> Path | None:
    """The packages that ship with the program: data inside the wheel, or the folder of the checkout that runs."""
    package = Path(__file__).parents[1]
    if (inside := package / "_catalog").is_dir():
        return inside
    checkout = package.parents[1]
    return checkout / "connectors" if package.parent.name == "src" and (checkout / "pyproject.toml").is_file() else None


def _ids_below(folder: Path) -> set[str]:
    try:
        return {entry.name for entry in os.scandir(folder) if _ID.fullmatch(entry.name) and _kind(folder / entry.name) is not None}
    except OSError:
        return set()


def _kind(folder: Path) -> Kind | None:
    """What a folder holds; a package that has lost files is one, so that nothing behind it is asked. None where it holds neither."""
    if any(os.path.lexists(folder / path) for path in _DERIVED):
        return Kind.PACKAGE
    return Kind.RECIPE if os.path.lexists(folder / layout.SOURCE) else None


def _lost(places: Places, connector: str, address: str) -> PackageError:
    where = SourceLocation(str(places.pointer(connector)), pointer="/address")
    message = f"`{connector}` is installed as `{address}`, and the store has no such package"
    remedy = "run `connectors doctor --fix`, or install it anew"
    return PackageError([Problem(where, Severity.ERROR, Code.STORE_DAMAGED, message, remedy)])
