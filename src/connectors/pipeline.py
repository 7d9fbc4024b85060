"""The order of the stages, and nothing else: read, derive under the lock, apply the overlay, render, write."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec

from connectors import canonical, collector
from connectors.changes import changes_in_words
from connectors.derive.derive import derive
from connectors.derive.selection import Selection
from connectors.description.describe import describe
from connectors.description.reading import read_document
from connectors.description.tree import Document
from connectors.description.view import View
from connectors.inputs import Again, Entry, Fetching, Opening, open_entry, open_overlay
from connectors.located import located
from connectors.model.connector import Claim, Counts, FileEntry, Provenance
from connectors.model.operation import Server
from connectors.model.package import Derived
from connectors.model.source import Source
from connectors.pipeline_types import GenOptions, GenReport, LocatedGap, LocatedNote, SourceFacts
from connectors.planning import Plan, Terms, changed_for_derivation, plan, published_at, refuse_unfounded, rights_of, terms_of
from connectors.problems import Code, FetchError, OverlayError, PackageError, Problem, Severity, SourceLocation, UsageError
from connectors.rights.claims import OPERATOR, claims_of, judge_claims
from connectors.store.derived import derived_of
from connectors.store.layout import CONNECTOR, OVERLAY, SOURCE, file_entry
from connectors.store.load import load_derived
from connectors.store.render import card_of, counts_of, render
from connectors.store.target import check_target
from connectors.store.write import AuthoredMoved, holds, write
from connectors.version import DERIVATION_VERSION
from connectors.walking import at_full_speed

__all__ = ["Described", "Regenerated", "derivation_of", "described", "gen", "other_derivation", "regenerated", "seal"]

_ATTEMPTS = 5


class _Sealed(msgspec.Struct, frozen=True):
    """The files of a package with its overlay applied, or the mistakes of the overlay."""

    files: Mapping[str, bytes] | None
    counts: Counts
    problems: tuple[Problem, ...]


class Described(msgspec.Struct, frozen=True):
    """A description that was read, and what it was read for. `overlays` are the OpenAPI Overlay documents applied to it."""

    plan: Plan
    entry: Entry
    view: View
    overlays: tuple[FileEntry, ...]
    problems: tuple[Problem, ...]


class Regenerated(msgspec.Struct, frozen=True):
    """The files of a package as they would be written today; None where the overlay holds mistakes, which `problems` name."""

    provenance: Provenance
    files: Mapping[str, bytes] | None
    problems: tuple[Problem, ...]


class _Made(msgspec.Struct, frozen=True):
    """A package before it is written."""

    derived: Derived
    provenance: Provenance
    sealed: _Sealed
    problems: tuple[Problem, ...]


def gen(options: GenOptions, opening: Opening = open_entry) -> GenReport:
    """Derive a package and write it, or say what would be written. All or nothing: a failure changes no byte of the directory.

    `opening` gives the description; a run that starts anew calls it again.

    Raises UsageError, DescriptionError, OverlayError, PackageError or RightsError with every problem that was found; mistakes of an
    overlay come in the report, with all that was derived.
    """
    return _persistently(lambda: _gen(options, opening))


def seal(directory: Path) -> GenReport:
    """Take the authored files of a package as they stand into it: `gen`, with the derived facts read from the package itself.

    Raises PackageError for a package that is broken, and where `source.yaml` asks for another derivation.
    """
    return _persistently(lambda: _seal(directory))


def described(
    directory: Path,
    description: str,
    root: Path | None = None,
    again: Again = Again(),  # noqa: B008
    *,
    every_file: bool = False,
) -> Described:
    """Read the description of a package anew, as its derivation read it: with its overlays, and with or without prose.

    Further files are looked for below `root`, or below the folder of the description; those that only schemas lead to are opened where
    `every_file` is asked for, which takes a derivation. `again` says how. Nothing is written. Raises as `gen` does.
    """
    with at_full_speed():
        read = _described(_again(directory, description, root, again), again.opening)
        if every_file:
            derive(read.view, read.plan.connector, read.plan.lock, read.plan.selection)
        return read


def regenerated(directory: Path, description: str, root: Path | None = None, again: Again = Again()) -> Regenerated:  # noqa: B008
    """What `gen` would write over a package today, under its own lock, source file and overlay. Nothing is written.

    `root` and `again` as in `described`. Raises as `gen` does.
    """
    with at_full_speed():
        made = _made(_described(_again(directory, description, root, again), again.opening))
        return Regenerated(made.provenance, made.sealed.files, made.problems)


def derivation_of(directory: Path) -> int | None:
    """By which rules a package says that it was derived; None where it cannot be read."""
    try:
        old = msgspec.json.decode((directory / CONNECTOR).read_bytes())
        derivation = old["provenance"].get("derivation", 1)
    except (OSError, msgspec.MsgspecError, KeyError, TypeError, AttributeError):
        return None
    return derivation if isinstance(derivation, int) else None


def other_derivation(derivation: int) -> str:
    """Say that a package comes from other rules than these."""
    return f"the package was derived by rules {derivation}; these are rules {DERIVATION_VERSION}"


def _persistently(run: Callable[[], GenReport]) -> GenReport:
    with at_full_speed():
        for _ in range(_ATTEMPTS):
            try:
                return run()
            except AuthoredMoved as moved:
                last = moved
    message = f"`{last.path}` kept changing while the package was being made"
    raise UsageError(
        [Problem(None, Severity.ERROR, Code.OUTPUT_CHANGED, message, "run it again when nobody else writes the folder")]
    )


def _gen(options: GenOptions, opening: Opening) -> GenReport:
    collector.let_go()
    read = _described(options, opening)
    wanted, entry, view = read.plan, read.entry, read.view
    made = _made(read)
    derived, sealed, problems = made.derived, made.sealed, list(made.problems)
    gaps, notes = located(derived, view.documents(), entry.shown_as, note_lines=options.note_lines)
    failed = sealed.files is None
    changed = False
    if options.strict and derived.gaps:
        failed = True
        message = f"expected no gap under `--strict`, found {len(derived.gaps)} of {sealed.counts.declared} operations; nothing was written"
        problems.append(
            Problem(None, Severity.ERROR, Code.GAPS_UNDER_STRICT, message, "leave `--strict` out, or mend the description")
        )
    elif sealed.files is not None and options.check:
        changed, failed = _checked(wanted, sealed.files, problems)
    elif sealed.files is not None:
        changed = write(wanted.directory, sealed.files, expected=wanted.target.expected())
    facts = SourceFacts(view.format, view.api_version, made.provenance.sha256, made.provenance.bytes, entry.unchanged)
    collector.hold(read, made)
    return _report(wanted.connector, wanted.directory, sealed, changed, facts, gaps, notes, problems, failed)


def _described(options: GenOptions, opening: Opening = open_entry) -> Described:
    """Read what a run is going to derive from."""
    wanted = plan(options)
    entry = opening(wanted.spec, options.root, options.limits, _fetching(options, wanted))
    _refuse_another(entry, wanted)
    document = read_document(entry.data, shown_as=entry.shown_as, limits=options.limits)
    document, overlays, problems = _overlaid(document, wanted, options)
    prose = wanted.source.prose == "keep"
    view = describe(document, entry.opener, options.limits, prose=prose, network=entry.network)
    return Described(wanted, entry, view, overlays, tuple(problems))


def _made(read: Described) -> _Made:
    """Derive under the lock and apply the overlay: everything that a package holds, and nothing written."""
    wanted, view, entry = read.plan, read.view, read.entry
    problems = [*read.problems, *_unmatched(wanted.selection, view)]
    derived = derive(view, wanted.connector, wanted.lock, wanted.selection, wanted.decisions)
    problems += changes_in_words(derived.changes, wanted.decisions)
    if wanted.source.self_hosted:
        derived = _self_hosted(derived)
    provenance = _provenance(view, entry, wanted, read.overlays)
    claims = claims_of(view.license_claims, wanted.terms.expression)
    problems += judge_claims(claims, wanted.terms.expression, entry.shown_as)
    sealed = _sealed(
        derived, provenance, wanted.source, wanted.source_yaml, wanted.overlay_yaml, wanted.overlay_shown_as, wanted.terms, claims
    )
    problems += sealed.problems
    return _Made(derived, provenance, sealed, tuple(problems))


def _again(directory: Path, description: str, root: Path | None, again: Again) -> GenOptions:
    """Derive a package anew as its own `source.yaml` and lock ask for, from the description that is named."""
    return GenOptions(spec=description, out=directory, root=root, check=True, limits=again.limits, beside=again.beside)


def _seal(directory: Path) -> GenReport:
    from connectors.store.source_file import read_source

    target = check_target(directory)
    old = load_derived(directory)
    shown_as = str(directory / SOURCE)
    source_yaml = target.source_yaml or b""
    source = read_source(source_yaml, shown_as)
    provenance = old.connector.provenance
    if changed := changed_for_derivation(source, provenance):
        names = ", ".join(f"`{key}`" for key in changed)
        message = f"{names} of `{SOURCE}` changed since the package was derived, and sealing derives nothing"
        where = SourceLocation(shown_as, pointer=f"/{changed[0]}")
        raise PackageError([Problem(where, Severity.ERROR, Code.SOURCE_CONTRADICTION, message, "run `connectors gen`")])
    if source.sha256 not in (None, provenance.sha256):
        message = f"expected a package of the description with the SHA-256 `{source.sha256}`, found one of `{provenance.sha256}`"
        where = SourceLocation(shown_as, pointer="/description/sha256")
        raise PackageError([Problem(where, Severity.ERROR, Code.DIGEST_DIFFERS, message, "run `connectors gen`")])
    provenance = msgspec.structs.replace(provenance, url=published_at(source))
    terms = terms_of(source, target, [])
    refuse_unfounded(source, terms, directory, source_yaml)
    found = [(claim.found_in, claim.value) for claim in old.connector.rights.claims if claim.found_in != OPERATOR]
    claims = claims_of(found, terms.expression)
    derived = derived_of(old)
    sealed = _sealed(derived, provenance, source, source_yaml, old.overlay_yaml, str(directory / OVERLAY), terms, claims)
    changed_files = write(directory, sealed.files, expected=target.expected()) if sealed.files is not None else False
    facts = SourceFacts(provenance.format, provenance.version, provenance.sha256, provenance.bytes)
    gaps, notes = located(derived, (), old.connector.provenance.url or "the description", note_lines=False)
    problems = [*judge_claims(claims, terms.expression, old.connector.provenance.url or "the description"), *sealed.problems]
    return _report(old.connector.id, directory, sealed, changed_files, facts, gaps, notes, problems, sealed.files is None)


def _sealed(
    derived: Derived,
    provenance: Provenance,
    source: Source,
    source_yaml: bytes,
    overlay_yaml: bytes | None,
    overlay_shown_as: str,
    terms: Terms,
    claims: tuple[Claim, ...],
) -> _Sealed:
    """Apply the overlay, check, and spell the files: what `gen` and `seal` have in common, so that they agree byte for byte."""
    rights = rights_of(source, terms, claims)
    counts, lock = counts_of(derived), derived.lock
    problems: tuple[Problem, ...] = ()
    if overlay_yaml is not None:
        # Reading an overlay takes a YAML parser; most packages have none.
        from connectors.overlay.apply import apply_file
        from connectors.overlay.pins import with_pins

        card = card_of(derived, provenance, rights)
        try:
            applied = apply_file(overlay_yaml, overlay_shown_as, card, derived.operations, derived.schemas, derived, lock)
        except OverlayError as error:
            return _Sealed(None, counts, error.problems)
        lock = with_pins(lock, applied.operations)
        counts, problems = applied.connector.counts, applied.problems
    files = render(
        derived,
        provenance=provenance,
        rights=rights,
        lock=lock,
        source_yaml=source_yaml,
        overlay_yaml=overlay_yaml,
        license_texts=terms.texts,
        attribution=source.attribution,
        curated=counts.curated,
        dropped=counts.dropped,
    )
    return _Sealed(files, counts, problems)


def _report(
    connector: str,
    directory: Path,
    sealed: _Sealed,
    changed: bool,
    source: SourceFacts,
    gaps: tuple[LocatedGap, ...],
    notes: tuple[LocatedNote, ...],
    problems: Iterable[Problem],
    failed: bool,
) -> GenReport:
    return GenReport(
        connector=connector,
        directory=str(directory),
        address=canonical.address(sealed.files[CONNECTOR]) if sealed.files is not None else None,
        changed=changed,
        source=source,
        counts=sealed.counts,
        gaps=gaps,
        notes=notes,
        problems=tuple(sorted(problems, key=Problem.sort_key)),
        exit_status=1 if failed else 0,
    )


# -- what comes out -------------------------------------------------------------------------------------------------------------


def _fetching(options: GenOptions, plan: Plan) -> Fetching:
    return Fetching(
        plan.source.allow_origin, options.auth_env, options.max_redirects, options.use_cache, use_proxies=options.use_proxies
    )


def _refuse_another(entry: Entry, plan: Plan) -> None:
    """Raise FetchError where the description is not the one that `source.yaml` pins: before anything in it is looked at."""
    pinned = plan.source.sha256
    if pinned is None or (found := canonical.digest(entry.data)) == pinned:
        return
    message = f"expected the description with the SHA-256 `{pinned}`, found `{found}`"
    remedy = f"look at what has changed; to take it, write the new digest into `{plan.directory / SOURCE}`"
    problem = Problem(SourceLocation(entry.shown_as), Severity.ERROR, Code.DIGEST_DIFFERS, message, remedy)
    raise FetchError([problem], exit_status=1)


def _overlaid(document: Document, plan: Plan, options: GenOptions) -> tuple[Document, tuple[FileEntry, ...], list[Problem]]:
    """The description with its OpenAPI Overlay documents applied, their digests, and what is to be said of them."""
    if not plan.description_overlays:
        return document, (), []
    # JSONPath takes a while to import, and most descriptions are taken as they are.
    from connectors.description.overlaid import GivenOverlay, overlaid

    given: list[GivenOverlay] = []
    entries: list[FileEntry] = []
    for file in plan.description_overlays:
        data, is_other = open_overlay(file.path, file.shown_as, plan.spec, plan.source.url, options.limits)
        given.append(GivenOverlay(data, file.shown_as, is_other))
        entries.append(file_entry(file.name, data))
    edited, problems = overlaid(document, given, options.limits)
    return edited, tuple(entries), problems


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

    def supplied(servers: tuple[Server, ...]) -> tuple[Server, ...]:
        return tuple(msgspec.structs.replace(server, operator_supplied=True) for server in servers)

    operations = tuple(
        msgspec.structs.replace(operation, servers=supplied(operation.servers)) if operation.servers else operation
        for operation in derived.operations
    )
    return replace(derived, servers=supplied(derived.servers), operations=operations)


def _provenance(view: View, entry: Entry, plan: Plan, overlays: tuple[FileEntry, ...]) -> Provenance:
    documents: list[FileEntry] = [file_entry(document.name, document.data) for document in view.documents() if document.name]
    return Provenance(
        format=view.format,
        sha256=canonical.digest(entry.data),
        bytes=len(entry.data),
        version=view.api_version,
        url=published_at(plan.source),
        documents=tuple(documents),
        overlays=overlays,
        derivation=DERIVATION_VERSION,
        description=plan.source.description,
        prose=plan.source.prose,
        self_hosted=plan.source.self_hosted,
        include=plan.source.include,
        exclude=plan.source.exclude,
        allow_origin=plan.source.allow_origin,
    )


def _checked(plan: Plan, files: Mapping[str, bytes], problems: list[Problem]) -> tuple[bool, bool]:
    """For `--check`: whether the directory would change, and whether that is a failure."""
    if holds(plan.directory, files):
        return False, False
    derivation = derivation_of(plan.directory)
    where = SourceLocation(str(plan.directory))
    if derivation is not None and derivation != DERIVATION_VERSION:
        message = other_derivation(derivation)
        problems.append(Problem(where, Severity.NOTE, Code.CHECK_DIFFERS, message, "run `connectors gen` to derive it anew"))
        return True, False
    message = "the package is not what its description gives today"
    problems.append(Problem(where, Severity.ERROR, Code.CHECK_DIFFERS, message, "run `connectors gen` without `--check`"))
    return True, True
