"""What a caller writes to give an argument."""

import pytest
from checked import argument, made, packaged, said

from connectors.check.argument_keys import argument_keys
from connectors.model.operation import Body, Encoding, Location

ID = made().parameters[0]


def body(*keys: str) -> Body:
    return Body("application/json", Encoding.JSON, fields=tuple(argument(key, Location.BODY) for key in keys))


@pytest.mark.parametrize("key", ["filter[state]", "$top", "2nd", "-a", "", "a b", "ä", "a" * 65])
def test_a_key_that_not_every_caller_can_write(key: str) -> None:
    package = packaged(made(parameters=(ID, argument(key))))
    assert said(argument_keys, package) == [("argument-key", "error", "/operations/0/parameters/1/key")]


@pytest.mark.parametrize("key", ["_", "top", "Filter-State_2", "a" * 64])
def test_a_key_that_just_can_be_written(key: str) -> None:
    assert said(argument_keys, packaged(made(parameters=(ID, argument(key))))) == []


@pytest.mark.parametrize("key", ["id", "ID"])
def test_two_arguments_with_one_key(key: str) -> None:
    assert said(argument_keys, packaged(made(body=body("name", key)))) == [
        ("argument-key", "error", "/operations/0/body/fields/1/key")
    ]


def test_two_operations_may_use_one_key() -> None:
    other = made(id="sample.item.put", verb="put", identity="PUT /item/get/{1}", method="PUT")
    assert said(argument_keys, packaged(made(body=body("name")), other)) == []


def test_a_body_as_a_whole_counts() -> None:
    whole = Body("text/plain", Encoding.TEXT, whole=argument("Id", Location.BODY))
    assert said(argument_keys, packaged(made(body=whole))) == [("argument-key", "error", "/operations/0/body/whole/key")]
