"""Descriptions at an address: the entry document, and the further documents that references lead to.

A description never gains reach from where it lies: one from the network reads no file, one from a folder reads no address, unless a
person names what it may read.
"""

import re
from urllib.parse import quote, unquote

from connectors.description.reading import read_document
from connectors.description.resolve import OpenDocument, Unfollowed
from connectors.description.tree import Document
from connectors.fetch.failures import StatusError
from connectors.fetch.origins import Prefix, folder_of, within
from connectors.fetch.session import Session
from connectors.fetch.url import Url, join, parse_url
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, FetchError

__all__ = ["Remote", "address_below"]

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


class Remote:
    """The documents at addresses that the references of one description may lead to.

    `entry` is where the entry document came from in the end, None where it is a file. Documents below its folder are named by their path,
    as in a folder of files, so that a description has the same names wherever it is read from; all others by their whole address.
    """

    def __init__(self, session: Session, entry: Url | None, prefixes: tuple[Prefix, ...], limits: Limits) -> None:
        self._session = session
        self._entry = entry
        self._folder = folder_of(entry) if entry is not None else None
        self._prefixes = prefixes if self._folder is None else (*prefixes, self._folder)
        self._limits = limits
        # Where documents came from in the end: relative references count from there (RFC 3986 §5.1.3).
        self._bases: dict[str, Url] = {"": entry} if entry is not None else {}

    def locate(self, address: str, base: str, reference: str) -> str | Unfollowed | None:
        """The name of the document that `address` means, written in the document called `base`; None where it is a matter of files."""
        scheme = _SCHEME.match(address)
        start = self._base(base)
        if (scheme is None and start is None) or (scheme is not None and scheme[1].lower() not in ("http", "https")):
            # Written in a file, nothing but a whole address leaves the folder. `file:` is refused there, and `urn:x` is nowhere.
            return None
        try:
            url = parse_url(address) if start is None else join(start, address)
        except FetchError as error:
            return Unfollowed(Code.REFERENCE_MALFORMED, f"`{reference}` cannot be fetched ({error.problems[0].code})")
        if not within(url, self._prefixes):
            if scheme is not None or address.startswith("//"):
                return None
            return _outside(reference, url)
        return self._name(url)

    def address_of(self, name: str) -> str | None:
        """The address that a document was fetched from, without its query; None for one that is a file."""
        found = self._bases.get(name)
        return found.public if found is not None else None

    def open(self, files: OpenDocument | None) -> OpenDocument:
        """Opens documents by name: those at addresses here, all others through `files`."""

        def open_document(name: str) -> Document | Unfollowed:
            url = self._address(name)
            if url is not None and not within(url, self._prefixes):
                # `locate` has said so already; whoever makes names by the rules of files alone has not asked it.
                return _outside(name, url)
            if url is not None:
                return self._fetched(name, url)
            if files is None:
                return Unfollowed(Code.REFERENCE_OUTSIDE, f"`{name}` is a local file and is not followed from the network")
            return files(name)

        return open_document

    def _fetched(self, name: str, url: Url) -> Document | Unfollowed:
        """A network that fails ends the run: a package must not lose operations to the weather. A document that is not there is a gap."""
        try:
            received = self._session.get(url, permits=lambda target: within(target, self._prefixes))
        except StatusError as error:
            if error.status in (404, 410):
                return Unfollowed(Code.REFERENCE_NOT_FOUND, f"the {_kind(name)} `{name}` does not exist")
            raise
        self._bases[name] = received.url
        try:
            return read_document(received.data, name=name, shown_as=url.public, limits=self._limits)
        except DescriptionError as error:
            first = error.problems[0]
            line = f" in line {first.where.line}" if first.where is not None and first.where.line else ""
            return Unfollowed(Code.REFERENCE_UNREADABLE, f"the {_kind(name)} `{name}` could not be read{line} ({first.code})")

    def _name(self, url: Url) -> str:
        if self._entry is None or self._folder is None:
            return str(url)
        if url.public == self._entry.public and url.query in (None, self._entry.query):
            return ""
        if url.query is None and self._folder.holds(url):
            path = unquote(url.path[len(self._folder.path.rstrip("/")) + 1 :], errors="surrogateescape")
            # What is no UTF-8 cannot be written down as text.
            if self._below(path) == url and not any("\ud800" <= character <= "\udfff" for character in path):
                return path
        return str(url)

    def _address(self, name: str) -> Url | None:
        if "://" in name:
            return parse_url(name)
        return self._below(name)

    def _below(self, path: str) -> Url | None:
        return address_below(self._entry, path) if self._entry is not None else None

    def _base(self, name: str) -> Url | None:
        return self._bases.get(name) or (parse_url(name) if "://" in name else self._below(name) if name else None)


def address_below(entry: Url, path: str) -> Url | None:
    """Where a document is that is named by its path below the folder of `entry`; None for what no address can have."""
    try:
        return join(entry, "./" + quote(path, errors="surrogateescape"))
    except FetchError:
        return None


def _outside(reference: str, url: Url) -> Unfollowed:
    return Unfollowed(
        Code.REFERENCE_REMOTE, f"`{reference}` leads to `{url.origin}`, outside of what is allowed, and is not followed"
    )


def _kind(name: str) -> str:
    return "document" if "://" in name else "file"
