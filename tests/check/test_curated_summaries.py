"""What curated operations say of themselves."""

from checked import made, packaged, said

from connectors.check.curated_summaries import curated_summaries
from connectors.model.operation import Operation


def curated(verb: str, summary: str | None, **facts: object) -> Operation:
    values = {"id": f"sample.item.{verb}", "verb": verb, "identity": f"GET /{verb}", "path": f"/{verb}", "curated": True, **facts}
    return made(summary=summary, **values)


def test_a_curated_operation_without_a_summary() -> None:
    found = said(curated_summaries, packaged(curated("a", None), curated("b", "  ")))
    assert found == [("summary-missing", "warning", "/operations/0"), ("summary-missing", "warning", "/operations/1")]


def test_one_that_is_not_curated_needs_none() -> None:
    assert said(curated_summaries, packaged(curated("a", None, curated=False))) == []


def test_a_summary_that_two_have_is_said_once() -> None:
    package = packaged(curated("a", "Show an item."), curated("b", "show an  item"), curated("c", "Show an item."))
    [finding] = curated_summaries(package)
    assert (finding.code.value, finding.place.pointer) == ("summary-repeated", "/operations/0/summary")
    assert "`GET /a`, `GET /b`, `GET /c`" in finding.message


def test_summaries_that_just_differ() -> None:
    package = packaged(curated("a", "Show an item."), curated("b", "Show items."), curated("c", "Show an item.", curated=False))
    assert said(curated_summaries, package) == []
