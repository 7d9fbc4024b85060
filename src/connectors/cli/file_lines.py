"""Line and column of places in a package's JSON files: they are found when a problem is shown, and written nowhere."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from connectors.problems import Problem, SourceLocation

__all__ = ["with_lines"]

_LARGEST = 64 * 1024 * 1024


def with_lines(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems with the line of each pointer into a JSON file, sorted anew.

    A fact that the overlay added stands in no file: then the line is that of the nearest node around it. A place that has a line keeps it.
    """
    found = list(problems)
    wanted: dict[str, set[str]] = {}
    for problem in found:
        where = problem.where
        if where is not None and where.line is None and where.pointer and where.file.endswith(".json"):
            wanted.setdefault(where.file, set()).add(where.pointer)
    if not wanted:
        return tuple(found)
    places = {file: _places(Path(file), pointers) for file, pointers in wanted.items()}
    located = (_located(problem, places) for problem in found)
    return tuple(sorted(located, key=Problem.sort_key))


def _located(problem: Problem, places: dict[str, dict[str, tuple[int, int]]]) -> Problem:
    where = problem.where
    if where is None or where.line is not None:
        return problem
    known = places.get(where.file, {})
    for around in _around(where.pointer):
        if around in known:
            line, column = known[around]
            return replace(problem, where=SourceLocation(where.file, line, column, where.pointer))
    return problem


def _places(path: Path, pointers: Iterable[str]) -> dict[str, tuple[int, int]]:
    from connectors.description.locate import locate_many
    from connectors.description.tree import Syntax
    from connectors.store.folder import read_file

    try:
        text = read_file(path, _LARGEST).decode()
    except (OSError, UnicodeDecodeError):
        return {}
    return locate_many(text, Syntax.JSON, {around for pointer in pointers for around in _around(pointer) if around})


def _around(pointer: str) -> Iterable[str]:
    """The pointer and those of the nodes around it, the nearest first; the document itself is no place worth naming."""
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
