"""Where arguments go: each into its place of the path, the query, the headers or the Cookie header."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from connectors.execute.arguments import Member
from connectors.execute.credentials import Credential
from connectors.execute.headers import checked_name, checked_value, joined_cookies
from connectors.execute.media import essence, is_json
from connectors.execute.percent import PATH_RESERVED, QUERY_RESERVED, REST_RESERVED, encode
from connectors.execute.refusal import Refusal
from connectors.execute.serialize import PLAIN, Pair, encoded_wire, pairs_of, segment_of, value_of
from connectors.execute.urls import PathParts, checked_path, checked_segment, filled, query_text, without
from connectors.execute.values import Argument, Placeholder, json_text, scalar_text
from connectors.model.identity import Placeholder as Expression
from connectors.model.identity import placeholders
from connectors.model.operation import Location, Operation, Style
from connectors.problems import Problem

__all__ = ["cookie_header", "path_and_query", "plain_headers"]

_Spelled = TypeVar("_Spelled")

_COOKIE_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_COOKIE_VALUE = re.compile(r"[!#-+\--:<-\[\]-~]*")
_OPERATOR_STYLE = {";": Style.MATRIX, ".": Style.LABEL}


def path_and_query(
    operation: Operation, template: PathParts, members: Sequence[Member], credentials: Sequence[Credential], problems: list[Problem]
) -> tuple[str, list[str]]:
    """The path with its placeholders filled, and its queries: the path's own, the arguments', the credentials'."""
    in_path = {member.parameter.name: member for member in members if member.parameter.location is Location.PATH}
    pairs: list[Pair] = []

    def in_segment(expression: Expression) -> str:
        if expression.in_query:
            for name in expression.names:
                pairs.extend(_tried(in_path[name], _pairs, problems) or [] if name in in_path else [])
            return ""
        member = in_path.get(expression.name)
        return "" if member is None else _tried(member, lambda one: _segment(one, expression), problems) or ""

    def in_query(expression: Expression) -> str:
        member = in_path.get(expression.name) or queried.get(expression.name)
        return "" if member is None else _tried(member, _query_value, problems) or ""

    path = filled(template.path, in_segment)
    # A pair of the path's own query whose placeholder is not given is not sent; one that is given stands where the path has it.
    queried = {member.parameter.name: member for member in members if member.parameter.location is Location.QUERY}
    standing = {name for expression in placeholders(template.query) for name in expression.names if name not in in_path}
    own = [
        pair
        for pair in template.query.split("&")
        if all(name in in_path or name in queried for expression in placeholders(pair) for name in expression.names)
    ]
    query = "&".join(filled(pair, in_query) for pair in own)
    if not problems:
        try:
            checked_path(path)
        except Refusal as refusal:
            problems.append(refusal.alone())
    whole: list[str] = []
    for member in members:
        if member.parameter.location is Location.QUERY and member.parameter.name not in standing:
            found = _tried(member, _pairs, problems) or []
            _tried(member, lambda one: _no_twin(operation, one, credentials), problems)
            pairs.extend(found)
        elif member.parameter.location is Location.QUERYSTRING:
            whole.append(_tried(member, _whole_query, problems) or "")
    keys = [item for item in credentials if item.location is Location.QUERY and item.name is not None]
    if whole and (pairs or keys):
        problems.append(
            Refusal("one argument is the whole query, and something else is a part of it", "give the one or the other").alone()
        )
    given = frozenset(queried) - standing
    secret = [(encode(item.name or ""), encode(item.prefix) + item.placeholder) for item in keys]
    return path, [without(query, given), *whole, query_text(pairs), query_text(secret)]


def plain_headers(members: Iterable[Member], problems: list[Problem]) -> list[tuple[str, str]]:
    """The header arguments. Nothing is percent-encoded (OpenAPI 3.1.1, Appendix D)."""
    found: list[tuple[str, str]] = []
    for member in members:
        if member.parameter.location is Location.HEADER:
            field = _tried(member, _header, problems)
            found.extend([field] if field is not None else [])
    return found


def cookie_header(members: Iterable[Member], credentials: Iterable[Credential], problems: list[Problem]) -> str | None:
    """The one Cookie header of arguments and credentials. Source: RFC 6265 §5.4."""
    cookies: list[Pair] = []
    for member in members:
        if member.parameter.location is Location.COOKIE:
            cookies.extend(_tried(member, _cookies, problems) or [])
    for item in credentials:
        if item.location is Location.COOKIE and item.name is not None:
            try:
                cookies.append((_cookie_name(item.name), item.prefix + item.placeholder))
            except Refusal as refusal:
                problems.append(refusal.of(item.scheme or item.name))
    return joined_cookies(cookies) if cookies else None


def _tried(member: Member, spell: Callable[[Member], _Spelled], problems: list[Problem]) -> _Spelled | None:
    """What `spell` makes of an argument; None, and one problem more, where it refuses."""
    try:
        return spell(member)
    except Refusal as refusal:
        problems.append(refusal.of(member.parameter.key))
        return None


# -- path -----------------------------------------------------------------------------------------------------------------------


