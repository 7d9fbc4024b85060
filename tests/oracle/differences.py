"""Where the others read a request differently: whose fault it is, and the sentence that says so."""

import re
from dataclasses import dataclass

__all__ = ["TABLE", "Row", "explained", "markdown"]


@dataclass(frozen=True)
class Row:
    """One kind of difference: what shows it, what it is, who is right."""

    pattern: str
    what: str
    verdict: str
    source: str


TABLE = (
    Row(
        r"(is not of type '(integer|number|boolean)'|Failed to cast value to (boolean|integer|number) type: b').*\[multipart\]",
        "numbers and booleans in parts of a multipart body stay text",
        "openapi-core wrong",
        "OpenAPI 3.0.3, Special Considerations for `multipart` Content: a primitive property is a part of type text/plain, whose value is read "
        "by the schema; Werkzeug reads the same texts as we sent",
    ),
    Row(
        r"(Missing required query parameter: (\w+)|`(\w+)` \(query, form\*\) as '\(nothing\)').*\[exploded (\2|\3)\]",
        "an exploded object in the query is looked for under the name of the parameter",
        "openapi-core wrong",
        "OpenAPI 3.0.3, Style Examples, `form` with `explode`: `R=100&G=200&B=150`; RFC 6570 §3.2.8 writes what we sent",
    ),
    Row(
        r"\('deepObject', '.*'\) <- ValueError: not available",
        "`deepObject` without `explode: true` is refused",
        "the standard is open",
        "OpenAPI 3.0.3, Style Examples: `deepObject` stands with `explode: true` alone, while the default of `explode` is false for every style but "
        "`form`. We send the one form there is",
    ),
    Row(
        r"reads the multipart body as .*'\w+': None",
        "a file described by `contentMediaType` without `type` is read as null",
        "openapi-core wrong",
        "OpenAPI 3.1.1, Working with Binary Data: such a schema has no `type`, and the part is the file; Werkzeug reads the bytes we sent",
    ),
    Row(
        r"b'.*' is not of type 'string'|b\".*\" is not of type 'string'",
        "`type: string, format: binary` in 3.1 refuses the bytes of a file",
        "the standard is open",
        "OpenAPI 3.1.1 leaves `format: binary` to the format registry, which deprecates it for 3.1; vendors mean a file, as in 3.0",
    ),
    Row(
        r"reads the multipart body as .*: \[\]",
        "an array that was not sent is read as an empty one",
        "openapi-core wrong",
        "OpenAPI 3.0.3, Schema Object: a property that is not required may be absent; no part of the name was sent",
    ),
    Row(
        r"'(\w+)' is a required property.*\[read-only \1\]",
        "a `readOnly` member that is required is asked for in a request",
        "openapi-core wrong",
        'OpenAPI 3.0.3, Schema Object, `readOnly`: "If the property is marked as `readOnly` being `true` and is in the `required` list, the '
        '`required` will take effect on the response only."; it is seen where the member stands behind a reference',
    ),
    Row(
        r"Tried to write read-only property",
        "`readOnly` on the schema of a parameter forbids the parameter",
        "openapi-core wrong",
        'OpenAPI 3.0.3, Schema Object, `readOnly`: "Relevant only for Schema `"properties"` definitions"',
    ),
    Row(
        r"`([^`]+)` \(.* as '\(nothing\)', given.*\[no style \1\]",
        "a style that its place does not have (`matrix` in the query) hides the parameter",
        "the standard is open",
        "OpenAPI 3.0.3, Style Values: `matrix` is for paths; nothing says what it is elsewhere. We send the place's own style, and note it",
    ),
    Row(
        r"not one of \['\.json'\]|mediaTypeExtension",
        "two placeholders side by side are split in another place",
        "the standard is open",
        "OpenAPI 3.1.1, Path Templating: nothing says how a path with adjacent expressions is matched; what we send is the concatenation",
    ),
    Row(
        r"(`([^`]+)` \(.* as '\(nothing\)', given|Missing required \w+ parameter: (\S+)).*\[no type (\2|\3)\]",
        "a parameter whose `type` is no type at all (`int`, `int32`), or that has no schema, is not read",
        "the standard is open",
        "JSON Schema 2020-12 validation §6.1.1 knows no such type, and OpenAPI 3.0.3, Parameter Object, asks for a schema or content; we take any "
        "value, and note it",
    ),
    Row(
        r"b['\"].*not valid under any of the given schemas",
        "a part described by alternatives without a `type` is left as bytes",
        "the standard is open",
        "OpenAPI 3.0.3 gives a default media type of a part by its `type`, and none where there is no `type`; 3.1.1 says application/octet-stream, "
        "as which no object can be sent. We send objects as JSON and single values as text",
    ),
    Row(
        r"not valid under any of the given schemas",
        "an empty `oneOf` admits no value",
        "the standard is open",
        'JSON Schema 2020-12 §10.2.1.3: "this keyword\'s value MUST be a non-empty array"; we leave an empty one out',
    ),
    Row(
        r"DeserializeError: \('form', '(\w+)'\).*\[object \1\]",
        "an object in a form without an Encoding Object is looked for in the style `form`",
        "the standard is open",
        "OpenAPI 3.0.3, Support for x-www-form-urlencoded Request Bodies, says the style `form`; 3.0.4 and 3.1.1, Encoding Object, say "
        "application/json where no style is written. We follow the later text",
    ),
    Row(
        r"(DeserializeError: \('form', |reads the form body as ).*\[open member\]",
        "a member of a form that is a list or text, by a `type` that is a list",
        "the standard is open",
        "Swagger 2.0 has no list in `type` and the twin of the document leaves it out; without a type nothing tells a list from a text, and Werkzeug "
        "reads each value that we sent",
    ),
)


def explained(difference: str) -> Row | None:
    """The row that a difference belongs to; None where it is a new one."""
    return next((row for row in TABLE if re.search(row.pattern, difference)), None)


def markdown(counts: dict[str, int]) -> str:
    """The table for readers, with how often each was seen."""
    lines = ["| difference | verdict | by | seen |", "|---|---|---|---|"]
    lines += [f"| {row.what} | {row.verdict} | {row.source} | {counts.get(row.what, 0)} |" for row in TABLE]
    return "\n".join(lines)
