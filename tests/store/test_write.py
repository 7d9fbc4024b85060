import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from connectors.problems import Code, UsageError
from connectors.store import write as module
from connectors.store.load import load_package
from connectors.store.write import AuthoredMoved, write
from sample_package import derived, operation, rendered

OLD = rendered()
NEW = rendered(derived(operation("item", "get"), operation("team", "list")))


def tree(directory):
    """Everything below a folder: its bytes, and nothing beside it but what was there."""
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file()}


def beside(directory):
    return sorted(path.name for path in directory.parent.iterdir())


def test_a_new_package_is_made_with_its_parents(tmp_path):
    target = tmp_path / "a" / "b" / "sample"
    assert write(target, OLD) is True
    assert tree(target) == OLD
    assert beside(target) == ["sample"]


def test_a_package_of_many_files_needs_few_descriptors(tmp_path, monkeypatch):
    files = rendered(derived(*(operation(f"part{number}", "get") for number in range(100))))
    held, most = set(), 0
    real_open, real_close = os.open, os.close

    def opened(*arguments, **options):
        nonlocal most
        descriptor = real_open(*arguments, **options)
        held.add(descriptor)
        most = max(most, len(held))
        return descriptor

    def closed(descriptor):
        held.remove(descriptor)
        real_close(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(module.os, "open", opened)
        patch.setattr(module.os, "close", closed)
        write(tmp_path / "sample", files)
    assert tree(tmp_path / "sample") == files
    assert held == set()
    assert most < 40 < len(files)


def test_what_the_system_takes_in_parts_is_written_whole(tmp_path, monkeypatch):
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(module.os, "write", lambda descriptor, data: real(descriptor, data[:100]))
        write(tmp_path / "sample", OLD)
    assert tree(tmp_path / "sample") == OLD


def test_writing_the_same_touches_nothing(package):
    before = {path: path.stat() for path in [package, *package.rglob("*")]}
    assert write(package, OLD) is False
    after = {path: path.stat() for path in [package, *package.rglob("*")]}
    assert {path: (stat.st_ino, stat.st_mtime_ns) for path, stat in before.items()} == {
        path: (stat.st_ino, stat.st_mtime_ns) for path, stat in after.items()
    }


def test_writing_another_package_leaves_nothing_of_the_old_one(package):
    assert write(package, NEW) is True
    assert tree(package) == NEW
    assert beside(package) == ["sample"]


def test_modes_follow_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        write(tmp_path / "sample", OLD)
    finally:
        os.umask(before)
    assert (tmp_path / "sample").stat().st_mode & 0o777 == 0o750
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "sample").rglob("*") if path.is_file()} == {0o640}


@pytest.fixture(params=["exchange", "rename"])
def way(request, monkeypatch):
    """Both ways of taking the place of the old package."""
    if request.param == "rename":
        monkeypatch.setattr(module, "_exchange", lambda one, other: False)
    return request.param


def failing_after(monkeypatch, calls, error):
    """Let one of the system calls of a write fail: the one after `calls` others."""
    made = []

    def wrap(owner, name):
        real = getattr(owner, name)

        def call(*arguments, **options):
            made.append(name)
            if len(made) == calls + 1:
                raise error
            return real(*arguments, **options)

        monkeypatch.setattr(owner, name, call)

    wrap(module.os, "mkdir")
    wrap(module.os, "write")
    wrap(module.os, "fsync")
    wrap(Path, "rename")
    wrap(module, "_check_old")
    wrap(module, "_exchange")
    return made


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["disk-full", "interrupted"])
@pytest.mark.parametrize("calls", range(36))
def test_a_write_that_fails_leaves_the_old_package(package, monkeypatch, way, calls, error):
    with monkeypatch.context() as patch:
        made = failing_after(patch, calls, error)
        raised = None
        try:
            write(package, NEW)
        except (UsageError, KeyboardInterrupt) as caught:
            raised = caught
    if raised is None:
        assert len(made) <= calls
        assert tree(package) == NEW
    else:
        assert tree(package) == OLD
        if isinstance(raised, UsageError):
            assert [problem.code for problem in raised.problems] == [Code.OUTPUT_UNWRITABLE]
            assert raised.__cause__ is error
    assert beside(package) == ["sample"]
    load_package(package)
    write(package, NEW)
    assert tree(package) == NEW


