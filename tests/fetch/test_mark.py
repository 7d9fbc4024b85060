"""The one way out: whoever goes another way is stopped, loudly; and the tests themselves stay on this machine."""

import socket
import subprocess
import sys
from collections.abc import Callable

import httpx2
import pytest

from connectors.fetch.budget import Budget, FetchLimits
from connectors.fetch.decision import Policy, admit
from connectors.fetch.transport import MARK, GuardedTransport, UnguardedRequestError
from connectors.fetch.url import parse_url
from fetch.vendor import Vendor, World


@pytest.fixture
def transport(world: World) -> GuardedTransport:
    return GuardedTransport(Budget(FetchLimits()), dialling=world.dial)


def test_a_request_without_a_decision_is_not_sent(transport: GuardedTransport, world: World, vendor: Vendor) -> None:
    with httpx2.Client(transport=transport) as client, pytest.raises(UnguardedRequestError):
        client.get(f"http://127.0.0.1:{vendor.port}/")
    assert (world.dialled, vendor.requests) == ([], [])


@pytest.mark.parametrize("mark", [True, "admitted", object(), {"url": "http://vendor.example/"}])
def test_a_mark_cannot_be_made_up(transport: GuardedTransport, world: World, mark: object) -> None:
    with httpx2.Client(transport=transport) as client, pytest.raises(UnguardedRequestError):
        client.get("http://vendor.example/", extensions={MARK: mark})
    assert world.dialled == []


@pytest.mark.parametrize(
    "other", ["http://other.example/", "https://vendor.example/", "http://vendor.example:81/", "http://127.0.0.1/"]
)
def test_a_decision_is_for_one_origin(transport: GuardedTransport, world: World, other: str) -> None:
    world.names = {"vendor.example": ["93.184.216.34"]}
    budget = Budget(FetchLimits())
    with budget.running():
        admitted = admit(parse_url("http://vendor.example/"), Policy(), world.resolve, budget)
    with httpx2.Client(transport=transport) as client, pytest.raises(UnguardedRequestError):
        client.get(other, extensions={MARK: admitted})
    assert world.dialled == []


def test_a_redirect_carries_no_decision_with_it(world: World, vendor: Vendor) -> None:
    """A client that follows redirects itself would ask where nobody has decided."""
    from fetch.vendor import redirects

    world.names = {"vendor.example": ["93.184.216.34"]}
    vendor.behaviours["/"] = redirects("http://127.0.0.1/")
    budget = Budget(FetchLimits())
    with budget.running():
        admitted = admit(parse_url("http://vendor.example/"), Policy(), world.resolve, budget)
        transport = GuardedTransport(budget, dialling=world.dial)
        with httpx2.Client(transport=transport, follow_redirects=True) as client, pytest.raises(UnguardedRequestError):
            client.get("http://vendor.example/", extensions={MARK: admitted})
    assert world.dialled == ["93.184.216.34:80"]


def test_files_alone_load_no_client() -> None:
    """Most descriptions are files, and pay nothing for the network."""
    program = (
        "import sys, connectors.pipeline, connectors.inputs as i; from connectors.limits import Limits; "
        "i.open_entry(sys.argv[1], None, Limits()); "
        "assert not {'httpx2', 'httpcore2', 'h11', 'idna', 'ssl', 'connectors.fetch'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, __file__], check=True, timeout=60)


@pytest.mark.parametrize(
    "leaves",
    [
        lambda: socket.create_connection(("192.0.2.1", 9), 0.01),
        lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 9)),
        lambda: socket.getaddrinfo("vendor.example", 80),
        lambda: httpx2.get("http://192.0.2.1/", trust_env=False),
    ],
    ids=["a-connection", "a-datagram", "a-question-to-a-resolver", "another-client"],
)
def test_whatever_leaves_the_machine_fails_a_test(leaves: Callable[[], object], left_the_machine: list[str]) -> None:
    with pytest.raises(AssertionError, match="leaves the machine"):
        leaves()
    assert len(left_the_machine) == 1
    left_the_machine.clear()
