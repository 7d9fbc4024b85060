"""Paging: a collection can be walked to its end with what its pagination names."""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from connectors.answers import Answer, Definitions, json_answers
from connectors.check.finding import Finding
from connectors.check.places import Places, arguments, label
from connectors.model.operation import Basis, Operation, Pagination, PaginationEnd, PaginationStyle
from connectors.model.package import Package
from connectors.problems import Code, Severity, nearest

__all__ = ["paging"]

_Fault: TypeAlias = tuple[Code, str, str, str]
"""A code, the pointer below the pagination, the rest of a sentence about the operation, and what to do."""

_KEYS = ("page", "offset", "cursor", "size")
_HEADERS = ("next_header", "total_header")
_NEEDS: dict[PaginationStyle, tuple[tuple[str, ...], ...]] = {
    PaginationStyle.PAGE: (("page",),),
    PaginationStyle.OFFSET: (("offset",),),
    PaginationStyle.CURSOR: (("cursor",), ("next", "next_header", "cursor_item")),
    PaginationStyle.LAST_ID: (("cursor",), ("cursor_item",)),
    PaginationStyle.NEXT_URL: (("next", "next_header"),),
    PaginationStyle.LINK_HEADER: (),
}
"""What a style cannot do without: one of each group."""

_SIGNS: dict[PaginationEnd, tuple[str, ...]] = {
    PaginationEnd.NO_NEXT: ("next", "next_header"),
    PaginationEnd.HAS_MORE_FALSE: ("has_more",),
    PaginationEnd.DONE_TRUE: ("done",),
    PaginationEnd.PAGES_REACHED: ("pages",),
    PaginationEnd.TOTAL_REACHED: ("total", "total_header"),
    PaginationEnd.SHORT_PAGE: ("size", "size_default", "size_max"),
}
"""What shows an end: one of these. An empty page shows itself."""

_LEAST = {"first": 0, "size_default": 1, "size_max": 1, "max_pages": 1}


def paging(package: Package) -> Iterator[Finding]:
    """Parameters and pointers of a pagination exist, what ends it is named, and its sizes make sense.

    What a person authored was compared with the answers when the overlay was applied, and may be known to be undocumented: only its
    parameters and its own consistency are looked at.
    """
    places = Places(package)
    schemas = Definitions(package.schemas)
    for operation in package.operations:
        pagination = operation.pagination
        if pagination is None:
            continue
        faults = [*_of_style(pagination), *_of_ends(pagination), *_of_sizes(pagination)]
        faults += _of_keys(pagination, operation, schemas)
        if pagination.basis is not Basis.AUTHORED:
            faults += [*_of_answers(pagination, operation, schemas), *_of_headers(pagination, operation)]
        for code, tail, said, remedy in faults:
            place = places.of(operation, f"/pagination{tail}")
            yield Finding(code, Severity.ERROR, f"{label(operation)} {said}", remedy, place, operation.identity)


def _of_style(pagination: Pagination) -> Iterator[_Fault]:
    for group in _NEEDS[pagination.style]:
        if all(getattr(pagination, name) is None for name in group):
            names = " or ".join(f"`{name}`" for name in group)
            said = f"is walked by `{pagination.style}`, which takes {names}, found none"
            yield (
                Code.PAGING_CANNOT_WALK,
                "/style",
                said,
                f"add `{group[0]}` to its `pagination` in the overlay, or another `style`",
            )


def _of_ends(pagination: Pagination) -> Iterator[_Fault]:
    remedy = "correct `ends_when` of its `pagination` in the overlay"
    if not pagination.ends_when:
        yield Code.PAGING_CANNOT_END, "/ends_when", "is walked until a sign shows the end, found no sign", remedy
    for index, end in enumerate(pagination.ends_when):
        signs = _SIGNS.get(end, ())
        implied = end is PaginationEnd.NO_NEXT and pagination.style is PaginationStyle.LINK_HEADER
        if signs and not implied and all(getattr(pagination, sign) is None for sign in signs):
            words = " or ".join(f"`{sign}`" for sign in signs)
            said = f"ends at `{end}`, which {words} shows, found none"
            yield Code.PAGING_CANNOT_END, f"/ends_when/{index}", said, f"add {words}, or {remedy}"


