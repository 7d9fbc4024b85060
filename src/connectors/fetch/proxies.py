"""The proxies that the environment names: ignored unless a person asks for them.

With a proxy, the proxy resolves names: that a name leads to a private address cannot be seen from here. All other guards stay: the one
reading of an address, addresses written as numbers, redirects, origins, TLS to the host itself through the tunnel, and every limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from connectors.fetch.url import Url
from connectors.problems import Code, Problem, Severity, UsageError

__all__ = ["Proxies", "Proxy"]


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy: where it is, and what it wants to see. It is the operator's, and may be anywhere."""

    scheme: str
    host: str
    port: int
    user: tuple[str, str] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies by scheme, and the hosts that are reached without."""

    by_scheme: Mapping[str, Proxy]
    without: tuple[str, ...]

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> "Proxies":
        """Read `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in small letters first. Raises UsageError for a proxy of another kind.

        `HTTP_PROXY` in capitals is what a CGI program gets from a request's `Proxy` field, so it does not count where `REQUEST_METHOD` is set.
        """
        found: dict[str, Proxy] = {}
        for scheme in ("http", "https"):
            names = [f"{scheme}_proxy", f"{scheme.upper()}_PROXY", "all_proxy", "ALL_PROXY"]
            if "REQUEST_METHOD" in environ:
                names = [name for name in names if name != "HTTP_PROXY"]
            name = next((name for name in names if environ.get(name)), None)
            if name is not None:
                found[scheme] = _proxy(name, environ[name])
        listed = environ.get("no_proxy") or environ.get("NO_PROXY") or ""
        return cls(found, tuple(entry.strip().lower().lstrip(".") for entry in listed.split(",") if entry.strip()))

    def route(self, url: Url) -> Proxy | None:
        """The proxy for an address, or None where it is reached directly. Raises UsageError for TLS inside TLS, which is not spoken."""
        host = url.host
        for entry in self.without:
            if entry in ("*", host, f"{host}:{url.origin.port}") or host.endswith(f".{entry}"):
                return None
        proxy = self.by_scheme.get(url.origin.scheme)
        if proxy is not None and proxy.scheme == "https" and url.secure:
            message = (
                f"the proxy `{proxy.host}` is itself reached over `https`, and no address of `https` is fetched through such a one"
            )
            remedy = "name a proxy of `http`, through which TLS reaches the host itself, or leave the option out"
            raise UsageError([Problem(None, Severity.ERROR, Code.USAGE, message, remedy)])
        return proxy


def _proxy(name: str, value: str) -> Proxy:
    try:
        parts = urlsplit(value if "://" in value else f"http://{value}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not host.isascii() or port == 0 or parts.scheme not in ("http", "https"):
        # The value may hold a password, and is not repeated.
        message = f"expected `{name}` to name a proxy such as `http://proxy.example:3128`"
        raise UsageError([Problem(None, Severity.ERROR, Code.USAGE, message, "correct the variable, or leave the option out")])
    user = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return Proxy(parts.scheme, host, port or (443 if parts.scheme == "https" else 80), user)
