"""Answers: what a success carries, and what a failure means."""

from collections.abc import Iterator
from typing import Any

from connectors.description.view import ResponseView
from connectors.model.operation import Basis, ErrorResponse, Response
from connectors.why.case import Case
from connectors.why.clauses import ACCEPTED, NO_CONTENT, error_class_clause
from connectors.why.record import Fact

__all__ = ["answer_facts"]

_NO_CONTENT = "what is described as its content is left out, with a note"


def answer_facts(case: Case) -> Iterator[Fact]:
    """The facts of every described answer: successes below `responses`, failures below `errors`."""
    views = {view.status: view for view in case.view.responses} if case.view is not None else {}
    for response in case.operation.responses:
        yield from _success(case, response, views.get(response.status))
    for error in case.operation.errors:
        yield from _failure(case, error, views.get(error.status))


def _success(case: Case, response: Response, view: ResponseView | None) -> Iterator[Fact]:
    name = f"responses.{response.status}"
    yield case.declared(name, response, view.at if view is not None else None)
    pending = f"{name}.pending"
    if case.basis(pending) is Basis.AUTHORED:
        word = case.authored.of("responses", response.status, "pending")
        yield case.by_person(pending, response.pending, word, detail=True)
    else:
        rule = "the status says whether the work is done"
        yield case.silent(pending, response.pending, ACCEPTED, view.at if view is not None else None, rule=rule, detail=True)
    yield from _parts(case, name, response, view)


def _failure(case: Case, error: ErrorResponse, view: ResponseView | None) -> Iterator[Fact]:
    name = f"errors.{error.status}"
    at = view.at if view is not None else None
    yield case.declared(name, error, at)
    if case.basis(name) is Basis.AUTHORED:
        yield case.by_person(f"{name}.class", error.error_class, case.authored.of("errors", error.status), detail=True)
    else:
        clause = error_class_clause(error.status)
        yield case.silent(
            f"{name}.class", error.error_class, clause, at, rule="the status says what kind of failure it is", detail=True
        )
    yield from _parts(case, name, error, view)


def _parts(case: Case, name: str, answer: "Response | ErrorResponse", view: ResponseView | None) -> Iterator[Fact]:
    contents = {content.media_type: content for content in view.contents} if view is not None else {}
    at = view.at if view is not None else None
    for item in answer.content:
        content = contents.get(item.media_type)
        fact = f"{name}.content.{item.media_type or '*'}"
        yield case.declared(fact, item, (content.named or content.at) if content is not None else None, detail=True)
        schema = content.schema.at if content is not None and content.schema is not None else None
        yield case.declared(f"{fact}.schema", item.schema, schema or at, detail=True)
    if not answer.content and contents:
        yield Fact(f"{name}.content", (), Basis.STANDARD, _NO_CONTENT, case.place(at), NO_CONTENT, detail=True)
    for header in answer.headers:
        yield case.declared(f"{name}.headers.{header.name}", header, case.below(at, "headers", header.name) or at, detail=True)
    if answer.description is not None:
        described: Any = case.below(at, "description") or at
        yield case.declared(f"{name}.description", answer.description, described, detail=True)
