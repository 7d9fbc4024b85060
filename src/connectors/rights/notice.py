"""`NOTICE`: the copyright lines and the attribution that travel with a package."""

from connectors.model.connector import Header
from connectors.rights.one_line import one_line

__all__ = ["notice"]


def notice(connector: str, header: Header, attribution: str | None) -> str:
    """Say for people what `header` says for programs; every value on a line of its own, an attribution line by line, indented."""
    lines = [
        header.notice,
        "",
        f"Connector: {connector}",
        f"Source: {one_line(header.source) if header.source else 'a file; no address was stated'}",
        f"Source SHA-256: {header.source_sha256}",
        f"Generator: {header.generator}, derivation version {header.derivation}",
        f"License: {one_line(header.license)}",
        *(f"Copyright: {one_line(line)}" for line in header.copyright),
    ]
    if header.share_alike:
        lines.append("Share-alike: what is made from these files may be passed on under the same license alone")
    if attribution and attribution.strip():
        shown = (one_line(line).rstrip() for line in attribution.strip().replace("\r\n", "\n").split("\n"))
        lines += ["", "Attribution:", *(f"  {line}".rstrip() for line in shown)]
    return "\n".join(lines) + "\n"
