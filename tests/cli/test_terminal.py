"""What a vendor wrote never acts on a terminal."""

import io
import json
import re
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.cli.json_output import render_json
from connectors.cli.layout import Cell, table, wrap
from connectors.cli.show_text import render, render_operation
from connectors.cli.terminal import Colours, columns, display_width, printable
from connectors.model.excerpt import excerpt_of
from connectors.model.package import Package

HOSTILE = "a\x1b[2J\r\n\x07\x7f\x9b31m\u202e\u2066\u200b\ufeff\u2028\U000e0041é漢z"
FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)

QUICK = settings(deadline=None, max_examples=60)

texts = st.text(
    st.one_of(st.characters(), st.sampled_from("\x1b\r\n\x9b\u202e\u2069\u200d\U000e0041"), st.sampled_from("/._ a")), max_size=60
)


@QUICK
@given(texts)
def test_printable_text_holds_nothing_that_acts_or_hides(text: str) -> None:
    assert not FORBIDDEN.search(printable(text))
    assert "\n" not in printable(text)
    kept = printable(text, newlines=True)
    assert not FORBIDDEN.search(kept)
    assert kept.count("\n") == text.count("\n")


@QUICK
@given(texts)
def test_printable_text_stays_as_it_is(text: str) -> None:
    assert printable(printable(text)) == printable(text)


@QUICK
@given(st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Zl", "Zp", "Lo"])))
def test_letters_signs_and_marks_are_left_alone(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "\\x1b[31m"),
        ("a\rb\tc\nd", "a\\rb\\tc\\nd"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud83d", "\\ud83d"),
        ("Ö漢é", "Ö漢é"),
    ],
)
def test_what_is_not_shown_is_spelled_out(text: str, shown: str) -> None:
    assert printable(text) == shown


@QUICK
@given(texts, st.integers(20, 90))
def test_wrapping_loses_nothing_and_fits(text: str, width: int) -> None:
    line = printable(text)
    lines = wrap(line, width)
    assert "".join("".join(lines).split()) == "".join(line.split())
    assert all(display_width(each) <= width for each in lines)


@QUICK
@given(st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=5), st.integers(60, 120))
def test_a_table_fits_and_loses_nothing(rows: list[tuple[str, str, str]], width: int) -> None:
    cells = [[Cell(printable(text)) for text in row] for row in rows]
    lines = table(cells, width, Colours(False))
    assert all(display_width(line) <= width for line in lines)
    wanted = sorted("".join("".join(printable(text) for text in row).split()) for row in rows)
    assert sorted("".join("".join(lines).split())) == sorted("".join(wanted))


@QUICK
@given(st.recursive(texts, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)))
def test_json_means_the_same_and_holds_nothing_that_acts(value: object) -> None:
    if "\\ud" in json.dumps(value) and _lone(value):
        return
    text = render_json(value)
    assert not FORBIDDEN.search(text)
    assert json.loads(text) == value


def _lone(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _hostile(value: object) -> object:
    """The same value with every free text of it made hostile."""
    if isinstance(value, msgspec.Struct):
        return type(value)(*(_hostile(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, tuple):
        return tuple(_hostile(item) for item in value)
    if isinstance(value, dict):
        return {key: _hostile(item) for key, item in value.items()}
    if isinstance(value, msgspec.Raw):
        return msgspec.Raw(msgspec.json.encode({"type": HOSTILE, "enum": [HOSTILE, {HOSTILE: 1}]}))
    return value + HOSTILE if type(value) is str else value


@pytest.mark.parametrize("view", ["package", "operation", "coverage", "auth"])
def test_no_view_lets_a_vendors_text_through(package: Package, view: str) -> None:
    hostile = replace(
        package,
        connector=_hostile(package.connector),
        operations=_hostile(package.operations),
        coverage=_hostile(package.coverage),
        schemas=_hostile(dict(package.schemas)),
    )
    how = {"width": 80, "colours": Colours(False)}
    texts = (
        [render_operation(excerpt_of(hostile, operation), **how) for operation in hostile.operations]
        if view == "operation"
        else [render(hostile, "x\x1b", coverage=view == "coverage", auth=view == "auth", **how)]
    )
    for text in texts:
        assert not FORBIDDEN.search(text)
        assert "\\x1b[2J" in text


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("漢字", 4), ("e\u0301", 1)])
def test_width_is_what_a_terminal_gives(text: str, width: int) -> None:
    assert display_width(text) == width


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "on"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colours_are_for_terminals(
    stream: io.StringIO, environment: dict[str, str], on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Colours.of(stream).on is on
    assert ("\x1b" in Colours.of(stream).paint("a", "red")) is on


def test_the_width_is_columns_else_80(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert columns() == 120
    monkeypatch.setenv("COLUMNS", "5")
    assert columns() == 40
