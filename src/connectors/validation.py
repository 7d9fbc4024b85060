"""What `validate` says of packages and recipes: each is loaded exactly as it runs, then every rule is applied."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import msgspec

from connectors.check.rules import check
from connectors.model.source import Source
from connectors.problems import Code, ConnectorsError, PackageError, Problem, Severity, SourceLocation, gravest
from connectors.store import layout
from connectors.store.folder import Folder, look, read_file
from connectors.store.load import load_package

__all__ = ["Kind", "Verdict", "exit_status_of", "find_packages", "judge", "judge_all", "named"]


class Kind(StrEnum):
    """What a folder holds."""

    PACKAGE = "package"
    RECIPE = "recipe"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in one folder, sorted by place. `kind` is None where it holds neither package nor recipe.

    `connector` and `address` are None where they could not be read; `address` of a recipe always. `exit_status` as on the command line.
    """

    directory: Path
    kind: Kind | None
    connector: str | None
    address: str | None
    problems: tuple[Problem, ...]
    exit_status: int

    @property
    def valid(self) -> bool:
        """Whether it holds no error; warnings and notes inform."""
        return self.exit_status == 0


def find_packages(path: Path) -> tuple[Path, ...]:
    """The packages and recipes that PATH names: itself, or the folders right below it, by name. Empty where there are none.

    A folder that holds anything a package consists of counts, complete or not: what lost its `connector.json` is not passed over.
    """
    if not path.is_dir() or _kind(path) is not None:
        return (path,)
    try:
        names = sorted(entry.name for entry in os.scandir(path) if entry.is_dir() and not entry.name.startswith("."))
    except OSError:
        # Whoever judges the folder says so.
        return (path,)
    return tuple(path / name for name in names if _holds_something_of_ours(path / name))


def judge(directory: Path, *, strict: bool = False, ship: bool = False) -> Verdict:
    """Everything that is wrong in one folder. Never raises for what it holds; `strict` asks for an author of what was inferred.

    With `ship`, what stands against giving it away as well; so for a package that says it may be given away.
    """
    kind = _kind(directory)
    if kind is Kind.RECIPE:
        return _judge_recipe(directory, ship=ship)
    try:
        # An edit that is not sealed is still judged; that nothing else would load the package is reported with the rest.
        package = load_package(directory, unsealed=True)
    except ConnectorsError as error:
        return Verdict(directory, kind, _known_id(directory), None, error.problems, error.exit_status)
    problems = [replace(known, severity=_severity(known)) for known in package.warnings]
    problems += [
        Problem(
            SourceLocation(str(directory / finding.place.file), pointer=finding.place.pointer),
            finding.severity,
            finding.code,
            finding.message,
            finding.remedy,
            finding.identity,
        )
        for finding in check(package, strict=strict)
    ]
    if ship or package.connector.rights.redistributable:
        # The gate asks every package; one that says of itself that it may be passed on has to be fit for that without being asked.
        from connectors.shipping import package_faults

        problems += package_faults(directory, package)
    return _verdict(directory, Kind.PACKAGE, package.connector.id, package.address, problems)


def exit_status_of(verdicts: Iterable[Verdict]) -> int:
    """The gravest of several: a bug of ours, could not, refused, findings."""
    return gravest(verdict.exit_status for verdict in verdicts)


def judge_all(paths: Sequence[Path], *, catalog: Path, strict: bool = False, ship: bool = False) -> tuple[Verdict, ...]:
    """Judge what every PATH names, see `named`, one after the other."""
    return tuple(
        place if isinstance(place, Verdict) else judge(place, strict=strict, ship=ship) for place in named(paths, catalog=catalog)
    )


def named(paths: Sequence[Path], *, catalog: Path) -> tuple[Path | Verdict, ...]:
    """The folders that every PATH names, in that order, each once; without a PATH, those of the catalog. A Verdict where there is none.

    A bare word that is no folder is an id below the catalog. A catalog that is empty is a warning; it being absent is an error, as is any
    other place with nothing to validate: who asks for a check and gets none must not take it for a good one.
    """
    places: dict[Path, Path | Verdict] = {}
    for path in paths or (catalog,):
        place = catalog / path if not path.exists() and len(path.parts) == 1 and (catalog / path).is_dir() else path
        found = find_packages(place)
        if not found:
            places[place] = _nothing_in(place, Severity.WARNING if not paths else Severity.ERROR)
        for directory in found:
            places.setdefault(directory, directory)
    return tuple(places.values())


def _nothing_in(path: Path, severity: Severity) -> Verdict:
    message = f"`{path}` is expected to hold packages or recipes, found none"
    remedy = "name a folder that holds some, or derive a package with `connectors gen`"
    problem = Problem(SourceLocation(str(path)), severity, Code.NOTHING_TO_VALIDATE, message, remedy)
    return Verdict(path, None, None, None, (problem,), 2 if severity is Severity.ERROR else 0)


