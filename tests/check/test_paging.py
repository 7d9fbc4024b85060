"""Whether a collection can be walked to its end."""

from typing import Any

import pytest
from checked import answering, argument, made, packaged, said

from connectors.canonical import raw
from connectors.check.paging import paging
from connectors.model.operation import (
    Basis,
    Header,
    Location,
    MediaType,
    Operation,
    Pagination,
    PaginationEnd,
    PaginationStyle,
    Response,
)

PAGE, CURSOR = PaginationStyle.PAGE, PaginationStyle.CURSOR
EMPTY, SHORT, NO_NEXT = PaginationEnd.EMPTY_PAGE, PaginationEnd.SHORT_PAGE, PaginationEnd.NO_NEXT
TOTAL, MORE = PaginationEnd.TOTAL_REACHED, PaginationEnd.HAS_MORE_FALSE
ANSWER = {"$ref": "#/$defs/Items"}


def walked(
    style: PaginationStyle, *ends: PaginationEnd, answer: Any = ANSWER, basis: Basis = Basis.DECLARED, **facts: Any
) -> Operation:
    facts = {"items": "/data", **facts}
    headers = (Header("Link"), Header("X-Total"))
    content = (MediaType("application/json", raw(answer)),) if answer is not None else ()
    arguments = [argument(key) for key in ("page", "offset", "cursor", "limit")]
    return made(
        parameters=(*made().parameters, *arguments),
        responses=(Response("200", content, headers=headers),),
        pagination=Pagination(style, ends, basis, **facts),
    )


@pytest.mark.parametrize(
    ("operation", "code", "pointer"),
    [
        pytest.param(walked(PAGE, EMPTY), "walk", "/style", id="pages-without-a-number"),
        pytest.param(walked(PaginationStyle.OFFSET, EMPTY), "walk", "/style", id="offsets-without-one"),
        pytest.param(walked(CURSOR, MORE, cursor="cursor", has_more="/more"), "walk", "/style", id="a-cursor-from-nowhere"),
        pytest.param(walked(PaginationStyle.LAST_ID, EMPTY, cursor="cursor"), "walk", "/style", id="no-id-to-go-on-behind"),
        pytest.param(walked(PaginationStyle.NEXT_URL, EMPTY), "walk", "/style", id="no-address"),
        pytest.param(walked(PAGE, EMPTY, page="pages"), "walk", "/page", id="no-such-parameter"),
        pytest.param(walked(PAGE, EMPTY, page="page", size="Limit"), "walk", "/size", id="keys-have-a-case"),
        pytest.param(walked(PAGE, EMPTY, page="page", items="/rows"), "walk", "/items", id="no-such-list"),
        pytest.param(walked(PAGE, EMPTY, page="page", items="/next"), "walk", "/items", id="a-text-is-no-list"),
        pytest.param(walked(PAGE, EMPTY, page="page", items="data"), "walk", "/items", id="no-pointer"),
        pytest.param(walked(PAGE, EMPTY, page="page", items=None), "walk", "/items", id="an-answer-that-is-no-list"),
        pytest.param(walked(PAGE, EMPTY, page="page", answer=None), "walk", "", id="no-json"),
        pytest.param(walked(CURSOR, NO_NEXT, cursor="cursor", next="/cursor"), "walk", "/next", id="no-such-next"),
        pytest.param(
            walked(PaginationStyle.LAST_ID, EMPTY, cursor="cursor", cursor_item="/key"), "walk", "/cursor_item", id="no-such-id"
        ),
        pytest.param(walked(PaginationStyle.LINK_HEADER, NO_NEXT, next_header="Next"), "walk", "/next_header", id="no-such-header"),
        pytest.param(walked(PAGE, page="page"), "end", "/ends_when", id="no-end"),
        pytest.param(walked(PAGE, EMPTY, NO_NEXT, page="page"), "end", "/ends_when/1", id="no-next-is-not-shown"),
        pytest.param(walked(PAGE, MORE, page="page"), "end", "/ends_when/0", id="more-is-not-shown"),
        pytest.param(walked(PAGE, TOTAL, page="page"), "end", "/ends_when/0", id="the-total-is-not-shown"),
        pytest.param(walked(PAGE, SHORT, page="page"), "end", "/ends_when/0", id="short-of-what"),
        pytest.param(walked(PAGE, TOTAL, page="page", total="/count"), "end", "/total", id="no-such-total"),
        pytest.param(walked(PAGE, TOTAL, page="page", total_header="X-Count"), "end", "/total_header", id="no-such-total-header"),
        pytest.param(walked(PAGE, EMPTY, page="page", size_max=0), "size", "/size_max", id="parts-of-nothing"),
        pytest.param(walked(PAGE, EMPTY, page="page", first=-1), "size", "/first", id="before-the-first"),
        pytest.param(
            walked(PAGE, EMPTY, page="page", size_default=51, size_max=50), "size", "/size_default", id="more-than-the-most"
        ),
    ],
)
def test_a_walk_that_fails(operation: Operation, code: str, pointer: str) -> None:
    word = "paging-size" if code == "size" else f"paging-cannot-{code}"
    assert said(paging, packaged(operation)) == [(word, "error", f"/operations/0/pagination{pointer}")]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(made(), id="no-pagination"),
        pytest.param(walked(PAGE, EMPTY, page="page", size="limit", size_default=50, size_max=50, first=0), id="pages"),
        pytest.param(walked(PAGE, SHORT, page="page", size_default=20), id="short-of-the-default"),
        pytest.param(
            walked(CURSOR, NO_NEXT, MORE, TOTAL, cursor="cursor", next="/next", has_more="/more", total="/total"), id="a-cursor"
        ),
        pytest.param(walked(PaginationStyle.LINK_HEADER, NO_NEXT), id="links-need-no-name"),
        pytest.param(walked(PaginationStyle.LAST_ID, EMPTY, cursor="cursor", cursor_item="/id"), id="the-last-id"),
        pytest.param(walked(PAGE, EMPTY, page="page", items="", answer={"type": "array"}), id="the-whole-answer"),
        pytest.param(walked(PAGE, EMPTY, page="page", items="/a/b", answer={}), id="an-answer-that-is-left-open"),
        pytest.param(
            walked(PAGE, EMPTY, page="page", items="/a/b", answer={"additionalProperties": True, "type": "object"}),
            id="free-members",
        ),
        pytest.param(walked(PAGE, TOTAL, page="page", total_header="x-total"), id="a-header-has-no-case"),
        pytest.param(
            walked(PAGE, EMPTY, page="page", items="/rows", total="/n", basis=Basis.AUTHORED), id="a-person-knows-the-answer"
        ),
    ],
)
def test_a_walk_that_just_works(operation: Operation) -> None:
    assert said(paging, packaged(operation)) == []


