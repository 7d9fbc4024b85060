"""What is answered: a fact, its basis, and every place that has to do with it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from connectors.model.operation import Basis
from connectors.why.clauses import Clause

__all__ = ["Answer", "Fact", "File", "Located", "Seen", "Where"]


class File(StrEnum):
    """Which kind of file a place is in."""

    DESCRIPTION = "description"
    OVERLAY = "overlay"
    LOCK = "lock"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Where:
    """A node of a file before its line is known. `name` is that of a document of the description; "" elsewhere."""

    file: File
    pointer: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact. `basis` is None where nobody says anything: the value is that of a package without such a statement.

    `rule` says in words what decided. `where` is the one place that decides, `evidence` what else was looked at. `over` are places that say
    the same fact too, and do not count.
    """

    name: str
    value: Any
    basis: Basis | None
    rule: str
    where: Where | None = None
    clause: Clause | None = None
    evidence: tuple[Where, ...] = ()
    over: tuple[Where, ...] = ()
    because: str | None = None
    detail: bool = False
    """Whether it is left out of the table of all facts."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A place with its line. `line`, `column` (from 1, in code points) and `text`, the line itself, are None where no line can be given."""

    kind: File
    file: str
    pointer: str
    line: int | None
    column: int | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Located:
    """A fact, and its places with their lines. `no_line` says why the place of a description has no line."""

    fact: Fact
    at: Seen | None
    evidence: tuple[Seen, ...]
    over: tuple[Seen, ...]
    no_line: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """Facts of one operation, the one that was asked for first.

    `description` is what people call the file that lines were taken from, or None, and `reason` says why there is none. `copy` is the
    file of the store that they were taken from in truth, None where nothing was kept there.
    """

    connector: str
    operation: str
    identity: str
    description: str | None
    reason: str | None
    asked: str | None
    facts: tuple[Located, ...]
    copy: str | None = None
