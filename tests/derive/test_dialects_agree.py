"""One API in three dialects is one connector: what differs is where things stand, and the dialect's own name."""

from pathlib import Path

import msgspec
import pytest

from connectors.derive.derive import derive
from connectors.description.describe import describe
from connectors.description.reading import read_document
from connectors.inputs import open_entry
from connectors.limits import Limits
from connectors.model.package import Derived

DESCRIPTIONS = Path(__file__).parents[2] / "fixtures" / "descriptions"
YARDSTICK = "library-3.1.yaml"
OTHERS = ["library-2.0.yaml", "library-3.0.yaml", "library-3.0.json"]


def derived(name: str) -> Derived:
    limits = Limits()
    entry = open_entry(str(DESCRIPTIONS / name), None, limits)
    document = read_document(entry.data, shown_as=entry.shown_as, limits=limits)
    return derive(describe(document, entry.opener, limits, prose=True), "library")


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
        assert plain(mine) == plain(theirs)


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_schemas_come_out(yardstick: Derived, name: str) -> None:
    assert plain(dict(derived(name).schemas)) == plain(dict(yardstick.schemas))


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_connector_comes_out(yardstick: Derived, name: str) -> None:
    found = derived(name)
    for field in ("title", "description", "api_version", "servers", "auth", "default_security", "tags", "deprecated", "not_carried"):
        assert plain(getattr(found, field)) == plain(getattr(yardstick, field)), field


@pytest.mark.parametrize("name", [YARDSTICK, *OTHERS])
def test_nothing_of_what_all_can_say_is_lost(name: str) -> None:
    found = derived(name)
    assert found.gaps == ()
    assert found.notes == ()


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
    assert [len(alternative) for alternative in operations["books.delete"].security.alternatives] == [2]  # type: ignore[union-attr]
    assert [len(alternative) for alternative in create.security.alternatives] == [1, 1]  # type: ignore[union-attr]
    assert "#/$defs/Subject" in str(plain(dict(yardstick.schemas)["Subject"]))
