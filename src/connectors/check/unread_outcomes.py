"""Outcomes that nobody states: an answer of 2XX with a flag for success, where a failure would count as done."""

import re
from collections.abc import Iterator
from typing import Any

from connectors.answers import Definitions, json_answers
from connectors.check.finding import Finding
from connectors.check.places import Places, named
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity
from connectors.signs import success_flag

__all__ = ["unread_outcomes"]

# What the name of a flag holds, whatever its signs and case: most schemas hold none, and need not be read.
_MAY_HOLD = re.compile(rb'"(?:[^"\\]{0,2}ok|[^"\\]{0,3}succe(?:ss|eded)[^"\\]{0,4})":', re.IGNORECASE)
_REFERENCE = b'"#/$defs/'


def unread_outcomes(package: Package) -> Iterator[Finding]:
    """One note for all of them. An outcome of the connector or of the operation answers the question, whatever it says."""
    if package.connector.outcome is not None:
        return
    if not any(_MAY_HOLD.search(text) for text in package.schemas.values()) and not any(
        _MAY_HOLD.search(content.schema)
        for operation in package.operations
        for answer in operation.responses
        for content in answer.content
    ):
        return
    schemas = Definitions(package.schemas)
    known: dict[tuple[bytes, ...], str | None] = {}
    found: list[Operation] = []
    flags: dict[str, None] = {}
    for operation in package.operations:
        if operation.outcome is not None or not operation.responses:
            continue
        spelled = tuple(bytes(content.schema) for answer in operation.responses for content in answer.content)
        if spelled not in known:
            known[spelled] = _flag(operation, schemas)
        flag = known[spelled]
        if flag is not None:
            found.append(operation)
            flags[flag] = None
    if found:
        words = ", ".join(f"`{flag}`" for flag in list(flags)[:3])
        message = (
            f"an answer that tells success from failure by a flag has an `outcome`, found none beside {words} in {named(found)}"
        )
        remedy = (
            "say with `outcome` in the overlay whether a failure comes as a 2XX with the flag false; `connectors suggest` drafts it"
        )
        yield Finding(Code.OUTCOME_UNSTATED, Severity.NOTE, message, remedy, Places(package).of(found[0], "/responses"))


def _flag(operation: Operation, schemas: Definitions) -> str | None:
    answer = json_answers(operation, schemas)
    if answer is None:
        return None
    booleans: list[str] = []
    for branch in schemas.branches(answer.schemas):
        members = branch.get("properties")
        if isinstance(members, dict):
            booleans += [name for name, schema in members.items() if _is_flag(schema)]
    return success_flag(booleans)


def _is_flag(schema: Any) -> bool:
    # One that is always true tells nothing apart.
    return (
        isinstance(schema, dict)
        and schema.get("type") == "boolean"
        and schema.get("enum") != [True]
        and schema.get("const") is not True
    )
