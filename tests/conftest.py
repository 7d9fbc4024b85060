"""What every test has: a place of its own for installed packages, so that none reads or writes a person's."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """`XDG_DATA_HOME` of this test; nothing is there yet."""
    # One folder a session names it: making one for each of many thousand tests costs more than the tests.
    home = tmp_path_factory.getbasetemp() / "data" / str(abs(hash(request.node.nodeid)))
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.delenv("CONNECTORS_PROJECT_CATALOG", raising=False)
    return home
