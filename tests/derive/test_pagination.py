"""Pagination: applied where the description shows all of it, proposed where something is missing, refused where it only looks so."""

import json
from typing import Any

import msgspec
import pytest

from connectors import pointer
from connectors.derive.derive import derive
from connectors.derive.pagination import paginated
from connectors.derive.paging_verdicts import Applied, Proposed, Refused, Verdict
from connectors.derive.paging_words import Role, is_total, role_of
from connectors.description.describe import describe
from connectors.description.reading import read_document
from connectors.description.resolve import Unfollowed
from connectors.limits import Limits
from connectors.model.operation import Operation, Pagination
from connectors.model.package import Derived
from connectors.problems import Code
from connectors.suggest.package_facts import Schemas, facts_of

Json = Any

ITEM = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
LIST = {"type": "array", "items": ITEM}
INT: Json = {"type": "integer"}
TEXT: Json = {"type": "string"}
FLAG: Json = {"type": "boolean"}
ADDRESS: Json = {"type": "string", "format": "uri"}


def obj(**members: Json) -> Json:
    return {"type": "object", "properties": members}


def query(name: str, schema: Json = INT, **more: Json) -> Json:
    return {"name": name, "in": "query", "schema": schema, **more}


def operation(parameters: list[Json], answer: Json, headers: dict[str, Json] | None = None, **more: Json) -> Json:
    return {"parameters": parameters, "answer": answer, "headers": headers or {}, **more}


