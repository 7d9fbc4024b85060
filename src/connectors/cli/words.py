"""Facts of the model in words: effects, repetition, credentials, and schemas in a few words."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from connectors.cli.terminal import printable
from connectors.model.connector import AuthKind, AuthScheme
from connectors.model.excerpt import definition_name
from connectors.model.operation import (
    Alternative,
    Anonymous,
    AnyOf,
    Consequence,
    Effect,
    Idempotency,
    Location,
    Operation,
    Pagination,
    PaginationEnd,
    PaginationStyle,
    Parameter,
    Security,
    Style,
    Undeclared,
)

__all__ = [
    "EFFECT_COLOUR",
    "auth_words",
    "default_security_words",
    "effect_words",
    "is_composite",
    "pagination_words",
    "placement_words",
    "plural",
    "quoted",
    "read_schema",
    "repeat_words",
    "schema_words",
    "security_words",
    "style_words",
]

EFFECT_COLOUR = {Effect.READ: "green", Effect.CREATE: "yellow", Effect.UPDATE: "yellow", Effect.DELETE: "red"}

_EFFECT = {
    Effect.READ: "reads; changes nothing",
    Effect.CREATE: "creates",
    Effect.UPDATE: "updates",
    Effect.DELETE: "deletes",
}
_CONSEQUENCE = {
    Consequence.READ: "",
    Consequence.REVERSIBLE: "; can be taken back",
    Consequence.IRREVERSIBLE: "; cannot be taken back",
    Consequence.UNSTATED: "; whether it can be taken back is not stated",
}
_ENDS = {
    PaginationEnd.EMPTY_PAGE: "a page is empty",
    PaginationEnd.SHORT_PAGE: "a page is shorter than asked for",
    PaginationEnd.NO_NEXT: "no next page is named",
    PaginationEnd.HAS_MORE_FALSE: "the answer says there is no more",
    PaginationEnd.TOTAL_REACHED: "the total is reached",
}
_STYLE = {
    PaginationStyle.PAGE: "by page number",
    PaginationStyle.OFFSET: "by offset",
    PaginationStyle.CURSOR: "by cursor",
    PaginationStyle.NEXT_URL: "by the address of the next page in the answer",
    PaginationStyle.LINK_HEADER: "by the `Link` header",
    PaginationStyle.LAST_ID: "by the id of the last item",
}
_KIND = {
    AuthKind.API_KEY: "API key",
    AuthKind.HTTP_BASIC: "HTTP Basic: user name and password",
    AuthKind.HTTP_BEARER: "HTTP Bearer token",
    AuthKind.HTTP_OTHER: "HTTP authentication",
    AuthKind.OAUTH2: "OAuth 2.0",
    AuthKind.OPENID_CONNECT: "OpenID Connect",
    AuthKind.MUTUAL_TLS: "client certificate (mutual TLS)",
    AuthKind.UNKNOWN: "of a kind that is not known, and cannot be satisfied",
}


def quoted(text: str) -> str:
    """A vendor's word inside a sentence of ours."""
    return f"`{printable(text)}`"


def plural(count: int, word: str) -> str:
    """`1 gap`, `2 gaps`, `1,200 operations`."""
    return f"{count:,} {word}" + ("" if count == 1 else "s")


def effect_words(operation: Operation) -> str:
    """What a call changes, and whether that can be taken back."""
    return _EFFECT[operation.effect] + _CONSEQUENCE[operation.consequence]


def repeat_words(operation: Operation) -> str:
    """Whether a call may be sent again."""
    match operation.idempotency:
        case Idempotency.SAFE:
            return "may be repeated"
        case Idempotency.IDEMPOTENT:
            return "may be repeated: sent twice has the effect of sent once"
        case Idempotency.KEYED:
            key = quoted(operation.idempotency_key) if operation.idempotency_key else "an idempotency key"
            return f"may be repeated only with the same {key} and the same request, never when none was sent"
        case Idempotency.UNSAFE:
            return "must not be repeated when its outcome is unknown"


# Credentials


def security_words(security: Security, default: Security) -> str:
    """What a call needs, the connector's default spelled out where the operation itself says nothing."""
    if isinstance(security, Undeclared):
        return f"not stated here; the connector's default applies: {default_security_words(default)}"
    return _needs(security)


def default_security_words(default: Security) -> str:
    """What a call needs whose operation says nothing."""
    if isinstance(default, Undeclared):
        return "the description names no credential"
    return _needs(default)


def _needs(security: Anonymous | AnyOf) -> str:
    if isinstance(security, Anonymous):
        return "needs nothing: declared open (`security: []`)"
    needed = [_together(alternative) for alternative in security.alternatives if alternative]
    if not needed:
        return "needs nothing"
    optional = any(not alternative for alternative in security.alternatives)
    return "needs " + ", or ".join([*needed, "nothing"] if optional else needed)


