"""One parameter of a command that stands for several options, so that every command that has the group has all of it."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["spread"]

Command = Callable[..., None]


def spread(name: str, options: Sequence[inspect.Parameter], build: Callable[..., object]) -> Callable[[Command], Command]:
    """Decorate a command with `options` in the place of its parameter `name`, which it gets as what `build` makes of their values."""
    own = [option.name for option in options]

    def decorate(command: Command) -> Command:
        def run(**values: Any) -> None:
            given = {option: values.pop(option) for option in own}
            command(**values, **{name: build(**given)})

        parameters = [
            each
            for parameter in inspect.signature(command).parameters.values()
            for each in (options if parameter.name == name else (parameter,))
        ]
        # typer reads a command's options from its signature and its annotations; the help is the docstring.
        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
        )
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        run.__name__, run.__doc__, run.__module__ = command.__name__, command.__doc__, command.__module__
        return run

    return decorate
