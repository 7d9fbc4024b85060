"""The body of a request: how it is written, and what it is made of."""

from collections.abc import Iterator

import msgspec

from connectors.description.view import BodyView, ContentView
from connectors.model.operation import Basis, Body
from connectors.why.arguments import argument_facts, member_facts, members_of
from connectors.why.case import Case
from connectors.why.clauses import ANY_VALUE, NO_BODY, specification_clause
from connectors.why.reading import where
from connectors.why.record import Fact, Where

__all__ = ["body_facts"]

_TAKEN = "nothing names a media type for the body: a structured value is sent as JSON, anything else as bytes"
_WRITTEN = "the media type says how the body is written"


def body_facts(case: Case) -> Iterator[Fact]:
    """Every fact of the body; one that says that there is none."""
    body = case.operation.body
    view = case.view.body if case.view is not None else None
    if body is None:
        if view is not None:
            rule = (
                "what is described is a body that has no members, or one that the method must not have; it is left out, with a note"
            )
            yield Fact("body", None, Basis.STANDARD, rule, case.place(view.at), NO_BODY)
        else:
            yield case.nobody("body", None, "the description has no body here")
        return
    content = _chosen(case, view)
    edited = case.authored.of("body") is not None
    yield case.declared("body", body, view.at if view is not None else None, _body_rule(edited))
    yield _content_type(case, body, view, content)
    yield _encoding(case, body, content)
    yield _required(case, body, view)
    if body.description is not None:
        at = view.at if view is not None else None
        yield case.declared("body.description", body.description, case.below(at, "description") or at)
    schema = content.schema.at if content is not None and content.schema is not None else None
    if not isinstance(body.additional, msgspec.UnsetType):
        name = "additionalProperties"
        yield case.said("body.additional", body.additional, schema, ((name,),), ANY_VALUE, is_default=False)
    if body.read_only:
        yield case.declared(
            "body.read_only", body.read_only, schema, "the schema marks them `readOnly`: they are answered and never sent"
        )
    if body.alternatives:
        others = tuple(where(one.named) for one in view.contents if one.named is not None) if view is not None else ()
        rule = "the description offers these media types, too"
        yield Fact("body.alternatives", body.alternatives, Basis.DECLARED, rule, case.here, evidence=others)
    forms = {item.name: item for item in content.members or ()} if content is not None else {}
    members = members_of(case, content) if content is not None and not forms else {}
    for field in body.fields or ():
        if field.name in forms:
            yield from argument_facts(case, f"body.fields.{field.key}", field, forms[field.name])
        else:
            yield from member_facts(case, f"body.fields.{field.key}", field, members.get(field.name))
    if body.whole is not None:
        yield case.declared("body.whole", body.whole, schema or (content.at if content is not None else None))


def _body_rule(edited: bool) -> str:
    return "the description says it; the overlay adds to it" if edited else "the description says it"


def _chosen(case: Case, view: BodyView | None) -> ContentView | None:
    """The content that the derived body was made of."""
    derived = case.derived.body
    if view is None or derived is None:
        return None
    return next((item for item in view.contents if item.media_type in (derived.content_type, None)), None)


def _content_type(case: Case, body: Body, view: BodyView | None, content: ContentView | None) -> Fact:
    name, value = "body.content_type", body.content_type
    if case.basis(name) is Basis.AUTHORED:
        return case.by_person(name, value, case.authored.of("body", "content_type"))
    if case.basis("body") is Basis.INFERRED:
        return Fact(name, value, Basis.INFERRED, _TAKEN, case.place(view.at if view is not None else None))
    if content is not None and content.named is None:
        return case.silent(name, value, "body.content_type", content.at)
    others: tuple[Where, ...] = ()
    rule = "the description says it"
    if view is not None and len(view.contents) > 1:
        rule = f"the description offers {len(view.contents)}, and the one that a caller can fill in best is taken: JSON before forms before others"
        others = tuple(where(one.named) for one in view.contents if one.named is not None and one is not content)
    return case.declared(name, value, content.named if content is not None else None, rule, evidence=others)


def _encoding(case: Case, body: Body, content: ContentView | None) -> Fact:
    name, value = "body.encoding", body.encoding
    if case.basis(name, "body.content_type") is Basis.AUTHORED:
        return case.by_person(name, value, case.authored.first([("body", "encoding"), ("body", "content_type")]))
    basis = case.basis("body") or (Basis.DECLARED if content is None or content.named is not None else Basis.STANDARD)
    at = content.named or content.at if content is not None else None
    clause = specification_clause("body.content_type", case.format) if basis is Basis.STANDARD else None
    return Fact(name, value, basis, _WRITTEN, case.place(at), clause)


def _required(case: Case, body: Body, view: BodyView | None) -> Fact:
    at = view.at if view is not None else None
    forms = view.contents[0].members if view is not None else None
    if forms:
        needed = next((member for member in forms if member.required), None)
        if needed is not None:
            rule = "one of its form fields is required"
            return case.declared("body.required", body.required, case.below(needed.at, "required") or needed.at, rule)
        return case.silent("body.required", body.required, "body.required", at)
    return case.said("body.required", body.required, at, (("required",),), "body.required", is_default=not body.required)
