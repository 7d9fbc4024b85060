"""A patch on one operation: the operation that comes out, and what of the patch could not be done."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from connectors import pointer
from connectors.answers import Answers, Definitions
from connectors.model.connector import Connector
from connectors.model.identity import placeholders
from connectors.model.lock import Lock
from connectors.model.operation import (
    AnyOf,
    Basis,
    Body,
    Consequence,
    Effect,
    Encoding,
    Idempotency,
    Location,
    Maturity,
    MediaType,
    Operation,
    Pagination,
    Parameter,
    Security,
    Style,
    Undeclared,
)
from connectors.overlay.credentials import is_callable, is_weaker, satisfiable, settled
from connectors.overlay.document import BodyEdit, ParameterEdit, Patch
from connectors.overlay.finding import Fault, Finding
from connectors.overlay.layers import Path, leaves
from connectors.overlay.outcome import ALWAYS_A_SUCCESS, edited_outcome, outcome_faults
from connectors.overlay.paging import edited_pagination, pagination_faults
from connectors.problems import Code, nearest

__all__ = ["Edited", "Origin", "Surroundings", "edited", "keys_of", "lock_places", "own_arguments", "unknown_schemes"]

_SEVERITY = {Effect.READ: 0, Effect.CREATE: 1, Effect.UPDATE: 2, Effect.DELETE: 3}
_LENIENCE = {Idempotency.UNSAFE: 0, Idempotency.KEYED: 1, Idempotency.IDEMPOTENT: 2, Idempotency.SAFE: 3}
_IDEMPOTENT_METHODS = ("PUT", "DELETE")
_MEDIA: Mapping[Encoding, Callable[[str], bool]] = {
    Encoding.JSON: lambda name: name in ("application/json", "text/json") or name.endswith("+json"),
    Encoding.FORM: lambda name: name == "application/x-www-form-urlencoded",
    Encoding.MULTIPART: lambda name: name.startswith("multipart/"),
    Encoding.XML: lambda name: name in ("application/xml", "text/xml") or name.endswith("+xml"),
}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an operation is edited in: the effective connector, the derived one, shared schemas, and what the lock remembers."""

    connector: Connector
    derived: Connector
    definitions: Definitions
    lock: Lock
    outcome_undocumented: bool = False
    pagination_undocumented: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where each part of a patch was written. `bases` gives, by path, the pointer of the entry or selector that says it."""

    bases: Mapping[Path, str]
    entry: str
    reasons: frozenset[str] = frozenset()
    """Pointers of the entries and selectors that give `because`."""

    def base(self, path: Path) -> str:
        """The entry or selector that says what stands at a path, or at the nearest path around it, else below it."""
        around = path
        while around:
            if around in self.bases:
                return self.bases[around]
            around = around[:-1]
        return next((base for known, base in self.bases.items() if known[: len(path)] == path), self.entry)

    def at(self, path: Path) -> str:
        """The pointer in the overlay."""
        return self.base(path) + pointer.join(path)

    def has_reason(self, path: Path) -> bool:
        """Whether who says this says why."""
        return self.base(path) in self.reasons

    def is_selector(self, path: Path) -> bool:
        """Whether a selector says it."""
        return self.base(path).startswith("/selectors/")


@dataclass(slots=True)
class _Work:
    """One operation while it is being edited."""

    before: Operation
    now: Operation
    patch: Patch
    origin: Origin
    around: Surroundings
    findings: list[Finding] = field(default_factory=list)
    facts: dict[str, Basis] = field(default_factory=dict)
    matched: set[str] = field(default_factory=set)
    """Pointers of parameters and statuses in selectors that this operation has."""

    def fault(self, path: Path, code: Code, tail: str, remedy: str, lacks: Path = ()) -> None:
        at = self.origin.at(path)
        self.findings.append(Finding(at, code, tail, remedy, tuple(at + pointer.join((key,)) for key in lacks)))

    def faults(self, path: Path, faults: Iterable[Fault]) -> None:
        for fault in faults:
            self.fault((*path, *fault.path), fault.code, fault.tail, fault.remedy, fault.lacks)

    def set(self, fact: str, **values: Any) -> None:
        self.now = replace(self.now, **values)
        self.facts[fact] = Basis.AUTHORED

    def needs_reason(self, path: Path, tail: str) -> None:
        if not self.origin.has_reason(path):
            message, lacks = f"{tail}, without `because`", (f"{self.origin.base(path)}/because",)
            self.findings.append(
                Finding(self.origin.at(path), Code.OVERLAY_BECAUSE, message, "add `because:` and the reason", lacks)
            )


@dataclass(frozen=True, slots=True)
class Edited:
    """An operation under a patch, what could not be done, and which parts of selectors it has."""

    operation: Operation
    findings: tuple[Finding, ...]
    matched: frozenset[str]
    facts: frozenset[str]


def edited(operation: Operation, patch: Patch, origin: Origin, around: Surroundings) -> Edited:
    """Apply a patch to an operation. Touches nothing but its arguments; what is wrong is left out and reported."""
    work = _Work(operation, operation, patch, origin, around)
    _texts(work)
    renamed = _parameters(work)
    _body(work)
    _statuses(work)
    _security(work)
    _idempotency_key(work, renamed)
    _effects(work)
    _pagination(work, renamed)
    _outcome(work)
    basis = {fact: known for fact, known in operation.basis.items() if fact not in work.facts}
    now = replace(work.now, basis=dict(sorted({**basis, **work.facts}.items())) if work.facts else operation.basis)
    return Edited(now, tuple(work.findings), frozenset(work.matched), frozenset(work.facts))


def own_arguments(operation: Operation) -> Iterator[Parameter]:
    """Every argument of a call, members of the body included."""
    yield from operation.parameters
    if operation.body is not None:
        yield from operation.body.fields or ()
        if operation.body.whole is not None:
            yield operation.body.whole


def keys_of(operation: Operation) -> tuple[str, ...]:
    """The keys of all arguments."""
    return tuple(argument.key for argument in own_arguments(operation))


def lock_places(operation: Operation) -> dict[str, str]:
    """How the identity lock calls each argument, by its key: `query per_page`, `path {1}` for the first placeholder of the path."""
    names = dict.fromkeys(name for placeholder in placeholders(operation.path) for name in placeholder.names)
    positions = {name: f"{{{index}}}" for index, name in enumerate(names, 1)}
    return {
        argument.key: f"{argument.location.value} "
        + (positions.get(argument.name, argument.name) if argument.location is Location.PATH else argument.name)
        for argument in own_arguments(operation)
    }


def _texts(work: _Work) -> None:
    patch, segments = work.patch, work.patch.id.split(".") if work.patch.id is not UNSET else []
    if patch.id is not UNSET:
        if segments[0] == work.around.connector.id:
            # An id of more than three segments has all of its middle as resource.
            work.set("id", id=patch.id, resource=".".join(segments[1:-1]), verb=segments[-1])
        else:
            tail = f"is pinned to `{patch.id}`, which is outside of `{work.around.connector.id}`"
            meant = ".".join((work.around.connector.id, *segments[1:]))
            work.fault(("id",), Code.OVERLAY_ID, tail, f"begin the id with the connector, as in `{meant}`")
    if patch.summary is not UNSET:
        work.set("summary", summary=patch.summary)
    if patch.description is not UNSET:
        work.set("description", description=patch.description)
    if patch.deterministic is not UNSET:
        work.set("deterministic", deterministic=patch.deterministic)
    if patch.curated is not UNSET:
        work.set("curated", curated=patch.curated)
        if patch.curated and work.now.maturity in (Maturity.SPOTTED, Maturity.GENERATED):
            work.now = replace(work.now, maturity=Maturity.CURATED)


# -- parameters -----------------------------------------------------------------------------------------------------------------


def _parameters(work: _Work) -> dict[str, str]:
    """Edit arguments; returns new keys by the old ones."""
    edits = work.patch.parameters if work.patch.parameters is not UNSET else {}
    if not edits:
        return {}
    known = keys_of(work.now)
    renamed: dict[str, str] = {}
    for key, edit in edits.items():
        path = ("parameters", key)
        if key in known:
            work.matched.add(work.origin.at(path))
            if edit.key is not UNSET and edit.key != key:
                renamed[key] = edit.key
        elif not work.origin.is_selector(path):
            work.fault(path, Code.OVERLAY_UNMATCHED, f"has no parameter `{key}`", _meant_parameter(work, key, known))
    _refuse_collisions(work, renamed)

    def change(argument: Parameter) -> Parameter:
        edit = edits.get(argument.key)
        return argument if edit is None else _argument(work, argument, edit)

    parameters = tuple(change(argument) for argument in work.now.parameters)
    body = work.now.body
    if body is not None:
        fields = tuple(change(argument) for argument in body.fields) if body.fields is not None else None
        body = replace(body, fields=fields, whole=change(body.whole) if body.whole is not None else None)
    work.now = replace(work.now, parameters=parameters, body=body)
    return renamed


def _meant_parameter(work: _Work, key: str, known: tuple[str, ...]) -> str:
    entry = work.around.lock.operations.get(work.before.identity)
    places = lock_places(work.before)
    for argument in own_arguments(work.before):
        former = entry.keys.get(places[argument.key], ()) if entry else ()
        if key in former or key == argument.name:
            return f"write `{argument.key}`, the key that the argument has"
    if entry is not None and any(key in former for former in entry.keys.values()):
        return "remove the entry: the vendor removed the argument"
    meant = nearest(key, known)
    if meant is not None:
        return f"write `{meant}`"
    return "name one of its parameters: " + (", ".join(f"`{name}`" for name in known[:12]) or "there are none")


def _refuse_collisions(work: _Work, renamed: dict[str, str]) -> None:
    """Keys are told apart without case, and one that an argument ever had belongs to no other argument."""
    entry = work.around.lock.operations.get(work.before.identity)
    places = lock_places(work.before)
    for key, new in list(renamed.items()):
        # The key that an argument gave up is still its own, and so are those of arguments that are gone.
        owners = {place for place, keys in (entry.keys.items() if entry else ()) if new.lower() in map(str.lower, keys)}
        owners |= {place for other, place in places.items() if new.lower() in (other.lower(), renamed.get(other, "").lower())}
        owners.discard(places[key])
        if owners:
            place, _, name = min(owners).partition(" ")
            tail = f"has `{key}` renamed to `{new}`, a key that belongs to `{name}` ({place})"
            work.fault(("parameters", key, "key"), Code.OVERLAY_RENAME, tail, "choose another key; one is never handed on")
    for key in list(renamed):
        if any(finding.at == work.origin.at(("parameters", key, "key")) for finding in work.findings):
            del renamed[key]


def _argument(work: _Work, argument: Parameter, edit: ParameterEdit) -> Parameter:
    path = ("parameters", argument.key)
    key = argument.key
    if edit.key is not UNSET and not any(finding.at == work.origin.at((*path, "key")) for finding in work.findings):
        key = edit.key
    values: dict[str, Any] = {}
    for name in ("secret", "description"):
        if getattr(edit, name) is not UNSET:
            values[name] = getattr(edit, name)
    if edit.required is not UNSET:
        if argument.location is Location.PATH and not edit.required:
            tail = f"cannot be called without `{argument.key}`, which is part of its path"
            work.fault((*path, "required"), Code.OVERLAY_CONTRADICTION, tail, "remove `required`")
        else:
            values["required"] = edit.required
    if edit.default is not UNSET:
        values["default"] = UNSET if edit.default is None else edit.default
    if edit.schema is not UNSET:
        if lost := _lost_reference(work, edit.schema):
            tail = f"has a schema for `{argument.key}` whose reference `{lost}` leads nowhere"
            work.fault((*path, "schema"), Code.OVERLAY_UNMATCHED, tail, "name a schema of the package as `#/$defs/NAME`")
        else:
            values["schema"] = edit.schema
    values |= _style(work, argument, edit, path)
    basis = work.before.basis
    for name in values:
        work.facts[f"parameters.{key}.{name}"] = Basis.AUTHORED
    if key != argument.key:
        work.facts[f"parameters.{key}.key"] = Basis.AUTHORED
    for fact in (f"parameters.{argument.key}", f"parameters.{argument.name}"):
        if fact in basis and "schema" in values:
            work.facts[fact] = Basis.AUTHORED
    return replace(argument, key=key, **values)


def _style(work: _Work, argument: Parameter, edit: ParameterEdit, path: Path) -> dict[str, Any]:
    if edit.style is UNSET and edit.explode is UNSET:
        return {}
    body = work.before.body
    written = body is not None and argument.location is Location.BODY and body.encoding not in (Encoding.FORM, Encoding.MULTIPART)
    if written and edit.style is not None and body is not None:
        name = "style" if edit.style is not UNSET else "explode"
        tail = f"has no style for `{argument.key}`, which is part of a body written as {body.encoding}"
        work.fault((*path, name), Code.OVERLAY_CONTRADICTION, tail, f"remove `{name}`")
        return {}
    style = argument.style if edit.style is UNSET else edit.style
    # OpenAPI 3.1, Parameter Object: `explode` is true by default for `form`, and for no other style.
    explode = argument.explode if edit.style is UNSET else style in (Style.FORM, Style.COOKIE)
    values: dict[str, Any] = {"style": style, "explode": explode if edit.explode is UNSET else edit.explode}
    return values


def _lost_reference(work: _Work, schema: msgspec.Raw) -> str | None:
    pending: list[Any] = [msgspec.json.decode(schema)]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        elif isinstance(node, dict):
            reference = node.get("$ref")
            if isinstance(reference, str) and work.around.definitions.name_of(reference) not in work.around.definitions.texts:
                return reference
            pending.extend(value for key, value in node.items() if key not in ("const", "enum", "default", "examples"))
    return None


# -- the body -------------------------------------------------------------------------------------------------------------------


def _body(work: _Work) -> None:
    edit = work.patch.body
    if edit is UNSET:
        return
    body = work.now.body
    if body is None:
        if not work.origin.is_selector(("body",)):
            work.fault(("body",), Code.OVERLAY_UNMATCHED, "has no body", "remove `body`")
        return
    work.matched.add(work.origin.at(("body",)))
    changed = _chosen(work, body, edit)
    if changed is None:
        return
    essence = changed.content_type.partition(";")[0].strip().lower()
    fits = _MEDIA.get(changed.encoding)
    others = [encoding for encoding, other in _MEDIA.items() if other(essence)]
    if (fits is not None and "*" not in essence and not fits(essence)) or (fits is None and others):
        path = ("body", "encoding") if edit.encoding is not UNSET else ("body", "content_type")
        tail = f"sends `{changed.content_type}`, which is not written as {changed.encoding}"
        work.fault(path, Code.OVERLAY_CONTRADICTION, tail, "make `encoding` and `content_type` agree")
        return
    if changed.fields is not None and changed.encoding not in (Encoding.JSON, Encoding.FORM, Encoding.MULTIPART):
        tail = f"has a body of single members, which cannot be written as {changed.encoding}"
        work.fault(("body", "encoding"), Code.OVERLAY_CONTRADICTION, tail, "use json, form or multipart")
        return
    work.now = replace(work.now, body=changed)
    for name in ("encoding", "content_type"):
        if getattr(edit, name) is not UNSET:
            work.facts[f"body.{name}"] = Basis.AUTHORED
    if work.before.basis.get("body") is Basis.INFERRED:
        work.facts["body"] = Basis.AUTHORED


def _chosen(work: _Work, body: Body, edit: BodyEdit) -> Body | None:
    """The body under another encoding or media type; one that the description offers brings its own schema."""
    encoding = body.encoding if edit.encoding is UNSET else edit.encoding
    content_type = body.content_type if edit.content_type is UNSET else edit.content_type
    if edit.encoding is UNSET and content_type != body.content_type:
        essence = content_type.partition(";")[0].strip().lower()
        encoding = next((known for known, fits in _MEDIA.items() if fits(essence)), body.encoding)
    index = next((i for i, other in enumerate(body.alternatives) if other.media_type == content_type), None)
    alternatives = body.alternatives
    whole, fields = body.whole, body.fields
    if index is not None and content_type != body.content_type:
        chosen = body.alternatives[index]
        if fields is not None and not _same_members(work, chosen, fields):
            tail = f"has other members as `{content_type}`; an overlay chooses between types of the same members"
            work.fault(("body", "content_type"), Code.OVERLAY_CONTRADICTION, tail, "keep the type that was derived")
            return None
        former = MediaType(body.content_type, body.whole.schema if body.whole is not None else chosen.schema)
        alternatives = (*body.alternatives[:index], former, *body.alternatives[index + 1 :])
        if whole is not None:
            whole = replace(whole, schema=chosen.schema)
    if fields is not None and encoding is not body.encoding:
        fields = tuple(_written_as(encoding, member) for member in fields)
    return replace(body, encoding=encoding, content_type=content_type, alternatives=alternatives, fields=fields, whole=whole)


def _same_members(work: _Work, chosen: MediaType, fields: Iterable[Parameter]) -> bool:
    answers = Answers(work.before, work.around.definitions)
    answers.roots = (msgspec.json.decode(chosen.schema),)
    return {pointer.parse(name)[0] for name in answers.names()} == {member.name for member in fields}


def _written_as(encoding: Encoding, member: Parameter) -> Parameter:
    # OpenAPI 3.1, Encoding Object: `form`, exploded, is how a member of a form is written by default.
    if encoding is Encoding.FORM:
        return replace(member, style=Style.FORM, explode=True, content_type=None, headers=())
    if encoding is Encoding.JSON:
        return replace(member, style=None, explode=False, content_type=None, headers=())
    return replace(member, style=None, explode=False)


# -- answers and credentials ----------------------------------------------------------------------------------------------------


def _statuses(work: _Work) -> None:
    responses = work.patch.responses if work.patch.responses is not UNSET else {}
    errors = work.patch.errors if work.patch.errors is not UNSET else {}
    statuses = {answer.status for answer in work.now.responses}
    failures = {answer.status for answer in work.now.errors}
    for name, keys, known, other in (("responses", responses, statuses, failures), ("errors", errors, failures, statuses)):
        for status in keys:
            if status in known:
                work.matched.add(work.origin.at((name, status)))
            elif not work.origin.is_selector((name, status)):
                word = "errors" if name == "responses" else "responses"
                listed = ", ".join(f"`{item}`" for item in sorted(known)) or "none"
                remedy = f"move it to `{word}`" if status in other else f"use one of those that the description has: {listed}"
                work.fault((name, status), Code.OVERLAY_UNMATCHED, f"has no `{status}` among its {name}", remedy)
    changed = tuple(
        replace(answer, pending=edit.pending) if (edit := responses.get(answer.status)) and edit.pending is not UNSET else answer
        for answer in work.now.responses
    )
    work.now = replace(
        work.now,
        responses=changed,
        errors=tuple(
            replace(answer, error_class=errors[answer.status]) if answer.status in errors else answer for answer in work.now.errors
        ),
    )
    for status in sorted(statuses & responses.keys()):
        work.facts[f"responses.{status}.pending"] = Basis.AUTHORED
    for status in sorted(failures & errors.keys()):
        work.facts[f"errors.{status}"] = Basis.AUTHORED


def _security(work: _Work) -> None:
    security = work.patch.security
    if security is UNSET:
        return
    around = work.around
    faults = tuple(unknown_schemes(security, around.connector, around.derived))
    if faults:
        work.faults(("security",), faults)
        return
    before, default = work.now.security, around.connector.default_security
    after = settled(security, satisfiable(around.connector.auth))
    old = default if isinstance(before, Undeclared) else before
    new = default if isinstance(after, Undeclared) else after
    if is_weaker(old, new):
        work.needs_reason(("security",), "needs fewer credentials than its description says")
    work.set("security", security=after)
    work.now = replace(work.now, callable=is_callable(work.now, default))


def unknown_schemes(security: Security, connector: Connector, derived: Connector) -> Iterator[Fault]:
    """A fault for each scheme that the effective connector does not have."""
    known = tuple(scheme.id for scheme in connector.auth)
    for index, alternative in enumerate(security.alternatives if isinstance(security, AnyOf) else ()):
        for requirement in alternative:
            if requirement.scheme in known:
                continue
            if requirement.scheme in {scheme.id for scheme in derived.auth}:
                remedy = "add it to `auth`, which replaces the derived list"
            else:
                meant = nearest(requirement.scheme, known)
                listed = ", ".join(f"`{id_}`" for id_ in known) or "there is none"
                remedy = f"write `{meant}`" if meant else f"use the id of a scheme: {listed}"
            yield Fault(
                (str(index),), Code.OVERLAY_CREDENTIAL, f"needs `{requirement.scheme}`, which is no scheme of the connector", remedy
            )


# -- what a call changes --------------------------------------------------------------------------------------------------------


def _idempotency_key(work: _Work, renamed: Mapping[str, str]) -> None:
    patch, now = work.patch, work.now
    if now.idempotency_key in renamed:
        work.now = now = replace(now, idempotency_key=renamed[str(now.idempotency_key)])
    if patch.idempotency_key is UNSET:
        return
    key = patch.idempotency_key
    if key is not None and key not in keys_of(now):
        meant = nearest(key, keys_of(now))
        tail = f"has no parameter `{key}`, which `idempotency_key` names"
        work.fault(
            ("idempotency_key",), Code.OVERLAY_UNMATCHED, tail, f"write `{meant}`" if meant else "name one of its parameters"
        )
        return
    work.set("idempotency_key", idempotency_key=key)
    # A key is what makes an unsafe call repeatable, and without it nothing does.
    if key is not None and now.idempotency is Idempotency.UNSAFE:
        work.set("idempotency", idempotency=Idempotency.KEYED)
    elif key is None and now.idempotency is Idempotency.KEYED:
        work.set("idempotency", idempotency=Idempotency.UNSAFE)


def _effects(work: _Work) -> None:
    patch = work.patch
    stated = [name for name in ("effect", "idempotency", "consequence") if getattr(patch, name) is not UNSET]
    if patch.effect is not UNSET:
        before = work.now.effect
        if _SEVERITY[patch.effect] < _SEVERITY[before]:
            work.needs_reason(("effect",), f"has the effect `{patch.effect}`, softer than `{before}`")
        work.set("effect", effect=patch.effect)
        if patch.effect is not before:
            _follow(work, before)
    if patch.idempotency is not UNSET:
        before_, after = work.now.idempotency, patch.idempotency
        if _LENIENCE[after] > max(_LENIENCE[before_], _LENIENCE[Idempotency.KEYED]):
            work.needs_reason(("idempotency",), f"is `{after}`, safer to repeat than `{before_}`")
        work.set("idempotency", idempotency=after)
    if patch.consequence is not UNSET:
        if work.now.consequence is Consequence.IRREVERSIBLE and patch.consequence is not Consequence.IRREVERSIBLE:
            work.needs_reason(("consequence",), f"has the consequence `{patch.consequence}`, softer than `irreversible`")
        work.set("consequence", consequence=patch.consequence)
    if stated or patch.idempotency_key is not UNSET:
        _refuse_contradictions(work, stated)


def _follow(work: _Work, before: Effect) -> None:
    """What else is true once a person has said what a call changes."""
    now = work.now
    if now.effect is Effect.READ:
        work.set("idempotency", idempotency=Idempotency.SAFE)
        work.set("consequence", consequence=Consequence.READ)
        return
    if before is Effect.READ:
        # The method promised that nothing changes, so nothing that it promises is believed.
        work.set("idempotency", idempotency=Idempotency.KEYED if now.idempotency_key else Idempotency.UNSAFE)
        work.set("consequence", consequence=Consequence.UNSTATED)
    if now.effect is Effect.DELETE:
        work.set("consequence", consequence=Consequence.IRREVERSIBLE)


def _refuse_contradictions(work: _Work, stated: list[str]) -> None:
    now, path = work.now, (stated[-1],) if stated else ("idempotency_key",)
    reads = now.effect is Effect.READ
    if reads != (now.idempotency is Idempotency.SAFE):
        tail = f"has the effect `{now.effect}` and is `{now.idempotency}`; reads alone are `safe`, and all of them are"
        work.fault(path, Code.OVERLAY_CONTRADICTION, tail, "make `effect` and `idempotency` agree")
    if reads != (now.consequence is Consequence.READ):
        tail = (
            f"has the effect `{now.effect}` and the consequence `{now.consequence}`; that of reads is `read`, and of nothing else"
        )
        work.fault(path, Code.OVERLAY_CONTRADICTION, tail, "make `effect` and `consequence` agree")
    if now.idempotency is Idempotency.KEYED and now.idempotency_key is None:
        tail = "is `keyed`, and no parameter takes the key"
        work.fault(path, Code.OVERLAY_CONTRADICTION, tail, "add `idempotency_key`, or write `unsafe`")


# -- pages and outcomes ---------------------------------------------------------------------------------------------------------


def _pagination(work: _Work, renamed: Mapping[str, str]) -> None:
    now, edit = work.now, work.patch.pagination
    if now.pagination is not None and renamed:
        moved = {
            name: renamed[key]
            for name in ("page", "offset", "cursor", "size")
            if (key := getattr(now.pagination, name)) is not None and key in renamed
        }
        if moved:
            work.now = now = replace(now, pagination=replace(now.pagination, **moved))
    if edit is UNSET:
        return
    if edit is None:
        work.set("pagination", pagination=None)
        return
    default = work.around.connector.pagination
    pagination: Pagination | None = edited_pagination(edit, now.pagination, default)
    if pagination is None:
        tail = "is walked, and nothing says by which `style`"
        work.fault(("pagination",), Code.OVERLAY_PAGINATION, tail, "add `style`", ("style",))
        return
    undocumented = edit.undocumented is True or (edit.undocumented is UNSET and work.around.pagination_undocumented)
    settled_, faults = pagination_faults(pagination, now, keys_of(now), work.around.definitions, undocumented=undocumented)
    # What the connector says of all operations was judged by itself.
    stated = {path[0] for path, _ in leaves(edit)}
    work.faults(("pagination",), (fault for fault in faults if not fault.path or fault.path[0] in stated or default is None))
    if not faults:
        work.set("pagination", pagination=settled_)


def _outcome(work: _Work) -> None:
    edit = work.patch.outcome
    if edit is UNSET:
        return
    default = work.around.connector.outcome
    if edit is None:
        work.set("outcome", outcome=ALWAYS_A_SUCCESS if default is not None else None)
        return
    outcome = edited_outcome(edit, work.now.outcome or default)
    if outcome is None:
        work.fault(
            ("outcome",),
            Code.OVERLAY_OUTCOME,
            "has an outcome, and nothing says `success_when`",
            "add `success_when`",
            ("success_when",),
        )
        return
    undocumented = edit.undocumented is True or (edit.undocumented is UNSET and work.around.outcome_undocumented)
    # What the connector says of all operations was judged over all of them.
    stated = {path[0] for path, _ in leaves(edit)}
    found = () if undocumented else outcome_faults(outcome, Answers(work.now, work.around.definitions, failures=True))
    faults = tuple(fault for fault in found if fault.path[0] in stated)
    work.faults(("outcome",), faults)
    if not faults:
        work.set("outcome", outcome=outcome)
