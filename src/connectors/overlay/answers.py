"""What a description says of the JSON that an operation answers: whether it shows what a pointer names."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from connectors import pointer
from connectors.model.operation import ErrorResponse, MediaType, Operation, Response

__all__ = ["Answers", "Definitions", "Look"]

_DEPTH = 64


@dataclass(slots=True)
class Definitions:
    """The shared schemas of a package, decoded when they are asked for."""

    texts: Mapping[str, msgspec.Raw]
    known: dict[str, Any] = field(default_factory=dict)

    def named(self, reference: str) -> Any:
        """The schema that `#/$defs/NAME` means; one that admits anything where there is none."""
        name = self.name_of(reference)
        if name is None or name not in self.texts:
            return True
        if name not in self.known:
            self.known[name] = msgspec.json.decode(self.texts[name])
        return self.known[name]

    def name_of(self, reference: str) -> str | None:
        """NAME of `#/$defs/NAME`, unescaped; None for any other reference."""
        if not reference.startswith("#/$defs/"):
            return None
        tokens = pointer.parse(pointer.from_fragment(reference[1:]))
        return tokens[1] if len(tokens) == 2 else None


@dataclass(frozen=True, slots=True)
class Look:
    """What stands at a pointer. `schemas` are those that describe it; none where the description leaves it open."""

    schemas: tuple[Any, ...]

    def admits(self, kind: str, definitions: Definitions) -> bool:
        """Whether a value of this JSON type may stand there, as far as anybody says."""
        branches = [branch for schema in self.schemas for branch in _branches(schema, definitions)]
        stated = [kinds for branch in branches if (kinds := _kinds(branch))]
        return not stated or any(kind in kinds for kinds in stated)

    def states(self, kind: str, definitions: Definitions) -> bool:
        """Whether the description says that it is of this JSON type."""
        return any(kind in _kinds(branch) for schema in self.schemas for branch in _branches(schema, definitions))


class Answers:
    """The JSON answers of one operation. `failures` takes those of errors in as well."""

    def __init__(self, operation: Operation, definitions: Definitions, *, failures: bool = False) -> None:
        self.definitions = definitions
        answers: list[Response | ErrorResponse] = [
            answer for answer in operation.responses if answer.status[0] == "2" or answer.status == "default"
        ]
        if failures:
            answers.extend(operation.errors)
        self.roots: tuple[Any, ...] = tuple(
            msgspec.json.decode(content.schema) for answer in answers for content in answer.content if _is_json(content)
        )

    def look(self, at: str) -> Look | None:
        """What the description says of the value at a pointer; None where it shows that there is none."""
        return look_below(self.roots, at, self.definitions)

    def arrays(self) -> tuple[str, ...]:
        """Pointers of arrays at the top or one level below it: what was probably meant."""
        found: list[str] = []
        for branch in (branch for root in self.roots for branch in _branches(root, self.definitions)):
            if "array" in _kinds(branch):
                found.append("")
            for name, schema in _members(branch).items():
                if Look((schema,)).states("array", self.definitions):
                    found.append(pointer.join((name,)))
        return tuple(dict.fromkeys(found))

    def names(self) -> tuple[str, ...]:
        """Pointers of the top-level members that the description shows."""
        branches = (branch for root in self.roots for branch in _branches(root, self.definitions))
        return tuple(dict.fromkeys(pointer.join((name,)) for branch in branches for name in _members(branch)))


def look_below(roots: Iterable[Any], at: str, definitions: Definitions) -> Look | None:
    """What schemas say of the value at a pointer below them."""
    current: tuple[Any, ...] = tuple(roots)
    if not current:
        return None
    for token in pointer.parse(at):
        following, is_open = _step(current, token, definitions)
        if not following and is_open:
            return Look(())
        if not following:
            return None
        current = following
    return Look(current)


def _step(schemas: Iterable[Any], token: str, definitions: Definitions) -> tuple[tuple[Any, ...], bool]:
    """Schemas of a member or item, and whether there may be one that nobody describes."""
    found: list[Any] = []
    is_open = True
    for branch in (branch for schema in schemas for branch in _branches(schema, definitions)):
        members = _members(branch)
        if token in members:
            found.append(members[token])
            continue
        if token.isdecimal() and "array" in _kinds(branch):
            found.append(branch.get("items", True))
            continue
        # The patterns are a stranger's, and some take for ever: any of them may match.
        patterns = branch.get("patternProperties")
        matching = list(patterns.values()) if isinstance(patterns, dict) else []
        found.extend(matching)
        further = branch.get("additionalProperties")
        if isinstance(further, dict):
            found.append(further)
        kinds = _kinds(branch)
        if members or further is False or (kinds and "object" not in kinds and "array" not in kinds):
            is_open = False
    return tuple(found), is_open


def _branches(schema: Any, definitions: Definitions) -> Iterator[dict[str, Any]]:
    """Every object schema that a schema is made of, references and combinations followed."""
    pending: list[tuple[Any, int]] = [(schema, 0)]
    followed: set[str] = set()
    while pending:
        node, depth = pending.pop()
        if not isinstance(node, dict) or depth > _DEPTH:
            continue
        reference = node.get("$ref")
        if isinstance(reference, str) and reference not in followed:
            followed.add(reference)
            pending.append((definitions.named(reference), depth + 1))
        combined = [part for key in ("allOf", "anyOf", "oneOf") for part in _listed(node.get(key))]
        pending.extend((part, depth + 1) for part in reversed(combined))
        if not (combined or reference) or _kinds(node):
            yield node


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _members(branch: Mapping[str, Any]) -> dict[str, Any]:
    properties = branch.get("properties")
    return properties if isinstance(properties, dict) else {}


def _kinds(branch: Mapping[str, Any]) -> frozenset[str]:
    stated = branch.get("type")
    if isinstance(stated, str):
        return frozenset((stated,))
    if isinstance(stated, list):
        return frozenset(kind for kind in stated if isinstance(kind, str))
    if "properties" in branch or "additionalProperties" in branch:
        return frozenset(("object",))
    return frozenset(("array",)) if "items" in branch or "prefixItems" in branch else frozenset()


def _is_json(content: MediaType) -> bool:
    if content.media_type is None:
        return True
    essence = content.media_type.partition(";")[0].strip().lower()
    return essence in ("application/json", "text/json", "*/*", "application/*") or essence.endswith("+json")
