"""What a person may say, what comes out of it, and what is refused: one line a rule."""

import pytest
from overlaid import SHOP, effective, json_of, made, operation, overlay, problems, problems_of

from connectors.model.connector import AuthKind
from connectors.model.lock import Lock, LockedOperation
from connectors.model.operation import Basis, Maturity
from connectors.problems import Code, PackageError, Severity
from support import OPENAPI_30

GET = "GET /items"
POST = "POST /items"
DELETE = "DELETE /items/{1}"


@pytest.mark.parametrize("data", [None, b"", b"# later\n", b"---\n", b"{}\n", b"\xef\xbb\xbf# later\n\n", b"null\n"])
def test_nothing_written_changes_nothing(data):
    package = made()
    found = package.with_overlay(data)
    assert found.operations is package.derived.operations
    assert found.connector is package.connector
    assert found.problems == ()


def said(entry, identity=GET):
    return effective(f"operations:\n  {identity}: {entry}\n")


def faults(entry, identity=GET, before=""):
    found = problems(f"{before}\noperations:\n  {identity}: {entry}\n")
    return [
        (problem.code.value, problem.where.pointer.rpartition("/")[2]) for problem in found if problem.severity is Severity.ERROR
    ]


@pytest.mark.parametrize(
    ("identity", "entry", "facts"),
    [
        pytest.param(GET, "{summary: All items.}", {"summary": "All items."}, id="summary"),
        pytest.param(GET, "{curated: true}", {"curated": True, "maturity": "curated"}, id="a-curated-operation-has-come-so-far"),
        pytest.param(GET, "{deterministic: false}", {"deterministic": False}, id="determinism-is-taken-away"),
        pytest.param(
            GET,
            "{id: x.items.index}",
            {"id": "x.items.index", "resource": "items", "verb": "index"},
            id="a-pinned-id-names-its-resource",
        ),
        pytest.param(GET, "{id: x.a.b.c}", {"resource": "a.b", "verb": "c"}, id="more-segments-make-a-longer-resource"),
        pytest.param(
            POST,
            "{effect: read, because: it searches}",
            {"effect": "read", "idempotency": "safe", "consequence": "read"},
            id="a-read-is-safe-to-repeat",
        ),
        pytest.param(
            GET,
            "{effect: update}",
            {"effect": "update", "idempotency": "unsafe", "consequence": "unstated"},
            id="a-get-that-writes",
        ),
        pytest.param(POST, "{effect: delete}", {"consequence": "irreversible"}, id="a-deletion-cannot-be-taken-back"),
        pytest.param(DELETE, "{consequence: reversible, because: a bin}", {"consequence": "reversible"}, id="a-bin"),
        pytest.param(
            POST, "{idempotency_key: token}", {"idempotency": "keyed", "idempotency_key": "token"}, id="a-key-makes-keyed"
        ),
        pytest.param(POST, "{idempotency: idempotent, because: upsert}", {"idempotency": "idempotent"}, id="an-upsert"),
        pytest.param(
            POST,
            "{errors: {409: bad_request}}",
            {"errors": [{"status": "409", "class": "bad_request", "description": "there"}]},
            id="class",
        ),
        pytest.param(
            POST,
            "{responses: {202: {pending: false}}}",
            {"responses": [{"status": "202", "description": "soon"}]},
            id="not-pending",
        ),
        pytest.param("PUT /admin/reset", "{security: [key_header_x_second]}", {"callable": None}, id="a-lost-scheme-is-mended"),
        pytest.param("GET /items/{1}", "{summary: null}", {"summary": None}, id="null-clears"),
    ],
)
def test_what_a_person_says_holds(identity, entry, facts):
    found = json_of(said(entry, identity), identity)
    assert {name: found.get(name) for name in facts} == facts


