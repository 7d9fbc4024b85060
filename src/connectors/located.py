"""Lines for places: a package keeps files and pointers, and people want to open a file at a line."""

from collections.abc import Iterable, Mapping

from connectors.description.locate import locate_many
from connectors.description.tree import Document
from connectors.model.package import Derived
from connectors.model.places import Place
from connectors.pipeline_types import LocatedGap, LocatedNote
from connectors.problems import SourceLocation

__all__ = ["lines_of", "located"]


def located(
    derived: Derived, documents: Iterable[Document], shown_as: str, *, note_lines: bool
) -> tuple[tuple[LocatedGap, ...], tuple[LocatedNote, ...]]:
    """Gaps and notes with the lines they stand on; those of notes only when wanted, for it takes a pass over each document.

    `shown_as` is what people call the description.
    """
    by_name = {document.name: document for document in documents}
    wanted = [gap.at for gap in derived.gaps]
    if note_lines:
        wanted += [note.at for note in derived.notes]
    known = lines_of(wanted, by_name)

    def where(place: Place) -> SourceLocation:
        document = by_name.get(place.file)
        line, column = known.get(place, (None, None))
        return SourceLocation(document.shown_as if document else shown_as, line, column, place.pointer)

    gaps = tuple(LocatedGap(gap, where(gap.at)) for gap in derived.gaps)
    return gaps, tuple(LocatedNote(note, where(note.at)) for note in derived.notes)


def lines_of(places: Iterable[Place], documents: Mapping[str, Document]) -> dict[Place, tuple[int, int]]:
    """Line and column of each place; what an overlay put there, or moved, stands on none and is left out."""
    by_file: dict[str, set[str]] = {}
    for place in places:
        by_file.setdefault(place.file, set()).add(place.pointer)
    found: dict[Place, tuple[int, int]] = {}
    for file, pointers in by_file.items():
        document = documents.get(file)
        if document is not None:
            if document.shifted:
                pointers = {one for one in pointers if not one.startswith(tuple(f"{list_}/" for list_ in document.shifted))}
            for pointer, position in locate_many(document.text, document.syntax, pointers).items():
                found[Place(file, pointer)] = position
    return found
