"""The order of the stages, and nothing else: read, derive under the lock, render, write."""

import gc
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from connectors import canonical
from connectors.changes import changes_in_words
from connectors.derive.derive import derive
from connectors.derive.lock import Decisions, lock_of
from connectors.derive.selection import Selection, parse_rules
from connectors.description.describe import describe
from connectors.description.locate import locate_many
from connectors.description.reading import read_document
from connectors.description.tree import Document
from connectors.description.view import View
from connectors.inputs import Entry, open_entry
from connectors.model.connector import Claim, FileEntry, Provenance, Rights
from connectors.model.identity import normalise_identity
from connectors.model.lock import EMPTY_LOCK, Lock
from connectors.model.package import Derived
from connectors.model.places import Place
from connectors.model.source import Source
from connectors.pipeline_types import GenOptions, GenReport, LocatedGap, LocatedNote, SourceFacts
from connectors.problems import Code, Problem, Severity, SourceLocation, UsageError
from connectors.rights.expression import Expression, parse
from connectors.rights.license_texts import assign, gather
from connectors.store.layout import CONNECTOR, SOURCE, file_entry
from connectors.store.render import counts_of, public_url, render
from connectors.store.source_file import read_source, scaffold
from connectors.store.names import read_names
from connectors.store.target import ExistingTarget, TargetKind, check_target
from connectors.store.write import AuthoredMoved, holds, write
from connectors.version import DERIVATION_VERSION

