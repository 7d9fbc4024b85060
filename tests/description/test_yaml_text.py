"""YAML is read by the core schema of YAML 1.2, with texts as keys; what has no place in JSON is refused."""

import sys
from decimal import Decimal
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from connectors.description.tree import Json
from connectors.description.yaml_text import parse_yaml
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, Problem


def tree_of(text: str) -> Any:
    return parse_yaml(text, shown_as="spec.yaml", limits=Limits())


def problem_of(text: str, limits: Limits = Limits()) -> Problem:  # noqa: B008
    with pytest.raises(DescriptionError) as refused:
        parse_yaml(text, shown_as="spec.yaml", limits=limits)
    (problem,) = refused.value.problems
    return problem


@pytest.mark.parametrize(
    ("spelled", "value"),
    [
        *(pytest.param(word, None, id=f"null-{word or 'left-out'}") for word in ("", "~", "null", "Null", "NULL")),
        *(pytest.param(word, True, id=f"boolean-{word}") for word in ("true", "True", "TRUE")),
        *(pytest.param(word, False, id=f"boolean-{word}") for word in ("false", "False", "FALSE")),
        *(pytest.param(word, word, id=f"text-{word}") for word in ("on", "off", "yes", "no", "NO", "y", "tRUE", "nULL")),
        pytest.param("0", 0, id="zero"),
        pytest.param("-12", -12, id="an-integer"),
        pytest.param("+12", 12, id="an-integer-with-plus"),
        pytest.param("9007199254740993", 9007199254740993, id="a-large-integer"),
        pytest.param("0o17", 15, id="octal-of-1.2"),
        pytest.param("0x1F", 31, id="hexadecimal"),
        pytest.param("0755", "0755", id="a-leading-zero-is-a-code"),
        pytest.param("-007", "-007", id="a-leading-zero-with-a-sign-too"),
        pytest.param("01.5", "01.5", id="a-leading-zero-before-a-point-too"),
        pytest.param("0.5", 0.5, id="a-fraction"),
        pytest.param(".5", 0.5, id="a-fraction-without-its-zero"),
        pytest.param("5.", 5.0, id="a-fraction-without-digits"),
        pytest.param("1e3", 1000.0, id="an-exponent-needs-no-point"),
        pytest.param("1.5E-3", 0.0015, id="an-exponent-with-a-sign"),
        pytest.param("0.12345678901234567890", Decimal("0.12345678901234567890"), id="more-digits-than-a-float"),
        pytest.param(".inf", ".inf", id="no-end-stays-text"),
        pytest.param(".NaN", ".NaN", id="no-number-stays-text"),
        pytest.param("1_000", "1_000", id="underscores-are-text"),
        pytest.param("0b11", "0b11", id="binary-is-text"),
        pytest.param("12:30:45", "12:30:45", id="a-time-is-text"),
        pytest.param("2023-05-06", "2023-05-06", id="a-date-is-text"),
        pytest.param("2023-05-06T10:00:00Z", "2023-05-06T10:00:00Z", id="a-moment-is-text"),
        pytest.param("1.2.3", "1.2.3", id="a-version-is-text"),
        pytest.param("\u0663", "\u0663", id="digits-of-other-scripts-are-text"),
        pytest.param("=", "=", id="an-equals-sign-is-text"),
        pytest.param("'1'", "1", id="quotes-make-text"),
        pytest.param('"null"', "null", id="quotes-make-text-of-words"),
        pytest.param("|\n  1\n", "1\n", id="a-block-is-text"),
        pytest.param("!!str 12", "12", id="a-tag-makes-text"),
        pytest.param("! 12", "12", id="the-bare-tag-makes-text"),
        pytest.param("!!int '12'", 12, id="a-tag-makes-an-integer"),
        pytest.param("!!int 0755", 755, id="a-tag-makes-an-integer-of-a-code"),
        pytest.param("!!float 1", 1.0, id="a-tag-makes-a-fraction"),
        pytest.param("!!bool 'true'", True, id="a-tag-makes-a-boolean"),
        pytest.param("!!null ''", None, id="a-tag-makes-null"),
        pytest.param("!!map {}", {}, id="the-tag-of-a-mapping"),
        pytest.param("!!seq []", [], id="the-tag-of-a-list"),
    ],
)
def test_a_scalar_is_what_the_core_schema_says(spelled: str, value: Json) -> None:
    found = tree_of(f"a: {spelled}")["a"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("spelled", "key"),
    [
        pytest.param("200", "200", id="a-number"),
        pytest.param("on", "on", id="a-switch"),
        pytest.param("true", "true", id="a-boolean"),
        pytest.param("~", "~", id="null"),
        pytest.param("1e3", "1e3", id="an-exponent"),
        pytest.param("0755", "0755", id="a-leading-zero"),
        pytest.param("2023-05-06", "2023-05-06", id="a-date"),
        pytest.param("''", "", id="the-empty-text"),
        pytest.param("!!int 5", "5", id="a-tag"),
        pytest.param("? 5\n", "5", id="an-explicit-key"),
        pytest.param('"<<"', "<<", id="the-merge-sign-in-quotes"),
    ],
)
def test_a_key_is_the_text_that_is_written(spelled: str, key: str) -> None:
    assert tree_of(f"{spelled}: 1") == {key: 1}


