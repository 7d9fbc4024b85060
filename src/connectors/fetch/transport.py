"""The only way out: a transport that sends what was decided, and fails loudly on everything else."""

import ssl
from collections.abc import Callable, Iterator

import httpcore2
import httpx2

from connectors.fetch.budget import Budget
from connectors.fetch.decision import Admitted
from connectors.fetch.dialling import Dial, GuardedBackend, dial

__all__ = ["MARK", "GuardedTransport", "UnguardedRequestError", "system_trust"]

MARK = "connectors.admitted"
"""The extension of a request that holds its decision."""


class UnguardedRequestError(RuntimeError):
    """A request that nobody decided on reached the transport: a fault of ours, never of what was read."""


def system_trust() -> ssl.SSLContext:
    """TLS as the system trusts: its store of authorities, names checked, TLS 1.2 at least."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


class GuardedTransport(httpx2.BaseTransport):
    """Sends requests that carry an `Admitted`, each over a connection of its own, so that each is dialled as it was decided."""

    def __init__(self, budget: Budget, *, dialling: Dial = dial, trust: Callable[[], ssl.SSLContext] = system_trust) -> None:
        self._budget = budget
        self._dial = dialling
        self._make_trust = trust
        self._trust: ssl.SSLContext | None = None

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request. Raises UnguardedRequestError, FetchError, or httpcore2's protocol errors."""
        admitted = request.extensions.get(MARK)
        if not isinstance(admitted, Admitted):
            raise UnguardedRequestError(
                f"a request to `{request.url.host}` carries no decision; make it through the guarded client"
            )
        url = admitted.url
        if (request.url.scheme, request.url.raw_host.decode(), request.url.port or url.origin.port) != (
            url.origin.scheme,
            url.host,
            url.origin.port,
        ):
            raise UnguardedRequestError(f"a request to `{request.url.host}` carries the decision on `{url.host}`")
        backend = GuardedBackend(admitted, self._budget, self._dial)
        pool = self._pool(admitted, backend)
        sent = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(
                scheme=url.origin.scheme.encode(), host=url.host.encode(), port=url.origin.written_port, target=url.target.encode()
            ),
            headers=request.headers.raw,
            content=request.stream,
        )
        try:
            answer = pool.handle_request(sent)
        except BaseException:
            pool.close()
            raise
        if backend.stream is not None:
            backend.stream.head_is_read()
        return httpx2.Response(answer.status, headers=answer.headers, stream=_Body(answer, pool, backend))

    def _pool(self, admitted: Admitted, backend: GuardedBackend) -> httpcore2.ConnectionPool:
        if admitted.url.secure and self._trust is None:
            self._trust = self._make_trust()
        proxy = admitted.proxy
        if proxy is None:
            return httpcore2.ConnectionPool(self._trust, max_connections=1, max_keepalive_connections=0, network_backend=backend)
        return httpcore2.HTTPProxy(
            httpcore2.URL(scheme=proxy.scheme.encode(), host=proxy.host.encode(), port=proxy.port, target=b"/"),
            proxy_auth=proxy.user,
            ssl_context=self._trust,
            proxy_ssl_context=self._make_trust() if proxy.scheme == "https" else None,
            max_connections=1,
            max_keepalive_connections=0,
            network_backend=backend,
        )


class _Body(httpx2.SyncByteStream):
    """The body of an answer; its connection ends with it."""

    def __init__(self, answer: httpcore2.Response, pool: httpcore2.ConnectionPool, backend: GuardedBackend) -> None:
        self._answer = answer
        self._pool = pool
        self._stream = backend.stream

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._answer.iter_stream():
            size += len(chunk)
            if self._stream is not None:
                self._stream.body_has(size)
            yield chunk

    def close(self) -> None:
        self._answer.close()
        self._pool.close()
