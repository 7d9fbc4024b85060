"""The one view of a description: what every dialect answers, so that derivation never asks which one it talks to.

Values here are read but not judged: references are followed, defaults of the specification are filled in, wrong shapes are left out
with a remark. Names, effects, keys and choices are derivation's.
"""

from collections.abc import Callable, Mapping
from typing import final

import msgspec

from connectors.description.at import At
from connectors.description.remarks import Remarks
from connectors.description.schemas import Schema, Schemas
from connectors.description.tree import Document, Json
from connectors.model.connector import AuthScheme, SourceFormat, Tag
from connectors.model.coverage import Event
from connectors.model.operation import Location, Server, Style
from connectors.problems import Code

__all__ = [
    "PAGING_EXTENSIONS",
    "BodyView",
    "ContentView",
    "Fault",
    "HeaderView",
    "MemberEncoding",
    "OperationView",
    "ParameterView",
    "RequirementView",
    "ResponseView",
    "SchemeView",
    "View",
]

PAGING_EXTENSIONS = frozenset({"x-ms-pageable", "x-client-paginated", "x-speakeasy-pagination", "x-fern-pagination"})
"""The `x-` keys of an operation that say how its collection is walked."""


@final
class Fault(msgspec.Struct, frozen=True):
    """Why something that a call must send could not be read. Makes the operation a gap."""

    code: Code
    reason: str
    at: At


class HeaderView(msgspec.Struct, frozen=True):
    """A header of an answer, or of a part."""

    name: str
    required: bool
    schema: Schema
    explode: bool
    content_type: str | None
    deprecated: bool
    description: str | None
    style: Style = Style.SIMPLE


class ParameterView(msgspec.Struct, frozen=True):
    """A parameter in path, query, querystring, header or cookie; or a Swagger 2.0 form member (`location` body).

    `style` and `explode` are filled in from the specification's defaults. `broken` tells why its schema or the parameter as a whole
    could not be read.
    """

    name: str
    location: Location
    required: bool
    schema: Schema
    style: Style | None
    explode: bool
    at: At
    item_style: Style | None = None
    allow_reserved: bool = False
    allow_empty: bool = False
    content_type: str | None = None
    deprecated: bool = False
    description: str | None = None
    example: Json = None
    has_example: bool = False
    is_file: bool = False
    headers: tuple[HeaderView, ...] = ()


class MemberEncoding(msgspec.Struct, frozen=True):
    """What an Encoding Object says of one member of a form or multipart body. None where it says nothing."""

    content_type: str | None = None
    style: Style | None = None
    explode: bool | None = None
    allow_reserved: bool = False
    headers: tuple[HeaderView, ...] = ()


class ContentView(msgspec.Struct, frozen=True):
    """One media type of a body or an answer. `media_type` is None where a Swagger 2.0 document names none.

    `members` holds the form fields that Swagger 2.0 declares one by one; None elsewhere. `schema` is None where nothing is said.
    """

    media_type: str | None
    schema: Schema | None
    at: At
    encoding: dict[str, MemberEncoding] = msgspec.field(default_factory=dict)
    members: tuple[ParameterView, ...] | None = None
    item_schema: Schema | None = None
    named: "At | None" = None
    """Where the media type is named; None where nobody names it."""


class BodyView(msgspec.Struct, frozen=True):
    """What an operation declares as content of its request."""

    required: bool
    contents: tuple[ContentView, ...]
    at: At
    description: str | None = None


class ResponseView(msgspec.Struct, frozen=True):
    """One described answer; `status` as the description spells it."""

    status: str
    contents: tuple[ContentView, ...]
    headers: tuple[HeaderView, ...]
    description: str | None
    at: At


class RequirementView(msgspec.Struct, frozen=True):
    """One scheme of a security requirement, by the description's own key. `readable` is False where the entry has a wrong shape."""

    key: str
    scopes: tuple[str, ...]
    readable: bool
    at: At


class SchemeView(msgspec.Struct, frozen=True):
    """A security scheme as declared; the id is left to derivation. `at` is where it is declared."""

    scheme: AuthScheme
    at: At


class OperationView(msgspec.Struct, frozen=True):
    """One operation as the description has it. `security` is None where it says nothing, () where it says that none is needed.

    A non-empty `faults` makes it a gap.
    """

    method: str
    path: str
    source_operation_id: str | None
    tags: tuple[str, ...]
    summary: str | None
    description: str | None
    deprecated: bool
    parameters: tuple[ParameterView, ...]
    body: BodyView | None
    responses: tuple[ResponseView, ...]
    security: tuple[tuple[RequirementView, ...], ...] | None
    servers: tuple[Server, ...]
    faults: tuple[Fault, ...]
    at: At
    extensions: Mapping[str, Json] = msgspec.field(default_factory=dict)
    """What `PAGING_EXTENSIONS` names, as it is written."""
    origins: Mapping[str, At] = msgspec.field(default_factory=dict)
    """Of `summary`, `description` and `servers`, those that the operation has from its path item, and the node that says each."""


class View(msgspec.Struct, frozen=True):
    """A whole description."""

    format: SourceFormat
    title: str
    description: str | None
    api_version: str | None
    license_claims: tuple[tuple[str, str], ...]
    """What the description itself says of its licence: pairs of where it stands and what it says."""
    servers: tuple[Server, ...]
    tags: tuple[Tag, ...]
    schemes: tuple[SchemeView, ...]
    security: tuple[tuple[RequirementView, ...], ...] | None
    operations: tuple[OperationView, ...]
    events: tuple[Event, ...]
    schemas: Schemas
    remarks: Remarks
    documents: Callable[[], tuple[Document, ...]]
    """Every document that was read until now; a schema that is looked at for the first time may open another one."""
