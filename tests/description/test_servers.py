"""Servers: kept as written, made safe to keep. Sources: OpenAPI 3.1 Server Object, RFC 3986."""

import pytest

from support import OPENAPI_30, OPENAPI_31, derived, notes, plain


def servers(text: str):
    return derived(OPENAPI_31, f"servers: {text}\npaths: {{}}")


@pytest.mark.parametrize(
    ("text", "url", "asked"),
    [
        pytest.param("[{url: 'https://h.example/v1/'}]", "https://h.example/v1/", False, id="as-written"),
        pytest.param("[{url: /v1}]", "/v1", True, id="a-path-alone"),
        pytest.param("[{url: ''}]", "", True, id="an-empty-address"),
        pytest.param("[{url: '//h.example/v1'}]", "//h.example/v1", True, id="no-scheme"),
        pytest.param("[{url: 'h.example/v1'}]", "h.example/v1", True, id="a-host-that-reads-as-a-path"),
        pytest.param("[]", "/", True, id="an-empty-list-is-the-root"),
        pytest.param("[{description: d}]", "/", True, id="no-address"),
        pytest.param("[5]", "/", True, id="no-object"),
    ],
)
def test_an_origin_that_is_not_written_is_the_operators(text, url, asked):
    (found,) = servers(text).servers
    assert (found.url, found.operator_supplied) == (url, asked)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        pytest.param("[{url: 'https://{h}', variables: {h: {default: h.example}}}]", False, id="a-default-makes-an-origin"),
        pytest.param("[{url: '{s}://h.example', variables: {s: {default: https, enum: [https, http]}}}]", False, id="a-scheme"),
        pytest.param("[{url: '{base}/v1', variables: {base: {default: 'https://h.example'}}}]", False, id="a-whole-origin"),
        pytest.param("[{url: '{base}/v1', variables: {base: {default: ''}}}]", True, id="an-empty-default"),
        pytest.param("[{url: '{base}/v1'}]", True, id="a-variable-nobody-describes"),
    ],
)
def test_variables_are_kept_with_their_defaults(text, asked):
    (found,) = servers(text).servers
    assert found.operator_supplied is asked
    assert "{" in found.url


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[{url: 'https://user:secret@h.example/v1'}]", id="in-the-address"),
        pytest.param("[{url: 'https://secret@h.example/v1'}]", id="a-name-alone"),
        pytest.param("[{url: 'https://user:sec@ret@h.example/v1'}]", id="with-an-at-sign-in-it"),
        pytest.param("[{url: '//user:secret@h.example/v1'}]", id="without-a-scheme"),
        pytest.param("[{url: '{s}://user:secret@h.example/v1', variables: {s: {default: https}}}]", id="behind-a-variable"),
        pytest.param("[{url: '{o}/v1', variables: {o: {default: 'https://user:secret@h.example'}}}]", id="in-a-default"),
        pytest.param("[{url: 'https://{h}/v1', variables: {h: {default: 'user:secret@h.example'}}}]", id="in-part-of-a-default"),
        pytest.param(
            "[{url: 'https://{h}/v1', variables: {h: {default: b, enum: ['user:secret@h.example', b]}}}]", id="in-a-choice"
        ),
    ],
)
def test_a_password_in_an_address_is_never_kept(text):
    found = servers(text)
    assert "secret" not in str(plain(found.servers))
    assert "user" not in str(plain(found.servers))
    assert ("narrowed", "server-credentials", "/servers/0") in notes(found)
    assert not any("secret" in note.reason for note in found.notes)


def test_an_at_sign_in_a_path_is_no_password():
    found = servers("[{url: 'https://h.example/@v1?a=b@c'}]")
    assert found.servers[0].url == "https://h.example/@v1?a=b@c"
    assert [code for _, code, _ in notes(found)] == ["server-query"]


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
def test_the_nearest_servers_count(version):
    found = derived(
        version,
        """
        servers: [{url: 'https://all.example'}]
        paths:
          /x:
            servers: [{url: 'https://path.example'}]
            get: {servers: [{url: 'https://own.example'}], responses: {}}
            put: {responses: {}}
          /y:
            get: {responses: {}}
        """,
    )
    assert {item.identity: [server.url for server in item.servers] for item in found.operations} == {
        "GET /x": ["https://own.example"],
        "PUT /x": ["https://path.example"],
        "GET /y": [],
    }
