"""`connectors diff`: its text, its shapes, its exit status."""

import json

import pytest
from typer.testing import CliRunner

import connectors
from connectors.cli import lookup
from connectors.cli.main import app
from connectors.model.operation import Location
from two_packages import answer, operation, package, parameter

SHIP = {"$ref": "#/$defs/Ship"}


def harbour(*operations, ship, **facts):
    return package(*operations, schemas={"Ship": {"type": "object", "properties": ship}}, **facts)


OLD = harbour(
    operation("GET /ships/{1}", "x.ship.get", parameters=(parameter("wide"),), responses=(answer(schema=SHIP),)),
    operation("GET /docks", "x.dock.list", parameters=(parameter("limit", {"type": "integer", "maximum": 100}),)),
    operation("GET /ports", "x.port.list", parameters=(parameter("limit", {"type": "integer", "maximum": 100}),)),
    operation("GET /old", "x.old.get"),
    ship={"name": {"type": "string"}, "flag": {"enum": ["NL", "NO"]}},
    api_version="1",
    address="0a",
)
NEW = harbour(
    operation(
        "GET /ships/{1}", "x.ship.get", parameters=(parameter("wide", location=Location.HEADER),), responses=(answer(schema=SHIP),)
    ),
    operation("GET /docks", "x.dock.list", parameters=(parameter("limit", {"type": "integer", "maximum": 50}),)),
    operation("GET /ports", "x.port.list", parameters=(parameter("limit", {"type": "integer", "maximum": 50}),)),
    operation("GET /tugs", "x.tug.list", deprecated=True),
    ship={"name": {"type": "string"}, "flag": {"enum": ["NL", "NO", "a`b\x1b[31m<b>"]}, "tug": {}},
    api_version="2",
    address="1b",
)
ADDED = harbour(
    *OLD.operations, operation("GET /tugs", "x.tug.list"), ship={"name": {"type": "string"}, "flag": {"enum": ["NL", "NO"]}}
)
NAMED = {"old": OLD, "new": NEW, "added": ADDED}


@pytest.fixture
def command(monkeypatch):
    monkeypatch.setattr(lookup, "load", NAMED.__getitem__)
    return lambda *arguments: CliRunner().invoke(app, ["diff", *arguments], env={"COLUMNS": "80"}, prog_name="connectors")


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_the_changes_read_well(command, golden, form):
    result = command("old", "new", "--format", form)
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    if form == "text":
        assert max(map(len, result.output.splitlines())) <= 80
    golden(f"diff-{form}", result.output)


def test_help_reads_well(command, golden):
    golden("help-diff", command("--help").output)


@pytest.mark.parametrize(
    ("old", "new", "fail_on", "status"),
    [
        ("old", "new", None, 0),
        ("old", "new", "breaking", 1),
        ("old", "new", "neutral", 1),
        ("old", "added", "breaking", 0),
        ("old", "added", "additive", 1),
        ("old", "added", "neutral", 1),
        ("old", "old", "neutral", 0),
        ("old", "new", "grave", 2),
    ],
)
def test_the_status_says_whether_there_is_such_a_change_or_a_graver_one(command, old, new, fail_on, status):
    assert command(old, new, *(["--fail-on", fail_on] if fail_on else [])).exit_code == status


def test_equal_packages_do_not_differ(command):
    assert command("old", "old").output.splitlines()[1:] == ["no difference for a caller"]
    assert json.loads(command("old", "old", "--json").output)["changes"] == []


def test_json_is_asked_for_in_two_ways(command):
    assert command("old", "new", "--json").output == command("old", "new", "--format", "json").output
    refused = command("old", "new", "--json", "--format", "markdown")
    assert (refused.exit_code, json.loads(refused.stdout)["problems"][0]["code"]) == (2, "usage")


def test_a_package_that_is_not_there_could_not_be_compared(tmp_path):
    result = CliRunner().invoke(app, ["diff", str(tmp_path / "a"), str(tmp_path / "b")])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "package-not-found" in result.stderr


def test_a_program_compares_twice():
    """The public name is a function, before and after all that it needs is imported."""
    assert connectors.diff(OLD, OLD).changes == ()
    found = connectors.diff(OLD, NEW)
    assert found.counts["breaking"] == len(found.of(found.changes[0].impact))
