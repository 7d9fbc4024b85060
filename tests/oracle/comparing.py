"""Calls of one package, built by the program and read by others: what each operation showed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from connectors.execute.refusal import RequestRefused
from connectors.execute.request import Request, build
from connectors.execute.values import File
from connectors.model.operation import Anonymous, Encoding, Location, Operation, Parameter, Server, Style
from connectors.model.package import Package
from oracle import readers
from oracle.twin import SERVER, UntoldError, followed, nodes, twin
from oracle.values import ASCII, PLAIN, TEXTS, Maker, UnmadeError

__all__ = ["KINDS", "RARE", "Result", "compare", "kinds_of"]

KINDS = (
    "path",
    "path styles",
    "query",
    "query styles",
    "deepObject",
    "header",
    "cookies",
    "content-typed",
    "form",
    "multipart",
    "json",
    "raw",
)
RARE = frozenset(KINDS) - {"path", "query", "header", "json", "raw"}


@dataclass
class Result:
    """What one operation showed: the kinds of places that were compared, and the differences in words."""

    identity: str
    kinds: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    skipped: str | None = None


def plain(value: Any) -> Any:
    """Comparable: numbers by value, files as bytes."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float | Decimal):
        return Decimal(str(value)).normalize()
    if isinstance(value, File):
        return value.content
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    return str(value) if not isinstance(value, bytes | str) else value


def kinds_of(operation: Operation, schemas: Maker) -> list[str]:
    """Of which kinds the places of an operation are."""
    found = set()
    for parameter in operation.parameters:
        composed = schemas.kind(schemas.merged(msgspec.json.decode(parameter.schema))) in ("array", "object")
        if parameter.location is Location.COOKIE:
            found.add("cookies")
        if parameter.content_type is not None:
            found.add("content-typed")
        elif parameter.style is Style.DEEP_OBJECT:
            found.add("deepObject")
        elif parameter.location is Location.PATH:
            found.add("path styles" if composed or parameter.style is not Style.SIMPLE else "path")
        elif parameter.location is Location.QUERY:
            found.add("query styles" if composed or parameter.style is not Style.FORM else "query")
        elif parameter.location is Location.HEADER:
            found.add("header")
    if operation.body is not None:
        encoding = operation.body.encoding
        found.add(encoding.value if encoding in (Encoding.FORM, Encoding.MULTIPART, Encoding.JSON) else "raw")
    return [kind for kind in KINDS if kind in found]


def _texts(parameter: Parameter, composed: bool) -> tuple[str, ...]:
    if composed and parameter.content_type is None:
        return PLAIN
    if parameter.location is Location.HEADER:
        return ASCII
    return TEXTS


def arguments_of(operation: Operation, maker: Maker) -> dict[str, Any]:
    """Arguments by key: all that are required, and some that are not."""
    given: dict[str, Any] = {}
    fields = operation.body.fields or () if operation.body is not None else ()
    for parameter in (*operation.parameters, *fields):
        if not parameter.required and not maker.pick((True, True, False)):
            continue
        schema = msgspec.json.decode(parameter.schema)
        in_body = parameter.location is Location.BODY
        composed = maker.kind(maker.merged(schema)) in ("array", "object")
        json = in_body and operation.body is not None and operation.body.encoding is Encoding.JSON
        try:
            given[parameter.key] = maker.value(
                schema, TEXTS if json else _texts(parameter, composed), 1 if in_body else 0, file=in_body
            )
        except UnmadeError:
            if parameter.required:
                raise
    body = operation.body
    if body is not None and body.whole is not None and (body.required or not operation.parameters):
        schema = msgspec.json.decode(body.whole.schema)
        if body.encoding in (Encoding.BINARY, Encoding.TEXT, Encoding.XML):
            given[body.whole.key] = File(b"some bytes", None, None)
        else:
            given[body.whole.key] = maker.value(schema, TEXTS)
    return given


