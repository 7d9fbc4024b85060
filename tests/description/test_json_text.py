"""JSON keeps every number and every key, or says where it cannot."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.description.json_text import exact_fraction, parse_json, read_at_once
from connectors.description.tree import Json
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, Problem


def tree_of(text: str) -> Json:
    tree, _ = parse_json(text, shown_as="spec.json", limits=Limits())
    return tree


def problem_of(text: str, limits: Limits = Limits()) -> Problem:  # noqa: B008
    with pytest.raises(DescriptionError) as refused:
        parse_json(text, shown_as="spec.json", limits=limits)
    (problem,) = refused.value.problems
    return problem


@pytest.mark.parametrize(
    ("spelled", "value"),
    [
        pytest.param("9007199254740993", 9007199254740993, id="an-integer-above-2-to-the-53"),
        pytest.param("1" + "0" * 40, 10**40, id="an-integer-of-any-size"),
        pytest.param("0.1", 0.1, id="a-float-where-it-keeps-the-number"),
        pytest.param("1e3", 1000.0, id="an-exponent"),
        pytest.param("0.12345678901234567890", Decimal("0.12345678901234567890"), id="more-digits-than-a-float"),
        pytest.param("1e400", Decimal("1e400"), id="larger-than-any-float"),
        pytest.param("1e-400", Decimal("1e-400"), id="smaller-than-any-float"),
        pytest.param("123456789.1234567", 123456789.1234567, id="seventeen-characters-that-a-float-keeps"),
    ],
)
def test_numbers_stay_what_they_are(spelled: str, value: Json) -> None:
    found = tree_of(f'{{"n": {spelled}}}')
    assert isinstance(found, dict)
    assert found["n"] == value
    assert type(found["n"]) is type(value)


@pytest.mark.parametrize(
    ("text", "code", "place", "pointer", "words"),
    [
        pytest.param('{"a": 1,\n "a": 2}', Code.DUPLICATE_KEY, (2, 2), "/a", ["`a` twice", "outermost"], id="a-key-twice"),
        pytest.param(
            '{"paths": {"/a": {"get": 1, "x": {}, "get": 2}}}',
            Code.DUPLICATE_KEY,
            (1, 38),
            "/paths/~1a/get",
            ["`/a`", "`get` twice"],
            id="a-key-twice-further-down",
        ),
        pytest.param(
            '{"a": [{}, {"b": [], "\\u0062": 0}]}',
            Code.DUPLICATE_KEY,
            (1, 22),
            "/a/1/b",
            ["item 1", "`a`"],
            id="the-same-key-in-another-spelling",
        ),
        pytest.param(
            '{"\\ud800": 1, "\\udfff": 2}', Code.DUPLICATE_KEY, (1, 15), "/\ufffd", ["twice"], id="keys-that-become-equal"
        ),
        pytest.param('{"a": [1, NaN]}', Code.JSON_SYNTAX, (1, 11), "/a/1", ["`NaN`"], id="no-number"),
        pytest.param('{"a": -Infinity}', Code.JSON_SYNTAX, (1, 7), "/a", ["`-Infinity`"], id="no-end"),
        pytest.param('{"a": {\n  "b" 1}}', Code.JSON_SYNTAX, (2, 7), "/a", ["`:`", "found `1`"], id="a-colon-missing"),
        pytest.param('{"a": [1\n2]}', Code.JSON_SYNTAX, (2, 1), "/a", ["end of the array"], id="a-comma-missing"),
        pytest.param('{"a": {"b": ', Code.JSON_SYNTAX, (1, 13), "/a", ["end of the file"], id="broken-off"),
        pytest.param('{"a": "b', Code.JSON_SYNTAX, (1, 7), "", ["end of the file"], id="broken-off-inside-a-text"),
        pytest.param('{"a": "\x01"}', Code.JSON_SYNTAX, (1, 8), "", ["U+0001"], id="a-control-character"),
        pytest.param('{"a": 1} x', Code.JSON_SYNTAX, (1, 10), "", ["nothing after"], id="more-after-the-end"),
        pytest.param('{"a": ' + "9" * 5000 + "}", Code.NUMBER_TOO_LONG, (1, 7), "/a", ["4300"], id="an-endless-integer"),
        pytest.param('{"a": [0, 1e999999999]}', Code.NUMBER_TOO_LONG, (1, 11), "/a/1", ["1e999999999"], id="an-endless-exponent"),
        pytest.param("[" * 100_000, Code.DOCUMENT_TOO_DEEP, (1, 501), "", ["500"], id="beyond-what-the-parser-can-follow"),
        pytest.param("[" * 501 + "]" * 501, Code.DOCUMENT_TOO_DEEP, (1, 501), "", ["500"], id="one-level-too-deep"),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, code: Code, place: tuple[int, int], pointer: str, words: list[str]) -> None:
    problem = problem_of(text)
    assert problem.code == code
    assert problem.where is not None
    assert (problem.where.file, problem.where.line, problem.where.column) == ("spec.json", *place)
    assert problem.where.pointer == pointer
    assert all(word in problem.message for word in words)


def test_the_deepest_document_that_is_allowed_is_read() -> None:
    assert tree_of("[" * 500 + "]" * 500)


def test_half_a_surrogate_pair_becomes_the_replacement_character() -> None:
    text = '{"a": "x\\ud800y", "b\\udc00": ["\\ud83c\\udf72", "\\\\ud800"]}'
    tree, replaced = parse_json(text, shown_as="", limits=Limits())
    assert tree == {"a": "x\ufffdy", "b\ufffd": ["\U0001f372", "\\ud800"]}
    assert replaced


def test_whole_surrogate_pairs_are_one_character_and_nothing_is_replaced() -> None:
    assert parse_json('["\\ud83c\\udf72"]', shown_as="", limits=Limits()) == (["\U0001f372"], False)


def test_tabs_are_white_space() -> None:
    assert tree_of('{\n\t"a":\t[\t1\t]\n}') == {"a": [1]}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=15,
)


@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=4), st.booleans())
def test_what_is_written_is_read_back(tree: dict[str, Any], ascii_only: bool) -> None:
    assert tree_of(json.dumps(tree, ensure_ascii=ascii_only)) == tree


@given(st.from_regex(r"\A-?(0|[1-9][0-9]{0,25})\.[0-9]{1,25}([eE][-+]?[0-9]{1,3})?\Z"))
def test_a_fraction_is_the_number_that_is_written(text: str) -> None:
    number = exact_fraction(text)
    assert Decimal(text) == (number if isinstance(number, Decimal) else Decimal(repr(number)))


# -- at once, from the bytes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": 1, "a": 2}', id="a-key-twice"),
        pytest.param('{"a": {"b": [{"c": {"d": {"e": 1, "e": 1}}}]}}', id="a-key-twice-deep-inside"),
        pytest.param('{"a": 1, "\\u0061": 2}', id="a-key-twice-in-two-spellings"),
        pytest.param('{"": 0, "": 0}', id="an-empty-key-twice"),
        pytest.param('{"a\\u0022": 1, "a": "\\"", "a": 2}', id="a-quotation-mark-spelled-otherwise"),
        pytest.param('["\\ud800"]', id="half-of-a-pair"),
        pytest.param("[NaN]", id="not-a-number"),
        pytest.param("[1,]", id="no-json"),
        pytest.param(f"[{'1' * 5000}]", id="a-long-number"),
        pytest.param("[1e999999]", id="a-number-that-is-long-when-written-out"),
        pytest.param('{"a":' * 5 + "[1]" + "}" * 5, id="deeper-than-the-limit"),
        pytest.param("[" * 60_000 + "]" * 60_000, id="deeper-than-anybody-reads"),
    ],
)
def test_what_may_be_wrong_is_not_read_at_once(text):
    assert read_at_once(text.encode(), Limits(nesting=5)) is None


@pytest.mark.parametrize("data", [b'["\xff"]', b'["\xed\xa0\x80"]', b"\xef\xbb\xbf[]", '{"a": 1}'.encode("utf-16")])
def test_what_is_not_utf_8_without_a_mark_is_not_read_at_once(data):
    assert read_at_once(data, Limits()) is None


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": [{"c": [1]}]}}',
        '{"a": "\\"b\\": 1, {", "c\\"": ["\\\\", ":"], "d": {}}',
        '{"a": [1.10, 1e5, -0, -0.0, 123456789012345678901234567890, 0.1, 1E+2]}',
        '["\\ud83c\\udf72", "\U0001f372", "\\u0000", "\\/"]',
    ],
)
def test_what_is_plainly_good_is_read_at_once_and_alike(text):
    found = read_at_once(text.encode(), Limits(nesting=6))
    assert repr(found) == repr(parse_json(text, shown_as="", limits=Limits())[0])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=20,
    ),
    st.sampled_from([None, 0, 2]),
)
def test_both_ways_of_reading_agree(tree, indent):
    text = json.dumps([tree], indent=indent, ensure_ascii=False)
    read = read_at_once(text.encode(), Limits())
    assert repr(read) == repr(parse_json(text, shown_as="", limits=Limits())[0])
