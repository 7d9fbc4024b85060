"""The one reading of an address: what is judged, dialled, sent and recorded is the same text.

Where the URL Standard (browsers, curl) and RFC 3986 (libraries) read a text differently, a check by one and a request by the other reach
two hosts. A text on which they differ is refused, and what is left is written in one canonical way.
"""

import hashlib
import re
from dataclasses import dataclass, field
from urllib.parse import quote, urljoin

from connectors.fetch.addresses import IPAddress, ends_in_a_number, read_ipv4, read_ipv6
from connectors.fetch.failures import malformed, refused
from connectors.problems import FetchError

__all__ = ["Origin", "Url", "join", "parse_url", "shown"]

_DEFAULT_PORTS = {"http": 80, "https": 443}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):", re.ASCII)
_MISREAD = re.compile(r"\A(?=.*@)([A-Za-z][A-Za-z0-9+.-]*:)?([/\\]*)[^/?#@\[]*:(?![0-9]*(?:[/?#]|$)).*@", re.ASCII | re.DOTALL)
"""A user and a password that holds `/`, `?`, `#` or a backslash as it is: what ends the host then looks like a port, and is none."""
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
_PORT = re.compile(r"0*([0-9]{1,5})", re.ASCII)
_IN_TARGET = "!$&'()*+,-./:;=@_~%?[]{}|^"
"""Characters of path and query that are sent as they stand."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port: what a credential belongs to. Source: RFC 6454 §4."""

    scheme: str
    host: str
    port: int

    @property
    def written_port(self) -> int | None:
        """The port, where it is not the one of the scheme."""
        return None if _DEFAULT_PORTS[self.scheme] == self.port else self.port

    def __str__(self) -> str:
        port = "" if self.written_port is None else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"


@dataclass(frozen=True, slots=True)
class Url:
    """An address of http or https, in its canonical spelling: no user information, no fragment, dot segments gone, port as a number."""

    origin: Origin
    path: str
    """Percent-encoded ASCII; begins with a slash."""
    query: str | None = field(default=None, repr=False)
    ip: IPAddress | None = None
    """The host, where it is an address and no name."""

    def __str__(self) -> str:
        return f"{self.origin}{self.target}"

    @property
    def target(self) -> str:
        """Path and query, as they stand in the request."""
        return self.path if self.query is None else f"{self.path}?{self.query}"

    @property
    def host(self) -> str:
        """What is dialled and what a certificate has to be for: a name in ASCII, or an IP address without brackets."""
        return self.origin.host.strip("[]")

    @property
    def public(self) -> str:
        """What may be written down and shown: without the query, which may hold a key."""
        return f"{self.origin}{self.path}"

    @property
    def key(self) -> str:
        """What stands for the address where it may not be written down: SHA-256, in hex."""
        return hashlib.sha256(str(self).encode()).hexdigest()

    @property
    def secure(self) -> bool:
        """Whether it is read over TLS."""
        return self.origin.scheme == "https"


def shown(text: str) -> str:
    """As much of a stranger's text as a message may quote: neither user information nor query, short and on one line."""
    address = re.split(r"[?#]", _MISREAD.sub(r"\1\2", text, count=1), maxsplit=1)[0]
    # In steps, each of which looks at every character once: a stranger's text may be as long as a document.
    before, authority, path = re.fullmatch(r"((?:[^/\\:@]*:)?[/\\]*)([^/\\]*)(.*)", address, re.DOTALL).groups()  # type: ignore[union-attr]
    address = before + authority.rpartition("@")[2] + path
    address = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in address).replace(
        "`", "'"
    )
    return address if len(address) <= 200 else address[:197] + "..."


def parse_url(text: str) -> Url:
    """Read an address. Raises FetchError: ADDRESS_MALFORMED for what is none, ADDRESS_REFUSED for what is read in two ways or may not be.

    `http` and `https` alone. A fragment is cut off; it is never sent.
    """
    quoted = f"`{shown(text)}`"
    _refuse_controls(text)
    scheme = _SCHEME.match(text)
    if scheme is None:
        raise malformed(f"expected an address such as `https://example.com/openapi.json`, found {quoted}", "write the scheme, too")
    name = scheme[1].lower()
    if name not in _DEFAULT_PORTS:
        raise refused(f"expected an address of `https` or `http`, found the scheme `{name}`", "give an address of `https`")
    if _MISREAD.match(text):
        raise _with_a_user(quoted)
    rest = text[scheme.end() :].partition("#")[0]
    if not rest.startswith("//"):
        raise malformed(f"expected `{name}://` and a host, found {quoted}", "write two slashes behind the scheme")
    if "\\" in rest:
        # A slash for the URL Standard, a character for RFC 3986: `http://a\@b/` is at `a` for one and at `b` for the other.
        raise refused(f"{quoted} holds a backslash, which readers understand differently", "write `/`, or `%5C` where one is meant")
    authority, target = re.fullmatch(r"//([^/?]*)(.*)", rest, re.DOTALL).groups()  # type: ignore[union-attr]
    if "@" in authority:
        raise _with_a_user(quoted)
    host, ip, port = _host_and_port(authority, quoted)
    path, mark, query = target.partition("?")
    return Url(
        Origin(name, host, _DEFAULT_PORTS[name] if port is None else port),
        _without_dots(_encoded(path) or "/"),
        _encoded(query) if mark else None,
        ip,
    )


