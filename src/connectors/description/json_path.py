"""JSONPath (RFC 9535) over a raw tree, with a bound on what one expression may cost.

The library reads the expressions; they are evaluated here, because an expression of a few characters may visit a document's every pair of
nodes, and a regular expression may take for ever: steps are counted, and patterns are run by an engine that is linear in the text.
"""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from connectors.description.tree import Json

if TYPE_CHECKING:
    from jsonpath_rfc9535.filter_expressions import Expression
    from jsonpath_rfc9535.segments import JSONPathSegment

__all__ = ["Budget", "BudgetSpentError", "JsonPath", "Location", "PathRefusedError", "shown"]

Location: TypeAlias = tuple[str | int, ...]
"""Member names and indexes from the root of the tree down to a node."""

_LONGEST = 2_000
"""Characters of an expression."""
_LONGEST_PATTERN = 500
_PATTERN_SIZE = 1 << 20
"""Bytes of a compiled pattern: `a{1000}{1000}` is short, and no small machine."""
_TEXT_PER_STEP = 100
"""Characters of a text that a pattern looks at count as one step."""
_ROOM = 5_000_000
"""Member names and indexes that the found locations may consist of, altogether."""


class PathRefusedError(ValueError):
    """The text is no expression of RFC 9535, or one that is not evaluated; its message says why."""


class BudgetSpentError(Exception):
    """An expression has taken more steps than it may."""


class Budget:
    """How many steps may still be taken."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take steps. Raises BudgetSpentError."""
        self.left -= steps
        if self.left < 0:
            raise BudgetSpentError


class _Nothing:
    """Source: RFC 9535 §2.4.1. What a query that finds no node is worth: equal to itself alone."""


_NOTHING = _Nothing()
_Worth: TypeAlias = "Json | _Nothing"