def test_what_a_person_says_still_has_to_make_sense() -> None:
    operation = walked(PAGE, MORE, page="gone", items="/rows", basis=Basis.AUTHORED)
    assert [code for code, _, _ in said(paging, packaged(operation))] == ["paging-cannot-end", "paging-cannot-walk"]


def test_a_list_behind_references_and_alternatives_is_found() -> None:
    answer = {
        "allOf": [{"$ref": "#/$defs/Items"}, {"anyOf": [{"type": "object", "properties": {"rows": {"type": ["array", "null"]}}}]}]
    }
    assert said(paging, packaged(walked(PAGE, EMPTY, page="page", items="/rows", answer=answer))) == []


def test_a_position_may_travel_in_the_body() -> None:
    operation = walked(PAGE, EMPTY, page="page")
    moved = made(parameters=made().parameters, responses=answering(ANSWER), pagination=operation.pagination)
    assert said(paging, packaged(moved)) == [("paging-cannot-walk", "error", "/operations/0/pagination/page")]
    from connectors.model.operation import Body, Encoding

    body = Body("application/json", Encoding.JSON, fields=(argument("page", Location.BODY),))
    with_body = made(parameters=made().parameters, responses=answering(ANSWER), pagination=operation.pagination, body=body)
    assert said(paging, packaged(with_body)) == []


@pytest.mark.parametrize(
    ("key", "faults"),
    [("filter/after", []), ("filter/before", ["/cursor"]), ("gone/after", ["/cursor"]), ("filter/~1", ["/cursor"])],
)
def test_a_position_may_be_a_member_of_an_argument(key: str, faults: list[str]) -> None:
    schema = raw({"type": "object", "properties": {"after": {"type": "string"}}})
    operation = walked(CURSOR, NO_NEXT, cursor=key, next="/next")
    package = packaged(
        made(parameters=(argument("filter", schema=schema),), responses=operation.responses, pagination=operation.pagination)
    )
    assert [pointer.removeprefix("/operations/0/pagination") for _, _, pointer in said(paging, package)] == faults
