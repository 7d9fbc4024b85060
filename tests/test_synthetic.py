"""The descriptions that growth is measured with: as large as asked for, the same every time, and derived without a gap."""

import json

import pytest

from connectors import generate
from connectors.store.load import load_package
from synthetic import description


@pytest.mark.parametrize("operations", [0, 1, 7, 300])
def test_a_description_has_as_many_operations_as_asked_for(operations):
    found = description(operations)
    assert sum(len(item) for item in found["paths"].values()) == operations
    assert json.dumps(found) == json.dumps(description(operations))


def test_a_larger_description_begins_with_the_smaller_one():
    small, large = description(103)["paths"], description(400)["paths"]
    assert all(large[path][method] == operation for path, item in small.items() for method, operation in item.items())


def test_every_operation_is_emitted_and_a_share_of_them_pages(tmp_path):
    (tmp_path / "openapi.json").write_text(json.dumps(description(300)))
    generate(tmp_path / "openapi.json", id="synthetic", out=tmp_path / "out")
    package = load_package(tmp_path / "out")
    assert (package.connector.counts.declared, package.connector.counts.gaps) == (300, 0)
    assert sum(operation.pagination is not None for operation in package.operations) == 40
    assert sum(operation.source_operation_id is None for operation in package.operations) == 30
