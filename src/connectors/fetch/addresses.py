"""What an IP address is, however it is spelled and whatever it carries inside."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import TypeAlias

from connectors.fetch.registry import GLOBAL_UNICAST, METADATA, V4, V6, Kind

__all__ = ["IPAddress", "Judgement", "ends_in_a_number", "judge", "read_ipv4", "read_ipv6"]

IPAddress: TypeAlias = IPv4Address | IPv6Address

_OPENABLE = frozenset({Kind.LOOPBACK, Kind.PRIVATE, Kind.SHARED})
"""What a person who runs an instance of their own may open. Everything else has no honest host on it."""

_MAPPED = IPv6Network("::ffff:0:0/96")
_SIIT = IPv6Network("::ffff:0:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_6TO4 = IPv6Network("2002::/16")
_TEREDO = IPv6Network("2001::/32")
_COMPATIBLE = IPv6Network("::/96")
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an address is. `embedded` is the IPv4 address inside that decided, or None where the address itself did."""

    address: IPAddress
    kind: Kind
    embedded: IPv4Address | None = None

    @property
    def public(self) -> bool:
        """Whether anybody's public host may have it."""
        return self.kind is Kind.PUBLIC

    @property
    def openable(self) -> bool:
        """Whether it may be reached by a person who allows private addresses: never through a tunnel or a translator."""
        return self.kind in _OPENABLE and (self.embedded is None or self.address in _MAPPED)

    def __str__(self) -> str:
        inside = f" with `{self.embedded}` inside" if self.embedded is not None else ""
        return f"`{self.address}`{inside}, {self.kind}"


def judge(address: IPAddress) -> Judgement:
    """What an address is, by the registries; an IPv6 address that carries an IPv4 address is no better than what it carries.

    Sources: RFC 4291 §2.5.5 (mapped, compatible), RFC 6052 §3.1 (NAT64: no address that is not global), RFC 3056 §2 (6to4), RFC 4380 §4
    (Teredo: server, and client with its bits inverted), RFC 5214 §6.1 (ISATAP), RFC 2765 (translated).
    """
    if address in METADATA:
        return Judgement(address, Kind.METADATA)
    if isinstance(address, IPv4Address):
        return Judgement(address, next((kind for block, kind in V4 if address in block), Kind.PUBLIC))
    for embedded in _embedded(address):
        inner = judge(embedded)
        if not inner.public:
            return Judgement(address, inner.kind, embedded)
    if address in _MAPPED or address in _NAT64:
        return Judgement(address, Kind.PUBLIC)
    unlisted = Kind.PUBLIC if address in GLOBAL_UNICAST else Kind.UNALLOCATED
    return Judgement(address, next((kind for block, kind in V6 if address in block), unlisted))


def _embedded(address: IPv6Address) -> list[IPv4Address]:
    bits = int(address)
    low = IPv4Address(bits & 0xFFFF_FFFF)
    if address in _MAPPED or address in _NAT64 or address in _SIIT:
        return [low]
    if address in _6TO4:
        return [IPv4Address(bits >> 80 & 0xFFFF_FFFF)]
    if address in _TEREDO:
        return [IPv4Address(bits >> 64 & 0xFFFF_FFFF), IPv4Address(~bits & 0xFFFF_FFFF)]
    if address in _COMPATIBLE and bits > 0xFFFF:
        return [low]
    return [low] if bits >> 32 & 0xFFFF_FFFF in _ISATAP else []


_NUMBER = re.compile(r"0[xX][0-9A-Fa-f]*|[0-9]+", re.ASCII)


def ends_in_a_number(host: str) -> bool:
    """Whether a host can only be an IPv4 address, so that no resolver is asked for it. Source: URL Standard, `ends in a number`."""
    return _NUMBER.fullmatch(host.removesuffix(".").rpartition(".")[2]) is not None


def read_ipv4(host: str) -> IPv4Address | None:
    """The IPv4 address that a host spells: decimal, octal, hexadecimal, and with fewer than four parts; None where it spells none.

    Source: URL Standard, `IPv4 parser`; the reading of browsers, of curl and of the C library, `inet_aton`.
    """
    parts = host.removesuffix(".").split(".")
    if len(parts) > 4:
        return None
    numbers: list[int] = []
    for part in parts:
        if not _NUMBER.fullmatch(part):
            return None
        base = 16 if part[:2] in ("0x", "0X") else 8 if len(part) > 1 and part[0] == "0" else 10
        digits = part[2:] if base == 16 else part
        if len(digits) > 64:
            return None
        try:
            numbers.append(int(digits or "0", base))
        except ValueError:  # an 8 or a 9 in an octal number
            return None
    *front, last = numbers
    if any(number > 255 for number in front) or last >= 256 ** (5 - len(numbers)):
        return None
    return IPv4Address(last + sum(number * 256 ** (3 - index) for index, number in enumerate(front)))


def read_ipv6(text: str) -> IPv6Address | None:
    """The IPv6 address between brackets; None where it is none. A zone (RFC 6874) names an interface of this machine, and is none."""
    if "%" in text:
        return None
    try:
        return IPv6Address(text)
    except ValueError:
        return None
