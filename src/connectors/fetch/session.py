"""All fetching of one run: one client, one budget, one cache."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from connectors.fetch.budget import Budget, FetchLimits
from connectors.fetch.cache import Cache, cache_folder
from connectors.fetch.client import Client, NotModified, Wire
from connectors.fetch.credentials import Credential, authorization
from connectors.fetch.decision import Policy
from connectors.fetch.url import Url

__all__ = ["FetchOptions", "Received", "Session"]


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """What a person says about fetching."""

    auth_env: str | None = None
    """Name of the environment variable that holds the credential."""
    max_redirects: int = 0
    use_cache: bool = True
    use_proxies: bool = False


@dataclass(frozen=True, slots=True)
class Received:
    """A document, fetched or kept. `unchanged` where it is what it was the last time, as far as that is remembered."""

    data: bytes = field(repr=False)
    url: Url
    sha256: str
    unchanged: bool


class Session:
    """Fetches the documents of one run. `entry` is the address that the credential belongs to."""

    def __init__(
        self,
        options: FetchOptions,
        limits: FetchLimits,
        entry: Url | None,
        *,
        environ: Mapping[str, str] = os.environ,
        wire: Wire = Wire(),  # noqa: B008
    ) -> None:
        credential = None
        if options.auth_env is not None and entry is not None:
            credential = Credential(options.auth_env, entry.origin, authorization(options.auth_env, environ))
        self._budget = Budget(limits)
        policy = Policy.of(environ, use_proxies=options.use_proxies)
        self._client = Client(policy, self._budget, max_redirects=options.max_redirects, credential=credential, wire=wire)
        folder = cache_folder(environ) if options.use_cache else None
        self._cache = Cache(folder) if folder is not None else None

    def get(self, url: Url, *, permits: Callable[[Url], bool] = lambda _: True) -> Received:
        """The document at an address; `permits` as in `Client.get`. Raises FetchError."""
        kept = self._cache.load(url, self._budget.bytes) if self._cache is not None else None
        answer = self._client.get(url, validators=kept.validators if kept is not None else None, permits=permits)
        if isinstance(answer, NotModified):
            assert kept is not None, "a server is taken at its word only where it was asked"
            self._budget.spend(len(kept.data))
            if self._cache is not None:
                self._cache.use(url)
            return Received(kept.data, answer.url, kept.sha256, True)
        if self._cache is not None:
            self._cache.keep(url, answer)
        return Received(answer.data, answer.url, answer.sha256, kept is not None and kept.sha256 == answer.sha256)