def openapi3(paths: dict[str, dict[str, Json]]) -> Json:
    """The operations as an OpenAPI 3.0 description."""
    found: Json = {}
    for path, methods in paths.items():
        for method, made in methods.items():
            node = {key: value for key, value in made.items() if key not in ("parameters", "answer", "headers", "body")}
            response: Json = {"description": "", "headers": {name: {"schema": schema} for name, schema in made["headers"].items()}}
            if made["answer"] is not None:
                response["content"] = {"application/json": {"schema": made["answer"]}}
            node |= {"parameters": made["parameters"], "responses": {"200": response}}
            if "body" in made:
                node["requestBody"] = {"content": {"application/json": {"schema": made["body"]}}}
            found.setdefault(path, {})[method] = node
    return {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": found}


def swagger2(paths: dict[str, dict[str, Json]]) -> Json:
    """The same operations as a Swagger 2.0 description."""
    found: Json = {}
    for path, methods in paths.items():
        for method, made in methods.items():
            node = {key: value for key, value in made.items() if key not in ("parameters", "answer", "headers", "body")}
            plain = [
                {**{key: value for key, value in item.items() if key != "schema"}, **item["schema"]} for item in made["parameters"]
            ]
            if "body" in made:
                plain.append({"name": "body", "in": "body", "schema": made["body"]})
            response: Json = {"description": "", "headers": dict(made["headers"])}
            if made["answer"] is not None:
                response["schema"] = made["answer"]
            node |= {"parameters": plain, "responses": {"200": response}, "produces": ["application/json"]}
            found.setdefault(path, {})[method] = node
    return {"swagger": "2.0", "info": {"title": "t", "version": "1"}, "consumes": ["application/json"], "paths": found}


def derived(document: Json) -> Derived:
    def nothing(name: str) -> Unfollowed:
        return Unfollowed(Code.REFERENCE_NOT_FOUND, name)

    return derive(describe(read_document(json.dumps(document).encode(), shown_as="t.json"), nothing, Limits(), prose=True), "c")


def one(made: Json, path: str = "/things", method: str = "get") -> Operation:
    """The one operation, the same in both dialects but for places."""
    three, two = (derived(dialect({path: {method: made}})).operations[0] for dialect in (openapi3, swagger2))
    assert without_places(three.pagination) == without_places(two.pagination)
    return three


def without_places(found: Pagination | None) -> Pagination | None:
    return None if found is None else msgspec.structs.replace(found, evidence=())


def verdict(made: Json, path: str = "/things", method: str = "get") -> Verdict:
    found = derived(openapi3({path: {method: made}}))
    schemas = Schemas(found.schemas)
    return paginated([facts_of(item, schemas) for item in found.operations], schemas.shapes).get(found.operations[0].identity)


def told(found: Pagination | None) -> Json:
    """What is not left at its default, without places."""
    if found is None:
        return None
    spelled = json.loads(msgspec.json.encode(found))
    return {key: value for key, value in spelled.items() if key not in ("evidence", "basis")}


APPLIED = [
    pytest.param(
        operation([query("page", {"type": "integer", "default": 1}), query("per_page", {**INT, "default": 20, "maximum": 100})],
                  obj(items=LIST, total=INT)),
        {"style": "page", "page": "page", "first": 1, "size": "per_page", "size_default": 20, "size_max": 100, "items": "/items",
         "total": "/total", "ends_when": ["total_reached", "empty_page"]},
        id="a-page-number-ends-at-the-total",
    ),
    pytest.param(
        operation([query("pageIndex", {**INT, "minimum": 0}), query("pageSize")], obj(content=LIST, totalElements=INT)),
        {"style": "page", "page": "pageIndex", "first": 0, "size": "pageSize", "items": "/content", "total": "/totalElements",
         "ends_when": ["total_reached", "empty_page"]},
        id="a-declared-minimum-of-zero-is-the-first-page",
    ),
    pytest.param(
        operation([query("page"), query("size")], obj(items=LIST, total_pages=INT)),
        {"style": "page", "page": "page", "size": "size", "items": "/items", "pages": "/total_pages",
         "ends_when": ["pages_reached", "empty_page"]},
        id="a-number-of-pages-is-no-number-of-items",
    ),
    pytest.param(
        operation([query("offset"), query("limit")], obj(data=LIST, meta=obj(total_count=INT))),
        {"style": "offset", "offset": "offset", "size": "limit", "items": "/data", "total": "/meta/total_count",
         "ends_when": ["total_reached", "empty_page"]},
        id="an-offset-with-a-total-in-meta",
    ),
    pytest.param(
        operation([query("skip"), query("take")], obj(results=LIST, hasMore=FLAG)),
        {"style": "offset", "offset": "skip", "size": "take", "items": "/results", "has_more": "/hasMore", "ends_when": ["has_more_false"]},
        id="an-offset-that-goes-on-while-a-flag-says-so",
    ),
    pytest.param(
        operation([query("cursor", TEXT), query("limit")], obj(members=LIST, response_metadata=obj(next_cursor=TEXT))),
        {"style": "cursor", "cursor": "cursor", "size": "limit", "items": "/members", "next": "/response_metadata/next_cursor",
         "ends_when": ["no_next"]},
        id="a-cursor-that-the-answer-hands-out",
    ),
    pytest.param(
        operation([query("page", TEXT), query("limit")], obj(data=LIST, next_page=TEXT, has_more=FLAG)),
        {"style": "cursor", "cursor": "page", "size": "limit", "items": "/data", "next": "/next_page", "has_more": "/has_more",
         "ends_when": ["no_next", "has_more_false"]},
        id="a-page-that-is-a-text-on-both-sides-is-a-cursor",
    ),
    pytest.param(
        operation([{"name": "X-Next-Token", "in": "header", "schema": TEXT}], obj(results=LIST), {"X-Next-Token": TEXT}),
        {"style": "cursor", "cursor": "X-Next-Token", "items": "/results", "next_header": "X-Next-Token", "ends_when": ["no_next"]},
        id="a-cursor-that-travels-in-headers",
    ),
    pytest.param(
        operation([query("starting_after", TEXT), query("ending_before", TEXT), query("limit")], obj(data=LIST, has_more=FLAG)),
        {"style": "last_id", "cursor": "starting_after", "size": "limit", "items": "/data", "has_more": "/has_more", "cursor_item": "/id",
         "ends_when": ["has_more_false"]},
        id="the-last-items-id-while-a-flag-says-so",
    ),
    pytest.param(
        operation([], obj(value=LIST, nextLink=TEXT)),
        {"style": "next_url", "items": "/value", "next": "/nextLink", "ends_when": ["no_next"]},
        id="an-address-needs-no-argument",
    ),
    pytest.param(
        operation([query("page"), query("limit")], obj(_embedded=obj(items=LIST), _links=obj(next=obj(href=TEXT)))),
        {"style": "next_url", "page": "page", "size": "limit", "items": "/_embedded/items", "next": "/_links/next/href",
         "ends_when": ["no_next"]},
        id="of-an-address-and-a-number-the-address-is-taken-and-both-are-kept",
    ),
    pytest.param(
        operation([query("page[size]"), query("page[number]")], obj(data=LIST, included=LIST, links=obj(next=ADDRESS, prev=ADDRESS))),
        {"style": "next_url", "page": "page_number", "size": "page_size", "items": "/data", "next": "/links/next", "ends_when": ["no_next"]},
        id="what-is-included-stands-beside-the-collection",
    ),
    pytest.param(
        operation([query("page"), query("per_page")], LIST, {"Link": TEXT}),
        {"style": "link_header", "page": "page", "size": "per_page", "items": "", "next_header": "Link", "ends_when": ["no_next"]},
        id="a-link-header-beside-a-bare-array",
    ),
    pytest.param(
        operation([query("limit")], LIST, {"x-next": TEXT}),
        {"style": "link_header", "size": "limit", "items": "", "next_header": "x-next", "ends_when": ["no_next"]},
        id="an-address-in-another-header",
    ),
    pytest.param(
        operation([query("page"), query("size")], obj(content=LIST, last=FLAG, totalElements=INT)),
        {"style": "page", "page": "page", "size": "size", "items": "/content", "total": "/totalElements",
         "done": "/last", "ends_when": ["done_true", "total_reached"]},
        id="a-flag-that-says-nothing-follows-is-never-read-the-wrong-way-round",
    ),
    pytest.param(
        operation([query("iterator", TEXT), query("before", {**TEXT, "format": "date-time"})], obj(data=LIST, iterator=TEXT, done=FLAG)),
        {"style": "cursor", "cursor": "iterator", "items": "/data", "next": "/iterator", "done": "/done",
         "ends_when": ["no_next", "done_true"]},
        id="a-time-beside-a-cursor-is-a-filter",
    ),
    pytest.param(
        operation([query("last_timestamp")], obj(events=LIST, last_timestamp=INT)),
        {"style": "cursor", "cursor": "last_timestamp", "items": "/events", "next": "/last_timestamp", "ends_when": ["no_next"]},
        id="a-position-of-no-known-name-that-the-answer-repeats",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("made", "expected"), APPLIED)
def test_pagination_is_applied_when_position_collection_and_end_are_shown(made: Json, expected: Json) -> None:
    assert told(one(made).pagination) == expected


@pytest.mark.parametrize(("body", "key", "size"), [
    pytest.param(obj(next=TEXT, limit=INT), "next", "limit", id="a-member-of-the-body"),
    pytest.param(obj(paging=obj(cursor=TEXT, limit=INT)), "paging/cursor", "paging/limit", id="a-member-of-an-object-in-the-body"),
    pytest.param(obj(page=obj(key=TEXT, limit=INT)), "page/key", "page/limit", id="a-member-that-only-its-object-makes-a-position"),
])  # fmt: skip
def test_a_post_that_takes_a_cursor_and_hands_one_out_is_walked(body: Json, key: str, size: str) -> None:
    found = one(operation([], obj(rows=LIST, next_cursor=TEXT, next=TEXT), body=body), "/rows/search", "post").pagination
    assert found is not None
    assert (found.style, found.cursor, found.size, found.items) == ("cursor", key, size, "/rows")


def test_a_member_of_a_deep_object_has_a_key_below_its_parameters() -> None:
    page = query("page", obj(after=TEXT, size=INT), style="deepObject", explode=True)
    made = operation([page], obj(data=LIST, meta=obj(cursors=obj(after=TEXT))))
    found = derived(openapi3({"/things": {"get": made}})).operations[0].pagination
    assert found is not None
    assert (found.style, found.cursor, found.size, found.next) == ("cursor", "page/after", "page/size", "/meta/cursors/after")


def test_a_page_in_the_path_advances() -> None:
    made = operation([{"name": "page", "in": "path", "required": True, "schema": INT}], obj(results=LIST, hasMore=FLAG))
    found = one(made, "/things/{page}").pagination
    assert found is not None
    assert (found.style, found.page) == ("page", "page")


def test_the_collection_is_the_array_that_the_path_names() -> None:
    made = operation([query("offset"), query("limit")], obj(threads=LIST, members=LIST, total=INT))
    found = one(made, "/channels/{channel_id}/threads/search").pagination
    assert found is not None
    assert found.items == "/threads"


PROPOSED = [
    pytest.param(operation([query("page"), query("per_page")], LIST), "page", "a sign of the end", id="a-bare-array-shows-no-end"),
    pytest.param(operation([query("page"), query("offset"), query("limit")], obj(items=LIST, total=INT)), "page", "several arguments",
                 id="two-positions-are-one-too-many"),
    pytest.param(operation([query("page"), query("cursor", TEXT)], obj(items=LIST, total=INT)), "page", "several arguments",
                 id="a-cursor-beside-a-page-may-be-the-way"),
    pytest.param(operation([query("cursor", TEXT)], obj(items=LIST)), "cursor", "where the next value", id="a-cursor-from-nowhere"),
    pytest.param(operation([query("cursor", TEXT)], obj(items=LIST, next=TEXT)), "cursor", "or an address",
                 id="a-text-called-next-may-be-an-address"),
    pytest.param(operation([query("start", TEXT), query("limit")], obj(items=LIST, next=TEXT)), "offset", "nothing joins it",
                 id="a-start-and-a-next-that-nothing-joins"),
    pytest.param(operation([query("page")], obj(left=LIST, right=LIST, total=INT)), "page", "which array", id="two-arrays-are-one-too-many"),
    pytest.param(operation([query("page")], None), "page", "schema of the answer", id="nothing-is-known-of-the-answer"),
    pytest.param(operation([], obj(results=LIST, next_cursor=TEXT)), "cursor", "an argument", id="nothing-takes-the-cursor"),
    pytest.param(operation([], None, description="Results are paginated."), "page", "text alone", id="prose-leads-to-no-more-than-a-proposal"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "style", "missing"), PROPOSED)
def test_what_is_weaker_is_proposed_and_says_what_is_missing(made: Json, style: str, missing: str) -> None:
    assert one(made).pagination is None
    found = verdict(made)
    assert isinstance(found, Proposed)
    assert found.style == style
    assert any(missing in text for text in found.missing), found.missing


REFUSED = [
    pytest.param("put", "/things/{id}/tags", operation([query("page"), query("per_page")], obj(items=LIST, total=INT)), "changes something",
                 id="paging-arguments-on-a-write"),
    pytest.param("delete", "/things", operation([query("limit"), query("continue", TEXT)], obj(items=LIST, continue_=TEXT)), "changes something",
                 id="deleting-a-collection-is-not-walking-it"),
    pytest.param("post", "/things", operation([query("page")], ITEM), "no array", id="a-post-that-answers-what-it-made"),
    pytest.param("get", "/things", operation([query("from", {**TEXT, "format": "date"})], obj(items=LIST)), "bound or filter", id="from-a-day"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "made", "reason"), REFUSED)
def test_what_only_looks_so_is_refused_with_a_reason(method: str, path: str, made: Json, reason: str) -> None:
    assert one(made, path, method).pagination is None
    found = verdict(made, path, method)
    assert isinstance(found, Refused), found
    assert reason in found.reason


NOTHING = [
    pytest.param(operation([query("limit")], LIST), id="a-maximum-advances-nothing"),
    pytest.param(operation([query("access_token", TEXT)], obj(items=LIST, token=TEXT)), id="a-credential-is-no-cursor"),
    pytest.param(operation([query("page", {"type": "object"})], obj(items=LIST, total=INT)), id="a-page-that-is-an-object"),
    pytest.param(
        operation([query("last_name", TEXT)], obj(items=LIST, last_name=TEXT)), id="a-name-that-comes-back-is-no-position"
    ),
]


@pytest.mark.parametrize("made", NOTHING)
def test_what_has_nothing_to_do_with_pages_gets_no_pagination(made: Json) -> None:
    assert one(made).pagination is None
    assert not isinstance(verdict(made), Applied)


def test_names_without_a_latin_word_are_not_alike() -> None:
    assert one(operation([query("日本", TEXT)], obj(items=LIST, 名前=TEXT))).pagination is None


def test_a_member_called_next_with_a_date_is_no_next_part() -> None:
    assert one(operation([], obj(items=LIST, next_billing_date=TEXT))).pagination is None
    assert one(operation([], LIST, {"X-NextBillingDate": TEXT})).pagination is None


EXTENSIONS = [
    pytest.param({"x-ms-pageable": {"nextLinkName": "odata.nextLink"}}, obj(value=LIST, **{"odata.nextLink": TEXT}),
                 ("/value", "/odata.nextLink"), id="items-are-in-value-unless-named"),
    pytest.param({"x-ms-pageable": {"nextLinkName": "more", "itemName": "rows"}}, obj(rows=LIST, more=TEXT, others=LIST), ("/rows", "/more"),
                 id="items-are-where-the-extension-says"),
    pytest.param({"x-ms-pageable": {}}, obj(value=LIST, nextLink=TEXT), ("/value", "/nextLink"), id="an-empty-extension-means-its-defaults"),
    pytest.param({"x-ms-pageable": {}}, obj(value=LIST), None, id="its-default-has-to-be-in-the-answer"),
    pytest.param({"x-ms-pageable": {"nextLinkName": None}}, obj(value=LIST, nextLink=TEXT), None, id="null-means-one-page"),
    pytest.param({"x-ms-pageable": {"nextLinkName": ""}}, obj(value=LIST, nextLink=TEXT), None, id="an-empty-name-means-one-page"),
    pytest.param({"x-ms-pageable": {"nextLinkName": "nextLink"}}, obj(name=TEXT, nextLink=TEXT), None, id="items-have-to-be-in-the-schema"),
    pytest.param({"x-client-paginated": False}, obj(value=LIST, nextLink=TEXT), None, id="a-flag-that-says-no"),
]  # fmt: skip


@pytest.mark.parametrize(("extension", "answer", "expected"), EXTENSIONS)
def test_an_extension_is_taken_at_its_word(extension: Json, answer: Json, expected: tuple[str, str] | None) -> None:
    found = one(operation([], answer, **extension)).pagination
    assert (None if found is None else (found.items, found.next)) == expected
    if found is not None:
        assert found.basis == "declared"


@pytest.mark.parametrize(("extension", "expected"), [
    pytest.param(
        {"x-speakeasy-pagination": {"type": "offsetLimit", "inputs": [{"name": "p", "in": "parameters", "type": "page"}],
                                    "outputs": {"results": "$.data.rows"}}},
        ("page", "p", None), id="a-page-with-results",
    ),
    pytest.param(
        {"x-speakeasy-pagination": {"type": "cursor", "inputs": [{"name": "t", "in": "parameters", "type": "cursor"}],
                                    "outputs": {"nextCursor": "$.data.t", "results": "$.data.rows"}}},
        ("cursor", "t", "/data/t"), id="a-cursor-with-its-next-value",
    ),
    pytest.param(
        {"x-fern-pagination": {"cursor": "$request.t", "next_cursor": "$response.data.t", "results": "$response.data.rows"}},
        ("cursor", "t", "/data/t"), id="paths-of-request-and-response",
    ),
    pytest.param({"x-speakeasy-pagination": {"type": "cursor", "inputs": [], "outputs": {"nextCursor": "$.data[-1].id"}}}, None,
                 id="a-path-cleverer-than-a-pointer-is-left-alone"),
])  # fmt: skip
def test_extensions_that_name_request_and_answer(extension: Json, expected: tuple[str, str, str | None] | None) -> None:
    made = operation([query("p"), query("t", TEXT)], obj(data=obj(rows=LIST, t=TEXT)), **extension)
    found = one(made).pagination
    shown = None if found is None or found.basis != "declared" else (found.style, found.page or found.cursor, found.next)
    assert shown == expected


def described(paths: dict[str, dict[str, Json]]) -> dict[str, Pagination | None]:
    return {item.path: item.pagination for item in derived(openapi3(paths)).operations}


def test_the_connectors_own_pattern_supplies_a_missing_link_header() -> None:
    arguments = [query("page"), query("per_page")]
    paths = {f"/r{index}": {"get": operation(arguments, LIST, {"Link": TEXT})} for index in range(10)}
    found = described({**paths, "/bare": {"get": operation(arguments, LIST)}})["/bare"]
    assert found is not None
    assert (found.style, found.next_header, found.basis) == ("link_header", "Link", "inferred")
    few = {f"/r{index}": {"get": operation(arguments, LIST, {"Link": TEXT})} for index in range(3)}
    assert described({**few, "/bare": {"get": operation(arguments, LIST)}})["/bare"] is None


def test_an_address_that_a_shared_schema_brings_along_is_not_applied() -> None:
    document = openapi3({
        "/a": {"get": operation([query("offset"), query("limit")], {"$ref": "#/components/schemas/Page"})},
        "/b": {"get": operation([query("offset"), query("limit")], {"$ref": "#/components/schemas/Page"})},
        "/a/labels": {"get": operation([], {"$ref": "#/components/schemas/Page"})},
    })  # fmt: skip
    document["components"] = {"schemas": {"Page": obj(items=LIST, links=obj(next=ADDRESS))}}
    found = {item.path: item.pagination for item in derived(document).operations}
    assert found["/a"] is not None
    assert found["/a/labels"] is None


@pytest.mark.parametrize("dialect", [openapi3, swagger2])
@pytest.mark.parametrize("made", [case.values[0] for case in APPLIED], ids=[case.id for case in APPLIED])
def test_evidence_and_items_exist(dialect: Any, made: Json) -> None:
    document = dialect({"/things": {"get": made}})
    found = derived(document).operations[0].pagination
    assert found is not None
    assert found.evidence
    for place in found.evidence:
        node: Json = document
        for token in pointer.parse(place):
            node = node[int(token)] if isinstance(node, list) else node[token]
    schema: Json = made["answer"]
    for token in pointer.parse(found.items or ""):
        schema = schema["properties"][token]
    assert schema["type"] == "array"


@pytest.mark.parametrize(
    "made", [case.values[0] for case in (*APPLIED, *PROPOSED)], ids=[case.id for case in (*APPLIED, *PROPOSED)]
)
def test_the_package_shows_what_the_description_shows(made: Json) -> None:
    from_description = one(made).pagination
    from_package = verdict(made)
    if isinstance(from_package, Applied):
        assert without_places(from_package.pagination) == without_places(from_description)
    else:
        assert from_description is None


@pytest.mark.parametrize(("name", "role"), [
    pytest.param("pageToken", Role.CURSOR, id="camel-case"),
    pytest.param("page_token", Role.CURSOR, id="snake-case"),
    pytest.param("$skip", Role.OFFSET, id="a-sign-in-front"),
    pytest.param("page[number]", Role.PAGE, id="brackets"),
    pytest.param("criteria[currentPage]", Role.PAGE, id="brackets-of-something-else"),
    pytest.param("filter[page]", None, id="a-filter-filters"),
    pytest.param("access_token", None, id="a-credential"),
    pytest.param("csrf_token", None, id="another-credential"),
])  # fmt: skip
def test_names_find_candidates_in_any_spelling(name: str, role: Role | None) -> None:
    assert role_of(name) is role


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("total_count", True),
        ("totalrecordcount", True),
        ("total_price", False),
        ("total_active_count", False),
        ("total_pages", False),
    ],
)
def test_a_total_counts_items(name: str, counts: bool) -> None:
    assert is_total(name) is counts


