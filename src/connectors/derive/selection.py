"""Which operations of a description become part of a package: `--include` and `--exclude`."""

import re
from collections.abc import Iterable

import msgspec

from connectors.description.view import OperationView
from connectors.problems import Code, Problem, Severity, UsageError

__all__ = ["EVERYTHING", "Rule", "Selection", "parse_rules"]


class Rule(msgspec.Struct, frozen=True):
    """One condition: `tag:NAME`, `path:GLOB` or `method:NAME`.

    In a path glob `*` stands for anything within a segment, `**` for anything.
    """

    kind: str
    value: str

    def matches(self, operation: OperationView) -> bool:
        """Whether the operation meets the condition."""
        if self.kind == "tag":
            return self.value in operation.tags
        if self.kind == "method":
            return self.value.upper() == operation.method.upper()
        return _glob(self.value).fullmatch(operation.path) is not None

    def __str__(self) -> str:
        return f"{self.kind}:{self.value}"


class Selection(msgspec.Struct, frozen=True):
    """An operation is wanted when some rule of `include` matches it, or there is none, and no rule of `exclude` does."""

    include: tuple[Rule, ...] = ()
    exclude: tuple[Rule, ...] = ()

    def wants(self, operation: OperationView) -> bool:
        """Whether the operation is to be part of the package."""
        if self.include and not any(rule.matches(operation) for rule in self.include):
            return False
        return not any(rule.matches(operation) for rule in self.exclude)

    def unmatched(self, operations: Iterable[OperationView]) -> tuple[Rule, ...]:
        """Rules that match no operation at all: a mistake, most likely in spelling."""
        views = tuple(operations)
        return tuple(rule for rule in (*self.include, *self.exclude) if not any(rule.matches(view) for view in views))


EVERYTHING = Selection()


def parse_rules(texts: Iterable[str], option: str) -> tuple[Rule, ...]:
    """Read rules as people write them. Raises UsageError with every one that cannot be read."""
    rules: list[Rule] = []
    problems: list[Problem] = []
    for text in texts:
        kind, colon, value = text.partition(":")
        if not colon and text.startswith("/"):
            kind, value = "path", text
        if kind in ("tag", "path", "method") and value:
            rules.append(Rule(kind, value))
        else:
            message = f"`{option}` expects `tag:NAME`, `path:GLOB` or `method:NAME`, found `{text}`"
            problems.append(
                Problem(None, Severity.ERROR, Code.USAGE, message, f"write it as `{option} path:/admin/**`, for example")
            )
    if problems:
        raise UsageError(problems)
    return tuple(rules)


def _glob(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*|\*)", pattern)
    return re.compile("".join({"**": ".*", "*": "[^/]*"}.get(part) or re.escape(part) for part in parts), re.DOTALL)
