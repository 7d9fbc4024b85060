"""What vendor extensions of an operation declare about its pagination.

Three families: those that name the members (`x-ms-pageable`), those that name requests and answers by JSONPath
(`x-speakeasy-pagination`, `x-fern-pagination`), and a flag (`x-client-paginated`). Each is documented by its format's own manual.
"""

from collections.abc import Mapping

import msgspec

from connectors.canonical import Json
from connectors.model.operation import PaginationStyle

__all__ = ["Declared", "OnePage", "declared_by", "is_flagged"]


class OnePage(msgspec.Struct, frozen=True):
    """The extension says that the answer is the whole list."""

    key: str


class Declared(msgspec.Struct, frozen=True):
    """The extension says how the collection is walked. Members of the answer are paths of keys, arguments wire names."""

    key: str
    style: PaginationStyle
    items: tuple[str, ...] | None = None
    next: tuple[str, ...] | None = None
    next_is_stated: bool = True
    """False where the member of the next position is the extension's default, which the answer has to confirm."""
    position: str | None = None
    size: str | None = None
    has_more: tuple[str, ...] | None = None


def is_flagged(extensions: Mapping[str, Json]) -> bool | None:
    """What `x-client-paginated` says: paged, not paged, or nothing."""
    value = extensions.get("x-client-paginated")
    return value if type(value) is bool else None


def declared_by(extensions: Mapping[str, Json]) -> Declared | OnePage | None:
    """What the extensions of an operation say; None where none says how."""
    pageable = extensions.get("x-ms-pageable")
    if type(pageable) is dict:
        return _pageable(pageable)
    paths = extensions.get("x-speakeasy-pagination")
    if type(paths) is dict:
        return _typed_inputs(paths)
    names = extensions.get("x-fern-pagination")
    if type(names) is dict:
        return _named_paths(names)
    return None


def _pageable(value: dict[str, Json]) -> Declared | OnePage:
    """`itemName` is `value` unless given. A `nextLinkName` of null, or an empty one, says that one call answers everything.

    Source: AutoRest, OpenAPI extensions, `x-ms-pageable`.
    """
    item = value.get("itemName")
    items = (item,) if type(item) is str and item else ("value",)
    if "nextLinkName" not in value:
        return Declared("x-ms-pageable", PaginationStyle.NEXT_URL, items, ("nextLink",), next_is_stated=False)
    name = value["nextLinkName"]
    if type(name) is not str or not name:
        return OnePage("x-ms-pageable")
    return Declared("x-ms-pageable", PaginationStyle.NEXT_URL, items, (name,))


def _typed_inputs(value: dict[str, Json]) -> Declared | None:
    """`type`, `inputs` and `outputs`; outputs are JSONPaths of the answer."""
    named: dict[str, str] = {}
    inputs = value.get("inputs")
    for item in inputs if type(inputs) is list else ():
        if type(item) is dict and type(kind := item.get("type")) is str and type(name := item.get("name")) is str:
            named.setdefault(kind, name)
    outputs = value.get("outputs")
    out = outputs if type(outputs) is dict else {}
    items = _path(out.get("results"))
    size = named.get("limit")
    key = "x-speakeasy-pagination"
    kind = value.get("type")
    if kind == "url":
        following = _path(out.get("nextUrl"))
        return Declared(key, PaginationStyle.NEXT_URL, items, following, size=size) if following else None
    if kind == "cursor":
        following, position = _path(out.get("nextCursor")), named.get("cursor")
        return (
            Declared(key, PaginationStyle.CURSOR, items, following, position=position, size=size)
            if following and position
            else None
        )
    if kind == "offsetLimit":
        if "page" in named:
            return Declared(key, PaginationStyle.PAGE, items, position=named["page"], size=size)
        if "offset" in named:
            return Declared(key, PaginationStyle.OFFSET, items, position=named["offset"], size=size)
    return None


def _named_paths(value: dict[str, Json]) -> Declared | None:
    """`cursor`, `next_cursor`, `next_uri`, `offset`, `results`: each a path below `$request` or `$response`."""
    key = "x-fern-pagination"
    items = _path(value.get("results"))
    more = _path(value.get("has-next-page"))
    following = _path(value.get("next_uri"))
    if following is not None:
        return Declared(key, PaginationStyle.NEXT_URL, items, following)
    cursor, following = _path(value.get("cursor")), _path(value.get("next_cursor"))
    if cursor and following:
        return Declared(key, PaginationStyle.CURSOR, items, following, position=".".join(cursor))
    offset, step = _path(value.get("offset")), _path(value.get("step"))
    if offset:
        # With a `step` the position grows by the size of a part: it counts items.
        style = PaginationStyle.OFFSET if step else PaginationStyle.PAGE
        return Declared(key, style, items, position=".".join(offset), size=".".join(step) if step else None, has_more=more)
    return None


def _path(value: Json) -> tuple[str, ...] | None:
    """The keys of a JSONPath that names one member: `$.data.items`, `$response.next`. None for anything cleverer."""
    if type(value) is not str or not value.startswith("$") or any(sign in value for sign in "[]*?@()"):
        return None
    head, *keys = value.split(".")
    if head not in ("$", "$request", "$response") or not all(keys):
        return None
    return tuple(keys)
