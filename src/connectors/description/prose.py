"""A vendor's prose, made harmless: it is data everywhere, and may carry nothing that a reader cannot see."""

import re

from connectors.hidden import HIDDEN, is_hidden

__all__ = ["clean", "is_hidden", "trimmed", "word_shown"]

_WORD = re.compile(r"[\w.,:/|<>()\[\]{}*+-]{1,40}", re.ASCII)


def word_shown(text: str) -> str:
    """A value that stands where a word of the standard should, for the reason of a note: itself where it is a word, never a sentence."""
    return f"`{text}`" if _WORD.fullmatch(text) else "something else"


def clean(text: str) -> str:
    """The text without hidden characters, line ends as line feeds, and no white space at either end."""
    return trimmed(HIDDEN.sub("", text) if is_hidden(text) else text)


def trimmed(text: str) -> str:
    """A text that hides nothing, line ends as line feeds, and no white space at either end."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.strip()
