"""How much of a stranger's description is read before it is refused."""

from dataclasses import dataclass

__all__ = ["RECURSION", "Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Ceilings for honest descriptions; each one is an option of the command line, and each refusal names its option."""

    document_bytes: int = 64 * 1024 * 1024
    """Bytes of one document. `--max-bytes`."""
    documents: int = 5_000
    """Documents that one description may consist of. `--max-documents`."""
    nesting: int = 500
    """How deep objects and arrays may stand inside each other. `--max-nesting`."""
    alias_nodes: int = 2_000_000
    """Nodes that YAML aliases may stand for when written out. `--max-alias-nodes`."""
    references: int = 1_000_000
    """References that are followed. `--max-references`."""
    operations: int = 50_000
    """Operations of one description. `--max-operations`."""
    schema_nodes: int = 5_000_000
    """Schema objects that are translated, members of reached components included. `--max-schema-nodes`."""
    expansion: int = 20
    """How many times the size of its description a package may have, roughly. `--max-expansion`."""
    seconds: int = 300
    """Time for fetching, all documents together. `--max-seconds`."""


RECURSION = 10_000
"""Python frames for walking what `--max-nesting` admits; a frame of a Python function takes no room on the C stack. A parser in C that is
led to as many levels takes about 400 bytes for each, which fits the 8 MiB that a process has: with twice as many it would not."""
