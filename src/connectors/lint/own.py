"""What `gen` says of a description: its gaps and its notes, as findings."""

import re
from collections.abc import Iterator
from itertools import groupby

from connectors.derive.derive import derive
from connectors.description.view import View
from connectors.lint.finding import Finding, Reader
from connectors.model.coverage import Gap, Note
from connectors.problems import Code, Severity

__all__ = ["own_findings"]

_CONNECTOR = "lint"
"""The id under which the description is derived; no finding depends on it."""
_OPERATION_ID = re.compile(r"the operationId `(?P<id>.*?)` stands on ", re.DOTALL)


def own_findings(view: View) -> Iterator[Finding]:
    """Derive the whole description, and say what was lost or narrowed: of each fault once, however many operations it meets."""
    derived = derive(view, _CONNECTOR)
    gaps = sorted(derived.gaps, key=lambda gap: (gap.at, gap.code, gap.reason))
    for _, group in groupby(gaps, key=lambda gap: (gap.at, gap.code, gap.reason)):
        yield _lost(list(group))
    notes = sorted(derived.notes, key=lambda note: (note.at, note.code, note.reason))
    for _, alike in groupby(notes, key=lambda note: (note.at, note.code, note.reason)):
        yield _noted(list(alike))


def _lost(gaps: list[Gap]) -> Finding:
    first = gaps[0]
    others = f" and {len(gaps) - 1} more" if len(gaps) > 1 else ""
    message = f"{first.reason}; `gen` cannot emit `{first.identity}`{others}"
    return Finding((Reader.OWN,), first.code, first.at, message, severity=Severity.ERROR)


def _noted(notes: list[Note]) -> Finding:
    first = notes[0]
    match = _OPERATION_ID.match(first.reason) if first.code is Code.DUPLICATE_OPERATION_ID else None
    return Finding((Reader.OWN,), first.code, first.at, first.reason, about=match["id"] if match else "")
