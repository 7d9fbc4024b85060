"""Packages judged side by side, as a run that every format can write."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from connectors.cli.file_lines import with_lines
from connectors.cli.progress import Bar
from connectors.findings.refused import LOADER, RIGHTS
from connectors.findings.run import Run, Subject
from connectors.limits import Limits
from connectors.many import Outcome, WorkerDied, each, usable_processors
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation, gravest
from connectors.validation import Kind, Verdict, judge, named

__all__ = ["proven_by_store", "run_of", "unasked", "validated"]

_STRICT = frozenset({Code.INFERRED_UNDER_STRICT})
_SHIP = frozenset({Code.RIGHTS_NOT_ASSERTED, Code.NOTICE_MISSING, Code.LICENSE_TEXT_MISSING})
_SOURCE = frozenset({Code.CHECK_DIFFERS, Code.DESCRIPTION_DIFFERS})
_WORTH_A_PROCESS = 16 * 1024 * 1024
"""Bytes of packages that take longer to judge (0.6 s) than another process takes to begin and import what it needs."""


def validated(
    paths: Sequence[Path], *, catalog: Path, strict: bool = False, ship: bool = False, jobs: int | None = None, quiet: bool = False
) -> Run:
    """Judge what every PATH names, in `jobs` processes, the subjects in the order in which they were named.

    Without `jobs`, one for each processor, as far as there is work for it. A bar shows on a terminal when it takes long.
    """
    places = named(paths, catalog=catalog)
    directories = [place for place in places if isinstance(place, Path)]
    with (
        Bar(len(directories), "packages", quiet=quiet) as bar,
        closing(
            each(
                partial(_judged, strict, ship),
                directories,
                jobs=_processes(directories) if jobs is None else min(jobs, max(1, len(directories))),
                seen=lambda outcome: bar.advance(failed=outcome.result is None or not outcome.result.valid),
            )
        ) as outcomes,
    ):
        judged = {outcome.task: _subject_of(outcome) for outcome in outcomes}
    return _run(judged[place] if isinstance(place, Path) else subject(place) for place in places)


def proven_by_store(
    texts: Sequence[str], limits: Limits, *, strict: bool = False, ship: bool = False, most: int | None = None
) -> Run:
    """Judge installed versions, and hold each against what the description gives today that the store keeps of it.

    One that was copied into the store has none: where it was asked for by name, that is an error. Raises as `installed_folders` does.
    """
    from connectors.installed.places import Places
    from connectors.installing.rereading import again_of, installed_folders
    from connectors.reproduction import proven

    places = Places.of_user()
    verdicts: list[Verdict] = []
    for folder in installed_folders(places, texts):
        verdict = judge(folder, strict=strict, ship=ship)
        try:
            again = again_of(places, folder, limits)
        except PackageError as error:
            verdicts.append(_with(verdict, error.problems, error.exit_status))
            continue
        if again is None or again.given is None:
            severity = Severity.ERROR if texts else Severity.NOTE
            message = "the store keeps no description of this version: it was copied, and not generated here"
            remedy = "name the description with `--source`"
            problem = Problem(SourceLocation(str(folder)), severity, Code.DESCRIPTION_NOT_STORED, message, remedy)
            verdicts.append(_with(verdict, (problem,), 2 if texts else 0))
            continue
        (found,) = proven([verdict], again.given, again=again, most=most)
        verdicts.append(replace(found, problems=tuple(_of_store(problem, found.connector) for problem in found.problems)))
    return run_of(verdicts)


def _with(verdict: Verdict, problems: tuple[Problem, ...], exit_status: int) -> Verdict:
    return replace(verdict, problems=(*verdict.problems, *problems), exit_status=gravest((verdict.exit_status, exit_status)))


def _of_store(problem: Problem, connector: str | None) -> Problem:
    """A difference, with what to do about an installed version: nobody edits one, and `gen` does not write it."""
    if problem.code not in _SOURCE or connector is None:
        return problem
    return replace(
        problem, remedy=f"run `connectors install {connector} --offline` to derive it anew, and compare with `connectors diff`"
    )


def run_of(verdicts: Iterable[Verdict]) -> Run:
    """Verdicts with the lines of their places, in the order given."""
    return _run(map(subject, verdicts))


def unasked(*, strict: bool, ship: bool, source: bool = False) -> frozenset[Code]:
    """The codes that only an option looks for which was not given: that they were not found says nothing."""
    return (frozenset() if strict else _STRICT) | (frozenset() if ship else _SHIP) | (frozenset() if source else _SOURCE)


def subject(verdict: Verdict) -> Subject:
    """A verdict as a subject of a run, with the lines of its places."""
    # A package that could not be loaded has no address. A recipe never has one, and its documents are judged whole unless one is unreadable.
    whole = (
        verdict.address is not None
        if verdict.kind is Kind.PACKAGE
        else verdict.kind is Kind.RECIPE and verdict.exit_status in (0, 1)
    )
    problems = with_lines(verdict.problems)
    return Subject(
        str(verdict.directory), verdict.kind, verdict.connector, verdict.address, problems, verdict.exit_status, whole=whole
    )


def _run(subjects: Iterable[Subject]) -> Run:
    return Run("validate", tuple(subjects), loud=LOADER | RIGHTS)


def _processes(directories: Sequence[Path]) -> int:
    from connectors.store.folder import look

    if len(directories) < 2:
        return 1
    size = 0
    for directory in directories:
        try:
            size += sum(look(directory).files.values())
        except OSError:
            # Whoever judges the folder says so.
            continue
    return max(1, min(usable_processors(), len(directories), size // _WORTH_A_PROCESS))


def _judged(strict: bool, ship: bool, directory: Path) -> Subject:
    """One task. Runs anywhere."""
    return subject(judge(directory, strict=strict, ship=ship))


def _subject_of(outcome: Outcome[Path, Subject]) -> Subject:
    if outcome.result is not None:
        return outcome.result
    if not isinstance(outcome.error, WorkerDied):
        # A bug of ours, which `main` reports with its traceback.
        raise outcome.error or RuntimeError(outcome.task)
    remedy = f"run `connectors validate {outcome.task}` by itself"
    problem = Problem(SourceLocation(str(outcome.task)), Severity.ERROR, Code.WORKER_DIED, str(outcome.error), remedy)
    return Subject(str(outcome.task), None, None, None, (problem,), 2, whole=False)
