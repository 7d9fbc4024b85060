"""What a run is going to do: options, `source.yaml` and the folder brought together before anything is read."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from connectors.derive.lock import Decisions, lock_of
from connectors.derive.selection import Selection, parse_rules
from connectors.inputs import is_address
from connectors.model.connector import Claim, Provenance, Rights
from connectors.model.identity import normalise_identity
from connectors.model.lock import EMPTY_LOCK, Lock
from connectors.model.source import Source
from connectors.pipeline_types import GenOptions
from connectors.problems import Code, Problem, RightsError, Severity, SourceLocation, UsageError
from connectors.rights.assertion import refusals
from connectors.rights.conditions import share_alike
from connectors.rights.expression import Expression, parse
from connectors.rights.license_texts import assign, gather
from connectors.store.layout import OVERLAY, SOURCE
from connectors.store.names import read_names
from connectors.store.render import public_url
from connectors.store.scaffold import scaffold
from connectors.store.target import ExistingTarget, TargetKind, check_target

__all__ = [
    "OverlayFile",
    "Plan",
    "Terms",
    "changed_for_derivation",
    "plan",
    "published_at",
    "refuse_unfounded",
    "rights_of",
    "terms_of",
]

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")


class Terms(msgspec.Struct, frozen=True):
    """What `source.yaml` says of the licence, checked: its expression, and the text of every licence in it."""

    expression: Expression | None
    texts: Mapping[str, str]


class OverlayFile(msgspec.Struct, frozen=True):
    """An OpenAPI Overlay document: as `source.yaml` names it, what people call it, and where it is, with no link on the way."""

    name: str
    shown_as: str
    path: Path


class Plan(msgspec.Struct, frozen=True):
    """What a run is going to do, settled before anything is read."""

    connector: str
    directory: Path
    target: ExistingTarget
    source: Source
    source_yaml: bytes
    overlay_yaml: bytes | None
    overlay_shown_as: str
    spec: str
    description_overlays: tuple[OverlayFile, ...]
    terms: Terms
    selection: Selection
    decisions: Decisions
    lock: Lock


def plan(options: GenOptions) -> Plan:
    """Settle what a run does.

    Raises UsageError, OverlayError or PackageError with every mistake in options and authored files, RightsError for an assertion of a
    right that cannot be asserted.
    """
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
    beside = options.beside or directory
    spec = options.spec
    if spec is None:
        if source.description is None:
            message = f"`{directory / SOURCE}` names no description"
            raise _usage(Code.USAGE, message, "give the description as SPEC, or add `description:` to the file")
        spec = source.description if is_address(source.description) else str(beside / source.description)
    overlay_yaml, overlay_shown_as = _overlay(options, directory, target)
    given = [(str(path), _license_text(path)) for path in options.license_texts]
    terms = terms_of(source, target, given)
    refuse_unfounded(source, terms, directory, target.source_yaml)
    return Plan(
        connector=connector,
        directory=directory,
        target=target,
        source=source,
        source_yaml=source_yaml,
        overlay_yaml=overlay_yaml,
        overlay_shown_as=overlay_shown_as,
        spec=spec,
        description_overlays=tuple(_overlay_file(name, beside) for name in source.description_overlays),
        terms=terms,
        selection=Selection(parse_rules(source.include, "--include"), parse_rules(source.exclude, "--exclude")),
        decisions=_decisions(options),
        lock=_lock(connector, directory, target),
    )


def terms_of(source: Source, target: ExistingTarget, given: list[tuple[str, str]]) -> Terms:
    """The licence that `source.yaml` names, with its texts: those `given` (option, text), those in the folder, those we carry."""
    expression = parse(source.license) if source.license else None
    kept = {key: text for key, text in target.license_texts.items() if expression is not None and key in expression.ids}
    return Terms(expression, gather(expression, {**kept, **assign(expression, given)}))


def rights_of(source: Source, terms: Terms, claims: tuple[Claim, ...]) -> Rights:
    """The rights that a package states."""
    return Rights(
        license=terms.expression.text if terms.expression else None,
        claims=claims,
        copyright=source.copyright,
        redistributable=source.redistributable,
        relied_on=source.rights,
        override=source.rights_override,
        share_alike=share_alike(terms.expression),
        generated_by=source.generated_by,
    )


def refuse_unfounded(source: Source, terms: Terms, directory: Path, source_yaml: bytes | None) -> None:
    """Raise RightsError where `redistributable` is asserted and cannot be. `source_yaml` is None where options alone assert it."""
    if not source.redistributable:
        return

    def place(key: str) -> SourceLocation | None:
        if source_yaml is None:
            return None
        return SourceLocation(str(directory / SOURCE), _line_of(source_yaml, key), 1, f"/{key}")

    if problems := refusals(terms.expression, source.rights, source.rights_override, place):
        raise RightsError(problems)


def changed_for_derivation(source: Source, provenance: Provenance) -> tuple[str, ...]:
    """The keys of `source.yaml` that derivation reads and that are not what the package was derived with."""
    keys = ("description", "prose", "self_hosted", "include", "exclude", "allow_origin")
    changed = tuple(key for key in keys if getattr(source, key) != getattr(provenance, key))
    applied = tuple(entry.path for entry in provenance.overlays)
    return changed if source.description_overlays == applied else (*changed, "description_overlays")


def published_at(source: Source) -> str | None:
    """The address of the description as a package states it: where the vendor publishes it, or else where it is fetched from."""
    if source.url is not None:
        return public_url(source.url)
    return public_url(source.description) if source.description is not None and is_address(source.description) else None


def _overlay(options: GenOptions, directory: Path, target: ExistingTarget) -> tuple[bytes | None, str]:
    """The overlay's bytes, and what people call the file; a different one already there is replaced only when that was asked for."""
    own = str(directory / OVERLAY)
    if options.overlay is None:
        return target.overlay_yaml, own
    try:
        given = options.overlay.read_bytes()
    except OSError as error:
        message = f"the overlay `{options.overlay}` could not be read: {error.strerror or error}"
        raise _usage(Code.FILE_UNREADABLE, message, "name a file that you may read") from error
    if target.overlay_yaml not in (None, given) and not options.replace_overlay:
        message = f"`{own}` is another overlay than `{options.overlay}`"
        raise _usage(Code.SOURCE_CONTRADICTION, message, "add `--replace-overlay`, or leave `--overlay` out")
    return given, str(options.overlay)


