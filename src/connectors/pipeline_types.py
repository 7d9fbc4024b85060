"""What `pipeline.gen` is asked for, and what it says it has done."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from connectors.limits import Limits
from connectors.model.connector import Counts, SourceFormat
from connectors.model.coverage import Gap, Note
from connectors.problems import Problem, SourceLocation

__all__ = ["GenOptions", "GenReport", "LocatedGap", "LocatedNote", "SourceFacts"]


@dataclass(frozen=True, slots=True)
class GenOptions:
    """The options of `gen` as they were given; None or empty where an option was not."""

    spec: str | None
    """A file, a folder, or `-` for standard input; None to generate anew what `source.yaml` names."""
    id: str | None = None
    out: Path | None = None
    root: Path | None = None
    license: str | None = None
    license_texts: tuple[Path, ...] = ()
    copyright: tuple[str, ...] = ()
    source_url: str | None = None
    self_hosted: bool = False
    prose: Literal["keep", "omit"] | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    strict: bool = False
    check: bool = False
    limits: Limits = field(default_factory=Limits)
    allow_origin: tuple[str, ...] = ()
    """Origins and prefixes that references may lead to."""
    auth_env: str | None = None
    """Name of the environment variable that holds the credential for SPEC's address."""
    max_redirects: int = 0
    use_cache: bool = True
    use_proxies: bool = False
    """Whether the proxies of the environment are used."""
    overlay: Path | None = None
    """A file to be copied to `overlay.yaml`, byte for byte."""
    replace_overlay: bool = False
    accept_moves: tuple[str, ...] = ()
    """`OLD=NEW`: identities, or `shape key` of security schemes, that are the same thing in another place."""
    new: tuple[str, ...] = ()
    """Identities that are new although something like them is gone."""
    redistributable: bool = False
    rights: str | None = None
    rights_override: str | None = None
    generated_by: Literal["operator", "service"] | None = None
    description_overlays: tuple[Path, ...] = ()
    """OpenAPI Overlay documents, to be applied to the description in this order."""
    beside: Path | None = None
    """The folder that relative names in `source.yaml` count from; that of the package unless given."""
    note_lines: bool = False
    """Whether the lines of notes are wanted, too; those of gaps always are."""


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """The description that was read. `sha256` is bare hex, over the bytes of the entry document."""

    format: SourceFormat
    version: str | None
    sha256: str
    bytes: int
    unchanged: bool = False
    """Whether it was fetched, and is what was there the last time."""


@dataclass(frozen=True, slots=True)
class LocatedGap:
    """A gap, and where it stands in the description, by line."""

    gap: Gap
    at: SourceLocation


@dataclass(frozen=True, slots=True)
class LocatedNote:
    """A note, and where it stands in the description, by line."""

    note: Note
    at: SourceLocation


@dataclass(frozen=True, slots=True)
class GenReport:
    """What a run has done, or would not do.

    `address` is None where nothing could be written, `source` and `counts` where the description could not be read. `changed` says
    whether a byte of the directory changed (with `check`: would have). `exit_status` is that of the process.
    """

    connector: str
    directory: str
    address: str | None
    changed: bool
    source: SourceFacts | None
    counts: Counts | None
    gaps: tuple[LocatedGap, ...]
    notes: tuple[LocatedNote, ...]
    problems: tuple[Problem, ...]
    exit_status: int
