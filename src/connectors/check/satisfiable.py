"""Satisfiable schemas: some value is one; where none is, whoever checks arguments or answers would refuse all.

Only what is certain is said. A keyword binds values of its own type alone, so two limits contradict each other only where the type is
stated; what `not`, `if`, `oneOf` and patterns add is not looked into.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeAlias

import msgspec

from connectors import canonical, pointer
from connectors.check.finding import Finding
from connectors.check.places import SCHEMAS, Places, label, listed, schema_texts
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["satisfiable"]

_decode = msgspec.json.Decoder(float_hook=canonical.number).decode

# What a schema without a value has at least one of; others need not be looked into. A `required` member can be ruled out by `false` alone.
_CEILINGS = frozenset(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"))
_ANNOTATIONS = frozenset(("$ref", "description", "title", "default", "example", "examples", "deprecated", "readOnly", "writeOnly"))
_SUSPECT = re.compile(rb'"(?:enum|const|allOf|maximum|exclusiveMaximum|maxLength|maxItems|maxProperties)":')
_BESIDE_REFERENCE = re.compile(rb'"[$]ref":"[^"]*",')
_ALL = frozenset(("null", "boolean", "string", "array", "object", "number"))
"""The types of JSON; an `integer` is a number."""

# Keywords by the one type whose values they bind. Source: JSON Schema 2020-12, Validation §6.2 to §6.5.
_LIMITS = (("string", "minLength", "maxLength"), ("array", "minItems", "maxItems"), ("object", "minProperties", "maxProperties"))

# What is walked into: the same value or a part of it, and never the other side of a `not` or an `if`.
_LEAF = frozenset(("type", "description", "format", "title", "$ref", "default", "nullable"))
_ONE = ("items", "additionalProperties", "contains", "then", "else", "contentSchema")
_SEVERAL = ("allOf", "anyOf", "oneOf", "prefixItems")
_BY_NAME = ("properties", "patternProperties", "dependentSchemas", "$defs")

_Schema: TypeAlias = Mapping[str, Any]
_Number: TypeAlias = int | float | Decimal


def satisfiable(package: Package) -> Iterator[Finding]:
    """Every place in a schema that no value can satisfy, and that is no plain `false`; what has one cause is one finding.

    Source: JSON Schema 2020-12, Core §10.2.1.1.
    """
    shared = _Shared(package.schemas)
    places = Places(package)
    causes: dict[str, list[tuple[str, Place, str | None]]] = {}
    for name, schema in package.schemas.items():
        for where, fault in _faults(bytes(schema), shared):
            place = Place(SCHEMAS, f"{pointer.join(('$defs', name))}{where}")
            causes.setdefault(fault, []).append((f"the schema `{name}`", place, None))
    known: dict[bytes, tuple[tuple[str, str], ...]] = {}
    # Operations share what is alike, and hold it for as long as this runs.
    met: dict[int, tuple[tuple[str, str], ...]] = {}
    for operation in package.operations:
        for at, schema in schema_texts(operation):
            faults = met.get(id(schema))
            if faults is None:
                text = bytes(schema)
                faults = known.get(text)
                if faults is None:
                    faults = known[text] = tuple(_faults(text, shared))
                met[id(schema)] = faults
            for where, fault in faults:
                place = places.of(operation, f"{at}{where}")
                causes.setdefault(fault, []).append((label(operation), place, operation.identity))
    for fault, found in causes.items():
        _, place, _ = found[0]
        wheres = list(dict.fromkeys(where for where, _, _ in found))
        identities = {identity for _, _, identity in found}
        message = f"some value fits every schema, found one in {listed(wheres)} that none fits: {fault}"
        remedy = "correct the schema in the description; the overlay can replace that of an argument"
        identity = identities.pop() if len(identities) == 1 else None
        yield Finding(Code.SCHEMA_UNSATISFIABLE, Severity.WARNING, message, remedy, place, identity)


class _Shared:
    """The shared schemas, each read when it is first met."""

    def __init__(self, texts: Mapping[str, msgspec.Raw]) -> None:
        self._texts = texts
        self._known: dict[str, Any] = {}

    def named(self, reference: Any) -> Any:
        """The schema that a reference means; one that admits anything where there is none."""
        if not isinstance(reference, str) or not reference.startswith("#/$defs/"):
            return True
        known = self._known.get(reference)
        if known is None:
            tokens = pointer.parse(pointer.from_fragment(reference[1:]))
            text = self._texts.get(tokens[1]) if len(tokens) == 2 else None
            known = self._known[reference] = True if text is None else _decode(text)
        return known


def _faults(text: bytes, shared: _Shared) -> Iterator[tuple[str, str]]:
    if not (
        _SUSPECT.search(text)
        or (b":false" in text and b'"required":' in text)
        or (b'"$ref":' in text and _BESIDE_REFERENCE.search(text))
    ):
        return
    pending: list[tuple[str, dict[str, Any]]] = []
    _push(pending, "", _decode(text))
    while pending:
        at, node = pending.pop()
        if _is_suspect(node) and (fault := _fault_of(node, shared)) is not None:
            # What is inside is no better, and is not said twice.
            yield at, fault
            continue
        for key, value in node.items():
            if key in _BY_NAME:
                if isinstance(value, dict):
                    for name, item in value.items():
                        _push(pending, f"{at}/{key}/{pointer.token(name)}", item)
            elif key in _ONE:
                _push(pending, f"{at}/{key}", value)
            elif key in _SEVERAL and isinstance(value, list):
                for index, item in enumerate(value):
                    _push(pending, f"{at}/{key}/{index}", item)


def _push(pending: list[tuple[str, dict[str, Any]]], at: str, node: Any) -> None:
    """Keep what is worth a look: most members are of a type alone."""
    if isinstance(node, dict) and not (len(node) <= 2 and _LEAF.issuperset(node)):
        pending.append((at, node))


def _is_suspect(node: _Schema) -> bool:
    if "allOf" in node or not _CEILINGS.isdisjoint(node):
        return True
    if "enum" in node or "const" in node:
        values = node.get("enum")
        # By far the most: some texts, and the type of texts.
        return not (
            node.get("type") == "string"
            and isinstance(values, list)
            and values
            and isinstance(values[0], str)
            and "const" not in node
        )
    if "$ref" in node:
        return len(node) > 1 and not _ANNOTATIONS.issuperset(node)
    if "required" not in node:
        return False
    properties = node.get("properties")
    return node.get("additionalProperties") is False or (isinstance(properties, dict) and False in properties.values())


def _fault_of(node: _Schema, shared: _Shared) -> str | None:
    if "allOf" not in node and "$ref" not in node:
        return _contradiction([node])
    parts = _parts(node, shared)
    # What a part is by itself is said at its own place.
    if parts is None or (len(parts) > 1 and any(_contradiction([part]) is not None for part in parts)):
        return None
    return _contradiction(parts)


def _parts(node: _Schema, shared: _Shared) -> list[_Schema] | None:
    """Every schema object that a value has to satisfy besides, references and `allOf` followed; None where one is a plain `false`."""
    found: list[_Schema] = []
    pending: list[Any] = [node]
    seen: set[int] = set()
    while pending:
        part = pending.pop()
        if part is False:
            return None
        if not isinstance(part, dict) or id(part) in seen:
            continue
        seen.add(id(part))
        found.append(part)
        if "$ref" in part:
            pending.append(shared.named(part["$ref"]))
        if isinstance(part.get("allOf"), list):
            pending.extend(part["allOf"])
    return found


def _contradiction(parts: Sequence[_Schema]) -> str | None:
    """Why no value satisfies all of these; None where one may."""
    types = _ALL
    for part in parts:
        types = types & _types(part)
    if not types:
        stated = dict.fromkeys(_shown(part["type"]) for part in parts if "type" in part)
        return f"its types have nothing in common, {' and '.join(stated)}"
    return _values(parts, types) or _bounds(parts, types) or _members(parts, types)


def _types(part: _Schema) -> frozenset[str]:
    stated = part.get("type")
    if isinstance(stated, str):
        return frozenset(("number" if stated == "integer" else stated,))
    if isinstance(stated, list) and stated and all(isinstance(kind, str) for kind in stated):
        return frozenset("number" if kind == "integer" else kind for kind in stated)
    return _ALL


def _values(parts: Sequence[_Schema], types: frozenset[str]) -> str | None:
    """Whether one of the listed values is of a stated type, and in every list."""
    lists = [_distinct(part["enum"]) for part in parts if isinstance(part.get("enum"), list)]
    lists += [_distinct([part["const"]]) for part in parts if "const" in part]
    if not lists:
        return None
    common = lists[0]
    for values in lists[1:]:
        common = {key: value for key, value in common.items() if key in values}
    if not common:
        return "no value is in all of its lists" if len(lists) > 1 else "its `enum` is empty"
    fitting = [value for value in common.values() if _type_of(value) in types]
    if not fitting:
        return (
            f"it lists {_shown(next(iter(common.values())))}, and its type is {' or '.join(f'`{kind}`' for kind in sorted(types))}"
        )
    if all(_is_out_of_bounds(value, parts) for value in fitting):
        return f"it lists {_shown(fitting[0])}, which its own limits rule out"
    return None


def _distinct(values: Iterable[Any]) -> dict[str, Any]:
    return {_key(value): value for value in values}


def _key(value: Any) -> str:
    """Equal for equal values: `1` and `1.0` are one number, `true` is none. Source: JSON Schema 2020-12, Core §4.2.2."""
    if isinstance(value, bool) or value is None:
        return repr(value)
    if isinstance(value, int | float | Decimal):
        # A number of a billion digits is compared as it is spelled.
        number = Decimal(str(value))
        return f"n{number.normalize()}" if -400 < number.adjusted() < 400 else f"n{number}"
    if isinstance(value, str):
        return f"s{value}"
    if isinstance(value, list):
        return f"[{','.join(map(_key, value))}]"
    return "{" + ",".join(f"{name!r}:{_key(value[name])}" for name in sorted(value)) + "}"


def _type_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return "array"
    return "object" if isinstance(value, dict) else "number"


def _is_out_of_bounds(value: Any, parts: Sequence[_Schema]) -> bool:
    if isinstance(value, str):
        size: _Number = len(value)
        least, most = "minLength", "maxLength"
    elif _is_number(value):
        size, least, most = value, "minimum", "maximum"
    else:
        return False
    return any(size < limit for limit in _numbers(parts, least)) or any(size > limit for limit in _numbers(parts, most))


def _bounds(parts: Sequence[_Schema], types: frozenset[str]) -> str | None:
    """Limits that leave nothing between them, where values of their one type alone are admitted."""
    if len(types) > 1:
        return None
    [kind] = types
    for bound, least_word, most_word in _LIMITS:
        if kind == bound:
            least = max(_numbers(parts, least_word), default=None)
            most = min(_numbers(parts, most_word), default=None)
            if least is not None and most is not None and least > most:
                return f"`{least_word}` is {_shown(least)}, above `{most_word}`, {_shown(most)}"
    if kind == "number":
        return _range(parts)
    return None


def _range(parts: Sequence[_Schema]) -> str | None:
    for low in ("minimum", "exclusiveMinimum"):
        for high in ("maximum", "exclusiveMaximum"):
            floor, ceiling = max(_numbers(parts, low), default=None), min(_numbers(parts, high), default=None)
            if floor is None or ceiling is None:
                continue
            if floor > ceiling or (floor == ceiling and (low, high) != ("minimum", "maximum")):
                return f"`{low}` is {_shown(floor)}, and `{high}` {_shown(ceiling)}"
    return None


def _numbers(parts: Sequence[_Schema], keyword: str) -> list[_Number]:
    found: list[_Number] = []
    for part in parts:
        value = part.get(keyword)
        if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
            found.append(value)
    return found


def _members(parts: Sequence[_Schema], types: frozenset[str]) -> str | None:
    """Members that an object has to have and may not, where nothing but an object is admitted."""
    if types != {"object"}:
        return None
    required = {
        name for part in parts if isinstance(part.get("required"), list) for name in part["required"] if isinstance(name, str)
    }
    if not required:
        return None
    most = min(_numbers(parts, "maxProperties"), default=None)
    if most is not None and len(required) > most:
        return f"it requires {len(required)} members, above `maxProperties`, {_shown(most)}"
    for part in parts:
        properties = part.get("properties")
        known = properties if isinstance(properties, dict) else {}
        closed = part.get("additionalProperties") is False and not part.get("patternProperties")
        for name in sorted(required):
            if known.get(name) is False:
                return f"it requires `{name}`, which may be nothing"
            if closed and name not in known:
                return f"it requires `{name}`, and admits no such member"
    return _member_types(parts, required)


def _member_types(parts: Sequence[_Schema], required: set[str]) -> str | None:
    """A required member that two parts want to be of types without any in common."""
    if len(parts) < 2:
        return None
    for name in sorted(required):
        described = [
            schema
            for part in parts
            if isinstance(properties := part.get("properties"), dict) and isinstance(schema := properties.get(name), dict)
        ]
        if len(described) > 1 and (fault := _contradiction(described)) is not None:
            if all(_contradiction([schema]) is None for schema in described):
                return f"of its member `{name}`, {fault}"
    return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if isinstance(value, Decimal):
        return f"`{value}`"
    text = msgspec.json.encode(value).decode()
    return f"`{text}`" if len(text) <= 40 else f"`{text[:39]}…`"