def _source(options: GenOptions, connector: str, directory: Path, target: ExistingTarget) -> tuple[Source, bytes]:
    """What `source.yaml` says, or will say: where it is there it wins, and an option that contradicts it is a mistake."""
    asked = {
        "license": parse(options.license).text if options.license else None,
        "copyright": options.copyright or None,
        "url": public_url(options.source_url) if options.source_url else None,
        "redistributable": options.redistributable or None,
        "rights": options.rights,
        "rights_override": options.rights_override,
        "generated_by": options.generated_by,
        "prose": options.prose,
        "self_hosted": options.self_hosted or None,
        "include": options.include or None,
        "exclude": options.exclude or None,
        "allow_origin": options.allow_origin or None,
        "description_overlays": tuple(_beside(path, directory) for path in options.description_overlays) or None,
    }
    given = {key: value for key, value in asked.items() if value is not None}
    if target.source_yaml is None:
        if options.spec is not None and is_address(options.spec):
            given = {**_fetched_from(options.spec), **given}
        source = msgspec.structs.replace(Source(schema_version=1, connector=connector), **given)
        return source, scaffold(source)
    # Reading the file takes a YAML parser, and a new package has none yet.
    from connectors.store.source_file import read_source

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
        if not _agree(key, getattr(source, key), value)
    ]
    if problems:
        raise UsageError(problems)
    return source, target.source_yaml


def _fetched_from(spec: str) -> dict[str, str]:
    """What a new `source.yaml` says of SPEC's address. A query may hold a key, and is written nowhere: such a package is made anew from SPEC."""
    address = spec.partition("#")[0]
    return {"url": public_url(address), **({"description": address} if public_url(address) == address else {})}


def _overlay_file(name: str, directory: Path) -> OverlayFile:
    # The folder may be still to be made, and no system finds what stands beside a folder that is not there.
    path = Path(os.path.normpath(os.path.join(os.path.realpath(directory), name)))  # noqa: PTH118
    return OverlayFile(name, os.path.normpath(directory / name), path)


def _agree(key: str, written: object, asked: object) -> bool:
    if key == "description_overlays" and isinstance(written, tuple):
        written = tuple(os.path.normpath(name) for name in written)
    return written == asked


def _beside(path: Path, directory: Path) -> str:
    """How `source.yaml` in a folder names a file, wherever links lead."""
    where = os.path.join(os.path.realpath(path.parent), path.name)  # noqa: PTH118
    return Path(os.path.relpath(where, os.path.realpath(directory))).as_posix()


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
        match = re.fullmatch(r"(\S+ .+?)=([^\s=]+ \S.*)", text)
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
        return ", ".join(map(_shown, value)) or "nothing"
    # An address may hold a password, or a key.
    return "nothing" if value is None else public_url(value) if isinstance(value, str) and is_address(value) else str(value)


def _license_text(path: Path) -> str:
    file = Path(str(path).partition("=")[2]) if "=" in str(path) and not path.exists() else path
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"the licence text `{file}` could not be read"
        raise _usage(Code.FILE_UNREADABLE, message, "name a text file in UTF-8") from error


def _usage(code: Code, message: str, remedy: str) -> UsageError:
    return UsageError([Problem(None, Severity.ERROR, code, message, remedy)])
