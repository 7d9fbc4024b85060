"""The files of a package, from what was derived: the same arguments give the same bytes."""

import re
from collections.abc import Iterable, Mapping

import msgspec

from connectors import canonical
from connectors.model.connector import SCHEMA_VERSION, Connector, Counts, Header, Provenance, Rights
from connectors.model.coverage import Coverage, Emitted
from connectors.model.lock import Lock
from connectors.model.operation import Operation
from connectors.model.package import Derived
from connectors.rights.notice import notice
from connectors.rights.one_line import one_line
from connectors.rights.reuse_toml import NO_HOLDER, reuse_toml
from connectors.rights.texts import NOT_STATED
from connectors.store import layout
from connectors.store.lock_file import encode_lock
from connectors.store.sharing import fold

__all__ = ["card_of", "counts_of", "public_url", "render"]

GENERATOR = "connectors"
DO_NOT_EDIT = "Written by `connectors gen`; do not edit. Facts that people know belong in overlay.yaml."


def render(
    derived: Derived,
    *,
    provenance: Provenance,
    rights: Rights,
    lock: Lock,
    source_yaml: bytes,
    overlay_yaml: bytes | None,
    license_texts: Mapping[str, str],
    attribution: str | None = None,
    curated: int = 0,
    dropped: int = 0,
) -> dict[str, bytes]:
    """Spell every file of a package, by its path relative to the package, sorted. Touches nothing but its arguments.

    `license_texts` holds the text of every licence and exception that `rights.license` names, by id, as `rights.license_texts.gather`
    finds them. `provenance.derivation` is the version that the headers state. Whatever `provenance.url` holds, no credential and no
    query is written. `curated` and `dropped` count what the overlay makes of the operations: no other derived fact depends on it.
    """
    provenance = msgspec.structs.replace(provenance, url=public_url(provenance.url) if provenance.url else None)
    header = _header(provenance, rights)
    operations = tuple(sorted(derived.operations, key=lambda operation: operation.id))

    files: dict[str, bytes] = {
        layout.SOURCE: source_yaml,
        layout.NOTICE: notice(derived.connector, header, attribution).encode(),
        layout.REUSE: reuse_toml(rights.license, rights.copyright).encode(),
        layout.LOCK: encode_lock(msgspec.structs.replace(lock, schema_version=SCHEMA_VERSION, connector=derived.connector)),
        layout.COVERAGE: canonical.encode(_coverage(derived, header, operations)),
        layout.SCHEMAS: canonical.encode(
            layout.SchemasFile(
                header=header, schema_version=SCHEMA_VERSION, connector=derived.connector, definitions=dict(derived.schemas)
            )
        ),
    }
    if overlay_yaml is not None:
        files[layout.OVERLAY] = overlay_yaml
    for license_id, text in license_texts.items():
        files[layout.license_path(license_id)] = text.encode()
    for resource, members in _by_resource(operations).items():
        shared, stored = fold(members)
        files[layout.operations_path(resource)] = canonical.encode(
            layout.OperationsFile(
                header=header,
                schema_version=SCHEMA_VERSION,
                connector=derived.connector,
                resource=resource,
                shared=shared,
                operations=stored,
            )
        )
    if strangers := [path for path in files if not layout.is_named(path)]:
        raise ValueError(f"format {SCHEMA_VERSION} names no file `{strangers[0]}`")

    card = card_of(derived, provenance, rights)
    counts = msgspec.structs.replace(card.counts, curated=curated, dropped=dropped)
    listed = tuple(layout.file_entry(path, files[path]) for path in sorted(files))
    files[layout.CONNECTOR] = canonical.encode(msgspec.structs.replace(card, counts=counts, files=listed))
    return dict(sorted(files.items()))


def card_of(derived: Derived, provenance: Provenance, rights: Rights) -> Connector:
    """The identity card of what was derived, before any file is written and any overlay applied."""
    return Connector(
        header=_header(provenance, rights),
        schema_version=SCHEMA_VERSION,
        id=derived.connector,
        title=derived.title,
        description=derived.description,
        api_version=derived.api_version,
        servers=derived.servers,
        tags=derived.declared_tags,
        auth=derived.auth,
        default_security=derived.default_security,
        provenance=provenance,
        rights=rights,
        counts=counts_of(derived),
    )


def counts_of(derived: Derived) -> Counts:
    """Count what was derived; every operation of the description is either emitted or a gap."""
    operations = derived.operations
    return Counts(
        declared=len(operations) + len(derived.gaps),
        operations=len(operations),
        gaps=len(derived.gaps),
        excluded=len(derived.excluded),
        notes=len(derived.notes),
        resources=len({operation.resource for operation in operations}),
        schemas=len(derived.schemas),
        events=len(derived.events),
        tags=derived.tags,
        deprecated=derived.deprecated,
        paginated=sum(operation.pagination is not None for operation in operations),
        curated=sum(operation.curated for operation in operations),
    )


def public_url(url: str) -> str:
    """The part of an address that may be written down: without user, password, query and fragment."""
    # A password that holds `/`, `?`, `#` or a backslash as it is ends the host too early: what then looks like a port is none.
    url = re.sub(
        r"\A(?=.*@)((?:[A-Za-z][A-Za-z0-9+.-]*:)?[/\\]{2})[^/?#@\[]*:(?![0-9]*(?:[/?#]|$)).*@", r"\1", url, flags=re.DOTALL
    )
    address = re.split(r"[?#]", url, maxsplit=1)[0]
    # A backslash ends the authority for the readers of the WHATWG, a slash for those of RFC 3986.
    return re.sub(r"^((?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:[/\\]{2})?)[^/\\]*@", r"\1", address)


def _header(provenance: Provenance, rights: Rights) -> Header:
    return Header(
        notice=DO_NOT_EDIT,
        license=rights.license or NOT_STATED,
        copyright=tuple(one_line(line) for line in rights.copyright) or (NO_HOLDER,),
        source=provenance.url,
        source_sha256=provenance.sha256,
        generator=GENERATOR,
        derivation=provenance.derivation,
        share_alike=rights.share_alike,
    )


def _coverage(derived: Derived, header: Header, operations: Iterable[Operation]) -> Coverage:
    return Coverage(
        header=header,
        schema_version=SCHEMA_VERSION,
        connector=derived.connector,
        declared=len(derived.operations) + len(derived.gaps),
        operations=tuple(Emitted(identity=operation.identity, id=operation.id) for operation in operations),
        gaps=tuple(sorted(derived.gaps, key=lambda gap: gap.at)),
        excluded=tuple(sorted(derived.excluded)),
        notes=tuple(sorted(derived.notes, key=lambda note: note.at)),
        events=tuple(sorted(derived.events, key=lambda event: event.at)),
        not_carried=dict(derived.not_carried),
    )


def _by_resource(operations: Iterable[Operation]) -> dict[str, list[Operation]]:
    resources: dict[str, list[Operation]] = {}
    for operation in operations:
        resources.setdefault(operation.resource, []).append(operation)
    return resources
