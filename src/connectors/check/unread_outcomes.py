"""Outcomes that nobody states: an answer of 2XX with a flag for success, where a failure would count as done."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from connectors.answers import Definitions, json_answers
from connectors.check.finding import Finding
from connectors.check.places import Places, named
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity
from connectors.signs import success_flag

__all__ = ["unread_outcomes"]

# What the name of a flag holds, however it is written: most schemas hold none, and need not be read.
_SIGNS = (b'ok":', b'ccess":', b'ccessful":', b'cceeded":')

_REFERENCE = re.compile(rb'"#/[$]defs/([^"]*)"')


def unread_outcomes(package: Package) -> Iterator[Finding]:
    """One note for all of them. An outcome of the connector or of the operation answers the question, whatever it says."""
    if package.connector.outcome is not None:
        return
    look = _Look(package.schemas)
    found: list[Operation] = []
    flags: dict[str, None] = {}
    for operation in package.operations:
        if operation.outcome is None and (flag := look.flag(operation)) is not None:
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


def _is_signed(text: bytes) -> bool:
    lowered = text.lower()
    return any(sign in lowered for sign in _SIGNS)


class _Look:
    """Looks for flags at the top of answers; most hold none, which the text of their schema shows without being read."""

    def __init__(self, schemas: Mapping[str, msgspec.Raw]) -> None:
        self._texts = schemas
        self._definitions = Definitions(schemas)
        self._may: dict[bytes, bool] = {}
        self._flags: dict[tuple[bytes, ...], str | None] = {}

    def flag(self, operation: Operation) -> str | None:
        """The member that says whether the call succeeded, if the answer has one."""
        spelled = tuple([bytes(content.schema) for answer in operation.responses for content in answer.content])
        if spelled not in self._flags:
            may = any(map(self._may_hold, spelled))
            self._flags[spelled] = self._read(operation) if may else None
        return self._flags[spelled]

    def _may_hold(self, text: bytes) -> bool:
        return _is_signed(text) or any(map(self._may_mean, _REFERENCE.findall(text)))

    def _may_mean(self, spelled: bytes) -> bool:
        """Whether a shared schema, by its name as a reference spells it, may hold a flag."""
        known = self._may.get(spelled)
        if known is None:
            schema = self._texts.get(spelled.decode())
            # Schemas may name each other round and round.
            self._may[spelled] = False
            known = self._may[spelled] = schema is None or self._is_worth_reading(bytes(schema))
        return known

    def _is_worth_reading(self, text: bytes) -> bool:
        # What stands further down is no matter, but for the parts that the whole is combined of.
        is_combined = b'Of":[' in text or text.startswith(b'{"$ref"')
        return self._may_hold(text) if is_combined else _is_signed(text)

    def _read(self, operation: Operation) -> str | None:
        answer = json_answers(operation, self._definitions)
        if answer is None:
            return None
        booleans: list[str] = []
        for branch in self._definitions.branches(answer.schemas):
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
