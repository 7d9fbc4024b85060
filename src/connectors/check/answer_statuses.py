"""Answers: statuses are well-formed, in order, each once, and successes stand apart from failures."""

import re
from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.operation import Basis, ErrorClass, ErrorResponse, Operation, Response
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["answer_statuses"]

_STATUS = re.compile(r"[1-5](?:[0-9]{2}|XX)|default")
# RFC 9110 §15.5; 423 is RFC 4918 §11.3, 429 RFC 6585 §4.
_CLASSES = {
    "401": ErrorClass.UNAUTHORIZED,
    "403": ErrorClass.FORBIDDEN,
    **dict.fromkeys(("404", "410"), ErrorClass.NOT_FOUND),
    **dict.fromkeys(("409", "412", "423"), ErrorClass.CONFLICT),
    "429": ErrorClass.RATE_LIMITED,
}


def answer_statuses(package: Package) -> Iterator[Finding]:
    """`responses` holds what is no failure, `errors` what is one; both are sorted by status. Source: OpenAPI 3.1, Responses Object."""
    places = Places(package)
    for operation in package.operations:
        for tail, message in _faults(operation):
            place = places.of(operation, tail)
            yield Finding(Code.ANSWER_STATUS, Severity.ERROR, message, "run `connectors gen`", place, operation.identity)


def _faults(operation: Operation) -> Iterator[tuple[str, str]]:
    who = label(operation)
    succeeds = any(answer.status.startswith("2") for answer in operation.responses)
    sides: tuple[tuple[str, tuple[Response | ErrorResponse, ...]], ...] = (
        ("responses", operation.responses),
        ("errors", operation.errors),
    )
    for name, answers in sides:
        statuses = [answer.status for answer in answers]
        for index, answer in enumerate(answers):
            status, at = answer.status, f"/{name}/{index}/status"
            if not _STATUS.fullmatch(status):
                yield at, f"a status of {who} is three digits, a range such as `2XX`, or `default`, found `{status}`"
            elif statuses.index(status) != index:
                yield at, f"a status stands once in `{name}` of {who}, found `{status}` twice"
            elif (name == "errors") != (status[0] in "45" or (status == "default" and succeeds)):
                other = "responses" if name == "errors" else "errors"
                yield at, f"`{status}` of {who} stands in `{other}`, found it in `{name}`"
            elif answer.content and (operation.method == "HEAD" or status in ("204", "304") or status[0] == "1"):
                yield f"/{name}/{index}/content", f"an answer `{status}` to {who} has no content (RFC 9110 §6.4.1), found some"
        if statuses != sorted(statuses, key=_order):
            yield f"/{name}", f"`{name}` of {who} are sorted by status, found {', '.join(statuses)}"
    for index, error in enumerate(operation.errors):
        expected = _class(error.status)
        if error.error_class != expected and operation.basis.get(f"errors.{error.status}") is not Basis.AUTHORED:
            found = f"`{error.error_class}`" if error.error_class else "none"
            wanted = f"the class `{expected}`" if expected else "no class"
            yield f"/errors/{index}/class", f"`{error.status}` of {who} has {wanted}, found {found}"


def _order(status: str) -> tuple[str, str]:
    """Codes in order, a range behind the codes it covers, `default` last."""
    return ("9", "") if status == "default" else (status[:1], status)


def _class(status: str) -> ErrorClass | None:
    if not status.isdecimal() or status[0] not in "45":
        return None
    return _CLASSES.get(status) or (ErrorClass.UPSTREAM if status[0] == "5" else ErrorClass.BAD_REQUEST)
