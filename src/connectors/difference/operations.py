"""Which operation of one package is which of the other, and what is another about it."""

from collections import Counter
from collections.abc import Iterator

from connectors import pointer
from connectors.difference.answers import compare_answers, compare_errors, compare_outcome
from connectors.difference.arguments import compare_arguments, compare_body
from connectors.difference.change import At, Changes, OperationName
from connectors.difference.codes import ChangeCode
from connectors.difference.credentials import compare_security, effective
from connectors.difference.paging import compare_paging
from connectors.difference.schemas import SchemaComparison
from connectors.difference.servers import compare_servers
from connectors.model.operation import Consequence, Effect, Idempotency, Operation, Undeclared
from connectors.model.package import Package

__all__ = ["compare_operations"]

_EFFECTS = tuple(Effect)
_REPEATS = tuple(Idempotency)
_CONSEQUENCES = (Consequence.READ, Consequence.REVERSIBLE, Consequence.UNSTATED, Consequence.IRREVERSIBLE)


def compare_operations(changes: Changes, old: Package, new: Package, schemas: SchemaComparison) -> None:
    """Compare every operation with what became of it."""
    olds, news = ({operation.identity: operation for operation in package.operations} for package in (old, new))
    gone = {identity: operation for identity, operation in olds.items() if identity not in news}
    added = {identity: operation for identity, operation in news.items() if identity not in olds}
    for before, after in _moved(gone, added, old, new):
        del gone[before.identity], added[after.identity]
        at = _at(changes, before, after)
        at.add(ChangeCode.OPERATION_MOVED, before.identity, after.identity)
        if _says_the_same_source(before, after):
            _compare(at, before, after, old, new, schemas)
    for identity in olds.keys() & news.keys():
        before, after = olds[identity], news[identity]
        _compare(_at(changes, before, after), before, after, old, new, schemas)
    for operation in gone.values():
        _say_removed(changes, operation, new)
    for operation in added.values():
        words = operation.id if operation.callable else f"{operation.id}, not callable"
        changes.add(ChangeCode.OPERATION_ADDED, _place(operation), None, words, [_name(operation)])


def _moved(
    gone: dict[str, Operation], added: dict[str, Operation], old: Package, new: Package
) -> Iterator[tuple[Operation, Operation]]:
    """Operations under another method or path: those whose id was kept, and those with the vendor's own id, where it is the only one."""
    by_id = {_own(operation.id, new): operation for operation in added.values()}
    counts = [
        Counter(operation.source_operation_id for operation in package.operations if operation.source_operation_id)
        for package in (old, new)
    ]
    by_source = {operation.source_operation_id: operation for operation in added.values() if operation.source_operation_id}
    taken: set[str] = set()
    found: list[tuple[Operation, Operation]] = []
    for operation in gone.values():
        source = operation.source_operation_id
        after = by_id.get(_own(operation.id, old))
        if after is None and source and counts[0][source] == counts[1][source] == 1:
            after = by_source.get(source)
        if after is not None and after.identity not in taken:
            taken.add(after.identity)
            found.append((operation, after))
    yield from found


def _own(name: str, package: Package) -> str:
    """An id without the connector's own segment."""
    return name.removeprefix(package.connector.id + ".")


def _says_the_same_source(old: Operation, new: Operation) -> bool:
    """Whether the vendor calls both the same. An id alone may have been given to something else by another run."""
    return old.source_operation_id is not None and old.source_operation_id == new.source_operation_id


def _name(operation: Operation) -> OperationName:
    return OperationName(operation.id, operation.identity)


def _place(operation: Operation) -> str:
    return pointer.join(("operations", operation.identity))


def _at(changes: Changes, old: Operation, new: Operation) -> At:
    return At(changes, (_name(new),), _place(old), _place(new))


