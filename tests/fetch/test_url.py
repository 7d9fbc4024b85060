"""One reading of an address: whoever reads what we have written reads the same."""

from urllib.parse import urlsplit

import httpx2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from connectors.fetch.url import Url, join, parse_url, shown
from connectors.problems import FetchError
from connectors.store.render import public_url

_PIECES = (
    *("http", "https", "HTTP", ":", "//", "/", "\\", "@", "#", "?", "%2e", "%2f", "..", ".", "[", "]", "::1", "127.0.0.1", "0x7f"),
    *("a.example", "vendor.example", "b\u00fccher", "\u3002", "\uff0f", "\u2100", "80", "0", " ", "\t", "\n", "xn--", "-", "_"),
    *(";", "&", "=", "{", "}", "~"),
)
PIECES = st.sampled_from(_PIECES)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


def read(text: str) -> Url | None:
    try:
        return parse_url(text)
    except FetchError:
        return None


@given(st.one_of(TEXTS.map("http://".__add__), TEXTS.map("https://a.example/".__add__), TEXTS))
@example("http://a.example\\@b.example/")
@example("http://a.example:80:81/")
@example("http://\uff41.example/")
def test_what_is_written_is_read_the_same_by_everybody(text: str) -> None:
    url = read(text)
    if url is None:
        return
    written = str(url)
    assert parse_url(written) == url
    assert written.isascii()
    assert written.isprintable()
    plain, other = urlsplit(written), httpx2.URL(written)
    assert (plain.scheme, plain.hostname, plain.username, plain.fragment) == (url.origin.scheme, url.host, None, "")
    assert (other.raw_host.decode(), other.userinfo, other.fragment) == (url.host, b"", "")
    assert (plain.port or {"http": 80, "https": 443}[plain.scheme]) == url.origin.port


@given(TEXTS)
def test_a_reference_leads_to_an_address_or_is_refused(reference: str) -> None:
    base = parse_url("https://a.example/b/c.json?d=e")
    try:
        url = join(base, reference)
    except FetchError:
        return
    assert "/../" not in url.path + "/"
    assert parse_url(str(url)) == url


@pytest.mark.parametrize(
    ("path", "normal"),
    [
        ("", "/"),
        ("/a/./b", "/a/b"),
        ("/a/../b", "/b"),
        ("/a/%2E%2e/b", "/b"),
        ("/a/.%2e", "/"),
        ("/a/b/..", "/a/"),
        ("/../../a", "/a"),
        ("/a//b", "/a//b"),
        ("/a/%2f/b", "/a/%2f/b"),
        ("/a b", "/a%20b"),
        ("/\u00fc", "/%C3%BC"),
    ],
)
def test_a_path_is_normal(path: str, normal: str) -> None:
    assert parse_url(f"https://a.example{path}").path == normal


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("https://user:s3cret@a.example/x?key=s3cret#s3cret", "https://a.example/x"),
        ("https:/user:s3cret@a.example", "https:/a.example"),
        ("https:\\\\user:s3cret@a.example", "https:\\\\a.example"),
        ("user:s3cret@a.example", "a.example"),
        ("https://a@b:s3cret@a.example/", "https://a.example/"),
        # A password that holds what ends a host, written as it is.
        ("https://user:s3/cret@a.example/", "https://a.example/"),
        ("https://user:s3#cret@a.example/", "https://a.example/"),
        ("https://user:s3?cret@a.example/", "https://a.example/"),
        ("https://user:s3\\cret@a.example/", "https://a.example/"),
        ("https://us\\er:s3cret@a.example/", "https://a.example/"),
        ("https://a.example:80/@scope/x", "https://a.example:80/@scope/x"),
        ("https://[::1]:x/@scope/x", "https://[::1]:x/@scope/x"),
        ("https://a.example/b:c@d", "https://a.example/b:c@d"),
        ("a`b\nc", "a'b\ufffdc"),
        ("x" * 300, "x" * 197 + "..."),
    ],
)
def test_a_message_quotes_no_secret(text: str, quoted: str) -> None:
    assert shown(text) == quoted


@pytest.mark.parametrize(
    "text",
    [
        *("http://" + ":" * 300_000, "http:" * 100_000, "http://[" + ":" * 300_000, "http://" + "@:" * 200_000),
        *("http://" + ":" * 300_000 + "@", "http://" + ":1" * 200_000 + "@", "/" * 300_000, "http:" + "/" * 300_000 + "@"),
    ],
    ids=lambda text: text[:12],
)
def test_a_long_text_is_refused_as_soon_as_a_short_one(text: str) -> None:
    """Whoever looks for the `@` anew behind every colon is at it for minutes, and no limit of time sees that."""
    with pytest.raises(FetchError):
        parse_url(text)
    assert len(shown(text)) <= 200
    public_url(text)
