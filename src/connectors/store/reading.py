"""The files of a package, read as `connectors` wrote them: listed, of the right digest, in the one spelling, of a known format."""

import re
from collections.abc import Callable, Iterator, Set
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from connectors import canonical, pointer
from connectors.model.connector import SCHEMA_VERSION, Connector, FileEntry
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation
from connectors.store import layout
from connectors.store.folder import LARGEST, Folder, look, read_file

__all__ = ["Reader", "check_manifest", "look_at", "read_in", "verified"]

_REGENERATE = "run `connectors gen`, which writes the derived files anew"
_SHA256 = re.compile(r"[0-9a-f]{64}")

_Document = TypeVar("_Document", bound=msgspec.Struct)


class Reader:
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
        problem = Problem(place_in(self.directory, path), severity, Code.NOT_SEALED, message, remedy)
        (self.warnings if self._unsealed else self.problems).append(problem)

    def problem(self, path: str, where: str, code: Code, message: str, remedy: str = _REGENERATE) -> None:
        """Note a mistake at the pointer `where` of one file."""
        self.problems.append(Problem(place_in(self.directory, path, where), Severity.ERROR, code, message, remedy))

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
        text = canonical.compact(data)
        found = None
        if text is not None:
            # Nearly every document is as it should be: what is wrong with one is asked when something is.
            with suppress(msgspec.DecodeError, RecursionError):
                found = msgspec.json.decode(text, type=kind)
        if found is None or _format_of(found) != SCHEMA_VERSION:
            if not self._probe(path, data):
                return None
            if text is None:
                self.not_canonical(path, "no key twice, numbers, escapes and white space as `connectors` writes them")
                return None
            found = self._decoded(path, text, kind)
        if found is not None and spelled(found) != text:
            self.not_canonical(path, "keys in their order, defaults left out, and what is shared in `shared`")
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
        return None if found is None else self._of_this(path, found, card)

    def plain(self, path: str, data: bytes, kind: type[_Document], card: Connector) -> _Document | None:
        """As `own`, for a kind that keeps no text as it was written (`Raw`): then the value alone tells how the file is spelled."""
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            found = msgspec.json.decode(data, type=kind)
            if _format_of(found) == SCHEMA_VERSION and canonical.encode(found) == data:
                return self._of_this(path, found, card)
        # Something is wrong with it: say what, as of any document.
        return self.own(path, data, kind, card)

    def outline(self, path: str, data: bytes, kind: type[_Document], card: Connector) -> _Document | None:
        """As `own`, without a look at how the file is spelled: for who judges the spelling of the parts that are used."""
        found = self._decoded(path, data, kind) if self._probe(path, data) else None
        return None if found is None else self._of_this(path, found, card)

    def not_canonical(self, path: str, wanted: str) -> None:
        """Note that a file is spelled otherwise than `connectors` spells it."""
        self.problem(path, "", Code.PACKAGE_SPELLING, f"the file is not in its canonical spelling: {wanted}")

    def _decoded(self, path: str, text: bytes, kind: type[_Document]) -> _Document | None:
        try:
            return msgspec.json.decode(text, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            message, where = _decode_fault(error)
            self.problem(path, where, Code.PACKAGE_VALUE, message)
            return None

    def _of_this(self, path: str, found: _Document, card: Connector) -> _Document:
        """Note where a document is of another connector or of another generation."""
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
                place_in(self.directory, path, "/schema_version"),
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


def place_in(directory: Path, path: str, where: str = "") -> SourceLocation:
    return SourceLocation(str(directory / path), pointer=where)


def look_at(directory: Path) -> Folder:
    """List the folder of a package. Raises PackageError (exit status 2)."""
    try:
        return look(directory)
    except (FileNotFoundError, NotADirectoryError) as error:
        message = f"`{directory}` is no folder"
        raise _absent(directory, message, "name the folder of a package") from error
    except OSError as error:
        raise _unreadable(directory, "", error) from error


def read_in(directory: Path, path: str, largest: int = LARGEST) -> bytes:
    """Read one file of a package. Raises PackageError (exit status 2)."""
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
    return PackageError(
        [Problem(place_in(directory, path), Severity.ERROR, Code.PACKAGE_UNREADABLE, message, remedy)], exit_status=2
    )


def check_manifest(reader: Reader, card: Connector, folder: Folder) -> None:
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


def verified(reader: Reader, card: Connector, folder: Folder, wanted: Set[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """The bytes of each listed file that is what its entry says; one that is not among `wanted` has the size that its entry says."""
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
        elif wanted is None or entry.path in wanted:
            data = read_in(reader.directory, entry.path, entry.size)
            if (found := canonical.digest(data)) != entry.sha256:
                _differs(reader, entry, f"the SHA-256 `{entry.sha256}`", f"`{found}`", index)
            else:
                yield entry.path, data


def _differs(reader: Reader, entry: FileEntry, wanted: str, found: str, index: int) -> None:
    if entry.path in layout.AUTHORED:
        message = f"`{entry.path}` was edited after the package was written: it had {wanted}, found {found}"
        reader.not_sealed(entry.path, message)
    else:
        message = f"`{layout.CONNECTOR}` at `/files/{index}` gives `{entry.path}` {wanted}, found {found}"
        reader.problem(entry.path, "", Code.PACKAGE_DIGEST, message)


def _origin(document: Any) -> tuple[str, Any]:
    """Connector and header of a derived file."""
    return document.connector, document.header


def _format_of(document: Any) -> int:
    return int(document.schema_version)


def _decode_fault(error: Exception) -> tuple[str, str]:
    """A fault of msgspec as a sentence and a pointer: it gives the place as `$.files[0].size`, `[...]` for a key of a map."""
    if isinstance(error, RecursionError):
        return "the file is nested too deep", ""
    message, _, path = str(error).partition(" - at `$")
    tokens = re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", path)
    return message[:1].lower() + message[1:], pointer.join(name or index for name, index in tokens)
