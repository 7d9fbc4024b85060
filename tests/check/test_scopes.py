"""What may be asked of a scheme."""

import pytest
from checked import CARD, made, needing, packaged, said
from msgspec.structs import replace

from connectors.check.scopes import scopes
from connectors.model.operation import Requirement


def test_a_scope_that_is_not_advertised_is_said_once() -> None:
    security = needing((Requirement("bearer"), Requirement("oauth2", ("read:item", "read:items"))))
    other = made(id="sample.item.x", verb="x", identity="GET /x", path="/x", security=security)
    found = list(scopes(packaged(made(security=security), other)))
    assert [(finding.code.value, finding.severity.value, finding.place.pointer) for finding in found] == [
        ("scope-not-advertised", "warning", "/operations/0/security/alternatives/0/1/scopes/1")
    ]
    assert "perhaps to `read:item`" in found[0].remedy


def test_the_default_requirement_counts() -> None:
    package = packaged(default_security=needing((Requirement("oauth2", ("x",)),)))
    assert said(scopes, package) == [("scope-not-advertised", "warning", "/default_security/alternatives/0/0/scopes/0")]


@pytest.mark.parametrize(
    "requirement", [Requirement("oauth2", ("write:item",)), Requirement("oauth2"), Requirement("bearer", ("x",))]
)
def test_a_scope_that_is_advertised_or_of_a_scheme_without_any(requirement: Requirement) -> None:
    assert said(scopes, packaged(made(security=needing((requirement,))))) == []


def test_a_scheme_that_advertises_nothing_says_nothing() -> None:
    auth = tuple(replace(scheme, flows=()) for scheme in CARD.auth)
    assert said(scopes, packaged(made(security=needing((Requirement("oauth2", ("x",)),))), auth=auth)) == []
