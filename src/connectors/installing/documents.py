"""Descriptions kept while they are read, and given back later without being fetched."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from connectors import canonical
from connectors.description.reading import read_document
from connectors.description.resolve import OpenDocument, Unfollowed
from connectors.description.tree import Document
from connectors.inputs import Entry, Opening, open_entry
from connectors.installed.commit import stored_description
from connectors.installed.places import Places
from connectors.installed.records import Description, NotFollowed, StoredDocument
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, PackageError, Problem, Severity

__all__ = ["Keeper", "given_back"]


class Keeper:
    """Opens a description as `opening` does, and keeps the bytes of every document of it. It is an `Opening` itself."""

    def __init__(self, opening: Opening = open_entry) -> None:
        self._opening = opening
        self._documents: dict[str, bytes] = {}
        self._not_followed: dict[str, Unfollowed] = {}

    def __call__(self, spec: str, root: Path | None, limits: Limits) -> Entry:
        """Open SPEC. What an earlier call kept is forgotten: a run that starts anew reads anew."""
        entry = self._opening(spec, root, limits)
        self._documents = {"": entry.data}
        self._not_followed = {}

        def open_document(name: str) -> Document | Unfollowed:
            found = entry.opener(name)
            if isinstance(found, Document):
                self._documents[name] = found.data
            else:
                self._not_followed[name] = found
            return found

        return replace(entry, opener=open_document)

    def contents(self) -> dict[str, bytes]:
        """The documents by SHA-256."""
        return {canonical.digest(data): data for data in self._documents.values()}

    def description(self, given: str, *, own: bool) -> Description:
        """What the record says of it. `given` is what people may read of where it came from."""
        return Description(
            given=given,
            own=own,
            documents=tuple(
                StoredDocument(name, canonical.digest(data), len(data)) for name, data in sorted(self._documents.items())
            ),
            not_followed=tuple(
                NotFollowed(name, found.code.value, found.reason) for name, found in sorted(self._not_followed.items())
            ),
        )


def given_back(places: Places, description: Description) -> Opening:
    """Open a stored description as it was read: the same documents, and the same refusals. Reads everything at once.

    Raises PackageError for a document that is not stored any more, or is another one.
    """
    documents = {entry.path: stored_description(places, entry.sha256) for entry in description.documents}
    refusals = {entry.path: Unfollowed(_code(entry.code), entry.reason) for entry in description.not_followed}

    def opening(_spec: str, _root: Path | None, limits: Limits) -> Entry:
        return Entry(documents[""], description.given, _opener(documents, refusals, limits))

    return opening


def _code(text: str) -> Code:
    """A code of a record; codes are never taken back, so one that is unknown is of a later version of the program."""
    try:
        return Code(text)
    except ValueError as error:
        message = f"the record of the stored description has a code of a newer version, `{text}`"
        raise PackageError(
            [Problem(None, Severity.ERROR, Code.STORE_FORMAT_NEWER, message, "upgrade connectors")], exit_status=2
        ) from error


def _opener(documents: Mapping[str, bytes], refusals: Mapping[str, Unfollowed], limits: Limits) -> OpenDocument:
    def open_document(name: str) -> Document | Unfollowed:
        if name in documents:
            try:
                return read_document(documents[name], name=name, shown_as=name, limits=limits)
            except DescriptionError as error:
                return Unfollowed(Code.REFERENCE_UNREADABLE, f"the file `{name}` could not be read ({error.problems[0].code})")
        return refusals.get(name) or Unfollowed(Code.REFERENCE_NOT_FOUND, f"the file `{name}` is not among the stored documents")

    return open_document
