"""Summaries: what is offered by name says in a line what it does, and no two say the same."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label, named
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["curated_summaries"]


def curated_summaries(package: Package) -> Iterator[Finding]:
    """Whoever chooses among the curated operations, person or program, has the summaries to tell them apart."""
    places = Places(package)
    same: dict[str, list[Operation]] = {}
    for operation in package.operations:
        if not operation.curated:
            continue
        words = " ".join((operation.summary or "").split()).rstrip(".").casefold()
        if words:
            same.setdefault(words, []).append(operation)
            continue
        message = f"a curated operation has a summary, found none for {label(operation)}"
        remedy = "add `summary` to its entry in the overlay"
        place = places.of(operation)
        yield Finding(Code.SUMMARY_MISSING, Severity.WARNING, message, remedy, place, operation.identity)
    for operations in same.values():
        if len(operations) > 1:
            summary = " ".join((operations[0].summary or "").split())
            message = f"the summary of a curated operation is its own, found `{summary}` for {named(operations)}"
            remedy = "write in the overlay what tells them apart"
            place = places.of(operations[0], "/summary")
            yield Finding(Code.SUMMARY_REPEATED, Severity.WARNING, message, remedy, place, operations[0].identity)
