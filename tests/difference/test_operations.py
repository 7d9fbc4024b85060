"""Operations: what is another about them, and what that means to whoever calls."""

from itertools import pairwise

import pytest

from connectors.difference.codes import MEANINGS, ChangeCode, Impact
from connectors.model.connector import AuthKind, AuthScheme, Flow, Placement, Provenance, Rights, Scope, SourceFormat
from connectors.model.coverage import Gap
from connectors.model.operation import (
    Anonymous,
    AnyOf,
    Basis,
    Body,
    Consequence,
    Effect,
    Encoding,
    ErrorClass,
    ErrorResponse,
    Header,
    Idempotency,
    Location,
    Maturity,
    MediaType,
    Outcome,
    Pagination,
    PaginationEnd,
    PaginationStyle,
    Requirement,
    Response,
    Server,
    ServerVariable,
    Style,
)
from connectors.model.package import Dropped
from connectors.model.places import Place
from connectors.problems import Code
from two_packages import answer, changes, codes, operation, package, parameter, raw


def body(*fields, **facts):
    return Body(**{"content_type": "application/json", "encoding": Encoding.JSON, "fields": fields, **facts})


def member(key="m", **facts):
    return parameter(key, location=Location.BODY, style=None, **facts)


def whole(key="body"):
    return body(fields=None, whole=member(key))


def needs(*alternatives):
    return AnyOf(tuple(tuple(Requirement(name, scopes) for name, scopes in each.items()) for each in alternatives))


def paging(**facts):
    return Pagination(
        **{
            "style": PaginationStyle.PAGE,
            "ends_when": (PaginationEnd.EMPTY_PAGE,),
            "basis": Basis.DECLARED,
            "page": "page",
            **facts,
        }
    )


PAGE = (parameter("page"),)
TYPES = (MediaType("text/plain"),)
EMPTY = Response("200")

