"""What pagination is decided on: the arguments, the success answer and the extensions of one operation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from connectors.canonical import Json
from connectors.derive.answer_shape import Node, Shapes
from connectors.derive.paging_words import is_paging_container
from connectors.description.at import At
from connectors.model.operation import Location

__all__ = ["AnswerHeader", "Argument", "Facts", "content_rank", "nested"]

_NESTED = 12


@dataclass(frozen=True, slots=True)
class Argument:
    """A request member. `key` is its public key, with the names below it where it is a member of an object: `page/after`.

    `name` is how it is spelled on the wire: `page[after]` below a `deepObject` parameter, `page.after` in a body.
    """

    key: str
    name: str
    location: Location
    node: Node
    required: bool = False
    description: str | None = None


@dataclass(frozen=True, slots=True)
class AnswerHeader:
    """A declared header of the success answer."""

    name: str
    node: Node


@dataclass(frozen=True, slots=True)
class Facts:
    """One operation, as far as pagination cares. `answer` is the first success that is JSON; None where none has a schema."""

    identity: str
    method: str
    path: str
    arguments: tuple[Argument, ...]
    answer: Node | None
    headers: tuple[AnswerHeader, ...]
    at: At
    extensions: Mapping[str, Json] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    """Prose about the operation: never more than a reason to propose."""


def nested(argument: Argument, shapes: Shapes, *, brackets: bool) -> Iterator[Argument]:
    """The members of an argument that is an object, as arguments of their own."""
    members = shapes.members(argument.node)
    if len(members) > _NESTED and not is_paging_container(argument.name):
        return
    for name, node in members.items():
        schema = node.schema
        text = schema.get("description") if type(schema) is dict else None
        yield Argument(
            f"{argument.key}/{name.replace('~', '~0').replace('/', '~1')}",
            f"{argument.name}[{name}]" if brackets else f"{argument.name}.{name}",
            argument.location,
            node,
            description=text if type(text) is str else None,
        )


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
    ranked = [(rank, node) for media_type, node in contents if node is not None and (rank := content_rank(media_type)) is not None]
    return min(ranked, key=lambda pair: pair[0])[1] if ranked else None
