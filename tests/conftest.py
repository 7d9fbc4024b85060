"""What every test has: a place of its own for installed packages, so that none reads or writes a person's."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """`XDG_DATA_HOME` of this test; nothing is there yet."""
    # A name is enough: making a folder for each of many thousand tests costs more than the tests.
    home = tmp_path_factory.getbasetemp() / "data" / str(abs(hash(request.node.nodeid)))
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.delenv("CONNECTORS_PROJECT_CATALOG", raising=False)
    return home


@pytest.fixture
def fast_folder() -> Iterator[Path]:
    """An empty folder, in memory where the system has such a file system: for tests in which every step waits for the disk."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    yield made
    shutil.rmtree(made)
