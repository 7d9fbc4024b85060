"""Media types: which one a body is sent as, and how content of it is written. Source: RFC 9110 §8.3."""

import re
from collections.abc import Iterable

from connectors.execute.refusal import Refusal
from connectors.execute.values import Argument, File
from connectors.model.operation import Body, Encoding, MediaType

__all__ = ["admits", "charset_of", "checked", "chosen", "essence", "is_definite", "is_json", "is_range", "written_as"]

_MEDIA_TYPE = re.compile(
    r"[!#$&^_.+\-0-9A-Za-z]+/[!#$&^_.+\-0-9A-Za-z]+"
    r"(?:[ \t]*;[ \t]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+=(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+|\"[\t\x20!#-\[\]-~]*\"))*"
)
_CHARSET = re.compile(r";[ \t]*charset=\"?([^\";\s]+)", re.IGNORECASE)


def essence(media_type: str) -> str:
    """Type and subtype in lower case, without parameters."""
    return media_type.partition(";")[0].strip().lower()


def is_range(media_type: str) -> bool:
    """Whether it stands for several types (`image/*`), none of which it says."""
    return "*" in essence(media_type)


def is_json(media_type: str) -> bool:
    """Whether content of the type is JSON text. Source: RFC 8259 §11, RFC 6839 §3.1."""
    name = essence(media_type)
    return name in ("application/json", "text/json") or name.endswith("+json")


def admits(declared: str, media_type: str) -> bool:
    """Whether a range, or a type, covers a definite type."""
    one, other = essence(declared), essence(media_type)
    return one in ("*", "*/*") or one == other or (one.endswith("/*") and other.startswith(one[:-1]))


def checked(media_type: str) -> str:
    """A definite media type as it may stand in a header."""
    if is_range(media_type):
        raise Refusal(f"`{media_type}` is a range and cannot be sent", "name the media type of what you send")
    if not _MEDIA_TYPE.fullmatch(media_type.strip()):
        raise Refusal("the media type is none (RFC 9110 §8.3.1)", "give one such as `image/png`")
    return media_type.strip()


def is_definite(media_type: str) -> bool:
    """Whether a text is one media type, and no range."""
    return not is_range(media_type) and _MEDIA_TYPE.fullmatch(media_type) is not None


def charset_of(media_type: str) -> str:
    """The charset that a media type names, or UTF-8."""
    match = _CHARSET.search(media_type)
    return match[1] if match else "utf-8"


def written_as(media_type: str, kinds: "frozenset[str] | None", value: Argument) -> Encoding:
    """How content of a type is written when the package does not say: for alternatives."""
    name = essence(media_type)
    if isinstance(value, File):
        return Encoding.BINARY
    if is_json(name):
        return Encoding.JSON
    if name == "application/x-www-form-urlencoded":
        return Encoding.FORM
    if name.startswith("multipart/"):
        return Encoding.MULTIPART
    if name in ("application/xml", "text/xml") or name.endswith("+xml"):
        return Encoding.XML
    if name.startswith("text/") or (kinds is not None and "string" in kinds and isinstance(value, str)):
        return Encoding.TEXT
    return Encoding.BINARY


def chosen(body: Body, media_type: str) -> tuple[MediaType | None, str]:
    """What a caller means by a media type: an alternative, or None for the package's own choice; and the type as it is sent.

    A declared type is sent as declared; a type that a declared range covers, as the caller spells it. Raises Refusal.
    """
    declared: list[tuple[MediaType | None, str]] = [(None, body.content_type)]
    declared += [(item, item.media_type) for item in body.alternatives if item.media_type is not None]
    wanted = media_type.strip()
    for same in (str.lower, essence):
        for found, text in declared:
            if same(text.strip()) == same(wanted) and not is_range(text):
                return found, text
    if not is_range(wanted):
        for found, text in sorted(declared, key=lambda pair: essence(pair[1]) == "*/*"):
            if is_range(text) and admits(text, wanted):
                return found, checked(wanted)
    raise Refusal(f"the body is not declared as `{wanted}`", f"choose one of {_listed(text for _, text in declared)}")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
