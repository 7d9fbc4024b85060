"""What pagination is decided on: the arguments, the success answer and the extensions of one operation."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from connectors.canonical import Json
from connectors.derive.answer_shape import Node, Shapes
from connectors.derive.paging_words import is_paging_container
from connectors.description.at import At
from connectors.model.operation import Body, Location, Style

__all__ = [
    "READS",
    "AnswerHeader",
    "Argument",
    "Facts",
    "best_content",
    "body_arguments",
    "content_rank",
    "holds_members",
    "nested",
]

READS = frozenset({"GET", "QUERY"})
"""The methods that only read; QUERY is a GET with a body."""
_NESTED = 12


class Argument(msgspec.Struct, frozen=True):
    """A request member. `key` is its public key, with the names below it where it is a member of an object: `page/after`.

    `name` is how it is spelled on the wire: `page[after]` below a `deepObject` parameter, `page.after` in a body.
    """

    key: str
    name: str
    location: Location
    node: Node
    required: bool = False
    description: str | None = None
    inner: str | None = None
    """The name alone of a member of an object whose own name says nothing of pages."""

    @property
    def said(self) -> str:
        """The name that tells what it is for."""
        return self.inner or self.name


class AnswerHeader(msgspec.Struct, frozen=True):
    """A declared header of the success answer."""

    name: str
    node: Node


class Facts(msgspec.Struct, frozen=True):
    """One operation, as far as pagination cares. `answer` is the first success that is JSON; None where none has a schema."""

    identity: str
    method: str
    path: str
    arguments: tuple[Argument, ...]
    answer: Node | None
    headers: tuple[AnswerHeader, ...]
    at: At
    extensions: Mapping[str, Json] = msgspec.field(default_factory=dict)
    texts: tuple[str, ...] = ()
    """Prose about the operation: never more than a reason to propose."""
    answers_unseen: bool = False
    """Whether a success may have a body, and none has a schema: what is in it, the description does not say."""


def nested(argument: Argument, shapes: Shapes, *, brackets: bool) -> Iterator[Argument]:
    """The members of an argument that is an object, as arguments of their own."""
    members = shapes.members(argument.node)
    if len(members) > _NESTED and not is_paging_container(argument.name):
        return
    for name, node in members.items():
        schema = node.schema
        text = schema.get("description") if type(schema) is dict else None
        yield Argument(
            f"{argument.key}/{escaped(name)}",
            f"{argument.name}[{name}]" if brackets else f"{argument.name}.{name}",
            argument.location,
            node,
            description=text if type(text) is str else None,
            inner=None if is_paging_container(argument.name) else name,
        )


def holds_members(argument: Argument, shapes: Shapes, *, style: Style | None, content_type: str | None) -> bool:
    """Whether a parameter is an object whose members are looked at one by one."""
    if style is Style.DEEP_OBJECT:
        return True
    if argument.location is not Location.QUERY or not (content_type is not None or is_paging_container(argument.name)):
        return False
    return shapes.kind(argument.node) == "object"


def body_arguments(body: Body, nodes: Mapping[str, Node], shapes: Shapes) -> list[Argument]:
    """The members of a body as arguments; `nodes` are their schemas by name. Below a body that is one value, keys start with its own."""
    fields = {field.name: field for field in body.fields or ()}
    found: list[Argument] = []
    for name, node in nodes.items():
        if body.whole is not None:
            key, required, description = f"{body.whole.key}/{escaped(name)}", False, None
        elif name in fields:
            field_ = fields[name]
            key, required, description = field_.key, field_.required, field_.description
        else:
            continue
        argument = Argument(key, name, Location.BODY, node, required, description)
        if is_paging_container(name) and shapes.kind(node) == "object":
            found += nested(argument, shapes, brackets=False)
        else:
            found.append(argument)
    return found


def escaped(name: str) -> str:
    """A member's name as one token of a key."""
    return name.replace("~", "~0").replace("/", "~1")


@lru_cache(maxsize=1024)
def content_rank(media_type: str | None) -> int | None:
    """How good a media type is to read a collection from; None for one that is no JSON."""
    if media_type is None:
        return 1
    essence = media_type.partition(";")[0].strip().lower()
    if essence == "application/json":
        return 0
    if essence.endswith("+json") or essence in ("text/json", "*/*", "application/*", "text/javascript"):
        return 1
    return None


def best_content(contents: Iterable[tuple[str | None, Node | None]]) -> Node | None:
    """The schema to read of one answer; None where no JSON is described."""
    best: tuple[int, Node] | None = None
    for media_type, node in contents:
        rank = content_rank(media_type) if node is not None else None
        if node is not None and rank is not None and (best is None or rank < best[0]):
            best = (rank, node)
    return best[1] if best is not None else None
