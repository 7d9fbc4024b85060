"""The facts of an operation as a whole: what it is, what it changes, where it is sent, and what people say of it."""

from collections.abc import Iterator

from connectors.description.at import At, root
from connectors.model.connector import SourceFormat
from connectors.model.operation import Basis, Consequence, Effect, Idempotency, Maturity
from connectors.why.answers import answer_facts
from connectors.why.arguments import parameter_facts
from connectors.why.body import body_facts
from connectors.why.case import DECLARED, Case
from connectors.why.clauses import method_clause, specification_clause
from connectors.why.naming import naming_facts
from connectors.why.paging import paging_facts
from connectors.why.record import Fact, File, Where
from connectors.why.security import security_facts

__all__ = ["facts_of"]

_METHOD = "the method alone decides; no name is looked at"


def facts_of(case: Case) -> tuple[Fact, ...]:
    """Every fact of an operation, in the order in which people read them."""
    return (
        *naming_facts(case),
        *_described(case),
        *_changes(case),
        *_stated(case),
        *_servers(case),
        *security_facts(case),
        *parameter_facts(case),
        *body_facts(case),
        *answer_facts(case),
        *paging_facts(case),
        _outcome(case),
    )


def _described(case: Case) -> Iterator[Fact]:
    operation, view = case.operation, case.view
    at = view.at if view is not None else None
    rule = "method and path, the placeholders numbered, are what the operation is"
    yield case.declared("identity", operation.identity, at, rule)
    yield case.declared("method", operation.method, at)
    yield case.declared("path", operation.path, at[0] if at is not None else None)
    if operation.source_operation_id is not None:
        yield case.declared("source_operation_id", operation.source_operation_id, case.below(at, "operationId") or at)
    else:
        yield case.nobody("source_operation_id", None, "the description gives no operationId")
    for name in ("summary", "description"):
        value = getattr(operation, name)
        if case.basis(name) is Basis.AUTHORED:
            yield case.by_person(name, value, case.authored.of(name))
        elif value is not None:
            node = view.origins.get(name, at) if view is not None else None
            said = "the path item says it of all its operations" if view is not None and name in view.origins else DECLARED
            yield case.declared(name, value, case.below(node, name) or node, said)
        else:
            why = "the package was derived without prose" if case.sealed.connector.provenance.prose == "omit" else "nobody says it"
            yield case.nobody(name, None, why)
    yield case.said("tags", operation.tags, at, (("tags",),), "operation.tags", is_default=not operation.tags)
    deprecated = operation.deprecated
    yield case.said(
        "deprecated", deprecated, at, (("deprecated",),), "operation.deprecated", is_default=not deprecated, expected=deprecated
    )


def _changes(case: Case) -> Iterator[Fact]:
    operation = case.operation
    at = case.view.at if case.view is not None else None
    for name in ("effect", "idempotency", "consequence"):
        value: Effect | Idempotency | Consequence = getattr(operation, name)
        basis = case.basis(name)
        if basis is Basis.AUTHORED:
            yield _authored_change(case, name, value)
        elif basis is Basis.DECLARED:
            # Only a header for the key of a repetition is declared.
            yield case.declared(name, value, _key_at(case), "the description declares a header that takes an idempotency key")
        else:
            yield case.silent(name, value, method_clause(name, operation.method), at, rule=_METHOD)
    key = operation.idempotency_key
    if case.basis("idempotency_key") is Basis.AUTHORED:
        yield case.by_person("idempotency_key", key, case.authored.of("idempotency_key"))
    elif key is not None:
        yield case.declared("idempotency_key", key, _key_at(case), "a header called `Idempotency-Key` takes it")
    else:
        yield case.nobody("idempotency_key", None, "no argument takes an idempotency key")


def _authored_change(case: Case, name: str, value: "Effect | Idempotency | Consequence") -> Fact:
    word = case.authored.of(name)
    if word is not None:
        return case.by_person(name, value, word)
    if name == "idempotency" and (keyed := case.authored.of("idempotency_key")) is not None:
        return case.by_person(name, value, keyed, "it follows from the key that the overlay names")
    if (effect := case.authored.of("effect")) is not None:
        return case.by_person(name, value, effect, "it follows from the effect that the overlay states")
    return case.by_person(name, value, case.authored.connector(name))


def _key_at(case: Case) -> "At | None":
    found = next((one for one in case.operation.parameters if one.key == case.operation.idempotency_key), None)
    if found is None or case.view is None:
        return None
    at = next((view.at for view in case.view.parameters if (view.name, view.location) == (found.name, found.location)), None)
    return case.below(at, "name") or at


def _stated(case: Case) -> Iterator[Fact]:
    operation = case.operation
    for name, value in (("curated", operation.curated), ("deterministic", operation.deterministic)):
        if case.basis(name) is Basis.AUTHORED:
            yield case.by_person(name, value, case.authored.of(name))
        else:
            yield case.nobody(name, value)
    if operation.maturity is Maturity.CURATED and case.basis("curated") is Basis.AUTHORED:
        yield case.by_person("maturity", operation.maturity, case.authored.of("curated"), "it follows from `curated`")
    else:
        yield case.nobody("maturity", operation.maturity, "it is what derivation gives to every operation")


def _servers(case: Case) -> Iterator[Fact]:
    connector, own, name = case.package.connector, case.operation.servers, "servers"
    view = case.view
    if own:
        node = view.origins.get(name, view.at) if view is not None else None
        yield case.declared(name, own, case.below(node, name) or node, evidence=_self_hosted(case))
        return
    if connector.basis.get(name) is Basis.AUTHORED:
        yield case.by_person(name, connector.servers, case.authored.connector(name))
        return
    whole = root("")
    keys = ("host", "basePath", "schemes") if case.format is SourceFormat.SWAGGER_2_0 else ("servers",)
    found = [at for key in keys if (at := case.below(whole, key)) is not None]
    declared = any(server.basis is Basis.DECLARED for server in connector.servers)
    rule = "the description says it of all operations"
    if declared:
        first = case.place(found[0]) if found else Where(File.DESCRIPTION, "" if case.reading is not None else f"/{keys[0]}")
        others = (*map(case.place, found[1:]), *_self_hosted(case))
        yield Fact(
            name, connector.servers, Basis.DECLARED, rule, first, specification_clause("operation.servers", case.format), others
        )
    else:
        yield case.silent(name, connector.servers, name, found[0] if found else whole)


def _self_hosted(case: Case) -> tuple[Where, ...]:
    """Where `source.yaml` says that every origin is the operator's."""
    return (Where(File.SOURCE, "/self_hosted"),) if case.sealed.connector.provenance.self_hosted else ()


def _outcome(case: Case) -> Fact:
    name, own, default = "outcome", case.operation.outcome, case.package.connector.outcome
    if case.basis(name) is Basis.AUTHORED:
        return case.by_person(name, own, case.authored.of(name))
    if default is not None:
        return case.by_person(name, default, case.authored.connector(name))
    return case.nobody(name, None, "nobody says that a failure may come inside of a success, so that the status alone decides")
