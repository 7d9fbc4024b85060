"""The formats of a report, by name; a writer is imported when it is asked for."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from connectors.findings.run import Run

__all__ = ["Format", "render"]


class Format(StrEnum):
    """What a report can be written as."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"


def render(run: "Run", form: Format, *, errors_only: bool = False, to_file: bool = False) -> str:
    """The report in one format, its last line ended. `errors_only` leaves all but errors out of what people read.

    `to_file` is for text that no terminal will show: neither wrapped nor coloured.
    """
    match form:
        case Format.TEXT:
            from connectors.cli.formats.text import text
            from connectors.cli.terminal import Colours

            return text(run, errors_only=errors_only, colours=Colours(False) if to_file else None, to_file=to_file)
        case Format.JSON:
            from connectors.cli.formats.as_json import as_json
            from connectors.cli.json_output import render_json

            return render_json(as_json(run))
        case Format.SARIF:
            from connectors.cli.formats.sarif import sarif
            from connectors.cli.json_output import render_json

            return render_json(sarif(run))
        case Format.JUNIT:
            from connectors.cli.formats.junit import junit

            return junit(run)
        case Format.GITHUB:
            from connectors.cli.formats.github import github

            return github(run, errors_only=errors_only)
