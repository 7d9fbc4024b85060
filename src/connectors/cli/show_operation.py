"""One operation for people: what it does, what it needs, what it answers."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UnsetType

from connectors.cli.layout import Cell
from connectors.cli.page import Page
from connectors.cli.terminal import printable
from connectors.cli.words import (
    EFFECT_COLOUR,
    effect_words,
    pagination_words,
    quoted,
    read_schema,
    repeat_words,
    schema_words,
    security_words,
    style_words,
)
from connectors.model.connector import Connector
from connectors.model.coverage import Event, Note
from connectors.model.excerpt import Excerpt
from connectors.model.operation import Basis, Body, Header, Location, MediaType, Operation, Parameter, Server

__all__ = ["write_operation"]


def write_operation(page: Page, excerpt: Excerpt) -> None:
    """Everything a caller has to know, in the order in which it is asked for."""
    operation, schemas = excerpt.operation, excerpt.schemas
    page.title(printable(operation.id))
    page.line(f"{printable(operation.method)} {printable(operation.path)}", EFFECT_COLOUR[operation.effect])
    for text in _prose(operation):
        page.blank()
        page.prose(printable(text, newlines=True))
    page.blank()
    page.facts(_facts(excerpt.connector, operation))
    _write_arguments(page, operation, schemas)
    _write_answers(page, operation)
    _write_notes(page, excerpt.notes, excerpt.events)


def _prose(operation: Operation) -> list[str]:
    texts = [operation.summary, operation.description]
    return [text for text in dict.fromkeys(text.strip() for text in texts if text) if text]


def _facts(connector: Connector, operation: Operation) -> list[tuple[str, str]]:
    marks = [
        ("deprecated", operation.deprecated),
        ("NOT CALLABLE: no alternative of its credentials can be satisfied; the overlay may mend it", not operation.callable),
        ("not offered to deterministic workflows", not operation.deterministic),
        ("curated", operation.curated),
    ]
    authored = sorted(fact for fact, basis in operation.basis.items() if basis is Basis.AUTHORED)
    inferred = sorted(fact for fact, basis in operation.basis.items() if basis is Basis.INFERRED)
    return [
        ("marks", "; ".join(mark for mark, holds in marks if holds)),
        ("effect", effect_words(operation)),
        ("repeat", repeat_words(operation)),
        ("credential", security_words(operation.security, connector.default_security)),
        ("pages", pagination_words(operation.pagination) if operation.pagination else ""),
        ("servers", "\n".join(_server(server) for server in operation.servers)),
        ("body", _body_words(operation.body) if operation.body else ""),
        ("tags", ", ".join(map(printable, operation.tags))),
        ("vendor's id", printable(operation.source_operation_id) if operation.source_operation_id else ""),
        ("identity", printable(operation.identity)),
        ("authored", ", ".join(map(printable, authored))),
        ("inferred", ", ".join(map(printable, inferred))),
    ]


def _server(server: Server) -> str:
    return (
        printable(server.url)
        + ("  (the operator gives the origin)" if server.operator_supplied else "")
        + "  instead of the connector's"
    )


def _body_words(body: Body) -> str:
    words = f"{printable(body.content_type)} ({body.encoding}), {'required' if body.required else 'optional'}"
    if body.whole is not None:
        words += f"; the value of {quoted(body.whole.key)} is the whole body"
    if not isinstance(body.additional, UnsetType):
        words += f"; further members: {schema_words(read_schema(body.additional))}"
    if body.alternatives:
        words += "\nalso declared: " + ", ".join(_content(alternative) for alternative in body.alternatives)
    return words


def _content(content: MediaType) -> str:
    words = printable(content.media_type) if content.media_type is not None else "no media type"
    return f"{words} ({_type(content.schema)})"


def _type(schema: msgspec.Raw) -> str:
    return schema_words(read_schema(schema))


# Arguments


def _write_arguments(page: Page, operation: Operation, schemas: Mapping[str, msgspec.Raw]) -> None:
    arguments = [*operation.parameters, *_members(operation.body)]
    # Required first; within both, in the order of the description, the address before the body.
    arguments.sort(key=lambda argument: not argument.required)
    page.heading(f"Arguments ({len(arguments)})" if arguments else "Arguments: none")
    # An optional body may have members that are required once there is a body at all.
    optional_body = operation.body is not None and not operation.body.required
    page.table([_argument_row(argument, schemas, optional_body) for argument in arguments])


def _members(body: Body | None) -> tuple[Parameter, ...]:
    if body is None:
        return ()
    return (body.whole,) if body.whole is not None else body.fields or ()


def _argument_row(argument: Parameter, schemas: Mapping[str, msgspec.Raw], optional_body: bool) -> list[Cell]:
    required = ""
    if argument.required:
        required = "required with a body" if argument.location is Location.BODY and optional_body else "required"
    notes = [
        required,
        "SECRET" if argument.secret else "",
        "deprecated" if argument.deprecated else "",
        f"sent as {quoted(argument.name)}" if argument.name != argument.key else "",
        style_words(argument, schemas) or "",
        f"written as {printable(argument.content_type)}" if argument.content_type else "",
        "reserved characters stay as they are" if argument.allow_reserved else "",
        "may be empty" if argument.allow_empty else "",
        f"part headers {', '.join(printable(header.name) for header in argument.headers)}" if argument.headers else "",
        f"documented default {printable(bytes(argument.default).decode())}" if not isinstance(argument.default, UnsetType) else "",
        _one_line(argument.description),
    ]
    return [
        Cell(printable(argument.key), "bold" if argument.required else None),
        Cell(argument.location, "dim"),
        Cell(_type(argument.schema), "cyan"),
        Cell("; ".join(note for note in notes if note)),
    ]


def _one_line(text: str | None, most: int = 160) -> str:
    if not text or not text.strip():
        return ""
    line = printable(" ".join(text.split()))
    return line if len(line) <= most else line[: most - 1].rsplit(" ", 1)[0] + "…"


# Answers


def _write_answers(page: Page, operation: Operation) -> None:
    page.heading("Answers" if operation.responses else "Answers: none is described")
    rows = []
    for response in operation.responses:
        says = [
            "pending: accepted, not done" if response.pending else "",
            _headers(response.headers),
            _one_line(response.description),
        ]
        rows += _rows(response.status, response.content, says, "green")
    page.table(rows)
    if operation.errors:
        page.heading("Errors")
        rows = []
        for error in operation.errors:
            meaning = error.error_class or "by the status met"
            rows += _rows(error.status, error.content, [meaning, _headers(error.headers), _one_line(error.description)], "red")
        page.table(rows)


def _rows(status: str, content: tuple[MediaType, ...], says: Iterable[str], colour: str) -> list[list[Cell]]:
    words = "; ".join(part for part in says if part)
    if not content:
        return [[Cell(printable(status), colour), Cell("no body", "dim"), Cell(""), Cell(words)]]
    rows = []
    for number, each in enumerate(content):
        kind = _type(each.schema) if isinstance(each.item_schema, UnsetType) else f"stream of {_type(each.item_schema)}"
        media_type = printable(each.media_type) if each.media_type is not None else "no media type"
        first = number == 0
        rows.append(
            [
                Cell(printable(status) if first else "", colour),
                Cell(media_type),
                Cell(kind, "cyan"),
                Cell(words if first else ""),
            ]
        )
    return rows


def _headers(headers: tuple[Header, ...]) -> str:
    return f"headers {', '.join(printable(header.name) for header in headers)}" if headers else ""


def _write_notes(page: Page, notes: tuple[Note, ...], events: tuple[Event, ...]) -> None:
    if notes:
        page.heading(f"Notes ({len(notes)})")
        for note in notes:
            page.line(f"{note.severity} [{note.code}] {printable(note.reason)}", indent="  ")
            page.line(f"at {printable(note.at.file)}#{printable(note.at.pointer)}", "dim", indent="    ")
    if events:
        page.heading("The vendor calls back")
        page.table(
            [
                [Cell(printable(event.name)), Cell(f"{printable(event.method)} {printable(event.expression or '')}")]
                for event in events
            ]
        )
