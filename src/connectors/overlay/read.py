"""`overlay.yaml` becomes an Overlay: every fault with its place, in one run."""

import re
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from connectors import canonical, pointer
from connectors.authored.nodes import MappingNode, Node, ScalarNode, SequenceNode, parse
from connectors.authored.shapes import (
    Choice,
    Flag,
    Key,
    Keys,
    ListOf,
    MapOf,
    Nullable,
    Reader,
    Spot,
    Text,
    Value,
    Version,
    Whole,
    found,
    members,
    shown,
)
from connectors.canonical import Json
from connectors.model.connector import SCHEMA_VERSION, Placement
from connectors.model.operation import (
    Anonymous,
    AnyOf,
    Basis,
    Consequence,
    Effect,
    Encoding,
    ErrorClass,
    Idempotency,
    Location,
    Maturity,
    PaginationEnd,
    PaginationStyle,
    Requirement,
    Server,
    ServerVariable,
    Style,
    Undeclared,
)
from connectors.overlay.document import (
    AuthEdit,
    BodyEdit,
    Entry,
    OutcomeEdit,
    Overlay,
    PaginationEdit,
    ParameterEdit,
    Patch,
    ResponseEdit,
    Selector,
    ServerEdit,
)
from connectors.problems import Code, OverlayError, Problem, nearest

__all__ = ["DOCUMENT", "condition_schema", "read_overlay"]


def read_overlay(data: bytes, shown_as: str) -> tuple[Overlay, tuple[Problem, ...]]:
    """Read an overlay strictly: what is right of it, and every fault of what is not.

    A file without content is an empty overlay. A newer format is the one problem that is reported then, PACKAGE_FORMAT_NEWER:
    whatever else it holds may well be right.
    """
    if _has_no_content(data):
        return Overlay(shown_as), ()
    try:
        root = parse(data, shown_as)
    except OverlayError as error:
        return Overlay(shown_as), error.problems
    if root is None or (isinstance(root, ScalarNode) and root.value is None) or root == MappingNode(root.line, root.column, ()):
        return Overlay(shown_as), ()
    reader = Reader(shown_as, Code.OVERLAY_KEY, Code.OVERLAY_VALUE, Code.OVERLAY_MISSING)
    if newer := _newer(reader, root):
        return Overlay(shown_as), (newer,)
    built = DOCUMENT.read(reader, root, Spot())
    fields: dict[str, Any] = {} if built is UNSET else built
    overlay = Overlay(shown_as, **fields, places=reader.places, lost=frozenset(reader.lost))
    return overlay, tuple(sorted(reader.problems, key=Problem.sort_key))


def _has_no_content(data: bytes) -> bool:
    lines = (line.strip() for line in data.removeprefix(b"\xef\xbb\xbf").splitlines())
    return all(not line or line.startswith(b"#") or line in (b"---", b"...", b"{}") for line in lines)


def _newer(reader: Reader, root: Node) -> Problem | None:
    for key, value in root.members if isinstance(root, MappingNode) else ():
        if isinstance(key, ScalarNode) and key.value == "schema_version" and isinstance(value, ScalarNode):
            version = value.value
            if type(version) is int and version > SCHEMA_VERSION:
                message = f"`overlay.yaml` has format {SCHEMA_VERSION} at most, found {version}"
                reader.fault(value, Spot(("schema_version",)), message, "upgrade connectors", Code.PACKAGE_FORMAT_NEWER)
                return reader.problems.pop()
    return None


# -- values that have a form of their own -----------------------------------------------------------------------------------------


def _is_pointer(reader: Reader, node: ScalarNode, spot: Spot, text: str) -> bool:
    if text and re.search(r"~(?![01])", text):
        message = f"{spot.words} is a JSON Pointer, in which `~` is written `~0`, found `{shown(text)}`"
        reader.fault(node, spot, message, "write `~0` for `~`, `~1` for `/`")
        return False
    return True


