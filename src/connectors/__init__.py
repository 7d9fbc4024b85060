"""Compile a vendor's API description into a typed, reproducible, content-addressed connector package."""

from connectors.version import __version__

__all__ = ["__version__"]
