"""What goes to the process of the second readers, and what comes back: one JSON object on its stdin, JSON lines on its stdout."""

from typing import Any

import msgspec

__all__ = ["Heard", "Request", "Tree"]


class Tree(msgspec.Struct, frozen=True):
    """One document, as our own reader made it.

    `name` is its path below the entry document's folder, or its whole address; "" for the entry document.
    """

    name: str
    tree: Any


class Request(msgspec.Struct, frozen=True):
    """The documents of one description, the entry document first. `entry` is the file name of the entry document.

    `addresses` gives the names of documents by the whole addresses that references have for them.
    """

    format: str
    entry: str
    documents: list[Tree]
    addresses: dict[str, str] = {}


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a second reader said, at one node of one document.

    `kind` names the rule: the class of the error, or the JSON Schema keyword below `meta:` (a schema that is none) or `default:` (a default
    that its schema refuses). `failed` says that the reader could not read the node: it is no fault of the description's.
    """

    reader: str
    document: str
    tokens: list[str]
    kind: str
    message: str
    failed: bool = False
