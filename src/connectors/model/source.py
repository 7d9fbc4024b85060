"""What `source.yaml` says: where a description comes from, and under which licence the package may travel."""

from typing import Literal

from connectors.model.record import Record

__all__ = ["Source"]


class Source(Record, frozen=True):
    """`source.yaml`: written by the first `gen` from its options, then a person's; never rewritten.

    `description` is a path relative to the file, or a URL; None where the first run was given a local file.
    """

    schema_version: int
    connector: str
    description: str | None = None
    sha256: str | None = None
    """The digest that the description has to have, in hex; None where none is pinned. `description: {url: …, sha256: …}`."""
    url: str | None = None
    """Where the vendor publishes the description: provenance, resolves nothing."""
    license: str | None = None
    copyright: tuple[str, ...] = ()
    attribution: str | None = None
    redistributable: bool = False
    rights: str | None = None
    """The right relied on, in a sentence."""
    rights_override: str | None = None
    """Why the package may be passed on although its licence limits that, or is not known."""
    generated_by: Literal["operator", "service"] = "operator"
    prose: Literal["keep", "omit"] = "keep"
    self_hosted: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    allow_origin: tuple[str, ...] = ()
    description_overlays: tuple[str, ...] = ()
    """OpenAPI Overlay documents that are applied to the description first, in this order: paths relative to the file."""
