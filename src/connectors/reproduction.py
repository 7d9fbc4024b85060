"""Whether a package is what its description gives today, byte for byte; and where it is not, in words."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from connectors import canonical, pointer
from connectors.inputs import Again
from connectors.model.connector import FileEntry, Provenance
from connectors.pipeline import Regenerated, derivation_of, other_derivation, regenerated
from connectors.problems import Code, ConnectorsError, PackageError, Problem, Severity, SourceLocation, UsageError
from connectors.store import layout
from connectors.store.folder import look, read_file
from connectors.validation import Kind, Verdict
from connectors.version import DERIVATION_VERSION

__all__ = ["differences", "proven"]

_GRAVEST_FIRST = (70, 2, 3, 1, 0)
_LONGEST = 60
"""Characters of a value that a sentence shows."""
_REMEDY = "run `connectors gen`, and review what it changes; or undo the edit"
# What tells the items of a list apart, so that one that is added does not make all behind it another.
_NAMES = ("identity", "key", "name", "status", "id", "path", "media_type", "scheme", "kind", "url")


def proven(
    verdicts: Sequence[Verdict],
    source: str,
    *,
    root: Path | None = None,
    again: Again = Again(),  # noqa: B008
    most: int | None = None,
) -> tuple[Verdict, ...]:
    """The verdict on the one package, with every difference from what the description SOURCE gives under the package's own files.

    At most `most` differences are told, and a count of the rest. Nothing is written. Further files of the description are looked for
    below `root`, or below its folder. Raises UsageError unless exactly one package was judged.
    """
    packages = [verdict for verdict in verdicts if verdict.kind is Kind.PACKAGE]
    if len(verdicts) != 1 or len(packages) != 1:
        message = f"`--source` proves one package against its description, found {len(packages)} packages to validate"
        raise UsageError([Problem(None, Severity.ERROR, Code.USAGE, message, "name one package")])
    verdict = packages[0]
    try:
        found, status = tuple(differences(verdict.directory, source, root, again)), 0
    except ConnectorsError as error:
        # What stands in the package itself was reported by its validation already.
        found, status = error.problems, error.exit_status
    known = set(verdict.problems)
    new = [problem for problem in found if problem not in known]
    if most is not None and len(new) > most:
        message = f"the package differs from what the description gives in {len(new):,} ways; the first {most} follow"
        new = [Problem(None, Severity.ERROR, Code.CHECK_DIFFERS, message, "ask for all of them with `--json`"), *new[:most]]
    if new and not status:
        status = 1
    problems = (*verdict.problems, *new)
    gravest = next(one for one in _GRAVEST_FIRST if one in (status, verdict.exit_status))
    return (replace(verdict, problems=problems, exit_status=gravest),)


def differences(
    directory: Path,
    source: str,
    root: Path | None = None,
    again: Again = Again(),  # noqa: B008
) -> Iterator[Problem]:
    """Every way in which the files of a package are not what the description gives, the causes first.

    Raises ConnectorsError where the description cannot be read, or where a person has to decide something before it can be derived.
    """
    made = regenerated(directory, source, root, again)
    on_disk = _on_disk(directory)
    causes = tuple(_causes(directory, on_disk.get(layout.CONNECTOR), made))
    yield from causes
    if made.files is None:
        yield from (problem for problem in made.problems if problem.severity is Severity.ERROR)
        return
    yield from _of_files(directory, on_disk, made.files, another=bool(causes))


def _on_disk(directory: Path) -> dict[str, bytes]:
    try:
        return {path: read_file(directory / path) for path in look(directory).files if layout.is_named(path)}
    except OSError as error:
        message = f"`{directory}` cannot be read: {error.strerror or error}"
        problem = Problem(
            SourceLocation(str(directory)),
            Severity.ERROR,
            Code.PACKAGE_UNREADABLE,
            message,
            "make its files readable regular files",
        )
        raise PackageError([problem], exit_status=2) from error


# -- why ------------------------------------------------------------------------------------------------------------------------


def _causes(directory: Path, card: bytes | None, made: Regenerated) -> Iterator[Problem]:
    """Another description, another further file of it, other rules: what explains all that differs besides."""
    where = str(directory / layout.CONNECTOR)
    derivation = derivation_of(directory)
    if derivation is not None and derivation != DERIVATION_VERSION:
        place = SourceLocation(where, pointer="/provenance/derivation")
        yield Problem(
            place, Severity.ERROR, Code.CHECK_DIFFERS, other_derivation(derivation), "run `connectors gen` to derive it anew"
        )
    old = _provenance(card)
    if old is None:
        return
    yield from _digests(where, "the description", "/provenance/sha256", old.sha256, made.provenance.sha256)
    for name, word in (("documents", "the further document"), ("overlays", "the OpenAPI Overlay")):
        before: dict[str, FileEntry] = {entry.path: entry for entry in getattr(old, name)}
        after: dict[str, FileEntry] = {entry.path: entry for entry in getattr(made.provenance, name)}
        for path in sorted(before.keys() | after.keys()):
            what = f"{word} `{path}`"
            at = f"/provenance/{name}"
            if path not in after:
                yield _digest_problem(where, at, f"{what} was read when the package was derived, and is not read now")
            elif path not in before:
                yield _digest_problem(where, at, f"{what} is read now, and was not when the package was derived")
            else:
                yield from _digests(where, what, at, before[path].sha256, after[path].sha256)


def _provenance(card: bytes | None) -> Provenance | None:
    try:
        return msgspec.convert(msgspec.json.decode(card or b"")["provenance"], Provenance)
    except (msgspec.MsgspecError, KeyError, TypeError):
        return None


def _digests(where: str, what: str, at: str, expected: str, found: str) -> Iterator[Problem]:
    if expected != found:
        yield _digest_problem(where, at, f"{what} has another digest: `{expected}` expected, `{found}` found")


def _digest_problem(where: str, at: str, message: str) -> Problem:
    remedy = "name the description that the package was derived from, or run `connectors gen` with this one"
    return Problem(SourceLocation(where, pointer=at), Severity.ERROR, Code.DESCRIPTION_DIFFERS, message, remedy)


# -- what -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Difference:
    """One value that is another: its pointer in the old document, its path in words, both values (`_ABSENT` where there is none)."""

    pointer: str
    words: str
    old: Any
    new: Any


_DECODER = msgspec.json.Decoder(float_hook=canonical.number)


class _Absent:
    pass


_ABSENT = _Absent()


def _of_files(directory: Path, old: Mapping[str, bytes], new: Mapping[str, bytes], *, another: bool) -> Iterator[Problem]:
    """`another` says that the causes were told, which every header and notice repeats."""
    changed = sorted(path for path in old.keys() | new.keys() if old.get(path) != new.get(path) and path not in layout.AUTHORED)
    operations = [path for path in changed if path.startswith("operations/")]
    told = list(_of_operations(directory, old, new, operations))
    some = bool(told)
    sealed = _is_sealed(old)
    for path in changed:
        if path in operations or (another and path in (layout.NOTICE, layout.REUSE)):
            continue
        if sealed or path in (layout.CONNECTOR, layout.COVERAGE, layout.SCHEMAS):
            told += _of_file(directory, path, old.get(path), new.get(path), lambda path, at: _follows(path, at, sealed, some))
    yield from told
    if changed and sealed and not told and not another:
        names = ", ".join(f"`{path}`" for path in changed[:4])
        yield _differs(str(directory), "", f"the description gives other bytes for {names}")


def _of_file(
    directory: Path, path: str, old: bytes | None, new: bytes | None, follows: Callable[[str, str], bool]
) -> Iterator[Problem]:
    place = str(directory / path)
    before, after = _tree(old), _tree(new)
    if new is None:
        yield _differs(place, "", f"`{path}` is in the package, and the description gives no such file")
    elif old is None:
        yield _differs(str(directory), "", f"`{path}` is missing in the package, and the description gives it")
    elif isinstance(before, dict) and isinstance(after, dict):
        found = list(_between(before, after, (), ""))
        yield from (_told(place, f"`{path}`", item) for item in found if not follows(path, item.pointer))
        if not found:
            yield _differs(place, "", f"`{path}` holds the same values, spelled another way")
    else:
        yield _differs(place, "", f"`{path}` has another text than the description gives")


def _is_sealed(files: Mapping[str, bytes]) -> bool:
    """Whether the authored files are those that the package was sealed with. Where they are not, validation says so.

    What an edit changes outside of the derived half is then no matter of the description.
    """
    card = _tree(files.get(layout.CONNECTOR))
    listed = card.get("files") if isinstance(card, dict) else None
    known = {item.get("path"): item.get("sha256") for item in listed if isinstance(item, dict)} if isinstance(listed, list) else {}
    return all(known.get(path) == (canonical.digest(files[path]) if path in files else None) for path in layout.AUTHORED)


# Digests of files that differ, and what the causes have said already.
_FOLLOWS = (
    "/files", "/provenance/sha256", "/provenance/bytes", "/provenance/documents", "/provenance/overlays", "/provenance/derivation",
    "/header/source_sha256", "/header/derivation",
)  # fmt: skip
_AUTHORED = ("/header", "/provenance", "/rights", "/counts/curated", "/counts/dropped")


def _follows(path: str, at: str, sealed: bool, told: bool) -> bool:
    """Whether a difference only follows from another one that is told; `told` says that operations differ."""
    if path == layout.CONNECTOR:
        return at.startswith(_FOLLOWS) or (not sealed and at.startswith(_AUTHORED)) or (told and at.startswith("/counts/"))
    if path == layout.COVERAGE and told and at.startswith(("/operations", "/declared")):
        return True
    return at.startswith("/header") or (path == layout.LOCK and told)


def _of_operations(directory: Path, old: Mapping[str, bytes], new: Mapping[str, bytes], paths: Iterable[str]) -> Iterator[Problem]:
    """Operations side by side by what they are, wherever their names put them."""
    listed = list(paths)
    before = {name: found for path in listed for name, found in _operations(path, old.get(path))}
    after = {name: found for path in listed for name, found in _operations(path, new.get(path))}
    for identity in sorted(before.keys() | after.keys()):
        if identity not in after:
            path, at, operation = before[identity]
            message = f"`{operation.get('id')}` ({identity}) is in the package, and the description gives no such operation"
            yield _differs(str(directory / path), at, message)
        elif identity not in before:
            path, _, operation = after[identity]
            message = f"`{operation.get('id')}` ({identity}) is missing in the package, and the description gives it"
            yield _differs(str(directory / (path if path in old else layout.CONNECTOR)), "", message)
        else:
            path, at, one = before[identity]
            subject = f"`{one.get('id')}` ({identity})"
            for item in _between(one, after[identity][2], (), ""):
                yield _told(str(directory / path), subject, replace(item, pointer=at + item.pointer))
    for path in listed:
        if path in old and path in new and _tree(old[path]) == _tree(new[path]):
            yield _differs(str(directory / path), "", f"`{path}` holds the same values, spelled another way")


def _operations(path: str, data: bytes | None) -> Iterator[tuple[str, tuple[str, str, dict[str, Any]]]]:
    tree = _tree(data)
    found = tree.get("operations") if isinstance(tree, dict) else None
    for index, operation in enumerate(found if isinstance(found, list) else ()):
        if isinstance(operation, dict):
            yield str(operation.get("identity")), (path, f"/operations/{index}", operation)


def _tree(data: bytes | None) -> Any:
    """The JSON of a file, numbers as they are spelled; None where it is none."""
    try:
        return _DECODER.decode(data) if data is not None else None
    except (msgspec.MsgspecError, ValueError, ArithmeticError, RecursionError):
        return None


def _between(old: Any, new: Any, path: tuple[str | int, ...], words: str) -> Iterator[_Difference]:
    """Every value that differs, the smallest ones that do."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            below = f"{words}.{key}" if words else str(key)
            yield from _between(old.get(key, _ABSENT), new.get(key, _ABSENT), (*path, key), below)
        return
    if isinstance(old, list) and isinstance(new, list) and (names := _named(old, new)) is not None:
        before, after = names
        for name in dict.fromkeys((*before, *after)):
            index, one = before.get(name, (len(old), _ABSENT))
            yield from _between(one, after.get(name, (0, _ABSENT))[1], (*path, index), f"{words}.{name}")
        if list(before) != list(after) and before.keys() == after.keys():
            yield _Difference(pointer.join(path), f"the order of {words}", list(before), list(after))
        return
    if type(old) is not type(new) or old != new:
        yield _Difference(pointer.join(path), words, old, new)


