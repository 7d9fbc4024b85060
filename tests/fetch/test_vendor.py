"""`gen URL` against a server that plays a vendor: one clear error each, the right exit status, and nothing left behind."""

import gzip
import json
import socket
import ssl
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import brotli
import pytest
import trustme
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.fetch.budget import Budget, FetchLimits
from connectors.fetch.client import MOST_REDIRECTS, Client, Fetched
from connectors.fetch.decision import Policy
from connectors.fetch.decoding import accepted, decoder
from connectors.fetch.url import parse_url
from connectors.problems import Code, FetchError
from fetch.running import Outcome
from fetch.vendor import DESCRIPTION, Behaviour, Vendor, World, answer, redirects, says

try:
    from compression import zstd
except ImportError:
    from backports import zstd

pytestmark = pytest.mark.usefixtures("here")

ZEROS = b"0" * 30_000_000
LOGIN = b"<!doctype html><html><head><title>Sign in</title></head><body><form></form></body></html>"


def gen(vendor: Vendor, *options: str, path: str = "/openapi.json", scheme: str = "http", host: str = "127.0.0.1") -> Outcome:
    return Outcome(f"{scheme}://{host}:{vendor.port}{path}", "--id", "sample", *options)


def fails(outcome: Outcome, code: Code, status: int, folder: Path) -> None:
    assert [error["code"] for error in outcome.errors] == [code], outcome.stderr
    assert outcome.status == status
    assert outcome.stderr.count("error[") == 1
    assert "  fix: " in outcome.stderr
    left = [path for path in folder.rglob("*") if path.is_file()]
    assert [path for path in left if path.suffix != ".pem"] == []


def drips(data: bytes, each: bytes) -> Behaviour:
    """Sends `data`, then `each` again and again, for as long as anybody reads."""

    def behave(connection: socket.socket, _: bytes) -> None:
        connection.sendall(data)
        while True:
            connection.sendall(each)
            vendor_pause(connection)

    return behave


def vendor_pause(connection: socket.socket) -> None:
    """Wait a moment, or until the client has gone."""
    connection.settimeout(0.02)
    try:
        if connection.recv(1) == b"":
            raise ConnectionResetError
    except TimeoutError:
        pass
    connection.settimeout(10)


def floods(data: bytes, each: bytes) -> Behaviour:
    def behave(connection: socket.socket, _: bytes) -> None:
        connection.sendall(data)
        while True:
            connection.sendall(each)

    return behave


def silent(connection: socket.socket, _: bytes) -> None:
    connection.recv(1)


def resets(connection: socket.socket, _: bytes) -> None:
    connection.sendall(answer(b"{", length=1000))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def coded(coding: str, body: bytes) -> Behaviour:
    return says(answer(body, headers={"Content-Encoding": coding}))


def chunked(body: bytes, coding: str = "chunked") -> bytes:
    return answer(body, headers={"Transfer-Encoding": coding})


HEAD = b"HTTP/1.1 200 OK\r\n"
CODED = HEAD + b"Content-Encoding: %s\r\n\r\n"
NAMED = b"\x1f\x8b\x08\x08" + bytes(6)  # RFC 1952: a name of the file follows, up to a zero byte
SKIPPED = b"\x50\x2a\x4d\x18" + bytes(4)  # RFC 8878 §3.1.2: a frame that stands for nothing
SLOW, LARGE = ("--max-seconds", "1"), ("--max-bytes", "1000000")
NOTHING = (*LARGE, "--max-seconds", "20")