def _together(alternative: Alternative) -> str:
    parts = []
    for requirement in alternative:
        part = printable(requirement.scheme)
        if requirement.scopes:
            part += f" ({'scope' if len(requirement.scopes) == 1 else 'scopes'} {', '.join(map(printable, requirement.scopes))})"
        if not requirement.satisfiable:
            part += " [cannot be satisfied]"
        parts.append(part)
    return " AND ".join(parts)


def auth_words(scheme: AuthScheme) -> str:
    """What kind of credential a scheme asks for, in one line."""
    words = _KIND[scheme.kind]
    if scheme.kind is AuthKind.HTTP_OTHER and scheme.scheme:
        words += f", scheme {quoted(scheme.scheme)}"
    if scheme.placement is not None:
        words += f" {placement_words(scheme)}"
    if scheme.bearer_format:
        words += f", format {printable(scheme.bearer_format)}"
    if scheme.flows:
        words += f", {'flow' if len(scheme.flows) == 1 else 'flows'} {', '.join(printable(flow.kind) for flow in scheme.flows)}"
    return words + (", deprecated" if scheme.deprecated else "")


def placement_words(scheme: AuthScheme) -> str:
    """Where a credential travels: `in header X-Key, after "token "`."""
    placement = scheme.placement
    if placement is None:
        return ""
    prefix = f', after "{printable(placement.value_prefix)}"' if placement.value_prefix else ""
    return f"in {placement.location} {quoted(placement.name)}{prefix}"


def pagination_words(pagination: Pagination) -> str:
    """How a collection is walked, and when the walk is over."""
    moved = [key for key in (pagination.page, pagination.offset, pagination.cursor) if key]
    words = _STYLE[pagination.style]
    if moved:
        words += f" ({', '.join(map(quoted, moved))})"
    if pagination.size:
        words += f", {quoted(pagination.size)} items a page"
        bounds = [
            f"{size} {what}" for size, what in ((pagination.size_default, "unless asked"), (pagination.size_max, "at most")) if size
        ]
        words += f" ({', '.join(bounds)})" if bounds else ""
    if pagination.items is not None:
        words += f"; the items are {'the whole body' if pagination.items == '' else 'at ' + quoted(pagination.items)}"
    return words + f"; over when {' or '.join(_ENDS[end] for end in pagination.ends_when)}"


# Parameters and schemas

_LIST_WORDS = {
    Style.SIMPLE: "comma-separated",
    Style.FORM: "comma-separated",
    Style.SPACE_DELIMITED: "space-separated",
    Style.PIPE_DELIMITED: "separated by |",
    Style.TAB_DELIMITED: "tab-separated",
    Style.MATRIX: "as ;name=value",
    Style.LABEL: "after a dot",
    Style.DEEP_OBJECT: "as name[member]=value",
    Style.COOKIE: "as cookies",
}
_DEFAULT_STYLE = {
    Location.PATH: (Style.SIMPLE, False),
    Location.HEADER: (Style.SIMPLE, False),
    Location.QUERY: (Style.FORM, True),
    Location.COOKIE: (Style.FORM, True),
    Location.BODY: (Style.FORM, True),
}


def style_words(parameter: Parameter, schemas: Mapping[str, msgspec.Raw]) -> str | None:
    """How a value is spelled, where that is not what the standard does when nothing is said. Source: OpenAPI 3.2, Style Values."""
    style = parameter.style
    if style is None:
        return None
    if (style, parameter.explode) == _DEFAULT_STYLE.get(parameter.location):
        words = None
    elif style in (Style.MATRIX, Style.LABEL):
        words = f"{style} style ({_LIST_WORDS[style]})" + (", exploded" if parameter.explode else "")
    elif not is_composite(parameter.schema, schemas):
        words = None
    elif parameter.explode and style is not Style.DEEP_OBJECT:
        words = "name repeated for each item" if style is Style.FORM else f"{style}, exploded"
    else:
        words = _LIST_WORDS[style]
    if parameter.item_style is not None:
        inner = f"inner lists {_LIST_WORDS[parameter.item_style]}"
        words = f"{words}, {inner}" if words else inner
    return words


class _Number(str):
    """A number as it is written, digit for digit."""

    __slots__ = ()


def read_schema(raw: msgspec.Raw) -> Any:
    """A schema as dicts and lists, its numbers as they are written."""
    return json.loads(bytes(raw), parse_float=_Number, parse_int=_Number)