def _say_removed(changes: Changes, operation: Operation, new: Package) -> None:
    dropped = next((dropped for dropped in new.dropped if dropped.identity == operation.identity), None)
    gap = next((gap for gap in new.coverage.gaps if gap.identity == operation.identity), None)
    excluded = operation.identity in new.coverage.excluded
    code = ChangeCode.OPERATION_REMOVED if dropped is None else ChangeCode.OPERATION_DROPPED
    became = (
        f"dropped: {dropped.because}"
        if dropped is not None
        else f"a gap: {gap.reason}"
        if gap is not None
        else "excluded"
        if excluded
        else None
    )
    changes.add(code, _place(operation), operation.id, became, [_name(operation)])


def _compare(at: At, old: Operation, new: Operation, before: Package, after: Package, schemas: SchemaComparison) -> None:
    if _own(old.id, before) != _own(new.id, after):
        at.add(ChangeCode.OPERATION_RENAMED, old.id, new.id, "id")
    _compare_facts(at, old, new)
    compare_arguments(at, old, new, schemas)
    compare_body(at, old.body, new.body, schemas)
    compare_answers(at, old, new, schemas)
    compare_errors(at, old, new, schemas)
    compare_outcome(at, old.outcome or before.connector.outcome, new.outcome or after.connector.outcome)
    compare_paging(at, old, new)
    inherits = isinstance(old.security, Undeclared) and isinstance(new.security, Undeclared)
    # What operations inherit is said once, where it stands.
    where = At(at.changes, at.operations, "/connector/default_security", "/connector/default_security")
    compare_security(
        where if inherits else at.below("security"),
        effective(old.security, before.connector.default_security),
        effective(new.security, after.connector.default_security),
    )
    if old.servers or new.servers:
        compare_servers(at.below("servers"), old.servers or before.connector.servers, new.servers or after.connector.servers)


def _compare_facts(at: At, old: Operation, new: Operation) -> None:
    if old.callable != new.callable:
        words = tuple("callable" if each.callable else "not callable" for each in (old, new))
        at.below("callable").either(new.callable, ChangeCode.OPERATION_CALLABLE, ChangeCode.OPERATION_UNCALLABLE, *words)
    for name, order, graver, milder in (
        ("effect", _EFFECTS, ChangeCode.EFFECT_GRAVER, ChangeCode.EFFECT_MILDER),
        ("idempotency", _REPEATS, ChangeCode.REPEAT_RISKIER, ChangeCode.REPEAT_SAFER),
        ("consequence", _CONSEQUENCES, ChangeCode.CONSEQUENCE_GRAVER, ChangeCode.CONSEQUENCE_MILDER),
    ):
        was, now = getattr(old, name), getattr(new, name)
        if was != now:
            at.below(name).either(order.index(now) > order.index(was), graver, milder, was, now)
    if old.idempotency_key != new.idempotency_key:
        # A key where there was none asks nothing of those who do not repeat.
        code = ChangeCode.IDEMPOTENCY_KEY_CHANGED if old.idempotency_key is not None else ChangeCode.REPEAT_SAFER
        at.add(code, old.idempotency_key, new.idempotency_key, "idempotency_key")
    if old.deterministic != new.deterministic:
        words = tuple("deterministic" if each.deterministic else "not deterministic" for each in (old, new))
        at.below("deterministic").either(new.deterministic, ChangeCode.DETERMINISM_GAINED, ChangeCode.DETERMINISM_LOST, *words)
    if old.deprecated != new.deprecated:
        at.either(new.deprecated, ChangeCode.DEPRECATED, ChangeCode.DEPRECATION_WITHDRAWN, None, None)
    if old.curated != new.curated:
        at.add(ChangeCode.CURATION_CHANGED, _curated(old), _curated(new), "curated")
    if old.maturity != new.maturity:
        at.add(ChangeCode.MATURITY_CHANGED, old.maturity, new.maturity, "maturity")
    if _prose(old) != _prose(new):
        at.add(ChangeCode.WORDS_CHANGED, None, None)


def _curated(operation: Operation) -> str:
    return "curated" if operation.curated else "not curated"


def _prose(operation: Operation) -> tuple[object, ...]:
    return operation.summary, operation.description, operation.tags, operation.source_operation_id
