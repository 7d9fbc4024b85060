"""One operation of a connector: what it changes, what a call sends, what it answers, which credentials it needs."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from connectors.model.record import Record

__all__ = [
    "Alternative",
    "Anonymous",
    "AnyOf",
    "Basis",
    "Body",
    "Consequence",
    "Effect",
    "Encoding",
    "ErrorClass",
    "ErrorResponse",
    "Header",
    "Idempotency",
    "Location",
    "Maturity",
    "MediaType",
    "Operation",
    "Outcome",
    "Pagination",
    "PaginationEnd",
    "PaginationStyle",
    "Parameter",
    "Requirement",
    "Response",
    "Security",
    "Server",
    "ServerVariable",
    "Style",
    "Undeclared",
]

_ANY_SCHEMA = msgspec.Raw(b"{}")


class Effect(StrEnum):
    """What a call changes."""

    READ = "read"
    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"


class Idempotency(StrEnum):
    """Whether a call may be repeated. Source: RFC 9110 §9.2."""

    SAFE = "safe"
    """Changes nothing, and may be repeated."""
    IDEMPOTENT = "idempotent"
    """Sent twice has the effect of sent once."""
    KEYED = "keyed"
    """May be repeated only with the same idempotency key and the same request; never when no key was sent."""
    UNSAFE = "unsafe"
    """Must not be repeated when its outcome is unknown."""


class Consequence(StrEnum):
    """Whether what a call does can be taken back."""

    READ = "read"
    REVERSIBLE = "reversible"
    IRREVERSIBLE = "irreversible"
    UNSTATED = "unstated"


class Basis(StrEnum):
    """Where a fact comes from."""

    DECLARED = "declared"
    """The description says it."""
    STANDARD = "standard"
    """The specification says it of a method, or of a thing left out."""
    INFERRED = "inferred"
    """Structure suggests it."""
    AUTHORED = "authored"
    """A person said it in the overlay."""


class Maturity(StrEnum):
    """How far a connector or an operation has come."""

    SPOTTED = "spotted"
    GENERATED = "generated"
    CURATED = "curated"
    QUALIFIED = "qualified"
    DEPRECATED = "deprecated"


class Location(StrEnum):
    """Where an argument travels. Source: OpenAPI 3.2, Parameter Object `in`; `body` is ours."""

    PATH = "path"
    QUERY = "query"
    QUERYSTRING = "querystring"
    HEADER = "header"
    COOKIE = "cookie"
    BODY = "body"


class Style(StrEnum):
    """How a value is serialized. OpenAPI's styles, and `tabDelimited` for Swagger 2.0's `tsv`."""

    MATRIX = "matrix"
    LABEL = "label"
    SIMPLE = "simple"
    FORM = "form"
    SPACE_DELIMITED = "spaceDelimited"
    PIPE_DELIMITED = "pipeDelimited"
    DEEP_OBJECT = "deepObject"
    COOKIE = "cookie"
    TAB_DELIMITED = "tabDelimited"


class Encoding(StrEnum):
    """How a body is written."""

    JSON = "json"
    FORM = "form"
    MULTIPART = "multipart"
    TEXT = "text"
    BINARY = "binary"
    XML = "xml"


class ErrorClass(StrEnum):
    """What kind of failure a status means."""

    BAD_REQUEST = "bad_request"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    RATE_LIMITED = "rate_limited"
    UPSTREAM = "upstream"


class Header(Record, frozen=True):
    """A header of an answer or of a part of a multipart body."""

    name: str
    required: bool = False
    schema: msgspec.Raw = _ANY_SCHEMA
    style: Style = Style.SIMPLE
    explode: bool = False
    content_type: str | None = None
    deprecated: bool = False
    description: str | None = None


class Parameter(Record, frozen=True):
    """One argument: the key a caller gives it under, its name on the wire, and how its value travels.

    `schema` is JSON Schema 2020-12 text, its references read in `schemas.json`. `default` and `example` are documentation: an
    omitted argument is not sent. JSON text that is not there is unset, for None would be the value null.

    Source: OpenAPI 3.2, Parameter Object and Encoding Object.
    """

    key: str
    name: str
    location: Location = msgspec.field(name="in")
    required: bool = False
    schema: msgspec.Raw = _ANY_SCHEMA
    style: Style | None = None
    """None where the value is no style's: a member of a JSON body, or described by `content_type`."""
    explode: bool = False
    item_style: Style | None = None
    """How a list inside the list is joined (Swagger 2.0, Items Object `collectionFormat`)."""
    allow_reserved: bool = False
    allow_empty: bool = False
    content_type: str | None = None
    headers: tuple[Header, ...] = ()
    """Headers of this part of a multipart body."""
    secret: bool = False
    deprecated: bool = False
    description: str | None = None
    default: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    example: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class MediaType(Record, frozen=True):
    """A media type and the schema of what it carries. `media_type` is None where a Swagger 2.0 `produces` is empty."""

    media_type: str | None = None
    schema: msgspec.Raw = _ANY_SCHEMA
    item_schema: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """Schema of each item of a sequential media type (OpenAPI 3.2)."""


