"""Arguments: whose they are, whether any is missing or unknown, and whether each is what its schema admits."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from connectors.execute.refusal import Refusal, problem
from connectors.execute.schemas import Schema, Schemas, read, unknown
from connectors.execute.values import Argument, File, Placeholder
from connectors.model.operation import Body, Encoding, Location, Operation, Parameter, Style
from connectors.problems import Problem

__all__ = ["ANY", "Given", "Member", "by_default", "check", "place_of", "sort_out", "whole_key"]

ANY = msgspec.Raw(b"{}")


@dataclass(frozen=True, slots=True)
class Member:
    """A parameter and what was given for it. `schema` is the parameter's own, read."""

    parameter: Parameter
    value: Argument
    schema: Schema


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of a call, each in its place, in the package's order; free members of the body follow in the caller's.

    `whole` is a body given as one value. `body` says whether there is a body at all.
    """

    parameters: tuple[Member, ...]
    fields: tuple[Member, ...]
    whole: Member | None
    body: bool


def whole_key(operation: Operation) -> str:
    """The key of a body that is given as one value because another media type than the package's own was chosen."""
    if operation.body is not None and operation.body.whole is not None:
        return operation.body.whole.key
    return "whole_body" if any(parameter.key == "body" for parameter in operation.parameters) else "body"


def sort_out(
    operation: Operation,
    arguments: Mapping[str, Argument],
    *,
    body: Body | None,
    supplied: frozenset[tuple[Location | None, str]],
    unsendable: frozenset[str],
) -> tuple[Given, list[Problem]]:
    """Give every argument its place. `body` is the body as it will be sent, `supplied` the places that a credential fills.

    `unsendable` are the keys of parameters for which the request has no place. Returns all problems, not the first.
    """
    problems: list[Problem] = []
    left = dict(arguments)
    parameters: list[Member] = []
    for parameter in operation.parameters:
        given = parameter.key in left
        value = left.pop(parameter.key, None)
        if place_of(parameter) in supplied:
            if given:
                problems.append(
                    problem(
                        f"`{parameter.key}`: a credential goes there, and credentials are no arguments", "leave the argument out"
                    )
                )
        elif parameter.key in unsendable:
            if given:
                problems.append(problem(f"`{parameter.key}`: the request has no place for it", "leave the argument out"))
        elif given:
            parameters.append(Member(parameter, value, read(parameter.schema)))
        elif parameter.required:
            problems.append(_missing(parameter))
    fields: list[Member] = []
    whole: Member | None = None
    lacking: list[Parameter] = []
    if body is not None and body.whole is not None:
        if body.whole.key in left:
            whole = Member(body.whole, left.pop(body.whole.key), read(body.whole.schema))
        elif body.required:
            lacking.append(body.whole)
    elif body is not None and body.fields is not None:
        for parameter in body.fields:
            if parameter.key in left:
                fields.append(Member(parameter, left.pop(parameter.key), read(parameter.schema)))
            elif parameter.required:
                lacking.append(parameter)
        fields.extend(_free(body, left, problems))
    present = body is not None and (body.required or bool(fields) or whole is not None)
    if present:
        problems.extend(_missing(parameter, body) for parameter in lacking)
    problems.extend(_unknown(operation, body, key) for key in left)
    return Given(tuple(parameters), tuple(fields), whole, present), problems


def check(
    member: Member, schemas: Schemas, encoding: Encoding | None = None, *, whole: bool = False
) -> tuple[Member, list[Problem]]:
    """Judge one argument by its schema, and make it ready: files that travel as text encoded, a secret behind its placeholder.

    `encoding` is that of the body the argument belongs to, None outside of bodies; `whole` says that it is all of it. Returns what is
    wrong, in full.
    """
    parameter, value, schema = member.parameter, member.value, member.schema
    if encoding is Encoding.XML and isinstance(value, str):
        return member, []  # markup of the caller's own
    try:
        value = _with_files(member, schemas, encoding, whole)
        faults = [] if _needs_no_schema(parameter, value) else schemas.faults(schema, _without_bytes(value))
    except Refusal as refusal:
        return member, [refusal.of(parameter.key)]
    except RecursionError:
        return member, [Refusal("the value is nested too deeply", "give a flatter value").of(parameter.key)]
    if parameter.secret:
        value = Placeholder(f"<{parameter.key}>")
    found = [problem(f"`{parameter.key}`: {fault}", f"correct `{parameter.key}`") for fault in faults]
    return Member(parameter, value, schema), found


def _needs_no_schema(parameter: Parameter, value: Argument) -> bool:
    # OpenAPI 3.1, Parameter Object `allowEmptyValue`: an empty value may be sent whatever the schema says.
    return isinstance(value, File) or (parameter.allow_empty and value == "")


def _with_files(member: Member, schemas: Schemas, encoding: Encoding | None, whole: bool) -> Argument:
    """The value with its files in the form in which they travel, or a refusal where none may stand."""
    value, schema = member.value, member.schema
    if encoding in (None, Encoding.JSON):
        return _as_text(value, schema, schemas)
    if encoding in (Encoding.TEXT, Encoding.BINARY, Encoding.XML):
        # A whole body: the bytes of a file are what is sent.
        if not isinstance(value, File) and schemas.kinds(schema) == frozenset({"binary"}):
            raise Refusal("expected a file, found a value", "give a file: its bytes are sent as they are")
        return value
    if whole and isinstance(value, File):
        return value
    if whole and isinstance(value, dict):
        return {name: _parts(item, schemas.member(schema, name), schemas, encoding) for name, item in value.items()}
    return _parts(value, schema, schemas, encoding)