def _segment(member: Member, expression: Expression) -> str:
    """One placeholder. `{+name}` and `{name*}` are a rest of the path; `{;name}` and `{.name}` are styles (RFC 6570 §3.2)."""
    parameter = member.parameter
    rest = expression.operator in ("+", "*")
    style = _OPERATOR_STYLE.get(expression.operator) or parameter.style or Style.SIMPLE
    if parameter.content_type is not None:
        return encode(checked_segment(_content(member)))
    for text in _texts(member.value):
        if text or style is Style.SIMPLE:
            checked_segment(text)
    # OpenAPI 3.1.1, Path Templating: a value holds no unescaped `/`, `?` or `#`, `allowReserved` or not.
    keep = REST_RESERVED if rest else PATH_RESERVED if parameter.allow_reserved else ""
    found = segment_of(parameter, member.value, encoded_wire(keep, triplets=rest or parameter.allow_reserved), style)
    return f"/{found}" if expression.operator == "/" else found


def _texts(value: Argument) -> Iterable[str]:
    """Every single value of an argument, as text."""
    if isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    else:
        yield scalar_text(value)


# -- query ----------------------------------------------------------------------------------------------------------------------


def _pairs(member: Member) -> list[Pair]:
    parameter = member.parameter
    if parameter.content_type is not None:
        return [(encode(parameter.name), encode(_content(member)))]
    if parameter.location is Location.PATH:
        # `{?page,limit}`: form-style query expansion (RFC 6570 §3.2.8).
        parameter = msgspec.structs.replace(parameter, style=Style.FORM, explode=True)
    wire = encoded_wire(QUERY_RESERVED if parameter.allow_reserved else "", triplets=parameter.allow_reserved)
    return pairs_of(parameter, member.value, wire)


def _query_value(member: Member) -> str:
    """A placeholder inside the query of a path."""
    return value_of(member.parameter, member.value, encoded_wire())


def _no_twin(operation: Operation, member: Member, credentials: Iterable[Credential]) -> None:
    """Members of an exploded object become parameters; none may be called as one that is declared, or as a credential."""
    parameter = member.parameter
    styled = parameter.explode and parameter.content_type is None and parameter.style is not Style.DEEP_OBJECT
    if not styled or not isinstance(member.value, dict):
        return
    taken = {other.name for other in operation.parameters if other.location is Location.QUERY and other is not parameter}
    taken |= {item.name for item in credentials if item.location is Location.QUERY and item.name is not None}
    for name in member.value:
        if name in taken:
            raise Refusal(f"the member `{name}` would be taken for the parameter of that name", "leave the member out")


def _whole_query(member: Member) -> str:
    """A value that is the whole query, by its media type. Source: OpenAPI 3.2, Parameter Object `in: querystring`."""
    content_type = member.parameter.content_type or "application/x-www-form-urlencoded"
    if essence(content_type) != "application/x-www-form-urlencoded":
        return encode(_content(member))
    if not isinstance(member.value, dict):
        raise Refusal("a query as a form takes an object", "give an object")
    pairs: list[Pair] = []
    for name, value in member.value.items():
        field = msgspec.structs.replace(member.parameter, name=name, style=Style.FORM, explode=True, content_type=None)
        if isinstance(value, dict):
            raise Refusal(f"the member `{name}` is nested, and a form is flat", "give single values, or lists of them")
        pairs += pairs_of(field, value, encoded_wire())
    return query_text(pairs)


# -- headers and cookies --------------------------------------------------------------------------------------------------------


def _header(member: Member) -> tuple[str, str]:
    parameter = member.parameter
    name = checked_name(parameter.name)
    if parameter.content_type is not None:
        return name, checked_value(_content(member, ascii_only=True))
    if parameter.style is Style.FORM and parameter.explode:
        # Swagger's `multi` is for queries and forms; a list header is one line of values parted by commas (RFC 9110 §5.6.1).
        parameter = msgspec.structs.replace(parameter, explode=False)
    return name, checked_value(value_of(parameter, member.value, PLAIN))


def _cookies(member: Member) -> list[Pair]:
    """One cookie, or several. `form` is percent-encoded; `cookie` (OpenAPI 3.2) is sent as it is."""
    parameter, value = member.parameter, member.value
    if parameter.content_type is not None:
        return [(_cookie_name(parameter.name), encode(_content(member)))]
    if parameter.style is Style.COOKIE:
        pairs = pairs_of(parameter, value, PLAIN)
        for name, text in pairs:
            _cookie_name(name)
            if not _COOKIE_VALUE.fullmatch(text):
                raise Refusal(
                    "the value holds a character that no cookie may hold (RFC 6265 §4.1.1)", "encode it as the vendor asks for"
                )
        return pairs
    pairs = pairs_of(parameter, value, encoded_wire())
    if len(pairs) > 1:
        # The pairs of the style `form` are joined by `&`, which no reader of cookies splits at (OpenAPI 3.1.1, Appendix D).
        raise Refusal(
            "the style `form` has no spelling for several values in a cookie", "give one value, or set `explode` in the overlay"
        )
    return [(_cookie_name(name), text) for name, text in pairs]


def _cookie_name(name: str) -> str:
    if not _COOKIE_NAME.fullmatch(name):
        raise Refusal("the name is no name of a cookie (RFC 6265 §4.1.1)", "correct the description")
    return name


def _content(member: Member, *, ascii_only: bool = False) -> str:
    """A value that is described by `content`: JSON text, or the text itself, without quotes."""
    value, content_type = member.value, member.parameter.content_type or ""
    if isinstance(value, Placeholder):
        return value
    if is_json(content_type):
        return json_text(value, ascii_only=ascii_only)
    if isinstance(value, list | tuple | dict):
        raise Refusal(f"a list or an object cannot be written as `{essence(content_type)}`", "give a text")
    return scalar_text(value)
