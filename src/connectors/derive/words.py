"""The words in a vendor's text: split, lower case, ASCII; and which of two words is the plural of the other."""

import re
import unicodedata
from functools import lru_cache

__all__ = ["ascii_letters", "is_plural", "same_word", "singular", "word_set", "words"]


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as text, with spaces between them."""
    return frozenset(text.split())


# Letters of Latin alphabets that Unicode does not decompose into a base letter and a mark.
_UNDECOMPOSED = str.maketrans(
    {
        "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
        "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i", "ħ": "h", "Ħ": "H", "ŋ": "n", "Ŋ": "N",
    }
)  # fmt: skip
_APOSTROPHE = re.compile(r"(?<=[A-Za-z])['’](?=[A-Za-z])")
_CHUNK = re.compile(r"[A-Za-z0-9]+")
# Tried in this order. Every repetition is bounded by one run of letters or digits, so that a text is read in linear time.
_WORD = re.compile(
    r"""
      [A-Z]{2,}s(?![a-z])[0-9]*            # plural of an acronym: IDs, URLs
    | [A-Z]{2,}v[0-9]+                     # IPv4
    | [B-Z][A-Z][a-z][a-z0-9]*             # OAuth, EMail: one capital belongs to its word, but A is an article
    | [A-Z]{2,}(?=[A-Z][a-z])              # GPG of GPGKey
    | [A-Z]+[0-9]+[a-z][a-z0-9]*           # V1beta1, K8s
    | [A-Z]+(?![a-z])[0-9]*                # SHA256, ID, V2
    | [A-Z]?[a-z][a-z0-9]*                 # Key, key, oauth2
    | [0-9]+(?:[A-Z]+(?![a-z])|[a-z]*)     # 2FA, 3D, 2fa, 42
    """,
    re.VERBOSE,
)

_IRREGULAR = {
    "analyses": "analysis", "bases": "base", "caches": "cache", "children": "child", "cookies": "cookie", "criteria": "criterion",
    "indices": "index", "matrices": "matrix", "men": "man", "movies": "movie", "people": "person", "vertices": "vertex",
    "women": "woman",
}  # fmt: skip
# Singular, though they end like a plural.
_NOT_PLURAL = word_set(
    "alias always analytics as atlas bias bus business campus canvas chaos cors css diagnostics dns does gas gis gps has"
    " https ios iris is its lens logistics mathematics news os physics plus pos progress rss series sms sports"
    " statistics this tls vps was whois yes"
)


def ascii_letters(text: str) -> str:
    """Write accented and ligated Latin letters in ASCII; what has no ASCII letter stays as it is. Source: Unicode NFKD."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(_UNDECOMPOSED))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Split a text into lower-case ASCII words: `GPGKey` is gpg, key; `userIDs` is user, ids; `OAuth2Token` is oauth2, token.

    Case changes, digits before a capital and everything that is neither letter nor digit separate words. Digits belong to
    the word before them. Another script than Latin has no words here, so that the result may be empty.
    """
    found: list[str] = []
    text = ascii_letters(text)
    if "'" in text or "’" in text:
        text = _APOSTROPHE.sub("", text)
    for chunk in _CHUNK.findall(text):
        parts = _WORD.findall(chunk)
        if len(parts) > 1 and len(parts[0]) == 1 and parts[0].islower() and parts[0] != "a":
            parts[:2] = [parts[0] + parts[1]]  # eMail, iOS
        found.extend(part.lower() for part in parts)
    return tuple(found)


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """Give the singular of an English noun, by its ending; a word that is no plural comes back unchanged."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 3 or not word.endswith("s") or word in _NOT_PLURAL or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes", "iases", "tuses", "puses", "buses", "nuses", "ruses")):
        return word[:-2]
    return word[:-1]


def is_plural(word: str) -> bool:
    """Whether the word looks like the plural of an English noun."""
    return singular(word) != word


def same_word(one: str, other: str) -> bool:
    """Whether two words are the same but for their number: issue and issues."""
    return one == other or singular(one) == singular(other)
