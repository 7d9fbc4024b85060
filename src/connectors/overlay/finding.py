"""What is wrong with an edit, before it is known whether one operation or a hundred share it."""

from dataclasses import dataclass

from connectors.problems import Code

__all__ = ["Fault", "Finding"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in an edit. `path` leads from the edit to the key; `tail` goes on after the operation's name; `remedy` begins with a verb."""

    path: tuple[str, ...]
    code: Code
    tail: str
    remedy: str
    lacks: tuple[str, ...] = ()
    """Keys below `path` any of which would mend it: one that was written wrong is reported already."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The same with its place: the pointer in the overlay. `lacks` are pointers."""

    at: str
    code: Code
    tail: str
    remedy: str
    lacks: tuple[str, ...] = ()
