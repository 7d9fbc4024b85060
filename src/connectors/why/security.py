"""Credentials: who requires them, what each scheme is, and whether the operation can be called with them."""

from collections.abc import Iterable, Iterator

from connectors.description.at import At, root
from connectors.model.connector import SourceFormat
from connectors.model.operation import AnyOf, Basis, Security, Undeclared
from connectors.pointer import join
from connectors.why.case import Case
from connectors.why.clauses import specification_clause
from connectors.why.record import Fact, File, Where

__all__ = ["security_facts"]

_CALLABLE = "some alternative of `security` can be met with the schemes of the connector"
_NOT_CALLABLE = "no alternative of `security` can be met with the schemes of the connector"


def security_facts(case: Case) -> Iterator[Fact]:
    """`security`, one fact for each scheme that it names, and `callable`."""
    security = case.operation.security
    effective = case.package.connector.default_security if isinstance(security, Undeclared) else security
    fact = _requirement(case, security, effective)
    yield fact
    for scheme in _schemes(effective):
        yield from _scheme(case, scheme)
    rule = _CALLABLE if case.operation.callable else _NOT_CALLABLE
    if isinstance(effective, Undeclared):
        rule = "`security` asks for nothing"
    yield Fact("callable", case.operation.callable, fact.basis, rule, fact.where, fact.clause, fact.evidence, because=fact.because)


def _requirement(case: Case, security: Security, effective: Security) -> Fact:
    name = "security"
    if case.basis(name) is Basis.AUTHORED:
        return case.by_person(name, security, case.authored.of(name))
    at = case.view.at if case.view is not None else None
    if not isinstance(security, Undeclared):
        return case.declared(name, security, case.below(at, "security") or at)
    silent = specification_clause("operation.security", case.format)
    if case.package.connector.basis.get("default_security") is Basis.AUTHORED:
        word = case.authored.connector("default_security")
        return Fact(
            name, effective, Basis.AUTHORED, "the operation says nothing, and the overlay says it of the whole connector",
            word.where if word is not None else None, silent, because=word.because if word is not None else None,
            evidence=_whole(case),
        )  # fmt: skip
    if isinstance(effective, Undeclared):
        return case.silent(
            name, effective, "security", at, rule="neither the operation nor the description as a whole requires anything"
        )
    return Fact(
        name, effective, Basis.DECLARED, "the operation says nothing, and the description says it of all operations",
        next(iter(_whole(case)), case.here), silent, evidence=(case.here,),
    )  # fmt: skip


def _whole(case: Case) -> tuple[Where, ...]:
    """Where the description requires something of all operations."""
    if case.reading is None:
        return (Where(File.DESCRIPTION, "/security"),) if not isinstance(case.sealed.connector.default_security, Undeclared) else ()
    at = case.below(root(""), "security")
    return (case.place(at),) if at is not None else ()


def _schemes(security: Security) -> Iterable[str]:
    if not isinstance(security, AnyOf):
        return ()
    return dict.fromkeys(requirement.scheme for alternative in security.alternatives for requirement in alternative)


def _scheme(case: Case, id_: str) -> Iterator[Fact]:
    scheme = next((one for one in case.package.connector.auth if one.id == id_), None)
    name = f"security.{id_}"
    if scheme is None:
        yield case.declared(name, id_, None, "the requirement names a scheme that is declared nowhere", detail=True)
        return
    at: At | None = None
    if case.reading is not None:
        at = next((view.at for view in case.reading.view.schemes if view.scheme.vendor_key == scheme.vendor_key), None)
    index = _edited(case, id_)
    declared = case.place(at)
    if case.reading is None:
        older = case.format is SourceFormat.SWAGGER_2_0
        where = ("securityDefinitions",) if older else ("components", "securitySchemes")
        declared = Where(File.DESCRIPTION, join((*where, scheme.vendor_key)))
    rule = "the description declares it"
    edits = (Where(File.OVERLAY, f"/auth/{index}"),) if index is not None else ()
    if edits:
        rule += "; the overlay keeps it, and may add to it"
    yield Fact(name, scheme, Basis.DECLARED, rule, declared, evidence=edits, detail=True)
    rule = f"the id is the shape of the scheme, without the name `{scheme.vendor_key}` that the vendor gives it unless several have one shape"
    lock = next((key for key, kept in case.sealed.lock.auth.items() if kept == id_), None)
    kept = (Where(File.LOCK, join(("auth", lock))),) if lock is not None else ()
    yield Fact(f"{name}.id", id_, Basis.INFERRED, rule, declared, evidence=kept, detail=True)


def _edited(case: Case, id_: str) -> int | None:
    edits = case.authored.overlay.auth
    if not isinstance(edits, tuple):
        return None
    return next((index for index, edit in enumerate(edits) if edit.id == id_), None)