_POINTER = Text(
    r"(?:/[\s\S]*)?",
    "a JSON Pointer (empty, or beginning with `/`)",
    'write it as `/data/items`; `""` is the whole answer',
    check=_is_pointer,
)
_LINE = Text(r"[\s\S]*\S[\s\S]*", "text that says something", "write a sentence")
_PARAMETER_KEY = Text(
    r"[A-Za-z_][A-Za-z0-9_-]{0,63}",
    "a key: a letter or `_`, then up to 63 letters, digits, `_` or `-`",
    "write a key of that form",
    Code.OVERLAY_RENAME,
)
_OPERATION_ID = Text(
    r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){2,}",
    "`connector.resource.verb`, each a small letter and then small letters, digits or `_`",
    "write an id of that form",
    Code.OVERLAY_ID,
)
_SCHEME_ID = Text(
    r"[a-z][a-z0-9_]*", "the id of a scheme", "write an id that `connectors show --auth` lists", Code.OVERLAY_CREDENTIAL
)
_STATUS = Text(r"[1-5](?:[0-9]{2}|XX)|default", "a status: `404`, `4XX` or `default`", "write the status as the description does")


_IDENTITY = Text(
    r"[^\s]+\s+/[\s\S]*",
    "an operation by method and path, as in `GET /repos/{owner}`",
    "write method and path; `connectors show` lists them beside each id",
)


class _Security:
    """`anonymous`, or a list of alternatives: an id, or a mapping from each id that is needed together to its scopes."""

    wanted = "`anonymous` or a list of alternatives"
    _scopes = ListOf(Text(), what="scopes")

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        if isinstance(node, ScalarNode) and node.value is None:
            return Undeclared()
        if isinstance(node, ScalarNode) and node.value == "anonymous":
            return Anonymous()
        if isinstance(node, ScalarNode) and isinstance(node.value, str):
            remedy = f"write `[{shown(node.text)}]` for a scheme of this id, or `anonymous`"
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found the text `{shown(node.text)}`", remedy)
            return UNSET
        if not isinstance(node, SequenceNode) or not node.items:
            nothing = "an empty list" if isinstance(node, SequenceNode) else found(node)
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {nothing}", "write `anonymous`, or the ids of schemes")
            return UNSET
        alternatives = [self._alternative(reader, item, spot.below(index)) for index, item in enumerate(node.items)]
        # A requirement that is half right would be another one than was meant.
        return (
            UNSET if any(item is None for item in alternatives) else AnyOf(tuple(item for item in alternatives if item is not None))
        )

    def _alternative(self, reader: Reader, node: Node, spot: Spot) -> tuple[Requirement, ...] | None:
        reader.note(node, spot)
        if isinstance(node, ScalarNode):
            id_ = _SCHEME_ID.read(reader, node, spot)
            return None if id_ is UNSET else (Requirement(id_),)
        scopes = MapOf(_SCHEME_ID, self._scopes, what="an id, or a mapping from ids to scopes").read(reader, node, spot)
        if scopes is UNSET or not isinstance(node, MappingNode) or len(scopes) < len(node.members):
            return None
        return tuple(Requirement(id_, names) for id_, names in scopes.items())

    def schema(self) -> dict[str, Json]:
        ids = _SCHEME_ID.schema()
        together: dict[str, Json] = {"type": "object", "propertyNames": ids, "additionalProperties": self._scopes.schema()}
        alternatives: dict[str, Json] = {"type": "array", "minItems": 1, "items": {"anyOf": [ids, together]}}
        return {"anyOf": [{"const": "anonymous"}, {"type": "null"}, alternatives]}


