"""The raw tree of a description: the only untyped value of the program."""

from enum import StrEnum

import msgspec

from connectors.canonical import Json
from connectors.description.encoding import decode

__all__ = ["Document", "Json", "Syntax"]


class Syntax(StrEnum):
    """In which of the two spellings a document is written."""

    JSON = "json"
    YAML = "yaml"


class Document(msgspec.Struct, frozen=True):
    """One file of a description, read.

    `name` is "" for the entry document, for others their path below its folder, with `/`. `shown_as` is what people call the
    file: the path or `-` they gave. `data` is the file's bytes as found.
    """

    name: str
    shown_as: str
    data: bytes
    syntax: Syntax
    tree: Json
    replaced_surrogates: bool = False
    """Whether a half of a surrogate pair stood alone in the text and was replaced by U+FFFD."""
    shifted: tuple[str, ...] | None = None
    """None where `tree` is what `text` spells. Where overlays edited it, the pointers of lists that lost items: below them, a pointer means
    another node in the tree than in the text."""

    @property
    def text(self) -> str:
        """The decoded text, without byte-order mark. Decoded anew each time: it is needed rarely, and as large as the file."""
        return decode(self.data, shown_as=self.shown_as)