def _with_a_user(quoted: str) -> FetchError:
    return refused(
        f"{quoted} was given with a user or a password in front of its host",
        "leave them out; give a credential as the name of an environment variable, with `--auth-env`",
    )


def join(base: Url, reference: str) -> Url:
    """The address that a reference means, written in the document at `base`. Source: RFC 3986 §5. Raises FetchError as `parse_url`."""
    _refuse_controls(reference)
    try:
        joined = urljoin(str(base), reference)
    except ValueError as error:
        raise malformed(f"`{shown(reference)}` is no reference", "correct it") from error
    return parse_url(joined)


def _refuse_controls(text: str) -> None:
    # The URL Standard (and urllib) takes tabs and line ends out, RFC 3986 knows none.
    if found := next((character for character in text if ord(character) < 0x20 or ord(character) == 0x7F), None):
        raise refused(f"`{shown(text)}` holds the control character U+{ord(found):04X}", "remove it from the address")


def _host_and_port(authority: str, quoted: str) -> tuple[str, IPAddress | None, int | None]:
    match = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(.*))?", authority, re.DOTALL)
    if match is None:
        raise malformed(f"{quoted} names no host and port", "write an IPv6 address in brackets, and the port behind a colon")
    port = _port(match[2], quoted)
    if match[1].startswith("["):
        inner = match[1][1:-1]
        address = read_ipv6(inner)
        if address is None and "%" in inner:
            raise refused(f"{quoted} has a zone, which names an interface of this machine", "leave the zone out")
        if address is None:
            raise malformed(f"expected an IPv6 address in brackets, found `{shown(inner)}`", "correct it")
        return f"[{address}]", address, port
    host = _ascii(match[1], quoted)
    if ends_in_a_number(host):
        found = read_ipv4(host)
        if found is None:
            raise malformed(f"`{host}` ends in a number and is no IPv4 address", "write it as four numbers from 0 to 255")
        return str(found), found, port
    return host, None, port


def _ascii(host: str, quoted: str) -> str:
    """A host as it is resolved: mapped and in lower case (UTS 46), labels in Punycode, without the dot that may end it."""
    if "%" in host:
        raise refused(
            f"{quoted} has an encoded character in its host, which readers understand differently", "write the host plainly"
        )
    name = host
    if not host.isascii():
        import idna

        try:
            name = idna.encode(host, uts46=True, transitional=False).decode("ascii")
        except (idna.IDNAError, UnicodeError) as error:
            raise malformed(f"the host of {quoted} is no name: {_reason(error)}", "correct it") from error
    name = name.lower().removesuffix(".")
    labels = name.split(".")
    if len(name) > 253 or not all(map(_LABEL.fullmatch, labels)):
        raise malformed(f"expected a host in {quoted}, found `{shown(name)}`", "correct it")
    return name


def _reason(error: Exception) -> str:
    return shown(str(error)).replace("`", "'")


def _port(text: str | None, quoted: str) -> int | None:
    if not text:
        return None
    match = _PORT.fullmatch(text)
    number = int(match[1]) if match else 0
    if not 1 <= number <= 65_535:
        raise malformed(f"expected a port from 1 to 65535 in {quoted}, found `{shown(text)}`", "correct it, or leave it out")
    return number


def _encoded(text: str) -> str:
    return quote(text, safe=_IN_TARGET, errors="surrogatepass") if text else text


def _without_dots(path: str) -> str:
    """Without `.` and `..`, encoded ones too. Sources: RFC 3986 §5.2.4; URL Standard, `double-dot path segment`."""
    kept: list[str] = []
    segments = path.split("/")[1:]
    for index, segment in enumerate(segments):
        plain = re.sub("%2e", ".", segment, flags=re.IGNORECASE)
        if plain == "..":
            del kept[-1:]
        if plain not in (".", ".."):
            kept.append(segment)
        elif index == len(segments) - 1:
            kept.append("")
    return "/" + "/".join(kept)
