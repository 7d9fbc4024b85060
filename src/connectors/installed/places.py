"""Where the installed packages of a user are, and what stands in which file there.

Below `store`:

sha256/HEX/          a package, never changed: its files are read-only
sha256/HEX.json      when it was installed, from where and by whom
ids/ID.json          which version of a connector is active
descriptions/HEX     a description as it was read, for `--offline`
pins/HEX.json        a version that is kept whether or not something else names it
lock-files.json      lock files of projects: `gc` keeps every address that they name
locks/               lock files of running programs; empty, and never removed
work/TOKEN           a folder of what a running program is making; left alone while TOKEN.lock is held
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from connectors.problems import Code, Problem, Severity, UsageError

__all__ = ["Places", "hex_of", "user_folder"]

_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Places:
    """The paths of one store. Nothing is made by asking."""

    root: Path

    @classmethod
    def of_user(cls, environment: Mapping[str, str] | None = None) -> "Places":
        """The store of whoever runs the program."""
        return cls(user_folder(environment) / "store")

    @property
    def packages(self) -> Path:
        """Folders named by the hex digits of their address, and a record beside each."""
        return self.root / "sha256"

    @property
    def ids(self) -> Path:
        """The pointer files."""
        return self.root / "ids"

    @property
    def descriptions(self) -> Path:
        """Descriptions, by the hex digits of their SHA-256."""
        return self.root / "descriptions"

    @property
    def pins(self) -> Path:
        """Versions that a person asked to keep."""
        return self.root / "pins"

    @property
    def locks(self) -> Path:
        """Lock files: one of the whole store, one an id."""
        return self.root / "locks"

    @property
    def work(self) -> Path:
        """What is being made: on the file system of the store, so that it can be renamed into place."""
        return self.root / "work"

    @property
    def lock_files(self) -> Path:
        """The list of the projects' lock files."""
        return self.root / "lock-files.json"

    def package(self, address: str) -> Path:
        """The folder of a package."""
        return self.packages / hex_of(address)

    def record(self, address: str) -> Path:
        """The record beside a package."""
        return self.packages / f"{hex_of(address)}.json"

    def pointer(self, connector: str) -> Path:
        """The file that says which version of a connector is active."""
        return self.ids / f"{connector}.json"

    def pin(self, address: str) -> Path:
        """The file that keeps a version."""
        return self.pins / f"{hex_of(address)}.json"

    def description(self, digest: str) -> Path:
        """A stored document of a description."""
        return self.descriptions / digest


def hex_of(address: str) -> str:
    """The digits of a whole address. Raises ValueError for anything else: it becomes part of a path."""
    digits = address.removeprefix("sha256:")
    if not _HEX.fullmatch(digits):
        raise ValueError(f"no address: {address}")
    return digits


def user_folder(environment: Mapping[str, str] | None = None) -> Path:
    """`$XDG_DATA_HOME/connectors`. Source: XDG Base Directory Specification 0.8: a relative path is invalid, and ignored.

    Raises UsageError where there is neither the variable nor a home directory.
    """
    given = (os.environ if environment is None else environment).get("XDG_DATA_HOME", "")
    if given and Path(given).is_absolute():
        return Path(given) / "connectors"
    try:
        return Path.home() / ".local" / "share" / "connectors"
    except RuntimeError as error:
        problem = Problem(
            None,
            Severity.ERROR,
            Code.STORE_UNREADABLE,
            "nothing says where installed packages are: there is no home directory",
            "set `XDG_DATA_HOME` to an absolute path",
        )
        raise UsageError([problem]) from error
