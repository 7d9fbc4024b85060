"""The neutral shape of a report: a run over subjects with findings, and with those that are kept quiet."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path

from connectors.findings.baseline import Known
from connectors.problems import Code, Problem, Severity

__all__ = ["Quiet", "Run", "Subject", "Why", "gravest"]

_GRAVEST_FIRST = (70, 2, 3, 1, 0)


class Why(StrEnum):
    """Why a finding does not count."""

    IGNORE = "ignore"
    """An entry of `connectors.toml`, with a reason and an end."""
    SEVERITY = "severity"
    """`connectors.toml` switches its code off."""
    BASELINE = "baseline"
    """The baseline knows it."""
    REFUTED = "refuted"
    """A reader of another project reports what a standard allows: our own baseline of false alarms, with the sentence that decides."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """A finding that was made and does not count. `until` is the last day of an ignore, None for the other kinds.

    `known` says whether a baseline knows it, too.
    """

    problem: Problem
    why: Why
    reason: str
    until: date | None = None
    known: bool = False


@dataclass(frozen=True, slots=True)
class Subject:
    """What one thing that was checked has: a package, a recipe, a description. Findings are sorted by place.

    `name` is what people call it: its folder or file. `kind` is None where there was nothing to check. `exit_status` is that of the
    command line, for this subject alone; `whole` says whether it was checked to the end, so that what was not found is not there.
    """

    name: str
    kind: str | None
    connector: str | None
    address: str | None
    findings: tuple[Problem, ...]
    exit_status: int
    quiet: tuple[Quiet, ...] = ()
    whole: bool = True

    @property
    def label(self) -> str:
        """What fingerprints, ignores and baselines call it on every machine: its connector's id, else its path, spelled with `/`."""
        return self.connector or Path(os.path.normpath(self.name)).as_posix()

    @property
    def valid(self) -> bool:
        """Whether nothing is left that fails it; warnings and notes inform."""
        return self.exit_status == 0


@dataclass(frozen=True, slots=True)
class Run:
    """One call of a checking command. `subjects` stand in the order in which they were named.

    `of` is what the subjects are called in counts and in JSON: `package`, `description`. `about` holds findings on the run's own settings,
    `fixed` what the baseline knows and is no longer there. `compared` says whether a baseline was given. Errors of the codes in `loud` are
    kept quiet by nothing.
    """

    command: str
    subjects: tuple[Subject, ...]
    of: str = "package"
    about: tuple[Problem, ...] = ()
    fixed: tuple[Known, ...] = ()
    compared: bool = False
    loud: frozenset[Code] = frozenset()

    @property
    def exit_status(self) -> int:
        """The gravest of all subjects."""
        return gravest(subject.exit_status for subject in self.subjects)

    def count(self, severity: Severity) -> int:
        """How many findings of one severity count, those on the settings among them."""
        return sum(problem.severity is severity for problem in self.problems())

    def problems(self) -> Iterator[Problem]:
        """Everything that counts, in the order of a report."""
        for subject in self.subjects:
            yield from subject.findings
        yield from self.about


def gravest(statuses: Iterable[int]) -> int:
    """The gravest of several exit statuses: a bug of ours, could not, refused, findings; 0 where there are none."""
    found = set(statuses)
    return next((status for status in _GRAVEST_FIRST if status in found), 0)
