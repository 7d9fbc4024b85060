"""The facts pagination is decided on, from the view of a description."""

from collections.abc import Mapping, Sequence

from connectors.canonical import Json
from connectors.derive.answer_shape import Node, Shapes
from connectors.derive.answers import has_no_content
from connectors.derive.arguments import Arguments
from connectors.derive.paging_facts import (
    READS,
    AnswerHeader,
    Argument,
    Facts,
    best_content,
    body_arguments,
    holds_members,
    nested,
)
from connectors.derive.paging_words import is_paging_container, may_advance, names_what_is_next
from connectors.description.at import At
from connectors.description.schemas import Schemas
from connectors.description.view import OperationView, ResponseView
from connectors.model.operation import Encoding, Style

__all__ = ["facts_of", "may_answer", "shapes_of"]

_JSON_LIKE = (Encoding.JSON, Encoding.FORM, Encoding.MULTIPART)


def shapes_of(schemas: Schemas) -> Shapes:
    """What takes the description's schemas apart."""

    def look(name: str) -> tuple[Json, At]:
        schema = schemas.definition(name)
        return schema.json, schema.at

    return Shapes(look)


def facts_of(identity: str, view: OperationView, arguments: Arguments, shapes: Shapes) -> Facts | None:
    """What of one operation pagination cares for; None where it could not be paged, nor show how another one is.

    Only names are looked at for that, and most operations end there: no extension speaks of pages, no argument could advance, and the
    answer of a read has nothing that may be the address of a next part.
    """
    body = _of_body(view, arguments, shapes)
    asks = bool(view.extensions) or _may_ask(view, body, shapes)
    if not asks and view.method not in READS:
        return None
    answer, headers = _success(view.method, view.responses)
    if not asks and not _may_lead_on(answer, headers, shapes):
        return None
    found: list[Argument] = []
    keys = {(parameter.location, parameter.name): parameter.key for parameter in arguments.parameters}
    for parameter in view.parameters:
        key = keys.get((parameter.location, parameter.name))
        if key is None:
            continue
        node = Node(parameter.schema.json, parameter.at)
        argument = Argument(key, parameter.name, parameter.location, node, parameter.required, parameter.description)
        if holds_members(argument, shapes, style=parameter.style, content_type=parameter.content_type):
            found += nested(argument, shapes, brackets=parameter.style is Style.DEEP_OBJECT)
        else:
            found.append(argument)
    if arguments.body is not None:
        found += body_arguments(arguments.body, body, shapes)
    return Facts(
        identity=identity,
        method=view.method,
        path=view.path,
        arguments=tuple(found),
        answer=answer,
        headers=headers,
        at=view.at,
        extensions=view.extensions,
        texts=tuple(text for text in (view.summary, view.description, *(item.description for item in found)) if text),
        answers_unseen=answer is None and may_answer(view.method, [response.status for response in view.responses]),
    )


def _may_ask(view: OperationView, body: Mapping[str, Node], shapes: Shapes) -> bool:
    """Whether some argument could advance, by its name. Objects among the parameters are few, and may hold one that does."""
    for parameter in view.parameters:
        if may_advance(parameter.name) or parameter.style is Style.DEEP_OBJECT or parameter.content_type is not None:
            return True
        if is_paging_container(parameter.name) and shapes.kind(Node(parameter.schema.json, parameter.at)) == "object":
            return True
    for name, node in body.items():
        if may_advance(name):
            return True
        if is_paging_container(name) and shapes.kind(node) == "object":
            if any(may_advance(f"{name}.{inner}") for inner in shapes.members(node)):
                return True
    return False


def _may_lead_on(answer: Node | None, headers: Sequence[AnswerHeader], shapes: Shapes) -> bool:
    """Whether an answer that holds a list may hold the address of what follows, by the names of its headers and members."""
    if answer is None:
        return False
    if any(names_what_is_next(header.name) for header in headers):
        return True
    return shapes.shape(answer).may_lead_on


def _of_body(view: OperationView, arguments: Arguments, shapes: Shapes) -> dict[str, Node]:
    """The members of a body whose values a caller gives as JSON or a form."""
    body = arguments.body
    if body is None or view.body is None or body.encoding not in _JSON_LIKE:
        return {}
    if view.method not in ("POST", "QUERY", "GET"):
        return {}
    content = next((item for item in view.body.contents if item.media_type in (body.content_type, None)), None)
    if content is None:
        return {}
    if content.members is not None:
        return {member.name: Node(member.schema.json, member.at) for member in content.members}
    return shapes.members(Node(content.schema.json, content.schema.at)) if content.schema is not None else {}


def _success(method: str, responses: tuple[ResponseView, ...]) -> tuple[Node | None, tuple[AnswerHeader, ...]]:
    """The first success with a JSON schema, else `default`; headers are those of every success, and of `default` where there is none."""
    successes = [item for item in responses if item.status.startswith("2")]
    successes.sort(key=lambda item: item.status)
    others = [item for item in responses if item.status == "default"]
    headers: dict[str, AnswerHeader] = {}
    for response in successes or others:
        for header in response.headers:
            node = Node(header.schema.json, ((response.at, "headers"), header.name))
            headers.setdefault(header.name.lower(), AnswerHeader(header.name, node))
    for response in (*successes, *others):
        if has_no_content(method, response.status):
            continue
        answer = best_content(
            [
                (item.media_type, Node(item.schema.json, item.schema.at) if item.schema is not None else None)
                for item in response.contents
            ]
        )
        if answer is not None:
            return answer, tuple(headers.values())
    return None, tuple(headers.values())


def may_answer(method: str, statuses: Sequence[str]) -> bool:
    """Whether some success has a body: one that is declared and may have, or none is declared at all."""
    return not statuses or any(
        status == "default" or (status.startswith("2") and not has_no_content(method, status)) for status in statuses
    )