__all__ = ["gen"]

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_RECURSION = 20_000
"""Python frames for walking what `--max-nesting` admits; a frame of a Python function takes no room on the C stack."""
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a run is going to do, settled before anything is read."""

    connector: str
    directory: Path
    target: ExistingTarget
    source: Source
    source_yaml: bytes
    spec: str
    expression: Expression | None
    texts: Mapping[str, str]
    selection: Selection
    decisions: Decisions
    lock: Lock


def gen(options: GenOptions) -> GenReport:
    """Derive a package and write it, or say what would be written. All or nothing: a failure changes no byte of the directory.

    Raises UsageError, DescriptionError, OverlayError, PackageError or RightsError with every problem that was found.
    """
    with _at_full_speed():
        for _ in range(_ATTEMPTS):
            try:
                return _gen(options)
            except AuthoredMoved as moved:
                last = moved
    message = f"`{last.path}` kept changing while the package was being made"
    raise UsageError(
        [Problem(None, Severity.ERROR, Code.OUTPUT_CHANGED, message, "run it again when nobody else writes the folder")]
    )


def _gen(options: GenOptions) -> GenReport:
    plan = _plan(options)
    entry = open_entry(plan.spec, options.root, options.limits)
    document = read_document(entry.data, shown_as=entry.shown_as, limits=options.limits)
    view = describe(document, entry.opener, options.limits, prose=plan.source.prose == "keep")
    problems = _unmatched(plan.selection, view)
    lock = plan.lock
    derived = derive(view, plan.connector, lock, plan.selection, plan.decisions)
    problems += changes_in_words(derived.changes, plan.decisions)
    if plan.source.self_hosted:
        derived = _self_hosted(derived)
    provenance = _provenance(view, entry, plan)
    files = render(
        derived,
        provenance=provenance,
        rights=_rights(view, plan),
        lock=derived.lock,
        source_yaml=plan.source_yaml,
        overlay_yaml=plan.target.overlay_yaml,
        license_texts=plan.texts,
        attribution=plan.source.attribution,
    )
    gaps, notes = _located(derived, view, entry, options)
    counts = counts_of(derived)
    failed = bool(options.strict and derived.gaps)
    if failed:
        message = (
            f"expected no gap under `--strict`, found {len(derived.gaps)} of {counts.declared} operations; nothing was written"
        )
        problems.append(
            Problem(None, Severity.ERROR, Code.GAPS_UNDER_STRICT, message, "leave `--strict` out, or mend the description")
        )
        changed = False
    elif options.check:
        changed, failed = _checked(plan, files, problems)
    else:
        changed = write(plan.directory, files, expected=plan.target.expected())
    return GenReport(
        connector=plan.connector,
        directory=str(plan.directory),
        address=canonical.address(files[CONNECTOR]),
        changed=changed,
        source=SourceFacts(view.format, view.api_version, provenance.sha256, provenance.bytes),
        counts=counts,
        gaps=gaps,
        notes=notes,
        problems=tuple(sorted(problems, key=Problem.sort_key)),
        exit_status=1 if failed else 0,
    )


# -- what is wanted -------------------------------------------------------------------------------------------------------------


def _plan(options: GenOptions) -> _Plan:
    if options.id is not None and not _ID.fullmatch(options.id):
        message = f"expected an id such as `forgejo` (`^[a-z][a-z0-9_]{{0,31}}$`), found `{options.id}`"
        raise _usage(Code.ID_MALFORMED, message, "give another `--id`")
    if options.out is None and options.id is None:
        message = "expected `--id` or `--out`: nothing says which connector this is"
        raise _usage(Code.ID_MISSING, message, "give the connector an id, for example `--id forgejo`")
    directory = options.out if options.out is not None else Path("connectors") / str(options.id)
    target = check_target(directory, options.id)
    connector = options.id or target.connector
    if connector is None:
        message = f"expected `--id`: `{directory}` holds no connector yet"
        raise _usage(Code.ID_MISSING, message, "give the connector an id, for example `--id forgejo`")
    source, source_yaml = _source(options, connector, directory, target)
    spec = options.spec
    if spec is None:
        if source.description is None:
            message = f"`{directory / SOURCE}` names no description"
            raise _usage(Code.USAGE, message, "give the description as SPEC, or add `description:` to the file")
        spec = str(directory / source.description) if "://" not in source.description else source.description
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", spec):
        raise _usage(
            Code.USAGE, "the description is at an address, and fetching is not there yet", "save it to a file, and name that"
        )
    expression = parse(source.license, where=None) if source.license else None
    given = assign(expression, [(str(path), _license_text(path)) for path in options.license_texts])
    kept = {key: text for key, text in target.license_texts.items() if expression is not None and key in expression.ids}
    return _Plan(
        connector=connector,
        directory=directory,
        target=target,
        source=source,
        source_yaml=source_yaml,
        spec=spec,
        expression=expression,
        texts=gather(expression, {**kept, **given}),
        selection=Selection(parse_rules(source.include, "--include"), parse_rules(source.exclude, "--exclude")),
        decisions=_decisions(options),
        lock=_lock(connector, directory, target),
    )


def _source(options: GenOptions, connector: str, directory: Path, target: ExistingTarget) -> tuple[Source, bytes]:
    """What `source.yaml` says, or will say: where it is there it wins, and an option that contradicts it is a mistake."""
    asked = {
        "license": parse(options.license).text if options.license else None,
        "copyright": options.copyright or None,
        "url": public_url(options.source_url) if options.source_url else None,
        "prose": options.prose,
        "self_hosted": options.self_hosted or None,
        "include": options.include or None,
        "exclude": options.exclude or None,
    }
    given = {key: value for key, value in asked.items() if value is not None}
    if target.source_yaml is None:
        source = msgspec.structs.replace(Source(schema_version=1, connector=connector), **given)
        return source, scaffold(source)
    shown_as = str(directory / SOURCE)
    source = read_source(target.source_yaml, shown_as)
    problems = [
        Problem(
            SourceLocation(shown_as, _line_of(target.source_yaml, key), 1, f"/{key}"),
            Severity.ERROR,
            Code.SOURCE_CONTRADICTION,
            f"`{key}` is `{_shown(getattr(source, key))}` in the file, found `{_shown(value)}` among the options",
            f"edit `{key}` in the file, or leave the option out",
        )
        for key, value in given.items()
        if getattr(source, key) != value
    ]
    if problems:
        raise UsageError(problems)
    return source, target.source_yaml


def _lock(connector: str, directory: Path, target: ExistingTarget) -> Lock:
    """The identity lock; where a package has lost its own, the names in the package are the ones that were given."""
    if target.lock is not None:
        return target.lock
    if target.kind is not TargetKind.PACKAGE:
        return EMPTY_LOCK
    card, operations = read_names(directory)
    return lock_of(connector, EMPTY_LOCK, operations, (), (), card.auth)


def _decisions(options: GenOptions) -> Decisions:
    """`--accept-move OLD=NEW` and `--new IDENTITY`, placeholder names free."""
    accepted: dict[str, str] = {}
    for text in options.accept_moves:
        # A path may hold `=`; the second identity begins with a method, or with the shape of a scheme.
        match = re.fullmatch(r"(\S+ .+?)=(\S+ \S.*)", text)
        if match is None:
            message = f"`--accept-move` expects `OLD=NEW`, two identities, found `{text}`"
            raise _usage(Code.USAGE, message, "write it as `--accept-move 'GET /old/{1}=GET /new/{1}'`")
        accepted[_identity(match[2])] = _identity(match[1])
    return Decisions(accepted, tuple(map(_identity, options.new)))


def _identity(text: str) -> str:
    return normalise_identity(text) if text.partition(" ")[2].startswith("/") else text


def _line_of(source_yaml: bytes, key: str) -> int | None:
    for number, line in enumerate(source_yaml.decode("utf-8", "replace").splitlines(), 1):
        if line.startswith(f"{key}:"):
            return number
    return None


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    return "nothing" if value is None else str(value)


def _license_text(path: Path) -> str:
    file = Path(str(path).partition("=")[2]) if "=" in str(path) and not path.exists() else path
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"the licence text `{file}` could not be read"
        raise _usage(Code.FILE_UNREADABLE, message, "name a text file in UTF-8") from error


def _usage(code: Code, message: str, remedy: str) -> UsageError:
    return UsageError([Problem(None, Severity.ERROR, code, message, remedy)])


# -- what comes out -------------------------------------------------------------------------------------------------------------


def _unmatched(selection: Selection, view: View) -> list[Problem]:
    return [
        Problem(
            None,
            Severity.WARNING,
            Code.SELECTION_UNMATCHED,
            f"the rule `{rule}` matches no operation",
            "correct the rule, or leave it out",
        )
        for rule in selection.unmatched(view.operations)
    ]


def _self_hosted(derived: Derived) -> Derived:
    """Every origin is the operator's: what the description names is an example of one."""
    from dataclasses import replace

    servers = tuple(msgspec.structs.replace(server, operator_supplied=True) for server in derived.servers)
    return replace(derived, servers=servers)


