"""What a rule finds: a code, how much it weighs, what is wrong, what to do, and where."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["Finding", "Rule"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a package that is not as it has to be.

    `place` is a file of the package, by its path below the package, and a pointer into it. `identity` is that of the operation the finding
    is about, None where it is about several or none.
    """

    code: Code
    severity: Severity
    message: str
    remedy: str
    place: Place
    identity: str | None = None


Rule: TypeAlias = Callable[[Package], Iterator[Finding]]
"""A pure function: everything it says follows from the package alone."""
