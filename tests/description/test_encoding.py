"""In which encodings a description may come, and how a place in it is counted."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.description.encoding import decode, line_and_column
from connectors.problems import Code, DescriptionError

TEXT = 'openapi: 3.0.3\ninfo: {title: "K\u00f6nigsk\u00fcche \U0001f372"}\n'


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        pytest.param(b"", "utf-8", id="utf-8"),
        pytest.param(codecs.BOM_UTF8, "utf-8", id="utf-8-with-a-mark"),
        pytest.param(codecs.BOM_UTF8 * 2, "utf-8", id="a-mark-written-twice"),
        pytest.param(codecs.BOM_UTF16_LE, "utf-16-le", id="utf-16-little-endian-with-a-mark"),
        pytest.param(codecs.BOM_UTF16_BE, "utf-16-be", id="utf-16-big-endian-with-a-mark"),
        pytest.param(b"", "utf-16-le", id="utf-16-little-endian-told-by-its-zeros"),
        pytest.param(b"", "utf-16-be", id="utf-16-big-endian-told-by-its-zeros"),
        pytest.param(codecs.BOM_UTF32_LE, "utf-32-le", id="utf-32-little-endian-with-a-mark"),
        pytest.param(codecs.BOM_UTF32_BE, "utf-32-be", id="utf-32-big-endian-with-a-mark"),
        pytest.param(b"", "utf-32-le", id="utf-32-little-endian-told-by-its-zeros"),
        pytest.param(b"", "utf-32-be", id="utf-32-big-endian-told-by-its-zeros"),
    ],
)
def test_a_text_is_the_same_in_every_encoding(mark: bytes, encoding: str) -> None:
    assert decode(mark + TEXT.encode(encoding), shown_as="spec.yaml") == TEXT


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        pytest.param(b"a: 1\nb: \xe9t\xe9\n", (2, 4), ["UTF-8", "0xE9", "byte 9"], id="latin-1"),
        pytest.param(b"\xef\xbb\xbf\xc3\xb6\xff", (1, 2), ["0xFF", "byte 6"], id="after-a-mark-and-a-wide-character"),
        pytest.param(b"\xff\xfea\x00\x00\xd8b\x00", (1, 2), ["UTF-16"], id="half-a-surrogate-pair"),
        pytest.param(b"\x1f\x8b\x08\x00", (1, 2), ["gzip"], id="an-archive"),
    ],
)
def test_bytes_that_are_no_text_are_refused_at_the_first_of_them(data: bytes, place: tuple[int, int], words: list[str]) -> None:
    with pytest.raises(DescriptionError) as refused:
        decode(data, shown_as="spec.yaml")
    (problem,) = refused.value.problems
    assert problem.code == Code.ENCODING
    assert problem.where is not None
    assert (problem.where.file, problem.where.line, problem.where.column) == ("spec.yaml", *place)
    assert all(word in problem.message for word in words)


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        pytest.param("ab", 0, (1, 1), id="the-start"),
        pytest.param("\U0001f372b\nc", 1, (1, 2), id="a-column-is-a-code-point"),
        pytest.param("a\r\nb", 3, (2, 1), id="windows"),
        pytest.param("a\rb", 2, (2, 1), id="old-macintosh"),
        pytest.param("a\u2028b\n", 2, (1, 3), id="a-line-separator-ends-no-line"),
    ],
)
def test_places_count_lines_and_code_points(text: str, offset: int, place: tuple[int, int]) -> None:
    assert line_and_column(text, offset) == place


@given(st.binary(max_size=40))
def test_any_bytes_are_a_text_or_one_clear_refusal(data: bytes) -> None:
    try:
        text = decode(data, shown_as="x")
    except DescriptionError as error:
        (_,) = error.problems
    else:
        assert not text.startswith("\ufeff")
