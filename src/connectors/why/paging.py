"""Pages: by which signs a collection was found, or who says how it is walked."""

from collections.abc import Iterator
from typing import Any

from connectors.description.view import ParameterView
from connectors.model.operation import Basis, Location, Pagination, PaginationStyle
from connectors.pointer import parse
from connectors.why.case import Case
from connectors.why.reading import where
from connectors.why.record import Fact, File, Where

__all__ = ["paging_facts"]

_NOTHING = "nothing in the description shows how a collection is walked, and nobody says it"
# What decides, by style; each is read off arguments and the success answer, never off prose.
_STYLES = {
    PaginationStyle.PAGE: "an argument takes the number of a page, and the answer holds a collection",
    PaginationStyle.OFFSET: "an argument takes how many items to skip, and the answer holds a collection",
    PaginationStyle.CURSOR: "the answer has a member for the next part that an argument takes, and holds a collection",
    PaginationStyle.NEXT_URL: "the answer has a member with the address of the next part, and holds a collection",
    PaginationStyle.LINK_HEADER: "the answer has a header that links to the next part, and holds a collection",
    PaginationStyle.LAST_ID: "an argument takes a value of the last item, and the answer holds a collection",
}
_FIELDS = {
    "ends_when": "it follows from the style and from what the answer says of the rest",
    "items": "the one array that is the collection of the answer",
    "first": "the default, or the minimum, of the argument where that is 0 or 1",
    "size_default": "the default of the argument for the size",
    "size_max": "the maximum of the argument for the size",
}
_ARGUMENTS = ("page", "offset", "cursor", "size")
_BOUNDS = {"first": ("default", "minimum"), "size_default": ("default",), "size_max": ("maximum",)}
_EXTENSION = "an extension of the description says how the collection is walked"


def paging_facts(case: Case) -> Iterator[Fact]:
    """The facts of `pagination`, the whole first."""
    pagination = case.operation.pagination
    authored = case.basis("pagination") is Basis.AUTHORED
    if pagination is None:
        yield (
            case.by_person("pagination", None, case.authored.of("pagination"))
            if authored
            else case.nobody("pagination", None, _NOTHING)
        )
        return
    evidence = _evidence(pagination)
    if authored:
        yield case.by_person("pagination", pagination, case.authored.of("pagination"))
    else:
        rule = _EXTENSION if pagination.basis is Basis.DECLARED else _STYLES[pagination.style]
        first = evidence[0] if evidence else case.here
        yield Fact("pagination", pagination, pagination.basis, rule, first, evidence=evidence[1:])
    for name in type(pagination).__struct_fields__:
        value = getattr(pagination, name)
        if value is None or name in ("basis", "evidence"):
            continue
        yield _authored(case, name, value) if authored else _derived(case, pagination, name, value, evidence)


def _authored(case: Case, name: str, value: Any) -> Fact:
    fact = f"pagination.{name}"
    said = case.authored.said
    edit = said.patch.pagination if said is not None else None
    own = case.authored.of("pagination", name)
    if own is not None and own.where.pointer.endswith(f"/pagination/{name}"):
        return case.by_person(fact, value, own)
    default = case.authored.connector("pagination", name)
    states_style = edit is not None and getattr(edit, "style", None) in tuple(PaginationStyle)
    if default is not None and not states_style:
        return case.by_person(fact, value, default)
    rule = "it follows from the other facts that the overlay gives of the pages"
    return case.by_person(fact, value, case.authored.of("pagination"), rule)


def _evidence(pagination: Pagination) -> tuple[Where, ...]:
    """The places that the package keeps: `file#pointer`, or a pointer into the entry document."""
    found = []
    for text in pagination.evidence:
        name, mark, pointer = text.partition("#") if not text.startswith("/") else ("", "#", text)
        found.append(Where(File.DESCRIPTION, pointer if mark else text, name if mark else ""))
    return tuple(found)


def _derived(case: Case, pagination: Pagination, name: str, value: Any, evidence: tuple[Where, ...]) -> Fact:
    fact = f"pagination.{name}"
    rule = _FIELDS.get(name, _EXTENSION if pagination.basis is Basis.DECLARED else _STYLES[pagination.style])
    first = evidence[0] if evidence else case.here
    key = value if name in _ARGUMENTS else None
    if name in _BOUNDS:
        key = pagination.size if name.startswith("size") else pagination.page or pagination.offset
    view = _argument(case, key)
    if view is not None:
        at = next((found for bound in _BOUNDS.get(name, ()) if (found := case.below(view.schema.at, bound)) is not None), view.at)
        first = where(at)
    elif name == "items" and evidence:
        first = evidence[-1]
    elif isinstance(value, str) and (tokens := _last(value)) is not None:
        # A member or a header of the answer: the evidence that ends in its name.
        first = next((place for place in evidence if _last(place.pointer) == tokens), first)
    others = tuple(one for one in evidence if one != first)
    return Fact(fact, value, pagination.basis, rule, first, evidence=others)


def _last(text: str) -> str | None:
    """The last name of a pointer, or a header's name, without case."""
    return (parse(text)[-1] if text.startswith("/") else text).lower() or None


def _argument(case: Case, key: str | None) -> ParameterView | None:
    """The parameter that a key of the pagination names, where it is no member of a body."""
    if key is None or case.view is None:
        return None
    for parameter in case.operation.parameters:
        if parameter.key == key.partition("/")[0] and parameter.location is not Location.BODY:
            same = (view for view in case.view.parameters if (view.name, view.location) == (parameter.name, parameter.location))
            return next(same, None)
    return None
