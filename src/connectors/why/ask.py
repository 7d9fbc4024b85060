"""Ask a package why: from the words of the question to facts with their lines."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from connectors.description.locate import locate_many
from connectors.description.tree import Syntax
from connectors.inputs import Again
from connectors.located import lines_of
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, ConnectorsError, Problem, Severity
from connectors.store.layout import LOCK, OVERLAY, SOURCE
from connectors.store.load import Sealed, effective, load_sealed
from connectors.why.authored import Authored, authored_of
from connectors.why.case import Case
from connectors.why.operation import facts_of
from connectors.why.reading import Reading, reading_of
from connectors.why.record import Answer, Fact, File, Located, Seen, Where

__all__ = ["FACTS", "Find", "Subject", "ask", "subject_of"]

Find = Callable[[Package, str], Operation]
"""Finds the operation that a text names, or raises ConnectorsError."""

FACTS = (
    "id", "resource", "verb", "identity", "method", "path", "source_operation_id", "summary", "description", "tags", "deprecated", "effect",
    "idempotency", "consequence", "idempotency_key", "curated", "deterministic", "maturity", "servers", "security", "callable", "parameters",
    "body", "responses", "errors", "pagination", "outcome",
)  # fmt: skip
"""The first words of every fact."""

_LONGEST = 160
"""Characters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A package as it runs, its derived half, and its description where that is at hand; `reason` says why it is not.

    `problem` says so of a file that a person named.
    """

    package: Package
    sealed: Sealed
    reading: Reading | None
    reason: str | None
    problem: Problem | None

    def answer(self, question: str, find: Find) -> Answer:
        """Answer OPERATION or OPERATION.FACT.

        Raises ConnectorsError (exit status 2, with the nearest names) for an operation or a fact that is not there.
        """
        operation, asked = _parsed(self.package, self.sealed, question, find)
        case = self.case(operation)
        chosen = _chosen(facts_of(case), asked, operation)
        shown_as = self.reading.shown_as if self.reading is not None else None
        connector = self.package.connector.id
        copy = str(self.reading.copy) if self.reading is not None and self.reading.copy is not None else None
        return Answer(
            connector, operation.id, operation.identity, shown_as, self.reason, asked, self.located(chosen, case.authored), copy
        )

    def case(self, operation: Operation) -> Case:
        """One operation with all that is known of it."""
        derived = next(one for one in self.sealed.operations if one.identity == operation.identity)
        return Case(self.sealed, self.package, operation, derived, authored_of(self.sealed, operation.identity), self.reading)

    def located(self, facts: Iterable[Fact], authored: Authored) -> tuple[Located, ...]:
        """Facts with the lines of their places: one pass over each file."""
        return _located(facts, self.sealed, authored, self.reading, self.reason)


def subject_of(
    directory: Path,
    source: str | None = None,
    root: Path | None = None,
    again: Again = Again(),  # noqa: B008
) -> Subject:
    """The package in `directory`, with its description: `source`, or what `again` knows of, or the file that `source.yaml` names.

    A description counts where its digest is the one of the package's provenance. Raises ConnectorsError for a package that does not load, and
    for a named file that cannot be read.
    """
    sealed = load_sealed(directory)
    return Subject(effective(sealed), sealed, *reading_of(directory, sealed.connector.provenance, source, root, again))


def ask(
    directory: Path,
    question: str,
    find: Find,
    *,
    source: str | None = None,
    root: Path | None = None,
    again: Again = Again(),  # noqa: B008
) -> tuple[Answer, tuple[Problem, ...]]:
    """Answer one question about a package: `subject_of` and `answer` in one; the problems say why a named file was refused."""
    subject = subject_of(directory, source, root, again)
    answer = subject.answer(question, find)
    return answer, (subject.problem,) if subject.problem is not None else ()


# -- the question -----------------------------------------------------------------------------------------------------------------


def _parsed(package: Package, sealed: Sealed, question: str, find: Find) -> tuple[Operation, str | None]:
    """The operation, and the fact after it. Ids, paths and facts all have dots: the longest beginning that is an operation counts."""
    first: ConnectorsError | None = None
    cuts = [index for index, letter in enumerate(question) if letter == "."]
    for cut in (len(question), *reversed(cuts)):
        try:
            return find(package, question[:cut]), question[cut + 1 :] or None
        except ConnectorsError as error:
            first = first or error
    _refuse_dropped(package, sealed, question)
    # What is said of the whole question names its fact, too; where it ends in one, the operation alone is meant.
    for cut in cuts:
        if question[cut + 1 :].partition(".")[0] in FACTS:
            return find(package, question[:cut]), None
    assert first is not None
    raise first


def _refuse_dropped(package: Package, sealed: Sealed, question: str) -> None:
    for dropped in package.dropped:
        names = (dropped.identity, dropped.id, dropped.id.partition(".")[2])
        if any(question == name or question.startswith(f"{name}.") for name in names):
            word = authored_of(sealed, dropped.identity).of("drop")
            line = f":{place[0]}" if word is not None and (place := _overlay_place(sealed, word.where.pointer)) else ""
            because = f": {dropped.because}" if dropped.because else ""
            message = f"`{dropped.id}` ({dropped.identity}) is dropped by `{OVERLAY}{line}`{because}"
            problem = Problem(
                None, Severity.ERROR, Code.OPERATION_NOT_FOUND, message, f"remove `drop` from `{OVERLAY}` to have it back"
            )
            raise ConnectorsError([problem])


def _overlay_place(sealed: Sealed, at: str) -> tuple[int, int] | None:
    from connectors.overlay.read import read_overlay

    overlay, _ = read_overlay(sealed.overlay_yaml or b"", "")
    return overlay.places.get(at)


def _chosen(found: tuple[Fact, ...], asked: str | None, operation: Operation) -> tuple[Fact, ...]:
    if asked is None:
        return found
    exact: list[Fact] = []
    below: list[Fact] = []
    for name in _spellings(asked):
        exact = [fact for fact in found if fact.name == name]
        below = [fact for fact in found if fact.name.startswith(f"{name}.")]
        if exact or below:
            return (*exact, *below)
    names = [fact.name for fact in found]
    near = difflib.get_close_matches(asked, names, n=3, cutoff=0.6) or difflib.get_close_matches(asked, FACTS, n=3, cutoff=0.5)
    remedy = "did you mean " + " or ".join(f"`{name}`" for name in near) + "?" if near else "leave the fact out to see all of them"
    message = f"`{operation.id}` has no fact `{asked}`"
    raise ConnectorsError([Problem(None, Severity.ERROR, Code.FACT_NOT_FOUND, message, remedy)])


def _spellings(asked: str) -> Iterator[str]:
    """What a question may mean: overlays call members of a body parameters, and people do not know which status is a failure."""
    yield asked
    first, _, rest = asked.partition(".")
    if first == "parameters":
        yield f"body.fields.{rest}"
        yield f"body.whole{rest.partition('.')[1]}{rest.partition('.')[2]}"
    elif first == "responses":
        yield f"errors.{rest}"
    elif first == "errors":
        yield f"responses.{rest}"
    elif asked.startswith("body.") and not asked.startswith("body.fields."):
        yield f"body.fields.{asked.removeprefix('body.')}"


# -- lines ------------------------------------------------------------------------------------------------------------------------


def _located(
    facts: Iterable[Fact], sealed: Sealed, authored: Authored, reading: Reading | None, reason: str | None
) -> tuple[Located, ...]:
    facts = tuple(facts)
    places = {place for fact in facts for place in (fact.where, *fact.evidence, *fact.over) if place is not None}
    seen = {place: one for kind in File for place, one in _seen(kind, places, sealed, authored, reading).items()}

    def why_not(fact: Fact) -> str | None:
        if fact.where is None or fact.where.file is not File.DESCRIPTION or seen[fact.where].line is not None:
            return None
        return reason or "an OpenAPI Overlay put it there, or moved it: the file itself has no such line"

    return tuple(
        Located(
            fact,
            seen[fact.where] if fact.where is not None else None,
            tuple(seen[place] for place in fact.evidence),
            tuple(seen[place] for place in fact.over),
            why_not(fact),
        )
        for fact in facts
    )


def _seen(kind: File, places: Iterable[Where], sealed: Sealed, authored: Authored, reading: Reading | None) -> dict[Where, Seen]:
    wanted = [place for place in places if place.file is kind]
    if not wanted:
        return {}
    if kind is File.DESCRIPTION:
        return _of_description(wanted, reading)
    name = {File.OVERLAY: OVERLAY, File.LOCK: LOCK, File.SOURCE: SOURCE}[kind]
    path = sealed.directory / name
    text = path.read_text("utf-8-sig", errors="replace")
    known: Mapping[str, tuple[int, int]]
    if kind is File.OVERLAY:
        known = {
            place.pointer: (at.line or 1, at.column or 1) for place in wanted for at in [authored.overlay.place(place.pointer)]
        }
    else:
        syntax = Syntax.JSON if kind is File.LOCK else Syntax.YAML
        known = locate_many(text, syntax, [place.pointer for place in wanted])
    lines = text.splitlines()
    return {place: _at(kind, str(path), place.pointer, known.get(place.pointer), lines) for place in wanted}


def _of_description(wanted: Iterable[Where], reading: Reading | None) -> dict[Where, Seen]:
    listed = list(wanted)
    if reading is None:
        return {place: _at(place.file, place.name or "the description", place.pointer, None, []) for place in listed}
    known = lines_of([Place(place.name, place.pointer) for place in listed], reading.documents)
    lines: dict[str, list[str]] = {}
    found = {}
    for place in listed:
        document = reading.documents[place.name]
        if place.name not in lines:
            # As `locate` counts them: a line ends at LF, or at CR where the text has no LF.
            lines[place.name] = document.text.split("\n" if "\n" in document.text else "\r")
        at = known.get(Place(place.name, place.pointer))
        found[place] = _at(place.file, document.shown_as, place.pointer, at, lines[place.name])
    return found


def _at(kind: File, file: str, pointer: str, at: tuple[int, int] | None, lines: list[str]) -> Seen:
    if at is None or not 0 < at[0] <= len(lines):
        return Seen(kind, file, pointer, None, None, None)
    line, column = at
    text = lines[line - 1].rstrip("\r")
    # A file without line breaks is one line: what is shown begins at the fact.
    start = column - 1 if column > _LONGEST else 0
    shown = ("…" if start else "") + text[start : start + _LONGEST].strip() + ("…" if start + _LONGEST < len(text) else "")
    return Seen(kind, file, pointer, line, column, shown)
