"""Where references may lead: prefixes of addresses, compared on whole path segments."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from connectors.fetch.url import Origin, Url, parse_url, shown
from connectors.problems import Code, FetchError, Problem, Severity, UsageError

__all__ = ["Prefix", "folder_of", "parse_prefix", "within"]

# What a server might take for a slash or a dot after all, once it has decoded a path, perhaps twice: these themselves, what ends or is cut
# off a name (control characters, whatever follows dots), the overlong UTF-8 of RFC 3629 §10, and what is no escape of RFC 3986 at all.
_DISGUISED = re.compile(
    r"%(?:25)*(?:2f|5c|2e|[01][0-9a-f]|7f|c[01])|%(?![0-9a-f]{2})|/\.+%|;",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Prefix:
    """An origin, and the path below which everything counts: `/` for all of it, otherwise without a slash at its end."""

    origin: Origin
    path: str

    def holds(self, url: Url) -> bool:
        """Whether an address is at the path or below it. A path with disguised separators is below nothing but a whole origin."""
        if url.origin != self.origin:
            return False
        if self.path == "/":
            return True
        return (url.path == self.path or url.path.startswith(f"{self.path}/")) and not _DISGUISED.search(url.path)


def parse_prefix(text: str) -> Prefix:
    """Read `--allow-origin`: an origin such as `https://a.example`, or a prefix such as `https://a.example/specs`.

    Raises UsageError for what is none, and for a path that would have to be normalised: what was reviewed is what counts.
    """
    try:
        url = parse_url(text)
    except FetchError as error:
        raise _unusable(text, error.problems[0].message) from error
    if url.query is not None or "#" in text:
        raise _unusable(text, "it has a query or a fragment")
    written = re.sub(r"^[^:]*://[^/]*", "", text) or "/"
    if written != url.path or _DISGUISED.search(written) or "//" in written:
        raise _unusable(text, "its path has `.`, `..`, empty or encoded parts")
    return Prefix(url.origin, url.path.rstrip("/") or "/")


def folder_of(url: Url) -> Prefix:
    """The folder that an address lies in."""
    return Prefix(url.origin, url.path.rpartition("/")[0] or "/")


def within(url: Url, prefixes: Iterable[Prefix]) -> bool:
    """Whether one of the prefixes holds an address."""
    return any(prefix.holds(url) for prefix in prefixes)


def _unusable(text: str, reason: str) -> UsageError:
    message = f"`--allow-origin` expects an origin or a prefix such as `https://example.com/specs`, found `{shown(text)}`: {reason}"
    return UsageError(
        [Problem(None, Severity.ERROR, Code.USAGE, message, "correct the option, or `allow_origin` in `source.yaml`")]
    )
