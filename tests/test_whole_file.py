"""A file that is written whole or not at all."""

import os

import pytest

from connectors.whole_file import put_whole


def test_a_new_file_is_its_owners_alone_unless_it_is_for_everybody(tmp_path):
    mask = os.umask(0o022)
    try:
        put_whole(tmp_path / "own", b"1")
        put_whole(tmp_path / "all", b"2", mode=None)
    finally:
        os.umask(mask)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("own", "all")] == [0o600, 0o644]
    assert [(tmp_path / name).read_bytes() for name in ("own", "all")] == [b"1", b"2"]


def test_the_old_content_stays_where_the_new_one_cannot_be_put(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(*_):
        raise OSError(28, "no space")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="no space"):
        put_whole(path, b"new")
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == {"file": b"old"}
