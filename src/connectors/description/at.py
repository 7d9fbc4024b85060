"""Places inside a raw tree, cheap enough to be carried along everywhere.

A place is a chain of keys towards the root: `(parent, key)`, and `(None, name)` for the root of the document called `name`. Making
one costs a tuple; the pointer's text is spelled only when somebody asks.
"""

from typing import TypeAlias

from connectors.model.places import Place
from connectors.pointer import join

__all__ = ["At", "document_of", "last_key", "place", "pointer_of", "root", "tokens_of"]

At: TypeAlias = "tuple[At | None, str | int]"


def root(document: str) -> At:
    """The whole of the document of that name; the entry document's name is ""."""
    return (None, document)


def document_of(at: At) -> str:
    """The name of the document that `at` is in."""
    parent, key = at
    while parent is not None:
        parent, key = parent
    return str(key)


def tokens_of(at: At) -> tuple[str | int, ...]:
    """The unescaped keys from the root of the document down to `at`."""
    tokens: list[str | int] = []
    parent, key = at
    while parent is not None:
        tokens.append(key)
        parent, key = parent
    return tuple(reversed(tokens))


def pointer_of(at: At) -> str:
    """The JSON Pointer of `at` inside its document."""
    return join(tokens_of(at))


def last_key(at: At) -> str:
    """The key under which the node at `at` stands; "" for a whole document."""
    return "" if at[0] is None else str(at[1])


def place(at: At) -> Place:
    """The place as the package writes it."""
    return Place(file=document_of(at), pointer=pointer_of(at))