def compare(tree: dict[str, Any], package: Package, operation: Operation) -> Result:
    """Build one call, and let the others read it."""
    result = Result(f"{operation.method} {operation.path}")
    maker = Maker({name: msgspec.json.decode(raw) for name, raw in package.schemas.items()}, operation.identity)
    operation = msgspec.structs.replace(operation, security=Anonymous(), servers=(Server(SERVER),))
    given: dict[str, Any] = {}
    try:
        given = arguments_of(operation, maker)
        document = twin(tree, operation.path, operation.method)
        request = build(package, operation, given, server=SERVER)
    except UnmadeError as why:
        result.skipped = f"no arguments: {why}"
        return result
    except UntoldError as why:
        result.skipped = f"no document: {why}"
        return result
    except RequestRefused as why:
        result.skipped = f"refused: {why}"
        return result
    sent = [parameter for parameter in operation.parameters if parameter.key in given]
    used = msgspec.structs.replace(operation, parameters=tuple(sent), body=operation.body if request.body is not None else None)
    result.kinds = kinds_of(used, maker)
    try:
        result.differences += list(_by_openapi_core(document, operation, request, given))
    except Exception as error:
        result.differences.append(f"openapi-core breaks: {type(error).__name__}: {str(error)[:200]}")
    result.differences += list(_by_expansion(operation, sent, request, given))
    if used.body is not None and used.body.encoding in (Encoding.FORM, Encoding.MULTIPART):
        result.differences += list(_by_werkzeug(used, request, given))
    return result


def _by_openapi_core(document: dict[str, Any], operation: Operation, request: Request, given: dict[str, Any]) -> Iterable[str]:
    body = operation.body
    structured = (
        request.body is not None and body is not None and body.encoding in (Encoding.JSON, Encoding.FORM, Encoding.MULTIPART)
    )
    read = readers.read(document, operation.path, request, structured)
    hints = _hints(document, operation, given)
    for error in read.errors:
        yield f"openapi-core refuses: {error}{hints}"
    if read.errors:
        return
    ((_, item),) = document["paths"].items()
    declared = {(each["in"], each["name"]) for told in item.values() for each in told["parameters"]}
    for parameter in operation.parameters:
        place = (parameter.location.value, parameter.name)
        # What is inferred from the path stands in no document that a reader has.
        if parameter.key in given and place in declared:
            value = read.values.get(place, "(nothing)")
            expected = f"<{parameter.key}>" if parameter.secret else given[parameter.key]
            if plain(value) != plain(expected):
                yield f"openapi-core reads {_label(parameter)} as {plain(value)!r}, given {plain(expected)!r}{hints}"
    if body is not None and structured:
        expected = (
            given.get(body.whole.key)
            if body.whole is not None
            else {item.name: given[item.key] for item in body.fields or () if item.key in given}
        )
        if body.encoding is Encoding.MULTIPART and isinstance(expected, dict):
            expected = {name: _part_texts(value) for name, value in expected.items()}
            read.body = (
                {name: _part_texts(value) for name, value in read.body.items()} if isinstance(read.body, dict) else read.body
            )
        if plain(read.body) != plain(expected):
            yield f"openapi-core reads the {body.encoding.value} body as {plain(read.body)!r}, given {plain(expected)!r}{hints}"


_TYPES = ("string", "integer", "number", "boolean", "array", "object", "null")

_PLACES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form",),
}
"""The styles of each place. Source: OpenAPI 3.0.3, Style Values."""


