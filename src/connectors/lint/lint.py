"""The order of the readers, and nothing else: read, derive, hold against the schema, let the others read, merge, find the lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from connectors.description.describe import describe
from connectors.description.locate import locate_many
from connectors.description.reading import read_document
from connectors.description.sniff import Format, format_of
from connectors.description.tree import Document
from connectors.inputs import Fetching, open_entry
from connectors.limits import Limits
from connectors.lint.finding import Finding, Reader
from connectors.lint.gather import gather
from connectors.lint.grades import grade_of
from connectors.lint.guard import SECONDS, ask
from connectors.lint.judge import judged
from connectors.lint.known import Alarm, alarm_of
from connectors.lint.merge import merged
from connectors.lint.own import own_findings
from connectors.lint.schema import schema_findings
from connectors.problems import Problem, Severity, SourceLocation
from connectors.walking import at_full_speed

__all__ = ["Fault", "LintReport", "lint"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the description, and which readers found it."""

    problem: Problem
    readers: tuple[Reader, ...]


@dataclass(frozen=True, slots=True)
class LintReport:
    """What was found, sorted by place. `refuted` is what a reader said and our own baseline of false alarms knows better."""

    shown_as: str
    format: Format
    faults: tuple[Fault, ...]
    refuted: tuple[tuple[Fault, Alarm], ...]

    @property
    def exit_status(self) -> int:
        """1 where there is an error: warnings and notes leave every operation usable."""
        return int(any(fault.problem.severity is Severity.ERROR for fault in self.faults))


def lint(
    spec: str,
    root: Path | None,
    limits: Limits,
    fetching: Fetching = Fetching(),  # noqa: B008
    *,
    quick: bool = False,
    seconds: int = SECONDS,
) -> LintReport:
    """Read a description as `gen` does, and say how far it conforms; SPEC, `root` and `fetching` as in `open_entry`.

    With `quick` only our own reader and the schema are asked, in this process. Otherwise the second readers get `seconds` of processor time
    in one of their own. Raises UsageError, DescriptionError and FetchError for what cannot be read.
    """
    with at_full_speed():
        entry = open_entry(spec, root, limits, fetching)
        document = read_document(entry.data, shown_as=entry.shown_as, limits=limits)
        format = format_of(document)
        view = describe(document, entry.opener, limits, network=entry.network)
        findings = [*own_findings(view), *schema_findings(document, format)]
        documents = view.documents()
        refuted: dict[Finding, Alarm] = {}
        if not quick:
            gathered = gather(documents, entry.opener, limits, entry.network)
            documents = gathered.documents
            trees = {each.name: each.tree for each in documents}
            answer = ask(documents, format, addresses=gathered.addresses, seconds=seconds)
            for finding in judged(answer, format, gathered.unopened, trees):
                alarm = alarm_of(finding, format, trees)
                if alarm is None:
                    findings.append(finding)
                else:
                    refuted[finding] = alarm
        faults = _located((*merged(findings), *refuted), documents, entry.shown_as)
    told = ((fault, refuted[finding]) for finding, fault in faults if finding in refuted)
    return LintReport(
        entry.shown_as,
        format,
        tuple(sorted((fault for finding, fault in faults if finding not in refuted), key=_order)),
        tuple(sorted(told, key=lambda each: _order(each[0]))),
    )


def _order(fault: Fault) -> tuple[str, int, int, str, str, str]:
    return fault.problem.sort_key()


def _located(findings: Iterable[Finding], documents: Iterable[Document], shown_as: str) -> list[tuple[Finding, Fault]]:
    """The findings as problems, each with its line; a member that is not there has the line of the node that lacks it."""
    found = list(findings)
    wanted: dict[str, set[str]] = {}
    for finding in found:
        wanted.setdefault(finding.at.file, set()).update(_around(finding.at.pointer))
    by_name = {document.name: document for document in documents}
    lines = {
        name: locate_many(by_name[name].text, by_name[name].syntax, pointers)
        for name, pointers in wanted.items()
        if name in by_name
    }
    faults: list[tuple[Finding, Fault]] = []
    for finding in found:
        document = by_name.get(finding.at.file)
        known = lines.get(finding.at.file, {})
        line, column = next((known[pointer] for pointer in _around(finding.at.pointer) if pointer in known), (None, None))
        where = SourceLocation(document.shown_as if document else shown_as, line, column, finding.at.pointer)
        grade = grade_of(finding.code)
        severity = finding.severity or grade.severity
        problem = Problem(where, severity, finding.code, finding.message, finding.remedy or grade.remedy)
        faults.append((finding, Fault(problem, finding.readers)))
    return faults


def _around(pointer: str) -> Iterator[str]:
    """The pointer and those of the nodes around it, the nearest first, the whole document last."""
    yield pointer
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer
