"""One run of `install`: the version is made beside the store, checked, and made active in one step."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from connectors.catalog.tiers import Tiers
from connectors.inputs import Fetching, Opening, is_address
from connectors.installed import records
from connectors.installed.commit import activate, put_version, read_package_files
from connectors.installed.durable import unwritable, writing
from connectors.installed.locks import id_lock, working
from connectors.installed.places import Places
from connectors.installed.records import Description, InstallRecord, Origin, active, read
from connectors.installed.versions import versions_of
from connectors.installing.documents import Keeper, given_back
from connectors.installing.subjects import Subject, Version, find_subject
from connectors.limits import Limits
from connectors.model.connector import Connector
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.problems import Code, ConnectorsError, PackageError, Problem, Severity, SourceLocation, UsageError
from connectors.store import layout
from connectors.store.folder import look, read_file
from connectors.store.load import load_package
from connectors.store.render import public_url
from connectors.store.source_file import read_source
from connectors.store.write import write
from connectors.validation import judge
from connectors.version import __version__

__all__ = ["InstallOptions", "Installed", "folder_of", "install"]

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")


@dataclass(frozen=True, slots=True)
class InstallOptions:
    """What was asked for; None or empty where an option was not given.

    `what` is an id, a version (`ID@ADDRESS`), a folder, a file or an address. `description` is `--from`: a description in place of the
    one that the recipe names.
    """

    what: str
    id: str | None = None
    description: str | None = None
    offline: bool = False
    license: str | None = None
    accept_moves: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    fetching: Fetching = field(default_factory=Fetching)
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Installed:
    """A version that is active now. `before` is the address that was active, None where none was. `problems` holds no error."""

    card: Connector
    address: str
    before: str | None
    folder: Path
    record: InstallRecord | None
    problems: tuple[Problem, ...]

    @property
    def changed(self) -> bool:
        """Whether another version is active than before."""
        return self.address != self.before


def install(
    options: InstallOptions,
    tiers: Tiers,
    *,
    say: Callable[[tuple[Problem, ...]], None] = lambda _: None,
    waiting: Callable[[str], None] = lambda _: None,
) -> Installed:
    """Bring a connector to the store and make it active, or leave everything as it was.

    `say` gets what is to be said of tiers that were passed over; `waiting` is called with the id when another run works on it. Raises
    ConnectorsError with everything that is wrong; what was active before is then active still.
    """
    subject = find_subject(options.what, tiers)
    if isinstance(subject, Version):
        return _activate(subject, options, tiers.places, waiting)
    say(subject.notes)
    connector = _connector(subject, options)
    _refuse_contradictions(subject, options)
    places = tiers.places
    with writing(places.root), id_lock(places, connector, lambda: waiting(connector)), working(places) as work:
        before = active(places, connector)
        if before is None and subject.origin is Origin.INSTALLED:
            # Another run took it out of use while this one waited.
            message = f"`{connector}` is not installed any more"
            problem = Problem(None, Severity.ERROR, Code.PACKAGE_NOT_FOUND, message, "see `connectors list --all`")
            raise PackageError([problem], exit_status=2)
        run = _Run(places, connector, subject, options, work, _folder_of_active(places, before))
        with run.told():
            return run.install(before.address if before is not None else None)


def _activate(version: Version, options: InstallOptions, places: Places, waiting: Callable[[str], None]) -> Installed:
    if options != InstallOptions(options.what, options.id) or options.id not in (None, version.connector):
        message = f"`{options.what}` is a version of the store, which is activated as it is"
        raise _usage(message, "leave the other options out, or install the connector by its id")
    with writing(places.root), id_lock(places, version.connector, lambda: waiting(version.connector)), working(places) as work:
        try:
            pointer = active(places, version.connector)
        except PackageError:
            pointer = None
        package = activate(places, version.connector, version.address, work)
        record = read(places.record(version.address), InstallRecord)
    folder = places.package(version.address)
    before = pointer.address if pointer is not None else None
    return Installed(package.connector, version.address, before, folder, record, package.warnings)


class _Run:
    """Makes one version, under the lock of its connector. `active` is the folder of the version that is active, None where none is."""

    def __init__(
        self, places: Places, connector: str, subject: Subject, options: InstallOptions, work: Path, active: Path | None
    ) -> None:
        self.places, self.connector, self.subject, self.options, self.work, self.active = (
            *(places, connector, subject, options, work),
            active,
        )
        self.staged = work / connector

    def install(self, before: str | None) -> Installed:
        """Make the version, check it, make it active."""
        own = self._own()
        if self.subject.origin is Origin.PACKAGE and own is None:
            description, contents, problems = self._copy()
        else:
            description, contents, problems = self._generate(own)
        verdict = judge(self.staged)
        if not verdict.valid:
            raise PackageError(verdict.problems, exit_status=verdict.exit_status)
        assert verdict.address is not None
        known = {(problem.code, problem.message) for problem in problems}
        problems += tuple(problem for problem in verdict.problems if (problem.code, problem.message) not in known)
        origin, place, tier = self._origin()
        record = InstallRecord(
            schema_version=records.SCHEMA_VERSION,
            connector=self.connector,
            address=verdict.address,
            installed=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            by=_user(),
            program=__version__,
            origin=origin,
            place=place,
            tier=tier,
            description=description,
        )
        card = load_package(self.staged).connector
        put_version(self.places, self.staged, record, contents, self.work)
        told = tuple(self.tell(problem) for problem in problems)
        return Installed(card, verdict.address, before, self.places.package(verdict.address), record, told)

    def _origin(self) -> tuple[Origin, str, str | None]:
        """Where the recipe comes from. What is generated anew from the active version comes from where that one came from."""
        if self.subject.origin is Origin.INSTALLED:
            record = self._record()
            return (record.origin, record.place, record.tier) if record is not None else (Origin.UNKNOWN, "", None)
        return self.subject.origin, self.subject.place, self.subject.tier.value if self.subject.tier is not None else None

    def _record(self) -> InstallRecord | None:
        """The record of the active version."""
        return read(self.places.record(self.active.name), InstallRecord) if self.active is not None else None

    def _own(self) -> str | None:
        """The description of one's own instance: given now, or by the run that made the active version."""
        if self.options.description is not None or self.subject.spec is not None:
            return self.options.description or self.subject.spec
        latest = self._latest() if self.active is not None else None
        return self._again(latest) if latest is not None and latest.own else None

    def _latest(self) -> Description | None:
        """The description that the active version was made from; of one that was removed, the latest."""
        if self.active is not None:
            record = self._record()
            return record.description if record is not None else None
        records_of = (version.record for version in versions_of(self.places, self.connector))
        return next((record.description for record in records_of if record is not None and record.description), None)

    def _copy(self) -> tuple[Description | None, Mapping[str, bytes], tuple[Problem, ...]]:
        assert self.subject.folder is not None
        package = load_package(self.subject.folder)
        if package.connector.id != self.connector:
            raise _id_differs(self.connector, package.connector.id)
        with _reading(self.subject.folder):
            files = read_package_files(self.subject.folder, (entry.path for entry in package.connector.files))
        write(self.staged, files)
        return None, {}, package.warnings

    def _generate(self, own: str | None) -> tuple[Description, Mapping[str, bytes], tuple[Problem, ...]]:
        files = self._authored()
        if files:
            write(self.staged, files)
        latest = self._latest()
        keeper = Keeper(self._stored(latest)) if self.options.offline else Keeper()
        spec = latest.given if self.options.offline and latest is not None else own or self._named(files, latest)
        report = gen(
            GenOptions(
                spec=spec,
                id=self.connector,
                out=self.staged,
                license=self.options.license,
                limits=self.options.limits,
                accept_moves=self.options.accept_moves,
                new=self.options.new,
                allow_origin=self.options.fetching.allow_origin,
                auth_env=self.options.fetching.auth_env,
                max_redirects=self.options.fetching.max_redirects,
                use_cache=self.options.fetching.use_cache,
                use_proxies=self.options.fetching.use_proxies,
                beside=self.subject.folder or folder_of(self._record()),
            ),
            keeper,
        )
        if report.exit_status:
            raise PackageError(report.problems, exit_status=report.exit_status)
        if self.options.offline and latest is not None:
            return keeper.description(latest.given, own=latest.own, partial=latest.partial), keeper.contents(), report.problems
        given = public_url(spec) if is_address(spec) else os.path.abspath(spec)  # noqa: PTH100
        partial = is_address(spec) and given != spec.partition("#")[0]
        return keeper.description(given, own=own is not None, partial=partial), keeper.contents(), report.problems

    def _authored(self) -> dict[str, bytes]:
        """What people wrote, and the names that were given: of the recipe, under the lock of the version that is active."""
        folder = self.subject.folder if self.subject.folder is not None else self.active
        files = _kept_files(folder) if folder is not None else {}
        if self.active is not None and (lock := _kept_files(self.active).get(layout.LOCK)) is not None:
            files[layout.LOCK] = lock
        return files

    def _stored(self, latest: Description | None) -> Opening:
        if latest is None:
            message = f"no description of `{self.connector}` is stored"
            remedy = "install it once without `--offline`, or give a file with `--from`"
            problem = Problem(None, Severity.ERROR, Code.DESCRIPTION_NOT_STORED, message, remedy)
            raise PackageError([problem], exit_status=2)
        return given_back(self.places, latest)

    def _named(self, files: Mapping[str, bytes], latest: Description | None) -> str:
        """The description that `source.yaml` names; what the installed version was made from, where it names none."""
        source = read_source(files[layout.SOURCE], str(self.staged / layout.SOURCE))
        if source.description is not None and is_address(source.description):
            return source.description
        if source.description is not None and self.subject.folder is not None:
            return str(self.subject.folder / source.description)
        if self.subject.origin is Origin.INSTALLED and latest is not None:
            return self._again(latest)
        message = f"nothing names a description of `{self.connector}`"
        raise _usage(message, "give one with `--from`: a file, or the address of your own instance's")

    def _again(self, description: Description) -> str:
        """Where a description is read from once more. Raises UsageError where that is not stored whole; offline, nobody asks."""
        if description.partial and not self.options.offline:
            message = f"the address of `{self.connector}`'s description had a query or credentials, which are not stored"
            raise _usage(message, "give the whole address with `--from`, or use the stored description with `--offline`")
        return description.given

    @contextmanager
    def told(self) -> Iterator[None]:
        """Speak of the files that people know: the version was made in a folder that is gone when they read of it."""
        try:
            yield
        except ConnectorsError as error:
            if isinstance(error.__cause__, OSError) and error.problems[0].code is Code.OUTPUT_UNWRITABLE:
                raise unwritable(self.places.root, error.__cause__) from error
            error.problems = tuple(self.tell(problem) for problem in error.problems)
            raise

    def tell(self, problem: Problem) -> Problem:
        """A problem, its places in the recipe or in the installed version."""
        shown = self.subject.folder or self.active or Path(self.connector)

        def named(text: str) -> str:
            return text.replace(str(self.staged), str(shown))

        where = replace(problem.where, file=named(problem.where.file)) if problem.where is not None else None
        return replace(problem, where=where, message=named(problem.message), remedy=named(problem.remedy))


def folder_of(record: InstallRecord | None) -> Path | None:
    """The folder of the recipe that a version was made from: what `source.yaml` names relatively, such as overlays, is found from there."""
    if record is None or record.origin not in (Origin.RECIPE, Origin.PACKAGE) or not Path(record.place).is_absolute():
        return None
    return Path(record.place)


def _connector(subject: Subject, options: InstallOptions) -> str:
    """The id of what is installed. Raises ConnectorsError where nothing says it, or two say different ones."""
    found = subject.connector
    if subject.folder is not None:
        with _reading(subject.folder):
            if subject.origin is Origin.PACKAGE:
                card_id = load_package(subject.folder).connector.id
            else:
                path = subject.folder / layout.SOURCE
                card_id = read_source(read_file(path), str(path)).connector
        if found is not None and found != card_id:
            raise _id_differs(found, card_id)
        found = card_id
    if found is None:
        found = options.id
    if found is None:
        message = "expected `--id`: a description does not say which connector it is"
        raise _usage(message, "give the connector an id, for example `--id forgejo`", Code.ID_MISSING)
    if not _ID.fullmatch(found):
        message = f"expected an id such as `forgejo` (`^[a-z][a-z0-9_]{{0,31}}$`), found `{found}`"
        raise _usage(message, "give another `--id`", Code.ID_MALFORMED)
    if options.id not in (None, found):
        raise _id_differs(str(options.id), found)
    return found