HOSTILE = [
    pytest.param(drips(HEAD + b"\r\n", b" "), SLOW, Code.ANSWER_TOO_SLOW, id="slow-drip"),
    pytest.param(drips(HEAD, b"X: y\r\n"), SLOW, Code.ANSWER_TOO_SLOW, id="slow-drip-of-the-head"),
    pytest.param(silent, SLOW, Code.ANSWER_TOO_SLOW, id="silence"),
    pytest.param(floods(HEAD + b"\r\n", b" " * 65_536), LARGE, Code.ANSWER_TOO_LARGE, id="endless-body"),
    pytest.param(floods(CODED % b"gzip", gzip.compress(b"") * 3000), NOTHING, Code.ANSWER_TOO_LARGE, id="endless-empty-gzip"),
    pytest.param(floods((CODED % b"gzip") + NAMED, b"y" * 65_536), NOTHING, Code.ANSWER_TOO_LARGE, id="endless-name-in-gzip"),
    pytest.param(floods(CODED % b"zstd", SKIPPED * 5000), NOTHING, Code.ANSWER_TOO_LARGE, id="endless-skipped-frames-of-zstd"),
    pytest.param(floods(HEAD, b"X-Filler: " + b"y" * 1000 + b"\r\n"), (), Code.ANSWER_TOO_LARGE, id="endless-head"),
    pytest.param(floods(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100), (), Code.ANSWER_TOO_LARGE, id="endless-interim-answers"),
    pytest.param(
        floods(HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;", b"x" * 1000), (), Code.ANSWER_MALFORMED, id="endless-chunk-head"
    ),
    pytest.param(
        floods(HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: " + b"y" * 1000 + b"\r\n"),
        (),
        Code.ANSWER_MALFORMED,
        id="endless-trailers",
    ),
    pytest.param(says(answer(b"{", length=10**12)), (), Code.ANSWER_TOO_LARGE, id="an-announced-terabyte"),
    pytest.param(coded("gzip", gzip.compress(ZEROS)), (), Code.ANSWER_TOO_LARGE, id="gzip-bomb"),
    pytest.param(coded("gzip", gzip.compress(ZEROS)), LARGE, Code.ANSWER_TOO_LARGE, id="gzip-bomb-below-the-ratio"),
    pytest.param(coded("deflate", zlib.compress(ZEROS)), (), Code.ANSWER_TOO_LARGE, id="deflate-bomb"),
    pytest.param(coded("br", brotli.compress(ZEROS, quality=5)), (), Code.ANSWER_TOO_LARGE, id="brotli-bomb"),
    pytest.param(coded("zstd", zstd.compress(ZEROS)), (), Code.ANSWER_TOO_LARGE, id="zstd-bomb"),
    pytest.param(says(answer(length=len(DESCRIPTION) + 1)), (), Code.ANSWER_MALFORMED, id="a-body-shorter-than-announced"),
    pytest.param(says(answer()[:-10]), (), Code.ANSWER_MALFORMED, id="a-body-that-breaks-off"),
    pytest.param(
        says(answer(headers={"Content-Length": "5"}).replace(b"Content-Length", b"Content-Length: 6\r\nContent-Length")),
        (),
        Code.ANSWER_MALFORMED,
        id="two-lengths",
    ),
    pytest.param(says(answer(headers={"Content-Length": "-5"})), (), Code.ANSWER_MALFORMED, id="a-negative-length"),
    pytest.param(says(chunked(b"zz\r\nwhat\r\n")), (), Code.ANSWER_MALFORMED, id="chunked-garbage"),
    pytest.param(says(chunked(b"5\r\n{}")), (), Code.ANSWER_MALFORMED, id="a-chunk-that-breaks-off"),
    pytest.param(says(chunked(b"2\r\n{}\r\n")), (), Code.ANSWER_MALFORMED, id="chunks-without-the-last"),
    pytest.param(says(chunked(b"{}", "gzip, chunked")), (), Code.ANSWER_MALFORMED, id="a-transfer-coding-that-was-not-asked-for"),
    pytest.param(coded("gzip", gzip.compress(DESCRIPTION)[:-5]), (), Code.ANSWER_MALFORMED, id="gzip-that-breaks-off"),
    pytest.param(coded("br", brotli.compress(DESCRIPTION)[:-5]), (), Code.ANSWER_MALFORMED, id="brotli-that-breaks-off"),
    pytest.param(coded("zstd", zstd.compress(DESCRIPTION)[:-5]), (), Code.ANSWER_MALFORMED, id="zstd-that-breaks-off"),
    pytest.param(coded("gzip", b""), (), Code.ANSWER_MALFORMED, id="gzip-of-nothing"),
    pytest.param(coded("gzip", DESCRIPTION), (), Code.ANSWER_MALFORMED, id="gzip-that-is-none"),
    pytest.param(coded("br", DESCRIPTION), (), Code.ANSWER_MALFORMED, id="brotli-that-is-none"),
    pytest.param(coded("zstd", DESCRIPTION), (), Code.ANSWER_MALFORMED, id="zstd-that-is-none"),
    pytest.param(coded("deflate", zlib.compress(DESCRIPTION) + b"x"), (), Code.ANSWER_MALFORMED, id="deflate-with-more-behind-it"),
    pytest.param(coded("compress", DESCRIPTION), (), Code.ANSWER_MALFORMED, id="a-coding-that-was-not-asked-for"),
    pytest.param(
        coded("gzip, gzip", gzip.compress(gzip.compress(DESCRIPTION))), (), Code.ANSWER_MALFORMED, id="codings-on-each-other"
    ),
    pytest.param(says(b"SSH-2.0-OpenSSH_9.7\r\n"), (), Code.ANSWER_MALFORMED, id="another-protocol"),
    pytest.param(says(b""), (), Code.ANSWER_MALFORMED, id="no-answer"),
    pytest.param(says(b"\x16\x03\x01\x02\x00\x01"), (), Code.ANSWER_MALFORMED, id="binary-noise"),
    pytest.param(resets, (), Code.NETWORK_FAILED, id="a-reset"),
    pytest.param(says(answer(b"")), (), Code.DOCUMENT_EMPTY, id="an-empty-body"),
    pytest.param(says(answer(LOGIN)), (), Code.NOT_A_DESCRIPTION, id="a-login-page"),
    pytest.param(
        says(answer(LOGIN, headers={"Content-Type": "application/json"})),
        (),
        Code.NOT_A_DESCRIPTION,
        id="a-login-page-that-says-json",
    ),
    pytest.param(says(answer(b'{"error": "invalid token"}')), (), Code.NOT_A_DESCRIPTION, id="an-error-as-200"),
]


@pytest.mark.parametrize(("behaviour", "options", "code"), HOSTILE)
def test_what_a_vendor_may_do(vendor: Vendor, tmp_path: Path, behaviour: Behaviour, options: tuple[str, ...], code: Code) -> None:
    vendor.default = behaviour
    outcome = gen(vendor, *options)
    if code in (Code.NOT_A_DESCRIPTION, Code.DOCUMENT_EMPTY):
        # A whole answer may be kept; it has no validators here.
        assert not list((tmp_path / "cache").rglob("*.json"))
    fails(outcome, code, 2, tmp_path)


def test_frames_around_nothing_end_long_before_the_limit_of_bytes(vendor: Vendor, here: Path) -> None:
    """Each frame costs a hundred times the work of its byte."""
    vendor.default = floods(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n" * 10_000)
    outcome = gen(vendor)
    assert outcome.codes == [Code.ANSWER_TOO_LARGE]
    assert "the rest is framing" in outcome.stderr


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_coding_is_undone_in_small_pieces(coding: str) -> None:
    packers = {
        "gzip": gzip.compress,
        "deflate": zlib.compress,
        "br": lambda data: brotli.compress(data, quality=3),
        "zstd": zstd.compress,
    }
    pieces = [len(piece) for piece in decoder(coding).feed(packers[coding](ZEROS))]
    assert sum(pieces) == len(ZEROS)
    assert max(pieces) <= 524_288


def test_silence_ends_before_the_time_of_all_fetching_is_up(vendor: Vendor, world: World) -> None:
    vendor.default = silent
    world.names = {"vendor.example": ["93.184.216.34"]}
    with pytest.raises(FetchError) as caught:
        Client(Policy(), Budget(FetchLimits(idle_seconds=0.1)), wire=world.wire).get(parse_url("http://vendor.example/"))
    assert caught.value.problems[0].message == "the server was silent for 0.1 seconds"


def test_a_resolver_that_does_not_answer_ends(vendor: Vendor, world: World) -> None:
    world.names = {"vendor.example": lambda _: vendor.stopping.wait(5) and []}  # type: ignore[dict-item]
    with pytest.raises(FetchError) as caught:
        Client(Policy(), Budget(FetchLimits(seconds=0.1)), wire=world.wire).get(parse_url("http://vendor.example/"))
    assert caught.value.problems[0].code is Code.ANSWER_TOO_SLOW


def test_the_time_is_that_of_all_documents_together(vendor: Vendor, world: World) -> None:
    world.names = {"vendor.example": ["93.184.216.34"]}
    client = Client(Policy(), Budget(FetchLimits(seconds=0.25)), wire=world.wire)
    vendor.default = lambda connection, _: (vendor.stopping.wait(0.05), connection.sendall(answer()))[1]
    url = parse_url("http://vendor.example/")
    with pytest.raises(FetchError) as caught:
        [client.get(url) for _ in range(50)]
    assert caught.value.problems[0].code is Code.ANSWER_TOO_SLOW
    assert 1 <= len(vendor.requests) < 6


def test_the_bytes_are_those_of_all_documents_together(vendor: Vendor, world: World) -> None:
    world.names = {"vendor.example": ["93.184.216.34"]}
    client = Client(Policy(), Budget(FetchLimits(bytes=2 * len(DESCRIPTION))), wire=world.wire)
    for _ in range(2):
        client.get(parse_url("http://vendor.example/"))
    with pytest.raises(FetchError) as caught:
        client.get(parse_url("http://vendor.example/"))
    assert caught.value.problems[0].code is Code.ANSWER_TOO_LARGE
    assert "--max-bytes" in caught.value.problems[0].remedy


# -- what is right --------------------------------------------------------------------------------------------------------------

REST = DESCRIPTION[16:]
RIGHT = [
    pytest.param(says(answer()), id="with-a-length"),
    pytest.param(says(HEAD + b"\r\n" + DESCRIPTION), id="up-to-the-end-of-the-connection"),
    pytest.param(says(chunked(b"10\r\n%s\r\n%x;x=y\r\n%s\r\n0\r\n\r\n" % (DESCRIPTION[:16], len(REST), REST))), id="in-chunks"),
    pytest.param(says(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + answer()), id="behind-an-interim-answer"),
    pytest.param(coded("gzip", gzip.compress(DESCRIPTION)), id="gzip"),
    pytest.param(coded("x-gzip", gzip.compress(DESCRIPTION)), id="x-gzip"),
    pytest.param(coded("GZIP", gzip.compress(DESCRIPTION[:9]) + gzip.compress(DESCRIPTION[9:])), id="gzip-in-two-members"),
    pytest.param(coded("deflate", zlib.compress(DESCRIPTION)), id="deflate"),
    pytest.param(coded("deflate", zlib.compress(DESCRIPTION)[2:-4]), id="raw-deflate"),
    pytest.param(coded("br", brotli.compress(DESCRIPTION)), id="brotli"),
    pytest.param(coded("zstd", zstd.compress(DESCRIPTION)), id="zstd"),
    pytest.param(coded("zstd", zstd.compress(DESCRIPTION[:9]) + zstd.compress(DESCRIPTION[9:])), id="zstd-in-two-frames"),
    pytest.param(coded("identity", DESCRIPTION), id="identity"),
    pytest.param(says(answer(headers={"Content-Type": "text/html"})), id="called-a-page"),
    pytest.param(says(answer(headers={"Content-Type": "application/yaml"})), id="json-called-yaml"),
]  # fmt: skip


@pytest.mark.parametrize("behaviour", RIGHT)
def test_an_answer_is_read_by_what_stands_in_it(vendor: Vendor, tmp_path: Path, behaviour: Behaviour) -> None:
    vendor.default = behaviour
    outcome = gen(vendor)
    assert (outcome.status, outcome.errors) == (0, [])
    assert outcome.report["source"]["bytes"] == len(DESCRIPTION)
    assert (tmp_path / "connectors" / "sample" / "connector.json").is_file()


def test_a_large_body_comes_out_whole_of_every_coding(vendor: Vendor, world: World) -> None:
    world.names = {"vendor.example": ["93.184.216.34"]}
    body = json.dumps({"numbers": [n * 7919 % 1_000_003 for n in range(60_000)]}).encode()
    packers: dict[str, Callable[[bytes], bytes]] = {
        "gzip": gzip.compress,
        "deflate": zlib.compress,
        "br": lambda data: brotli.compress(data, quality=3),
        "zstd": zstd.compress,
    }
    assert accepted() == ", ".join(packers)
    for coding, pack in packers.items():
        vendor.default = coded(coding, pack(body))
        fetched = Client(Policy(), Budget(FetchLimits()), wire=world.wire).get(parse_url("http://vendor.example/"))
        assert isinstance(fetched, Fetched)
        assert fetched.data == body


# -- what a server answers instead ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        ("401 Unauthorized", "--auth-env NAME"),
        ("403 Forbidden", "--auth-env NAME"),
        ("404 Not Found", "check the address"),
        ("410 Gone", "check the address"),
        ("429 Too Many Requests", "try again later"),
        ("500 Internal Server Error", "try again later"),
        ("503 Service Unavailable", "try again later"),
        ("204 No Content", "check the address"),
        ("206 Partial Content", "check the address"),
        ("304 Not Modified", "check the address"),
        ("300 Multiple Choices", "check the address"),
        ("599 Whatever", "try again later"),
    ],
)
def test_only_200_brings_a_document(vendor: Vendor, tmp_path: Path, status: str, remedy: str) -> None:
    vendor.default = says(answer(b"" if status[:3] in ("204", "304") else DESCRIPTION, status))
    outcome = gen(vendor)
    fails(outcome, Code.STATUS_UNEXPECTED, 2, tmp_path)
    assert status[:3] in outcome.errors[0]["message"]
    assert remedy in outcome.errors[0]["remedy"]


def chain(vendor: Vendor, length: int) -> None:
    for step in range(length):
        vendor.behaviours[f"/{step}"] = redirects(f"/{step + 1}", (301, 302, 303, 307, 308)[step % 5])


def test_no_redirect_is_followed_unless_asked(vendor: Vendor, tmp_path: Path) -> None:
    vendor.behaviours["/0?key=s3cret"] = redirects("/1?key=s3cret")
    outcome = gen(vendor, path="/0?key=s3cret")
    fails(outcome, Code.REDIRECT_REFUSED, 3, tmp_path)
    assert f"http://127.0.0.1:{vendor.port}/1" in outcome.stderr
    assert "s3cret" not in outcome.stderr
    assert "--max-redirects 1" in outcome.stderr
    assert vendor.paths == ["/0?key=s3cret"]


def test_as_many_redirects_are_followed_as_were_allowed(vendor: Vendor, tmp_path: Path) -> None:
    chain(vendor, 5)
    assert gen(vendor, "--max-redirects", "5", path="/0").status == 0
    assert vendor.paths == ["/0", "/1", "/2", "/3", "/4", "/5"]


def test_one_redirect_more_is_refused(vendor: Vendor, tmp_path: Path) -> None:
    chain(vendor, 5)
    fails(gen(vendor, "--max-redirects", "4", path="/0"), Code.REDIRECT_REFUSED, 3, tmp_path)
    assert vendor.paths == ["/0", "/1", "/2", "/3", "/4"]


def test_a_loop_of_redirects_ends(vendor: Vendor, tmp_path: Path) -> None:
    vendor.behaviours = {"/a": redirects("/b"), "/b": redirects("/a")}
    fails(gen(vendor, "--max-redirects", "20", path="/a"), Code.REDIRECT_REFUSED, 3, tmp_path)
    assert len(vendor.requests) == MOST_REDIRECTS + 1


def test_what_a_remedy_names_is_taken(vendor: Vendor, here: Path) -> None:
    """No remedy names a number of redirects that the option refuses."""
    vendor.behaviours = {"/a": redirects("/b"), "/b": redirects("/a")}
    assert "--max-redirects 20" in gen(vendor, "--max-redirects", "19", path="/a").stderr
    assert "--max-redirects" not in gen(vendor, "--max-redirects", "20", path="/a").stderr
    arguments = ["gen", f"http://127.0.0.1:{vendor.port}/a", "--id", "sample", "--max-redirects", str(MOST_REDIRECTS + 1)]
    assert CliRunner().invoke(app, arguments).exit_code == 2


def test_a_redirect_to_nowhere_is_an_answer_like_any_other(vendor: Vendor, tmp_path: Path) -> None:
    vendor.default = says(answer(b"", "302 Found"))
    fails(gen(vendor, "--max-redirects", "5"), Code.STATUS_UNEXPECTED, 2, tmp_path)


def test_nobody_at_the_port(vendor: Vendor, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    outcome = Outcome(f"http://127.0.0.1:{port}/", "--id", "sample")
    fails(outcome, Code.NETWORK_FAILED, 2, tmp_path)
    assert "connection refused" in outcome.stderr


# -- TLS ------------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def trusting(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's store holds the authority."""
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))


