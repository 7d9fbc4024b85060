"""What makes two findings of two runs the same one."""

import hashlib
import json
import re

from connectors.problems import Problem

__all__ = ["fingerprint", "stable_pointer"]

_RECORD = re.compile(r"/operations/[0-9]+(?=/|$)")


def stable_pointer(problem: Problem) -> str:
    """The pointer of a finding; inside of the record of a known operation it counts from there, `/operations/*/callable`.

    The index of a record moves with every operation that is added before it, as lines do; the identity says which record it is.
    """
    pointer = problem.where.pointer if problem.where is not None else ""
    return _RECORD.sub("/operations/*", pointer, count=1) if problem.identity is not None else pointer


def fingerprint(problem: Problem, subject: str) -> str:
    """SHA-256 in hex over code, subject (its `label`: mostly a connector's id), identity and pointer.

    No line and no wording: they move.
    """
    parts = (str(problem.code), subject, problem.identity, stable_pointer(problem))
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()