KILLED = """
import os, sys
from pathlib import Path
from connectors.store import write as module
left = int(sys.argv[2])
if sys.argv[3] == "rename":
    module._exchange = lambda one, other: False
def counted(real):
    def call(*arguments, **options):
        global left
        if left == 0:
            os._exit(9)
        left -= 1
        return real(*arguments, **options)
    return call
module.os.fsync = counted(os.fsync)
Path.rename = counted(Path.rename)
module._remove = counted(module._remove)
files = {path.relative_to(sys.argv[4]).as_posix(): path.read_bytes() for path in Path(sys.argv[4]).rglob("*") if path.is_file()}
module.write(Path(sys.argv[1]), files)
"""


@pytest.mark.parametrize("calls", [0, 2, 9, 13, 16, 17, 18, 19, 20, 21])
def test_a_killed_write_leaves_a_package_and_the_next_one_cleans_up(tmp_path, way, calls):
    write(tmp_path / "new" / "sample", NEW)
    target = tmp_path / "here" / "sample"
    write(target, OLD)
    subprocess.run([sys.executable, "-c", KILLED, target, str(calls), way, tmp_path / "new" / "sample"], check=False)
    if target.exists():
        assert tree(target) in (OLD, NEW)
    else:
        assert way == "rename"
    other = rendered(derived(operation("user", "get")))
    assert write(target, other)
    assert tree(target) == other
    assert beside(target) == ["sample"]


def test_an_authored_file_that_moved_meanwhile_starts_the_run_anew(package):
    expected = {"source.yaml": OLD["source.yaml"], "overlay.yaml": None}
    (package / "source.yaml").write_text("# edited\n")
    with pytest.raises(AuthoredMoved) as moved:
        write(package, NEW, expected=expected)
    assert moved.value.path == "source.yaml"
    assert tree(package) == {**OLD, "source.yaml": b"# edited\n"}
    assert beside(package) == ["sample"]


def test_an_overlay_that_appeared_meanwhile_is_not_lost(package):
    (package / "overlay.yaml").write_text("schema_version: 1\n")
    with pytest.raises(AuthoredMoved):
        write(package, NEW, expected={"overlay.yaml": None})
    with pytest.raises(ValueError, match=r"overlay\.yaml"):
        write(package, NEW)
    assert (package / "overlay.yaml").read_text() == "schema_version: 1\n"


def test_a_stranger_that_appeared_meanwhile_is_not_lost(package):
    (package / "notes.txt").write_text("mine")
    with pytest.raises(UsageError) as error:
        write(package, NEW)
    assert [problem.code for problem in error.value.problems] == [Code.OUTPUT_OCCUPIED]
    assert tree(package) == {**OLD, "notes.txt": b"mine"}


def test_a_link_is_not_replaced(package, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(package)
    with pytest.raises(UsageError) as error:
        write(link, NEW)
    assert [problem.code for problem in error.value.problems] == [Code.OUTPUT_OCCUPIED]
    assert tree(package) == OLD


def test_nobody_is_left_standing_in_a_removed_folder(package, monkeypatch):
    monkeypatch.chdir(package)
    with pytest.raises(UsageError) as error:
        write(Path(), NEW)
    assert f"cd {package.parent}" in error.value.problems[0].remedy
    assert write(Path(), OLD) is False


def test_a_path_outside_is_a_bug_and_writes_nothing(tmp_path):
    with pytest.raises(ValueError, match="evil"):
        write(tmp_path / "sample", {"../evil": b""})
    assert list(tmp_path.iterdir()) == []


def test_a_parent_that_is_a_file_is_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError) as error:
        write(tmp_path / "file" / "sample", NEW)
    assert [problem.code for problem in error.value.problems] == [Code.OUTPUT_UNWRITABLE]


def test_writers_take_turns_and_readers_see_one_package_or_the_other(tmp_path):
    target = tmp_path / "sample"
    write(target, OLD)
    errors = []

    def writer(first, second):
        for turn in range(10):
            try:
                write(target, second if turn % 2 else first)
            except BaseException as error:
                errors.append(error)

    threads = [threading.Thread(target=writer, args=pair) for pair in ((OLD, NEW), (NEW, OLD))]
    for thread in threads:
        thread.start()
    cards = {OLD["connector.json"], NEW["connector.json"]}
    while any(thread.is_alive() for thread in threads):
        assert (target / "connector.json").read_bytes() in cards
    for thread in threads:
        thread.join()
    assert errors == []
    assert tree(target) in (OLD, NEW)
    assert beside(target) == ["sample"]
