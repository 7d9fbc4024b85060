"""How commands are found and shown: each module is imported when its command is called, not before."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from connectors.cli.terminal import silence_stdout, talk
from connectors.cli.values import read_values_plainly
from connectors.problems import nearest

__all__ = ["Command", "CommandEntry", "CommandGroup"]

INTERRUPTED = 130
PIPE_CLOSED = 141
"""128 and SIGPIPE, as a shell reports a program whose reader went away."""


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """One command in the overview: its module, which holds a function of the command's name, and its line of help."""

    module: str
    help: str
    section: str = "Commands"


# typer has its own copy of click in some versions and the real one in others, so a Context or a HelpFormatter has no name to be
# imported by: `Any` here is one of theirs.


class Command(TyperCommand):
    """A command whose help shows its options in sections (`rich_help_panel`), without rich."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command's options and arguments, without pydantic."""
        read_values_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Write the arguments as manuals do: `PACKAGE [OPERATION]`."""
        arguments = [parameter for parameter in self.get_params(ctx) if parameter.param_type_name == "argument"]
        return [
            "[OPTIONS]",
            *(_metavar(argument) if argument.required else f"[{_metavar(argument)}]" for argument in arguments),
        ]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, options, and each further section in the order of its first option."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is None:
                continue
            if parameter.param_type_name == "argument":
                sections["Arguments"].append((_metavar(parameter), record[1]))
            else:
                sections.setdefault(getattr(parameter, "rich_help_panel", None) or "Options", []).append(record)
        for name, rows in sections.items():
            if rows:
                with formatter.section(name):
                    formatter.write_dl(rows)


def _metavar(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


class CommandGroup(TyperGroup):
    """The commands of an overview, each built from its module at its first use."""

    entries: ClassVar[dict[str, CommandEntry]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read this level's options, without pydantic."""
        read_values_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Names in the order of the overview."""
        return list(self.entries)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import and build one command; None where there is none of that name."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        single = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        single.command(cmd_name, cls=Command)(getattr(import_module(entry.module), cmd_name.replace("-", "_")))
        return typer.main.get_command(single)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the overview by section, without importing a command."""
        for section in dict.fromkeys(entry.section for entry in self.entries.values()):
            with formatter.section(section):
                formatter.write_dl([(name, entry.help) for name, entry in self.entries.items() if entry.section == section])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, or name the nearest one."""
        name = args[0]
        if name not in self.entries and not name.startswith("-"):
            near = nearest(name, self.entries)
            ctx.fail(
                f"No such command '{name}'. " + (f"Did you mean '{near}'?" if near else f"There are {_listed(list(self.entries))}.")
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an interruption and a closed pipe get their exit status here, before typer gives them another."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            talk("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            silence_stdout()
            raise typer.Exit(PIPE_CLOSED) from None


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + f" and {names[-1]}"
