"""Server addresses: they hold no password, protect what is sent to them, and can be filled in."""

import re
from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR, Places
from connectors.model.operation import Server
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["server_addresses"]

_VARIABLE = re.compile(r"\{([^{}]*)\}")
# RFC 3986 §3.2.1: user information is what stands before the last `@` of the authority; a password follows its first colon.
_PASSWORD = re.compile(r"^(?:[^/?#]*:)?//[^/?#@:]*:[^/?#]*@")
_USER = re.compile(r"^((?:[^/?#]*:)?//)[^/?#]*@")
# RFC 6761 §6.3: `localhost` and what ends in it is the machine itself; RFC 1122 §3.2.1.3 and RFC 4291 §2.5.3: so are 127/8 and ::1.
_OWN = re.compile(r"(?:[^/?#]*\.)?localhost|127(?:\.[0-9]{1,3}){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal", re.IGNORECASE)
_HTTP = re.compile(r"http://([^/?#:]*|\[[^\]]*\])(?::[0-9]*)?(?=[/?#]|$)", re.IGNORECASE)


def server_addresses(package: Package) -> Iterator[Finding]:
    """Every server of the connector and of its operations; and the addresses that give out tokens. Each address is judged once."""
    seen: set[Server] = set()
    for place, servers in _groups(package):
        # Of two that differ in the scheme alone the first is taken, so that http behind its https does no harm.
        secure: set[str] = set()
        for index, server in enumerate(servers):
            if server.url.lower().startswith("https://"):
                secure.add(server.url[8:])
            if server in seen:
                continue
            seen.add(server)
            for code, severity, tail, message, remedy in _faults(server, secure):
                yield Finding(code, severity, message, remedy, Place(place.file, f"{place.pointer}/{index}{tail}"))
    for row, scheme in enumerate(package.connector.auth):
        for column, flow in enumerate(scheme.flows):
            for name in ("authorization_url", "token_url", "refresh_url", "device_authorization_url"):
                address = getattr(flow, name)
                if address is not None and _is_plain(address):
                    message = (
                        f"`{name}` of `{scheme.id}` is an https address, found `{_shown(address)}`: credentials are sent there"
                    )
                    place = Place(CONNECTOR, f"/auth/{row}/flows/{column}/{name}")
                    yield Finding(Code.SERVER_PLAIN_HTTP, Severity.WARNING, message, "correct it in the description", place)


def _groups(package: Package) -> Iterator[tuple[Place, tuple[Server, ...]]]:
    yield Place(CONNECTOR, "/servers"), package.connector.servers
    places = Places(package)
    for operation in package.operations:
        if operation.servers:
            yield places.of(operation, "/servers"), operation.servers


_Fault = tuple[Code, Severity, str, str, str]


def _faults(server: Server, secure: set[str]) -> Iterator[_Fault]:
    url = server.url
    remedy = "state `servers` in the overlay"
    defaults = {variable.name: variable.default or "" for variable in server.variables}
    written = _VARIABLE.sub(lambda match: defaults.get(match[1], match[0]), url)
    if _PASSWORD.match(url) or _PASSWORD.match(written):
        message = f"a server address holds no password, found one in `{_shown(url)}`"
        yield Code.SERVER_CREDENTIALS, Severity.ERROR, "/url", message, f"{remedy} without it, and change the password"
    if server.operator_supplied:
        # Where it is, whoever runs it says.
        return
    if _is_plain(written) and not {url[7:], written[7:]} & secure:
        message = f"a server address is https, found `{_shown(url)}`: whoever listens reads and changes what is sent"
        yield Code.SERVER_PLAIN_HTTP, Severity.WARNING, "/url", message, f"{remedy} with https, if the vendor has it"
    for name in dict.fromkeys(_VARIABLE.findall(url)):
        if not any(variable.name == name for variable in server.variables):
            message = f"every variable of a server address is described, found `{name}` of `{_shown(url)}`, which is not"
            yield Code.SERVER_MALFORMED, Severity.WARNING, "/url", message, f"{remedy} with its `variables`"
    for index, variable in enumerate(server.variables):
        if variable.default is None and f"{{{variable.name}}}" in url:
            message = f"a variable of a server address has a default, found none for `{variable.name}` of `{_shown(url)}`"
            yield Code.SERVER_MALFORMED, Severity.WARNING, f"/variables/{index}", message, f"{remedy} with a `default`"


def _is_plain(address: str) -> bool:
    match = _HTTP.match(address)
    return match is not None and _OWN.fullmatch(match[1]) is None


def _shown(address: str) -> str:
    """The address without what may be a password: it is in no message."""
    return _USER.sub(r"\1…@", address)
