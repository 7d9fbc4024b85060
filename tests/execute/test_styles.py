"""Styles. The tables are those of OpenAPI 3.2, Style Examples, and RFC 6570 §3.2, with their own data."""

import pytest

from connectors.model.operation import Style
from execute.made import header, made, parameter, query, refusal

TEXT, LIST, OBJECT = "blue", ["blue", "black", "brown"], {"R": 100, "G": 200, "B": 150}


def styled(style, explode, location, value, **facts):
    path = "/x/{color}" if location == "path" else "/x"
    return made(parameter(location=location, style=Style(style), explode=explode, **facts), path=path)({"color": value})


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("matrix", False, "", ";color"),
        ("matrix", False, TEXT, ";color=blue"),
        ("matrix", False, LIST, ";color=blue,black,brown"),
        ("matrix", False, OBJECT, ";color=R,100,G,200,B,150"),
        ("matrix", True, "", ";color"),
        ("matrix", True, TEXT, ";color=blue"),
        ("matrix", True, LIST, ";color=blue;color=black;color=brown"),
        ("matrix", True, OBJECT, ";R=100;G=200;B=150"),
        ("label", False, TEXT, ".blue"),
        ("label", False, LIST, ".blue,black,brown"),
        ("label", False, OBJECT, ".R,100,G,200,B,150"),
        ("label", True, TEXT, ".blue"),
        ("label", True, LIST, ".blue.black.brown"),
        ("label", True, OBJECT, ".R=100.G=200.B=150"),
        ("simple", False, TEXT, "blue"),
        ("simple", False, LIST, "blue,black,brown"),
        ("simple", False, OBJECT, "R,100,G,200,B,150"),
        ("simple", True, TEXT, "blue"),
        ("simple", True, LIST, "blue,black,brown"),
        ("simple", True, OBJECT, "R=100,G=200,B=150"),
    ],
)
def test_the_table_of_styles_in_a_path(style, explode, value, expected):
    assert styled(style, explode, "path", value).url == f"https://api.example/x/{expected}"


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("form", False, "", "color="),
        ("form", False, TEXT, "color=blue"),
        ("form", False, LIST, "color=blue,black,brown"),
        ("form", False, OBJECT, "color=R,100,G,200,B,150"),
        ("form", True, "", "color="),
        ("form", True, TEXT, "color=blue"),
        ("form", True, LIST, "color=blue&color=black&color=brown"),
        ("form", True, OBJECT, "R=100&G=200&B=150"),
        ("spaceDelimited", False, LIST, "color=blue%20black%20brown"),
        ("spaceDelimited", False, OBJECT, "color=R%20100%20G%20200%20B%20150"),
        ("pipeDelimited", False, LIST, "color=blue%7Cblack%7Cbrown"),
        ("pipeDelimited", False, OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"),
        ("deepObject", True, OBJECT, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
        # Not in the table: `explode` alone says that each item is a parameter of its own.
        ("pipeDelimited", True, LIST, "color=blue&color=black&color=brown"),
        # OpenAPI 2.0, `collectionFormat: tsv`.
        ("tabDelimited", False, LIST, "color=blue%09black%09brown"),
    ],
)
def test_the_table_of_styles_in_a_query(style, explode, value, expected):
    assert query(styled(style, explode, "query", value)) == expected


@pytest.mark.parametrize(
    ("explode", "value", "expected"),
    [
        (False, TEXT, "blue"),
        (False, LIST, "blue,black,brown"),
        (False, OBJECT, "R,100,G,200,B,150"),
        (True, LIST, "blue,black,brown"),
        (True, OBJECT, "R=100,G=200,B=150"),
        (False, "50% of a/b, really", "50% of a/b, really"),
    ],
)
def test_headers_are_simple_and_never_percent_encoded(explode, value, expected):
    assert header(styled("simple", explode, "header", value), "color") == expected


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [
        ("form", True, "", "color="),
        ("form", True, "a;b=c d", "color=a%3Bb%3Dc%20d"),
        ("form", False, LIST, "color=blue,black,brown"),
        ("cookie", True, TEXT, "color=blue"),
        ("cookie", True, LIST, "color=blue; color=black; color=brown"),
        ("cookie", True, OBJECT, "R=100; G=200; B=150"),
    ],
)
def test_the_table_of_styles_in_a_cookie(style, explode, value, expected):
    if style == "cookie" or value != LIST:
        assert header(styled(style, explode, "cookie", value), "Cookie") == expected
    else:
        assert header(styled(style, explode, "cookie", value), "Cookie") == expected


