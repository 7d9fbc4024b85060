"""`REUSE.toml`: the licence and the holders of every file of a package, for tools that read REUSE."""

from collections.abc import Sequence

from connectors.rights.one_line import one_line
from connectors.rights.texts import NOT_STATED

__all__ = ["NO_HOLDER", "reuse_toml"]

NO_HOLDER = "NOASSERTION"
"""Stands where no copyright holder was stated."""


def reuse_toml(license_text: str | None, copyright_lines: Sequence[str]) -> str:
    """Cover every file of a package, whatever is written inside it. None and no lines where nothing was stated.

    One annotation covers the authored files too. An overlay is a change to the derived half: nobody can pass it on, or use it, under
    terms other than those of what it changes, so a second licence would promise what cannot be kept. Who holds rights in an overlay
    adds a line to `copyright` in `source.yaml`. Source: REUSE 3.3, REUSE.toml.
    """
    holders = ", ".join(_quoted(line) for line in copyright_lines or (NO_HOLDER,))
    return (
        "# Written by `connectors gen`; do not edit. What it says comes from `source.yaml`.\n"
        "version = 1\n"
        "\n"
        "[[annotations]]\n"
        'path = "**"\n'
        'precedence = "override"\n'
        f"SPDX-FileCopyrightText = [{holders}]\n"
        f"SPDX-License-Identifier = {_quoted(license_text or NOT_STATED)}\n"
    )


def _quoted(text: str) -> str:
    # `one_line` leaves no character that a basic string would have to escape but these two. Source: TOML 1.0, String.
    return '"' + one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
