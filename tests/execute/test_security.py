"""Credentials: which are needed, and where each goes."""

import pytest

from connectors.execute.request import build
from connectors.model.connector import AuthKind, AuthScheme, Placement
from connectors.model.operation import Anonymous, AnyOf, Location, Requirement
from connectors.problems import Code, ConnectorsError
from execute.made import header, made, operation, package, query, refusal


def key(place, name, prefix=None):
    return AuthScheme(
        id=f"key_{place}_{name.lower()}", kind=AuthKind.API_KEY, vendor_key=name, placement=Placement(Location(place), name, prefix)
    )


def scheme(kind, **facts):
    return AuthScheme(id=kind, kind=AuthKind(kind), vendor_key=f"my {kind}", **facts)


def asks(*schemes, scopes=()):
    needs = AnyOf((tuple(Requirement(one.id, scopes) for one in schemes),))
    return made(auth=schemes, security=needs)


@pytest.mark.parametrize(
    ("one", "name", "value"),
    [
        (scheme("http_basic"), "Authorization", "Basic <http_basic>"),
        (scheme("http_bearer"), "Authorization", "Bearer <http_bearer>"),
        (scheme("http_other", scheme="Digest"), "Authorization", "Digest <http_other>"),
        (scheme("oauth2"), "Authorization", "Bearer <oauth2>"),
        (scheme("openid_connect"), "Authorization", "Bearer <openid_connect>"),
        (key("header", "X-Key"), "X-Key", "<key_header_x-key>"),
        (key("header", "Authorization", "token "), "Authorization", "token <key_header_authorization>"),
        (key("cookie", "sid"), "Cookie", "sid=<key_cookie_sid>"),
    ],
)
def test_a_credential_has_its_place(one, name, value):
    request = asks(one, scopes=("read",))()
    assert header(request, name) == value
    assert [(item.scheme, item.scopes) for item in request.credentials] == [(one.id, ("read",))]


def test_a_key_in_the_query_comes_last():
    assert query(asks(key("query", "api key"))()) == "api%20key=<key_query_api key>"


def test_a_client_certificate_is_a_note():
    request = asks(scheme("mutual_tls"))()
    assert request.headers == (("Accept", "*/*"),)
    assert "client certificate" in request.notes[0]


def test_all_schemes_of_an_alternative_go_together():
    request = asks(key("cookie", "sid"), key("cookie", "csrf"), scheme("http_bearer"))()
    assert header(request, "Cookie") == "sid=<key_cookie_sid>; csrf=<key_cookie_csrf>"
    assert header(request, "Authorization") == "Bearer <http_bearer>"


def test_two_credentials_in_one_place_are_refused():
    assert "go into one place" in refusal(asks(scheme("http_basic"), scheme("http_bearer")))


BEARER, BASIC = scheme("http_bearer"), scheme("http_basic")
EITHER = AnyOf(((Requirement("ghost", satisfiable=False),), (Requirement("http_bearer"),), (), (Requirement("http_basic"),)))


@pytest.mark.parametrize(("number", "value"), [(0, "Bearer <http_bearer>"), (1, None), (2, "Basic <http_basic>")])
def test_one_of_the_alternatives_that_can_be_met_is_chosen(number, value):
    request = made(auth=[BEARER, BASIC], security=EITHER)(security=number)
    assert header(request, "Authorization") == value
    assert request.notes == ("the operation accepts 2 other alternatives of credentials",)


@pytest.mark.parametrize("number", [3, -1])
def test_an_alternative_that_is_not_there(number):
    assert "below 3" in refusal(lambda: made(auth=[BEARER, BASIC], security=EITHER)(security=number))


def test_an_operation_that_says_nothing_needs_what_the_connector_needs():
    needs = AnyOf(((Requirement("http_bearer"),),))
    silent, open_ = operation(), operation(security=Anonymous())
    whole = package(silent, open_, auth=[BEARER], default_security=needs)
    assert header(build(whole, silent, {}), "Authorization") == "Bearer <http_bearer>"
    assert header(build(whole, open_, {}), "Authorization") is None


def test_what_cannot_be_called_says_which_scheme_and_kind():
    odd = AuthScheme(id="odd", kind=AuthKind.UNKNOWN, vendor_key="kerberosish")
    call = made(
        auth=[odd],
        security=AnyOf(((Requirement("odd", satisfiable=False),), (Requirement("ghost", satisfiable=False),))),
        callable=False,
    )
    with pytest.raises(ConnectorsError) as refused:
        call()
    assert [problem.code for problem in refused.value.problems] == [Code.NOT_CALLABLE]
    message = str(refused.value)
    for word in ("`kerberosish`", "`unknown`", "`ghost` is not declared"):
        assert word in message


def test_a_requirement_is_never_made_weaker():
    call = made(auth=[BEARER], security=AnyOf(((Requirement("http_bearer"), Requirement("ghost", satisfiable=False)),)))
    assert "`ghost`" in refusal(call)
