"""A description with OpenAPI Overlay documents applied to it, before anything else looks at it.

The standard lets an action that selects nothing succeed. Here it is an error, as an entry of `overlay.yaml` that matches nothing is: a
vendor who renames something would switch the correction off in silence. Only the entry document is edited; references are not followed.
Source: Overlay Specification 1.1.0, Action Object.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from connectors import pointer
from connectors.description.json_path import Budget, BudgetSpentError, JsonPath, Location, shown
from connectors.description.overlay_document import (
    Action,
    OverlayDocument,
    Remarked,
    Remove,
    UpdateCopy,
    read_overlay_document,
)
from connectors.description.tree import Document, Json
from connectors.limits import Limits
from connectors.problems import Code, OverlayError, PackageError, Problem, Severity, nearest

__all__ = ["GivenOverlay", "overlaid"]

_STEPS = 5_000_000
_STEPS_PER_CHARACTER = 3
"""What the paths of all overlays together may cost: a step takes about a microsecond at worst."""
_NAMED = 3


@dataclass(frozen=True, slots=True)
class GivenOverlay:
    """An Overlay document to be applied. `shown_as` is what people call the file; `is_other` says whether `extends` names another description."""

    data: bytes
    shown_as: str
    is_other: Callable[[str], bool]


def overlaid(entry: Document, overlays: Iterable[GivenOverlay], limits: Limits) -> tuple[Document, list[Problem]]:
    """Apply overlays, in their order, and their actions in theirs. `entry` stays as it is; the problems are warnings.

    Raises OverlayError with every mistake of every document, PackageError (exit status 2) for one of a newer version.
    """
    problems: list[Problem] = []
    newer: list[Problem] = []
    run = _Run(entry, limits)
    for overlay in overlays:
        try:
            document = read_overlay_document(overlay.data, overlay.shown_as, limits)
        except PackageError as error:
            newer += error.problems
            continue
        except OverlayError as error:
            problems += error.problems
            continue
        if document.extends is not None and overlay.is_other(document.extends):
            message = f"the overlay is meant for `{document.extends}`, and is applied to `{entry.shown_as}`"
            remedy = "correct `extends`, or leave the overlay out"
            document.remarks.warning("/extends", Code.DESCRIPTION_OVERLAY_EXTENDS, message, remedy)
        finished = run.apply(document)
        problems += document.remarks.problems()
        if not finished:
            break
    if newer and not any(problem.severity is Severity.ERROR for problem in problems):
        raise PackageError(newer, exit_status=2)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise OverlayError([problem for problem in (*problems, *newer) if problem.severity is Severity.ERROR])
    return msgspec.structs.replace(entry, tree=run.tree, shifted=tuple(sorted(run.shifted))), problems


class _IncompatibleError(Exception):
    """A value cannot be merged with what is there; `at` leads from the node to the place."""

    def __init__(self, at: tuple[str, ...], old: Json, new: Json) -> None:
        super().__init__(f"{_kind(new)} cannot be merged with {_kind(old)}")
        self.at = at


class _Run:
    """The tree as the actions so far have left it. No node of the description or of an overlay is ever changed: nodes on the way to a
    change are replaced by copies, so that what an alias or an update puts in several places is changed in one of them alone.
    """

    def __init__(self, entry: Document, limits: Limits) -> None:
        self.tree = entry.tree
        self.limits = limits
        self.steps = Budget(_STEPS + _STEPS_PER_CHARACTER * len(entry.text))
        self.nodes = limits.alias_nodes
        self.shifted: set[str] = set()

    def apply(self, document: OverlayDocument) -> bool:
        """Take every action; what is wrong with one is remarked, and the others are taken all the same. False where a limit ended it."""
        for action in document.actions:
            try:
                self._act(action, document)
            except BudgetSpentError:
                message = "the paths of the overlays take more steps than a document of this size is worth"
                remedy = "write paths that begin with names, as `$.paths.*.get`, where `..` visits every node"
                document.remarks.error(f"{action.pointer}/target", Code.DESCRIPTION_OVERLAY_LIMIT, message, remedy)
                return False
            except _TooMuchError as error:
                document.remarks.error(action.pointer, Code.DESCRIPTION_OVERLAY_LIMIT, str(error), error.remedy)
                return False
        return True

    def _act(self, action: Action, document: OverlayDocument) -> None:
        remarks = document.remarks
        found = self._selected(action.target, action, "target", remarks)
        if not found:
            return
        change = action.change
        if isinstance(change, Remove):
            if document.minor == 0 and (items := [at for at in found if at and isinstance(at[-1], int) and self._is_primitive(at)]):
                message = f"`{shown(items[0])}` is a primitive item of a list, which Overlay 1.0 does not remove"
                self._incompatible(action, "target", message, "write `overlay: 1.1.0`", remarks)
            elif () in found:
                self._incompatible(action, "target", "the whole description cannot be removed", "select a part of it", remarks)
            else:
                self._remove(found)
            return
        if isinstance(change, UpdateCopy):
            sources = self._selected(change.source, action, "copy", remarks)
            if len(sources) > 1:
                listed = ", ".join(f"`{shown(at)}`" for at in sources[:_NAMED])
                message = f"`copy` selects one node, found {len(sources)}: {listed}"
                self._incompatible(action, "copy", message, "write a path that selects one of them", remarks)
            if len(sources) != 1:
                return
            value, key = _at(self.tree, sources[0]), "copy"
        else:
            value, key = change.value, "update"
        self._merge(action, found, value, key, document)

    def _merge(self, action: Action, found: list[Location], value: Json, key: str, document: OverlayDocument) -> None:
        remarks = document.remarks
        kinds = {_kind(_at(self.tree, at)) for at in found}
        if len(kinds) > 1:
            listed = " and ".join(sorted(kinds))
            message = f"the nodes that are updated are of one kind, found {listed}"
            self._incompatible(action, "target", message, "make an action for each kind", remarks)
            return
        if document.minor == 0 and kinds == {_PRIMITIVE}:
            message = "Overlay 1.0 updates objects and lists, and the target is a primitive"
            remedy = "write `overlay: 1.1.0`, or select the object that holds it"
            self._incompatible(action, "target", message, remedy, remarks)
            return
        if document.minor == 0 and kinds == {_LIST} and isinstance(value, list):
            message = "Overlay 1.0 appends one entry, and the update is a list: its items may be meant, or the list itself"
            remedy = "write `overlay: 1.1.0`, which appends its items; `[[…]]` appends a list"
            self._incompatible(action, key, message, remedy, remarks)
            return
        self._admit(value, found)
        if kinds == {_LIST} and not isinstance(value, list):
            value = [value]
        editor = _Editor(self.tree)
        changed = False
        for at in found:
            old = editor.at(at)
            try:
                new = _merged(old, value)
            except _IncompatibleError as error:
                place = f"`{shown((*at, *error.at))}`"
                remedy = "write a value of the same kind, or remove what is there in an action before this one"
                self._incompatible(action, key, f"{error} at {place}", remedy, remarks, error.at if key == "update" else ())
                return
            if new is not old:
                changed = True
                editor.put(at, new)
        if changed:
            self.tree = editor.tree
        else:
            message = f"the {key} changes nothing: what it says is so already"
            remarks.warning(action.pointer, Code.DESCRIPTION_OVERLAY_IDLE, message, "remove the action")

    def _selected(self, path: JsonPath, action: Action, key: str, remarks: Remarked) -> list[Location]:
        found = path.locations(self.tree, self.steps)
        if not found:
            message = f"`{path.text}` selects nothing in the description"
            remedy = self._advice(path)
            remarks.error(f"{action.pointer}/{key}", Code.DESCRIPTION_OVERLAY_UNMATCHED, message, remedy)
        return found

    def _advice(self, path: JsonPath) -> str:
        reached, name = path.broken_at(self.tree, self.steps)
        nodes = [_at(self.tree, at) for at in reached]
        references = [node["$ref"] for node in nodes if isinstance(node, dict) and isinstance(node.get("$ref"), str)]
        if references:
            return f"select what the reference `{references[0]}` leads to; references are not followed, and only the first document is edited"
        if name is not None:
            known = dict.fromkeys(key for node in nodes if isinstance(node, dict) for key in node)
            meant = nearest(name, known)
            if meant is not None:
                at = next(at for at, node in zip(reached, nodes, strict=True) if isinstance(node, dict) and meant in node)
                return f"write `{shown((*at, meant))}` for that part, or remove the action if the vendor removed it"
        if reached != [()]:
            return f"correct the path: `{shown(reached[0])}` is there; or remove the action if the vendor removed what it is about"
        return "correct the path, or remove the action if the vendor removed what it is about"

    def _incompatible(
        self, action: Action, key: str, message: str, remedy: str, remarks: Remarked, below: Sequence[str] = ()
    ) -> None:
        at = f"{action.pointer}/{key}{pointer.join(below)}"
        remarks.error(at, Code.DESCRIPTION_OVERLAY_INCOMPATIBLE, message, remedy)

    def _is_primitive(self, at: Location) -> bool:
        return _kind(_at(self.tree, at)) == _PRIMITIVE

    def _remove(self, found: list[Location]) -> None:
        editor = _Editor(self.tree)
        gone = set(found)
        # From the end, so that the indexes of what is still to be removed stay right; what stands in a removed node goes with it.
        for at in sorted(found, key=_order, reverse=True):
            if any(at[:length] in gone for length in range(1, len(at))):
                continue
            editor.remove(at)
            if isinstance(at[-1], int):
                self.shifted.add(pointer.join(at[:-1]))
        self.tree = editor.tree

    def _admit(self, value: Json, found: list[Location]) -> None:
        """Raise _TooMuchError where a value would make the description too large or too deep."""
        size, depth = _extent(value, self.nodes)
        self.nodes -= size * len(found)
        if self.nodes < 0:
            message = f"the overlays put more than {self.limits.alias_nodes:,} nodes into the description"
            raise _TooMuchError(message, "write references in their place, or raise the limit with `--max-alias-nodes`")
        if max(map(len, found)) + depth > self.limits.nesting:
            message = f"the overlay nests more than {self.limits.nesting} levels deep"
            raise _TooMuchError(message, "write it flatter, or raise the limit with `--max-nesting`")


class _TooMuchError(Exception):
    """A limit was met."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


