"""Where a finding about something that operations share stands."""

import json

import pytest
from msgspec.structs import replace

from connectors import pointer
from connectors.canonical import raw
from connectors.check.places import Places, arguments
from connectors.check.schemas import schemas
from connectors.model.operation import Body, Encoding, ErrorResponse, Location, Parameter
from connectors.store.load import load_package
from connectors.store.write import write
from sample_package import derived, operation, rendered


def argument(name, location=Location.QUERY, **facts):
    return Parameter(key=name, name=name, location=location, **facts)


TAG = argument("tag", Location.BODY, schema=raw({"type": "int"}))
GONE = ErrorResponse(status="404")


def an_operation(verb, **facts):
    return replace(
        operation("item", verb),
        body=Body(content_type="application/json", encoding=Encoding.JSON, fields=(TAG,)),
        errors=(GONE,),
        **facts,
    )


@pytest.fixture
def package(tmp_path):
    first = an_operation("get")
    second = an_operation("list", parameters=(argument("size"), *operation("item", "list").parameters))
    write(tmp_path / "sample", rendered(derived(first, second)))
    return load_package(tmp_path / "sample")


@pytest.mark.parametrize(
    ("verb", "tail", "place"),
    [
        pytest.param("list", "/parameters/0/key", "/operations/1/parameters/0/key", id="what-one-operation-has-stands-there"),
        pytest.param("list", "/parameters/1/key", "/shared/parameters/path id/key", id="a-parameter-that-two-have"),
        pytest.param("get", "/body/fields/0", "/shared/parameters/body tag", id="a-member-of-two-bodies"),
        pytest.param("get", "/responses/0/content/0/schema", "/shared/responses/200/content/0/schema", id="an-answer"),
        pytest.param("get", "/errors/0/class", "/shared/errors/404/class", id="a-failure"),
        pytest.param("get", "/parameters/10", "/operations/0/parameters/10", id="no-such-parameter"),
        pytest.param("get", "/path", "/operations/0/path", id="nothing-that-is-shared"),
    ],
)
def test_a_place_is_where_the_file_spells_the_value(package, verb, tail, place):
    found = next(item for item in package.operations if item.verb == verb)
    assert Places(package).of(found, tail).pointer == place


def test_every_argument_is_found_in_its_file(package, tmp_path):
    places = Places(package)
    for found in package.operations:
        for tail, parameter in arguments(found):
            place = places.of(found, tail)
            node = json.loads((tmp_path / "sample" / place.file).read_bytes())
            for token in pointer.parse(place.pointer):
                node = node[int(token)] if isinstance(node, list) else node[token]
            assert node["name"] == parameter.name


def test_a_fault_in_what_two_operations_share_is_at_one_place(package):
    faults = {finding.place.pointer for finding in schemas(package)}
    assert faults == {"/shared/parameters/body tag/schema/type"}
