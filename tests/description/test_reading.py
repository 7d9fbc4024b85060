"""One file becomes a document by what stands in it, or one clear refusal."""

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.description.reading import read_document
from connectors.description.tree import Json, Syntax
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, Problem


def problem_of(data: bytes, limits: Limits = Limits()) -> Problem:  # noqa: B008
    with pytest.raises(DescriptionError) as refused:
        read_document(data, shown_as="spec", limits=limits)
    (problem,) = refused.value.problems
    return problem


@pytest.mark.parametrize(
    ("data", "syntax", "tree"),
    [
        pytest.param(b'{"a": 1}', Syntax.JSON, {"a": 1}, id="a-brace-opens-json"),
        pytest.param(b" \r\n\t[1]", Syntax.JSON, [1], id="so-does-a-bracket-after-blanks"),
        pytest.param(b"a: 1", Syntax.YAML, {"a": 1}, id="anything-else-is-yaml"),
        pytest.param(b"# note\n{a: 1}", Syntax.YAML, {"a": 1}, id="a-comment-comes-first"),
        pytest.param(b"{a: 1, 'b': [x, y]}", Syntax.YAML, {"a": 1, "b": ["x", "y"]}, id="bare-keys-and-single-quotes"),
        pytest.param(b'{"a": 1, # note\n"b": 2}', Syntax.YAML, {"a": 1, "b": 2}, id="a-comment-between-members"),
        pytest.param(b'{"a": 1,}', Syntax.YAML, {"a": 1}, id="a-comma-before-the-end"),
        pytest.param(b'{"on": "\\u00e9\\ud83c\\udf72\\/"}', Syntax.JSON, {"on": "\u00e9\U0001f372/"}, id="escapes-that-yaml-lacks"),
        pytest.param(b'\xef\xbb\xbf{"a": 1}', Syntax.JSON, {"a": 1}, id="a-mark-hides-no-brace"),
        pytest.param(b"\xef\xbb\xbfa: 1", Syntax.YAML, {"a": 1}, id="a-mark-is-no-part-of-a-key"),
        pytest.param("a: \u00f6".encode("utf-16"), Syntax.YAML, {"a": "\u00f6"}, id="yaml-in-utf-16"),
        pytest.param('{\r\n"a":\r\n1}'.encode("utf-16-be"), Syntax.JSON, {"a": 1}, id="json-in-utf-16-without-a-mark"),
    ],
)
def test_the_content_decides_how_a_document_is_read(data: bytes, syntax: Syntax, tree: Json) -> None:
    document = read_document(data, name="part", shown_as="x.txt")
    assert (document.syntax, document.tree) == (syntax, tree)
    assert (document.name, document.shown_as, document.data) == ("part", "x.txt", data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", Code.DOCUMENT_EMPTY, id="no-byte"),
        pytest.param(b"\xef\xbb\xbf \n\t\r\n", Code.DOCUMENT_EMPTY, id="blanks-alone"),
        pytest.param(b"# only a comment\n", Code.DOCUMENT_EMPTY, id="a-comment-alone"),
        pytest.param(b"---\n", Code.DOCUMENT_EMPTY, id="a-document-mark-alone"),
        pytest.param(b"a: \xff", Code.ENCODING, id="no-text"),
        pytest.param(b'{"a": "b" "c": 1}', Code.JSON_SYNTAX, id="json-with-a-fault-is-no-yaml"),
        pytest.param(b'{"a": [1, 2 3]}', Code.JSON_SYNTAX, id="a-missing-comma-makes-no-text-of-two-numbers"),
        pytest.param(b'{"a": NaN}', Code.JSON_SYNTAX, id="no-number-becomes-no-text"),
        pytest.param(b'{"a": 1, "b": {"c', Code.JSON_SYNTAX, id="json-that-breaks-off"),
        pytest.param(b"{a: 1, b: ]}", Code.JSON_SYNTAX, id="neither-json-nor-yaml-is-told-as-json"),
        pytest.param(b"{a: 1, a: 2}", Code.DUPLICATE_KEY, id="a-fault-of-flow-yaml-is-told-as-such"),
        pytest.param(b'{"a": 1, "a": 2}', Code.DUPLICATE_KEY, id="a-key-twice-in-json"),
        pytest.param(b"a: 1\na: 2", Code.DUPLICATE_KEY, id="a-key-twice-in-yaml"),
        pytest.param(b"a: [", Code.YAML_SYNTAX, id="yaml-that-breaks-off"),
        pytest.param(b"<html><body>: - {", Code.NOT_A_DESCRIPTION, id="a-page"),
        pytest.param(b"#%RAML 1.0\ntypes: !include a.raml", Code.UNSUPPORTED_FORMAT, id="another-language"),
        pytest.param(b"openapi: 3.0.0\na: [\ntype A {\n", Code.YAML_SYNTAX, id="a-description-with-a-fault-stays-one"),
    ],
)
def test_what_cannot_be_read_is_refused_once(data: bytes, code: Code) -> None:
    problem = problem_of(data)
    assert problem.code == code
    assert problem.where is not None
    assert problem.where.file == "spec"


@pytest.mark.parametrize(
    ("data", "limits", "option"),
    [
        pytest.param(b"a: 12345", Limits(document_bytes=7), "--max-bytes", id="bytes"),
        pytest.param(b"[[[1]]]", Limits(nesting=2), "--max-nesting", id="nesting-of-json"),
        pytest.param(b"- - - 1", Limits(nesting=2), "--max-nesting", id="nesting-of-yaml"),
        pytest.param(b"a: &a [1, 2]\nb: *a", Limits(alias_nodes=2), "--max-alias-nodes", id="aliases"),
    ],
)
def test_a_limit_names_the_option_that_raises_it(data: bytes, limits: Limits, option: str) -> None:
    assert option in problem_of(data, limits).remedy


@pytest.mark.parametrize("data", [b'{"a": 1}', b"a: 1", b"{", b"a: ["])
@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_left_as_it_was(data: bytes, enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()
    try:
        read_document(data, shown_as="x")
    except DescriptionError:
        pass
    finally:
        found = gc.isenabled()
        gc.enable()
    assert found is enabled


@given(st.binary(max_size=60) | st.text(alphabet="{}[]:,\"'&*!?-<>|\t\n ab1.", max_size=40).map(str.encode))
def test_anything_at_all_is_read_or_refused(data: bytes) -> None:
    try:
        read_document(data, shown_as="x")
    except DescriptionError as error:
        (_,) = error.problems


def test_json_in_utf_8_never_becomes_one_text(monkeypatch):
    # With one emoji in it, the text of a description takes four times the memory of its bytes.
    monkeypatch.setattr("connectors.description.reading.decode", None)
    assert read_document('{"openapi": "\U0001f372"}'.encode(), shown_as="spec").tree == {"openapi": "\U0001f372"}
