"""The gate of a catalog that is given away: what each package needs before it leaves the house."""

from collections.abc import Iterator
from pathlib import Path

from connectors.model.package import Package
from connectors.model.source import Source
from connectors.problems import Code, ConnectorsError, Problem, Severity, SourceLocation
from connectors.rights.assertion import refusals
from connectors.rights.conditions import NEEDS_NO_NOTICE
from connectors.rights.expression import Expression, parse
from connectors.rights.notice import notice
from connectors.rights.reuse_toml import reuse_toml
from connectors.rights.texts import NOT_STATED, carried_text
from connectors.store import layout
from connectors.store.folder import read_file
from connectors.store.source_file import read_source

__all__ = ["package_faults", "recipe_faults", "source_of"]


def source_of(directory: Path) -> Source:
    """What `source.yaml` of a package or recipe says. Raises ConnectorsError, OSError."""
    path = directory / layout.SOURCE
    return read_source(read_file(path), str(path))


def package_faults(directory: Path, package: Package) -> Iterator[Problem]:
    """What stands against giving this package away: the right, the notices, the headers. The package was loaded, so that it is whole."""
    card, header = package.connector, package.connector.header
    try:
        expression = parse(card.rights.license) if card.rights.license else None
        source = source_of(directory)
    except ConnectorsError as error:
        yield from error.problems
        return
    if not card.rights.redistributable:
        message = f"nobody has said that `{card.id}` may be passed on"
        remedy = "state `redistributable` and `rights` in the file and seal it, or ship a recipe in its place"
        yield _fault(directory, layout.SOURCE, "/redistributable", Code.RIGHTS_NOT_ASSERTED, message, remedy)
    else:
        rights = card.rights
        yield from refusals(expression, rights.relied_on, rights.override, lambda key: _place(directory, layout.SOURCE, f"/{key}"))
    yield from _holder(directory, expression, source)
    for path, expected in (
        (layout.NOTICE, notice(card.id, header, source.attribution)),
        (layout.REUSE, reuse_toml(card.rights.license, card.rights.copyright)),
    ):
        if read_file(directory / path) != expected.encode():
            message = f"`{path}` is to say what the header and `{layout.SOURCE}` say, and it says something else"
            yield _fault(directory, path, "", Code.NOTICE_MISSING, message, "run `connectors seal`, which writes it anew")
    listed = {entry.path for entry in card.files if entry.size}
    for license_id in expression.ids if expression else (NOT_STATED,):
        if (path := layout.license_path(license_id)) not in listed:
            message = f"the text of `{license_id}` has to travel with the package, and `{path}` is not there"
            yield _fault(directory, path, "", Code.LICENSE_TEXT_MISSING, message, "run `connectors gen` with `--license-text`")
    if not (header.notice.strip() and header.generator.strip() and all(line.strip() for line in header.copyright)):
        message = "the files open with a header that says nothing"
        yield _fault(directory, layout.CONNECTOR, "/header", Code.HEADER_DISAGREES, message, "run `connectors seal`")


def recipe_faults(directory: Path, source: Source) -> Iterator[Problem]:
    """What stands against giving this recipe away: it holds nothing of the vendor's, and names the vendor's terms for those who generate."""
    if source.license is None:
        return
    expression = parse(source.license)
    yield from _holder(directory, expression, source)
    for license_id in expression.ids:
        path = layout.license_path(license_id)
        if carried_text(license_id) is None and not (directory / path).is_file():
            message = f"the text of `{license_id}` is not one of those this program carries, and `{path}` is not there"
            yield _fault(directory, path, "", Code.LICENSE_TEXT_MISSING, message, "put the text there")
    if source.redistributable:
        rights = (source.rights, source.rights_override)
        yield from refusals(expression, *rights, lambda key: _place(directory, layout.SOURCE, f"/{key}"))


def _holder(directory: Path, expression: Expression | None, source: Source) -> Iterator[Problem]:
    if source.copyright or (source.attribution or "").strip() or (expression and set(expression.ids) <= NEEDS_NO_NOTICE):
        return
    message = (
        f"`{layout.SOURCE}` names neither a copyright line nor an attribution, and the licence asks for the notice of its holder"
    )
    remedy = "add `copyright` as the publisher states it, or `attribution` where none is stated"
    yield _fault(directory, layout.SOURCE, "/copyright", Code.NOTICE_MISSING, message, remedy)


def _place(directory: Path, path: str, pointer: str) -> SourceLocation:
    return SourceLocation(str(directory / path), pointer=pointer)


def _fault(directory: Path, path: str, pointer: str, code: Code, message: str, remedy: str) -> Problem:
    return Problem(_place(directory, path, pointer), Severity.ERROR, code, message, remedy)