# Facts of the operation before and after; the codes there, and back.
FACTS = [
    ({"callable": True}, {"callable": False}, "operation-uncallable", "operation-callable"),
    ({"deterministic": True}, {"deterministic": False}, "determinism-lost", "determinism-gained"),
    ({"deprecated": False}, {"deprecated": True}, "deprecated", "deprecation-withdrawn"),
    ({"curated": False}, {"curated": True}, "curation-changed", "curation-changed"),
    ({"maturity": Maturity.GENERATED}, {"maturity": Maturity.CURATED}, "maturity-changed", "maturity-changed"),
    ({"summary": "a"}, {"summary": "b"}, "words-changed", "words-changed"),
    ({"id": "x.thing.get"}, {"id": "x.thing.read"}, "operation-renamed", "operation-renamed"),
    ({"idempotency_key": "k"}, {"idempotency_key": "l"}, "idempotency-key-changed", "idempotency-key-changed"),
    ({"idempotency_key": None}, {"idempotency_key": "l"}, "repeat-safer", "idempotency-key-changed"),
    # Arguments
    ({}, {"parameters": (parameter(),)}, "argument-added", "argument-removed"),
    ({}, {"parameters": (parameter(required=True),)}, "argument-added-required", "argument-removed"),
    ({"parameters": (parameter(),)}, {"parameters": (parameter(required=True),)}, "argument-required", "argument-optional"),
    ({"parameters": (parameter("a"),)}, {"parameters": (parameter("b", name="a"),)}, "argument-renamed", "argument-renamed"),
    (
        {"parameters": (parameter("a", location=Location.HEADER),)},
        {"parameters": (parameter("a"),)},
        "argument-moved",
        "argument-moved",
    ),
    ({"parameters": (parameter("a"),)}, {"parameters": (parameter("a", name="b"),)}, "argument-moved", "argument-moved"),
    (
        {"parameters": (parameter(),)},
        {"parameters": (parameter(explode=True),)},
        "argument-written-otherwise",
        "argument-written-otherwise",
    ),
    (
        {"parameters": (parameter(),)},
        {"parameters": (parameter(style=Style.PIPE_DELIMITED),)},
        "argument-written-otherwise",
        "argument-written-otherwise",
    ),
    (
        {"parameters": (parameter(),)},
        {"parameters": (parameter(content_type="application/json"),)},
        "argument-written-otherwise",
        "argument-written-otherwise",
    ),
    (
        {"parameters": (parameter(),)},
        {"parameters": (parameter(allow_empty=True),)},
        "request-limit-loosened",
        "request-limit-tightened",
    ),
    (
        {"parameters": (parameter(),)},
        {"parameters": (parameter(secret=True),)},
        "argument-secrecy-changed",
        "argument-secrecy-changed",
    ),
    ({"parameters": (parameter(),)}, {"parameters": (parameter(deprecated=True),)}, "deprecated", "deprecation-withdrawn"),
    (
        {"parameters": (parameter(default=raw(1)),)},
        {"parameters": (parameter(default=raw(2)),)},
        "default-changed",
        "default-changed",
    ),
    (
        {"parameters": (parameter(description="a"),)},
        {"parameters": (parameter(description="b"),)},
        "words-changed",
        "words-changed",
    ),
    # Bodies
    ({}, {"body": body()}, "body-added", "body-removed"),
    ({}, {"body": body(required=True)}, "body-added-required", "body-removed"),
    ({"body": body()}, {"body": body(required=True)}, "body-required", "body-optional"),
    ({"body": body()}, {"body": body(content_type="application/x+json")}, "body-written-otherwise", "body-written-otherwise"),
    ({"body": body(member())}, {"body": whole()}, "body-reshaped", "body-reshaped"),
    ({"body": whole()}, {"body": whole("value")}, "argument-renamed", "argument-renamed"),
    ({"body": body()}, {"body": body(member())}, "argument-added", "argument-removed"),
    ({"body": body(member())}, {"body": body(member(required=True))}, "argument-required", "argument-optional"),
    ({"body": body()}, {"body": body(additional=raw({}))}, "request-opened", "request-closed"),
    ({"body": body()}, {"body": body(alternatives=TYPES)}, "body-type-added", "body-type-removed"),
    # Answers
    ({}, {"responses": (EMPTY,)}, "success-added", "success-removed"),
    ({}, {"responses": (Response("301"),)}, "status-changed", "status-changed"),
    ({"responses": (Response("202"),)}, {"responses": (Response("202", pending=True),)}, "answer-pending", "answer-settled"),
    ({"responses": (EMPTY,)}, {"responses": (answer(),)}, "answer-body-added", "answer-body-removed"),
    (
        {"responses": (answer(),)},
        {"responses": (Response("200", (*answer().content, *TYPES)),)},
        "answer-media-type-added",
        "answer-media-type-removed",
    ),
    ({"responses": (EMPTY,)}, {"responses": (Response("200", headers=(Header("H"),)),)}, "header-added", "header-removed"),
    (
        {"responses": (Response("200", headers=(Header("H"),)),)},
        {"responses": (Response("200", headers=(Header("H", required=True),)),)},
        "header-required",
        "header-optional",
    ),
    (
        {"responses": (Response("200", headers=(Header("H"),)),)},
        {"responses": (Response("200", headers=(Header("H", explode=True),)),)},
        "header-written-otherwise",
        "header-written-otherwise",
    ),
    ({}, {"errors": (ErrorResponse("404", ErrorClass.NOT_FOUND),)}, "error-changed", "error-changed"),
    (
        {"errors": (ErrorResponse("404", ErrorClass.NOT_FOUND),)},
        {"errors": (ErrorResponse("404", ErrorClass.CONFLICT),)},
        "error-class-changed",
        "error-class-changed",
    ),
    ({}, {"outcome": Outcome(raw({"at": "/ok", "equals": True}))}, "outcome-changed", "outcome-changed"),
    # Pages
    ({"parameters": PAGE}, {"parameters": PAGE, "pagination": paging()}, "paging-described", "paging-removed"),
    ({"pagination": paging()}, {"pagination": paging(style=PaginationStyle.OFFSET)}, "paging-changed", "paging-changed"),
    ({"pagination": paging()}, {"pagination": paging(items="/data")}, "paging-changed", "paging-changed"),
    ({"pagination": paging(size_max=9)}, {"pagination": paging(size_max=8)}, "paging-size-lowered", "paging-size-raised"),
    ({"pagination": paging()}, {"pagination": paging(size_max=8)}, "paging-size-lowered", "paging-size-raised"),
    ({"pagination": paging(size_default=9)}, {"pagination": paging(size_default=8)}, "default-changed", "default-changed"),
    # Credentials
    ({"security": Anonymous()}, {"security": needs({"a": ()})}, "security-tightened", "security-loosened"),
    ({"security": needs({"a": ()}, {"b": ()})}, {"security": needs({"a": ()})}, "security-tightened", "security-loosened"),
    ({"security": needs({"a": ()})}, {"security": needs({"a": ("s",)})}, "security-tightened", "security-loosened"),
    ({"security": needs({"a": ()})}, {"security": needs({"a": (), "b": ()})}, "security-tightened", "security-loosened"),
    # Servers
    ({"servers": (Server("a"),)}, {"servers": (Server("a"), Server("b"))}, "server-added", "server-removed"),
    ({"servers": (Server("a"), Server("b"))}, {"servers": (Server("b"), Server("a"))}, "server-changed", "server-changed"),
]


