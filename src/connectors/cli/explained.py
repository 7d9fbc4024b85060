"""The pages that a code has: of a problem, a gap or a note, of a change between two packages, or of both."""

from collections.abc import Iterator

from connectors.cli.change_explanations import change_pages
from connectors.cli.explanation import Explanation
from connectors.cli.explanations import pages
from connectors.difference.codes import ChangeCode
from connectors.problems import Code, ConnectorsError, Problem, Severity, nearest

__all__ = ["Explained", "all_pages", "codes", "find"]

Explained = tuple[str, Explanation]
"""A code as it is spelled, and one page of it."""


def codes() -> list[str]:
    """Every code once, in the order of the list."""
    return list(dict.fromkeys([*map(str, Code), *map(str, ChangeCode)]))


def all_pages() -> Iterator[Explained]:
    """Every page: those of problems, gaps and notes first. A few codes are of both kinds, and have a page of each."""
    yield from ((str(code), page) for code, page in pages().items())
    yield from ((str(code), page) for code, page in change_pages().items())


def find(text: str) -> tuple[Explained, ...]:
    """The pages of the code that a person wrote, brackets and letter case aside. Raises ConnectorsError naming the nearest one."""
    word = text.strip().removeprefix("error").removeprefix("warning").removeprefix("note").strip("[]: ").lower().replace("_", "-")
    for candidate in (text.strip(), word):
        if found := tuple(each for each in all_pages() if each[0] == candidate):
            return found
    near = nearest(word, codes())
    remedy = f"did you mean `{near}`?" if near else "list all codes with `connectors explain`"
    raise ConnectorsError([Problem(None, Severity.ERROR, Code.CODE_UNKNOWN, f"no code is `{text}`", remedy)])
