"""`connectors remove`: take a connector, or one version of it, out of use."""

from typing import Annotated

import typer

from connectors.cli.report import reported

__all__ = ["remove"]


def remove(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="An id; or ID@ADDRESS, one stored version that nothing names.", show_default=False),
    ],
    json_output: Annotated[bool, typer.Option("--json", help="Write what was done as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Take a connector, or one version of it, out of use.

    Of an id, no version is active afterwards; its versions stay until `connectors gc`, and `connectors install ID@ADDRESS` brings one back.
    With an address, that version is deleted. One that is active, pinned or named by a lock file is refused.
    """
    with reported(json_output):
        from connectors.cli.terminal import put, talk
        from connectors.installed.places import Places
        from connectors.installing.remove import remove as remove_one

        done = remove_one(
            what,
            Places.of_user(),
            waiting=lambda connector: None if quiet else talk(f"waiting for another run that installs or removes `{connector}`"),
        )
        if json_output:
            from connectors.cli.json_output import put_json

            put_json({"connector": done.connector, "address": done.address, "deleted": done.deleted})
        elif not quiet:
            from connectors.cli.install_report import short

            if done.deleted:
                put(f"Deleted {done.connector}@{done.address}\n")
            elif done.address is None:
                put(f"Removed {done.connector}, whose pointer was broken\n")
            else:
                put(f"Removed {done.connector}; {short(done.address)} is stored until `connectors gc`\n")