@pytest.mark.parametrize(
    ("old", "new", "there", "back"), FACTS, ids=lambda value: str(value)[:40] if isinstance(value, str) else ""
)
def test_what_is_said_of_two_operations(old, new, there, back):
    first, second = package(operation(**old)), package(operation(**new))
    assert codes(first, second) == [there]
    assert codes(second, first) == [back]
    assert (codes(first, first), codes(second, second)) == ([], [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"basis": {}}, {"basis": {"effect": Basis.STANDARD}}),
        (
            {"parameters": (parameter("a", location=Location.HEADER, name="X-A"),)},
            {"parameters": (parameter("a", location=Location.HEADER, name="x-a"),)},
        ),
        ({"parameters": (parameter("a"), parameter("b"))}, {"parameters": (parameter("b"), parameter("a"))}),
        (
            {"path": "/things/{a}", "parameters": (parameter("k", name="a", location=Location.PATH),)},
            {"path": "/things/{b}", "parameters": (parameter("k", name="b", location=Location.PATH),)},
        ),
        ({"security": needs({"a": ()}, {"b": ()})}, {"security": needs({"b": ()}, {"a": ()})}),
        ({"pagination": paging()}, {"pagination": paging(evidence=("/x",), basis=Basis.AUTHORED)}),
    ],
)
def test_what_no_caller_sees_is_no_change(old, new):
    assert codes(package(operation(**old)), package(operation(**new))) == []
    assert codes(package(operation(**new)), package(operation(**old))) == []


@pytest.mark.parametrize(
    ("fact", "order", "graver", "milder"),
    [
        ("effect", [Effect.READ, Effect.CREATE, Effect.UPDATE, Effect.DELETE], "effect-graver", "effect-milder"),
        (
            "idempotency",
            [Idempotency.SAFE, Idempotency.IDEMPOTENT, Idempotency.KEYED, Idempotency.UNSAFE],
            "repeat-riskier",
            "repeat-safer",
        ),
        (
            "consequence",
            [Consequence.READ, Consequence.REVERSIBLE, Consequence.UNSTATED, Consequence.IRREVERSIBLE],
            "consequence-graver",
            "consequence-milder",
        ),
    ],
)
def test_less_safe_breaks_and_safer_does_not(fact, order, graver, milder):
    for less, more in pairwise(order):
        old, new = package(operation(**{fact: less})), package(operation(**{fact: more}))
        assert [(change.code, change.impact) for change in changes(old, new)] == [(graver, "breaking")]
        assert [(change.code, change.impact) for change in changes(new, old)] == [(milder, "neutral")]


def test_paging_by_arguments_that_are_new_makes_a_part_of_what_was_the_whole():
    new = package(operation(parameters=PAGE, pagination=paging()))
    assert codes(package(operation()), new) == ["argument-added", "paging-introduced"]
    assert codes(package(operation(parameters=PAGE)), new) == ["paging-described"]


def test_other_credentials_are_both_tightened_and_loosened():
    old, new = package(operation(security=needs({"a": ()}))), package(operation(security=needs({"b": ()})))
    assert codes(old, new) == ["security-loosened", "security-tightened"]


# Which is which


def test_an_operation_is_there_or_not():
    one, both = package(operation()), package(operation(), operation("GET /more", "x.more.get"))
    assert codes(one, both) == ["operation-added"]
    assert codes(both, one) == ["operation-removed"]
    (change,) = changes(both, package(operation(), dropped=(Dropped("GET /more", "x.more.get", "not offered"),)))
    assert (change.code, change.new) == ("operation-dropped", "dropped: not offered")
    gap = Gap("GET /more", "GET", "/more", Code.BODY_MEDIA_TYPE, "no media type", Place())
    (change,) = changes(both, package(operation(), gaps=(gap,)))
    assert (change.code, change.new) == ("operation-removed", "a gap: no media type")


def test_an_operation_moves_with_its_id_or_with_the_vendors():
    old = package(operation("GET /a", "x.a.get", source_operation_id="readA", parameters=(parameter("p"),)))
    kept = operation("GET /b", "x.a.get", source_operation_id="readA")
    renamed = operation("GET /b", "x.b.get", source_operation_id="readA")
    assert codes(old, package(kept)) == ["argument-removed", "operation-moved"]
    assert codes(old, package(renamed)) == ["argument-removed", "operation-moved", "operation-renamed"]
    # The id of one is another thing's now: what is another about it says nothing.
    assert codes(old, package(operation("GET /b", "x.a.get"))) == ["operation-moved"]
    # Never guessed: not where the old identity is still there, and not by an id that two have.
    assert codes(old, package(*old.operations, operation("GET /b", "x.b.get"))) == ["operation-added"]
    twice = package(renamed, operation("GET /c", "x.c.get", source_operation_id="readA"))
    assert codes(old, twice) == ["operation-added", "operation-added", "operation-removed"]