def test_whatever_is_touched_is_authored():
    found = operation(said("{summary: All., effect: read, parameters: {token: {secret: true}}}"), GET)
    authored = {fact for fact, basis in found.basis.items() if basis is Basis.AUTHORED}
    assert authored == {"summary", "effect", "parameters.token.secret"}
    assert found.basis["idempotency"] is Basis.STANDARD


@pytest.mark.parametrize(
    ("identity", "entry", "expected"),
    [
        pytest.param(GET, "{parameters: {tokens: {secret: true}}}", [("overlay-unmatched", "tokens")], id="no-such-parameter"),
        pytest.param(GET, "{errors: {'410': conflict}}", [("overlay-unmatched", "410")], id="no-such-status"),
        pytest.param(GET, "{responses: {'404': {pending: true}}}", [("overlay-unmatched", "404")], id="a-failure-is-no-response"),
        pytest.param(GET, "{body: {encoding: form}}", [("overlay-unmatched", "body")], id="no-body"),
        pytest.param(POST, "{effect: read}", [("overlay-because", "effect")], id="softer-without-because"),
        pytest.param(DELETE, "{consequence: unstated}", [("overlay-because", "consequence")], id="softer-consequence"),
        pytest.param(POST, "{idempotency: idempotent}", [("overlay-because", "idempotency")], id="safer-to-repeat"),
        pytest.param(
            POST, "{effect: read, because: b, idempotency: unsafe}", [("overlay-contradiction", "idempotency")], id="unsafe-read"
        ),
        pytest.param(POST, "{consequence: read}", [("overlay-contradiction", "consequence")], id="a-change-is-no-read"),
        pytest.param(POST, "{idempotency: keyed}", [("overlay-contradiction", "idempotency")], id="keyed-without-key"),
        pytest.param(POST, "{idempotency_key: tok}", [("overlay-unmatched", "idempotency_key")], id="key-is-no-parameter"),
        pytest.param(
            DELETE, "{parameters: {id: {required: false}}}", [("overlay-contradiction", "required")], id="path-is-required"
        ),
        pytest.param(GET, "{parameters: {page: {key: PER_PAGE}}}", [("overlay-rename", "key")], id="keys-meet-without-case"),
        pytest.param(
            GET,
            "{parameters: {page: {key: a}, token: {key: A}}}",
            [("overlay-rename", "key"), ("overlay-rename", "key")],
            id="new-keys-meet",
        ),
        pytest.param(GET, "{parameters: {page: {key: 1st}}}", [("overlay-rename", "key")], id="malformed-key"),
        pytest.param(
            POST, "{parameters: {name: {style: form}}}", [("overlay-contradiction", "style")], id="a-member-of-json-has-no-style"
        ),
        pytest.param(
            GET, "{parameters: {page: {schema: {$ref: '#/$defs/Itm'}}}}", [("overlay-unmatched", "schema")], id="lost-reference"
        ),
        pytest.param(POST, "{body: {encoding: form}}", [("overlay-contradiction", "encoding")], id="json-is-no-form"),
        pytest.param(GET, "{security: [tokn]}", [("overlay-credential", "0")], id="no-such-scheme"),
        pytest.param(
            "POST /admin/reset", "{security: [key_header_x_second]}", [("overlay-because", "security")], id="one-of-two-credentials"
        ),
        pytest.param(GET, "{security: anonymous}", [("overlay-because", "security")], id="no-credential-at-all"),
        pytest.param(
            GET, "{security: [key_header_authorization, {}]}", [("overlay-because", "security")], id="an-optional-credential"
        ),
        pytest.param(GET, "{id: y.items.list}", [("overlay-id", "id")], id="outside-of-the-connector"),
        pytest.param(GET, "{id: x.item.get}", [("overlay-id", "id")], id="taken"),
        pytest.param(GET, "{drop: true}", [("overlay-because", "GET ~1items")], id="dropped-without-because"),
        pytest.param(
            GET, "{drop: true, because: b, curated: true}", [("overlay-contradiction", "GET ~1items")], id="dropped-and-edited"
        ),
        pytest.param(GET, "{deterministic: true}", [("overlay-value", "deterministic")], id="determinism-is-not-granted"),
        pytest.param(
            GET, "{outcome: {success_when: {at: /okay, equals: true}}}", [("overlay-outcome", "at")], id="answer-without-member"
        ),
        pytest.param(GET, "{outcome: {error_code: /ok}}", [("overlay-outcome", "outcome")], id="no-success"),
        pytest.param(
            GET,
            "{outcome: {success_when: {at: /ok, exists: true}, classes: {a: conflict}}}",
            [("overlay-outcome", "classes")],
            id="no-code",
        ),
    ],
)
def test_what_cannot_be_is_refused(identity, entry, expected):
    assert faults(entry, identity) == expected


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param("{security: [key_header_authorization, key_header_x_second]}", id="another-scheme-in-its-place"),
        pytest.param("{security: [{key_header_authorization: [], key_header_x_second: []}]}", id="more-credentials"),
        pytest.param("{security: anonymous, because: it is public}", id="with-a-reason"),
        pytest.param("{outcome: {success_when: {at: /okay, equals: true}, undocumented: true}}", id="undocumented-outcome"),
        pytest.param(
            "{outcome: {success_when: {not: {all: [{at: /ok, in: [false, 0]}, {at: /next, exists: true}]}}}}", id="joined"
        ),
        pytest.param("{parameters: {page: {key: token2}}}", id="a-free-key"),
        pytest.param("{parameters: {page: {key: page}, token: {default: null}}}", id="the-same-key"),
    ],
)
def test_what_can_be_is_not(entry):
    assert faults(entry) == []


