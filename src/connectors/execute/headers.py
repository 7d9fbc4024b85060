"""Header fields: which names and values may be sent, and the two that follow from the description."""

import re
from collections.abc import Iterable

from connectors.execute.refusal import Refusal
from connectors.model.operation import Operation

__all__ = ["FRAMING", "accept", "checked_name", "checked_value"]

FRAMING = frozenset(
    {"connection", "content-length", "host", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"}
)
"""Fields that say where a message ends or whom it is for (RFC 9110 §7, RFC 9112 §6): the connection writes them, never a caller."""

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")


def accept(operation: Operation) -> str:
    """The media types of the described successes, in their order; anything where none is described."""
    types = dict.fromkeys(
        content.media_type
        for response in operation.responses
        if response.status[:1] == "2"
        for content in response.content
        if content.media_type
    )
    return ", ".join(types) or "*/*"


def checked_name(name: str) -> str:
    """A field name. Source: RFC 9110 §5.1, §5.6.2."""
    if not _TOKEN.fullmatch(name):
        raise Refusal("the name is no field name of HTTP (RFC 9110 §5.6.2)", "correct the description")
    return name


def checked_value(value: str) -> str:
    """A field value: visible US-ASCII, spaces and tabs between them.

    Characters beyond ASCII are refused: HTTP gives them no meaning, and no encoding that a server would undo (RFC 9110 §5.5).
    """
    if not _VALUE.fullmatch(value):
        beyond = not value.isascii()
        reason = "a character beyond ASCII" if beyond else "a line break or another control character"
        raise Refusal(
            f"{reason} cannot be sent in a header (RFC 9110 §5.5)", "give printable ASCII, encoded as the vendor asks for"
        )
    if value != value.strip(" \t"):
        raise Refusal("a header would lose the space at the ends of the value (RFC 9110 §5.5)", "give the value without it")
    return value


def joined_cookies(cookies: Iterable[tuple[str, str]]) -> str:
    """The one Cookie field. Source: RFC 6265 §5.4."""
    return "; ".join(f"{name}={value}" for name, value in cookies)
