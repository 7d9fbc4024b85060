"""Every code has a page, and every page reads well."""

import json
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from connectors.cli.change_explanations import change_pages
from connectors.cli.explain_text import list_text, page_text
from connectors.cli.explained import all_pages, codes, find
from connectors.cli.explanation import Explanation
from connectors.cli.explanations import pages
from connectors.cli.main import app
from connectors.cli.terminal import Colours
from connectors.difference.codes import MEANINGS, ChangeCode
from connectors.problems import Code, ConnectorsError

EVERY = [pytest.param(code, page, id=f"{'change' if page.caller else 'problem'}-{code}") for code, page in all_pages()]


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert set(pages()) == set(Code)


def test_pages_stand_in_the_order_of_the_codes() -> None:
    assert list(pages()) == list(Code)


def test_every_change_has_a_page_in_the_order_of_the_changes() -> None:
    assert list(change_pages()) == list(ChangeCode)


@pytest.mark.parametrize("code", list(ChangeCode))
def test_the_page_of_a_change_says_of_its_impact_what_the_report_says(code: ChangeCode) -> None:
    impact, reason = MEANINGS[code]
    assert change_pages()[code].caller == f"{impact.capitalize()}: {reason}."
    assert f"For a caller\n  {impact.capitalize()}: " in page_text(code, change_pages()[code], width=80, colours=Colours(False))


@pytest.mark.parametrize("code", list(ChangeCode))
def test_the_example_of_a_change_is_a_line_of_a_report(code: ChangeCode) -> None:
    line = change_pages()[code].example
    assert line.endswith(f"[{code}]")
    assert "\n" not in line


def test_pages_of_changes_differ() -> None:
    for part in ("summary", "example"):
        texts = [getattr(page, part) for page in change_pages().values()]
        assert len(texts) == len(set(texts)), part


@pytest.mark.parametrize(("code", "page"), EVERY)
def test_a_page_is_whole_sentences(code: str, page: Explanation) -> None:
    for text in (page.summary, page.meaning, page.mend, page.caller or page.summary, *([page.standard] if page.standard else [])):
        assert text == text.strip()
        assert text.endswith((".", "?"))
        assert "  " not in text
    assert page.example.strip()
    assert "\n" not in page.summary
    assert len(page.summary) <= 100


@pytest.mark.parametrize(("code", "page"), EVERY)
@pytest.mark.parametrize("width", [60, 80])
def test_a_page_fits(code: str, page: Explanation, width: int) -> None:
    lines = page_text(code, page, width=width, colours=Colours(False), one_of_several=True).splitlines()
    # A word that is wider than the page, such as an address, is never broken.
    assert all(len(line) <= width or " " not in line.strip() for line in lines)


def test_a_page(golden: Callable[[str, str], None]) -> None:
    golden(
        "explain-reference-not-found",
        page_text(Code.REFERENCE_NOT_FOUND, pages()[Code.REFERENCE_NOT_FOUND], width=80, colours=Colours(False)),
    )


def test_a_page_of_a_change(golden: Callable[[str, str], None]) -> None:
    code = ChangeCode.ARGUMENT_MOVED
    golden("explain-argument-moved", page_text(code, change_pages()[code], width=80, colours=Colours(False)))


def test_the_list_names_every_code() -> None:
    listed = list_text(all_pages(), width=80, colours=Colours(False)).split()
    assert {*map(str, Code), *map(str, ChangeCode)} <= set(listed)
    assert set(codes()) <= set(listed)


def test_a_code_of_both_kinds_has_both_pages() -> None:
    shared = {str(code) for code in Code} & {str(code) for code in ChangeCode}
    assert shared
    for code in shared:
        (first, problem), (second, change) = find(code)
        assert (first, second) == (code, code)
        assert (problem.caller, bool(change.caller)) == ("", True)
    out = CliRunner().invoke(app, ["explain", "operation-moved"], env={"COLUMNS": "80"}).stdout
    assert out.count("operation-moved  (") == 2
    told = json.loads(CliRunner().invoke(app, ["explain", "operation-moved", "--json"]).stdout)
    assert (told["caller"], [page["caller"][:9] for page in told["also"]]) == (None, ["Breaking:"])


@pytest.mark.parametrize("written", ["argument-removed", "[argument-removed]", "ARGUMENT_REMOVED"])
def test_a_change_is_found_however_it_is_copied(written: str) -> None:
    assert [code for code, _ in find(written)] == [ChangeCode.ARGUMENT_REMOVED]


def test_the_nearest_change_is_named() -> None:
    result = CliRunner().invoke(app, ["explain", "argument-remove"])
    assert (result.exit_code, "did you mean `argument-removed`?" in result.stderr) == (2, True)


@pytest.mark.parametrize("written", ["yaml-tab", "[yaml-tab]", "error[yaml-tab]:", "YAML_TAB"])
def test_a_code_is_found_however_it_is_copied(written: str) -> None:
    assert [code for code, _ in find(written)] == [Code.YAML_TAB]


def test_an_unknown_code_names_the_nearest_and_exits_with_2() -> None:
    result = CliRunner().invoke(app, ["explain", "yaml-tabs"])
    assert result.exit_code == 2
    assert "error[code-unknown]: no code is `yaml-tabs`" in result.stderr
    assert "did you mean `yaml-tab`?" in result.stderr
    with pytest.raises(ConnectorsError):
        find("nothing like it")


def test_json_holds_every_key() -> None:
    one = json.loads(CliRunner().invoke(app, ["explain", "file-not-found", "--json"]).stdout)
    assert list(one) == ["code", "subject", "summary", "meaning", "caller", "example", "mend", "standard", "also"]
    assert (one["standard"], one["caller"], one["also"]) == (None, None, [])
    every = json.loads(CliRunner().invoke(app, ["explain", "--json"]).stdout)
    assert [page["code"] for page in every] == [*Code, *ChangeCode]
