"""What all dialects share: paths and their operations, parameters by (name, in), security requirements, answers, text.

A dialect is a subclass that answers the questions at the end of the class. Sources: Swagger 2.0 and OpenAPI 3.0 to 3.2, Paths Object,
Path Item Object, Operation Object, Security Requirement Object, Responses Object.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from connectors.description.at import At, place, root
from connectors.description.expansion import PIECE, Expansion
from connectors.description.prose import clean
from connectors.description.remarks import Remarks
from connectors.description.resolve import Resolver, Unfollowed
from connectors.description.schemas import Schema, SchemaDialect, Schemas
from connectors.description.servers import server
from connectors.description.tree import Document, Json
from connectors.description.view import (
    PAGING_EXTENSIONS,
    BodyView,
    ContentView,
    Fault,
    HeaderView,
    OperationView,
    ParameterView,
    RequirementView,
    ResponseView,
    SchemeView,
    View,
)
from connectors.limits import Limits
from connectors.model.connector import AuthKind, AuthScheme, SourceFormat, Tag
from connectors.model.coverage import Event, EventKind
from connectors.model.operation import Basis, Server
from connectors.problems import Code, DescriptionError, Problem, Severity, SourceLocation

__all__ = ["Dialect", "Shared"]

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_SHARED_KEYS = frozenset({"parameters", "servers", "summary", "description"})
_PATH_ITEM_KEYS = _SHARED_KEYS | {"$ref"}
_STATUS = re.compile(r"[1-5](?:[0-9]{2}|XX)|default")
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_LOWER_RANGE = re.compile(r"[1-5][xX]{2}")
_LICENSE_KEY = re.compile(r"x-.*(?:licen[cs]e|copyright|spdx).*", re.IGNORECASE | re.DOTALL)
_LONGEST_CLAIM = 120
"""Characters of a licence's name; what is longer, or has several lines, is prose."""


class Shared(msgspec.Struct, frozen=True):
    """What the operations of one path item have in common."""

    parameters: tuple["Declared", ...]
    faults: tuple[Fault, ...]
    servers: tuple[Server, ...]
    summary: str | None
    description: str | None
    origins: Mapping[str, At]


class Declared(msgspec.Struct, frozen=True):
    """A parameter as found: its node after references, and where it stands. `key` tells which parameters override each other."""

    key: tuple[str, str]
    node: dict[str, Json]
    at: At
    description: str | None = None
    """What the reference says in place of the node's own description."""


_NOTHING_SHARED = Shared((), (), (), None, None, {})


