"""A vendor's prose is data: nothing in it acts on a reader, a terminal or a model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.description.prose import clean, is_hidden
from support import EVERY, derived, notes


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        pytest.param("plain text", "plain text", id="plain-text-stays"),
        pytest.param("Größe — 大きさ 👍", "Größe — 大きさ 👍", id="so-do-letters-of-any-language"),
        pytest.param("a\n\tb", "a\n\tb", id="so-do-lines-and-tabs"),
        pytest.param("a\r\nb\rc", "a\nb\nc", id="line-ends-are-line-feeds"),
        pytest.param("  a\n ", "a", id="white-space-at-the-ends-goes"),
        pytest.param("a\x1b[31mb", "a[31mb", id="terminal-escapes-go"),
        pytest.param("a\x00b\x7fc\x9bd", "abcd", id="control-characters-go"),
        pytest.param("a\u202eb\u2066c", "abc", id="bidirectional-overrides-go"),
        pytest.param("a\u200bb\u2060c\ufeffd", "abcd", id="zero-width-characters-go"),
        pytest.param("a\U000e0049b", "ab", id="invisible-tags-go"),
        pytest.param("a\u2028b", "ab", id="line-separators-go"),
        pytest.param("a\ud800b", "ab", id="halves-of-surrogate-pairs-go"),
        pytest.param("\u0645\u200c\u0646", "\u0645\u200c\u0646", id="joiners-that-scripts-need-stay"),
    ],
)
def test_what_a_reader_cannot_see_is_removed(text, cleaned):
    assert clean(text) == cleaned


@given(st.text())
def test_cleaning_twice_is_cleaning_once_and_leaves_nothing_hidden(text):
    once = clean(text)
    assert clean(once) == once
    assert not is_hidden(once)


@pytest.mark.parametrize("version", EVERY)
def test_what_was_removed_is_noted(version):
    found = derived(version, "paths: {/x: {get: {summary: \"a\\u202eb\", responses: {'200': {description: d}}}}}")
    assert found.operations[0].summary == "ab"
    assert notes(found) == [("noted", "text-cleaned", "/paths/~1x/get/summary")]


@pytest.mark.parametrize("version", EVERY)
def test_a_facts_only_package_holds_no_sentence_of_the_vendors(version):
    text = """
    paths:
      /x:
        get:
          operationId: kept
          tags: [kept]
          summary: SENTENCE
          description: SENTENCE
          externalDocs: {url: u, description: SENTENCE}
          parameters: [{name: q, in: query, description: SENTENCE, PLACE}]
          responses: {'200': {description: SENTENCE}}
    tags: [{name: kept, description: SENTENCE}]
    """
    place = (
        "type: string, enum: [kept]"
        if version == EVERY[0]
        else "example: SENTENCE, schema: {type: string, example: SENTENCE, enum: [kept]}"
    )
    found = derived(version, text.replace("PLACE", place), prose=False)
    shown = str(found)
    assert "SENTENCE" not in shown
    assert "Sample" not in shown
    assert shown.count("kept") >= 3
