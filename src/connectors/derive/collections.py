"""Which array of an answer is the collection."""

from dataclasses import dataclass

from connectors.derive.answer_shape import Member, Node, Shape, Shapes
from connectors.derive.paging_words import joined, singular, words_of

__all__ = ["Ambiguous", "Collection", "collection_of", "path_words"]

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


@dataclass(frozen=True, slots=True)
class Collection:
    """The array that holds the items; `path` is () where the answer itself is the array."""

    path: tuple[str, ...]
    node: Node
    others: int
    """How many arrays stand beside it."""
    how: str
    """`alone`, `objects`, `path`, `usual`: what set it apart from the others."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
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
    wanted = path_words(path)
    named = [member for member in arrays if wanted and _is_named(member, wanted)]
    candidates = [member for member in arrays if joined(member.name) not in _BESIDE] or arrays
    objects = [member for member in candidates if _holds_objects(member, shapes)]
    if objects:
        candidates = objects
    depth = min(len(member.path) for member in candidates)
    shallow = [member for member in candidates if len(member.path) == depth]
    named = [member for member in named if member in shallow or not [m for m in shallow if joined(m.name) in _USUAL]]
    named = [member for member in named if member.path == min((m.path for m in named), key=len)]
    if len(shallow) == 1:
        return Collection(shallow[0].path, shallow[0].node, total, "objects" if len(candidates) > 1 or objects else "alone")
    if len(named) == 1:
        return Collection(named[0].path, named[0].node, total, "path")
    usual = [member for name in _USUAL for member in shallow if joined(member.name) == name]
    if len(usual) == 1:
        return Collection(usual[0].path, usual[0].node, total, "usual")
    return Ambiguous(tuple(shallow))


def path_words(path: str) -> str:
    """The last literal segment of a path, in the form names are compared in; "" where there is none."""
    for segment in reversed(path.partition("?")[0].split("/")):
        if segment and not segment.startswith("{"):
            return joined(segment.partition(".json")[0])
    return ""


def _is_named(member: Member, wanted: str) -> bool:
    name = joined(member.name)
    if singular(name) == singular(wanted):
        return True
    last = words_of(member.name)[-1:]
    return bool(last) and singular(last[0]) == singular(wanted)


def _holds_objects(member: Member, shapes: Shapes) -> bool:
    items = shapes.items(member.node)
    return items is None or shapes.kind(items) in ("object", "any")
