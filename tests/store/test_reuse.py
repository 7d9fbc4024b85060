import subprocess
import sys

import pytest

from connectors.store.write import write
from sample_package import rendered


@pytest.mark.parametrize(
    ("expression", "given"),
    [
        pytest.param(None, {}, id="not-stated"),
        pytest.param("MIT", {}, id="one"),
        pytest.param("MIT OR Apache-2.0", {}, id="a-choice"),
        pytest.param("mit and bsd-3-clause", {}, id="two"),
        pytest.param("Apache-2.0+", {}, id="or-later"),
        pytest.param(
            "GPL-2.0-only WITH Classpath-exception-2.0",
            {"GPL-2.0-only": "The text.", "Classpath-exception-2.0": "The exception."},
            id="an-exception",
        ),
        pytest.param("LicenseRef-Foo", {"LicenseRef-Foo": "Do as you like."}, id="our-own"),
    ],
)
def test_reuse_accepts_a_package(tmp_path, expression, given):
    files = rendered(license=expression, given=given, copyright=() if expression else ('2024 "Me"\n\u202e\\',))
    files["overlay.yaml"] = b"# SPDX-License-Identifier: WTFPL\n"
    write(tmp_path / "sample", files)
    lint = subprocess.run(
        [sys.executable, "-m", "reuse", "--root", tmp_path / "sample", "lint"], capture_output=True, text=True, check=False
    )
    assert lint.returncode == 0, lint.stdout + lint.stderr
