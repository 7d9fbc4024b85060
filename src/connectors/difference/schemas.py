"""Two schemas by what they admit: narrower, wider, or something else, said once where it is shared."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec

from connectors import pointer
from connectors.canonical import Json, raw
from connectors.difference.change import At, Changes, OperationName, shown
from connectors.difference.codes import ChangeCode
from connectors.difference.definitions import Definitions, may_differ, references
from connectors.difference.forms import (
    ANNOTATIONS,
    Branch,
    Form,
    form,
    kinds,
    meaning,
    plain_reference,
    short,
    unwrapped,
    without_null,
)

__all__ = ["Direction", "SchemaComparison"]


class Direction(StrEnum):
    """Which way a value travels: in a request less must not be admitted than before, in an answer not more."""

    REQUEST = "request"
    ANSWER = "answer"


_HANDLED = frozenset(
    {"type", "enum", "format", "pattern", "multipleOf", "uniqueItems", "items", "additionalProperties"}
    | {"contentEncoding", "contentMediaType"}
    | {"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"}
    | {"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}
)
_LEAST = ("minLength", "minItems", "minProperties")
_MOST = ("maxLength", "maxItems", "maxProperties")
_WIDER_FORMAT = {("int32", "int64"), ("float", "double")}
_MERGED = 3
"""How often a member of a member may be put together from several conjuncts: such schemas can go on without an end."""


@dataclass(frozen=True, slots=True)
class _Key:
    """A pair that is compared once: a name, or the place of a schema that has none, on either side."""

    old: str
    new: str
    direction: Direction


@dataclass(slots=True)
class _Unit:
    """What was found of one pair, and the pairs it leads to."""

    place: str
    found: list[tuple[ChangeCode, str, str | None, str | None]] = field(default_factory=list)
    children: set[_Key] = field(default_factory=set)
    words: bool = False


@dataclass(slots=True)
class _Pair:
    """Two schemas that have to be compared."""

    unit: _Unit
    direction: Direction
    old: Branch
    new: Branch
    merged: int = 0

    def say(self, what: str, old: str | None, new: str | None, *tokens: str, place: str | None = None) -> None:
        """Note a change in the direction of this pair."""
        here = place if place is not None else self.new.place + pointer.join(tokens)
        self.unit.found.append((ChangeCode(f"{self.direction}-{what}"), here, old, new))

    def limit(self, tighter: bool, old: object, new: object, *tokens: str) -> None:
        """Note that a limit is another; None is no limit."""
        self.say("limit-tightened" if tighter else "limit-loosened", _shown(old), _shown(new), *tokens)


class SchemaComparison:
    """Compares the schemas of two packages. Equal texts that lead to equal texts are never read."""

    def __init__(self, changes: Changes, old: Any, new: Any) -> None:
        self._changes = changes
        self._old = Definitions(old)
        self._new = Definitions(new)
        self._differing = may_differ(old, new)
        self._units: dict[_Key, _Unit] = {}
        self._reached: dict[_Key, set[OperationName]] = {}
        self._waiting: list[_Pair] = []

    def compare(self, at: At, old: msgspec.Raw, new: msgspec.Raw, direction: Direction) -> None:
        """Compare two schemas at a place of an operation."""
        if bytes(old) == bytes(new) and self._differing.isdisjoint(references(bytes(new))):
            return
        unit = _Unit(at.new)
        self._waiting.append(_Pair(unit, direction, Branch(self._old.read(old), at.old), Branch(self._new.read(new), at.new)))
        self._work()
        self._tell(unit, at.operations)
        for child in unit.children:
            self._reached.setdefault(child, set()).update(at.operations)

    def finish(self) -> None:
        """Say what was found of shared schemas, each with the operations that lead to it."""
        users: dict[_Key, list[_Key]] = {}
        for key, unit in self._units.items():
            for child in unit.children:
                users.setdefault(child, []).append(key)
        for key, unit in self._units.items():
            if not unit.found and not unit.words:
                continue
            touched: set[OperationName] = set()
            seen = {key}
            waiting = [key]
            while waiting:
                current = waiting.pop()
                touched |= self._reached.get(current, set())
                further = [user for user in users.get(current, ()) if user not in seen]
                seen.update(further)
                waiting += further
            self._tell(unit, touched)

    def _tell(self, unit: _Unit, operations: Any) -> None:
        for found in unit.found:
            self._changes.add(*found, operations)
        if unit.words:
            self._changes.add(ChangeCode.WORDS_CHANGED, unit.place, None, None, operations)

    def _work(self) -> None:
        # A stack of our own: schemas nest deeper than calls may.
        while self._waiting:
            self._compare(self._waiting.pop())

    def _push(self, pair: _Pair, old: Branch, new: Branch, merged: int = 0) -> None:
        self._waiting.append(_Pair(pair.unit, pair.direction, old, new, pair.merged + merged))

    def _compare(self, pair: _Pair) -> None:
        pair.old, pair.new = unwrapped(pair.old), unwrapped(pair.new)
        one_of_several = _is_one_of_several(pair.old, pair.new) or _is_one_of_several(pair.new, pair.old)
        if not one_of_several and self._is_shared(pair):
            return
        old_null, old = without_null(pair.old)
        new_null, new = without_null(pair.new)
        if old is not pair.old or new is not pair.new:
            if new_null and not old_null and not self._admits_null(old, self._old):
                pair.say("type-widened", None, "null")
            elif old_null and not new_null and not self._admits_null(new, self._new):
                pair.say("type-narrowed", "null", None, place=pair.old.place)
            self._push(pair, old, new)
            return
        if one_of_several:
            # By its name first, before what it says.
            self._match(pair, _branches(pair.old), _branches(pair.new))
            return
        before, after = form(old.node, old.place, self._old), form(new.node, new.place, self._new)
        self._compare_notes(pair, before, after)
        if self._compare_unions(pair, before, after) and _compare_kinds(pair, before, after):
            _compare_values(pair, before, after)
            _compare_limits(pair, before, after)
            self._compare_members(pair, before, after)
            self._compare_items(pair, before, after)
            self._compare_rest(pair, before, after)

    def _is_shared(self, pair: _Pair) -> bool:
        """Leave a pair with a reference to itself; it is compared once, whoever leads to it."""
        old, new = plain_reference(pair.old.node), plain_reference(pair.new.node)
        if old is None and new is None:
            return False
        if old is not None and old == new and old not in self._differing:
            return True
        before = pair.old if old is None else Branch(self._old.get(old), pointer.join(("schemas", old)))
        after = pair.new if new is None else Branch(self._new.get(new), pointer.join(("schemas", new)))
        key = _Key(before.place, after.place, pair.direction)
        pair.unit.children.add(key)
        if key not in self._units:
            self._units[key] = unit = _Unit(after.place)
            self._waiting.append(_Pair(unit, pair.direction, before, after))
        return True

    def _admits_null(self, branch: Branch, definitions: Definitions) -> bool:
        found = form(branch.node, branch.place, definitions)
        admitted = kinds(found)
        return not found.unions and not found.never and (admitted is None or "null" in admitted)

    def _compare_notes(self, pair: _Pair, before: Form, after: Form) -> None:
        for key in before.notes.keys() | after.notes.keys():
            old, new = before.notes.get(key, _ABSENT), after.notes.get(key, _ABSENT)
            if old == new and type(old) is type(new):
                continue
            if key == "deprecated":
                if bool(old is True) != bool(new is True):
                    code = ChangeCode.DEPRECATED if new is True else ChangeCode.DEPRECATION_WITHDRAWN
                    pair.unit.found.append((code, pair.new.place, None, None))
            elif key == "default":
                texts = (None if old is _ABSENT else shown(old), None if new is _ABSENT else shown(new))
                pair.unit.found.append((ChangeCode.DEFAULT_CHANGED, f"{pair.new.place}/default", *texts))
            elif key not in ("readOnly", "writeOnly"):
                pair.unit.words = True

    # Alternatives

    def _compare_unions(self, pair: _Pair, before: Form, after: Form) -> bool:
        """Compare what is one of several; whether the rest is still to be compared."""
        old, new = before.unions, after.unions
        if not old and not new:
            return True
        if len(old) == len(new):
            for olds, news in zip(old, new, strict=True):
                self._match(pair, olds, news)
            return True
        if not old and len(new) == 1 and after.says_nothing:
            # Compared as a union of one: `string` is one of `string or integer`.
            if before.says_nothing:
                pair.say("type-narrowed", "anything", short(pair.new.node))
            else:
                self._match(pair, [pair.old], new[0])
            return False
        if not new and len(old) == 1 and before.says_nothing:
            if after.says_nothing:
                pair.say("type-widened", short(pair.old.node), "anything")
            else:
                self._match(pair, old[0], [pair.new])
            return False
        if not old or not new:
            # What has to hold besides is gone, or new; the rest is compared by itself.
            pair.say("limit-loosened" if old else "limit-tightened", _alternatives(old), _alternatives(new))
        else:
            pair.say("unclear", _alternatives(old), _alternatives(new))
        return True

    def _match(self, pair: _Pair, old: list[Branch], new: list[Branch]) -> None:
        """Find for every alternative its counterpart: the same, else the only one of its type, else the only one left."""
        left_old, left_new = list(old), list(new)
        labels: tuple[Callable[[Branch, Definitions], str | None], ...] = (_same, _only_kind, _titled)
        for label in labels:
            if label is _only_kind:
                # What still has its name is not what has another name now.
                left_old = self._say_named(pair, left_old, "type-narrowed")
                left_new = self._say_named(pair, left_new, "type-widened")
            olds = _by_label(left_old, label, self._old)
            news = _by_label(left_new, label, self._new)
            for name in olds.keys() & news.keys():
                # To say the same twice is to say it once.
                if label is _same or len(olds[name]) == len(news[name]) == 1:
                    left_old = [branch for branch in left_old if branch not in olds[name]]
                    left_new = [branch for branch in left_new if branch not in news[name]]
                    self._push(pair, olds[name][0], news[name][0])
        if len(left_old) == len(left_new) == 1:
            self._push(pair, left_old[0], left_new[0])
        elif left_old and left_new:
            pair.say("unclear", _alternatives([left_old]), _alternatives([left_new]))
        else:
            for gone in left_old:
                pair.say("type-narrowed", short(gone.node), None, place=gone.place)
            for added in left_new:
                pair.say("type-widened", None, short(added.node), place=added.place)

    def _say_named(self, pair: _Pair, branches: list[Branch], what: str) -> list[Branch]:
        """Say what is gone or new of alternatives whose names both packages have; returns the others."""
        others: list[Branch] = []
        for branch in branches:
            name = plain_reference(branch.node)
            if name is None or name not in self._old or name not in self._new:
                others.append(branch)
            elif what == "type-narrowed":
                pair.say(what, name, None, place=branch.place)
            else:
                pair.say(what, None, name, place=branch.place)
        return others

    # Objects

    def _compare_members(self, pair: _Pair, before: Form, after: Form) -> None:
        old = {name: found for name, found in before.members.items() if not _hidden(found, pair.direction, self._old)}
        new = {name: found for name, found in after.members.items() if not _hidden(found, pair.direction, self._new)}
        for name in old.keys() - new.keys():
            pair.say("member-removed", _member(old[name], name in before.required), None, place=old[name][0].place)
        for name in new.keys() - old.keys():
            required = name in after.required
            what = "member-required" if required and pair.direction is Direction.REQUEST else "member-added"
            pair.say(what, None, _member(new[name], required), place=new[name][0].place)
        unmentioned = (before.required | after.required) - before.members.keys() - after.members.keys()
        for name in (old.keys() & new.keys()) | unmentioned:
            was, now = name in before.required, name in after.required
            if was != now:
                place = new[name][0].place if name in new else pair.new.place + pointer.join(("properties", name))
                texts = ("required" if was else "optional", "required" if now else "optional")
                pair.say("member-required" if now else "member-optional", *texts, place=place)
        for name in old.keys() & new.keys():
            self._push_together(pair, old[name], new[name])
        self._compare_further(pair, before, after)

    def _push_together(self, pair: _Pair, old: list[Branch], new: list[Branch]) -> None:
        merged = len(old) > 1 or len(new) > 1
        first, second = _together(old), _together(new)
        if not merged or pair.merged < _MERGED:
            self._push(pair, first, second, merged)
        elif meaning(first.node) != meaning(second.node):
            pair.say("unclear", short(first.node), short(second.node), place=second.place)

    def _compare_further(self, pair: _Pair, before: Form, after: Form) -> None:
        old, new = before.words.get("additionalProperties", True), after.words.get("additionalProperties", True)
        if old == {}:
            old = True
        if new == {}:
            new = True
        here = "additionalProperties"
        if isinstance(old, dict) and isinstance(new, dict):
            self._push(pair, Branch(old, f"{pair.old.place}/{here}"), Branch(new, f"{pair.new.place}/{here}"))
        elif old == new:
            return
        elif pair.direction is Direction.ANSWER:
            # In an answer only what is described is promised: an object that is open and one that is closed say the same of it.
            if isinstance(old, dict):
                pair.say("closed", f"further members: {short(old)}", None, place=f"{pair.old.place}/{here}")
            elif isinstance(new, dict):
                pair.say("opened", None, f"further members: {short(new)}", here)
        else:
            texts = [
                f"further members: {'any' if each is True else 'none' if each is False else short(each)}" for each in (old, new)
            ]
            pair.say("opened" if old is False or new is True else "closed", texts[0], texts[1], here)

    # Lists and what is compared as a text

    def _compare_items(self, pair: _Pair, before: Form, after: Form) -> None:
        if "items" in before.words or "items" in after.words:
            old = Branch(before.words.get("items", True), f"{pair.old.place}/items")
            new = Branch(after.words.get("items", True), f"{pair.new.place}/items")
            merged = any(isinstance(each.node, dict) and "allOf" in each.node for each in (old, new))
            self._push_together(pair, [old], [new]) if not merged else self._push_merged(pair, old, new)

    def _push_merged(self, pair: _Pair, old: Branch, new: Branch) -> None:
        if pair.merged < _MERGED:
            self._push(pair, old, new, 1)
        elif meaning(old.node) != meaning(new.node):
            pair.say("unclear", short(old.node), short(new.node), place=new.place)

    def _compare_rest(self, pair: _Pair, before: Form, after: Form) -> None:
        for key in sorted((before.words.keys() | after.words.keys()) - _HANDLED):
            old, new = before.words.get(key, _ABSENT), after.words.get(key, _ABSENT)
            if old is _ABSENT or new is _ABSENT or meaning(old) != meaning(new):
                texts = (None if old is _ABSENT else shown(old), None if new is _ABSENT else shown(new))
                place = pair.old.place if new is _ABSENT else pair.new.place
                pair.say("unclear", *texts, place=place + pointer.join((key,)))
                continue
            for name in references(msgspec.json.encode(new, enc_hook=str)):
                # The keyword reads the same on both sides; what it refers to may not.
                reference: Json = {"$ref": "#/$defs/" + pointer.to_fragment(pointer.token(name))}
                self._push(pair, Branch(reference, pair.old.place), Branch(reference, pair.new.place))
        if sorted(before.unmerged) != sorted(after.unmerged):
            pair.say("unclear", "; ".join(before.unmerged)[:72] or None, "; ".join(after.unmerged)[:72] or None)


_ABSENT: Any = object()


def _is_one_of_several(one: Branch, several: Branch) -> bool:
    name = plain_reference(one.node)
    branches = _branches(several)
    return name is not None and len(branches) > 1 and any(plain_reference(branch.node) == name for branch in branches)


def _branches(branch: Branch) -> list[Branch]:
    """The alternatives of a schema that says nothing else; else the schema itself."""
    node = branch.node
    if isinstance(node, dict):
        binding = [key for key in node if key not in ANNOTATIONS]
        if len(binding) == 1 and binding[0] in ("anyOf", "oneOf"):
            inside: Any = node[binding[0]]
            return [Branch(each, f"{branch.place}/{binding[0]}/{number}") for number, each in enumerate(inside)]
    return [branch]


def _compare_kinds(pair: _Pair, before: Form, after: Form) -> bool:
    """Compare the types; whether a value of one may be a value of the other, so that the rest is worth comparing."""
    if before.never or after.never:
        if before.never != after.never:
            pair.say("type-narrowed" if after.never else "type-widened", short(pair.old.node), short(pair.new.node))
        return False
    old, new = kinds(before), kinds(after)
    if old == new:
        return True
    texts = (_kind_words(old), _kind_words(new))
    if (old is None and before.unions) or (new is None and after.unions):
        pair.say("unclear", *texts, "type")
        return True
    if old is None or (new is not None and new < old):
        pair.say("type-narrowed", *texts, "type")
    elif new is None or old < new:
        pair.say("type-widened", *texts, "type")
    else:
        pair.say("type-changed", *texts, "type")
    return bool(old and new and old & new)


def _compare_values(pair: _Pair, before: Form, after: Form) -> None:
    old: Any = before.words.get("enum")
    new: Any = after.words.get("enum")
    if not isinstance(old, list) or not isinstance(new, list):
        if isinstance(new, list):
            pair.say("value-removed", "any", f"one of {shown(new)}", "enum")
        elif isinstance(old, list):
            pair.say("value-added", f"one of {shown(old)}", "any", "enum")
        return
    olds, news = {bytes(raw(value)): value for value in old}, {bytes(raw(value)): value for value in new}
    if gone := [value for key, value in olds.items() if key not in news]:
        pair.say("value-removed", ", ".join(map(shown, gone)), None, place=f"{pair.new.place}/enum")
    if added := [value for key, value in news.items() if key not in olds]:
        pair.say("value-added", None, ", ".join(map(shown, added)), "enum")


def _compare_limits(pair: _Pair, before: Form, after: Form) -> None:
    old, new = before.words, after.words
    for key in _LEAST:
        # Nothing is less than none.
        first, second = _number(old.get(key), 0), _number(new.get(key), 0)
        if first != second:
            pair.limit(second > first, first or None, second or None, key)
    for key in _MOST:
        _compare_bound(pair, key, old.get(key), new.get(key), tighter=lambda a, b: b < a)
    _compare_bound(pair, "minimum", _bound(old, "minimum"), _bound(new, "minimum"), tighter=lambda a, b: b > a)
    _compare_bound(
        pair, "maximum", _bound(old, "maximum"), _bound(new, "maximum"), tighter=lambda a, b: (b[0], -b[1]) < (a[0], -a[1])
    )
    if bool(old.get("uniqueItems")) != bool(new.get("uniqueItems")):
        pair.limit(bool(new.get("uniqueItems")), bool(old.get("uniqueItems")), bool(new.get("uniqueItems")), "uniqueItems")
    for key in ("pattern", "format", "multipleOf"):
        first, second = old.get(key), new.get(key)
        if first == second:
            continue
        if first is None or second is None:
            pair.limit(first is None, first, second, key)
        elif (first, second) in _WIDER_FORMAT or (second, first) in _WIDER_FORMAT:
            pair.limit((second, first) in _WIDER_FORMAT, first, second, key)
        elif key == "multipleOf" and _divides(first, second):
            pair.limit(True, first, second, key)
        elif key == "multipleOf" and _divides(second, first):
            pair.limit(False, first, second, key)
        else:
            pair.say("unclear", shown(first), shown(second), key)
    for key in ("contentEncoding", "contentMediaType"):
        if old.get(key) != new.get(key):
            pair.say("type-changed", _shown(old.get(key)), _shown(new.get(key)), key)


def _compare_bound(pair: _Pair, key: str, old: Any, new: Any, *, tighter: Callable[[Any, Any], bool]) -> None:
    if old == new:
        return
    pair.limit(new is not None and (old is None or tighter(old, new)), _limit(old), _limit(new), key)


def _bound(words: dict[str, Json], key: str) -> tuple[Any, bool] | None:
    """The end of a range, and whether it is excluded; the stricter of the two keywords."""
    plain, strict = words.get(key), words.get("exclusive" + key.capitalize())
    found = [(each, excluded) for each, excluded in ((plain, False), (strict, True)) if _is_number(each)]
    if not found:
        return None
    return max(found) if key == "minimum" else min(found, key=lambda end: (end[0], not end[1]))


def _shown(value: object) -> str | None:
    return None if value is None else shown(value)


def _limit(bound: Any) -> object:
    if not isinstance(bound, tuple):
        return bound
    return f"{bound[0]}, excluded" if bound[1] else bound[0]


def _is_number(value: object) -> bool:
    return not isinstance(value, bool | str | list | dict) and value is not None


def _number(value: Any, otherwise: int) -> Any:
    return value if _is_number(value) else otherwise


def _divides(part: Any, whole: Any) -> bool:
    """Whether every multiple of `whole` is one of `part`."""
    from decimal import Decimal

    try:
        return bool(Decimal(str(whole)) % Decimal(str(part)) == 0)
    except ArithmeticError:
        return False


def _hidden(branches: list[Branch], direction: Direction, definitions: Definitions) -> bool:
    """Whether a member never travels this way. Source: OpenAPI 3.1, Schema Object `readOnly`, `writeOnly`."""
    word = "readOnly" if direction is Direction.REQUEST else "writeOnly"
    for branch in branches:
        name = plain_reference(branch.node)
        nodes = [branch.node] if name is None else [branch.node, definitions.get(name)]
        if any(isinstance(node, dict) and node.get(word) is True for node in nodes):
            return True
    return False


def _together(branches: list[Branch]) -> Branch:
    return branches[0] if len(branches) == 1 else Branch({"allOf": [branch.node for branch in branches]}, branches[0].place)


def _member(branches: list[Branch], required: bool) -> str:
    return f"{short(branches[0].node)}, {'required' if required else 'optional'}"


def _kind_words(found: frozenset[str] | None) -> str:
    if found is None:
        return "anything"
    return " or ".join(sorted(found - ({"integer"} if "number" in found else set()))) or "nothing"


def _alternatives(unions: list[list[Branch]]) -> str | None:
    words = " and ".join(" or ".join(_branch_words(branch) for branch in branches[:4]) for branches in unions)
    return words[:72] or None


def _branch_words(branch: Branch) -> str:
    node = branch.node
    required: Any = node.get("required") if isinstance(node, dict) else None
    return f"with {', '.join(map(str, required))}" if isinstance(required, list) and required else short(node)


def _same(branch: Branch, _: Definitions) -> str | None:
    name = plain_reference(branch.node)
    return meaning(branch.node) if name is None else f"#{name}"


def _only_kind(branch: Branch, definitions: Definitions) -> str | None:
    found = kinds(form(branch.node, branch.place, definitions))
    return None if found is None else _kind_words(found)


def _titled(branch: Branch, _: Definitions) -> str | None:
    title = branch.node.get("title") if isinstance(branch.node, dict) else None
    return title if isinstance(title, str) else None


def _by_label(
    branches: list[Branch], label: Callable[[Branch, Definitions], str | None], definitions: Definitions
) -> dict[str, list[Branch]]:
    found: dict[str, list[Branch]] = {}
    for branch in branches:
        name = label(branch, definitions)
        if name is not None:
            found.setdefault(name, []).append(branch)
    return found