def test_another_connector_renames_all_and_that_is_said_once():
    new = package(operation(id="y.thing.get"), id="y")
    assert codes(package(operation()), new) == ["connector-renamed"]


def test_what_is_the_same_in_several_operations_is_one_change():
    def many(**facts):
        return package(*(operation(f"GET /{name}", f"x.{name}.get", **facts) for name in "abc"))

    (change,) = changes(many(), many(parameters=(parameter("q"),)))
    assert (change.place, [each.id for each in change.operations]) == (
        "/operations/GET ~1a/parameters/q",
        ["x.a.get", "x.b.get", "x.c.get"],
    )
    (change,) = changes(many(), package(*many().operations, default_security=needs({"a": ()})))
    assert (change.code, change.place, len(change.operations)) == ("security-tightened", "/connector/default_security", 3)


# The connector

KEY = AuthScheme("k", AuthKind.API_KEY, "k", Placement(Location.HEADER, "X-K"))
FLOW = Flow("clientCredentials", token_url="https://a.example/t", scopes=(Scope("s"),))
OAUTH = AuthScheme("o", AuthKind.OAUTH2, "o", flows=(FLOW,))


def server(**facts):
    return Server("https://{r}.example", (ServerVariable("r", **facts),))


@pytest.mark.parametrize(
    ("old", "new", "there", "back"),
    [
        ({"auth": ()}, {"auth": (KEY,)}, "scheme-added", "scheme-removed"),
        (
            {"auth": (KEY,)},
            {"auth": (AuthScheme("k", AuthKind.API_KEY, "k", Placement(Location.QUERY, "X-K")),)},
            "scheme-changed",
            "scheme-changed",
        ),
        (
            {"auth": (KEY,)},
            {"auth": (AuthScheme("k", AuthKind.API_KEY, "k", Placement(Location.HEADER, "X-K", "token ")),)},
            "scheme-changed",
            "scheme-changed",
        ),
        ({"auth": (AuthScheme("o", AuthKind.OAUTH2, "o"),)}, {"auth": (OAUTH,)}, "flow-added", "flow-removed"),
        (
            {"auth": (OAUTH,)},
            {
                "auth": (
                    AuthScheme(
                        "o",
                        AuthKind.OAUTH2,
                        "o",
                        flows=(Flow("clientCredentials", token_url="https://b.example/t", scopes=(Scope("s"),)),),
                    ),
                )
            },
            "scheme-changed",
            "scheme-changed",
        ),
        (
            {"auth": (OAUTH,)},
            {"auth": (AuthScheme("o", AuthKind.OAUTH2, "o", flows=(Flow("clientCredentials", token_url="https://a.example/t"),)),)},
            "scopes-changed",
            "scopes-changed",
        ),
        ({"servers": (server(default="a"),)}, {"servers": (server(default="b"),)}, "server-changed", "server-changed"),
        (
            {"servers": (server(enum=("a", "b")),)},
            {"servers": (server(enum=("a",)),)},
            "server-choice-removed",
            "server-choice-added",
        ),
        ({"servers": (server(),)}, {"servers": (server(enum=("a",)),)}, "server-choice-removed", "server-choice-added"),
        ({"servers": (Server("/a"),)}, {"servers": (Server("/a", operator_supplied=True),)}, "server-changed", "server-added"),
        ({"api_version": "1"}, {"api_version": "2"}, "version-changed", "version-changed"),
        ({"title": "A"}, {"title": "B"}, "words-changed", "words-changed"),
        ({"maturity": Maturity.GENERATED}, {"maturity": Maturity.CURATED}, "maturity-changed", "maturity-changed"),
        ({"rights": Rights("MIT")}, {"rights": Rights("GPL-3.0-only")}, "rights-changed", "rights-changed"),
        ({}, {"provenance": Provenance(SourceFormat.OPENAPI_3_1, "cd" * 32, 1)}, "source-changed", "source-changed"),
        (
            {},
            {"provenance": Provenance(SourceFormat.OPENAPI_3_1, "ab" * 32, 1, derivation=2)},
            "derivation-changed",
            "derivation-changed",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_said_of_two_connectors(old, new, there, back):
    first, second = package(**old), package(**new)
    assert codes(first, second) == [there]
    assert codes(second, first) == [back]


# The codes


def test_every_code_has_a_meaning_and_is_at_its_place():
    assert list(MEANINGS) == list(ChangeCode)
    for code, meaning in MEANINGS.items():
        assert meaning.reason
        assert meaning.reason[-1] != ".", code


def test_impacts_weigh_in_order():
    assert [impact.weight for impact in Impact] == [2, 1, 0]
