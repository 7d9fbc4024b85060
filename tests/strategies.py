"""Hypothesis strategies for the values a package is made of."""

from decimal import Decimal

from hypothesis import strategies as st
from msgspec import UNSET

from connectors.canonical import raw
from connectors.model.connector import AuthKind, AuthScheme, Flow, Placement, Provenance, Rights, Scope, SourceFormat
from connectors.model.coverage import Event, EventKind, Gap, Note, NoteSeverity
from connectors.model.lock import Lock, LockedOperation
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
    MediaType,
    Operation,
    Pagination,
    PaginationEnd,
    PaginationStyle,
    Parameter,
    Requirement,
    Response,
    Server,
    ServerVariable,
    Style,
    Undeclared,
)
from connectors.model.package import Derived
from connectors.model.places import Place
from connectors.model.source import Source
from connectors.problems import Code

CONNECTOR = "sample"

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
"""A stranger's text: control characters, quotes, right-to-left marks and all."""

words = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)

numbers = st.one_of(
    st.integers(-(10**40), 10**40),
    st.floats(allow_nan=False, allow_infinity=False),
    # Never equal to a float: such a number is a float in every tree that is read.
    st.builds(lambda digits: Decimal(f"0.{digits}1"), st.from_regex(r"[1-9][0-9]{20,30}", fullmatch=True)),
)

json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=8,
)


def maybe(strategy):
    return st.one_of(st.none(), strategy)


def unset_or(strategy):
    return st.one_of(st.just(UNSET), strategy)


def tuples(strategy, most=2):
    return st.lists(strategy, max_size=most).map(tuple)


schemas = st.one_of(
    st.just({}),
    st.just({"$ref": "#/$defs/Item"}),
    st.builds(lambda text: {"type": "string", "description": text}, texts),
    st.builds(lambda value: {"const": value}, json_values),
    st.builds(lambda name: {"type": "object", "properties": {name: {"$ref": "#/$defs/a~1b%20c"}}}, texts),
).map(raw)

headers = st.builds(Header, name=words, required=st.booleans(), schema=schemas, description=maybe(texts))

parameters = st.builds(
    Parameter,
    key=words,
    name=texts,
    location=st.sampled_from(Location),
    required=st.booleans(),
    schema=schemas,
    style=maybe(st.sampled_from(Style)),
    explode=st.booleans(),
    headers=tuples(headers, 1),
    secret=st.booleans(),
    description=maybe(texts),
    default=unset_or(json_values.map(raw)),
    example=unset_or(json_values.map(raw)),
)

media_types = st.builds(MediaType, media_type=maybe(texts), schema=schemas, item_schema=unset_or(schemas))


@st.composite
def bodies(draw):
    whole = draw(maybe(parameters))
    return Body(
        content_type=draw(texts),
        encoding=draw(st.sampled_from(Encoding)),
        required=draw(st.booleans()),
        fields=None if whole is not None else draw(tuples(parameters)),
        whole=whole,
        additional=draw(unset_or(schemas)),
        alternatives=draw(tuples(media_types, 1)),
    )


responses = st.builds(
    Response, status=st.sampled_from(["200", "2XX", "default"]), content=tuples(media_types), headers=tuples(headers, 1)
)
errors = st.builds(
    ErrorResponse,
    status=st.sampled_from(["404", "5XX"]),
    error_class=maybe(st.sampled_from(ErrorClass)),
    content=tuples(media_types, 1),
)

securities = st.one_of(
    st.builds(Undeclared),
    st.builds(Anonymous),
    st.builds(
        AnyOf,
        alternatives=st.lists(
            tuples(st.builds(Requirement, scheme=words, scopes=tuples(texts), satisfiable=st.booleans())), min_size=1, max_size=2
        ).map(tuple),
    ),
)

servers = st.builds(
    Server,
    url=texts,
    variables=tuples(st.builds(ServerVariable, name=words, default=maybe(texts), enum=tuples(texts)), 1),
    operator_supplied=st.booleans(),
    basis=st.sampled_from(Basis),
)

paginations = st.builds(
    Pagination,
    style=st.sampled_from(PaginationStyle),
    ends_when=st.lists(st.sampled_from(PaginationEnd), min_size=1, max_size=2, unique=True).map(tuple),
    basis=st.sampled_from(Basis),
    page=maybe(words),
    first=maybe(st.integers(0, 1)),
    items=maybe(texts),
)

auth_schemes = st.builds(
    AuthScheme,
    id=words,
    kind=st.sampled_from(AuthKind),
    vendor_key=texts,
    placement=maybe(st.builds(Placement, location=st.sampled_from(Location), name=words)),
    flows=tuples(st.builds(Flow, kind=words, token_url=maybe(texts), scopes=tuples(st.builds(Scope, name=texts), 1)), 1),
)

