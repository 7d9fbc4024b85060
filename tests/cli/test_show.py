"""What `show` says, to people and to programs."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from connectors.cli import lookup
from connectors.cli.json_output import render_json
from connectors.cli.lookup import find_folder, find_operation
from connectors.cli.main import app
from connectors.cli.show_json import operation_json, package_json
from connectors.cli.show_text import render, render_operation
from connectors.cli.terminal import Colours, display_width
from connectors.cli.words import read_schema, schema_words, security_words, style_words
from connectors.model.excerpt import excerpt_of
from connectors.model.operation import Anonymous, AnyOf, Location, Parameter, Requirement, Security, Style, Undeclared
from connectors.model.package import Package
from connectors.problems import Code, ConnectorsError, UsageError

VIEWS = {
    "package": {},
    "operation-create": {"operation": "ship.create"},
    "operation-list": {"operation": "dock.list"},
    "operation-not-callable": {"operation": "ship.delete"},
    "operation-whole-body": {"operation": "ship.manifest_of_every_container_on_board"},
    "operation-open": {"operation": "status.get"},
    "coverage": {"coverage": True},
    "auth": {"auth": True},
}


# Text


def rendered(package: Package, view: str, **how: Any) -> str:
    asked = dict(VIEWS[view])
    if "operation" in asked:
        return render_operation(excerpt_of(package, find_operation(package, asked["operation"])), **how)
    return render(package, "harbour", **asked, **how)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("view", list(VIEWS))
def test_views_read_well(package: Package, golden: Callable[[str, str], None], view: str, width: int) -> None:
    text = rendered(package, view, width=width, colours=Colours(False))
    assert all(display_width(line) <= width for line in text.splitlines())
    assert not any(line != line.rstrip() for line in text.splitlines())
    golden(f"show-{view}-{width}", text)


@pytest.mark.parametrize("view", list(VIEWS))
def test_colour_adds_nothing_but_colour(package: Package, view: str) -> None:
    import re

    plain = rendered(package, view, width=80, colours=Colours(False))
    coloured = rendered(package, view, width=80, colours=Colours(True))
    assert coloured != plain
    assert re.sub("\x1b\\[[0-9;]+m", "", coloured) == plain


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("true", "any"),
        ("{}", "any"),
        ("false", "nothing"),
        ('{"type":"string"}', "string"),
        ('{"type":"string","format":"date-time"}', "date-time string"),
        ('{"type":"string","contentEncoding":"base64"}', "string, base64"),
        ('{"type":"string","minLength":1,"maxLength":64}', "string, 1..64 characters"),
        ('{"type":"string","pattern":"^[a-z]+$"}', "string, like ^[a-z]+$"),
        ('{"contentMediaType":"application/octet-stream"}', "bytes (application/octet-stream)"),
        ('{"type":"integer","minimum":1,"maximum":18446744073709551615}', "integer 1..18446744073709551615"),
        ('{"type":"number","exclusiveMinimum":0,"multipleOf":0.010}', "number above 0 in steps of 0.010"),
        ('{"type":["string","null"]}', "string or null"),
        ('{"enum":["open","closed",3,null]}', "open | closed | 3 | null"),
        ('{"enum":["", " a"]}', '"" | " a"'),
        ('{"const":1e3}', "exactly 1e3"),
        ('{"$ref":"#/$defs/Issue"}', "Issue"),
        ('{"$ref":"#/$defs/a~1b%25"}', "a/b%"),
        ('{"type":"array","items":{"$ref":"#/$defs/Issue"}}', "list of Issue"),
        ('{"type":"array","items":{"enum":["a","b"]},"maxItems":3}', "list of (a | b), 3 items or fewer"),
        ('{"type":"array"}', "list of any"),
        ('{"type":"object"}', "object"),
        ('{"properties":{"a":true,"b":true,"c":true,"d":true,"e":true}}', "object with a, b, c, d and 1 more"),
        ('{"type":"object","additionalProperties":{"type":"string"}}', "map of string"),
        ('{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}', "A or null"),
        ('{"allOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]}', "A and B"),
    ],
)
def test_a_schema_in_a_few_words(schema: str, words: str) -> None:
    assert schema_words(read_schema(msgspec.Raw(schema.encode()))) == words


def test_a_long_enum_says_how_many_there_are() -> None:
    values = [f"value{number}" for number in range(20_000)]
    words = schema_words({"enum": values})
    assert words.endswith("| … (20000 in all)")
    assert len(words) < 120


@pytest.mark.parametrize(
    ("location", "style", "explode", "schema", "words"),
    [
        (Location.QUERY, Style.FORM, True, '{"type":"array"}', None),
        (Location.QUERY, Style.FORM, False, '{"type":"array"}', "comma-separated"),
        (Location.QUERY, Style.FORM, False, '{"type":"string"}', None),
        (Location.QUERY, Style.FORM, False, '{"$ref":"#/$defs/List"}', "comma-separated"),
        (Location.QUERY, Style.DEEP_OBJECT, True, '{"type":"object"}', "as name[member]=value"),
        (Location.QUERY, Style.TAB_DELIMITED, False, '{"type":"array"}', "tab-separated"),
        (Location.PATH, Style.SIMPLE, False, '{"type":"array"}', None),
        (Location.PATH, Style.MATRIX, False, '{"type":"string"}', "matrix style (as ;name=value)"),
    ],
)
def test_a_style_is_named_where_it_is_not_the_usual_one(
    location: Location, style: Style, explode: bool, schema: str, words: str | None
) -> None:
    parameter = Parameter("a", "a", location, schema=msgspec.Raw(schema.encode()), style=style, explode=explode)
    assert style_words(parameter, {"List": msgspec.Raw(b'{"type":"array"}')}) == words


A, B = Requirement("bearer"), Requirement("key_header_x")


@pytest.mark.parametrize(
    ("security", "words"),
    [
        (Anonymous(), "needs nothing: declared open (`security: []`)"),
        (AnyOf(((),)), "needs nothing"),
        (AnyOf(((A,),)), "needs bearer"),
        (AnyOf(((A, B), ())), "needs bearer AND key_header_x, or nothing"),
        (AnyOf(((), (A,))), "needs bearer, or nothing"),
        (AnyOf(((A,), (B,))), "needs bearer, or key_header_x"),
        (AnyOf(((Requirement("oauth2", ("repo", "user")),),)), "needs oauth2 (scopes repo, user)"),
        (AnyOf(((Requirement("odd", satisfiable=False),),)), "needs odd [cannot be satisfied]"),
        (Undeclared(), "not stated here; the connector's default applies: needs bearer"),
    ],
)
def test_credentials_in_words(security: Security, words: str) -> None:
    assert security_words(security, AnyOf(((A,),))) == words


# Finding


@pytest.mark.parametrize(
    "written",
    [
        "harbour.ship.delete",
        "ship.delete",
        "DELETE /ports/{1}/ships/{2}",
        "DELETE /ports/{a}/ships/{b}",
        "delete /ports/{a}/ships/{b}",
    ],
)
def test_an_operation_is_found_by_id_and_by_identity(package: Package, written: str) -> None:
    assert find_operation(package, written).id == "harbour.ship.delete"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("ship.creat", "did you mean `harbour.ship.create`"),
        ("create.ship", "did you mean `harbour.ship.create`"),
        ("POST /port/{1}/ships", "did you mean `POST /ports/{port}/ships`"),
        ("POST /uploads", "read `connectors explain body-media-type`"),
        ("upload", "read `connectors explain body-media-type`"),
        ("xyzzy", "list them with `connectors show PACKAGE`"),
    ],
)
def test_an_unknown_operation_names_what_is_near(package: Package, written: str, said: str) -> None:
    with pytest.raises(ConnectorsError) as caught:
        find_operation(package, written)
    assert caught.value.exit_status == 2
    assert caught.value.problems[0].code is Code.OPERATION_NOT_FOUND
    assert said in caught.value.problems[0].remedy


def test_of_two_paths_that_differ_in_names_the_exact_one_is_found(package: Package) -> None:
    by_id, by_name = (
        msgspec.structs.replace(
            package.operations[0], id=f"harbour.user.{name}", identity=f"GET /users/{{{name}}}", path=f"/users/{{{name}}}"
        )
        for name in ("id", "name")
    )
    both = replace(package, operations=(by_id, by_name))
    assert find_operation(both, "GET /users/{name}") is by_name
    with pytest.raises(ConnectorsError) as caught:
        find_operation(both, "GET /users/{x}")
    assert caught.value.problems[0].remedy == "did you mean `GET /users/{id}` or `GET /users/{name}`?"


def test_a_maintainer_works_on_a_folder_or_on_an_id_below_the_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("connectors/forgejo", "connectors/gitea", "gitea", "elsewhere/x"):
        Path(folder).mkdir(parents=True)
    for folder in ("connectors/forgejo", "connectors/gitea"):
        Path(folder, "connector.json").touch()
    assert find_folder("forgejo") == Path("connectors/forgejo")
    assert find_folder("connectors/forgejo") == Path("connectors/forgejo")
    assert find_folder("elsewhere/x") == Path("elsewhere/x")
    # A checkout of the same name beside it is no package.
    assert find_folder("gitea") == Path("connectors/gitea")
    with pytest.raises(ConnectorsError) as caught:
        find_folder("forgeo")
    assert caught.value.exit_status == 2
    assert caught.value.problems[0].remedy == "did you mean `forgejo`?"
    with pytest.raises(UsageError):
        find_folder("sha256:0123456789")


# JSON: the shape that programs read

PARAMETER = {
    "key",
    "name",
    "in",
    "required",
    "schema",
    "style",
    "explode",
    "item_style",
    "allow_reserved",
    "allow_empty",
    "content_type",
    "headers",
    "secret",
    "deprecated",
    "description",
    "default",
    "example",
}


def test_every_key_of_the_shape_is_there(package: Package) -> None:
    shape = json.loads(render_json(package_json(package)))
    assert list(shape) == ["address", "connector", "operations", "schemas", "coverage"]
    assert {"id", "title", "auth", "servers", "default_security", "counts", "provenance", "rights", "maturity", "files"} <= set(
        shape["connector"]
    )
    assert "header" not in shape["connector"]
    assert shape["connector"]["auth"][0] == {
        "id": "basic",
        "kind": "http_basic",
        "vendor_key": "basicAuth",
        "placement": None,
        "scheme": None,
        "bearer_format": None,
        "openid_connect_url": None,
        "flows": [],
        "deprecated": False,
        "description": None,
    }
    for operation in shape["operations"]:
        assert set(operation) == {
            "id",
            "identity",
            "method",
            "path",
            "resource",
            "verb",
            "effect",
            "idempotency",
            "consequence",
            "source_operation_id",
            "tags",
            "summary",
            "description",
            "deprecated",
            "idempotency_key",
            "deterministic",
            "callable",
            "curated",
            "servers",
            "parameters",
            "body",
            "responses",
            "errors",
            "outcome",
            "security",
            "pagination",
            "maturity",
            "basis",
        }
        for parameter in operation["parameters"]:
            assert set(parameter) == PARAMETER
            assert parameter["in"] != "body"
    create = shape["operations"][1]
    assert set(create["body"]) == {
        "content_type",
        "encoding",
        "required",
        "fields",
        "whole",
        "additional",
        "read_only",
        "item_schema",
        "alternatives",
        "description",
    }
    assert set(create["body"]["fields"][0]) == PARAMETER
    assert create["body"]["whole"] is None
    assert create["body"]["alternatives"] == [
        {"media_type": "multipart/form-data", "schema": {"$ref": "#/$defs/ShipForm"}, "item_schema": None}
    ]
    assert create["responses"][0]["status"] == "201"
    assert create["responses"][0]["content"][0] == {
        "media_type": "application/json",
        "schema": {"$ref": "#/$defs/Ship"},
        "item_schema": None,
    }
    assert create["responses"][1]["pending"] is True
    assert create["errors"][0]["class"] == "unauthorized"
    assert shape["operations"][0]["errors"][0]["class"] is None
    assert shape["operations"][0]["pagination"]["next"] is None
    assert set(shape["coverage"]) == {"declared", "operations", "gaps", "excluded", "notes", "events", "dropped", "not_carried"}
    assert shape["coverage"]["operations"] == 5
    assert shape["coverage"]["gaps"][0] == {
        "identity": "POST /uploads",
        "method": "POST",
        "path": "/uploads",
        "source_operation_id": "upload",
        "code": "body-media-type",
        "reason": "the body has only the media type `*/*`, which is none that may be sent",
        "at": {"file": "", "line": None, "column": None, "pointer": "/paths/~1uploads/post/requestBody/content"},
    }
    assert set(shape["coverage"]["notes"][0]) == {"identity", "severity", "code", "reason", "at"}


def test_security_has_three_shapes(package: Package) -> None:
    securities = {operation["id"]: operation["security"] for operation in package_json(package)["operations"]}
    assert json.loads(render_json(securities["harbour.dock.list"])) == {"kind": "undeclared"}
    assert json.loads(render_json(securities["harbour.status.get"])) == {"kind": "anonymous"}
    assert json.loads(render_json(securities["harbour.ship.create"])) == {
        "kind": "any_of",
        "alternatives": [
            [
                {"scheme": "oauth2", "scopes": ["ships:write"], "satisfiable": True},
                {"scheme": "key_header_x_harbour", "scopes": [], "satisfiable": True},
            ],
            [],
        ],
    }


def test_numbers_keep_their_digits(package: Package) -> None:
    text = render_json(package_json(package))
    assert '"maximum": 18446744073709551615' in text
    assert '"multipleOf": 0.010' in text


def test_what_the_overlay_dropped_is_named(package: Package) -> None:
    shape = package_json(replace(package, operations=package.operations[1:]))
    assert shape["coverage"]["dropped"] == [{"identity": "GET /docks", "id": "harbour.dock.list"}]
    assert shape["coverage"]["operations"] == 5


def test_one_operation_has_the_same_shape_and_only_what_it_reaches(package: Package) -> None:
    whole = package_json(package)
    one = operation_json(excerpt_of(package, find_operation(package, "ship.create")))
    assert list(one) == list(whole)
    assert list(one["coverage"]) == list(whole["coverage"])
    assert one["connector"] == whole["connector"]
    assert [operation["id"] for operation in one["operations"]] == ["harbour.ship.create"]
    # Ship names Dock; nothing that the operation says names it.
    assert list(one["schemas"]) == ["Dock", "Person", "Problem", "Ship", "ShipForm"]
    assert [note["code"] for note in one["coverage"]["notes"]] == ["parameter-ignored"]
    assert [event["name"] for event in one["coverage"]["events"]] == ["onChecked"]
    assert list(operation_json(excerpt_of(package, find_operation(package, "dock.list")))["schemas"]) == ["Dock", "Problem"]
    assert operation_json(excerpt_of(package, find_operation(package, "status.get")))["schemas"] == {}


# The command


@pytest.fixture
def command(package: Package, monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    monkeypatch.setattr(lookup, "load", lambda _: package)
    monkeypatch.setattr(lookup, "open_operation", lambda _, text: excerpt_of(package, find_operation(package, text)))
    return lambda *arguments: CliRunner().invoke(app, ["show", "harbour", *arguments], env={"COLUMNS": "80"})


def test_show_writes_text_or_json(command: Callable[..., object], package: Package) -> None:
    assert command().output == render(package, "harbour", width=80, colours=Colours(False))
    assert json.loads(command("--json").output) == json.loads(render_json(package_json(package)))
    assert command("--coverage").output.startswith("harbour: coverage\n")
    assert command("--auth").output.startswith("harbour: credentials\n")
    assert command("ship.create").output.startswith("harbour.ship.create\nPOST /ports/{port}/ships\n")
    assert len(json.loads(command("ship.create", "--json").output)["operations"]) == 1


def test_show_says_what_it_cannot_find(command: Callable[..., object]) -> None:
    result = command("ship.creat")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "error[operation-not-found]: `harbour` has no operation `ship.creat`\n  fix: did you mean `harbour.ship.create`?\n"
    )
    assert json.loads(command("ship.creat", "--json").stdout)["problems"][0]["code"] == "operation-not-found"
    assert command("ship.create", "--auth").exit_code == 2


def test_one_operation_is_shown_where_another_file_is_broken(tmp_path: Path) -> None:
    package = tmp_path / "library-3.1"
    shutil.copytree(Path(__file__).parents[1] / "golden" / package.name, package)
    other = package / "operations" / "loans.json"
    other.write_bytes(other.read_bytes()[:-2] + b"]\n")

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["show", str(package), *arguments])
        return result.exit_code, result.output

    refused = "error[package-digest]: "
    assert run()[1].startswith(refused)
    assert run("loans.list")[1].startswith(refused)
    assert run("books.nothing")[1].startswith(refused)
    assert run("books.list")[1].startswith("library.books.list\n")
