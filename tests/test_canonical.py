import json
from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors import canonical

NUMBERS = st.one_of(st.integers(-(10**40), 10**40), st.floats(allow_nan=False, allow_infinity=False))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_encoded_is_canonical_and_reads_back(value):
    data = canonical.encode(value)
    assert canonical.is_canonical(data)
    assert json.loads(data) == value
    assert data.endswith(b"\n")
    assert not data.endswith(b"\n\n")


@given(VALUES)
def test_raw_text_inside_a_document_is_canonical(value):
    assert canonical.is_canonical(canonical.encode({"schema": canonical.raw(value)}))
    assert canonical.compact(canonical.encode([canonical.raw(value)])) == b"[" + bytes(canonical.raw(value)) + b"]"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(10**30, "1" + "0" * 30, id="an-integer-of-any-size"),
        pytest.param(Decimal("1.10000000000000000000001"), "1.10000000000000000000001", id="a-fraction-no-float-holds"),
        pytest.param(Decimal("1e400"), "1E+400", id="a-number-beyond-the-floats"),
        pytest.param(Decimal("1.10"), "1.10", id="a-trailing-zero-is-a-digit"),
        pytest.param(1.5, "1.5", id="a-float"),
        pytest.param({"b": 1, "a": "é/"}, '{"b":1,"a":"é/"}', id="keys-keep-their-order-and-text-is-not-escaped"),
    ],
)
def test_a_value_has_one_spelling(value, text):
    assert bytes(canonical.raw(value)).decode() == text
    assert canonical.is_canonical(canonical.encode([canonical.raw(value)]))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": 1, "a": 1}', id="duplicate-key"),
        pytest.param('{\n  "a": 1,\n  "a": 1\n}\n', id="duplicate-key-well-laid-out"),
        pytest.param("[\n  1e3\n]\n", id="respelt-number"),
        pytest.param("[\n  -0\n]\n", id="minus-zero"),
        pytest.param('[\n  "\\u00e9"\n]\n', id="needless-escape"),
        pytest.param('[\n  "\\/"\n]\n', id="escaped-slash"),
        pytest.param('{"a": 1}\n', id="other-white-space"),
        pytest.param('{\r\n  "a": 1\r\n}\r\n', id="carriage-returns"),
        pytest.param('{\n  "a": 1\n}', id="no-final-newline"),
        pytest.param('\ufeff{\n  "a": 1\n}\n', id="byte-order-mark"),
        pytest.param("[" * 100_000, id="too-deep"),
        pytest.param("[\n  1e99999999999999999999\n]\n", id="an-exponent-of-nowhere"),
        pytest.param("[\n  " + "1" * 5000 + "\n]\n", id="an-integer-too-long-to-read"),
        pytest.param("nonsense", id="no-json"),
    ],
)
def test_another_spelling_is_refused(text):
    assert not canonical.is_canonical(text.encode())


def test_keys_of_a_map_are_sorted_and_those_of_a_schema_are_not():
    class Document(msgspec.Struct):
        map: dict[str, int]
        schema: msgspec.Raw

    text = canonical.compact_value(Document({"b": 1, "a": 2}, canonical.raw({"b": 1, "a": 2})))
    assert text == b'{"map":{"a":2,"b":1},"schema":{"b":1,"a":2}}'


def test_an_address_is_the_prefixed_digest():
    assert canonical.address(b"") == "sha256:" + canonical.digest(b"")
    assert canonical.digest(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(
    "text", ["1.10", "0.10", "100.00", "-2.50", "1.0", "0.1", "0.00001", "0.0000001", "1e3", "1E-7", "1e400", "10000000000000000.0"]
)
def test_a_number_that_was_read_is_spelled_and_read_again_alike(text):
    once = canonical.raw(canonical.number(text))
    assert canonical.raw(canonical.number(bytes(once).decode())) == once
    if "e" not in text.lower() and text != "0.0000001":
        assert bytes(once).decode() == text
