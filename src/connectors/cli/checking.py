"""What all checking commands share: formats, files of output, settings and a baseline; and how they end."""

import errno
import os
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from connectors.cli.formats.format import Format
from connectors.cli.report import usage_error
from connectors.cli.terminal import put
from connectors.problems import Code, UsageError, nearest
from connectors.whole_file import put_whole

if TYPE_CHECKING:
    from connectors.findings.baseline import Baseline
    from connectors.findings.run import Run
    from connectors.settings import Checking

__all__ = [
    "BaselineOption",
    "ConfigOption",
    "FormatOption",
    "JsonOption",
    "OutputOption",
    "Reporting",
    "WriteBaselineOption",
    "reporting",
]

_PANEL = "Report"

FormatOption = Annotated[
    Format | None,
    typer.Option(
        "--format",
        help="How the report is written to stdout: text unless said otherwise, here, in CONNECTORS_FORMAT or in connectors.toml.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Short for --format json.", rich_help_panel=_PANEL)]
OutputOption = Annotated[
    list[str] | None,
    typer.Option("--output", metavar="FORMAT=FILE", help="Write the report to a file as well. Repeatable.", rich_help_panel=_PANEL),
]
BaselineOption = Annotated[
    Path | None,
    typer.Option(
        "--baseline",
        metavar="FILE",
        help="Findings that are known: only new ones fail.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
WriteBaselineOption = Annotated[
    Path | None,
    typer.Option(
        "--write-baseline",
        metavar="FILE",
        help="Write down what was found, as known from now on.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="The settings; connectors.toml in the working directory unless said otherwise, here or in CONNECTORS_CONFIG.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]


def _today() -> date:
    """The day in UTC, on which a pipeline and a desk agree."""
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class Reporting:
    """How one run is judged and reported: options over environment over `connectors.toml`. Every path in it can be written to."""

    form: Format
    outputs: tuple[tuple[Format, Path], ...]
    settings: "Checking"
    baseline: "Baseline | None"
    write_baseline: Path | None
    today: date

    @property
    def most(self) -> int | None:
        """How many differences of one kind are told one by one: ten where people alone read them, all where a program may."""
        alone = self.form is Format.TEXT and not self.outputs and self.baseline is None and self.write_baseline is None
        return 10 if alone else None

    def finish(self, run: "Run", *, errors_only: bool = False, unasked: Collection[Code] = (), everything: bool = False) -> "Run":
        """Apply settings and baseline to a run, write all that was asked for, and give back what remains.

        `unasked` are codes that the run did not look for, `everything` says that it looked at all there is: see `controlled`. A baseline
        that is written is what later runs are held against, and this one, too, where no other was named.
        """
        from connectors.cli.formats.format import render
        from connectors.findings.baseline import read_baseline, render_baseline
        from connectors.findings.control import compare, controlled, to_record

        run = controlled(run, self.settings.control, today=self.today, unasked=unasked, everything=everything)
        if self.baseline is not None:
            run = compare(run, self.baseline, unasked=unasked)
        files: list[tuple[Path, bytes]] = []
        if self.write_baseline is not None:
            data = render_baseline(to_record(run))
            files.append((self.write_baseline, data))
            if self.baseline is None:
                run = compare(run, read_baseline(data, str(self.write_baseline)))
        files += [(path, render(run, form, errors_only=errors_only, to_file=True).encode()) for form, path in self.outputs]
        for path, data in files:
            _write(path, data)
        put(_for_stdout(render(run, self.form, errors_only=errors_only), self.form))
        return run

    def end(self, run: "Run") -> None:
        """End the command with the run's exit status."""
        if run.exit_status:
            raise typer.Exit(run.exit_status)


def reporting(
    table: str,
    *,
    form: Format | None,
    json_output: bool,
    outputs: Sequence[str] | None,
    baseline: Path | None,
    write_baseline: Path | None,
    config: Path | None,
    clock: Callable[[], date] = _today,
) -> Reporting:
    """Read the options of a command whose settings stand in `[table]`, before any work is done. `clock` says which day it is.

    Raises UsageError for options that make no sense, OverlayError for what is wrong in the settings.
    """
    from connectors.settings import find_settings

    if json_output and form not in (None, Format.JSON):
        raise usage_error(f"`--json` is `--format json`, found `--format {form}` beside it", "leave one of the two out")
    pairs = _outputs(outputs or ())
    settings = find_settings(config, os.environ).table(table)
    given = Format.JSON if json_output else form
    form = given or _named(os.environ.get("CONNECTORS_FORMAT"), "`CONNECTORS_FORMAT`") or _named(settings.format, "`format`")
    from_environment = os.environ.get("CONNECTORS_BASELINE")
    known = baseline or (Path(from_environment) if from_environment else None) or settings.baseline
    if write_baseline is not None:
        _refuse_unwritable(write_baseline, "--write-baseline")
        if baseline is None:
            # The one of the settings is what is being written; comparing with its old state would report it as it no longer is.
            known = None
    return Reporting(form or Format.TEXT, pairs, settings, None if known is None else _read(known), write_baseline, clock())


def _named(text: str | None, where: str) -> Format | None:
    if not text:
        return None
    if text not in set(Format):
        near = nearest(text, list(Format))
        known = ", ".join(f"`{each}`" for each in Format)
        raise usage_error(f"{where} is one of {known}, found `{text}`", f"write `{near}`" if near else "write one of them")
    return Format(text)


def _outputs(texts: Iterable[str]) -> tuple[tuple[Format, Path], ...]:
    found: list[tuple[Format, Path]] = []
    for text in texts:
        name, sign, file = text.partition("=")
        if not sign or not file:
            raise usage_error(f"`--output` takes FORMAT=FILE, found `{text}`", "write for example `--output sarif=report.sarif`")
        form = _named(name, "the FORMAT of `--output`")
        if form is None:
            raise usage_error(f"`--output` takes FORMAT=FILE, found `{text}`", "name the format before the sign `=`")
        if file == "-":
            raise usage_error("`--output` writes files, found `-`", "use `--format` for what goes to stdout")
        path = Path(file)
        if any(os.path.abspath(other) == os.path.abspath(path) for _, other in found):  # noqa: PTH100 - no link is followed here
            raise usage_error(f"two reports are to be written to `{file}`", "give each a file of its own")
        _refuse_unwritable(path, "--output")
        found.append((form, path))
    return tuple(found)


def _refuse_unwritable(path: Path, option: str) -> None:
    """Say before the work what would fail after it. A device or a pipe is refused: the file is replaced, not written to."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if path.parent.is_dir():
            return
        raise usage_error(
            f"`{option}` names `{path}`, and there is no folder `{path.parent}`", "make the folder, or name another file"
        ) from None
    except (OSError, ValueError) as error:
        raise usage_error(f"`{option}` names `{path}`, which cannot be written: {error}", "name another file") from error
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "a device or a pipe"
        raise usage_error(f"`{option}` writes a regular file, found {what} at `{path}`", "name a file")


def _read(path: Path) -> "Baseline":
    from connectors.findings.baseline import read_baseline

    try:
        return read_baseline(path.read_bytes(), str(path))
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        code = Code.FILE_NOT_FOUND if missing else Code.FILE_UNREADABLE
        remedy = "write it first with `--write-baseline`, or correct its name" if missing else "make it a readable file"
        raise usage_error(f"the baseline `{path}` cannot be read: {error.strerror}", remedy, code=code) from error


def _write(path: Path, data: bytes) -> None:
    """Put a file in place in one step: readers see the old one or the new one. A link stays, and what it leads to is replaced."""
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode if target.exists() else None
        if mode is not None and not stat.S_ISREG(mode):
            # It was one when the run began; root could take a device away from the whole machine.
            raise OSError(errno.EINVAL, "not a regular file")
        put_whole(target, data, mode=None if mode is None else stat.S_IMODE(mode))
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> UsageError:
    message = f"`{path}` could not be written: {error.strerror}"
    return usage_error(message, "make room, or name a file in a folder that can be written to", code=Code.OUTPUT_UNWRITABLE)


def _for_stdout(text: str, form: Format) -> str:
    """What stands in a report beyond ASCII is escaped where stdout is not UTF-8 and the format has escapes of its own."""
    from connectors.cli.json_output import for_stdout, is_utf8

    if form in (Format.JSON, Format.SARIF):
        return for_stdout(text)
    if form is Format.JUNIT and not is_utf8(sys.stdout):
        return text.encode("ascii", "xmlcharrefreplace").decode()
    return text
