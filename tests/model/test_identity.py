"""What an operation is: its method, and its path with numbered placeholders."""

import time
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from connectors.model.identity import clashes, identities, identity_of, normalise_identity, placeholders

PATHS = st.text(st.sampled_from("{}ab/:?#+,*. 1"), max_size=24)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("/repos/{owner}/{repo}/issues/{3}", "/repos/{1}/{2}/issues/{3}", id="placeholders-are-numbered-by-position"),
        pytest.param("/{base}...{head}", "/{1}...{2}", id="several-in-one-segment"),
        pytest.param("/{id}.json", "/{1}.json", id="a-suffix-stays"),
        pytest.param("/jobs/{id}:cancel", "/jobs/{1}:cancel", id="a-custom-verb-stays"),
        pytest.param("/{+path}/{proxy+}/{*rest}", "/{1}/{2}/{3}", id="an-operator-goes-with-its-name"),
        pytest.param("/{id:[0-9]{3}}/x", "/{1}/x", id="a-pattern-may-hold-braces"),
        pytest.param("/x{?page,limit}", "/x", id="a-query-expression-is-no-part-of-the-path"),
        pytest.param("/{a{?b}}/{c}", "/{a{?b}}/{1}", id="a-query-expression-between-braces-is-text"),
        pytest.param("/{a{?b}/{c}", "/{a/{1}", id="an-open-brace-encloses-nothing"),
        pytest.param("/a?b={c}&d=1#E=f", "/a?b={1}&d=1#E=f", id="a-query-string-and-a-fragment-stay"),
        pytest.param("/{a/{b}", "/{a/{1}", id="an-open-brace-is-text"),
        pytest.param("/a}/{b}", "/a}/{1}", id="a-closing-brace-is-text"),
        pytest.param("/{}/{ }", "/{}/{ }", id="nothing-in-braces-is-text"),
        pytest.param("/{{id}}", "/{{1}}", id="braces-around-a-placeholder-are-text"),
        pytest.param("/a b/{c d}", "/a b/{1}", id="spaces-stay"),
        pytest.param("/", "/", id="the-root"),
    ],
)
def test_placeholders_are_numbered(path: str, expected: str) -> None:
    assert identity_of("GET", path) == f"GET {expected}"


@pytest.mark.parametrize(
    ("path", "name", "operator", "pattern"),
    [
        ("/{id}", "id", "", ""), ("/{ id }", "id", "", ""), ("/{+path}", "path", "+", ""), ("/{path+}", "path", "+", ""),
        ("/{**rest}", "rest", "*", ""), ("/{rest*}", "rest", "*", ""), ("/{id:[0-9]{3}}", "id", "", "[0-9]{3}"),
        ("/{a:b:c}", "a", "", "b:c"), ("/{?page,limit}", "page,limit", "?", ""),
    ],
)  # fmt: skip
def test_an_expression_is_taken_apart(path: str, name: str, operator: str, pattern: str) -> None:
    (found,) = placeholders(path)
    assert (found.name, found.operator, found.pattern) == (name, operator, pattern)
    assert path[found.start : found.end] == path[1:]


def test_a_query_expression_has_several_names() -> None:
    (found,) = placeholders("/x{?page,limit*}")
    assert found.in_query
    assert found.names == ("page", "limit")


def test_paths_that_differ_in_names_alone_keep_them() -> None:
    pairs = [("GET", "/users/{id}"), ("GET", "/users/{name}"), ("PUT", "/users/{id}"), ("GET", "/users/me")]
    assert identities(pairs) == ("GET /users/{id}", "GET /users/{name}", "PUT /users/{1}", "GET /users/me")
    assert clashes(pairs) == ((0, 1),)


def test_the_same_pair_twice_is_no_clash() -> None:
    assert clashes([("GET", "/{a}"), ("GET", "/{a}")]) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("GET /repos/{owner}/{repo}", "GET /repos/{1}/{2}", id="any-names"),
        pytest.param("GET /repos/{1}/{2}", "GET /repos/{1}/{2}", id="numbers"),
        pytest.param("GET /repos/{2}/{1}", "GET /repos/{1}/{2}", id="numbers-are-names-like-others"),
        pytest.param("/repos/{owner}", "/repos/{1}", id="a-path-alone"),
        pytest.param("/a b/{c}", "/a b/{1}", id="a-path-with-a-space"),
        pytest.param("  get   /a ", "GET /a", id="a-standard-method-in-any-case"),
        pytest.param("copy /a/{b}", "copy /a/{1}", id="another-method-as-it-is-sent"),
        pytest.param("GET a/{b}", "GET a/{1}", id="a-path-without-slash"),
    ],
)
def test_people_may_use_any_names(text: str, expected: str) -> None:
    assert normalise_identity(text) == expected


@given(PATHS)
@example("{a{?1}}")
def test_numbering_twice_changes_nothing(path: str) -> None:
    once = identity_of("GET", "/" + path.strip())
    assert normalise_identity(once) == once


@pytest.mark.parametrize(
    ("path", "names"),
    [("/a{?b}", ["b"]), ("/{a{?b}}", []), ("/{a{?b}}{?c}", ["c"]), ("/{a{b}{?c}}", ["b"]), ("/{a:{b}}{?c}", ["a", "c"])],
)
def test_a_query_expression_between_other_braces_is_text(path: str, names: list[str]) -> None:
    assert [placeholder.name for placeholder in placeholders(path)] == names


@given(PATHS)
def test_placeholders_are_in_order_and_apart(path: str) -> None:
    found = placeholders(path)
    assert all(path[one.start] == "{" and path[one.end - 1] == "}" and one.name for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@given(st.lists(st.tuples(st.sampled_from(["GET", "PUT"]), PATHS), unique=True))
def test_identities_are_unique(pairs: list[tuple[str, str]]) -> None:
    assert len(set(identities(pairs))) == len(pairs)


@pytest.mark.parametrize("path", ["{" * 100_000, "{a" * 50_000 + "}" * 50_000, "{a:" * 50_000 + "}" * 50_000, "{}" * 100_000])
def test_a_long_path_takes_no_long_time(path: str) -> None:
    start = time.perf_counter()
    identity_of("GET", path)
    assert time.perf_counter() - start < 2
