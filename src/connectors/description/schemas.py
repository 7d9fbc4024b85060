"""Schemas: from the dialect of a description to one dialect, JSON Schema 2020-12.

A reference comes out as `#/$defs/NAME`; what it leads to is translated once, however often it is used. A keyword whose value has the
wrong shape narrows that schema, with a note, and the rest stays. Sources: Swagger 2.0 and OpenAPI 3.0.4 Schema Object, OpenAPI 3.1
Schema Object, JSON Schema 2020-12.
"""

import hashlib
import posixpath
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TypeAlias

import msgspec

from connectors import canonical, pointer
from connectors.description.at import At, document_of, last_key, root, tokens_of
from connectors.description.expansion import PIECE
from connectors.description.prose import word_shown
from connectors.description.remarks import Remarks
from connectors.description.resolve import Resolver, Target, Unfollowed
from connectors.description.tree import Json
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, Problem, Severity, SourceLocation

__all__ = ["OPENAPI_3_0", "OPENAPI_3_1", "SWAGGER_2_0", "Break", "Schema", "SchemaDialect", "Schemas", "is_known_dialect"]


class Break(msgspec.Struct, frozen=True):
    """A reference inside a schema that was not followed. `must` says that every value has to meet it: no optional member, list item or
    alternative stands between.
    """

    code: Code
    reason: str
    at: At
    must: bool


class Schema(msgspec.Struct, frozen=True):
    """A translated schema.

    `json` is JSON Schema 2020-12; only `Schemas.settle` still changes it. `references` are the names in it that read in the
    definitions, `must_references` those of them that every value has to meet; `breaks` are the references in it that could not be
    followed.
    """

    json: dict[str, Json] | bool
    at: At
    references: frozenset[str] = frozenset()
    must_references: frozenset[str] = frozenset()
    breaks: tuple[Break, ...] = ()
    wider: bool = False
    """Whether something in it could not be kept, so that it admits more than the description's own schema."""


class SchemaDialect(msgspec.Struct, frozen=True):
    """What differs between the dialects of Schema Objects."""

    name: str
    components: tuple[str, ...]
    """Where the description keeps its named schemas."""
    full: bool
    """Whether it is JSON Schema 2020-12: boolean schemas, `type` lists, siblings of `$ref`, numeric exclusive bounds, `$id`."""
    nullable: str | None
    """The keyword that admits null beside a `type`."""
    foreign: frozenset[str] = frozenset()
    """Keywords of JSON Schema that the dialect does not have. Those who write them mean JSON Schema, so they are read, with a note."""


_SINCE_3_1 = frozenset(
    {
        "const", "examples", "patternProperties", "dependentSchemas", "dependentRequired", "prefixItems", "contains", "propertyNames",
        "unevaluatedProperties", "unevaluatedItems", "contentSchema", "if", "then", "else", "$dynamicRef", "dependencies",
    }
)  # fmt: skip
_SINCE_3_0 = frozenset({"oneOf", "anyOf", "not"})

SWAGGER_2_0 = SchemaDialect(
    "Swagger 2.0", ("definitions",), full=False, nullable="x-nullable", foreign=_SINCE_3_0 | _SINCE_3_1 - {"examples"}
)
OPENAPI_3_0 = SchemaDialect(
    "OpenAPI 3.0", ("components", "schemas"), full=False, nullable="nullable", foreign=_SINCE_3_1 - {"examples"}
)
OPENAPI_3_1 = SchemaDialect("OpenAPI 3.1", ("components", "schemas"), full=True, nullable=None)

_NODES = 1_000
"""Schema objects that are translated between two looks at how many they are for the size of the description."""

_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
_BINARY = "application/octet-stream"
_HARMLESS_SIBLINGS = frozenset({"description", "summary", "title", "example", "examples", "externalDocs", "$comment"})

_Handler: TypeAlias = Callable[["Schemas", dict[str, Json], dict[str, Json], str, Json, At], None]


