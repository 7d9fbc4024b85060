"""A vendor's prose, made harmless: it is data everywhere, and may carry nothing that a reader cannot see."""

import re

__all__ = ["clean", "is_hidden", "word_shown"]

# Control characters but tab, line feed and carriage return; bidirectional controls (Unicode UAX #9 §2); zero-width and invisible
# operators; line and paragraph separators; language tags (U+E0000 block); byte-order mark; interlinear annotation; surrogates.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def is_hidden(text: str) -> bool:
    """Whether the text holds a character that a reader cannot see and a terminal or a model may act on."""
    return (not text.isascii() and _HIDDEN.search(text) is not None) or _ASCII_HIDDEN.search(text) is not None


_ASCII_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_WORD = re.compile(r"[\w.,:/|<>()\[\]{}*+-]{1,40}", re.ASCII)


def word_shown(text: str) -> str:
    """A value that stands where a word of the standard should, for the reason of a note: itself where it is a word, never a sentence."""
    return f"`{text}`" if _WORD.fullmatch(text) else "something else"


def clean(text: str) -> str:
    """The text without hidden characters, line ends as line feeds, and no white space at either end."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _HIDDEN.sub("", text).strip()
