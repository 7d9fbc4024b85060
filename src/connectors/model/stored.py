"""How the operations of one resource stand in their file: what several of them say alike is spelled once, under a name."""

import msgspec

from connectors.model.operation import (
    Anonymous,
    AnyOf,
    Basis,
    Consequence,
    Effect,
    Encoding,
    ErrorResponse,
    Idempotency,
    Maturity,
    MediaType,
    Outcome,
    Pagination,
    Parameter,
    Response,
    Server,
)
from connectors.model.record import Record

__all__ = ["Shared", "StoredBody", "StoredOperation"]


class Shared(Record, frozen=True):
    """What at least two operations of a file say alike: an operation gives the name in place of the value.

    A parameter is named by its place and its name on the wire (`path owner`, `body title`), an answer by its status (`404`). Of
    several that would have one name, the commonest has it, and the others stand where they are used.
    """

    parameters: dict[str, Parameter] = msgspec.field(default_factory=dict)
    responses: dict[str, Response] = msgspec.field(default_factory=dict)
    errors: dict[str, ErrorResponse] = msgspec.field(default_factory=dict)


class StoredBody(Record, frozen=True):
    """A `Body`; a text among its `fields` is the name of a shared parameter."""

    content_type: str
    encoding: Encoding
    required: bool = False
    fields: tuple[Parameter | str, ...] | None = None
    whole: Parameter | None = None
    additional: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    read_only: tuple[str, ...] = ()
    item_schema: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    alternatives: tuple[MediaType, ...] = ()
    description: str | None = None


class StoredOperation(Record, frozen=True):
    """An `Operation`; a text among its `parameters`, `responses` and `errors` is the name of a shared one.

    Without `security` the requirement of the connector applies. Without `basis` the standard says the effect, the idempotency and the
    consequence, and nothing else has a basis of its own.
    """

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
    parameters: tuple[Parameter | str, ...] = ()
    body: StoredBody | None = None
    responses: tuple[Response | str, ...] = ()
    errors: tuple[ErrorResponse | str, ...] = ()
    outcome: Outcome | None = None
    security: Anonymous | AnyOf | msgspec.UnsetType = msgspec.UNSET
    pagination: Pagination | None = None
    maturity: Maturity = Maturity.GENERATED
    basis: dict[str, Basis] | msgspec.UnsetType = msgspec.UNSET
