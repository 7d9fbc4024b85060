"""Bodies: from arguments to bytes, by the encoding of the body and what is said of each member."""

import re
from dataclasses import dataclass

from connectors.execute.arguments import Given, Member, by_default
from connectors.execute.headers import checked_name, checked_value
from connectors.execute.media import admits, charset_of, checked, essence, is_json, is_range
from connectors.execute.multipart import Part, composed
from connectors.execute.percent import QUERY_RESERVED
from connectors.execute.refusal import Refusal
from connectors.execute.schemas import Schemas, read
from connectors.execute.serialize import PLAIN, Pair, encoded_wire, pairs_of
from connectors.execute.urls import query_text
from connectors.execute.values import Argument, File, json_text, scalar_text
from connectors.execute.xml import document
from connectors.model.operation import Encoding, Header, Parameter
from connectors.problems import Problem

__all__ = ["Content", "content_of"]

_BOUNDARY = re.compile(r";[ \t]*boundary=(?:\"[^\"]*\"|[^;\s]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a request, and its Content-Type."""

    media_type: str
    data: bytes


def content_of(given: Given, encoding: Encoding, media_type: str, schemas: Schemas) -> "tuple[Content | None, list[Problem]]":
    """Write a body, or say everything that is in the way. `given.body` is true.

    A body that is required and was given no member is the object without members (`{}`, an empty form): only that says "nothing" and
    is still there. In a multipart body there is no such thing, for it has one part at least (RFC 2046 §5.1).
    """
    problems: list[Problem] = []
    if encoding in (Encoding.JSON, Encoding.TEXT, Encoding.BINARY, Encoding.XML):
        key = given.whole.parameter.key if given.whole is not None else "body"
        try:
            if given.whole is not None:
                return _whole(given.whole, encoding, media_type, schemas), []
            members: dict[str, Argument] = {member.parameter.name: member.value for member in given.fields}
            if encoding is not Encoding.JSON:
                raise Refusal(f"members cannot be written as `{media_type}`", "correct `encoding` of the body in the overlay")
            return Content(_definite(media_type, encoding, None), json_text(members).encode()), []
        except Refusal as refusal:
            return None, [_located(refusal, given, key)]
    fields = given.fields
    if given.whole is not None:
        key = given.whole.parameter.key
        if isinstance(given.whole.value, File):
            return Content(checked(given.whole.value.media_type or media_type), given.whole.value.content), []
        if not isinstance(given.whole.value, dict):
            return None, [Refusal("the body takes an object", "give an object, or a file with the bytes").of(key)]
        fields = tuple(
            Member(by_default(name, value, encoding), value, schemas.member(given.whole.schema, name))
            for name, value in given.whole.value.items()
        )
    pairs: list[Pair] = []
    parts: list[Part] = []
    for member in fields:
        try:
            if encoding is Encoding.FORM:
                pairs += _form_pairs(member)
            else:
                parts += _parts(member)
        except Refusal as refusal:
            problems.append(refusal.of(member.parameter.key))
    if encoding is Encoding.MULTIPART and not parts and not problems:
        problems.append(Refusal("a multipart body has one part at least, and no part was given", "give one").alone())
    if problems:
        return None, problems
    if encoding is Encoding.FORM:
        return Content(media_type, query_text(pairs).encode()), []
    boundary, data = composed(parts)
    return Content(f"{_BOUNDARY.sub('', media_type)}; boundary={boundary}", data), []


def _located(refusal: Refusal, given: Given, key: str) -> Problem:
    """Name the member whose value has no JSON text, where there are members."""
    for member in given.fields:
        try:
            json_text(member.value)
        except Refusal as one:
            return one.of(member.parameter.key)
    return refusal.of(key) if given.whole is not None else refusal.alone()


def _whole(member: Member, encoding: Encoding, media_type: str, schemas: Schemas) -> Content:
    value = member.value
    sent = _definite(media_type, encoding, value)
    if isinstance(value, File) and encoding is not Encoding.JSON:
        return Content(sent, value.content)
    if encoding is Encoding.JSON:
        return Content(sent, json_text(value).encode())
    if encoding is Encoding.XML:
        text = value if isinstance(value, str) else document(member.schema, value, schemas)
        return Content(sent, _encoded(text, sent))
    if isinstance(value, list | tuple | dict):
        raise Refusal(f"a list or an object cannot be written as `{essence(sent)}`", "give a text, or a file with the bytes")
    return Content(sent, _encoded(scalar_text(value), sent))


def _definite(media_type: str, encoding: Encoding, value: Argument) -> str:
    """The Content-Type: as declared; where that is a range, the type of the file, or JSON where JSON is written."""
    if isinstance(value, File) and value.media_type is not None and admits(media_type, value.media_type):
        return checked(value.media_type) if is_range(media_type) else media_type
    if not is_range(media_type):
        return media_type
    if encoding is Encoding.JSON:
        return "application/json"
    raise Refusal(f"the body is declared as `{media_type}`, which says no type", "name the media type of what you send")


def _encoded(text: str, media_type: str) -> bytes:
    charset = charset_of(media_type)
    try:
        return text.encode(charset)
    except LookupError as error:
        raise Refusal("the charset of the media type is unknown", "give a file with the bytes") from error
    except UnicodeEncodeError as error:
        raise Refusal(f"the text has characters that `{charset}` has not", "give a file with the bytes") from error


# -- forms ----------------------------------------------------------------------------------------------------------------------


def _form_pairs(member: Member) -> list[Pair]:
    """One field of a form. A space is `%20`: every reader of forms undoes it, while `+` is a plus to some."""
    parameter, value = member.parameter, member.value
    wire = encoded_wire(QUERY_RESERVED if parameter.allow_reserved else "", triplets=parameter.allow_reserved)
    if parameter.content_type is None:
        return pairs_of(parameter, value, wire)
    name = wire.encode(parameter.name, "")
    values = value if parameter.explode and isinstance(value, list | tuple) else [value]
    if not values:
        raise Refusal("an empty list sends nothing", "leave the argument out, or give it an item")
    return [(name, encoded_wire().encode(_text(item, parameter.content_type), "")) for item in values]


def _text(value: Argument, content_type: str) -> str:
    """A value as text of a media type: JSON text, or the text itself without quotes."""
    if is_json(content_type):
        return json_text(value)
    if isinstance(value, list | tuple | dict):
        raise Refusal(f"a list or an object cannot be written as `{content_type}`", "give a text")
    return scalar_text(value)


# -- multipart ------------------------------------------------------------------------------------------------------------------


def _parts(member: Member) -> list[Part]:
    """The parts of one field: one for each item of a list, unless a style joins them (Swagger's list formats)."""
    parameter, value = member.parameter, member.value
    headers = _part_headers(parameter.headers)
    if parameter.style is not None and not isinstance(value, File):
        pairs = pairs_of(parameter, value, PLAIN)
        return [Part(name, text.encode(), content_type=_part_type(parameter, None), headers=headers) for name, text in pairs]
    values = value if isinstance(value, list | tuple) else [value]
    if not values:
        raise Refusal("an empty list sends nothing", "leave the argument out, or give it an item")
    return [_part(parameter, item, headers) for item in values]


def _part(parameter: Parameter, value: Argument, headers: tuple[tuple[str, str], ...]) -> Part:
    name = scalar_text(parameter.name)
    if isinstance(value, File):
        filename = value.filename if value.filename is not None else parameter.name
        if "\x00" in scalar_text(filename):
            raise Refusal("the file name holds a NUL", "give another name")
        content_type = _part_type(parameter, value) or "application/octet-stream"
        return Part(name, value.content, filename, content_type, headers)
    declared = _part_type(parameter, None)
    text = _text(value, declared) if declared is not None else _text(value, "text/plain")
    return Part(name, _encoded(text, declared or ""), None, declared, headers)


def _part_type(parameter: Parameter, file: File | None) -> str | None:
    """The type of a part. `contentType` may list several, and ranges (OpenAPI 3.1, Encoding Object); a file says which it is."""
    options = [option.strip() for option in (parameter.content_type or "").split(",") if option.strip()]
    given = file.media_type if file is not None else None
    if given is not None and (not options or options == ["application/octet-stream"] or any(admits(one, given) for one in options)):
        return checked(given)
    if given is not None:
        raise Refusal(f"expected a file of `{parameter.content_type}`, found another media type", "give a file of that type")
    definite = [option for option in options if not is_range(option)]
    if definite:
        return checked(definite[0])
    if options and "*/*" not in options and file is not None:
        raise Refusal(f"the part is declared as `{parameter.content_type}`, which says no type", "give the file's media type")
    return None


def _part_headers(headers: tuple[Header, ...]) -> tuple[tuple[str, str], ...]:
    """The headers of a part whose value the schema settles. A caller has no way to give another one.

    Content-Type is not among them (OpenAPI 3.1, Encoding Object `headers`).
    """
    found: list[tuple[str, str]] = []
    for header in headers:
        if header.name.lower() in ("content-type", "content-disposition"):
            continue
        schema = read(header.schema)
        values = schema.get("enum", [schema["const"]] if "const" in schema else None) if isinstance(schema, dict) else None
        if isinstance(values, list) and len(values) == 1 and isinstance(values[0], str | int | bool):
            found.append((checked_name(header.name), checked_value(scalar_text(values[0]))))
        elif header.required:
            raise Refusal(f"the part needs the header `{header.name}`, for which there is no argument", "give the body as a file")
    return tuple(found)
