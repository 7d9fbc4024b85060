"""From the path that a reader walked to the node that it was at: readers that resolve references on the way walk through them."""

from collections.abc import Iterable, Mapping
from typing import Any

from connectors.lint.gather import named
from connectors.lint.wire import Request
from connectors.pointer import from_fragment, parse

__all__ = ["settled"]

_HOPS = 100
"""References that lead to references; more of them are a circle."""


def settled(request: Request, walked: Iterable[str | int], *, stays: bool = False) -> tuple[str, list[str]]:
    """The document and the keys of the node that `walked`, which begins at the entry document, ends at.

    Where a reference cannot be followed, the place is that of the reference; so it is where the last node `stays` a reference.
    """
    trees = {document.name: document.tree for document in request.documents}
    document, node = "", trees[""]
    tokens: list[str] = []
    for step in walked:
        document, tokens, node = _followed(request, trees, document, tokens, node)
        tokens = [*tokens, str(step)]
        node = _member(node, step)
    if not stays:
        document, tokens, _ = _followed(request, trees, document, tokens, node)
    return document, tokens


def _followed(
    request: Request, trees: Mapping[str, Any], document: str, tokens: list[str], node: Any
) -> tuple[str, list[str], Any]:
    for _ in range(_HOPS):
        reference = node.get("$ref") if isinstance(node, dict) else None
        if not isinstance(reference, str):
            break
        target = named(document, reference, request.entry, request.addresses)
        try:
            keys = parse(from_fragment(reference.partition("#")[2]))
        except ValueError:
            break
        if target is None or target not in trees:
            break
        found = trees[target]
        for key in keys:
            found = _member(found, key)
        if found is None:
            break
        document, tokens, node = target, list(keys), found
    return document, tokens, node


def _member(node: Any, key: str | int) -> Any:
    if isinstance(node, dict):
        return node.get(str(key))
    if isinstance(node, list) and str(key).isdecimal() and int(key) < len(node):
        return node[int(key)]
    return None