class Dialect(ABC):
    """Reads one description into the view."""

    format: ClassVar[SourceFormat]
    name: ClassVar[str]
    """What people call the dialect."""
    schemes_at: ClassVar[tuple[str, ...]]
    """Where the description keeps its security schemes."""
    schema_dialect: ClassVar[SchemaDialect]
    methods: ClassVar[tuple[str, ...]] = METHODS
    ignored_answer_headers: ClassVar[frozenset[str]] = frozenset()
    answers_are_shared: ClassVar[bool] = True
    """Whether an answer reached by reference says the same for every operation."""
    references_describe: ClassVar[bool] = False
    """Whether `description` beside a `$ref` outside schemas takes the place of the target's."""

    def __init__(self, document: Document, resolver: Resolver, limits: Limits, *, prose: bool) -> None:
        self.document = document
        self.tree: dict[str, Json] = document.tree if type(document.tree) is dict else {}
        self.root = root(document.name)
        self.resolver = resolver
        self.limits = limits
        self.prose = prose
        self.expansion = Expansion(limits.expansion, lambda: resolver.bytes_read, resolver.shown_as)
        self.remarks = Remarks(self.expansion)
        self.schemas = Schemas(resolver, self.remarks, self.schema_dialect, limits, prose=prose, entry=document.tree)
        self.nothing = Schema({}, self.root)
        self._operations = 0
        # Nodes that were met before: what is shared by reference is read once, and counted once.
        self._counted: set[int] = set()
        self._met: set[int] = set()
        self._parameters: dict[int, ParameterView | Fault | None] = {}
        self._answers: dict[int, tuple[tuple[ContentView, ...], tuple[HeaderView, ...]]] = {}

    def view(self) -> View:
        """Read the whole description."""
        info = self.mapping(self.tree, "info", self.root) or {}
        at = (self.root, "info")
        self.extensions(self.tree)
        self.extensions(info)
        if "externalDocs" in self.tree:
            self.remarks.not_carried["externalDocs"] += 1
        servers = self.servers(self.tree, self.root)
        if not servers and (fetched_from := self.resolver.address_of(self.root)) is not None:
            # OpenAPI 3.1, `servers`: where none is given, there is one with the address `/`.
            servers = (server("/", (), None, self.remarks, self.root, basis=Basis.STANDARD, fetched_from=fetched_from),)
        schemes = tuple(self._schemes())
        security = self.security(self.tree, self.root)
        operations, events = self._paths()
        events.extend(self.webhooks())
        self.schemas.settle()
        return View(
            format=self.format,
            title=self.text(info, "title", at) or "",
            description=self.text(info, "description", at) or self.text(info, "summary", at),
            api_version=_scalar_text(info.get("version")),
            license_claims=tuple(self._license_claims(info)),
            servers=servers,
            tags=tuple(self._tags()),
            schemes=schemes,
            security=security,
            operations=tuple(operations),
            events=tuple(events),
            schemas=self.schemas,
            remarks=self.remarks,
            documents=lambda: self.resolver.documents,
        )

    def _tags(self) -> Iterator[Tag]:
        """The Tag Objects of the description, in its order. Source: OpenAPI 3.2, Tag Object."""
        for index, node in enumerate(self.sequence(self.tree, "tags", self.root)):
            at: At = ((self.root, "tags"), index)
            name = _scalar_text(node.get("name")) if type(node) is dict else None
            if type(node) is not dict or name is None:
                self.remarks.narrowed(Code.MALFORMED_NODE, "expected an object that describes a tag by its `name`; left out", at)
                continue
            self.extensions(node)
            if "externalDocs" in node:
                self.remarks.not_carried["externalDocs"] += 1
            yield Tag(
                name=name,
                summary=self.text(node, "summary", at),
                description=self.text(node, "description", at),
                parent=_scalar_text(node.get("parent")),
                kind=_scalar_text(node.get("kind")),
            )

    # -- what a dialect answers -------------------------------------------------------------------------------------------------

    @abstractmethod
    def servers(self, node: dict[str, Json], at: At) -> tuple[Server, ...]:
        """The servers that `node` (the description, a path item or an operation) names; () where it names none of its own."""

    @abstractmethod
    def scheme(self, key: str, node: dict[str, Json], at: At) -> AuthScheme:
        """One security scheme, references followed; its id is left to derivation. What cannot be read is of the kind `unknown`."""

    @abstractmethod
    def parameter(self, declared: Declared) -> ParameterView | Fault | None:
        """One parameter; None where it is no argument, with a remark."""

    @abstractmethod
    def body(
        self, node: dict[str, Json], at: At, parameters: tuple[Declared, ...], own: frozenset[tuple[str, str]]
    ) -> BodyView | Fault | None:
        """The request body. `own` are the keys of the parameters that the operation itself declares."""

    @abstractmethod
    def contents(self, response: dict[str, Json], at: At, operation: dict[str, Json], around: At) -> tuple[ContentView, ...]:
        """The media types of an answer, in the description's order; the operation stands at `around`."""

    @abstractmethod
    def header(self, name: str, node: dict[str, Json], at: At) -> HeaderView:
        """A header of an answer."""

    @abstractmethod
    def is_body(self, location: str) -> bool:
        """Whether a parameter in this place is part of the request body."""

    def extra_operations(self, item: dict[str, Json], at: At) -> Iterator[tuple[str, Json, At]]:
        """Operations of a path item beyond those whose key is a method: the method as it is sent, the node, the place."""
        return iter(())

    def webhooks(self) -> tuple[Event, ...]:
        """Requests that the vendor sends without having been asked in an operation."""
        return ()

    def _schemes(self) -> Iterator[SchemeView]:
        """The security schemes, in the description's order."""
        declared, at = self.component_map(*self.schemes_at)
        for key, node in declared.items():
            if key.startswith("x-") and type(node) is not dict:
                self.remarks.not_carried["x-"] += 1
                continue
            where: At = (at, key)
            target = self.resolver.follow(node, where)
            if isinstance(target, Unfollowed) or type(target.value) is not dict:
                reason = target.reason if isinstance(target, Unfollowed) else "expected an object"
                code = target.code if isinstance(target, Unfollowed) else Code.SCHEME_MALFORMED
                self.remarks.narrowed(code, f"{reason}: nothing can satisfy the security scheme `{key}`", where)
                yield SchemeView(AuthScheme(id="", kind=AuthKind.UNKNOWN, vendor_key=key), where)
                continue
            self.extensions(target.value)
            yield SchemeView(self.scheme(key, target.value, target.at), where)

    # -- paths and operations -----------------------------------------------------------------------------------------------------

    def _paths(self) -> tuple[list[OperationView], list[Event]]:
        operations: list[OperationView] = []
        events: list[Event] = []
        paths = self.mapping(self.tree, "paths", self.root) or {}
        at: At = (self.root, "paths")
        if type(paths.get("$ref")) is str:
            followed = self.resolver.follow(paths, at)
            if isinstance(followed, Unfollowed):
                self.remarks.narrowed(followed.code, f"{followed.reason}: no path could be read", at)
                return operations, events
            paths = followed.value if type(followed.value) is dict else {}
            at = followed.at
        for path, item in paths.items():
            if path.startswith("x-"):
                self.remarks.not_carried["x-"] += 1
                continue
            for method, node, where, shared in self._path_item(path, item, (at, path)):
                self._operations += 1
                if self._operations > self.limits.operations:
                    raise self._too_many_operations()
                operation = self._operation(method, path, node, where, shared)
                operations.append(operation)
                if type(node) is dict and "callbacks" in node:
                    events.extend(self._callbacks(node, where, operation))
        return operations, events

    def _path_item(self, path: str, item: Json, at: At) -> Iterator[tuple[str, Json, At, Shared]]:
        found = self.resolver.follow(item, at)
        entries: list[tuple[dict[str, Json], At]] = []
        if isinstance(found, Unfollowed):
            self.remarks.narrowed(found.code, f"{found.reason}: no operation of `{path}` could be read", at)
        elif type(found.value) is dict:
            entries.append((found.value, found.at))
        elif found.value is not None:  # `/path:` with nothing behind it has no operations, which is no fault
            self.remarks.narrowed(Code.MALFORMED_NODE, f"expected an object with the operations of `{path}`", at)
        if type(item) is dict and "$ref" in item and len(item) > 1:
            # OpenAPI 3.1, Path Item Object, `$ref`: what both have is undefined. The one beside it is the vendor's last word here.
            both = [key for key in item if entries and key in entries[0][0] and key != "$ref" and not key.startswith("x-")]
            if both:
                names = ", ".join(f"`{key}`" for key in both)
                self.remarks.noted(
                    Code.REFERENCE_SIBLINGS,
                    f"{names} of `{path}` stands beside a `$ref` and behind it, which no specification decides; the one beside it counts",
                    at,
                )
            entries.append((item, at))
        if not path.startswith("/") and entries:
            self.remarks.noted(Code.PATH_WITHOUT_SLASH, f"the path `{path}` does not begin with a slash; kept as written", at)
        shared = self._shared(entries)
        methods: dict[str, tuple[str, Json, At]] = {}
        for node, where in entries:
            self.expansion.spend(5 * len(node), where)
            for key, value in node.items():
                if key in self.methods:
                    methods[key] = (key.upper(), value, (where, key))
                elif key.startswith("x-"):
                    self.remarks.not_carried["x-"] += 1
                elif key not in _PATH_ITEM_KEYS and not self.known_path_item_key(key):
                    meant = f"; did you mean `{key.lower()}`?" if key.lower() in self.methods else ""
                    self.remarks.narrowed(
                        Code.UNKNOWN_PATH_ITEM_KEY,
                        f"`{key}` of `{path}` is no method and no field of a path item{meant}",
                        (where, key),
                    )
            for method, value, place_ in self.extra_operations(node, where):
                if method.lower() in node and method.lower() in self.methods:
                    self.remarks.narrowed(
                        Code.UNKNOWN_PATH_ITEM_KEY,
                        f"`{method}` of `{path}` has a field of its own, which counts; `additionalOperations` must not name it",
                        place_,
                    )
                    continue
                # A method that has a field of its own is that method wherever it stands.
                methods[method.lower() if method.lower() in self.methods and method.isupper() else f" {method}"] = (
                    method,
                    value,
                    place_,
                )
        for method, value, where in methods.values():
            yield method, value, where, shared

    def known_path_item_key(self, key: str) -> bool:
        """Whether the dialect has a further field of that name in a path item."""
        return False

    def _shared(self, entries: list[tuple[dict[str, Json], At]]) -> Shared:
        if all(_SHARED_KEYS.isdisjoint(node) for node, _ in entries):
            return _NOTHING_SHARED
        declared: dict[tuple[str, str], Declared] = {}
        faults: list[Fault] = []
        servers: tuple[Server, ...] = ()
        summary: str | None = None
        description: str | None = None
        origins: dict[str, At] = {}
        for node, at in entries:
            found, broken = self._declared(node, at)
            declared.update({item.key: item for item in found})
            faults.extend(broken)
            own = self.servers(node, at), self.text(node, "summary", at), self.text(node, "description", at)
            servers, summary, description = own[0] or servers, own[1] or summary, own[2] or description
            origins.update((name, at) for name, said in zip(("servers", "summary", "description"), own, strict=True) if said)
        return Shared(tuple(declared.values()), tuple(faults), servers, summary, description, origins)

    def _operation(self, method: str, path: str, node: Json, at: At, shared: Shared) -> OperationView:
        found = self.resolver.follow(node, at)
        faults: list[Fault] = list(shared.faults)
        value: dict[str, Json] = {}
        if type(found) is Unfollowed:
            faults.append(Fault(found.code, found.reason, at))
        elif type(found.value) is dict:
            value, at = found.value, found.at if type(node) is dict and "$ref" in node else at
        else:
            faults.append(Fault(Code.MALFORMED_OPERATION, "expected an object that describes the operation", at))
        if _TOKEN.fullmatch(method) is None:
            faults.append(Fault(Code.MALFORMED_OPERATION, "the method is no token (RFC 9110 §9.1), and could not be sent", at))
        self.extensions(value)
        if "externalDocs" in value:
            self.remarks.not_carried["externalDocs"] += 1
        own, broken = self._declared(value, at)
        faults.extend(broken)
        own_keys = frozenset(item.key for item in own)
        declared = tuple(own)
        if shared.parameters:
            merged = {item.key: item for item in (*shared.parameters, *own)}
            declared = tuple(merged.values())
        parameters: list[ParameterView] = []
        for item in declared:
            if self.is_body(item.key[1]):
                continue
            parameter = self.parameter_once(item)
            if type(parameter) is Fault:
                faults.append(parameter)
            elif parameter is not None:
                self.expansion.spend(PIECE + self.schemas.extent(parameter.schema), item.at)
                parameters.append(
                    msgspec.structs.replace(parameter, description=item.description) if item.description else parameter
                )
        body = self.body(value, at, declared, own_keys)
        if type(body) is Fault:
            faults.append(body)
            body = None
        for content in body.contents if body is not None else ():
            self.expansion.spend(PIECE + (self.schemas.extent(content.schema) if content.schema else 0), content.at)
            if content.members:
                self.expansion.spend(sum(PIECE + self.schemas.extent(member.schema) for member in content.members), content.at)
        identifier = _scalar_text(value.get("operationId"))
        servers = self.servers(value, at)
        summary, description = self.text(value, "summary", at), self.text(value, "description", at)
        origins = shared.origins
        if origins:
            said = {"servers": servers, "summary": summary, "description": description}
            origins = {name: where for name, where in origins.items() if not said[name]}
        # A path stands in the operation, its identity, the coverage and the lock; so does the operationId.
        self.expansion.spend(5 * PIECE + 5 * len(path) + 2 * len(str(identifier or "")), at)
        return OperationView(
            method=method,
            path=path,
            source_operation_id=identifier,
            tags=tuple(dict.fromkeys(tag for item in self.sequence(value, "tags", at) if (tag := _scalar_text(item)))),
            summary=summary or shared.summary,
            description=description or shared.description,
            deprecated=self.flag(value, "deprecated", at),
            parameters=tuple(parameters),
            body=body,
            responses=tuple(self._responses(value, at)),
            security=self.security(value, at),
            servers=servers or shared.servers,
            faults=tuple(faults),
            at=at,
            extensions={key: value[key] for key in PAGING_EXTENSIONS & value.keys()},
            origins=origins,
        )

    def parameter_once(self, declared: Declared) -> ParameterView | Fault | None:
        """One parameter, read at its first use."""
        known = id(declared.node)
        if known in self._parameters:
            return self._parameters[known]
        found = self._parameters[known] = self.parameter(declared)
        return found

    def _declared(self, node: dict[str, Json], at: At) -> tuple[list[Declared], list[Fault]]:
        """The parameters that a path item or an operation lists, references followed."""
        if "parameters" not in node:
            return [], []
        found: dict[tuple[str, str], Declared] = {}
        faults: list[Fault] = []
        here = (at, "parameters")
        for index, item in enumerate(self.sequence(node, "parameters", at)):
            where: At = (here, index)
            target = self.resolver.follow(item, where)
            if type(target) is Unfollowed:
                faults.append(Fault(target.code, target.reason, where))
                continue
            value = target.value
            if type(value) is not dict:
                self.remarks.narrowed(Code.PARAMETER_MALFORMED, "expected an object that describes a parameter; left out", where)
                continue
            name, location = value.get("name"), value.get("in")
            if location == "body" and self.is_body("body") and type(name) is not str:
                name = "body"
            if type(name) is not str or type(location) is not str or not name:
                if value.get("required") is True:
                    faults.append(Fault(Code.PARAMETER_MALFORMED, "a required parameter has no `name` or no `in`", where))
                else:
                    self.remarks.narrowed(Code.PARAMETER_MALFORMED, "a parameter has no `name` or no `in`; left out", where)
                continue
            key = (name.lower() if location == "header" else name, location)
            if key in found:
                if found[key].node != value:
                    self.remarks.narrowed(
                        Code.PARAMETER_DUPLICATE, f"`{name}` in {location} is declared twice; the first declaration counts", where
                    )
                continue
            found[key] = Declared(
                key, value, where if type(item) is dict and "$ref" not in item else target.at, self.described_anew(item)
            )
            self.extensions(value)
        return list(found.values()), faults

    # -- answers ------------------------------------------------------------------------------------------------------------------

    def _responses(self, operation: dict[str, Json], at: At) -> Iterator[ResponseView]:
        answers = operation.get("responses")
        here = (at, "responses")
        if type(answers) is not dict or not answers:
            self.remarks.noted(Code.RESPONSES_MISSING, "the description says nothing of the answers", at)
            return
        seen: set[str] = set()
        self.expansion.spend(PIECE * len(answers), here)
        for key, node in answers.items():
            where: At = (here, key)
            if key.startswith("x-"):
                self.remarks.not_carried["x-"] += 1
                continue
            status = key
            if not _STATUS.fullmatch(key):
                if not _LOWER_RANGE.fullmatch(key):
                    self.remarks.narrowed(
                        Code.RESPONSE_STATUS,
                        f"`{key}` is no status code, no range such as `2XX` and not `default`; left out",
                        where,
                    )
                    continue
                status = key.upper()
                self.remarks.noted(Code.RESPONSE_STATUS, f"`{key}` is read as the range `{status}`", where)
            if status in seen:
                continue
            seen.add(status)
            target = self.resolver.follow(node, where)
            if type(target) is Unfollowed or type(target.value) is not dict:
                code = target.code if type(target) is Unfollowed else Code.MALFORMED_NODE
                reason = target.reason if type(target) is Unfollowed else "expected an object that describes the answer"
                self.remarks.narrowed(code, f"{reason}: nothing is known of the content of `{status}`", where)
                yield ResponseView(status, (ContentView(None, None, where),), (), None, where)
                continue
            value = target.value
            if type(node) is dict and "$ref" in node:
                where = target.at
            self.extensions(value)
            known = id(value)
            answer = self._answers.get(known) if self.answers_are_shared else None
            if answer is None:
                links = value.get("links")
                if type(links) is dict and self.is_new(links):
                    self.remarks.not_carried["links"] += len(links)
                headers = tuple(self._answer_headers(value, where)) if "headers" in value else ()
                answer = self._answers[known] = (self.contents(value, where, operation, at), headers)
            contents, headers = answer
            for content in contents:
                size = self.schemas.extent(content.schema) if content.schema else 0
                size += self.schemas.extent(content.item_schema) if content.item_schema else 0
                self.expansion.spend(2 * PIECE + size, where)
            for header in headers:
                self.expansion.spend(PIECE + self.schemas.extent(header.schema), where)
            yield ResponseView(
                status=status,
                contents=contents,
                headers=headers,
                description=self.described_anew(node)
                or self.text(value, "description", where)
                or self.text(value, "summary", where),
                at=where,
            )

    def _answer_headers(self, node: dict[str, Json], at: At) -> Iterator[HeaderView]:
        for header in self.headers(node, at):
            if header.name.lower() in self.ignored_answer_headers:
                self.remarks.noted(
                    Code.PARAMETER_IGNORED,
                    f"the header `{header.name}` of an answer is ignored, as {self.name} says",
                    ((at, "headers"), header.name),
                )
            else:
                yield header

    def headers(self, node: dict[str, Json], at: At) -> Iterator[HeaderView]:
        """The headers that an answer or a part declares; what cannot be read is left out with a remark."""
        for name, header in (self.mapping(node, "headers", at) or {}).items():
            where: At = ((at, "headers"), name)
            if name.startswith("x-") and type(header) is not dict:
                self.remarks.not_carried["x-"] += 1
                continue
            target = self.resolver.follow(header, where)
            if isinstance(target, Unfollowed):
                self.remarks.narrowed(target.code, f"{target.reason}: nothing is known of the header `{name}`", where)
                yield HeaderView(name, False, self.nothing, False, None, False, None)
            elif type(target.value) is dict:
                self.extensions(target.value)
                yield self.header(name, target.value, target.at)
            else:
                self.remarks.narrowed(
                    Code.MALFORMED_NODE, f"expected an object that describes the header `{name}`; left out", where
                )

    # -- security -----------------------------------------------------------------------------------------------------------------

    def security(self, node: dict[str, Json], at: At) -> tuple[tuple[RequirementView, ...], ...] | None:
        """Alternatives, each a conjunction; None where nothing is said. What cannot be read stays in, as something nobody can meet."""
        if "security" not in node:
            return None
        value = node["security"]
        here: At = (at, "security")
        if value is None:
            self.remarks.noted(Code.SECURITY_MALFORMED, "`security` has no value, which says nothing", here)
            return None
        if type(value) is not list:
            self.remarks.narrowed(Code.SECURITY_MALFORMED, "`security` has to be a list; nothing can satisfy what is written", here)
            return ((RequirementView("unreadable", (), False, here),),)
        alternatives: list[tuple[RequirementView, ...]] = []
        self.expansion.spend(PIECE * sum(len(entry) if type(entry) is dict else 1 for entry in value), here)
        for index, entry in enumerate(value):
            where: At = (here, index)
            if type(entry) is not dict:
                self.remarks.narrowed(
                    Code.SECURITY_MALFORMED, "a security requirement has to be an object; nothing can satisfy it", where
                )
                name = entry if type(entry) is str and entry else "unreadable"
                alternatives.append((RequirementView(name, (), False, where),))
                continue
            requirements: list[RequirementView] = []
            for key, scopes in entry.items():
                names = tuple(scope for item in scopes if (scope := _scalar_text(item))) if type(scopes) is list else ()
                self.expansion.spend(len(key) + sum(map(len, names)), where)
                if type(scopes) is not list and scopes is not None:
                    self.remarks.narrowed(
                        Code.SECURITY_MALFORMED, f"the scopes of `{key}` have to be a list; none could be read", (where, key)
                    )
                requirements.append(RequirementView(key, names, type(scopes) is list or scopes is None, (where, key)))
            alternatives.append(tuple(requirements))
        return tuple(alternatives)

    # -- events -------------------------------------------------------------------------------------------------------------------

    def _callbacks(self, node: dict[str, Json], at: At, operation: OperationView) -> Iterator[Event]:
        for name, callback in (self.mapping(node, "callbacks", at) or {}).items():
            where: At = ((at, "callbacks"), name)
            if name.startswith("x-"):
                self.remarks.not_carried["x-"] += 1
                continue
            target = self.resolver.follow(callback, where)
            if isinstance(target, Unfollowed) or type(target.value) is not dict:
                code = target.code if isinstance(target, Unfollowed) else Code.MALFORMED_NODE
                reason = target.reason if isinstance(target, Unfollowed) else "expected an object"
                self.remarks.narrowed(code, f"{reason}: nothing is known of the callback `{name}`", where)
                continue
            self.expansion.spend(len(target.value), target.at)
            for expression, item in target.value.items():
                if not expression.startswith("x-"):
                    yield from self.events(
                        EventKind.CALLBACK,
                        name,
                        item,
                        (target.at, expression),
                        operation=f"{operation.method} {operation.path}",
                        expression=expression,
                    )

    def events(
        self, kind: EventKind, name: str, item: Json, at: At, *, operation: str | None = None, expression: str | None = None
    ) -> Iterator[Event]:
        """The requests that one path item of a webhook or a callback describes."""
        target = self.resolver.follow(item, at)
        if isinstance(target, Unfollowed) or type(target.value) is not dict:
            reason = target.reason if isinstance(target, Unfollowed) else "expected an object"
            code = target.code if isinstance(target, Unfollowed) else Code.MALFORMED_NODE
            self.remarks.narrowed(code, f"{reason}: nothing is known of the {kind.value} `{name}`", at)
            return
        requests: list[tuple[str, Json, At]] = [
            (method.upper(), target.value[method], (target.at, method)) for method in self.methods if method in target.value
        ]
        requests.extend(self.extra_operations(target.value, target.at))
        for method, request, where in requests:
            if type(request) is dict:
                self.expansion.spend(PIECE + len(name) + 2 * len(expression or "") + len(operation or ""), where)
                summary = self.text(request, "summary", where)
                yield Event(kind, name, method, place(where), operation=operation, expression=expression, summary=summary)

    def component_map(self, *keys: str) -> tuple[dict[str, Json], At]:
        """The map of components under these keys, and where it stands; a map may itself be a reference. Empty where there is none."""
        node, at = self.tree, self.root
        for key in keys:
            target = self.resolver.follow(node.get(key), (at, key))
            if isinstance(target, Unfollowed):
                self.remarks.narrowed(target.code, f"{target.reason}: nothing is known of `{key}`", (at, key))
                return {}, at
            if type(target.value) is not dict:
                if target.value is not None:
                    self.remarks.narrowed(Code.MALFORMED_NODE, f"`{key}` has to be an object; left out", (at, key))
                return {}, at
            node, at = target.value, target.at
        return node, at

    def described_anew(self, node: Json) -> str | None:
        """The description beside a `$ref`, where the dialect gives it a meaning. Source: OpenAPI 3.1, Reference Object."""
        if self.references_describe and type(node) is dict and "$ref" in node:
            return self.text(node, "description", self.root)
        return None

    def is_new(self, node: dict[str, Json]) -> bool:
        """Whether this node is met for the first time: what is shared by reference counts once."""
        if id(node) in self._met:
            return False
        self._met.add(id(node))
        return True

    # -- shapes -------------------------------------------------------------------------------------------------------------------

    def mapping(self, node: dict[str, Json], key: str, at: At) -> dict[str, Json] | None:
        """The object under `key`; None where there is none, with a remark where something else stands there."""
        value = node.get(key)
        if type(value) is dict:
            self.expansion.spend(PIECE // 4 * len(value), at)
            return value
        if value is not None:
            self.remarks.narrowed(Code.MALFORMED_NODE, f"`{key}` has to be an object; left out", (at, key))
        return None

    def sequence(self, node: dict[str, Json], key: str, at: At) -> list[Json]:
        """The list under `key`; [] where there is none, with a remark where something else stands there."""
        value = node.get(key)
        if type(value) is list:
            self.expansion.spend(PIECE // 4 * len(value), at)
            return value
        if value is not None:
            self.remarks.narrowed(Code.MALFORMED_NODE, f"`{key}` has to be a list; left out", (at, key))
        return []

    def flag(self, node: dict[str, Json], key: str, at: At) -> bool:
        """The boolean under `key`; False where there is none, with a remark where something else stands there."""
        value = node.get(key, False)
        if type(value) is bool:
            return value
        if value is not None:
            self.remarks.narrowed(Code.MALFORMED_NODE, f"`{key}` has to be true or false; read as false", (at, key))
        return False

    def text(self, node: dict[str, Json], key: str, at: At) -> str | None:
        """The prose under `key`, made harmless; None where there is none, where it is empty, and where prose is left out."""
        value = node.get(key)
        if not self.prose or type(value) is not str or not value:
            return None
        self.expansion.spend(len(value), at)
        return self.remarks.cleaned(value, key, at) or None

    def extensions(self, node: dict[str, Json]) -> None:
        """Count the `x-` keys of a node, once: the package carries none of them."""
        if id(node) in self._counted:
            return
        self._counted.add(id(node))
        # One search in all keys says of most nodes that they have none.
        if "x-" in "".join(node):
            for key in node:
                if key.startswith("x-"):
                    self.remarks.not_carried["x-"] += 1

    def _license_claims(self, info: dict[str, Json]) -> Iterator[tuple[str, str]]:
        """What the description says of its licence, its terms and whom to ask, each as it is found; `x-` keys that speak of a licence too."""
        license_ = info.get("license")
        if type(license_) is dict:
            extensions = [key for key in license_ if key.startswith("x-")]
            yield from self._claims(license_, ("identifier", "name", "url", *extensions), "info.license")
        elif type(license_) is str:
            yield from self._claims(info, ("license",), "info")
        yield from self._claims(info, ("termsOfService",), "info")
        for node, where in ((info, "info"), (self.tree, "")):
            for key in node:
                if _LICENSE_KEY.fullmatch(key):
                    below = node[key]
                    if type(below) is dict:
                        yield from self._claims(below, tuple(below), f"{where}.{key}".removeprefix("."))
                    else:
                        yield from self._claims(node, (key,), where)
        contact = info.get("contact")
        if type(contact) is dict and self.prose:
            yield from self._claims(contact, ("name", "url", "email"), "info.contact")

    def _claims(self, node: dict[str, Json], keys: tuple[str, ...], where: str) -> Iterator[tuple[str, str]]:
        for key in keys:
            value = node.get(key)
            if type(value) is str and (said := clean(value)):
                too_long = len(said) > _LONGEST_CLAIM or "\n" in said
                if not self.prose and (too_long or (key == "termsOfService" and " " in said)):
                    said = f"a text of {len(said):,} characters, left out with the rest of the prose"
                yield f"{where}.{key}".removeprefix("."), said

    def _too_many_operations(self) -> DescriptionError:
        limit = self.limits.operations
        where = SourceLocation(self.document.shown_as)
        message = f"expected at most {limit} operations, found more"
        remedy = "raise the limit with `--max-operations` if you trust the file"
        return DescriptionError([Problem(where, Severity.ERROR, Code.TOO_MANY_OPERATIONS, message, remedy)])


def _scalar_text(value: Json) -> str | None:
    """A text, or a number where a text belongs (`version: 1.0` in YAML), as text; None for anything else and for the empty text."""
    if type(value) is str:
        return value or None
    if type(value) is bool or value is None or isinstance(value, dict | list):
        return None
    return str(value)
