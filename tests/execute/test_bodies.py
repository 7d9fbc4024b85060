"""Bodies: JSON, forms, multipart, text, bytes, XML, and their media types."""

import email
import email.policy
from decimal import Decimal

import pytest

from connectors.execute.values import File
from connectors.model.operation import Header, MediaType, Style
from execute.made import body, header, made, member, parameter, raw, refusal

PNG = File(b"\x89PNG\r\n\x00", "a.png", "image/png")
BINARY = {"contentMediaType": "application/octet-stream"}
BASE64 = {"type": "string", "contentEncoding": "base64"}


def sent(*fields, given, **facts):
    request = made(body=body(*fields, **facts))(given)
    return request.body


def parts(request):
    """The parts, by the email parser of the standard library."""
    head = f"Content-Type: {header(request, 'Content-Type')}\r\n\r\n".encode()
    message = email.message_from_bytes(head + request.body, policy=email.policy.HTTP)
    assert message.is_multipart()
    return [
        (
            part.get_param("name", header="Content-Disposition"),
            part.get_filename(),
            part["Content-Type"],
            part.get_payload(decode=True),
        )
        for part in message.iter_parts()
    ]


# JSON


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (10**40, "1" + "0" * 40),
        (Decimal("1.10"), "1.10"),
        (0.1, "0.1"),
        (None, "null"),
        ("", '""'),
        (False, "false"),
        ([], "[]"),
        ({"b": 1, "a": [None]}, '{"b":1,"a":[null]}'),
        ("é\u2028", '"é\u2028"'),
    ],
)
def test_json_is_compact_and_exact(value, expected):
    assert sent(member("a"), given={"a": value}).decode() == f'{{"a":{expected}}}'


def test_members_go_by_their_names_on_the_wire():
    assert (
        sent(member("name", key="body_name"), member("x y", key="x_y"), given={"x_y": 1, "body_name": "n"})
        == b'{"name":"n","x y":1}'
    )


def test_defaults_are_not_sent():
    assert sent(member("a", default=raw(1)), member("b"), given={"b": 2}) == b'{"b":2}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {"\ud800": 1}])
def test_what_json_cannot_say_is_refused(value):
    assert "`a`" in refusal(lambda: sent(member("a"), given={"a": value}))


def test_bytes_in_json_are_base64_where_the_schema_says_so():
    schema = {"type": "object", "properties": {"data": BASE64}}
    assert sent(member("a", schema), given={"a": {"data": PNG}}) == b'{"a":{"data":"iVBORw0KAA=="}}'
    assert sent(member("a", {"type": "array", "items": BASE64}), given={"a": [PNG]}) == b'{"a":["iVBORw0KAA=="]}'
    assert sent(member("a", BASE64), given={"a": "AAEC"}) == b'{"a":"AAEC"}'
    assert "contentEncoding" in refusal(lambda: sent(member("a"), given={"a": PNG}))


# What is there, and what has to be


def test_an_optional_body_without_a_member_is_not_there():
    request = made(body=body(member("a", required=True), member("b")))()
    assert request.body is None
    assert header(request, "Content-Type") is None


def test_one_member_makes_the_body_present_and_its_required_members_required():
    assert "`a` is required in the body" in refusal(lambda: sent(member("a", required=True), member("b"), given={"b": 1}))


def test_a_required_body_without_members_is_the_empty_object():
    assert sent(member("a"), given={}, required=True) == b"{}"
    assert sent(member("a"), given={}, required=True, encoding="form", content_type="application/x-www-form-urlencoded") == b""


def test_a_required_multipart_body_has_a_part():
    message = refusal(lambda: sent(member("a"), given={}, required=True, encoding="multipart", content_type="multipart/form-data"))
    assert "one part at least" in message


def test_a_body_given_whole_may_be_null_and_is_not_left_out_for_it():
    whole = member("body")
    assert made(body=body(whole=whole))({"body": None}).body == b"null"
    assert made(body=body(whole=whole))({"body": [1, 2]}).body == b"[1,2]"
    assert made(body=body(whole=whole))().body is None
    assert "the body is required" in refusal(made(body=body(whole=whole, required=True)))


# Members beside the named ones


def test_keys_that_nobody_knows_are_members_where_the_schema_admits_them():
    facts = {"additional": raw({"type": "integer"})}
    assert sent(member("a"), given={"x-y": 1, "a": "s"}, **facts) == b'{"a":"s","x-y":1}'
    assert "`x`: the value is not of type" in refusal(lambda: sent(member("a"), given={"x": "text"}, **facts))
    assert "has the key `body_a`" in refusal(lambda: sent(member("a", key="body_a"), given={"a": 1}, **facts))
    assert "no argument is called `x`" in refusal(lambda: sent(member("a"), given={"x": 1}))


