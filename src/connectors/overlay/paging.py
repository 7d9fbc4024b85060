"""Pagination as a person describes it, and why it could not work."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from connectors.answers import Answers, Definitions
from connectors.model.operation import Basis, Operation, Pagination, PaginationEnd, PaginationStyle
from connectors.overlay.document import PaginationEdit
from connectors.overlay.finding import Fault
from connectors.problems import Code, nearest

__all__ = ["edited_pagination", "pagination_faults", "shape_faults"]

_KEYS = ("page", "offset", "cursor", "size")
_POINTERS = ("next", "has_more", "done", "pages", "total")
_NAMES = tuple(name for name in Pagination.__struct_fields__ if name not in ("style", "ends_when", "basis", "evidence"))

# What a style cannot do without (one of each group), and what else is its own.
_NEEDS: dict[PaginationStyle, tuple[tuple[str, ...], ...]] = {
    PaginationStyle.PAGE: (("page",),),
    PaginationStyle.OFFSET: (("offset",),),
    PaginationStyle.CURSOR: (("cursor",), ("next", "next_header", "cursor_item")),
    PaginationStyle.LAST_ID: (("cursor",), ("cursor_item",)),
    PaginationStyle.NEXT_URL: (("next", "next_header"),),
    PaginationStyle.LINK_HEADER: (),
}
_LINKS = (PaginationStyle.NEXT_URL, PaginationStyle.LINK_HEADER)
"""A link says itself which parameter moves it; naming that one does no harm."""
_OWN = {
    "page": {PaginationStyle.PAGE, *_LINKS},
    "offset": {PaginationStyle.OFFSET, *_LINKS},
    "first": {PaginationStyle.PAGE, PaginationStyle.OFFSET, *_LINKS},
    "cursor": {PaginationStyle.CURSOR, PaginationStyle.LAST_ID, *_LINKS},
    "cursor_item": {PaginationStyle.CURSOR, PaginationStyle.LAST_ID},
}
_MEANS = {
    "page": "the key of the parameter that takes the number of the page",
    "offset": "the key of the parameter that takes the offset",
    "cursor": "the key of the parameter that the cursor is sent in",
    "cursor_item": "the pointer of the cursor inside the last item",
    "next": "the pointer of the next cursor or address in the answer",
}


def edited_pagination(edit: PaginationEdit, before: Pagination | None, default: Pagination | None) -> Pagination | None:
    """What the edit makes of the pagination there was, under the connector's; None where nobody says which style.

    An edit that states a style describes the whole, and takes nothing over: what it says does not depend on what was inferred. Where no
    end is stated, it is what the answer says itself; a walk by numbers ends at an empty page, which costs a request and holds for
    every vendor that has one.
    """
    base = _over(before, default) if edit.style is UNSET else None
    style = edit.style if edit.style is not UNSET else base.style if base else None
    if style is None:
        return None
    values: dict[str, Any] = {name: _value(edit, name, base) for name in _NAMES}
    draft = Pagination(style=style, ends_when=(), basis=Basis.AUTHORED, **values)
    if edit.ends_when is not UNSET:
        ends = edit.ends_when
    elif base is not None:
        ends = base.ends_when
    else:
        ends = _ends(draft)
    return Pagination(style=style, ends_when=ends, basis=Basis.AUTHORED, **values)


def _over(derived: Pagination | None, default: Pagination | None) -> Pagination | None:
    """What the connector says, and for the rest what was derived, where both are of one style."""
    if derived is None or default is None or derived.style is not default.style:
        return default or derived
    stated = {name: value for name in _NAMES if (value := getattr(default, name)) is not None}
    return msgspec.structs.replace(derived, ends_when=default.ends_when, **stated)


def _value(edit: PaginationEdit, name: str, base: Pagination | None) -> Any:
    stated = getattr(edit, name)
    return (getattr(base, name) if base else None) if stated is UNSET else stated


def _ends(pagination: Pagination) -> tuple[PaginationEnd, ...]:
    ends = [
        end
        for end, is_shown in (
            (PaginationEnd.NO_NEXT, pagination.next is not None or pagination.next_header is not None),
            (PaginationEnd.HAS_MORE_FALSE, pagination.has_more is not None),
            (PaginationEnd.DONE_TRUE, pagination.done is not None),
            (PaginationEnd.PAGES_REACHED, pagination.pages is not None),
            (PaginationEnd.TOTAL_REACHED, pagination.total is not None or pagination.total_header is not None),
        )
        if is_shown
    ]
    if pagination.style is PaginationStyle.LINK_HEADER:
        ends.insert(0, PaginationEnd.NO_NEXT)
    return tuple(dict.fromkeys(ends)) or (PaginationEnd.EMPTY_PAGE,)


def shape_faults(pagination: Pagination) -> Iterator[Fault]:
    """What is wrong whatever the operation is like."""
    style = pagination.style
    for group in _NEEDS[style]:
        if all(getattr(pagination, name) is None for name in group):
            names = " or ".join(f"`{name}`" for name in group)
            tail = f"is walked by `{style}`, which takes {names}: {_MEANS[group[0]]}"
            yield Fault((), Code.OVERLAY_PAGINATION, tail, f"add `{group[0]}`", group)
    for name, styles in _OWN.items():
        if getattr(pagination, name) is not None and style not in styles:
            tail = f"is walked by `{style}`, which has no `{name}`"
            yield Fault((name,), Code.OVERLAY_PAGINATION, tail, f"remove `{name}`, or correct `style`")
    shown: dict[PaginationEnd, tuple[tuple[str, ...], bool]] = {
        PaginationEnd.NO_NEXT: (("next", "next_header"), style is PaginationStyle.LINK_HEADER),
        PaginationEnd.HAS_MORE_FALSE: (("has_more",), False),
        PaginationEnd.DONE_TRUE: (("done",), False),
        PaginationEnd.PAGES_REACHED: (("pages",), False),
        PaginationEnd.TOTAL_REACHED: (("total", "total_header"), False),
        PaginationEnd.SHORT_PAGE: (("size", "size_default", "size_max"), False),
    }
    for end in pagination.ends_when:
        signs, anyway = shown.get(end, ((), True))
        if not anyway and all(getattr(pagination, sign) is None for sign in signs):
            words = " or ".join(f"`{sign}`" for sign in signs)
            yield Fault(
                ("ends_when",), Code.OVERLAY_PAGINATION, f"ends at `{end}`, which nothing shows without {words}", f"add {words}"
            )
    if pagination.size_default is not None and pagination.size_max is not None and pagination.size_default > pagination.size_max:
        tail = f"has at most {pagination.size_max} items in a part, and {pagination.size_default} by default"
        yield Fault(("size_default",), Code.OVERLAY_PAGINATION, tail, "correct one of the two")


def pagination_faults(
    pagination: Pagination, operation: Operation, keys: Iterable[str], definitions: Definitions, *, undocumented: bool
) -> tuple[Pagination, tuple[Fault, ...]]:
    """The pagination with what follows from the answer, and why it could not work on this operation."""
    faults = list(shape_faults(pagination))
    faults.extend(_key_faults(pagination, tuple(keys)))
    answers = Answers(operation, definitions)
    if undocumented:
        if pagination.items is None:
            faults.append(
                Fault((), Code.OVERLAY_PAGINATION, "is walked, and nothing says where its `items` stand", "add `items`", ("items",))
            )
        return pagination, tuple(faults)
    if not answers.roots:
        tail = "is walked, and the description shows no JSON in an answer of 2xx: there are no `items`"
        faults.append(Fault((), Code.OVERLAY_PAGINATION, tail, "remove it, or add `undocumented: true` where you know the answer"))
        return pagination, tuple(faults)
    pagination, more = _with_items(pagination, answers)
    faults.extend(more)
    for name in _POINTERS:
        at = getattr(pagination, name)
        if at is not None and answers.look(at) is None:
            faults.append(_missing(name, at, answers.names()))
    return pagination, tuple(faults)


def _key_faults(pagination: Pagination, keys: tuple[str, ...]) -> Iterator[Fault]:
    for name in _KEYS:
        key = getattr(pagination, name)
        # A position inside an argument is named by its key, a slash, and the member's path.
        if key is not None and key.partition("/")[0] not in keys:
            meant = nearest(key, keys)
            known = ", ".join(f"`{known}`" for known in keys) or "none"
            remedy = f"write `{meant}`" if meant else f"name one of its parameters: {known}"
            yield Fault((name,), Code.OVERLAY_PAGINATION, f"has no parameter `{key}`, which `{name}` names", remedy)


def _with_items(pagination: Pagination, answers: Answers) -> tuple[Pagination, list[Fault]]:

    arrays = answers.arrays()
    meant = ", ".join(f'`items: "{at}"`' if not at else f"`items: {at}`" for at in arrays)
    remedy = f"write {meant}" if meant else "name the list, or remove `pagination`"
    if pagination.items is None:
        if "" not in arrays:
            tail = "is walked, and its answer is no list: `items` has to say where they stand"
            return pagination, [Fault((), Code.OVERLAY_PAGINATION, tail, remedy, ("items",))]
        pagination = msgspec.structs.replace(pagination, items="")
    look = answers.look(str(pagination.items))
    if look is None:
        return pagination, [
            Fault(("items",), Code.OVERLAY_PAGINATION, f"answers nothing at `{pagination.items}`, which `items` names", remedy)
        ]
    if not look.may_be("array"):
        tail = f"has no list at `{pagination.items}`, which `items` names"
        return pagination, [Fault(("items",), Code.OVERLAY_PAGINATION, tail, remedy)]
    if pagination.cursor_item is not None and look.schemas:
        inside = look.at(f"/0{pagination.cursor_item}")
        if inside is None:
            tail = f"has items without `{pagination.cursor_item}`, which `cursor_item` names"
            return pagination, [Fault(("cursor_item",), Code.OVERLAY_PAGINATION, tail, "correct the pointer inside an item")]
    return pagination, []


def _missing(name: str, at: str, known: tuple[str, ...]) -> Fault:
    meant = nearest(at, known)
    remedy = f"write `{name}: {meant}`" if meant else "correct the pointer, or add `undocumented: true`"
    return Fault((name,), Code.OVERLAY_PAGINATION, f"answers nothing at `{at}`, which `{name}` names", remedy)
