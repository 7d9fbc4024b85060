"""Descriptions of any size, the same for the same size: what it costs to derive a package is told by how it grows with them.

Their shares are those of large real descriptions: five operations a resource (list, create, get, replace or update, delete), a tag for
five resources, every second resource below another one, two thirds of the parameters and nearly all failures from components, a paged list
with one of three habits, one body in three of them spelled in place, one operation in ten without an operationId.
"""

from collections.abc import Iterator
from typing import Any

__all__ = ["description"]

_QUALITIES = (
    "open",
    "closed",
    "daily",
    "shared",
    "signed",
    "draft",
    "final",
    "local",
    "remote",
    "legacy",
    "nested",
    "public",
    "spare",
)
_THINGS = (
    *(
        "account",
        "address",
        "agent",
        "alert",
        "archive",
        "badge",
        "batch",
        "berth",
        "branch",
        "budget",
        "cargo",
        "carrier",
        "channel",
    ),
    *(
        "charge",
        "claim",
        "contract",
        "course",
        "crate",
        "delivery",
        "depot",
        "device",
        "dock",
        "driver",
        "engine",
        "event",
        "field",
    ),
    *("fleet", "folder", "gate", "grant", "harbour", "invoice", "journey", "label", "lane", "ledger", "lock", "meter", "notice"),
    *("order", "pallet", "parcel", "permit", "pilot", "policy", "port", "queue", "quota", "rate", "receipt", "region", "report"),
)
_RESOURCES = 5
"""Resources of a tag."""

Tree = dict[str, Any]


def description(operations: int) -> Tree:
    """An OpenAPI 3.0 document with that many operations."""
    paths: dict[str, Tree] = {}
    schemas: dict[str, Tree] = {"Fault": _object({"code": {"type": "string"}, "message": {"type": "string"}}, "code")}
    for number, (path, method, operation) in enumerate(_all(schemas)):
        if number == operations:
            break
        paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.0.3",
        "info": {"title": "Synthetic", "version": "1.0.0", "description": "Made to be large."},
        "servers": [{"url": "https://api.synthetic.example/v1"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "parameters": {
                "page": _parameter("page", "Which page, from 1.", {"type": "integer", "default": 1, "minimum": 1}),
                "per_page": _parameter("per_page", "How many items on a page.", {"type": "integer", "default": 30, "maximum": 100}),
                "cursor": _parameter("cursor", "Where the next part begins.", {"type": "string"}),
                "limit": _parameter("limit", "How many items at most.", {"type": "integer", "default": 50}),
            },
            "responses": {
                name: {"description": text, "content": _json({"$ref": "#/components/schemas/Fault"})}
                for name, text in (("missing", "No such thing."), ("refused", "Not allowed."), ("invalid", "It cannot be read."))
            },
            "schemas": schemas,
        },
    }


def _all(schemas: dict[str, Tree]) -> Iterator[tuple[str, str, Tree]]:
    """Path, method and operation, for ever; the schemas they name are put among `schemas`."""
    number = 0
    while True:
        tag = _name(number // _RESOURCES, 1)
        name = _name(number, 2)
        item = "".join(word.title() for word in name)
        above = f"/{_path(_name(number - 1, 2))}/{{parent_id}}" if number % 2 else ""
        parent = [_parameter("parent_id", "What it belongs to.", {"type": "string"}, "path")] if above else []
        many, one = f"{above}/{_path(name)}", f"{above}/{_path(name)}/{{id}}"
        itself = [*parent, _parameter("id", f"The {' '.join(name)}.", {"type": "string", "format": "uuid"}, "path")]
        schemas[item] = _schema(number, item, _name(number - 1, 2) if number else ("fault",))
        reference = {"$ref": f"#/components/schemas/{item}"}
        for verb, path, method, parameters, body, answer in (
            ("list", many, "get", [*parent, *_paging(number)], None, _listed(number, reference)),
            ("create", many, "post", parent, _body(number, reference), reference),
            ("get", one, "get", itself, None, reference),
            (
                "replace" if number % 3 else "update",
                one,
                "put" if number % 3 else "patch",
                itself,
                _body(number, reference),
                reference,
            ),
            ("delete", one, "delete", itself, None, None),
        ):
            operation: Tree = {
                "tags": [" ".join(tag)],
                "summary": f"{verb.title()} {' '.join(name)}",
                "description": f"What `{verb}` does with the {' '.join(name)}, said at some length, as vendors do in their descriptions.",
            }
            if number % 2 or verb != "get":
                operation["operationId"] = f"{verb}{item}"
            if parameters:
                operation["parameters"] = parameters
            if body is not None:
                operation["requestBody"] = {"required": True, "content": _json(body)}
            status, text = ("204", "Done.") if answer is None else ("201", "Made.") if verb == "create" else ("200", "Found.")
            failures = ("404", "missing"), ("403", "refused"), *((("422", "invalid"),) if body else ())
            operation["responses"] = {
                status: {"description": text, **({"content": _json(answer)} if answer is not None else {})},
                **{code: {"$ref": f"#/components/responses/{failure}"} for code, failure in failures},
            }
            yield path, method, operation
        number += 1


def _name(number: int, words: int) -> tuple[str, ...]:
    """A name of its own for each number, of two words or more."""
    rest, thing = divmod(number, len(_THINGS))
    found = [_THINGS[thing]]
    while rest or len(found) < words:
        rest, quality = divmod(rest, len(_QUALITIES))
        found.insert(0, _QUALITIES[quality])
    return tuple(found)


def _path(name: tuple[str, ...]) -> str:
    return "-".join(name) + "s"


def _parameter(name: str, text: str, schema: Tree, place: str = "query") -> Tree:
    return {"name": name, "in": place, "description": text, "required": place == "path", "schema": schema}


def _paging(number: int) -> list[Tree]:
    names = (("page", "per_page"), ("cursor", "limit"), ())[number % 3]
    return [{"$ref": f"#/components/parameters/{name}"} for name in names]


def _listed(number: int, item: Tree) -> Tree:
    items = {"type": "array", "items": item}
    if number % 3 == 1:
        return _object({"items": items, "next_cursor": {"type": "string", "nullable": True}})
    return _object({"items": items, "total_count": {"type": "integer"}}) if number % 3 == 0 else items


def _body(number: int, whole: Tree) -> Tree:
    if number % 3:
        return whole
    return _object({f"{_THINGS[(number + index) % len(_THINGS)]}_name": {"type": "string"} for index in range(4)})


def _schema(number: int, title: str, other: tuple[str, ...]) -> Tree:
    members: dict[str, Tree] = {
        "id": {"type": "string", "format": "uuid", "readOnly": True},
        "state": {"type": "string", "enum": ["new", "kept", "gone"], "description": "How it stands."},
        "made_at": {"type": "string", "format": "date-time", "readOnly": True},
    }
    for index in range(number % 7):
        members[_THINGS[(number * 7 + index) % len(_THINGS)]] = {"type": "string", "maxLength": 200, "description": "A fact of it."}
    if number % 4 == 1:
        members["other"] = {"$ref": f"#/components/schemas/{''.join(word.title() for word in other)}"}
    return {"title": title, **_object(members, "id", "state")}


def _object(members: dict[str, Tree], *required: str) -> Tree:
    return {"type": "object", "properties": members, **({"required": list(required)} if required else {})}


def _json(schema: Tree) -> Tree:
    return {"application/json": {"schema": schema}}
