"""Where the keys of a TOML text stand: every node that `tomllib` finds has a place, and the place is that of its key."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.pointer import join
from connectors.toml_places import toml_places

TEXT = """\
# a comment, [no table]
title = "a [b] # c"
a.b."c.d" = 1
list = [1, [2, 3], {x = 'y', "z" = 1.5}, # comment
  "]",
]

[validate]
severity = {paging-size = "note", answer-status = "off"}
text = \"\"\"
[no] = "table" \\\"\"\"
still""\"\"\"
raw = '''
''x'''
until = 2027-01-31

[[validate.ignore]] # first
code = "a"

[[validate.ignore]]
code = "b"
[validate.ignore.inner]
"ä" = true
"""
PLACES = {
    "/title": (2, 1),
    "/a": (3, 1),
    "/a/b/c.d": (3, 5),
    "/list/1/0": (4, 13),
    "/list/2": (4, 20),
    "/list/2/z": (4, 30),
    "/list/3": (5, 3),
    "/validate": (8, 1),
    "/validate/severity/answer-status": (9, 35),
    "/validate/raw": (13, 1),
    "/validate/until": (15, 1),
    "/validate/ignore": (17, 1),
    "/validate/ignore/0/code": (18, 1),
    "/validate/ignore/1": (20, 1),
    "/validate/ignore/1/inner/ä": (23, 1),
}


def nodes(value: object, at: tuple[str | int, ...] = ()) -> set[str]:
    """Pointers to everything below a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {join(at) for _ in [0] if at} | {pointer for key, item in items for pointer in nodes(item, (*at, key))}


@pytest.mark.parametrize("pointer", PLACES)
def test_a_place_is_that_of_the_key(pointer: str) -> None:
    assert toml_places(TEXT)[pointer] == PLACES[pointer]


def test_every_node_has_a_place_and_every_place_a_node() -> None:
    assert set(toml_places(TEXT)) == nodes(tomllib.loads(TEXT))


KEYS = st.sampled_from(["a", "b-c", '"x.y"', "'q\"'", "1"])
SCALARS = st.sampled_from(
    ["1", "1.5e3", "true", "2027-01-31", "2027-01-31 10:00:00", '"a\\"]}#"', "'#]'", '"""x\n#"""', "''' ]\n '''"]
)


def inline(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.dictionaries(KEYS, values, max_size=3)
    return st.one_of(
        st.lists(values, max_size=3).map(lambda items: "[ " + ",\n # c\n ".join(items) + ("," if items else "") + " ]"),
        pairs.map(lambda members: "{" + ", ".join(f"{key} = {value}" for key, value in members.items()) + "}"),
    )


VALUES = st.recursive(SCALARS, inline, max_leaves=6)
PAIRS = st.dictionaries(KEYS, VALUES, max_size=4).map(
    lambda members: "".join(f"  {key}= {text} # c\n" for key, text in members.items())
)
TABLES = st.lists(st.tuples(st.sampled_from(["t", "t.u", "v.w"]), PAIRS), max_size=4).map(
    lambda tables: "".join(
        f"[[{name}]]\n{body}\n" if name == "v.w" else f"[{name}{index}]\n{body}" for index, (name, body) in enumerate(tables)
    )
)


@given(PAIRS, TABLES)
def test_the_nodes_are_those_of_the_standard_library(pairs: str, tables: str) -> None:
    assert set(toml_places(pairs + tables)) == nodes(tomllib.loads(pairs + tables))
