"""Media types: how content of a type is written, and which of several a call uses."""

import re

from connectors.model.operation import Encoding

__all__ = ["encoding_of", "essence", "preference"]

_PREFERENCE = {
    encoding: rank
    for rank, encoding in enumerate(
        (Encoding.JSON, Encoding.FORM, Encoding.MULTIPART, Encoding.TEXT, Encoding.BINARY, Encoding.XML)
    )
}
# Types that are text although they do not say so: sequences of JSON texts, YAML, and languages.
_TEXTUAL = frozenset(
    {
        "application/jsonl", "application/x-jsonlines", "application/x-ndjson", "application/ndjson", "application/json-seq",
        "application/yaml", "application/x-yaml", "application/graphql", "application/sql", "application/javascript",
    }
)  # fmt: skip
_ESSENCE = re.compile(r"\s*([^;\s]*)")


def essence(media_type: str) -> str:
    """Type and subtype in lower case, without parameters. Source: RFC 9110 §8.3.1."""
    match = _ESSENCE.match(media_type)
    return match[1].lower() if match else ""


def encoding_of(media_type: str, kind: str) -> Encoding:
    """How content of this type is written.

    `kind` is what the schema admits: `object`, `array`, `string`, `binary`, a scalar type, or `any`. It decides only where the media
    type is a range such as `*/*`, or a type of the vendor's own.
    """
    name = essence(media_type)
    subtype = name.partition("/")[2]
    if name in ("application/json", "text/json") or name.endswith("+json"):
        return Encoding.JSON
    if name == "application/x-www-form-urlencoded":
        return Encoding.FORM
    if name.startswith("multipart/"):
        return Encoding.MULTIPART if kind in ("object", "any") else Encoding.BINARY
    if name in ("application/xml", "text/xml") or name.endswith("+xml"):
        return Encoding.XML
    if kind == "binary":
        return Encoding.BINARY
    if name.startswith("text/") or name in _TEXTUAL:
        return Encoding.TEXT
    if "*" in name and not name.startswith("image/"):
        # A range leaves the choice to the caller; a structured value has one encoding that needs no further agreement.
        return Encoding.JSON if kind in ("object", "array") else Encoding.TEXT if kind == "string" else Encoding.BINARY
    if (
        kind == "string"
        and subtype not in ("octet-stream", "zip", "gzip", "pdf")
        and not name.startswith(("image/", "audio/", "video/"))
    ):
        return Encoding.TEXT
    return Encoding.BINARY


def preference(media_type: str, encoding: Encoding) -> tuple[int, int, str]:
    """Sorting key: the media type that a call uses comes first. The order in the description has no say.

    Plain `application/json` before JSON with parameters before `+json` types of anybody's, then by name.
    """
    name = essence(media_type)
    plain = 0 if name == media_type.strip() else 1
    # The type that everybody reads, then types that say what they are, then bytes of no type, then ranges.
    rank = 0 if name in ("application/json", "text/plain") else 4 if name == "application/octet-stream" else 6 if "*" in name else 2
    return _PREFERENCE[encoding], rank + plain, media_type