class Body(Record, frozen=True):
    """What a call sends as content: top-level `fields`, or one `whole` value; exactly one of the two is not None.

    `content_type` is as declared. `alternatives` holds each other declared media type. `additional` is the schema of members
    beyond `fields`; unset where the schema admits none or says nothing of them.
    """

    content_type: str
    encoding: Encoding
    required: bool = False
    fields: tuple[Parameter, ...] | None = None
    whole: Parameter | None = None
    additional: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    read_only: tuple[str, ...] = ()
    """Members that are only ever answered: never sent, not even where further members may be."""
    item_schema: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """Schema of each item of a sequential media type (OpenAPI 3.2)."""
    alternatives: tuple[MediaType, ...] = ()
    description: str | None = None


class Response(Record, frozen=True):
    """A described answer. `status` is three digits, a range such as `2XX`, or `default`.

    No `content`: an answer without a body.
    """

    status: str
    content: tuple[MediaType, ...] = ()
    pending: bool = False
    headers: tuple[Header, ...] = ()
    description: str | None = None


class ErrorResponse(Record, frozen=True):
    """A described failure. `class` is None where only the status met decides (`default`, ranges)."""

    status: str
    error_class: ErrorClass | None = msgspec.field(default=None, name="class")
    content: tuple[MediaType, ...] = ()
    headers: tuple[Header, ...] = ()
    description: str | None = None


class Requirement(Record, frozen=True):
    """One scheme that must be satisfied, by AuthScheme id, with the scopes needed."""

    scheme: str
    scopes: tuple[str, ...] = ()
    satisfiable: bool = True
    """False where the scheme is undeclared or of a kind nobody can satisfy."""


Alternative: TypeAlias = tuple[Requirement, ...]


class Undeclared(Record, frozen=True, tag_field="kind", tag="undeclared"):
    """The operation says nothing; the connector-wide requirement applies."""


class Anonymous(Record, frozen=True, tag_field="kind", tag="anonymous"):
    """The description says `security: []`: no credential is needed."""


class AnyOf(Record, frozen=True, tag_field="kind", tag="any_of"):
    """One alternative must be met in full; an empty one is anonymous access.

    Source: OpenAPI 3.1, Security Requirement Object.
    """

    alternatives: tuple[Alternative, ...]


Security: TypeAlias = Undeclared | Anonymous | AnyOf


class ServerVariable(Record, frozen=True):
    """A variable of a server address. Source: OpenAPI 3.1, Server Variable Object."""

    name: str
    default: str | None = None
    enum: tuple[str, ...] = ()
    description: str | None = None


class Server(Record, frozen=True):
    """A base address. `url` may hold `{variables}`, and may be relative when `operator_supplied`."""

    url: str
    variables: tuple[ServerVariable, ...] = ()
    operator_supplied: bool = False
    """True where there is no absolute origin in the description: the operator gives it."""
    description: str | None = None
    basis: Basis = Basis.DECLARED


class PaginationStyle(StrEnum):
    """How the next part of a collection is asked for."""

    PAGE = "page"
    OFFSET = "offset"
    CURSOR = "cursor"
    NEXT_URL = "next_url"
    LINK_HEADER = "link_header"
    LAST_ID = "last_id"


class PaginationEnd(StrEnum):
    """What shows that no part is left."""

    EMPTY_PAGE = "empty_page"
    SHORT_PAGE = "short_page"
    NO_NEXT = "no_next"
    HAS_MORE_FALSE = "has_more_false"
    TOTAL_REACHED = "total_reached"
    DONE_TRUE = "done_true"
    """The inverse of `has_more_false`: a flag that is true when nothing follows."""
    PAGES_REACHED = "pages_reached"
    """As many parts were answered as the answer says there are."""


class Pagination(Record, frozen=True):
    """How a collection is walked.

    `page`, `offset`, `cursor`, `size` are parameter keys, with the path of a member behind a slash where the position stands inside the
    argument (`page/after`, `body/next`); the others JSON Pointers or header names.
    """

    style: PaginationStyle
    ends_when: tuple[PaginationEnd, ...]
    basis: Basis
    page: str | None = None
    offset: str | None = None
    cursor: str | None = None
    size: str | None = None
    first: int | None = None
    size_default: int | None = None
    size_max: int | None = None
    items: str | None = None
    next: str | None = None
    next_header: str | None = None
    has_more: str | None = None
    done: str | None = None
    pages: str | None = None
    total: str | None = None
    total_header: str | None = None
    cursor_item: str | None = None
    max_pages: int | None = None
    evidence: tuple[str, ...] = ()


class Outcome(Record, frozen=True):
    """How an API that fails inside a 2xx answer is read. `success_when` is a predicate as data."""

    success_when: msgspec.Raw
    error_code: str | None = None
    error_message: str | None = None
    classes: dict[str, ErrorClass] = msgspec.field(default_factory=dict)


class Operation(Record, frozen=True):
    """One operation. `identity` is what it is, `id` is what people write. `basis` names the source of each derived fact."""

    id: str
    identity: str
    method: str
    path: str
    resource: str
    verb: str
    effect: Effect
    idempotency: Idempotency
    consequence: Consequence
    source_operation_id: str | None = None
    tags: tuple[str, ...] = ()
    summary: str | None = None
    description: str | None = None
    deprecated: bool = False
    idempotency_key: str | None = None
    deterministic: bool = True
    callable: bool = True
    curated: bool = False
    servers: tuple[Server, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    responses: tuple[Response, ...] = ()
    errors: tuple[ErrorResponse, ...] = ()
    outcome: Outcome | None = None
    security: Security = msgspec.field(default_factory=Undeclared)
    pagination: Pagination | None = None
    maturity: Maturity = Maturity.GENERATED
    basis: dict[str, Basis] = msgspec.field(default_factory=dict)
