"""A report as SARIF 2.1.0, for code scanning and editors.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0; sections are named where they decide something.
"""

from typing import Any

from connectors.cli.formats.paths import uri
from connectors.findings.fingerprint import fingerprint
from connectors.findings.run import Quiet, Run, Subject, Why
from connectors.problems import Code, Problem, Severity, SourceLocation
from connectors.version import __version__

__all__ = ["sarif"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_FINGERPRINT = "connectors/v1"
_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def sarif(run: Run) -> dict[str, Any]:
    """The log file, with one run. It holds no time, no host and no path of the machine but of files outside of the working directory."""
    found = [(problem, subject, None) for subject in run.subjects for problem in subject.findings]
    quiet = [(each.problem, subject, each) for subject in run.subjects for each in subject.quiet]
    results = [*found, *quiet]
    codes = sorted({problem.code for problem, _, _ in results})
    told_of = sorted({problem.code for problem in run.about})
    index = {code: number for number, code in enumerate(codes)}
    # §3.27.23: either every result of a run has suppressions or none has; the same for a baseline's state, §3.27.24.
    told = any(each is not None and each.why is not Why.BASELINE for _, _, each in results)
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "connectors",
                        "version": __version__,
                        "rules": _descriptors(codes),
                        "notifications": _descriptors(told_of),
                    }
                },
                # §3.17.3: the part before the last slash says which runs are to be compared with each other.
                "automationDetails": {"id": f"connectors-{run.command}/"},
                "invocations": [
                    {
                        # §3.20.14: whether the tool did its work, whatever it found.
                        "executionSuccessful": run.exit_status in (0, 1),
                        "exitCode": run.exit_status,
                        "toolConfigurationNotifications": [
                            _notification(problem, told_of.index(problem.code)) for problem in run.about
                        ],
                    }
                ],
                "originalUriBaseIds": {_ROOT: {"description": {"text": "The working directory of the run."}}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(*each, index, told=told, compared=run.compared) for each in results],
            }
        ],
    }


def _descriptors(codes: list[Code]) -> list[dict[str, Any]]:
    from connectors.cli.explanations import pages

    known = pages()
    found = []
    for code in codes:
        page = known[code]
        parts = [page.meaning, f"Example: {page.example}", f"How to mend it: {page.mend}"]
        if page.standard:
            parts.append(f"Standard: {page.standard}")
        found.append(
            {
                "id": code,
                "shortDescription": {"text": page.summary},
                "fullDescription": {"text": page.meaning},
                "help": {"text": "\n\n".join(parts)},
                "properties": {"tags": [page.subject]},
            }
        )
    return found


def _result(
    problem: Problem, subject: Subject, quiet: Quiet | None, index: dict[Code, int], *, told: bool, compared: bool
) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": problem.code,
        "ruleIndex": index[problem.code],
        "level": _LEVEL[problem.severity],
        "message": {"text": _message(problem)},
        "locations": _locations(problem.where),
        "partialFingerprints": {_FINGERPRINT: fingerprint(problem, subject.label)},
        "properties": {"connector": subject.connector, "identity": problem.identity},
    }
    if told:
        result["suppressions"] = _suppressions(quiet)
    if compared:
        result["baselineState"] = "unchanged" if quiet is not None and quiet.known else "new"
    return result


def _suppressions(quiet: Quiet | None) -> list[dict[str, Any]]:
    """§3.35: `external`, because the word stands in a file of settings and not in the file that was checked."""
    if quiet is None or quiet.why is Why.BASELINE:
        return []
    until = f" (until {quiet.until.isoformat()})" if quiet.until is not None else ""
    return [{"kind": "external", "status": "accepted", "justification": f"{quiet.reason}{until}"}]


def _message(problem: Problem) -> str:
    return f"{problem.message}\nfix: {problem.remedy}" if problem.remedy else problem.message


def _locations(where: SourceLocation | None) -> list[dict[str, Any]]:
    if where is None or not where.file:
        return []
    reference, relative = uri(where.file)
    artifact = {"uri": reference, "uriBaseId": _ROOT} if relative else {"uri": reference}
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if where.line is not None:
        physical["region"] = {"startLine": where.line}
        if where.column is not None:
            physical["region"]["startColumn"] = where.column
    location: dict[str, Any] = {"physicalLocation": physical}
    if where.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": where.pointer}]
    return [location]


def _notification(problem: Problem, index: int) -> dict[str, Any]:
    return {
        # §3.58.2: an index into the notifications of the tool, not into its rules.
        "descriptor": {"id": problem.code, "index": index},
        "level": _LEVEL[problem.severity],
        "message": {"text": _message(problem)},
        "locations": _locations(problem.where),
    }
