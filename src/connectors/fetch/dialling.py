"""Connections to addresses that were judged, and to no others; every byte and every second of them is counted."""

import socket
import ssl
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import httpcore2

from connectors.fetch.addresses import IPAddress
from connectors.fetch.budget import Budget
from connectors.fetch.decision import Admitted
from connectors.fetch.failures import failure
from connectors.fetch.url import Url
from connectors.problems import Code, FetchError

__all__ = ["Dial", "GuardedBackend", "dial"]

Dial: TypeAlias = Callable[[IPAddress, int, float], socket.socket]
"""Opens a connection to an address and a port within so many seconds. Raises OSError."""

_FRAMES = 262_144
"""Bytes of an answer that need not be its body: the head, what is read ahead, the frames of many small chunks."""


def dial(address: IPAddress, port: int, seconds: float) -> socket.socket:
    """Connect to an address. No name is ever resolved here."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    connection = socket.socket(family, socket.SOCK_STREAM)
    try:
        connection.settimeout(seconds)
        connection.connect((str(address), port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except BaseException:
        connection.close()
        raise
    return connection


class GuardedBackend(httpcore2.NetworkBackend):
    """Dials what was admitted. One for each request."""

    def __init__(self, admitted: Admitted, budget: Budget, dialling: Dial) -> None:
        self._admitted = admitted
        self._budget = budget
        self._dial = dialling
        self.stream: GuardedStream | None = None

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        """Connect to the first of the admitted addresses that answers."""
        admitted = self._admitted
        url = admitted.url
        if admitted.proxy is not None:
            assert (host, port) == (admitted.proxy.host, admitted.proxy.port), "only the proxy is dialled"
            return self._first(admitted.hops, host, port, "the proxy")
        assert (host, port) == (url.host, url.origin.port), "only what was admitted is dialled"
        return self._first(admitted.addresses, host, port, "the server")

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore2.NetworkStream:
        """Never: a path is no address."""
        raise AssertionError("no address leads to a socket of this machine's file system")

    def _first(self, addresses: Iterable[IPAddress], host: str, port: int, what: str) -> "GuardedStream":
        url = self._admitted.url
        last: OSError | None = None
        for address in addresses:
            seconds = self._budget.seconds(self._budget.limits.connect_seconds, url.public)
            try:
                return self._watched(self._dial(address, port, seconds), url)
            except OSError as error:
                last = error
        raise _unreachable(url, host, port, last, what) from last

    def _watched(self, connection: socket.socket, url: Url) -> "GuardedStream":
        self.stream = GuardedStream(connection, self._budget, url)
        return self.stream


class GuardedStream(httpcore2.NetworkStream):
    """A connection on which neither silence nor talk goes on for ever."""

    def __init__(self, connection: socket.socket, budget: Budget, url: Url) -> None:
        self._socket = connection
        self._budget = budget
        self._url = url
        self._read = 0
        self._in_head = True

    def head_is_read(self) -> None:
        """What comes now is the body."""
        self._in_head = False

    def body_has(self, size: int) -> None:
        """So many bytes of the body have come. Raises FetchError where most of what came was around them: chunks have frames of their own."""
        if self._read > 2 * size + _FRAMES:
            message = f"{self._read:,} bytes came for {size:,} of the body; the rest is framing"
            remedy = "fetch it with another client, look at it, and give the file"
            raise failure(Code.ANSWER_TOO_LARGE, message, remedy, where=self._url.public)

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Some bytes, or none at the end. Raises FetchError."""
        limits = self._budget.limits
        if self._in_head and self._read >= limits.head_bytes:
            message = f"the head of the answer has more than {limits.head_bytes:,} bytes"
            raise failure(
                Code.ANSWER_TOO_LARGE, message, "look at what the server sends with another client", where=self._url.public
            )
        self._socket.settimeout(self._budget.seconds(limits.idle_seconds, self._url.public))
        try:
            # Never beyond the limit, for the parser has one of its own, and would call the answer malformed.
            data = self._socket.recv(min(max_bytes, limits.head_bytes - self._read) if self._in_head else max_bytes)
        except TimeoutError as error:
            raise self._silent() from error
        except ssl.SSLEOFError as error:
            raise self._broken("the connection ended without being closed, so that what came may be a part") from error
        except OSError as error:
            raise self._broken(f"the connection broke off: {_words(error)}") from error
        self._read += len(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of it. A server that has closed may have answered before: whether it has shows when reading."""
        view = memoryview(buffer)
        while view:
            self._socket.settimeout(self._budget.seconds(self._budget.limits.idle_seconds, self._url.public))
            try:
                view = view[self._socket.send(view) :]
            except TimeoutError as error:
                raise self._silent() from error
            except OSError as error:
                raise httpcore2.WriteError(str(error)) from error

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        """Go on inside TLS, with a certificate for `server_hostname`. Raises FetchError TLS_FAILED."""
        where = self._url.public
        self._socket.settimeout(self._budget.seconds(self._budget.limits.idle_seconds, where))
        try:
            self._socket = ssl_context.wrap_socket(self._socket, server_hostname=server_hostname, suppress_ragged_eofs=False)
        except TimeoutError as error:
            self.close()
            raise self._silent() from error
        except ssl.SSLCertVerificationError as error:
            self.close()
            message = f"the certificate of `{server_hostname}` is not accepted: {_sentence(error.verify_message)}"
            remedy = "check the host; an authority of your own belongs into the system's store, or into a file that `SSL_CERT_FILE` names"
            raise failure(Code.TLS_FAILED, message, remedy, where=where) from error
        except OSError as error:
            self.close()
            message = f"no secure connection with `{server_hostname}` came about: {_words(error)}"
            raise failure(Code.TLS_FAILED, message, "check the host and the port", where=where) from error
        return self

    def close(self) -> None:
        """End the connection."""
        self._socket.close()

    def get_extra_info(self, info: str) -> Any:
        """What httpcore asks: whether TLS agreed on HTTP/2 (it is never offered), and whether an idle connection was closed."""
        return None

    def _silent(self) -> FetchError:
        # Where the time of all fetching is up, this says so, with its option.
        self._budget.seconds(0, self._url.public)
        message = f"the server was silent for {self._budget.limits.idle_seconds:g} seconds"
        return failure(Code.ANSWER_TOO_SLOW, message, "try again later", where=self._url.public)

    def _broken(self, message: str) -> FetchError:
        return failure(Code.NETWORK_FAILED, message, "try again later", where=self._url.public)


def _unreachable(url: Url, host: str, port: int, error: OSError | None, what: str) -> FetchError:
    reason = "it did not answer in time" if isinstance(error, TimeoutError) else _words(error)
    message = f"{what} `{host}` cannot be reached at port {port}: {reason}"
    return failure(Code.NETWORK_FAILED, message, "check the address and the connection", where=url.public)


def _words(error: OSError | None) -> str:
    if isinstance(error, ssl.SSLError):
        return _sentence((error.reason or "TLS failed").replace("_", " ").lower())
    return _sentence((error.strerror if error is not None else None) or "the connection failed")


def _sentence(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")
