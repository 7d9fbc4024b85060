"""Which array of an answer is the collection."""

import msgspec

from connectors.derive.answer_shape import Member, Node, Shape, Shapes
from connectors.derive.paging_words import joined, singular, words_of

__all__ = ["Ambiguous", "Collection", "collection_of", "literal_segments"]

_SEGMENTS = 3
# Names of arrays that stand beside a collection: consulted only where there is another array.
_BESIDE = frozenset(
    {
        "errors", "error", "warnings", "warning", "links", "link", "included", "includes", "facets", "facet", "aggregations", "sort",
        "sorts", "sortby", "orderby", "filters", "filter", "fields", "columns", "breadcrumbs", "query", "params", "messages", "notices",
        "headers", "facetgroups", "suggestions", "timeframe", "notifications", "infos", "errormessages", "warningmessages", "ordering",
        "schema", "expands", "tags", "metadata", "refinements", "relatedsearches",
    }
)  # fmt: skip
_USUAL = ("items", "data", "results", "value", "values", "records", "entries", "content", "elements", "rows", "list", "objects",
          "hits", "resources", "result", "entities", "documents", "matches", "nodes", "edges")  # fmt: skip


class Collection(msgspec.Struct, frozen=True):
    """The array that holds the items; `path` is () where the answer itself is the array."""

    path: tuple[str, ...]
    node: Node
    others: int
    """How many arrays stand beside it."""
    how: str
    """`alone`, `objects`, `path`, `usual`: what set it apart from the others."""


class Ambiguous(msgspec.Struct, frozen=True):
    """Several arrays might be the collection."""

    members: tuple[Member, ...]


def collection_of(shape: Shape, path: str, shapes: Shapes) -> Collection | Ambiguous | None:
    """The one array that is the collection; None where there is no array at all."""
    if shape.kind == "array":
        return Collection((), shape.root, 0, "alone")
    arrays = list(shape.arrays)
    if not arrays:
        return None
    if len(arrays) == 1:
        return Collection(arrays[0].path, arrays[0].node, 0, "alone")
    total = len(arrays) - 1
    candidates = [member for member in arrays if joined(member.name) not in _BESIDE] or arrays
    objects = [member for member in candidates if _holds_objects(member, shapes)]
    if objects:
        candidates = objects
    depth = min(len(member.path) for member in candidates)
    shallow = [member for member in candidates if len(member.path) == depth]
    named = _named(arrays, path)
    usual = [member for name in _USUAL for member in shallow if joined(member.name) == name]
    if named is not None and (not usual or named in usual):
        return Collection(named.path, named.node, total, "path")
    if len(shallow) == 1:
        return Collection(shallow[0].path, shallow[0].node, total, "objects" if len(candidates) > 1 or objects else "alone")
    if len(usual) == 1:
        return Collection(usual[0].path, usual[0].node, total, "usual")
    return Ambiguous(tuple(shallow))


def _named(arrays: list[Member], path: str) -> Member | None:
    """The one array at the least depth that bears the name of a segment of the path, the nearest segment first."""
    depth = min(len(member.path) for member in arrays)
    for segment in literal_segments(path)[:_SEGMENTS]:
        found = [member for member in arrays if len(member.path) == depth and _is_named(member, segment)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def literal_segments(path: str) -> list[str]:
    """The segments of a path without placeholders, the last first, in the form names are compared in."""
    segments = path.partition("?")[0].split("/")
    return [joined(segment.partition(".json")[0]) for segment in reversed(segments) if segment and "{" not in segment]


def _is_named(member: Member, wanted: str) -> bool:
    name = joined(member.name)
    if singular(name) == singular(wanted):
        return True
    last = words_of(member.name)[-1:]
    return bool(last) and singular(last[0]) == singular(wanted)


def _holds_objects(member: Member, shapes: Shapes) -> bool:
    items = shapes.items(member.node)
    return items is None or shapes.kind(items) in ("object", "any")
