"""References: from a `$ref` to the node it means, or to the reason why it was not followed.

A `$ref` is a URI reference (RFC 3986): split at `#`; the fragment is percent-decoded once, as UTF-8, and is then a JSON Pointer
(RFC 6901 §6) or the name of an anchor. Files are opened through the function that the caller hands in; nothing here touches a disk
or a network.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Callable
from typing import Protocol, final
from urllib.parse import unquote, urljoin, urlsplit

import msgspec

from connectors import pointer
from connectors.description.at import At, document_of, root, tokens_of
from connectors.description.encoding import as_utf8
from connectors.description.tree import Document, Json
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, Problem, Severity, SourceLocation

__all__ = ["Network", "OpenDocument", "Resolver", "Target", "Unfollowed"]

_IDENTIFYING_KEY = re.compile(rb"\$(?:id|anchor|dynamicAnchor|self)[\"']?\s*:")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# RFC 6901 §4: an index has no leading zero. No list is longer than this.
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}", re.ASCII)
# Keywords below which everything is data: a `$id` or `$ref` in there is somebody's value.
_DATA_KEYS = frozenset({"example", "examples", "default", "enum", "const"})
# Keywords below which keys are names of somebody's choice.
_MAPS = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas"})


@final
class Target(msgspec.Struct, frozen=True):
    """The node that a reference leads to, and where it stands."""

    value: Json
    at: At


@final
class Unfollowed(msgspec.Struct, frozen=True):
    """Why a reference was not followed. `reason` is one sentence without its full stop; it quotes the reference, never prose."""

    code: Code
    reason: str


OpenDocument = Callable[[str], Document | Unfollowed]
"""Opens the document with this name (a path relative to the entry document's folder, or an address), or says why not."""


class Network(Protocol):
    """What is known of documents that do not lie in the folder of files."""

    def locate(self, address: str, base: str, reference: str) -> str | Unfollowed | None:
        """The name of the document that `address` means, written in the document called `base`; None leaves it to the rules of files.

        `reference` is the whole reference, for messages.
        """

    def address_of(self, name: str) -> str | None:
        """The address that a document was fetched from, without its query; None for one that is a file."""


class Resolver:
    """Answers references of one description. Every answer is remembered."""

    def __init__(self, entry: Document, open_document: OpenDocument, limits: Limits, network: Network | None = None) -> None:
        self._documents: dict[str, Document | Unfollowed] = {"": entry}
        self._open = open_document
        self._network = network
        self._limits = limits
        self._entry = entry
        self._answers: dict[tuple[str, str], Target | Unfollowed] = {}
        # By identity of an answer that is itself a reference: where its chain ends.
        self._ends: dict[int, Target | Unfollowed] = {}
        # How many identifiers there were when they were counted by anchor, and the counts.
        self._rivals: tuple[int, Counter[str]] = (0, Counter())
        self._followed = 0
        self._identifiers: dict[str, Target] = {}
        self._selves: dict[str, str] = {}
        self._resources: dict[str, dict[tuple[str | int, ...], str]] = {}
        self._indexed: set[str] = set()
        self._index(entry)

    @property
    def documents(self) -> tuple[Document, ...]:
        """Every document that was read, in the order of their names; the entry document first."""
        return tuple(found for _, found in sorted(self._documents.items()) if isinstance(found, Document))

    @property
    def bytes_read(self) -> int:
        """How many bytes the documents have that were read so far."""
        return sum(len(found.data) for found in self._documents.values() if isinstance(found, Document))

    def shown_as(self, name: str) -> str:
        """What people call the document of that name."""
        found = self._documents.get(name)
        return found.shown_as if isinstance(found, Document) else name

    def address_of(self, at: At) -> str | None:
        """The address that the document of a place was fetched from; None where it is a file."""
        return self._network.address_of(document_of(at)) if self._network is not None else None

    def follow(self, node: Json, at: At) -> Target | Unfollowed:
        """Follow the chain of references that begins at `node`, to the first node that is no reference.

        A node is a reference when it is an object whose `$ref` is a text. A node that is none is its own answer.
        """
        if type(node) is not dict or "$ref" not in node:
            return Target(node, at)
        end: Target | Unfollowed | None = None
        trail: list[Target] = []
        while type(node) is dict and "$ref" in node:
            reference = node["$ref"]
            if type(reference) is not str:
                end = Unfollowed(Code.REFERENCE_MALFORMED, "`$ref` is not a text")
                break
            found = self.resolve(reference, at)
            if type(found) is Unfollowed:
                end = found
                break
            node, at = found.value, found.at
            if type(node) is dict and "$ref" in node:
                # A long chain that is entered everywhere is walked once. Until its end is known, whoever comes back is in a circle.
                end = self._ends.get(id(found))
                if end is not None:
                    break
                self._ends[id(found)] = Unfollowed(Code.REFERENCE_CYCLE, f"the reference `{reference}` leads back to itself")
                trail.append(found)
        if end is None:
            end = Target(node, at)
        for step in trail:
            self._ends[id(step)] = end
        return end

    def resolve(self, reference: str, at: At) -> Target | Unfollowed:
        """The node that `reference`, written at `at`, leads to: one hop."""
        base = document_of(at)
        if self._resources.get(base):
            base = self._base_of(base, at)
        key = (base, reference)
        answer = self._answers.get(key)
        if answer is None:
            self._followed += 1
            if self._followed > self._limits.references:
                raise _too_many("references", self._limits.references, "--max-references", self._entry, Code.TOO_MANY_REFERENCES)
            # Until the answer is known it is this one, which whoever needs it to find the answer meets: `A: {$ref: '#/A/x'}`.
            self._answers[key] = Unfollowed(Code.REFERENCE_CYCLE, f"the reference `{reference}` leads back to itself")
            answer = self._answers[key] = self._resolve(reference, base)
        return answer

    def dynamic(self, reference: str, at: At) -> tuple[Target | Unfollowed, bool]:
        """The target of a `$dynamicRef`, and whether it is the only anchor of that name. Source: JSON Schema 2020-12 §8.2.3.2."""
        found = self.resolve(reference, at)
        if self._rivals[0] != len(self._identifiers):
            self._rivals = (len(self._identifiers), Counter(identifier.partition("#")[2] for identifier in self._identifiers))
        return found, self._rivals[1][reference.partition("#")[2]] <= 1

    def _resolve(self, reference: str, base: str) -> Target | Unfollowed:
        address, _, fragment = reference.partition("#")
        identifier = _joined(base, address) if address else base
        if identifier is None:
            return Unfollowed(Code.REFERENCE_MALFORMED, f"`{reference}` is no URI reference")
        if address and address in self._identifiers:
            identifier = address
        if identifier in self._identifiers:
            return self._within(self._identifiers[identifier], identifier, fragment, reference)
        name = self._selves.get(base, base)
        if name == base and is_absolute(base) and base not in self._documents:
            # An identifier of the vendor's, which need not be where anything can be read.
            located = self._network.locate(identifier, "", reference) if self._network is not None else None
            if located is None or isinstance(located, Unfollowed):
                return located or self._remote(identifier, reference)
            name = located
        elif address:
            resolved = self._document_name(address, name, reference)
            if isinstance(resolved, Unfollowed):
                return resolved
            name = resolved
        document = self._document(name)
        if isinstance(document, Unfollowed):
            return document
        return self._within(Target(document.tree, root(name)), name, fragment, reference)

    def _within(self, start: Target, base: str, fragment: str, reference: str) -> Target | Unfollowed:
        decoded = pointer.from_fragment(fragment)
        if not decoded:
            return start
        if not decoded.startswith("/"):
            found = self._identifiers.get(f"{base}#{decoded}")
            return found or Unfollowed(Code.REFERENCE_NOT_FOUND, f"`{reference}` does not exist: no anchor has that name")
        return self._walk(start, pointer.parse(decoded), reference, 0)

    def _walk(self, start: Target, tokens: tuple[str, ...], reference: str, hops: int) -> Target | Unfollowed:
        node, at = start.value, start.at
        for index, key in enumerate(tokens):
            if type(node) is dict:
                if key in node:
                    node, at = node[key], (at, key)
                    continue
                if type(node.get("$ref")) is str and hops < 32:
                    # The pointer leads through a node that is itself a reference: go on where that one leads.
                    further = self.follow(node, at)
                    if isinstance(further, Unfollowed):
                        return further
                    return self._walk(further, tokens[index:], reference, hops + 1)
            elif type(node) is list and _INDEX.fullmatch(key) and int(key) < len(node):
                node, at = node[int(key)], (at, int(key))
                continue
            return Unfollowed(Code.REFERENCE_NOT_FOUND, f"`{reference}` does not exist")
        return Target(node, at)

    def _document_name(self, address: str, base: str, reference: str) -> str | Unfollowed:
        if self._network is not None and (located := self._network.locate(address, base, reference)) is not None:
            return located
        if address.startswith("//") or _SCHEME.match(address) is not None:
            if scheme_is_file(address):
                return Unfollowed(Code.REFERENCE_OUTSIDE, f"`{reference}` is a local file outside the folder and is not followed")
            return self._remote(address, reference)
        path = unquote(urlsplit(address).path, errors="surrogateescape")
        if not _is_text(path):
            return Unfollowed(Code.REFERENCE_NOT_FOUND, f"`{reference}` names no file: its name is not UTF-8")
        if path.startswith("/") or "\\" in path or "\0" in path:
            return Unfollowed(Code.REFERENCE_OUTSIDE, f"`{reference}` is a local file outside the folder and is not followed")
        name = posixpath.normpath(posixpath.join(posixpath.dirname(base), path))
        return "" if name == posixpath.basename(self._entry.shown_as) and "/" not in name else name

    def _remote(self, address: str, reference: str) -> Unfollowed:
        host = urlsplit(address).hostname
        where = f"is on another host, `{host}`," if host else "names nothing in the files of this description"
        return Unfollowed(Code.REFERENCE_REMOTE, f"`{reference}` {where} and is not followed")

    def _document(self, name: str) -> Document | Unfollowed:
        found = self._documents.get(name)
        if found is None:
            if len(self._documents) >= self._limits.documents:
                raise _too_many("documents", self._limits.documents, "--max-documents", self._entry, Code.TOO_MANY_DOCUMENTS)
            found = self._documents[name] = self._open(name)
            if isinstance(found, Document):
                self._index(found)
        return found

    def _index(self, document: Document) -> None:
        """Remember `$id`, `$anchor`, `$dynamicAnchor` and `$self`; most documents have none, and a text search says so."""
        if document.shifted is None and _IDENTIFYING_KEY.search(as_utf8(document.data, shown_as=document.shown_as)) is None:
            return
        resources: dict[tuple[str | int, ...], str] = {}
        tree = document.tree
        base = document.name
        if isinstance(tree, dict) and isinstance(own := tree.get("$self"), str):
            itself = _joined(base, own.partition("#")[0])
            if itself is not None and is_absolute(itself):
                base = itself
                # What stands beside the document is still found there: `$self` says under which address the vendor keeps the folder.
                self._identifiers.setdefault(base, Target(tree, root(document.name)))
                self._selves.setdefault(base, document.name)
                resources[()] = base
        pending: list[tuple[Json, At, str, tuple[str | int, ...]]] = [(tree, root(document.name), base, ())]
        while pending:
            node, at, base, path = pending.pop()
            if isinstance(node, list):
                pending.extend((item, (at, index), base, (*path, index)) for index, item in enumerate(node))
            if not isinstance(node, dict):
                continue
            identifier = node.get("$id")
            anchors = [node.get("$anchor"), node.get("$dynamicAnchor")]
            if isinstance(identifier, str) and path:
                address, _, older = identifier.partition("#")
                own_base = _joined(base, address) if address else None
                if own_base is not None and own_base != base:
                    base = own_base
                    self._identifiers.setdefault(base, Target(node, at))
                    resources[path] = base
                anchors.append(older)  # `$id: "#name"` was the anchor of JSON Schema before 2019-09
            for anchor in anchors:
                if isinstance(anchor, str) and anchor:
                    self._identifiers.setdefault(f"{base}#{anchor}", Target(node, at))
                    if base in self._selves:
                        self._identifiers.setdefault(f"{document.name}#{anchor}", Target(node, at))
            in_map = bool(path) and path[-1] in _MAPS
            for key, value in node.items():
                if in_map or (key not in _DATA_KEYS and not key.startswith("x-")):
                    pending.append((value, (at, key), base, (*path, key)))
        self._resources[document.name] = resources

    def _base_of(self, document: str, at: At) -> str:
        resources = self._resources[document]
        tokens = tokens_of(at)
        for length in range(len(tokens), -1, -1):
            base = resources.get(tokens[:length])
            if base is not None:
                return base
        return document


def _is_text(path: str) -> bool:
    """Whether a name holds whole characters alone, so that it can be written down."""
    return not any("\ud800" <= character <= "\udfff" for character in path)


def is_absolute(base: str) -> bool:
    """Whether a base is a URI of its own, and not the path of a file."""
    return "://" in base or base.startswith("urn:")


def _joined(base: str, address: str) -> str | None:
    """The address as seen from `base`; None where it is no URI reference (RFC 3986), an open bracket for example."""
    try:
        urlsplit(address)
        return urljoin(base, address)
    except ValueError:
        return None


def scheme_is_file(address: str) -> bool:
    """Whether the address names a file by scheme, in any letter case."""
    return address[:5].lower() == "file:"


def _too_many(what: str, limit: int, option: str, entry: Document, code: Code) -> DescriptionError:
    where = SourceLocation(entry.shown_as)
    message = f"expected at most {limit} {what}, found more"
    return DescriptionError(
        [Problem(where, Severity.ERROR, code, message, f"raise the limit with `{option}` if you trust the file")]
    )
