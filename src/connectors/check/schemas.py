"""Schemas: JSON Schema 2020-12 in which every keyword has the shape it is to have, and every reference leads somewhere."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

import msgspec

from connectors import canonical, pointer
from connectors.check.finding import Finding
from connectors.check.places import SCHEMAS, Places, schema_texts
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["schemas"]

_Fault: TypeAlias = tuple[str, str]
"""A pointer below the schema, and what is wrong there."""

_At: TypeAlias = "tuple[_At, str | int] | None"
"""A place below the schema: the place above it, and the last token. A pointer is spelled where something is wrong."""

_decode = msgspec.json.Decoder(float_hook=canonical.number).decode


def schemas(package: Package) -> Iterator[Finding]:
    """Every schema of the package is one: its keywords have their types, and its references read in `schemas.json`."""
    known: dict[bytes, tuple[_Fault, ...]] = {}
    # Operations share what is alike, and hold it for as long as this runs.
    met: dict[int, tuple[_Fault, ...]] = {}
    names = package.schemas.keys()

    def faults(text: msgspec.Raw) -> tuple[_Fault, ...]:
        spelled = bytes(text)
        found = known.get(spelled)
        if found is None:
            found = known[spelled] = tuple(_faults(_decode(spelled), names))
        met[id(text)] = found
        return found

    for name, text in package.schemas.items():
        for where, message in faults(text):
            yield _finding(message, Place(SCHEMAS, f"{pointer.join(('$defs', name))}{where}"), None)
    places = Places(package)
    for operation in package.operations:
        for at, text in schema_texts(operation):
            found = met.get(id(text))
            for where, message in faults(text) if found is None else found:
                yield _finding(message, places.of(operation, f"{at}{where}"), operation.identity)


def _finding(message: str, place: Place, identity: str | None) -> Finding:
    remedy = "correct the schema in the overlay, or run `connectors gen`"
    return Finding(Code.SCHEMA_INVALID, Severity.ERROR, message, remedy, place, identity)


def _faults(schema: Any, names: Any) -> Iterator[_Fault]:
    pending: list[tuple[_At, Any]] = [(None, schema)]
    while pending:
        at, node = pending.pop()
        if node is True or node is False:
            continue
        if not isinstance(node, dict):
            yield _spelled(at), f"a schema is an object or a truth value, found {_shown(node)}"
            continue
        for key, value in node.items():
            if (fits := _SHAPES.get(key)) is not None:
                wrong = None if fits[0](value) else fits[1]
            elif (nested := _NESTED.get(key)) is not None:
                wrong = nested((at, key), value, pending)
            elif key == "$ref":
                wrong = None if _resolves(value, names) else "`#/$defs/NAME`, where `schemas.json` has NAME"
            elif key == "discriminator":
                yield from _discriminator(_spelled((at, key)), value, names)
                continue
            elif key in _RESOLVED:
                yield _spelled((at, key)), f"a schema of a package has no `{key}`: what it means is written out"
                continue
            else:
                # Words that JSON Schema does not have are annotations, the vendor's extensions among them.
                continue
            if wrong is not None:
                yield _spelled((at, key)), f"`{key}` is {wrong}, found {_shown(value)}"


def _spelled(at: _At) -> str:
    tokens: list[str] = []
    while at is not None:
        at, token = at
        tokens.append(str(token))
    return pointer.join(reversed(tokens))


def _discriminator(at: str, value: Any, names: Any) -> Iterator[_Fault]:
    mapping = value.get("mapping", {}) if isinstance(value, dict) else None
    if not isinstance(mapping, dict):
        yield at, f"`discriminator` is an object, and so is its `mapping`, found {_shown(value)}"
        return
    for name, target in mapping.items():
        if not _resolves(target, names):
            message = f"a `mapping` names schemas as `#/$defs/NAME`, where `schemas.json` has NAME, found {_shown(target)}"
            yield f"{at}/mapping/{pointer.token(name)}", message


def _resolves(target: Any, names: Any) -> bool:
    if not isinstance(target, str) or not target.startswith("#/$defs/"):
        return False
    tokens = pointer.parse(pointer.from_fragment(target[1:]))
    return len(tokens) == 2 and tokens[1] in names


def _shown(value: Any) -> str:
    if isinstance(value, Decimal):
        return f"`{value}`"
    text = msgspec.json.encode(value).decode()
    return f"`{text}`" if len(text) <= 60 else f"`{text[:59]}…`"


# -- keywords, by what their values are. Source: JSON Schema 2020-12, Core §8 to §11, Validation §6 to §9 ------------------------------

_TYPES = frozenset(("string", "number", "integer", "boolean", "array", "object", "null"))
_RESOLVED = frozenset(("$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary"))


def _is_type(value: Any) -> bool:
    if isinstance(value, str):
        return value in _TYPES
    return isinstance(value, list) and bool(value) and _are_unique_texts(value) and all(item in _TYPES for item in value)


def _are_unique_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value) and len(set(value)) == len(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _is_positive(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_count(value: Any) -> bool:
    # Never `int`: the digits of a stranger's 1e999999999 would fill the memory.
    whole = value.to_integral_value() if isinstance(value, Decimal) else value
    return _is_number(value) and value >= 0 and value == whole and (not isinstance(value, float) or value.is_integer())


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _are_dependencies(value: Any) -> bool:
    return isinstance(value, dict) and all(_are_unique_texts(names) for names in value.values())


_TEXT = (_is_text, "a text")
_FLAG = (_is_flag, "`true` or `false`")
_NUMBER = (_is_number, "a number")
_COUNT = (_is_count, "a whole number from 0")
_SHAPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "type": (_is_type, "a type of JSON Schema, or a list of several"),
    "multipleOf": (_is_positive, "a number above 0"),
    "required": (_are_unique_texts, "a list of names, each once"),
    "enum": (_is_list, "a list"),
    "examples": (_is_list, "a list"),
    "dependentRequired": (_are_dependencies, "an object of lists of names"),
    **dict.fromkeys(("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"), _NUMBER),
    **dict.fromkeys(("maxLength", "minLength", "maxItems", "minItems", "maxContains", "minContains"), _COUNT),
    **dict.fromkeys(("maxProperties", "minProperties"), _COUNT),
    **dict.fromkeys(("pattern", "format", "title", "description", "$comment", "contentEncoding", "contentMediaType"), _TEXT),
    **dict.fromkeys(("uniqueItems", "readOnly", "writeOnly", "deprecated"), _FLAG),
}

_Pending: TypeAlias = list[tuple[_At, Any]]


def _schema(at: _At, value: Any, pending: _Pending) -> str | None:
    pending.append((at, value))
    return None


def _list_of_schemas(at: _At, value: Any, pending: _Pending) -> str | None:
    if not isinstance(value, list) or not value:
        return "a list of schemas, one at least"
    pending += [((at, index), item) for index, item in enumerate(value)]
    return None


def _map_of_schemas(at: _At, value: Any, pending: _Pending) -> str | None:
    if not isinstance(value, dict):
        return "an object of schemas"
    pending += [((at, name), item) for name, item in value.items()]
    return None


_NESTED: Mapping[str, Callable[[_At, Any, _Pending], str | None]] = {
    **dict.fromkeys(("properties", "patternProperties", "dependentSchemas", "$defs"), _map_of_schemas),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _list_of_schemas),
    **dict.fromkeys(("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"), _schema),
    **dict.fromkeys(("unevaluatedItems", "unevaluatedProperties", "contentSchema"), _schema),
}