class _Editor:
    """Edits of one action. What was copied for it once is its own, and is changed in place after that."""

    def __init__(self, tree: Json) -> None:
        self.tree = tree
        self._own: dict[int, Json] = {}

    def at(self, location: Location) -> Json:
        """The node at a location."""
        return _at(self.tree, location)

    def put(self, location: Location, value: Json) -> None:
        """Put another node in the place of the one there."""
        if not location:
            self.tree = value
            return
        _set(self._owned(location[:-1]), location[-1], value)

    def remove(self, location: Location) -> None:
        """Take the node out of what holds it."""
        holder: Any = self._owned(location[:-1])
        del holder[location[-1]]

    def _owned(self, location: Location) -> Json:
        node = self.tree = self._copied(self.tree)
        for key in location:
            child = self._copied(_member(node, key))
            _set(node, key, child)
            node = child
        return node

    def _copied(self, node: Json) -> Json:
        if id(node) in self._own:
            return node
        copy: Json = dict(node) if isinstance(node, dict) else list(node) if isinstance(node, list) else node
        self._own[id(copy)] = copy
        return copy


def _member(node: Any, key: str | int) -> Json:
    member: Json = node[key]
    return member


def _set(node: Any, key: str | int, value: Json) -> None:
    node[key] = value


def _at(tree: Json, location: Location) -> Json:
    for key in location:
        tree = _member(tree, key)
    return tree


