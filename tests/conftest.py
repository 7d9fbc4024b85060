"""What every test has: a place of its own for installed packages, and no way to leave the machine.

Whoever connects to another host, or asks for the address of one, fails the test.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

_left: list[str] = []


def _stays_here(host: object) -> bool:
    if host is None or host in ("", "localhost", b"localhost"):
        return True
    try:
        return ip_address(host.decode() if isinstance(host, bytes) else str(host)).is_loopback
    except ValueError:
        return False


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    """Every way to a network passes here, whichever library goes it. Source: PEP 578."""
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]
        if isinstance(address, tuple) and not _stays_here(address[0]):
            _left.append(f"{event} to {address}")
            raise AssertionError(f"a test leaves the machine: {_left[-1]}")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr") and not _stays_here(arguments[0]):
        _left.append(f"{event} of {arguments[0]!r}")
        raise AssertionError(f"a test leaves the machine: {_left[-1]}")


sys.addaudithook(_watch)


@pytest.fixture(autouse=True)
def left_the_machine() -> Iterator[list[str]]:
    """What has tried to leave, which nothing may."""
    _left.clear()
    yield _left
    # What was raised may have been caught on its way.
    assert not _left


@pytest.fixture(autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """`XDG_DATA_HOME` of this test; nothing is there yet, nor in its `XDG_CACHE_HOME`."""
    # A name is enough: making a folder for each of many thousand tests costs more than the tests.
    home = tmp_path_factory.getbasetemp() / "data" / str(abs(hash(request.node.nodeid)))
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", f"{home}-cache")
    monkeypatch.delenv("CONNECTORS_PROJECT_CATALOG", raising=False)
    return home


@pytest.fixture
def fast_folder() -> Iterator[Path]:
    """An empty folder, in memory where the system has such a file system: for tests in which every step waits for the disk."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    yield made
    shutil.rmtree(made)
