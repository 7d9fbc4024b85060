"""Answers: every described one is kept, successes apart from failures."""

import re
from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter

import msgspec

from connectors.derive.arguments import header, schema_text
from connectors.description.remarks import Remarks
from connectors.description.view import ContentView, ResponseView
from connectors.model.operation import ErrorClass, ErrorResponse, MediaType, Response
from connectors.problems import Code

__all__ = ["answers_of", "class_of"]

# RFC 9110 §15.5; 423 is RFC 4918 §11.3, 429 RFC 6585 §4.
_CLASSES = {
    "401": ErrorClass.UNAUTHORIZED,
    "403": ErrorClass.FORBIDDEN,
    "404": ErrorClass.NOT_FOUND,
    "410": ErrorClass.NOT_FOUND,
    "409": ErrorClass.CONFLICT,
    "412": ErrorClass.CONFLICT,
    "423": ErrorClass.CONFLICT,
    "429": ErrorClass.RATE_LIMITED,
}
_STATUS = attrgetter("status")
_CODE = re.compile(r"[1-5][0-9]{2}")


def answers_of(
    method: str, views: Iterable[ResponseView], remarks: Remarks
) -> tuple[tuple[Response, ...], tuple[ErrorResponse, ...], frozenset[str]]:
    """Successes, failures, and the definitions that their schemas name.

    `default` is a success only where no 2XX is declared: beside one it is what else may come, and that is a failure.
    """
    succeeds = False
    responses: list[Response] = []
    errors: list[ErrorResponse] = []
    references: set[str] = set()
    # Codes in order, a range behind the codes it covers, `default` last: the order of the alphabet.
    for view in sorted(views, key=_STATUS):
        status = view.status
        contents = view.contents
        if contents and has_no_content(method, status):
            contents = ()
            what = "the answer to HEAD" if method == "HEAD" else f"an answer `{status}`"
            remarks.noted(
                Code.RESPONSE_CONTENT_IGNORED, f"{what} has no content (RFC 9110 §6.4.1); what is described is left out", view.at
            )
        for content in contents:
            if content.schema is not None:
                references |= content.schema.references
            if content.item_schema is not None:
                references |= content.item_schema.references
        for item in view.headers:
            references |= item.schema.references
        content_types = tuple(map(_media_type, contents))
        headers = tuple(map(header, view.headers))
        succeeds = succeeds or status[0] == "2"
        if status[0] in "45" or (succeeds and status == "default"):
            errors.append(ErrorResponse(status, class_of(status), content_types, headers, view.description))
        else:
            pending = status == "202"  # RFC 9110 §15.3.3: accepted, and not done
            responses.append(Response(status, content_types, pending, headers, view.description))
    return tuple(responses), tuple(errors), frozenset(references)


def has_no_content(method: str, status: str) -> bool:
    """Whether an answer never carries content, whatever a description says. Source: RFC 9110 §6.4.1."""
    return method == "HEAD" or status in ("204", "304") or status.startswith("1")


@lru_cache(maxsize=1024)
def class_of(status: str) -> ErrorClass | None:
    """What kind of failure a status means; None for ranges and `default`, where the status that is met decides."""
    if not _CODE.fullmatch(status):
        return None
    if status in _CLASSES:
        return _CLASSES[status]
    return ErrorClass.UPSTREAM if status[0] == "5" else ErrorClass.BAD_REQUEST


def _media_type(content: ContentView) -> MediaType:
    return MediaType(
        content.media_type,
        schema_text(content.schema.json if content.schema else {}),
        item_schema=schema_text(content.item_schema.json) if content.item_schema else msgspec.UNSET,
    )
