"""Where calls and credentials are sent."""

import pytest
from checked import CARD, made, packaged, said
from msgspec.structs import replace

from connectors.check.server_addresses import server_addresses
from connectors.model.connector import Flow
from connectors.model.operation import Server, ServerVariable

REGION = ServerVariable("region", default="eu")


@pytest.mark.parametrize(
    ("server", "code", "severity", "tail"),
    [
        pytest.param(Server("https://u:p@api.example"), "server-credentials", "error", "/url", id="a-password"),
        pytest.param(
            Server("https://{who}api.example", (ServerVariable("who", default="u:p@"),)),
            "server-credentials", "error", "/url", id="a-password-in-a-default",
        ),
        pytest.param(Server("http://api.example/v1"), "server-plain-http", "warning", "/url", id="no-tls"),
        pytest.param(Server("HTTP://localhost.example"), "server-plain-http", "warning", "/url", id="a-host-that-sounds-local"),
        pytest.param(
            Server("{scheme}://api.example", (ServerVariable("scheme", default="http"),)),
            "server-plain-http", "warning", "/url", id="no-tls-by-default",
        ),
        pytest.param(Server("https://{region}.api.example"), "server-malformed", "warning", "/url", id="an-unknown-variable"),
        pytest.param(
            Server("https://{region}.api.example", (ServerVariable("region"),)),
            "server-malformed", "warning", "/variables/0", id="a-variable-without-a-default",
        ),
    ],
)  # fmt: skip
def test_an_address_that_is_not_as_it_has_to_be(server: Server, code: str, severity: str, tail: str) -> None:
    assert said(server_addresses, packaged(servers=(server,))) == [(code, severity, f"/servers/0{tail}")]
    package = packaged(made(servers=(server,)))
    assert said(server_addresses, package) == [(code, severity, f"/operations/0/servers/0{tail}")]


@pytest.mark.parametrize(
    "servers",
    [
        (Server("https://api.example/a:b@c"),),
        (Server("https://user@api.example"),),
        (
            Server("http://localhost:8080/v1"),
            Server("http://127.0.0.1"),
            Server("http://[::1]:80/"),
            Server("http://api.localhost"),
        ),
        (Server("https://api.example/v1"), Server("http://api.example/v1")),
        (Server("http://api.example", operator_supplied=True), Server("/v1", operator_supplied=True)),
        (Server("https://{region}.api.example", (REGION,)), Server("https://api.example", (ServerVariable("unused"),))),
    ],
)
def test_addresses_that_just_are(servers: tuple[Server, ...]) -> None:
    assert said(server_addresses, packaged(servers=servers)) == []


def test_http_before_its_https_is_the_one_that_is_taken() -> None:
    package = packaged(servers=(Server("http://api.example"), Server("https://api.example")))
    assert said(server_addresses, package) == [("server-plain-http", "warning", "/servers/0/url")]


def test_an_address_that_many_operations_have_is_said_once() -> None:
    server = Server("http://api.example")
    other = made(id="sample.item.z", verb="z", identity="GET /z", path="/z", servers=(server,))
    assert len(said(server_addresses, packaged(made(servers=(server,)), other, servers=(server,)))) == 1


def test_a_password_is_in_no_message() -> None:
    [finding] = server_addresses(packaged(servers=(Server("https://user:hunter2@api.example"),)))
    assert "hunter2" not in finding.message + finding.remedy


def test_tokens_are_fetched_over_tls() -> None:
    flow = Flow("authorizationCode", "https://id.example/authorize", "http://id.example/token")
    auth = (replace(CARD.auth[1], flows=(flow,)),)
    assert said(server_addresses, packaged(auth=auth)) == [("server-plain-http", "warning", "/auth/0/flows/0/token_url")]