PAGES = [
    ("{style: page, page: page, items: /data}", ["empty_page"], []),
    ("{style: page, page: page, size: per_page, items: /data, ends_when: [short_page]}", ["short_page"], []),
    ("{style: page, page: page, items: /data, total: /total}", ["total_reached"], []),
    ("{style: cursor, cursor: token, next: /next, items: /data}", ["no_next"], []),
    ("{style: next_url, next: /next, has_more: /more, items: /data}", ["no_next", "has_more_false"], []),
    ("{style: link_header, items: /data}", ["no_next"], []),
    ("{style: last_id, cursor: token, cursor_item: /id, items: /data}", ["empty_page"], []),
    ("{style: page, page: page}", None, ["pagination"]),
    ("{style: page, items: /data}", None, ["pagination"]),
    ("{style: page, page: pages, items: /data}", None, ["page"]),
    ("{style: page, page: page, items: /rows}", None, ["items"]),
    ("{style: page, page: page, items: /next}", None, ["items"]),
    ("{style: page, page: page, items: /data, ends_when: [has_more_false]}", None, ["ends_when"]),
    ("{style: page, page: page, items: /data, ends_when: [short_page]}", None, ["ends_when"]),
    ("{style: page, page: page, items: /data, cursor: token}", None, ["cursor"]),
    ("{style: cursor, next: /next, items: /data}", None, ["pagination"]),
    ("{style: cursor, cursor: token, items: /data}", None, ["pagination"]),
    ("{style: cursor, cursor: token, next: /nxt, items: /data}", None, ["next"]),
    ("{style: last_id, cursor: token, cursor_item: /key, items: /data}", None, ["cursor_item"]),
    ("{style: page, page: page, items: /rows, undocumented: true}", ["empty_page"], []),
    ("{style: page, page: page, undocumented: true}", None, ["pagination"]),
    ("{style: page, page: page, items: /data, size: per_page, size_default: 9, size_max: 5}", None, ["size_default"]),
]


@pytest.mark.parametrize(("pagination", "ends", "expected"), PAGES)
def test_paging_works_or_is_refused(pagination, ends, expected):
    assert [name for _, name in faults(f"{{pagination: {pagination}}}")] == expected
    if ends is not None:
        assert json_of(said(f"{{pagination: {pagination}}}"), GET)["pagination"]["ends_when"] == ends


