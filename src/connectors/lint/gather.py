"""Every document that a description consists of, those that no operation reaches included.

The second readers get the trees that our own reader made; what they cannot find among these, they may not look for.
"""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import unquote, urljoin, urlsplit

from connectors.description.resolve import Network, OpenDocument, Unfollowed
from connectors.description.tree import Document, Json
from connectors.limits import Limits
from connectors.problems import Code

__all__ = ["Gathered", "gather", "named"]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The documents, the entry document first; and by document and reference, why a file that is named was not opened.

    `addresses` gives the names of documents by the whole addresses that references have for them.
    """

    documents: tuple[Document, ...]
    unopened: dict[tuple[str, str], Unfollowed]
    addresses: dict[str, str] = field(default_factory=dict)


def gather(
    documents: tuple[Document, ...], open_document: OpenDocument, limits: Limits, network: Network | None = None
) -> Gathered:
    """The documents given, and every further one that they name in a `$ref` and that may be opened.

    `network` as in `describe`. Raises FetchError where one could not be fetched for the network's sake.
    """
    found = {document.name: document for document in documents}
    refused: dict[str, Unfollowed] = {}
    unopened: dict[tuple[str, str], Unfollowed] = {}
    addresses: dict[str, str] = {}
    entry = posixpath.basename(found[""].shown_as)
    pending = list(documents)
    while pending:
        document = pending.pop()
        for reference in _references(document.tree):
            name = _located(document.name, reference, entry, network)
            if isinstance(name, Unfollowed):
                unopened[document.name, reference] = name
                continue
            if name is not None and "://" in (whole := _whole(document.name, reference)):
                addresses[whole] = name
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
    if network is not None:
        # What refers to a document by its whole address goes on from there: its own relative references are whole ones then.
        addresses = {own: name for name in found if (own := network.address_of(name)) is not None} | addresses
    return Gathered(tuple(found[name] for name in sorted(found)), unopened, addresses)


_TOO_MANY = Unfollowed(Code.TOO_MANY_DOCUMENTS, "the description names more documents than may be opened")


def named(base: str, reference: str, entry: str, addresses: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """The name of the document that a reference names, seen from the document `base`; None for an address that is none of `addresses`.

    `entry` is the file name of the entry document, whose name is "". Without an address the reference names `base` itself.
    Source: RFC 3986 §5.2.
    """
    address = reference.partition("#")[0]
    if not address:
        return base
    if (known := addresses.get(_whole(base, reference))) is not None or "://" in base:
        return known
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    path = unquote(parts.path)
    if parts.scheme or parts.netloc or not path or path.startswith("/") or "\\" in path or "\0" in path:
        return None
    name = posixpath.normpath(posixpath.join(posixpath.dirname(base), path))
    return "" if name == entry else name


def _located(base: str, reference: str, entry: str, network: Network | None) -> str | Unfollowed | None:
    """What `named` says, where the network has nothing to say."""
    address = reference.partition("#")[0]
    if network is not None and address and (located := network.locate(address, base, reference)) is not None:
        return located
    return named(base, reference, entry)


def _whole(base: str, reference: str) -> str:
    """The address of a reference as its document means it: whole where either of them is."""
    address = reference.partition("#")[0]
    if "://" not in base:
        return address
    try:
        return urljoin(base, address)
    except ValueError:
        return address


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