def is_composite(raw: msgspec.Raw, schemas: Mapping[str, msgspec.Raw]) -> bool:
    """Whether a value may be a list or an object, so that its style shows. A schema that says nothing may be one."""
    schema = read_schema(raw)
    for _ in range(20):
        if not isinstance(schema, dict):
            return True
        name = definition_name(schema.get("$ref", "")) if isinstance(schema.get("$ref"), str) else None
        if name is None or name not in schemas:
            break
        schema = read_schema(schemas[name])
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not kinds:
        return not any(key in schema for key in ("enum", "const", "contentMediaType"))
    return "array" in kinds or "object" in kinds


def schema_words(schema: Any) -> str:
    """A schema in a few words: `integer 1..100`, `list of Issue`, `open | closed`. Takes what `read_schema` gives."""
    return printable(_words(schema, 0))


def _words(schema: Any, depth: int) -> str:
    if schema is False:
        return "nothing"
    if not isinstance(schema, dict) or not schema:
        return "any"
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return definition_name(reference) or reference
    if "const" in schema:
        return f"exactly {_spelled(schema['const'])}"
    if isinstance(schema.get("enum"), list):
        return _enum(schema["enum"])
    for keyword, joint in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
        if isinstance(schema.get(keyword), list) and schema[keyword] and "properties" not in schema:
            return _branches(schema[keyword], joint, depth)
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds if isinstance(kinds, list) else [_implied(schema)]
    return " or ".join(_kind(str(kind), schema, depth) for kind in kinds)


def _implied(schema: dict[str, Any]) -> str:
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    return "bytes" if "contentMediaType" in schema and "contentEncoding" not in schema else "any"


def _kind(kind: str, schema: dict[str, Any], depth: int) -> str:
    if kind in ("integer", "number"):
        return kind + _range(schema)
    if kind == "string":
        return _string(schema)
    if kind == "array":
        items = schema.get("items")
        inner = _words(items, depth + 1) if items is not None else "any"
        return f"list of {f'({inner})' if ' | ' in inner or ' or ' in inner else inner}" + _count(
            schema, "minItems", "maxItems", "items"
        )
    if kind == "object":
        return _object(schema, depth)
    if kind == "bytes":
        return f"bytes ({schema.get('contentMediaType')})"
    return kind


def _range(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    words = ""
    if low is not None and high is not None and above is None and below is None:
        words = f" {low}..{high}"
    else:
        bounds = ((" from ", low), (" above ", above), (" up to ", high), (" below ", below))
        words = "".join(f"{word}{bound}" for word, bound in bounds if bound is not None)
    return words + (f" in steps of {schema['multipleOf']}" if schema.get("multipleOf") is not None else "")


def _string(schema: dict[str, Any]) -> str:
    words = "string"
    if schema.get("contentEncoding"):
        words += f", {schema['contentEncoding']}"
    elif schema.get("format"):
        words = f"{schema['format']} string"
    words += _count(schema, "minLength", "maxLength", "characters")
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        words += f", like {pattern}" if len(pattern) <= 40 else ", with a pattern"
    return words


def _count(schema: dict[str, Any], least: str, most: str, what: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if low is not None and high is not None:
        return f", {low}..{high} {what}" if low != high else f", {low} {what}"
    if low is not None:
        return f", {low} {what} or more" if low != "0" else ""
    return f", {high} {what} or fewer" if high is not None else ""


def _object(schema: dict[str, Any], depth: int) -> str:
    properties = schema.get("properties")
    if isinstance(properties, dict) and properties:
        if depth:
            return "object"
        names = list(properties)[:4]
        return f"object with {', '.join(names)}" + (f" and {len(properties) - 4} more" if len(properties) > 4 else "")
    free = schema.get("additionalProperties")
    return f"map of {_words(free, depth + 1)}" if isinstance(free, dict) and free else "object"


def _enum(values: list[Any]) -> str:
    shown: list[str] = []
    length = 0
    for value in values:
        text = value if _plain(value) else _spelled(value)
        length += len(text) + 3
        if shown and (length > 60 or len(shown) >= 12):
            return " | ".join(shown) + f" | … ({len(values)} in all)"
        shown.append(text)
    return " | ".join(shown) or "nothing"


def _plain(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and value.strip() == value and not isinstance(value, _Number)


def _spelled(value: Any) -> str:
    if isinstance(value, _Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {_spelled(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_spelled, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _branches(branches: list[Any], joint: str, depth: int) -> str:
    if depth > 3:
        return "…"
    words = list(dict.fromkeys(_words(branch, depth + 1) for branch in branches))
    shown = joint.join(words[:4])
    return shown + (f"{joint}… ({len(words)} in all)" if len(words) > 4 else "")
