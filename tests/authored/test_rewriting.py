"""A person's file after an edit: every line that was not edited is the line it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.authored.nodes import parse
from connectors.authored.rewriting import rewritten

PLAIN = "# about\nschema_version: 1\nconnector: shop\n\noperations:\n  # the list\n  GET /a: {curated: true}   # why\n"
WIDE = """\
connector: shop
operations:
    GET /a:
        summary: >
            Two
            lines.
        curated:   true
selectors:
- {path: '/**', set: {drop:  false}}
"""
FLOW = "{connector: shop, operations: { GET /a : {curated: true} }}\n"
LONG = f"connector: shop\nnotices:\n  - \"{'word ' * 60}\"\n  -   'single'\noperations: {{}}\n"


def add(document):
    if document.get("operations") is None:
        document["operations"] = {}
    document["operations"]["POST /b"] = {"curated": True}


@pytest.mark.parametrize("text", [
    pytest.param(PLAIN, id="comments-and-blank-lines"),
    pytest.param(WIDE, id="another-indentation-folded-text-and-odd-spaces"),
    pytest.param(LONG, id="long-lines-and-quotes"),
    pytest.param("connector: shop\noperations:\n", id="a-section-without-anything"),
    pytest.param("connector: shop", id="no-last-line-end"),
    pytest.param("a: &x {k: 1}\nconnector: shop\nb: *x\n", id="anchors"),
    pytest.param("---\nconnector: shop\n...\n", id="marks-of-a-document"),
])  # fmt: skip
def test_lines_that_were_not_edited_stay(text):
    found = rewritten(text, add)
    kept = [line for line in text.splitlines() if line not in ("operations:", "operations: {}")]
    assert [line for line in found.splitlines() if line in kept] == kept
    assert "POST /b" in found
    assert parse(found.encode(), "overlay.yaml") is not None


def test_nothing_done_changes_nothing():
    for text in (PLAIN, WIDE, LONG):
        assert rewritten(text, lambda document: None) == text


def test_a_file_in_one_line_is_edited_as_well():
    assert "POST /b" in rewritten(FLOW, add)


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_the_mark_at_the_start_are_kept(ends, mark):
    found = rewritten(mark + PLAIN.replace("\n", ends), add)
    assert found.startswith(mark + "# about")
    assert found.count("\n") == found.count(ends)
    assert mark or not found.startswith("\ufeff")


COMMENTS = st.sampled_from(["", "  # a word", "   #two"])
SPACES = st.sampled_from(["", " ", "   "])


@given(
    st.lists(
        st.tuples(COMMENTS, SPACES, st.sampled_from(["1", "'x'", '"y"', "[1,2]", "{a:  b}", "null", "text here"])),
        min_size=1,
        max_size=8,
    )
)
def test_any_layout_keeps_its_lines(rows):
    lines = [f"k{index}: {space}{value}{comment}" for index, (comment, space, value) in enumerate(rows)]
    text = "".join(line + "\n" for line in lines)
    found = rewritten(text, add)
    assert found.splitlines()[: len(lines)] == lines
