"""Laws: what was built reads back as what was given, by readers that are not ours; a value never becomes structure."""

import copy
import email
import email.policy
import json
import re
import string
from urllib.parse import parse_qsl, unquote, urlsplit

from hypothesis import assume, given
from hypothesis import strategies as st

from connectors.execute.values import File
from connectors.model.connector import AuthKind, AuthScheme, Placement
from connectors.model.operation import AnyOf, Location, Requirement, Style
from connectors.problems import ConnectorsError
from execute.made import body, header, made, member, parameter

LETTERS = st.characters(codec="utf-8")
TEXT = st.text(LETTERS, max_size=12)
NASTY = st.one_of(TEXT, st.text(st.sampled_from("#&=+?;,%/\\.: \r\n\t\"'<>[]{}|é\x00"), max_size=8))
NAMES = st.text(LETTERS, min_size=1, max_size=8)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), NASTY),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=8,
)
AUTH = [
    AuthScheme(id="bearer", kind=AuthKind.HTTP_BEARER, vendor_key="b"),
    AuthScheme(id="key_query_key", kind=AuthKind.API_KEY, vendor_key="q", placement=Placement(Location.QUERY, "key")),
    AuthScheme(id="key_cookie_sid", kind=AuthKind.API_KEY, vendor_key="c", placement=Placement(Location.COOKIE, "sid")),
]
NEEDS = AnyOf((tuple(Requirement(scheme.id) for scheme in AUTH),))
ASCII = st.text(st.characters(codec="ascii"), max_size=12)


@given(one=NASTY, other=NASTY, name=NAMES, reserved=st.booleans())
def test_query_values_read_back_and_add_nothing(one, other, name, reserved):
    assume(name not in ("o", "key"))
    assume(not reserved or not re.search("%[0-9A-Fa-f]{2}", one))
    call = made(parameter(name, key="n", allow_reserved=reserved), parameter("o"), auth=AUTH, security=NEEDS)
    url = call({"n": one, "o": other}).url
    parts = urlsplit(url)
    assert url.isascii()
    assert parts.fragment == ""
    assert "#" not in url
    assert parse_qsl(parts.query, keep_blank_values=True, strict_parsing=True) == [
        (name, one),
        ("o", other),
        ("key", "<key_query_key>"),
    ]
    assert ";" not in parts.query


@given(items=st.lists(NASTY, min_size=1, max_size=4), explode=st.booleans(), reserved=st.booleans())
def test_lists_read_back_item_by_item(items, explode, reserved):
    assume(not reserved or not any(re.search("%[0-9A-Fa-f]{2}", item) for item in items))
    url = made(parameter(style=Style.FORM, explode=explode, allow_reserved=reserved))({"color": items}).url
    pairs = [pair.partition("=") for pair in urlsplit(url).query.split("&")]
    assert {name for name, _, _ in pairs} == {"color"}
    texts = [text for _, _, text in pairs] if explode else pairs[0][2].split(",")
    assert [unquote(text, errors="strict") for text in texts] == items


@given(value=st.dictionaries(NAMES, NASTY, min_size=1, max_size=3))
def test_deep_objects_read_back(value):
    try:
        url = made(parameter(style=Style.DEEP_OBJECT, explode=True))({"color": value}).url
    except ConnectorsError:
        assert any("[" in name or "]" in name for name in value)
        return
    assert parse_qsl(urlsplit(url).query, keep_blank_values=True) == [(f"color[{name}]", text) for name, text in value.items()]


@given(one=NASTY, other=NASTY, reserved=st.booleans())
def test_path_values_read_back_from_their_own_segment(one, other, reserved):
    assume(not reserved or not re.search("%[0-9A-Fa-f]{2}", one + other))
    call = made(
        parameter("one", "path", allow_reserved=reserved, required=True),
        parameter("other", "path", required=True),
        path="/a/{one}/b/{other}",
    )
    try:
        url = call({"one": one, "other": other}).url
    except ConnectorsError:
        steps = re.split(r"[/\\]", f"{_plain(one)}/x/{_plain(other)}")
        assert not one or not other or "." in steps or ".." in steps
        return
    parts = urlsplit(url)
    assert not parts.query
    assert not parts.fragment
    assert [unquote(segment, errors="strict") for segment in parts.path.split("/")] == ["", "a", one, "b", other]


def _plain(text):
    for _ in range(9):
        text = unquote(text)
    return text


