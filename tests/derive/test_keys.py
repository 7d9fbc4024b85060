"""Under which keys a caller gives the arguments of one operation."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.derive.keys import Argument, parameter_keys


def keys(*arguments: str, known: dict[tuple[str, str], str] | None = None) -> list[str]:
    """The keys of arguments written as `location name`, in the order given."""
    wanted = [Argument(*argument.split(" ", 1)) for argument in arguments]
    found = parameter_keys(wanted, known)
    return [found[argument] for argument in wanted]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("X-Request-ID", "X-Request-ID", id="a-name-that-is-a-key-stays"),
        pytest.param("_type", "_type", id="an-underscore-may-lead"),
        pytest.param("filter[status]", "filter_status", id="brackets"),
        pytest.param("filter[a][b]", "filter_a_b", id="brackets-in-a-row"),
        pytest.param("ids[]", "ids", id="empty-brackets"),
        pytest.param("$top", "top", id="a-dollar"),
        pytest.param("user.name", "user_name", id="a-dot"),
        pytest.param("StartTime<", "StartTime_lt", id="less"),
        pytest.param("created>=", "created_gte", id="greater-or-equal"),
        pytest.param("!tag", "not_tag", id="not"),
        pytest.param("name~", "name_like", id="like"),
        pytest.param("2fa", "_2fa", id="a-digit-never-leads"),
        pytest.param("größe", "grosse", id="accents-fall"),
    ],
)
def test_a_key_is_the_wire_name_or_reads_like_it(name: str, expected: str) -> None:
    assert keys(f"query {name}") == [expected]


@pytest.mark.parametrize("name", ["", "取得", "[]", "---", "x" * 65, "é" * 80])
def test_what_cannot_be_read_still_has_a_key(name: str) -> None:
    (key,) = parameter_keys([Argument("query", name)]).values()
    assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", key)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(
            ["path name", "query name", "header name", "body name"],
            ["path_name", "query_name", "header_name", "body_name"],
            id="a-key-per-place",
        ),
        pytest.param(["query body", "body body"], ["query_body", "body"], id="a-name-that-is-its-own-place-stays"),
        pytest.param(["query a[b]", "body a[b]"], ["query_a_b", "body_a_b"], id="a-spelled-name-in-two-places"),
        pytest.param(["query top", "query $top"], ["top", "dollar_top"], id="a-wire-name-gives-way-to-no-spelling"),
        pytest.param(["query sort", "query -sort"], ["sort", "minus_sort"], id="a-leading-minus"),
        pytest.param(["header top", "query $top"], ["top", "query_top"], id="places-before-signs"),
        pytest.param(["query id", "path id", "query id[]"], ["query_id", "path_id", "query_id_list"], id="places-and-signs"),
        pytest.param(["query a<", "query a>", "query a"], ["a_lt", "a_gt", "a"], id="comparisons"),
    ],
)
def test_arguments_that_meet_are_told_apart(arguments: list[str], expected: list[str]) -> None:
    assert keys(*arguments) == expected


def test_case_alone_tells_no_keys_apart() -> None:
    found = keys("query Id", "query id", "query ID")
    assert len({key.lower() for key in found}) == 3
    assert [key[:2] for key in found] == ["Id", "id", "ID"]


def test_known_keys_stay_when_a_namesake_comes() -> None:
    known = {("path", "name"): "name"}
    assert keys("path name", "query name", known=known) == ["name", "query_name"]


def test_keys_of_arguments_that_are_gone_belong_to_nobody_else() -> None:
    known = {("path", "name"): "path_name", ("query", "name"): "query_name", ("query", "old"): "new"}
    assert keys("path name", "header name", known=known) == ["path_name", "header_name"]
    assert keys("query new", known=known) != ["new"]


_ARGUMENTS = st.lists(
    st.builds(
        Argument,
        st.sampled_from(["path", "query", "querystring", "header", "cookie", "body"]),
        st.sampled_from(["name", "Name", "NAME", "body", "query", "path_name", "$name", "name[]", "name<", "a.b", "a_b", "", "取", "x" * 80])
        | st.text(max_size=6),
    ),
    max_size=10,
    unique=True,
)  # fmt: skip


@given(_ARGUMENTS.flatmap(lambda arguments: st.tuples(st.just(arguments), st.permutations(arguments))))
def test_the_order_is_irrelevant(two: tuple[list[Argument], list[Argument]]) -> None:
    assert parameter_keys(two[0]) == parameter_keys(two[1])


@given(_ARGUMENTS)
def test_every_key_is_unique_and_well_formed(arguments: list[Argument]) -> None:
    found = parameter_keys(arguments)
    assert found.keys() == set(arguments)
    assert len({key.lower() for key in found.values()}) == len(arguments)
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", key) for key in found.values())


@given(_ARGUMENTS, _ARGUMENTS)
def test_known_arguments_keep_their_keys_whatever_comes_and_goes(before: list[Argument], after: list[Argument]) -> None:
    known = parameter_keys(before)
    found = parameter_keys(after, known)
    assert all(found[argument] == known[argument] for argument in after if argument in known)
    new = [key.lower() for argument, key in found.items() if argument not in known]
    assert len(set(new)) == len(new)
    assert not set(new) & {key.lower() for key in known.values()}


@given(_ARGUMENTS)
def test_a_name_in_several_places_says_its_place(arguments: list[Argument]) -> None:
    for argument, key in parameter_keys(arguments).items():
        if any(other.name == argument.name and other != argument for other in arguments):
            assert key.startswith(argument.location)
