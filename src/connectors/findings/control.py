"""What a person decided about findings: their severities, the ones to be passed over for a while, and those known already."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

import msgspec.structs

from connectors.findings.baseline import Baseline
from connectors.findings.fingerprint import fingerprint, stable_pointer
from connectors.findings.run import Quiet, Run, Subject, Why
from connectors.model.identity import normalise_identity
from connectors.problems import Code, Problem, Severity, SourceLocation

__all__ = ["Control", "Ignore", "Level", "compare", "controlled", "to_record"]


class Level(StrEnum):
    """What a finding of a code is to weigh."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Ignore:
    """One entry: findings of a code in one subject, and in one operation and place where those are named.

    `subject` is the subject's `label`: mostly a connector's id. `until` is the last day on which it holds.
    """

    code: Code
    subject: str
    reason: str
    until: date
    identity: str | None = None
    pointer: str | None = None
    where: SourceLocation | None = None

    def matches(self, problem: Problem, subject: Subject) -> bool:
        """Whether a finding is one of those meant. Placeholder names of `identity` are free."""
        if problem.code is not self.code or self.subject != subject.label:
            return False
        if self.identity is not None and problem.identity not in (self.identity, normalise_identity(self.identity)):
            return False
        pointers = (problem.where.pointer if problem.where is not None else "", stable_pointer(problem))
        return self.pointer is None or self.pointer in pointers


@dataclass(frozen=True, slots=True)
class Control:
    """One table of `connectors.toml`: `[validate]`, `[lint]`. Nothing is decided where there is none."""

    severity: Mapping[Code, Level] = field(default_factory=dict)
    ignores: tuple[Ignore, ...] = ()


def controlled(run: Run, control: Control, *, today: date, unasked: Collection[Code] = (), everything: bool = False) -> Run:
    """The run under these settings: what is ignored or off is quiet, the rest weighs what they say.

    An ignore that has ended, or that matched nothing in a subject that was checked whole, becomes a warning of the run. `unasked` are codes
    that this run did not look for; `everything` says that an ignore of a subject that is not in the run has none.
    """
    used: set[Ignore] = set()
    subjects = tuple(_subject(subject, control, today, run.loud, used) for subject in run.subjects)
    checked = {subject.label for subject in run.subjects if subject.whole}
    present = {subject.label for subject in run.subjects}
    about = []
    for ignore in control.ignores:
        if ignore in used:
            if ignore.until < today:
                about.append(_expired(ignore))
        elif ignore.code not in unasked and (ignore.subject in checked or (everything and ignore.subject not in present)):
            about.append(_unmatched(ignore))
    return replace(run, subjects=subjects, about=(*run.about, *about))


def compare(run: Run, baseline: Baseline, *, unasked: Collection[Code] = ()) -> Run:
    """The run against a baseline: what it knows is quiet, what it knows and is no longer there is fixed.

    A fingerprint that is known twice keeps two findings quiet, and the third is new. Only subjects that were checked whole, and codes that
    were looked for, can have a fixed one.
    """
    left = baseline.counts()
    subjects = []
    for subject in run.subjects:
        findings: list[Problem] = []
        quiet: list[Quiet] = []
        for each in subject.quiet:
            mark = fingerprint(each.problem, subject.label)
            quiet.append(replace(each, known=left[mark] > 0))
            left[mark] -= 1
        for problem in subject.findings:
            mark = fingerprint(problem, subject.label)
            if left[mark] > 0 and _may_be_quiet(problem, subject, run.loud):
                left[mark] -= 1
                quiet.append(Quiet(problem, Why.BASELINE, f"known in `{baseline.file}`", known=True))
            else:
                findings.append(problem)
        subjects.append(_with(subject, findings, quiet))
    whole = {subject.label for subject in run.subjects if subject.whole}
    fixed = tuple(
        msgspec.structs.replace(known, count=left[known.fingerprint])
        for known in baseline.entries
        if left[known.fingerprint] > 0 and known.subject in whole and known.code not in unasked
    )
    about = [_fixed(baseline, sum(known.count for known in fixed))] if fixed else []
    return replace(run, subjects=tuple(subjects), fixed=fixed, compared=True, about=(*run.about, *about))


def to_record(run: Run) -> Iterable[tuple[Problem, str]]:
    """What a baseline written after this run knows: all that counts and all that a baseline knew, less what nothing may keep quiet."""
    for subject in run.subjects:
        for problem in (*subject.findings, *(each.problem for each in subject.quiet if each.why is Why.BASELINE)):
            if _may_be_quiet(problem, subject, run.loud):
                yield problem, subject.label


def _subject(subject: Subject, control: Control, today: date, loud: Collection[Code], used: set[Ignore]) -> Subject:
    findings: list[Problem] = []
    quiet = list(subject.quiet)
    for problem in subject.findings:
        if not _may_be_quiet(problem, subject, loud):
            findings.append(problem)
            continue
        matching = [ignore for ignore in control.ignores if ignore.matches(problem, subject)]
        used.update(matching)
        holding = next((ignore for ignore in matching if ignore.until >= today), None)
        level = control.severity.get(problem.code)
        if holding is not None:
            quiet.append(Quiet(problem, Why.IGNORE, holding.reason, holding.until))
        elif level is Level.OFF:
            quiet.append(Quiet(problem, Why.SEVERITY, f"`{problem.code}` is off in the settings"))
        else:
            findings.append(problem if level is None else replace(problem, severity=Severity(level)))
    return _with(subject, findings, quiet)


def _may_be_quiet(problem: Problem, subject: Subject, loud: Collection[Code]) -> bool:
    """What stopped the check itself is never kept quiet: nobody knows what else there is."""
    return problem.severity is not Severity.ERROR or (subject.whole and problem.code not in loud)


def _with(subject: Subject, findings: list[Problem], quiet: list[Quiet]) -> Subject:
    status = subject.exit_status
    if status in (0, 1):
        status = int(any(problem.severity is Severity.ERROR for problem in findings))
    return replace(subject, findings=tuple(findings), quiet=tuple(quiet), exit_status=status)


def _named(ignore: Ignore) -> str:
    place = "".join(f" at `{text}`" for text in (ignore.identity, ignore.pointer) if text)
    return f"`{ignore.code}` of `{ignore.subject}`{place}"


def _expired(ignore: Ignore) -> Problem:
    message = f"the ignore of {_named(ignore)} ended with {ignore.until.isoformat()}, and what it kept quiet is back"
    remedy = "mend what it ignored, or look at its reason again and write another `until`"
    return Problem(ignore.where, Severity.WARNING, Code.IGNORE_EXPIRED, message, remedy)


def _unmatched(ignore: Ignore) -> Problem:
    message = f"the ignore of {_named(ignore)} matches nothing that was found"
    return Problem(ignore.where, Severity.WARNING, Code.IGNORE_UNMATCHED, message, "take it away, or correct what it names")


def _fixed(baseline: Baseline, count: int) -> Problem:
    what = "a finding that is" if count == 1 else f"{count} findings that are"
    message = f"the baseline knows {what} no longer there"
    remedy = "write it anew with `--write-baseline`, so that none comes back without a word"
    return Problem(SourceLocation(baseline.file), Severity.NOTE, Code.BASELINE_FIXED, message, remedy)
