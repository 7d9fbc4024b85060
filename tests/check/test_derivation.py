"""Rules that a package was derived by."""

import pytest
from checked import CARD, packaged, said
from msgspec.structs import replace

from connectors.check.derivation import derivation
from connectors.version import DERIVATION_VERSION


@pytest.mark.parametrize(("version", "behind"), [(DERIVATION_VERSION - 1, True), (DERIVATION_VERSION, False)])
def test_older_rules(version: int, behind: bool) -> None:
    package = packaged(provenance=replace(CARD.provenance, derivation=version))
    found = said(derivation, package)
    assert found == ([("derivation-behind", "warning", "/provenance/derivation")] if behind else [])
