"""What may be asserted: every licence, with and without the assertion, the override, the sentence and the notice."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.rights.conditions import restriction, share_alike
from connectors.rights.expression import parse
from connectors.store.load import load_package

DESCRIPTION = """
openapi: 3.1.0
info: {title: Sample, version: '1'}
servers: [{url: https://sample.example}]
paths: {/items: {get: {tags: [item], operationId: listItems, responses: {'200': {description: d}}}}}
"""
SENTENCE = "The publisher allows it in writing."
REASON = "A contract of 2024 with the publisher."

ASK = "a package may be passed on under a licence that allows it, and `{}` {}"
NONE = ASK.format("LicenseRef-not-stated", "is no licence: none was stated")
NON_COMMERCIAL = ASK.format("CC-BY-NC-4.0", "is NonCommercial")
NO_DERIVATIVES = ASK.format("CC-BY-ND-4.0", "is NoDerivatives, and a package is derived")
UNKNOWN = ASK.format("LicenseRef-Vendor", "has no SPDX id, so that nobody but a reader of its text knows what it permits")
LIMITS = {None: NONE, "CC-BY-NC-4.0": NON_COMMERCIAL, "CC-BY-ND-4.0": NO_DERIVATIVES, "LicenseRef-Vendor": UNKNOWN}
NO_SENTENCE = "`redistributable` is an assertion, and no sentence names the right that is relied on"
NO_NOTICE = "`source.yaml` names neither a copyright line nor an attribution, and the licence asks for the notice of its holder"
NOT_ASSERTED = "nobody has said that `sample` may be passed on"


@dataclass(frozen=True)
class Cell:
    """One cell of the matrix: what is given, and what `gen` and `validate --ship` answer."""

    license: str | None
    asserted: bool
    override: bool
    notice: bool

    @property
    def refused(self) -> str | None:
        """The message with which `gen` refuses, exit status 3; None where it writes the package."""
        return LIMITS.get(self.license) if self.asserted and not self.override else None

    @property
    def held_back(self) -> list[str]:
        """The messages with which the gate fails, exit status 1; none where the package may leave."""
        return [message for message, fails in ((NO_NOTICE, not self.notice), (NOT_ASSERTED, not self.asserted)) if fails]

    def __str__(self) -> str:
        words = (self.license or "none stated", "asserted" if self.asserted else "", "override" if self.override else "")
        return ", ".join(filter(None, (*words, "notice" if self.notice else "")))


MATRIX = [
    Cell(license_id, asserted, override, notice)
    for license_id in ("MIT", "AGPL-3.0-only", *LIMITS)
    for asserted in (False, True)
    for override in (False, True)
    for notice in (False, True)
]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., tuple[int, list[str], str]]:
    (tmp_path / "openapi.yaml").write_text(DESCRIPTION)
    (tmp_path / "text.txt").write_text("The text of the licence.\n")

    def invoke(*arguments: str) -> tuple[int, list[str], str]:
        done = CliRunner().invoke(app, [*arguments])
        if "--json" not in arguments:
            return done.exit_code, [], done.stdout
        found = json.loads(done.stdout)
        problems = found["packages"][0]["problems"] if "packages" in found else found["problems"]
        return done.exit_code, sorted(problem["message"] for problem in problems if problem["severity"] == "error"), done.stdout

    return invoke


def arguments(cell: Cell, folder: Path) -> list[str]:
    given = ["gen", str(folder / "openapi.yaml"), "--id", "sample", "--out", str(folder / "sample"), "--json"]
    if cell.license:
        given += ["--license", cell.license]
        given += [] if cell.license == "MIT" else ["--license-text", f"{cell.license}={folder / 'text.txt'}"]
    given += ["--redistributable", "--rights", SENTENCE] if cell.asserted else []
    given += ["--rights-override", REASON] if cell.override else []
    return [*given, *(["--copyright", "2024 Vendor"] if cell.notice else [])]


@pytest.mark.parametrize("cell", MATRIX, ids=str)
def test_the_matrix(cell: Cell, run: Callable[..., tuple[int, list[str], str]], tmp_path: Path) -> None:
    status, messages, _ = run(*arguments(cell, tmp_path))
    if cell.refused is not None:
        assert (status, messages) == (3, [cell.refused])
        assert not (tmp_path / "sample").exists()
        return
    assert (status, messages) == (0, [])
    card = load_package(tmp_path / "sample").connector
    assert card.rights.redistributable == cell.asserted
    assert card.rights.override == (REASON if cell.override else None)
    assert card.rights.share_alike == card.header.share_alike == (cell.license == "AGPL-3.0-only")
    assert ("Share-alike:" in (tmp_path / "sample" / "NOTICE").read_text()) == card.rights.share_alike
    assert (REASON in (tmp_path / "sample" / "source.yaml").read_text()) == cell.override
    status, messages, _ = run("validate", str(tmp_path / "sample"), "--ship", "--json")
    assert (status, messages) == (1 if cell.held_back else 0, sorted(cell.held_back))
    # One that says that it may be passed on has to be fit for it without being asked; of any other that is no matter.
    status, messages, _ = run("validate", str(tmp_path / "sample"), "--json")
    expected = sorted(cell.held_back) if cell.asserted else []
    assert (status, messages) == (1 if expected else 0, expected)


@pytest.mark.parametrize("sentence", [None, "", " - "], ids=["none", "empty", "without-a-word"])
def test_an_assertion_takes_a_sentence(
    sentence: str | None, run: Callable[..., tuple[int, list[str], str]], tmp_path: Path
) -> None:
    given = [*arguments(Cell("MIT", False, False, True), tmp_path), "--redistributable"]
    status, messages, _ = run(*given, *(["--rights", sentence] if sentence is not None else []))
    assert (status, messages) == (3, [NO_SENTENCE])


def test_everything_that_stands_against_it_is_said_at_once(run: Callable[..., tuple[int, list[str], str]], tmp_path: Path) -> None:
    status, messages, _ = run(*arguments(Cell("CC-BY-NC-4.0", False, False, True), tmp_path), "--redistributable")
    assert (status, messages) == (3, sorted([NON_COMMERCIAL, NO_SENTENCE]))


def test_an_assertion_in_the_file_is_judged_with_its_line(run: Callable[..., tuple[int, list[str], str]], tmp_path: Path) -> None:
    run(*arguments(Cell("MIT", False, False, True), tmp_path))
    source = tmp_path / "sample" / "source.yaml"
    source.write_text(source.read_text().replace("redistributable: false", "redistributable: true"))
    line = source.read_text().splitlines().index("redistributable: true") + 1
    before = {path: path.read_bytes() for path in (tmp_path / "sample").rglob("*") if path.is_file()}
    for command in (["gen", str(tmp_path / "openapi.yaml"), "--out"], ["seal"]):
        status, messages, text = run(*command, str(tmp_path / "sample"), "--json")
        assert (status, messages) == (3, [NO_SENTENCE])
        assert json.loads(text)["problems"][0]["at"]["line"] == line
    assert {path: path.read_bytes() for path in (tmp_path / "sample").rglob("*") if path.is_file()} == before


def test_the_options_and_the_file_may_not_contradict_each_other(
    run: Callable[..., tuple[int, list[str], str]], tmp_path: Path
) -> None:
    run(*arguments(Cell("MIT", True, False, True), tmp_path))
    for option, value, key in (
        ("--rights", "Another right.", "rights"),
        ("--rights-override", "Another reason.", "rights_override"),
        ("--generated-by", "service", "generated_by"),
    ):
        status, messages, _ = run(*arguments(Cell("MIT", False, False, True), tmp_path), option, value)
        assert status == 2
        assert messages[0].startswith(f"`{key}` is ")


def test_who_generates_is_recorded(run: Callable[..., tuple[int, list[str], str]], tmp_path: Path) -> None:
    run(*arguments(Cell("MIT", False, False, True), tmp_path), "--generated-by", "service")
    assert load_package(tmp_path / "sample").connector.rights.generated_by == "service"
    assert "generated_by: service" in (tmp_path / "sample" / "source.yaml").read_text()


@pytest.mark.parametrize(
    ("text", "limit", "alike"),
    [
        ("MIT", None, False),
        ("MIT OR CC-BY-NC-4.0", None, False),
        ("MIT AND CC-BY-NC-4.0", "CC-BY-NC-4.0", False),
        ("CC-BY-NC-SA-4.0", "CC-BY-NC-SA-4.0", True),
        ("CC-BY-NC-ND-4.0 OR CC-BY-ND-4.0", "CC-BY-NC-ND-4.0", False),
        ("CC-BY-SA-4.0", None, True),
        ("GPL-3.0-or-later", None, True),
        ("GPL-2.0-only WITH Classpath-exception-2.0", None, True),
        ("MIT OR GPL-3.0-only", None, False),
        ("MIT AND GPL-3.0-only", None, True),
        ("(MIT OR GPL-3.0-only) AND LGPL-2.1-or-later", None, True),
        ("MPL-2.0", None, True),
        ("EPL-2.0", None, True),
        ("ODbL-1.0", None, True),
        ("EUPL-1.2", None, True),
        ("Apache-2.0", None, False),
        ("CECILL-B", "", False),
        ("LicenseRef-Vendor", "LicenseRef-Vendor", False),
        ("MIT OR LicenseRef-Vendor", None, False),
        ("PolyForm-Noncommercial-1.0.0", "PolyForm-Noncommercial-1.0.0", False),
    ],
)
def test_what_a_licence_asks_for(text: str, limit: str | None, alike: bool) -> None:
    expression = parse(text)
    found = restriction(expression)
    assert (found.license_id if found else None) == (limit or None)
    assert share_alike(expression) == alike