# Forms

FORM = {"encoding": "form", "content_type": "application/x-www-form-urlencoded"}


def styled(name="a", style=Style.FORM, explode=True, **facts):
    return member(name, style=style, explode=explode, **facts)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (styled(), "x y&z=1+2é", "a=x%20y%26z%3D1%2B2%C3%A9"),
        (styled(), "", "a="),
        (styled(), ["x", "y"], "a=x&a=y"),
        (styled(explode=False), ["x", "y,z"], "a=x,y%2Cz"),
        (styled(style=Style.PIPE_DELIMITED, explode=False), ["x", "y"], "a=x%7Cy"),
        (styled(style=Style.DEEP_OBJECT), {"b": 1}, "a%5Bb%5D=1"),
        (styled(), {"b": 1, "c": True}, "b=1&c=true"),
        (styled(allow_reserved=True), "a/b:c&d", "a=a/b:c%26d"),
        (member("a", content_type="application/json"), {"b": [1]}, "a=%7B%22b%22%3A%5B1%5D%7D"),
        (
            member("a", content_type="application/json", explode=True),
            [{"b": 1}, {"b": 2}],
            "a=%7B%22b%22%3A1%7D&a=%7B%22b%22%3A2%7D",
        ),
        (member("a", content_type="text/plain"), "x", "a=x"),
    ],
)
def test_forms(field, value, expected):
    assert sent(field, given={"a": value}, **FORM).decode() == expected


def test_a_free_form_of_a_form_is_written_by_the_defaults():
    whole = member("body", {"type": "object"})
    request = made(body=body(whole=whole, **FORM))({"body": {"a": "x y", "b": [1, 2], "c": {"d": 1}}})
    assert request.body == b"a=x%20y&b=1&b=2&c=%7B%22d%22%3A1%7D"


# Multipart

MULTIPART = {"encoding": "multipart", "content_type": "multipart/form-data"}


def test_parts_carry_names_files_and_types():
    request = made(
        body=body(
            member("title"),
            member("tags"),
            member("meta", content_type="application/json"),
            member("items", content_type="application/json"),
            member("photo", BINARY, content_type="application/octet-stream"),
            member("many", {"type": "array", "items": BINARY}, content_type="application/octet-stream"),
            **MULTIPART,
        )
    )(
        {
            "title": "é & co",
            "tags": ["a", "b"],
            "meta": {"a": 1},
            "items": [{"a": 1}, {"a": 2}],
            "photo": PNG,
            "many": [File(b"1", "1.txt"), File(b"2")],
        }
    )
    assert parts(request) == [
        ("title", None, None, "é & co".encode()),
        ("tags", None, None, b"a"),
        ("tags", None, None, b"b"),
        ("meta", None, "application/json", b'{"a":1}'),
        ("items", None, "application/json", b'{"a":1}'),
        ("items", None, "application/json", b'{"a":2}'),
        ("photo", "a.png", "image/png", PNG.content),
        ("many", "1.txt", "application/octet-stream", b"1"),
        ("many", "many", "application/octet-stream", b"2"),
    ]


@pytest.mark.parametrize(
    ("style", "explode", "expected"),
    [
        (Style.FORM, True, [b"a", b"b"]),
        (Style.FORM, False, [b"a,b"]),
        (Style.PIPE_DELIMITED, False, [b"a|b"]),
        (Style.TAB_DELIMITED, False, [b"a\tb"]),
    ],
)
def test_swagger_formats_in_parts(style, explode, expected):
    request = made(body=body(styled("x", style, explode), **MULTIPART))({"x": ["a", "b"]})
    assert [content for _, _, _, content in parts(request)] == expected


@pytest.mark.parametrize("name", ['a"\r\nX-Evil: 1\r\n\r\n', "a;b", "../../etc/passwd", "é.png"])
def test_a_file_name_stays_a_file_name(name):
    request = made(body=body(member("f", BINARY), **MULTIPART))({"f": File(b"x", name)})
    heads = request.body.split(b"\r\n\r\n")[0].split(b"\r\n")
    assert len(heads) == 3
    assert heads[1].startswith(b'Content-Disposition: form-data; name="f"; filename="')
    assert heads[1].count(b'"') == 4


def test_the_boundary_is_in_no_part_and_the_same_for_the_same_parts():
    call = made(body=body(member("a"), **MULTIPART))
    first = call({"a": "x"})
    boundary = header(first, "Content-Type").rpartition("=")[2]
    assert call({"a": "x"}) == first
    again = call({"a": f"--{boundary}--"})
    assert header(again, "Content-Type").rpartition("=")[2].encode() not in again.body.split(b"\r\n\r\n", 1)[1].split(b"\r\n--")[0]


