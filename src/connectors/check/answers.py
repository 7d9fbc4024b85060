"""What schemas say of the value at a JSON Pointer, above all those of a success answer."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from connectors import pointer
from connectors.model.operation import MediaType, Operation

__all__ = ["Answer", "Schemas", "json_answers"]


class Schemas:
    """The shared schemas of a package, each decoded when it is first asked for."""

    def __init__(self, texts: Mapping[str, msgspec.Raw]) -> None:
        self._texts = texts
        self._known: dict[str, Any] = {}

    def named(self, reference: str) -> Any:
        """The schema that `#/$defs/NAME` means; one that admits anything where there is none."""
        tokens = pointer.parse(pointer.from_fragment(reference[1:])) if reference.startswith("#/") else ()
        name = tokens[1] if len(tokens) == 2 and tokens[0] == "$defs" else None
        if name is None or name not in self._texts:
            return True
        if name not in self._known:
            self._known[name] = msgspec.json.decode(self._texts[name])
        return self._known[name]

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
            pending.extend(combined)
            if not (combined or reference) or _kinds(node):
                yield node


class Answer:
    """What a description says of one value, of an answer or of an argument. `schemas` are those that describe it; none where it is left open."""

    def __init__(self, schemas: Iterable[Any], shared: Schemas) -> None:
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


def json_answers(operation: Operation, schemas: Schemas) -> Answer | None:
    """What an operation answers as JSON when it succeeds; None where the description shows no JSON."""
    roots = [
        msgspec.json.decode(content.schema)
        for answer in operation.responses
        if answer.status[:1] == "2" or answer.status == "default"
        for content in answer.content
        if _is_json(content)
    ]
    return Answer(roots, schemas) if roots else None


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