@pytest.mark.parametrize(
    ("text", "member", "value"),
    [
        pytest.param("a: &a {x: 1, y: 1}\nm: {<<: *a}", "m", {"x": 1, "y": 1}, id="a-mapping"),
        pytest.param("a: &a {x: 1, y: 1}\nm: {<<: *a, x: 2}", "m", {"x": 2, "y": 1}, id="a-key-after-it-wins"),
        pytest.param("a: &a {x: 1, y: 1}\nm: {x: 2, <<: *a}", "m", {"x": 2, "y": 1}, id="a-key-before-it-wins"),
        pytest.param(
            "a: &a {x: 1}\nb: &b {x: 2, y: 2}\nm: {<<: [*a, *b, {z: 3}]}",
            "m",
            {"x": 1, "y": 2, "z": 3},
            id="the-earlier-of-several-wins",
        ),
        pytest.param("a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nm: {<<: *b}", "m", {"x": 1, "y": 2}, id="a-merge-of-a-merge"),
        pytest.param("m: {<<: []}", "m", {}, id="a-merge-of-nothing"),
    ],
)
def test_merge_keys_are_applied(text: str, member: str, value: Json) -> None:
    assert tree_of(text)[member] == value


def test_aliases_share_one_value() -> None:
    tree = tree_of("a: &a [1]\nb: *a\nk: &k name\n*k : 2")
    assert tree == {"a": [1], "b": [1], "k": "name", "name": 2}
    assert tree["a"] is tree["b"]


