"""The one loader: what it returns was verified, decoded and checked; there is no other way to get a package."""

import gc
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from connectors import canonical, pointer
from connectors.model.connector import SCHEMA_VERSION, Connector, Counts, FileEntry
from connectors.model.coverage import Coverage
from connectors.model.lock import EMPTY_LOCK, Lock
from connectors.model.operation import ErrorResponse, Header, MediaType, Operation, Parameter, Response
from connectors.model.package import Dropped, Package
from connectors.model.stored import Shared, StoredBody, StoredOperation
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation
from connectors.store import layout
from connectors.store.folder import LARGEST, Folder, look, read_file
from connectors.store.lock_file import decode_lock
from connectors.store.sharing import fold, unfold, unknown_names

__all__ = ["Sealed", "effective", "load_derived", "load_package"]

_REGENERATE = "run `connectors gen`, which writes the derived files anew"
_OPERATION_ID = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){2,}")
_SHA256 = re.compile(r"[0-9a-f]{64}")

_Document = TypeVar("_Document", bound=msgspec.Struct)


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
    with _collector_at_rest():
        return effective(_read_sealed(directory, unsealed=unsealed))


def load_derived(directory: Path) -> Sealed:
    """The derived half of the package in `directory`, verified; authored files as they stand now. Raises PackageError."""
    with _collector_at_rest():
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


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """A package is hundreds of thousands of values that all stay: looking for garbage among them takes longer than reading them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _read_sealed(directory: Path, *, unsealed: bool) -> Sealed:
    folder = _look(directory)
    card_json = _read(directory, layout.CONNECTOR)
    reader = _Reader(directory, unsealed)
    card = reader.document(layout.CONNECTOR, card_json, Connector)
    if card is None:
        raise PackageError(reader.problems)
    _check_manifest(reader, card, folder)
    files = dict(_verified(reader, card, folder))
    reader.stop()

    operations, stored = _operations(reader, card, files)
    schemas = reader.own(layout.SCHEMAS, files[layout.SCHEMAS], layout.SchemasFile, card)
    coverage = reader.own(layout.COVERAGE, files[layout.COVERAGE], Coverage, card)
    lock = _lock(reader, files[layout.LOCK], card)
    reader.stop()
    # Every document is what it should be by itself; what follows compares them.
    assert schemas is not None
    assert coverage is not None
    _check_operations(reader, card, operations)
    _check_coverage(reader, operations, coverage)
    _check_counts(reader, card.counts, operations, schemas, coverage)
    _check_references(reader, files, schemas)
    reader.stop()
    overlay_yaml = files.get(layout.OVERLAY)
    if unsealed and layout.OVERLAY in folder.files:
        overlay_yaml = _read(directory, layout.OVERLAY)
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


class _Reader:
    """Decodes the documents of one package, and keeps every problem with the file it is in."""

    def __init__(self, directory: Path, unsealed: bool) -> None:
        self.directory = directory
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self._unsealed = unsealed

    def not_sealed(self, path: str, message: str) -> None:
        """Note that an authored file is not the one that the package was sealed with: a warning where that was asked for."""
        severity = Severity.WARNING if self._unsealed else Severity.ERROR
        remedy = "run `connectors seal`, which takes the edit into the package"
        problem = Problem(_place(self.directory, path), severity, Code.NOT_SEALED, message, remedy)
        (self.warnings if self._unsealed else self.problems).append(problem)

    def problem(self, path: str, where: str, code: Code, message: str, remedy: str = _REGENERATE) -> None:
        """Note a mistake at the pointer `where` of one file."""
        self.problems.append(Problem(_place(self.directory, path, where), Severity.ERROR, code, message, remedy))

    def stop(self) -> None:
        """Raise what was found so far, if anything was."""
        if self.problems:
            raise PackageError(self.problems)

    def document(
        self, path: str, data: bytes, kind: type[_Document], spelled: Callable[[_Document], bytes] = canonical.compact_value
    ) -> _Document | None:
        """Decode one derived file strictly; None after a problem. Raises PackageError for a newer format.

        `spelled` gives the text that the document has, without white space.
        """
        if not self._probe(path, data):
            return None
        text = canonical.compact(data)
        if text is None:
            message = "the file is not in its canonical spelling: no key twice, numbers, escapes and white space as `connectors` writes them"
            self.problem(path, "", Code.PACKAGE_SPELLING, message)
            return None
        try:
            found = msgspec.json.decode(text, type=kind)
        except (msgspec.DecodeError, RecursionError) as error:
            message, where = _decode_fault(error)
            self.problem(path, where, Code.PACKAGE_VALUE, message)
            return None
        if spelled(found) != text:
            message = (
                "the file is not in its canonical spelling: keys in their order, defaults left out, and what is shared in `shared`"
            )
            self.problem(path, "", Code.PACKAGE_SPELLING, message)
            return None
        return found

    def own(
        self,
        path: str,
        data: bytes,
        kind: type[_Document],
        card: Connector,
        spelled: Callable[[_Document], bytes] = canonical.compact_value,
    ) -> _Document | None:
        """Decode one derived file, which has to be of this connector and of this generation."""
        found = self.document(path, data, kind, spelled)
        if found is None:
            return None
        connector, header = _origin(found)
        if connector != card.id:
            self.problem(path, "/connector", Code.PACKAGE_VALUE, f"the file belongs to `{card.id}`, found `{connector}`")
        elif header != card.header:
            self.problem(path, "/header", Code.PACKAGE_VALUE, f"the header is that of `{layout.CONNECTOR}`, found another")
        return found

    def _probe(self, path: str, data: bytes) -> bool:
        """Whether the document is of the format this program reads."""
        try:
            version = msgspec.json.decode(data, type=_Probe).schema_version
        except (msgspec.ValidationError, RecursionError) as error:
            message, where = _decode_fault(error)
            self.problem(path, where, Code.PACKAGE_VALUE, message)
            return False
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            conflict = "it holds the marks of a merge conflict" if b"\n<<<<<<<" in b"\n" + data else str(error)
            self.problem(path, "", Code.PACKAGE_SYNTAX, f"the file is not JSON: {conflict}")
            return False
        if version > SCHEMA_VERSION:
            message = f"the file has format {SCHEMA_VERSION} at most, found {version}"
            problem = Problem(
                _place(self.directory, path, "/schema_version"),
                Severity.ERROR,
                Code.PACKAGE_FORMAT_NEWER,
                message,
                "upgrade connectors",
            )
            raise PackageError([problem], exit_status=2)
        if version < SCHEMA_VERSION:
            self.problem(path, "/schema_version", Code.PACKAGE_VALUE, f"the file has format {SCHEMA_VERSION}, found {version}")
            return False
        return True


class _Probe(msgspec.Struct):
    """All that is looked at before the format of a document is known."""

    schema_version: int


def _place(directory: Path, path: str, where: str = "") -> SourceLocation:
    return SourceLocation(str(directory / path), pointer=where)


def _look(directory: Path) -> Folder:
    try:
        return look(directory)
    except (FileNotFoundError, NotADirectoryError) as error:
        message = f"`{directory}` is no folder"
        raise _absent(directory, message, "name the folder of a package") from error
    except OSError as error:
        raise _unreadable(directory, "", error) from error


def _read(directory: Path, path: str, largest: int = LARGEST) -> bytes:
    try:
        return read_file(directory / path, largest)
    except FileNotFoundError as error:
        if path != layout.CONNECTOR:
            raise _unreadable(directory, path, error) from error
        if (directory / layout.SOURCE).is_file():
            message, remedy = f"`{directory}` is a recipe: it has no `{layout.CONNECTOR}` yet", "run `connectors gen` on it"
        else:
            message, remedy = f"`{directory}` holds no package: it has no `{layout.CONNECTOR}`", "name the folder of a package"
        raise _absent(directory, message, remedy) from error
    except OSError as error:
        raise _unreadable(directory, path, error) from error


def _absent(directory: Path, message: str, remedy: str) -> PackageError:
    problem = Problem(SourceLocation(str(directory)), Severity.ERROR, Code.PACKAGE_NOT_FOUND, message, remedy)
    return PackageError([problem], exit_status=2)


def _unreadable(directory: Path, path: str, error: OSError) -> PackageError:
    message = f"`{path or directory}` cannot be read: {error.strerror or error}"
    remedy = "make it a readable regular file"
    return PackageError([Problem(_place(directory, path), Severity.ERROR, Code.PACKAGE_UNREADABLE, message, remedy)], exit_status=2)


def _check_manifest(reader: _Reader, card: Connector, folder: Folder) -> None:
    """Compare what `connector.json` lists with what format 1 allows and with what the folder holds."""
    listed: dict[str, str] = {}
    for index, entry in enumerate(card.files):
        where = f"/files/{index}/path"
        reason = _path_fault(entry.path)
        if reason is not None:
            reader.problem(layout.CONNECTOR, where, Code.PACKAGE_PATH, f"a listed path {reason}, found `{entry.path}`")
        elif entry.path.casefold() in listed:
            message = f"a path is listed once, whatever its case, found `{listed[entry.path.casefold()]}` and `{entry.path}`"
            reader.problem(layout.CONNECTOR, where, Code.PACKAGE_PATH, message)
        elif not _SHA256.fullmatch(entry.sha256):
            reader.problem(
                layout.CONNECTOR, f"/files/{index}/sha256", Code.PACKAGE_VALUE, "a digest is 64 digits of lower-case hex"
            )
        listed[entry.path.casefold()] = entry.path
    paths = [entry.path for entry in card.files]
    if paths != sorted(paths):
        reader.problem(layout.CONNECTOR, "/files", Code.PACKAGE_SPELLING, "files are listed in the order of their paths")
    if sum(max(entry.size, 0) for entry in card.files) > LARGEST:
        message = f"the files of a package have {LARGEST} bytes together at most, and the list names more"
        reader.problem(layout.CONNECTOR, "/files", Code.PACKAGE_VALUE, message)
    missing = [f"a file `{path}`" for path in layout.REQUIRED if path not in paths]
    if not any(path.startswith("LICENSES/") for path in paths):
        missing.append("a licence text in `LICENSES`")
    for what in missing:
        reader.problem(layout.CONNECTOR, "/files", Code.PACKAGE_FILE_MISSING, f"a package has {what}, and none is listed")
    known = {*paths, layout.CONNECTOR}
    for path in folder.files:
        if path not in known:
            message = f"every file is listed in `{layout.CONNECTOR}`, found `{path}`, which is not"
            if path in layout.AUTHORED:
                reader.not_sealed(path, message)
            else:
                reader.problem(path, "", Code.PACKAGE_FILE_UNKNOWN, message, "remove it, or run `connectors gen`")
    for path, what in folder.others.items():
        reader.problem(
            path, "", Code.PACKAGE_PATH, f"a package holds files and folders, found `{path}`, which is {what}", "remove it"
        )
    for path in folder.folders:
        if path not in {"operations", "LICENSES"}:
            message = f"a package has the folders `operations` and `LICENSES`, found `{path}`"
            reader.problem(path, "", Code.PACKAGE_FILE_UNKNOWN, message, "remove it")


def _path_fault(path: str) -> str | None:
    """What is wrong with a listed path, or None."""
    parts = path.split("/")
    if path.startswith("/") or "\\" in path or re.match(r"[A-Za-z]:", path):
        return "is relative to the package and spelled with `/`"
    if any(part in {"", ".", ".."} for part in parts):
        return "has no empty part, `.` or `..`"
    if layout.is_device_name(path):
        return "names no device"
    if path == layout.CONNECTOR:
        return f"is another file than `{layout.CONNECTOR}` itself"
    if not layout.is_named(path):
        return f"is one that format {SCHEMA_VERSION} names"
    return None


def _verified(reader: _Reader, card: Connector, folder: Folder) -> Iterator[tuple[str, bytes]]:
    """The bytes of each listed file that is what its entry says."""
    if reader.problems:
        return
    for index, entry in enumerate(card.files):
        size = folder.files.get(entry.path)
        if size is None and entry.path == layout.OVERLAY:
            reader.not_sealed(entry.path, f"`{layout.CONNECTOR}` lists `{entry.path}`, which is gone")
        elif size is None:
            message = f"`{layout.CONNECTOR}` lists `{entry.path}`, which is missing"
            reader.problem(entry.path, "", Code.PACKAGE_FILE_MISSING, message, "restore it, or run `connectors gen`")
        elif size != entry.size:
            _differs(reader, entry, f"{entry.size} bytes", f"{size}", index)
        else:
            data = _read(reader.directory, entry.path, entry.size)
            if (found := canonical.digest(data)) != entry.sha256:
                _differs(reader, entry, f"the SHA-256 `{entry.sha256}`", f"`{found}`", index)
            else:
                yield entry.path, data


def _differs(reader: _Reader, entry: FileEntry, wanted: str, found: str, index: int) -> None:
    if entry.path in layout.AUTHORED:
        message = f"`{entry.path}` was edited after the package was written: it had {wanted}, found {found}"
        reader.not_sealed(entry.path, message)
    else:
        message = f"`{layout.CONNECTOR}` at `/files/{index}` gives `{entry.path}` {wanted}, found {found}"
        reader.problem(entry.path, "", Code.PACKAGE_DIGEST, message)


def _operations(
    reader: _Reader, card: Connector, files: Mapping[str, bytes]
) -> tuple[tuple[Operation, ...], dict[str, StoredOperation]]:
    """The operations of every resource, sorted by id, and as their files hold them, by identity."""
    found: list[Operation] = []
    stored: dict[str, StoredOperation] = {}
    for path, data in files.items():
        if not path.startswith("operations/"):
            continue
        unfolded: list[Operation] = []

        def spelled(document: layout.OperationsFile, unfolded: list[Operation] = unfolded) -> bytes:
            # One package has one spelling: what the operations say in full has to fold into what the file says.
            if next(unknown_names(document.shared, document.operations), None) is not None:
                return canonical.compact_value(document)
            unfolded += unfold(document.shared, document.operations)
            shared, operations = fold(unfolded)
            return canonical.compact_value(msgspec.structs.replace(document, shared=shared, operations=operations))

        document = reader.own(path, data, layout.OperationsFile, card, spelled)
        if document is None:
            continue
        for where, name in unknown_names(document.shared, document.operations):
            reader.problem(path, where, Code.PACKAGE_VALUE, f"a name is one of those in `/shared`, found `{name}`")
        if layout.operations_path(document.resource) != path:
            message = f"the file of `{document.resource}` is `{layout.operations_path(document.resource)}`, found `{path}`"
            reader.problem(path, "/resource", Code.PACKAGE_VALUE, message)
        _check_resource(reader, path, document)
        found.extend(unfolded)
        stored.update((operation.identity, operation) for operation in document.operations)
    return tuple(sorted(found, key=lambda operation: operation.id)), stored


def _check_resource(reader: _Reader, path: str, document: layout.OperationsFile) -> None:
    ids = [operation.id for operation in document.operations]
    if ids != sorted(ids):
        reader.problem(path, "/operations", Code.PACKAGE_SPELLING, "operations are sorted by id")
    if not ids:
        reader.problem(path, "/operations", Code.PACKAGE_VALUE, "a resource has an operation, found none")
    for index, operation in enumerate(document.operations):
        where = f"/operations/{index}"
        if operation.resource != document.resource:
            message = f"an operation stands in the file of its resource, `{document.resource}`, found `{operation.resource}`"
            reader.problem(path, f"{where}/resource", Code.PACKAGE_VALUE, message)
        if not _OPERATION_ID.fullmatch(operation.id) or operation.id.partition(".")[0] != document.connector:
            message = f"an operation id is `{document.connector}.resource.verb`, found `{operation.id}`"
            reader.problem(path, f"{where}/id", Code.PACKAGE_VALUE, message)
        if not operation.identity.startswith(f"{operation.method} "):
            message = f"an identity begins with the method `{operation.method}`, found `{operation.identity}`"
            reader.problem(path, f"{where}/identity", Code.PACKAGE_VALUE, message)
        if operation.body is not None and (operation.body.fields is None) == (operation.body.whole is None):
            reader.problem(path, f"{where}/body", Code.PACKAGE_VALUE, "a body has `fields` or `whole`, and not both")


def _lock(reader: _Reader, data: bytes, card: Connector) -> Lock:
    try:
        return decode_lock(data, str(reader.directory / layout.LOCK), connector=card.id)
    except PackageError as error:
        if error.exit_status != PackageError.exit_status:
            raise
        reader.problems.extend(error.problems)
        return EMPTY_LOCK


def _check_operations(reader: _Reader, card: Connector, operations: Iterable[Operation]) -> None:
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


def _check_coverage(reader: _Reader, operations: Iterable[Operation], coverage: Coverage) -> None:
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
    reader: _Reader, counts: Counts, operations: tuple[Operation, ...], schemas: layout.SchemasFile, coverage: Coverage
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


# Schemas are text that nobody decodes while loading, so the bytes of each file are searched for what looks like a reference; only a file
# with one that leads nowhere is looked at again, node by node, to tell references from data.


def _check_references(reader: _Reader, files: Mapping[str, bytes], schemas: layout.SchemasFile) -> None:
    names = schemas.definitions.keys()
    good: set[bytes] = set()
    for path, data in files.items():
        if not (path.startswith("operations/") or path == layout.SCHEMAS):
            continue
        found = {rest[: rest.index(b'"')] for rest in data.split(b'"#/$defs/')[1:]} - good
        bad = {target for target in found if not _resolves("#/$defs/" + target.decode(), names)}
        good |= found - bad
        if bad or data.count(b'"$ref": "') != data.count(b'"$ref": "#/$defs/'):
            for where, target in _references(path, data):
                if not _resolves(target, names):
                    message = f"a reference is `#/$defs/NAME` of `{layout.SCHEMAS}`, found `{target}`"
                    reader.problem(path, where, Code.PACKAGE_VALUE, message)


def _resolves(target: str, names: Iterable[str]) -> bool:
    if not target.startswith("#/$defs/"):
        return False
    try:
        tokens = pointer.parse(pointer.from_fragment(target[1:]))
    except ValueError:
        return False
    return len(tokens) == 2 and tokens[1] in names


def _references(path: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Pointer and target of every reference in the schemas of one file."""
    text = canonical.compact(data) or data
    if path == layout.SCHEMAS:
        document = msgspec.json.decode(text, type=layout.SchemasFile)
        schemas: Iterable[tuple[str, msgspec.Raw]] = (
            (pointer.join(("$defs", name)), schema) for name, schema in document.definitions.items()
        )
    else:
        resource = msgspec.json.decode(text, type=layout.OperationsFile)
        schemas = itertools.chain(_schemas_of_shared(resource.shared), _schemas_of(resource.operations))
    for where, schema in schemas:
        yield from _references_in(where, msgspec.json.decode(schema))


