"""The raw tree of a description: the only untyped value of the program."""

from dataclasses import dataclass
from enum import StrEnum

from connectors.canonical import Json

__all__ = ["Document", "Json", "Syntax"]


class Syntax(StrEnum):
    """In which of the two spellings a document is written."""

    JSON = "json"
    YAML = "yaml"


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a description, read.

    `name` is "" for the entry document, for others their path below its folder, with `/`. `shown_as` is what people call the
    file: the path or `-` they gave. `data` is the file's bytes as found; `text` its decoded text without byte-order mark.
    """

    name: str
    shown_as: str
    data: bytes
    text: str
    syntax: Syntax
    tree: Json
    replaced_surrogates: bool = False
    """Whether a half of a surrogate pair stood alone in the text and was replaced by U+FFFD."""
    shifted: tuple[str, ...] | None = None
    """None where `tree` is what `text` spells. Where overlays edited it, the pointers of lists that lost items: below them, a pointer means
    another node in the tree than in the text."""
