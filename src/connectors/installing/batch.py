"""`install --all`: every recipe and package below a folder, one task each."""

from dataclasses import dataclass
from pathlib import Path

from connectors.catalog.tiers import Tiers
from connectors.inputs import Fetching
from connectors.installing.install import Installed, InstallOptions, install
from connectors.limits import Limits
from connectors.problems import Code, ConnectorsError, Problem, Severity, SourceLocation, UsageError
from connectors.validation import find_packages

__all__ = ["Refused", "Task", "find_tasks", "run_task"]


@dataclass(frozen=True, slots=True)
class Task:
    """One folder of a run over many."""

    folder: Path
    tiers: Tiers
    fetching: Fetching
    limits: Limits
    offline: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """Why nothing was installed from a folder."""

    problems: tuple[Problem, ...]
    exit_status: int


def find_tasks(folder: Path, tiers: Tiers, fetching: Fetching, limits: Limits, *, offline: bool) -> tuple[Task, ...]:
    """The recipes and packages right below a folder, by name. Raises UsageError where there are none."""
    found = find_packages(folder) if folder.is_dir() else ()
    if not found:
        message = f"`{folder}` is expected to hold recipes or packages, found none"
        where = SourceLocation(str(folder))
        raise UsageError([Problem(where, Severity.ERROR, Code.NOTHING_TO_VALIDATE, message, "name a folder that holds some")])
    return tuple(Task(directory, tiers, fetching, limits, offline) for directory in found)


def run_task(task: Task) -> Installed | Refused:
    """Install one folder. Runs anywhere; runs on one connector take turns, in whichever process they are."""
    # A word alone would be an id.
    what = str(task.folder) if "/" in str(task.folder) else f"./{task.folder}"
    try:
        return install(InstallOptions(what, offline=task.offline, fetching=task.fetching, limits=task.limits), task.tiers)
    except ConnectorsError as error:
        return Refused(error.problems, error.exit_status)
