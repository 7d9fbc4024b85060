"""Schemas of a package, as a request needs them: what a value may be, and whether it is."""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any
from urllib.parse import unquote

import msgspec

from connectors.canonical import Json, type_of
from connectors.execute.refusal import Refusal
from connectors.execute.values import Argument, plain_json
from connectors.problems import nearest

__all__ = ["Schema", "Schemas"]

Schema = Json
"""A JSON Schema 2020-12, read. References `#/$defs/NAME` are those of the package."""

_PREFIX = "#/$defs/"
_DEPTH = 64
_TYPES = {
    "number": frozenset({"number", "integer"}),
}
# Keywords whose subschemas are about the same value, about a value inside it, and lists and maps of both.
_HERE = frozenset({"not", "if", "then", "else"})
_INSIDE = frozenset(
    {"items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains", "propertyNames", "contentSchema"}
)
_BRANCHES = ("allOf", "anyOf", "oneOf")
_FAULTS_SHOWN = 20
_FLAWS_PASSED_OVER = 50


class Schemas:
    """The shared schemas of a package, each read when it is first met."""

    def __init__(self, definitions: Mapping[str, msgspec.Raw]) -> None:
        self._raw = definitions
        self._read: dict[str, Schema] = {}

    def definition(self, name: str) -> Schema:
        """The schema of a name; one that the package lacks admits anything."""
        if name not in self._read:
            self._read[name] = read(self._raw[name]) if name in self._raw else True
        return self._read[name]

    def resolved(self, schema: Schema) -> Schema:
        """The schema behind a reference."""
        for _ in range(_DEPTH):
            if type(schema) is not dict or type(schema.get("$ref")) is not str:
                return schema
            schema = self.definition(reference_name(str(schema["$ref"])))
        return schema

    def facets(self, schema: Schema) -> Iterator[dict[str, Json]]:
        """Every object of a schema that speaks of the value itself: the schema, what it refers to, its branches."""
        seen: set[int] = set()
        waiting = [schema]
        while waiting:
            current = waiting.pop()
            if type(current) is not dict or id(current) in seen:
                continue
            seen.add(id(current))
            yield current
            for key in reversed(_BRANCHES):
                branches = current.get(key)
                if type(branches) is list:
                    waiting.extend(reversed(branches))
            if type(current.get("$ref")) is str:
                waiting.append(self.definition(reference_name(str(current["$ref"]))))

    def kinds(self, schema: Schema, depth: int = 0) -> frozenset[str] | None:
        """The JSON types a schema admits, `binary` for bytes; None where it says nothing of the type."""
        if type(schema) is not dict or depth > _DEPTH:
            return None
        found: frozenset[str] | None = None

        def narrow(further: frozenset[str] | None) -> None:
            nonlocal found
            found = further if found is None else found if further is None else found & further

        if type(schema.get("$ref")) is str:
            narrow(self.kinds(self.definition(reference_name(str(schema["$ref"]))), depth + 1))
        binary = "contentMediaType" in schema and "contentEncoding" not in schema
        kind = schema.get("type")
        if type(kind) is str:
            narrow(_kind(kind, binary))
        elif type(kind) is list:
            narrow(frozenset().union(*(_kind(item, binary) for item in kind if type(item) is str)))
        elif binary:
            narrow(frozenset({"binary"}))
        for key in _BRANCHES:
            branches = schema.get(key)
            if type(branches) is not list or not branches:
                continue
            each = [self.kinds(branch, depth + 1) for branch in branches]
            if key == "allOf":
                for further in each:
                    narrow(further)
            elif None not in each:
                narrow(frozenset().union(*(further for further in each if further is not None)))
        if found is None:
            values = schema.get("enum", [schema["const"]] if "const" in schema else None)
            if type(values) is list and values:
                return frozenset(type_of(value) for value in values)
            if "properties" in schema or "additionalProperties" in schema:
                return frozenset({"object"})
            if "items" in schema or "prefixItems" in schema:
                return frozenset({"array"})
        return found

    def items(self, schema: Schema) -> Schema:
        """The schema of the items of a list."""
        for facet in self.facets(schema):
            if "items" in facet:
                return facet["items"]
        return {}

    def member(self, schema: Schema, name: str) -> Schema:
        """The schema of one member of an object."""
        further: Schema = {}
        for facet in self.facets(schema):
            properties = facet.get("properties")
            if type(properties) is dict and name in properties:
                return properties[name]
            if "additionalProperties" in facet:
                further = facet["additionalProperties"]
        return further

    def encoding(self, schema: Schema) -> str | None:
        """`contentEncoding`, in lower case: how bytes are written as text."""
        for facet in self.facets(schema):
            if type(facet.get("contentEncoding")) is str:
                return str(facet["contentEncoding"]).lower()
        return None

    def faults(self, schema: Schema, value: Argument) -> list[str]:
        """What is wrong with a value, in sentences that do not repeat it.

        Members that are `readOnly` are neither asked for nor accepted (OpenAPI 3.1, Schema Object). Formats are annotations.
        """
        if schema is True or schema == {}:
            return []
        validator = _validator(_Asked(self).whole(schema))
        if validator is None:
            return []
        found: list[str] = []
        for error in validator.iter_errors(plain_json(value)):
            if error.kind.name in ("backtrackLimitExceeded", "regexEngineFailure"):
                continue
            found.append(_sentence(error))
            if len(found) == _FAULTS_SHOWN:
                break
        return found

    def is_read_only(self, schema: Schema) -> bool:
        """Whether a member is sent by the server alone."""
        return self._read_only(schema, 0)

    def _read_only(self, schema: Schema, depth: int) -> bool:
        if type(schema) is not dict or depth > _DEPTH:
            return False
        if schema.get("readOnly") is True:
            return True
        if type(schema.get("$ref")) is str and self._read_only(self.definition(reference_name(str(schema["$ref"]))), depth + 1):
            return True
        branches = schema.get("allOf")
        return type(branches) is list and any(self._read_only(branch, depth + 1) for branch in branches)


