"""The identity card of a connector: what `connector.json` holds."""

from enum import StrEnum
from typing import Literal

import msgspec

from connectors.model.operation import Basis, Idempotency, Location, Maturity, Outcome, Pagination, Security, Server, Undeclared
from connectors.model.record import Record

__all__ = [
    "AuthKind",
    "AuthScheme",
    "Claim",
    "Connector",
    "Counts",
    "FileEntry",
    "Flow",
    "Header",
    "Placement",
    "Provenance",
    "Rights",
    "Scope",
    "SourceFormat",
    "Tag",
]

SCHEMA_VERSION = 1
"""The format of a package on disk."""


class SourceFormat(StrEnum):
    """The dialect a description is written in."""

    SWAGGER_2_0 = "swagger-2.0"
    OPENAPI_3_0 = "openapi-3.0"
    OPENAPI_3_1 = "openapi-3.1"
    OPENAPI_3_2 = "openapi-3.2"


class AuthKind(StrEnum):
    """What kind of credential a scheme asks for."""

    API_KEY = "api_key"
    HTTP_BASIC = "http_basic"
    HTTP_BEARER = "http_bearer"
    HTTP_OTHER = "http_other"
    OAUTH2 = "oauth2"
    OPENID_CONNECT = "openid_connect"
    MUTUAL_TLS = "mutual_tls"
    UNKNOWN = "unknown"


class Placement(Record, frozen=True):
    """Where a credential travels. `value_prefix` is only ever authored."""

    location: Location = msgspec.field(name="in")
    name: str
    value_prefix: str | None = None


class Scope(Record, frozen=True):
    """A scope that a flow advertises; what an operation needs stands on its requirements."""

    name: str
    description: str | None = None


class Flow(Record, frozen=True):
    """One OAuth2 flow. `kind` is spelled as OpenAPI 3.x does: `implicit`, `password`, `clientCredentials`, `authorizationCode`,
    `deviceAuthorization`.
    """

    kind: str
    authorization_url: str | None = None
    token_url: str | None = None
    refresh_url: str | None = None
    device_authorization_url: str | None = None
    scopes: tuple[Scope, ...] = ()


class AuthScheme(Record, frozen=True):
    """A way to be let in. `id` comes from its shape, `vendor_key` is the description's own name for it."""

    id: str
    kind: AuthKind
    vendor_key: str
    placement: Placement | None = None
    scheme: str | None = None
    """The HTTP authentication scheme of `http_other`, as declared."""
    bearer_format: str | None = None
    openid_connect_url: str | None = None
    flows: tuple[Flow, ...] = ()
    deprecated: bool = False
    description: str | None = None


class Tag(Record, frozen=True):
    """A tag that the description declares. `parent` and `kind` are OpenAPI 3.2's."""

    name: str
    summary: str | None = None
    description: str | None = None
    parent: str | None = None
    kind: str | None = None


class Claim(Record, frozen=True):
    """What somebody says of the licence, and where it was found."""

    found_in: str
    value: str


class Provenance(Record, frozen=True):
    """Which description this was derived from, and by which rules."""

    format: SourceFormat
    sha256: str
    """Bare hex, over the bytes of the entry document."""
    bytes: int
    version: str | None = None
    """`info.version`, as text."""
    url: str | None = None
    documents: tuple["FileEntry", ...] = ()
    """Every further document that was read, by its path below the entry document's folder, or by its address where it lies elsewhere."""
    overlays: tuple["FileEntry", ...] = ()
    """Every OpenAPI Overlay document that was applied to the description, in this order, by its path in `source.yaml`."""
    derivation: int = 1
    description: str | None = None
    prose: Literal["keep", "omit"] = "keep"
    self_hosted: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    allow_origin: tuple[str, ...] = ()
    """With `description`, `prose` and `self_hosted`, what `source.yaml` asked of this derivation."""


class Rights(Record, frozen=True):
    """Under which licence the package may be passed on, and who said so."""

    license: str | None = None
    """SPDX license expression; None where none was stated."""
    claims: tuple[Claim, ...] = ()
    copyright: tuple[str, ...] = ()
    redistributable: bool = False
    relied_on: str | None = None
    override: str | None = None
    """The reason for asserting a right that the licence does not give by itself."""
    share_alike: bool = False
    """Whether what is made from the description travels under its licence alone."""
    generated_by: Literal["operator", "service"] = "operator"


class Counts(Record, frozen=True):
    """How many of each thing. `declared` = `operations` + `gaps`, always; `excluded` is counted apart."""

    declared: int
    operations: int
    gaps: int
    excluded: int = 0
    notes: int = 0
    resources: int = 0
    schemas: int = 0
    events: int = 0
    tags: int = 0
    deprecated: int = 0
    paginated: int = 0
    curated: int = 0
    dropped: int = 0


class FileEntry(Record, frozen=True):
    """One file: its path, its SHA-256 in hex, its size in bytes."""

    path: str
    sha256: str
    size: int


class Header(Record, frozen=True):
    """What every derived JSON file opens with."""

    notice: str
    license: str
    copyright: tuple[str, ...]
    source: str | None
    source_sha256: str
    generator: str
    derivation: int
    share_alike: bool = False
    """Whether whatever is made from this file travels under the same licence."""


class Connector(Record, frozen=True):
    """The identity card: everything of a connector but its operations and schemas."""

    header: Header
    schema_version: int
    id: str
    title: str
    provenance: Provenance
    rights: Rights
    counts: Counts
    description: str | None = None
    api_version: str | None = None
    servers: tuple[Server, ...] = ()
    tags: tuple[Tag, ...] = ()
    auth: tuple[AuthScheme, ...] = ()
    default_security: Security = msgspec.field(default_factory=Undeclared)
    outcome: Outcome | None = None
    pagination: Pagination | None = None
    idempotency: Idempotency | None = None
    maturity: Maturity = Maturity.GENERATED
    basis: dict[str, Basis] = msgspec.field(default_factory=dict)
    files: tuple[FileEntry, ...] = ()
