"""Files as pipelines name them: relative to the working directory, with forward slashes on every system."""

import os
from pathlib import Path

__all__ = ["below_root", "uri"]


def below_root(file: str) -> str | None:
    """The path of a file below the working directory, spelled with `/`; None for one outside of it, or for standard input."""
    if file in ("", "-"):
        return None
    path = os.path.relpath(file)
    if path == os.pardir or path.startswith(os.pardir + os.sep) or os.path.isabs(path):  # noqa: PTH117 - another drive
        return None
    return Path(path).as_posix()


def uri(file: str) -> tuple[str, bool]:
    """A file as a URI reference, percent-encoded; and whether it is relative to the working directory. Source: RFC 3986 §4.2, RFC 8089."""
    from urllib.parse import quote

    inside = below_root(file)
    if inside is None:
        return Path(os.path.abspath(file)).as_uri() if file not in ("", "-") else "stdin:", False  # noqa: PTH100 - links stay as named
    # A colon in the first segment would be read as a scheme: RFC 3986 §4.2.
    return quote(inside.encode("utf-8", "surrogateescape"), safe="/!$&'()*+,;=@-._~"), True
