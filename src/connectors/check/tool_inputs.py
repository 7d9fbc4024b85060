"""Inputs of tools: the schema of what an agent has to give is one that agents' clients take.

An operation is served with one property for each argument, by its key, and with the shared schemas that these need. Keys are no matter
here: what `argument-key` lets pass, every client takes, for the strictest ask for `^[a-zA-Z0-9_.-]{1,64}$`
(github.com/twilio-labs/mcp/issues/58, github.com/beautyfree/appstore-connect-mcp/issues/2), and look at the top alone.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from connectors import pointer
from connectors.check.finding import Finding
from connectors.check.places import Places, arguments, label
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["COMBINATORS", "DEEPEST", "LARGEST", "tool_inputs"]

LARGEST = 16_384
"""Bytes of an input schema without white space, in UTF-8. A connector of that size is served, one byte more and the tool is dropped
without a word: github.com/anthropics/claude-code/issues/77296."""

DEEPEST = 10
"""Schemas inside each other, the input itself the first. Moonshot's and Meta's APIs refuse more, and the whole request with it:
github.com/anomalyco/opencode/issues/25495, github.com/anomalyco/opencode/pull/50320."""

COMBINATORS = ("oneOf", "allOf", "anyOf")
"""What an input may not be at its top: github.com/anthropics/claude-code/issues/5319."""

_REFERENCE = re.compile(rb'"\$ref":"#/\$defs/((?:[^"\\]|\\.)*)"')
# What holds schemas: one, several, several by name. Source: JSON Schema 2020-12, Core §10.
_ONE = (
    "items",
    "additionalProperties",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "not",
    "if",
    "then",
    "else",
)
_SEVERAL = (*COMBINATORS, "prefixItems")
_BY_NAME = ("properties", "patternProperties", "dependentSchemas", "$defs")


def tool_inputs(package: Package) -> Iterator[Finding]:
    """What clients refuse takes the operation away from agents, or every other tool with it; so it is curated in vain."""
    curated = [operation for operation in package.operations if operation.curated]
    if not curated:
        return
    places = Places(package)
    for operation in curated:
        needed = _needed(operation, package.schemas)
        size = len(_input(operation, needed, package.schemas))
        if size > LARGEST:
            message = f"the input schema of a curated operation has up to {LARGEST:,} bytes, found {size:,} in {label(operation)}"
            remedy = "give its largest argument a shorter `schema` in the overlay, or curate another operation"
            yield _finding(Severity.WARNING, message, remedy, places.of(operation), operation)
        deepest, at = max(((_depth(argument.schema) + 1, at) for at, argument in arguments(operation)), default=(1, ""))
        # A shared schema stands below `$defs`, on the first level; whoever writes references out meets more.
        shared = max(((_depth(package.schemas[name]) + 1, name) for name in needed), default=(1, ""))
        if max(deepest, shared[0]) > DEEPEST:
            found, what = (deepest, "an argument") if deepest >= shared[0] else (shared[0], f"the schema `{shared[1]}`")
            message = f"schemas stand up to {DEEPEST} deep in the input of a curated operation, found {found} in {what} of {label(operation)}"
            remedy = "give the argument a flatter `schema` in the overlay, or curate another operation"
            yield _finding(Severity.WARNING, message, remedy, places.of(operation, at if what == "an argument" else ""), operation)
        body = operation.body
        if body is not None and body.whole is not None:
            top = _resolved(msgspec.json.decode(body.whole.schema), package.schemas)
            combined = [word for word in COMBINATORS if isinstance(top, dict) and word in top]
            if combined:
                words = " and ".join(f"`{word}`" for word in combined)
                message = (
                    f"an input that is served whole is no combination, found {words} at the top of the body of {label(operation)}:"
                    f" it can be served below its key `{body.whole.key}` alone"
                )
                remedy = "replace its `schema` in the overlay by the case that is wanted, if one is enough"
                yield _finding(Severity.NOTE, message, remedy, places.of(operation, "/body/whole/schema"), operation)


def _finding(severity: Severity, message: str, remedy: str, place: Any, operation: Operation) -> Finding:
    return Finding(Code.TOOL_INPUT, severity, message, remedy, place, operation.identity)


def _needed(operation: Operation, schemas: Mapping[str, msgspec.Raw]) -> list[str]:
    """The shared schemas that the arguments refer to, and those that these refer to."""
    pending = [bytes(argument.schema) for _, argument in arguments(operation)]
    if operation.body is not None and not isinstance(operation.body.additional, msgspec.UnsetType):
        pending.append(bytes(operation.body.additional))
    found: dict[str, None] = {}
    while pending:
        for match in _REFERENCE.finditer(pending.pop()):
            name = _name(match[1])
            if name is not None and name in schemas and name not in found:
                found[name] = None
                pending.append(bytes(schemas[name]))
    return list(found)


def _name(spelled: bytes) -> str | None:
    text = msgspec.json.decode(b'"/' + spelled + b'"', type=str)
    tokens = pointer.parse(pointer.from_fragment(text))
    return tokens[0] if len(tokens) == 1 else None


def _input(operation: Operation, needed: list[str], schemas: Mapping[str, msgspec.Raw]) -> bytes:
    """The schema as it is served, as JSON without white space."""
    found = list(arguments(operation))
    value: dict[str, Any] = {"type": "object", "properties": {argument.key: argument.schema for _, argument in found}}
    if required := [argument.key for _, argument in found if argument.required]:
        value["required"] = required
    further = operation.body.additional if operation.body is not None else msgspec.UNSET
    value["additionalProperties"] = False if isinstance(further, msgspec.UnsetType) else further
    if needed:
        value["$defs"] = {name: schemas[name] for name in needed}
    return msgspec.json.encode(value)


def _depth(text: msgspec.Raw) -> int:
    """How many schemas stand inside each other, this one the first; references are not followed."""
    deepest = 0
    pending: list[tuple[int, Any]] = [(1, msgspec.json.decode(text))]
    while pending:
        depth, node = pending.pop()
        if not isinstance(node, dict):
            continue
        deepest = max(deepest, depth)
        below = [node[word] for word in _ONE if word in node]
        below += [part for word in _SEVERAL if isinstance(node.get(word), list) for part in node[word]]
        below += [part for word in _BY_NAME if isinstance(node.get(word), dict) for part in node[word].values()]
        pending.extend((depth + 1, part) for part in below)
    return deepest


def _resolved(schema: Any, schemas: Mapping[str, msgspec.Raw]) -> Any:
    seen: set[str] = set()
    while isinstance(schema, dict) and isinstance(reference := schema.get("$ref"), str) and reference not in seen:
        seen.add(reference)
        name = _name(reference.removeprefix("#/$defs/").encode())
        if name is None or name not in schemas:
            break
        schema = msgspec.json.decode(schemas[name])
    return schema
