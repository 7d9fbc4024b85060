"""One API in three dialects is one connector: what differs is where things stand, and the dialect's own name."""

from pathlib import Path

import msgspec
import pytest

from connectors.derive.derive import derive
from connectors.description.describe import describe
from connectors.description.reading import read_document
from connectors.inputs import open_entry
from connectors.limits import Limits
from connectors.model.coverage import NoteSeverity
from connectors.model.operation import AnyOf, Operation
from connectors.model.package import Derived
from connectors.problems import Code

DESCRIPTIONS = Path(__file__).parents[2] / "fixtures" / "descriptions"
YARDSTICK = "library-3.1.yaml"
OTHERS = ["library-2.0.yaml", "library-3.0.yaml", "library-3.0.json"]


def derived(name: str) -> Derived:
    limits = Limits()
    entry = open_entry(str(DESCRIPTIONS / name), None, limits)
    document = read_document(entry.data, shown_as=entry.shown_as, limits=limits)
    return derive(describe(document, entry.opener, limits, prose=True), "library")


def without_places(operation: Operation) -> Operation:
    """What shows that a collection is walked as it is stands elsewhere in each dialect."""
    if operation.pagination is None:
        return operation
    return msgspec.structs.replace(operation, pagination=msgspec.structs.replace(operation.pagination, evidence=()))


def plain(value: object) -> object:
    """As a reader of JSON sees it, where the order of keys says nothing."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.fixture(scope="module")
def yardstick() -> Derived:
    return derived(YARDSTICK)


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_operations_come_out(yardstick: Derived, name: str) -> None:
    found = derived(name)
    assert [operation.id for operation in found.operations] == [operation.id for operation in yardstick.operations]
    for mine, theirs in zip(found.operations, yardstick.operations, strict=True):
        assert plain(without_places(mine)) == plain(without_places(theirs))


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_schemas_come_out(yardstick: Derived, name: str) -> None:
    assert plain(dict(derived(name).schemas)) == plain(dict(yardstick.schemas))


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_connector_comes_out(yardstick: Derived, name: str) -> None:
    found = derived(name)
    for field in (
        "title",
        "description",
        "api_version",
        "servers",
        "auth",
        "default_security",
        "tags",
        "deprecated",
        "not_carried",
    ):
        assert plain(getattr(found, field)) == plain(getattr(yardstick, field)), field


@pytest.mark.parametrize("name", [YARDSTICK, *OTHERS])
def test_nothing_of_what_all_can_say_is_lost(name: str) -> None:
    found = derived(name)
    assert found.gaps == ()
    # Members that are required and written by the library alone are worth a word, in every dialect the same.
    assert [(note.severity, note.code) for note in found.notes] == [(NoteSeverity.NOTED, Code.BODY_READ_ONLY)]


def test_the_fixture_shows_what_it_is_for(yardstick: Derived) -> None:
    """A dialect that drops a thing agrees with another that drops it, too: so each thing is there, once at least."""
    operations = {operation.id.removeprefix("library."): operation for operation in yardstick.operations}
    encodings = {operation.body.encoding.value for operation in operations.values() if operation.body is not None}
    assert encodings == {"json", "form", "multipart"}
    assert {parameter.location.value for operation in operations.values() for parameter in operation.parameters} == {
        "path", "query", "header",
    }  # fmt: skip
    lists = {parameter.key: parameter.explode for parameter in operations["books.list"].parameters}
    assert lists["language"] is False
    assert lists["subject"] is True
    create = operations["loans.create"]
    assert create.body is not None
    assert {field.key for field in create.body.fields or ()} == {"barcode", "card", "until", "note"}
    assert [(answer.status, answer.pending) for answer in create.responses] == [("201", False), ("202", True)]
    assert create.idempotency_key == "Idempotency-Key"
    kinds = {operation.security.__struct_config__.tag for operation in operations.values()}
    assert kinds == {"undeclared", "anonymous", "any_of"}
    both, either = operations["books.delete"].security, create.security
    assert isinstance(both, AnyOf)
    assert isinstance(either, AnyOf)
    assert [len(alternative) for alternative in both.alternatives] == [2]
    assert [len(alternative) for alternative in either.alternatives] == [1, 1]
    assert "#/$defs/Subject" in str(plain(dict(yardstick.schemas)["Subject"]))
