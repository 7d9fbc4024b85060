"""A pointer leads to the place where a person would look."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from connectors.description.locate import locate, locate_many
from connectors.description.tree import Syntax
from connectors.pointer import join

JSON = """{
  "openapi": "3.0.3",
  "paths": {
    "/a~b/{id}": {"get": {"tags": ["x", {"y": 1}]}},
    "\\u00e9\\ud800": [[], [10, 20]]
  }, "last": null
}
"""
YAML = """\
openapi: 3.0.3
shared: &shared
  "401": {description: who}
  list: [a, &item {deep: 1}]
paths:
  /a~b/{id}:
    get:
      <<: *shared
      own: 1
    put:
      <<: [{first: 1}, *shared]
      list: [own]
    post: *shared
  on:
  - - 1
    - *item
last: ~
"""


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        pytest.param("", (1, 1), id="the-document"),
        pytest.param("/openapi", (2, 3), id="a-member-is-where-its-key-is"),
        pytest.param("/paths/~1a~0b~1{id}", (4, 5), id="escapes"),
        pytest.param("/paths/~1a~0b~1{id}/get", (4, 19), id="on-one-line"),
        pytest.param("/paths/~1a~0b~1{id}/get/tags/0", (4, 36), id="an-item-is-where-it-begins"),
        pytest.param("/paths/~1a~0b~1{id}/get/tags/1/y", (4, 42), id="a-member-of-an-item"),
        pytest.param("/paths/\u00e9\ufffd/1/1", (5, 31), id="a-key-with-escapes-and-half-a-pair"),
        pytest.param("/last", (6, 6), id="after-a-nested-value"),
        pytest.param("/absent", None, id="no-such-member"),
        pytest.param("/paths/\u00e9\ufffd/2", None, id="no-such-item"),
        pytest.param("/paths/\u00e9\ufffd/01", None, id="no-index"),
        pytest.param("/openapi/0", None, id="below-a-scalar"),
        pytest.param("openapi", None, id="no-pointer"),
    ],
)
def test_places_in_json(pointer: str, place: tuple[int, int] | None) -> None:
    assert locate(JSON, Syntax.JSON, pointer) == place


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        pytest.param("", (1, 1), id="the-document"),
        pytest.param("/paths/~1a~0b~1{id}/get/own", (9, 7), id="a-member-is-where-its-key-is"),
        pytest.param("/paths/on/0/0", (15, 7), id="an-item-is-where-it-begins"),
        pytest.param("/paths/on/0/1", (16, 7), id="an-aliased-item-is-where-the-alias-is"),
        pytest.param("/paths/on/0/1/deep", (4, 20), id="what-is-below-an-alias-is-below-the-anchor"),
        pytest.param("/paths/~1a~0b~1{id}/post/401/description", (3, 11), id="through-an-alias"),
        pytest.param("/paths/~1a~0b~1{id}/get/401", (3, 3), id="through-a-merge"),
        pytest.param("/paths/~1a~0b~1{id}/get/list/1/deep", (4, 20), id="below-a-merge"),
        pytest.param("/paths/~1a~0b~1{id}/put/first", (11, 13), id="through-a-merge-in-place"),
        pytest.param("/paths/~1a~0b~1{id}/put/401", (3, 3), id="through-a-list-of-merges"),
        pytest.param("/paths/~1a~0b~1{id}/put/list/0", (12, 14), id="an-own-key-before-a-merged-one"),
        pytest.param("/paths/~1a~0b~1{id}/get/<<", None, id="a-merge-is-no-member"),
        pytest.param("/last", (17, 1), id="the-last"),
        pytest.param("/last/0", None, id="below-a-scalar"),
        pytest.param("/absent", None, id="no-such-member"),
    ],
)
def test_places_in_yaml(pointer: str, place: tuple[int, int] | None) -> None:
    assert locate(YAML, Syntax.YAML, pointer) == place


@pytest.mark.parametrize("syntax", list(Syntax))
@pytest.mark.parametrize("text", ["", "[", '{"a', '{"a": {"b"', "a: [", "&a [*b", '{"a" 1, "b": 2}', "\x00"])
def test_a_text_with_a_fault_gives_what_comes_before_it(syntax: Syntax, text: str) -> None:
    assert locate_many(text, syntax, ["", "/a/b/c", "/b"])[""] == (1, 1)


def test_line_separators_end_no_line_in_either_syntax() -> None:
    assert locate("a: x\u2028y\nb\u2028: 1\n", Syntax.YAML, "/b\u2028") == (2, 1)
    assert locate('{"a": "x\u2028y",\n"b": 1}', Syntax.JSON, "/b") == (2, 1)


TEXTS = st.text(max_size=5)
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=15,
)
DOCUMENTS = st.dictionaries(TEXTS, TREES, max_size=4) | st.lists(TREES, max_size=4)


def nodes(tree: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Each node below the document, with its path."""
    members: Any = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in members:
        yield (*path, key), value
        yield from nodes(value, (*path, key))


@given(DOCUMENTS, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_every_node_of_a_json_document_is_found(tree: Any, indent: int | str | None, ascii_only: bool) -> None:
    text = json.dumps(tree, indent=indent, ensure_ascii=ascii_only)
    lines = text.split("\n")
    every = {join(path): (path, value) for path, value in nodes(tree)}
    places = locate_many(text, Syntax.JSON, list(every))
    assert places.keys() == every.keys()
    for pointer, (path, value) in every.items():
        line, column = places[pointer]
        start = path[-1] if isinstance(path[-1], str) else value if not isinstance(value, dict | list) else None
        shown = (
            json.dumps(start, ensure_ascii=ascii_only)
            if start is not None or value is None
            else "["
            if isinstance(value, list)
            else "{"
        )
        assert lines[line - 1][column - 1 :].startswith(shown)


@given(DOCUMENTS, st.booleans())
def test_places_in_yaml_are_those_of_the_library(tree: Any, flow: bool) -> None:
    text = yaml.safe_dump(tree, default_style='"', default_flow_style=flow, sort_keys=False)
    expected: dict[str, tuple[int, int]] = {}

    def walk(node: yaml.Node, path: tuple[str | int, ...]) -> None:
        pairs: list[Any] = []
        if isinstance(node, yaml.MappingNode):
            pairs = [(key.value, key, value) for key, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            pairs = [(index, value, value) for index, value in enumerate(node.value)]
        for token, at, value in pairs:
            expected[join((*path, token))] = (at.start_mark.line + 1, at.start_mark.column + 1)
            walk(value, (*path, token))

    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert root is not None
    walk(root, ())
    assert locate_many(text, Syntax.YAML, list(expected)) == expected
