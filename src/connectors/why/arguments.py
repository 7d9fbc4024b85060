"""Arguments: every parameter outside of the body, and every member of a body."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from connectors.derive.answer_shape import Node
from connectors.description.at import At
from connectors.description.tree import Json
from connectors.description.view import ContentView, ParameterView
from connectors.model.connector import SourceFormat
from connectors.model.operation import Basis, Encoding, Location, Parameter
from connectors.overlay.edit import lock_places, own_arguments
from connectors.pointer import join
from connectors.why.case import Case, Unchecked
from connectors.why.clauses import MEMBER_DEPRECATED, MEMBER_REQUIRED, Clause
from connectors.why.record import Fact, File, Where

__all__ = ["Member", "argument_facts", "member_facts", "members_of", "parameter_facts"]

_KEY_RULE = "the key is made of the name that travels; a place stands before it where several arguments share the name"
_HEADER_RULE = "a header called `Authorization` carries a credential"
_PLACEHOLDER_RULE = "the path has a placeholder of that name and no parameter describes it: it is taken as a text"

Keys = tuple[tuple[str | int, ...], ...]


def parameter_facts(case: Case) -> Iterator[Fact]:
    """The facts of each parameter outside of the body."""
    views = {(view.name, view.location): view for view in case.view.parameters} if case.view is not None else {}
    for parameter in case.operation.parameters:
        view = views.get((parameter.name, parameter.location)) or views.get((parameter.name, Location.PATH))
        yield from argument_facts(case, f"parameters.{parameter.key}", parameter, view)


def argument_facts(case: Case, prefix: str, parameter: Parameter, view: ParameterView | None) -> Iterator[Fact]:
    """The facts of an argument that the description has a parameter for: outside of the body, or a Swagger 2.0 form field."""
    derived = _derived(case, parameter)
    path = ("parameters", derived.key)
    at = view.at if view is not None else None
    inferred = case.basis(f"parameters.{derived.key}", f"parameters.{derived.name}") is Basis.INFERRED
    whole = case.authored.of(*path)
    yield _whole(case, prefix, parameter, at, inferred, whole is not None)
    yield from _key(case, prefix, parameter, derived, at)
    for name, value in _values(parameter):
        fact = f"{prefix}.{name}"
        if case.basis(f"parameters.{parameter.key}.{name}") is Basis.AUTHORED:
            yield case.by_person(fact, value, case.authored.first([(*path, name), (*path, "style"), path]), detail=True)
        elif name == "secret":
            yield _secret(case, fact, parameter, at)
        elif inferred:
            yield _inferred(case, fact, value)
        else:
            yield _stated(case, fact, name, value, parameter, view)


def _derived(case: Case, parameter: Parameter) -> Parameter:
    """The argument before the overlay, which may have given it another key."""
    same = (other for other in own_arguments(case.derived) if (other.location, other.name) == (parameter.location, parameter.name))
    return next(same, parameter)


def _whole(case: Case, prefix: str, parameter: Parameter, at: "At | None", inferred: bool, edited: bool) -> Fact:
    if inferred:
        return _inferred(case, prefix, parameter, detail=False)
    rule = "the description says it; the overlay adds to it" if edited else "the description says it"
    return case.declared(prefix, parameter, at, rule)


def _inferred(case: Case, name: str, value: Any, *, detail: bool = True) -> Fact:
    around = case.view.at[0] if case.view is not None else None
    return Fact(name, value, Basis.INFERRED, _PLACEHOLDER_RULE, case.place(around), detail=detail)


def _key(case: Case, prefix: str, parameter: Parameter, derived: Parameter, at: "At | None") -> Iterator[Fact]:
    name = f"{prefix}.key"
    if parameter.key != derived.key:
        yield case.by_person(name, parameter.key, case.authored.of("parameters", derived.key, "key"), detail=True)
        return
    place = lock_places(case.derived).get(derived.key, "")
    locked = case.sealed.lock.operations.get(case.operation.identity)
    kept: tuple[Where, ...] = ()
    if locked is not None and derived.key in locked.keys.get(place, ()):
        kept = (Where(File.LOCK, join(("operations", case.operation.identity))),)
    written = case.place(case.below(at, "name") or at)
    yield Fact(name, parameter.key, Basis.INFERRED, _KEY_RULE, written, evidence=kept, detail=True)


def _values(parameter: Parameter) -> Iterator[tuple[str, Any]]:
    """Fields of an argument by the names they have in the package; what says nothing is left out."""
    yield "name", parameter.name
    yield "in", parameter.location
    yield "required", parameter.required
    yield "schema", parameter.schema
    for name in ("style", "item_style", "content_type", "description"):
        if getattr(parameter, name) is not None:
            yield name, getattr(parameter, name)
    if parameter.style is not None:
        yield "explode", parameter.explode
    yield "allow_reserved", parameter.allow_reserved
    yield "allow_empty", parameter.allow_empty
    yield "secret", parameter.secret
    yield "deprecated", parameter.deprecated
    for name in ("default", "example"):
        if getattr(parameter, name) is not msgspec.UNSET:
            yield name, getattr(parameter, name)
    if parameter.headers:
        yield "headers", parameter.headers


def _secret(case: Case, name: str, parameter: Parameter, at: "At | None") -> Fact:
    if parameter.secret:
        return Fact(name, True, Basis.INFERRED, _HEADER_RULE, case.place(case.below(at, "name") or at), detail=True)
    return case.nobody(name, False, "nobody says that the value is secret", detail=True)


def _stated(case: Case, fact: str, name: str, value: Any, parameter: Parameter, view: ParameterView | None) -> Fact:
    older = case.format is SourceFormat.SWAGGER_2_0
    at = view.at if view is not None else None
    if view is not None and name in ("schema", "default"):
        schema = view.schema.at
        if name == "default":
            return case.declared(fact, value, case.below(schema, "default") or schema, detail=True)
        if schema == at and case.below(at, "schema") is None and case.below(at, "content") is None:
            # Swagger 2.0 keeps the schema among the fields of the parameter.
            return case.said(fact, value, at, (("type",), ("enum",), ("items",)), "schema", is_default=False, detail=True)
        return case.declared(fact, value, schema, detail=True)
    if name == "in":
        return _place(case, fact, parameter, at)
    clause, is_default = _default(parameter, name, value)
    keys = _keys(name, parameter, older=older)
    return case.said(fact, value, at, keys, clause, is_default=is_default, expected=_expected(name, value, older), detail=True)


def _place(case: Case, fact: str, parameter: Parameter, at: "At | None") -> Fact:
    written = case.node(case.below(at, "in"))
    if written == Location.PATH and parameter.location is Location.QUERY:
        rule = "the description says `path`, and the placeholder stands in the path's own query string"
        return Fact(fact, parameter.location, Basis.INFERRED, rule, case.place(case.below(at, "in")), detail=True)
    return case.declared(fact, parameter.location, case.below(at, "in") or at, detail=True)


def _keys(name: str, parameter: Parameter, *, older: bool) -> Keys:
    """Where a Parameter Object says a fact, the better place first."""
    if name in ("style", "explode") and older:
        return (("collectionFormat",),)
    named: dict[str, Keys] = {
        "style": (("style",),),
        "explode": (("explode",),),
        "item_style": (("items", "collectionFormat"),),
        "allow_reserved": (("allowReserved",),),
        "allow_empty": (("allowEmptyValue",),),
        "content_type": (("content", parameter.content_type or ""),),
        "example": (("example",), ("content", parameter.content_type or "", "example")),
        "headers": (("headers",),),
    }
    return named.get(name, ((name,),))


def _expected(name: str, value: Any, older: bool) -> "Json | Unchecked":
    """What has to be written for a value to be the description's own."""
    if name == "style" and not older:
        return str(value)
    checked = ("required", "deprecated", "allow_reserved", "allow_empty") if older else (
        "required", "deprecated", "allow_reserved", "allow_empty", "explode",
    )  # fmt: skip
    return bool(value) if name in checked else Unchecked.UNCHECKED


