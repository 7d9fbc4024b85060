"""Where the keys of a TOML text stand. The standard library reads TOML and forgets the lines."""

import re

from connectors.pointer import join

__all__ = ["toml_places"]

_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"[A-Za-z0-9_-]+|'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"")
_STRING = re.compile(r'"""(?:[^\\]|\\[\s\S])*?"{3,5}|\'\'\'[\s\S]*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
_PLAIN = re.compile(r"[^,\]}#\r\n]+")


def toml_places(text: str) -> dict[str, tuple[int, int]]:
    """Line and column, both from 1, in code points, of each key and each item of an array, by JSON Pointer.

    `text` is one that `tomllib` reads; of a key that stands in several headers the first place counts. Source: TOML 1.0.0.
    """
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.offsets: dict[str, int] = {}
        self.tables: dict[str, int] = {}
        """How many tables each array of tables has so far."""

    def scan(self) -> dict[str, tuple[int, int]]:
        table: tuple[str | int, ...] = ()
        while self._blank() < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
        lines = self.text.split("\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        return {pointer: _place(starts, offset) for pointer, offset in self.offsets.items()}

    def _header(self) -> tuple[str | int, ...]:
        """`[a.b]` or `[[a.b]]`: where what follows belongs."""
        start = self.at
        several = self.text.startswith("[[", start)
        self.at += 2 if several else 1
        table: tuple[str | int, ...] = ()
        keys = self._keys()
        for number, (key, _) in enumerate(keys):
            table = (*table, key)
            pointer = join(table)
            if several and number == len(keys) - 1:
                self.tables[pointer] = self.tables.get(pointer, -1) + 1
            self._note(table, start)
            if pointer in self.tables:
                table = (*table, self.tables[pointer])
                self._note(table, start)
        self.at += 2 if several else 1
        return table

    def _keys(self) -> list[tuple[str, int]]:
        """A dotted key: its parts, and where each begins."""
        found = []
        while True:
            self._skip(_SPACE)
            start = self.at
            found.append((_unquoted(self._skip(_KEY)), start))
            self._skip(_SPACE)
            if not self.text.startswith(".", self.at):
                return found
            self.at += 1

    def _pair(self, table: tuple[str | int, ...]) -> None:
        for key, start in self._keys():
            table = (*table, key)
            self._note(table, start)
        self.at += 1  # the sign =
        self._value(table)

    def _value(self, table: tuple[str | int, ...]) -> None:
        self._skip(_SPACE)
        opening = self.text[self.at]
        if opening == "[":
            self.at += 1
            number = 0
            while self._blank_or_comma("]"):
                self._note((*table, number), self.at)
                self._value((*table, number))
                number += 1
        elif opening == "{":
            self.at += 1
            while self._blank_or_comma("}"):
                self._pair(table)
        elif opening in "\"'":
            self._skip(_STRING)
        else:
            self._skip(_PLAIN)

    def _blank_or_comma(self, closing: str) -> bool:
        """Whether another item follows; behind the closing sign where none does."""
        self._blank()
        if self.text[self.at] == ",":
            self.at += 1
            self._blank()
        if self.text[self.at] != closing:
            return True
        self.at += 1
        return False

    def _note(self, table: tuple[str | int, ...], start: int) -> None:
        self.offsets.setdefault(join(table), start)

    def _blank(self) -> int:
        self._skip(_BLANK)
        return self.at

    def _skip(self, what: "re.Pattern[str]") -> str:
        match = what.match(self.text, self.at)
        if match is None:
            raise ValueError(f"no TOML at offset {self.at}")
        self.at = match.end()
        return match.group()


def _unquoted(key: str) -> str:
    if key[0] == "'":
        return key[1:-1]
    if key[0] == '"':
        import tomllib

        return next(iter(tomllib.loads(f"{key} = 0")))
    return key


def _place(starts: list[int], offset: int) -> tuple[int, int]:
    from bisect import bisect_right

    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1
