"""One vendor's server and one network for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fetch.vendor import Vendor, World


@pytest.fixture
def vendor() -> Iterator[Vendor]:
    with Vendor() as running:
        yield running


@pytest.fixture
def world(vendor: Vendor) -> World:
    return World(vendor)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory and a cache of its own; private addresses are open, for the vendor is on this machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONNECTORS_ALLOW_PRIVATE", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path
