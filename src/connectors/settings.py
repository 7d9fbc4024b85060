"""`connectors.toml`: what a project decided once, read strictly. Options and the environment stand above it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from connectors.findings.control import Control, Ignore, Level
from connectors.findings.refused import LOADER, RIGHTS
from connectors.problems import Code, OverlayError, Problem, Severity, SourceLocation, UsageError, nearest

__all__ = ["CONFIG_VARIABLE", "FILE", "Checking", "Settings", "find_settings", "read_settings"]

FILE = "connectors.toml"
CONFIG_VARIABLE = "CONNECTORS_CONFIG"

_LARGEST = 1024 * 1024
_TABLES: Mapping[str, tuple[str, frozenset[Code]]] = {
    "validate": ("connector", LOADER | RIGHTS),
    "lint": ("file", frozenset()),
}
"""Each table: what its ignores name a subject by, and the codes that no setting silences."""


@dataclass(frozen=True, slots=True)
class Checking:
    """One table, `[validate]` or `[lint]`. `baseline` counts from the file's folder; `format` is as it is written."""

    control: Control = field(default_factory=Control)
    baseline: Path | None = None
    format: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What one file says, by table. A table that does not stand there decides nothing."""

    file: str | None = None
    tables: Mapping[str, Checking] = field(default_factory=dict)

    def table(self, name: str) -> Checking:
        """One table."""
        return self.tables.get(name, Checking())


def find_settings(option: Path | None, environment: Mapping[str, str]) -> Settings:
    """The settings that hold: those of `--config`, else of CONNECTORS_CONFIG, else of `connectors.toml` in the working directory, else none.

    Raises UsageError for a named file that is not there or cannot be read, OverlayError with everything that is wrong in it.
    """
    named = option or (Path(environment[CONFIG_VARIABLE]) if environment.get(CONFIG_VARIABLE) else None)
    path = named or Path(FILE)
    if named is None and not os.path.lexists(path):
        return Settings()
    try:
        data = path.read_bytes()
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        code = Code.FILE_NOT_FOUND if missing else Code.FILE_UNREADABLE
        message = f"the settings `{path}` cannot be read: {error.strerror}"
        given = "`--config`" if option else f"`{CONFIG_VARIABLE}`" if named else "the file"
        remedy = f"correct {given}" if missing else f"make `{path}` a readable file"
        raise UsageError([Problem(None, Severity.ERROR, code, message, remedy)]) from error
    return read_settings(data, str(path))


def read_settings(data: bytes, shown_as: str) -> Settings:
    """Read a file of settings. Raises OverlayError with everything that is wrong in it, each at its line."""
    import tomllib

    from connectors.toml_places import toml_places

    if len(data) > _LARGEST:
        message = f"settings have {_LARGEST} bytes at most, found {len(data)}"
        raise _refusal(SourceLocation(shown_as), Code.DOCUMENT_TOO_LARGE, message, "write what differs from the defaults alone")
    try:
        text = data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        where = SourceLocation(shown_as, data.count(b"\n", 0, error.start) + 1)
        raise _refusal(where, Code.ENCODING, "the file is not UTF-8", "save it as UTF-8") from error
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _syntax(shown_as, text, str(error)) from error
    return _Reader(shown_as, toml_places(text)).read(found)


class _Reader:
    def __init__(self, file: str, places: Mapping[str, tuple[int, int]]) -> None:
        self.file = file
        self.places = places
        self.problems: list[Problem] = []

    def read(self, found: dict[str, Any]) -> Settings:
        self._keys(found, "", set(_TABLES))
        tables = {name: self._table(name, found[name]) for name in _TABLES if name in found}
        if self.problems:
            raise OverlayError(self.problems)
        return Settings(self.file, tables)

    def _table(self, name: str, value: Any) -> Checking:
        if not isinstance(value, dict):
            self._value(f"/{name}", "a table", value, f"write `[{name}]`")
            return Checking()
        self._keys(value, f"/{name}", {"severity", "ignore", "baseline", "format"})
        severity = self._severity(name, value.get("severity", {}))
        ignores = self._ignores(name, value.get("ignore", []))
        baseline = self._text(value, f"/{name}", "baseline")
        form = self._text(value, f"/{name}", "format")
        path = None if baseline is None else Path(self.file).parent / baseline
        return Checking(Control(severity, ignores), path, form)

    def _severity(self, table: str, value: Any) -> dict[Code, Level]:
        at = f"/{table}/severity"
        if not isinstance(value, dict):
            self._value(at, "a table of codes", value, 'write `severity = {CODE = "note"}`')
            return {}
        found = {}
        for key, level in value.items():
            code = self._code(f"{at}/{key}", key)
            if not isinstance(level, str) or level not in set(Level):
                remedy = _did_you_mean(level, list(Level)) or "write one of them"
                self._value(f"{at}/{key}", "`error`, `warning`, `note` or `off`", level, remedy)
            elif code is not None and code in _TABLES[table][1] and level != Level.ERROR:
                self._refused(f"{at}/{key}", code)
            elif code is not None:
                found[code] = Level(level)
        return found

    def _ignores(self, table: str, value: Any) -> tuple[Ignore, ...]:
        at = f"/{table}/ignore"
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            self._value(at, "a list of tables", value, f"write each as `[[{table}.ignore]]`")
            return ()
        entries = (self._ignore(table, f"{at}/{index}", entry) for index, entry in enumerate(value))
        return tuple(entry for entry in entries if entry is not None)

    def _ignore(self, table: str, at: str, entry: dict[str, Any]) -> Ignore | None:
        subject_key, silent = _TABLES[table]
        before = len(self.problems)
        self._keys(entry, at, {"code", subject_key, "identity", "pointer", "reason", "until"})
        for key in ("code", subject_key, "reason", "until"):
            if key not in entry:
                example = "2027-01-31" if key == "until" else '"…"'
                message = f"an ignore has `{key}`, found none"
                self._problem(at, Code.SETTINGS_KEY, message, f"add `{key} = {example}`")
        texts = {key: self._text(entry, at, key) for key in ("code", subject_key, "identity", "pointer", "reason")}
        until = entry.get("until")
        if "until" in entry and (not isinstance(until, date) or isinstance(until, datetime)):
            self._value(f"{at}/until", "a date", until, "write the day without quotes and without a time, as `2027-01-31`")
        if "reason" in entry and texts["reason"] is not None and not texts["reason"].strip():
            self._value(f"{at}/reason", "a sentence", entry["reason"], "say why this may be passed over")
        code = None if texts["code"] is None else self._code(f"{at}/code", texts["code"])
        if code is not None and code in silent:
            self._refused(f"{at}/code", code)
        subject, reason = texts[subject_key], texts["reason"]
        if len(self.problems) > before or code is None or subject is None or reason is None or not isinstance(until, date):
            return None
        return Ignore(code, subject, reason, until, texts["identity"], texts["pointer"], self._where(at))

    def _code(self, at: str, text: str) -> Code | None:
        if text in set(Code):
            return Code(text)
        remedy = _did_you_mean(text, list(Code)) or "list all codes with `connectors explain`"
        self._problem(at, Code.CODE_UNKNOWN, f"no code is `{text}`", remedy)
        return None

    def _keys(self, found: Mapping[str, Any], at: str, known: set[str]) -> None:
        for key in found:
            if key not in known:
                remedy = _did_you_mean(key, sorted(known)) or f"use {', '.join(f'`{each}`' for each in sorted(known))}"
                table = f"`{at[1:].partition('/')[0]}`" if at else "the file"
                self._problem(f"{at}/{key}", Code.SETTINGS_KEY, f"{table} has no key `{key}`", remedy)

    def _text(self, found: Mapping[str, Any], at: str, key: str) -> str | None:
        value = found.get(key)
        if value is None or isinstance(value, str):
            return value
        self._value(f"{at}/{key}", "a text", value, "put it in quotes")
        return None

    def _refused(self, at: str, code: Code) -> None:
        if code in RIGHTS:
            message = f"a right is asserted in `source.yaml` and nowhere else, so `{code}` stays an error"
        else:
            message = f"a package with `{code}` cannot be loaded, so the code stays an error"
        self._problem(at, Code.SETTINGS_REFUSED, message, "take the setting away, and mend the package")

    def _value(self, at: str, expected: str, found: Any, remedy: str) -> None:
        shown = f"`{found}`" if isinstance(found, str | int | float | date) else "a table" if isinstance(found, dict) else "a list"
        self._problem(at, Code.SETTINGS_VALUE, f"`{at.rpartition('/')[2]}` is {expected}, found {shown}", remedy)

    def _problem(self, at: str, code: Code, message: str, remedy: str) -> None:
        self.problems.append(Problem(self._where(at), Severity.ERROR, code, message, remedy))

    def _where(self, at: str) -> SourceLocation:
        line, column = self.places.get(at, (None, None))
        return SourceLocation(self.file, line, column, at)


def _did_you_mean(word: object, known: list[str]) -> str | None:
    near = nearest(word, known) if isinstance(word, str) else None
    return f"write `{near}`" if near else None


def _syntax(shown_as: str, text: str, message: str) -> OverlayError:
    import re

    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    line: int | None = None
    column: int | None = None
    if place is not None:
        message = message[: place.start()]
        if place[1]:
            line, column = int(place[1]), int(place[2])
        else:
            line, column = text.rstrip("\n").count("\n") + 1, None
    message = f"the TOML cannot be read: {message[:1].lower()}{message[1:]}"
    remedy = "correct the TOML; a text stands in quotes, and each key once"
    return _refusal(SourceLocation(shown_as, line, column), Code.SETTINGS_SYNTAX, message, remedy)


def _refusal(where: SourceLocation, code: Code, message: str, remedy: str) -> OverlayError:
    return OverlayError([Problem(where, Severity.ERROR, code, message, remedy)])
