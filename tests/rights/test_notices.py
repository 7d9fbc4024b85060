"""`connectors notices`, and the gate for recipes and for packages that lost something."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from connectors.cli.main import app
from connectors.rights.catalog_notices import BEGIN, END

DESCRIPTION = """
openapi: 3.1.0
info: {title: Sample, version: '1'}
servers: [{url: https://sample.example}]
paths: {/items: {get: {tags: [item], operationId: listItems, responses: {'200': {description: d}}}}}
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    """Two packages and a recipe."""
    (tmp_path / "openapi.yaml").write_text(DESCRIPTION)
    for name, license_id in (("beta", "MIT"), ("alpha", "Apache-2.0")):
        given = ["--license", license_id, "--copyright", f"2024 {name}", "--redistributable", "--rights", "It is allowed."]
        done = run("gen", tmp_path / "openapi.yaml", "--id", name, "--out", tmp_path / "connectors" / name, "-q", *given)
        assert done.exit_code == 0, done.output
    (tmp_path / "connectors" / "gamma").mkdir()
    (tmp_path / "connectors" / "gamma" / "source.yaml").write_text("schema_version: 1\nconnector: gamma\n")
    return tmp_path / "connectors"


def test_the_packages_stand_in_the_order_of_their_paths(catalog: Path) -> None:
    output = catalog.parent / "LICENSE-NOTICES"
    assert run("notices", catalog, "--output", output).exit_code == 0
    text = output.read_text()
    assert text.startswith(f"{BEGIN}\n\nconnectors/alpha\n  Connector: alpha")
    assert text.endswith(f"\n\n{END}\n")
    assert text.index("connectors/alpha") < text.index("connectors/beta")
    assert "gamma" not in text


def test_what_a_person_wrote_around_the_section_stays(catalog: Path) -> None:
    output = catalog.parent / "LICENSE-NOTICES"
    output.write_text("Ours above.\n")
    run("notices", catalog, "--output", output)
    output.write_text(output.read_text() + "\nOurs below.\n")
    (catalog / "beta" / "source.yaml").write_text((catalog / "beta" / "source.yaml").read_text().replace("2024 beta", "2025 beta"))
    assert run("seal", catalog / "beta").exit_code == 0
    assert run("notices", catalog, "--output", output).exit_code == 0
    text = output.read_text()
    assert text.startswith("Ours above.\n\n" + BEGIN)
    assert text.endswith(END + "\n\nOurs below.\n")
    assert "2025 beta" in text
    assert "2024 beta" not in text


def test_check_writes_nothing_and_says_so_by_its_status(catalog: Path) -> None:
    output = catalog.parent / "LICENSE-NOTICES"
    done = run("notices", catalog, "--output", output, "--check")
    assert done.exit_code == 1
    assert "error[notices-differ]" in done.stderr
    assert not output.exists()
    run("notices", catalog, "--output", output)
    assert run("notices", catalog, "--output", output, "--check").exit_code == 0


@pytest.mark.parametrize("text", [f"{BEGIN}\n", f"{END}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n"])
def test_marks_that_are_no_pair_are_left_to_a_person(catalog: Path, text: str) -> None:
    output = catalog.parent / "LICENSE-NOTICES"
    output.write_text(text)
    done = run("notices", catalog, "--output", output)
    assert done.exit_code == 1
    assert "error[notices-marks]" in done.stderr
    assert output.read_text() == text


def test_a_broken_package_stops_it(catalog: Path) -> None:
    (catalog / "beta" / "NOTICE").write_text("")
    output = catalog.parent / "LICENSE-NOTICES"
    done = run("notices", catalog, "--output", output)
    assert done.exit_code == 1
    assert "error[package-digest]" in done.stderr
    assert not output.exists()


def test_no_folder_is_an_error_and_an_empty_one_is_said(tmp_path: Path) -> None:
    assert run("notices", tmp_path / "nowhere", "--output", tmp_path / "out").exit_code == 2
    (tmp_path / "connectors").mkdir()
    assert run("notices", tmp_path / "connectors", "--output", tmp_path / "out").exit_code == 0
    assert "There are no packages." in (tmp_path / "out").read_text()


def test_the_notices_of_an_overlay_travel_too(catalog: Path) -> None:
    (catalog / "beta" / "overlay.yaml").write_text("schema_version: 1\nconnector: beta\nnotices: [The marks belong to Beta.]\n")
    assert run("seal", catalog / "beta").exit_code == 0
    output = catalog.parent / "LICENSE-NOTICES"
    run("notices", catalog, "--output", output)
    assert "  Notice:\n    The marks belong to Beta.\n" in output.read_text()
    assert "The marks belong to Beta." in run("show", catalog / "beta", "--rights").stdout


# -- the gate ---------------------------------------------------------------------------------------------------------------------


def shipped(path: Path) -> list[tuple[str, str]]:
    done = run("validate", path, "--ship", "--json")
    problems = json.loads(done.stdout)["packages"][0]["problems"]
    assert done.exit_code == (1 if any(problem["severity"] == "error" for problem in problems) else 0)
    return [(problem["code"], Path(problem["at"]["file"]).name) for problem in problems if problem["severity"] == "error"]


def forged(package: Path, path: str, data: bytes) -> None:
    """Replace a file, and make `connector.json` say that it is the one that was sealed."""
    from connectors.store.layout import file_entry

    (package / path).write_bytes(data)
    card = json.loads((package / "connector.json").read_bytes())
    entry = file_entry(path, data)
    card["files"] = [
        {"path": path, "sha256": entry.sha256, "size": entry.size} if item["path"] == path else item for item in card["files"]
    ]
    (package / "connector.json").write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n")


def test_a_catalog_in_order_passes(catalog: Path) -> None:
    done = run("validate", catalog, "--ship")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("path", "data", "code"),
    [
        ("NOTICE", b"Nothing to see here.\n", "notice-missing"),
        ("REUSE.toml", b"version = 1\n", "notice-missing"),
        ("LICENSES/MIT.txt", b"", "license-text-missing"),
    ],
)
def test_a_package_that_lost_a_notice_is_held_back(catalog: Path, path: str, data: bytes, code: str) -> None:
    forged(catalog / "beta", path, data)
    # It says of itself that it may be passed on, so that nobody has to ask.
    assert f"error[{code}]" in run("validate", catalog / "beta").stdout
    assert shipped(catalog / "beta") == [(code, Path(path).name)]


def test_a_package_whose_header_says_nothing_is_held_back(catalog: Path) -> None:
    package = catalog / "beta"
    for path in sorted(package.rglob("*.json")):
        if path.name != "connector.json" and b'"header"' in path.read_bytes():
            data = path.read_bytes().replace(b'"notice": "Written by', b'"notice": " ", "was": "', 1)
            document = json.loads(data)
            document["header"].pop("was")
            forged(
                package, path.relative_to(package).as_posix(), (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
            )
    card = json.loads((package / "connector.json").read_bytes())
    card["header"]["notice"] = " "
    (package / "connector.json").write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n")
    assert ("header-disagrees", "connector.json") in shipped(package)


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        pytest.param("", [], id="no-licence-is-stated-and-nothing-of-the-vendor-is-there"),
        pytest.param("license: MIT\ncopyright: [2024 Vendor]\n", [], id="licence-and-holder"),
        pytest.param("license: MIT\nattribution: From the vendor.\n", [], id="licence-and-attribution"),
        pytest.param("license: CC0-1.0\n", [], id="a-licence-that-asks-for-no-notice"),
        pytest.param("license: MIT\n", ["notice-missing"], id="no-holder"),
        pytest.param("license: EUPL-1.2\ncopyright: [2024 Vendor]\n", ["license-text-missing"], id="no-text"),
        pytest.param("license: MIT\ncopyright: [a]\nredistributable: true\n", ["rights-sentence-missing"], id="no-sentence"),
    ],
)
def test_a_recipe_is_judged_by_its_notices_alone(catalog: Path, source: str, codes: list[str]) -> None:
    (catalog / "gamma" / "source.yaml").write_text("schema_version: 1\nconnector: gamma\n" + source)
    assert [code for code, _ in shipped(catalog / "gamma")] == codes


def test_rights_are_shown(catalog: Path) -> None:
    text = run("show", catalog / "alpha", "--rights").stdout
    for words in ("Apache-2.0", "2024 alpha", "It is allowed.", "source.yaml", "NOTICE", "LICENSES/Apache-2.0.txt"):
        assert words in text
    assert run("show", catalog / "alpha", "--rights", "--auth").exit_code == 2
