"""JSON Pointers (RFC 6901): their text, their tokens, and their spelling as a URI fragment."""

from collections.abc import Iterable
from urllib.parse import quote, unquote_to_bytes

__all__ = ["from_fragment", "join", "parse", "to_fragment", "token"]

# RFC 6901 §6 with RFC 3986 §3.5: what may stand in a fragment as it is.
_FRAGMENT_SAFE = "/?!$&'()*+,;=:@-._~"


def token(key: str | int) -> str:
    """Spell one member name or array index as a reference token: `a/b` becomes `a~1b`. Source: RFC 6901 §4."""
    text = str(key)
    return text.replace("~", "~0").replace("/", "~1") if "~" in text or "/" in text else text


def join(tokens: Iterable[str | int]) -> str:
    """Spell unescaped tokens as one pointer; no tokens is the whole document, the empty text."""
    return "".join(f"/{token(key)}" for key in tokens)


def parse(pointer: str) -> tuple[str, ...]:
    """Split a pointer into unescaped tokens. Raises ValueError for a text that is no pointer.

    `~1` is undone before `~0`, so that `~01` means the key `~1`. Source: RFC 6901 §4.
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise ValueError(f"a JSON Pointer is empty or starts with `/`, found `{pointer}`")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/"))


def from_fragment(fragment: str) -> str:
    """Percent-decode a URI fragment to the pointer it spells; decoded as UTF-8, once, before any split. Source: RFC 6901 §6."""
    return unquote_to_bytes(fragment).decode("utf-8", "surrogateescape") if "%" in fragment else fragment


def to_fragment(pointer: str) -> str:
    """Spell a pointer as a URI fragment, without its `#`."""
    return quote(pointer, safe=_FRAGMENT_SAFE)
