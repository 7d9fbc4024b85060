"""The request of one call, built from the package alone. Opens nothing, sends nothing, knows no credential."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from connectors.execute import media
from connectors.execute.arguments import Given, Member, check, place_of, sort_out, whole_key
from connectors.execute.bodies import Content, content_of
from connectors.execute.credentials import Credential, alternatives, credentials_of
from connectors.execute.headers import FRAMING, accept, checked_name, checked_value
from connectors.execute.places import cookie_header, path_and_query, plain_headers
from connectors.execute.refusal import Refusal, RequestRefused
from connectors.execute.schemas import Schemas, read
from connectors.execute.urls import Base, base_of, joined, path_parts
from connectors.execute.values import Argument, Placeholder
from connectors.model.connector import AuthKind
from connectors.model.excerpt import Excerpt
from connectors.model.operation import Body, Location, Operation, Parameter
from connectors.model.package import Package
from connectors.problems import Problem

__all__ = ["Request", "build"]

_NO_VARIABLES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Request:
    """What a call sends, to the byte, but for its secrets: at each of their places stands a placeholder such as `<bearer>`.

    `headers` are in a fixed order: Accept, Content-Type, those of the operation, Cookie, credentials. `body` is None where there is no
    content. `notes` say what whoever sends it has to know.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes | None = field(repr=False)
    credentials: tuple[Credential, ...]
    notes: tuple[str, ...] = ()


def build(
    package: Package | Excerpt,
    operation: Operation,
    arguments: Mapping[str, Argument],
    *,
    server: str | None = None,
    server_variables: Mapping[str, str] = _NO_VARIABLES,
    security: int = 0,
    media_type: str | None = None,
) -> Request:
    """Build the request of a call.

    `arguments` go by the keys of the package. Members of the body that its schema admits without naming them go by their own names.
    `server` is a whole base address, or one of the declared ones as it is declared; `security` is the number of a satisfiable
    alternative of credentials, from 0. `media_type` chooses among the declared types of the body; with another than the package's own,
    the body is one value, under the key `body`. Raises RequestRefused with every reason.
    """
    problems: list[Problem] = []
    credentials = _credentials(package, operation, security, problems)
    base = _base(package, operation, server, server_variables, problems)
    schemas = Schemas(package.schemas)
    body = _body(operation, media_type, arguments, schemas, problems)
    template = path_parts(operation.path)
    given, faults = sort_out(
        operation,
        arguments,
        body=body,
        supplied=frozenset(_place(item) for item in credentials),
        unsendable=_unsendable(operation, template.unsent),
    )
    problems += faults
    given = _checked(given, body, schemas, problems)
    path, queries = path_and_query(operation, template, given.parameters, credentials, problems)
    content = _content(given, body, schemas, problems)
    headers = _headers(operation, given, content, credentials, problems)
    secrets = [_secret(member) for member in (*given.parameters, *given.fields) if isinstance(member.value, Placeholder)]
    _no_other_lines(operation, problems)
    _no_impostor(arguments, (*credentials, *secrets), problems)
    if problems:
        raise RequestRefused(problems)
    return Request(
        method=operation.method,
        url=joined(base, path, queries),
        headers=headers,
        body=content.data if content is not None else None,
        credentials=(*credentials, *secrets),
        notes=_notes(package, operation, credentials),
    )


def _credentials(package: Package | Excerpt, operation: Operation, chosen: int, problems: list[Problem]) -> tuple[Credential, ...]:
    try:
        return credentials_of(package, operation, chosen)
    except Refusal as refusal:
        problems.append(refusal.alone())
        return ()


def _base(
    package: Package | Excerpt, operation: Operation, server: str | None, variables: Mapping[str, str], problems: list[Problem]
) -> Base:
    try:
        return base_of(operation.servers or package.connector.servers, server, variables)
    except Refusal as refusal:
        problems.append(refusal.alone())
        return Base("", "")


def _body(
    operation: Operation, media_type: str | None, arguments: Mapping[str, Argument], schemas: Schemas, problems: list[Problem]
) -> Body | None:
    """The body as it will be sent: the package's own choice, or an alternative as one value."""
    body = operation.body
    if body is None:
        if media_type is not None:
            problems.append(Refusal("the operation sends no body, and a media type was given", "leave it out").alone())
        return None
    argument = _content_type_argument(operation, arguments)
    wanted = media_type if media_type is not None else argument
    if wanted is None:
        return body
    try:
        alternative, sent_as = media.chosen(body, wanted)
    except Refusal as refusal:
        if media_type is None and argument is not None and media.is_definite(argument):
            # The header is declared, and its schema judges the value: `consumes` has no say in it.
            return msgspec.structs.replace(body, content_type=argument)
        problems.append(refusal.alone())
        return body
    if alternative is None:
        return msgspec.structs.replace(body, content_type=sent_as)
    key = whole_key(operation)
    whole = Parameter(key=key, name=key, location=Location.BODY, required=body.required, schema=alternative.schema)
    encoding = media.written_as(sent_as, schemas.kinds(read(alternative.schema)), arguments.get(key))
    return Body(content_type=sent_as, encoding=encoding, required=body.required, whole=whole)