class JsonPath:
    """An expression, read and found to be one that can be evaluated."""

    __slots__ = ("_segments", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._segments = _read(text)

    def locations(self, tree: Json, budget: Budget) -> list[Location]:
        """Where the selected nodes stand, each once, in the order of the document. Raises BudgetSpentError."""
        return self._found(self._segments, tree, budget)

    def broken_at(self, tree: Json, budget: Budget) -> tuple[list[Location], str | None]:
        """Of an expression that selects nothing: the nodes that its beginning selects, and the member name that none of them has.

        The name is None where the next part is no single name. Raises BudgetSpentError.
        """
        from jsonpath_rfc9535.segments import JSONPathRecursiveDescentSegment
        from jsonpath_rfc9535.selectors import NameSelector

        reached: list[Location] = [()]
        for count, segment in enumerate(self._segments, 1):
            further = self._found(self._segments[:count], tree, budget)
            if not further:
                one = segment.selectors[0] if len(segment.selectors) == 1 else None
                single = isinstance(one, NameSelector) and not isinstance(segment, JSONPathRecursiveDescentSegment)
                return reached, one.name if single and isinstance(one, NameSelector) else None
            reached = further
        return reached, None

    def _found(self, segments: "Sequence[JSONPathSegment]", tree: Json, budget: Budget) -> list[Location]:
        found: dict[Location, None] = {}
        room = _ROOM
        for location, _ in _Evaluation(tree, budget).select(segments, tree):
            if location not in found:
                room -= len(location)
                if room < 0:
                    raise BudgetSpentError
                found[location] = None
        return list(found)


def shown(location: Location) -> str:
    """A location as an expression. Source: RFC 9535 §2.7, normalized paths."""
    from jsonpath_rfc9535.serialize import canonical_string

    return "$" + "".join(f"[{canonical_string(key)}]" if isinstance(key, str) else f"[{key}]" for key in location)


def _read(text: str) -> "tuple[JSONPathSegment, ...]":
    if len(text) > _LONGEST:
        raise PathRefusedError(f"an expression has at most {_LONGEST:,} characters, found {len(text):,}")
    from jsonpath_rfc9535 import JSONPathEnvironment, JSONPathError

    try:
        segments = JSONPathEnvironment().compile(text).segments
    except JSONPathError as error:
        # Without the position that the library appends: it counts in lines of the expression.
        raise PathRefusedError(f"it is no JSONPath of RFC 9535: {Exception.__str__(error)}") from error
    except (ValueError, ArithmeticError, IndexError, RecursionError) as error:
        raise PathRefusedError("it is no JSONPath of RFC 9535") from error
    for pattern in _patterns(segments):
        if _matcher(pattern, anchored=False) is None:
            raise PathRefusedError(f"`{pattern}` is no I-Regexp (RFC 9485) of a moderate size; write `[0-9]` for `\\d`")
    return segments


def _patterns(segments: "Sequence[JSONPathSegment]") -> Iterator[str]:
    """The patterns that an expression itself holds."""
    from jsonpath_rfc9535.filter_expressions import FilterQuery, FunctionExtension, StringLiteral
    from jsonpath_rfc9535.selectors import FilterSelector

    filters = [one.expression for segment in segments for one in segment.selectors if isinstance(one, FilterSelector)]
    todo: list[Any] = list(filters)
    while todo:
        expression = todo.pop()
        if isinstance(expression, FilterQuery):
            yield from _patterns(expression.query.segments)
        elif isinstance(expression, FunctionExtension):
            if expression.name in ("match", "search") and isinstance(expression.args[1], StringLiteral):
                yield expression.args[1].value
            todo += expression.args
        else:
            todo += [below for name in ("expression", "left", "right") if (below := getattr(expression, name, None)) is not None]


class _Evaluation:
    """One walk over one tree."""

    def __init__(self, root: Json, budget: Budget) -> None:
        from jsonpath_rfc9535 import filter_expressions, segments, selectors

        self.root = root
        self.spend = budget.spend
        self.nodes = filter_expressions
        self.selectors = selectors
        self.descent = segments.JSONPathRecursiveDescentSegment

    def select(self, segments: "Sequence[JSONPathSegment]", value: Json) -> Iterator[tuple[Location, Json]]:
        """The nodes that segments select from a node, in the order of RFC 9535, duplicates included."""
        found: Iterator[tuple[Location, Json]] = iter((((), value),))
        for segment in segments:
            found = self._step(segment, found)
        return found

    def _step(self, segment: "JSONPathSegment", nodes: Iterator[tuple[Location, Json]]) -> Iterator[tuple[Location, Json]]:
        descends = isinstance(segment, self.descent)
        weight = len(segment.selectors)
        for location, value in nodes:
            for at, node in self._descendants(location, value) if descends else ((location, value),):
                self.spend(weight)
                for selector in segment.selectors:
                    yield from self._chosen(selector, at, node)

    def _descendants(self, location: Location, value: Json) -> Iterator[tuple[Location, Json]]:
        """The node and all objects and arrays below it. Primitives have no members, so nothing is selected from them."""
        yield location, value
        around = [self._containers(location, value)]
        while around:
            for at, node in around[-1]:
                yield at, node
                around.append(self._containers(at, node))
                break
            else:
                around.pop()

    def _containers(self, location: Location, value: Json) -> Iterator[tuple[Location, Json]]:
        for key, child in _members(value):
            self.spend(1)
            if isinstance(child, dict | list):
                yield (*location, key), child

    def _chosen(self, selector: Any, location: Location, value: Json) -> Iterator[tuple[Location, Json]]:
        kinds = self.selectors
        if isinstance(selector, kinds.NameSelector):
            if isinstance(value, dict) and selector.name in value:
                yield (*location, selector.name), value[selector.name]
        elif isinstance(selector, kinds.IndexSelector):
            if isinstance(value, list):
                index = selector.index + (len(value) if selector.index < 0 else 0)
                if 0 <= index < len(value):
                    yield (*location, index), value[index]
        elif isinstance(selector, kinds.SliceSelector):
            if isinstance(value, list) and selector.slice.step != 0:
                for index in range(*selector.slice.indices(len(value))):
                    self.spend(1)
                    yield (*location, index), value[index]
        elif isinstance(selector, kinds.WildcardSelector):
            for key, child in _members(value):
                self.spend(1)
                yield (*location, key), child
        else:
            for key, child in _members(value):
                if self._holds(selector.expression, child):
                    yield (*location, key), child

    def _holds(self, expression: "Expression", current: Json) -> bool:
        """Source: RFC 9535 §2.3.5."""
        self.spend(1)
        kinds = self.nodes
        if isinstance(expression, kinds.FilterExpression):
            return self._holds(expression.expression, current)
        if isinstance(expression, kinds.PrefixExpression):
            return not self._holds(expression.right, current)
        if isinstance(expression, kinds.LogicalExpression):
            left = self._holds(expression.left, current)
            if expression.operator == "&&":
                return left and self._holds(expression.right, current)
            return left or self._holds(expression.right, current)
        if isinstance(expression, kinds.ComparisonExpression):
            return self._compare(self._worth(expression.left, current), expression.operator, self._worth(expression.right, current))
        if isinstance(expression, kinds.FilterQuery):
            return next(self._queried(expression, current), None) is not None
        return self._worth(expression, current) is True

    def _queried(self, query: Any, current: Json) -> Iterator[tuple[Location, Json]]:
        start = self.root if isinstance(query, self.nodes.RootFilterQuery) else current
        return self.select(query.query.segments, start)

    def _worth(self, expression: "Expression", current: Json) -> _Worth:
        self.spend(1)
        kinds = self.nodes
        if isinstance(expression, kinds.FilterExpressionLiteral):
            literal: Json = expression.value
            return literal
        if isinstance(expression, kinds.FilterQuery):
            first = next(self._queried(expression, current), None)
            return _NOTHING if first is None else first[1]
        if isinstance(expression, kinds.FunctionExtension):
            return self._called(expression.name, expression.args, current)
        return _NOTHING

    def _called(self, name: str, arguments: "Sequence[Expression]", current: Json) -> _Worth:
        """Source: RFC 9535 §2.4.4 to §2.4.8."""
        if name in ("count", "value"):
            found = self._queried(arguments[0], current)
            if name == "count":
                return sum(1 for _ in found)
            first, second = next(found, None), next(found, None)
            return _NOTHING if first is None or second is not None else first[1]
        worth = [self._worth(argument, current) for argument in arguments]
        if name == "length":
            return len(worth[0]) if isinstance(worth[0], str | list | dict) else _NOTHING
        text, pattern = worth
        if not isinstance(text, str) or not isinstance(pattern, str):
            return False
        self.spend(1 + len(text) // _TEXT_PER_STEP + len(pattern))
        matches = _matcher(pattern, anchored=name == "match")
        return matches is not None and matches(text)

    def _compare(self, left: _Worth, operator: str, right: _Worth) -> bool:
        """Source: RFC 9535 §2.3.5.2.2."""
        if operator in ("==", "!="):
            return self._equal(left, right) is (operator == "==")
        if operator in ("<=", ">=") and self._equal(left, right):
            return True
        if operator in (">", ">="):
            left, right = right, left
        if isinstance(left, str) and isinstance(right, str):
            return left < right
        return _is_number(left) and _is_number(right) and _exact(left) < _exact(right)

    def _equal(self, left: _Worth, right: _Worth) -> bool:
        pairs = [(left, right)]
        while pairs:
            self.spend(1)
            one, other = pairs.pop()
            if isinstance(one, dict) and isinstance(other, dict):
                if one.keys() != other.keys():
                    return False
                pairs += [(value, other[key]) for key, value in one.items()]
            elif isinstance(one, list) and isinstance(other, list):
                if len(one) != len(other):
                    return False
                pairs += zip(one, other, strict=True)
            elif _is_number(one) and _is_number(other):
                if _exact(one) != _exact(other):
                    return False
            elif type(one) is not type(other) or one != other:
                return False
        return True


def _members(value: Json) -> Iterator[tuple[str | int, Json]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _exact(value: Any) -> int | Decimal:
    """A float stands for the digits it is spelled with, so that `1.10` in a document is the `1.1` of an expression."""
    return Decimal(repr(value)) if isinstance(value, float) else value


@cache
def _matcher(pattern: str, *, anchored: bool) -> "Callable[[str], bool] | None":
    """What tells whether a text matches a pattern as a whole, or holds a match; None for a pattern that is not run.

    Source: RFC 9485 §5.3: an I-Regexp is an ECMAScript pattern whose `.` is anything but a line break.
    """
    if len(pattern) > _LONGEST_PATTERN:
        return None
    from iregexp_check import check

    if not check(pattern):
        return None
    import jsonschema_rs

    whole = f"^(?:{_spelled(pattern)})$" if anchored else f"(?:{_spelled(pattern)})"
    # An engine of finite automata: no pattern and no text takes it longer than the text is long.
    options = jsonschema_rs.RegexOptions(size_limit=_PATTERN_SIZE)
    try:
        validator = jsonschema_rs.Draft202012Validator({"pattern": whole}, pattern_options=options, offline=True)
    except ValueError:
        return None
    return validator.is_valid


def _spelled(pattern: str) -> str:
    parts: list[str] = []
    escaped = in_class = False
    for character in pattern:
        parts.append(r"[^\n\r]" if character == "." and not escaped and not in_class else character)
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
        elif character in "[]":
            in_class = character == "["
    return "".join(parts)
