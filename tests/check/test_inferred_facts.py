"""What nobody has said."""

from checked import made, packaged, said

from connectors.check.inferred_facts import inferred_facts
from connectors.check.rules import check
from connectors.model.operation import Basis, Pagination, PaginationEnd, PaginationStyle, Server


def test_every_inferred_fact_wants_an_author() -> None:
    pagination = Pagination(PaginationStyle.LINK_HEADER, (PaginationEnd.NO_NEXT,), Basis.INFERRED)
    operation = made(basis={"effect": Basis.STANDARD, "parameters.a/b": Basis.INFERRED}, pagination=pagination)
    package = packaged(operation, servers=(Server("/", basis=Basis.INFERRED),), basis={"title": Basis.INFERRED})
    assert said(inferred_facts, package) == [
        ("inferred-under-strict", "error", "/basis/title"),
        ("inferred-under-strict", "error", "/servers/0/basis"),
        ("inferred-under-strict", "error", "/operations/0/basis/parameters.a~1b"),
        ("inferred-under-strict", "error", "/operations/0/pagination/basis"),
    ]


def test_only_under_strict() -> None:
    package = packaged(made(basis={"parameters.id": Basis.INFERRED}))
    assert check(package) == ()
    assert len(check(package, strict=True)) == 1


def test_other_bases_are_good_enough() -> None:
    bases = {f"fact{n}": basis for n, basis in enumerate(Basis) if basis is not Basis.INFERRED}
    assert said(inferred_facts, packaged(made(basis=bases), servers=(Server("/", basis=Basis.STANDARD),))) == []