def _default(parameter: Parameter, name: str, value: Any) -> tuple[Clause | str, bool]:
    """The clause for a fact that is left out, and whether the value is what it gives."""
    if name == "required":
        return ("required.path" if parameter.location is Location.PATH else "required"), (
            not value or parameter.location is Location.PATH
        )
    if name in ("style", "explode", "item_style"):
        return name, True
    if name in ("allow_reserved", "allow_empty", "deprecated"):
        return name, not value
    if name == "content_type":
        return ("encoding", True) if parameter.location is Location.BODY else ("content_type", False)
    return "schema", False


# -- members of a body ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a body's schema: its place, where it is required, and the content that it is part of."""

    node: Node | None
    required: "At | None"
    content: ContentView


def members_of(case: Case, content: ContentView) -> dict[str, Member]:
    """The members of the schema of a body, by name."""
    if case.shapes is None or content.schema is None:
        return {}
    root = Node(content.schema.json, content.schema.at)
    needed = case.shapes.required_at(root)
    nodes = case.shapes.members(root)
    return {name: Member(nodes.get(name), needed.get(name), content) for name in dict.fromkeys((*nodes, *needed))}


def member_facts(case: Case, prefix: str, parameter: Parameter, member: Member | None) -> Iterator[Fact]:
    """The facts of a member of a body that a schema describes."""
    derived = _derived(case, parameter)
    path = ("parameters", derived.key)
    node = member.node if member is not None else None
    at = node.at if node is not None else member.required if member is not None else None
    yield _whole(case, prefix, parameter, at, inferred=False, edited=case.authored.of(*path) is not None)
    yield from _key(case, prefix, parameter, derived, at)
    for name, value in _values(parameter):
        fact = f"{prefix}.{name}"
        if case.basis(f"parameters.{parameter.key}.{name}") is Basis.AUTHORED:
            yield case.by_person(fact, value, case.authored.first([(*path, name), (*path, "style"), path]), detail=True)
        elif name == "secret":
            yield case.nobody(fact, value, "nobody says that the value is secret", detail=True)
        elif name == "required":
            if value:
                yield case.declared(fact, value, member.required if member is not None else None, detail=True)
            else:
                yield case.silent(fact, value, MEMBER_REQUIRED, at, detail=True)
        elif name in ("name", "in", "schema"):
            yield case.declared(fact, value, at, detail=True)
        elif name == "deprecated":
            keys: Keys = (("deprecated",),)
            yield case.said(fact, value, at, keys, MEMBER_DEPRECATED, is_default=not value, expected=bool(value), detail=True)
        elif name in ("description", "default"):
            yield case.declared(fact, value, case.below(at, name) or at, detail=True)
        elif name not in ("allow_empty", "allow_reserved") or value:
            yield _encoded(case, fact, name, value, parameter, member)


def _encoded(case: Case, fact: str, name: str, value: Any, parameter: Parameter, member: Member | None) -> Fact:
    """What the Encoding Object of a member says."""
    key = {"content_type": "contentType", "allow_reserved": "allowReserved"}.get(name, name)
    at = member.content.at if member is not None else None
    keys: Keys = (("encoding", parameter.name, key),)
    body = case.operation.body
    default = body is not None and body.encoding in (Encoding.FORM, Encoding.MULTIPART)
    return case.said(fact, value, at, keys, "encoding", is_default=default, detail=True)
