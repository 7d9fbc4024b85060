"""One fault, said once: what several readers found at one node, or one at a node and another at the member that is wrong.

Two findings of one reader are two faults. Findings of two readers are one where place and code agree, or where the table says that the later
reader's code is the earlier one's in other words.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from connectors.lint.finding import Finding, Reader
from connectors.lint.grades import grade_of
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["merged"]

_TRUST = {reader: rank for rank, reader in enumerate(Reader)}
_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}
_HABIT = re.compile(r", at [\d,]+ places, the first here$")
"""How our own reader says a habit of a description; a reader that says each place says more."""

_REFERENCE = frozenset(
    {
        Code.REFERENCE_NOT_FOUND,
        Code.REFERENCE_OUTSIDE,
        Code.REFERENCE_REMOTE,
        Code.REFERENCE_UNREADABLE,
        Code.REFERENCE_MALFORMED,
        Code.REFERENCE_CYCLE,
    }
)
_SHAPES = frozenset(
    {
        Code.MALFORMED_NODE,
        Code.MALFORMED_OPERATION,
        Code.PARAMETER_MALFORMED,
        Code.PARAMETER_STYLE,
        Code.SCHEME_MALFORMED,
        Code.SCHEME_UNKNOWN,
        Code.SECURITY_MALFORMED,
        Code.SERVER_MALFORMED,
        Code.SCHEMA_MALFORMED,
        Code.SCHEMA_DISCRIMINATOR,
        Code.BODY_WITHOUT_MEDIA_TYPE,
        Code.BODY_MEDIA_TYPE,
        Code.RESPONSE_STATUS,
    }
)
_SCHEMAS = frozenset({Code.SCHEMA_MALFORMED, Code.SCHEMA_KEYWORD})

SAME: dict[Code, frozenset[Code]] = {
    Code.FIELD_TYPE: _SHAPES,
    Code.FIELD_VALUE: _SHAPES,
    Code.FIELD_MISSING: _SHAPES,
    Code.FIELD_UNKNOWN: frozenset({Code.REFERENCE_SIBLINGS, Code.SCHEMA_KEYWORD}),
    Code.UNKNOWN_PATH_ITEM_KEY: frozenset({Code.UNUSUAL_METHOD, Code.MALFORMED_NODE}),
    Code.SCHEMA_MALFORMED: _SHAPES | _SCHEMAS,
    Code.SCHEMA_KEYWORD: _SCHEMAS | {Code.REFERENCE_SIBLINGS, Code.SCHEMA_NULLABLE, Code.SCHEMA_DIALECT},
    Code.PARAMETER_MALFORMED: _SHAPES | {Code.PARAMETER_IGNORED},
    Code.SCHEME_MALFORMED: _SHAPES,
    Code.SECURITY_MALFORMED: _SHAPES,
    Code.SERVER_MALFORMED: _SHAPES,
    Code.PARAMETER_DUPLICATE: frozenset({Code.BODY_DUPLICATE}),
    Code.PLACEHOLDER_UNDECLARED: frozenset({Code.PLACEHOLDER_PATTERN}),
    **dict.fromkeys(_REFERENCE, _REFERENCE),
}
"""By the code that a later reader gives, the codes of an earlier one that mean the same fault of the same node."""

NEAR: dict[Code, frozenset[Code]] = {
    Code.SCHEME_MALFORMED: frozenset({Code.SCHEME_MALFORMED, Code.SCHEME_UNKNOWN}),
    Code.RESPONSES_MISSING: frozenset({Code.RESPONSES_MISSING}),
    Code.FIELD_MISSING: frozenset({Code.BODY_WITHOUT_MEDIA_TYPE}),
    Code.FIELD_VALUE: frozenset({Code.BODY_WITHOUT_MEDIA_TYPE}),
    **dict.fromkeys(_REFERENCE, _REFERENCE),
}
"""The same, where one of them speaks of a node and the other of a member of it: the reference and the node that it stands in."""

_ONE_FAULT_A_NODE = frozenset({Reader.SPEC_VALIDATOR, Reader.PRANCE})
"""Readers that say one fault of a node again for every operation that meets it."""


def merged(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The faults that the findings stand for, each with all its readers, graded."""
    faults = _Faults()
    for finding in sorted(findings, key=lambda each: (_TRUST[each.readers[0]], each.at, each.code, each.message)):
        finding = _graded(finding)
        known = faults.like(finding)
        if known is None:
            faults.add(finding)
        else:
            faults.replace(known, _joined(known, finding))
    return tuple(finding for group in faults.at.values() for finding in group)


class _Faults:
    """The faults found so far, by place, and by the place around it."""

    def __init__(self) -> None:
        self.at: dict[Place, list[Finding]] = {}
        self._members: dict[Place, list[Place]] = {}
        self._about: dict[tuple[Code, str], Finding] = {}

    def add(self, fault: Finding) -> None:
        if fault.at not in self.at:
            self._members.setdefault(_around(fault.at), []).append(fault.at)
        self.at.setdefault(fault.at, []).append(fault)
        if fault.about:
            self._about[fault.code, fault.about] = fault

    def replace(self, old: Finding, new: Finding) -> None:
        here = self.at[old.at]
        here[here.index(old)] = new
        if new.about:
            self._about[new.code, new.about] = new

    def like(self, finding: Finding) -> Finding | None:
        """The fault that another reader has found already and that this finding is."""
        reader, code = finding.readers[0], finding.code
        if code is Code.READER_GAVE_UP:
            return None
        if finding.about and (known := self._about.get((code, finding.about))) is not None:
            return known
        here = self.at.get(finding.at, [])
        for fault in here:
            again = reader in fault.readers
            if fault.code is code and (not again or reader in _ONE_FAULT_A_NODE or fault.message == finding.message):
                return fault
        others = [fault for fault in here if fault.code in SAME.get(code, frozenset())]
        near = NEAR.get(code, frozenset())
        if near:
            places = (_around(finding.at), *self._members.get(finding.at, ()))
            others += [fault for place in places for fault in self.at.get(place, ()) if fault.code in near]
        if reader is Reader.SPEC_VALIDATOR and code in _SCHEMAS:
            others += [fault for fault in self.at.get(_around(finding.at), ()) if fault.code in _SCHEMAS]
        return next((fault for fault in others if reader not in fault.readers), None)


def _around(place: Place) -> Place:
    return Place(place.file, place.pointer.rpartition("/")[0])


def _graded(finding: Finding) -> Finding:
    return finding if finding.severity is not None else replace(finding, severity=grade_of(finding.code).severity)


def _joined(fault: Finding, other: Finding) -> Finding:
    readers = fault.readers if other.readers[0] in fault.readers else (*fault.readers, *other.readers)
    severity = min(fault.severity or Severity.NOTE, other.severity or Severity.NOTE, key=_WEIGHT.__getitem__)
    says_more = _HABIT.search(fault.message) is not None and other.readers[0] is Reader.SCHEMA
    message = other.message if says_more else fault.message
    return replace(fault, readers=readers, severity=severity, message=message, remedy=fault.remedy or other.remedy)