def _provenance(view: View, entry: Entry, plan: _Plan) -> Provenance:
    documents: list[FileEntry] = [file_entry(document.name, document.data) for document in view.documents if document.name]
    return Provenance(
        format=view.format,
        sha256=canonical.digest(entry.data),
        bytes=len(entry.data),
        version=view.api_version,
        url=plan.source.url,
        documents=tuple(documents),
        derivation=DERIVATION_VERSION,
        prose=plan.source.prose,
    )


def _rights(view: View, plan: _Plan) -> Rights:
    source = plan.source
    return Rights(
        license=plan.expression.text if plan.expression else None,
        claims=tuple(Claim(found_in, value) for found_in, value in view.license_claims),
        copyright=source.copyright,
        redistributable=source.redistributable,
        relied_on=source.rights,
        generated_by=source.generated_by,
    )


def _checked(plan: _Plan, files: Mapping[str, bytes], problems: list[Problem]) -> tuple[bool, bool]:
    """For `--check`: whether the directory would change, and whether that is a failure."""
    if holds(plan.directory, files):
        return False, False
    try:
        old = msgspec.json.decode((plan.directory / CONNECTOR).read_bytes())
        derivation = old["provenance"].get("derivation", 1)
    except (OSError, msgspec.MsgspecError, KeyError, TypeError, AttributeError):
        derivation = None
    where = SourceLocation(str(plan.directory))
    if isinstance(derivation, int) and derivation != DERIVATION_VERSION:
        message = f"the package was derived by rules {derivation}; these are rules {DERIVATION_VERSION}"
        problems.append(Problem(where, Severity.NOTE, Code.CHECK_DIFFERS, message, "run `connectors gen` to derive it anew"))
        return True, False
    message = "the package is not what its description gives today"
    problems.append(Problem(where, Severity.ERROR, Code.CHECK_DIFFERS, message, "run `connectors gen` without `--check`"))
    return True, True


# -- places ---------------------------------------------------------------------------------------------------------------------


def _located(
    derived: Derived, view: View, entry: Entry, options: GenOptions
) -> tuple[tuple[LocatedGap, ...], tuple[LocatedNote, ...]]:
    documents = {document.name: document for document in view.documents}
    wanted = [gap.at for gap in derived.gaps]
    if options.note_lines:
        wanted += [note.at for note in derived.notes]
    known = _lines(wanted, documents)
    gaps = tuple(LocatedGap(gap, _source_location(gap.at, documents, known, entry)) for gap in derived.gaps)
    notes = tuple(LocatedNote(note, _source_location(note.at, documents, known, entry)) for note in derived.notes)
    return gaps, notes


def _lines(places: Iterable[Place], documents: Mapping[str, Document]) -> dict[Place, tuple[int, int]]:
    by_file: dict[str, set[str]] = {}
    for place in places:
        by_file.setdefault(place.file, set()).add(place.pointer)
    found: dict[Place, tuple[int, int]] = {}
    for file, pointers in by_file.items():
        document = documents.get(file)
        if document is not None:
            for pointer, position in locate_many(document.text, document.syntax, pointers).items():
                found[Place(file, pointer)] = position
    return found


def _source_location(
    place: Place, documents: Mapping[str, Document], known: Mapping[Place, tuple[int, int]], entry: Entry
) -> SourceLocation:
    document = documents.get(place.file)
    line, column = known.get(place, (None, None))
    return SourceLocation(document.shown_as if document else entry.shown_as, line, column, place.pointer)


@contextmanager
def _at_full_speed() -> Iterator[None]:
    """Derivation makes hundreds of thousands of values that all stay; and it walks as deep as descriptions may nest."""
    collecting, frames = gc.isenabled(), sys.getrecursionlimit()
    gc.disable()
    sys.setrecursionlimit(max(frames, _RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(frames)
        if collecting:
            gc.enable()
