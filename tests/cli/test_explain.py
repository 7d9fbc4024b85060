"""Every code has a page, and every page reads well."""

import json
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from connectors.cli.explain_text import list_text, page_text
from connectors.cli.explanations import find, pages
from connectors.cli.main import app
from connectors.cli.terminal import Colours
from connectors.problems import Code, ConnectorsError


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert set(pages()) == set(Code)


def test_pages_stand_in_the_order_of_the_codes() -> None:
    assert list(pages()) == list(Code)


@pytest.mark.parametrize("code", list(Code))
def test_a_page_is_whole_sentences(code: Code) -> None:
    page = pages()[code]
    for text in (page.summary, page.meaning, page.mend, *([page.standard] if page.standard else [])):
        assert text == text.strip()
        assert text.endswith((".", "?"))
        assert "  " not in text
    assert page.example.strip()
    assert "\n" not in page.summary
    assert len(page.summary) <= 100


@pytest.mark.parametrize("code", list(Code))
@pytest.mark.parametrize("width", [60, 80])
def test_a_page_fits(code: Code, width: int) -> None:
    assert all(len(line) <= width for line in page_text(code, pages()[code], width=width, colours=Colours(False)).splitlines())


def test_a_page(golden: Callable[[str, str], None]) -> None:
    golden(
        "explain-reference-not-found",
        page_text(Code.REFERENCE_NOT_FOUND, pages()[Code.REFERENCE_NOT_FOUND], width=80, colours=Colours(False)),
    )


def test_the_list_names_every_code() -> None:
    listed = list_text(pages(), width=80, colours=Colours(False)).split()
    assert set(Code) <= set(listed)


@pytest.mark.parametrize("written", ["yaml-tab", "[yaml-tab]", "error[yaml-tab]:", "YAML_TAB"])
def test_a_code_is_found_however_it_is_copied(written: str) -> None:
    assert find(written) is Code.YAML_TAB


def test_an_unknown_code_names_the_nearest_and_exits_with_2() -> None:
    result = CliRunner().invoke(app, ["explain", "yaml-tabs"])
    assert result.exit_code == 2
    assert "error[code-unknown]: no code is `yaml-tabs`" in result.stderr
    assert "did you mean `yaml-tab`?" in result.stderr
    with pytest.raises(ConnectorsError):
        find("nothing like it")


def test_json_holds_every_key() -> None:
    one = json.loads(CliRunner().invoke(app, ["explain", "file-not-found", "--json"]).stdout)
    assert list(one) == ["code", "subject", "summary", "meaning", "example", "mend", "standard"]
    assert one["standard"] is None
    every = json.loads(CliRunner().invoke(app, ["explain", "--json"]).stdout)
    assert [page["code"] for page in every] == list(Code)