@given(value=st.one_of(NASTY, ASCII))
def test_a_header_is_one_line_or_refused(value):
    try:
        request = made(parameter("X-A", "header"), auth=AUTH, security=NEEDS)({"X-A": value})
    except ConnectorsError as error:
        assert not value.isascii() or not value.isprintable() or value != value.strip() or "<" in value
        assert len(value) < 4 or value not in str(error)  # noqa: PT017
        return
    assert [name for name, _ in request.headers] == ["Accept", "X-A", "Cookie", "Authorization"]
    assert header(request, "X-A") == value


@given(value=NASTY, style=st.sampled_from([Style.FORM, Style.COOKIE]))
def test_a_cookie_is_one_cookie_or_refused(value, style):
    try:
        request = made(parameter("theme", "cookie", style=style, explode=True), auth=AUTH, security=NEEDS)({"theme": value})
    except ConnectorsError:
        assert style is Style.COOKIE
        return
    cookies = header(request, "Cookie").split("; ")
    assert len(cookies) == 2
    text = cookies[0].removeprefix("theme=")
    assert (text if style is Style.COOKIE else unquote(text)) == value


@given(value=st.dictionaries(TEXT, JSON, max_size=3))
def test_json_reads_back(value):
    assert json.loads(made(body=body(whole=member("body")))({"body": value}).body) == value


@given(value=JSON, place=st.sampled_from(["query", "path", "header", "cookie"]))
def test_json_in_a_parameter_reads_back(value, place):
    path = "/x/{color}" if place == "path" else "/x"
    try:
        request = made(parameter("color", place, content_type="application/json"), path=path)({"color": value})
    except ConnectorsError:
        assert place == "path"
        return
    if place == "query":
        text = dict(parse_qsl(urlsplit(request.url).query))["color"]
    elif place == "path":
        text = unquote(request.url.rpartition("/")[2])
    else:
        text = header(request, "color") if place == "header" else unquote(header(request, "Cookie").removeprefix("color="))
    assert json.loads(text) == value


@given(fields=st.dictionaries(NAMES, NASTY, min_size=1, max_size=3))
def test_forms_read_back(fields):
    call = made(body=body(whole=member("body"), encoding="form", content_type="application/x-www-form-urlencoded"))
    assert parse_qsl(call({"body": fields}).body.decode(), keep_blank_values=True, strict_parsing=True) == list(fields.items())


PLAIN_NAMES = st.text(string.ascii_letters + string.digits + "-_.[]", min_size=1, max_size=8)


CONTENT = st.one_of(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=20), st.binary(max_size=40))


@given(fields=st.dictionaries(PLAIN_NAMES, CONTENT, min_size=1, max_size=3), filename=PLAIN_NAMES)
def test_multipart_reads_back(fields, filename):
    given_ = {name: File(value, filename) if isinstance(value, bytes) else value for name, value in fields.items()}
    request = made(body=body(whole=member("body"), encoding="multipart", content_type="multipart/form-data"))({"body": given_})
    boundary = header(request, "Content-Type").rpartition("=")[2].encode()
    found = []
    for piece in (b"\r\n" + request.body).split(b"\r\n--" + boundary)[1:-1]:
        head, _, content = piece.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        message = email.message_from_bytes(head, policy=email.policy.HTTP)
        assert message["Content-Disposition"].content_disposition == "form-data"
        parameters = message["Content-Disposition"].params
        found.append((parameters["name"], content if parameters.get("filename") == filename else content.decode()))
    assert found == list(fields.items())
    assert request.body.endswith(b"\r\n--" + boundary + b"--\r\n")


@given(name=NASTY, filename=NASTY)
def test_names_of_parts_add_no_line(name, filename):
    call = made(
        body=body(member(name, {"contentMediaType": "a/b"}, key="f"), encoding="multipart", content_type="multipart/form-data")
    )
    try:
        request = call({"f": File(b"content", filename)})
    except ConnectorsError:
        assert "\x00" in filename
        return
    head = request.body.split(b"\r\n\r\n")[0].split(b"\r\n")
    assert len(head) == 3
    assert b"\n" not in head[1]
    assert head[1].count(b'"') == 4


@given(arguments=st.fixed_dictionaries({"q": JSON, "b": JSON}))
def test_building_changes_nothing_and_gives_the_same_again(arguments):
    call = made(parameter("q"), body=body(member("b")))
    before = copy.deepcopy(arguments)
    outcomes = []
    for _ in range(2):
        try:
            outcomes.append(call(arguments))
        except ConnectorsError as error:
            outcomes.append(error.problems)
    assert outcomes[0] == outcomes[1]
    assert arguments == before
