"""What reading a description comes across: notes, and a count of what the package does not carry."""

from collections import Counter

import msgspec

from connectors.description.at import At
from connectors.description.expansion import PIECE, Expansion
from connectors.description.prose import clean, is_hidden, trimmed
from connectors.model.coverage import NoteSeverity
from connectors.problems import Code

__all__ = ["Remark", "Remarks"]


class Remark(msgspec.Struct, frozen=True):
    """A note before anybody knows on which operation it is."""

    severity: NoteSeverity
    code: Code
    reason: str
    at: At
    general: str | None = None
    """The reason without what is particular to its place: remarks that share it become one note, which counts the places."""


class Remarks(msgspec.Struct):
    """Collects remarks while a description is read. `not_carried` counts by kind: `links`, `examples`, `externalDocs`, `x-`."""

    expansion: Expansion
    found: list[Remark] = msgspec.field(default_factory=list)
    not_carried: Counter[str] = msgspec.field(default_factory=Counter)

    def narrowed(self, code: Code, reason: str, at: At) -> None:
        """Record that what comes out says less than the description does at this place."""
        self.expansion.spend(PIECE + len(reason), at)
        self.found.append(Remark(NoteSeverity.NARROWED, code, reason, at))

    def cleaned(self, text: str, key: str, at: At) -> str:
        """The prose under `key` of the node at `at`, made harmless; noted where that takes more than white space."""
        if not is_hidden(text):
            return trimmed(text)
        self.noted(Code.TEXT_CLEANED, f"hidden characters were removed from `{key}`", (at, key))
        return clean(text)

    def noted(self, code: Code, reason: str, at: At, *, general: str | None = None) -> None:
        """Record something worth knowing; nothing is missing.

        With `general`, the habit of a description rather than a fault of one place: said once, with the number of places.
        """
        self.expansion.spend(PIECE + len(reason), at)
        self.found.append(Remark(NoteSeverity.NOTED, code, reason, at, general))
