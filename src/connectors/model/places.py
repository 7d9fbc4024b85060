"""Where a fact of a package stands in the description it was derived from."""

import msgspec

__all__ = ["Place"]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, order=True):
    """A node of a description: the document's path below the entry document's folder, and a JSON Pointer (RFC 6901).

    The entry document's `file` is the empty text. Never a line: lines are computed when a place is shown.
    """

    file: str = ""
    pointer: str = ""
