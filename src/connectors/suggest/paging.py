"""Proposals for pagination, from the package's own facts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from connectors.derive.pagination import paginated
from connectors.derive.paging_verdicts import Applied, Proposed
from connectors.description.at import At, document_of, pointer_of
from connectors.model.operation import Operation, PaginationStyle
from connectors.suggest.package_facts import Schemas, facts_of

__all__ = ["PagingProposal", "paging_proposals", "place"]


def place(at: At) -> str:
    """A place in the package: a file or an identity, `#`, and the pointer below it."""
    return f"{document_of(at)}#{pointer_of(at)}"


@dataclass(frozen=True, slots=True)
class PagingProposal:
    """How an operation may be paged. `draft` holds what is known of an overlay entry; `missing` is what a person has to find out."""

    identity: str
    style: PaginationStyle
    draft: Mapping[str, str | int] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


def paging_proposals(operations: Iterable[Operation], schemas: Mapping[str, msgspec.Raw]) -> list[PagingProposal]:
    """A proposal for each operation that is not paged and may be, in the order of the operations."""
    known = list(operations)
    decoded = Schemas(schemas)
    verdicts = paginated([facts_of(operation, decoded) for operation in known], decoded.shapes)
    found: list[PagingProposal] = []
    for operation in known:
        verdict = verdicts.get(operation.identity)
        if operation.pagination is not None or verdict is None:
            continue
        if isinstance(verdict, Proposed):
            found.append(PagingProposal(operation.identity, verdict.style, verdict.draft, verdict.missing, verdict.evidence))
        elif isinstance(verdict, Applied):
            pagination = verdict.pagination
            draft = {
                name: value
                for name in (
                    "page",
                    "offset",
                    "cursor",
                    "size",
                    "items",
                    "next",
                    "next_header",
                    "has_more",
                    "done",
                    "pages",
                    "total",
                )
                if (value := getattr(pagination, name)) is not None
            }
            missing = ("a word of the description: an extension or an overlay says that it is not paged",)
            found.append(PagingProposal(operation.identity, pagination.style, draft, missing, pagination.evidence))
    return found
