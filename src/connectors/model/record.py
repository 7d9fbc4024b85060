"""What every value of a package has in common."""

import msgspec

__all__ = ["Record"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value of the package: immutable, unknown keys refused when read, defaults left out when written.

    Subclasses repeat `frozen=True` for the type checker, which does not inherit it.
    """