@pytest.mark.parametrize(
    ("declared", "file", "expected"),
    [
        ("image/png, image/*", File(b"", None, "image/gif"), "image/gif"),
        ("image/png, image/*", File(b""), "image/png"),
        ("application/pdf", File(b""), "application/pdf"),
        (None, File(b""), "application/octet-stream"),
        ("*/*", File(b""), "application/octet-stream"),
    ],
)
def test_the_type_of_a_part_is_the_files_within_what_is_declared(declared, file, expected):
    request = made(body=body(member("f", BINARY, content_type=declared), **MULTIPART))({"f": file})
    assert parts(request)[0][2] == expected


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        (member("f", BINARY, content_type="image/png"), File(b"", None, "text/html"), "expected a file of `image/png`"),
        (member("f", BINARY, content_type="image/*"), File(b""), "says no type"),
        (member("f", BINARY), "text", "expected a file"),
        (member("f", {"type": "string"}), File(b""), "expected a string, found a file"),
        (member("f"), None, "null"),
        (member("f"), [], "empty list"),
        (member("f"), File(b"", "a\x00b"), "NUL"),
        (member("f"), File(b"", "a", "text/html\r\nX: 1"), "media type is none"),
        (member("f", headers=(Header("X-A", required=True),)), "x", "needs the header `X-A`"),
    ],
)
def test_parts_that_are_refused(field, value, said):
    message = refusal(lambda: sent(field, given={"f": value}, **MULTIPART))
    assert message.startswith("`f`: ")
    assert said in message


def test_a_header_that_the_schema_settles_goes_with_its_part():
    field = member("f", headers=(Header("X-A", required=True, schema=raw({"const": "1"})), Header("X-B")))
    assert b'name="f"\r\nX-A: 1\r\n\r\nx\r\n' in sent(field, given={"f": "x"}, **MULTIPART)


def test_a_part_in_base64():
    request = made(body=body(member("f", BASE64), **MULTIPART))({"f": PNG})
    assert parts(request) == [("f", "a.png", "image/png", b"iVBORw0KAA==")]


# Text, bytes, media types


def whole(encoding, content_type, schema=None, **facts):
    return made(body=body(whole=member("body", schema), encoding=encoding, content_type=content_type, **facts))


@pytest.mark.parametrize(
    ("call", "value", "content_type", "content"),
    [
        (whole("text", "text/plain"), "# Hé", "text/plain", "# Hé".encode()),
        (whole("text", "text/plain; charset=ISO-8859-1"), "é", "text/plain; charset=ISO-8859-1", b"\xe9"),
        (whole("text", "text/plain"), 12, "text/plain", b"12"),
        (whole("text", "text/csv"), PNG, "text/csv", PNG.content),
        (whole("binary", "application/octet-stream", BINARY), PNG, "application/octet-stream", PNG.content),
        (whole("binary", "application/pdf", {"type": "string"}), "x", "application/pdf", b"x"),
        (whole("binary", "image/*", BINARY), PNG, "image/png", PNG.content),
        (whole("json", "*/*"), {"a": 1}, "application/json", b'{"a":1}'),
        (whole("json", "application/json;charset=UTF-8"), 1, "application/json;charset=UTF-8", b"1"),
        (whole("xml", "application/xml"), "<a/>", "application/xml", b"<a/>"),
    ],
)
def test_the_content_type_is_as_declared(call, value, content_type, content):
    request = call({"body": value})
    assert (header(request, "Content-Type"), request.body) == (content_type, content)


@pytest.mark.parametrize(
    ("call", "value", "said"),
    [
        (whole("text", "text/plain"), {"a": 1}, "cannot be written as `text/plain`"),
        (whole("text", "text/plain; charset=ascii"), "é", "has not"),
        (whole("text", "text/plain; charset=klingon"), "é", "unknown"),
        (whole("binary", "application/octet-stream", BINARY), "x", "expected a file"),
        (whole("binary", "application/jsonp"), {"a": 1}, "cannot be written"),
        (whole("binary", "image/*", BINARY), File(b""), "says no type"),
        (whole("binary", "image/*", BINARY), File(b"", None, "text/html"), "says no type"),
        (whole("xml", "application/xml", {"type": "object"}), {"a": 1}, "no `xml.name`"),
    ],
)
def test_bodies_that_are_refused(call, value, said):
    assert said in refusal(lambda: call({"body": value}))


def test_a_declared_type_that_breaks_out_of_its_line_is_refused():
    assert "RFC 9110" in refusal(lambda: whole("text", "text/plain\r\nX-Evil: 1")({"body": "x"}))