def test_paging_of_the_connector_is_what_an_entry_begins_with():
    found = effective(
        "pagination: {style: page, page: page, size: per_page, size_max: 50}\noperations:\n  GET /items: {pagination: {items: /data}}"
    )
    pagination = operation(found, GET).pagination
    assert (pagination.style.value, pagination.page, pagination.size_max, pagination.items) == ("page", "page", 50, "/data")
    assert operation(found, "GET /items/{1}").pagination is None


def test_a_renamed_key_is_renamed_wherever_it_is_named():
    found = operation(said("{parameters: {page: {key: number}}, pagination: {style: page, page: number, items: /data}}"), GET)
    assert found.pagination.page == "number"
    assert [argument.key for argument in found.parameters] == ["number", "per_page", "token"]


def test_another_declared_media_type_brings_its_encoding():
    body = operation(said("{body: {content_type: application/x-www-form-urlencoded}}", POST), POST).body
    assert (body.encoding.value, [member.style.value for member in body.fields]) == ("form", ["form", "form"])
    assert [other.media_type for other in body.alternatives] == ["application/json"]


def test_schemes_are_completed_and_the_rest_can_satisfy_nothing():
    found = effective('auth: [{id: key_header_authorization, value_prefix: "token "}]')
    (scheme,) = found.connector.auth
    assert scheme.placement.value_prefix == "token "
    assert not operation(found, "POST /admin/reset").callable
    assert operation(found, GET).callable
    assert [problem.code for problem in found.problems] == [Code.NOT_CALLABLE]


def test_a_scheme_of_unknown_kind_is_mended_by_its_placement():
    text = SHOP.replace("second: {type: apiKey, in: header, name: X-Second}", "second: {type: riddle}")
    package = made(text)
    assert not operation(package.with_overlay(None), "POST /admin/reset").callable
    found = effective("auth: [{id: key_header_authorization}, {id: unknown, placement: {in: header, name: X-Riddle}}]", package)
    assert found.connector.auth[1].kind is AuthKind.API_KEY
    assert operation(found, "POST /admin/reset").callable


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        pytest.param("auth: [{id: key_header_authorisation}]", ["overlay-credential"], id="no-such-scheme"),
        pytest.param("auth: [{id: key_header_authorization}, {id: key_header_authorization}]", ["overlay-duplicate"], id="twice"),
        pytest.param("auth: [{value_prefix: t}]", ["overlay-missing"], id="no-id"),
        pytest.param("default_security: anonymous", ["overlay-because"], id="weaker-default"),
        pytest.param("default_security: anonymous\nbecause: public", [], id="weaker-default-with-a-reason"),
        pytest.param("idempotency: idempotent", ["overlay-because"], id="every-call-repeatable"),
        pytest.param("idempotency: safe", ["overlay-value"], id="a-change-is-not-safe"),
        pytest.param("servers: [{url: 'https://me:secret@a.example'}]", ["overlay-value"], id="password-in-an-address"),
        pytest.param("servers: [{url: 'https://{host}/'}]", ["overlay-value"], id="unnamed-variable"),
        pytest.param("outcome: {success_when: {at: /fine, equals: true}}", ["overlay-outcome"], id="no-answer-shows-it"),
        pytest.param("pagination: {page: page}", ["overlay-pagination"], id="no-style"),
        pytest.param("maturity: curatd", ["overlay-value"], id="no-such-word"),
        pytest.param("tilte: Shop", ["overlay-key"], id="misspelt"),
        pytest.param("title: [Shop]", ["overlay-value"], id="wrong-type"),
    ],
)
def test_edits_of_the_connector(text, codes):
    found = [problem.code.value for problem in problems(text) if problem.severity is Severity.ERROR]
    assert found == codes
    assert not any("secret" in problem.message + problem.remedy for problem in problems(text))


