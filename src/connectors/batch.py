"""`gen` over a folder of packages, one task each: what is up to date is not done again."""

import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import msgspec

from connectors import canonical
from connectors.inputs import open_entry
from connectors.limits import Limits
from connectors.model.connector import SCHEMA_VERSION, Connector, FileEntry
from connectors.model.coverage import Coverage
from connectors.model.source import Source
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions, GenReport, LocatedGap, LocatedNote, SourceFacts
from connectors.problems import Code, ConnectorsError, Problem, Severity, SourceLocation, UsageError
from connectors.store import layout
from connectors.store.folder import look, read_file
from connectors.store.source_file import read_source
from connectors.store.write import leftovers
from connectors.version import DERIVATION_VERSION, __version__

__all__ = ["BatchOptions", "Regenerated", "Standing", "regenerate", "targets"]

_MAY_HAVE_CHANGED = (Code.REFERENCE_NOT_FOUND, Code.REFERENCE_UNREADABLE, Code.REFERENCE_OUTSIDE)
"""Codes of references that a file could satisfy today that was not there, or not reachable, when the package was derived."""


class Standing(StrEnum):
    """What became of one folder."""

    PASSED_OVER = "passed over"
    """Its `source.yaml` names no description, or there is none."""
    UP_TO_DATE = "up to date"
    """Nothing that the package was derived from has changed."""
    DERIVED = "derived"


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What holds for all packages of a run.

    With `force` nothing counts as up to date; with `check` neither, for a check that believes what the package says of itself is none.
    `details` asks for the gaps and notes of what is up to date. `version` is that of the program that hands out the tasks.
    """

    root: Path | None = None
    strict: bool = False
    check: bool = False
    force: bool = False
    limits: Limits = field(default_factory=Limits)
    details: bool = False
    max_redirects: int = 0
    use_cache: bool = True
    use_proxies: bool = False
    version: str = __version__


@dataclass(frozen=True, slots=True)
class Regenerated:
    """What became of one folder, and what `gen` says of it; no report where it was passed over."""

    standing: Standing
    report: GenReport | None


def targets(folder: Path) -> tuple[Path, ...]:
    """The packages and recipes of a folder: itself, or the folders right below it that hold any file of a package, by name.

    Raises UsageError where there are none.
    """
    try:
        found = [folder] if _is_target(folder) else [path for path in sorted(folder.iterdir()) if _is_target(path)]
    except OSError as error:
        message = f"`{folder}` cannot be read: {error.strerror or error}"
        code = Code.FILE_NOT_FOUND if isinstance(error, FileNotFoundError) else Code.FILE_UNREADABLE
        raise UsageError([Problem(None, Severity.ERROR, code, message, "name a folder that holds packages or recipes")]) from error
    if not found:
        message = f"`{folder}` is expected to hold packages or recipes, found none"
        remedy = f"give another folder, or add a folder with a `{layout.SOURCE}` that names a description"
        raise UsageError([Problem(None, Severity.ERROR, Code.NOTHING_TO_GENERATE, message, remedy)])
    return tuple(found)


def _is_target(path: Path) -> bool:
    if path.name.startswith(".") and path.name not in (".", ".."):
        return False
    return any((path / name).is_file() for name in (layout.SOURCE, layout.CONNECTOR))


def regenerate(options: BatchOptions, directory: Path) -> Regenerated:
    """Bring one package up to date. Doing it twice does nothing the second time, so a task may be given out again at any moment.

    Raises what `gen` raises, and UsageError where this process is not what the options were made for.
    """
    if options.version != __version__:
        message = f"expected connectors {options.version} where the package is derived, found {__version__}"
        raise UsageError([Problem(None, Severity.ERROR, Code.WORKER_DIFFERS, message, "install the same version everywhere")])
    if not directory.is_dir():
        message = f"`{directory}` is not there, or not for the process that was to derive the package"
        raise UsageError(
            [Problem(None, Severity.ERROR, Code.WORKER_DIFFERS, message, "let all workers see the same files under the same paths")]
        )
    try:
        source_yaml = read_file(directory / layout.SOURCE)
    except FileNotFoundError:
        return Regenerated(Standing.PASSED_OVER, None)
    except OSError as error:
        where = SourceLocation(str(directory / layout.SOURCE))
        message = f"`{where}` could not be read: {error.strerror or error}"
        raise UsageError(
            [Problem(where, Severity.ERROR, Code.FILE_UNREADABLE, message, "make it a regular file that you may read")]
        ) from error
    source = read_source(source_yaml, str(directory / layout.SOURCE))
    if source.description is None:
        return Regenerated(Standing.PASSED_OVER, None)
    if not (options.force or options.check):
        report = _up_to_date(directory, source, options)
        if report is not None:
            return Regenerated(Standing.UP_TO_DATE, report)
    return Regenerated(Standing.DERIVED, gen(_gen_options(options, directory)))


def _gen_options(options: BatchOptions, directory: Path) -> GenOptions:
    return GenOptions(
        spec=None,
        out=directory,
        root=options.root,
        strict=options.strict,
        check=options.check,
        limits=options.limits,
        note_lines=options.details,
        max_redirects=options.max_redirects,
        use_cache=options.use_cache,
        use_proxies=options.use_proxies,
    )


# -- whether anything changed ---------------------------------------------------------------------------------------------------


def _up_to_date(directory: Path, source: Source, options: BatchOptions) -> GenReport | None:
    """What `gen` would say of a package that it would not change, by digests alone; None where it has to be derived to know.

    Compared are: the rules of derivation, every file of the package (its authored files among them), the description with every further
    document that was read, and every OpenAPI Overlay document. `connector.json`, which holds the digests, vouches for itself.
    """
    try:
        card_json = read_file(directory / layout.CONNECTOR)
        card = msgspec.json.decode(card_json, type=Connector)
        if not (
            _same_rules(card)
            and _same_package(directory, card)
            and _same_description(directory, source, card, options)
            and not (options.strict and card.counts.gaps)
        ):
            return None
        coverage_json = read_file(directory / layout.COVERAGE)
    except (OSError, ValueError, RecursionError, ConnectorsError):
        return None
    if any(f'"{code}"'.encode() in coverage_json for code in _MAY_HAVE_CHANGED):
        return None
    gaps, notes = _located(coverage_json, directory / str(source.description)) if options.details else ((), ())
    provenance = card.provenance
    return GenReport(
        connector=card.id,
        directory=str(directory),
        address=canonical.address(card_json),
        changed=False,
        source=SourceFacts(provenance.format, provenance.version, provenance.sha256, provenance.bytes),
        counts=card.counts,
        gaps=gaps,
        notes=notes,
        problems=(),
        exit_status=0,
    )


def _same_rules(card: Connector) -> bool:
    return (card.schema_version, card.provenance.derivation) == (SCHEMA_VERSION, DERIVATION_VERSION)


def _same_package(directory: Path, card: Connector) -> bool:
    folder = look(directory)
    if folder.others or folder.files.keys() != {layout.CONNECTOR, *(entry.path for entry in card.files)} or leftovers(directory):
        return False
    return all(_is_same(f"{directory}/{entry.path}", entry) for entry in card.files)


def _same_description(directory: Path, source: Source, card: Connector, options: BatchOptions) -> bool:
    if source.description is None or "://" in source.description:
        return False
    spec = directory / source.description
    provenance = card.provenance
    entry = open_entry(str(spec), options.root, options.limits)
    if (canonical.digest(entry.data), len(entry.data)) != (provenance.sha256, provenance.bytes):
        return False
    folder = spec if spec.is_dir() else spec.parent
    allowed = (options.root or folder).resolve()
    documents = [((folder / document.path).resolve(), document) for document in provenance.documents]
    if any(not path.is_relative_to(allowed) for path, _ in documents):
        return False
    documents += [
        (Path(os.path.normpath(os.path.join(os.path.realpath(directory), overlay.path))), overlay)  # noqa: PTH118
        for overlay in provenance.overlays
    ]
    return all(_is_same(path, document) for path, document in documents)


def _is_same(path: Path | str, entry: FileEntry) -> bool:
    content = read_file(path)
    return (len(content), canonical.digest(content)) == (entry.size, entry.sha256)


def _located(coverage_json: bytes, spec: Path) -> tuple[tuple[LocatedGap, ...], tuple[LocatedNote, ...]]:
    """Gaps and notes with the file and the pointer of each; their lines are known to whoever reads the description."""
    coverage = msgspec.json.decode(coverage_json, type=Coverage)

    def where(file: str, pointer: str) -> SourceLocation:
        return SourceLocation(str(spec.parent / file) if file else str(spec), pointer=pointer)

    gaps = tuple(LocatedGap(gap, where(gap.at.file, gap.at.pointer)) for gap in coverage.gaps)
    return gaps, tuple(LocatedNote(note, where(note.at.file, note.at.pointer)) for note in coverage.notes)
