"""One connection: how much of a head is taken in, however its bytes arrive."""

import socket

import pytest

from connectors.fetch.budget import Budget, FetchLimits
from connectors.fetch.dialling import GuardedStream
from connectors.fetch.url import parse_url
from connectors.problems import Code, FetchError

MOST = 1000


@pytest.mark.parametrize("first", [1, MOST - 1, MOST])
def test_no_more_of_a_head_is_read_than_it_may_have(first: int) -> None:
    server, client = socket.socketpair()
    budget = Budget(FetchLimits(head_bytes=MOST))
    stream = GuardedStream(client, budget, parse_url("https://vendor.example/"))
    with server, client, budget.running():
        server.sendall(b"x" * first)
        taken = stream.read(65_536)
        server.sendall(b"x" * MOST)
        while len(taken) < MOST:
            taken += stream.read(65_536)
        with pytest.raises(FetchError) as refused:
            stream.read(65_536)
    assert len(taken) == MOST
    assert refused.value.problems[0].code is Code.ANSWER_TOO_LARGE
