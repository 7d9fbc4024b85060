"""The clauses that decide where a description is silent: which document says so, and in which section.

No sentence of a standard is copied; `says` puts the rule into words of our own. Sources: RFC 9110 (HTTP Semantics), RFC 5789 (PATCH),
RFC 4918 (423), RFC 6585 (429), Swagger 2.0, OpenAPI 3.0.4, 3.1.1 and 3.2.0, JSON Schema 2020-12.
"""

from dataclasses import dataclass

from connectors.model.connector import SourceFormat

__all__ = [
    "ACCEPTED",
    "ANY_VALUE",
    "MEMBER_DEPRECATED",
    "MEMBER_REQUIRED",
    "NO_BODY",
    "NO_CONTENT",
    "Clause",
    "error_class_clause",
    "method_clause",
    "specification_clause",
]


@dataclass(frozen=True, slots=True)
class Clause:
    """A place in a standard: `document` with its version, `section` by number or name, and what it rules, in our words."""

    document: str
    section: str
    says: str


_HTTP = "RFC 9110"
_SAFE = Clause(_HTTP, "9.2.1 Safe Methods", "a safe method asks for no change")
_SAFE_REPEATED = Clause(_HTTP, "9.2.2 Idempotent Methods", "a safe method may be sent again")
_QUERY = Clause("draft-ietf-httpbis-safe-method-w-body", "2 QUERY", "QUERY is safe and idempotent")
_IDEMPOTENT = Clause(_HTTP, "9.2.2 Idempotent Methods", "sent twice, the method has the effect of sent once")
_NOT_IDEMPOTENT = Clause(_HTTP, "9.2.2 Idempotent Methods", "the method is not among the idempotent ones")
_PATCH = Clause("RFC 5789", "2 The PATCH Method", "PATCH changes a resource, and is neither safe nor idempotent")
_UNKNOWN = Clause(_HTTP, "9.1 Overview", "a method without a rule of its own promises nothing; it counts as a change")

# By fact and method; None is any other method.
_METHODS: dict[str, dict[str | None, Clause]] = {
    "effect": {
        **dict.fromkeys(("GET", "HEAD", "OPTIONS", "TRACE"), _SAFE),
        "QUERY": _QUERY,
        "POST": Clause(_HTTP, "9.3.3 POST", "POST has the content processed, which mostly makes something"),
        "PUT": Clause(_HTTP, "9.3.4 PUT", "PUT puts a state in the place of another"),
        "PATCH": _PATCH,
        "DELETE": Clause(_HTTP, "9.3.5 DELETE", "DELETE takes a resource away"),
        None: _UNKNOWN,
    },
    "idempotency": {
        **dict.fromkeys(("GET", "HEAD", "OPTIONS", "TRACE"), _SAFE_REPEATED),
        "QUERY": _QUERY,
        "PUT": _IDEMPOTENT,
        "DELETE": _IDEMPOTENT,
        "PATCH": _PATCH,
        None: _NOT_IDEMPOTENT,
    },
    "consequence": {
        **dict.fromkeys(("GET", "HEAD", "OPTIONS", "TRACE"), _SAFE),
        "QUERY": _QUERY,
        "DELETE": Clause(_HTTP, "9.3.5 DELETE", "what DELETE takes away is not promised to come back"),
        None: Clause(_HTTP, "9.2.1 Safe Methods", "a method that is not safe may change things; none says whether that can be taken back"),
    },
}  # fmt: skip


def method_clause(fact: str, method: str) -> Clause:
    """The clause on `effect`, `idempotency` or `consequence` of a method, as it is sent."""
    clauses = _METHODS[fact]
    return clauses.get(method) or clauses[None]


_STATUSES = {
    "401": Clause(_HTTP, "15.5.2 401 Unauthorized", "credentials are missing or not good"),
    "403": Clause(_HTTP, "15.5.4 403 Forbidden", "the request is understood and refused"),
    "404": Clause(_HTTP, "15.5.5 404 Not Found", "there is no such thing"),
    "409": Clause(_HTTP, "15.5.10 409 Conflict", "the state of the resource is in the way"),
    "410": Clause(_HTTP, "15.5.11 410 Gone", "the thing is not there any more"),
    "412": Clause(_HTTP, "15.5.13 412 Precondition Failed", "a condition of the request does not hold"),
    "423": Clause("RFC 4918", "11.3 423 Locked", "the resource is locked"),
    "429": Clause("RFC 6585", "4 429 Too Many Requests", "too many requests were sent"),
}
ACCEPTED = Clause(_HTTP, "15.3.3 202 Accepted", "the work was accepted and is not done; no other status says so")
NO_BODY = Clause(
    _HTTP, "9.3 Method Definitions", "the method defines no meaning for content of a request, and TRACE must have none"
)
NO_CONTENT = Clause(_HTTP, "6.4.1 Content Semantics", "answers to HEAD, and 1xx, 204 and 304, have no content")


