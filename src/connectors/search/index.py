"""What a search looks at of one package: a few words of each operation, small enough to be read in milliseconds."""

import msgspec

from connectors.model.operation import Effect, Operation
from connectors.model.package import Package
from connectors.search.terms import terms

__all__ = ["FORMAT", "Entry", "Index", "decode", "encode", "index_of"]

FORMAT = 1
"""Raised when what an index holds, or how its words are cut, changes: an older one is made anew."""

_LONGEST = 400
"""Characters of a description that are looked at: what a call is for stands at its beginning."""


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One operation. The last four hold stems, each once: of its id, its path, its texts, its arguments."""

    id: str
    method: str
    path: str
    summary: str
    effect: Effect
    collection: bool
    """Whether its path ends in the name of a collection, not in one of its members."""
    curated: bool
    deprecated: bool
    callable: bool
    named: tuple[str, ...]
    paths: tuple[str, ...]
    texts: tuple[str, ...]
    arguments: tuple[str, ...]


class Index(msgspec.Struct, frozen=True):
    """The entries of one package, in the order of its operations. `address` is that of the package."""

    format: int
    address: str
    connector: str
    title: str
    entries: tuple[Entry, ...]


def index_of(package: Package) -> Index:
    """The index of an effective package."""
    connector = package.connector
    entries = tuple(_entry(connector.id, operation) for operation in package.operations)
    return Index(FORMAT, package.address, connector.id, connector.title or connector.id, entries)


def _entry(connector: str, operation: Operation) -> Entry:
    body = operation.body
    fields = body.fields or () if body is not None else ()
    segments = [part for part in operation.path.split("/") if part]
    plain = " ".join(part for part in segments if "{" not in part)
    about = f"{operation.summary or ''} {(operation.description or '')[:_LONGEST]} {' '.join(operation.tags)}"
    return Entry(
        id=operation.id,
        method=operation.method,
        path=operation.path,
        summary=operation.summary or "",
        effect=operation.effect,
        collection=not (segments and "{" in segments[-1]),
        curated=operation.curated,
        deprecated=operation.deprecated,
        callable=operation.callable,
        named=_once(f"{operation.id.removeprefix(connector + '.')} {operation.source_operation_id or ''}"),
        paths=_once(plain),
        texts=_once(about),
        arguments=_once(" ".join(parameter.name for parameter in (*operation.parameters, *fields))),
    )


def _once(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(terms(text)))


def encode(index: Index) -> bytes:
    """An index as it is kept."""
    return msgspec.msgpack.encode(index)


def decode(data: bytes, address: str) -> Index | None:
    """An index that was kept; None where it is none, of another format, or of another package."""
    try:
        index = msgspec.msgpack.decode(data, type=Index)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return index if index.format == FORMAT and index.address == address else None
