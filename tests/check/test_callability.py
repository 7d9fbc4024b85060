"""Whether somebody can call an operation."""

import pytest
from checked import made, needing, packaged, said

from connectors.check.callability import callability
from connectors.model.operation import Anonymous, Requirement

GHOST = Requirement("ghost", satisfiable=False)
CLOSED = needing((Requirement("bearer"), GHOST))
OPEN = needing((GHOST,), (Requirement("bearer"),))


@pytest.mark.parametrize(
    ("facts", "code", "severity", "fact"),
    [
        pytest.param({"security": CLOSED, "callable": False}, "not-callable", "warning", "security", id="worth-knowing"),
        pytest.param(
            {"security": CLOSED, "callable": False, "curated": True},
            "not-callable",
            "error",
            "security",
            id="a-mistake-where-curated",
        ),
        pytest.param({"security": CLOSED}, "callable-disagrees", "error", "callable", id="marked-and-is-not"),
        pytest.param({"security": OPEN, "callable": False}, "callable-disagrees", "error", "callable", id="is-and-not-marked"),
        pytest.param({"callable": False}, "callable-disagrees", "error", "callable", id="nothing-is-asked"),
    ],
)
def test_what_cannot_be_called(facts: dict[str, object], code: str, severity: str, fact: str) -> None:
    assert said(callability, packaged(made(**facts))) == [(code, severity, f"/operations/0/{fact}")]


@pytest.mark.parametrize("security", [OPEN, Anonymous(), needing((GHOST,), ())])
def test_what_can(security: object) -> None:
    assert said(callability, packaged(made(security=security), default_security=CLOSED)) == []


def test_a_default_that_nobody_satisfies_is_said_once() -> None:
    lost = [made(id=f"sample.item.x{n}", verb=f"x{n}", identity=f"GET /x{n}", path=f"/x{n}", callable=False) for n in range(5)]
    found = list(callability(packaged(*lost, default_security=CLOSED)))
    assert [(finding.code.value, finding.place.pointer) for finding in found] == [("not-callable", "/default_security")]
    assert "`GET /x2` and 2 more" in found[0].message


def test_what_lacks_the_same_schemes_is_said_once() -> None:
    other = Requirement("phantom", satisfiable=False)
    both = (needing((GHOST, other)), needing((other,), (GHOST,)))
    lost = [
        made(id=f"sample.item.x{n}", verb=f"x{n}", identity=f"GET /x{n}", path=f"/x{n}", callable=False, security=security)
        for n, security in enumerate((CLOSED, CLOSED, *both, CLOSED, CLOSED))
    ]
    found = list(callability(packaged(*lost)))
    assert [(finding.code.value, finding.place.pointer) for finding in found] == [
        ("not-callable", "/operations/0/security"),
        ("not-callable", "/operations/2/security"),
    ]
    assert "`ghost` cannot be satisfied" in found[0].message
    assert "`GET /x0`, `GET /x1`, `GET /x4` and 1 more" in found[0].message
    assert "`ghost` and `phantom` cannot be satisfied" in found[1].message