def speaks_tls(certificate: trustme.LeafCert) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    return context


@pytest.fixture
def secure(authority: trustme.CA) -> Iterator[Vendor]:
    with Vendor(tls=speaks_tls(authority.issue_cert("127.0.0.1", "vendor.example"))) as running:
        yield running


@pytest.mark.usefixtures("trusting")
def test_tls_with_the_right_name(secure: Vendor) -> None:
    assert gen(secure, scheme="https").status == 0


def test_tls_by_an_authority_that_the_system_does_not_know(secure: Vendor, tmp_path: Path) -> None:
    fails(gen(secure, scheme="https"), Code.TLS_FAILED, 2, tmp_path)
    assert secure.requests == []


@pytest.mark.usefixtures("trusting")
def test_tls_with_a_wrong_name(secure: Vendor, authority: trustme.CA, tmp_path: Path) -> None:
    secure.tls = speaks_tls(authority.issue_cert("another.example"))
    outcome = gen(secure, scheme="https")
    fails(outcome, Code.TLS_FAILED, 2, tmp_path)
    assert "certificate" in outcome.stderr
    assert secure.requests == []


@pytest.mark.usefixtures("trusting")
def test_tls_with_a_certificate_that_has_expired(secure: Vendor, authority: trustme.CA, tmp_path: Path) -> None:
    secure.tls = speaks_tls(authority.issue_cert("127.0.0.1", not_after=datetime(2021, 1, 1, tzinfo=UTC)))
    outcome = gen(secure, scheme="https")
    fails(outcome, Code.TLS_FAILED, 2, tmp_path)
    assert "expired" in outcome.stderr


