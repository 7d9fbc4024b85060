"""What the operations of one file share: what at least two of them say alike is spelled once."""

import pytest
from msgspec.structs import replace

from connectors.canonical import compact_value
from connectors.model.operation import (
    Anonymous,
    Basis,
    Body,
    Encoding,
    ErrorResponse,
    Location,
    Operation,
    Parameter,
    Response,
    Undeclared,
)
from connectors.model.stored import Shared, StoredBody, StoredOperation
from connectors.store.sharing import fold, unfold, unknown_names
from sample_package import operation


def parameter(name, text=None, location=Location.QUERY):
    return Parameter(key=name, name=name, location=location, description=text)


@pytest.mark.parametrize(("stored", "whole"), [(StoredOperation, Operation), (StoredBody, Body)])
def test_what_is_stored_has_the_members_of_what_is_loaded_in_their_order(stored, whole):
    assert stored.__struct_fields__ == whole.__struct_fields__
    assert stored.__struct_encode_fields__ == whole.__struct_encode_fields__


def folded(*operations):
    return fold(tuple(operations))


def with_parameters(verb, *parameters):
    return replace(operation("item", verb), parameters=parameters, responses=())


@pytest.mark.parametrize(
    ("first", "second", "third", "shared"),
    [
        pytest.param("a", "a", "a", "a", id="alike"),
        pytest.param("a", "b", "c", None, id="all-differ"),
        pytest.param("a", "b", "b", "b", id="the-commonest-has-the-name"),
        pytest.param("a", "a", "b", "a", id="the-commonest-wherever-it-stands"),
    ],
)
def test_a_parameter_is_shared_in_the_words_that_most_operations_use(first, second, third, shared):
    texts = (first, second, third)
    found, stored = folded(*(with_parameters(f"v{index}", parameter("size", text)) for index, text in enumerate(texts)))
    assert found.parameters == ({"query size": parameter("size", shared)} if shared else {})
    assert [item.parameters[0] for item in stored] == [
        "query size" if text == shared else parameter("size", text) for text in texts
    ]


def test_of_equally_common_ones_the_first_has_the_name():
    pairs = [with_parameters(f"v{index}", parameter("size", text)) for index, text in enumerate("abab")]
    assert folded(*pairs)[0].parameters["query size"].description == "a"
    assert folded(*reversed(pairs))[0].parameters["query size"].description == "b"


def test_places_keep_equal_names_apart():
    one = with_parameters("v0", parameter("id"), parameter("id", location=Location.PATH))
    assert list(folded(one, replace(one, id="sample.item.v1"))[0].parameters) == ["query id", "path id"]


def test_members_of_bodies_share_with_one_another():
    body = Body(content_type="application/json", encoding=Encoding.JSON, fields=(parameter("tag", location=Location.BODY),))
    one = replace(with_parameters("v0"), body=body)
    found, stored = folded(one, replace(one, id="sample.item.v1"))
    assert list(found.parameters) == ["body tag"]
    assert [item.body.fields for item in stored] == [("body tag",)] * 2


def test_answers_are_shared_by_status_and_failures_apart_from_them():
    one = replace(operation("item", "v0"), responses=(Response("200"),), errors=(ErrorResponse("default"), ErrorResponse("404")))
    found, stored = folded(one, replace(one, id="sample.item.v1", responses=(Response("200"), Response("default"))))
    assert found == Shared(
        parameters={"path id": one.parameters[0]},
        responses={"200": Response("200")},
        errors={"default": ErrorResponse("default"), "404": ErrorResponse("404")},
    )
    assert stored[1].responses == ("200", Response("default"))


@pytest.mark.parametrize("security", [Undeclared(), Anonymous()])
@pytest.mark.parametrize(
    "basis",
    [
        {},
        {"consequence": Basis.STANDARD, "effect": Basis.STANDARD, "idempotency": Basis.STANDARD},
        {"consequence": Basis.STANDARD, "effect": Basis.STANDARD, "idempotency": Basis.DECLARED},
        {"consequence": Basis.STANDARD, "effect": Basis.STANDARD},
    ],
)
def test_what_is_left_out_comes_back(security, basis):
    one = replace(operation("item", "get"), security=security, basis=basis)
    shared, stored = folded(one)
    assert unfold(shared, stored) == (one,)
    assert (b'"security"' in compact_value(stored)) == (security != Undeclared())
    assert (b'"basis"' in compact_value(stored)) == (
        basis != dict.fromkeys(("consequence", "effect", "idempotency"), Basis.STANDARD)
    )


def test_a_name_of_nothing_is_found_wherever_it_stands():
    body = Body(content_type="application/json", encoding=Encoding.JSON, fields=(parameter("tag", location=Location.BODY),))
    one = replace(operation("item", "v0"), errors=(ErrorResponse("404"),), body=body)
    shared, stored = folded(one, replace(one, id="sample.item.v1"))
    assert list(unknown_names(shared, stored)) == []
    assert list(unknown_names(Shared(), stored[1:])) == [
        ("/operations/0/parameters/0", "path id"),
        ("/operations/0/body/fields/0", "body tag"),
        ("/operations/0/responses/0", "200"),
        ("/operations/0/errors/0", "404"),
    ]