def _parts(value: Argument, schema: Schema, schemas: Schemas, encoding: Encoding | None) -> Argument:
    """One field, or the items of one."""
    if isinstance(value, list | tuple):
        items = schemas.items(schema)
        return [_part(item, items, schemas, encoding) for item in value]
    return _part(value, schema, schemas, encoding)


def _part(value: Argument, schema: Schema, schemas: Schemas, encoding: Encoding | None) -> Argument:
    """One field of a form, or one part of a multipart body."""
    kinds = schemas.kinds(schema)
    if isinstance(value, File) and schemas.encoding(schema) is None and encoding is Encoding.MULTIPART:
        if kinds is not None and "binary" not in kinds:
            raise Refusal(f"expected {_listed(kinds)}, found a file", "give a value")
        return value
    if encoding is Encoding.MULTIPART and not isinstance(value, File) and kinds == frozenset({"binary"}):
        raise Refusal("expected a file, found a value", "give a file: its bytes are sent as they are")
    text = _as_text(value, schema, schemas)
    if isinstance(value, File) and isinstance(text, str) and encoding is Encoding.MULTIPART:
        return File(text.encode(), value.filename, value.media_type)
    return text


def _as_text(value: Argument, schema: Schema, schemas: Schemas) -> Argument:
    """The value with every file in it written as its schema's `contentEncoding` says. Source: RFC 4648 §4, §5."""
    if isinstance(value, File):
        encoding = schemas.encoding(schema)
        if encoding == "base64":
            return b64encode(value.content).decode()
        if encoding == "base64url":
            return urlsafe_b64encode(value.content).decode()
        said = (
            f"`contentEncoding: {encoding}` is not one that can be written" if encoding else "its schema says no `contentEncoding`"
        )
        raise Refusal(f"a file cannot be sent as text here, for {said}", "give a value, or the encoded text itself")
    if isinstance(value, list | tuple):
        items = schemas.items(schema) if any(map(_holds_file, value)) else {}
        return [_as_text(item, items, schemas) for item in value]
    if isinstance(value, dict):
        return {name: _as_text(item, schemas.member(schema, name), schemas) for name, item in value.items()}
    return value


def _holds_file(value: Argument) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_file, value))
    return any(map(_holds_file, value.values())) if isinstance(value, dict) else isinstance(value, File)


def _without_bytes(value: Argument) -> Argument:
    """A value as a schema can judge it: with an empty text for each file, of which it has nothing to say."""
    if isinstance(value, list | tuple):
        return [_without_bytes(item) for item in value]
    if isinstance(value, dict):
        return {name: _without_bytes(item) for name, item in value.items()}
    return "" if isinstance(value, File) else value


def _listed(kinds: Iterable[str]) -> str:
    words = sorted(set(kinds) - ({"integer"} if "number" in kinds else set()))
    return " or ".join(f"{'an' if word[0] in 'aeiou' else 'a'} {word}" for word in words)


def place_of(parameter: Parameter) -> tuple[Location, str]:
    """Where a parameter travels; header names without case (RFC 9110 §5.1)."""
    folded = parameter.name.lower() if parameter.location is Location.HEADER else parameter.name
    return parameter.location, folded


def _free(body: Body, left: dict[str, Argument], problems: list[Problem]) -> Iterable[Member]:
    """Members that the schema admits beside the named ones: every key that is nobody else's is the member's name on the wire."""
    if isinstance(body.additional, msgspec.UnsetType):
        return
    own = {parameter.name: parameter.key for parameter in body.fields or ()}
    schema = read(body.additional)
    for key in list(left):
        value = left.pop(key)
        if key in own:
            problems.append(problem(f"`{key}`: the member of that name has the key `{own[key]}`", f"give it as `{own[key]}`"))
            continue
        yield Member(by_default(key, value, body.encoding, body.additional), value, schema)


def by_default(name: str, value: Argument, encoding: Encoding, schema: msgspec.Raw = ANY) -> Parameter:
    """A member of a body of which nothing more is said. Source: OpenAPI 3.1, Encoding Object `contentType`: the default by type."""
    unit = value[0] if isinstance(value, list | tuple) and value else value
    nested = isinstance(unit, dict | list | tuple)
    if encoding is Encoding.FORM and not nested:
        return Parameter(key=name, name=name, location=Location.BODY, schema=schema, style=Style.FORM, explode=True)
    content_type = "application/json" if nested and encoding in (Encoding.FORM, Encoding.MULTIPART) else None
    return Parameter(key=name, name=name, location=Location.BODY, schema=schema, explode=True, content_type=content_type)


def _missing(parameter: Parameter, body: Body | None = None) -> Problem:
    if body is not None and parameter is body.whole:
        return problem(f"`{parameter.key}`: the body is required and was not given", f"give `{parameter.key}`")
    where = "the body" if parameter.location is Location.BODY else f"the {parameter.location}"
    return problem(f"`{parameter.key}` is required in {where} and was not given", f"give `{parameter.key}`")


def _unknown(operation: Operation, body: Body | None, key: str) -> Problem:
    known = [parameter.key for parameter in operation.parameters]
    if body is not None:
        known += [parameter.key for parameter in body.fields or ()]
        known += [body.whole.key] if body.whole is not None else []
    by_name = [
        parameter.key for parameter in (*operation.parameters, *((body.fields if body else None) or ())) if parameter.name == key
    ]
    if by_name:
        listed = " or ".join(f"`{name}`" for name in by_name)
        return problem(f"no argument is called `{key}`", f"did you mean {listed}?")
    return unknown(key, known, "argument").alone()
