"""What nearly all operations have and a few lack."""

import pytest
from checked import answering, argument, made, needing, packaged, said

from connectors.check.patterns import patterns
from connectors.model.operation import Anonymous, Basis, Operation, Pagination, PaginationEnd, PaginationStyle, Requirement

PAGED = Pagination(PaginationStyle.PAGE, (PaginationEnd.EMPTY_PAGE,), Basis.DECLARED, page="page", size="limit", items="")
BEARER = needing((Requirement("bearer"),))


def listing(count: int, start: int = 0, **facts: object) -> list[Operation]:
    """So many lists with the arguments of a walk."""
    keys = (argument("page"), argument("limit"))
    values = {"parameters": keys, "pagination": PAGED, "responses": answering({"type": "array"}), **facts}
    return [
        made(**{"id": f"sample.item.x{n}", "verb": f"x{n}", "identity": f"GET /x{n}", "path": f"/x{n}", **values})
        for n in range(start, start + count)
    ]


def test_one_list_that_is_not_walked_as_all_others_are() -> None:
    [finding] = patterns(packaged(*listing(20), *listing(1, 20, pagination=None)))
    assert (finding.code.value, finding.severity.value, finding.identity) == ("pattern-broken", "note", "GET /x20")
    assert "20 lists are walked by `page` and `limit`" in finding.message


def test_too_few_that_keep_to_it_and_too_many_that_do_not() -> None:
    assert said(patterns, packaged(*listing(19), *listing(1, 19, pagination=None))) == []
    assert said(patterns, packaged(*listing(20), *listing(4, 20, pagination=None))) == []
    assert len(said(patterns, packaged(*listing(20), *listing(3, 20, pagination=None)))) == 1


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"parameters": (argument("page"),)}, id="one-of-the-arguments-is-not-there"),
        pytest.param({"method": "POST"}, id="a-write"),
        pytest.param({"path": "/x/{id}"}, id="one-thing-by-its-name"),
        pytest.param({"responses": answering({"type": "object"})}, id="an-answer-without-a-list"),
    ],
)
def test_what_is_no_list(facts: dict[str, object]) -> None:
    assert said(patterns, packaged(*listing(20), *listing(1, 20, pagination=None, **facts))) == []


def test_one_operation_that_says_nothing_of_credentials() -> None:
    asking = listing(20, pagination=None, security=BEARER, parameters=())
    [finding] = patterns(packaged(*asking, *listing(1, 20, pagination=None, parameters=())))
    assert (finding.code.value, finding.identity) == ("pattern-broken", "GET /x20")


def test_a_default_or_an_operation_that_says_so_answers_the_question() -> None:
    asking = listing(20, pagination=None, security=BEARER, parameters=())
    silent = listing(1, 20, pagination=None, parameters=())
    anonymous = listing(1, 21, pagination=None, security=Anonymous(), parameters=())
    assert said(patterns, packaged(*asking, *silent, default_security=BEARER)) == []
    assert said(patterns, packaged(*asking, *silent, *anonymous)) == []
