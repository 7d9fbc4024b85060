"""Everything that can be proposed for one package."""

from connectors.model.package import Package
from connectors.suggest.credentials import credential_parameters, no_identities, value_prefixes
from connectors.suggest.curated import curated_candidates
from connectors.suggest.operations import idempotency_members, outcomes, pending_answers, reads_behind_post
from connectors.suggest.package_facts import Schemas
from connectors.suggest.paging import paging_proposals
from connectors.suggest.proposals import Kind, Proposal, Value

__all__ = ["suggest"]


def suggest(package: Package) -> tuple[Proposal, ...]:
    """The proposals, by kind and then by operation. Reads the package alone: what an extension said of paging is not in it."""
    operations, schemes = package.operations, package.connector.auth
    schemas = Schemas(package.schemas)
    return (
        *(
            Proposal(
                Kind.PAGINATION,
                item.identity,
                f"it may be walked: {item.style.value}",
                {"pagination": _entry(str(item.style), item.draft)},
                item.evidence,
                item.missing,
            )
            for item in paging_proposals(operations, package.schemas)
        ),
        *credential_parameters(operations),
        *value_prefixes(schemes),
        *no_identities(schemes),
        *outcomes(operations, schemas),
        *idempotency_members(operations),
        *pending_answers(operations),
        *reads_behind_post(operations),
        *curated_candidates(operations),
    )


def _entry(style: str, draft: object) -> dict[str, Value]:
    assert isinstance(draft, dict)
    return {"style": style, **draft}
