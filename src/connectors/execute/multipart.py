"""Multipart bodies: parts with their headers, and a boundary that no part holds. Source: RFC 2046 §5.1, RFC 7578."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Part", "composed"]

_LETTERS = 32


@dataclass(frozen=True, slots=True)
class Part:
    """One part: the name of its field, its content, and what stands above it."""

    name: str
    content: bytes
    filename: str | None = None
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


def composed(parts: Sequence[Part]) -> tuple[str, bytes]:
    """The boundary and the bytes. The boundary is a digest of the content, so that the same parts make the same bytes."""
    written = [(_head(part), part.content) for part in parts]
    digest = hashlib.sha256()
    for head, content in written:
        digest.update(len(head).to_bytes(8, "big") + head + len(content).to_bytes(8, "big") + content)
    boundary = digest.hexdigest()[:_LETTERS]
    while any(boundary.encode() in head or boundary.encode() in content for head, content in written):
        boundary = hashlib.sha256(boundary.encode()).hexdigest()[:_LETTERS]
    line = b"--" + boundary.encode()
    whole = b"".join(line + b"\r\n" + head + b"\r\n" + content + b"\r\n" for head, content in written)
    return boundary, whole + line + b"--\r\n"


def _head(part: Part) -> bytes:
    disposition = f'Content-Disposition: form-data; name="{_quoted(part.name)}"'
    if part.filename is not None:
        disposition += f'; filename="{_quoted(part.filename)}"'
    lines = [disposition]
    if part.content_type is not None:
        lines.append(f"Content-Type: {part.content_type}")
    lines += [f"{name}: {value}" for name, value in part.headers]
    return "".join(f"{line}\r\n" for line in lines).encode()


def _quoted(text: str) -> str:
    """A name inside quotes, as browsers write it: UTF-8, a quote and line breaks percent-encoded.

    Source: RFC 7578 §2, §5.1; HTML Living Standard, multipart/form-data encoding algorithm.
    """
    return text.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
