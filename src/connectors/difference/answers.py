"""What comes back: answers by status, their content and headers, failures, and what makes a success."""

import msgspec
from msgspec import Raw, UnsetType

from connectors.difference.change import At, shown
from connectors.difference.codes import ChangeCode
from connectors.difference.schemas import Direction, SchemaComparison
from connectors.model.operation import ErrorResponse, Header, MediaType, Operation, Outcome, Response

__all__ = ["compare_answers", "compare_errors", "compare_outcome"]

_ANYTHING = Raw(b"{}")


def compare_answers(at: At, old: Operation, new: Operation, schemas: SchemaComparison) -> None:
    """Compare the described answers that are no failures."""
    at = at.below("responses")
    olds, news = ({answer.status: answer for answer in each.responses} for each in (old, new))
    for status in olds.keys() | news.keys():
        before, after = olds.get(status), news.get(status)
        if after is None:
            code = ChangeCode.SUCCESS_REMOVED if _is_success(status) else ChangeCode.STATUS_CHANGED
            at.add(code, status, None, status)
        elif before is None:
            code = ChangeCode.SUCCESS_ADDED if _is_success(status) else ChangeCode.STATUS_CHANGED
            at.add(code, None, status, status)
        else:
            _compare_answer(at.below(status), before, after, schemas)


def compare_errors(at: At, old: Operation, new: Operation, schemas: SchemaComparison) -> None:
    """Compare the described failures."""
    at = at.below("errors")
    olds, news = ({error.status: error for error in each.errors} for each in (old, new))
    for status in olds.keys() | news.keys():
        before, after = olds.get(status), news.get(status)
        if before is None or after is None:
            at.add(
                ChangeCode.ERROR_CHANGED,
                None if before is None else _class(before),
                None if after is None else _class(after),
                status,
            )
            continue
        here = at.below(status)
        if before.error_class != after.error_class:
            here.add(ChangeCode.ERROR_CLASS_CHANGED, _class(before), _class(after), "class")
        _compare_carried(here, before, after, schemas)


def compare_outcome(at: At, old: Outcome | None, new: Outcome | None) -> None:
    """Compare how a failure inside a success is told. The rules have many spellings of one meaning, so that any other is breaking."""
    if old is None and new is None:
        return
    if old is None or new is None or msgspec.json.encode(old, order="sorted") != msgspec.json.encode(new, order="sorted"):
        at.add(ChangeCode.OUTCOME_CHANGED, _outcome(old), _outcome(new), "outcome")


def _compare_answer(at: At, old: Response, new: Response, schemas: SchemaComparison) -> None:
    if old.pending != new.pending:
        words = tuple("accepted, not done" if each.pending else "done" for each in (old, new))
        at.below("pending").either(new.pending, ChangeCode.ANSWER_PENDING, ChangeCode.ANSWER_SETTLED, *words)
    _compare_carried(at, old, new, schemas)


def _compare_carried(at: At, old: Response | ErrorResponse, new: Response | ErrorResponse, schemas: SchemaComparison) -> None:
    if old.description != new.description:
        at.add(ChangeCode.WORDS_CHANGED, None, None)
    _compare_headers(at.below("headers"), old.headers, new.headers, schemas)
    at = at.below("content")
    if bool(old.content) != bool(new.content):
        words = tuple(", ".join(each.media_type or "any" for each in answer.content) or None for answer in (old, new))
        at.either(bool(new.content), ChangeCode.ANSWER_BODY_ADDED, ChangeCode.ANSWER_BODY_REMOVED, *words)
        return
    olds, news = ({each.media_type or "": each for each in answer.content} for answer in (old, new))
    for name in olds.keys() | news.keys():
        before, after = olds.get(name), news.get(name)
        if after is None:
            at.add(ChangeCode.ANSWER_TYPE_GONE, name or "none stated", None, name)
        elif before is None:
            at.add(ChangeCode.ANSWER_TYPE_NEW, None, name or "none stated", name)
        else:
            _compare_content(at.below(name), before, after, schemas)


def _compare_content(at: At, old: MediaType, new: MediaType, schemas: SchemaComparison) -> None:
    schemas.compare(at.below("schema"), old.schema, new.schema, Direction.ANSWER)
    if not isinstance(old.item_schema, UnsetType) or not isinstance(new.item_schema, UnsetType):
        before, after = (_ANYTHING if isinstance(each, UnsetType) else each for each in (old.item_schema, new.item_schema))
        schemas.compare(at.below("item_schema"), before, after, Direction.ANSWER)


def _compare_headers(at: At, old: tuple[Header, ...], new: tuple[Header, ...], schemas: SchemaComparison) -> None:
    olds, news = ({header.name.lower(): header for header in headers} for headers in (old, new))
    for name in olds.keys() - news.keys():
        at.add(ChangeCode.HEADER_REMOVED, olds[name].name, None, olds[name].name)
    for name in news.keys() - olds.keys():
        at.add(ChangeCode.HEADER_ADDED, None, news[name].name, news[name].name)
    for name in olds.keys() & news.keys():
        before, after = olds[name], news[name]
        here = at.below(after.name)
        if before.required != after.required:
            words = tuple("required" if each.required else "optional" for each in (before, after))
            here.below("required").either(after.required, ChangeCode.HEADER_REQUIRED, ChangeCode.HEADER_OPTIONAL, *words)
        for fact in ("style", "explode", "content_type"):
            if getattr(before, fact) != getattr(after, fact):
                here.add(ChangeCode.HEADER_WRITTEN_OTHERWISE, shown(getattr(before, fact)), shown(getattr(after, fact)), fact)
        if before.deprecated != after.deprecated:
            here.either(after.deprecated, ChangeCode.DEPRECATED, ChangeCode.DEPRECATION_WITHDRAWN, None, None)
        if before.description != after.description:
            here.add(ChangeCode.WORDS_CHANGED, None, None)
        schemas.compare(here.below("schema"), before.schema, after.schema, Direction.ANSWER)


def _is_success(status: str) -> bool:
    """`default` stands among the answers only where no success is described."""
    return status.startswith("2") or status == "default"


def _class(error: ErrorResponse) -> str:
    return error.error_class or "by the status met"


def _outcome(outcome: Outcome | None) -> str | None:
    return None if outcome is None else shown(outcome.success_when)