class Schemas:
    """Translates the schemas of one description and keeps the named ones."""

    def __init__(
        self, resolver: Resolver, remarks: Remarks, dialect: SchemaDialect, limits: Limits, *, prose: bool, entry: Json
    ) -> None:
        self._resolver = resolver
        self._remarks = remarks
        self._dialect = dialect
        self._full = dialect.full
        self._limits = limits
        self._prose = prose
        self._nodes = 0
        self._names: dict[tuple[str, str], str] = {}
        self._targets: dict[str, Target] = {}
        # By identity of an answer, which the resolver keeps: the name of the schema that it leads to in the end.
        self._named: dict[int, str] = {}
        self._done: dict[str, Schema] = {}
        self._references: set[str] = set()
        self._must: set[str] = set()
        self._breaks: list[Break] = []
        self._optional = 0
        self._narrowings = 0
        self._fragile: list[tuple[dict[str, Json], str, frozenset[str]]] = []
        self._components, self._components_at = self._component_map(entry)
        self._components_place = (document_of(self._components_at), tuple(map(str, tokens_of(self._components_at))))
        self._handlers = {key: _foreign(handler) if key in dialect.foreign else handler for key, handler in _HANDLERS.items()}
        self._aliases: dict[tuple[str, str], str] | None = None
        self._behind: dict[str, Break | None] = {}
        # By identity of a node, which is kept with it: what it was translated to, and where it stood.
        self._known: dict[int, tuple[Json, Schema]] = {}
        self._extents: dict[int, tuple[Schema, int]] = {}
        self._counted = 0
        self._next_look = min(_NODES, limits.schema_nodes)

    # -- asked by the dialects -------------------------------------------------------------------------------------------------

    def schema(self, node: Json, at: At) -> Schema:
        """Translate one Schema Object. What was translated before, at the same place, is not translated again."""
        known = self._known.get(id(node))
        if known is not None and known[1].at == at:
            return known[1]
        found = self._schema(node, at)
        if type(node) is dict:
            self._known[id(node)] = (node, found)
        return found

    def extent(self, schema: Schema) -> int:
        """How many bytes the schema takes at each use but the first, for which the description holds it."""
        known = self._extents.get(id(schema))
        if known is None:
            self._extents[id(schema)] = (schema, -1)
            return 0
        if known[1] < 0:
            known = self._extents[id(schema)] = (schema, len(bytes(canonical.raw(schema.json))))
        return known[1]

    def _schema(self, node: Json, at: At) -> Schema:
        # Translating one schema translates no other: what a reference leads to waits until somebody asks for it.
        self._references, self._must, self._breaks, self._optional = set(), set(), [], 0
        before = self._narrowings
        json = self._translate(node, at)
        return Schema(json, at, frozenset(self._references), frozenset(self._must), tuple(self._breaks), self._narrowings > before)

    def definition(self, name: str) -> Schema:
        """The translated schema that `#/$defs/NAME` means. Raises KeyError for a name that no reference gave out."""
        found = self._done.get(name)
        if found is None:
            target = self._targets[name]
            found = self._done[name] = self.schema(target.value, target.at)
        return found

    def reachable(self, names: frozenset[str]) -> dict[str, Schema]:
        """Every definition that is reached from `names`, sorted by name."""
        found: dict[str, Schema] = {}
        # In one order, for what asks for too much is refused where it does.
        pending = sorted(names, reverse=True)
        while pending:
            name = pending.pop()
            if name not in found:
                found[name] = self.definition(name)
                # A difference with the keys of a dictionary would go through all of them, for every definition anew.
                pending.extend(sorted([one for one in found[name].references if one not in found], reverse=True))
        return dict(sorted(found.items()))

    def unreached(self, reached: Mapping[str, Schema]) -> tuple[At, ...]:
        """Where the definitions stand that were read, and that are not among those reached nor around one of them."""
        found = {schema.at for name, schema in self._done.items() if name not in reached}
        for schema in reached.values():
            at: At | None = schema.at
            while at is not None:
                found.discard(at)
                at = at[0]
        return tuple(found)

    def settle(self) -> None:
        """Loosen what would refuse good values, now that every schema is read. To be called once, before any schema is written.

        A schema that came out wider than the vendor's makes `not` and `if` around it say more than they did, and `oneOf` find two
        alternatives where there is one. Within one schema this is seen at once (`_negated`, `_several`); here, through references.
        """
        if not self._fragile:
            return
        reached = self.reachable(frozenset().union(*(names for _, _, names in self._fragile)))
        users: dict[str, list[str]] = {}
        for name, schema in reached.items():
            for used in schema.references:
                users.setdefault(used, []).append(name)
        pending = [name for name, schema in reached.items() if schema.wider]
        wider: set[str] = set()
        while pending:
            name = pending.pop()
            if name not in wider:
                wider.add(name)
                pending.extend(users.get(name, ()))
        for out, key, names in self._fragile:
            if not wider.isdisjoint(names) and key in out:
                branches = out.pop(key)
                if key == "oneOf":
                    out.setdefault("anyOf", branches)
        self._fragile.clear()

    def binding_break(self, schema: Schema) -> Break | None:
        """A reference that could not be followed and that every value of `schema` has to meet, or None where there is none."""
        own = _binding(schema)
        if own is not None:
            return own
        for name in sorted(schema.must_references):
            if (found := self._break_behind(name)) is not None:
                return found
        return None

    def _break_behind(self, first: str) -> Break | None:
        """The same of a definition. Every definition is looked at once, however many schemas lead to it."""
        behind = self._behind
        if first in behind:
            return behind[first]
        onward: dict[str, list[str]] = {}
        pending = [first]
        while pending:
            name = pending.pop()
            if name not in behind and name not in onward:
                onward[name] = sorted(self.definition(name).must_references)
                pending.extend(onward[name])
        # From those that hold one back to all that lead to them; what is not reached holds none.
        backward: dict[str, list[str]] = {}
        for name, targets in onward.items():
            for target in targets:
                backward.setdefault(target, []).append(name)
        found: list[str] = []
        for name, targets in onward.items():
            behind[name] = _binding(self.definition(name)) or next(
                (item for target in targets if (item := behind.get(target))), None
            )
            if behind[name] is not None:
                found.append(name)
        for name in found:
            for caller in backward.get(name, ()):
                if behind[caller] is None:
                    behind[caller] = behind[name]
                    found.append(caller)
        return behind[first]

    # -- translating ----------------------------------------------------------------------------------------------------------

    def _translate(self, node: Json, at: At) -> dict[str, Json] | bool:
        if type(node) is not dict:
            if type(node) is bool and self._full:
                return node
            self._narrow(Code.SCHEMA_MALFORMED, "a schema has to be an object", at)
            return {}
        self._nodes += 1
        if self._nodes > self._next_look:
            self._look(at)
        if "$ref" in node:
            reference = node["$ref"]
            if type(reference) is str:
                return self._reference(node, reference, at)
            self._narrow(Code.SCHEMA_MALFORMED, "`$ref` of a schema has to be a text", (at, "$ref"))
        out: dict[str, Json] = {}
        self._keywords(node, at, out)
        return out

    def _look(self, at: At) -> None:
        """Now and then, see whether all these schema objects are too many: at all, and for the size of the description."""
        if self._nodes - self._counted > _NODES:
            self._remarks.expansion.spend(_NODES * PIECE // 2, at)
            self._counted = self._nodes
        if self._nodes > self._limits.schema_nodes:
            raise self._too_many()
        self._next_look = min(self._counted + _NODES, self._limits.schema_nodes)

    def _keywords(self, node: dict[str, Json], at: At, out: dict[str, Json]) -> None:
        handlers = self._handlers
        for key, value in node.items():
            handler = handlers.get(key)
            if handler is not None:
                handler(self, out, node, key, value, at)
            elif key in _SIMPLE:
                if type(value) in _SIMPLE[key]:
                    out[key] = value
                else:
                    self._malformed(key, value, at)
            elif key.startswith("x-"):
                if key != self._dialect.nullable:
                    self._remarks.not_carried["x-"] += 1
            else:
                self._remarks.not_carried["keywords"] += 1
        if "format" in out:
            self._format(out, node)
        if _LAST.isdisjoint(node):
            return
        if "nullable" in node or "x-nullable" in node:
            self._nullable(node, at, out)
        if not self._full and ("exclusiveMinimum" in node or "exclusiveMaximum" in node):
            self._exclusive(node, at, out)

    def _reference(self, node: dict[str, Json], reference: str, at: At) -> dict[str, Json]:
        out: dict[str, Json] = {}
        found = self._resolver.resolve(reference, at)
        known = self._named.get(id(found))
        if known is None:
            final = self._final(found) if type(found) is Target else found
            if type(final) is Target:
                known = self._named[id(found)] = self._name(final)
            else:
                self._broken(final, at)
        if known is not None:
            out["$ref"] = self._refer(known)
        if len(node) > 1:
            siblings = {key: value for key, value in node.items() if key != "$ref"}
            if self._dialect.full:
                self._keywords(siblings, at, out)
            else:
                self._siblings(siblings, at)
        return out

    def _name_reference(self, found: Target) -> str:
        return self._refer(self._name(found))

    def _refer(self, name: str) -> str:
        self._references.add(name)
        if not self._optional:
            self._must.add(name)
        return reference_to(name)

    def _final(self, found: Target) -> Target | Unfollowed:
        """Go on through schemas that are nothing but a reference, so that one schema has one name."""
        value = found.value
        if type(value) is dict and "$ref" in value and (not self._dialect.full or len(value) == 1):
            return self._resolver.follow(value, found.at)
        return found

    def _broken(self, found: Unfollowed, at: At) -> None:
        self._breaks.append(Break(found.code, found.reason, at, must=not self._optional))
        self._narrow(found.code, f"{found.reason}: nothing is known of this schema", at)

    def _siblings(self, siblings: dict[str, Json], at: At) -> None:
        telling = [key for key in siblings if key not in _HARMLESS_SIBLINGS and not key.startswith("x-")]
        for key in siblings:
            if key.startswith("x-"):
                self._remarks.not_carried["x-"] += 1
        if telling:
            names = ", ".join(f"`{key}`" for key in telling)
            has = "has" if len(telling) == 1 else "have"
            where = f" at `{last_key(at)}`" if last_key(at) else ""
            meaning = f"no meaning in {self._dialect.name} and {has} no effect"
            self._remarks.noted(
                Code.REFERENCE_SIBLINGS,
                f"{names} beside `$ref`{where} {has} {meaning}",
                at,
                general=f"{names} beside `$ref` {has} {meaning}",
            )

    # -- names ----------------------------------------------------------------------------------------------------------------

    def _name(self, target: Target) -> str:
        file = document_of(target.at)
        tokens = tokens_of(target.at)
        key = (file, pointer.join(tokens))
        name = self._names.get(key)
        if name is None:
            name = self._new_name(file, tuple(map(str, tokens)), key)
            self._names[key] = name
            self._targets[name] = target
        return name

    def _new_name(self, file: str, tokens: tuple[str, ...], key: tuple[str, str]) -> str:
        if tokens and file == self._components_place[0] and tokens[:-1] == self._components_place[1]:
            return tokens[-1]
        if self._aliases is None:
            self._aliases = self._component_aliases()
        alias = self._aliases.get(key)
        if alias is not None:
            return alias
        # Not a component of the entry document: spelled from where it stands, so that no other reference can change the name.
        stem = posixpath.splitext(file)[0].replace("../", "").split("/") if file else []
        if file and stem[-1] in ("index", "schema"):
            stem = stem[:-1] or stem
        inner = [token for token in tokens if token not in ("components", "schemas", "definitions", "$defs", "paths")]
        name = ".".join([*stem, *inner]) or "root"
        if name in self._components or name in self._targets or name in self._aliases.values():
            name = f"{name}.{hashlib.sha256('#'.join(key).encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
        return name

    def _component_aliases(self) -> dict[tuple[str, str], str]:
        """Components that are nothing but a reference give their name to what they lead to; the first by name, if several do."""
        aliases: dict[tuple[str, str], str] = {}
        for name in sorted(self._components):
            node = self._components[name]
            if type(node) is dict and type(node.get("$ref")) is str and (not self._dialect.full or len(node) == 1):
                found = self._resolver.follow(node, (self._components_at, name))
                if isinstance(found, Target):
                    file, tokens = document_of(found.at), tokens_of(found.at)
                    if (file, tuple(map(str, tokens[:-1]))) != self._components_place:
                        aliases.setdefault((file, pointer.join(tokens)), name)
        return aliases

    def _component_map(self, entry: Json) -> tuple[dict[str, Json], At]:
        """The named schemas of the description, and where they stand: elsewhere, when the map is a reference."""
        found: Target | Unfollowed = Target(entry, root(""))
        for part in self._dialect.components:
            if isinstance(found, Unfollowed) or type(found.value) is not dict or part not in found.value:
                return {}, root("")
            found = self._resolver.follow(found.value[part], (found.at, part))
        if isinstance(found, Unfollowed) or type(found.value) is not dict:
            return {}, root("")
        return found.value, found.at

    # -- keywords -------------------------------------------------------------------------------------------------------------

    def _type(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if type(value) is str:
            if value in _TYPES:
                if value != "null" or self._dialect.full:
                    out["type"] = value
                    return
                out["type"] = value
                self._habit(Code.SCHEMA_KEYWORD, f"`type: null` is no type of {self._dialect.name}; kept as written", (at, key))
            elif value == "file":
                out["format"] = "binary"
                if self._dialect is not SWAGGER_2_0:
                    self._habit(Code.SCHEMA_KEYWORD, f"`type: file` is no type of {self._dialect.name}; read as bytes", (at, key))
            else:
                self._narrow(
                    Code.SCHEMA_MALFORMED, f"expected a JSON type, found {word_shown(str(value))}; the type is left open", (at, key)
                )
        elif type(value) is list:
            known = [item for item in value if type(item) is str and item in _TYPES]
            if len(known) != len(value) or not known:
                self._narrow(Code.SCHEMA_MALFORMED, "expected JSON types in `type`; the type is left open", (at, key))
                return
            if not self._dialect.full:
                self._habit(Code.SCHEMA_KEYWORD, f"a list of types is not {self._dialect.name}; kept as written", (at, key))
            unique = list(dict.fromkeys(known))
            out["type"] = unique[0] if len(unique) == 1 else list(unique)
        else:
            self._malformed(key, value, at)

    def _format(self, out: dict[str, Json], node: dict[str, Json]) -> None:
        """`binary` is bytes, which are no JSON value and have no `type`; `byte` is a text that spells bytes."""
        kind = "binary" if node.get("type") == "file" else out["format"]
        if kind not in ("binary", "byte"):
            return
        types = out.get("type", "string")
        if types != "string" and not (type(types) is list and "string" in types and {"string", "null"}.issuperset(map(str, types))):
            return
        del out["format"]
        if kind == "byte":
            out.setdefault("contentEncoding", "base64")
        elif "contentEncoding" not in out:
            out.pop("type", None)
            out.setdefault("contentMediaType", _BINARY)

    def _nullable(self, node: dict[str, Json], at: At, out: dict[str, Json]) -> None:
        key = self._dialect.nullable
        for other in ("nullable", "x-nullable"):
            if other != key and node.get(other) is True:
                if other == "x-nullable":
                    continue
                meaning = f"has no meaning in {self._dialect.name} and has no effect"
                self._remarks.noted(
                    Code.SCHEMA_NULLABLE,
                    f"`nullable` of `{last_key(at)}` {meaning}",
                    (at, other),
                    general=f"`nullable` {meaning}",
                )
        if key is None or key not in node:
            return
        if type(node[key]) is not bool:
            self._malformed(key, node[key], at)
        if node[key] is not True:
            return
        kind = out.get("type")
        if type(kind) is str:
            if kind != "null":
                out["type"] = [kind, "null"]
        elif type(kind) is list:
            if "null" not in kind:
                out["type"] = [*kind, "null"]
        elif "contentMediaType" not in out:
            if "type" not in node and ("enum" in out or "allOf" in out or "oneOf" in out or "anyOf" in out or "properties" in out):
                self._remarks.noted(
                    Code.SCHEMA_NULLABLE,
                    f"`{key}` of `{last_key(at)}` has no `type` beside it and has no effect (OpenAPI 3.0.3)",
                    (at, key),
                    general=f"`{key}` without a `type` beside it has no effect (OpenAPI 3.0.3)",
                )

    def _exclusive(self, node: dict[str, Json], at: At, out: dict[str, Json]) -> None:
        for exclusive, inclusive in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            value = node.get(exclusive)
            if value is True and inclusive in out:
                out[exclusive] = out.pop(inclusive)

    def _bound(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """`exclusiveMinimum`, `exclusiveMaximum`: a number in JSON Schema 2020-12, a flag beside the bound before."""
        if type(value) in _NUMBER:
            out[key] = value
            if not self._dialect.full:
                self._habit(
                    Code.SCHEMA_KEYWORD, f"`{key}` is a flag in {self._dialect.name}; its number is kept as the bound", (at, key)
                )
        elif type(value) is not bool or self._dialect.full:
            self._malformed(key, value, at)

    def _count(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """A number of characters, items or members: `5`, and `5.0`, which JSON Schema takes for the same."""
        if isinstance(value, float | Decimal) and float(value).is_integer() and float(value) < 2**53:
            value = int(value)
        if isinstance(value, int) and type(value) is not bool and value >= 0:
            out[key] = value
        else:
            self._malformed(key, value, at)

    def _multiple(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if isinstance(value, int | float | Decimal) and type(value) is not bool and value > 0:
            out[key] = value
        else:
            self._malformed(key, value, at)

    def _dependent(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """`dependentRequired`: names of members to lists of names."""
        if type(value) is not dict:
            self._malformed(key, value, at)
            return
        kept: dict[str, Json] = {}
        for name, names in value.items():
            if type(names) is list and all(type(item) is str for item in names):
                kept[name] = list(dict.fromkeys(map(str, names)))
            else:
                self._malformed(name, names, (at, key))
        out[key] = kept

    def _text(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if not self._prose:
            return
        if type(value) is not str:
            if value is not None:
                self._malformed(key, value, at)
            return
        if cleaned := self._remarks.cleaned(value, key, at):
            out[key] = cleaned

    def _members(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """`properties`, `patternProperties`, `dependentSchemas`: names to schemas. A member is optional unless `required` names it."""
        if type(value) is not dict:
            self._malformed(key, value, at)
            return
        here = (at, key)
        required = node.get("required") if key == "properties" else None
        needed = frozenset(map(str, required)) if type(required) is list else frozenset[str]()
        translated: dict[str, Json] = {}
        translate = self._translate
        outer = self._optional
        for name, member in value.items():
            self._optional = outer if name in needed else outer + 1
            translated[name] = translate(member, (here, name))
        self._optional = outer
        out[key] = translated

    def _required(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if type(value) is list:
            # YAML writes the member called `24` without quotes, there as here.
            names = [str(item) for item in value if type(item) in (str, int)]
            if len(names) != len(value):
                self._malformed(key, value, at)
            if names:
                out[key] = list(dict.fromkeys(names))
        elif type(value) is not bool:
            self._malformed(key, value, at)
        elif value:
            # Draft 3 and Swagger 1.2 marked the member itself; whoever reads the parent cannot rely on it.
            self._narrow(Code.SCHEMA_MALFORMED, "`required` has to be a list of member names; a flag is left out", (at, key))

    def _enum(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if type(value) is not list:
            self._malformed(key, value, at)
        elif not value:
            self._narrow(Code.SCHEMA_MALFORMED, "`enum` is empty, so that no value could meet it; left out", (at, key))
        else:
            out[key] = list(value)

    def _any_value(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        out[key] = value

    def _example(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if self._prose:
            out.setdefault("examples", [value])

    def _examples(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if not self._prose:
            return
        if type(value) is list and self._dialect.full:
            if value:
                out["examples"] = list(value)
        else:
            self._remarks.not_carried["examples"] += 1

    def _one(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """A keyword whose value is one schema that does not bind every value as a whole."""
        self._optional += 1
        out[key] = self._translate(value, (at, key))
        self._optional -= 1

    def _negated(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """`not`, `if`: a schema that came out wider would refuse values that the vendor accepts, so it is left out then."""
        before = self._narrowings
        outer, self._references = self._references, set()
        self._optional += 1
        translated = self._translate(value, (at, key))
        self._optional -= 1
        if self._narrowings == before:
            out[key] = translated
            self._watch(out, key, outer)
        else:
            self._references = outer

    def _watch(self, out: dict[str, Json], key: str, outer: set[str]) -> None:
        """Remember a keyword that has to go when what it refers to comes out wider; its references join the others."""
        if self._references:
            self._fragile.append((out, key, frozenset(self._references)))
        self._references |= outer

    def _additional(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if type(value) is bool:
            out[key] = value
        elif type(value) is dict:
            self._one(out, node, key, value, at)
        else:
            self._malformed(key, value, at)

    def _items(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if type(value) is list:
            self._narrow(
                Code.SCHEMA_MALFORMED, f"`items` has to be one schema in {self._dialect.name}; the items are left open", (at, key)
            )
        else:
            self._one(out, node, key, value, at)

    def _several(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """`allOf` binds in every branch; of `anyOf`, `oneOf` and `prefixItems` no single branch binds."""
        if type(value) is not list or not value:
            self._malformed(key, value, at)
            return
        here = (at, key)
        loose = 0 if key == "allOf" or (len(value) == 1 and key != "prefixItems") else 1
        before = self._narrowings
        outer, self._references = self._references, set()
        self._optional += loose
        branches: list[Json] = [self._translate(item, (here, index)) for index, item in enumerate(value)]
        self._optional -= loose
        if key == "oneOf" and self._narrowings > before:
            # A branch that says less than it should also admits what its siblings admit; "exactly one" would then refuse good values.
            key = "anyOf"
            if "anyOf" in node:
                self._references = outer
                return
        out[key] = branches
        if key == "oneOf":
            self._watch(out, key, outer)
        else:
            self._references |= outer

    def _discriminator(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """An annotation: the member that tells which alternative a value is, and the names that its values stand for."""
        if type(value) is str and not self._dialect.full:
            out[key] = {"propertyName": value}
            return
        if type(value) is not dict or type(value.get("propertyName")) is not str:
            self._malformed(key, value, at)
            return
        found: dict[str, Json] = {"propertyName": value["propertyName"]}
        mapping = value.get("mapping")
        if type(mapping) is dict:
            resolved: dict[str, Json] = {}
            for name, meaning in mapping.items():
                reference = self._mapped(meaning, ((at, key), name))
                if reference is not None:
                    resolved[name] = reference
            if resolved:
                found["mapping"] = resolved
        if (
            "defaultMapping" in value
            and (default := self._mapped(value["defaultMapping"], ((at, key), "defaultMapping"))) is not None
        ):
            found["defaultMapping"] = default
        out[key] = found
        self._check_alternatives(node, str(value["propertyName"]), at)

    def _mapped(self, meaning: Json, at: At) -> str | None:
        if type(meaning) is str:
            found: Target | Unfollowed
            if meaning in self._components:
                # OpenAPI 3.1 Discriminator Object: a bare name that is a component means that component.
                found = Target(self._components[meaning], (self._components_at, meaning))
            else:
                found = self._resolver.resolve(meaning, at)
            final = self._final(found) if isinstance(found, Target) else found
            if isinstance(final, Target):
                self._optional += 1
                name = self._name_reference(final)
                self._optional -= 1
                return name
        # An annotation: the schema admits what it admitted.
        self._remarks.narrowed(
            Code.SCHEMA_DISCRIMINATOR, f"the mapping of `{last_key(at)}` names no schema that is there; left out", at
        )
        return None

    def _check_alternatives(self, node: dict[str, Json], member: str, at: At) -> None:
        for key in ("oneOf", "anyOf"):
            branches = node.get(key)
            if type(branches) is not list:
                continue
            for index, branch in enumerate(branches):
                if type(branch) is not dict or type(branch.get("$ref")) is not str:
                    continue
                found = self._resolver.follow(branch, (((at, key)), index))
                if isinstance(found, Target) and not self._can_have_member(found, member):
                    self._remarks.noted(
                        Code.SCHEMA_DISCRIMINATOR,
                        f"the alternative `{last_key(found.at)}` has no member `{member}`, by which the discriminator tells it apart",
                        ((at, key), index),
                    )

    def _can_have_member(self, target: Target, member: str) -> bool:
        """Whether the schema, or one that it is composed of, names the member; True where that cannot be told."""
        pending = [target]
        seen: set[int] = set()
        while pending:
            current = pending.pop()
            node = current.value
            if type(node) is not dict or node.get("oneOf") or node.get("anyOf"):
                return True
            properties = node.get("properties")
            if type(properties) is dict and member in properties:
                return True
            if id(node) in seen:
                continue
            seen.add(id(node))
            parts = node.get("allOf")
            for index, part in enumerate(parts if type(parts) is list else ()):
                found = self._resolver.follow(part, ((current.at, "allOf"), index))
                if isinstance(found, Unfollowed):
                    return True
                pending.append(found)
        return False

    def _xml(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if type(value) is dict:
            kept: dict[str, Json] = {
                name: value[name] for name in ("name", "namespace", "prefix", "attribute", "wrapped", "nodeType") if name in value
            }
            if kept:
                out[key] = kept
        else:
            self._malformed(key, value, at)

    def _external(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        self._remarks.not_carried["externalDocs"] += 1

    def _nothing(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """Keywords that only help to find other schemas, or are read together with another keyword."""

    def _schema_keyword(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if type(value) is str and not is_known_dialect(value):
            self._habit(
                Code.SCHEMA_DIALECT, "another schema dialect is named here; keywords are read as JSON Schema 2020-12", (at, key)
            )

    def _dynamic(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        if type(value) is not str:
            self._malformed(key, value, at)
            return
        found, alone = self._resolver.dynamic(value, at)
        if isinstance(found, Unfollowed):
            self._broken(found, at)
            return
        if not alone:
            self._narrow(Code.SCHEMA_KEYWORD, "several dynamic anchors share this name; the nearest is taken for all", (at, key))
        reference = self._name_reference(found)
        if "$ref" in out:
            branches = out.setdefault("allOf", [])
            if type(branches) is list:
                branches.append({"$ref": reference})
        else:
            out["$ref"] = reference

    def _dependencies(self, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        """`dependencies` of older drafts: lists became `dependentRequired`, schemas `dependentSchemas`."""
        if type(value) is not dict:
            self._malformed(key, value, at)
            return
        lists: dict[str, Json] = {name: item for name, item in value.items() if type(item) is list}
        schemas: dict[str, Json] = {name: item for name, item in value.items() if type(item) is dict}
        if lists:
            self._dependent(out, node, "dependentRequired", lists, at)
        if schemas:
            self._optional += 1
            out["dependentSchemas"] = {name: self._translate(item, ((at, key), name)) for name, item in schemas.items()}
            self._optional -= 1

    def _malformed(self, key: str, value: Json, at: At) -> None:
        if value is None:
            # `key:` with nothing behind it, as templates leave it: says nothing.
            self._remarks.noted(Code.SCHEMA_MALFORMED, f"`{key}` has no value; left out", (at, key))
        else:
            self._narrow(Code.SCHEMA_MALFORMED, f"`{key}` has a value of the wrong type; left out", (at, key))

    def _habit(self, code: Code, reason: str, at: At) -> None:
        """Note what a description does in the same way at many places."""
        self._remarks.noted(code, reason, at, general=reason)

    def _narrow(self, code: Code, reason: str, at: At) -> None:
        self._narrowings += 1
        self._remarks.narrowed(code, reason, at)

    def _too_many(self) -> DescriptionError:
        limit = self._limits.schema_nodes
        where = SourceLocation(self._resolver.documents[0].shown_as)
        message = f"expected at most {limit} schema objects, found more"
        remedy = "raise the limit with `--max-schema-nodes` if you trust the file"
        return DescriptionError([Problem(where, Severity.ERROR, Code.TOO_MANY_SCHEMA_NODES, message, remedy)])


def is_known_dialect(address: str) -> bool:
    """Whether a `$schema` or `jsonSchemaDialect` names JSON Schema 2020-12, or OpenAPI's own dialect of it."""
    return "json-schema.org/draft/2020-12" in address or "spec.openapis.org/oas/3." in address


def _binding(schema: Schema) -> Break | None:
    return next((item for item in schema.breaks if item.must), None)


def reference_to(name: str) -> str:
    """The `$ref` under which a definition is read: the name escaped as a pointer, then as a fragment."""
    return "#/$defs/" + (name if name.isidentifier() else pointer.to_fragment(pointer.token(name)))


def _foreign(handler: _Handler) -> _Handler:
    def noted(self: Schemas, out: dict[str, Json], node: dict[str, Json], key: str, value: Json, at: At) -> None:
        self._habit(Code.SCHEMA_KEYWORD, f"`{key}` is no keyword of {self._dialect.name}; read as JSON Schema has it", (at, key))
        handler(self, out, node, key, value, at)

    return noted


_NUMBER = frozenset({int, float, Decimal})
_STR = frozenset({str})
_BOOL = frozenset({bool})

_SIMPLE: Mapping[str, frozenset[type]] = {
    "minimum": _NUMBER,
    "maximum": _NUMBER,
    "uniqueItems": _BOOL,
    "readOnly": _BOOL,
    "writeOnly": _BOOL,
    "deprecated": _BOOL,
    "pattern": _STR,
    "format": _STR,
    "contentEncoding": _STR,
    "contentMediaType": _STR,
}

_LAST = frozenset({"nullable", "x-nullable", "exclusiveMinimum", "exclusiveMaximum"})
"""Keywords that change what the others say."""

_HANDLERS: Mapping[str, _Handler] = {
    "type": Schemas._type,
    "properties": Schemas._members,
    "patternProperties": Schemas._members,
    "dependentSchemas": Schemas._members,
    "required": Schemas._required,
    "enum": Schemas._enum,
    "const": Schemas._any_value,
    "default": Schemas._any_value,
    "example": Schemas._example,
    "examples": Schemas._examples,
    "title": Schemas._text,
    "description": Schemas._text,
    "items": Schemas._items,
    "additionalItems": Schemas._nothing,
    "prefixItems": Schemas._several,
    "contains": Schemas._one,
    "propertyNames": Schemas._one,
    "additionalProperties": Schemas._additional,
    "unevaluatedProperties": Schemas._additional,
    "unevaluatedItems": Schemas._additional,
    "contentSchema": Schemas._one,
    "if": Schemas._negated,
    "then": Schemas._one,
    "else": Schemas._one,
    "not": Schemas._negated,
    "allOf": Schemas._several,
    "anyOf": Schemas._several,
    "oneOf": Schemas._several,
    "multipleOf": Schemas._multiple,
    "minLength": Schemas._count,
    "maxLength": Schemas._count,
    "minItems": Schemas._count,
    "maxItems": Schemas._count,
    "minProperties": Schemas._count,
    "maxProperties": Schemas._count,
    "minContains": Schemas._count,
    "maxContains": Schemas._count,
    "dependentRequired": Schemas._dependent,
    "exclusiveMinimum": Schemas._bound,
    "exclusiveMaximum": Schemas._bound,
    "discriminator": Schemas._discriminator,
    "xml": Schemas._xml,
    "externalDocs": Schemas._external,
    "nullable": Schemas._nothing,
    "collectionFormat": Schemas._nothing,
    "$defs": Schemas._nothing,
    "definitions": Schemas._nothing,
    "$id": Schemas._nothing,
    "$anchor": Schemas._nothing,
    "$dynamicAnchor": Schemas._nothing,
    "$comment": Schemas._nothing,
    "$schema": Schemas._schema_keyword,
    "$vocabulary": Schemas._nothing,
    "$dynamicRef": Schemas._dynamic,
    "dependencies": Schemas._dependencies,
}
