"""Compile a vendor's API description into a typed, reproducible, content-addressed connector package.

Public are `diff`, `generate`, `load`, `load_operation` and `request`, and what they take and give back; every other
name may change with any release.
"""

from typing import TYPE_CHECKING

from connectors.version import __version__

if TYPE_CHECKING:
    from connectors.api import diff, generate, load, load_operation, request

__all__ = ["__version__", "diff", "generate", "load", "load_operation", "request"]


def __getattr__(name: str) -> object:
    """Import what is public when it is first asked for: the command line pays for none of it."""
    if name in __all__:
        from connectors import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
