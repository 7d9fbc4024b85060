"""The members of an answer, as far as pagination cares: arrays, scalars, and the objects around them, each with its place.

Works on schemas in the package's dialect, wherever they come from: `look` gives the definition behind a name and its place.
"""

from collections.abc import Callable

import msgspec

from connectors import pointer
from connectors.canonical import Json
from connectors.derive.members import kind_of, name_of, stated_kind
from connectors.derive.paging_words import is_paging_container, names_what_is_next
from connectors.description.at import At

__all__ = ["Look", "Member", "Node", "Shape", "Shapes"]

Look = Callable[[str], "tuple[Json, At]"]
"""The schema that a name in `#/$defs/` means, and its place."""

_CHAIN = 16
"""References to references that are followed."""
_DEPTH = 3
_FEW = 16
_MOST = 400
# Objects that wrap the whole answer: what stands in them stands at the top.
_ENVELOPES = frozenset(
    {"data", "result", "results", "response", "payload", "body", "hits", "_embedded", "embedded", "list", "resultset"}
)


class Node(msgspec.Struct, frozen=True):
    """A schema and its place."""

    schema: Json
    at: At


class Member(msgspec.Struct, frozen=True):
    """A member of the answer below the top. `path` holds the keys that lead to it; `kind` is a JSON type, `binary` or `any`."""

    path: tuple[str, ...]
    node: Node
    kind: str

    @property
    def name(self) -> str:
        """The last key."""
        return self.path[-1]

    @property
    def pointer(self) -> str:
        """Where it is in the answer."""
        return pointer.join(self.path)


class Shape(msgspec.Struct, frozen=True):
    """What an answer holds: `kind` of the whole, arrays and scalars outside of arrays, and the names at the top.

    `may_lead_on` tells whether beside an array a scalar, or an object around it, has a name that may mean the next part.
    """

    kind: str
    root: Node
    arrays: tuple[Member, ...]
    scalars: tuple[Member, ...]
    top: frozenset[str]
    may_lead_on: bool


