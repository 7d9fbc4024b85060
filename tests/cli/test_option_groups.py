"""Groups of options: each command that reads a description has the whole group, spelled alike."""

import inspect
from collections.abc import Callable
from dataclasses import fields
from importlib import import_module
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from connectors.cli.fetching_options import takes_fetching
from connectors.cli.limit_options import takes_limits
from connectors.inputs import Fetching
from connectors.limits import Limits

FETCHING = {"allow_origin", "auth_env", "max_redirects", "no_cache", "env_proxy"}
LIMITS = {
    "max_seconds",
    "max_bytes",
    "max_documents",
    "max_nesting",
    "max_alias_nodes",
    "max_references",
    "max_operations",
    "max_schema_nodes",
    "max_expansion",
}


@pytest.mark.parametrize(
    ("command", "groups"),
    [
        ("gen", FETCHING | LIMITS),
        ("lint", FETCHING | LIMITS),
        ("install", FETCHING | LIMITS),
        ("why", LIMITS),
        ("validate", LIMITS),
    ],
)
def test_a_command_that_reads_descriptions_has_the_options(command: str, groups: set[str]) -> None:
    parameters = inspect.signature(getattr(import_module(f"connectors.cli.{command}"), command)).parameters
    assert groups <= parameters.keys()
    assert {"limits", "fetching"} & parameters.keys() == set()


def run(decorate: Callable[..., Any], name: str, *arguments: str) -> object:
    """What a command gets as its parameter `name` for these arguments."""
    got: list[object] = []

    def command(*, word: Annotated[str, typer.Argument()], **group: object) -> None:
        got.append(group[name])

    # The parameter that stands for the group; `**group` takes it.
    given = inspect.signature(command).parameters
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [given["word"], inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY)]
    )
    application = typer.Typer()
    application.command()(decorate(command))
    result = CliRunner().invoke(application, ["word", *arguments])
    assert result.exit_code == 0, result.output
    return got[0]


def test_without_an_option_the_limits_are_the_library_s() -> None:
    assert run(takes_limits, "limits") == Limits()


@pytest.mark.parametrize("option", sorted(LIMITS))
def test_each_option_sets_one_limit_which_names_it(option: str) -> None:
    spelled = f"--{option.replace('_', '-')}"
    limits = run(takes_limits, "limits", spelled, "7")
    changed = [each.name for each in fields(Limits) if getattr(limits, each.name) == 7]
    assert len(changed) == 1
    # `Limits` says below each field which option it is.
    source = inspect.getsource(Limits).partition(f"{changed[0]}: int")[2].partition('"""')[2].partition('"""')[0]
    assert f"`{spelled}`" in source


def test_every_limit_has_an_option() -> None:
    assert len(fields(Limits)) == len(LIMITS)


@pytest.mark.parametrize(
    ("arguments", "fetching"),
    [
        ((), Fetching()),
        (("--allow-origin", "https://a.example", "--allow-origin", "https://b.example"), Fetching(("https://a.example", "https://b.example"))),
        (("--auth-env", "NAME"), Fetching(auth_env="NAME")),
        (("--max-redirects", "3"), Fetching(max_redirects=3)),
        (("--no-cache",), Fetching(use_cache=False)),
        (("--env-proxy",), Fetching(use_proxies=True)),
    ],
)  # fmt: skip
def test_each_option_of_fetching_says_one_thing(arguments: tuple[str, ...], fetching: Fetching) -> None:
    assert run(takes_fetching, "fetching", *arguments) == fetching
