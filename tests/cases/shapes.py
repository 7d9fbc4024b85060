"""Questions to translated schemas: references followed, allOf read as all of its branches at once."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import unquote

Schemas = Mapping[str, Any]

EVERY = frozenset({"string", "integer", "number", "boolean", "array", "object", "null"})


def target(reference: str, schemas: Schemas) -> Any:
    """The schema behind `#/$defs/NAME`."""
    assert reference.startswith("#/$defs/"), reference
    return schemas[_name(reference)]


def parts(schema: Any, schemas: Schemas, seen: frozenset[str] = frozenset()) -> Iterator[dict[str, Any]]:
    """All the objects that hold at once: the schema itself, what it refers to, and the branches of allOf."""
    if schema is True:
        return
    if schema is False:
        yield {"not": {}}
        return
    yield schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in seen:
        yield from parts(target(reference, schemas), schemas, seen | {reference})
    for branch in schema.get("allOf", ()):
        yield from parts(branch, schemas, seen)


def types(schema: Any, schemas: Schemas) -> frozenset[str]:
    """The kinds of values that are admitted; `number` stands for those that are no integers."""
    found = EVERY
    for part in parts(schema, schemas):
        if "type" in part:
            said = part["type"]
            names = {said} if isinstance(said, str) else set(said)
            found &= names | {"integer"} if "number" in names else names
        for word in ("anyOf", "oneOf"):
            if word in part:
                found &= frozenset().union(*(types(branch, schemas) for branch in part[word]))
        if "enum" in part:
            found &= frozenset(kind(value) for value in part["enum"])
        if "const" in part:
            found &= {kind(part["const"])}
    return found


def kind(value: Any) -> str:
    """The type of a JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float | Decimal):
        return "integer" if value == int(value) else "number"
    return {str: "string", list: "array", dict: "object"}[type(value)]


def type_named(schema: Any, schemas: Schemas) -> bool:
    """Whether `type` is written anywhere at the top."""
    return any("type" in part for part in parts(schema, schemas))


def is_type(schema: Any, schemas: Schemas, expected: str | list[str]) -> str | None:
    """What is wrong with the type, if anything. A list is to be met exactly; null counts where it is named."""
    found = types(schema, schemas)
    if expected == "any":
        if type_named(schema, schemas):
            return f"expected any type, found {sorted(found)}"
        return None if len(found - {"null"}) > 1 else f"expected any type, found {sorted(found)}"
    if expected == "file":
        holds = any("contentMediaType" in part for part in parts(schema, schemas)) and not type_named(schema, schemas)
        return None if holds else "expected a file"
    wanted = {expected} if isinstance(expected, str) else set(expected)
    if "number" in wanted:
        wanted |= {"integer"}
    if found != wanted:
        return f"expected the type {' or '.join(sorted(wanted))}, found {' or '.join(sorted(found))}"
    return None


def properties(schema: Any, schemas: Schemas) -> dict[str, list[Any]]:
    """Every member, with all schemas that judge it."""
    found: dict[str, list[Any]] = {}
    for part in parts(schema, schemas):
        for name, member in part.get("properties", {}).items():
            found.setdefault(name, []).append(member)
    return found


def member(schema: Any, schemas: Schemas, name: str) -> Any:
    """The schema of a member, as one."""
    branches = properties(schema, schemas)[name]
    return branches[0] if len(branches) == 1 else {"allOf": branches}


def required(schema: Any, schemas: Schemas) -> frozenset[str]:
    return frozenset(name for part in parts(schema, schemas) for name in part.get("required", ()))


def enum(schema: Any, schemas: Schemas) -> list[Any] | None:
    """The values that every enumeration admits, in the order of the first."""
    lists = [part["enum"] for part in parts(schema, schemas) if "enum" in part]
    if not lists:
        return None
    return [value for value in lists[0] if all(any(same(value, other) for other in values) for values in lists[1:])]


def items(schema: Any, schemas: Schemas) -> Any:
    """The schema of an array's items; what is not said admits everything."""
    found = [part["items"] for part in parts(schema, schemas) if "items" in part]
    return True if not found else found[0] if len(found) == 1 else {"allOf": found}


def variants(schema: Any, schemas: Schemas) -> dict[str, str]:
    """The schema by value of the discriminator: what it maps, or the names of the alternatives where it maps nothing."""
    found: dict[str, str] = {}
    for part in parts(schema, schemas):
        if "discriminator" in part:
            said = part["discriminator"].get("mapping")
            alternatives = [branch["$ref"] for word in ("oneOf", "anyOf") for branch in part.get(word, ())]
            found.update({name: _name(text) for name, text in (said or {_name(text): text for text in alternatives}).items()})
            assert set(found.values()) <= {_name(text) for text in alternatives}, found
    return found


def _name(reference: str) -> str:
    return unquote(reference.removeprefix("#/$defs/")).replace("~1", "/").replace("~0", "~")


def values(schema: Any, schemas: Schemas, keyword: str) -> list[Any]:
    """What every object at the top says under a keyword."""
    return [part[keyword] for part in parts(schema, schemas) if keyword in part]


def same(left: Any, right: Any) -> bool:
    """Equal JSON values of one type: 0 is not false, and 250 is 250.0."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int | float | Decimal) and isinstance(right, int | float | Decimal):
        return _exact(left) == _exact(right)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return type(left) is type(right) and left == right


def _exact(value: int | float | Decimal) -> Decimal:
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