def error_class_clause(status: str) -> Clause:
    """The clause on what kind of failure a status is."""
    if status in _STATUSES:
        return _STATUSES[status]
    if status[:1] == "5":
        return Clause(_HTTP, "15.6 Server Error 5xx", "the server failed")
    if status[:1] == "4":
        return Clause(_HTTP, "15.5 Client Error 4xx", "the request is at fault")
    return Clause(_HTTP, "15 Status Codes", "the status that is met decides")


_DOCUMENT = {
    SourceFormat.SWAGGER_2_0: "Swagger 2.0",
    SourceFormat.OPENAPI_3_0: "OpenAPI 3.0.4",
    SourceFormat.OPENAPI_3_1: "OpenAPI 3.1.1",
    SourceFormat.OPENAPI_3_2: "OpenAPI 3.2.0",
}

# By fact: the section, and the rule. A second entry is for Swagger 2.0 where that differs; None there: it has no such thing.
_SPECIFICATION: dict[str, tuple[tuple[str, str], tuple[str, str] | None]] = {
    "operation.deprecated": (
        ("Operation Object: deprecated", "an operation is in use unless it says otherwise"),
        ("Operation Object: deprecated", "an operation is in use unless it says otherwise"),
    ),
    "operation.tags": (
        ("Operation Object: tags", "tags may be left out"),
        ("Operation Object: tags", "tags may be left out"),
    ),
    "operation.security": (
        ("Operation Object: security", "left out, what the description requires as a whole holds"),
        ("Operation Object: security", "left out, what the description requires as a whole holds"),
    ),
    "security": (
        ("OpenAPI Object: security", "left out, nothing is required of operations that require nothing themselves"),
        ("Swagger Object: security", "left out, nothing is required of operations that require nothing themselves"),
    ),
    "operation.servers": (
        ("Operation Object: servers", "left out, the servers of the path item or of the description hold"),
        ("Swagger Object: host, basePath", "all operations have the address of the description"),
    ),
    "servers": (
        ("OpenAPI Object: servers", "left out, the address is that of the description itself"),
        ("Swagger Object: host, basePath, schemes", "left out, the host or scheme is that which served the description"),
    ),
    "required": (
        ("Parameter Object: required", "left out, a parameter is optional"),
        ("Parameter Object: required", "left out, a parameter is optional"),
    ),
    "required.path": (
        ("Parameter Object: required", "a parameter of the path has always to be given"),
        ("Parameter Object: required", "a parameter of the path has always to be given"),
    ),
    "style": (
        ("Parameter Object: style", "the default goes by the place: simple in path and header, form in query and cookie"),
        ("Parameter Object: collectionFormat", "left out, the items of a list are joined by commas"),
    ),
    "explode": (
        ("Parameter Object: explode", "the default is true for form (and cookie), false for every other style"),
        ("Parameter Object: collectionFormat", "only `multi` sends the name again for each item"),
    ),
    "item_style": (
        ("Parameter Object: style", "there is no style for a list inside a list"),
        ("Items Object: collectionFormat", "left out, the items of an inner list are joined by commas"),
    ),
    "allow_reserved": (("Parameter Object: allowReserved", "left out, reserved characters are percent-encoded"), None),
    "allow_empty": (
        ("Parameter Object: allowEmptyValue", "left out, an empty value is not meant"),
        ("Parameter Object: allowEmptyValue", "left out, an empty value is not meant"),
    ),
    "deprecated": (("Parameter Object: deprecated", "left out, a parameter is in use"), None),
    "schema": (
        ("Parameter Object: schema", "without a schema, any value is one"),
        ("Parameter Object: type", "without a type, any value is one"),
    ),
    "content_type": (("Parameter Object: content", "without `content`, the style says how the value is written"), None),
    "body.required": (
        ("Request Body Object: required", "left out, a body is optional"),
        ("Parameter Object: required", "left out, a body is optional"),
    ),
    "body.content_type": (
        ("Request Body Object: content", "the keys of the map are the media types"),
        ("Parameter Object: in", "form fields travel as one of two media types, by whether one of them is a file"),
    ),
    "encoding": (
        ("Encoding Object", "left out, the way goes by the type of the member"),
        ("Parameter Object: in, collectionFormat", "form fields are written by their type"),
    ),
}  # fmt: skip
MEMBER_REQUIRED = Clause("JSON Schema 2020-12", "Validation 6.5.3 required", "a member that is not listed may be left out")
MEMBER_DEPRECATED = Clause("JSON Schema 2020-12", "Validation 9.3 deprecated", "left out, the member is in use")
ANY_VALUE = Clause("JSON Schema 2020-12", "Core 4.3.2 Boolean JSON Schemas", "a schema that says nothing admits every value")


def specification_clause(fact: str, format_: SourceFormat) -> Clause:
    """The clause of the description's own specification on a fact that it leaves out."""
    own, older = _SPECIFICATION[fact]
    if format_ is SourceFormat.SWAGGER_2_0:
        section, says = older or (own[0].partition(":")[0], "the specification has no such field")
    else:
        section, says = own
    return Clause(_DOCUMENT[format_], section, says)