def test_a_server_of_a_person():
    found = effective("servers: [{url: 'https://{host}/v1', variables: {host: {default: a.example}}}, {url: /v1}]")
    assert [(server.operator_supplied, server.basis) for server in found.connector.servers] == [
        (False, Basis.AUTHORED),
        (True, Basis.AUTHORED),
    ]
    assert found.connector.basis["servers"] is Basis.AUTHORED


def test_idempotency_of_the_connector_holds_where_only_the_method_spoke():
    found = effective(
        "idempotency: idempotent\nbecause: every call has its own id\noperations: {POST /items: {idempotency: unsafe}}"
    )
    assert operation(found, "POST /admin/reset").idempotency.value == "idempotent"
    assert operation(found, POST).idempotency.value == "unsafe"
    assert operation(found, GET).idempotency.value == "safe"


def test_an_outcome_of_the_connector_can_be_cleared_for_one_operation():
    found = effective("outcome: {success_when: {at: /ok, equals: true}}\noperations: {'GET /items/{id}': {outcome: null}}")
    assert bytes(found.connector.outcome.success_when) == b'{"at":"/ok","equals":true}'
    assert bytes(operation(found, "GET /items/{1}").outcome.success_when) == b'{"all":[]}'


def test_what_is_dropped_is_gone_and_named():
    found = effective("operations: {'DELETE /items/{x}': {drop: true, because: not offered}, GET /items: {curated: true}}")
    assert [(each.identity, each.id, each.because) for each in found.dropped] == [(DELETE, "x.item.delete", "not offered")]
    assert DELETE not in [each.identity for each in found.operations]
    assert (found.connector.counts.dropped, found.connector.counts.curated) == (1, 1)
    assert operation(found, GET).maturity is Maturity.CURATED


def test_notices_travel():
    assert effective("notices: [Thanks to the vendor.]").notices == ("Thanks to the vendor.",)


# -- selectors and layers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "count"),
    [
        ("tag: item", 4),
        ("tag: [item, admin]", 6),
        ("method: [get, POST]", 4),
        ("path: /items/*", 2),
        ("path: '/items/{any}'", 2),
        ("path: /**", 6),
        ("tag: admin, path: /admin/**, method: POST", 1),
    ],
)
def test_a_selector_edits_what_meets_all_its_conditions(condition, count):
    found = effective(f"selectors: [{{{condition}, set: {{curated: true}}}}]")
    assert sum(each.curated for each in found.operations) == count


def test_the_entry_of_an_operation_is_stronger_than_selectors():
    found = effective("selectors: [{tag: item, set: {curated: true}}]\noperations: {GET /items: {curated: false}}")
    assert [each.curated for each in found.operations if "item" in each.tags] == [True, True, True, False]


def test_maps_merge_and_an_entry_settles_what_selectors_disagree_about():
    text = """
        selectors:
          - {tag: item, set: {parameters: {token: {secret: true}}}}
          - {method: GET, path: /items, set: {parameters: {token: {description: Mine.}}, curated: true}}
          - {method: GET, path: /items, set: {curated: false}}
        operations:
          GET /items: {parameters: {token: {required: true}}, curated: true}
    """
    token = operation(effective(text), GET).parameters[-1]
    assert (token.secret, token.description, token.required) == (True, "Mine.", True)


def test_two_selectors_that_disagree_are_a_contradiction():
    text = "selectors: [{tag: item, set: {curated: true}}, {method: GET, set: {curated: false}}]"
    (found,) = problems(text)
    assert (found.code, found.where.pointer) == (Code.OVERLAY_CONTRADICTION, "/selectors/1/set/curated")
    assert "GET /items" in found.message


def test_a_parameter_that_a_selector_names_is_met_somewhere():
    assert problems("selectors: [{tag: item, set: {parameters: {token: {secret: true}}}}]") == ()
    (found,) = problems("selectors: [{tag: item, set: {parameters: {tokn: {secret: true}}}}]")
    assert (found.code, found.where.pointer) == (Code.OVERLAY_UNMATCHED, "/selectors/0/set/parameters/tokn")


