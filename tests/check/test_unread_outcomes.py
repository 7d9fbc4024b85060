"""Answers that tell success from failure by a flag."""

from typing import Any

import pytest
from checked import answering, made, packaged, said

from connectors.canonical import raw
from connectors.check.unread_outcomes import unread_outcomes
from connectors.model.operation import ErrorResponse, MediaType, Outcome

OUTCOME = Outcome(raw({"at": "/ok", "equals": True}))
BOOLEAN = {"type": "boolean"}


def holding(members: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members, **more}


@pytest.mark.parametrize(
    "schema",
    [
        holding({"ok": BOOLEAN, "error": {"type": "string"}}),
        holding({"Success": BOOLEAN}),
        holding({"is_success": BOOLEAN}),
        {"allOf": [holding({"id": {"type": "string"}}), {"$ref": "#/$defs/Envelope"}]},
    ],
)
def test_a_flag_that_nothing_says_how_to_read(schema: dict[str, Any]) -> None:
    package = packaged(made(responses=answering(schema)), schemas={"Envelope": holding({"succeeded": BOOLEAN})})
    assert said(unread_outcomes, package) == [("outcome-unstated", "note", "/operations/0/responses")]


def test_many_are_one_note() -> None:
    answers = answering(holding({"ok": BOOLEAN}))
    made_of = [
        made(id=f"sample.item.x{n}", verb=f"x{n}", identity=f"GET /x{n}", path=f"/x{n}", responses=answers) for n in range(9)
    ]
    [finding] = unread_outcomes(packaged(*made_of))
    assert "`GET /x0`, `GET /x1`, `GET /x2` and 6 more" in finding.message


@pytest.mark.parametrize(
    "schema",
    [
        holding({"ok": {"type": "string"}}),
        holding({"ok": {"type": "boolean", "enum": [True]}}),
        holding({"success_rate": BOOLEAN, "bookmarked": BOOLEAN}),
        holding({"result": holding({"ok": BOOLEAN})}),
        {"type": "array", "items": holding({"ok": BOOLEAN})},
    ],
)
def test_what_is_no_flag(schema: dict[str, Any]) -> None:
    assert said(unread_outcomes, packaged(made(responses=answering(schema)))) == []


def test_an_outcome_answers_the_question() -> None:
    flagged = made(responses=answering(holding({"ok": BOOLEAN})))
    assert said(unread_outcomes, packaged(flagged, outcome=OUTCOME)) == []
    assert said(unread_outcomes, packaged(made(responses=flagged.responses, outcome=OUTCOME))) == []


def test_a_flag_in_an_error_tells_nothing() -> None:
    error = ErrorResponse("400", None, (MediaType("application/json", raw(holding({"ok": BOOLEAN}))),))
    assert said(unread_outcomes, packaged(made(errors=(error,)))) == []
