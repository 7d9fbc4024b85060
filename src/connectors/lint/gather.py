"""Every document that a description consists of, those that no operation reaches included.

The second readers get the trees that our own reader made; what they cannot find among these, they may not look for.
"""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from connectors.description.resolve import OpenDocument, Unfollowed
from connectors.description.tree import Document, Json
from connectors.limits import Limits
from connectors.problems import Code

__all__ = ["Gathered", "gather", "named"]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The documents, the entry document first; and by document and reference, why a file that is named was not opened."""

    documents: tuple[Document, ...]
    unopened: dict[tuple[str, str], Unfollowed]


def gather(documents: tuple[Document, ...], open_document: OpenDocument, limits: Limits) -> Gathered:
    """The documents given, and every further one that they name in a `$ref` and that may be opened."""
    found = {document.name: document for document in documents}
    refused: dict[str, Unfollowed] = {}
    unopened: dict[tuple[str, str], Unfollowed] = {}
    entry = posixpath.basename(found[""].shown_as)
    pending = list(documents)
    while pending:
        document = pending.pop()
        for reference in _references(document.tree):
            name = named(document.name, reference, entry)
            if name is None or name in found:
                continue
            if name not in refused:
                opened = open_document(name) if len(found) + len(refused) < limits.documents else _TOO_MANY
                if isinstance(opened, Document):
                    found[name] = opened
                    pending.append(opened)
                    continue
                refused[name] = opened
            unopened[document.name, reference] = refused[name]
    return Gathered(tuple(found[name] for name in sorted(found)), unopened)


_TOO_MANY = Unfollowed(Code.TOO_MANY_DOCUMENTS, "the description names more documents than may be opened")


def named(base: str, reference: str, entry: str) -> str | None:
    """The path of the document that a reference names, seen from the document `base`; None for one with a scheme or a host.

    `entry` is the file name of the entry document, whose path is "". Without an address the reference names `base` itself.
    Source: RFC 3986 §5.2.
    """
    address = reference.partition("#")[0]
    if not address:
        return base
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    path = unquote(parts.path)
    if parts.scheme or parts.netloc or not path or path.startswith("/") or "\\" in path or "\0" in path:
        return None
    name = posixpath.normpath(posixpath.join(posixpath.dirname(base), path))
    return "" if name == entry else name


def _references(tree: Json) -> Iterator[str]:
    pending: list[Json] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        elif isinstance(node, dict):
            reference = node.get("$ref")
            if isinstance(reference, str):
                yield reference
            pending.extend(node.values())