@pytest.mark.parametrize(
    ("style", "explode", "location", "value", "said"),
    [
        pytest.param("deepObject", True, "query", TEXT, "takes an object", id="deepObject-of-a-text"),
        pytest.param("deepObject", True, "query", LIST, "takes an object", id="deepObject-of-a-list"),
        pytest.param("deepObject", True, "query", {"a": {"b": 1}}, "the member `a` is nested", id="deepObject-two-levels"),
        pytest.param("deepObject", True, "query", {"a": [1]}, "the member `a` is nested", id="deepObject-a-list-inside"),
        pytest.param("deepObject", True, "query", {"a][b": 1}, "bracket", id="deepObject-a-bracket-in-a-name"),
        pytest.param("form", False, "query", [["a"], ["b"]], "a list inside a list", id="list-in-list"),
        pytest.param("form", False, "query", [{"a": 1}], "an object inside a list", id="object-in-list"),
        pytest.param("form", True, "query", {"a": {"b": 1}}, "the member `a` is nested", id="object-in-object"),
        pytest.param("form", True, "query", None, "null has no spelling", id="null"),
        pytest.param("form", True, "query", [None], "null has no spelling", id="null-in-a-list"),
        pytest.param("form", True, "query", {"a": None}, "the member `a`: null has no spelling", id="null-as-a-member"),
        pytest.param("form", True, "query", [], "an empty list or object sends nothing", id="an-empty-list"),
        pytest.param("form", True, "query", {}, "an empty list or object sends nothing", id="an-empty-object"),
        pytest.param("simple", False, "path", [], "an empty list or object", id="an-empty-list-in-a-path"),
        pytest.param("spaceDelimited", False, "query", ["a b", "c"], "a space", id="a-space-between-spaces"),
        pytest.param("pipeDelimited", False, "query", ["a|b", "c"], "`|`", id="a-bar-between-bars"),
        pytest.param("pipeDelimited", False, "query", "a|b", "`|`", id="a-bar-in-a-list-of-one"),
        pytest.param("tabDelimited", False, "query", ["a\tb"], "a tab", id="a-tab-between-tabs"),
        pytest.param("label", True, "path", ["1.5", "2"], "a dot", id="a-dot-between-dots"),
        pytest.param("simple", False, "header", ["a,b", "c"], "`,`", id="a-comma-in-a-header"),
        pytest.param("simple", True, "header", {"a": "b=c"}, "`=`", id="an-equals-sign-in-a-header"),
        pytest.param("form", True, "cookie", LIST, "several values in a cookie", id="a-list-in-a-form-cookie"),
        pytest.param("cookie", True, "cookie", "a;b", "no cookie may hold", id="a-semicolon-in-a-cookie"),
        pytest.param("matrix", True, "query", TEXT, "in a path only", id="matrix-in-a-query"),
    ],
)
def test_what_has_no_spelling_is_refused(style, explode, location, value, said):
    message = refusal(lambda: styled(style, explode, location, value))
    assert message.startswith("`color`: ")
    assert said in message


@pytest.mark.parametrize(
    ("style", "expected"),
    [("form", "a%2Cb,c%26d"), ("simple", "a%2Cb,c%26d")],
)
def test_a_comma_inside_an_item_does_not_split(style, expected):
    assert query(styled(style, False, "query", ["a,b", "c&d"])) == f"color={expected}"


@pytest.mark.parametrize(
    ("style", "item_style", "explode", "expected"),
    [
        ("form", "pipeDelimited", False, "color=1%7C2,3%7C4"),
        ("pipeDelimited", "form", False, "color=1,2%7C3,4"),
        ("form", "spaceDelimited", True, "color=1%202&color=3%204"),
        ("form", "form", True, "color=1,2&color=3,4"),
    ],
)
def test_lists_inside_lists_as_swagger_has_them(style, item_style, explode, expected):
    request = styled(style, explode, "query", [[1, 2], [3, 4]], item_style=Style(item_style))
    assert query(request) == expected


def test_commas_inside_commas_are_refused():
    assert "delimiter of the outer one" in refusal(lambda: styled("form", False, "query", [[1], [2]], item_style=Style.FORM))


@pytest.mark.parametrize(
    ("location", "style", "expected"),
    [
        ("path", "pipeDelimited", "blue%7Cblack%7Cbrown"),
        ("path", "spaceDelimited", "blue%20black%20brown"),
        ("path", "tabDelimited", "blue%09black%09brown"),
        ("header", "pipeDelimited", "blue|black|brown"),
        ("header", "spaceDelimited", "blue black brown"),
    ],
)
def test_swagger_formats_in_paths_and_headers(location, style, expected):
    request = styled(style, False, location, LIST)
    assert (request.url.rpartition("/")[2] if location == "path" else header(request, "color")) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (9007199254740993, "9007199254740993"),
        (10**30, "1" + "0" * 30),
        (0.1, "0.1"),
        (1e21, "1" + "0" * 21),
        (1e-7, "0.0000001"),
        ("é", "%C3%A9"),
        ("~-._", "~-._"),
        ("a b+c", "a%20b%2Bc"),
        ("\x00", "%00"),
    ],
)
def test_single_values(value, expected):
    assert query(styled("form", True, "query", value)) == f"color={expected}"


