"""The name of an operation: the words it is made of, the lock that keeps it, or the person who chose it."""

from collections.abc import Iterator
from dataclasses import replace

from connectors.derive.names import Name, Named, name_of
from connectors.derive.naming import operation_ids
from connectors.derive.selection import Selection, parse_rules
from connectors.model.operation import Basis
from connectors.pointer import join
from connectors.why.case import Case
from connectors.why.record import Fact, File, Where

__all__ = ["naming_facts"]


def naming_facts(case: Case) -> Iterator[Fact]:
    """`id`, `resource` and `verb`."""
    operation = case.operation
    lock = _lock(case)
    if case.basis("id") is Basis.AUTHORED:
        word = case.authored.of("id")
        yield replace(case.by_person("id", operation.id, word), evidence=lock)
        rule = "it is a segment of the id that the overlay gives"
        yield case.by_person("resource", operation.resource, word, rule)
        yield case.by_person("verb", operation.verb, word, rule)
        return
    name = name_of(_named(case))
    today = _today(case)
    resource, verb = _resource_rule(name), _verb_rule(name)
    kept = today is not None and today != operation.id
    rule = f"{resource}; {verb}"
    if kept:
        yield Fact(
            "id", operation.id, Basis.INFERRED, f"the lock keeps the id; without it the rules would give `{today}`: {rule}",
            lock[0] if lock else None, evidence=(_resource_place(case, name), _verb_place(case, name)),
        )  # fmt: skip
    else:
        if operation.id != f"{case.package.connector.id}.{'_'.join(name.resource)}.{'_'.join(name.verb)}":
            rule += "; words of the path, or a digest, tell it from operations of the same name, and names are cut to fit"
        yield Fact("id", operation.id, Basis.INFERRED, rule, _resource_place(case, name), evidence=(_verb_place(case, name), *lock))
    yield Fact("resource", operation.resource, Basis.INFERRED, resource, _resource_place(case, name))
    yield Fact("verb", operation.verb, Basis.INFERRED, verb, _verb_place(case, name))


def _lock(case: Case) -> tuple[Where, ...]:
    known = case.sealed.lock.operations
    return (Where(File.LOCK, join(("operations", case.operation.identity))),) if case.operation.identity in known else ()


def _named(case: Case) -> Named:
    operation = case.derived
    return Named(operation.method, operation.path, operation.source_operation_id, operation.tags, operation.identity)


def _today(case: Case) -> str | None:
    """The id that the rules alone would give: over all operations of the description, or without it over those of the package."""
    provenance = case.sealed.connector.provenance
    if case.reading is not None:
        selection = Selection(parse_rules(provenance.include, "include"), parse_rules(provenance.exclude, "exclude"))
        named = [
            Named(view.method, view.path, view.source_operation_id, view.tags, identity)
            for identity, view in case.reading.operations.items()
            if selection.wants(view)
        ]
    elif case.sealed.coverage.gaps:
        return None  # the package does not keep the tags of a gap, which has a part in the names of others
    else:
        named = [
            Named(each.method, each.path, each.source_operation_id, each.tags, each.identity) for each in case.sealed.operations
        ]
    found = operation_ids(named, case.package.connector.id).get(case.operation.identity)
    return found.id if found is not None else None


def _resource_rule(name: Name) -> str:
    words = "_".join(name.resource)
    if name.tag is not None:
        return f"the tag `{name.tag}` names the resource `{words}`"
    return f"no tag can be used, so that the path names the resource `{words}`"


def _verb_rule(name: Name) -> str:
    words = "_".join(name.verb)
    if name.by_operation_id:
        return f"the operationId, without the resource at its ends, gives the verb `{words}`"
    return f"there is no operationId that says more than method and path, which give the verb `{words}`"


def _resource_place(case: Case, name: Name) -> Where:
    at = case.view.at if case.view is not None else None
    if at is None or name.tag is None:
        return case.place(at[0] if at is not None else None)
    tags = case.node((at, "tags"))
    index = (
        [str(tag) for tag in tags].index(name.tag) if isinstance(tags, list) and name.tag in [str(tag) for tag in tags] else None
    )
    return case.place(((at, "tags"), index) if index is not None else (at, "tags"))


def _verb_place(case: Case, name: Name) -> Where:
    at = case.view.at if case.view is not None else None
    return case.place((at, "operationId") if at is not None and name.by_operation_id else at)