def _content_type_argument(operation: Operation, arguments: Mapping[str, Argument]) -> str | None:
    """Swagger 2.0 lets an operation declare the header Content-Type: whoever gives it chooses the media type."""
    for parameter in operation.parameters:
        if place_of(parameter) == (Location.HEADER, "content-type"):
            value = arguments.get(parameter.key)
            return value if isinstance(value, str) else None
    return None


def _unsendable(operation: Operation, unsent: frozenset[str]) -> frozenset[str]:
    return frozenset(
        parameter.key
        for parameter in operation.parameters
        if (parameter.location is Location.PATH and parameter.name in unsent)
        or (parameter.location is Location.HEADER and parameter.name.lower() in FRAMING)
    )


def _checked(given: Given, body: Body | None, schemas: Schemas, problems: list[Problem]) -> Given:
    def judged(member: Member, in_body: bool, whole: bool = False) -> Member:
        found, faults = check(member, schemas, body.encoding if body is not None and in_body else None, whole=whole)
        problems.extend(faults)
        return found

    return replace(
        given,
        parameters=tuple(judged(member, in_body=False) for member in given.parameters),
        fields=tuple(judged(member, in_body=True) for member in given.fields),
        whole=judged(given.whole, in_body=True, whole=True) if given.whole is not None else None,
    )


def _content(given: Given, body: Body | None, schemas: Schemas, problems: list[Problem]) -> Content | None:
    # What is wrong with an argument has been said; a body is not written from it, so that nothing is said twice.
    if body is None or not given.body or problems:
        return None
    content, faults = content_of(given, body.encoding, body.content_type, schemas)
    problems.extend(faults)
    return content


def _headers(
    operation: Operation,
    given: Given,
    content: Content | None,
    credentials: tuple[Credential, ...],
    problems: list[Problem],
) -> tuple[tuple[str, str], ...]:
    own = plain_headers(given.parameters, problems)
    names = {name.lower() for name, _ in own}
    found: list[tuple[str, str]] = []
    if "accept" not in names:
        found.append(("Accept", accept(operation)))
    if content is not None:
        own = [(name, value) for name, value in own if name.lower() != "content-type"]
        found.append(("Content-Type", content.media_type))
    found += own
    cookies = cookie_header(given.parameters, credentials, problems)
    if cookies is not None:
        found.append(("Cookie", cookies))
    for item in credentials:
        if item.location is Location.HEADER and item.name is not None:
            found.append((item.name, item.prefix + item.placeholder))
    try:
        for name, value in found:
            checked_name(name)
            checked_value(value)
    except Refusal as refusal:
        problems.append(refusal.alone())
    return tuple(found)


def _no_other_lines(operation: Operation, problems: list[Problem]) -> None:
    """A method is a token (RFC 9110 §9.1): a description's own may be anything, a line break included."""
    try:
        checked_name(operation.method)
    except Refusal:
        problems.append(Refusal("the method of the operation is none of HTTP", "correct the description").alone())


def _secret(member: Member) -> Credential:
    """The place of an argument that the package marks as secret."""
    parameter = member.parameter
    return Credential(f"<{parameter.key}>", parameter.location, parameter.name, argument=parameter.key)


def _no_impostor(arguments: Mapping[str, Argument], credentials: tuple[Credential, ...], problems: list[Problem]) -> None:
    """A placeholder in an argument would be filled with a secret when the request is sent, in a place of the caller's choice."""
    for key, value in arguments.items():
        for credential in credentials:
            if _holds(value, credential.placeholder):
                reason = f"the text `{credential.placeholder}` stands for a credential, and is no value"
                problems.append(Refusal(reason, "leave credentials out of the arguments").of(key))


def _holds(value: Argument, text: str) -> bool:
    if isinstance(value, list | tuple):
        return any(_holds(item, text) for item in value)
    if isinstance(value, dict):
        return any(text in str(name) or _holds(item, text) for name, item in value.items())
    return isinstance(value, str) and text in value


def _place(credential: Credential) -> tuple[Location | None, str]:
    name = credential.name or ""
    return credential.location, name.lower() if credential.location is Location.HEADER else name


def _notes(package: Package | Excerpt, operation: Operation, credentials: tuple[Credential, ...]) -> tuple[str, ...]:
    notes = [
        f"`{item.scheme}`: the connection presents a client certificate" for item in credentials if item.kind is AuthKind.MUTUAL_TLS
    ]
    if (others := len(alternatives(package, operation)) - 1) > 0:
        notes.append(f"the operation accepts {others} other {'alternative' if others == 1 else 'alternatives'} of credentials")
    return tuple(notes)