def _schemas_of_shared(shared: Shared) -> Iterator[tuple[str, msgspec.Raw]]:
    for name, parameter in shared.parameters.items():
        yield from _of_parameter(f"/shared/parameters/{pointer.token(name)}", parameter)
    for status, response in shared.responses.items():
        yield from _of_response(f"/shared/responses/{pointer.token(status)}", response)
    for status, error in shared.errors.items():
        yield from _of_response(f"/shared/errors/{pointer.token(status)}", error)


def _schemas_of(operations: Iterable[StoredOperation]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, operation in enumerate(operations):
        where = f"/operations/{index}"
        yield from _of_parameters(f"{where}/parameters", operation.parameters)
        if operation.body is not None:
            yield from _of_body(f"{where}/body", operation.body)
        yield from _of_responses(f"{where}/responses", operation.responses)
        yield from _of_responses(f"{where}/errors", operation.errors)


def _of_parameters(where: str, parameters: Iterable[Parameter | str]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, parameter in enumerate(parameters):
        if not isinstance(parameter, str):
            yield from _of_parameter(f"{where}/{index}", parameter)


def _of_parameter(where: str, parameter: Parameter) -> Iterator[tuple[str, msgspec.Raw]]:
    yield f"{where}/schema", parameter.schema
    yield from _of_headers(f"{where}/headers", parameter.headers)


def _of_body(where: str, body: StoredBody) -> Iterator[tuple[str, msgspec.Raw]]:
    yield from _of_parameters(f"{where}/fields", body.fields or ())
    if body.whole is not None:
        yield from _of_parameter(f"{where}/whole", body.whole)
    if not isinstance(body.additional, msgspec.UnsetType):
        yield f"{where}/additional", body.additional
    yield from _of_content(f"{where}/alternatives", body.alternatives)


def _of_responses(where: str, responses: Iterable[Response | ErrorResponse | str]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, response in enumerate(responses):
        if not isinstance(response, str):
            yield from _of_response(f"{where}/{index}", response)


def _of_response(where: str, response: Response | ErrorResponse) -> Iterator[tuple[str, msgspec.Raw]]:
    yield from _of_content(f"{where}/content", response.content)
    yield from _of_headers(f"{where}/headers", response.headers)


def _of_content(where: str, content: Iterable[MediaType]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, media_type in enumerate(content):
        yield f"{where}/{index}/schema", media_type.schema
        if not isinstance(media_type.item_schema, msgspec.UnsetType):
            yield f"{where}/{index}/item_schema", media_type.item_schema


def _of_headers(where: str, headers: Iterable[Header]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, header in enumerate(headers):
        yield f"{where}/{index}/schema", header.schema


# Source: JSON Schema 2020-12, Core §10 and §11 and Validation §8: the keywords whose values hold schemas.
_MAPS_OF_SCHEMAS = {"$defs", "properties", "patternProperties", "dependentSchemas"}
_HOLD_SCHEMAS = {
    *("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"),
    *("unevaluatedItems", "unevaluatedProperties", "contentSchema", "allOf", "anyOf", "oneOf", "prefixItems"),
}


def _references_in(where: str, schema: Any) -> Iterator[tuple[str, str]]:
    pending = [(where, schema)]
    while pending:
        place, node = pending.pop()
        if isinstance(node, list):
            pending.extend((f"{place}/{index}", item) for index, item in enumerate(node))
        if not isinstance(node, dict):
            continue
        for key, value in node.items():
            below = f"{place}/{pointer.token(key)}"
            if key == "$ref" and isinstance(value, str):
                yield below, value
            elif key in _HOLD_SCHEMAS:
                pending.append((below, value))
            elif key in _MAPS_OF_SCHEMAS and isinstance(value, dict):
                pending.extend((f"{below}/{pointer.token(name)}", item) for name, item in value.items())
            elif key == "discriminator" and isinstance(value, dict) and isinstance(value.get("mapping"), dict):
                mapping = value["mapping"].items()
                yield from (
                    (f"{below}/mapping/{pointer.token(name)}", target) for name, target in mapping if isinstance(target, str)
                )


def _origin(document: Any) -> tuple[str, Any]:
    """Connector and header of a derived file."""
    return document.connector, document.header


def _decode_fault(error: Exception) -> tuple[str, str]:
    """A fault of msgspec as a sentence and a pointer: it gives the place as `$.files[0].size`, `[...]` for a key of a map."""
    if isinstance(error, RecursionError):
        return "the file is nested too deep", ""
    message, _, path = str(error).partition(" - at `$")
    tokens = re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", path)
    return message[:1].lower() + message[1:], pointer.join(name or index for name, index in tokens)
