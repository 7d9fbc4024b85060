"""What an answer says about its place in the collection: the next position, whether more follows, how much there is."""

from enum import StrEnum

import msgspec

from connectors.canonical import Json
from connectors.derive.answer_shape import Member, Node, Shape, Shapes
from connectors.derive.paging_facts import AnswerHeader
from connectors.derive.paging_words import (
    Role,
    is_inverse_flag,
    is_more_flag,
    is_page_total,
    is_paging_container,
    is_total,
    is_total_of,
    is_weak_total,
    joined,
    names_an_address,
    role_of,
    words_of,
)
from connectors.pointer import join

__all__ = ["Next", "NextKind", "Signal", "Signals", "signals_of"]


# With these a `next` is about something else than the next part.
_OTHER_NEXT = frozenset(
    {
        "previous",
        "prev",
        "text",
        "label",
        "title",
        "update",
        "run",
        "date",
        "payment",
        "billing",
        "time",
        "at",
        "charge",
        "invoice",
        "id",
    }
)


class NextKind(StrEnum):
    """What the next position is."""

    ADDRESS = "address"
    VALUE = "value"
    OPEN = "open"
    """A text of which nothing says whether it is an address."""
    NUMBER = "number"


class Signal(msgspec.Struct, frozen=True):
    """A sign in the answer: the pointer to it in the body, or the name of its header; and its place."""

    name: str
    node: Node
    path: tuple[str, ...] | None = None
    header: str | None = None

    @property
    def pointer(self) -> str | None:
        """Where it is in the body; None for a header."""
        return None if self.path is None else join(self.path)


class Next(msgspec.Struct, frozen=True):
    """A next position."""

    signal: Signal
    kind: NextKind
    strong: bool
    """Whether its name says that it leads on; otherwise only an argument of the same name makes it one."""


class Signals(msgspec.Struct, frozen=True):
    """All signs of one answer. `more` is true while something follows, `done` when nothing does; `total` counts items, `pages` parts."""

    nexts: tuple[Next, ...] = ()
    more: Signal | None = None
    done: Signal | None = None
    total: Signal | None = None
    weak_total: Signal | None = None
    pages: Signal | None = None
    link: Signal | None = None
    others: tuple[Signal, ...] = ()
    """Other scalars beside the collection: an argument of the same name may make one of them the next position."""


def signals_of(
    shape: Shape | None, headers: tuple[AnswerHeader, ...], collection: tuple[str, ...] | None, shapes: Shapes
) -> Signals:
    """The signs beside the collection at the path `collection`: in the objects around it, and in those for facts about the part."""
    nexts: list[Next] = []
    others: list[Signal] = []
    found: dict[str, Signal] = {}
    for member in shape.scalars if shape is not None else ():
        if not _beside(member.path[:-1], collection or ()):
            continue
        signal = Signal(member.name, member.node, path=member.path)
        _read(member, signal, nexts, others, found)
        if (
            "total" not in found
            and collection
            and member.kind in ("integer", "number")
            and is_total_of(member.name, collection[-1])
        ):
            found["total"] = signal
    for header in headers:
        _read_header(header, nexts, others, found, shapes)
    nexts.sort(key=lambda item: (not item.strong, item.kind is not NextKind.ADDRESS))
    return Signals(
        nexts=tuple(nexts),
        more=found.get("more"),
        done=found.get("done"),
        total=found.get("total"),
        weak_total=found.get("weak_total"),
        pages=found.get("pages"),
        link=found.get("link"),
        others=tuple(others),
    )


def _beside(parents: tuple[str, ...], collection: tuple[str, ...]) -> bool:
    around = collection[:-1]
    return parents == around or all(
        parents[: index + 1] == around[: index + 1] or is_paging_container(name) for index, name in enumerate(parents)
    )


