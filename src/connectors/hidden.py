"""Characters that a reader cannot see, and that a terminal or a model may act on."""

import re

__all__ = ["HIDDEN", "is_hidden"]

# Control characters but tab, line feed and carriage return; bidirectional controls (Unicode UAX #9 §2); zero-width and invisible
# operators; line and paragraph separators; language tags (U+E0000 block); byte-order mark; interlinear annotation; surrogates.
HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Not the joiners U+200C and U+200D: several scripts need them, and so do emoji."""

_ASCII_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def is_hidden(text: str) -> bool:
    """Whether the text holds such a character."""
    # None of them counts as printable, and asking that is several times faster than looking for them.
    if text.isprintable() or text.replace("\n", " ").isprintable():
        return False
    return (not text.isascii() and HIDDEN.search(text) is not None) or _ASCII_HIDDEN.search(text) is not None
