"""The pages of `explain`, for people and for programs."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from connectors.cli.explained import Explained
from connectors.cli.explanation import Explanation
from connectors.cli.layout import Cell
from connectors.cli.page import Page
from connectors.cli.terminal import Colours, columns

__all__ = ["list_text", "page_json", "page_text", "pages_json"]


def page_text(
    code: str, explanation: Explanation, *, width: int | None = None, colours: Colours | None = None, one_of_several: bool = False
) -> str:
    """One page: what it means, what a change asks of a caller, an example, how to mend it, and the clause behind it.

    One of several pages of a code says in its title which subject it is about.
    """
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    page.title(f"{code}  ({explanation.subject})" if one_of_several else code)
    page.prose(explanation.summary)
    page.blank()
    page.prose(explanation.meaning)
    if explanation.caller:
        page.heading("For a caller")
        page.prose(explanation.caller, indent="  ")
    page.heading("Example")
    page.prose(explanation.example, indent="  ")
    page.heading("What to do" if explanation.caller else "How to mend it")
    page.prose(explanation.mend, indent="  ")
    if explanation.standard:
        page.heading("Standard")
        page.prose(explanation.standard, indent="  ")
    return str(page)


def list_text(explained: Iterable[Explained], *, width: int | None = None, colours: Colours | None = None) -> str:
    """All codes by subject, one line each."""
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    by_subject: dict[str, list[list[Cell]]] = {}
    for code, each in explained:
        by_subject.setdefault(each.subject, []).append([Cell(code), Cell(each.summary)])
    page.tables(by_subject.items())
    return str(page)


def page_json(code: str, explanation: Explanation) -> dict[str, Any]:
    """One page as an object; `standard` is null where no standard says anything, `caller` where the page is of no change."""
    return {
        "code": code,
        "subject": explanation.subject,
        "summary": explanation.summary,
        "meaning": explanation.meaning,
        "caller": explanation.caller or None,
        "example": explanation.example,
        "mend": explanation.mend,
        "standard": explanation.standard,
    }


def pages_json(explained: Sequence[Explained]) -> dict[str, Any]:
    """The first page of a code, and in `also` the others, of which most codes have none."""
    first, *others = (page_json(code, page) for code, page in explained)
    return {**first, "also": others}