def test_one_mistake_of_a_selector_is_one_finding():
    (found,) = problems("selectors: [{path: /**, set: {security: [tokn]}}]")
    assert "and 3 more" in found.message


def test_a_selector_may_drop_and_an_entry_may_keep():
    text = "selectors: [{tag: admin, set: {drop: true, because: not offered}}]\noperations: {POST /admin/reset: {ENTRY}}"
    assert len(effective(text.replace("ENTRY", "drop: false")).operations) == 4
    (found,) = problems(text.replace("ENTRY", "curated: true"))
    assert found.code is Code.OVERLAY_CONTRADICTION


# -- what changes nothing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "pointers"),
    [
        ("operations: {GET /items: }", ["/operations/GET ~1items"]),
        ("operations: {POST /items: {effect: create}}", ["/operations/POST ~1items"]),
        ("operations: {POST /items: {effect: create, curated: true}}", ["/operations/POST ~1items/effect"]),
        (
            "operations: {GET /items: {parameters: {token: {secret: false}}, curated: true}}",
            ["/operations/GET ~1items/parameters/token"],
        ),
        ("operations: {GET /items: {id: x.item.list}}", []),
        ("operations: {GET /items: {drop: false}}", ["/operations/GET ~1items"]),
        ("title: Sample", ["/title"]),
        ("selectors: [{tag: item, set: {curated: false}}]", ["/selectors/0/set"]),
        ("selectors: [{tag: item, set: {curated: true}}]\noperations: {GET /items: {curated: true}}", ["/operations/GET ~1items"]),
    ],
)
def test_what_changes_nothing_is_a_warning(text, pointers):
    found = problems(text)
    assert [(problem.severity, problem.code, problem.where.pointer) for problem in found] == [
        (Severity.WARNING, Code.OVERLAY_IDLE, at) for at in pointers
    ]


def test_confirming_an_inference_is_no_idle_word():
    package = made("""
        paths:
          /items/{id}:
            get: {operationId: getItem, tags: [item], responses: {"200": {description: d}}}
    """)
    text = "operations: {'GET /items/{id}': {parameters: {id: {schema: {type: string}}}}}"
    assert package.derived.operations[0].basis["parameters.id"] is Basis.INFERRED
    found = effective(text, package)
    assert found.problems == ()
    assert found.operations[0].basis["parameters.id"] is Basis.AUTHORED


# -- targets --------------------------------------------------------------------------------------------------------------------

LOCK = Lock(
    1,
    "x",
    operations={
        "GET /goods": LockedOperation("x.goods.list", source_operation_id="listItems"),
        "GET /carts": LockedOperation("x.cart.list", ids=("x.basket.list",), removed=True),
        "GET /items": LockedOperation("x.item.list", keys={"query size": ("size",), "query per_page": ("per_page", "limit")}),
    },
)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        pytest.param("GET /itmes: {curated: true}", "`GET /items`", id="nearest"),
        pytest.param("PATCH /items: {curated: true}", "the path has `GET`, `POST`, and not `PATCH`", id="another-method"),
        pytest.param("GET /goods: {curated: true}", "the vendor moved `listItems` to `GET /items`", id="moved"),
        pytest.param("GET /carts: {curated: true}", "the vendor removed it, and its id `x.cart.list` is kept", id="removed"),
        pytest.param("x.item.list: {curated: true}", "an operation by method and path", id="never-by-id"),
        pytest.param(
            "GET /items: {parameters: {limit: {secret: true}}}", "write `per_page`, the key that the argument has", id="old-key"
        ),
        pytest.param("GET /items: {parameters: {size: {secret: true}}}", "the vendor removed the argument", id="removed-key"),
        pytest.param("GET /items: {id: x.basket.list}", "`GET /carts`, which is no operation any more", id="id-of-a-tombstone"),
        pytest.param("GET /items: {parameters: {page: {key: Size}}}", "belongs to `size` (query)", id="key-of-a-tombstone"),
    ],
)
def test_the_lock_says_what_a_target_became(entry, words):
    package = made()
    try:
        found = package.with_overlay(overlay(f"operations:\n  {entry}\n"), LOCK).problems
    except Exception as error:
        found = error.problems
    assert any(words in f"{problem.message}; {problem.remedy}" for problem in found)


