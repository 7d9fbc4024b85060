"""Which addresses are fetched from: every row goes over a real socket, or is refused before one is opened."""

import pytest

from connectors.fetch.budget import Budget, FetchLimits
from connectors.fetch.client import Client, Fetched
from connectors.fetch.decision import Policy
from connectors.fetch.url import parse_url
from connectors.problems import Code, FetchError
from fetch.vendor import DESCRIPTION, Vendor, World, redirects

PUBLIC, PUBLIC_6 = "93.184.216.34", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
REFUSED, MALFORMED = Code.ADDRESS_REFUSED, Code.ADDRESS_MALFORMED

NAMES = {
    "vendor.example": [PUBLIC],
    "vendor6.example": [PUBLIC_6],
    "both.example": [PUBLIC_6, PUBLIC],
    "inside.example": ["10.1.2.3"],
    "half.example": [PUBLIC, "10.1.2.3"],
    "half6.example": [PUBLIC, "fd12:3456:789a::1"],
    "metadata.example": ["169.254.169.254"],
    "mixed-metadata.example": ["10.1.2.3", "169.254.169.254"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "mapped-public.example": [f"::ffff:{PUBLIC}"],
    "zone.example": ["fe80::1%eth0"],
    "dns64.example": ["64:ff9b::5db8:d822"],
    "dns64-inside.example": ["64:ff9b::a01:203"],
    "localhost": ["127.0.0.1", "::1"],
    "xn--bcher-kva.example": [PUBLIC],
    "xn--strae-oqa.example": [PUBLIC],
}

# What is written, and where it is dialled or why it is not.
TABLE = [
    # Names
    ("http://vendor.example/", f"{PUBLIC}:80"),
    ("http://vendor.example:8080/", f"{PUBLIC}:8080"),
    ("HTTP://VENDOR.Example/", f"{PUBLIC}:80"),
    ("http://vendor.example./", f"{PUBLIC}:80"),
    ("http://vendor.example../", MALFORMED),
    ("http://.vendor.example/", MALFORMED),
    ("http://vendor..example/", MALFORMED),
    ("http://vendor6.example/", f"[{PUBLIC_6}]:80"),
    ("http://both.example/", f"[{PUBLIC_6}]:80"),
    ("http://inside.example/", REFUSED),
    ("http://half.example/", REFUSED),
    ("http://half6.example/", REFUSED),
    ("http://metadata.example/", REFUSED),
    ("http://mapped.example/", REFUSED),
    ("http://mapped-public.example/", f"{PUBLIC}:80"),
    ("http://zone.example/", REFUSED),
    ("http://dns64.example/", "[64:ff9b::5db8:d822]:80"),
    ("http://dns64-inside.example/", REFUSED),
    ("http://localhost/", REFUSED),
    ("http://LOCALHOST./", REFUSED),
    ("http://nobody.example/", Code.NETWORK_FAILED),
    ("http://b\u00fccher.example/", f"{PUBLIC}:80"),
    ("http://B\u00dcCHER.example/", f"{PUBLIC}:80"),
    ("http://stra\u00dfe.example/", f"{PUBLIC}:80"),
    ("http://xn--bcher-kva.example/", f"{PUBLIC}:80"),
    ("http://\u24e5endor.example/", f"{PUBLIC}:80"),
    ("http://vendor\u3002example/", f"{PUBLIC}:80"),
    ("http://vendor.exam ple/", MALFORMED),
    ("http://a\u0338.example\u2100/", MALFORMED),
    # IPv4, in the spellings of inet_aton
    (f"http://{PUBLIC}/", f"{PUBLIC}:80"),
    (f"http://{PUBLIC}./", f"{PUBLIC}:80"),
    ("http://1572395042/", f"{PUBLIC}:80"),
    ("http://0x5db8d822/", f"{PUBLIC}:80"),
    ("http://0135.0270.0330.042/", f"{PUBLIC}:80"),
    ("http://93.0xb8.55330/", f"{PUBLIC}:80"),
    ("http://127.0.0.1/", REFUSED),
    ("http://127.1/", REFUSED),
    ("http://2130706433/", REFUSED),
    ("http://0x7f000001/", REFUSED),
    ("http://0x7f.1/", REFUSED),
    ("http://017700000001/", REFUSED),
    ("http://0177.0.0.01/", REFUSED),
    ("http://\uff11\uff12\uff17.\uff10.\uff10.\uff11/", REFUSED),
    ("http://\u2460\u2461\u2466.0.0.1/", REFUSED),
    ("http://127\u30020\u30020\u30021/", REFUSED),
    ("http://0/", REFUSED),
    ("http://0.0.0.0/", REFUSED),
    ("http://0.1.2.3/", REFUSED),
    ("http://10.0.0.1/", REFUSED),
    ("http://172.15.255.255/", "172.15.255.255:80"),
    ("http://172.16.0.0/", REFUSED),
    ("http://172.31.255.255/", REFUSED),
    ("http://172.32.0.0/", "172.32.0.0:80"),
    ("http://192.168.1.1/", REFUSED),
    ("http://100.63.255.255/", "100.63.255.255:80"),
    ("http://100.64.0.1/", REFUSED),
    ("http://100.100.100.200/", REFUSED),
    ("http://169.254.1.1/", REFUSED),
    ("http://169.254.169.254/latest/meta-data/", REFUSED),
    ("http://2852039166/", REFUSED),
    ("http://168.63.129.16/", REFUSED),
    ("http://192.0.0.9/", REFUSED),
    ("http://192.0.2.1/", REFUSED),
    ("http://192.31.196.1/", REFUSED),
    ("http://192.88.99.1/", REFUSED),
    ("http://198.17.255.255/", "198.17.255.255:80"),
    ("http://198.18.0.1/", REFUSED),
    ("http://198.51.100.7/", REFUSED),
    ("http://203.0.113.7/", REFUSED),
    ("http://223.255.255.255/", "223.255.255.255:80"),
    ("http://224.0.0.1/", REFUSED),
    ("http://240.0.0.1/", REFUSED),
    ("http://255.255.255.255/", REFUSED),
    ("http://256.1.1.1/", MALFORMED),
    ("http://4294967296/", MALFORMED),
    ("http://1.2.3.4.5/", MALFORMED),
    ("http://08.1.1.1/", MALFORMED),
    ("http://vendor.example.0x7f/", MALFORMED),
    # IPv6, and IPv4 inside it
    (f"http://[{PUBLIC_6}]/", f"[{PUBLIC_6}]:80"),
    ("http://[2606:2800:021F:CB07::1]:8443/", "[2606:2800:21f:cb07::1]:8443"),
    ("http://[::1]/", REFUSED),
    ("http://[0:0:0:0:0:0:0:1]/", REFUSED),
    ("http://[::]/", REFUSED),
    ("http://[::ffff:127.0.0.1]/", REFUSED),
    ("http://[::ffff:7f00:1]/", REFUSED),
    ("http://[::ffff:169.254.169.254]/", REFUSED),
    (f"http://[::ffff:{PUBLIC}]/", f"{PUBLIC}:80"),
    ("http://[::ffff:0:127.0.0.1]/", REFUSED),
    ("http://[::127.0.0.1]/", REFUSED),
    (f"http://[::{PUBLIC}]/", REFUSED),
    ("http://[64:ff9b::10.0.0.1]/", REFUSED),
    ("http://[64:ff9b::169.254.169.254]/", REFUSED),
    (f"http://[64:ff9b::{PUBLIC}]/", "[64:ff9b::5db8:d822]:80"),
    (f"http://[64:ff9b:1::{PUBLIC}]/", REFUSED),
    ("http://[2002:7f00:1::]/", REFUSED),
    ("http://[2002:5db8:d822::1]/", REFUSED),
    ("http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/", REFUSED),
    ("http://[2001:0:5db8:d822::a247:27dd]/", REFUSED),
    ("http://[2606:2800::5efe:10.0.0.1]/", REFUSED),
    ("http://[2606:2800::200:5efe:10.0.0.1]/", REFUSED),
    (f"http://[2606:2800::5efe:{PUBLIC}]/", "[2606:2800::5efe:5db8:d822]:80"),
    ("http://[fc00::1]/", REFUSED),
    ("http://[fd00:ec2::254]/", REFUSED),
    ("http://[fe80::1]/", REFUSED),
    ("http://[fe80::1%25eth0]/", REFUSED),
    ("http://[fe80::1%eth0]/", REFUSED),
    (f"http://[{PUBLIC_6}%25lo]/", REFUSED),
    ("http://[fec0::1]/", REFUSED),
    ("http://[ff02::1]/", REFUSED),
    ("http://[100::1]/", REFUSED),
    ("http://[2001:db8::1]/", REFUSED),
    ("http://[3fff:fff::1]/", REFUSED),
    ("http://[2001:2::1]/", REFUSED),
    ("http://[2001:20::1]/", REFUSED),
    ("http://[2001:200::1]/", "[2001:200::1]:80"),
    ("http://[5f00::1]/", REFUSED),
    ("http://[4000::1]/", REFUSED),
    ("http://[vendor.example]/", MALFORMED),
    ("http://[::1/", MALFORMED),
    ("http://2606:2800::1/", MALFORMED),
    # What stands around the host
    ("http://vendor.example@127.0.0.1/", REFUSED),
    ("http://127.0.0.1@vendor.example/", REFUSED),
    ("http://user:s3cret@vendor.example/", REFUSED),
    ("http://user:s3cret/x@vendor.example/", REFUSED),
    ("http://user:s3cret#x@vendor.example/", REFUSED),
    ("http://user:s3cret?x@vendor.example/", REFUSED),
    ("http://us\\er:s3cret@vendor.example/", REFUSED),
    ("http://vendor.example:80/x@y", f"{PUBLIC}:80"),
    ("http://vendor.example:x/", MALFORMED),
    ("http://@vendor.example/", REFUSED),
    ("http://vendor.example\\@127.0.0.1/", REFUSED),
    ("http://127.0.0.1\\@vendor.example/", REFUSED),
    ("http://vendor.example#@127.0.0.1/", f"{PUBLIC}:80"),
    ("http://vendor.example?@127.0.0.1/", f"{PUBLIC}:80"),
    ("http://vendor.example/@127.0.0.1/", f"{PUBLIC}:80"),
    ("http://127.0.0.1#@vendor.example/", REFUSED),
    ("http://vendor.example%2f@127.0.0.1/", REFUSED),
    ("http://%31%32%37.0.0.1/", REFUSED),
    ("http://vendor.ex%61mple/", REFUSED),
    ("http://vendor.example:0/", MALFORMED),
    ("http://vendor.example:65535/", f"{PUBLIC}:65535"),
    ("http://vendor.example:65536/", MALFORMED),
    ("http://vendor.example:80a/", MALFORMED),
    ("http://vendor.example:-1/", MALFORMED),
    ("http://vendor.example:\uff18\uff10/", MALFORMED),
    ("http://vendor.example:/", f"{PUBLIC}:80"),
    ("http://vendor.example:0080/", f"{PUBLIC}:80"),
    ("http://vendor.example:80:443/", MALFORMED),
    ("http:/vendor.example/", MALFORMED),
    ("http:vendor.example/", MALFORMED),
    ("http:///vendor.example/", MALFORMED),
    ("http://", MALFORMED),
    ("//vendor.example/", MALFORMED),
    ("vendor.example/", MALFORMED),
    (" http://vendor.example/", MALFORMED),
    ("ht\ttp://vendor.example/", REFUSED),
    ("http://vendor.example\n/", REFUSED),
    ("http://vendor.example/\r\nX-Injected:%201", REFUSED),
    ("ftp://vendor.example/", REFUSED),
    ("file:///etc/passwd", REFUSED),
    ("FILE://localhost/etc/passwd", REFUSED),
    ("gopher://vendor.example:70/_", REFUSED),
    ("unix:/run/docker.sock", REFUSED),
    ("http+unix://%2frun%2fdocker.sock/", REFUSED),
    ("data:application/json,{}", REFUSED),
]


CLOSED = Policy()


def fetch(world: World, url: str, *, policy: Policy = CLOSED, redirects: int = 0) -> Fetched:
    client = Client(policy, Budget(FetchLimits()), wire=world.wire, max_redirects=redirects)
    fetched = client.get(parse_url(url))
    assert isinstance(fetched, Fetched)
    return fetched


@pytest.mark.parametrize(("url", "expected"), TABLE, ids=[repr(url)[1:-1] for url, _ in TABLE])
def test_an_address_is_dialled_or_refused(world: World, vendor: Vendor, url: str, expected: str | Code) -> None:
    world.names = NAMES
    if not isinstance(expected, Code):
        assert fetch(world, url).data == DESCRIPTION
        assert world.dialled == [expected]
        assert len(vendor.requests) == 1
        return
    with pytest.raises(FetchError) as caught:
        fetch(world, url)
    assert [problem.code for problem in caught.value.problems] == [expected]
    assert caught.value.exit_status == (3 if expected is REFUSED else 2)
    assert (world.dialled, vendor.requests) == ([], [])
    assert "s3cret" not in str(caught.value) + caught.value.problems[0].remedy


def test_the_table_is_as_long_as_promised() -> None:
    assert len(TABLE) == len({url for url, _ in TABLE}) >= 60


# -- what a person may open -----------------------------------------------------------------------------------------------------

OPENED = [
    ("http://127.0.0.1/", True),
    ("http://localhost/", True),
    ("http://[::1]/", True),
    ("http://[::ffff:127.0.0.1]/", True),
    ("http://10.0.0.1/", True),
    ("http://172.16.0.0/", True),
    ("http://192.168.1.1/", True),
    ("http://100.64.0.1/", True),
    ("http://[fd12::1]/", True),
    ("http://half.example/", True),
    ("http://169.254.169.254/", False),
    ("http://[::ffff:169.254.169.254]/", False),
    ("http://[fd00:ec2::254]/", False),
    ("http://100.100.100.200/", False),
    ("http://168.63.129.16/", False),
    ("http://mixed-metadata.example/", False),
    ("http://169.254.1.1/", False),
    ("http://[fe80::1]/", False),
    ("http://0.0.0.0/", False),
    ("http://[::]/", False),
    ("http://224.0.0.1/", False),
    ("http://192.0.2.1/", False),
    ("http://[64:ff9b::10.0.0.1]/", False),
    ("http://[2002:a00:1::]/", False),
    ("http://[2606:2800::5efe:10.0.0.1]/", False),
]


@pytest.mark.parametrize(("url", "opened"), OPENED, ids=[url for url, _ in OPENED])
def test_allowing_private_addresses_opens_what_an_instance_of_ones_own_may_have(world: World, url: str, opened: bool) -> None:
    world.names = NAMES
    with pytest.raises(FetchError) as caught:
        fetch(world, url)
    # The hint stands where it helps, and nowhere else.
    assert ("CONNECTORS_ALLOW_PRIVATE=1" in caught.value.problems[0].remedy) == opened
    assert world.dialled == []
    policy = Policy.of({"CONNECTORS_ALLOW_PRIVATE": "1"}, use_proxies=False)
    if opened:
        assert fetch(world, url, policy=policy).data == DESCRIPTION
        return
    with pytest.raises(FetchError) as caught:
        fetch(world, url, policy=policy)
    assert caught.value.problems[0].code is REFUSED
    assert "CONNECTORS_ALLOW_PRIVATE" not in caught.value.problems[0].remedy
    assert world.dialled == []


@pytest.mark.parametrize("value", ["", "0", "true", "yes"])
def test_nothing_but_1_opens_private_addresses(value: str) -> None:
    assert not Policy.of({"CONNECTORS_ALLOW_PRIVATE": value}, use_proxies=False).allow_private


# -- between the check and the dialling -----------------------------------------------------------------------------------------


def test_a_name_is_resolved_once_and_the_address_that_was_judged_is_dialled(world: World) -> None:
    world.names = {"rebinding.example": lambda time: [PUBLIC] if time == 1 else ["127.0.0.1"]}
    assert fetch(world, "http://rebinding.example/").data == DESCRIPTION
    assert (world.asked, world.dialled) == (["rebinding.example"], [f"{PUBLIC}:80"])


def test_a_name_that_changes_is_judged_anew_by_the_next_request(world: World, vendor: Vendor) -> None:
    world.names = {"rebinding.example": lambda time: [PUBLIC] if time == 1 else ["127.0.0.1"]}
    vendor.behaviours["/"] = redirects("/again")
    with pytest.raises(FetchError) as caught:
        fetch(world, "http://rebinding.example/", redirects=1)
    assert caught.value.problems[0].code is REFUSED
    assert (world.dialled, vendor.paths) == ([f"{PUBLIC}:80"], ["/"])


def test_the_next_address_is_tried_where_one_does_not_answer(world: World) -> None:
    world.names, world.deaf = {"both.example": [PUBLIC_6, PUBLIC]}, {PUBLIC_6}
    assert fetch(world, "http://both.example/").data == DESCRIPTION
    assert world.dialled == [f"[{PUBLIC_6}]:80", f"{PUBLIC}:80"]


def test_the_host_is_named_to_the_server_as_it_was_judged(world: World, vendor: Vendor) -> None:
    world.names = NAMES
    fetch(world, "http://B\u00dcCHER.example.:8080/a b?q=\u00fc#part")
    assert vendor.header("Host") == "xn--bcher-kva.example:8080"
    assert vendor.paths == ["/a%20b?q=%C3%BC"]


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/",
        "http://inside.example/",
        "//inside.example/",
        "http://[::ffff:10.0.0.1]/",
        "http://2130706433/",
        "http://metadata.example/latest/meta-data/",
    ],
)
def test_a_redirect_to_a_private_address_is_refused(world: World, vendor: Vendor, target: str) -> None:
    world.names = NAMES
    vendor.behaviours["/"] = redirects(target)
    with pytest.raises(FetchError) as caught:
        fetch(world, "http://vendor.example/", redirects=5)
    assert caught.value.problems[0].code is REFUSED
    assert (caught.value.exit_status, len(vendor.requests)) == (3, 1)


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "ftp://vendor.example/", "http://u:p@vendor.example/", "\\\\inside.example\\x"]
)
def test_a_redirect_to_what_is_no_address_is_refused(world: World, vendor: Vendor, target: str) -> None:
    world.names = NAMES
    vendor.behaviours["/"] = redirects(target)
    with pytest.raises(FetchError) as caught:
        fetch(world, "http://vendor.example/", redirects=5)
    assert caught.value.problems[0].code is Code.REDIRECT_REFUSED
    assert (caught.value.exit_status, len(vendor.requests)) == (3, 1)