def _order(location: Location) -> tuple[tuple[bool, str | int], ...]:
    return tuple((isinstance(key, int), key) for key in location)


_OBJECT, _LIST, _PRIMITIVE = "an object", "a list", "a primitive"


def _kind(value: Json) -> str:
    return _OBJECT if isinstance(value, dict) else _LIST if isinstance(value, list) else _PRIMITIVE


def _merged(old: Json, new: Json) -> Json:
    """Objects merge member by member, lists append, primitives replace; `old` itself where nothing changes. Raises _IncompatibleError."""
    if isinstance(old, dict) and isinstance(new, dict):
        result = old
        for key, value in new.items():
            if key in old:
                try:
                    member = _merged(old[key], value)
                except _IncompatibleError as error:
                    error.at = (key, *error.at)
                    raise
                if member is old[key]:
                    continue
            else:
                member = value
            if result is old:
                result = dict(old)
            result[key] = member
        return result
    if isinstance(old, list) and isinstance(new, list):
        return [*old, *new] if new else old
    if _kind(old) != _PRIMITIVE or _kind(new) != _PRIMITIVE:
        raise _IncompatibleError((), old, new)
    return old if type(old) is type(new) and old == new else new


def _extent(value: Json, most: int) -> tuple[int, int]:
    """How many nodes a value has, aliases written out, and how many levels; counting ends a little beyond `most`."""
    nodes = levels = 0
    level: list[Json] = [value]
    while level and nodes <= most:
        nodes += len(level)
        levels += 1
        below: list[Json] = []
        for node in level:
            if isinstance(node, dict):
                below += node.values()
            elif isinstance(node, list):
                below += node
            if len(below) > most:
                break
        level = below
    return nodes + len(level), levels
