"""Derivation: from the view of a description to the operations of a connector, and a gap for each that could not be built."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from connectors.derive.answers import answers_of
from connectors.derive.arguments import Arguments, Described, Unbuildable, arguments_of, schema_text
from connectors.derive.credentials import Schemes, is_callable, schemes_of, shape_of
from connectors.derive.effects import STANDARD_METHODS, consequence_of, effect_of, idempotency_of
from connectors.derive.naming import Id, Named, operation_ids
from connectors.derive.selection import EVERYTHING, Selection
from connectors.description.at import At, place
from connectors.description.remarks import Remark, Remarks
from connectors.description.view import OperationView, View
from connectors.model.coverage import Gap, Note
from connectors.model.identity import clashes, identities, placeholders
from connectors.model.lock import EMPTY_LOCK, Lock, LockedOperation
from connectors.model.operation import Basis, Idempotency, Operation, Security, Server
from connectors.model.package import Derived
from connectors.model.places import Place
from connectors.problems import Code

__all__ = ["derive", "lock_of"]


@dataclass(frozen=True, slots=True)
class _Named:
    """An operation of the view under its identity."""

    identity: str
    view: OperationView


def derive(view: View, connector: str, lock: Lock = EMPTY_LOCK, selection: Selection = EVERYTHING) -> Derived:
    """Derive a connector. Touches nothing but its arguments.

    Every operation that the description declares comes out as an operation, a gap, or excluded; this is checked.
    """
    remarks = view.remarks
    described = Described(view.schemas, remarks)
    found = _identified(view.operations, remarks)
    wanted = [item for item in found if selection.wants(item.view)]
    excluded = tuple(sorted({item.identity for item in found} - {item.identity for item in wanted}))
    schemes = schemes_of(view.schemes, lock.auth)
    default_security = schemes.security(view.security, "the description", remarks)
    ids = _ids(wanted, connector, lock)

    operations: list[Operation] = []
    gaps: list[Gap] = []
    references: set[str] = set()
    places: dict[At, str | None] = {}
    for item in wanted:
        operation = item.view
        places[operation.at] = item.identity
        built = _arguments(item, described, lock)
        if isinstance(built, Unbuildable):
            places[operation.at] = None
            gaps.append(_gap(item, built))
            continue
        emitted, used = _operation(item, ids[item.identity], built, schemes, default_security, remarks)
        operations.append(emitted)
        references |= used
    declared = len(wanted)
    assert declared == len(operations) + len(gaps), "an operation was lost"

    schemas = view.schemas.reachable(frozenset(references))
    notes = _notes(remarks.found, places)
    return Derived(
        connector=connector,
        title=view.title or connector,
        description=view.description,
        api_version=view.api_version,
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
    )


def _identified(operations: Iterable[OperationView], remarks: Remarks) -> list[_Named]:
    """Operations under their identities, with a remark on whatever is unusual about method, path or operationId."""
    views = list(operations)
    pairs = [(view.method, view.path) for view in views]
    named = [_Named(identity, view) for identity, view in zip(identities(pairs), views, strict=True)]
    for group in clashes(pairs):
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
        bare = view.path
        for placeholder in reversed(placeholders(view.path)):
            bare = bare[: placeholder.start] + bare[placeholder.end :]
        if "#" in bare:
            remarks.noted(Code.PATH_FRAGMENT, f"the path `{view.path}` has a fragment, which is never sent", view.at)
        if "?" in bare.partition("#")[0]:
            remarks.noted(Code.PATH_QUERY, f"the path `{view.path}` has a query string, which every call sends", view.at)
    for name, items in by_id.items():
        if len(items) > 1:
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
    entry = lock.operations.get(item.identity)
    known: dict[tuple[str, str], str] = {}
    if entry is not None:
        for name, keys in entry.keys.items():
            location, _, wire = name.partition(" ")
            known[(location, wire)] = keys[0]
    return arguments_of(view, described, known)


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
    item: _Named, id_: Id, arguments: Arguments, schemes: Schemes, default_security: Security, remarks: Remarks
) -> tuple[Operation, frozenset[str]]:
    view = item.view
    effect = effect_of(view.method)
    idempotency = idempotency_of(view.method, keyed=arguments.idempotency_key is not None)
    keyed = idempotency is Idempotency.KEYED
    responses, errors, used = answers_of(view.method, view.responses)
    label = f"{view.method} {view.path}"
    security = schemes.security(view.security, label, remarks)
    can_be_called = is_callable(security, default_security)
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


def _notes(found: Iterable[Remark], places: Mapping[At, str | None]) -> tuple[Note, ...]:
    """Remarks as notes: each once, on the operation it stands in; those inside a gap are covered by the gap."""
    notes: dict[tuple[Code, str, Place], Note] = {}
    for remark in found:
        identity: str | None = None
        at: At | None = remark.at
        inside_gap = False
        while at is not None:
            if at in places:
                identity = places[at]
                inside_gap = identity is None
                break
            at = at[0]
        if inside_gap:
            continue
        where = place(remark.at)
        notes.setdefault(
            (remark.code, remark.reason, where),
            Note(severity=remark.severity, code=remark.code, reason=remark.reason, at=where, identity=identity),
        )
    return tuple(sorted(notes.values(), key=lambda note: (note.at, note.code, note.reason)))


def lock_of(derived: Derived, before: Lock) -> Lock:
    """The identity lock after this derivation: every name that was ever given, and who has it."""
    operations: dict[str, LockedOperation] = {
        identity: LockedOperation(entry.id, entry.ids, entry.keys, entry.source_operation_id, removed=True)
        for identity, entry in before.operations.items()
    }
    for operation in derived.operations:
        old = before.operations.get(operation.identity)
        keys: dict[str, tuple[str, ...]] = dict(old.keys) if old else {}
        body = operation.body
        own = [*operation.parameters, *((body.fields or ()) if body else ()), *((body.whole,) if body and body.whole else ())]
        for parameter in own:
            name = f"{parameter.location.value} {parameter.name}"
            keys[name] = tuple(dict.fromkeys((parameter.key, *keys.get(name, ()))))
        operations[operation.identity] = LockedOperation(
            operation.id, old.ids if old else (), dict(sorted(keys.items())), operation.source_operation_id
        )
    for gap in derived.gaps:
        old = before.operations.get(gap.identity)
        if old is not None:
            operations[gap.identity] = old
    auth = {**before.auth, **{f"{shape_of(scheme)} {scheme.vendor_key}": scheme.id for scheme in derived.auth}}
    return Lock(1, derived.connector, auth=dict(sorted(auth.items())), operations=dict(sorted(operations.items())))
