"""The options of fetching that commands share, so that each has one name and one text everywhere."""

from typing import Annotated

import typer

__all__ = ["AllowOrigin", "AuthEnv", "EnvProxy", "MaxRedirects", "NoCache"]

_PANEL = "Fetching"

AllowOrigin = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ORIGIN",
        help="References may lead there: https://example.com, or a prefix such as https://example.com/specs. May be repeated.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
AuthEnv = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Environment variable with the credential for the description: a token, user:password, 'Bearer …' or 'Basic …'.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
MaxRedirects = Annotated[int, typer.Option(min=0, max=20, metavar="N", help="Redirects that are followed.", rich_help_panel=_PANEL)]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Neither keep what is fetched nor use what was kept.", rich_help_panel=_PANEL)
]
EnvProxy = Annotated[
    bool,
    typer.Option(
        "--env-proxy",
        help="Go through the proxies of HTTPS_PROXY and HTTP_PROXY, which then resolve the names.",
        rich_help_panel=_PANEL,
    ),
]
