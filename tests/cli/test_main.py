"""The command line itself: help, versions, exit statuses, what is imported, and how it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from connectors.cli.commands import CommandGroup
from connectors.cli.main import app
from connectors.version import __version__


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "connectors", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80", **environment},
        check=False,
    )


@pytest.mark.parametrize("command", ["", "gen", "show", "explain"])
def test_help_reads_well_at_80_columns(command: str, golden: Callable[[str, str], None]) -> None:
    result = CliRunner().invoke(app, [*command.split(), "--help"], env={"COLUMNS": "80"}, prog_name="connectors")
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 80
    golden(f"help-{command or 'connectors'}", result.output)


@pytest.mark.parametrize("command", ["gen", "show", "explain"])
def test_the_overview_says_what_the_command_says_of_itself(command: str) -> None:
    built = CommandGroup.get_command(typer.main.get_command(app), None, command)
    assert built.help.splitlines()[0] == CommandGroup.entries[command].help


def test_short_help_is_help() -> None:
    assert CliRunner().invoke(app, ["-h"]).output == CliRunner().invoke(app, ["--help"]).output
    assert CliRunner().invoke(app, ["show", "-h"]).output == CliRunner().invoke(app, ["show", "--help"]).output


def test_the_version_is_printed() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.output) == (0, f"connectors {__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shwo"], "Did you mean 'show'?"),
        (["zzzz"], "There are gen, "),
        (["show", "--jsn", "x"], "--json"),
        (["show"], "Missing argument 'PACKAGE'"),
        (["gen", "x.yaml", "--prose", "half"], "expected 'keep' or 'omit'"),
        (["gen", "x.yaml", "--max-bytes", "0"], "--max-bytes"),
        (["gen", "x.yaml", "--max-nesting", "many"], "--max-nesting"),
    ],
)
def test_a_usage_error_exits_with_2_and_says_what_was_meant(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("arguments", [["--help"], ["gen", "--help"], ["--version"]])
def test_nothing_but_typer_and_the_standard_library_is_imported_for_help(arguments: list[str]) -> None:
    bare = subprocess.run(
        [sys.executable, "-c", "import sys, typer; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    program = "import sys; from connectors.cli.main import _run; _run(); print(*sys.modules, file=sys.stderr)"
    ours = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    added = {name.partition(".")[0] for name in set(ours.stderr.split()) - set(bare.stdout.split())}
    assert added <= {"connectors", "typer", *sys.stdlib_module_names}


def test_a_command_pays_for_what_it_uses() -> None:
    program = "import sys; from connectors.cli.main import _run; _run(); print(*sys.modules, file=sys.stderr)"
    ours = subprocess.run([sys.executable, "-c", program, "explain", "yaml-tab"], capture_output=True, text=True, check=True)
    assert not {"msgspec", "yaml", "rich", "pydantic"} & set(ours.stderr.split())


def _run_with(body: str) -> subprocess.CompletedProcess[str]:
    """Run `explain` with its inside replaced."""
    program = f"import sys\nimport connectors.cli.explanations as e\ndef pages():\n    {body}\ne.pages = pages\n"
    program += "sys.argv = ['connectors', 'explain']\nfrom connectors.cli.main import main\nmain()"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_a_bug_of_ours_is_a_traceback_and_70() -> None:
    result = _run_with("raise ValueError('boom \\x1b[31m')")
    assert result.returncode == 70
    assert "Traceback" in result.stderr
    assert "ValueError: boom \\x1b[31m" in result.stderr
    assert "This is a bug of connectors" in result.stderr
    assert result.stdout == ""


def test_an_interruption_is_130_and_one_line() -> None:
    result = _run_with("raise KeyboardInterrupt")
    assert (result.returncode, result.stderr) == (130, "interrupted\n")


def test_a_signal_is_an_interruption() -> None:
    program = "import os, signal, sys\nimport connectors.cli.explanations as e\n"
    program += f"e.pages = lambda: os.kill(os.getpid(), {int(signal.SIGINT)})\n"
    program += "sys.argv = ['connectors', 'explain']\nfrom connectors.cli.main import main\nmain()"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (130, "interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes end differently there")
def test_a_reader_that_goes_away_is_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "connectors", "explain", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_output_that_cannot_be_written_is_said_and_2() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "connectors", "explain"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 2
    assert result.stderr.startswith("error[output-unwritable]: ")
    assert "Traceback" not in result.stderr


def test_output_survives_a_narrow_encoding() -> None:
    assert run("explain", "yaml-tab", PYTHONIOENCODING="ascii").stdout.endswith(
        "YAML 1.2.2 \\xa76.1: indentation never holds tab characters.\n"
    )
    assert '"YAML 1.2.2 \\u00a76.1' in run("explain", "yaml-tab", "--json", PYTHONIOENCODING="ascii").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_and_codes(shell: str) -> None:
    asked = {
        "_CONNECTORS_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": "connectors explain yaml-ta",
        "COMP_CWORD": "2",
        "_TYPER_COMPLETE_ARGS": "connectors explain yaml-ta",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    assert "yaml-tab" in run(**asked).stdout