def _refuse_contradictions(subject: Subject, options: InstallOptions) -> None:
    if subject.spec is not None and options.description is not None:
        raise _usage("two descriptions were given", "give the recipe's id or folder, and the description with `--from`")
    if options.offline and options.fetching != Fetching():
        raise _usage("`--offline` fetches nothing, and options of fetching were given", "leave one of them out")
    if options.offline and (subject.spec or options.description):
        message = "`--offline` takes the description that is stored, and another one was given"
        raise _usage(message, "leave one of them out")


def _folder_of_active(places: Places, pointer: records.Pointer | None) -> Path | None:
    """The folder of the active version; it is whole, for its names are carried on. Raises PackageError."""
    if pointer is None:
        return None
    folder = places.package(pointer.address)
    try:
        load_package(folder)
    except PackageError as error:
        message = f"the active version of `{pointer.connector}` is broken, and the names that it gave would be lost"
        remedy = f"run `connectors doctor --fix`, or `connectors remove {pointer.connector}` to begin anew"
        problem = Problem(SourceLocation(str(folder)), Severity.ERROR, Code.STORE_DAMAGED, message, remedy)
        raise PackageError([*error.problems, problem]) from error
    return folder


def _kept_files(folder: Path) -> dict[str, bytes]:
    """What `gen` reads of a folder: the authored files, the lock, the texts of licences."""
    with _reading(folder):
        wanted = (*layout.AUTHORED, layout.LOCK)
        return {path: read_file(folder / path) for path in look(folder).files if path in wanted or path.startswith("LICENSES/")}


@contextmanager
def _reading(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = f"`{folder}` cannot be read: {error.strerror or error}"
        problem = Problem(SourceLocation(str(folder)), Severity.ERROR, Code.PACKAGE_UNREADABLE, message, "make its files readable")
        raise PackageError([problem], exit_status=2) from error


def _user() -> str:
    """Who runs this. The environment may say anything; the system's own word counts."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError, AttributeError):
        return str(getattr(os, "getuid", lambda: "unknown")())


def _id_differs(wanted: str, found: str) -> UsageError:
    return _usage(
        f"the connector `{wanted}` was asked for, found `{found}`", f"give `--id {found}`, or another folder", Code.ID_DIFFERS
    )


def _usage(message: str, remedy: str, code: Code = Code.USAGE) -> UsageError:
    return UsageError([Problem(None, Severity.ERROR, code, message, remedy)])
