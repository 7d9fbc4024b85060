"""Outcomes: how a failure inside an answer of 2xx is told, and whether the description shows what that reads."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from connectors.answers import Answers
from connectors.canonical import raw
from connectors.model.operation import ErrorClass, Outcome
from connectors.overlay.document import OutcomeEdit
from connectors.overlay.finding import Fault
from connectors.problems import Code, nearest

__all__ = ["ALWAYS_A_SUCCESS", "edited_outcome", "outcome_faults", "pointers_of"]

ALWAYS_A_SUCCESS = Outcome(success_when=raw({"all": []}))
"""What clears the connector's outcome for one operation: every answer of 2xx is a success."""


def edited_outcome(edit: OutcomeEdit, before: Outcome | None) -> Outcome | None:
    """What the edit makes of the outcome there was; None where nobody says what a success is."""
    success_when = edit.success_when if edit.success_when is not UNSET else before.success_when if before else None
    if success_when is None:
        return None
    classes: dict[str, ErrorClass] = dict(before.classes) if before else {}
    for code, meaning in (edit.classes if edit.classes is not UNSET else {}).items():
        if meaning is None:
            classes.pop(code, None)
        else:
            classes[code] = meaning
    return Outcome(
        success_when=success_when,
        error_code=edit.error_code if edit.error_code is not UNSET else before.error_code if before else None,
        error_message=edit.error_message if edit.error_message is not UNSET else before.error_message if before else None,
        classes=classes,
    )


def outcome_faults(outcome: Outcome, answers: Answers) -> Iterator[Fault]:
    """What the answers of an operation do not show, and classes that nothing can reach."""
    if outcome.classes and outcome.error_code is None:
        tail = "has classes for codes, and no `error_code` that says where a code stands"
        yield Fault(("classes",), Code.OVERLAY_OUTCOME, tail, "add `error_code`")
    known = answers.names()
    for path, at in pointers_of(outcome):
        if answers.look(at) is None:
            meant = nearest(at, known)
            remedy = f"write `{meant}`" if meant else "correct the pointer, or add `undocumented: true` where you know the answer"
            yield Fault(path, Code.OVERLAY_OUTCOME, f"answers nothing at `{at}`, which `{path[0]}` reads", remedy)


def pointers_of(outcome: Outcome) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every pointer that an outcome reads, with its path in the edit."""
    yield from _of(("success_when",), msgspec.json.decode(outcome.success_when))
    if outcome.error_code is not None:
        yield ("error_code",), outcome.error_code
    if outcome.error_message is not None:
        yield ("error_message",), outcome.error_message


def _of(path: tuple[str, ...], condition: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    if not isinstance(condition, dict):
        return
    if isinstance(condition.get("at"), str):
        yield (*path, "at"), condition["at"]
    for name in ("all", "any"):
        for index, below in enumerate(condition.get(name, ())):
            yield from _of((*path, name, str(index)), below)
    if "not" in condition:
        yield from _of((*path, "not"), condition["not"])
