"""One run of `remove`."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from connectors.installed.collect import named
from connectors.installed.commit import deactivate, discard
from connectors.installed.durable import writing
from connectors.installed.locks import id_lock, working
from connectors.installed.places import Places
from connectors.installed.versions import connectors_in, find_address
from connectors.problems import Code, PackageError, Problem, Severity, UsageError, nearest

__all__ = ["Removed", "remove"]

_WHAT = re.compile(r"(?P<id>[a-z][a-z0-9_]{0,31})(?:@(?P<address>.+))?")


@dataclass(frozen=True, slots=True)
class Removed:
    """What was taken out of use: the version that was active, or the one that was `deleted`."""

    connector: str
    address: str | None
    deleted: bool


def remove(what: str, places: Places, *, waiting: Callable[[str], None] = lambda _: None) -> Removed:
    """Take ID, or ID@ADDRESS, out of use.

    Raises UsageError for anything else, PackageError (exit status 2) where it is not installed, KeptError for a version that is named.
    """
    match = _WHAT.fullmatch(what)
    if match is None:
        message = f"expected an id, or `ID@ADDRESS`, found `{what}`"
        raise UsageError([Problem(None, Severity.ERROR, Code.USAGE, message, "take one that `connectors list --all` shows")])
    connector, text = match["id"], match["address"]
    if text is None and connector not in connectors_in(places):
        raise _not_installed(connector, places)
    with writing(places.root), id_lock(places, connector, lambda: waiting(connector)):
        if text is None:
            # Another run may have removed it while this one waited.
            if connector not in connectors_in(places):
                raise _not_installed(connector, places)
            return Removed(connector, deactivate(places, connector), deleted=False)
        address = find_address(places, text, connector)
        with working(places) as work:
            discard(places, connector, address, named, work)
        return Removed(connector, address, deleted=True)


def _not_installed(connector: str, places: Places) -> PackageError:
    near = nearest(connector, connectors_in(places))
    remedy = f"did you mean `{near}`?" if near else "see `connectors list`"
    problem = Problem(None, Severity.ERROR, Code.PACKAGE_NOT_FOUND, f"`{connector}` is not installed", remedy)
    return PackageError([problem], exit_status=2)