def test_a_total_of_some_of_the_items_ends_nothing() -> None:
    arguments = [query("page"), query("limit")]
    assert one(operation(arguments, obj(tasks=LIST, total_active_count=INT))).pagination is None
    found = one(operation(arguments, obj(tasks=LIST, total_tasks=INT))).pagination
    assert found is not None
    assert found.total == "/total_tasks"


def test_a_link_header_on_one_object_makes_no_list_of_a_member() -> None:
    assert one(operation([], obj(id=TEXT, options=LIST), {"Link": TEXT}), "/fields/{id}").pagination is None


@pytest.mark.parametrize(("member", "proposed"), [
    ("next_cursor", True), ("continuation_token", True), ("page_marker", True), ("temp_clone_token", False), ("invite_token", False),
])  # fmt: skip
def test_a_token_in_an_answer_hints_at_pages_only_when_it_says_so(member: str, proposed: bool) -> None:
    found = verdict(operation([], obj(topics=LIST, **{member: TEXT})))
    assert isinstance(found, Proposed) is proposed


@pytest.mark.parametrize(("statuses", "proposed"), [
    (("200",), True), (("default",), True), (("204", "404"), False), (("302",), False), (("401",), False),
])  # fmt: skip
def test_only_an_answer_that_may_have_a_body_is_taken_for_an_unseen_list(statuses: tuple[str, ...], proposed: bool) -> None:
    document = openapi3({f"/r{index}": {"get": operation([query("page")], LIST, {"Link": TEXT})} for index in range(9)})
    document["paths"]["/bare"] = {"get": {"responses": {status: {"description": ""} for status in statuses}}}
    found = derived(document)
    schemas = Schemas(found.schemas)
    verdicts = paginated([facts_of(item, schemas) for item in found.operations], schemas.shapes)
    assert isinstance(verdicts.get("GET /bare"), Proposed) is proposed