class _Predicate:
    """`{at, equals | in | exists}`, combined by `all`, `any` and `not`. The value is the predicate as JSON text."""

    wanted = "a condition such as `{at: /ok, equals: true}`"
    _tests = ("equals", "in", "exists")
    _joins = ("all", "any", "not")

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        value = self._condition(reader, node, spot)
        return UNSET if value is None else canonical.raw(value)

    def _condition(self, reader: Reader, node: Node, spot: Spot) -> "dict[str, Json] | None":
        if not isinstance(node, MappingNode):
            reader.fault(node, spot, f"{spot.words} is {self.wanted}, found {found(node)}", "write such a condition")
            return None
        values: dict[str, Json] = {}
        before = len(reader.problems)
        for name, key, value, twice in members(reader, node, spot, loose=False):
            below = spot.below(name)
            read = self._member(reader, name, key, value, below)
            if not twice:
                values[name] = read
        if len(reader.problems) > before:
            return None
        tests = [name for name in values if name in self._tests]
        joins = [name for name in values if name in self._joins]
        if not (len(joins) == 1 and len(values) == 1) and not ("at" in values and len(tests) == 1 and len(values) == 2):
            message = f"{spot.words} has `at` with one of `equals`, `in`, `exists`, or one of `all`, `any`, `not` alone"
            reader.fault(node, spot, message, "write one condition, and join several by `all` or `any`")
            return None
        return values

    def _member(self, reader: Reader, name: str, key: Node, node: Node, spot: Spot) -> Json:
        if name == "at":
            text = _POINTER.read(reader, node, spot)
            return None if text is UNSET else str(text)
        if name == "equals":
            return _json(Value().read(reader, node, spot))
        if name == "in":
            return _json(Value(("array",), "a list of values").read(reader, node, spot))
        if name == "exists":
            return bool(Flag().read(reader, node, spot))
        if name == "not":
            return self._condition(reader, node, spot)
        if name in ("all", "any"):
            if not isinstance(node, SequenceNode):
                reader.fault(node, spot, f"{spot.words} is a list of conditions, found {found(node)}", "write `[{…}, {…}]`")
                return None
            below: list[Json] = []
            for index, item in enumerate(node.items):
                reader.note(item, spot.below(index))
                below.append(self._condition(reader, item, spot.below(index)))
            return below
        known = ("at", *self._tests, *self._joins)
        meant = nearest(name, known)
        remedy = f"write `{meant}`" if meant else "use one of " + ", ".join(f"`{word}`" for word in known)
        reader.fault(key, spot, f"a condition has no key `{shown(name)}`", remedy, reader.key_code)
        return None

    def schema(self) -> dict[str, Json]:
        here: dict[str, Json] = {"$ref": "#/$defs/condition"}
        listed: dict[str, Json] = {"type": "array", "items": here}
        tests: dict[str, Json] = {"at": _POINTER.schema(), "equals": {}, "in": {"type": "array"}, "exists": {"type": "boolean"}}
        forms: list[Json] = [{"required": ["at", name], "maxProperties": 2} for name in self._tests]
        forms += [{"required": [name], "maxProperties": 1} for name in self._joins]
        return {
            "type": "object",
            "properties": {**tests, "all": listed, "any": listed, "not": here},
            "additionalProperties": False,
            "oneOf": forms,
        }


class _PredicateReference(_Predicate):
    """The same; a schema that holds itself is written once."""

    def schema(self) -> dict[str, Json]:
        return {"$ref": "#/$defs/condition"}


def _json(value: Any) -> Json:
    if value is UNSET:
        return None
    tree: Json = _DECODER.decode(value)
    return tree


def _number(text: str) -> float | Decimal:
    short, exact = float(text), Decimal(text)
    return short if Decimal(repr(short)) == exact else exact


_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=_number)


# -- the tables -----------------------------------------------------------------------------------------------------------------


def _parameter(values: dict[str, Any], _: Spot) -> ParameterEdit:
    return ParameterEdit(**values)


_PARAMETER = Keys(
    {
        "key": Key(_PARAMETER_KEY, "Another name to give the argument under."),
        "required": Key(Flag(), "Whether a call needs it."),
        "secret": Key(Flag(), "Whether its value is a credential: shown to nobody, recorded nowhere."),
        "description": Key(Nullable(Text()), "What it is for."),
        "style": Key(Nullable(Choice.of(Style)), "How its value is serialized."),
        "explode": Key(Flag(), "Whether each item or member is written by itself."),
        "schema": Key(Value(("object", "boolean"), "a JSON Schema"), "JSON Schema 2020-12 of its value."),
        "default": Key(Nullable(Value()), "What the vendor takes where it is left out; documentation, never sent."),
    },
    _parameter,
)