def test_a_gap_says_that_it_is_one():
    text = """
        paths:
          /a: {post: {requestBody: {$ref: '#/components/requestBodies/None'}, responses: {"200": {description: d}}}}
          /b: {get: {responses: {"200": {description: d}}}}
    """
    (found,) = problems("operations: {POST /a: {curated: true}}", made(text, OPENAPI_30))
    assert found.code is Code.OVERLAY_UNMATCHED
    assert "`POST /a` is a gap" in found.message


def test_identities_that_keep_their_names_are_found_as_written():
    package = made("""
        paths:
          /a/{x}: {get: {operationId: one, tags: [a], responses: {"200": {description: d}}}}
          /a/{y}: {get: {operationId: two, tags: [a], responses: {"200": {description: d}}}}
    """)
    found = effective("operations: {'GET /a/{y}': {curated: true}, 'GET /a/{x}': {summary: Other.}}", package)
    assert [(each.identity, each.curated) for each in found.operations] == [("GET /a/{x}", False), ("GET /a/{y}", True)]
    (problem,) = problems("operations: {'GET /a/{z}': {curated: true}}", package)
    assert "`GET /a/{x}` and `GET /a/{y}`" in problem.message


@pytest.mark.parametrize("other", ["GET /items/{y}", "get /items/{x}", "GET  /items/{1}"])
def test_two_spellings_of_one_identity_are_a_duplicate(other):
    (found,) = problems(f"operations: {{'GET /items/{{x}}': {{curated: true}}, '{other}': {{summary: S}}}}")
    assert found.code is Code.OVERLAY_DUPLICATE
    assert "twice" in found.message


def test_two_pins_of_one_id_name_both():
    (found,) = problems("operations:\n  GET /items: {id: x.item.all}\n  POST /items: {id: x.item.all}\n")
    assert (found.code, found.where.line) == (Code.OVERLAY_ID, 5)
    assert "`POST /items`" in found.message
    assert "`GET /items` on line 4" in found.message


# -- the file -------------------------------------------------------------------------------------------------------------------


def test_a_newer_format_is_said_before_anything_else():
    with pytest.raises(PackageError) as error:
        made().with_overlay(b"schema_version: 2\nnovelty: 1\n")
    assert [problem.code for problem in error.value.problems] == [Code.PACKAGE_FORMAT_NEWER]
    assert error.value.exit_status == 2


def test_the_overlay_of_another_connector_is_refused():
    (found,) = problems_of("schema_version: 1\nconnector: y\n")
    assert (found.code, found.where.line, found.where.pointer) == (Code.ID_DIFFERS, 2, "/connector")


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"connector: x\nschema_version: 1\noperations: [\n", Code.YAML_SYNTAX, 4),
        (b"a: \xff\n", Code.ENCODING, 1),
        (b"a: 1\n\xe2\x80\xa8b: 2\n", Code.YAML_SYNTAX, 2),
        (b"[" * 200, Code.DOCUMENT_TOO_DEEP, None),
        (b"a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + b"".join(b"%c: &%c [%s]\n" % (c, c, b", ".join([b"*%c" % (c - 1)] * 9)) for c in range(98, 106)),
         Code.YAML_ALIASES, 6),
        (b"\n" * 3_000 + b"a: 1\n", Code.YAML_SYNTAX, 2),
        (b"- a\n", Code.OVERLAY_VALUE, 1),
        (b"operations: {}\n", Code.OVERLAY_MISSING, 1),
    ],
)  # fmt: skip
def test_a_broken_file_is_a_finding(data, code, line):
    found = problems_of(data)
    assert (found[0].code, found[0].where.line) == (code, line)
