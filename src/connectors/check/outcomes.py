"""Outcomes: what decides whether an answer of 2xx is a success can be evaluated, and reads what the answer has."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from connectors import pointer
from connectors.answers import Answer, Definitions, json_answers
from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR, Places, label
from connectors.model.operation import Basis, Outcome
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["outcomes"]

_Fault: TypeAlias = tuple[str, str]
"""A pointer below the outcome, and what is wrong there."""

_TESTS = ("equals", "in", "exists")
_REMEDY = "correct `outcome` in the overlay"


def outcomes(package: Package) -> Iterator[Finding]:
    """A predicate has a shape that can be evaluated, codes with classes have a place, and pointers exist in the answer.

    What a person authored was compared with the answers when the overlay was applied, where they may say that it is undocumented.
    """
    if package.connector.outcome is not None:
        for tail, said in _of_shape(package.connector.outcome):
            place = Place(CONNECTOR, f"/outcome{tail}")
            yield Finding(Code.OUTCOME_UNREADABLE, Severity.ERROR, f"the outcome of the connector {said}", _REMEDY, place)
    places = Places(package)
    schemas = Definitions(package.schemas)
    for operation in package.operations:
        outcome = operation.outcome
        if outcome is None:
            continue
        faults = list(_of_shape(outcome))
        if not faults and operation.basis.get("outcome") is not Basis.AUTHORED:
            faults.extend(_of_answers(outcome, json_answers(operation, schemas)))
        for tail, said in faults:
            message = f"the outcome of {label(operation)} {said}"
            place = places.of(operation, f"/outcome{tail}")
            yield Finding(Code.OUTCOME_UNREADABLE, Severity.ERROR, message, _REMEDY, place, operation.identity)


def _of_shape(outcome: Outcome) -> Iterator[_Fault]:
    yield from _of_condition("/success_when", msgspec.json.decode(outcome.success_when))
    for name in ("error_code", "error_message"):
        where = getattr(outcome, name)
        if where is not None and not _is_pointer(where):
            yield f"/{name}", f"reads a JSON Pointer as `{name}`, found `{where}`"
    if outcome.classes and outcome.error_code is None:
        yield "/classes", "has classes for codes and an `error_code` that says where a code stands, found none"


def _of_condition(at: str, condition: Any) -> Iterator[_Fault]:
    pending: list[tuple[str, Any]] = [(at, condition)]
    while pending:
        where, node = pending.pop()
        if not isinstance(node, dict) or not node:
            yield where, "has a condition that is an object, found another value"
        elif "at" in node:
            tests = [name for name in node if name != "at"]
            if not isinstance(node["at"], str) or not _is_pointer(node["at"]):
                yield f"{where}/at", "reads a JSON Pointer, found another text"
            elif len(tests) != 1 or tests[0] not in _TESTS:
                found = ", ".join(f"`{name}`" for name in tests) or "none"
                yield where, f"has one test of `equals`, `in` and `exists` at a pointer, found {found}"
            elif tests == ["in"] and not isinstance(node["in"], list):
                yield f"{where}/in", "compares with a list in `in`, found another value"
            elif tests == ["exists"] and not isinstance(node["exists"], bool):
                yield f"{where}/exists", "says `true` or `false` in `exists`, found another value"
        elif len(node) != 1 or not node.keys() <= {"all", "any", "not"}:
            found = ", ".join(f"`{name}`" for name in node)
            yield where, f"combines conditions by one of `all`, `any` and `not`, found {found}"
        elif "not" in node:
            pending.append((f"{where}/not", node["not"]))
        else:
            [(name, parts)] = node.items()
            if isinstance(parts, list):
                pending.extend((f"{where}/{name}/{index}", part) for index, part in enumerate(parts))
            else:
                yield f"{where}/{name}", f"combines a list by `{name}`, found another value"


def _of_answers(outcome: Outcome, answer: Answer | None) -> Iterator[_Fault]:
    for tail, where in _pointers(outcome):
        if answer is None or answer.at(where) is None:
            yield tail, f"reads `{where}`, found nothing there in a described answer"


def _pointers(outcome: Outcome) -> Iterator[tuple[str, str]]:
    pending: list[tuple[str, Any]] = [("/success_when", msgspec.json.decode(outcome.success_when))]
    while pending:
        where, node = pending.pop()
        if "at" in node:
            yield f"{where}/at", node["at"]
        if "not" in node:
            pending.append((f"{where}/not", node["not"]))
        for name in ("all", "any"):
            pending.extend((f"{where}/{name}/{index}", part) for index, part in enumerate(node.get(name, ())))
    for name in ("error_code", "error_message"):
        if (where := getattr(outcome, name)) is not None:
            yield f"/{name}", where


def _is_pointer(text: str) -> bool:
    try:
        pointer.parse(text)
    except ValueError:
        return False
    return True