_PAGINATION = Keys(
    {
        "style": Key(Choice.of(PaginationStyle), "How the next part is asked for."),
        "ends_when": Key(ListOf(Choice.of(PaginationEnd), least=1, single=True, what="signs of the end"), "What shows the end."),
        "page": Key(Nullable(Text()), "Key of the parameter that takes the number of the page."),
        "offset": Key(Nullable(Text()), "Key of the parameter that takes how many items to pass over."),
        "cursor": Key(Nullable(Text()), "Key of the parameter that takes the cursor, or the id of the last item."),
        "size": Key(Nullable(Text()), "Key of the parameter that takes how many items a part may hold."),
        "first": Key(Nullable(Whole()), "Number of the first page, or the first offset."),
        "size_default": Key(Nullable(Whole(1)), "Items of a part where no size is sent."),
        "size_max": Key(Nullable(Whole(1)), "Largest size that the vendor honours."),
        "items": Key(Nullable(_POINTER), 'Where the items stand in the answer; "" where the answer is the list.'),
        "next": Key(Nullable(_POINTER), "Where the cursor or the address of the next part stands in the answer."),
        "next_header": Key(Nullable(Text()), "Header that holds it."),
        "has_more": Key(Nullable(_POINTER), "Where the answer says whether there is more."),
        "done": Key(Nullable(_POINTER), "Where the answer says that nothing follows."),
        "pages": Key(Nullable(_POINTER), "Where the answer says how many parts there are."),
        "total": Key(Nullable(_POINTER), "Where the answer says how many items there are."),
        "total_header": Key(Nullable(Text()), "Header that says so."),
        "cursor_item": Key(Nullable(_POINTER), "Where the cursor stands inside the last item."),
        "max_pages": Key(Nullable(Whole(1)), "How many parts a walk asks for at most."),
        "undocumented": Key(Flag(), "That the description does not show what the pointers name."),
    },
    lambda values, _: PaginationEdit(**values),
)

_OUTCOME = Keys(
    {
        "success_when": Key(_PredicateReference(), "What holds of an answer of 2xx that is a success."),
        "error_code": Key(Nullable(_POINTER), "Where the vendor's code stands in a failure."),
        "error_message": Key(Nullable(_POINTER), "Where its message stands."),
        "classes": Key(
            MapOf(Text(), Nullable(Choice.of(ErrorClass)), what="a mapping from the vendor's codes to classes"),
            "What kind of failure each code of the vendor's is; any other one is bad_request.",
        ),
        "undocumented": Key(Flag(), "That the description does not show what the pointers name."),
    },
    lambda values, _: OutcomeEdit(**values),
)

_BODY = Keys(
    {
        "encoding": Key(Choice.of(Encoding), "How the body is written."),
        "content_type": Key(
            Text(r"[^\s/]+/[^\r\n]+", "a media type", "write it as `application/json`"), "The Content-Type it is sent with."
        ),
    },
    lambda values, _: BodyEdit(**values),
)

_BECAUSE = Key(_LINE, "Why, in a sentence.")


def _judge_patch(reader: Reader, node: Node, spot: Spot, values: dict[str, Any], seen: frozenset[str]) -> None:
    if values.get("drop") is not True:
        return
    if "because" not in seen:
        reader.fault(
            node, spot, f"{spot.words} is dropped without `because`", "add `because:` and the reason", Code.OVERLAY_BECAUSE
        )
    if others := sorted(seen - {"drop", "because"}):
        names = ", ".join(f"`{name}`" for name in others)
        message = f"{spot.words} is dropped, and edited by {names}"
        reader.fault(node, spot, message, "remove either `drop` or the edits", Code.OVERLAY_CONTRADICTION)


