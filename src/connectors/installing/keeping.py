"""Pinning versions, and letting them go."""

from collections.abc import Iterable

from connectors.installed.commit import keep, take_back
from connectors.installed.durable import writing
from connectors.installed.locks import id_lock, working
from connectors.installed.places import Places
from connectors.installed.versions import find_address, pinned, versions_of
from connectors.problems import Code, PackageError, Problem, Severity

__all__ = ["keep_versions", "let_versions_go"]


def keep_versions(places: Places, texts: Iterable[str]) -> None:
    """Pin stored versions, each given as ADDRESS or ID@ADDRESS. Raises ConnectorsError for one that is not there."""
    for text in texts:
        connector, _, digits = text.rpartition("@")
        address = find_address(places, digits, connector or None)
        whose = next((version.connector for version in versions_of(places) if version.address == address), None)
        if whose is None and not places.package(address).is_dir():
            # Another run took it out of the store since it was found.
            find_address(places, address)
        if whose is None:
            message = f"the card of `{address}` cannot be read"
            problem = Problem(None, Severity.ERROR, Code.STORE_DAMAGED, message, "run `connectors doctor`")
            raise PackageError([problem])
        with writing(places.root), id_lock(places, whose), working(places) as work:
            keep(places, whose, address, work)


def let_versions_go(places: Places, texts: Iterable[str]) -> None:
    """Take back pins, each given as ADDRESS or ID@ADDRESS. Raises PackageError (exit status 2) where there is no such pin."""
    for text in texts:
        digits = text.rpartition("@")[2].removeprefix("sha256:")
        found = [address for address in sorted(pinned(places)) if address.startswith(f"sha256:{digits}")]
        if len(found) != 1 or len(digits) < 8:
            message = f"one pinned version is expected to begin with `{text}`, found {len(found)}"
            problem = Problem(None, Severity.ERROR, Code.ADDRESS_NOT_FOUND, message, "see `connectors gc --dry-run --json`")
            raise PackageError([problem], exit_status=2)
        take_back(places, found[0])
