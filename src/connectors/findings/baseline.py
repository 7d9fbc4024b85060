"""The file of findings that are known: only what is new fails."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from connectors.findings.fingerprint import fingerprint, stable_pointer
from connectors.problems import Code, OverlayError, Problem, Severity, SourceLocation

__all__ = ["Baseline", "Known", "read_baseline", "render_baseline"]

_VERSION = 1
_LARGEST = 64 * 1024 * 1024


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One entry: a finding, and how often it is known. What it is of stands beside its fingerprint for whoever reviews the file."""

    fingerprint: str
    code: str
    subject: str
    identity: str | None
    pointer: str
    count: int


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema_version: int
    findings: tuple[Known, ...]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Entries by fingerprint, and the file that they were read from."""

    file: str
    entries: tuple[Known, ...]

    def counts(self) -> Counter[str]:
        """How often each fingerprint is known."""
        return Counter({known.fingerprint: known.count for known in self.entries})


def render_baseline(findings: Iterable[tuple[Problem, str]]) -> bytes:
    """The file that knows exactly these findings, each with its subject's label: sorted, one entry a line, so that git merges it."""
    counts: Counter[str] = Counter()
    first: dict[str, tuple[Problem, str]] = {}
    for problem, subject in findings:
        mark = fingerprint(problem, subject)
        counts[mark] += 1
        first.setdefault(mark, (problem, subject))
    entries = [
        Known(
            fingerprint=mark,
            code=problem.code,
            subject=subject,
            identity=problem.identity,
            pointer=stable_pointer(problem),
            count=counts[mark],
        )
        for mark, (problem, subject) in first.items()
    ]
    entries.sort(key=lambda known: (known.subject, known.code, known.identity or "", known.pointer, known.fingerprint))
    lines = ",\n".join("    " + msgspec.json.encode(known).decode() for known in entries)
    body = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{{\n  "schema_version": {_VERSION},\n  "findings": {body}\n}}\n'.encode()


def read_baseline(data: bytes, shown_as: str) -> Baseline:
    """Read what `render_baseline` wrote. Raises OverlayError with BASELINE_MALFORMED, exit status 1."""
    if len(data) > _LARGEST:
        raise _malformed(shown_as, None, f"a baseline has {_LARGEST} bytes at most, found {len(data)}")
    try:
        found = msgspec.json.decode(data, type=_File)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _malformed(shown_as, _line(data, str(error)), f"the baseline cannot be read: {error}") from error
    if found.schema_version != _VERSION:
        raise _malformed(shown_as, None, f"`schema_version` is {_VERSION}, found `{found.schema_version}`")
    seen: set[str] = set()
    for known in found.findings:
        if known.count < 1:
            raise _malformed(shown_as, None, f"a `count` is 1 or more, found `{known.count}`")
        if known.fingerprint in seen:
            raise _malformed(shown_as, None, f"each fingerprint stands once, found `{known.fingerprint}` twice")
        seen.add(known.fingerprint)
    return Baseline(shown_as, found.findings)


def _line(data: bytes, message: str) -> int | None:
    """The line that a message of msgspec is about, as far as it says: by the entry's index, else by the byte."""
    if entry := re.search(r"findings\[(\d+)\]|findings\[\.\.\.\]", message):
        return int(entry[1]) + 4 if entry[1] else None
    if byte := re.search(r"\(byte (\d+)\)", message):
        return data.count(b"\n", 0, int(byte[1])) + 1
    return None


def _malformed(shown_as: str, line: int | None, message: str) -> OverlayError:
    where = SourceLocation(shown_as, line)
    return OverlayError([Problem(where, Severity.ERROR, Code.BASELINE_MALFORMED, message, "write it anew with `--write-baseline`")])
