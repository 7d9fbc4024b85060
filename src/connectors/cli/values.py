"""Values of options without pydantic, by which newer versions of typer read them: its import takes longer than most commands run."""

from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

import typer

__all__ = ["read_values_plainly"]

_PLAIN = (str, int, bool, Path)


def read_values_plainly(parameters: Iterable[Any]) -> None:
    """Let options that are texts, numbers, paths or choices be read here. Versions of typer that do not use pydantic are left alone."""
    for parameter in parameters:
        if not hasattr(parameter, "_runtime_param"):
            continue
        annotation = parameter.type_descriptor.annotation
        kind = get_args(annotation)[0] if get_origin(annotation) is list else annotation
        if kind in _PLAIN or (isinstance(kind, type) and issubclass(kind, Enum)):
            parameter._runtime_param = _Plain(kind)


class _Plain:
    """Turns the texts of one option into values of one kind; refuses as typer does, with exit status 2."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if param.multiple or param.nargs == -1:
            return [self._one(item, param, ctx) for item in value or ()]
        return None if value is None else self._one(value, param, ctx)

    def _one(self, value: Any, param: Any, ctx: Any) -> Any:
        if isinstance(value, self.kind):
            found = value
        else:
            try:
                found = self.kind(value)
            except ValueError:
                raise typer.BadParameter(self._refusal(value), ctx=ctx, param=param) from None
        least, most = getattr(param, "min", None), getattr(param, "max", None)
        if isinstance(found, int) and least is not None and found < least:
            raise typer.BadParameter(f"expected {least} or more, found {found}", ctx=ctx, param=param)
        if isinstance(found, int) and most is not None and found > most:
            raise typer.BadParameter(f"expected {most} or less, found {found}", ctx=ctx, param=param)
        return found

    def _refusal(self, value: Any) -> str:
        if issubclass(self.kind, Enum):
            return f"expected {' or '.join(repr(str(choice.value)) for choice in self.kind)}, found {value!r}"
        return f"expected {'a whole number' if self.kind is int else self.kind.__name__}, found {value!r}"
