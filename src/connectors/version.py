"""The version of the program, and of the rules by which it derives."""

__version__ = "0.1.0"

DERIVATION_VERSION = 1
"""Raised only by a change that moves a byte of some golden package: equal numbers derive equal packages from equal input."""
