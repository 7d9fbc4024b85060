"""How much agents' clients let be said of an operation."""

import pytest
from checked import made, packaged, said

from connectors.check.tool_descriptions import LONGEST, tool_descriptions


@pytest.mark.parametrize("fact", ["summary", "description"])
def test_a_text_of_one_character_too_many(fact: str) -> None:
    found = said(tool_descriptions, packaged(made(curated=True, **{fact: "x" * (LONGEST + 1)})))
    assert found == [("tool-description", "warning", f"/operations/0/{fact}")]


@pytest.mark.parametrize(
    "facts",
    [
        {"curated": True, "summary": "x" * LONGEST, "description": "ö" * LONGEST},
        {"description": "x" * (LONGEST + 1)},
        {"curated": True},
    ],
)
def test_texts_that_just_fit_or_that_nobody_is_served(facts: dict[str, object]) -> None:
    assert said(tool_descriptions, packaged(made(**facts))) == []
