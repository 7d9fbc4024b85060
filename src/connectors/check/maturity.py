"""Maturity: a connector has come as far as it says.

`curated` says that a person chose what to offer: at least one operation is curated. `qualified` says besides that nothing is missing or
guessed where it is used: no gaps, and of every curated operation a summary and no fact that is only inferred. `spotted`, `generated` and
`deprecated` ask for nothing.
"""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR, named
from connectors.model.operation import Basis, Maturity, Operation
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["maturity"]


def maturity(package: Package) -> Iterator[Finding]:
    """Everything that the stated maturity asks for and the package lacks."""
    stated = package.connector.maturity
    if stated not in (Maturity.CURATED, Maturity.QUALIFIED):
        return
    curated = [operation for operation in package.operations if operation.curated]
    lacks: list[str] = []
    if not curated:
        lacks.append("no operation that is curated")
    if stated is Maturity.QUALIFIED:
        if gaps := len(package.coverage.gaps):
            lacks.append(f"{gaps:,} gap{'s' if gaps > 1 else ''}")
        if guessed := [operation for operation in curated if _is_guessed(operation)]:
            lacks.append(f"facts that are only inferred in {named(guessed)}")
        if silent := [operation for operation in curated if not operation.summary]:
            lacks.append(f"no summary in {named(silent)}")
    for found in lacks:
        wanted = "has a curated operation" if found.startswith("no operation") else "is complete where it is used"
        message = f"a connector that is `{stated}` {wanted}, found {found}"
        remedy = "mend that in the overlay, or state a lower `maturity`"
        yield Finding(Code.MATURITY_UNSUPPORTED, Severity.WARNING, message, remedy, Place(CONNECTOR, "/maturity"))


def _is_guessed(operation: Operation) -> bool:
    pagination = operation.pagination
    return Basis.INFERRED in operation.basis.values() or (pagination is not None and pagination.basis is Basis.INFERRED)
