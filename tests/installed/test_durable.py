"""A file is there whole or not at all, whatever the disk says and whenever."""

import errno
import os
from pathlib import Path

import pytest

from connectors.installed import durable
from connectors.installed.durable import make_folder, put_file, remove_file, unwritable
from connectors.problems import Code


def test_a_file_takes_the_place_of_another_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"one", b"two"):
        put_file(path, content, tmp_path / "temporary")
        assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["file"]  # noqa: PTH208


def test_a_read_only_file_can_be_read_by_whom_the_umask_allows(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        put_file(tmp_path / "file", b"x", tmp_path / "temporary", read_only=True)
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o440


@pytest.mark.parametrize("old", [b"old", None])
def test_what_the_disk_does_not_promise_to_keep_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bytes | None
) -> None:
    """The rename was seen, and the folder could not be synced: who is told that nothing was written must find nothing written."""
    path = tmp_path / "file"
    if old is not None:
        path.write_bytes(old)

    def failing(_: Path) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(durable, "sync", failing)
    with pytest.raises(OSError, match="broken"):
        put_file(path, b"new", tmp_path / "temporary")
    assert (path.read_bytes() if path.exists() else None) == old
    assert [entry.name for entry in tmp_path.iterdir()] == (["file"] if old is not None else [])


def test_a_half_written_file_is_never_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"old")
    real = os.write

    def full(descriptor: int, data: bytes) -> int:
        if len(data) > 2:
            return real(descriptor, data[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        put_file(tmp_path / "file", b"newer", tmp_path / "temporary")
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == {"file": b"old"}


def test_a_link_in_place_of_the_temporary_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_bytes(b"theirs")
    (tmp_path / "temporary").symlink_to(tmp_path / "theirs")
    with pytest.raises(FileExistsError):
        put_file(tmp_path / "file", b"x", tmp_path / "temporary")
    assert (tmp_path / "theirs").read_bytes() == b"theirs"


def test_a_folder_is_made_with_its_parents_and_a_file_is_none(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("a", "a/b")} == {0o700}
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        make_folder(tmp_path / "file" / "a")
    assert remove_file(tmp_path / "file")
    assert not remove_file(tmp_path / "file")


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOSPC, "free space"),
        (errno.EDQUOT, "free space"),
        (errno.EROFS, "make it writable"),
        (errno.EACCES, "make it writable"),
    ],
)
def test_what_the_disk_says_is_told_with_a_remedy(tmp_path: Path, number: int, remedy: str) -> None:
    error = unwritable(tmp_path, OSError(number, os.strerror(number)))
    (problem,) = error.problems
    assert (problem.code, error.exit_status) == (Code.STORE_UNWRITABLE, 2)
    assert os.strerror(number) in problem.message
    assert problem.remedy.startswith(remedy)
