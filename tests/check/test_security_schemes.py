"""What a requirement names."""

import pytest
from checked import made, needing, packaged, said

from connectors.check.security_schemes import security_schemes
from connectors.model.operation import Anonymous, Operation, Requirement, Security

GHOST = Requirement("ghost", satisfiable=False)


@pytest.mark.parametrize(
    ("security", "column"),
    [
        pytest.param(needing((Requirement("ghost"),)), "0/0", id="no-such-scheme"),
        pytest.param(needing((), (Requirement("bearer"), Requirement("bearerAuth"))), "1/1", id="a-vendor-key-is-no-id"),
        pytest.param(needing((Requirement("unknown"),)), "0/0", id="of-a-kind-nobody-can-satisfy"),
    ],
)
def test_a_scheme_that_is_said_to_be_there(security: Security, column: str) -> None:
    pointer = f"security/alternatives/{column}"
    package = packaged(made(security=security))
    assert said(security_schemes, package) == [("scheme-not-listed", "error", f"/operations/0/{pointer}")]
    assert said(security_schemes, packaged(default_security=security)) == [("scheme-not-listed", "error", f"/default_{pointer}")]


def test_what_the_description_declares_nowhere_is_said_once() -> None:
    other = made(id="sample.item.x", verb="x", identity="GET /x", path="/x", security=needing((GHOST,)))
    found = list(security_schemes(packaged(made(security=needing((Requirement("bearer"),), (GHOST,))), other)))
    assert [(finding.code.value, finding.severity.value, finding.place.pointer) for finding in found] == [
        ("scheme-undeclared", "warning", "/operations/0/security/alternatives/1/0")
    ]
    assert "`GET /item/get/{id}`, `GET /x`" in found[0].message


@pytest.mark.parametrize(
    "operation",
    [
        made(),
        made(security=Anonymous()),
        made(security=needing(())),
        made(security=needing((Requirement("bearer"), Requirement("oauth2", ("read:item",))))),
        made(security=needing((Requirement("unknown", satisfiable=False),))),
        made(security=needing((Requirement("bearer", satisfiable=False),))),
    ],
)
def test_a_scheme_that_is_there(operation: Operation) -> None:
    assert said(security_schemes, packaged(operation)) == []
