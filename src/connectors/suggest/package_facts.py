"""The facts pagination is decided on, from a package: the same as from the description, its extensions apart.

Places are those of the package: a member of a schema in `schemas.json`, anything else below its operation.
"""

from collections.abc import Iterable, Mapping

import msgspec

from connectors.canonical import Json
from connectors.derive.answer_shape import Node, Shapes
from connectors.derive.paging_facts import AnswerHeader, Argument, Facts, best_content, body_arguments, holds_members, nested
from connectors.derive.paging_view import may_answer
from connectors.description.at import At
from connectors.model.operation import Encoding, Operation, Parameter, Response, Style

__all__ = ["Schemas", "facts_of"]

_SCHEMAS = "schemas.json"


class Schemas:
    """The schemas of a package, decoded when they are asked for."""

    def __init__(self, texts: Mapping[str, msgspec.Raw]) -> None:
        self._texts = texts
        self._decoded: dict[str, Json] = {}
        self.shapes = Shapes(self.look)

    def look(self, name: str) -> tuple[Json, At]:
        """The schema behind a name, and its place."""
        if name not in self._decoded:
            self._decoded[name] = msgspec.json.decode(self._texts[name]) if name in self._texts else {}
        return self._decoded[name], (((None, _SCHEMAS), "$defs"), name)


def facts_of(operation: Operation, schemas: Schemas) -> Facts:
    """What of one operation pagination cares for."""
    shapes = schemas.shapes
    here: At = (None, operation.identity)
    found: list[Argument] = []
    for parameter in operation.parameters:
        argument = _argument(parameter, ((here, "parameters"), parameter.key))
        if holds_members(argument, shapes, style=parameter.style, content_type=parameter.content_type):
            found += nested(argument, shapes, brackets=parameter.style is Style.DEEP_OBJECT)
        else:
            found.append(argument)
    body = operation.body
    if body is not None and body.encoding in (Encoding.JSON, Encoding.FORM, Encoding.MULTIPART):
        if body.whole is not None:
            nodes = shapes.members(Node(msgspec.json.decode(body.whole.schema), ((here, "body"), "whole")))
        else:
            at: At = ((here, "body"), "fields")
            nodes = {field.name: Node(msgspec.json.decode(field.schema), (at, field.key)) for field in body.fields or ()}
        found += body_arguments(body, nodes, shapes)
    answer, headers = _success(operation.responses, here)
    statuses = [response.status for response in operation.responses] + [error.status for error in operation.errors]
    return Facts(
        identity=operation.identity,
        method=operation.method,
        path=operation.path,
        arguments=tuple(found),
        answer=answer,
        headers=headers,
        at=here,
        texts=tuple(text for text in (operation.summary, operation.description, *(item.description for item in found)) if text),
        answers_unseen=answer is None and may_answer(operation.method, statuses),
    )


def _argument(parameter: Parameter, at: At) -> Argument:
    node = Node(msgspec.json.decode(parameter.schema), at)
    return Argument(parameter.key, parameter.name, parameter.location, node, parameter.required, parameter.description)


def _success(responses: Iterable[Response], here: At) -> tuple[Node | None, tuple[AnswerHeader, ...]]:
    successes = [item for item in responses if item.status.startswith("2")]
    others = [item for item in responses if item.status == "default"]
    headers: dict[str, AnswerHeader] = {}
    for response in successes or others:
        for header in _headers(response, ((here, "responses"), response.status)):
            headers.setdefault(header.name.lower(), header)
    for response in (*successes, *others):
        at: At = ((here, "responses"), response.status)
        node = best_content(
            (
                content.media_type,
                Node(msgspec.json.decode(content.schema), ((at, "content"), content.media_type or ""))
                if bytes(content.schema) != b"{}"
                else None,
            )
            for content in response.content
        )
        if node is not None:
            return node, tuple(headers.values())
    return None, tuple(headers.values())


def _headers(response: Response, at: At) -> tuple[AnswerHeader, ...]:
    return tuple(
        AnswerHeader(header.name, Node(msgspec.json.decode(header.schema), ((at, "headers"), header.name)))
        for header in response.headers
    )
