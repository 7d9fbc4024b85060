"""The description of a package, when it is at hand; and when it is not, why."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from connectors import canonical
from connectors.description.at import At, document_of, pointer_of, tokens_of
from connectors.description.tree import Document, Json
from connectors.description.view import OperationView, View
from connectors.inputs import Again
from connectors.limits import Limits
from connectors.model.connector import Provenance
from connectors.model.identity import identities
from connectors.pipeline import Described, described
from connectors.problems import Code, ConnectorsError, Problem, Severity, SourceLocation
from connectors.store.layout import SOURCE
from connectors.store.source_file import read_source
from connectors.why.record import File, Where

__all__ = ["Reading", "reading_of", "where"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A description that was read as its derivation read it."""

    shown_as: str
    view: View
    documents: Mapping[str, Document]
    operations: Mapping[str, OperationView]
    """By identity."""
    copy: Path | None = None
    """The file of the store that holds the entry document, where it was read from there."""

    def node(self, at: At) -> Json:
        """The node at a place; None where there is none."""
        document = self.documents.get(document_of(at))
        node: Json = document.tree if document is not None else None
        for key in tokens_of(at):
            if isinstance(node, dict):
                node = node.get(str(key))
            elif isinstance(node, list) and isinstance(key, int) and key < len(node):
                node = node[key]
            else:
                return None
        return node

    def has(self, at: At) -> bool:
        """Whether there is such a node in what was written; a value null counts."""
        around, key = at
        if around is None:
            return True
        node = self.node(around)
        return (isinstance(node, dict) and str(key) in node) or (
            isinstance(node, list) and isinstance(key, int) and key < len(node)
        )

    def below(self, at: At, *keys: str | int) -> "At | None":
        """The place below another one, where the description has it."""
        for key in keys:
            at = (at, key)
            if not self.has(at):
                return None
        return at

    def nearest(self, at: At) -> At:
        """The place itself, or the nearest around it that the description has: translation of schemas adds nodes of its own."""
        tokens = tokens_of(at)
        found: At = (None, document_of(at))
        for key in tokens:
            if not self.has((found, key)):
                break
            found = (found, key)
        return found


def where(at: At) -> Where:
    """A place of the description, as an answer has it."""
    return Where(File.DESCRIPTION, pointer_of(at), document_of(at))


def reading_of(
    directory: Path,
    provenance: Provenance,
    source: str | None,
    root: Path | None = None,
    again: Again = Again(),  # noqa: B008
) -> tuple[Reading | None, str | None, Problem | None]:
    """The description, or the reason why there is none; and a problem where `source`, which a person named, is another one.

    Without `source`, the description is read that somebody kept, as `again` says; else the file that `description` of `source.yaml`
    names, where that is a file. Raises ConnectorsError where a named file cannot be read.
    """
    named = source is not None
    kept = source is None and again.given is not None
    if kept:
        source = again.given
    if source is None:
        found = _own(directory)
        if isinstance(found, _Reason):
            return None, found.words, None
        source = str(found)
    try:
        digest = None if kept else _digest(source, provenance, again.limits)
        read = described(directory, source, root, again, every_file=bool(provenance.documents)) if digest is None else None
    except ConnectorsError as error:
        if named:
            raise
        first = error.problems[0]
        what = "the description that the store keeps" if kept else f"`{source}`"
        return None, f"{what} could not be read: {first.message}; {first.remedy}", None
    reason = digest if read is None else _further(read, provenance)
    if reason is not None or read is None:
        message = f"{reason}, so that no line of it is shown"
        problem = Problem(
            SourceLocation(source),
            Severity.ERROR,
            Code.DESCRIPTION_DIFFERS,
            message,
            "name the description that the package was derived from, or run `connectors gen` with this one",
        )
        return None, message, problem if named else None
    view = read.view
    pairs = [(operation.method, operation.path) for operation in view.operations]
    operations = dict(zip(identities(pairs), view.operations, strict=True))
    documents = {document.name: document for document in view.documents()}
    return Reading(read.entry.shown_as, view, documents, operations, again.copy if kept else None), None, None


@dataclass(frozen=True, slots=True)
class _Reason:
    words: str


def _own(directory: Path) -> "Path | _Reason":
    """The file that the package's own `source.yaml` names."""
    path = directory / SOURCE
    try:
        text = path.read_bytes()
    except OSError as error:
        return _Reason(f"`{SOURCE}` could not be read: {error.strerror or error}; name the description with `--source`")
    name = read_source(text, str(path)).description
    if name is None:
        return _Reason(f"`{SOURCE}` names no description; name it with `--source`")
    if "://" in name:
        return _Reason(f"`{SOURCE}` names an address, which is not fetched; save it, and name the file with `--source`")
    return directory / name


def _digest(source: str, provenance: Provenance, limits: Limits) -> str | None:
    """What is wrong with the digest of the entry document; None where it is the right one, and where reading will say more."""
    path = Path(source)
    if os.path.isdir(path):  # noqa: PTH112 - a name that no file can have is no folder, and no error
        return None
    try:
        with path.open("rb") as file:
            data = file.read(limits.document_bytes + 1)
    except (OSError, ValueError):
        return None
    if len(data) > limits.document_bytes:
        return None
    return _said("the description", provenance.sha256, canonical.digest(data))


def _further(read: Described, provenance: Provenance) -> str | None:
    """What is wrong with the digests of all that was read."""
    if said := _said("the description", provenance.sha256, canonical.digest(read.entry.data)):
        return said
    found = {document.name: canonical.digest(document.data) for document in read.view.documents()}
    for entry in provenance.documents:
        if entry.path not in found:
            return f"the further document `{entry.path}` was not read: it is not there, or not below the folder"
        if said := _said(f"the further document `{entry.path}`", entry.sha256, found[entry.path]):
            return said
    applied = {entry.path: entry.sha256 for entry in read.overlays}
    for entry in provenance.overlays:
        if said := _said(f"the OpenAPI Overlay `{entry.path}`", entry.sha256, applied.get(entry.path, "nothing")):
            return said
    return None


def _said(what: str, expected: str, found: str) -> str | None:
    return None if expected == found else f"{what} has another digest (`{expected}` expected, `{found}` found)"
