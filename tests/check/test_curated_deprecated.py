"""What the vendor advises against."""

import pytest
from checked import made, packaged, said

from connectors.check.curated_deprecated import curated_deprecated


def test_a_deprecated_operation_that_is_curated() -> None:
    found = said(curated_deprecated, packaged(made(curated=True, deprecated=True)))
    assert found == [("curated-deprecated", "warning", "/operations/0/deprecated")]


@pytest.mark.parametrize("facts", [{"curated": True}, {"deprecated": True}])
def test_one_that_is_only_either(facts: dict[str, bool]) -> None:
    assert said(curated_deprecated, packaged(made(**facts))) == []