@pytest.mark.usefixtures("trusting")
def test_tls_older_than_1_2_is_not_spoken(secure: Vendor, tmp_path: Path) -> None:
    assert secure.tls is not None
    with warnings.catch_warnings(action="ignore"):
        secure.tls.minimum_version = ssl.TLSVersion.TLSv1
        secure.tls.maximum_version = ssl.TLSVersion.TLSv1_1
    fails(gen(secure, scheme="https"), Code.TLS_FAILED, 2, tmp_path)


def test_https_where_http_is_spoken(vendor: Vendor, tmp_path: Path) -> None:
    vendor.default = says(answer(b"", "400 Bad Request"))
    fails(gen(vendor, scheme="https"), Code.TLS_FAILED, 2, tmp_path)


def test_http_where_https_is_spoken(secure: Vendor, tmp_path: Path) -> None:
    outcome = gen(secure)
    assert outcome.status == 2
    assert outcome.errors[0]["code"] in (Code.ANSWER_MALFORMED, Code.NETWORK_FAILED)


@pytest.mark.usefixtures("trusting")
def test_no_redirect_leads_from_https_to_http(secure: Vendor, vendor: Vendor, tmp_path: Path) -> None:
    secure.default = redirects(f"http://127.0.0.1:{vendor.port}/")
    fails(gen(secure, "--max-redirects", "5", scheme="https"), Code.REDIRECT_REFUSED, 3, tmp_path)
    assert vendor.requests == []