ALTERNATIVES = (
    MediaType("application/xml", raw({"type": "object", "xml": {"name": "r"}, "properties": {"a": {"type": "string"}}})),
    MediaType("application/x-www-form-urlencoded", raw({"type": "object"})),
    MediaType("image/*", raw(BINARY)),
    MediaType("multipart/form-data", raw({"type": "object", "properties": {"f": BINARY}})),
)


@pytest.mark.parametrize(
    ("media_type", "given", "content_type", "content"),
    [
        (None, {"a": 1}, "application/json", b'{"a":1}'),
        ("application/json", {"a": 1}, "application/json", b'{"a":1}'),
        ("APPLICATION/XML", {"body": {"a": "x"}}, "application/xml", b'<?xml version="1.0" encoding="UTF-8"?>\n<r><a>x</a></r>'),
        (
            "application/x-www-form-urlencoded",
            {"body": {"a": "x", "b": [1, 2]}},
            "application/x-www-form-urlencoded",
            b"a=x&b=1&b=2",
        ),
        ("image/png", {"body": PNG}, "image/png", PNG.content),
    ],
)
def test_another_declared_type_takes_the_body_whole(media_type, given, content_type, content):
    request = made(body=body(member("a"), alternatives=ALTERNATIVES))(given, media_type=media_type)
    assert (header(request, "Content-Type"), request.body) == (content_type, content)


def test_a_multipart_alternative():
    request = made(body=body(member("a"), alternatives=ALTERNATIVES))(
        {"body": {"f": PNG, "n": 1}}, media_type="multipart/form-data"
    )
    assert parts(request) == [("f", "a.png", "image/png", PNG.content), ("n", None, None, b"1")]


@pytest.mark.parametrize(
    ("media_type", "said"),
    [
        ("text/html", "choose one of `application/json`, `application/xml`"),
        ("image/*", "not declared"),
        ("image/png\r\nX: 1", "media type is none"),
    ],
)
def test_types_that_are_not_declared(media_type, said):
    assert said in refusal(lambda: made(body=body(member("a"), alternatives=ALTERNATIVES))({}, media_type=media_type))


@pytest.mark.parametrize(
    ("given", "content_type"),
    [("application/x-tar", "application/x-tar"), ("image/gif", "image/gif"), ("APPLICATION/json", "application/json")],
)
def test_a_declared_content_type_argument_chooses_the_type(given, content_type):
    # OpenAPI 2.0 lets an operation declare the header; 3.x ignores it.
    call = made(
        parameter("Content-type", "header", key="type"), body=body(whole=member("body"), alternatives=(MediaType("image/*"),))
    )
    request = call({"type": given, "body": PNG if given == "image/gif" else 1})
    assert header(request, "Content-Type") == content_type
    assert "media type is none" in refusal(lambda: call({"type": "image/a\r\nX: 1", "body": PNG}))


# XML

PET = {
    "type": "object",
    "xml": {"name": "pet", "namespace": "https://p.example", "prefix": "p"},
    "properties": {
        "id": {"type": "integer", "xml": {"attribute": True}},
        "name": {"type": "string", "xml": {"name": "nom"}},
        "bare": {"type": "array", "items": {"type": "string", "xml": {"name": "item"}}, "xml": {"name": "ignored"}},
        "wrapped": {"type": "array", "items": {"type": "string"}, "xml": {"name": "list", "wrapped": True}},
        "node": {"$ref": "#/$defs/Node"},
    },
}
NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}


def test_xml_by_its_hints():
    call = made(body=body(whole=member("body", PET), encoding="xml", content_type="application/xml"), schemas={"Node": NODE})
    value = {"id": 7, "name": 'a<b>&"', "bare": ["x", "y"], "wrapped": ["z"], "node": {"next": {}}}
    assert call({"body": value}).body.decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<p:pet xmlns:p="https://p.example" id="7"><nom>a&lt;b&gt;&amp;"</nom>'
        "<item>x</item><item>y</item><list><list>z</list></list><node><next/></node></p:pet>"
    )


def test_a_component_is_called_as_it_is():
    call = made(
        body=body(whole=member("body", {"$ref": "#/$defs/Node"}), encoding="xml", content_type="text/xml"), schemas={"Node": NODE}
    )
    assert call({"body": {}}).body.endswith(b"<Node/>")


@pytest.mark.parametrize("value", [{"a b": 1}, {"a": "\x00"}, {"a": None}, {"x><evil": "y"}])
def test_what_xml_cannot_say_is_refused(value):
    call = made(body=body(whole=member("body", {"xml": {"name": "r"}}), encoding="xml", content_type="application/xml"))
    assert "`body`" in refusal(lambda: call({"body": value}))
