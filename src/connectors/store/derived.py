"""What was derived, read back from a package: the same value that the derivation gave, so that it can be sealed anew."""

from connectors.model.package import Derived
from connectors.store.load import Sealed

__all__ = ["derived_of"]


def derived_of(sealed: Sealed) -> Derived:
    """The derived half of a package, as the stage before it was written had it; its names are those of the lock beside it."""
    card, coverage = sealed.connector, sealed.coverage
    return Derived(
        connector=card.id,
        title=card.title,
        description=card.description,
        api_version=card.api_version,
        declared_tags=card.tags,
        servers=card.servers,
        auth=card.auth,
        default_security=card.default_security,
        operations=sealed.operations,
        schemas=sealed.schemas,
        gaps=coverage.gaps,
        notes=coverage.notes,
        events=coverage.events,
        excluded=coverage.excluded,
        not_carried=coverage.not_carried,
        tags=card.counts.tags,
        deprecated=card.counts.deprecated,
        lock=sealed.lock,
    )
