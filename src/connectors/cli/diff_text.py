"""The changes between two packages, for people and for programs."""

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from connectors import pointer
from connectors.cli.page import Page
from connectors.cli.terminal import Colours, columns, printable
from connectors.cli.words import plural
from connectors.difference.change import Change, Difference, OperationName, Summary
from connectors.difference.codes import MEANINGS, ChangeCode, Impact

__all__ = ["NOTHING", "Group", "counts_words", "difference_json", "groups", "render", "says", "summary_words", "touched"]

NOTHING = "no difference for a caller"
Group = tuple[str, list[tuple[str, Change]]]
_COLOUR = {Impact.BREAKING: "red", Impact.ADDITIVE: "green", Impact.NEUTRAL: "dim"}
_NAMED = 3


def render(difference: Difference, *, width: int | None = None, colours: Colours | None = None) -> str:
    """A page: the changes by impact, then by what they are about, then why each kind has its impact."""
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    page.title(f"{summary_words(difference.old)} → {summary_words(difference.new)}")
    page.line(counts_words(difference))
    for impact in Impact:
        changes = difference.of(impact)
        if not changes:
            continue
        page.heading(f"{impact.capitalize()} ({len(changes):,})")
        for heading, rows in groups(changes):
            page.line(heading, "bold", indent="  ")
            for tail, change in rows:
                words = says(change)
                page.line(f"{tail}{': ' if tail and words else ''}{words} [{change.code}]", _COLOUR[impact], indent="    ")
    if difference.changes:
        page.heading("Why")
        codes = dict.fromkeys(change.code for change in difference.changes)
        page.facts([(code, f"{MEANINGS[code].impact}: {MEANINGS[code].reason}") for code in codes], indent=2)
        page.blank()
        page.line("`connectors explain CODE` says more of each, and what to do about it", "dim", indent="  ")
    return str(page)


def difference_json(difference: Difference) -> dict[str, Any]:
    """Every key is always there; `old` and `new` of a change are texts for people, null for what is not there."""
    return {
        "old": _summary_json(difference.old),
        "new": _summary_json(difference.new),
        "counts": {str(impact): count for impact, count in difference.counts.items()},
        "changes": [
            {
                "impact": change.impact,
                "code": change.code,
                "place": change.place,
                "old": change.old,
                "new": change.new,
                "reason": change.reason,
                "operations": [{"id": operation.id, "identity": operation.identity} for operation in change.operations],
            }
            for change in difference.changes
        ],
    }


def summary_words(summary: Summary) -> str:
    """`forgejo 12.0.0 (sha256:0123456789ab)`."""
    version = f" {summary.version}" if summary.version else ""
    return printable(f"{summary.connector}{version} ({summary.address[:19]})")


def counts_words(difference: Difference) -> str:
    """`3 breaking, 2 additive, 1 neutral`, or that there is nothing."""
    if not difference.changes:
        return NOTHING
    return ", ".join(f"{count:,} {impact}" for impact, count in difference.counts.items())


def groups(changes: Sequence[Change]) -> Iterator[Group]:
    """Changes by what they are about: the connector, an operation, or a schema that several share. Each with its place below that."""
    headed = [(*_headed(change), change) for change in changes]
    headed.sort(key=lambda item: item[0][0])
    for (_, heading), items in groupby(headed, key=lambda item: item[0]):
        yield heading, [(tail, change) for _, tail, change in items]


def says(change: Change) -> str:
    """What was and what is."""
    if change.code in (ChangeCode.OPERATION_ADDED, ChangeCode.OPERATION_REMOVED) and len(change.operations) == 1:
        # The heading has the id.
        name = change.operations[0].id
        if (change.old, change.new) in ((name, None), (None, name)):
            return "removed" if change.new is None else "added"
    old, new = (None if text is None else printable(text) for text in (change.old, change.new))
    if old is None and new is None:
        return ""
    return f"added {new}" if old is None else f"removed {old}" if new is None else f"{old} → {new}"


def touched(operations: Sequence[OperationName]) -> str:
    """`touches 15 operations: a.b, a.c, a.d and 12 more`."""
    return f"touches {plural(len(operations), 'operation')}: {_named(operations)}" if operations else "touches no operation"


def _named(operations: Sequence[OperationName]) -> str:
    left = len(operations) - _NAMED
    return ", ".join(operation.id for operation in operations[:_NAMED]) + (f" and {left:,} more" if left > 0 else "")


def _headed(change: Change) -> tuple[tuple[tuple[int, int, str], str], str]:
    """What a change is about, for sorting and in words, and the place below it."""
    section, *path = pointer.parse(change.place)
    if section == "operations" and change.operations:
        operation, *others = change.operations
        heading = f"{operation.id}  {operation.identity}"
        if others:
            heading = f"{plural(len(others) + 1, 'operation')}: {_named(change.operations)}"
        # What many share comes first.
        return ((1, -len(others), heading), heading), "/".join(path[1:])
    if section == "schemas" and path:
        heading = f"schema {path[0]}: {touched(change.operations)}"
        return ((2, 0, heading), heading), "/".join(path[1:])
    if change.operations:
        heading = f"the connector: {touched(change.operations)}"
        return ((0, 1, heading), heading), "/".join(path)
    return ((0, 0, ""), "the connector"), "/".join(path)


def _summary_json(summary: Summary) -> dict[str, Any]:
    return {"connector": summary.connector, "address": summary.address, "version": summary.version}
