"""Object schemas, taken apart: the top-level members that a caller may give one by one.

Only where nothing is lost: a schema that says more than its members do (a union, a condition, a bound on their number) stays whole.
"""

from collections.abc import Callable
from typing import Generic, TypeVar
from urllib.parse import unquote

import msgspec

from connectors import canonical
from connectors.canonical import Json
from connectors.derive.media import essence

__all__ = ["Definition", "Member", "Members", "Parts", "kind_of", "members_of", "resolved", "stated_kind"]

Definition = Callable[[str], "dict[str, Json] | bool"]
"""The schema that a name in `#/$defs/` means."""

_DEPTH = 64
# Keywords that say of an object what its members alone cannot say.
_BEYOND_MEMBERS = frozenset(
    {
        "oneOf", "anyOf", "not", "if", "then", "else", "enum", "const", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependentRequired", "dependentSchemas", "contentMediaType", "contentEncoding", "items", "prefixItems",
    }
)  # fmt: skip
_MERGEABLE = frozenset({"type", "enum", "required", "properties", "title", "description", "examples", "default"})


class Member(msgspec.Struct, frozen=True):
    """One top-level member of an object."""

    name: str
    schema: Json
    required: bool


class Members(msgspec.Struct, frozen=True):
    """The members of an object. `additional` is the schema of further ones: None where nothing is said of them, False where none may be."""

    members: tuple[Member, ...]
    additional: Json


def members_of(
    schema: "dict[str, Json] | bool", definition: Definition, known: "dict[str, Parts | None] | None" = None
) -> Members | None:
    """Take an object schema apart, `allOf` merged and references followed; None where it has to stay whole.

    `known` remembers the definitions that were taken apart, from one call to the next.
    """
    query: _Query[Parts | None] = _Query(definition, {} if known is None else known)
    found = _collect(schema, query, 0)
    query.remember()
    if found is None:
        return None
    properties, required, additional = found
    members = [Member(name, value, name in required) for name, value in properties.items()]
    # A member that is only required is one of the further ones, and has to be what those have to be.
    others: Json = {} if additional is None or additional is True else additional
    members.extend(Member(name, others, True) for name in required if name not in properties)
    return Members(tuple(members), additional)


Parts = tuple[dict[str, Json], dict[str, None], Json]
"""Properties, the names that are required, and what is said of further members."""


_Answer = TypeVar("_Answer")


class _Query(Generic[_Answer]):
    """What one question has found out of definitions: each is looked at once, however many ways lead to it."""

    def __init__(self, definition: Definition, known: dict[str, _Answer]) -> None:
        self.definition = definition
        self.known = known
        self.found: dict[str, _Answer] = {}
        self.was_cut = False
        """Whether the depth ended the search somewhere: what was found then depends on where it began."""

    def remember(self) -> None:
        """Keep what was found for the next question."""
        if not self.was_cut:
            self.known.update(self.found)


def _collect(schema: Json, query: "_Query[Parts | None]", depth: int) -> Parts | None:
    if type(schema) is not dict or depth > _DEPTH:
        query.was_cut = query.was_cut or depth > _DEPTH
        return None
    parts: list[Parts] = []
    reference = schema.get("$ref")
    if type(reference) is str:
        found = _collected(reference, query, depth + 1)
        if found is None:
            return None
        parts.append(found)
    if not _BEYOND_MEMBERS.isdisjoint(schema):
        return None
    kind = schema.get("type", "object")
    if kind != "object":
        return None
    branches = schema.get("allOf")
    if type(branches) is list:
        for branch in branches:
            found = _collect(branch, query, depth + 1)
            if found is None:
                return None
            parts.append(found)
    properties = schema.get("properties")
    required = schema.get("required")
    additional = schema.get("additionalProperties", schema.get("unevaluatedProperties"))
    if additional == {}:
        additional = True
    unevaluated = "unevaluatedProperties" in schema and "additionalProperties" not in schema
    own: Parts = (
        dict(properties) if type(properties) is dict else {},
        {name: None for name in required if type(name) is str} if type(required) is list else {},
        additional,
    )
    if not parts:
        if not own[0] and additional is None and "type" not in schema and not own[1] and depth == 0:
            return None  # says nothing at all: any value would do
        return own
    return _merged([*parts, own], unevaluated=unevaluated)


def _collected(reference: str, query: "_Query[Parts | None]", depth: int) -> Parts | None:
    for answers in (query.known, query.found):
        if reference in answers:
            return answers[reference]
    query.found[reference] = None  # for whoever comes back here: a schema that is part of itself stays whole
    query.found[reference] = found = _collect(query.definition(name_of(reference)), query, depth)
    return found


def _merged(parts: list[Parts], *, unevaluated: bool) -> Parts | None:
    if unevaluated and any(further is not None for _, _, further in parts[:-1]):
        # A branch that speaks of further members has evaluated them all, and leaves none to `unevaluatedProperties`.
        parts = [*parts[:-1], (*parts[-1][:2], None)]
    names = {name for properties, _, _ in parts for name in properties}
    properties: dict[str, list[Json]] = {}
    required: dict[str, None] = {}
    for index, (own, needed, further) in enumerate(parts):
        last = index == len(parts) - 1
        if further is not None and further is not True and not (last and unevaluated) and own.keys() != names:
            # What one branch says of further members, it says of the other branches' members too.
            return None
        for name, value in own.items():
            properties.setdefault(name, []).append(value)
        required.update(needed)
    additional = _further([further for _, _, further in parts if further is not None])
    return {name: _all_of(values) for name, values in properties.items()}, required, additional


