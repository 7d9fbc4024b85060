"""The facts pagination is decided on, from the view of a description."""

from collections.abc import Sequence

from connectors.canonical import Json
from connectors.derive.answer_shape import Node, Shapes
from connectors.derive.answers import has_no_content
from connectors.derive.arguments import Arguments
from connectors.derive.paging_facts import AnswerHeader, Argument, Facts, best_content, body_arguments, holds_members, nested
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


def facts_of(identity: str, view: OperationView, arguments: Arguments, shapes: Shapes) -> Facts:
    """What of one operation pagination cares for. Reads no more of it than its method allows to matter."""
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
    found += _of_body(view, arguments, shapes)
    answer, headers = _success(view.method, view.responses)
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


def _of_body(view: OperationView, arguments: Arguments, shapes: Shapes) -> list[Argument]:
    body = arguments.body
    if body is None or view.body is None or body.encoding not in _JSON_LIKE:
        return []
    if view.method not in ("POST", "QUERY", "GET"):
        return []
    content = next((item for item in view.body.contents if item.media_type in (body.content_type, None)), None)
    if content is None:
        return []
    if content.members is not None:
        nodes = {member.name: Node(member.schema.json, member.at) for member in content.members}
    elif content.schema is not None:
        nodes = shapes.members(Node(content.schema.json, content.schema.at))
    else:
        nodes = {}
    return body_arguments(body, nodes, shapes)


def _success(method: str, responses: tuple[ResponseView, ...]) -> tuple[Node | None, tuple[AnswerHeader, ...]]:
    """The first success with a JSON schema, else `default`; headers are those of every success, and of `default` where there is none."""
    successes = sorted((item for item in responses if item.status.startswith("2")), key=lambda item: item.status)
    others = [item for item in responses if item.status == "default"]
    headers: dict[str, AnswerHeader] = {}
    for response in successes or others:
        for header in _headers(response):
            headers.setdefault(header.name.lower(), header)
    for response in (*successes, *others):
        if has_no_content(method, response.status):
            continue
        node = best_content(
            (item.media_type, Node(item.schema.json, item.schema.at) if item.schema is not None else None)
            for item in response.contents
        )
        if node is not None:
            return node, tuple(headers.values())
    return None, tuple(headers.values())


def may_answer(method: str, statuses: Sequence[str]) -> bool:
    """Whether some success has a body: one that is declared and may have, or none is declared at all."""
    return not statuses or any(
        status == "default" or (status.startswith("2") and not has_no_content(method, status)) for status in statuses
    )


def _headers(response: ResponseView) -> tuple[AnswerHeader, ...]:
    return tuple(
        AnswerHeader(header.name, Node(header.schema.json, (((response.at), "headers"), header.name)))
        for header in response.headers
    )