_SETTINGS = {
    "summary": Key(Nullable(Text()), "What it does, in a line."),
    "description": Key(Nullable(Text()), "What it does, at length."),
    "curated": Key(Flag(), "Whether it is among the chosen ones."),
    "effect": Key(Choice.of(Effect), "What a call changes; a softer one than the method says needs `because`."),
    "consequence": Key(Choice.of(Consequence), "Whether what a call does can be taken back."),
    "idempotency": Key(Choice.of(Idempotency), "Whether a call may be repeated; a safer one needs `because`."),
    "idempotency_key": Key(Nullable(Text()), "Key of the parameter that makes repeating safe."),
    "deterministic": Key(
        Flag(only=False, why="that an operation is deterministic is never granted, only taken away"),
        "Only `false`: not offered to deterministic workflows.",
    ),
    "security": Key(_Security(), "Credentials it needs, by the ids of schemes."),
    "body": Key(_BODY, "How its body is written."),
    "parameters": Key(MapOf(Text(), _PARAMETER, what="a mapping from keys to edits"), "Edits of arguments, by key."),
    "responses": Key(
        MapOf(
            _STATUS,
            Keys({"pending": Key(Flag(), "Whether it is accepted and not done.")}, lambda values, _: ResponseEdit(**values)),
            what="a mapping from statuses to edits",
        ),
        "Edits of answers, by status.",
    ),
    "errors": Key(
        MapOf(_STATUS, Nullable(Choice.of(ErrorClass)), what="a mapping from statuses to classes"), "Class of each status."
    ),
    "pagination": Key(Nullable(_PAGINATION), "How its collection is walked."),
    "outcome": Key(Nullable(_OUTCOME), "How a failure inside an answer of 2xx is told."),
    "drop": Key(Flag(), "Whether it is left out of the package; needs `because`."),
    "because": _BECAUSE,
}
_DROP_RULE: dict[str, Json] = {
    "if": {"properties": {"drop": {"const": True}}, "required": ["drop"]},
    "then": {"required": ["because"], "maxProperties": 2},
}


def _patch(values: dict[str, Any], _: Spot) -> Patch:
    return Patch(**values)


_ENTRY = Keys(
    {"id": Key(_OPERATION_ID, "The id that people write, for ever."), **_SETTINGS},
    _patch,
    _judge_patch,
    empty=True,
    rules=_DROP_RULE,
)


class _Chosen(NamedTuple):
    """A selector as it stands in the file."""

    tags: tuple[str, ...]
    path: str | None
    methods: tuple[str, ...]
    patch: Patch | None


def _judge_selector(reader: Reader, node: Node, spot: Spot, _: dict[str, Any], seen: frozenset[str]) -> None:
    if not seen & {"tag", "path", "method"}:
        message = f"{spot.words} has no condition, and would edit every operation"
        reader.fault(node, spot, message, "add `tag`, `path` or `method`; `path: /**` means every one", Code.OVERLAY_MISSING)


def _selector(values: dict[str, Any], _: Spot) -> _Chosen:
    return _Chosen(values.get("tag", ()), values.get("path"), values.get("method", ()), values.get("set"))


class _SelectorKeys(Keys, frozen=True):
    """Messages call a selector by its number."""

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        before = len(reader.problems)
        chosen = Keys.read(self, reader, node, spot.about(f"selectors[{spot.tokens[-1]}]"))
        # With one of its conditions lost a selector would edit more than was meant.
        conditions = {pointer.join((*spot.tokens, name)) for name in ("tag", "path", "method")}
        for problem in reader.problems[before:]:
            where = problem.where.pointer if problem.where else ""
            if problem.code is not Code.DUPLICATE_KEY and any(where == at or where.startswith(f"{at}/") for at in conditions):
                return UNSET
        return chosen


