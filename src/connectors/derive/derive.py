"""Derivation: from the view of a description to the operations of a connector, and a gap for each that could not be built."""

from collections.abc import Iterable, Mapping

import msgspec

from connectors.derive.answers import answers_of
from connectors.derive.arguments import Arguments, Described, Unbuildable, arguments_of, schema_text
from connectors.derive.credentials import Schemes, is_callable, schemes_of
from connectors.derive.effects import STANDARD_METHODS, consequence_of, effect_of, idempotency_of
from connectors.derive.lock import NO_DECISIONS, Decisions, Known, adopt, known_keys, lock_of
from connectors.derive.naming import Id, Named, operation_ids
from connectors.derive.pagination import paginated
from connectors.derive.paging_facts import Facts
from connectors.derive.paging_verdicts import Applied, Verdict
from connectors.derive.paging_view import facts_of, shapes_of
from connectors.derive.selection import EVERYTHING, Selection
from connectors.description.at import At, place
from connectors.description.remarks import Remarks
from connectors.description.view import OperationView, View
from connectors.model.coverage import Gap, Note, NoteSeverity
from connectors.model.identity import identified, without_placeholders
from connectors.model.lock import EMPTY_LOCK, Change, ChangeKind, Lock
from connectors.model.operation import Basis, Idempotency, Operation, Server, Undeclared
from connectors.model.package import Derived
from connectors.model.places import Place
from connectors.problems import Code

__all__ = ["derive"]


class _Named(msgspec.Struct, frozen=True):
    """An operation of the view under its identity."""

    identity: str
    view: OperationView


def derive(
    view: View,
    connector: str,
    lock: Lock = EMPTY_LOCK,
    selection: Selection = EVERYTHING,
    decisions: Decisions = NO_DECISIONS,
) -> Derived:
    """Derive a connector. Touches nothing but its arguments.

    Names in `lock` win; `Derived.lock` is the lock after this. Whoever writes the result down looks at `Derived.changes` first: one that
    `waits` needs a person's decision. Every operation that the description declares comes out as an operation, a gap, or excluded; this is checked.
    """
    remarks = view.remarks
    described = Described(view.schemas, remarks)
    found = _identified(view.operations, remarks)
    wanted = [item for item in found if selection.wants(item.view)]
    excluded = tuple(sorted({item.identity for item in found} - {item.identity for item in wanted}))
    known = (Known(item.identity, item.view.method, item.view.path, item.view.source_operation_id) for item in found)
    lock, changes = adopt(lock, known, (scheme.scheme for scheme in view.schemes), decisions)
    schemes = schemes_of(view.schemes, lock.auth)
    default_security = schemes.security(view.security, "the description", remarks)
    default_is_callable = is_callable(default_security)
    ids = _ids(wanted, connector, lock)

    operations: list[Operation] = []
    shapes = shapes_of(view.schemas)
    paging: list[Facts] = []
    gaps: list[Gap] = []
    references: set[str] = set()
    # Whose notes are whose; None where there is nobody to have them: in a gap, which says it all, and in what was left out.
    owners: dict[At, str | None] = {item.view.at: None for item in found}
    for item in wanted:
        built = _arguments(item, described, lock)
        if isinstance(built, Unbuildable):
            gaps.append(_gap(item, built))
            continue
        emitted, used = _operation(item, ids[item.identity], built, schemes, default_is_callable, remarks)
        operations.append(emitted)
        facts = facts_of(item.identity, item.view, built, shapes)
        if facts is not None:
            paging.append(facts)
        owners[item.view.at] = item.identity
        references |= used
    declared = len(wanted)
    assert declared == len(operations) + len(gaps), "an operation was lost"
    operations = _with_pagination(operations, paginated(paging, shapes))

    schemas = view.schemas.reachable(frozenset(references))
    owners.update(dict.fromkeys(view.schemas.unreached(schemas)))
    notes = _notes(remarks, owners)
    return Derived(
        connector=connector,
        title=view.title or connector,
        description=view.description,
        api_version=view.api_version,
        declared_tags=view.tags,
        servers=view.servers or (Server("/", operator_supplied=True, basis=Basis.STANDARD),),
        auth=schemes.schemes,
        default_security=default_security,
        operations=tuple(sorted(operations, key=lambda operation: operation.id)),
        schemas={name: schema_text(schema.json) for name, schema in schemas.items()},
        gaps=tuple(sorted(gaps, key=lambda gap: (gap.at, gap.identity))),
        notes=notes,
        events=tuple(sorted(view.events, key=lambda event: (event.at, event.method))),
        excluded=excluded,
        not_carried=dict(sorted(remarks.not_carried.items())),
        tags=len({tag for item in wanted for tag in item.view.tags}),
        deprecated=sum(item.view.deprecated for item in wanted),
        lock=lock_of(connector, lock, operations, gaps, excluded, schemes.schemes),
        changes=_told(changes, operations),
    )


