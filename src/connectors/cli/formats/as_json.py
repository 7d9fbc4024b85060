"""A report for programs; every key is always there."""

from typing import Any

from connectors.cli.json_output import problem_json
from connectors.findings.fingerprint import fingerprint
from connectors.findings.run import Quiet, Run, Subject
from connectors.problems import Problem, Severity

__all__ = ["as_json"]


def as_json(run: Run) -> dict[str, Any]:
    """`{"packages": […], "counts": {…}, "about": […], "fixed": […]}`; `descriptions` where those are what was checked."""
    judged = [subject for subject in run.subjects if subject.kind is not None]
    return {
        f"{run.of}s": [_subject(run, subject) for subject in run.subjects],
        "counts": {
            f"{run.of}s": len(judged),
            "valid": sum(subject.valid for subject in judged),
            "errors": run.count(Severity.ERROR),
            "warnings": run.count(Severity.WARNING),
            "notes": run.count(Severity.NOTE),
            "quiet": sum(len(subject.quiet) for subject in run.subjects),
            "fixed": sum(known.count for known in run.fixed),
        },
        "about": [_finding(problem, run.command) for problem in run.about],
        "fixed": [
            {
                "fingerprint": known.fingerprint,
                "code": known.code,
                "subject": known.subject,
                "identity": known.identity,
                "pointer": known.pointer,
                "count": known.count,
            }
            for known in run.fixed
        ],
    }


def _subject(run: Run, subject: Subject) -> dict[str, Any]:
    return {
        "directory" if run.of == "package" else "file": subject.name,
        "kind": subject.kind,
        "connector": subject.connector,
        "address": subject.address,
        "valid": subject.valid,
        "problems": [_finding(problem, subject.label) for problem in subject.findings],
        "quiet": [_quiet(each, subject.label) for each in subject.quiet],
    }


def _finding(problem: Problem, label: str) -> dict[str, Any]:
    return {**problem_json(problem), "identity": problem.identity, "fingerprint": fingerprint(problem, label)}


def _quiet(each: Quiet, label: str) -> dict[str, Any]:
    until = each.until.isoformat() if each.until is not None else None
    return {**_finding(each.problem, label), "why": each.why, "reason": each.reason, "until": until}
