"""From `is not valid under any of the given schemas` to the sentence that a person can use.

The OpenAPI schemas say `oneOf` wherever a Reference Object may stand, and for every kind of parameter. A fault inside is then reported as
the failure of the whole. Here the branch is chosen that the author meant, and its own faults are taken, down to the leaves.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = ["Leaf", "leaves"]

Error: TypeAlias = Any
"""A `jsonschema_rs.ValidationError`: `instance`, `instance_path`, `schema_path`, `kind` (with `name` and `context`)."""

_ALTERNATIVES = frozenset({"OneOfNotValid", "AnyOf"})
_DISCRIMINATING = frozenset({"in", "type", "scheme", "flow", "style", "$ref"})
"""Members whose value says which of the alternatives is meant."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A failure of one keyword at one node; `either` holds the member names of which one at least is missing."""

    error: Error
    either: tuple[str, ...] = ()


def leaves(errors: Iterable[Error]) -> Iterator[Leaf]:
    """The failures that the given ones come from."""
    for error in errors:
        yield from _leaves(error)


def _leaves(error: Error) -> Iterator[Leaf]:
    branches: Sequence[Sequence[Error]] | None = getattr(error.kind, "context", None)
    if type(error.kind).__name__ not in _ALTERNATIVES or not branches:
        yield Leaf(error)
        return
    here = len(error.instance_path)
    scored = [(_distance(branch, here, error.instance), branch) for branch in branches if branch]
    if not scored:
        yield Leaf(error)
        return
    least = min(distance for distance, _ in scored)
    nearest = [branch for distance, branch in scored if distance == least]
    names = _missing_one_each(nearest, here)
    if len(names) > 1:
        yield Leaf(nearest[0][0], tuple(names))
        return
    # Without the member that says what it is, the rest of the branch is a guess.
    unsaid = [each for each in nearest[0] if _says_not_what_it_is(each, here, error.instance)]
    yield from leaves(unsaid or nearest[0])


def _distance(branch: Sequence[Error], here: int, instance: object) -> tuple[int, int, int]:
    """How far the node is from what this alternative describes: other kind of thing, faults of its own, faults further inside."""
    other_kind = own = inside = 0
    for error in branch:
        below = len(error.instance_path) - here
        kind = error.kind.name
        if below == 0 and kind == "type":
            other_kind += 2
        elif below == 0 and kind == "required" and error.kind.property == "$ref":
            other_kind += 9
        elif _says_not_what_it_is(error, here, instance) or (
            below == 1 and kind in ("enum", "const", "pattern") and error.instance_path[-1] in _DISCRIMINATING
        ):
            other_kind += 1
        elif below == 0:
            own += 1
        else:
            inside += 1
    return other_kind, own, inside


def _says_not_what_it_is(error: Error, here: int, instance: object) -> bool:
    return (
        error.kind.name == "required"
        and len(error.instance_path) == here
        and error.kind.property in _DISCRIMINATING
        and isinstance(instance, dict)
        and error.kind.property not in instance
    )


def _missing_one_each(branches: Sequence[Sequence[Error]], here: int) -> list[str]:
    """The names, where each of the alternatives lacks exactly one member of this node and nothing else: any of them would do."""
    names: list[str] = []
    for branch in branches:
        if len(branch) != 1 or branch[0].kind.name != "required" or len(branch[0].instance_path) != here:
            return []
        names.append(branch[0].kind.property)
    return names