places = st.builds(Place, file=st.sampled_from(["", "parts/a.yaml"]), pointer=texts.map(lambda text: f"/{text}"))


@st.composite
def operations(draw, resource=None, verb=None):
    resource = resource or draw(words)
    verb = verb or draw(words)
    method = draw(st.sampled_from(["GET", "POST", "QUERY", "x-odd"]))
    return Operation(
        id=f"{CONNECTOR}.{resource}.{verb}",
        identity=f"{method} /{resource}/{verb}",
        method=method,
        path=f"/{resource}/{verb}",
        resource=resource,
        verb=verb,
        effect=draw(st.sampled_from(Effect)),
        idempotency=draw(st.sampled_from(Idempotency)),
        consequence=draw(st.sampled_from(Consequence)),
        source_operation_id=draw(maybe(texts)),
        tags=draw(tuples(texts)),
        summary=draw(maybe(texts)),
        deprecated=draw(st.booleans()),
        deterministic=draw(st.booleans()),
        callable=draw(st.booleans()),
        servers=draw(tuples(servers, 1)),
        parameters=draw(tuples(parameters)),
        body=draw(maybe(bodies())),
        responses=draw(tuples(responses, 1)),
        errors=draw(tuples(errors, 1)),
        security=draw(securities),
        pagination=draw(maybe(paginations)),
        basis=draw(st.dictionaries(words, st.sampled_from(Basis), max_size=3)),
    )


gaps = st.builds(
    Gap,
    identity=words.map(lambda word: f"GET /gap/{word}"),
    method=st.just("GET"),
    path=words,
    code=st.sampled_from(Code),
    reason=texts,
    at=places,
)
notes = st.builds(Note, severity=st.sampled_from(NoteSeverity), code=st.sampled_from(Code), reason=texts, at=places)
events = st.builds(Event, kind=st.sampled_from(EventKind), name=texts, method=st.just("POST"), at=places, summary=maybe(texts))


@st.composite
def deriveds(draw):
    names = sorted(draw(st.sets(st.tuples(words, words), max_size=3)))
    return Derived(
        connector=CONNECTOR,
        title=draw(texts),
        description=draw(maybe(texts)),
        api_version=draw(maybe(texts)),
        servers=draw(tuples(servers, 1)),
        auth=draw(tuples(auth_schemes, 1)),
        default_security=draw(securities),
        operations=tuple(
            sorted((draw(operations(resource, verb)) for resource, verb in names), key=lambda operation: operation.id)
        ),
        schemas={"Item": draw(schemas), "a/b c": draw(schemas)},
        gaps=tuple(sorted(draw(st.lists(gaps, max_size=2)), key=lambda gap: gap.at)),
        notes=tuple(sorted(draw(st.lists(notes, max_size=2)), key=lambda note: note.at)),
        events=tuple(sorted(draw(st.lists(events, max_size=2)), key=lambda event: event.at)),
        excluded=tuple(sorted(draw(st.lists(texts, max_size=2)))),
        not_carried=draw(st.dictionaries(words, st.integers(0, 9), max_size=3)),
        tags=draw(st.integers(0, 9)),
        deprecated=draw(st.integers(0, 9)),
    )


provenances = st.builds(
    Provenance,
    format=st.sampled_from(SourceFormat),
    sha256=st.just("ab" * 32),
    bytes=st.integers(0, 10**9),
    version=maybe(texts),
    url=maybe(texts),
)

rights = st.builds(
    Rights,
    license=maybe(st.sampled_from(["MIT", "MIT OR Apache-2.0"])),
    copyright=tuples(texts),
    redistributable=st.booleans(),
    override=maybe(texts),
    share_alike=st.booleans(),
)

locked_operations = st.builds(
    LockedOperation,
    id=words,
    ids=tuples(words),
    keys=st.dictionaries(texts, st.lists(words, min_size=1, max_size=2).map(tuple), max_size=2),
    source_operation_id=maybe(texts),
    removed=st.booleans(),
)
locks = st.builds(
    Lock,
    schema_version=st.just(1),
    connector=st.just(CONNECTOR),
    auth=st.dictionaries(texts, words, max_size=2),
    operations=st.dictionaries(texts, locked_operations, max_size=3),
)

sources = st.builds(
    Source,
    schema_version=st.just(1),
    connector=words,
    description=maybe(texts),
    url=maybe(texts),
    license=maybe(st.sampled_from(["MIT", "Apache-2.0"])),
    copyright=tuples(texts),
    attribution=maybe(texts),
    redistributable=st.booleans(),
    rights=maybe(texts),
    rights_override=maybe(texts),
    generated_by=st.sampled_from(["operator", "service"]),
    prose=st.sampled_from(["keep", "omit"]),
    self_hosted=st.booleans(),
    include=tuples(texts),
    exclude=tuples(texts),
    allow_origin=tuples(texts),
    description_overlays=tuples(texts),
)
