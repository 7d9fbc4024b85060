"""`connectors install`: bring a connector to the store, and make it active."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from connectors.cli.fetching_options import takes_fetching
from connectors.cli.limit_options import takes_limits
from connectors.cli.report import print_problems, reported, usage_error
from connectors.limits import Limits

if TYPE_CHECKING:
    from connectors.inputs import Fetching
    from connectors.installing.install import Installed, InstallOptions

__all__ = ["install"]


@takes_fetching
@takes_limits
def install(
    *,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="WHAT",
            help="An id, ID@ADDRESS for a version that is stored, the folder of a recipe or package, a description (file or address).",
            show_default=False,
        ),
    ] = None,
    id: Annotated[
        str | None,
        typer.Option(metavar="ID", help="The connector's id; needed for a description.", show_default=False),
    ] = None,
    description: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="SPEC",
            help="Your own instance's description, in place of the one that the recipe names. Remembered for later runs.",
            show_default=False,
        ),
    ] = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="Generate from the stored description of the latest run; fetch nothing.")
    ] = False,
    all_below: Annotated[
        Path | None,
        typer.Option("--all", metavar="FOLDER", help="Install every recipe and package below a folder.", show_default=False),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", min=1, metavar="N", help="With --all: processes; one for each processor unless given.", show_default=False
        ),
    ] = None,
    license: Annotated[
        str | None,
        typer.Option(metavar="EXPR", help="SPDX license expression of a description that is new.", show_default=False),
    ] = None,
    accept_move: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OLD=NEW", help="The vendor moved an operation: keep its id and keys. May be repeated.", show_default=False
        ),
    ] = None,
    new: Annotated[
        list[str] | None,
        typer.Option(
            metavar="IDENTITY", help="It only looks moved: give it names of its own. May be repeated.", show_default=False
        ),
    ] = None,
    fetching: "Fetching",
    limits: Limits,
    json_output: Annotated[bool, typer.Option("--json", help="Write the report as JSON; with --all, one object a line.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Generate or copy a connector into the store, and make it active.

    An id is looked for in the project's folder (where that is granted) and in what ships with the program; what is installed already is
    generated again, under the names that it has. Everything is checked before it becomes active, and an error leaves what was active as it
    was. Old versions stay until `connectors gc`; `connectors install ID@ADDRESS` brings one back.
    """
    with reported(json_output):
        from connectors.installing.install import InstallOptions

        if (what is None) == (all_below is None):
            raise usage_error("expected WHAT or `--all FOLDER`", "give one of them")
        moves = (tuple(accept_move or ()), tuple(new or ()))
        if jobs is not None and all_below is None:
            raise usage_error("`--jobs` is for many, and one is installed", "leave it out")
        if what is not None:
            done = _install(InstallOptions(what, id, description, offline, license, *moves, fetching, limits), quiet)
            _report(done, json_output=json_output, quiet=quiet)
            return
        assert all_below is not None
        if id or description or license or fetching.auth_env or fetching.allow_origin or any(moves):
            message = (
                "`--id`, `--from`, `--license`, `--accept-move`, `--new`, `--auth-env` and `--allow-origin` are of one connector"
            )
            raise usage_error(message, "leave them out, or install one")
        if status := _install_all(all_below, fetching, limits, offline=offline, jobs=jobs, json_output=json_output, quiet=quiet):
            raise typer.Exit(status)


def _install(options: "InstallOptions", quiet: bool) -> "Installed":
    from connectors.catalog.tiers import Tiers
    from connectors.cli.terminal import talk
    from connectors.installing.install import install as install_one

    done = install_one(
        options,
        Tiers.of_user(),
        say=print_problems,
        waiting=lambda connector: None if quiet else talk(f"waiting for another run that installs or removes `{connector}`"),
    )
    print_problems(done.problems, errors_only=quiet)
    return done


def _install_all(
    folder: Path, fetching: "Fetching", limits: Limits, *, offline: bool, jobs: int | None, json_output: bool, quiet: bool
) -> int:
    """Install all, side by side, each reported in its turn; the gravest exit status of them."""
    from contextlib import closing

    from connectors.catalog.tiers import Tiers
    from connectors.cli.json_output import problem_json
    from connectors.cli.progress import Bar
    from connectors.installing.batch import Refused, find_tasks, run_task
    from connectors.many import WorkerDied, each
    from connectors.problems import Code, Problem, Severity, SourceLocation

    tasks = find_tasks(folder, Tiers.of_user(), fetching, limits, offline=offline)
    statuses = set()
    with (
        Bar(len(tasks), "connectors", quiet=quiet) as bar,
        closing(
            each(
                run_task,
                tasks,
                jobs=jobs if jobs is not None else 1 if len(tasks) == 1 else None,
                seen=lambda outcome: bar.advance(failed=not outcome.result or isinstance(outcome.result, Refused)),
            )
        ) as outcomes,
    ):
        for outcome in outcomes:
            done = outcome.result
            if isinstance(outcome.error, WorkerDied):
                where, remedy = (
                    SourceLocation(str(outcome.task.folder)),
                    f"run `connectors install {outcome.task.folder}` by itself",
                )
                done = Refused((Problem(where, Severity.ERROR, Code.WORKER_DIED, str(outcome.error), remedy),), 2)
            if done is None:
                # A bug of ours, which `main` reports with its traceback.
                raise outcome.error or RuntimeError(outcome.task)
            with bar.aside():
                print_problems(done.problems, errors_only=quiet)
                if not isinstance(done, Refused):
                    _report(done, json_output=json_output, quiet=quiet, line=True)
                    continue
                statuses.add(done.exit_status)
                if json_output:
                    _put_line({"what": str(outcome.task.folder), "problems": [problem_json(problem) for problem in done.problems]})
    return next((status for status in (70, 2, 3, 1) if status in statuses), 0)


def _report(done: "Installed", *, json_output: bool, quiet: bool, line: bool = False) -> None:
    if json_output:
        from connectors.cli.install_report import installed_json
        from connectors.cli.json_output import put_json

        value = installed_json(done)
        _put_line(value) if line else put_json(value)
    elif not quiet:
        from connectors.cli.install_report import installed_text
        from connectors.cli.terminal import put

        put(installed_text(done))


def _put_line(value: dict[str, Any]) -> None:
    import json

    from connectors.cli.terminal import put

    put(json.dumps(value) + "\n")
