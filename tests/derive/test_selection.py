"""Which operations become part of a package: `--include` and `--exclude`."""

import pytest

from connectors.derive.selection import Selection, parse_rules
from connectors.problems import Code, UsageError
from support import OPENAPI_31, derived, view

TEXT = """
paths:
  /repos: {get: {tags: [repo], responses: {}}, post: {tags: [repo], responses: {}}}
  /repos/{id}/issues: {get: {tags: [issue], responses: {}}}
  /admin/users: {delete: {tags: ['admin:users'], responses: {}}}
"""
EVERYTHING = {"GET /repos", "POST /repos", "GET /repos/{1}/issues", "DELETE /admin/users"}


def kept(include: list[str] = (), exclude: list[str] = ()) -> set[str]:
    selection = Selection(parse_rules(include, "--include"), parse_rules(exclude, "--exclude"))
    found = derived(OPENAPI_31, TEXT, selection=selection)
    identities = {item.identity for item in found.operations}
    assert identities | set(found.excluded) == EVERYTHING
    assert not identities & set(found.excluded)
    return identities


@pytest.mark.parametrize(
    ("include", "exclude", "expected"),
    [
        pytest.param([], [], EVERYTHING, id="no-rule-keeps-all"),
        pytest.param(["tag:repo"], [], {"GET /repos", "POST /repos"}, id="by-tag"),
        pytest.param(["tag:admin:users"], [], {"DELETE /admin/users"}, id="a-tag-with-a-colon"),
        pytest.param(["method:get"], [], {"GET /repos", "GET /repos/{1}/issues"}, id="by-method-without-case"),
        pytest.param(["path:/repos"], [], {"GET /repos", "POST /repos"}, id="a-path-as-it-stands"),
        pytest.param(["/repos"], [], {"GET /repos", "POST /repos"}, id="a-path-without-the-word"),
        pytest.param(["path:/*"], [], {"GET /repos", "POST /repos"}, id="a-star-stays-in-its-segment"),
        pytest.param(["path:/repos/**"], [], {"GET /repos/{1}/issues"}, id="two-stars-go-deeper"),
        pytest.param(["path:/repos/{id}/issues"], [], {"GET /repos/{1}/issues"}, id="placeholders-as-written"),
        pytest.param(["tag:repo", "tag:issue"], [], EVERYTHING - {"DELETE /admin/users"}, id="any-include-will-do"),
        pytest.param([], ["path:/admin/**", "method:POST"], {"GET /repos", "GET /repos/{1}/issues"}, id="any-exclude-too"),
        pytest.param(["tag:repo"], ["method:POST"], {"GET /repos"}, id="exclude-after-include"),
        pytest.param(["path:/re.os"], [], set(), id="other-signs-mean-themselves"),
    ],
)
def test_which_operations_are_kept(include, exclude, expected):
    assert kept(include, exclude) == expected


def test_a_rule_that_matches_nothing_is_found():
    selection = Selection(parse_rules(["tag:repo", "tag:repos"], "--include"), parse_rules(["method:PUT"], "--exclude"))
    assert [str(rule) for rule in selection.unmatched(view(OPENAPI_31, TEXT).operations)] == ["tag:repos", "method:PUT"]


def test_every_rule_that_can_not_be_read_is_reported():
    with pytest.raises(UsageError) as raised:
        parse_rules(["tag:", "name:x", "repos", "tag:ok"], "--include")
    assert [problem.code for problem in raised.value.problems] == [Code.USAGE] * 3
    assert all("`--include`" in problem.message for problem in raised.value.problems)
