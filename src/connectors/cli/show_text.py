"""The views of `show` for people."""

import shlex
import sys
from itertools import groupby

from connectors.cli.layout import Cell
from connectors.cli.page import Page
from connectors.cli.show_auth import write_auth
from connectors.cli.show_coverage import write_coverage
from connectors.cli.show_operation import write_operation
from connectors.cli.show_rights import write_rights
from connectors.cli.terminal import Colours, columns, printable
from connectors.cli.words import EFFECT_COLOUR, auth_words, default_security_words, plural
from connectors.model.connector import Connector
from connectors.model.excerpt import Excerpt
from connectors.model.operation import Anonymous, AnyOf, Encoding, Operation, Security, Server
from connectors.model.package import Package

__all__ = ["render", "render_operation"]


def render(
    package: Package,
    named: str,
    *,
    coverage: bool = False,
    auth: bool = False,
    rights: bool = False,
    width: int | None = None,
    colours: Colours | None = None,
) -> str:
    """The text of one view of a package. `named` is what the person called the package, for the lines that say what to try next."""
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    if coverage:
        write_coverage(page, package)
    elif auth:
        write_auth(page, package)
    elif rights:
        write_rights(page, package)
    else:
        _write_package(page, package, named)
    return str(page)


def render_operation(excerpt: Excerpt, *, width: int | None = None, colours: Colours | None = None) -> str:
    """The text of one operation."""
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    write_operation(page, excerpt)
    return str(page)


def _write_package(page: Page, package: Package, named: str) -> None:
    connector = package.connector
    title = printable(connector.title)
    page.title(title + (f" {printable(connector.api_version)}" if connector.api_version else ""))
    page.line(f"{connector.id}: {_counts(connector, len(package.operations))}")
    if connector.description:
        page.blank()
        page.prose(printable(_first_paragraph(connector.description), newlines=True))
    page.blank()
    page.facts([*_origin(connector), ("address", printable(package.address))])
    page.blank()
    page.facts(_places(connector))
    _write_operations(page, package)
    page.blank()
    _write_next(page, package, named)


def _counts(connector: Connector, listed: int) -> str:
    counts = connector.counts
    text = f"{counts.declared} declared = {plural(counts.operations, 'operation')} + {plural(counts.gaps, 'gap')}"
    if listed != counts.operations:
        text += f", {counts.operations - listed} of them dropped by the overlay"
    more = (
        (counts.excluded, "excluded"),
        (counts.notes, "note" if counts.notes == 1 else "notes"),
        (counts.events, "event" if counts.events == 1 else "events"),
        (counts.deprecated, "deprecated"),
        (counts.curated, "curated"),
    )
    return ", ".join([text, *(f"{count} {what}" for count, what in more if count)])


def _origin(connector: Connector) -> list[tuple[str, str]]:
    provenance, rights = connector.provenance, connector.rights
    source = f"{provenance.format}, {provenance.bytes:,} bytes"
    if provenance.version:
        source = f"version {printable(provenance.version)}, {source}"
    if provenance.documents:
        source += f", and {plural(len(provenance.documents), 'further document')}"
    licence = printable(rights.license) if rights.license else "not stated"
    if rights.copyright:
        licence += "; " + "; ".join(map(printable, rights.copyright))
    licence += "; may be passed on" if rights.redistributable else "; nobody has said that it may be passed on"
    return [
        ("source", source),
        ("sha256", printable(provenance.sha256)),
        ("from", printable(provenance.url) if provenance.url else ""),
        ("licence", licence),
        ("prose", "left out: a facts-only package" if provenance.prose == "omit" else ""),
    ]


def _places(connector: Connector) -> list[tuple[str, str]]:
    servers = [server_words(server) for server in connector.servers] or ["none: the operator gives the address"]
    auth = [f"{printable(scheme.id)}  {auth_words(scheme)}" for scheme in connector.auth] or ["no scheme is declared"]
    return [
        ("servers", "\n".join(servers)),
        ("auth", "\n".join(auth)),
        ("default", f"{default_security_words(connector.default_security)}, unless an operation says otherwise"),
        ("maturity", connector.maturity),
    ]


def server_words(server: Server) -> str:
    """One base address, with its variables."""
    words = printable(server.url)
    if server.operator_supplied:
        words += "  (the operator gives the origin)"
    for variable in server.variables:
        choices = " | ".join(map(printable, variable.enum))
        default = f"default {printable(variable.default)}" if variable.default is not None else "no default"
        words += f"\n  {{{printable(variable.name)}}}: {default}" + (f"; {choices}" if choices else "")
    return words


def _write_operations(page: Page, package: Package) -> None:
    prefix = package.connector.id + "."
    operations = sorted(package.operations, key=lambda operation: (operation.resource, operation.id))
    sections = []
    for resource, group in groupby(operations, key=lambda operation: operation.resource):
        rows = [_row(operation, prefix) for operation in group]
        sections.append((f"{printable(resource)} ({len(rows)})", rows))
    page.tables(sections)
    if not operations:
        page.heading("No operations")


def _row(operation: Operation, prefix: str) -> list[Cell]:
    marks = [
        "NOT CALLABLE" if not operation.callable else "",
        "deprecated" if operation.deprecated else "",
        _body_mark(operation),
        "pages" if operation.pagination else "",
        _security_mark(operation.security),
        "curated" if operation.curated else "",
    ]
    return [
        Cell(printable(operation.id.removeprefix(prefix))),
        Cell(operation.effect, EFFECT_COLOUR[operation.effect]),
        Cell(f"{printable(operation.method)} {printable(operation.path)}"),
        Cell(", ".join(mark for mark in marks if mark), "dim" if operation.callable and not operation.deprecated else "yellow"),
    ]


def _body_mark(operation: Operation) -> str:
    if operation.body is None:
        return ""
    return "body" if operation.body.encoding is Encoding.JSON else f"{operation.body.encoding} body"


def _security_mark(security: Security) -> str:
    if isinstance(security, Anonymous):
        return "open"
    if isinstance(security, AnyOf) and not all(security.alternatives):
        return "auth optional" if any(security.alternatives) else "open"
    return ""


def _write_next(page: Page, package: Package, named: str) -> None:
    called = shlex.quote(printable(named))
    rows = []
    if package.operations:
        example = package.operations[0].id.removeprefix(package.connector.id + ".")
        rows.append((f"connectors show {called} {printable(example)}", "one operation"))
    counts = package.connector.counts
    missing = "what is missing or narrower" if counts.gaps or counts.notes else "every operation of the description"
    rows += [(f"connectors show {called} --coverage", missing), (f"connectors show {called} --auth", "credentials and scopes")]
    page.line("Next", "bold")
    page.table([[Cell(command), Cell(what, "dim")] for command, what in rows])


def _first_paragraph(text: str) -> str:
    lines = text.strip().splitlines()
    return "\n".join(lines[: lines.index("")] if "" in lines else lines)
