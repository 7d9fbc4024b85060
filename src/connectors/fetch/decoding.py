"""Content codings, undone piece by piece, so that a small answer never becomes a large one before anybody has counted.

Source: RFC 9110 §8.4. A coding is asked for only where its library can be told how much to give out.
"""

import importlib
import zlib
from collections.abc import Iterator
from typing import Any, Protocol

__all__ = ["CodingError", "Decoder", "accepted", "decoder"]

_PIECE = 262_144


class CodingError(ValueError):
    """The body is not what its coding says."""


class Decoder(Protocol):
    """Undoes one coding."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What comes out, in pieces of at most 256 KiB. Raises CodingError."""

    def finish(self) -> None:
        """Raise CodingError where the body has broken off."""


class _Identity:
    def feed(self, data: bytes) -> Iterator[bytes]:
        yield data

    def finish(self) -> None:
        pass


class _Zlib:
    """gzip (RFC 1952, one member or several) and deflate (RFC 9110 §8.4.1.2: zlib's format; some servers send it raw)."""

    def __init__(self, coding: str) -> None:
        self._gzip = coding == "gzip"
        self._decompressor: Any = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        try:
            while data:
                if self._decompressor is not None and self._decompressor.eof:
                    if not self._gzip:
                        raise CodingError("bytes follow its end")
                    self._decompressor = None
                if self._decompressor is None:
                    self._decompressor = zlib.decompressobj(self._window(data))
                if out := self._decompressor.decompress(data, _PIECE):
                    yield out
                data = self._decompressor.unused_data if self._decompressor.eof else self._decompressor.unconsumed_tail
            while (
                self._decompressor is not None
                and not self._decompressor.eof
                and (out := self._decompressor.decompress(b"", _PIECE))
            ):
                yield out
        except zlib.error as error:
            raise CodingError(f"it is no {'gzip' if self._gzip else 'deflate'} stream") from error

    def finish(self) -> None:
        if self._decompressor is None or not self._decompressor.eof:
            raise CodingError("it breaks off")

    def _window(self, data: bytes) -> int:
        if self._gzip:
            return 16 + zlib.MAX_WBITS
        # RFC 1950 §2.2: the method, and a check over the first two bytes.
        wrapped = data[0] & 0x0F == 8 and (len(data) < 2 or (data[0] << 8 | data[1]) % 31 == 0)
        return zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS


class _Brotli:
    """RFC 7932, with a library that bounds its output."""

    def __init__(self) -> None:
        self._library = _brotli()
        self._decompressor = self._library.Decompressor()

    def feed(self, data: bytes) -> Iterator[bytes]:
        try:
            if self._decompressor.is_finished() and data:
                raise CodingError("bytes follow its end")
            out = self._decompressor.process(data, output_buffer_limit=_PIECE)
            while out:
                yield out
                out = b"" if self._decompressor.is_finished() else self._decompressor.process(b"", output_buffer_limit=_PIECE)
        except self._library.error as error:
            raise CodingError("it is no brotli stream") from error

    def finish(self) -> None:
        if not self._decompressor.is_finished():
            raise CodingError("it breaks off")


class _Zstandard:
    """RFC 8878, one frame or several."""

    def __init__(self) -> None:
        self._library = _zstandard()
        self._decompressor = self._new()

    def _new(self) -> Any:
        # RFC 9659: no window larger than 8 MB on the web.
        return self._library.ZstdDecompressor(options={self._library.DecompressionParameter.window_log_max: 23})

    def feed(self, data: bytes) -> Iterator[bytes]:
        try:
            while True:
                if self._decompressor.eof:
                    data = self._decompressor.unused_data + data
                    if not data:
                        return
                    self._decompressor = self._new()
                out = self._decompressor.decompress(data, _PIECE)
                data = b""
                if out:
                    yield out
                if not self._decompressor.eof and self._decompressor.needs_input:
                    return
        except self._library.ZstdError as error:
            raise CodingError("it is no zstd stream") from error

    def finish(self) -> None:
        if not self._decompressor.eof:
            raise CodingError("it breaks off")


def accepted() -> str:
    """The codings to ask for, as the value of `Accept-Encoding`."""
    codings = ["gzip", "deflate"]
    codings += ["br"] if _brotli() is not None else []
    codings += ["zstd"] if _zstandard() is not None else []
    return ", ".join(codings)


def decoder(content_encoding: str) -> Decoder:
    """What undoes the coding that an answer names. Raises CodingError for one that was not asked for, and for several on each other."""
    codings = [coding for part in content_encoding.lower().split(",") if (coding := part.strip()) not in ("", "identity")]
    if not codings:
        return _Identity()
    if len(codings) == 1:
        coding = codings[0].removeprefix("x-")
        if coding in ("gzip", "deflate"):
            return _Zlib(coding)
        if coding == "br" and _brotli() is not None:
            return _Brotli()
        if coding == "zstd" and _zstandard() is not None:
            return _Zstandard()
    raise CodingError("it was not asked for")


def _brotli() -> Any:
    """The library, where there is one with a bounded output (brotli 1.2 and later), else None."""
    library = _library("brotli")
    return library if library is not None and hasattr(library.Decompressor, "can_accept_more_data") else None


def _zstandard() -> Any:
    return _library("compression.zstd") or _library("backports.zstd")


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