def _further(said: list[Json]) -> Json:
    """What further members have to be where several branches speak of them; True asks for nothing, and so does silence."""
    if any(item is False for item in said):
        return False
    asked = [item for item in said if item is not True]
    return _all_of(asked) if asked else (True if said else None)


def _all_of(values: list[Json]) -> Json:
    """A schema that admits what all admit, in one object where the keywords can be joined, else as `allOf`."""
    if len(values) == 1:
        return values[0]
    distinct = list({_spelling(value): value for value in values}.values())
    if len(distinct) == 1:
        return distinct[0]
    said: dict[str, list[Json]] = {}
    for value in distinct:
        if type(value) is not dict or not _MERGEABLE.issuperset(value):
            return {"allOf": distinct}
        for key, item in value.items():
            said.setdefault(key, []).append(item)
    joined: dict[str, Json] = {}
    for key, items in said.items():
        one = _joined(key, items)
        if one is None:
            return {"allOf": distinct}
        joined[key] = one[0]
    return joined


def _joined(key: str, items: list[Json]) -> tuple[Json] | None:
    """What a keyword says that several schemas have, or None where no one value says it."""
    if len(items) == 1 or key in ("title", "description", "examples", "default"):
        return (items[-1],)  # the later branch is the more special one
    if len({_spelling(item) for item in items}) == 1:
        return (items[0],)
    lists = [item for item in items if type(item) is list]
    if key == "enum" and len(lists) == len(items):
        others = [{_spelling(item) for item in other} for other in lists[1:]]
        common = [item for item in lists[0] if all(_spelling(item) in other for other in others)]
        return (common,) if common else None
    if key == "required" and len(lists) == len(items):
        return (list(dict.fromkeys(str(name) for names in lists for name in names)),)
    if key == "properties":
        members: dict[str, list[Json]] = {}
        for item in items:
            for name, schema in item.items() if type(item) is dict else ():
                members.setdefault(name, []).append(schema)
        return ({name: _all_of(schemas) for name, schemas in members.items()},)
    return None


def _spelling(value: Json) -> bytes:
    """Two values are one in JSON, where `true` is not `1`, when they are spelled alike."""
    return bytes(canonical.raw(value))


def name_of(reference: str) -> str:
    """The definition that a translated `$ref` names: unescaped as a fragment, then as a pointer."""
    name = reference.removeprefix("#/$defs/")
    if "%" in name:
        name = unquote(name)
    return name.replace("~1", "/").replace("~0", "~")


def resolved(schema: Json, definition: Definition) -> Json:
    """The schema behind a reference that nothing stands beside; any other schema is its own answer."""
    for _ in range(_DEPTH):
        if type(schema) is not dict or type(schema.get("$ref")) is not str:
            return schema
        schema = definition(name_of(str(schema["$ref"])))
    return schema


def kind_of(schema: Json, definition: Definition, known: dict[str, str] | None = None) -> str:
    """What values a schema admits, in one word: a JSON type, `binary`, or `any` where it is none or several.

    `null` beside one other type does not count. `known` remembers the kinds of definitions, from one call to the next.
    """
    stated = stated_kind(schema)
    if stated is not None:
        return stated
    query = _Query(definition, {} if known is None else known)
    found = _kind(schema, query, 0)
    query.remember()
    return found


def stated_kind(schema: Json) -> str | None:
    """The kind that a schema's own `type` states, `any` where it states several; None where it has none, or is a reference."""
    if type(schema) is not dict or "$ref" in schema:
        return None
    kind = schema.get("type")
    if type(kind) is list:
        others = [item for item in kind if item != "null"]
        kind = others[0] if len(others) == 1 else None
        if kind is None:
            return "any"
    if type(kind) is not str:
        return None
    return "binary" if kind == "string" and "contentMediaType" in schema and _is_bytes(schema) else kind


def _kind(schema: Json, query: _Query[str], depth: int) -> str:
    passed: list[str] = []
    while type(schema) is dict and type(reference := schema.get("$ref")) is str:
        for answers in (query.known, query.found):
            if (found := answers.get(reference)) is not None:
                query.found.update(dict.fromkeys(passed, found))
                return found
        query.found[reference] = "any"  # for whoever comes back here
        passed.append(reference)
        schema = query.definition(name_of(reference))
    found = _own_kind(schema, query, depth)
    query.found.update(dict.fromkeys(passed, found))
    return found


def _own_kind(schema: Json, query: _Query[str], depth: int) -> str:
    if type(schema) is not dict or depth > _DEPTH:
        query.was_cut = query.was_cut or depth > _DEPTH
        return "any"
    stated = stated_kind(schema)
    if stated is not None:
        return stated
    if "contentMediaType" in schema and "contentEncoding" not in schema:
        return "binary"  # OpenAPI 3.1, Considerations for File Uploads: bytes have no `type`
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    for key in ("allOf", "oneOf", "anyOf"):
        branches = schema.get(key)
        if type(branches) is list and branches:
            kinds = {_kind(branch, query, depth + 1) for branch in branches}
            if key == "allOf":
                kinds.discard("any")
            if len(kinds) == 1:
                return kinds.pop()
    values = schema.get("enum")
    if type(values) is list and values and all(type(value) is str for value in values):
        return "string"
    return "any"


def _is_bytes(schema: dict[str, Json]) -> bool:
    """Whether a `type: string` with a media type stands for bytes: `image/png` does, `text/csv` and JSON in a text do not."""
    media_type = schema.get("contentMediaType")
    if type(media_type) is not str or "contentEncoding" in schema:
        return False
    name = essence(media_type)
    return not (name.startswith("text/") or name.endswith(("/json", "+json", "/xml", "+xml", "/yaml", "+yaml")))
