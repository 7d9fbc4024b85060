"""An OpenAPI Overlay document (1.0 or 1.1), read strictly: every mistake in it, and the actions that are right.

Source: Overlay Specification 1.0.0 and 1.1.0, Overlay Object, Info Object, Action Object.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from connectors import canonical, pointer
from connectors.description.json_path import JsonPath, PathRefusedError
from connectors.description.locate import locate_many
from connectors.description.reading import read_document
from connectors.description.tree import Document, Json
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, OverlayError, PackageError, Problem, Severity, SourceLocation, nearest

__all__ = ["Action", "OverlayDocument", "Remarked", "Remove", "Update", "UpdateCopy", "read_overlay_document"]

_VERSION = re.compile(r"([0-9]+)\.([0-9]+)\.([0-9]+)(?:-.*)?", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Update:
    """Merge a value into each selected node."""

    value: Json


@dataclass(frozen=True, slots=True)
class UpdateCopy:
    """Merge the one node that `source` selects into each selected node. Since 1.1."""

    source: JsonPath


@dataclass(frozen=True, slots=True)
class Remove:
    """Take each selected node out of what holds it."""


@dataclass(frozen=True, slots=True)
class Action:
    """One change: `index` is its place among the actions, from 0."""

    index: int
    target: JsonPath
    change: Update | UpdateCopy | Remove

    @property
    def pointer(self) -> str:
        """Where it stands in the document."""
        return f"/actions/{self.index}"


@dataclass(slots=True)
class Remarked:
    """The mistakes of one document, by pointer; their lines are found when all of them are known."""

    document: Document
    found: list[tuple[str, Severity, Code, str, str]] = field(default_factory=list)

    def error(self, at: str, code: Code, message: str, remedy: str) -> None:
        """Note what has to be mended."""
        self.found.append((at, Severity.ERROR, code, message, remedy))

    def warning(self, at: str, code: Code, message: str, remedy: str) -> None:
        """Note what may be mended."""
        self.found.append((at, Severity.WARNING, code, message, remedy))

    def problems(self) -> list[Problem]:
        """All of it, with lines and columns."""
        document = self.document
        places = locate_many(document.text, document.syntax, {at for at, *_ in self.found})
        problems: list[Problem] = []
        for at, severity, code, message, remedy in self.found:
            line, column = places.get(at, (None, None))
            problems.append(Problem(SourceLocation(document.shown_as, line, column, at), severity, code, message, remedy))
        return problems


@dataclass(frozen=True, slots=True)
class OverlayDocument:
    """What was read. `actions` are those without a mistake; `remarks` holds the mistakes of the others."""

    remarks: Remarked
    minor: int
    """0 or 1: the feature set."""
    extends: str | None
    actions: tuple[Action, ...]


def read_overlay_document(data: bytes, shown_as: str, limits: Limits) -> OverlayDocument:
    """Read a document, JSON or YAML.

    Raises OverlayError for a text that is neither or no Overlay document at all, PackageError (exit status 2) for a newer version.
    """
    if not data.strip():
        raise OverlayError([_whole(shown_as, "expected an OpenAPI Overlay document, found a file without content")])
    try:
        document = read_document(data, shown_as=shown_as, limits=limits)
    except DescriptionError as error:
        raise OverlayError(error.problems) from error
    tree = document.tree
    if not isinstance(tree, dict) or "overlay" not in tree:
        keyed = isinstance(tree, dict) and "schema_version" in tree
        found = "the overlay of a package, which `--overlay` takes" if keyed else "a document without `overlay`"
        raise OverlayError([_whole(shown_as, f"expected an OpenAPI Overlay document, found {found}")])
    remarks = Remarked(document)
    minor = _minor(tree["overlay"], remarks)
    reader = _Reader(remarks, minor)
    reader.known(tree, "", ("overlay", "info", "extends", "actions"), "the document")
    reader.info(tree)
    extends = reader.text(tree, "", "extends") if "extends" in tree else None
    return OverlayDocument(remarks, minor, extends, tuple(reader.actions(tree)))


def _whole(shown_as: str, message: str) -> Problem:
    remedy = "begin it with `overlay: 1.1.0`, `info` and `actions`, or name another file"
    return Problem(SourceLocation(shown_as, 1, 1), Severity.ERROR, Code.DESCRIPTION_OVERLAY_MALFORMED, message, remedy)


def _minor(version: Json, remarks: Remarked) -> int:
    found = _VERSION.fullmatch(version) if isinstance(version, str) else None
    if found is None:
        message = f"`overlay` is a version such as `1.1.0`, in quotes where it looks like a number, found {_found(version)}"
        remarks.error("/overlay", Code.DESCRIPTION_OVERLAY_VERSION, message, "write `overlay: 1.1.0`")
        raise OverlayError(remarks.problems())
    major, minor = int(found[1]), int(found[2])
    if (major, minor) > (1, 1):
        message = f"Overlay documents are read up to version 1.1, found `{version}`"
        remarks.error("/overlay", Code.DESCRIPTION_OVERLAY_VERSION, message, "upgrade connectors, or write the document for 1.1.0")
        raise PackageError(remarks.problems(), exit_status=2)
    if major != 1:
        message = f"`overlay` is 1.0 or 1.1, found `{version}`"
        remarks.error("/overlay", Code.DESCRIPTION_OVERLAY_VERSION, message, "write `overlay: 1.1.0`")
        raise OverlayError(remarks.problems())
    return minor


class _Reader:
    """Reads one document and remarks on what is wrong with it."""

    def __init__(self, remarks: Remarked, minor: int) -> None:
        self.remarks = remarks
        self.minor = minor

    def wrong(self, at: str, message: str, remedy: str) -> None:
        self.remarks.error(at, Code.DESCRIPTION_OVERLAY_MALFORMED, message, remedy)

    def known(self, node: dict[str, Json], at: str, keys: Collection[str], what: str, later: Collection[str] = ()) -> None:
        """Refuse every key that the standard does not name; `later` are those of 1.1 in a document of 1.0."""
        for key in node:
            if key in keys or key.startswith("x-"):
                continue
            below = at + pointer.join([key])
            if key in later:
                self.wrong(below, f"`{key}` of {what} is of Overlay 1.1, and this document is of 1.0", "write `overlay: 1.1.0`")
                continue
            meant = nearest(key, keys)
            remedy = f"write `{meant}`" if meant else "remove it, or begin its name with `x-`"
            self.wrong(below, f"{what} has no field `{key}`", remedy)

    def text(self, node: dict[str, Json], at: str, key: str) -> str | None:
        value = node[key]
        if not isinstance(value, str):
            remedy = "write it in quotes" if isinstance(value, int | float | bool) else "write one text"
            self.wrong(f"{at}/{key}", f"`{key}` is a text, found {_found(value)}", remedy)
            return None
        return value

    def info(self, tree: dict[str, Json]) -> None:
        info = tree.get("info")
        if "info" not in tree:
            self.wrong("", "expected `info`, found none", "add `info` with `title` and `version`")
        elif not isinstance(info, dict):
            self.wrong("/info", f"`info` is an object, found {_found(info)}", "write `title` and `version` below it")
        else:
            newer = ("description",)
            self.known(info, "/info", ("title", "version", *(newer if self.minor else ())), "`info`", newer)
            for key in ("title", "version"):
                if key in info:
                    self.text(info, "/info", key)
                else:
                    self.wrong("/info", f"expected `{key}` in `info`, found none", f"add `{key}`")
            if self.minor and "description" in info:
                self.text(info, "/info", "description")

    def actions(self, tree: dict[str, Json]) -> Iterable[Action]:
        actions = tree.get("actions")
        if "actions" not in tree:
            self.wrong("", "expected `actions`, found none", "add `actions`, a list with one action at least")
            return
        if not isinstance(actions, list) or not actions:
            found = "none" if actions == [] else _found(actions)
            message = f"`actions` is a list with one action at least, found {found}"
            self.wrong("/actions", message, "write one action, or leave the document out")
            return
        seen: dict[bytes, int] = {}
        for index, node in enumerate(actions):
            at = f"/actions/{index}"
            if not isinstance(node, dict):
                self.wrong(at, f"an action is an object, found {_found(node)}", "write `target` and what is to be done with it")
                continue
            first = seen.setdefault(bytes(canonical.raw(node)), index)
            if first != index:
                self.wrong(at, f"the action says what action {first + 1} says", "remove one of the two")
                continue
            action = self.action(node, index, at)
            if action is not None:
                yield action

    def action(self, node: dict[str, Json], index: int, at: str) -> Action | None:
        before = len(self.remarks.found)
        newer = ("copy",)
        keys = ("target", "description", "update", "remove", *(newer if self.minor else ()))
        self.known(node, at, keys, "the action", newer)
        if "description" in node:
            self.text(node, at, "description")
        target = self.path(node, at, "target")
        if "target" not in node:
            self.wrong(at, "expected `target` in the action, found none", "add `target`, a JSONPath such as `$.info`")
        removes = node.get("remove", False)
        if not isinstance(removes, bool):
            self.wrong(f"{at}/remove", f"`remove` is `true` or `false`, found {_found(removes)}", "write `true`, without quotes")
        changes: dict[str, Callable[[], Update | UpdateCopy | Remove | None]] = {}
        if "update" in node:
            changes["update"] = lambda: Update(node["update"])
        if "copy" in node and self.minor:
            changes["copy"] = lambda: UpdateCopy(source) if (source := self.path(node, at, "copy")) is not None else None
        if removes is True:
            changes["remove"] = Remove
        if len(changes) > 1:
            names = " and ".join(f"`{name}`" for name in changes)
            self.wrong(at, f"an action does one thing, found {names}", "keep one of them, or make two actions")
        elif not changes and len(self.remarks.found) == before:
            self.wrong(at, "the action says what it is about, and not what to do", "add `update`, or `remove: true`")
        done = [change() for change in changes.values()]
        if len(self.remarks.found) > before or target is None or len(done) != 1 or done[0] is None:
            return None
        return Action(index, target, done[0])

    def path(self, node: dict[str, Json], at: str, key: str) -> JsonPath | None:
        if key not in node:
            return None
        text = self.text(node, at, key)
        if text is None:
            return None
        try:
            return JsonPath(text)
        except PathRefusedError as error:
            remedy = "begin it with `$`; a name with other characters than letters, digits and `_` stands as `['a-b']`"
            self.remarks.error(f"{at}/{key}", Code.DESCRIPTION_OVERLAY_PATH, f"`{key}` cannot be evaluated: {error}", remedy)
            return None


def _found(value: Json) -> str:
    """What was found instead of the value that was expected."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return f"`{value[:60]}`"
    if value is None:
        return "nothing"
    return f"`{str(value).lower()[:60]}`"