def _hints(document: dict[str, Any], operation: Operation, given: dict[str, Any]) -> str:
    """What of a description is known to be read differently, so that a row of the table can ask for it."""
    found = []
    parts = list(nodes(document))
    for node in parts:
        members = node.get("properties")
        for name, member in members.items() if isinstance(members, dict) else ():
            target = followed(document, member)
            if isinstance(target, dict) and target.get("readOnly"):
                found.append(f"[read-only {name}]")
    for each in next(iter(next(iter(document["paths"].values())).values()))["parameters"]:
        said = followed(document, each.get("schema", {})).get("type")
        if (isinstance(said, str) and said not in _TYPES) or not {"schema", "content"} & each.keys():
            found.append(f"[no type {each['name']}]")
        if each.get("style", _PLACES[each["in"]][0]) not in _PLACES[each["in"]]:
            found.append(f"[no style {each['name']}]")
    for parameter in operation.parameters:
        if parameter.explode and parameter.style is Style.FORM and isinstance(given.get(parameter.key), dict):
            found.append(f"[exploded {parameter.name}]")
    body = operation.body
    if body is not None:
        found.append(f"[{body.encoding.value}]")
        for member in body.fields or ():
            if member.key in given and not isinstance(_declared_type(member), str):
                found.append("[open member]")
            if isinstance(given.get(member.key), dict) and member.content_type is not None:
                found.append(f"[object {member.name}]")
    return " " + "".join(dict.fromkeys(found)) if found else ""


def _declared_type(parameter: Parameter) -> Any:
    schema = msgspec.json.decode(parameter.schema)
    return schema.get("type") if isinstance(schema, dict) else None


def _part_texts(value: Any) -> Any:
    """Numbers and booleans of a part as the texts they travel as."""
    if isinstance(value, list):
        return [_part_texts(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(Decimal(str(value)), "f") if isinstance(value, int | float | Decimal) else value


def _label(parameter: Parameter) -> str:
    style = f"{parameter.style.value if parameter.style else parameter.content_type}{'*' if parameter.explode else ''}"
    return f"`{parameter.name}` ({parameter.location.value}, {style})"


def _by_expansion(operation: Operation, sent: list[Parameter], request: Request, given: dict[str, Any]) -> Iterable[str]:
    segments = {} if "}{" in operation.path else readers.raw_segments(operation.path, request.url) or {}
    query = urlsplit(request.url).query.split("&")
    for parameter in sent:
        if (
            parameter.content_type is not None
            or parameter.style is None
            or parameter.allow_reserved
            or parameter.item_style is not None
        ):
            continue
        if parameter.secret:
            continue
        if _nested(given[parameter.key]):
            continue
        text = readers.expanded(parameter.style.value, parameter.explode, parameter.name, given[parameter.key])
        if text is None:
            continue
        if parameter.location is Location.PATH and parameter.name in segments:
            if segments[parameter.name] != text:
                yield f"RFC 6570 writes {_label(parameter)} as {text!r}, sent {segments[parameter.name]!r}"
        elif parameter.location is Location.QUERY:
            wanted = text.removeprefix("?").split("&")
            if not all(pair in query for pair in wanted):
                yield f"RFC 6570 writes {_label(parameter)} as {text!r}, sent {urlsplit(request.url).query!r}"


def _nested(value: Any) -> bool:
    inner = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    return any(isinstance(item, list | dict) or item is None for item in inner)


def _by_werkzeug(operation: Operation, request: Request, given: dict[str, Any]) -> Iterable[str]:
    """Every single value stands under its own name, file or text, and nothing else is there."""
    body = operation.body
    assert body is not None
    try:
        fields = readers.form_of(request)
    except Exception as error:
        yield f"Werkzeug cannot read the {body.encoding.value} body: {error}"
        return
    there: dict[str, list[Any]] = {}
    for name, value in fields:
        there.setdefault(name, []).append(value)
    for member in body.fields or ():
        if member.key not in given:
            continue
        value = given[member.key]
        values = value if isinstance(value, list) else [value]
        if any(isinstance(item, list | dict) for item in values):
            continue
        wanted = [
            item.content if isinstance(item, File) else unquote(readers.expanded("simple", False, "x", item) or "")
            for item in values
        ]
        if (body.encoding is Encoding.FORM or member.style is not None) and not member.explode and isinstance(value, list):
            continue
        if there.get(member.name) != wanted:
            yield f"Werkzeug reads `{member.name}` of the {body.encoding.value} body as {there.get(member.name)!r}, given {wanted!r}"
