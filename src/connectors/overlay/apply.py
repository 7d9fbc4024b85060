"""The effective package: what was derived, with everything that a person knows better, or every reason why not."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from connectors import pointer
from connectors.answers import Answers, Definitions
from connectors.model.connector import Connector
from connectors.model.lock import Lock
from connectors.model.operation import AnyOf, Basis, Effect, Idempotency, Operation, Outcome, Pagination
from connectors.model.package import Dropped
from connectors.overlay.credentials import (
    edited_scheme,
    is_callable,
    is_weaker,
    satisfiable,
    scheme_fault,
    settled,
    with_satisfiable,
)
from connectors.overlay.document import Entry, Overlay, Patch, Selector
from connectors.overlay.edit import Edited, Origin, Surroundings, edited, unknown_schemes
from connectors.overlay.finding import Finding
from connectors.overlay.layers import Path, leaves, merged, only
from connectors.overlay.outcome import edited_outcome, pointers_of
from connectors.overlay.paging import edited_pagination, shape_faults
from connectors.overlay.read import read_overlay
from connectors.overlay.targets import Account, Targets
from connectors.problems import Code, ConnectorsError, OverlayError, PackageError, Problem, Severity, nearest

__all__ = ["Dropped", "Effective", "Said", "apply", "apply_file", "said_of_operations"]

_NAMED = 3
"""How many operations a message names that is about many."""


@dataclass(frozen=True, slots=True)
class Effective:
    """A package as it will be executed. `operations` are sorted by id, `dropped` by identity; `problems` are warnings."""

    connector: Connector
    operations: tuple[Operation, ...]
    dropped: tuple[Dropped, ...] = ()
    notices: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def apply_file(
    data: bytes | None,
    shown_as: str,
    connector: Connector,
    operations: tuple[Operation, ...],
    schemas: Mapping[str, msgspec.Raw],
    coverage: Account,
    lock: Lock,
) -> Effective:
    """Read `overlay.yaml` (None where there is none) and apply it. What it does not touch stays the value it was.

    Raises OverlayError with every fault of the text and of its meaning, PackageError (exit status 2) for a newer format.
    """
    overlay, faults = read_overlay(data or b"", shown_as)
    return apply(connector, operations, schemas, coverage, lock, overlay, faults)


def apply(
    connector: Connector,
    operations: tuple[Operation, ...],
    schemas: Mapping[str, msgspec.Raw],
    coverage: Account,
    lock: Lock,
    overlay: Overlay,
    faults: Iterable[Problem] = (),
) -> Effective:
    """Apply an overlay to what was derived. Touches nothing but its arguments; operations keep the order of their ids.

    `faults` are those that were found while it was read: they are reported with the others. Weaker to stronger are the connector's
    own facts, selectors, and the entry of an operation. Raises as `apply_file` does.
    """
    found = tuple(faults)
    if newer := [problem for problem in found if problem.code is Code.PACKAGE_FORMAT_NEWER]:
        raise _raised(newer)
    if overlay.is_empty and not found and overlay.connector in (None, connector.id):
        return Effective(_counted(connector, operations, 0), operations)
    run = _Run(connector, operations, Definitions(schemas), coverage, lock, overlay)
    run.problems.extend(found)
    effective = run.effective()
    if any(problem.severity is Severity.ERROR for problem in run.problems):
        raise _raised(run.problems)
    return effective


def said_of_operations(
    connector: Connector, operations: tuple[Operation, ...], coverage: Account, lock: Lock, overlay: Overlay
) -> dict[str, "Said"]:
    """Everything that an overlay without mistakes says of each operation, by identity, and where: what `apply` applies."""
    return _Run(connector, operations, Definitions({}), coverage, lock, overlay).said(Targets(operations, coverage, lock))


def _raised(problems: Sequence[Problem]) -> ConnectorsError:
    if all(problem.code is Code.PACKAGE_FORMAT_NEWER for problem in problems):
        return PackageError(problems, exit_status=2)
    return OverlayError(problem for problem in problems if problem.severity is Severity.ERROR)


def _counted(connector: Connector, operations: Sequence[Operation], dropped: int) -> Connector:
    curated = sum(operation.curated for operation in operations)
    if (connector.counts.curated, connector.counts.dropped) == (curated, dropped):
        return connector
    return replace(connector, counts=replace(connector.counts, curated=curated, dropped=dropped))


@dataclass(frozen=True, slots=True)
class Said:
    """A patch for one operation, made of all that was said of it: `selectors` in their order, the stronger last, then its own `entry`."""

    patch: Patch
    origin: Origin
    selectors: tuple[Selector, ...]
    entry: Entry | None


@dataclass(slots=True)
class _Run:
    derived: Connector
    operations: tuple[Operation, ...]
    definitions: Definitions
    account: Account
    lock: Lock
    overlay: Overlay
    problems: list[Problem] = field(default_factory=list)
    facts: dict[str, Basis] = field(default_factory=dict)
    findings: dict[Finding, list[str]] = field(default_factory=dict)
    """Identities by what is wrong with them: one message for all of them."""

    def effective(self) -> Effective:
        overlay = self.overlay
        if overlay.connector is not None and overlay.connector != self.derived.id:
            message = f"the overlay edits `{self.derived.id}`, found `{overlay.connector}`"
            self._problem("/connector", Code.ID_DIFFERS, message, f"write `connector: {self.derived.id}`")
        targets = Targets(self.operations, self.account, self.lock)
        connector = self._connector()
        weakest = {operation.identity: self._with_defaults(operation, connector) for operation in self.operations}
        around = Surroundings(
            connector,
            self.derived,
            self.definitions,
            self.lock,
            outcome_undocumented=_undocumented(overlay.outcome),
            pagination_undocumented=_undocumented(overlay.pagination),
        )
        said = self.said(targets)
        results = {
            identity: edited(weakest[identity], each.patch, each.origin, around)
            for identity, each in said.items()
            if each.patch.drop is not True
        }
        for identity, result in results.items():
            for finding in result.findings:
                self.findings.setdefault(finding, []).append(identity)
        dropped = self._dropped(said)
        final = [
            results[operation.identity].operation if operation.identity in results else weakest[operation.identity]
            for operation in self.operations
            if operation.identity not in dropped
        ]
        if connector.outcome is not None and overlay.outcome is not UNSET and not _undocumented(overlay.outcome):
            self._check_outcome(connector.outcome, final)
        self._check_ids(said, dropped.keys())
        self._check_matches(said, results)
        self._report_idle(said, results, weakest, around)
        self._report_calls(final)
        self._report_findings()
        final.sort(key=lambda operation: operation.id)
        if self.facts:
            connector = replace(connector, basis=dict(sorted({**connector.basis, **self.facts}.items())))
        warnings = tuple(sorted(self.problems, key=Problem.sort_key))
        notices = overlay.notices if overlay.notices is not UNSET else ()
        return Effective(_counted(connector, final, len(dropped)), tuple(final), tuple(dropped.values()), notices, warnings)

    # -- what was said ----------------------------------------------------------------------------------------------------------

    def said(self, targets: Targets) -> dict[str, Said]:
        """Everything that is said of an operation, by identity, in the order of the package."""
        own: dict[str, Entry] = {}
        for entry in self.overlay.operations:
            operation = targets.find(entry.identity)
            if operation is None:
                missing = targets.missing(entry.identity)
                self._problem(entry.at, Code.OVERLAY_UNMATCHED, missing.message, missing.remedy)
            elif operation.identity in own:
                first = own[operation.identity]
                line = self.overlay.place(first.at).line
                message = f"`{entry.identity}` and `{first.identity}` on line {line} are one operation, which stands twice"
                self._problem(entry.at, Code.OVERLAY_DUPLICATE, message, "make one entry of the two")
            else:
                own[operation.identity] = entry
        chosen: dict[str, list[Selector]] = {}
        for selector in self.overlay.selectors:
            matching = targets.chosen(selector)
            if not matching:
                remedy = targets.near_selector(selector)
                message = f"the selector matches no operation: {_conditions(selector)}"
                self._problem(f"/selectors/{selector.index}", Code.OVERLAY_UNMATCHED, message, remedy)
            for operation in matching:
                chosen.setdefault(operation.identity, []).append(selector)
        disagreements: dict[tuple[int, int, Path], list[str]] = {}
        said: dict[str, Said] = {}
        for operation in self.operations:
            identity = operation.identity
            selectors, mine = tuple(chosen.get(identity, ())), own.get(identity)
            if selectors or mine is not None:
                for pair in _disagreements(selectors, mine):
                    disagreements.setdefault(pair, []).append(identity)
                said[identity] = _together(selectors, mine)
        for (first_index, second_index, path), identities in disagreements.items():
            at = f"/selectors/{second_index}/set{pointer.join(path)}"
            line = self.overlay.place(f"/selectors/{first_index}").line
            message = f"`{'.'.join(path)}` of {_named(identities)} is another in the selector on line {line}"
            remedy = "make the two agree, or say it in the operation's own entry"
            self._problem(at, Code.OVERLAY_CONTRADICTION, message, remedy)
        return said

    def _dropped(self, said: Mapping[str, Said]) -> dict[str, Dropped]:
        derived = {operation.identity: operation for operation in self.operations}
        dropped: dict[str, Dropped] = {}
        for identity, each in sorted(said.items()):
            if each.patch.drop is not True:
                continue
            because = each.patch.because if each.patch.because is not UNSET else ""
            dropped[identity] = Dropped(identity, derived[identity].id, because)
            if each.entry is not None and each.entry.patch.drop is UNSET:
                message = f"`{each.entry.identity}` is edited, and a selector drops it"
                remedy = "remove the entry, or add `drop: false` to it"
                self._problem(each.entry.at, Code.OVERLAY_CONTRADICTION, message, remedy)
        return dropped

    # -- the connector ----------------------------------------------------------------------------------------------------------

    def _connector(self) -> Connector:
        overlay, connector = self.overlay, self.derived
        values: dict[str, Any] = {}
        for name in ("title", "description", "maturity"):
            if getattr(overlay, name) is not UNSET:
                values[name] = getattr(overlay, name)
        if overlay.servers is not UNSET:
            values["servers"] = tuple(edit.server for edit in overlay.servers)
        if overlay.auth is not UNSET:
            values["auth"] = self._auth()
        connector = replace(connector, **values)
        if overlay.auth is not UNSET:
            before, after = satisfiable(self.derived.auth), satisfiable(connector.auth)
            connector = replace(connector, default_security=with_satisfiable(connector.default_security, before, after))
        if overlay.default_security is not UNSET and (security := self._default_security(connector)) is not None:
            values["default_security"] = security
        if overlay.outcome is not UNSET:
            values["outcome"] = self._outcome()
        if overlay.idempotency is not UNSET:
            values["idempotency"] = overlay.idempotency
            if overlay.idempotency is Idempotency.IDEMPOTENT and overlay.because is UNSET:
                message = "every call that changes something may be repeated, without `because`"
                self._problem("/idempotency", Code.OVERLAY_BECAUSE, message, "add `because:` and the reason")
        if overlay.pagination is not UNSET:
            values["pagination"] = self._pagination()
        for name, value in values.items():
            self.facts[name] = Basis.AUTHORED
            if getattr(self.derived, name) == value and self.derived.basis.get(name) is not Basis.INFERRED:
                self._warn(f"/{name}", f"`{name}` of the connector is that already")
        if overlay.notices is not UNSET and not overlay.notices:
            self._warn("/notices", "`notices` holds nothing")
        return replace(connector, **values)

    def _auth(self) -> tuple[Any, ...]:
        known = {scheme.id: scheme for scheme in self.derived.auth}
        kept: dict[str, Any] = {}
        at_of: dict[str, int] = {}
        for index, edit in enumerate(self.overlay.auth if self.overlay.auth is not UNSET else ()):
            at = f"/auth/{index}"
            if edit.id not in known:
                meant = nearest(edit.id, known)
                if meant is not None:
                    kept.setdefault(meant, known[meant])
                listed = ", ".join(f"`{id_}`" for id_ in known) or "there is none"
                remedy = f"write `{meant}`" if meant else f"use the id of a derived scheme: {listed}"
                self._problem(at, Code.OVERLAY_CREDENTIAL, f"`{edit.id}` is no scheme of the connector", remedy)
            elif edit.id in kept:
                message = f"`{edit.id}` stands twice in `auth`, first at index {at_of[edit.id]}"
                self._problem(at, Code.OVERLAY_DUPLICATE, message, "make one item of the two")
            else:
                at_of[edit.id] = index
                fault = scheme_fault(known[edit.id], edit)
                if fault is not None:
                    self._problem(at, Code.OVERLAY_CREDENTIAL, f"`{edit.id}` {fault}", "correct the item")
                kept[edit.id] = known[edit.id] if fault is not None else edited_scheme(known[edit.id], edit)
        return tuple(kept.values())

    def _default_security(self, connector: Connector) -> Any:
        security = self.overlay.default_security
        assert security is not UNSET
        faults = tuple(unknown_schemes(security, connector, self.derived))
        for fault in faults:
            at = f"/default_security{pointer.join(fault.path)}"
            self._problem(at, fault.code, f"the default {fault.tail}", fault.remedy)
        if is_weaker(self.derived.default_security, security) and self.overlay.because is UNSET:
            message = "the connector needs fewer credentials than its description says, without `because`"
            self._problem("/default_security", Code.OVERLAY_BECAUSE, message, "add `because:` and the reason")
        return None if faults else settled(security, satisfiable(connector.auth))

    def _outcome(self) -> Outcome | None:
        edit = self.overlay.outcome
        if edit is None or edit is UNSET:
            return None
        outcome = edited_outcome(edit, self.derived.outcome)
        if outcome is None and "/outcome/success_when" in self.overlay.lost:
            return None
        if outcome is None:
            message = "the connector has an outcome, and nothing says `success_when`"
            self._problem("/outcome", Code.OVERLAY_OUTCOME, message, "add `success_when`")
            return None
        if outcome.classes and outcome.error_code is None:
            message = "the outcome has classes for codes, and no `error_code` that says where a code stands"
            self._problem("/outcome/classes", Code.OVERLAY_OUTCOME, message, "add `error_code`")
        return outcome

    def _check_outcome(self, outcome: Outcome, final: Sequence[Operation]) -> None:
        """A pointer that no answer of any operation shows is a mistake; one that only some show is worth knowing."""
        reads = tuple(pointers_of(outcome))
        shown: dict[str, int] = dict.fromkeys((at for _, at in reads), 0)
        known: dict[str, None] = {}
        described = 0
        for operation in final:
            answers = Answers(operation, self.definitions, failures=True)
            if operation.outcome is not None or not answers.roots:
                continue
            described += 1
            for at in shown:
                shown[at] += answers.look(at) is not None
            if len(known) < 500:
                known.update(dict.fromkeys(answers.names()))
        for path, at in reads:
            where = f"/outcome{pointer.join(path)}"
            if shown[at] == 0:
                meant = nearest(at, known)
                remedy = (
                    f"write `{meant}`" if meant else "correct the pointer, or add `undocumented: true` where you know the answers"
                )
                message = f"no operation answers anything at `{at}`, which `{path[0]}` reads"
                self._problem(where, Code.OVERLAY_OUTCOME, message, remedy)
            elif shown[at] < described and path[0] == "success_when":
                message = (
                    f"{described - shown[at]} of {described} operations do not show `{at}`, and will count as failed without it"
                )
                remedy = "add `undocumented: true` if they answer it all the same, or clear their `outcome`"
                self._problem(where, Code.OVERLAY_OUTCOME, message, remedy, Severity.WARNING)

    def _pagination(self) -> Pagination | None:
        edit = self.overlay.pagination
        if edit is None or edit is UNSET:
            return None
        pagination = edited_pagination(edit, self.derived.pagination, None)
        if pagination is None and "/pagination/style" in self.overlay.lost:
            return None
        if pagination is None:
            self._problem("/pagination", Code.OVERLAY_PAGINATION, "`pagination` of the connector has no `style`", "add `style`")
            return None
        for fault in shape_faults(pagination):
            # What is missing here may stand with the operation.
            if fault.path:
                at = f"/pagination{pointer.join(fault.path)}"
                self._problem(at, fault.code, f"the connector {fault.tail}", fault.remedy)
        return pagination

    def _with_defaults(self, operation: Operation, connector: Connector) -> Operation:
        """The operation under what the connector as a whole says; the same value where that does not touch it."""
        overlay = self.overlay
        if overlay.auth is not UNSET and isinstance(operation.security, AnyOf):
            before, after = satisfiable(self.derived.auth), satisfiable(connector.auth)
            security = with_satisfiable(operation.security, before, after)
            if security != operation.security:
                operation = replace(operation, security=security)
        if overlay.auth is not UNSET or overlay.default_security is not UNSET:
            operation = replace(operation, callable=is_callable(operation, connector.default_security))
        default = connector.idempotency
        if (
            overlay.idempotency is not UNSET
            and default is not None
            and operation.effect is not Effect.READ
            and operation.basis.get("idempotency") is Basis.STANDARD
            and (default is not Idempotency.KEYED or operation.idempotency_key is not None)
        ):
            basis = dict(sorted({**operation.basis, "idempotency": Basis.AUTHORED}.items()))
            operation = replace(operation, idempotency=default, basis=basis)
        return operation

    # -- checks that need all operations ----------------------------------------------------------------------------------------

    def _check_ids(self, said: Mapping[str, Said], dropped: Iterable[str]) -> None:
        """An id that an operation has or ever had belongs to it alone."""
        gone = set(dropped)
        owners: dict[str, str] = {}
        for identity, entry in self.lock.operations.items():
            for id_ in (entry.id, *entry.ids):
                owners.setdefault(id_, identity)
        here = {operation.identity: operation for operation in self.operations}
        owners.update({operation.id: operation.identity for operation in self.operations})
        pinned: dict[str, Entry] = {}
        for identity, each in said.items():
            if each.entry is None or each.entry.patch.id is UNSET or identity in gone:
                continue
            id_, at = each.entry.patch.id, f"{each.entry.at}/id"
            owner = owners.get(id_, identity)
            other = pinned.setdefault(id_, each.entry)
            if owner != identity:
                words = (
                    f"`{here[owner].method} {here[owner].path}`" if owner in here else f"`{owner}`, which is no operation any more"
                )
                message = f"`{each.entry.identity}` is pinned to `{id_}`, which belongs to {words}"
                remedy = "choose another id; one is never handed on, even when its operation gets another"
                self._problem(at, Code.OVERLAY_ID, message, remedy)
            elif other is not each.entry and id_ not in owners:
                first, second = sorted((other, each.entry), key=lambda entry: (self.overlay.place(entry.at).line or 0, entry.at))
                line = self.overlay.place(first.at).line
                message = f"`{second.identity}` is pinned to `{id_}`, and so is `{first.identity}` on line {line}"
                self._problem(f"{second.at}/id", Code.OVERLAY_ID, message, "choose another id for one of the two")

    def _check_matches(self, said: Mapping[str, Said], results: Mapping[str, Edited]) -> None:
        """A parameter, a status or a body that a selector names has to be met in one operation at least."""
        met = {at for result in results.values() for at in result.matched}
        used = {selector.index for each in said.values() for selector in each.selectors}
        for selector in self.overlay.selectors:
            if selector.index not in used:
                continue
            wanted = {path[:2] if path[0] != "body" else path[:1] for path, _ in leaves(selector.patch)}
            for path in sorted(wanted):
                if path[0] not in ("parameters", "responses", "errors", "body") or len(path) < (1 if path[0] == "body" else 2):
                    continue
                at = selector.at + pointer.join(path)
                # An entry of the operation's own may have taken over: then nothing of the selector is left to be met.
                if at not in met and not self._met_elsewhere(selector, path, said):
                    name = ".".join(path)
                    message = f"no operation that the selector matches has `{name}`"
                    self._problem(at, Code.OVERLAY_UNMATCHED, message, f"correct `{path[-1]}`, or remove it")

    def _met_elsewhere(self, selector: Selector, path: Path, said: Mapping[str, Said]) -> bool:
        return any(
            selector in each.selectors and each.origin.base(path) != selector.at and each.patch.drop is not True
            for each in said.values()
        )

    # -- warnings ---------------------------------------------------------------------------------------------------------------

    def _report_idle(
        self, said: Mapping[str, Said], results: Mapping[str, Edited], weakest: Mapping[str, Operation], around: Surroundings
    ) -> None:
        """Whatever changes nothing, key by key; an entry of which every key is idle is one warning."""
        moved: dict[int, set[str]] = {}
        total: dict[int, dict[str, Patch]] = {}
        for identity, each in said.items():
            before = weakest[identity]
            earlier: dict[Path, Any] = {}
            for selector in each.selectors:
                parts = total.setdefault(selector.index, dict(_parts(selector.patch)))
                done = moved.setdefault(selector.index, set())
                for name, part in parts.items():
                    if name in done or _repeats(part, earlier):
                        continue
                    if part.drop is True or _changes(before, part, selector.at, around):
                        done.add(name)
                earlier.update(leaves(selector.patch))
            if each.entry is None or each.patch.drop is True:
                continue
            weaker = _together(each.selectors, None)
            under = edited(before, weaker.patch, weaker.origin, around).operation if each.selectors else before
            own = dict(_parts(each.entry.patch))
            idle = [name for name, part in own.items() if not self._moves(under, part, each, around)]
            if any(finding.at.startswith(each.entry.at) for finding in results[identity].findings):
                continue
            self._warn_idle(each.entry.at, f"`{each.entry.identity}`", own, idle)
        for selector in self.overlay.selectors:
            parts = total.get(selector.index, {})
            if parts or selector.index in moved:
                idle = [name for name in parts if name not in moved[selector.index]]
                self._warn_idle(selector.at, f"`selectors[{selector.index}]`", parts, idle)

    def _moves(self, under: Operation, part: Patch, each: Said, around: Surroundings) -> bool:
        assert each.entry is not None
        if part.id is not UNSET:
            return True
        if part.drop is False:
            return any(selector.patch.drop is True for selector in each.selectors)
        return _changes(under, part, each.entry.at, around)

    def _warn_idle(self, at: str, words: str, parts: Mapping[str, Patch], idle: Sequence[str]) -> None:
        if len(idle) == len(parts):
            self._warn(at, f"the entry of {words} changes nothing")
            return
        for name in idle:
            self._warn(f"{at}/{name}", f"`{name.replace('/', '.')}` of {words} changes nothing: it is so already")

    def _report_calls(self, final: Sequence[Operation]) -> None:
        """Operations that nobody can call because of the list of schemes."""
        if self.overlay.auth is UNSET:
            return
        before = {operation.identity for operation in self.operations if operation.callable}
        lost = [operation for operation in final if not operation.callable and operation.identity in before]
        if lost:
            message = f"{_named([operation.identity for operation in lost])} cannot be called with the schemes that are left"
            remedy = "add the scheme to `auth`, or give the operations another `security`"
            self._problem("/auth", Code.NOT_CALLABLE, message, remedy, Severity.WARNING)

    def _report_findings(self) -> None:
        written = {operation.identity: f"{operation.method} {operation.path}" for operation in self.operations}
        for finding, identities in self.findings.items():
            if not self.overlay.lost.isdisjoint(finding.lacks):
                continue
            words = _named([written[identity] for identity in identities])
            self._problem(finding.at, finding.code, f"{words} {finding.tail}", finding.remedy)

    def _problem(self, at: str, code: Code, message: str, remedy: str, severity: Severity = Severity.ERROR) -> None:
        self.problems.append(Problem(self.overlay.place(at), severity, code, message, remedy))

    def _warn(self, at: str, message: str) -> None:
        self._problem(at, Code.OVERLAY_IDLE, message, "remove it", Severity.WARNING)


def _together(selectors: Sequence[Selector], entry: Entry | None) -> Said:
    layers: list[tuple[str, Patch]] = [(selector.at, selector.patch) for selector in selectors]
    if entry is not None:
        layers.append((entry.at, entry.patch))
    patch = Patch()
    bases: dict[Path, str] = {}
    for at, layer in layers:
        patch = merged(patch, layer)
        bases.update({path: at for path, _ in leaves(layer)})
    reasons = frozenset(at for at, layer in layers if layer.because is not UNSET)
    return Said(patch, Origin(bases, entry.at if entry else layers[-1][0] if layers else "", reasons), tuple(selectors), entry)


def _disagreements(selectors: Sequence[Selector], entry: Entry | None) -> Iterator[tuple[int, int, Path]]:
    """Pairs of selectors that say two things of one key which the operation's own entry does not settle."""
    own = {path for path, _ in leaves(entry.patch)} if entry is not None else set()
    said: dict[Path, tuple[int, Any]] = {}
    for selector in selectors:
        for path, value in leaves(selector.patch):
            if path == ("because",) or any(path[: len(settling)] == settling for settling in own):
                continue
            index, other = said.setdefault(path, (selector.index, value))
            if other != value:
                yield index, selector.index, path
    for path, (index, value) in said.items():
        if value is None:
            # One clears what another one fills.
            for below, (other_index, _) in said.items():
                if len(below) > len(path) and below[: len(path)] == path and other_index != index:
                    yield min(index, other_index), max(index, other_index), path


