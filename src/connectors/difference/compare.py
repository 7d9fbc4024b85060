"""Everything that is another between two packages, for whoever calls them."""

from connectors.difference.change import At, Changes, Difference, Summary, shown
from connectors.difference.codes import ChangeCode
from connectors.difference.credentials import compare_schemes
from connectors.difference.operations import compare_operations
from connectors.difference.schemas import SchemaComparison
from connectors.difference.servers import compare_servers
from connectors.model.connector import Connector
from connectors.model.package import Package

__all__ = ["compare"]

_SOURCE = ("format", "sha256", "url", "documents", "overlays", "prose", "self_hosted", "include", "exclude")


def compare(old: Package, new: Package) -> Difference:
    """Compare two effective packages.

    Operations are the same by identity, whatever their ids; schemas by what they admit, whatever their names. Takes time linear in the
    size of both, for each pair of shared schemas is compared once a direction.
    """
    changes = Changes()
    schemas = SchemaComparison(changes, old.schemas, new.schemas)
    _compare_connectors(changes, old.connector, new.connector)
    compare_operations(changes, old, new, schemas)
    schemas.finish()
    return Difference(_summary(old), _summary(new), changes.sorted())


def _summary(package: Package) -> Summary:
    return Summary(package.connector.id, package.address, package.connector.api_version)


def _compare_connectors(changes: Changes, old: Connector, new: Connector) -> None:
    at = At(changes, (), "/connector", "/connector")
    if old.id != new.id:
        at.add(ChangeCode.CONNECTOR_RENAMED, old.id, new.id, "id")
    compare_schemes(at.below("auth"), old.auth, new.auth)
    compare_servers(at.below("servers"), old.servers, new.servers)
    if old.api_version != new.api_version:
        at.add(ChangeCode.VERSION_CHANGED, old.api_version, new.api_version, "api_version")
    if (old.title, old.description, old.tags) != (new.title, new.description, new.tags):
        at.add(ChangeCode.WORDS_CHANGED, None, None)
    if old.maturity != new.maturity:
        at.add(ChangeCode.MATURITY_CHANGED, old.maturity, new.maturity, "maturity")
    before, after = old.provenance, new.provenance
    for name in _SOURCE:
        if getattr(before, name) != getattr(after, name):
            at.add(ChangeCode.SOURCE_CHANGED, shown(getattr(before, name)), shown(getattr(after, name)), "provenance", name)
    if before.derivation != after.derivation:
        at.add(ChangeCode.DERIVATION_CHANGED, str(before.derivation), str(after.derivation), "provenance", "derivation")
    for name in type(old.rights).__struct_fields__:
        was, now = getattr(old.rights, name), getattr(new.rights, name)
        if was != now:
            at.add(ChangeCode.RIGHTS_CHANGED, shown(was), shown(now), "rights", name)
