"""The facts `request:` and `refused_call:` of fixtures/cases, number by number."""

import pytest

from connectors.execute.values import File
from execute.made import header, query, refusal


@pytest.mark.parametrize(
    ("number", "target", "given", "url"),
    [
        ("008", "GET /answers?beta=true", {"limit": 5}, "https://answers.example/answers?beta=true&limit=5"),
        ("008", "POST /#Action=Publish", {"topic": "t"}, "https://answers.example/?topic=t"),
        (
            "021",
            "GET /cars",
            {"filter": {"make": "A&B", "year": 2020}},
            "https://cars.example/cars?filter%5Bmake%5D=A%26B&filter%5Byear%5D=2020",
        ),
        (
            "022",
            "GET /places",
            {"near": {"lat": 1.5, "long": -2}, "note": "a b"},
            "https://places.example/places?near=%7B%22lat%22%3A1.5%2C%22long%22%3A-2%7D&note=a%20b",
        ),
        (
            "023",
            "GET /repos/{owner}/compare/{base}...{head}",
            {"owner": "o", "base": "v1", "head": "v2"},
            "https://mixed.example/repos/o/compare/v1...v2",
        ),
        ("023", "GET /books/{id}.{format}", {"id": "7", "format": "json"}, "https://mixed.example/books/7.json"),
        ("023", "POST /jobs/{id}:cancel", {"id": "9"}, "https://mixed.example/jobs/9:cancel"),
        (
            "024",
            "GET /lists",
            {"deep": False, "offset": 0, "prefix": "", "ratio": 0.1},
            "https://lists.example/lists?deep=false&offset=0&prefix=&ratio=0.1",
        ),
        ("024", "GET /lists", {"deep": True}, "https://lists.example/lists?deep=true"),
        (
            "025",
            "GET /tree/{node}",
            {"node": "a/b?c", "at": "main:src/x.py", "plain": "main:src/x.py"},
            "https://tree.example/tree/a%2Fb%3Fc?at=main:src/x.py&plain=main%3Asrc%2Fx.py",
        ),
        ("025", "GET /tree/{node}", {"node": "n", "at": "x#y&z=1"}, "https://tree.example/tree/n?at=x%23y%26z%3D1"),
        ("036", "GET /q", {}, "https://keys.example/q?api_key=<key_query_api_key>"),
        ("045", "GET /rows", {"after": 9007199254740993, "step": 0.1}, "https://rows.example/rows?after=9007199254740993&step=0.1"),
        (
            "051",
            "GET /calls",
            {"StartTime_gt": "t", "filter_status": "open", "ids": ["a", "b"], "dollar_top": 3},
            "https://calls.example/calls?StartTime%3E=t&filter%5Bstatus%5D=open&ids%5B%5D=a&ids%5B%5D=b&%24top=3",
        ),
        ("060", "GET /users", {}, "https://join.example/api/v1/users"),
        ("060", "GET /users/", {}, "https://join.example/api/v1/users/"),
        ("060", "GET //double", {}, "https://join.example/api/v1//double"),
    ],
)
def test_addresses(case, number, target, given, url):
    request = case(number, target, given)
    assert request.url == url
    assert request.method == target.split()[0]
    assert request.body is None


def test_018_each_value_keeps_its_place(case):
    request = case("018", "PUT /groups/{name}", {"path_name": "old", "query_name": "filter", "header_name": 7, "body_name": "new"})
    assert request.url == "https://groups.example/groups/old?name=filter"
    assert header(request, "name") == "7"
    assert request.body == b'{"name":"new"}'


def test_019_a_whole_body_beside_a_query_name(case):
    request = case("019", "POST /series", {"values": "active", "query_body": "b", "body": [1, 2]})
    assert query(request) == "values=active&body=b"
    assert request.body == b"[1,2]"


def test_020_list_formats(case):
    two = ["x", "y"]
    given = {
        "zones": ["a", "b"],
        "plain": two,
        "many": two,
        "piped": two,
        "spaced": two,
        "tabbed": two,
        "X-Tags": two,
        "labels": two,
    }
    request = case("020", "POST /search/{zones}", {**given, "grid": [[1, 2], [3, 4]]})
    assert request.url.startswith("https://search.example/search/a,b?")
    assert query(request) == "plain=x,y&many=x&many=y&piped=x%7Cy&spaced=x%20y&tabbed=x%09y&grid=1%7C2,3%7C4"
    assert header(request, "X-Tags") == "x,y"
    assert header(request, "Content-Type") == "application/x-www-form-urlencoded"
    assert request.body == b"labels=x&labels=y"
    assert query(case("020", "POST /search/{zones}", {"zones": ["a"], "plain": ["xyz"]})) == "plain=xyz"


def test_021_two_levels_are_refused(case):
    message = refusal(lambda: case("021", "GET /cars", {"filter": {"range": {"from": 1, "to": 2}}}))
    assert "`filter`" in message
    assert "`range`" in message


def test_027_text_is_text(case):
    request = case("027", "POST /markdown", {"body": "# Hello"})
    assert header(request, "Content-Type") == "text/plain"
    assert request.body == b"# Hello"


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/vendor", "application/vnd.shop.cart.v2+json"),
        ("/charset", "application/json;charset=UTF-8"),
        ("/capital", "Application/JSON"),
    ],
)
def test_028_json_keeps_its_name(case, path, media_type):
    request = case("028", f"POST {path}", {"sku": "a"})
    assert header(request, "Content-Type") == media_type
    assert request.body == b'{"sku":"a"}'


def test_030_a_range_is_never_sent(case):
    call = {"id": "a", "body": File(b"\x00")}
    assert "image/*" in refusal(lambda: case("030", "PUT /pictures/{id}", call))
    request = case("030", "PUT /pictures/{id}", call, media_type="image/png")
    assert (header(request, "Content-Type"), request.body) == ("image/png", b"\x00")


def test_036_cookies_share_one_header(case):
    request = case("036", "GET /c", {"theme": "dark"})
    assert header(request, "Cookie") == "theme=dark; sid=<key_cookie_sid>; csrf=<key_cookie_csrf>"


def test_037_a_scheme_that_nobody_can_perform_is_named_with_its_kind(case):
    message = refusal(lambda: case("037", "GET /odd", {}))
    assert "`odd`" in message
    assert "unknown" in message


def test_041_no_type_is_asked_for_that_was_not_offered(case):
    assert header(case("041", "GET /replaced", {}), "Accept") == "text/csv"
    assert header(case("041", "GET /inherited", {}), "Accept") == "application/json, application/xml"
    assert header(case("041", "GET /cleared", {}), "Accept") == "*/*"
    assert header(case("041", "GET /empty", {}), "Accept") == "*/*"


def test_058_a_missing_server_is_asked_for(case):
    message = refusal(lambda: case("058", "GET /things", {}))
    assert "the server address is missing" in message
    assert "`/api/v3`" in message
    assert case("058", "GET /things", {}, server="https://vendor.example/api/v3").url == "https://vendor.example/api/v3/things"