class Shapes:
    """Takes schemas apart, each once. What is behind a reference is known by its text, anything else by its identity."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._members: dict[int, tuple[Json, dict[str, Node]]] = {}
        self._shapes: dict[int, tuple[Json, Shape]] = {}
        self._kinds: dict[int | str, tuple[Json, str]] = {}
        self._behind: dict[str, Node] = {}

    def kind(self, node: Node) -> str:
        """A JSON type, `binary`, or `any` where it is none or several; null beside one other type does not count."""
        schema = node.schema
        stated = stated_kind(schema)
        if stated is not None and stated != "any":
            return stated
        key = _bare_reference(schema) or id(schema)
        known = self._kinds.get(key)
        if known is None:
            known = self._kinds[key] = (schema, self._kind(schema))
        return known[1]

    def _kind(self, schema: Json) -> str:
        kind = kind_of(schema, lambda name: self._json(name))
        if kind == "any" and type(schema) is dict:
            for key in ("oneOf", "anyOf"):
                branches = schema.get(key)
                if type(branches) is list:
                    kinds = {self._kind(branch) for branch in branches} - {"null"}
                    if len(kinds) == 1:
                        return kinds.pop()
        return kind

    def _json(self, name: str) -> dict[str, Json] | bool:
        json = self._look(name)[0]
        return json if type(json) is dict or type(json) is bool else {}

    def final(self, node: Node) -> Node:
        """The node behind references that nothing of weight stands beside."""
        reference = _reference(node.schema)
        if reference is None:
            return node
        found = self._behind.get(reference)
        if found is None:
            found = self._behind[reference] = self._followed(reference)
        return found

    def _followed(self, reference: str) -> Node:
        node = Node(*self._look(name_of(reference)))
        for _ in range(_CHAIN - 1):
            further = _reference(node.schema)
            if further is None:
                break
            node = Node(*self._look(name_of(further)))
        return node

    def _named(self, node: Node) -> Node:
        """The node behind references that nothing at all stands beside: what many operations answer with is taken apart once."""
        return self.final(node) if _bare_reference(node.schema) else node

    def members(self, node: Node) -> dict[str, Node]:
        """The members of an object by name, through references, `allOf`, `oneOf` and `anyOf`; the first of a name counts."""
        node = self._named(node)
        known = self._members.get(id(node.schema))
        if known is not None:
            return known[1]
        found: dict[str, Node] = {}
        self._collect(node, found, set(), 0)
        self._members[id(node.schema)] = (node.schema, found)
        return found

    def _collect(self, node: Node, found: dict[str, Node], seen: set[int], depth: int) -> None:
        schema = node.schema
        if type(schema) is not dict or id(schema) in seen or depth > 32:
            return
        seen.add(id(schema))
        properties = schema.get("properties")
        if type(properties) is dict:
            at: At = (node.at, "properties")
            for name, value in properties.items():
                if name not in found:
                    found[name] = Node(value, (at, name))
        if type(reference := schema.get("$ref")) is str:
            json, place = self._look(name_of(reference))
            self._collect(Node(json, place), found, seen, depth + 1)
        for key in ("allOf", "oneOf", "anyOf"):
            branches = schema.get(key)
            if type(branches) is list:
                for index, branch in enumerate(branches):
                    self._collect(Node(branch, ((node.at, key), index)), found, seen, depth + 1)

    def required(self, node: Node) -> frozenset[str]:
        """The names of the members that every value has, through references and `allOf`."""
        return frozenset(self.required_at(node))

    def required_at(self, node: Node) -> dict[str, At]:
        """The names of the members that every value has, and where `required` first names each."""
        found: dict[str, At] = {}
        pending: list[Node] = [node]
        seen: set[int] = set()
        while pending:
            schema, at = (here := pending.pop()).schema, here.at
            if type(schema) is not dict or id(schema) in seen:
                continue
            seen.add(id(schema))
            names = schema.get("required")
            if type(names) is list:
                for index, name in enumerate(names):
                    if type(name) is str:
                        found.setdefault(name, ((at, "required"), index))
            if type(reference := schema.get("$ref")) is str:
                pending.append(Node(*self._look(name_of(reference))))
            branches = schema.get("allOf")
            if type(branches) is list:
                pending += [Node(branch, ((at, "allOf"), index)) for index, branch in enumerate(branches)]
        return found

    def items(self, node: Node) -> Node | None:
        """The items of an array."""
        node = self.final(node)
        schema = node.schema
        if type(schema) is not dict:
            return None
        if "items" in schema:
            return Node(schema["items"], (node.at, "items"))
        for key in ("allOf", "oneOf", "anyOf"):
            branches = schema.get(key)
            if type(branches) is list:
                for index, branch in enumerate(branches):
                    found = self.items(Node(branch, ((node.at, key), index)))
                    if found is not None:
                        return found
        return None

    def shape(self, root: Node) -> Shape:
        """Take an answer apart."""
        root = self._named(root)
        known = self._shapes.get(id(root.schema))
        if known is not None:
            return known[1]
        shape = self._shape(root)
        self._shapes[id(root.schema)] = (root.schema, shape)
        return shape

    def _shape(self, root: Node) -> Shape:
        kind = self.kind(root)
        arrays: list[Member] = []
        scalars: list[Member] = []
        top = {} if kind == "array" else self.members(root)
        pending: list[tuple[tuple[str, ...], dict[str, Node]]] = [((), top)]
        budget = _MOST
        while pending and budget > 0:
            path, members = pending.pop(0)
            if len(members) > budget:
                continue  # no page of a collection has so many
            budget -= len(members)
            objects: list[tuple[str, Node]] = []
            before = len(arrays)
            for name, node in members.items():
                own = self.kind(node)
                if own == "object":
                    objects.append((name, node))
                else:
                    (arrays if own == "array" else scalars).append(Member((*path, name), node, own))
            if len(path) >= _DEPTH:
                continue
            few = len(arrays) == before and len(members) <= _FEW and len(path) < 2 and (not path or not arrays)
            for name, node in objects:
                if few or is_paging_container(name) or name.lower() in _ENVELOPES:
                    pending.append(((*path, name), self.members(node)))
        may_lead_on = bool(arrays) and any(names_what_is_next(name) for member in scalars for name in member.path)
        return Shape(kind, root, tuple(arrays), tuple(scalars), frozenset(top), may_lead_on)


def _reference(schema: Json) -> str | None:
    """Where a schema refers to."""
    reference = schema.get("$ref") if type(schema) is dict else None
    return reference if type(reference) is str else None


def _bare_reference(schema: Json) -> str | None:
    """The same where nothing at all stands beside the reference."""
    return _reference(schema) if type(schema) is dict and len(schema) == 1 else None
