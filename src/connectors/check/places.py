"""Where the facts of an effective package stand in its derived files."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from connectors import pointer
from connectors.model.operation import ErrorResponse, Header, MediaType, Operation, Parameter, Response
from connectors.model.package import Package
from connectors.model.places import Place

__all__ = ["CONNECTOR", "LOCK", "SCHEMAS", "Places", "arguments", "label", "listed", "named", "schema_texts"]

CONNECTOR = "connector.json"
SCHEMAS = "schemas.json"
LOCK = "identity.lock.json"

_NAMED = 3
"""How many operations a message names that is about many."""

_ITEM = re.compile(r"/(?P<kind>parameters|body/fields|responses|errors)/(?P<index>\d+)(?=/|$)")
"""What of an operation's record may stand among what its file shares."""


class Places:
    """Finds the derived record of an operation, whatever the overlay calls it now."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._records: dict[str, tuple[str, int]] | None = None

    def of(self, operation: Operation, tail: str = "") -> Place:
        """A node of an operation; `tail` is the pointer below its record."""
        if self._records is None:
            self._records = dict(_records(self._package))
        file, index = self._records.get(operation.identity, ("", 0))
        if not file:
            return Place(_file(operation.resource))
        return Place(file, self._shared(operation.identity, tail) or f"/operations/{index}{tail}")

    def _shared(self, identity: str, tail: str) -> str | None:
        """Where `tail` leads in what operations of the file share; None where the operation spells it itself."""
        stored = self._package.stored.get(identity)
        match = _ITEM.match(tail)
        if stored is None or match is None:
            return None
        kind = match["kind"]
        items: tuple[object, ...]
        if kind == "body/fields":
            items, kind = (stored.body.fields if stored.body else None) or (), "parameters"
        else:
            items = getattr(stored, kind)
        index = int(match["index"])
        item = items[index] if index < len(items) else None
        return f"/shared/{kind}/{pointer.token(item)}{tail[match.end() :]}" if isinstance(item, str) else None


def _records(package: Package) -> Iterator[tuple[str, tuple[str, int]]]:
    """File and index of each record: one file a resource, sorted by the derived id, which has the resource as its middle."""
    counts: dict[str, int] = {}
    for emitted in sorted(package.coverage.operations, key=lambda emitted: emitted.id):
        file = _file(".".join(emitted.id.split(".")[1:-1]))
        counts[file] = counts.get(file, 0) + 1
        yield emitted.identity, (file, counts[file] - 1)


def _file(resource: str) -> str:
    return f"operations/{resource}.json"


def arguments(operation: Operation) -> Iterator[tuple[str, Parameter]]:
    """Every argument of a call, members of the body included, with the pointer below the operation's record."""
    for index, parameter in enumerate(operation.parameters):
        yield f"/parameters/{index}", parameter
    body = operation.body
    if body is not None:
        for index, parameter in enumerate(body.fields or ()):
            yield f"/body/fields/{index}", parameter
        if body.whole is not None:
            yield "/body/whole", body.whole


def schema_texts(operation: Operation) -> Iterator[tuple[str, msgspec.Raw]]:
    """Every schema of an operation with its pointer below the operation's record."""
    for at, argument in arguments(operation):
        yield f"{at}/schema", argument.schema
        if argument.headers:
            yield from _of_headers(at, argument.headers)
    body = operation.body
    if body is not None:
        if not isinstance(body.additional, msgspec.UnsetType):
            yield "/body/additional", body.additional
        yield from _of_content("/body/alternatives", body.alternatives)
    yield from _of_answers("/responses", operation.responses)
    yield from _of_answers("/errors", operation.errors)


def _of_answers(at: str, answers: tuple[Response | ErrorResponse, ...]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, answer in enumerate(answers):
        yield from _of_content(f"{at}/{index}/content", answer.content)
        if answer.headers:
            yield from _of_headers(f"{at}/{index}", answer.headers)


def _of_content(at: str, content: tuple[MediaType, ...]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, media_type in enumerate(content):
        yield f"{at}/{index}/schema", media_type.schema
        if not isinstance(media_type.item_schema, msgspec.UnsetType):
            yield f"{at}/{index}/item_schema", media_type.item_schema


def _of_headers(at: str, headers: tuple[Header, ...]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, header in enumerate(headers):
        yield f"{at}/headers/{index}/schema", header.schema


def label(operation: Operation) -> str:
    """What a message calls an operation."""
    return f"`{operation.method} {operation.path}`"


def named(operations: Sequence[Operation]) -> str:
    """Some operations of a message that is about all of them."""
    return listed([label(operation) for operation in operations[:_NAMED]], len(operations))


def listed(words: Sequence[str], count: int | None = None) -> str:
    """Some of many, as they are spelled in the message; `count` where `words` are not all there are."""
    total = len(words) if count is None else count
    shown = ", ".join(words[:_NAMED])
    return shown if total <= _NAMED else f"{shown} and {total - _NAMED:,} more"
