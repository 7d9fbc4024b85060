"""Loading one operation of a package without the others: what is read is verified as the loader verifies it, the rest is not read."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from connectors import canonical, collector
from connectors.model.connector import Connector
from connectors.model.coverage import Coverage, Emitted
from connectors.model.excerpt import Excerpt, reached
from connectors.model.identity import normalise_identity
from connectors.model.operation import Operation
from connectors.store import layout
from connectors.store.reading import Reader, check_manifest, look_at, read_in, verified
from connectors.store.references import check_references
from connectors.store.resources import is_operation_id, operations_of

__all__ = ["load_operation"]


def load_operation(directory: Path, name: str) -> Excerpt | None:
    """The operation of an id, with or without the connector's own segment, or of an identity (`GET /a/{1}`, any placeholder names).

    Read, and held against their digests, are the file of its resource, the schemas, the coverage and the authored files; all other files are
    there and have their sizes. None where only the whole package can tell: it has an overlay, whose entries may be about any operation;
    nothing in it has exactly this name; or something is wrong with it, which `load_package` then says with all else that is wrong. Raises
    PackageError for a folder or a file that cannot be read, or is of a newer format.
    """
    with collector.at_rest():
        return _operation(directory, name)


def _operation(directory: Path, name: str) -> Excerpt | None:
    folder = look_at(directory)
    card_json = read_in(directory, layout.CONNECTOR)
    reader = Reader(directory, unsealed=False)
    card = reader.document(layout.CONNECTOR, card_json, Connector)
    if card is None:
        return None
    check_manifest(reader, card, folder)
    listed = {entry.path for entry in card.files}
    if layout.OVERLAY in listed:
        return None
    always = {layout.COVERAGE, layout.SCHEMAS, *layout.AUTHORED}
    files = dict(verified(reader, card, folder, always))
    if reader.problems:
        return None
    coverage = reader.plain(layout.COVERAGE, files[layout.COVERAGE], Coverage, card)
    emitted = _emitted(name, card.id, coverage) if coverage is not None else None
    if emitted is None:
        return None
    assert coverage is not None
    for path in _paths_of(emitted.id):
        if path not in listed:
            continue
        files |= verified(reader, card, folder, {path})
        if reader.problems:
            return None
        found, _ = operations_of(reader, card, {path: files[path]})
        for operation in found:
            if (operation.id, operation.identity) == (emitted.id, emitted.identity):
                return _excerpt(reader, card, canonical.address(card_json), operation, coverage, files)
    return None


def _excerpt(
    reader: Reader, card: Connector, address: str, operation: Operation, coverage: Coverage, files: Mapping[str, bytes]
) -> Excerpt | None:
    document = reader.outline(layout.SCHEMAS, files[layout.SCHEMAS], layout.SchemasFile, card)
    if document is None:
        return None
    check_references(reader, files, document)
    schemas = _canonical(reached(operation, document.definitions), files[layout.SCHEMAS])
    if schemas is None or reader.problems:
        return None
    return Excerpt(
        address=address,
        connector=card,
        operation=operation,
        schemas=schemas,
        notes=tuple(note for note in coverage.notes if note.identity == operation.identity),
        events=tuple(event for event in coverage.events if event.operation == operation.identity),
        verified=tuple(sorted(files)),
    )


def _emitted(name: str, connector: str, coverage: Coverage) -> Emitted | None:
    """What the coverage says of the one operation that a name means; None for no one and for several."""
    names = {name, f"{connector}.{name}"}
    if any(is_operation_id(text, connector) for text in names):
        found = [entry for entry in coverage.operations if entry.id in names]
    else:
        method, _, path = name.partition(" ")
        slashes, wanted = path.count("/"), normalise_identity(name)
        found = [
            entry
            for entry in coverage.operations
            if entry.identity.startswith(f"{method} ")
            and entry.identity.count("/") == slashes
            and normalise_identity(entry.identity) == wanted
        ]
    return found[0] if len(found) == 1 else None


def _paths_of(operation_id: str) -> Iterator[str]:
    """The files that may hold an operation: `connector.resource.verb`, where the resource may have several words."""
    _, *words = operation_id.split(".")
    for count in range(len(words) - 1, 0, -1):
        yield layout.operations_path(".".join(words[:count]))


def _canonical(definitions: Mapping[str, msgspec.Raw], data: bytes) -> dict[str, msgspec.Raw] | None:
    """Some definitions without white space; None where one is not as `connectors` spells it, or stands in the file twice."""
    found: dict[str, msgspec.Raw] = {}
    for name, raw in definitions.items():
        text = canonical.compact_part(bytes(raw), 2)
        # In the canonical layout a definition begins a line, behind two spaces; no text holds a line feed as it is.
        if text is None or data.count(b"\n  %b: " % canonical.compact_value(name)) != 1:
            return None
        found[name] = msgspec.Raw(text)
    return found
