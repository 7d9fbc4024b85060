"""How far a connector says it has come."""

import pytest
from checked import made, packaged, said
from msgspec.structs import replace

from connectors.check.maturity import maturity
from connectors.model.coverage import Gap
from connectors.model.operation import Basis, Maturity, Operation
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code

FOUND = ("maturity-unsupported", "warning", "/maturity")
GOOD = {"curated": True, "summary": "Show an item."}


def claiming(stated: Maturity, *operations: Operation, gaps: int = 0) -> Package:
    package = packaged(*operations, maturity=stated)
    gap = Gap("GET /gone", "GET", "/gone", Code.MALFORMED_OPERATION, "it is no object", Place())
    coverage = replace(package.coverage, gaps=(gap,) * gaps)
    return Package(package.address, package.connector, package.operations, package.schemas, coverage, package.lock)


@pytest.mark.parametrize(
    ("stated", "facts", "gaps", "count"),
    [
        pytest.param(Maturity.CURATED, {}, 0, 1, id="curated-and-nothing-is"),
        pytest.param(Maturity.CURATED, {"curated": True}, 2, 0, id="curated-asks-for-one-operation"),
        pytest.param(Maturity.QUALIFIED, GOOD, 0, 0, id="qualified"),
        pytest.param(Maturity.QUALIFIED, {}, 0, 1, id="qualified-asks-for-what-curated-does"),
        pytest.param(Maturity.QUALIFIED, GOOD, 1, 1, id="qualified-with-a-gap"),
        pytest.param(Maturity.QUALIFIED, {**GOOD, "basis": {"effect": Basis.INFERRED}}, 0, 1, id="qualified-and-inferred"),
        pytest.param(Maturity.QUALIFIED, {"curated": True}, 0, 1, id="qualified-without-a-summary"),
        pytest.param(Maturity.GENERATED, {}, 3, 0, id="generated-asks-for-nothing"),
        pytest.param(Maturity.DEPRECATED, {}, 3, 0, id="deprecated-asks-for-nothing"),
    ],
)
def test_what_a_maturity_asks_for(stated: Maturity, facts: dict[str, object], gaps: int, count: int) -> None:
    assert said(maturity, claiming(stated, made(**facts), gaps=gaps)) == [FOUND] * count


def test_what_is_not_curated_may_be_inferred() -> None:
    other = made(id="sample.item.z", verb="z", identity="GET /z", path="/z", basis={"effect": Basis.INFERRED})
    assert said(maturity, claiming(Maturity.QUALIFIED, made(**GOOD), other)) == []
