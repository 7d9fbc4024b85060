"""Addresses: servers, paths, and how they are joined."""

import pytest

from connectors.model.operation import Server, ServerVariable
from execute.made import made, parameter, refusal


def path_of(path, arguments, **facts):
    call = made(*(parameter(name, "path", required=True, **facts) for name in arguments), path=path, servers=["https://h.example"])
    return call(arguments).url.removeprefix("https://h.example")


@pytest.mark.parametrize(
    ("base", "path", "url"),
    [
        ("https://h.example", "/a", "https://h.example/a"),
        ("https://h.example/", "/a", "https://h.example/a"),
        ("https://h.example/v1", "/a", "https://h.example/v1/a"),
        ("https://h.example/v1/", "/a/", "https://h.example/v1/a/"),
        ("https://h.example/v1/", "//a", "https://h.example/v1//a"),
        ("https://h.example/v1", "a", "https://h.example/v1/a"),
        ("https://h.example:8443/v1", "/a?b=1", "https://h.example:8443/v1/a?b=1"),
        ("https://h.example/v1?t=1#top", "/a?b=1#frag", "https://h.example/v1/a?t=1&b=1"),
        ("https://h.example", "/a b/é/%2F/{", "https://h.example/a%20b/%C3%A9/%2F/%7B"),
        ("http://[2001:db8::1]:80/v1", "/a", "http://[2001:db8::1]:80/v1/a"),
    ],
)
def test_base_and_path_are_joined_whole(base, path, url):
    assert made(path=path, servers=[base])().url == url


@pytest.mark.parametrize(
    ("path", "arguments", "expected"),
    [
        ("/a/{x}...{y}", {"x": "v1", "y": "v2"}, "/a/v1...v2"),
        ("/a/{x}.json", {"x": "7"}, "/a/7.json"),
        ("/a/{x}:cancel", {"x": "9:delete"}, "/a/9%3Adelete:cancel"),
        ("/a/{x:[0-9]{3}}", {"x": "123"}, "/a/123"),
        ("/a/{x}/{x}", {"x": "1"}, "/a/1/1"),
        ("/a/{+x}", {"x": "projects/p?#"}, "/a/projects/p%3F%23"),
        ("/a/{x*}", {"x": "b/c"}, "/a/b/c"),
        ("/a/{x}", {"x": "b/c?d#e"}, "/a/b%2Fc%3Fd%23e"),
        ("/a{;x}", {"x": "1"}, "/a;x=1"),
        ("/a{.x}", {"x": "json"}, "/a.json"),
        ("/a{?x,y}", {"x": "1", "y": "a&b"}, "/a?x=1&y=a%26b"),
        ("/a?tab={x}", {"x": "a&b"}, "/a?tab=a%26b"),
        ("/a/{x}", {"x": "..."}, "/a/..."),
        ("/a/{x}", {"x": "%2x"}, "/a/%252x"),
    ],
)
def test_placeholders(path, arguments, expected):
    assert path_of(path, arguments) == expected


@pytest.mark.parametrize("value", ["", ".", "..", "%2e%2E", "%252e%252e", "../admin", "a/../b", "a\\..\\b", "..%2fadmin"])
@pytest.mark.parametrize("path", ["/a/{x}", "/a/{x}/b", "/a/{+x}"])
def test_a_value_never_climbs(path, value):
    assert "`x`" in refusal(lambda: path_of(path, {"x": value}))


@pytest.mark.parametrize("value", ["%2e%2e", "a%2f..%2fb"])
def test_a_value_never_climbs_with_reserved_characters_allowed(value):
    assert "`x`" in refusal(lambda: path_of("/a/{x}", {"x": value}, allow_reserved=True))


def test_values_that_climb_together_are_refused():
    assert "`..`" in refusal(lambda: path_of("/a/.{x}", {"x": "."}))
    assert "would lead elsewhere" in refusal(lambda: made(path="/a/../b")())


def test_an_argument_replaces_the_pair_that_the_path_has():
    call = made(parameter("Action"), parameter("b"), path="/?Action=List&v=1")
    assert call({}).url == "https://api.example/?Action=List&v=1"
    assert call({"Action": "Get", "b": 2}).url == "https://api.example/?v=1&Action=Get&b=2"


def test_a_placeholder_in_a_fragment_is_not_sent():
    call = made(parameter("x", "path", required=True), path="/a#{x}")
    assert call({}).url == "https://api.example/a"
    assert "no place" in refusal(lambda: call({"x": 1}))


# Servers

REGION = ServerVariable("region", "eu", ("eu", "us"))
TEMPLATE = Server("https://{region}.h.example/{base}", (REGION, ServerVariable("base", "v1")))


@pytest.mark.parametrize(
    ("variables", "url"),
    [
        ({}, "https://eu.h.example/v1/x"),
        ({"region": "us", "base": "api/v2"}, "https://us.h.example/api/v2/x"),
        ({"base": ""}, "https://eu.h.example/x"),
    ],
)
def test_server_variables(variables, url):
    assert made(servers=[TEMPLATE])(server_variables=variables).url == url
    assert made(servers=["https://other.example", TEMPLATE])(server=TEMPLATE.url, server_variables=variables).url == url


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"region": "mars"}, "expected one of `eu`, `us`"),
        ({"regoin": "us"}, "did you mean `region`?"),
        ({"base": "a?b"}, "part the address"),
        ({"base": "../.."}, "climbs"),
    ],
)
def test_server_variables_that_are_refused(variables, said):
    assert said in refusal(lambda: made(servers=[TEMPLATE])(server_variables=variables))


@pytest.mark.parametrize("host", ["evil.example/", "evil.example#", "a@evil.example", "evil.example\\", "a b"])
def test_a_variable_does_not_choose_the_host(host):
    call = made(servers=[Server("https://{tenant}.h.example", (ServerVariable("tenant"),))])
    assert "no more than a part of a host name" in refusal(lambda: call(server_variables={"tenant": host}))


def test_a_variable_without_a_value_is_named():
    call = made(servers=[Server("https://{tenant}.h.example", (ServerVariable("tenant"),))])
    assert "`tenant` has no default" in refusal(call)


@pytest.mark.parametrize("server", [Server("/api/v3", operator_supplied=True), Server("https://x.example", operator_supplied=True)])
def test_a_server_that_the_operator_supplies_is_asked_for(server):
    assert "the server address is missing" in refusal(made(servers=[server]))
    assert made(servers=[server])(server="https://mine.example/base").url == "https://mine.example/base/x"


def test_no_server_is_asked_for():
    assert "the server address is missing" in refusal(made(servers=[]))


def test_the_servers_of_an_operation_replace_those_of_the_connector():
    from connectors.execute.request import build
    from execute.made import operation, package

    one = operation(servers=(Server("https://upload.example"),))
    assert build(package(one), one, {}).url == "https://upload.example/x"


@pytest.mark.parametrize(
    "server",
    [
        "h.example",
        "/a",
        "ftp://h.example",
        "https://",
        "https://user:hunter2@h.example",
        "https://h.example/../x",
        "https://exämple.com",
        "https://h:99999",
    ],
)
def test_what_is_no_server_is_refused_without_repeating_it(server):
    message = refusal(lambda: made()(server=server))
    assert "hunter2" not in message
