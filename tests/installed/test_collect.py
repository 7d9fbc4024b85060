"""What `gc` keeps and what it removes: everything that a pointer, a pin or a lock file names stays."""

import os
from pathlib import Path

import pytest

from connectors.installed.collect import collect, forget, lock_files, remember
from connectors.installed.locks import working
from connectors.installed.places import Places
from connectors.installed.versions import stored_addresses
from connectors.installing.install import InstallOptions, install
from connectors.installing.keeping import keep_versions, let_versions_go
from connectors.installing.remove import remove
from connectors.problems import Code, ConnectorsError
from installed.store_support import everything, put, tiers


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "store")


def stored(places: Places) -> set[str]:
    return set(stored_addresses(places))


def test_what_is_active_stays_and_what_was_before_goes(tmp_path: Path, places: Places) -> None:
    first, second = put(tmp_path, "1"), put(tmp_path, "2")
    would = collect(places, dry_run=True)
    assert stored(places) == {first.address, second.address}
    done = collect(places)
    assert [version.address for version in done.versions] == [version.address for version in would.versions] == [first.address]
    assert done.kept == {second.address: "active"}
    assert stored(places) == {second.address}
    assert done.freed > 0
    # The description of what stays stays: it can be generated offline, after `gc` as before.
    assert install(InstallOptions("sample", offline=True), tiers(tmp_path)).address == second.address
    assert len(list(places.descriptions.iterdir())) == 1
    assert collect(places).versions == ()


def test_a_pin_keeps_a_version_until_it_is_taken_back(tmp_path: Path, places: Places) -> None:
    first, second = put(tmp_path, "1"), put(tmp_path, "2")
    keep_versions(places, [f"sample@{first.address[:15]}"])
    remove("sample", places)
    assert collect(places).kept == {first.address: "pinned"}
    assert stored(places) == {first.address}
    with pytest.raises(ConnectorsError):
        remove(f"sample@{first.address}", places)
    let_versions_go(places, [first.address])
    assert [version.address for version in collect(places).versions] == [first.address]
    with pytest.raises(ConnectorsError):
        keep_versions(places, [second.address])


def test_a_lock_file_keeps_what_its_text_names(tmp_path: Path, places: Places) -> None:
    first, _ = put(tmp_path, "1"), put(tmp_path, "2")
    lock = tmp_path / "project" / "any.lock"
    lock.parent.mkdir()
    lock.write_text(f"sample = {first.address}\n")
    remember(places, [lock])
    assert lock_files(places) == (lock,)
    assert collect(places).kept[first.address] == f"named by the lock file `{lock}`"
    # What it names no longer is collected.
    lock.write_text("")
    assert [version.address for version in collect(places).versions] == [first.address]


def test_nothing_is_collected_while_a_lock_file_cannot_be_read(tmp_path: Path, places: Places) -> None:
    first, second = put(tmp_path, "1"), put(tmp_path, "2")
    lock = tmp_path / "any.lock"
    lock.write_text(first.address)
    remember(places, [lock])
    lock.unlink()
    with pytest.raises(ConnectorsError) as caught:
        collect(places)
    assert (caught.value.problems[0].code, caught.value.exit_status) == (Code.LOCK_FILE_UNREADABLE, 2)
    assert stored(places) == {first.address, second.address}
    forget(places, [lock])
    assert len(collect(places).versions) == 1
    with pytest.raises(ConnectorsError):
        remember(places, [lock])


@pytest.mark.parametrize("spoilt", ["pointer", "record"])
def test_nothing_is_collected_while_something_that_names_is_damaged(tmp_path: Path, places: Places, spoilt: str) -> None:
    put(tmp_path, "1")
    second = put(tmp_path, "2")
    path = places.pointer("sample") if spoilt == "pointer" else places.record(second.address)
    path.write_bytes(b"{")
    before = everything(places.root)
    with pytest.raises(ConnectorsError) as caught:
        collect(places)
    assert caught.value.problems[0].code is Code.STORE_DAMAGED
    assert everything(places.root) == before


def test_what_a_run_is_making_is_left_alone_and_what_a_killed_one_left_is_not(tmp_path: Path, places: Places) -> None:
    put(tmp_path)
    with working(places) as work:
        (work / "package").mkdir()
        child = os.fork()
        if child == 0:
            with working(places):
                os._exit(9)
        os.waitpid(child, 0)
        assert collect(places).leftovers == 1
        assert (work / "package").is_dir()
        assert [path.name for path in places.work.iterdir() if path.is_dir()] == [work.name]
    assert list(places.work.iterdir()) == []


def test_an_empty_store_has_nothing_to_collect(places: Places) -> None:
    assert collect(places).versions == ()
    assert not places.root.exists()
