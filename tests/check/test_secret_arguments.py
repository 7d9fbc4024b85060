"""Arguments that are called as secrets are."""

import pytest
from checked import argument, made, packaged, said
from msgspec.structs import replace

from connectors.canonical import raw
from connectors.check.secret_arguments import secret_arguments
from connectors.model.operation import Body, Encoding, Location, Operation


def taking(*names: str, **facts: object) -> Operation:
    return made(parameters=tuple(argument(name.lower().replace("-", "_"), name=name, **facts) for name in names))


@pytest.mark.parametrize("name", ["password", "newPassword", "client_secret", "Api-Key", "access_token", "privateKey"])
def test_an_argument_that_is_not_marked(name: str) -> None:
    assert said(secret_arguments, packaged(taking(name))) == [("secret-unmarked", "note", "/operations/0/parameters/0")]


def test_many_are_one_note() -> None:
    fields = (argument("password", Location.BODY),)
    other = replace(taking("q", "password", "api_key"), id="sample.item.z", verb="z", identity="GET /z", path="/z")
    first = made(body=Body("application/json", Encoding.JSON, fields=fields))
    [finding] = secret_arguments(packaged(first, other))
    assert finding.place.pointer == "/operations/0/body/fields/0"
    assert "`password` (`GET /item/get/{id}` and 1 more), `api_key` (`GET /z`)" in finding.message


@pytest.mark.parametrize(
    "name", ["token", "page_token", "password_hint", "has_password", "secret_id", "code", "key", "credential_id"]
)
def test_names_that_mean_something_else_as_often(name: str) -> None:
    assert said(secret_arguments, packaged(taking(name))) == []


@pytest.mark.parametrize("facts", [{"secret": True}, {"schema": raw({"type": "boolean"})}, {"schema": raw({"type": "integer"})}])
def test_one_that_is_marked_or_is_no_text(facts: dict[str, object]) -> None:
    assert said(secret_arguments, packaged(taking("password", **facts))) == []
