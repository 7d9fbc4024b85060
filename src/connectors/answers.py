"""What schemas say of the value at a JSON Pointer, above all those of a success answer."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from connectors import pointer
from connectors.model.operation import ErrorResponse, MediaType, Operation, Response

__all__ = ["Answer", "Answers", "Definitions", "json_answers"]


class Definitions:
    """The shared schemas of a package, each decoded when it is first asked for."""

    def __init__(self, texts: Mapping[str, msgspec.Raw]) -> None:
        self.texts = texts
        self._known: dict[str, Any] = {}

    def named(self, reference: str) -> Any:
        """The schema that `#/$defs/NAME` means; one that admits anything where there is none."""
        name = self.name_of(reference)
        if name is None or name not in self.texts:
            return True
        if name not in self._known:
            self._known[name] = msgspec.json.decode(self.texts[name])
        return self._known[name]

    def name_of(self, reference: str) -> str | None:
        """NAME of `#/$defs/NAME`, unescaped; None for any other reference."""
        if not reference.startswith("#/$defs/"):
            return None
        tokens = pointer.parse(pointer.from_fragment(reference[1:]))
        return tokens[1] if len(tokens) == 2 else None

    def branches(self, schemas: Iterable[Any]) -> Iterator[dict[str, Any]]:
        """Every schema object that these schemas are made of, each once: references and combinations are followed."""
        pending = list(schemas)
        # A stranger's alternatives may name each other over and over: nothing is looked at twice.
        seen: set[int] = set()
        while pending:
            node = pending.pop()
            if not isinstance(node, dict) or id(node) in seen:
                continue
            seen.add(id(node))
            reference = node.get("$ref")
            if isinstance(reference, str):
                pending.append(self.named(reference))
            combined = [part for key in ("allOf", "anyOf", "oneOf") if isinstance(node.get(key), list) for part in node[key]]
            pending.extend(reversed(combined))
            if not (combined or reference) or _kinds(node):
                yield node


class Answer:
    """What a description says of one value, of an answer or of an argument. `schemas` are those that describe it; none where it is left open."""

    def __init__(self, schemas: Iterable[Any], shared: Definitions) -> None:
        self.schemas = tuple(schemas)
        self._shared = shared

    def at(self, where: str) -> "Answer | None":
        """The value at a pointer below this one; None where the schemas show that there is none."""
        current = self
        for token in pointer.parse(where):
            if not current.schemas:
                return current
            following = current._below(token)
            if following is None:
                return None
            current = following
        return current

    def _below(self, token: str) -> "Answer | None":
        found: list[Any] = []
        is_open = True
        for branch in self._shared.branches(self.schemas):
            members = branch.get("properties")
            kinds = _kinds(branch)
            if isinstance(members, dict) and token in members:
                found.append(members[token])
                continue
            if token.isdecimal() and "array" in kinds:
                found.append(branch.get("items", True))
                continue
            # The patterns are a stranger's, and some take for ever: any of them may match.
            patterns = branch.get("patternProperties")
            found.extend(patterns.values() if isinstance(patterns, dict) else ())
            further = branch.get("additionalProperties")
            if isinstance(further, dict):
                found.append(further)
            if members or further is False or (kinds and not kinds & {"object", "array"}):
                is_open = False
        if found or is_open:
            return Answer(found, self._shared)
        return None

    def may_be(self, kind: str) -> bool:
        """Whether a value of this JSON type may stand here, as far as anybody says."""
        stated = [kinds for branch in self._shared.branches(self.schemas) if (kinds := _kinds(branch))]
        return not stated or any(kind in kinds for kinds in stated)

    def is_stated(self, kind: str) -> bool:
        """Whether the description says that it is of this JSON type."""
        return any(kind in _kinds(branch) for branch in self._shared.branches(self.schemas))


class Answers:
    """The JSON answers of one operation. `failures` takes those of errors in as well."""

    def __init__(self, operation: Operation, definitions: Definitions, *, failures: bool = False) -> None:
        self.definitions = definitions
        answers: list[Response | ErrorResponse] = [
            answer for answer in operation.responses if answer.status[:1] == "2" or answer.status == "default"
        ]
        if failures:
            answers.extend(operation.errors)
        self.roots: tuple[Any, ...] = tuple(
            msgspec.json.decode(content.schema) for answer in answers for content in answer.content if _is_json(content)
        )

    def look(self, at: str) -> Answer | None:
        """What the description says of the value at a pointer; None where it shows that there is none."""
        return Answer(self.roots, self.definitions).at(at) if self.roots else None

    def arrays(self) -> tuple[str, ...]:
        """Pointers of arrays at the top or one level below it: what was probably meant."""
        found: list[str] = []
        for branch in self.definitions.branches(self.roots):
            if "array" in _kinds(branch):
                found.append("")
            for name, schema in _members(branch).items():
                if Answer((schema,), self.definitions).is_stated("array"):
                    found.append(pointer.join((name,)))
        return tuple(dict.fromkeys(found))

    def names(self) -> tuple[str, ...]:
        """Pointers of the top-level members that the description shows."""
        branches = self.definitions.branches(self.roots)
        return tuple(dict.fromkeys(pointer.join((name,)) for branch in branches for name in _members(branch)))


def json_answers(operation: Operation, definitions: Definitions) -> Answer | None:
    """What an operation answers as JSON when it succeeds; None where the description shows no JSON."""
    roots = Answers(operation, definitions).roots
    return Answer(roots, definitions) if roots else None


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
