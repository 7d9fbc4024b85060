"""Percent-encoding: which characters stand for themselves, and where. Source: RFC 3986 §2, RFC 6570 §3.2.1."""

import re
from urllib.parse import quote, unquote

from connectors.execute.values import Placeholder

__all__ = ["PATH_RESERVED", "QUERY_RESERVED", "REST_RESERVED", "decoded", "encode", "encode_literal"]

# What `allowReserved` lets pass: of RFC 3986's reserved set, the characters that have no meaning in their place to anybody. `;` parts
# parameters for some servers, `?` and `[ ]` are not needed to carry a value, and a comma is a delimiter wherever a list can stand.
QUERY_RESERVED = ":/@!$'()*,"
PATH_RESERVED = ":@!$&'()*+,="
REST_RESERVED = PATH_RESERVED + "/"
"""For a rest of the path: `{+name}`, `{name*}`. Its slashes part segments; that is what the vendor asks for."""

_LITERAL = ":/?@!$&'()*+,;="
_TRIPLET = re.compile(r"(%[0-9A-Fa-f]{2})")


def encode(text: str, keep: str = "", *, triplets: bool = False) -> str:
    """Percent-encode all but the unreserved characters and `keep`, as UTF-8.

    `triplets` lets `%2F` in the text pass as it is (RFC 6570 §3.2.3), as `allowReserved` wants it.
    """
    if isinstance(text, Placeholder):
        return text
    if not triplets or "%" not in text:
        return quote(text, safe=keep)
    return "".join(part if at % 2 else quote(part, safe=keep) for at, part in enumerate(_TRIPLET.split(text)))


def encode_literal(text: str) -> str:
    """Text of a template outside its placeholders: what a URL may hold stays, the rest is encoded. Source: RFC 6570 §3.1."""
    return encode(text, _LITERAL, triplets=True)


def decoded(text: str) -> str:
    """Undo percent-encoding until nothing changes: what the most careless reader may take the text for."""
    for _ in range(8):
        plain = unquote(text)
        if plain == text:
            break
        text = plain
    return text
