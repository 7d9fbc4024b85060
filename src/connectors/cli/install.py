"""`connectors install`: bring a connector to the store, and make it active."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from connectors.cli.report import print_problems, reported, usage_error
from connectors.problems import ConnectorsError

if TYPE_CHECKING:
    from connectors.installing.install import Installed, InstallOptions

__all__ = ["install"]


def install(
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
    json_output: Annotated[bool, typer.Option("--json", help="Write the report as JSON; with --all, one object a line.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Generate or copy a connector into the store, and make it active.

    An id is looked for in the project's folder (where that is granted) and in what ships with the program; what is installed already is
    generated again, under the names that it has. Everything is checked before it becomes active, and an error leaves what was active as it
    was. Old versions stay until `connectors gc`; `connectors install ID@ADDRESS` brings one back.
    """
    with reported(json_output and all_below is None):
        from connectors.installing.install import InstallOptions

        if (what is None) == (all_below is None):
            raise usage_error("expected WHAT or `--all FOLDER`", "give one of them")
        moves = (tuple(accept_move or ()), tuple(new or ()))
        if what is not None:
            done = _install(InstallOptions(what, id, description, offline, license, *moves), quiet)
            _report(done, json_output=json_output, quiet=quiet)
            return
        assert all_below is not None
        if id or description or license or any(moves):
            raise usage_error(
                "`--id`, `--from`, `--license`, `--accept-move` and `--new` are of one connector", "leave them out, or install one"
            )
    if status := _install_all(all_below, offline=offline, json_output=json_output, quiet=quiet):
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


def _install_all(folder: Path, *, offline: bool, json_output: bool, quiet: bool) -> int:
    """Install one after the other; the gravest exit status of them."""
    from connectors.cli.json_output import problem_json
    from connectors.installing.install import InstallOptions
    from connectors.problems import Code, Problem, Severity, SourceLocation
    from connectors.validation import find_packages

    found = find_packages(folder)
    if not found or not folder.is_dir():
        message = f"`{folder}` is expected to hold recipes or packages, found none"
        where = SourceLocation(str(folder))
        print_problems([Problem(where, Severity.ERROR, Code.NOTHING_TO_VALIDATE, message, "name a folder that holds some")])
        return 2
    statuses = set()
    for directory in found:
        what = str(directory) if "/" in str(directory) else f"./{directory}"
        try:
            _report(_install(InstallOptions(what, offline=offline), quiet), json_output=json_output, quiet=quiet, line=True)
        except ConnectorsError as error:
            print_problems(error.problems)
            statuses.add(error.exit_status)
            if json_output:
                _put_line({"what": what, "problems": [problem_json(problem) for problem in error.problems]})
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
