"""`identity.lock.json`: read strictly, written one entry a line and sorted, so that git merges it."""

import json
from typing import Any

import msgspec

from connectors.model.connector import SCHEMA_VERSION
from connectors.model.lock import Lock, LockedOperation
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation

__all__ = ["decode_lock", "encode_lock"]

_ENCODER = msgspec.json.Encoder(order="deterministic")
_RESOLVE = "resolve it so that each identity keeps the names it had, or restore the file, then run `connectors gen`"


def encode_lock(lock: Lock) -> bytes:
    """Spell a lock: valid JSON, every entry of `auth` and `operations` on a line of its own, sorted by key."""
    return b"".join(
        (
            b"{\n",
            b'  "schema_version": %d,\n' % lock.schema_version,
            b'  "connector": %b,\n' % _line(lock.connector),
            b'  "auth": %b,\n' % _entries(lock.auth),
            b'  "operations": %b\n' % _entries(lock.operations),
            b"}\n",
        )
    )


def decode_lock(data: bytes, shown_as: str, *, connector: str | None = None, canonical: bool = True) -> Lock:
    """Read a lock, of `connector` when that is known.

    `canonical=False` accepts another order and other white space, as a merge or a person leaves them; never a repeated key, an unknown
    key or a wrong type. Raises PackageError.
    """
    lock = _as_written(data)
    is_canonical = lock is not None
    if lock is None:
        _probe(data, shown_as)
        try:
            lock = msgspec.json.decode(data, type=Lock)
        except (msgspec.DecodeError, RecursionError) as error:
            raise _fault(shown_as, Code.PACKAGE_VALUE, f"the identity lock holds what it may not: {error}", _RESOLVE) from error
    if connector is not None and lock.connector != connector:
        message = f"the identity lock belongs to `{connector}`, found `{lock.connector}`"
        raise _fault(shown_as, Code.PACKAGE_VALUE, message, "restore the lock of this connector")
    if canonical and not is_canonical:
        message = "the identity lock is not in its own spelling: one entry a line, sorted, no key twice"
        raise _fault(shown_as, Code.PACKAGE_SPELLING, message, "run `connectors gen`, which writes it anew")
    return lock


def _as_written(data: bytes) -> Lock | None:
    """The lock where it is spelled as `encode_lock` spells it, as nearly every one is: then no key stands in it twice."""
    try:
        lock = msgspec.json.decode(data, type=Lock)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return lock if lock.schema_version == SCHEMA_VERSION and encode_lock(lock) == data else None


def _probe(data: bytes, shown_as: str) -> None:
    repeated: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            keys = [key for key, _ in pairs]
            repeated.extend(sorted({key for key in keys if keys.count(key) > 1}))
        return found

    try:
        tree = json.loads(data, object_pairs_hook=members)
    except (ValueError, RecursionError) as error:
        message = "the identity lock is not JSON" + (": it holds conflict marks" if b"<<<<<<<" in data else f": {error}")
        raise _fault(shown_as, Code.PACKAGE_SYNTAX, message, _RESOLVE) from error
    if repeated:
        raise PackageError(
            Problem(
                SourceLocation(shown_as), Severity.ERROR, Code.DUPLICATE_KEY, f"the identity lock names `{key}` twice", _RESOLVE
            )
            for key in repeated
        )
    version = tree.get("schema_version") if isinstance(tree, dict) else None
    if isinstance(version, int) and version > SCHEMA_VERSION:
        message = f"the identity lock has format {SCHEMA_VERSION} at most, found {version}"
        raise PackageError(
            [
                Problem(
                    SourceLocation(shown_as, pointer="/schema_version"),
                    Severity.ERROR,
                    Code.PACKAGE_FORMAT_NEWER,
                    message,
                    "upgrade connectors",
                )
            ],
            exit_status=2,
        )


def _entries(entries: dict[str, str] | dict[str, LockedOperation]) -> bytes:
    if not entries:
        return b"{}"
    lines = (b"    %b: %b" % (_line(key), _line(value)) for key, value in sorted(entries.items()))
    return b"{\n" + b",\n".join(lines) + b"\n  }"


def _line(value: Any) -> bytes:
    return msgspec.json.format(_ENCODER.encode(value), indent=0)


def _fault(shown_as: str, code: Code, message: str, remedy: str) -> PackageError:
    return PackageError([Problem(SourceLocation(shown_as), Severity.ERROR, code, message, remedy)])
