"""One operation with all that is known of it, and the few ways in which a fact is put."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from connectors import pointer
from connectors.derive.answer_shape import Shapes
from connectors.derive.paging_view import shapes_of
from connectors.description.at import At
from connectors.description.tree import Json
from connectors.description.view import OperationView
from connectors.model.connector import SourceFormat
from connectors.model.operation import Basis, Operation
from connectors.model.package import Package
from connectors.store.load import Sealed
from connectors.why.authored import Authored, Word
from connectors.why.clauses import Clause, specification_clause
from connectors.why.reading import Reading, where
from connectors.why.record import Fact, File, Where

__all__ = ["DECLARED", "NOBODY", "Case", "Unchecked"]

NOBODY = "nothing says so: this is what holds of an operation without a word on it"
DECLARED = "the description says it"


class Unchecked(Enum):
    """Stands for what may be written in any way."""

    UNCHECKED = "unchecked"


@dataclass(frozen=True)
class Case:
    """`operation` is effective, `derived` the same before the overlay. `reading` and `view` are None where no description is at hand."""

    sealed: Sealed
    package: Package
    operation: Operation
    derived: Operation
    authored: Authored
    reading: Reading | None

    @property
    def format(self) -> SourceFormat:
        """The dialect of the description."""
        return self.sealed.connector.provenance.format

    @cached_property
    def view(self) -> OperationView | None:
        """The operation as the description has it."""
        return self.reading.operations.get(self.operation.identity) if self.reading is not None else None

    @cached_property
    def shapes(self) -> Shapes | None:
        """What takes the description's schemas apart."""
        return shapes_of(self.reading.view.schemas) if self.reading is not None else None

    @property
    def here(self) -> Where:
        """The operation in the description; without the description, where its identity puts it."""
        if self.view is not None:
            return where(self.view.at)
        operation = self.operation
        return Where(File.DESCRIPTION, pointer.join(("paths", operation.path, operation.method.lower())))

    def place(self, at: "At | None") -> Where:
        """A place of the description, or the nearest node around it; the operation where there is none."""
        return where(self.reading.nearest(at)) if at is not None and self.reading is not None else self.here

    def below(self, at: "At | None", *keys: str | int) -> "At | None":
        """The place below another one; None where the description has no such node, or is not at hand."""
        return self.reading.below(at, *keys) if at is not None and self.reading is not None else None

    def node(self, at: "At | None") -> Json:
        """What is written at a place."""
        return self.reading.node(at) if at is not None and self.reading is not None else None

    def basis(self, *names: str) -> Basis | None:
        """The basis that the package states for the first of several facts."""
        return next((found for name in names if (found := self.operation.basis.get(name)) is not None), None)

    # -- ways to put a fact ---------------------------------------------------------------------------------------------------

    def by_person(self, name: str, value: Any, word: Word | None, rule: str | None = None, *, detail: bool = False) -> Fact:
        """A fact that a person stated. Where no single line says it, it follows from what is said of the operation."""
        if word is None:
            return Fact(name, value, Basis.AUTHORED, rule or "it follows from what the overlay says", None, detail=detail)
        return Fact(
            name, value, Basis.AUTHORED, rule or word.words, word.where, over=word.over, because=word.because, detail=detail
        )

    def declared(
        self, name: str, value: Any, at: "At | None", rule: str = DECLARED, *, evidence: Iterable[Where] = (), detail: bool = False
    ) -> Fact:
        """A fact that the description states."""
        return Fact(name, value, Basis.DECLARED, rule, self.place(at), evidence=tuple(evidence), detail=detail)

    def silent(
        self, name: str, value: Any, clause: Clause | str, at: "At | None" = None, *, rule: str | None = None, detail: bool = False
    ) -> Fact:
        """A fact that the standard gives where the description is silent; `at` is the node that leaves it out."""
        if isinstance(clause, str):
            clause = specification_clause(clause, self.format)
        if rule is None:
            rule = (
                "the description leaves it out" if self.reading is not None else "the description leaves it out, or says the same"
            )
        return Fact(name, value, Basis.STANDARD, rule, self.place(at), clause, detail=detail)

    def nobody(self, name: str, value: Any, rule: str = NOBODY, *, detail: bool = False) -> Fact:
        """A fact that nobody stated."""
        return Fact(name, value, None, rule, detail=detail)

    def said(
        self,
        name: str,
        value: Any,
        at: "At | None",
        keys: tuple[tuple[str | int, ...], ...],
        clause: Clause | str,
        *,
        is_default: bool,
        expected: "Json | Unchecked" = Unchecked.UNCHECKED,
        detail: bool = False,
    ) -> Fact:
        """Declared where the description has one of `keys` below `at`, else by the clause.

        `expected` is what has to be written there; where something else is, the clause decides all the same. Without a description at hand
        it is declared unless it is what the clause gives.
        """
        if self.reading is None or at is None:
            return (
                self.silent(name, value, clause, at, detail=detail) if is_default else self.declared(name, value, at, detail=detail)
            )
        for path in keys:
            if (found := self.below(at, *path)) is not None:
                if not isinstance(expected, Unchecked) and self.node(found) != expected:
                    rule = "what the description writes is not to be had here, so that what holds without it is taken"
                    return self.silent(name, value, clause, found, rule=rule, detail=detail)
                return self.declared(name, value, found, detail=detail)
        return self.silent(name, value, clause, at, detail=detail)
