"""The options of fetching, so that each has one name and one text in every command that fetches a description."""

import inspect
from typing import TYPE_CHECKING, Annotated, Any

import typer

from connectors.cli.option_groups import spread

if TYPE_CHECKING:
    from connectors.inputs import Fetching

__all__ = ["takes_fetching"]

_PANEL = "Fetching"

_AllowOrigin = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ORIGIN",
        help="References may lead there: https://example.com, or a prefix such as https://example.com/specs. May be repeated.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
_AuthEnv = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Environment variable with the credential for the description: a token, user:password, 'Bearer …' or 'Basic …'.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
_MaxRedirects = Annotated[
    int, typer.Option(min=0, max=20, metavar="N", help="Redirects that are followed.", rich_help_panel=_PANEL)
]
_NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Neither keep what is fetched nor use what was kept.", rich_help_panel=_PANEL)
]
_EnvProxy = Annotated[
    bool,
    typer.Option(
        "--env-proxy",
        help="Go through the proxies of HTTPS_PROXY and HTTP_PROXY, which then resolve the names.",
        rich_help_panel=_PANEL,
    ),
]


def _parameter(name: str, kind: Any, default: object) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _fetching(
    *, allow_origin: list[str] | None, auth_env: str | None, max_redirects: int, no_cache: bool, env_proxy: bool
) -> "Fetching":
    from connectors.inputs import Fetching

    return Fetching(tuple(allow_origin or ()), auth_env, max_redirects, not no_cache, env_proxy)


takes_fetching = spread(
    "fetching",
    [
        _parameter("allow_origin", _AllowOrigin, None),
        _parameter("auth_env", _AuthEnv, None),
        _parameter("max_redirects", _MaxRedirects, 0),
        _parameter("no_cache", _NoCache, False),
        _parameter("env_proxy", _EnvProxy, False),
    ],
    _fetching,
)
"""Decorate a command that has a parameter `fetching: Fetching`: it gets one option for each part of it."""
