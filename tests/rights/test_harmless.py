"""Texts of strangers that try to become more than text: in a header, a NOTICE, a TOML string, LICENSE-NOTICES, on a terminal."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from connectors.cli.main import app
from connectors.model.connector import Connector, Counts, Header, Provenance, Rights, SourceFormat
from connectors.notices import write_notices
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.rights.catalog_notices import BEGIN, END, Noticed, section, with_section
from connectors.rights.notice import notice
from connectors.rights.reuse_toml import reuse_toml
from connectors.store.load import load_package

NEXT_LINE = "2024 Vendor\nLicense: CC0-1.0\r\nCopyright: 2024 Somebody else"
TOML = '2024 Vendor"]\nSPDX-License-Identifier = "CC0-1.0"\n\\'
TERMINAL = "2024 \x1b]0;owned\x07\x1b[2J\x9b31mVendor \u202etxt.exe"
MARKS = f"2024 Vendor\n{END}\n{BEGIN}"
JSON = '2024 Vendor", "license": "CC0-1.0'
MARKUP = "2024 [bold]Vendor[/bold] <script>alert(1)</script>"
ATTEMPTS = {"next-line": NEXT_LINE, "toml": TOML, "terminal": TERMINAL, "marks": MARKS, "json": JSON, "markup": MARKUP}
UNSEEN = {"\x1b", "\x07", "\x9b", "\u202e", "\r"}


@pytest.fixture(params=ATTEMPTS.values(), ids=ATTEMPTS)
def attempt(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def package_of(text: str, folder: Path) -> Path:
    """A package in which a stranger's text stands wherever one may."""
    spec = folder / "openapi.json"
    spec.write_text(
        json.dumps(
            {
                "openapi": "3.1.0",
                "info": {
                    "title": text,
                    "version": "1",
                    "license": {"name": text, "url": text, "x-license-note": text},
                    "contact": {"name": text},
                    "termsOfService": text,
                    "x-license": text,
                },
                "servers": [{"url": "https://sample.example"}],
                "paths": {
                    "/items": {"get": {"tags": ["item"], "operationId": "listItems", "responses": {"200": {"description": text}}}}
                },
            }
        )
    )
    gen(
        GenOptions(
            spec=str(spec),
            id="sample",
            out=folder / "catalog" / "sample",
            license="MIT",
            copyright=(text,),
            source_url=f"https://vendor.example/{text}",
            redistributable=True,
            rights=text,
            rights_override=text,
        )
    )
    return folder / "catalog" / "sample"


def test_it_stays_a_value_in_every_file_of_a_package(attempt: str, tmp_path: Path) -> None:
    package = package_of(attempt, tmp_path)
    card = load_package(package).connector
    assert card.rights.license == card.header.license == "MIT"
    assert len(card.header.copyright) == 1
    lines = (package / "NOTICE").read_text().splitlines()
    assert [line for line in lines if line.startswith("License:")] == ["License: MIT"]
    assert sum(line.startswith("Copyright:") for line in lines) == 1
    found = tomllib.loads((package / "REUSE.toml").read_text())["annotations"]
    assert [(item["SPDX-License-Identifier"], len(item["SPDX-FileCopyrightText"])) for item in found] == [("MIT", 1)]
    for name in ("NOTICE", "REUSE.toml", "source.yaml"):
        assert not UNSEEN.intersection((package / name).read_text())


def test_the_package_still_passes_reuse_and_the_gate(attempt: str, tmp_path: Path) -> None:
    pytest.importorskip("reuse")
    package = package_of(attempt, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "reuse", "--root", str(package), "lint"], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert CliRunner().invoke(app, ["validate", str(package), "--ship"]).exit_code == 0


def test_it_stays_on_its_line_in_the_notices_of_a_catalog(attempt: str, tmp_path: Path) -> None:
    package_of(attempt, tmp_path)
    output = tmp_path / "LICENSE-NOTICES"
    output.write_text("Ours.\n")
    assert write_notices(tmp_path / "catalog", output).changed
    lines = output.read_text().splitlines()
    assert (lines.count(BEGIN), lines.count(END)) == (1, 1)
    assert [line.strip() for line in lines if line.strip().startswith("License:")] == ["License: MIT"]
    assert not UNSEEN.intersection(output.read_text())
    assert not write_notices(tmp_path / "catalog", output).changed


@pytest.mark.parametrize("command", [["show", "PACKAGE", "--rights"], ["show", "PACKAGE"], ["validate", "PACKAGE", "--ship"]])
def test_it_moves_no_terminal(attempt: str, command: list[str], tmp_path: Path) -> None:
    package = package_of(attempt, tmp_path)
    done = CliRunner().invoke(app, [str(package) if word == "PACKAGE" else word for word in command])
    assert done.exit_code == 0
    assert not UNSEEN.intersection(done.output)


HEADER = Header("Do not edit.", "MIT", (), None, "ab" * 32, "connectors", 1)


@given(st.lists(st.text(), max_size=3), st.none() | st.text())
def test_a_notice_has_one_line_a_fact_whatever_is_written(copyright: list[str], attribution: str | None) -> None:
    header = msgspec.structs.replace(HEADER, copyright=tuple(copyright))
    text = notice("sample", header, attribution)
    facts, _, rest = text.partition("\nAttribution:\n")
    assert sum(line.startswith("License:") for line in facts.split("\n")) == 1
    assert sum(line.startswith("Copyright:") for line in facts.split("\n")) == len(copyright)
    assert all(line.startswith("  ") or not line for line in rest.split("\n"))


@given(st.lists(st.text(), max_size=3))
def test_a_toml_string_gives_back_what_can_be_seen(copyright: list[str]) -> None:
    (found,) = tomllib.loads(reuse_toml("MIT", copyright))["annotations"]
    assert found["SPDX-License-Identifier"] == "MIT"
    assert len(found["SPDX-FileCopyrightText"]) == max(len(copyright), 1)


@given(st.text(), st.text(), st.text())
def test_the_text_around_the_section_is_never_touched(before: str, after: str, attribution: str) -> None:
    card = Connector(
        header=HEADER, schema_version=1, id="sample", title="", counts=Counts(0, 0, 0), rights=Rights("MIT"),
        provenance=Provenance(SourceFormat.OPENAPI_3_1, "ab" * 32, 1),
    )  # fmt: skip
    before, after = (text.replace("\r", "").replace("===", "") for text in (before, after))
    first = section([Noticed("connectors/sample", card, None, ())])
    second = section([Noticed("connectors/sample", card, attribution, (attribution,))])
    file = f"{before}\n{first}{after}"
    written = with_section(file, second, "LICENSE-NOTICES")
    assert written == f"{before}\n{second}{after}"
    assert with_section(written, first, "LICENSE-NOTICES") == file