def read(raw: msgspec.Raw | bytes) -> Schema:
    """Read schema text; numbers keep their digits."""
    found: Schema = _DECODER.decode(raw)
    return found


def reference_name(reference: str) -> str:
    """The name behind `#/$defs/`: unescaped as a fragment, then as a pointer."""
    name = reference.removeprefix(_PREFIX)
    return unquote(name).replace("~1", "/").replace("~0", "~") if "%" in name or "~" in name else name


class _Asked:
    """A schema as it binds a request: without `readOnly` members, and with every definition it needs beside it."""

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas
        self.names: dict[tuple[str, frozenset[str]], str] = {}
        self.waiting: list[tuple[str, frozenset[str]]] = []

    def whole(self, schema: Schema) -> dict[str, Json]:
        root = self.rewritten(schema, frozenset())
        definitions: dict[str, Json] = {}
        while self.waiting:
            name, hidden = self.waiting.pop()
            definitions[self.names[name, hidden]] = self.rewritten(self.schemas.definition(name), hidden)
        return {"allOf": [root], "$defs": definitions}

    def rewritten(self, schema: Schema, hidden: frozenset[str]) -> Schema:
        """The schema of a value whose members `hidden` are read-only by what other branches say."""
        if type(schema) is not dict:
            return schema
        hidden |= self.hidden(schema, 0)
        found: dict[str, Json] = {}
        for key, value in schema.items():
            if key == "$ref" and type(value) is str:
                found[key] = self.reference(reference_name(value), hidden)
            elif key == "required" and type(value) is list:
                found[key] = [name for name in value if name not in hidden]
            elif key == "properties" and type(value) is dict:
                found[key] = {
                    name: False if name in hidden else self.rewritten(member, frozenset()) for name, member in value.items()
                }
            elif key in _BRANCHES and type(value) is list:
                found[key] = [self.rewritten(branch, hidden) for branch in value]
            elif key in _HERE:
                found[key] = self.rewritten(value, hidden)
            elif key in _INSIDE:
                found[key] = self.rewritten(value, frozenset())
            elif key == "prefixItems" and type(value) is list:
                found[key] = [self.rewritten(item, frozenset()) for item in value]
            elif key in ("patternProperties", "dependentSchemas") and type(value) is dict:
                inside = frozenset() if key == "patternProperties" else hidden
                found[key] = {name: self.rewritten(member, inside) for name, member in value.items()}
            elif key not in ("$defs", "$id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef"):
                found[key] = value
        return found

    def reference(self, name: str, hidden: frozenset[str]) -> str:
        if (name, hidden) not in self.names:
            self.names[name, hidden] = f"s{len(self.names)}"
            self.waiting.append((name, hidden))
        return _PREFIX + self.names[name, hidden]

    def hidden(self, schema: Schema, depth: int) -> frozenset[str]:
        """The read-only members of an object, those that `allOf` and references add included."""
        if type(schema) is not dict or depth > _DEPTH:
            return frozenset()
        properties = schema.get("properties")
        found = (
            frozenset(name for name, member in properties.items() if self.schemas.is_read_only(member))
            if type(properties) is dict
            else frozenset()
        )
        if type(schema.get("$ref")) is str:
            found |= self.hidden(self.schemas.definition(reference_name(str(schema["$ref"]))), depth + 1)
        branches = schema.get("allOf")
        if type(branches) is list:
            for branch in branches:
                found |= self.hidden(branch, depth + 1)
        return found


