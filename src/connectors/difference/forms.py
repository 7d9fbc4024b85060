"""A schema in the form in which two are compared: what its conjuncts say together, its members with their places."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from connectors import pointer
from connectors.canonical import Json, raw, type_of
from connectors.difference.definitions import Definitions, reference_name

__all__ = ["ANNOTATIONS", "Branch", "Form", "form", "kinds", "meaning", "plain_reference", "short", "unwrapped", "without_null"]

ANNOTATIONS = frozenset(
    {"title", "description", "example", "examples", "deprecated", "default", "externalDocs", "xml", "discriminator", "$comment"}
    | {"readOnly", "writeOnly"}
)
"""Keywords that admit and exclude nothing. Source: JSON Schema 2020-12, Validation §9; OpenAPI 3.1, Schema Object."""
_NARROWER = {
    "minimum": max, "exclusiveMinimum": max, "minLength": max, "minItems": max, "minProperties": max, "minContains": max,
    "maximum": min, "exclusiveMaximum": min, "maxLength": min, "maxItems": min, "maxProperties": min, "maxContains": min,
}  # fmt: skip
_DEPTH = 64
_JSON_TYPES = frozenset({"null", "boolean", "object", "array", "number", "integer", "string"})


@dataclass(frozen=True, slots=True)
class Branch:
    """A schema and its place."""

    node: Json
    place: str


@dataclass(slots=True)
class Form:
    """What a schema says, its references and `allOf` followed.

    `words` has every other keyword that binds. A keyword that two conjuncts say differently, and that has no stricter of the two, is in
    `unmerged`.
    """

    place: str
    words: dict[str, Json] = field(default_factory=dict)
    members: dict[str, list[Branch]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    unions: list[list[Branch]] = field(default_factory=list)
    notes: dict[str, Json] = field(default_factory=dict)
    unmerged: list[str] = field(default_factory=list)
    never: bool = False
    is_object: bool = False
    """Whether there are `properties`, if only none."""

    @property
    def says_nothing(self) -> bool:
        """Whether it binds nothing but by its unions."""
        return not (self.words or self.is_object or self.required or self.unmerged or self.never)


def form(node: Json, place: str, definitions: Definitions) -> Form:
    """Put together what a schema says."""
    found = Form(place)
    _gather(found, node, place, definitions, frozenset(), 0)
    return found


def _gather(found: Form, node: Json, place: str, definitions: Definitions, seen: frozenset[str], depth: int) -> None:
    if node is False:
        found.never = True
    if not isinstance(node, dict) or depth > _DEPTH:
        return
    for key, value in node.items():
        if key == "$ref" and isinstance(value, str):
            name = reference_name(value)
            if name not in seen:
                _gather(found, definitions.get(name), pointer.join(("schemas", name)), definitions, seen | {name}, depth + 1)
        elif key == "allOf" and isinstance(value, list):
            for number, branch in enumerate(value):
                _gather(found, branch, f"{place}/allOf/{number}", definitions, seen, depth + 1)
        elif key in ("anyOf", "oneOf") and isinstance(value, list):
            found.unions.append([Branch(branch, f"{place}/{key}/{number}") for number, branch in enumerate(value)])
        elif key == "properties" and isinstance(value, dict):
            found.is_object = True
            for name, member in value.items():
                here = Branch(member, place + pointer.join(("properties", name)))
                others = found.members.setdefault(name, [])
                if all(here.node is not other.node for other in others):
                    others.append(here)
        elif key == "required" and isinstance(value, list):
            found.required.update(name for name in value if isinstance(name, str))
        elif key in ANNOTATIONS:
            if depth == 0:
                found.notes[key] = value
        else:
            _add_word(found, key, value)


def _add_word(found: Form, key: str, value: Json) -> None:
    if key == "type":
        value = list[Json](sorted(_types(value)))
    elif key == "const":
        key, value = "enum", [value]
    if key not in found.words:
        found.words[key] = value
        return
    other: Any = found.words[key]
    if other == value:
        return
    further: Any = value
    if key == "type":
        found.words[key] = sorted(set(other) & set(further))
    elif key == "enum" and isinstance(value, list):
        admitted = {bytes(raw(each)) for each in value}
        found.words[key] = [each for each in other if bytes(raw(each)) in admitted]
    elif key in _NARROWER:
        found.words[key] = _NARROWER[key](other, further)
    elif key == "uniqueItems" or (key == "additionalProperties" and False in (other, value)):
        found.words[key] = key == "uniqueItems"
    elif key == "items":
        found.words[key] = {"allOf": [other, value]}
    else:
        found.unmerged.append(f"{key} {meaning(other)} {meaning(value)}")


def _types(value: Json) -> set[str]:
    names = value if isinstance(value, list) else [value]
    found = {name for name in names if isinstance(name, str)}
    return found | {"integer"} if "number" in found else found


def kinds(found: Form) -> frozenset[str] | None:
    """The JSON types a schema admits; None where it says nothing of the type. What has members is an object, what has items a list."""
    said: Any = found.words.get("type")
    if said is not None:
        return frozenset(said)
    values: Any = found.words.get("enum")
    if isinstance(values, list):
        return frozenset(type_of(value) for value in values)
    if found.is_object or "additionalProperties" in found.words:
        return frozenset({"object"})
    if "items" in found.words or "prefixItems" in found.words:
        return frozenset({"array"})
    return None


def plain_reference(node: Json) -> str | None:
    """The name that a schema refers to, where it says nothing else that binds."""
    if isinstance(node, dict) and isinstance(node.get("$ref"), str) and all(key == "$ref" or key in ANNOTATIONS for key in node):
        return reference_name(str(node["$ref"]))
    return None


def unwrapped(branch: Branch) -> Branch:
    """The only schema inside `allOf`, `anyOf` or `oneOf`, where nothing else binds."""
    for _ in range(_DEPTH):
        node = branch.node
        if not isinstance(node, dict):
            break
        binding = [key for key in node if key not in ANNOTATIONS]
        if len(binding) != 1 or binding[0] not in ("allOf", "anyOf", "oneOf"):
            break
        inside: Any = node[binding[0]]
        if not isinstance(inside, list) or len(inside) != 1:
            break
        branch = Branch(inside[0], f"{branch.place}/{binding[0]}/0")
    return branch


def without_null(branch: Branch) -> tuple[bool, Branch]:
    """Whether a schema admits null beside other things, and the schema of the other things."""
    node = branch.node
    if not isinstance(node, dict):
        return False, branch
    kind, values = node.get("type"), node.get("enum")
    if isinstance(kind, list) and "null" in kind and len(kind) > 1:
        rest: list[Json] = [name for name in kind if name != "null"]
        kept: dict[str, Json] = {**node, "type": rest[0] if len(rest) == 1 else rest}
        if isinstance(values, list):
            # An enum binds null as well: `type: [string, "null"], enum: [a]` admits none.
            if None not in values:
                return False, Branch(kept, branch.place)
            kept["enum"] = [value for value in values if value is not None]
        return True, Branch(kept, branch.place)
    if kind is None and isinstance(values, list) and None in values and len(values) > 1:
        return True, Branch({**node, "enum": [value for value in values if value is not None]}, branch.place)
    binding = [key for key in node if key not in ANNOTATIONS]
    if len(binding) == 1 and binding[0] in ("anyOf", "oneOf"):
        inside: Any = node[binding[0]]
        others = [(number, each) for number, each in enumerate(inside) if not _is_null(each)]
        if len(others) < len(inside) and others:
            if len(others) == 1:
                return True, Branch(others[0][1], f"{branch.place}/{binding[0]}/{others[0][0]}")
            return True, Branch({**node, binding[0]: [each for _, each in others]}, branch.place)
    return False, branch


def _is_null(node: Json) -> bool:
    return isinstance(node, dict) and (node.get("type") == "null" or node.get("enum") == [None] or node.get("const", 0) is None)


def meaning(node: Json) -> str:
    """A text that is the same for schemas that differ in annotations, and in the order of keys, alone."""
    return bytes(raw(_bare(node, 0))).decode()


def _bare(node: Json, depth: int) -> Json:
    if depth > _DEPTH:
        return node
    if isinstance(node, dict):
        items: Iterator[tuple[str, Json]] = (
            (key, sorted(value, key=meaning) if key in ("required", "enum") and isinstance(value, list) else value)
            for key, value in sorted(node.items())
            if key not in ANNOTATIONS or (isinstance(value, dict) and key != "discriminator")
        )
        return {key: _bare(value, depth + 1) for key, value in items}
    return [_bare(each, depth + 1) for each in node] if isinstance(node, list) else node


def short(node: Json) -> str:
    """A schema in two or three words."""
    if not isinstance(node, dict):
        return "anything" if node is not False else "nothing"
    if isinstance(node.get("$ref"), str):
        return reference_name(str(node["$ref"]))
    kind: Any = node.get("type")
    if kind == "array" and "items" in node:
        return f"list of {short(node['items'])}"
    if kind is not None:
        return " or ".join(kind) if isinstance(kind, list) else str(kind)
    for key in ("allOf", "anyOf", "oneOf"):
        branches = node.get(key)
        if isinstance(branches, list):
            joint = " and " if key == "allOf" else " or "
            return joint.join(short(branch) for branch in branches[:3]) + (" …" if len(branches) > 3 else "")
    if "enum" in node or "const" in node:
        return "one of a list"
    return "object" if "properties" in node else "anything"