def _of_sizes(pagination: Pagination) -> Iterator[_Fault]:
    remedy = "correct the number in its `pagination` in the overlay"
    for name, least in _LEAST.items():
        value = getattr(pagination, name)
        if value is not None and value < least:
            yield Code.PAGING_SIZE, f"/{name}", f"has a `{name}` of {least} at least, found {value}", remedy
    default, most = pagination.size_default, pagination.size_max
    if default is not None and most is not None and default > most:
        yield Code.PAGING_SIZE, "/size_default", f"has at most {most} items in a part, found {default} by default", remedy


def _of_keys(pagination: Pagination, operation: Operation, schemas: Definitions) -> Iterator[_Fault]:
    """Each names an argument, or a member inside of one that is an object, by its path: `page/after`."""
    texts = {argument.key: argument.schema for _, argument in arguments(operation)}
    for name in _KEYS:
        named = getattr(pagination, name)
        if named is None:
            continue
        key, slash, path = named.partition("/")
        if key not in texts:
            near = nearest(key, texts)
            remedy = f"write `{near}` in the overlay" if near else f"name one of its parameters as `{name}` in the overlay"
            yield Code.PAGING_CANNOT_WALK, f"/{name}", f"has the parameter that `{name}` names, found no `{key}`", remedy
        elif slash and _at(Answer((msgspec.json.decode(texts[key]),), schemas), f"/{path}") is None:
            said = f"has the member of `{key}` that `{name}` names, found no `{path}` in it"
            yield Code.PAGING_CANNOT_WALK, f"/{name}", said, f"correct `{name}` of its `pagination` in the overlay"


def _of_answers(pagination: Pagination, operation: Operation, schemas: Definitions) -> Iterator[_Fault]:
    walk, end = Code.PAGING_CANNOT_WALK, Code.PAGING_CANNOT_END
    answer = json_answers(operation, schemas)
    if answer is None:
        yield walk, "", "is walked through answers of JSON, found none described", "remove its `pagination` in the overlay"
        return
    items = _at(answer, pagination.items or "")
    if items is None or not items.may_be("array"):
        found = "nothing there" if items is None else "no list there"
        said = f"answers a list at `{pagination.items or ''}`, which `items` names, found {found}"
        yield walk, "/items", said, "name the list as `items` of its `pagination` in the overlay"
    elif pagination.cursor_item is not None and _at(items, f"/0{pagination.cursor_item}") is None:
        said = f"has items with `{pagination.cursor_item}`, which `cursor_item` names, found none"
        yield walk, "/cursor_item", said, "correct `cursor_item` of its `pagination` in the overlay"
    for name, code in (("next", walk), ("has_more", end), ("done", end), ("pages", end), ("total", end)):
        where = getattr(pagination, name)
        if where is not None and _at(answer, where) is None:
            said = f"answers something at `{where}`, which `{name}` names, found nothing"
            yield code, f"/{name}", said, f"correct `{name}` of its `pagination` in the overlay"


def _of_headers(pagination: Pagination, operation: Operation) -> Iterator[_Fault]:
    declared = {header.name.lower() for answer in operation.responses for header in answer.headers}
    for name in _HEADERS:
        header = getattr(pagination, name)
        if header is not None and header.lower() not in declared:
            code = Code.PAGING_CANNOT_WALK if name == "next_header" else Code.PAGING_CANNOT_END
            said = f"answers with the header that `{name}` names, found no `{header}` declared"
            yield code, f"/{name}", said, f"correct `{name}` of its `pagination` in the overlay"


def _at(answer: Answer, where: str) -> Answer | None:
    """What is at a pointer; None also where the text is no pointer."""
    try:
        return answer.at(where)
    except ValueError:
        return None