@pytest.mark.parametrize(
    ("text", "code", "place", "pointer", "words"),
    [
        pytest.param(
            "/a:\n  get: 1\n  get: 2", Code.DUPLICATE_KEY, (3, 3), "/~1a/get", ["`/a`", "`get` twice", "line 3"], id="twice"
        ),
        pytest.param("200: a\n'200': b", Code.DUPLICATE_KEY, (2, 1), "/200", ["twice"], id="twice-in-two-spellings"),
        pytest.param("a:\n- {b: 1}\n- {c: 1, c: 2}", Code.DUPLICATE_KEY, (3, 10), "/a/1/c", ["item 1"], id="twice-inside-a-list"),
        pytest.param("a: {<<: {}, <<: {}}", Code.DUPLICATE_KEY, (1, 13), "/a/<<", ["twice"], id="two-merges"),
        pytest.param("[a, b]: 1", Code.YAML_KEY, (1, 1), "", ["list"], id="a-list-as-key"),
        pytest.param("x: {{name}: 1}", Code.YAML_KEY, (1, 5), "/x", ["mapping"], id="a-mapping-as-key"),
        pytest.param("a: &a [1]\n*a : 1", Code.YAML_KEY, (2, 1), "", ["alias"], id="an-alias-of-a-list-as-key"),
        pytest.param("a: {<<: 1}", Code.YAML_MERGE, (1, 5), "/a/<<", ["`<<`", "`1`"], id="a-merge-of-a-scalar"),
        pytest.param("a: {<<: [{}, []]}", Code.YAML_MERGE, (1, 5), "/a/<<", ["a list"], id="a-merge-of-lists"),
        pytest.param("a:\n  <<:\n", Code.YAML_MERGE, (2, 3), "/a/<<", ["nothing"], id="a-merge-left-empty"),
        pytest.param("a: [0, &a [*a]]", Code.YAML_ALIASES, (1, 12), "/a/1/0", ["alias `*a`", "inside"], id="an-alias-of-itself"),
        pytest.param("a: *b", Code.YAML_ALIASES, (1, 4), "/a", ["alias `*b`"], id="an-alias-of-nothing"),
        pytest.param("a: !!python/name:os.system x", Code.YAML_TAG, (1, 4), "/a", ["tag", "!!python", "line 1"], id="an-object"),
        pytest.param("- !!binary aGk=", Code.YAML_TAG, (1, 3), "/0", ["`!!binary`"], id="bytes"),
        pytest.param("a: !!set {x}", Code.YAML_TAG, (1, 4), "/a", ["`!!set`"], id="a-set"),
        pytest.param("!local a: 1", Code.YAML_TAG, (1, 1), "/a", ["`!local`"], id="a-tag-on-a-key"),
        pytest.param("a: !!int x", Code.YAML_TAG, (1, 4), "/a", ["`!!int`", "`x`"], id="a-tag-that-does-not-fit"),
        pytest.param("a: !!bool yes", Code.YAML_TAG, (1, 4), "/a", ["`yes`"], id="a-boolean-of-1.1"),
        pytest.param("a: !!map []", Code.YAML_TAG, (1, 4), "/a", ["a list"], id="a-list-tagged-as-mapping"),
        pytest.param("a: !!float .inf", Code.YAML_TAG, (1, 4), "/a", ["`.inf`"], id="no-end-by-force"),
        pytest.param("a: 1\n---\nb: 2", Code.YAML_SEVERAL_DOCUMENTS, (2, 1), "", ["line 2"], id="two-documents"),
        pytest.param("a:\n  b:\n\tc: 1", Code.YAML_TAB, (3, 1), "/a", ["tab", "line 3"], id="a-tab-as-indentation"),
        pytest.param("a:\n  b: 1\n  \tc: 1", Code.YAML_TAB, (3, 3), "/a", ["tab", "line 3"], id="a-tab-after-spaces"),
        pytest.param("a: x\ny: \x07", Code.YAML_SYNTAX, (2, 4), "", ["U+0007"], id="a-control-character"),
        pytest.param("a: b: c", Code.YAML_SYNTAX, (1, 5), "", ["line 1"], id="a-colon-too-many"),
        pytest.param("a: @b", Code.YAML_SYNTAX, (1, 4), "", ["line 1"], id="a-reserved-sign"),
        pytest.param("a: [1, 2\nb: 3", Code.YAML_SYNTAX, (2, 2), "/a", ["line 2"], id="an-open-bracket"),
        pytest.param("a: 'x" + "\n" * 2000 + "'", Code.YAML_SYNTAX, (2, 1), "", ["blank lines"], id="endless-blank-lines"),
        pytest.param("a: " + "9" * 5000, Code.NUMBER_TOO_LONG, (1, 4), "/a", ["4300"], id="an-endless-integer"),
        pytest.param("a: 0x" + "f" * 5000, Code.NUMBER_TOO_LONG, (1, 4), "/a", ["4300"], id="an-endless-hexadecimal"),
        pytest.param("- " * 501 + "x", Code.DOCUMENT_TOO_DEEP, (1, 1001), "", ["500"], id="too-deep"),
        pytest.param("a: " + "[" * 100_000, Code.DOCUMENT_TOO_DEEP, None, "", ["500"], id="far-too-deep"),
    ],
)
def test_a_fault_is_told_with_its_place(
    text: str, code: Code, place: tuple[int, int] | None, pointer: str, words: list[str]
) -> None:
    problem = problem_of(text)
    assert problem.code == code, problem.message
    assert problem.where is not None
    assert problem.where.file == "spec.yaml"
    if place is not None:
        assert (problem.where.line, problem.where.column) == place
    assert problem.where.pointer == pointer
    assert all(word in problem.message for word in words), problem.message


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("---\na: 1\n...\n# end\n", id="marks-at-both-ends"),
        pytest.param("%YAML 1.1\n---\na: 1\n", id="a-directive"),
        pytest.param("a: 1\r\n", id="windows-line-ends"),
        pytest.param("{a: 1,}", id="flow-style"),
        pytest.param("a:\t1\n", id="a-tab-between-key-and-value"),
    ],
)
def test_one_document_is_read_however_it_is_framed(text: str) -> None:
    assert tree_of(text) == {"a": 1}