_SELECTORS_RULE: dict[str, Json] = {"anyOf": [{"required": ["tag"]}, {"required": ["path"]}, {"required": ["method"]}]}
_SELECTOR = _SelectorKeys(
    {
        "tag": Key(ListOf(Text(), least=1, single=True), "A tag that the operation has, or several of which it has one."),
        "path": Key(
            Text(r"/[\s\S]*", "a path that begins with `/`", "write `/admin/**`, for example"),
            "Its path: `*` stands for anything within a segment, `**` for anything.",
        ),
        "method": Key(
            ListOf(Text(r"\S+", "a method", "write `GET`, for example"), least=1, single=True), "Its method, or several."
        ),
        "set": Key(
            Keys(_SETTINGS, _patch, _judge_patch, rules=_DROP_RULE), "What holds of all of them.", required="and what is to be set"
        ),
    },
    _selector,
    _judge_selector,
    rules=_SELECTORS_RULE,
)


class _Selectors(ListOf, frozen=True):
    """A list of selectors, each with its number; one that cannot be read is left out."""

    def read(self, reader: Reader, node: Node, spot: Spot) -> Any:
        if not isinstance(node, SequenceNode):
            return ListOf.read(self, reader, node, spot)
        kept: list[Selector] = []
        for index, item in enumerate(node.items):
            below = spot.below(index)
            reader.note(item, below)
            chosen = self.shape.read(reader, item, below)
            if chosen is UNSET or chosen.patch is None or not (chosen.tags or chosen.path or chosen.methods):
                continue
            kept.append(Selector(index, chosen.patch, chosen.tags, chosen.path, chosen.methods))
        return tuple(kept)


_VARIABLE = Keys(
    {
        "default": Key(Text(), "Value where the operator gives none."),
        "enum": Key(ListOf(Text()), "Values it may have."),
        "description": Key(Text(), "What it is for."),
    },
    lambda values, _: values,
    empty=True,
)


