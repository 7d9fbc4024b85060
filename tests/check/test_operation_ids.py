"""What an operation is called."""

import pytest
from checked import made, packaged, said

from connectors.check.operation_ids import operation_ids
from connectors.model.operation import Operation


@pytest.mark.parametrize(
    ("operation", "pointer"),
    [
        pytest.param(made(id="sample.item"), "id", id="two-segments-are-too-few"),
        pytest.param(made(id="sample.item.Get"), "id", id="a-capital"),
        pytest.param(made(id="sample.item.2get"), "id", id="a-digit-leads"),
        pytest.param(made(id="other.item.get"), "id", id="another-connector"),
        pytest.param(made(id="sample.item.got"), "id", id="another-verb"),
        pytest.param(made(identity="GET /item/get/{2}"), "identity", id="placeholders-are-numbered-from-1"),
        pytest.param(made(identity="POST /item/get/{1}"), "identity", id="another-method"),
    ],
)
def test_an_id_that_is_none(operation: Operation, pointer: str) -> None:
    package = packaged(operation, ids={operation.identity: "sample.item.get"})
    assert said(operation_ids, package) == [("operation-id", "error", f"/operations/0/{pointer}")]


def test_an_id_belongs_to_one_operation() -> None:
    other = made(path="/other/{id}", identity="GET /other/{1}")
    package = packaged(made(), other, ids={other.identity: "sample.item.other"})
    assert said(operation_ids, package) == [("operation-id", "error", "/operations/1/id")]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(made(id="sample.item.part.get", resource="item.part"), id="four-segments"),
        pytest.param(made(identity="GET /item/get/{id}"), id="an-identity-keeps-names-where-two-paths-differ-in-nothing-else"),
        pytest.param(made(id="sample.item2.get_1", resource="item2", verb="get_1"), id="digits-inside"),
    ],
)
def test_an_id_that_just_is_one(operation: Operation) -> None:
    assert said(operation_ids, packaged(operation)) == []
