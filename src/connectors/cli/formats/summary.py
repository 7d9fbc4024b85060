"""A run in one line."""

from collections.abc import Iterable

from connectors.cli.words import plural
from connectors.findings.run import Quiet, Run, Subject, Why
from connectors.problems import Severity

__all__ = ["GOOD", "quiet_words", "severities", "summary"]

GOOD = {"description": "usable"}
"""What a subject is called in which nothing fails, by what is checked: a description with warnings is not valid, and can be used."""


def summary(run: Run) -> str:
    """`3 packages: 2 valid, 1 with 4 errors and 2 warnings; 5 ignored, 12 known`; nothing where nothing could be checked."""
    judged = [subject for subject in run.subjects if subject.kind is not None]
    lost = sum(subject.kind is None and not subject.valid for subject in run.subjects)
    kinds = [subject.kind for subject in judged if subject.kind is not None]
    order = sorted(set(kinds), key=lambda kind: (kind != run.of, kind))
    what = " and ".join(plural(kinds.count(kind), kind) for kind in order)
    good = [subject for subject in judged if subject.valid]
    bad = [subject for subject in judged if not subject.valid]
    parts = []
    if good:
        counts = severities(good)
        parts.append(f"{len(good):,} {GOOD.get(run.of, 'valid')}" + (f" with {counts}" if counts else ""))
    if bad:
        parts.append(f"{len(bad):,} with {severities(bad)}")
    words = f"{what}: {', '.join(parts)}" if judged else ""
    unchecked = f"{lost:,} could not be checked" if lost else ""
    quiet = quiet_words([each for subject in run.subjects for each in subject.quiet])
    fixed = f"{sum(known.count for known in run.fixed):,} of the baseline fixed" if run.fixed else ""
    return "; ".join(filter(None, (words, unchecked, quiet, fixed)))


def quiet_words(quiet: Iterable[Quiet]) -> str:
    """`5 ignored, 1 switched off, 12 known, 2 refuted`; nothing where nothing is quiet."""
    found = [each.why for each in quiet]
    words = ((Why.IGNORE, "ignored"), (Why.SEVERITY, "switched off"), (Why.BASELINE, "known"), (Why.REFUTED, "refuted"))
    return ", ".join(f"{found.count(why):,} {word}" for why, word in words if why in found)


def severities(subjects: Iterable[Subject]) -> str:
    """`4 errors and 2 warnings`; notes are counted nowhere, for there is nothing to be done about them."""
    problems = [problem.severity for subject in subjects for problem in subject.findings]
    counts = ((problems.count(severity), severity) for severity in (Severity.ERROR, Severity.WARNING))
    return " and ".join(plural(count, severity) for count, severity in counts if count)
