"""The pages of `explain`, for people and for programs."""

import sys
from collections.abc import Mapping
from typing import Any

from connectors.cli.explanations import Explanation
from connectors.cli.layout import Cell
from connectors.cli.page import Page
from connectors.cli.terminal import Colours, columns
from connectors.problems import Code

__all__ = ["list_text", "page_json", "page_text"]


def page_text(code: Code, explanation: Explanation, *, width: int | None = None, colours: Colours | None = None) -> str:
    """One page: what it means, an example, how to mend it, and the clause behind it."""
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    page.title(code)
    page.prose(explanation.summary)
    page.blank()
    page.prose(explanation.meaning)
    page.heading("Example")
    page.prose(explanation.example, indent="  ")
    page.heading("How to mend it")
    page.prose(explanation.mend, indent="  ")
    if explanation.standard:
        page.heading("Standard")
        page.prose(explanation.standard, indent="  ")
    return str(page)


def list_text(explanations: Mapping[Code, Explanation], *, width: int | None = None, colours: Colours | None = None) -> str:
    """All codes by subject, one line each."""
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    subjects = dict.fromkeys(explanation.subject for explanation in explanations.values())
    page.tables(
        (subject, [[Cell(code), Cell(each.summary)] for code, each in explanations.items() if each.subject == subject])
        for subject in subjects
    )
    return str(page)


def page_json(code: Code, explanation: Explanation) -> dict[str, Any]:
    """One page as an object; `standard` is null where no standard says anything."""
    return {
        "code": code,
        "subject": explanation.subject,
        "summary": explanation.summary,
        "meaning": explanation.meaning,
        "example": explanation.example,
        "mend": explanation.mend,
        "standard": explanation.standard,
    }
