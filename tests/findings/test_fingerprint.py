"""What makes two findings the same one, and what does not."""

from dataclasses import replace

import pytest

from connectors.findings.fingerprint import fingerprint
from connectors.problems import Code, Severity, SourceLocation
from made_run import problem, subject

FIRST = problem()
SAME = [
    pytest.param(replace(FIRST, where=SourceLocation("elsewhere.json", 99, 1, "/operations/0/pagination")), id="file-and-line"),
    pytest.param(replace(FIRST, message="said in other words"), id="wording"),
    pytest.param(replace(FIRST, severity=Severity.NOTE), id="severity"),
    pytest.param(
        replace(FIRST, where=SourceLocation("x.json", 1, 1, "/operations/7/pagination")),
        id="the-record's-index-beside-its-identity",
    ),
]
OTHER = [
    pytest.param(replace(FIRST, code=Code.PAGING_CANNOT_END), id="code"),
    pytest.param(replace(FIRST, identity="GET /other"), id="identity"),
    pytest.param(replace(FIRST, where=SourceLocation("x.json", 1, 1, "/operations/0/pagination/size")), id="pointer"),
    pytest.param(replace(FIRST, identity=None), id="no-identity"),
]


@pytest.mark.parametrize("other", SAME)
def test_what_moves_makes_no_difference(other: object) -> None:
    assert fingerprint(other, "shop") == fingerprint(FIRST, "shop")


@pytest.mark.parametrize("other", OTHER)
def test_what_it_is_about_makes_one(other: object) -> None:
    assert fingerprint(other, "shop") != fingerprint(FIRST, "shop")


def test_the_same_fault_of_two_connectors_is_two() -> None:
    assert fingerprint(FIRST, "shop") != fingerprint(FIRST, "store")


def test_without_an_identity_the_index_counts() -> None:
    first, second = (problem(identity=None, pointer=pointer) for pointer in ("/operations/0/callable", "/operations/1/callable"))
    assert fingerprint(first, "shop") != fingerprint(second, "shop")


def test_it_never_changes() -> None:
    """Baselines and code scanning keep it for years."""
    assert fingerprint(FIRST, "shop") == "768159396d5868e8f92584334a5e17a78fd43148c893bc900913a6a7f86a31ca"


@pytest.mark.parametrize(
    ("name", "connector", "label"),
    [("connectors/shop", "shop", "shop"), ("./a/../openapi.yaml", None, "openapi.yaml"), ("a/b.yaml", None, "a/b.yaml")],
)
def test_a_subject_is_called_the_same_wherever_it_is_checked(name: str, connector: str | None, label: str) -> None:
    assert subject(name=name, connector=connector).label == label
