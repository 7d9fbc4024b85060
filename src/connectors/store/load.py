"""The one loader: what it returns was verified, decoded and checked; there is no other way to get a package."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from connectors import canonical, collector
from connectors.model.connector import Connector, Counts
from connectors.model.coverage import Coverage
from connectors.model.lock import EMPTY_LOCK, Lock
from connectors.model.operation import Operation
from connectors.model.package import Dropped, Package
from connectors.model.stored import StoredOperation
from connectors.problems import Code, PackageError, Problem
from connectors.store import layout
from connectors.store.lock_file import decode_lock
from connectors.store.reading import Reader, check_manifest, look_at, read_in, verified
from connectors.store.references import check_references
from connectors.store.resources import is_of_operations, operations_of

__all__ = ["Sealed", "effective", "load_derived", "load_package", "load_sealed"]


class Sealed(msgspec.Struct, frozen=True):
    """A package as it stands on disk, verified and decoded: the derived half, and the overlay's bytes beside it."""

    directory: Path
    address: str
    connector: Connector
    operations: tuple[Operation, ...]
    schemas: Mapping[str, msgspec.Raw]
    coverage: Coverage
    lock: Lock
    stored: Mapping[str, StoredOperation]
    overlay_yaml: bytes | None
    warnings: tuple[Problem, ...] = ()


def load_package(directory: Path, *, unsealed: bool = False) -> Package:
    """Load the package in `directory`: its effective facts, verified against the digests of `connector.json`.

    With `unsealed`, an authored file that was edited since is judged as it stands, with a warning; otherwise it is an error, for what was
    reviewed is what runs. Never reads outside of `directory`, nor more than 256 MiB. Raises PackageError with every problem that was
    found; its exit status is 2 where there is no package, where it cannot be read, and where its format is newer, otherwise 1. Raises
    OverlayError for an overlay with mistakes.
    """
    with collector.at_rest():
        return effective(_read_sealed(directory, unsealed=unsealed))


def load_sealed(directory: Path) -> Sealed:
    """The package in `directory` as `load_package` verifies it, before its overlay is applied (`effective`). Raises PackageError."""
    with collector.at_rest():
        return _read_sealed(directory, unsealed=False)


def load_derived(directory: Path) -> Sealed:
    """The derived half of the package in `directory`, verified; authored files as they stand now. Raises PackageError."""
    with collector.at_rest():
        return _read_sealed(directory, unsealed=True)


def effective(sealed: Sealed) -> Package:
    """The package as it will be executed. Raises OverlayError with every mistake of the overlay."""
    card, operations = sealed.connector, sealed.operations
    dropped: tuple[Dropped, ...] = ()
    notices: tuple[str, ...] = ()
    warnings = sealed.warnings
    if sealed.overlay_yaml is not None:
        # Reading an overlay takes a YAML parser; most packages have none.
        from connectors.overlay.apply import apply_file

        shown_as = str(sealed.directory / layout.OVERLAY)
        applied = apply_file(sealed.overlay_yaml, shown_as, card, operations, sealed.schemas, sealed.coverage, sealed.lock)
        card, operations, dropped, notices = applied.connector, applied.operations, applied.dropped, applied.notices
        warnings = (*warnings, *applied.problems)
    return Package(
        address=sealed.address,
        connector=card,
        operations=operations,
        schemas=sealed.schemas,
        coverage=sealed.coverage,
        lock=sealed.lock,
        stored=sealed.stored,
        dropped=dropped,
        notices=notices,
        warnings=warnings,
    )


