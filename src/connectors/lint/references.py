"""Third reader: prance, of references alone.

Its resolver stops at the first reference that leads nowhere, and opens and fetches what references name. So each reference that prance
finds is followed alone, with prance's own reading of it, and among the documents given: nothing here opens anything. It runs in the process
of the second readers.
"""

from collections.abc import Iterator
from typing import Any

from connectors.lint.wire import Heard, Request

__all__ = ["heard_of_references"]

_READER = "prance"
_FOLDER = "connectors.invalid"
"""No file of this machine may lie on the way: prance asks whether a name is a folder."""


def heard_of_references(request: Request) -> Iterator[Heard]:
    """Every reference that prance cannot follow. One with another scheme than a file's is left alone: it would have to be fetched."""
    from prance.util.iterators import reference_iterator
    from prance.util.url import absurl, urlresource

    # One from elsewhere refers to what is there, too.
    documents = [document for document in request.documents if "://" not in document.name]
    depth = max(document.name.count("../") for document in documents)
    bases = {
        document.name: absurl(f"file:///{_FOLDER}/" + "_/" * depth + (document.name or request.entry)) for document in documents
    }
    trees = {urlresource(bases[document.name]): document.tree for document in documents}
    for document in documents:
        known: dict[str, tuple[str, str] | None] = {}
        for _, reference, path in reference_iterator(document.tree):
            if not isinstance(reference, str):
                fault: tuple[str, str] | None = ("not-a-text", "the reference is no text")
            elif reference in known:
                fault = known[reference]
            else:
                fault = known[reference] = _fault(reference, bases[document.name], trees)
            if fault is not None:
                yield Heard(_READER, document.name, [*map(str, path), "$ref"], *fault)


def _fault(reference: str, base: Any, trees: dict[str, Any]) -> tuple[str, str] | None:
    """Kind and sentence of what prance cannot do with a reference; None where it can follow it, or would have to fetch."""
    from prance.util.path import path_get
    from prance.util.url import split_url_reference, urlresource

    try:
        url, keys = split_url_reference(base, reference)
    except Exception:
        return "malformed", "the reference cannot be read as an address"
    if url.scheme != "file":
        return None
    if urlresource(url) not in trees:
        return "no-file", "the reference names no file that could be read"
    try:
        path_get(trees[urlresource(url)], keys)
    except Exception:
        return "no-node", "the reference leads to nothing"
    return None
