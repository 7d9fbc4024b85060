"""Verdicts as a run that every format can write."""

from collections.abc import Iterable

from connectors.cli.file_lines import with_lines
from connectors.findings.refused import LOADER, RIGHTS
from connectors.findings.run import Run, Subject
from connectors.problems import Code
from connectors.validation import Kind, Verdict

__all__ = ["run_of", "unasked"]

_STRICT = frozenset({Code.INFERRED_UNDER_STRICT})
_SHIP = frozenset({Code.RIGHTS_NOT_ASSERTED, Code.NOTICE_MISSING, Code.LICENSE_TEXT_MISSING})


def run_of(verdicts: Iterable[Verdict]) -> Run:
    """The verdicts with the lines of their places, in the order in which the packages were named."""
    return Run("validate", tuple(map(_subject, verdicts)), loud=LOADER | RIGHTS)


def unasked(*, strict: bool, ship: bool) -> frozenset[Code]:
    """The codes that only an option looks for which was not given: that they were not found says nothing."""
    return (frozenset() if strict else _STRICT) | (frozenset() if ship else _SHIP)


def _subject(verdict: Verdict) -> Subject:
    # A package that could not be loaded has no address; a recipe never has one, and its documents are all judged unless one is unreadable.
    whole = (
        verdict.address is not None
        if verdict.kind is Kind.PACKAGE
        else verdict.kind is Kind.RECIPE and verdict.exit_status in (0, 1)
    )
    problems = with_lines(verdict.problems)
    return Subject(
        str(verdict.directory), verdict.kind, verdict.connector, verdict.address, problems, verdict.exit_status, whole=whole
    )
