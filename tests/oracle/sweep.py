"""All documents of a sweep, and what came of them."""

import collections
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from connectors.model.operation import Operation
from oracle.comparing import RARE, Result, compare, kinds_of
from oracle.differences import explained
from oracle.made import described
from oracle.sources import chosen, corpus, written
from oracle.values import Maker

MADE = ("3.0.3", "3.1.0")


@dataclass
class Figures:
    """What a sweep showed."""

    documents: int = 0
    operations: int = 0
    kinds: collections.Counter[str] = field(default_factory=collections.Counter)
    agreeing: collections.Counter[str] = field(default_factory=collections.Counter)
    skipped: collections.Counter[str] = field(default_factory=collections.Counter)
    rows: collections.Counter[str] = field(default_factory=collections.Counter)
    unexplained: list[str] = field(default_factory=list)

    def take(self, name: str, results: list[Result]) -> None:
        """Count the results of one document."""
        compared = [result for result in results if result.skipped is None]
        self.documents += bool(compared)
        self.operations += len(compared)
        for result in results:
            if result.skipped is not None:
                self.skipped[result.skipped.partition(":")[0]] += 1
            self.kinds.update(result.kinds)
            self.agreeing.update(result.kinds if not result.differences else ())
            for difference in result.differences:
                row = explained(difference)
                if row is None:
                    self.unexplained.append(f"{name} {result.identity}: {difference}")
                else:
                    self.rows[row.what] += 1


def of_made() -> Figures:
    """The descriptions made here."""
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="connectors-oracle-") as scratch:
        for version in MADE:
            tree, package = written(described(version), Path(scratch), version)
            figures.take(f"made {version}", [compare(tree, package, operation) for operation in package.operations])
    return figures


def of_corpus(every: int, most: int) -> Figures:
    """Each `every`th document of the corpus, and at most `most` operations of each: those of rare kinds first."""
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="connectors-oracle-") as scratch:
        for name, tree, package in corpus(Path(scratch), every):
            nothing = Maker({}, "")

            def kinds(operation: Operation, maker: Maker = nothing) -> Iterator[str]:
                try:
                    yield from kinds_of(operation, maker)
                except KeyError:
                    # A schema elsewhere: what it holds is seen when the operation is compared.
                    return

            figures.take(name, [compare(tree, package, operation) for operation in chosen(package, most, RARE, kinds)])
    return figures