def _told(changes: Iterable[Change], operations: Iterable[Operation]) -> tuple[Change, ...]:
    """Without the news of operations that are not in the package: a gap has no name, and would be new at every run."""
    emitted = {operation.identity for operation in operations}
    return tuple(change for change in changes if change.kind is not ChangeKind.ADDED or change.identity in emitted)


def _identified(operations: Iterable[OperationView], remarks: Remarks) -> list[_Named]:
    """Operations under their identities, with a remark on whatever is unusual about method, path or operationId."""
    views = list(operations)
    pairs = [(view.method, view.path) for view in views]
    names, clashing = identified(pairs)
    named = [_Named(identity, view) for identity, view in zip(names, views, strict=True)]
    # Sorted, so that the order in which paths stand has no say in what is noted, and where.
    for group in (sorted(group, key=lambda index: pairs[index]) for group in clashing):
        paths = " and ".join(f"`{path}`" for path in dict.fromkeys(pairs[index][1] for index in group))
        remarks.noted(Code.PATHS_DIFFER_IN_NAMES, f"{paths} differ in the names of placeholders only", views[group[0]].at)
    by_id: dict[str, list[_Named]] = {}
    for item in named:
        view = item.view
        if view.source_operation_id:
            by_id.setdefault(view.source_operation_id, []).append(item)
        if view.method not in STANDARD_METHODS:
            remarks.noted(
                Code.UNUSUAL_METHOD, f"`{view.method}` is no method with a rule of its own; it counts as a change", view.at
            )
        if "#" not in view.path and "?" not in view.path:
            continue
        bare = without_placeholders(view.path)
        if "#" in bare:
            remarks.noted(Code.PATH_FRAGMENT, f"the path `{view.path}` has a fragment, which is never sent", view.at)
        if "?" in bare.partition("#")[0]:
            remarks.noted(Code.PATH_QUERY, f"the path `{view.path}` has a query string, which every call sends", view.at)
    for name, items in by_id.items():
        if len(items) > 1:
            items.sort(key=lambda item: item.identity)
            where = " and ".join(f"`{item.view.method} {item.view.path}`" for item in items[:4])
            more = f" and {len(items) - 4} more" if len(items) > 4 else ""
            remarks.noted(Code.DUPLICATE_OPERATION_ID, f"the operationId `{name}` stands on {where}{more}", items[1].view.at)
    return named


def _ids(items: Iterable[_Named], connector: str, lock: Lock) -> dict[str, Id]:
    named = [
        Named(item.view.method, item.view.path, item.view.source_operation_id, item.view.tags, item.identity) for item in items
    ]
    present = {item.identity for item in named}
    known = {identity: entry.id for identity, entry in lock.operations.items() if identity in present}
    reserved = {
        id_
        for identity, entry in lock.operations.items()
        for id_ in (entry.id, *entry.ids)
        if identity not in present or id_ != entry.id
    }
    return operation_ids(named, connector, known, reserved)


def _arguments(item: _Named, described: Described, lock: Lock) -> Arguments | Unbuildable:
    view = item.view
    if view.faults:
        fault = view.faults[0]
        return Unbuildable(fault.code, fault.reason, fault.at)
    return arguments_of(view, described, known_keys(lock.operations.get(item.identity), view.path))


def _gap(item: _Named, why: Unbuildable) -> Gap:
    view = item.view
    return Gap(
        identity=item.identity,
        method=view.method,
        path=view.path,
        code=why.code,
        reason=why.reason,
        at=place(why.at),
        source_operation_id=view.source_operation_id,
    )


