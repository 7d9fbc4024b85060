"""Arguments: unknown, missing, wrong; and that no message repeats one."""

import pytest

from connectors.execute.values import File
from connectors.model.connector import AuthKind, AuthScheme, Placement
from connectors.model.operation import AnyOf, Location, Requirement
from execute.made import body, header, made, member, parameter, query, refusal


def test_everything_wrong_is_said_at_once():
    call = made(parameter("id", "path", required=True), parameter("limit", schema={"type": "integer"}), path="/x/{id}")
    message = refusal(lambda: call({"limt": 1, "limit": "ten"}, server="nowhere"))
    assert message.count("\n") == 3
    for said in ("`id` is required in the path", "did you mean `limit`?", '`limit`: the value is not of type "integer"', "server"):
        assert said in message


def test_what_is_not_given_is_not_sent():
    assert query(made(parameter("a", schema={"default": 1}), parameter("b"))({"b": ""})) == "b="


def test_a_wire_name_that_is_no_key_is_answered_with_its_keys():
    call = made(parameter("name", key="query_name"), parameter("name", "header", key="header_name"))
    assert "did you mean `query_name` or `header_name`?" in refusal(lambda: call({"name": 1}))


@pytest.mark.parametrize(
    ("schema", "value", "said"),
    [
        ({"enum": ["a", "b"]}, "hunter2", 'expected one of `"a"`, `"b"`'),
        ({"type": "integer"}, "hunter2", "integer"),
        ({"pattern": "^x$"}, "hunter2", "does not match"),
        ({"maxLength": 3}, "hunter2", "longer than 3"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "hunter2", "not valid under any"),
        ({"maximum": 2**64 - 1}, 2**64, "maximum"),
        ({"not": {}}, "hunter2", "`color`"),
    ],
)
def test_a_message_says_what_was_expected_and_never_what_was_given(schema, value, said):
    message = refusal(lambda: made(parameter(schema=schema))({"color": value}))
    assert said in message
    assert str(value) not in message


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "["},
        {"properties": {"a": {"pattern": "(?P<x"}}},
        {"type": "nonsense"},
        {"enum": "no list"},
        {"$ref": "https://far.example/s"},
    ],
)
def test_a_schema_that_nobody_can_read_binds_nobody(schema):
    assert query(made(parameter(schema=schema))({"color": "x"})) == "color=x"


def test_the_rest_of_such_a_schema_still_binds():
    assert "integer" in refusal(lambda: made(parameter(schema={"pattern": "[", "type": "integer"}))({"color": "x"}))


def test_formats_are_annotations():
    assert query(made(parameter(schema={"type": "string", "format": "date"}))({"color": "today"})) == "color=today"


NODE = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "integer", "readOnly": True}, "next": {"$ref": "#/$defs/Node"}},
}
BASE = {"allOf": [{"$ref": "#/$defs/Node"}, {"required": ["id", "name"], "properties": {"name": {"type": "string"}}}]}


@pytest.mark.parametrize(
    ("schema", "value", "said"),
    [
        ({"$ref": "#/$defs/Node"}, {"next": {"next": {}}}, None),
        ({"$ref": "#/$defs/Node"}, {"next": {"id": 1}}, "at `next/id`"),
        ({"$ref": "#/$defs/Node"}, {"next": 1}, "at `next`"),
        (BASE, {"name": "x"}, None),
        (BASE, {}, '"name" is a required property'),
        (BASE, {"name": "x", "id": 1}, "the member `id` is read-only"),
        ({"type": "array", "items": BASE}, [{"name": "x"}], None),
    ],
)
def test_members_that_are_read_only_are_neither_asked_for_nor_accepted(schema, value, said):
    call = made(body=body(member("a", schema)), schemas={"Node": NODE})
    if said is None:
        assert call({"a": value}).body is not None
    else:
        assert said in refusal(lambda: call({"a": value})).replace("the member `next/id`", "at `next/id`")


def test_checking_changes_no_schema():
    call = made(
        body=body(member("a", {"$ref": "#/$defs/A"})), schemas={"A": {"enum": ["x"], "properties": {"p": {"pattern": "["}}}}
    )
    assert call({"a": "x"}) == call({"a": "x"})


def test_a_file_where_none_can_go():
    assert "a file cannot be sent" in refusal(lambda: made(parameter())({"color": File(b"hunter2")}))


def test_a_body_that_is_nested_too_deeply():
    value = []
    for _ in range(5000):
        value = [value]
    assert "nested too deeply" in refusal(lambda: made(body=body(member("a")))({"a": value}))


# Secrets

BEARER = AuthScheme(id="bearer", kind=AuthKind.HTTP_BEARER, vendor_key="token")
KEY = AuthScheme(id="key_query_api_key", kind=AuthKind.API_KEY, vendor_key="k", placement=Placement(Location.QUERY, "api_key"))
SECURED = {"auth": [BEARER, KEY], "security": AnyOf(((Requirement("bearer"), Requirement("key_query_api_key")),))}


def test_a_secret_argument_is_checked_and_not_in_the_request():
    call = made(
        parameter("Authorization", "header", schema={"type": "string"}, secret=True),
        parameter("t", secret=True),
        body=body(member("p", secret=True)),
    )
    request = call({"Authorization": "hunter2", "t": "hunter3", "p": "hunter4"})
    assert header(request, "Authorization") == "<Authorization>"
    assert query(request) == "t=<t>"
    assert request.body == b'{"p":"<p>"}'
    assert [item.argument for item in request.credentials] == ["Authorization", "t", "p"]
    assert "hunter" not in repr(request)
    assert "hunter" not in refusal(lambda: call({"Authorization": 5, "t": "hunter", "nope": "hunter"}))


def test_a_credential_is_no_argument():
    call = made(
        parameter("authorization", "header", required=True, secret=True),
        parameter("api_key", required=True),
        parameter("q"),
        **SECURED,
    )
    request = call({"q": "<x>"})
    assert header(request, "Authorization") == "Bearer <bearer>"
    assert query(request) == "q=%3Cx%3E&api_key=<key_query_api_key>"
    message = refusal(lambda: call({"authorization": "hunter2", "api_key": "hunter3"}))
    assert message.count("credentials are no arguments") == 2
    assert "hunter" not in message


@pytest.mark.parametrize("place", ["header", "query", "cookie"])
def test_a_placeholder_cannot_be_smuggled_in(place):
    assert "stands for a credential" in refusal(lambda: made(parameter("q", place), **SECURED)({"q": ["a", "x<bearer>"]}))
