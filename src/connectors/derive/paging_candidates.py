"""What of a request could advance through a collection, and what sets the size of a part."""

from collections.abc import Iterable

import msgspec

from connectors.canonical import Json
from connectors.derive.answer_shape import Shapes
from connectors.derive.paging_facts import Argument
from connectors.derive.paging_words import Role, is_size, role_of

__all__ = ["NUMERIC", "Candidate", "Candidates", "bounds_of", "candidates_of", "is_numeric"]


NUMERIC = frozenset({Role.PAGE, Role.WEAK_PAGE, Role.OFFSET, Role.WEAK_OFFSET})
"""The roles whose positions are numbers that a caller counts up."""


class Candidate(msgspec.Struct, frozen=True):
    """An argument that could advance, and how: `numeric` tells whether its values are numbers, `dated` whether they are times."""

    argument: Argument
    role: Role
    numeric: bool
    dated: bool


class Candidates(msgspec.Struct, frozen=True):
    """What could advance, and the one argument that sets the size (None where there is none, or several)."""

    positions: tuple[Candidate, ...]
    size: Argument | None
    others: tuple[Argument, ...]
    """Further optional arguments of plain values: an answer that repeats one's name may make it a cursor."""


def candidates_of(arguments: Iterable[Argument], shapes: Shapes) -> Candidates:
    """Find the candidates by name, and keep those whose type could hold a position."""
    positions: list[Candidate] = []
    sizes: list[Argument] = []
    others: list[Argument] = []
    for argument in arguments:
        said = argument.said
        role = role_of(said)
        if role is None:
            if is_size(said):
                if shapes.kind(argument.node) in ("integer", "number", "any", "string"):
                    sizes.append(argument)
            elif not argument.required:
                others.append(argument)
            continue
        kind = shapes.kind(argument.node)
        schema = shapes.final(argument.node).schema
        if kind not in ("integer", "number", "string", "any") or (type(schema) is dict and ("enum" in schema or "const" in schema)):
            continue
        # A token may well look like a number in its example; a page that is declared as a text shows by one that it is a number.
        if argument.required and role not in NUMERIC:
            continue  # the first call has no value to give
        numeric = is_numeric(schema, kind) if role in NUMERIC else kind in ("integer", "number")
        form = schema.get("format") if type(schema) is dict else None
        dated = form in ("date", "date-time", "datetime", "time", "unix-time", "timestamp")
        positions.append(Candidate(argument, role, numeric, dated))
    return Candidates(tuple(positions), _one_size(sizes), tuple(others))


def is_numeric(schema: Json, kind: str) -> bool:
    """Whether values are numbers, or texts of which the default or the example is one."""
    if kind in ("integer", "number"):
        return True
    if kind not in ("string", "any") or type(schema) is not dict:
        return False
    examples = schema.get("examples")
    shown = [schema.get("default"), *(examples if type(examples) is list else ())]
    return any((type(value) is str and value.isdigit()) or type(value) is int for value in shown)


def _one_size(sizes: list[Argument]) -> Argument | None:
    if len(sizes) == 1:
        return sizes[0]
    named = [size for size in sizes if "page" in size.said.lower() or size.said.lower() in ("limit", "$top", "top")]
    return named[0] if len(named) == 1 else None


def bounds_of(argument: Argument, shapes: Shapes) -> tuple[int | None, int | None, int | None]:
    """Default, minimum and maximum of an argument, where the description declares them."""
    schema = shapes.final(argument.node).schema
    if type(schema) is not dict:
        return None, None, None
    return _whole(schema.get("default")), _whole(schema.get("minimum")), _whole(schema.get("maximum"))


def _whole(value: Json) -> int | None:
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    return int(value) if type(value) is str and value.isdigit() and len(value) < 10 else None
