"""Descriptions kept while they are read, and given back later without being fetched."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from connectors import canonical
from connectors.description.reading import read_document
from connectors.description.resolve import Network, OpenDocument, Unfollowed
from connectors.description.tree import Document
from connectors.inputs import Entry, Fetching, Opening, open_entry
from connectors.installed.commit import stored_description
from connectors.installed.places import Places
from connectors.installed.records import Description, Located, NotFollowed, StoredDocument
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, PackageError, Problem, Severity

__all__ = ["Keeper", "given_back"]


class Keeper:
    """Opens a description as `opening` does, and keeps the bytes of every document of it. It is an `Opening` itself."""

    def __init__(self, opening: Opening = open_entry) -> None:
        self._opening = opening
        self._documents: dict[str, bytes] = {}
        self._not_followed: dict[str, Unfollowed] = {}
        self._network: _KeptNetwork | None = None

    def __call__(self, spec: str, root: Path | None, limits: Limits, fetching: Fetching) -> Entry:
        """Open SPEC. What an earlier call kept is forgotten: a run that starts anew reads anew."""
        entry = self._opening(spec, root, limits, fetching)
        self._documents = {"": entry.data}
        self._not_followed = {}
        self._network = _KeptNetwork(entry.network) if entry.network is not None else None

        def open_document(name: str) -> Document | Unfollowed:
            found = entry.opener(name)
            if isinstance(found, Document):
                self._documents[name] = found.data
            else:
                self._not_followed[name] = found
            return found

        return replace(entry, opener=open_document, network=self._network)

    def contents(self) -> dict[str, bytes]:
        """The documents by SHA-256."""
        return {canonical.digest(data): data for data in self._documents.values()}

    def description(self, given: str, *, own: bool, partial: bool) -> Description:
        """What the record says of it. `given` is what people may read of where it came from."""
        network = self._network
        names = sorted(self._documents)
        return Description(
            given=given,
            own=own,
            partial=partial,
            documents=tuple(
                StoredDocument(name, canonical.digest(self._documents[name]), len(self._documents[name])) for name in names
            ),
            not_followed=tuple(
                NotFollowed(name, found.code.value, found.reason) for name, found in sorted(self._not_followed.items())
            ),
            located=network.located() if network is not None else (),
            addresses={name: address for name in names if network is not None and (address := network.address_of(name))},
        )


class _KeptNetwork:
    """A network whose answers are kept."""

    def __init__(self, real: Network) -> None:
        self._real = real
        self._answers: dict[tuple[str, str, str], str | Unfollowed | None] = {}

    def locate(self, address: str, base: str, reference: str) -> str | Unfollowed | None:
        """As the real one."""
        found = self._real.locate(address, base, reference)
        self._answers[address, base, reference] = found
        return found

    def address_of(self, name: str) -> str | None:
        """As the real one."""
        return self._real.address_of(name)

    def located(self) -> tuple[Located, ...]:
        """Every answer, sorted by what was asked."""
        return tuple(
            Located(*asked, None, answer.code.value, answer.reason) if isinstance(answer, Unfollowed) else Located(*asked, answer)
            for asked, answer in sorted(self._answers.items(), key=lambda item: item[0])
        )


class _StoredNetwork:
    """The answers that were kept. What nobody asked then is a matter of files, as where nothing was fetched."""

    def __init__(self, description: Description) -> None:
        self._answers: dict[tuple[str, str, str], str | Unfollowed | None] = {
            (entry.address, entry.base, entry.reference): entry.name
            if entry.code is None
            else Unfollowed(_code(entry.code), entry.reason or "")
            for entry in description.located
        }
        self._addresses = description.addresses

    def locate(self, address: str, base: str, reference: str) -> str | Unfollowed | None:
        """As it was."""
        return self._answers.get((address, base, reference))

    def address_of(self, name: str) -> str | None:
        """As it was."""
        return self._addresses.get(name)


def given_back(places: Places, description: Description) -> Opening:
    """Open a stored description as it was read: the same documents, and the same refusals. Reads everything at once.

    Raises PackageError for a document that is not stored any more, or is another one.
    """
    documents = {entry.path: stored_description(places, entry.sha256) for entry in description.documents}
    refusals = {entry.path: Unfollowed(_code(entry.code), entry.reason) for entry in description.not_followed}
    network = _StoredNetwork(description) if description.located or description.addresses else None

    def opening(_spec: str, _root: Path | None, limits: Limits, _fetching: Fetching) -> Entry:
        return Entry(documents[""], description.given, _opener(documents, refusals, limits), network)

    return opening


def _opener(documents: Mapping[str, bytes], refusals: Mapping[str, Unfollowed], limits: Limits) -> OpenDocument:
    def open_document(name: str) -> Document | Unfollowed:
        if name in documents:
            try:
                return read_document(documents[name], name=name, shown_as=name, limits=limits)
            except DescriptionError as error:
                return Unfollowed(Code.REFERENCE_UNREADABLE, f"the file `{name}` could not be read ({error.problems[0].code})")
        return refusals.get(name) or Unfollowed(Code.REFERENCE_NOT_FOUND, f"the file `{name}` is not among the stored documents")

    return open_document


def _code(text: str) -> Code:
    """A code of a record; codes are never taken back, so one that is unknown is of a later version of the program."""
    try:
        return Code(text)
    except ValueError as error:
        message = f"the record of the stored description has a code of a newer version, `{text}`"
        problem = Problem(None, Severity.ERROR, Code.STORE_FORMAT_NEWER, message, "upgrade connectors")
        raise PackageError([problem], exit_status=2) from error
