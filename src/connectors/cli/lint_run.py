"""What `lint` found as a run that every format can write."""

from dataclasses import replace
from pathlib import Path

from connectors.findings.run import Quiet, Run, Subject, Why
from connectors.inputs import Fetching, is_address
from connectors.limits import Limits
from connectors.lint.finding import Reader
from connectors.lint.judge import THEIRS
from connectors.lint.lint import Fault, lint
from connectors.problems import Code, DescriptionError, FetchError, Problem
from connectors.store.render import public_url

__all__ = ["run_of", "unasked"]

_KIND = "description"


def run_of(spec: str, root: Path | None, limits: Limits, fetching: Fetching = Fetching(), *, quick: bool) -> Run:  # noqa: B008
    """Lint a description. One that cannot be read, or fetched, is a subject that could not be checked, with what was wrong."""
    try:
        report = lint(spec, root, limits, fetching, quick=quick)
    except (DescriptionError, FetchError) as error:
        # The query of an address may hold a key.
        subject = Subject(
            public_url(spec) if is_address(spec) else spec, None, None, None, error.problems, error.exit_status, whole=False
        )
        return Run("lint", (subject,), of=_KIND)
    quiet = tuple(Quiet(_told(fault), Why.REFUTED, f"{alarm.reason} {alarm.standard}") for fault, alarm in report.refuted)
    findings = tuple(map(_told, report.faults))
    return Run("lint", (Subject(report.shown_as, _KIND, None, None, findings, report.exit_status, quiet),), of=_KIND)


def unasked(run: Run, *, quick: bool) -> frozenset[Code]:
    """The codes that a second reader may be the only one to give, where they were not asked or gave up: that none is there says nothing."""
    gave_up = any(problem.code is Code.READER_GAVE_UP for problem in run.problems())
    return THEIRS if quick or gave_up else frozenset()


def _told(fault: Fault) -> Problem:
    """The problem, with the names of the readers where ours is not the only one."""
    if fault.readers == (Reader.OWN,):
        return fault.problem
    return replace(fault.problem, message=f"{fault.problem.message} ({', '.join(fault.readers)})")