@pytest.mark.usefixtures("trusting")
def test_a_redirect_from_http_to_https_may_be_followed(secure: Vendor, vendor: Vendor) -> None:
    vendor.default = redirects(f"https://127.0.0.1:{secure.port}/")
    assert gen(vendor, "--max-redirects", "1").status == 0


@pytest.mark.usefixtures("trusting")
def test_a_connection_that_is_cut_under_tls_is_not_an_end(secure: Vendor, tmp_path: Path) -> None:
    # Without a length, the end of the connection is the end of the document: whoever cuts it would decide where that is.
    def behave(connection: socket.socket, _: bytes) -> None:
        connection.sendall(HEAD + b"\r\n" + DESCRIPTION)
        socket.socket(fileno=connection.detach()).close()

    secure.default = behave
    fails(gen(secure, scheme="https"), Code.NETWORK_FAILED, 2, tmp_path)


def test_the_name_is_what_a_certificate_and_the_server_are_asked_for(secure: Vendor, authority: trustme.CA) -> None:
    """The judged address is dialled, and all the same it is the name that has to be certified."""
    trust = ssl.create_default_context()
    authority.configure_trust(trust)
    assert secure.tls is not None
    secure.tls.sni_callback = lambda _, name, __: secure.server_names.append(name)
    world = World(secure, {"vendor.example": ["93.184.216.34"], "another.example": ["93.184.216.34"]}, trust)
    client = Client(Policy(), Budget(FetchLimits()), wire=world.wire)
    assert isinstance(client.get(parse_url("https://Vendor.example./")), Fetched)
    assert (world.dialled, secure.server_names) == (["93.184.216.34:443"], ["vendor.example"])
    assert secure.header("Host") == "vendor.example"
    with pytest.raises(FetchError) as caught:
        client.get(parse_url("https://another.example/"))
    assert caught.value.problems[0].code is Code.TLS_FAILED
