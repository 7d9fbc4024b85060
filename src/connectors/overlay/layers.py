"""Edits over edits: the stronger one wins, maps merge, lists replace."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from connectors.overlay.document import Edit

__all__ = ["Path", "leaves", "merged", "only"]

Path = tuple[str, ...]
"""Keys from the entry down: `("parameters", "token", "secret")`."""

_Edit = TypeVar("_Edit", bound=Edit)


def merged(weak: _Edit, strong: _Edit) -> _Edit:
    """What both say together, key by key."""
    fields = {name: _both(getattr(weak, name), getattr(strong, name)) for name in type(weak).__struct_fields__}
    return type(weak)(**fields)


def _both(weak: Any, strong: Any) -> Any:
    if strong is UNSET:
        return weak
    if isinstance(weak, Edit) and type(weak) is type(strong):
        return merged(weak, strong)
    if isinstance(weak, dict) and isinstance(strong, dict):
        return {key: _both(weak.get(key, UNSET), strong.get(key, UNSET)) for key in dict.fromkeys((*weak, *strong))}
    return strong


def leaves(edit: Edit) -> Iterator[tuple[Path, Any]]:
    """Every value that is said, with its path; a mapping without keys is a value of its own."""
    for name in type(edit).__struct_fields__:
        value = getattr(edit, name)
        if value is not UNSET:
            yield from _leaves((name,), value)


def _leaves(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    inner: Mapping[str, Any] = {}
    if isinstance(value, Edit):
        inner = {name: found for name in type(value).__struct_fields__ if (found := getattr(value, name)) is not UNSET}
    elif isinstance(value, dict):
        inner = value
    if not inner:
        yield path, value
    for name, found in inner.items():
        yield from _leaves((*path, name), found)


def only(edit: _Edit, *names: str) -> _Edit:
    """The same edit with these keys alone."""
    return msgspec.structs.replace(
        edit, **{name: UNSET for name in type(edit).__struct_fields__ if name not in names and getattr(edit, name) is not UNSET}
    )
