"""What `gen` says of a description: its gaps and its notes, as findings."""

from collections.abc import Iterator
from itertools import groupby

from connectors.derive.derive import derive
from connectors.description.view import View
from connectors.lint.finding import Finding, Reader
from connectors.lint.grades import grade_of
from connectors.model.coverage import Gap, Note, NoteSeverity
from connectors.problems import Severity

__all__ = ["own_findings"]

_CONNECTOR = "lint"
"""The id under which the description is derived; no finding depends on it."""


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
    severity = grade_of(first.code).severity
    if first.severity is NoteSeverity.NARROWED and severity is Severity.NOTE:
        # Something of the description is missing from the package: more than a matter of style.
        severity = Severity.WARNING
    return Finding((Reader.OWN,), first.code, first.at, first.reason, severity=severity)
