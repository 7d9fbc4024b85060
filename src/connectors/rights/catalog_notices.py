"""`LICENSE-NOTICES` of a catalog: what every package says of its rights, in a section of a file that is otherwise a person's."""

from collections.abc import Iterable
from dataclasses import dataclass

from connectors.model.connector import Connector
from connectors.problems import Code, PackageError, Problem, Severity, SourceLocation
from connectors.rights.one_line import one_line

__all__ = ["BEGIN", "END", "Noticed", "section", "with_section"]

BEGIN = "=== Packages: written by `connectors notices`; do not edit down to the next such line ==="
END = "=== End of the packages ==="


@dataclass(frozen=True, slots=True)
class Noticed:
    """One package of a catalog. `path` of its folder as the notices name it, `notices` of its overlay, the attribution of its source."""

    path: str
    connector: Connector
    attribution: str | None
    notices: tuple[str, ...]


def section(packages: Iterable[Noticed]) -> str:
    """What stands between the marks, marks included: one paragraph a package, by path; every value of a stranger on lines of its own."""
    paragraphs = [_paragraph(package) for package in sorted(packages, key=lambda package: package.path)]
    return "\n\n".join([BEGIN, *(paragraphs or ["There are no packages."]), END]) + "\n"


def with_section(text: str, new: str, shown_as: str) -> str:
    """The file with its section replaced, or added at the end where it has none. Raises PackageError where the marks are no pair."""
    lines = text.replace("\r\n", "\n").split("\n")
    begins = [index for index, line in enumerate(lines) if line.strip() == BEGIN]
    ends = [index for index, line in enumerate(lines) if line.strip() == END]
    if not begins and not ends:
        before = text.rstrip("\n")
        return f"{before}\n\n{new}" if before else new
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        line = min(begins + ends) + 1
        message = (
            f"the packages stand between one line `{BEGIN}` and one line `{END}` below it, found {len(begins)} and {len(ends)}"
        )
        remedy = "delete these lines and what stands between them, then run `connectors notices`"
        raise PackageError([Problem(SourceLocation(shown_as, line, 1), Severity.ERROR, Code.NOTICES_MARKS, message, remedy)])
    before, after = "\n".join(lines[: begins[0]]), "\n".join(lines[ends[0] + 1 :])
    return (f"{before}\n" if begins[0] else "") + new + after


def _paragraph(package: Noticed) -> str:
    card = package.connector
    rights, header = card.rights, card.header
    kept = "facts only: no sentence of the publisher's" if card.provenance.prose == "omit" else "with the publisher's sentences"
    lines = [
        package.path,
        f"  Connector: {card.id} ({kept})",
        f"  Source: {one_line(header.source) if header.source else 'a file; no address was stated'}",
        f"  Source SHA-256: {header.source_sha256}",
        f"  License: {one_line(header.license)}",
        *(f"  Copyright: {one_line(line)}" for line in header.copyright),
        f"  Texts: {package.path}/LICENSES",
    ]
    if rights.share_alike:
        lines.append("  Share-alike: what is made from these files may be passed on under the same license alone")
    if rights.redistributable:
        lines.append(f"  May be passed on: {one_line(rights.relied_on or 'no right was named')}")
    else:
        lines.append("  May be passed on: nobody has said so")
    if rights.override:
        lines.append(f"  In spite of the license: {one_line(rights.override)}")
    for title, text in (("Attribution", package.attribution), *(("Notice", notice) for notice in package.notices)):
        if text and text.strip():
            lines.append(f"  {title}:")
            shown = (one_line(line).rstrip() for line in text.strip().replace("\r\n", "\n").split("\n"))
            lines += [f"    {line}".rstrip() for line in shown]
    return "\n".join(lines)
