"""A package says of each of its files under which licence it is: what `reuse lint` asks for."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions

GOLDEN = Path(__file__).parent / "golden"
DESCRIPTION = """
openapi: 3.1.0
info: {title: Sample, version: '1'}
servers: [{url: https://sample.example}]
paths: {/items: {get: {tags: [item], operationId: listItems, responses: {'200': {description: d}}}}}
"""


def lint(package: Path) -> None:
    pytest.importorskip("reuse")
    done = subprocess.run(
        [sys.executable, "-m", "reuse", "--root", str(package), "lint"], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["library-3.1", "library-3.1-facts"])
def test_reuse_accepts_a_package(tmp_path: Path, name: str) -> None:
    # A copy, outside any repository: the package stands for itself.
    lint(shutil.copytree(GOLDEN / name, tmp_path / name))


@pytest.mark.parametrize(
    ("license_text", "copyright"),
    [
        pytest.param("MIT", ("2024 Vendor",), id="one"),
        pytest.param("MIT OR Apache-2.0", ("2024 Vendor", "2025 Another"), id="or"),
        pytest.param("MIT AND CC-BY-4.0", ("2024 Vendor",), id="and"),
        pytest.param("GPL-2.0-only WITH Classpath-exception-2.0", ("2024 Vendor",), id="with"),
        pytest.param("LicenseRef-Vendor.Terms-1", ("2024 Vendor",), id="reference"),
        pytest.param("(MIT OR LicenseRef-Vendor.Terms-1) AND GPL-3.0-or-later", (), id="all-of-it-and-no-holder"),
        pytest.param(None, (), id="none-stated"),
    ],
)
def test_reuse_accepts_every_kind_of_expression(tmp_path: Path, license_text: str | None, copyright: tuple[str, ...]) -> None:
    (tmp_path / "openapi.yaml").write_text(DESCRIPTION)
    texts = []
    for license_id in ("GPL-2.0-only", "Classpath-exception-2.0", "LicenseRef-Vendor.Terms-1"):
        if license_id in (license_text or ""):
            (tmp_path / f"{license_id}.txt").write_text(f"The text of {license_id}.\n")
            texts.append(tmp_path / f"{license_id}.txt")
    options = GenOptions(
        spec=str(tmp_path / "openapi.yaml"), id="sample", out=tmp_path / "sample", license=license_text,
        license_texts=tuple(texts), copyright=copyright, )  # fmt: skip
    assert gen(options).problems == ()
    lint(tmp_path / "sample")
