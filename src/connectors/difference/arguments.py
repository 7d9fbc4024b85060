"""What a call gives: arguments, and the body they are written into."""

from collections.abc import Sequence

from msgspec import UNSET, Raw, UnsetType

from connectors.difference.change import At, shown
from connectors.difference.codes import ChangeCode
from connectors.difference.schemas import Direction, SchemaComparison
from connectors.model.identity import placeholders
from connectors.model.operation import Body, Header, Location, MediaType, Operation, Parameter

__all__ = ["compare_arguments", "compare_body"]


def compare_arguments(at: At, old: Operation, new: Operation, schemas: SchemaComparison) -> None:
    """Compare the parameters of an operation, by place and name on the wire; those of a path by their position in it.

    Under another path, positions say nothing, and names do.
    """
    same = old.identity == new.identity
    positions = (_positions(old), _positions(new)) if same else ({}, {})
    _compare_all(at.below("parameters"), old.parameters, new.parameters, positions, schemas)


def compare_body(at: At, old: Body | None, new: Body | None, schemas: SchemaComparison) -> None:
    """Compare what is sent as content."""
    at = at.below("body")
    if old is None or new is None:
        if new is not None:
            at.add(ChangeCode.BODY_ADDED_REQUIRED if new.required else ChangeCode.BODY_ADDED, None, _body_words(new))
        elif old is not None:
            at.add(ChangeCode.BODY_REMOVED, _body_words(old), None)
        return
    if old.required != new.required:
        at.either(new.required, ChangeCode.BODY_REQUIRED, ChangeCode.BODY_OPTIONAL, _required(old), _required(new))
    for name in ("encoding", "content_type"):
        if getattr(old, name) != getattr(new, name):
            at.add(ChangeCode.BODY_WRITTEN_OTHERWISE, getattr(old, name), getattr(new, name), name)
    if old.description != new.description:
        at.add(ChangeCode.WORDS_CHANGED, None, None)
    _compare_alternatives(at.below("alternatives"), old.alternatives, new.alternatives, schemas)
    if (old.whole is None) != (new.whole is None):
        at.add(ChangeCode.BODY_RESHAPED, _shape(old), _shape(new))
        return
    if old.whole is not None and new.whole is not None:
        if old.whole.key != new.whole.key:
            at.add(ChangeCode.ARGUMENT_RENAMED, f"`{old.whole.key}`", f"`{new.whole.key}`", "whole", "key")
        _compare_one(at.below("whole"), old.whole, new.whole, schemas)
    else:
        _compare_all(at.below("fields"), old.fields or (), new.fields or (), ({}, {}), schemas)
        _compare_additional(at.below("additional"), old.additional, new.additional, schemas)
    _compare_item_schemas(at.below("item_schema"), old.item_schema, new.item_schema, schemas)


def _positions(operation: Operation) -> dict[str, int]:
    inside = [name for placeholder in placeholders(operation.path) if not placeholder.in_query for name in placeholder.names]
    return {name: number for number, name in enumerate(inside, 1)}


def _wire(parameter: Parameter, positions: dict[str, int]) -> tuple[Location, str]:
    """What a parameter is, whatever its key. Header names have no letter case (RFC 9110 §5.1)."""
    if parameter.location is Location.PATH and parameter.name in positions:
        return Location.PATH, f"{{{positions[parameter.name]}}}"
    return parameter.location, parameter.name.lower() if parameter.location is Location.HEADER else parameter.name


def _compare_all(
    at: At,
    old: Sequence[Parameter],
    new: Sequence[Parameter],
    positions: tuple[dict[str, int], dict[str, int]],
    schemas: SchemaComparison,
) -> None:
    olds = {_wire(parameter, positions[0]): parameter for parameter in old}
    news = {_wire(parameter, positions[1]): parameter for parameter in new}
    gone = {parameter.key: parameter for wire, parameter in olds.items() if wire not in news}
    added = {parameter.key: parameter for wire, parameter in news.items() if wire not in olds}
    for wire in olds.keys() & news.keys():
        before, after = olds[wire], news[wire]
        if before.key != after.key:
            at.add(ChangeCode.ARGUMENT_RENAMED, f"`{before.key}`", f"`{after.key}`", after.key, "key")
        _compare_one(At(at.changes, at.operations, at.below(before.key).old, at.below(after.key).new), before, after, schemas)
    for key in gone.keys() & added.keys():
        before, after = gone.pop(key), added.pop(key)
        at.add(ChangeCode.ARGUMENT_MOVED, _travels(before), _travels(after), key, "in")
        _compare_one(at.below(key), before, after, schemas, moved=True)
    for key, parameter in gone.items():
        at.add(ChangeCode.ARGUMENT_REMOVED, _words(parameter), None, key)
    for key, parameter in added.items():
        at.add(
            ChangeCode.ARGUMENT_ADDED_REQUIRED if parameter.required else ChangeCode.ARGUMENT_ADDED, None, _words(parameter), key
        )


