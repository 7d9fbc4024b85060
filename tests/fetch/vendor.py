"""A vendor's server on this machine, a resolver of our own, and a network in which every public address is that server."""

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from connectors.fetch.addresses import IPAddress
from connectors.fetch.client import Wire

DESCRIPTION = b'{"openapi": "3.1.0", "info": {"title": "Sample", "version": "1"}, "paths": {}}'

Behaviour = Callable[[socket.socket, bytes], None]


def answer(
    body: bytes = DESCRIPTION, status: str = "200 OK", headers: Mapping[str, str] | None = None, length: int | None = None
) -> bytes:
    """A whole answer, with its length unless `headers` frame it otherwise."""
    lines = dict(headers or {})
    if "Transfer-Encoding" not in lines:
        lines.setdefault("Content-Length", str(len(body) if length is None else length))
    return f"HTTP/1.1 {status}\r\n".encode() + b"".join(f"{k}: {v}\r\n".encode() for k, v in lines.items()) + b"\r\n" + body


def says(data: bytes) -> Behaviour:
    return lambda connection, _: connection.sendall(data)


def redirects(to: str, status: int = 302) -> Behaviour:
    return says(answer(b"", f"{status} Moved", {"Location": to}))


@dataclass
class Vendor:
    """Plays one behaviour for each path, on a thread for each connection, and remembers what it was asked."""

    behaviours: dict[str, Behaviour] = field(default_factory=dict)
    default: Behaviour = field(default_factory=lambda: says(answer()))
    tls: ssl.SSLContext | None = None
    requests: list[bytes] = field(default_factory=list)
    server_names: list[str | None] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._threads: list[threading.Thread] = []
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(5)
            assert not thread.is_alive(), "a behaviour did not notice that the client has gone"

    @property
    def paths(self) -> list[str]:
        return [[*request.split(b" "), b""][1].decode("latin-1") for request in self.requests]

    def header(self, name: str, index: int = -1) -> str | None:
        for line in self.requests[index].split(b"\r\n")[1:]:
            key, _, value = line.decode("latin-1").partition(": ")
            if key.lower() == name.lower():
                return value
        return None

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(10)
        with contextlib.suppress(OSError), connection:
            if self.tls is not None:
                connection = self.tls.wrap_socket(connection, server_side=True)
            request = b""
            # A handshake of TLS is no request, and nothing follows it.
            while b"\r\n\r\n" not in request and request[:1] != b"\x16" and (data := connection.recv(65536)):
                request += data
            if not request:
                return
            self.requests.append(request)
            self.behaviours.get(self.paths[-1], self.default)(connection, request)
            if self.tls is not None:
                with contextlib.suppress(OSError):
                    connection.unwrap()
            connection.close()


@dataclass
class World:
    """Names as the tests want them. Every address that is dialled is written down, and leads to the vendor's server."""

    vendor: Vendor
    names: Mapping[str, Iterable[str] | Callable[[int], Iterable[str]]] = field(default_factory=dict)
    trust: ssl.SSLContext | None = None
    asked: list[str] = field(default_factory=list)
    dialled: list[str] = field(default_factory=list)
    deaf: set[str] = field(default_factory=set)

    def resolve(self, host: str, port: int) -> Iterable[str]:
        self.asked.append(host)
        found = self.names.get(host)
        if found is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return found(self.asked.count(host)) if callable(found) else found

    def dial(self, address: IPAddress, port: int, seconds: float) -> socket.socket:
        self.dialled.append(f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}")
        if str(address) in self.deaf:
            raise ConnectionRefusedError(111, "Connection refused")
        return socket.create_connection(("127.0.0.1", self.vendor.port), seconds)

    @property
    def wire(self) -> Wire:
        if self.trust is None:
            return Wire(self.resolve, self.dial)
        trust = self.trust
        return Wire(self.resolve, self.dial, lambda: trust)