def test_a_line_separator_is_a_character_like_others() -> None:
    assert tree_of("a: |\n  x\u2028y\n\u2029b: c\x85d\ne: plain\u2028text\n") == {
        "a": "x\u2028y\n",
        "\u2029b": "c\x85d",
        "e": "plain\u2028text",
    }


def levels(width: int, count: int) -> str:
    lines = ["a0: &a0 [" + ", ".join(["v"] * width) + "]"]
    lines += [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * width) + "]" for n in range(1, count)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(levels(10, 9), id="aliases-of-aliases"),
        pytest.param(f"a: &a {'x' * 300_000}\nb: [{'*a, ' * 3000}]", id="many-aliases-of-one-long-text"),
        pytest.param(
            "a0: &a0 {x: 1}\n" + "\n".join(f"a{n}: &a{n} {{<<: *a{n - 1}, k{n}: 1}}" for n in range(1, 5000)), id="merges-of-merges"
        ),
    ],
)
def test_aliases_have_a_budget(text: str) -> None:
    problem = problem_of(text, Limits(alias_nodes=1_000_000))
    assert problem.code == Code.YAML_ALIASES
    assert "alias" in problem.message
    assert "--max-alias-nodes" in problem.remedy


@pytest.mark.parametrize(("nodes", "fits"), [(7, True), (6, False)])
def test_the_budget_counts_every_node_an_alias_stands_for(nodes: int, fits: bool) -> None:
    # The alias stands for the mapping, the list in it, its two items, and the scalars at `x` and `y`; and 16 characters count as one.
    text = "a: &a {k: [1, 2], x: 1, y: 2}\nb: *a"
    if fits:
        assert parse_yaml(text, shown_as="", limits=Limits(alias_nodes=nodes))
    else:
        assert problem_of(text, Limits(alias_nodes=nodes)).code == Code.YAML_ALIASES


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        pytest.param("a: &a [[1]]\nb: [*a]", 4, id="an-alias-adds-its-own-levels"),
        pytest.param("a: &a {x: 1}\nb: {<<: *a}", 2, id="a-merge-adds-none"),
        pytest.param("a: &a [[[1]]]\nb: {<<: {k: *a}}", 6, id="below-a-merge-in-place-they-count"),
    ],
)
def test_the_nesting_limit_sees_through_aliases(text: str, depth: int) -> None:
    assert parse_yaml(text, shown_as="", limits=Limits(nesting=depth))
    assert problem_of(text, Limits(nesting=depth - 1)).code == Code.DOCUMENT_TOO_DEEP


def test_without_the_compiled_parser_the_run_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml.cyaml", None)
    problem = problem_of("a: 1")
    assert problem.code == Code.YAML_LIBRARY
    assert problem.remedy.startswith("install")


TEXTS = st.text(max_size=8)
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=15,
)


@given(TREES, st.booleans(), st.booleans())
def test_what_is_written_is_read_back(tree: Any, flow: bool, unicode: bool) -> None:
    # In double quotes throughout, so that every scalar carries its tag: the writer follows YAML 1.1.
    written = yaml.safe_dump(tree, default_style='"', default_flow_style=flow, allow_unicode=unicode, sort_keys=False)
    assert tree_of(written) == tree


@given(
    st.dictionaries(st.from_regex(r"\A[a-z]{1,6}\Z"), st.lists(st.integers() | st.booleans() | st.none(), max_size=4), max_size=4)
)
def test_what_is_written_plainly_is_read_back(tree: dict[str, Any]) -> None:
    assert (tree_of("a: 0\nt: " + yaml.safe_dump(tree, default_flow_style=True))["t"]) == tree


def test_keys_that_are_spelled_alike_are_one_text():
    tree = parse_yaml("one: {name: 1}\ntwo: {name: 2}\n", shown_as="a.yaml", limits=Limits())
    (first,), (second,) = tree["one"], tree["two"]
    assert first is second


@pytest.mark.parametrize("before", [0, 1, 498, 499, 500, 501, 999, 1000])
@pytest.mark.parametrize("line", ["\n", "  \n"])
def test_a_thousand_blank_lines_are_read_and_one_more_is_refused_wherever_they_begin(before: int, line: str) -> None:
    opening = "#" + "x" * before
    assert parse_yaml(f"{opening}\n{line * 999}a: 1\n", shown_as="", limits=Limits()) == {"a": 1}
    problem = problem_of(f"{opening}\n{line * 1000}a: 1\n", Limits())
    assert (problem.code, problem.where.line) == (Code.YAML_SYNTAX, 2)