def _verdict(directory: Path, kind: Kind, connector: str | None, address: str | None, problems: Iterable[Problem]) -> Verdict:
    found = tuple(sorted(problems, key=Problem.sort_key))
    failed = any(problem.severity is Severity.ERROR for problem in found)
    return Verdict(directory, kind, connector, address, found, 1 if failed else 0)


def _severity(problem: Problem) -> Severity:
    """How much something that loading noticed weighs here: what runs refuses an edit that is not sealed."""
    return Severity.ERROR if problem.code is Code.NOT_SEALED else problem.severity


def _kind(directory: Path) -> Kind | None:
    if os.path.lexists(directory / layout.CONNECTOR):
        return Kind.PACKAGE
    return Kind.RECIPE if os.path.lexists(directory / layout.SOURCE) else None


def _holds_something_of_ours(directory: Path) -> bool:
    if _kind(directory) is not None:
        return True
    try:
        return any(layout.is_named(path) for path in look(directory).files)
    except OSError:
        return True


class _Card(msgspec.Struct):
    id: str


def _known_id(directory: Path) -> str | None:
    """The id of a package that could not be loaded, as far as its card can still be read."""
    try:
        return msgspec.json.decode(read_file(directory / layout.CONNECTOR), type=_Card).id
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _judge_recipe(directory: Path, *, ship: bool) -> Verdict:
    """The documents of a recipe. What its overlay means shows when it is generated, for there is nothing to apply it to."""
    try:
        folder = look(directory)
        files = {path: read_file(directory / path) for path in (*layout.AUTHORED, layout.LOCK) if path in folder.files}
    except OSError as error:
        where = SourceLocation(str(directory))
        message = f"`{directory}` cannot be read: {error.strerror or error}"
        problem = Problem(where, Severity.ERROR, Code.PACKAGE_UNREADABLE, message, "make its files readable regular files")
        return Verdict(directory, Kind.RECIPE, None, None, (problem,), 2)
    problems = _strangers(directory, folder)
    connector = None
    exit_status = 0
    try:
        source = _read_source(directory, files)
        connector = source.connector
        if ship:
            from connectors.shipping import recipe_faults

            problems += recipe_faults(directory, source)
        problems += _overlay_problems(directory, connector, files.get(layout.OVERLAY))
        problems += _lock_problems(directory, connector, files.get(layout.LOCK))
    except ConnectorsError as error:
        problems += error.problems
        exit_status = error.exit_status
    message = f"`{directory.name}` is a recipe: its documents were checked, and no package was generated yet"
    remedy = f"run `connectors gen` with `--out {directory}` to see the package"
    problems.append(Problem(SourceLocation(str(directory)), Severity.NOTE, Code.NOT_GENERATED, message, remedy))
    verdict = _verdict(directory, Kind.RECIPE, connector, None, problems)
    status = gravest((exit_status, verdict.exit_status))
    return Verdict(directory, Kind.RECIPE, connector, None, verdict.problems, status)


def _read_source(directory: Path, files: dict[str, bytes]) -> Source:
    from connectors.store.source_file import read_source

    shown_as = str(directory / layout.SOURCE)
    if layout.SOURCE not in files:
        message = f"`{layout.SOURCE}` is a regular file, found something else"
        problem = Problem(SourceLocation(shown_as), Severity.ERROR, Code.PACKAGE_PATH, message, "make it a regular file")
        raise PackageError([problem])
    return read_source(files[layout.SOURCE], shown_as)


def _overlay_problems(directory: Path, connector: str, data: bytes | None) -> list[Problem]:
    if data is None:
        return []
    from connectors.overlay.read import read_overlay

    overlay, problems = read_overlay(data, str(directory / layout.OVERLAY))
    found = list(problems)
    newer = [problem for problem in found if problem.code is Code.PACKAGE_FORMAT_NEWER]
    if newer:
        raise PackageError(newer, exit_status=2)
    if overlay.connector not in (None, connector):
        message = f"the overlay edits `{connector}`, found `{overlay.connector}`"
        remedy = f"write `connector: {connector}`"
        found.append(Problem(overlay.place("/connector"), Severity.ERROR, Code.ID_DIFFERS, message, remedy))
    return found


def _lock_problems(directory: Path, connector: str, data: bytes | None) -> list[Problem]:
    if data is None:
        return []
    from connectors.store.lock_file import decode_lock

    try:
        decode_lock(data, str(directory / layout.LOCK), connector=connector)
    except PackageError as error:
        if error.exit_status != PackageError.exit_status:
            raise
        return list(error.problems)
    return []


def _strangers(directory: Path, folder: Folder) -> list[Problem]:
    """Files that format 1 does not name: `gen` would refuse the folder for them."""
    found = dict(folder.others)
    found.update((path, "no file of a package") for path in folder.files if not layout.is_named(path))
    return [
        Problem(
            SourceLocation(str(directory / path)),
            Severity.ERROR,
            Code.PACKAGE_FILE_UNKNOWN,
            f"a recipe holds only what belongs to a package, found `{path}`, which is {what}",
            "move it elsewhere",
        )
        for path, what in found.items()
    ]
