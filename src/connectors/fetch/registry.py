"""Blocks of addresses that are no public unicast, as the registries have them.

A table of our own: what `ipaddress` calls global differs between releases of Python.
Sources: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), IPv4 and IPv6 Multicast Address Space Registries, IPv6 Global
Unicast Allocations (all of `2000::/3`); the documentation of the clouds for their metadata services.
"""

from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

__all__ = ["GLOBAL_UNICAST", "METADATA", "V4", "V6", "Kind"]


class Kind(StrEnum):
    """What an address is, in words that end the sentence `it is …`."""

    PUBLIC = "a public address"
    LOOPBACK = "this machine itself"
    PRIVATE = "an address of a private network"
    SHARED = "an address of a provider's own network"
    LINK_LOCAL = "an address of the local link"
    METADATA = "the metadata service of a cloud"
    UNSPECIFIED = "no host's address"
    MULTICAST = "a multicast address"
    BROADCAST = "the broadcast address"
    DOCUMENTATION = "an address for documentation"
    BENCHMARKING = "an address for benchmarks"
    SPECIAL = "an address for a special purpose"
    RESERVED = "a reserved address"
    TRANSLATED = "an address of a local translator"
    TUNNEL = "the end of a tunnel"
    UNALLOCATED = "an address that nobody was given"


def _v4(kind: Kind, *blocks: str) -> list[tuple[IPv4Network, Kind]]:
    return [(IPv4Network(block), kind) for block in blocks]


def _v6(kind: Kind, *blocks: str) -> list[tuple[IPv6Network, Kind]]:
    return [(IPv6Network(block), kind) for block in blocks]


V4: tuple[tuple[IPv4Network, Kind], ...] = (
    *_v4(Kind.UNSPECIFIED, "0.0.0.0/8"),  # RFC 791: this network; many systems take 0.0.0.0 for themselves
    *_v4(Kind.PRIVATE, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),  # RFC 1918
    *_v4(Kind.SHARED, "100.64.0.0/10"),  # RFC 6598
    *_v4(Kind.LOOPBACK, "127.0.0.0/8"),  # RFC 1122
    *_v4(Kind.LINK_LOCAL, "169.254.0.0/16"),  # RFC 3927
    *_v4(Kind.SPECIAL, "192.0.0.0/24"),  # RFC 6890; its two globally reachable members are anycast services of a provider
    *_v4(Kind.DOCUMENTATION, "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),  # RFC 5737
    *_v4(Kind.SPECIAL, "192.31.196.0/24", "192.175.48.0/24"),  # RFC 7535, RFC 7534: AS112, a sink
    *_v4(Kind.SPECIAL, "192.52.193.0/24"),  # RFC 7450: multicast tunnels
    *_v4(Kind.TUNNEL, "192.88.99.0/24"),  # RFC 7526: 6to4 relays, deprecated
    *_v4(Kind.BENCHMARKING, "198.18.0.0/15"),  # RFC 2544
    *_v4(Kind.MULTICAST, "224.0.0.0/4"),  # RFC 5771
    *_v4(Kind.BROADCAST, "255.255.255.255/32"),  # RFC 919
    *_v4(Kind.RESERVED, "240.0.0.0/4"),  # RFC 1112
)
"""The first block that holds an address counts; one that none holds is public."""

GLOBAL_UNICAST = IPv6Network("2000::/3")
"""RFC 4291 §2.4, and the only space IANA allocates from."""

V6: tuple[tuple[IPv6Network, Kind], ...] = (
    *_v6(Kind.UNSPECIFIED, "::/128"),
    *_v6(Kind.LOOPBACK, "::1/128"),
    *_v6(Kind.RESERVED, "::/96"),  # RFC 4291 §2.5.5.1: IPv4-compatible, deprecated
    *_v6(Kind.TRANSLATED, "64:ff9b:1::/48"),  # RFC 8215: where the IPv4 address stands in it is the network's own affair
    *_v6(Kind.SPECIAL, "100::/64", "100:0:0:1::/64"),  # RFC 6666 discard only, RFC 9780 dummy prefix
    *_v6(Kind.TUNNEL, "2001::/32"),  # RFC 4380: Teredo
    *_v6(Kind.BENCHMARKING, "2001:2::/48"),  # RFC 5180
    *_v6(Kind.SPECIAL, "2001::/23"),  # RFC 2928: protocol assignments, ORCHID, AS112, drones
    *_v6(Kind.DOCUMENTATION, "2001:db8::/32", "3fff::/20"),  # RFC 3849, RFC 9637
    *_v6(Kind.TUNNEL, "2002::/16"),  # RFC 3056: 6to4
    *_v6(Kind.SPECIAL, "2620:4f:8000::/48"),  # RFC 7534: AS112
    *_v6(Kind.SPECIAL, "5f00::/16"),  # RFC 9602: segment routing
    *_v6(Kind.PRIVATE, "fc00::/7"),  # RFC 4193: unique local
    *_v6(Kind.LINK_LOCAL, "fe80::/10"),  # RFC 4291
    *_v6(Kind.PRIVATE, "fec0::/10"),  # RFC 3879: site-local, deprecated
    *_v6(Kind.MULTICAST, "ff00::/8"),  # RFC 4291
)
"""The first block that holds an address counts; one that none holds is public inside `GLOBAL_UNICAST` and unallocated elsewhere."""

METADATA: frozenset[IPv4Address | IPv6Address] = frozenset(
    {
        IPv4Address("169.254.169.254"),  # AWS, Azure, Google, DigitalOcean, Oracle, OpenStack and others
        IPv4Address("169.254.170.2"),  # AWS: credentials of a container
        IPv4Address("169.254.170.23"),  # AWS: credentials of a pod
        IPv4Address("168.63.129.16"),  # Azure: a public address that the host answers itself
        IPv4Address("100.100.100.200"),  # Alibaba
        IPv4Address("192.0.0.192"),  # Oracle, classic
        IPv6Address("fd00:ec2::254"),  # AWS
        IPv6Address("fd00:ec2::23"),  # AWS: credentials of a pod
        IPv6Address("fd20:ce::254"),  # Google
        IPv6Address("fd00:c1::a9fe:a9fe"),  # Oracle
        IPv6Address("fd00:42::42"),  # Scaleway
    }
)
"""Addresses that hand out a machine's credentials to whoever asks from inside. Nothing opens them."""