def _read_sealed(directory: Path, *, unsealed: bool) -> Sealed:
    folder = look_at(directory)
    card_json = read_in(directory, layout.CONNECTOR)
    reader = Reader(directory, unsealed)
    card = reader.document(layout.CONNECTOR, card_json, Connector)
    if card is None:
        raise PackageError(reader.problems)
    check_manifest(reader, card, folder)
    files = dict(verified(reader, card, folder))
    reader.stop()

    operations, stored = operations_of(reader, card, {path: data for path, data in files.items() if is_of_operations(path)})
    schemas = reader.own(layout.SCHEMAS, files[layout.SCHEMAS], layout.SchemasFile, card)
    coverage = reader.plain(layout.COVERAGE, files[layout.COVERAGE], Coverage, card)
    lock = _lock(reader, files[layout.LOCK], card)
    reader.stop()
    # Every document is what it should be by itself; what follows compares them.
    assert schemas is not None
    assert coverage is not None
    _check_operations(reader, card, operations)
    _check_coverage(reader, operations, coverage)
    _check_counts(reader, card.counts, operations, schemas, coverage)
    check_references(reader, files, schemas)
    reader.stop()
    overlay_yaml = files.get(layout.OVERLAY)
    if unsealed and layout.OVERLAY in folder.files:
        overlay_yaml = read_in(directory, layout.OVERLAY)
    return Sealed(
        directory=directory,
        address=canonical.address(card_json),
        connector=card,
        operations=operations,
        schemas=schemas.definitions,
        coverage=coverage,
        lock=lock,
        stored=stored,
        overlay_yaml=overlay_yaml,
        warnings=tuple(reader.warnings),
    )


def _lock(reader: Reader, data: bytes, card: Connector) -> Lock:
    try:
        return decode_lock(data, str(reader.directory / layout.LOCK), connector=card.id)
    except PackageError as error:
        if error.exit_status != PackageError.exit_status:
            raise
        reader.problems.extend(error.problems)
        return EMPTY_LOCK


def _check_operations(reader: Reader, card: Connector, operations: Iterable[Operation]) -> None:
    names: tuple[tuple[str, Callable[[Operation], str]], ...] = (
        ("id", lambda operation: operation.id),
        ("identity", lambda operation: operation.identity),
    )
    for word, name_of in names:
        seen: set[str] = set()
        for operation in operations:
            name = name_of(operation)
            if name in seen:
                path = layout.operations_path(operation.resource)
                reader.problem(
                    path,
                    "/operations",
                    Code.PACKAGE_VALUE,
                    f"an {word} belongs to one operation of `{card.id}`, found `{name}` twice",
                )
            seen.add(name)


def _check_coverage(reader: Reader, operations: Iterable[Operation], coverage: Coverage) -> None:
    emitted = {(operation.id, operation.identity) for operation in operations}
    covered = [(entry.id, entry.identity) for entry in coverage.operations]
    for index, entry in enumerate(covered):
        if entry not in emitted:
            message = f"the coverage lists emitted operations, found `{entry[0]}` as `{entry[1]}`, which no file holds"
            reader.problem(layout.COVERAGE, f"/operations/{index}", Code.PACKAGE_VALUE, message)
    for entry in sorted(emitted.difference(covered)):
        reader.problem(
            layout.COVERAGE,
            "/operations",
            Code.PACKAGE_VALUE,
            f"the coverage lists every emitted operation, `{entry[0]}` is not in it",
        )
    if covered != sorted(set(covered)):
        reader.problem(layout.COVERAGE, "/operations", Code.PACKAGE_SPELLING, "operations are listed once, sorted by id")


def _check_counts(
    reader: Reader, counts: Counts, operations: tuple[Operation, ...], schemas: layout.SchemasFile, coverage: Coverage
) -> None:
    real = {
        "declared": len(operations) + len(coverage.gaps),
        "operations": len(operations),
        "gaps": len(coverage.gaps),
        "excluded": len(coverage.excluded),
        "notes": len(coverage.notes),
        "resources": len({operation.resource for operation in operations}),
        "schemas": len(schemas.definitions),
        "events": len(coverage.events),
        "paginated": sum(operation.pagination is not None for operation in operations),
    }
    for name, number in real.items():
        if (stated := getattr(counts, name)) != number:
            message = f"`{name}` is {number}, found {stated}"
            reader.problem(layout.CONNECTOR, f"/counts/{name}", Code.PACKAGE_VALUE, message)
    if coverage.declared != real["declared"]:
        message = f"`declared` is operations and gaps together, {real['declared']}, found {coverage.declared}"
        reader.problem(layout.COVERAGE, "/declared", Code.PACKAGE_VALUE, message)