def test_a_decimal_keeps_its_digits():
    from decimal import Decimal

    assert query(styled("form", True, "query", Decimal("1.10"))) == "color=1.10"
    assert query(styled("form", True, "query", Decimal("0.12345678901234567890123"))) == "color=0.12345678901234567890123"


@pytest.mark.parametrize("value", [float("inf"), float("nan"), "\ud800"])
def test_what_is_no_value_is_refused(value):
    assert "`color`" in refusal(lambda: styled("form", True, "query", value))


def test_an_empty_list_is_sent_where_an_empty_value_is_allowed():
    assert query(styled("form", True, "query", [], allow_empty=True)) == "color="


def test_an_empty_value_is_allowed_whatever_the_type():
    assert query(styled("form", True, "query", "", allow_empty=True, schema={"type": "integer"})) == "color="


# allowReserved


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("main:src/x.py", "main:src/x.py"),
        ("https://a.example/b?c=d", "https://a.example/b%3Fc%3Dd"),
        ("x#y&z=1+2;3", "x%23y%26z%3D1%2B2%3B3"),
        ("100%", "100%25"),
        ("a%2Fb", "a%2Fb"),
        ("[1]", "%5B1%5D"),
        ("a,b", "a,b"),
    ],
)
def test_reserved_characters_pass_unless_they_would_part_the_query(value, expected):
    assert query(styled("form", True, "query", value, allow_reserved=True)) == f"color={expected}"


def test_a_comma_of_an_item_is_encoded_even_so():
    assert query(styled("form", False, "query", ["a,b", "c:d"], allow_reserved=True)) == "color=a%2Cb,c:d"


# Values described by content


@pytest.mark.parametrize(
    ("content_type", "value", "expected"),
    [
        ("application/json", {"a": [1, None, "é"]}, "%7B%22a%22%3A%5B1%2Cnull%2C%22%C3%A9%22%5D%7D"),
        ("application/json", "x", "%22x%22"),
        ("application/json", None, "null"),
        ("application/vnd.a+json", 10**30, "1" + "0" * 30),
        ("text/plain", "a b", "a%20b"),
        ("text/plain", True, "true"),
    ],
)
def test_content_in_a_query_is_encoded_once(content_type, value, expected):
    assert query(made(parameter(content_type=content_type))({"color": value})) == f"color={expected}"


def test_json_in_a_header_is_ascii():
    request = made(parameter(location="header", content_type="application/json"))({"color": {"a": "é😀"}})
    assert header(request, "color") == '{"a":"\\u00e9\\ud83d\\ude00"}'


def test_json_in_a_cookie_is_encoded():
    request = made(parameter(location="cookie", content_type="application/json"))({"color": {"a": "b;c"}})
    assert header(request, "Cookie") == "color=%7B%22a%22%3A%22b%3Bc%22%7D"


# The whole query (OpenAPI 3.2)


@pytest.mark.parametrize(
    ("content_type", "value", "expected"),
    [
        ("application/x-www-form-urlencoded", {"a": "x y", "b": [1, 2]}, "a=x%20y&b=1&b=2"),
        ("application/json", {"a": 1}, "%7B%22a%22%3A1%7D"),
        ("text/plain", "$.a & b", "%24.a%20%26%20b"),
    ],
)
def test_one_argument_may_be_the_whole_query(content_type, value, expected):
    assert query(made(parameter(location="querystring", content_type=content_type))({"color": value})) == expected


def test_the_whole_query_excludes_its_parts():
    call = made(parameter("all", "querystring", content_type="application/json"), parameter("one"))
    assert "the whole query" in refusal(lambda: call({"all": 1, "one": 2}))


# Headers


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\x00b", "é", " a", "a "])
def test_what_no_header_may_hold_is_refused(value):
    message = refusal(lambda: styled("simple", False, "header", value))
    assert "RFC 9110" in message
    assert "Evil" not in message


@pytest.mark.parametrize("name", ["Content-Length", "transfer-encoding", "Host", "Connection"])
def test_a_header_that_frames_the_message_is_nobodys_argument(name):
    call = made(parameter(name, "header", required=True))
    assert header(call({}), name) is None
    assert "no place" in refusal(lambda: call({name: "1"}))


def test_the_name_of_a_header_is_a_token():
    assert "no field name" in refusal(lambda: made(parameter("a b\r\n", "header", key="k"))({"k": 1}))


# Names


def test_names_are_percent_encoded_and_members_cannot_pose_as_parameters():
    call = made(parameter("filter[x]&a=", key="f"), parameter("any", explode=True, style=Style.FORM))
    assert query(call({"f": "1"})) == "filter%5Bx%5D%26a%3D=1"
    assert query(call({"any": {"a&b": "c=d"}})) == "a%26b=c%3Dd"
    assert "`any`: the member `filter[x]&a=`" in refusal(lambda: call({"any": {"filter[x]&a=": 1}}))