def _read(member: Member, signal: Signal, nexts: list[Next], others: list[Signal], found: dict[str, Signal]) -> None:
    name, kind = member.name, member.kind
    if kind == "boolean":
        if is_more_flag(name):
            found.setdefault("more", signal)
        elif is_inverse_flag(name):
            found.setdefault("done", signal)
        return
    position = _next(member)
    if position is not None:
        nexts.append(Next(signal, *position))
        return
    if kind in ("integer", "number", "any", "string"):
        if is_page_total(name):
            if kind != "string" or _numeric(signal.node.schema):
                found.setdefault("pages", signal)
            return
        if kind != "string" or _numeric(signal.node.schema):
            if is_total(name):
                found.setdefault("total", signal)
                return
            if is_weak_total(name):
                found.setdefault("weak_total", signal)
                return
            if kind == "any" and is_more_flag(name):
                found.setdefault("more", signal)
                return
        others.append(signal)


def _next(member: Member) -> tuple[NextKind, bool] | None:
    """Whether a scalar names the next position: what kind of it, and whether its name alone says so."""
    name, kind = member.name, member.kind
    parents = member.path[:-1]
    around = tuple(word for parent in parents for word in words_of(parent))
    words = words_of(name)
    in_next = "next" in around and joined(name) in ("href", "url", "uri", "link", "cursor", "token", "page", "offset")
    leads = "next" in words or in_next
    if leads:
        if not _OTHER_NEXT.isdisjoint(words) and "page" not in words:
            return None
        if kind in ("integer", "number"):
            return NextKind.NUMBER, True
        if kind not in ("string", "any"):
            return None
        schema = member.node.schema
        if names_an_address(name) or _is_address(schema) or any(names_an_address(parent) for parent in parents):
            return NextKind.ADDRESS, True
        if words in (("next",), ("next", "page"), ("next", "results")):
            return NextKind.OPEN, True
        return NextKind.VALUE, True
    if words[:2] == ("load", "more") and kind == "string":
        return NextKind.OPEN, False
    if kind not in ("string", "any", "integer", "number"):
        return None
    role = role_of(name)
    if (joined(name) in ("after", "endcursor", "aftercursor") and any(is_paging_container(parent) for parent in parents)) or joined(
        name
    ) in ("endcursor", "aftercursor"):
        return NextKind.VALUE, True
    if role is Role.CURSOR and not {"previous", "prev", "before", "start", "current", "this"}.intersection(words):
        return NextKind.VALUE, joined(name) not in ("iterator", "position")
    return None


def _is_address(schema: Json) -> bool:
    if type(schema) is not dict:
        return False
    if schema.get("format") in ("uri", "url", "uri-reference", "iri", "uri-template"):
        return True
    examples = schema.get("examples")
    shown = [schema.get("example"), schema.get("default"), *(examples if type(examples) is list else ())]
    return any(type(text) is str and (text.startswith(("http://", "https://", "/")) or "?" in text) for text in shown)


def _numeric(schema: Json) -> bool:
    if type(schema) is not dict:
        return False
    examples = schema.get("examples")
    shown = [schema.get("default"), *(examples if type(examples) is list else ())]
    return any(type(text) is str and text.isdigit() for text in shown)


def _read_header(header: AnswerHeader, nexts: list[Next], others: list[Signal], found: dict[str, Signal], shapes: Shapes) -> None:
    name = header.name
    signal = Signal(name, header.node, header=name)
    words = tuple(word for word in words_of(name) if word != "x")
    if name.lower() == "link":
        found.setdefault("link", signal)
    elif "next" in words and _OTHER_NEXT.isdisjoint(words):
        kind = shapes.kind(header.node)
        if kind in ("integer", "number"):
            nexts.append(Next(signal, NextKind.NUMBER, True))
        elif names_an_address(name) or _is_address(header.node.schema):
            nexts.append(Next(signal, NextKind.ADDRESS, True))
        else:
            nexts.append(Next(signal, NextKind.OPEN if words in (("next",), ("next", "page")) else NextKind.VALUE, True))
    elif is_more_flag(name):
        found.setdefault("more", signal)
    elif is_page_total(name) or ("pages" in words and len(words) <= 2) or words[-2:] == ("page", "count"):
        found.setdefault("pages", signal)
    elif is_total(name) or words[-2:] == ("item", "count"):
        found.setdefault("total", signal)
    elif role_of(name) is Role.CURSOR:
        nexts.append(Next(signal, NextKind.VALUE, False))
    else:
        others.append(signal)
