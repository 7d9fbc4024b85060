"""First reader: the JSON Schema that the OpenAPI Initiative publishes for the version of the document.

The schemas are those that `openapi-spec-validator` and `openapi-schema-validator` carry; nothing of these packages runs. From 3.1 on, Schema
Objects are held against the dialect of their version, too, unless the document names a dialect of its own.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from connectors.description.sniff import Format
from connectors.description.tree import Document, Json
from connectors.lint.finding import Finding, Reader
from connectors.lint.narrow import Error, Leaf, leaves
from connectors.lint.weight import is_too_heavy
from connectors.model.places import Place
from connectors.pointer import join
from connectors.problems import Code, Severity, nearest

if TYPE_CHECKING:
    from jsonschema_rs import Validator

__all__ = ["schema_findings"]

_VERSION = {
    Format.SWAGGER_2_0: "2.0",
    Format.OPENAPI_3_0: "3.0",
    Format.OPENAPI_3_1: "3.1",
    Format.OPENAPI_3_2: "3.2",
}
_DIALECT = {
    Format.OPENAPI_3_1: ("oas3.1/metaschema.json", "oas3.1/vocabularies/base"),
    Format.OPENAPI_3_2: ("oas3.2/dialect/2025-09-17.json", "oas3.2/meta/2025-09-17.json"),
}
_LONGEST = 60
"""Characters of a value that a sentence repeats."""
_ROOT = "OpenAPI"
_SCHEMA = frozenset({"Schema"})
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|-|(?<=[A-Z])(?=[A-Z][a-z])")
_JSON_TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def schema_findings(document: Document, format: Format) -> Iterator[Finding]:
    """Everything that the schema of the format refuses in an entry document; or one note, where asking it would cost too much."""
    if is_too_heavy(document):
        yield _gave_up(document, "the paths and texts of its nodes are too long to be repeated for each fault")
        return
    try:
        yield from _refused(document, format)
    except ValueError as error:
        # What it says of more levels than it walks.
        yield _gave_up(document, str(error))


def _gave_up(document: Document, reason: str) -> Finding:
    message = f"the JSON Schema was not asked, or not to the end: {reason}"
    return Finding((Reader.SCHEMA,), Code.READER_GAVE_UP, Place(document.name), message)


def _refused(document: Document, format: Format) -> Iterator[Finding]:
    validator = _validator(format, own_dialect=isinstance(document.tree, dict) and "jsonSchemaDialect" in document.tree)
    for leaf in leaves(validator.iter_errors(document.tree)):
        yield from _findings(leaf, document, format)


@cache
def _validator(format: Format, *, own_dialect: bool) -> "Validator":
    import jsonschema_rs

    schema = _shipped("openapi_spec_validator", f"resources/schemas/v{_VERSION[format]}/schema.json")
    if own_dialect or format not in _DIALECT:
        return jsonschema_rs.validator_for(schema)
    dialect, vocabulary = (_shipped("openapi_schema_validator", f"schemas/{name}") for name in _DIALECT[format])
    registry = jsonschema_rs.Registry([(each["$id"], each) for each in (schema, dialect, vocabulary)])
    # The schema leaves the Schema Object to whoever binds its dynamic anchor `meta`.
    bound = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:connectors:{format}",
        "$ref": schema["$id"],
        "$defs": {"schema": {"$dynamicAnchor": "meta", "$ref": dialect["$id"]}},
    }
    return jsonschema_rs.Draft202012Validator(bound, registry=registry)


def _shipped(package: str, path: str) -> dict[str, Any]:
    """A schema that an installed package carries; the package is found and not imported, which takes longer than everything else here."""
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec is not None else None
    if not folders:
        raise ModuleNotFoundError(f"`{package}`, which carries the schemas of the standards, is not installed", name=package)
    found: dict[str, Any] = json.loads(Path(folders[0], path).read_text("utf-8"))
    return found


# -- from a failed keyword to a sentence ----------------------------------------------------------------------------------------


def _findings(leaf: Leaf, document: Document, format: Format) -> Iterator[Finding]:
    error = leaf.error
    path = _tokens(error.instance_path, document.tree)
    owner = _owner(error)
    for code, below, message, remedy in _said(leaf, owner, format):
        code, at = _sharper(code, owner, error, (*path, *below))
        # JSON Schema says that a pattern SHOULD be a regular expression, and OpenAPI that readers need not all have the same ones.
        lenient = type(error.kind).__name__ == "Format" and error.kind.format == "regex"
        severity = Severity.NOTE if lenient else None
        yield Finding((Reader.SCHEMA,), code, Place(document.name, join(at)), message, remedy, severity)


def _said(leaf: Leaf, owner: str, format: Format) -> Iterator[tuple[Code, tuple[str, ...], str, str]]:
    """Code, keys below the node, sentence and remedy of each fault that one failure stands for."""
    error, kind = leaf.error, leaf.error.kind
    thing = _thing(owner, format)
    found = _shown(error.instance)
    if leaf.either:
        names = " or ".join(f"`{name}`" for name in leaf.either)
        yield Code.FIELD_MISSING, (), f"expected {names} in {thing}, found neither", f"add {names}"
        return
    match type(kind).__name__:
        case "Required":
            yield Code.FIELD_MISSING, (), f"expected `{kind.property}` in {thing}, found none", f"add `{kind.property}`"
        case "AdditionalProperties" | "UnevaluatedProperties":
            known = [name for name in _known_fields(error) if name not in error.instance]
            for name in kind.unexpected:
                yield (Code.FIELD_UNKNOWN, (name,), *_unknown(name, thing, known, owner, format))
        case "FalseSchema":
            members = [*error.instance] if isinstance(error.instance, dict) else []
            for name in members:
                yield (Code.FIELD_UNKNOWN, (name,), *_unknown(name, thing, (), owner, format))
            if not members:
                yield Code.FIELD_VALUE, (), f"expected nothing here in {thing}, found {found}", "remove it"
        case "PropertyNames":
            inner = kind.error
            key = str(inner.instance)
            wanted = f"a key that matches `{inner.kind.pattern}`" if hasattr(inner.kind, "pattern") else "another key"
            yield Code.FIELD_VALUE, (key,), f"expected {wanted}, found {_shown(key)}", "rename it, and what refers to it"
        case "Type":
            types = " or ".join(f"`{name}`" for name in kind.types)
            message = f"expected {types} in {thing}, found {_shown_type(error.instance)}"
            yield Code.FIELD_TYPE, (), message, f"write it as {types}"
        case "Enum":
            wanted, remedy = _options(kind.options, error.instance)
            yield Code.FIELD_VALUE, (), f"expected {wanted}, found {found}", remedy
        case "Constant":
            wanted = _shown(kind.expected_value)
            yield Code.FIELD_VALUE, (), f"expected {wanted}, found {found}", f"write {wanted}"
        case "Pattern":
            yield Code.FIELD_VALUE, (), f"expected a text that matches `{kind.pattern}`, found {found}", "correct it"
        case "Format":
            yield Code.FIELD_VALUE, (), f"expected a `{kind.format}`, found {found}", "correct it"
        case "UniqueItems":
            yield (
                Code.FIELD_VALUE,
                _repeated(error.instance),
                f"expected every item of a list in {thing} once, found one twice",
                "remove one",
            )
        case "MinItems" | "MinProperties" | "MinLength":
            what = {"MinItems": "items", "MinProperties": "members", "MinLength": "characters"}[type(kind).__name__]
            message = f"expected at least {kind.limit} {what} in {thing}, found {len(error.instance)}"
            yield Code.FIELD_VALUE, (), message, "add what is missing, or remove the key"
        case "Not" if isinstance(kind.schema, dict) and isinstance(kind.schema.get("required"), list):
            names = " and ".join(f"`{name}`" for name in kind.schema["required"])
            yield Code.FIELD_VALUE, (), f"{names} exclude each other in {thing}", "remove one of them"
        case "OneOfMultipleValid" if not isinstance(error.instance, dict):
            return  # the type is wrong, and said
        case "OneOfMultipleValid":
            yield (
                Code.FIELD_VALUE,
                (),
                f"{thing} fits several alternatives of which one may hold",
                "remove what belongs to the other",
            )
        case _:
            keyword = error.schema_path[-1]
            yield Code.FIELD_VALUE, (), f"{found} does not fit `{keyword}` of the schema of {thing}", "correct it"


def _unknown(name: str, thing: str, known: Iterable[str], owner: str, format: Format) -> tuple[str, str]:
    near = nearest(name, (each for each in known if each[:1] == name[:1]))
    if near is None and owner in ("Parameter", "Header") and format is not Format.SWAGGER_2_0 and name in _schema_keywords():
        return f"`{name}` is no field of {thing}, but of its Schema Object", f"move `{name}` into `schema`"
    remedy = f"write `{near}`" if near else f"remove it, or call it `x-{_cut(name)}`"
    return f"`{_cut(name)}` is no field of {thing}", remedy


@cache
def _schema_keywords() -> frozenset[str]:
    return frozenset(_document("3.0")["definitions"]["Schema"]["properties"])


def _options(options: Sequence[Json], instance: Json) -> tuple[str, str]:
    near = nearest(instance, [each for each in options if isinstance(each, str)]) if isinstance(instance, str) else None
    shown = [_shown(each) for each in options]
    wanted = shown[0] if len(shown) == 1 else "one of " + ", ".join(shown[:12]) + (" and others" if len(shown) > 12 else "")
    return wanted, f"write `{near}`" if near else "write one of them" if len(shown) > 1 else f"write {shown[0]}"


def _known_fields(error: Error) -> tuple[str, ...]:
    """The fields of the object that refused one; where the schema is not at hand, none."""
    node: Any = _shipped_by_root(error)
    for key in error.schema_path[:-1]:
        if isinstance(node, list) and isinstance(key, int):
            node = node[key]
        elif isinstance(node, Mapping):
            node = node.get(str(key))
        else:
            return ()
    properties = node.get("properties") if isinstance(node, Mapping) else None
    return tuple(properties) if isinstance(properties, Mapping) else ()


def _shipped_by_root(error: Error) -> Any:
    location = str(getattr(error, "absolute_keyword_location", "") or "")
    version = next((each for each in ("3.2", "3.1", "3.0") if f"/oas/{each}/schema/" in location), "2.0")
    return _document(version)


@cache
def _document(version: str) -> dict[str, Any]:
    return _shipped("openapi_spec_validator", f"resources/schemas/v{version}/schema.json")


def _repeated(items: Sequence[Json]) -> tuple[str, ...]:
    """The index of the first item that stood before."""
    for index, item in enumerate(items):
        if item in items[:index]:
            return (str(index),)
    return ()


# -- which of our codes it is ---------------------------------------------------------------------------------------------------


def _sharper(code: Code, owner: str, error: Error, path: tuple[str, ...]) -> tuple[Code, tuple[str, ...]]:
    """The code and the place that `gen` gives the same fault, so that it is said once. A field that nobody knows stays one."""
    kind = type(error.kind).__name__
    last = path[-1] if path else ""
    if owner == "Operation" and kind == "Required" and error.kind.property == "responses":
        return Code.RESPONSES_MISSING, path
    if owner == "Responses":
        if kind in ("MinProperties", "Required"):
            return Code.RESPONSES_MISSING, path[:-1]
        if code is Code.FIELD_UNKNOWN:
            return Code.RESPONSE_STATUS, path
    if kind == "UniqueItems" and "parameters" in path[-2:]:
        return Code.PARAMETER_DUPLICATE, path
    if owner == "Paths" and code is Code.FIELD_UNKNOWN and not last.startswith("x-"):
        return Code.PATH_WITHOUT_SLASH, path
    if code is Code.FIELD_UNKNOWN:
        if owner == "Path Item":
            return Code.UNKNOWN_PATH_ITEM_KEY, path
        return (Code.SCHEMA_KEYWORD if owner == "Schema" else code), path
    for names, sharper in _BY_OWNER:
        if owner in names:
            return sharper, path
    return code, path


_BY_OWNER: tuple[tuple[frozenset[str], Code], ...] = (
    (frozenset({"Schema"}), Code.SCHEMA_MALFORMED),
    (frozenset({"Parameter"}), Code.PARAMETER_MALFORMED),
    (frozenset({"Security Scheme", "OAuth Flow", "OAuth Flows"}), Code.SCHEME_MALFORMED),
    (frozenset({"Security Requirement"}), Code.SECURITY_MALFORMED),
    (frozenset({"Server", "Server Variable"}), Code.SERVER_MALFORMED),
)

# What the schema documents call the objects of the standards, where it is not the standard's own name.
_NAMES = {
    "SchemaXORContent": "Parameter",
    "ExampleXORExamples": "Parameter",
    "ParameterLocation": "Parameter",
    "bodyParameter": "Parameter",
    "nonBodyParameter": "Parameter",
    "headerParameterSubSchema": "Parameter",
    "queryParameterSubSchema": "Parameter",
    "formDataParameterSubSchema": "Parameter",
    "pathParameterSubSchema": "Parameter",
    "parameter": "Parameter",
    "parametersList": "Parameter",
    "collectionFormat": "Parameter",
    "collectionFormatWithMulti": "Parameter",
    "fileSchema": "Schema",
    "primitivesItems": "Items",
    "responseValue": "Response",
    "security": "Security Requirement",
    "APIKeySecurityScheme": "Security Scheme",
    "HTTPSecurityScheme": "Security Scheme",
    "OAuth2SecurityScheme": "Security Scheme",
    "OpenIdConnectSecurityScheme": "Security Scheme",
    "apiKeySecurity": "Security Scheme",
    "basicAuthenticationSecurity": "Security Scheme",
    "oauth2AccessCodeSecurity": "Security Scheme",
    "oauth2ApplicationSecurity": "Security Scheme",
    "oauth2ImplicitSecurity": "Security Scheme",
    "oauth2PasswordSecurity": "Security Scheme",
    "ImplicitOAuthFlow": "OAuth Flow",
    "PasswordOAuthFlow": "OAuth Flow",
    "ClientCredentialsFlow": "OAuth Flow",
    "AuthorizationCodeOAuthFlow": "OAuth Flow",
    "OAuthFlows": "OAuth Flows",
    "jsonReference": "Reference",
    "externalDocs": "External Documentation",
    "XML": "XML",
}
_DRAFT_4 = "json-schema.org/"


def _owner(error: Error) -> str:
    """The object of the standard whose schema holds the keyword that failed: `Operation`, `Schema`, `OpenAPI` for the whole."""
    location = str(getattr(error, "absolute_keyword_location", "") or "")
    path = error.schema_path
    if _DRAFT_4 in location or "/dialect/" in location or "/meta/" in location:
        return "Schema"
    if len(path) > 1 and path[0] in ("definitions", "$defs"):
        name = str(path[1]).removesuffix("-or-reference")
        return _NAMES.get(name) or " ".join(word[:1].upper() + word[1:] for word in _CAMEL.split(name))
    # Inline parts of Components and of lists: the nearest name says what stands there.
    return _ROOT


def _thing(owner: str, format: Format) -> str:
    if owner == _ROOT:
        return "the Swagger Object" if format is Format.SWAGGER_2_0 else "the OpenAPI Object"
    return f"{'an' if owner[0] in 'AEIOU' else 'a'} {owner} Object"


# -- values, as sentences repeat them -------------------------------------------------------------------------------------------


def _tokens(path: Iterable[str | int], tree: Json) -> tuple[str, ...]:
    """The keys as the document spells them: the validator hands `200` and `007` out as numbers."""
    tokens: list[str] = []
    node = tree
    for step in path:
        key = str(step)
        if isinstance(node, dict):
            if key not in node and isinstance(step, int):
                key = next((each for each in node if each.isdecimal() and int(each) == step), key)
            node = node.get(key)
        elif isinstance(node, list) and isinstance(step, int) and step < len(node):
            node = node[step]
        tokens.append(key)
    return tuple(tokens)


def _shown(value: Json) -> str:
    if isinstance(value, dict | list):
        return _shown_type(value)
    if isinstance(value, bool) or value is None:
        return f"`{json.dumps(value)}`"
    return f"`{_cut(str(value))}`"


def _shown_type(value: Json) -> str:
    name = next((name for kind, name in _JSON_TYPES.items() if type(value) is kind), "number")
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return f"the {name} `{_cut(str(value))}`"
    return f"`{json.dumps(value)}`" if value is None or isinstance(value, bool) else f"an {name}"


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