def _is_server_url(reader: Reader, node: ScalarNode, spot: Spot, text: str) -> bool:
    authority = re.match(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?//([^/]*)", text)
    if authority and "@" in authority[1]:
        # The address is not echoed: what stands before the `@` is a credential.
        reader.fault(node, spot, f"{spot.words} is an address without user and password", "remove what stands before `@`")
        return False
    if re.search(r"[?#\s]", text):
        reader.fault(node, spot, f"{spot.words} is a base address without query, fragment or blanks", "remove them")
        return False
    return True


_URL = Text(
    r"(?:[A-Za-z][A-Za-z0-9+.-]*://|/|\{)[\s\S]*", "an address", "write it as `https://api.example.org/v1`", check=_is_server_url
)


def _judge_server(reader: Reader, node: Node, spot: Spot, values: dict[str, Any], _: frozenset[str]) -> None:
    if "url" not in values:
        return
    used = set(re.findall(r"\{([^{}]*)\}", values["url"]))
    named = set(values.get("variables", {}))
    for name in sorted(used - named):
        message = f"the address of {spot.words} has `{{{shown(name)}}}`, which `variables` does not name"
        reader.fault(node, spot, message, f"add `variables: {{{shown(name)}: {{}}}}`")
    for name in sorted(named - used):
        message = f"`variables` of {spot.words} names `{shown(name)}`, which the address does not hold"
        reader.fault(node, spot, message, "remove it, or correct the address")


def _server(values: dict[str, Any], spot: Spot) -> ServerEdit | Any:
    if "url" not in values:
        return UNSET
    url: str = values["url"]
    variables = tuple(
        ServerVariable(name, said.get("default"), said.get("enum", ()), said.get("description"))
        for name, said in values.get("variables", {}).items()
    )
    absolute = "://" in url
    supplied = values.get("operator_supplied", not absolute) or not absolute
    return ServerEdit(Server(url, variables, supplied, values.get("description"), Basis.AUTHORED), int(spot.tokens[-1]))


_SERVER = Keys(
    {
        "url": Key(_URL, "Base address; `{name}` stands for a variable.", required="and the base address"),
        "variables": Key(MapOf(Text(), _VARIABLE, what="a mapping from names to variables"), "Variables of the address."),
        "description": Key(Text(), "What it is."),
        "operator_supplied": Key(Flag(), "Whether every operator has an address of their own."),
    },
    _server,
    _judge_server,
)

_PLACEMENT = Keys(
    {
        "in": Key(
            Choice((Location.HEADER, Location.QUERY, Location.COOKIE)), "Where it travels.", required="header, query or cookie"
        ),
        "name": Key(_LINE, "Name of the header, query parameter or cookie.", required="and the name of the header"),
        "value_prefix": Key(Text(), "What stands before the credential, blanks included."),
    },
    lambda values, _: (
        Placement(Location(values["in"]), values["name"], values.get("value_prefix")) if {"in", "name"} <= values.keys() else UNSET
    ),
)


def _auth_edit(values: dict[str, Any], _: Spot) -> AuthEdit | Any:
    return AuthEdit(**values) if "id" in values else UNSET


_AUTH = Keys(
    {
        "id": Key(_SCHEME_ID, "Id of a derived scheme.", required="and the id of a derived scheme"),
        "value_prefix": Key(Nullable(Text()), "What stands before the credential, blanks included: `token `."),
        "placement": Key(_PLACEMENT, "Where the credential travels."),
        "description": Key(Nullable(Text()), "Where it comes from."),
    },
    _auth_edit,
)

_CONNECTOR_ID = Text(
    r"[a-z][a-z0-9_]{0,31}",
    "the id of a connector: a small letter and up to 31 small letters, digits or `_`",
    "write the id that the package has",
    Code.ID_MALFORMED,
)


def _entries(kept: tuple[tuple[str, Any], ...], _: Spot) -> tuple[Entry, ...]:
    return tuple(Entry(identity, patch) for identity, patch in kept)


def _overlay(values: dict[str, Any], _: Spot) -> dict[str, Any]:
    # A section whose entries are not written yet is none.
    empty = {name for name in ("operations", "selectors") if values.get(name) is None}
    return {name: value for name, value in values.items() if name != "schema_version" and name not in empty}


DOCUMENT = Keys(
    {
        "schema_version": Key(Version(SCHEMA_VERSION), "Format of this file.", required=f"{SCHEMA_VERSION}"),
        "connector": Key(_CONNECTOR_ID, "Id of the connector that it edits.", required="and the connector's id"),
        "title": Key(_LINE, "What people call the connector."),
        "description": Key(Nullable(Text()), "What it is for."),
        "servers": Key(ListOf(_SERVER, what="servers"), "Base addresses; replaces the derived list."),
        "auth": Key(ListOf(_AUTH, what="schemes"), "Schemes that can be used; replaces the derived list."),
        "default_security": Key(_Security(), "Credentials that operations need which say nothing of their own."),
        "outcome": Key(Nullable(_OUTCOME), "How a failure inside an answer of 2xx is told."),
        "idempotency": Key(
            Nullable(Choice.of(Idempotency, Idempotency.SAFE)),
            "Whether calls that change something may be repeated, where nothing but the method speaks for it.",
        ),
        "pagination": Key(Nullable(_PAGINATION), "What `pagination` of an operation or a selector begins with."),
        "maturity": Key(Choice.of(Maturity), "How far the connector has come."),
        "notices": Key(ListOf(_LINE), "Lines that have to travel with the package."),
        "because": Key(_LINE, "Why, where an edit of the connector itself makes calls look safer."),
        "operations": Key(
            Nullable(MapOf(_IDENTITY, _ENTRY, subjects=True, what="a mapping from method and path to edits", build=_entries)),
            "Edits of operations, by method and path; placeholders may have any names.",
        ),
        "selectors": Key(Nullable(_Selectors(_SELECTOR, what="selectors")), "Edits of several operations at once."),
    },
    _overlay,
)


def condition_schema() -> dict[str, Json]:
    """The schema that `#/$defs/condition` means."""
    return _Predicate().schema()
