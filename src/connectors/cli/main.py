"""`connectors`: the command line's entry point. Nothing but typer and the standard library is imported before a command runs."""

import sys
from typing import Annotated, TextIO

import typer

from connectors import collector
from connectors.cli.commands import INTERRUPTED, PIPE_CLOSED, CommandEntry, CommandGroup
from connectors.cli.terminal import printable, silence_stdout, talk
from connectors.problems import ConnectorsError
from connectors.version import __version__

__all__ = ["app", "main"]

BUG = 70
"""EX_SOFTWARE of sysexits.h: a fault of ours, never of what was read."""

CommandGroup.entries = {
    "gen": CommandEntry("connectors.cli.gen", "Derive a connector package from an API description."),
    "seal": CommandEntry("connectors.cli.seal", "Take the edited overlay and source file of a package into it."),
    "validate": CommandEntry("connectors.cli.validate", "Check packages and recipes as they run."),
    "lint": CommandEntry("connectors.cli.lint", "Say how far a description conforms to its standard."),
    "show": CommandEntry("connectors.cli.show", "Show a package, or one of its operations."),
    "why": CommandEntry("connectors.cli.why", "Say where the facts of an operation come from."),
    "diff": CommandEntry("connectors.cli.diff", "Say what changed for a caller between two packages."),
    "call": CommandEntry("connectors.cli.call", "Show the exact request of a call."),
    "search": CommandEntry("connectors.cli.search", "Find operations in the packages that ids mean."),
    "install": CommandEntry("connectors.cli.install", "Generate or copy a connector into the store, and make it active."),
    "list": CommandEntry("connectors.cli.list", "List what is installed, shipped and granted."),
    "remove": CommandEntry("connectors.cli.remove", "Take a connector, or one version of it, out of use."),
    "gc": CommandEntry("connectors.cli.gc", "Remove the versions that nothing names any more, and old copies."),
    "doctor": CommandEntry("connectors.cli.doctor", "Find what is wrong with the store, and mend it."),
    "suggest": CommandEntry("connectors.cli.suggest", "Propose entries for the overlay, with their evidence."),
    "notices": CommandEntry("connectors.cli.notices", "Write the notices of all packages of a catalog."),
    "schema": CommandEntry("connectors.cli.schema", "Print the JSON Schema of a document of a package."),
    "explain": CommandEntry("connectors.cli.explain", "Say what a code means and how to mend it."),
}

app = typer.Typer(
    cls=CommandGroup,
    # rich renders help in twice the time that everything else takes together; plain help says the same.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"connectors {__version__}")
        raise typer.Exit


@app.callback(
    epilog="Exit status: 0 done, 1 findings, 2 could not do it, 3 refused, 70 a bug of ours, 130 interrupted."
    " Data goes to stdout, talk to stderr. NO_COLOR switches colours off."
)
def connectors(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version, and end.")
    ] = False,
) -> None:
    """Compile a vendor's API description into a typed, reproducible connector package."""


def main() -> None:
    """Run the command line and end the process with its status."""
    collector.begin()
    status = _run()
    collector.end()
    sys.exit(status)


def _run() -> int:
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_encode(stream)
    try:
        status = _status()
        if sys.stdout:
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        silence_stdout()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        talk("interrupted")
        return INTERRUPTED
    except ConnectorsError as error:
        from connectors.cli.report import print_problems

        print_problems(error.problems)
        return error.exit_status
    except Exception:
        return _bug()


def _status() -> int:
    try:
        typer.main.get_command(app)(prog_name="connectors")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def _bug() -> int:
    import platform
    import traceback

    talk(printable(traceback.format_exc().rstrip(), newlines=True))
    talk(
        f"\nThis is a bug of connectors {__version__}, not of what it read (Python {platform.python_version()}, {platform.system()})."
        " Please report it with the lines above."
    )
    return BUG


def _never_fail_to_encode(stream: TextIO | None) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