def _compare_one(at: At, old: Parameter, new: Parameter, schemas: SchemaComparison, *, moved: bool = False) -> None:
    if old.required != new.required:
        at.below("required").either(
            new.required, ChangeCode.ARGUMENT_REQUIRED, ChangeCode.ARGUMENT_OPTIONAL, _required(old), _required(new)
        )
    if not moved:
        for name in ("style", "explode", "item_style", "allow_reserved", "content_type"):
            before, after = getattr(old, name), getattr(new, name)
            if before != after:
                at.add(ChangeCode.ARGUMENT_WRITTEN_OTHERWISE, shown(before), shown(after), name)
        if _wire_headers(old.headers) != _wire_headers(new.headers):
            at.add(ChangeCode.ARGUMENT_WRITTEN_OTHERWISE, _names(old.headers), _names(new.headers), "headers")
    if old.allow_empty != new.allow_empty:
        at.below("allow_empty").either(
            new.allow_empty,
            ChangeCode.REQUEST_LIMIT_LOOSENED,
            ChangeCode.REQUEST_LIMIT_TIGHTENED,
            "may be empty" if old.allow_empty else "may not be empty",
            "may be empty" if new.allow_empty else "may not be empty",
        )
    if old.secret != new.secret:
        at.add(ChangeCode.ARGUMENT_SECRECY_CHANGED, _secrecy(old), _secrecy(new), "secret")
    if old.deprecated != new.deprecated:
        at.either(new.deprecated, ChangeCode.DEPRECATED, ChangeCode.DEPRECATION_WITHDRAWN, None, None)
    if _text(old.default) != _text(new.default):
        at.add(ChangeCode.DEFAULT_CHANGED, _text(old.default), _text(new.default), "default")
    if old.description != new.description or _text(old.example) != _text(new.example):
        at.add(ChangeCode.WORDS_CHANGED, None, None)
    schemas.compare(at.below("schema"), old.schema, new.schema, Direction.REQUEST)


def _compare_alternatives(at: At, old: tuple[MediaType, ...], new: tuple[MediaType, ...], schemas: SchemaComparison) -> None:
    olds, news = ({each.media_type or "": each for each in alternatives} for alternatives in (old, new))
    for name in olds.keys() | news.keys():
        before, after = olds.get(name), news.get(name)
        if after is None:
            at.add(ChangeCode.BODY_TYPE_REMOVED, name, None, name)
        elif before is None:
            at.add(ChangeCode.BODY_TYPE_ADDED, None, name, name)
        else:
            schemas.compare(at.below(name, "schema"), before.schema, after.schema, Direction.REQUEST)
            _compare_item_schemas(at.below(name, "item_schema"), before.item_schema, after.item_schema, schemas)


def _compare_additional(at: At, old: Raw | UnsetType, new: Raw | UnsetType, schemas: SchemaComparison) -> None:
    if not isinstance(old, UnsetType) and not isinstance(new, UnsetType):
        schemas.compare(at, old, new, Direction.REQUEST)
    elif old is not new:
        words = tuple("none" if isinstance(each, UnsetType) else "further members" for each in (old, new))
        at.either(old is UNSET, ChangeCode.REQUEST_OPENED, ChangeCode.REQUEST_CLOSED, *words)


def _compare_item_schemas(at: At, old: Raw | UnsetType, new: Raw | UnsetType, schemas: SchemaComparison) -> None:
    if old is not UNSET or new is not UNSET:
        nothing = Raw(b"{}")
        before, after = (nothing if isinstance(each, UnsetType) else each for each in (old, new))
        schemas.compare(at, before, after, Direction.REQUEST)


def _text(value: Raw | UnsetType) -> str | None:
    return None if isinstance(value, UnsetType) else shown(value)


def _required(value: Parameter | Body) -> str:
    return "required" if value.required else "optional"


def _words(parameter: Parameter) -> str:
    return f"{_required(parameter)}, in {'the body' if parameter.location is Location.BODY else parameter.location}"


def _travels(parameter: Parameter) -> str:
    return f"`{parameter.name}` in {'the body' if parameter.location is Location.BODY else parameter.location}"


def _secrecy(parameter: Parameter) -> str:
    return "secret" if parameter.secret else "not secret"


def _wire_headers(headers: tuple[Header, ...]) -> list[tuple[object, ...]]:
    return sorted((header.name.lower(), header.required, header.style, header.explode, bytes(header.schema)) for header in headers)


def _names(headers: tuple[Header, ...]) -> str | None:
    return ", ".join(header.name for header in headers) or None


def _body_words(body: Body) -> str:
    return f"{body.content_type}, {_required(body)}"


def _shape(body: Body) -> str:
    return f"one value, `{body.whole.key}`" if body.whole is not None else "its members"
