"""What derived files open with."""

from typing import Any

import pytest
from checked import CARD, HEADER, packaged, said
from msgspec.structs import replace

from connectors.check.headers import headers
from connectors.model.connector import Rights


@pytest.mark.parametrize(
    ("fact", "value"),
    [("license", "Apache-2.0"), ("copyright", ()), ("source", None), ("source_sha256", "cd" * 32), ("derivation", 2)],
)
def test_a_header_of_something_else(fact: str, value: Any) -> None:
    assert said(headers, packaged(header=replace(HEADER, **{fact: value}))) == [("header-disagrees", "error", f"/header/{fact}")]


def test_what_is_not_stated_is_said_to_be() -> None:
    unstated = replace(HEADER, license="LicenseRef-not-stated", copyright=("NOASSERTION",), source=None)
    provenance = replace(CARD.provenance, url=None)
    assert said(headers, packaged(header=unstated, rights=Rights(), provenance=provenance)) == []
