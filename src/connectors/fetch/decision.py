"""Whether a request may be made: each address is decided once, before anything is sent, and what was decided is what is dialled."""

import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import TypeAlias

from connectors.fetch.addresses import IPAddress, Judgement, judge
from connectors.fetch.budget import Budget
from connectors.fetch.failures import failure, refusal
from connectors.fetch.proxies import Proxies, Proxy
from connectors.fetch.registry import Kind
from connectors.fetch.url import Url
from connectors.problems import Code, FetchError

__all__ = ["ALLOW_PRIVATE", "Admitted", "Policy", "Resolver", "admit", "system_resolver"]

ALLOW_PRIVATE = "CONNECTORS_ALLOW_PRIVATE"
"""The environment variable that opens private addresses."""

Resolver: TypeAlias = Callable[[str, int], Iterable[str]]
"""Every address of a name, in the order they should be tried. Raises OSError where there is none."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What a person allows beyond public addresses."""

    allow_private: bool = False
    proxies: Proxies | None = None
    """The proxies of the environment, where a person asked for them."""

    @classmethod
    def of(cls, environ: Mapping[str, str], *, use_proxies: bool) -> "Policy":
        """What the environment allows. Raises UsageError for a proxy that cannot be used."""
        return cls(environ.get(ALLOW_PRIVATE) == "1", Proxies.of(environ) if use_proxies else None)


@dataclass(frozen=True, slots=True)
class Admitted:
    """A request that may be made. `admit` alone makes one, and without one nothing is sent.

    `addresses` are those of the host, all of them judged; empty where `proxy` does the resolving. `hops` are those of the proxy.
    """

    url: Url
    addresses: tuple[IPAddress, ...]
    proxy: Proxy | None = None
    hops: tuple[IPAddress, ...] = ()

    @property
    def stays_here(self) -> bool:
        """Whether the request never leaves this machine."""
        return bool(self.addresses) and all(judge(address).kind is Kind.LOOPBACK for address in self.addresses)


def admit(url: Url, policy: Policy, resolver: Resolver, budget: Budget) -> Admitted:
    """Decide on one request: resolve its host once, and judge every answer.

    Raises FetchError: ADDRESS_REFUSED where one of the addresses is not public, NETWORK_FAILED where there is none, ANSWER_TOO_SLOW.
    """
    proxy = policy.proxies.route(url) if policy.proxies is not None else None
    hops = _resolved(proxy.host, proxy.port, resolver, budget, url.public) if proxy is not None else ()
    if url.ip is not None:
        found: tuple[IPAddress, ...] = (url.ip,)
    elif proxy is not None:
        # The proxy resolves, and sees the networks that it sees: a name cannot be judged from here.
        return Admitted(url, (), proxy, hops)
    else:
        found = _resolved(url.host, url.origin.port, resolver, budget, url.public)
    judgements = [judge(address) for address in found]
    _refuse([judgement for judgement in judgements if not judgement.public], url, policy)
    return Admitted(url, tuple(map(_dialled, found)) if proxy is None else (), proxy, hops)


def system_resolver(host: str, port: int) -> list[str]:
    """Every address that the system knows for a name. Raises OSError."""
    return [str(answer[4][0]) for answer in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)]


def _resolved(host: str, port: int, resolver: Resolver, budget: Budget, where: str) -> tuple[IPAddress, ...]:
    """The addresses of a name. The system's resolver cannot be given a time, so that it is left to itself once time is up."""
    answers: list[str] = []
    errors: list[Exception] = []

    def ask() -> None:
        try:
            answers.extend(resolver(host, port))
        except Exception as error:
            errors.append(error)

    asking = threading.Thread(target=ask, daemon=True, name=f"resolve {host}")
    asking.start()
    asking.join(budget.seconds(budget.limits.idle_seconds, where))
    if asking.is_alive():
        message = f"no answer came in time to the question for the addresses of `{host}`"
        raise failure(Code.ANSWER_TOO_SLOW, message, "check the connection, and try again", where=where)
    if errors and not isinstance(errors[0], OSError | UnicodeError):
        raise errors[0]
    if errors or not answers:
        message = f"no address is known for the host `{host}`"
        raise failure(Code.NETWORK_FAILED, message, "check the spelling of the host, and the connection", where=where) from (
            errors[0] if errors else None
        )
    return tuple(dict.fromkeys(_address(answer) for answer in answers))


def _address(text: str) -> IPAddress:
    # A zone names an interface and says nothing about what the address is.
    address = ip_address(text)
    return IPv6Address(int(address)) if isinstance(address, IPv6Address) else address


def _dialled(address: IPAddress) -> IPAddress:
    """A mapped address is a way to write the IPv4 address inside, and systems dial that one."""
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


def _refuse(others: list[Judgement], url: Url, policy: Policy) -> None:
    closed = [judgement for judgement in others if not judgement.openable]
    if not others or (policy.allow_private and not closed):
        return
    found = (closed or others)[0]
    at = f"`{url.host}` is at {found}" if url.ip is None else f"the host is {found}"
    # The hint stands where it would have helped, and nowhere else: who follows it must not end at the next refusal.
    remedy = f"set `{ALLOW_PRIVATE}=1` if the instance is your own" if not closed else "give an address on a public host"
    raise _refused(f"only public addresses are fetched from: {at}", remedy, url)


def _refused(message: str, remedy: str, url: Url) -> FetchError:
    return refusal(Code.ADDRESS_REFUSED, message, remedy, where=url.public)
