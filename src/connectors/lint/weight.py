"""How much a validator may have to say of a document: it spells the path of each node that fails, and the text of each node around one.

A megabyte with one long key around ten thousand faults has four gigabytes of paths. The compiled validator makes them all before it hands
out the first, and ends the process where memory ends; so the weight is known before.
"""

from connectors.description.tree import Document, Json

__all__ = ["is_too_heavy"]

_ALWAYS = 100_000_000
"""Characters that are always allowed: what a hostile document of a megabyte may cost."""
_A_BYTE = 40
"""Characters for each byte of a document; the most that was met is 18."""


def is_too_heavy(document: Document) -> bool:
    """Whether the paths and texts of all nodes, were each of them to fail, go beyond what a document of its size may weigh."""
    most = max(_ALWAYS, _A_BYTE * len(document.data))
    weight = 0
    pending: list[tuple[Json, int, int]] = [(document.tree, 0, 1)]
    while pending:
        node, path, depth = pending.pop()
        weight += path
        if isinstance(node, dict):
            for key, value in node.items():
                weight += len(key) * depth
                pending.append((value, path + len(key) + 1, depth + 1))
        elif isinstance(node, list):
            pending.extend((item, path + 4, depth + 1) for item in node)
        elif isinstance(node, str):
            weight += len(node) * depth
        if weight > most:
            return True
    return False
