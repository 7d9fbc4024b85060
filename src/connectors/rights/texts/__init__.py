"""Texts of the ten commonest licences, as SPDX and their authors publish them."""

__all__ = ["CARRIED", "NOT_STATED", "carried_text"]

NOT_STATED = "LicenseRef-not-stated"
"""Stands where no licence was stated: nothing is guessed, and nothing is granted."""

_NOT_STATED_TEXT = (
    "No licence was stated for the description that this package is derived from; nothing here grants a right to pass it on.\n"
)

# The "only" and "or later" forms of a GNU licence share their text.
_FILES = {
    "Apache-2.0": "Apache-2.0",
    "BSD-2-Clause": "BSD-2-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
    "CC-BY-4.0": "CC-BY-4.0",
    "CC-BY-SA-4.0": "CC-BY-SA-4.0",
    "CC0-1.0": "CC0-1.0",
    "GPL-3.0-only": "GPL-3.0",
    "GPL-3.0-or-later": "GPL-3.0",
    "ISC": "ISC",
    "MIT": "MIT",
    "MPL-2.0": "MPL-2.0",
}

CARRIED = frozenset(_FILES)
"""SPDX ids whose text needs no `--license-text`."""


def carried_text(license_id: str) -> str | None:
    """The text of a licence, or None where this program does not carry it."""
    if license_id == NOT_STATED:
        return _NOT_STATED_TEXT
    name = _FILES.get(license_id)
    if name is None:
        return None
    # It brings in the whole of `tempfile`, and most descriptions state no licence, or come with its text.
    from importlib.resources import files

    return files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