def _validator(schema: dict[str, Json]) -> Any:
    """A validator that opens no connection, or None where nothing can be made of the schema.

    A keyword that cannot be read (a pattern in the dialect of some other language) is left out: it is the vendor's, and binds there.
    """
    import jsonschema_rs

    for attempt in range(_FLAWS_PASSED_OVER):
        try:
            return jsonschema_rs.Draft202012Validator(schema, validate_formats=False, offline=True, mask="the value")
        except jsonschema_rs.ValidationError as error:
            if attempt == 0:
                schema = deepcopy(schema)
            if not _remove(schema, list(error.instance_path)):
                return None
        except (ValueError, RecursionError):
            return None
    return None


def _remove(tree: Any, path: list[str | int]) -> bool:
    if not path:
        return False
    for step in path[:-1]:
        try:
            tree = tree[step]
        except (KeyError, IndexError, TypeError):
            return False
    if type(tree) is dict and path[-1] in tree:
        del tree[path[-1]]
        return True
    return _remove_item(tree, path[-1])


def _remove_item(tree: Any, step: str | int) -> bool:
    if type(tree) is list and type(step) is int and step < len(tree):
        tree[step] = True
        return True
    return False


def _sentence(error: Any) -> str:
    where = "/".join(str(step) for step in error.instance_path)
    if error.kind.name == "falseSchema":
        text = "is read-only, or excluded by its schema"
        return f"the member `{where}` {text}" if where else text
    if error.kind.name == "enum":
        text = f"expected one of {_options(error.kind.value)}"
    else:
        text = error.message
    return f"at `{where}`, {text}" if where else text


def _options(values: Any) -> str:
    shown = [msgspec.json.encode(value, enc_hook=str).decode() for value in values[:8]] if type(values) is list else []
    return ", ".join(f"`{text}`" for text in shown) + (f" and {len(values) - 8} more" if len(values) > 8 else "")


def unknown(word: str, known: Iterable[str], what: str) -> Refusal:
    """The refusal of a word that is not among the known ones, with the nearest of them."""
    words = list(known)
    near = nearest(word, words)
    listed = ", ".join(f"`{name}`" for name in words[:12]) + (f" and {len(words) - 12} more" if len(words) > 12 else "")
    remedy = (
        f"did you mean `{near}`?" if near else f"the known ones are {listed}" if words else f"there are no {what}s; leave it out"
    )
    return Refusal(f"no {what} is called `{word}`", remedy)


def _kind(name: str, binary: bool) -> frozenset[str]:
    if name == "string" and binary:
        return frozenset({"binary"})
    return _TYPES.get(name, frozenset({name}))


def _number(text: str) -> Any:
    from decimal import Decimal

    short = float(text)
    exact = Decimal(text)
    return short if Decimal(repr(short)) == exact else exact


_DECODER = msgspec.json.Decoder(float_hook=_number)
