"""The lines around a place: what is seen is what stands there, and the caret stands below it."""

from pathlib import Path

import pytest

from connectors.cli.formats.frame import Frames
from connectors.cli.terminal import Colours, display_width
from connectors.problems import SourceLocation


def shown(
    tmp_path: Path, text: str | bytes, line: int | None, column: int | None, *, width: int = 40, name: str = "a.yaml"
) -> list[str]:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return Frames(width=width, colours=Colours(False)).of(SourceLocation(str(path), line, column))


FRAMES = [
    pytest.param("a: 1\nb: 2\nc: 3\n", 2, 1, ["  1 | a: 1", "> 2 | b: 2", "    | ^", "  3 | c: 3"], id="lines-around"),
    pytest.param("a: 1\nb: 2\n", 1, 4, ["> 1 | a: 1", "    |    ^", "  2 | b: 2"], id="the-first-line"),
    pytest.param("a: 1\nb: 2\n", 2, 4, ["  1 | a: 1", "> 2 | b: 2", "    |    ^"], id="the-last-line"),
    pytest.param("a: 1", 1, 1, ["> 1 | a: 1", "    | ^"], id="no-last-line-feed"),
    pytest.param('{"key": 1}\n', 1, 2, ['> 1 | {"key": 1}', "    |  ^^^^^"], id="a-quoted-key-is-underlined-whole"),
    pytest.param("x: 1\nkey: 1\n", 2, None, ["  1 | x: 1", "> 2 | key: 1"], id="a-line-without-a-column"),
    pytest.param("\tkey: 1\n", 1, 2, ["> 1 |     key: 1", "    |     ^^^"], id="a-tab-is-four-columns"),
    pytest.param("\tkey: 1\n", 1, 1, ["> 1 |     key: 1", "    | ^^^^"], id="a-tab-is-underlined"),
    pytest.param("\x1b[31m: é\n", 1, 8, ["> 1 | \\x1b[31m: é", "    |           ^"], id="control-characters-are-spelled-out"),
    pytest.param("項目: 値\n", 1, 5, ["> 1 | 項目: 値", "    |       ^^"], id="wide-characters-take-two"),
    pytest.param("e\u0301: x\n", 1, 5, ["> 1 | e\u0301: x", "    |    ^"], id="combining-marks-take-none"),
    pytest.param("a: 1\r\nb: 2\r\n", 2, 1, ["  1 | a: 1", "> 2 | b: 2", "    | ^"], id="windows-line-ends"),
    pytest.param("\ufeffa: 1\n", 1, 1, ["> 1 | a: 1", "    | ^"], id="a-byte-order-mark-is-no-column"),
    pytest.param("a: 1\n\nb: 2\n", 2, 1, ["  1 | a: 1", "> 2 |", "    | ^", "  3 | b: 2"], id="an-empty-line"),
]


@pytest.mark.parametrize(("text", "line", "column", "frame"), FRAMES)
def test_a_frame(tmp_path: Path, text: str, line: int, column: int | None, frame: list[str]) -> None:
    assert shown(tmp_path, text, line, column) == frame


LONG = "x" * 100 + ' "here" ' + "y" * 100
CUTS = [
    pytest.param(LONG, 102, '"here"', id="in-the-middle"),
    pytest.param('"here" ' + "y" * 200, 1, '"here"', id="at-the-beginning"),
    pytest.param("x" * 200 + ' "here"', 202, '"here"', id="at-the-end"),
    pytest.param("項" * 100 + ' "here" ' + "目" * 100, 102, '"here"', id="among-wide-characters"),
    pytest.param("\x01" * 100 + ' "here" ' + "\t" * 100, 102, '"here"', id="among-what-is-spelled-out"),
    pytest.param("x" * 10_000_000 + ' "here" ' + "y" * 3_000_000, 10_000_002, '"here"', id="in-ten-megabytes"),
]


@pytest.mark.parametrize(("line", "column", "word"), CUTS)
@pytest.mark.parametrize("width", [36, 40, 80])
def test_a_long_line_is_cut_around_the_column(tmp_path: Path, line: str, column: int, word: str, width: int) -> None:
    around, caret = shown(tmp_path, f"{line}\n", 1, column, width=width, name="a.json")
    assert display_width(around) <= width
    assert len(caret) <= width
    start = caret.index("^")
    assert caret[start:] == "^" * len(word)
    before = next(index for index in range(len(around)) if display_width(around[:index]) == start)
    assert around[before : before + len(word)] == word
    assert ("…" in around[:before]) == (column > 1)


def test_a_word_wider_than_the_frame_is_underlined_as_far_as_it_shows(tmp_path: Path) -> None:
    around, caret = shown(tmp_path, '"' + "x" * 500 + '"\n', 1, 1, name="a.json")
    assert display_width(around) <= 40
    assert len(caret) <= 40


def test_lines_around_are_cut_at_the_same_column(tmp_path: Path) -> None:
    first, second = "".join(map(str, [*range(100)])), "".join(map(str, [*range(100)]))
    before, here, _ = shown(tmp_path, f"{first}\n{second}\n", 2, 100)
    assert before[6:] == here[6:]


NOTHING = [
    pytest.param("a: 1\n", None, None, "a.yaml", id="no-line"),
    pytest.param("a: 1\n", 2, 1, "a.yaml", id="a-line-that-is-not-there"),
    pytest.param("a: 1\n", 1, 1, "a.bin", id="no-text-that-people-read"),
    pytest.param(b"a: \xff\n", 1, 1, "a.yaml", id="no-utf-8"),
]


@pytest.mark.parametrize(("text", "line", "column", "name"), NOTHING)
def test_no_frame(tmp_path: Path, text: str | bytes, line: int | None, column: int | None, name: str) -> None:
    assert shown(tmp_path, text, line, column, name=name) == []


def test_a_file_that_went_away_and_no_place_at_all(tmp_path: Path) -> None:
    frames = Frames(width=80, colours=Colours(False))
    assert frames.of(SourceLocation(str(tmp_path / "gone.yaml"), 1, 1)) == []
    assert frames.of(None) == []


def test_a_link_out_of_a_package_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("password: 1\n", "utf-8")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    assert Frames(width=80, colours=Colours(False)).of(SourceLocation(str(tmp_path / "link.yaml"), 1, 1)) == []
