"""Paths that differ in letter case alone."""

from checked import made, packaged, said

from connectors.check.letter_case import letter_case
from connectors.model.operation import Operation


def at(verb: str, method: str, path: str) -> Operation:
    return made(id=f"sample.item.{verb}", verb=verb, identity=f"{method} {path}", path=path, method=method)


def test_two_operations_that_differ_in_case() -> None:
    package = packaged(at("a", "GET", "/Users"), at("b", "GET", "/users"))
    assert said(letter_case, package) == [("differ-in-case", "warning", "/operations/1/path")]


def test_operations_that_differ_in_more() -> None:
    package = packaged(at("a", "GET", "/Users"), at("b", "POST", "/users"), at("c", "GET", "/users/{1}"))
    assert said(letter_case, package) == []
