"""No regular expression of the program takes more than linear time, whatever it is given."""

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import connectors

UNITS = [
    *"aAzZ019 \t\n\r{}[]()<>/\\:;?#@-_.,'\"`$%&*+=|~^!é",
    *("a:", "a.", "a-", "a_", "{a}", "{a", "a}", "\r\n", "//", "://", "x-", "9.", "1e", "&a ", "%41", "a a", "a,", "#/", "\\u"),
    *("<a", "aB", "A1", "-+", "* [", "=>"),
]  # fmt: skip
BEFORE = ["", "a", "http://", "# ", "<", '"', "{", "\n", "type a"]
AFTER = ["", "!", "\x00", "]"]
LENGTH = 8_000
SECONDS = 0.3
"""A pattern that takes quadratic time needs more than a second for one of the texts; the slowest linear one a tenth of this."""


def patterns() -> Iterator[tuple[str, tuple[re.Pattern[str], frozenset[str]]]]:
    """Every pattern of a module with the methods by which it is used there; all of them where that cannot be seen."""
    for module_info in pkgutil.walk_packages(connectors.__path__, "connectors."):
        if module_info.name.endswith("__main__"):
            continue
        module = importlib.import_module(module_info.name)
        source = Path(str(module.__file__)).read_text("utf-8")
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                used = {METHODS.get(method, method) for method in re.findall(rf"\b{name}\.(\w+)\(", source)}
                yield f"{module_info.name}.{name}", (value, frozenset(used & {*METHODS.values()}) or frozenset(METHODS.values()))


METHODS = {
    "fullmatch": "fullmatch",
    "match": "match",
    "search": "search",
    "sub": "search",
    "subn": "search",
    "split": "search",
    "findall": "search",
    "finditer": "search",
}
PATTERNS = dict(patterns())


def test_there_are_patterns_to_try() -> None:
    assert len(PATTERNS) > 30


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_reads_any_text_in_linear_time(name: str) -> None:
    pattern, methods = PATTERNS[name]
    slow: dict[str, float] = {}
    for unit in UNITS:
        body = unit * (LENGTH // len(unit))
        for before in BEFORE:
            for after in AFTER:
                text = before + body + after
                for method in methods:
                    start = time.process_time()
                    getattr(pattern, method)(text)
                    if (taken := time.process_time() - start) > SECONDS:
                        slow[f"{method} {before!r} {unit!r} {after!r}"] = taken
                    if len(slow) > 2:
                        pytest.fail(str(slow))
    assert slow == {}
