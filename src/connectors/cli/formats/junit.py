"""A report as JUnit's XML: a suite a subject, a case a finding; a subject without any has one case that passes.

Source: the XML schema of Jenkins' xUnit plugin, junit-10.xsd, which most readers follow.
"""

import re
from collections.abc import Iterable

from connectors.findings.run import Quiet, Run, Subject
from connectors.problems import Problem, Severity

__all__ = ["junit"]

# XML 1.0 §2.2: what may not stand in a document, not even as a reference.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPECIAL = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_MARKUP = re.compile('[&<>"\t\n\r]')


def junit(run: Run) -> str:
    """The document. It holds no time and no host, so that the same findings give the same bytes.

    An error fails its case, or is its error where the check itself could not be made; warnings and notes pass and stand in the case's
    output; what is kept quiet is skipped, with the reason.
    """
    suites = [_suite(run.command, subject) for subject in run.subjects]
    if run.about:
        suites.append(_suite(run.command, Subject("settings", None, None, None, run.about, 0)))
    # The schema gives the whole no count of what was skipped.
    totals = _counts([sum(found) for found in zip(*(counts[:3] for _, counts in suites), strict=True)] or [0, 0, 0])
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="connectors {run.command}"{totals}>']
    lines += [line for written, _ in suites for line in written]
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _suite(command: str, subject: Subject) -> tuple[list[str], tuple[int, int, int, int]]:
    broken = subject.exit_status not in (0, 1)
    named = subject.label
    cases: list[str] = []
    for problem in subject.findings:
        cases += _case(named, problem, _outcome(problem, "error" if broken else "failure"))
    for quiet in subject.quiet:
        cases += _case(named, quiet.problem, [f"      <skipped{_attribute('message', _reason(quiet))}/>"])
    if not cases:
        cases = [f"    <testcase{_attribute('name', command)}{_attribute('classname', named)}/>"]
    failed = sum(problem.severity is Severity.ERROR for problem in subject.findings)
    tests = max(1, len(subject.findings) + len(subject.quiet))
    counts = (tests, 0 if broken else failed, failed if broken else 0, len(subject.quiet))
    head = f"  <testsuite{_attribute('name', subject.name)}{_counts(counts)}>"
    return [head, *cases, "  </testsuite>"], counts


def _case(named: str, problem: Problem, inside: list[str]) -> list[str]:
    where = problem.where
    place = (
        f" {where.file}#{where.pointer}" if where is not None and where.pointer else f" {where.file}" if where is not None else ""
    )
    head = f"    <testcase{_attribute('name', f'{problem.code}{place}')}{_attribute('classname', named)}>"
    return [head, *inside, "    </testcase>"]


def _outcome(problem: Problem, element: str) -> list[str]:
    text = "\n".join(filter(None, (str(problem.where or ""), problem.message, problem.remedy and f"fix: {problem.remedy}")))
    if problem.severity is Severity.ERROR:
        opening = f"<{element}{_attribute('message', problem.message)}{_attribute('type', problem.code)}>"
        return [f"      {opening}{_escaped(text)}</{element}>"]
    return [f"      <system-out>{_escaped(f'{problem.severity}: {text}')}</system-out>"]


def _reason(quiet: Quiet) -> str:
    until = f" (until {quiet.until.isoformat()})" if quiet.until is not None else ""
    return f"{quiet.reason}{until}: {quiet.problem.message}"


def _counts(counts: Iterable[int]) -> str:
    names = ("tests", "failures", "errors", "skipped")
    return "".join(_attribute(name, str(count)) for name, count in zip(names, counts, strict=False))


def _attribute(name: str, value: str) -> str:
    return f' {name}="{_escaped(value, newlines=False)}"'


def _escaped(text: str, *, newlines: bool = True) -> str:
    """Text as XML holds it; what XML cannot hold is spelled out, `\\x1b`."""
    spelled = _ILLEGAL.sub(
        lambda match: f"\\x{ord(match.group()):02x}" if ord(match.group()) < 256 else f"\\u{ord(match.group()):04x}", text
    )
    return _MARKUP.sub(lambda match: "\n" if newlines and match.group() == "\n" else _SPECIAL[match.group()], spelled)
