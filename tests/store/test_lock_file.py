import json
import subprocess

import pytest
from hypothesis import given

import strategies
from connectors.model.lock import Lock, LockedOperation
from connectors.problems import Code, PackageError
from connectors.store.lock_file import decode_lock, encode_lock


@given(strategies.locks)
def test_a_lock_reads_back_and_has_one_entry_a_line(lock):
    data = encode_lock(lock)
    assert decode_lock(data, "lock", connector=strategies.CONNECTOR) == lock
    assert json.loads(data)["connector"] == strategies.CONNECTOR
    entries = [line for line in data.split(b"\n") if line.startswith(b"    ")]
    assert len(entries) == len(lock.operations) + len(lock.auth)


def lock_of(*words):
    return Lock(1, "sample", {}, {f"GET /{word}": LockedOperation(id=f"sample.{word}.get") for word in words})


def test_git_merges_what_two_people_added(tmp_path):
    versions = {"ours": "abcefghz", "base": "acegz", "theirs": "acegwxz"}
    for name, words in versions.items():
        (tmp_path / name).write_bytes(encode_lock(lock_of(*words)))
    merged = subprocess.run(["git", "merge-file", "-p", "ours", "base", "theirs"], cwd=tmp_path, capture_output=True, check=False)
    assert merged.returncode == 1 or decode_lock(merged.stdout, "lock") == lock_of(*"abcefghwxz")
    (tmp_path / "theirs").write_bytes(encode_lock(lock_of(*"acegz0"[:5])))
    merged = subprocess.run(["git", "merge-file", "-p", "ours", "base", "theirs"], cwd=tmp_path, capture_output=True, check=True)
    assert decode_lock(merged.stdout, "lock") == lock_of(*"abcefghz")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"schema_version":1,"connector":"sample","operations":{"GET /a":{"id":"a"},"GET /a":{"id":"b"}}}', Code.DUPLICATE_KEY),
        ('{"schema_version":1,"connector":"sample","extra":1}', Code.PACKAGE_VALUE),
        ('{"schema_version":1,"connector":"other"}', Code.PACKAGE_VALUE),
        ('{"schema_version":1,"connector":"sample"}', Code.PACKAGE_SPELLING),
        ('{"schema_version":2,"connector":"sample","extra":1}', Code.PACKAGE_FORMAT_NEWER),
        ("<<<<<<< ours", Code.PACKAGE_SYNTAX),
        ("", Code.PACKAGE_SYNTAX),
        ("\xff", Code.PACKAGE_SYNTAX),
        ("[" * 100_000, Code.PACKAGE_SYNTAX),
    ],
)
def test_a_lock_is_read_strictly(text, code):
    with pytest.raises(PackageError) as error:
        decode_lock(text.encode("latin-1"), "lock", connector="sample")
    assert [problem.code for problem in error.value.problems] == [code]