def _operation(
    item: _Named, id_: Id, arguments: Arguments, schemes: Schemes, default_is_callable: bool, remarks: Remarks
) -> tuple[Operation, frozenset[str]]:
    view = item.view
    effect = effect_of(view.method)
    idempotency = idempotency_of(view.method, keyed=arguments.idempotency_key is not None)
    keyed = idempotency is Idempotency.KEYED
    responses, errors, used = answers_of(view.method, view.responses, remarks)
    label = f"{view.method} {view.path}"
    security = schemes.security(view.security, label, remarks)
    can_be_called = default_is_callable if isinstance(security, Undeclared) else is_callable(security)
    if not can_be_called:
        remarks.narrowed(Code.NOT_CALLABLE, f"no alternative of the security requirement of `{label}` can be satisfied", view.at)
    basis: dict[str, Basis] = {
        "effect": Basis.STANDARD,
        "idempotency": Basis.DECLARED if keyed else Basis.STANDARD,
        "consequence": Basis.STANDARD,
        **arguments.basis,
    }
    operation = Operation(
        id=id_.id,
        identity=item.identity,
        method=view.method,
        path=view.path,
        resource=id_.resource,
        verb=id_.verb,
        effect=effect,
        idempotency=idempotency,
        consequence=consequence_of(effect, view.method),
        source_operation_id=view.source_operation_id,
        tags=view.tags,
        summary=view.summary,
        description=view.description,
        deprecated=view.deprecated,
        idempotency_key=arguments.idempotency_key if keyed else None,
        callable=can_be_called,
        servers=view.servers,
        parameters=arguments.parameters,
        body=arguments.body,
        responses=responses,
        errors=errors,
        security=security,
        basis=basis,
    )
    return operation, used | arguments.references


def _with_pagination(operations: Iterable[Operation], verdicts: Mapping[str, Verdict]) -> list[Operation]:
    applied = {identity: verdict.pagination for identity, verdict in verdicts.items() if isinstance(verdict, Applied)}
    return [
        msgspec.structs.replace(operation, pagination=applied[operation.identity]) if operation.identity in applied else operation
        for operation in operations
    ]


def _notes(remarks: Remarks, owners: Mapping[At, str | None]) -> tuple[Note, ...]:
    """Remarks as notes: each once, on the operation it stands in; none where nobody is to have it.

    What is so at many places becomes one note, at the first of them by file and pointer, so that no order of paths moves it.
    """
    notes: dict[tuple[Code, str, Place], Note] = {}
    habits: dict[tuple[NoteSeverity, Code, str], dict[Place, Note]] = {}
    known: dict[int, tuple[At | None, str | None]] = {}
    for remark in remarks.found:
        owner, identity = _owner(remark.at, owners, known)
        if owner is not None and identity is None:
            continue
        where = place(remark.at)
        remarks.expansion.spend(len(where.pointer) + len(identity or ""), remark.at)
        note = Note(severity=remark.severity, code=remark.code, reason=remark.reason, at=where, identity=identity)
        if remark.general is None:
            notes.setdefault((remark.code, remark.reason, where), note)
        else:
            habits.setdefault((remark.severity, remark.code, remark.general), {}).setdefault(where, note)
    for (_, code, general), places in habits.items():
        first = places[min(places)]
        if len(places) > 1:
            identities_ = {note.identity for note in places.values()}
            reason = f"{general}, at {len(places):,} places, the first here"
            first = msgspec.structs.replace(first, reason=reason, identity=identities_.pop() if len(identities_) == 1 else None)
        notes[(code, first.reason, first.at)] = first
    return tuple(sorted(notes.values(), key=lambda note: (note.at, note.code, note.reason)))


def _owner(
    at: At, owners: Mapping[At, str | None], known: "dict[int, tuple[At | None, str | None]]"
) -> "tuple[At | None, str | None]":
    """The nearest place around `at` that has an owner, and who that is; None and None for the description as a whole.

    `known` remembers the answers by identity of the places, which others hold: to compare one costs as much as it is deep.
    """
    found: tuple[At | None, str | None] = (None, None)
    passed: list[int] = []
    around: At | None = at
    while around is not None:
        if (answer := known.get(id(around))) is not None:
            found = answer
            break
        passed.append(id(around))
        if around in owners:
            found = (around, owners[around])
            break
        around = around[0]
    known.update(dict.fromkeys(passed, found))
    return found
