"""A small set of operations to start with: for each resource the one that lists and the one that opens, then the one that makes."""

from collections.abc import Iterable, Iterator

from connectors.model.operation import Effect, Operation
from connectors.suggest.proposals import Kind, Proposal

__all__ = ["curated_candidates"]

_MOST = 24


def curated_candidates(operations: Iterable[Operation]) -> Iterator[Proposal]:
    """Candidates for `curated`, in turns over the resources, the largest resource first; none where somebody has chosen already."""
    known = list(operations)
    if any(operation.curated for operation in known):
        return
    resources: dict[str, list[Operation]] = {}
    for operation in known:
        if operation.callable and not operation.deprecated:
            resources.setdefault(operation.resource, []).append(operation)
    ordered = sorted(resources.values(), key=lambda group: (-len(group), group[0].resource))
    turns = [_chosen(group) for group in ordered]
    given = 0
    for turn in range(3):
        for choice in turns:
            if turn < len(choice) and given < _MOST:
                operation, reason = choice[turn]
                given += 1
                yield Proposal(Kind.CURATED, operation.identity, reason, {"curated": True}, (f"{operation.identity}#/resource",))


def _chosen(group: list[Operation]) -> list[tuple[Operation, str]]:
    """The operations of a resource worth starting with, the best first."""
    resource = group[0].resource
    found: list[tuple[Operation, str]] = []
    reads = sorted((operation for operation in group if operation.effect is Effect.READ), key=_simplicity)
    lists = [operation for operation in reads if operation.pagination is not None] or [
        operation for operation in reads if not operation.path.rstrip("/").endswith("}")
    ]
    single = [operation for operation in reads if operation.path.rstrip("/").endswith("}")]
    makes = sorted((operation for operation in group if operation.effect is Effect.CREATE), key=_simplicity)
    if lists:
        walked = ", and can be walked" if lists[0].pagination is not None else ""
        found.append((lists[0], f"the plainest list of `{resource}`{walked}"))
    if single:
        found.append((single[0], f"the plainest read of one `{resource}`"))
    if makes:
        found.append((makes[0], f"the plainest way to make a `{resource}`"))
    return found


def _simplicity(operation: Operation) -> tuple[int, int, str]:
    """Fewer required arguments first, then the shorter path."""
    fields = operation.body.fields or () if operation.body is not None else ()
    required = sum(parameter.required for parameter in (*operation.parameters, *fields))
    return required, operation.path.count("/"), operation.identity