def _parts(patch: Patch) -> Iterator[tuple[str, Patch]]:
    """The patch key by key, each parameter by itself."""
    for name in type(patch).__struct_fields__:
        value = getattr(patch, name)
        if value is UNSET or name == "because":
            continue
        if name == "parameters" and value:
            for key, edit in value.items():
                yield f"parameters/{pointer.token(key)}", Patch(parameters={key: edit}, because=patch.because)
        else:
            yield name, only(patch, name, "because")


def _changes(before: Operation, part: Patch, at: str, around: Surroundings) -> bool:
    """Whether a part of a patch changes an operation, or confirms what was only inferred. What is faulty counts as a change."""
    bases = {path: at for path, _ in leaves(part)}
    result = edited(before, part, Origin(bases, at, frozenset((at,))), around)
    if result.findings or any(before.basis.get(fact) is Basis.INFERRED for fact in result.facts):
        return True
    return replace(result.operation, basis=before.basis) != before


def _repeats(part: Patch, earlier: Mapping[Path, Any]) -> bool:
    """Whether an earlier selector says all of this of the same operation."""
    said = [(path, value) for path, value in leaves(part) if path != ("because",)]
    return all(path in earlier and earlier[path] == value for path, value in said)


def _undocumented(edit: Any) -> bool:
    return edit is not UNSET and edit is not None and edit.undocumented is True


def _conditions(selector: Selector) -> str:
    said = [("tag", selector.tags), ("path", (selector.path,) if selector.path else ()), ("method", selector.methods)]
    return ", ".join(f"{name} {' or '.join(f'`{value}`' for value in values)}" for name, values in said if values)


def _named(identities: Sequence[str]) -> str:
    shown = ", ".join(f"`{identity}`" for identity in identities[:_NAMED])
    return shown if len(identities) <= _NAMED else f"{shown} and {len(identities) - _NAMED} more"