def _named(old: list[Any], new: list[Any]) -> tuple[dict[str, tuple[int, Any]], dict[str, tuple[int, Any]]] | None:
    """Both lists by the names of their items; None where items have none, or share one."""
    for key in _NAMES:
        found = []
        for items in (old, new):
            names = [item.get(key) if isinstance(item, dict) else None for item in items]
            if not all(isinstance(name, str) for name in names) or len(set(names)) != len(names):
                break
            found.append({str(name): (index, item) for index, (name, item) in enumerate(zip(names, items, strict=True))})
        if len(found) == 2 and (old or new):
            return found[0], found[1]
    return None


def _told(file: str, subject: str, item: _Difference) -> Problem:
    at = item.pointer
    if item.new is _ABSENT:
        message = f"{subject}: `{item.words}` is {_shown(item.old)} in the package, and the description gives none"
    elif item.old is _ABSENT:
        message = f"{subject}: `{item.words}` is missing in the package, and the description gives {_shown(item.new)}"
        at = at.rpartition("/")[0]
    else:
        message = f"{subject}: `{item.words}` is {_shown(item.old)} in the package, and the description gives {_shown(item.new)}"
    return _differs(file, at, message)


def _shown(value: Any) -> str:
    text = canonical.raw(value)
    spelled = bytes(text).decode()
    return f"`{spelled}`" if len(spelled) <= _LONGEST else f"`{spelled[:_LONGEST]}…`"


def _differs(file: str, at: str, message: str) -> Problem:
    return Problem(SourceLocation(file, pointer=at), Severity.ERROR, Code.CHECK_DIFFERS, message, _REMEDY)
