"""Object schemas, taken apart: the top-level members that a caller may give one by one.

Only where nothing is lost: a schema that says more than its members do (a union, a condition, a bound on their number) stays whole.
"""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from connectors import canonical
from connectors.canonical import Json
from connectors.derive.media import essence

__all__ = ["Definition", "Member", "Members", "kind_of", "members_of", "resolved"]

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


@dataclass(frozen=True, slots=True)
class Member:
    """One top-level member of an object."""

    name: str
    schema: Json
    required: bool


@dataclass(frozen=True, slots=True)
class Members:
    """The members of an object. `additional` is the schema of further ones: None where nothing is said of them, False where none may be."""

    members: tuple[Member, ...]
    additional: Json


def members_of(schema: "dict[str, Json] | bool", definition: Definition) -> Members | None:
    """Take an object schema apart, `allOf` merged and references followed; None where it has to stay whole."""
    found = _collect(schema, definition, 0)
    if found is None:
        return None
    properties, required, additional = found
    members = [Member(name, value, name in required) for name, value in properties.items()]
    # A member that is only required is one of the further ones, and has to be what those have to be.
    others: Json = {} if additional is None or additional is True else additional
    members.extend(Member(name, others, True) for name in required if name not in properties)
    return Members(tuple(members), additional)


_Parts = tuple[dict[str, Json], dict[str, None], Json]


def _collect(schema: Json, definition: Definition, depth: int) -> _Parts | None:
    if type(schema) is not dict or depth > _DEPTH:
        return None
    parts: list[_Parts] = []
    reference = schema.get("$ref")
    if type(reference) is str:
        found = _collect(definition(name_of(reference)), definition, depth + 1)
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
            found = _collect(branch, definition, depth + 1)
            if found is None:
                return None
            parts.append(found)
    properties = schema.get("properties")
    required = schema.get("required")
    additional = schema.get("additionalProperties", schema.get("unevaluatedProperties"))
    if additional == {}:
        additional = True
    unevaluated = "unevaluatedProperties" in schema and "additionalProperties" not in schema
    own: _Parts = (
        dict(properties) if type(properties) is dict else {},
        {name: None for name in required if type(name) is str} if type(required) is list else {},
        additional,
    )
    if not parts:
        if not own[0] and additional is None and "type" not in schema and not own[1] and depth == 0:
            return None  # says nothing at all: any value would do
        return own
    return _merged([*parts, own], unevaluated=unevaluated)


def _merged(parts: list[_Parts], *, unevaluated: bool) -> _Parts | None:
    names = {name for properties, _, _ in parts for name in properties}
    properties: dict[str, Json] = {}
    required: dict[str, None] = {}
    additional: Json = None
    for index, (own, needed, further) in enumerate(parts):
        last = index == len(parts) - 1
        if further is not None and further is not True and not (last and unevaluated) and own.keys() != names:
            # What one branch says of further members, it says of the other branches' members too.
            return None
        for name, value in own.items():
            properties[name] = _both(properties[name], value) if name in properties else value
        required.update(needed)
        additional = further if additional is None else _both_further(additional, further)
    return properties, required, additional


def _both_further(one: Json, other: Json) -> Json:
    """What further members have to be where two branches speak of them; True and None ask for nothing."""
    if one is False or other is False:
        return False
    if other is None or other is True:
        return one
    return other if one is True else _both(one, other)


def _both(one: Json, other: Json) -> Json:
    """A schema that admits what both admit, in one object where the keywords can be joined, else as `allOf`."""
    if _same(one, other):
        return one
    if type(one) is dict and type(other) is dict and _MERGEABLE.issuperset(one) and _MERGEABLE.issuperset(other):
        joined: dict[str, Json] = dict(one)
        for key, value in other.items():
            if key not in joined or _same(joined[key], value):
                joined[key] = value
                continue
            mine = joined[key]
            if key == "enum" and type(mine) is list and type(value) is list:
                common = [item for item in mine if any(_same(item, one_of) for one_of in value)]
                if not common:
                    return {"allOf": [one, other]}
                joined[key] = common
            elif key == "required" and type(mine) is list and type(value) is list:
                joined[key] = [*mine, *(item for item in value if item not in mine)]
            elif key == "properties" and type(mine) is dict and type(value) is dict:
                joined[key] = {
                    **mine,
                    **{name: _both(mine[name], schema) if name in mine else schema for name, schema in value.items()},
                }
            elif key in ("title", "description", "examples", "default"):
                joined[key] = value  # the later branch is the more special one
            else:
                return {"allOf": [one, other]}
        return joined
    return {"allOf": [one, other]}


def _same(one: Json, other: Json) -> bool:
    """Whether two values are one in JSON, where `true` is not `1`."""
    return one is other or (one == other and (one in (None, "") or canonical.raw(one) == canonical.raw(other)))


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


def kind_of(schema: Json, definition: Definition, depth: int = 0) -> str:
    """What values a schema admits, in one word: a JSON type, `binary`, or `any` where it is none or several.

    `null` beside one other type does not count.
    """
    schema = resolved(schema, definition)
    if type(schema) is not dict or depth > _DEPTH:
        return "any"
    kind = schema.get("type")
    if type(kind) is list:
        others = [item for item in kind if item != "null"]
        kind = others[0] if len(others) == 1 else None
        if kind is None:
            return "any"
    if type(kind) is str:
        return "binary" if kind == "string" and _is_bytes(schema) else kind
    if "contentMediaType" in schema and "contentEncoding" not in schema:
        return "binary"  # OpenAPI 3.1, Considerations for File Uploads: bytes have no `type`
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    for key in ("allOf", "oneOf", "anyOf"):
        branches = schema.get(key)
        if type(branches) is list and branches:
            kinds = {kind_of(branch, definition, depth + 1) for branch in branches}
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
