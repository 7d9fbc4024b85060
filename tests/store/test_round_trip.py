import contextlib
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

import strategies
from connectors import canonical
from connectors.problems import PackageError
from connectors.rights.expression import parse
from connectors.rights.license_texts import gather
from connectors.store import layout
from connectors.store.load import load_package
from connectors.store.render import public_url, render
from connectors.store.scaffold import scaffold
from connectors.store.write import write
from sample_package import derived, operation, rendered

RELAXED = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@RELAXED
@given(strategies.deriveds(), strategies.provenances, strategies.rights, strategies.locks, strategies.sources)
def test_writing_then_loading_gives_the_package_back(tmp_path_factory, value, provenance, rights, lock, source):
    def files():
        return render(
            value,
            provenance=provenance,
            rights=rights,
            lock=lock,
            source_yaml=scaffold(source),
            overlay_yaml=None,
            license_texts=gather(parse(rights.license) if rights.license else None, {}),
            attribution=source.attribution,
        )

    directory = tmp_path_factory.mktemp("round") / "package"
    first = files()
    assert first == files()
    assert list(first) == sorted(first)
    assert write(directory, first)
    loaded = load_package(directory)
    assert loaded.operations == value.operations
    assert loaded.schemas == value.schemas
    assert loaded.lock == lock
    assert loaded.connector.servers == value.servers
    assert loaded.connector.auth == value.auth
    assert loaded.coverage.gaps == value.gaps
    assert loaded.coverage.notes == value.notes
    assert loaded.coverage.events == value.events
    assert loaded.address == canonical.address(first["connector.json"])
    assert not write(directory, files())


def test_a_package_consists_of_the_files_of_format_1(package):
    found = sorted(path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file())
    assert found == [
        "LICENSES/MIT.txt",
        "NOTICE",
        "REUSE.toml",
        "connector.json",
        "coverage.json",
        "identity.lock.json",
        "operations/item.json",
        "operations/user.json",
        "schemas.json",
        "source.yaml",
    ]
    listed = json.loads((package / "connector.json").read_bytes())["files"]
    assert [entry["path"] for entry in listed] == [path for path in found if path != "connector.json"]


def test_every_derived_json_file_opens_with_the_same_header(package):
    headers = [json.loads((package / path).read_bytes())["header"] for path in ("connector.json", "coverage.json", "schemas.json")]
    assert headers[0] == headers[1] == headers[2]
    assert headers[0]["source"] == "https://example.org/openapi.json"
    assert headers[0]["license"] == "MIT"
    assert headers[0]["copyright"] == ["NOASSERTION"]
    assert headers[0]["generator"] == "connectors"


@pytest.mark.parametrize("path", sorted(path for path in rendered() if path != "source.yaml"))
def test_no_byte_of_a_derived_file_can_change_unseen(tmp_path, path):
    files = rendered()
    write(tmp_path / "sample", files)
    data = files[path]
    target = tmp_path / "sample" / path
    # Every byte of the small files, some of the long ones.
    for position in range(0, len(data), max(1, len(data) // 150)):
        for other in (data[position] ^ 1, 0x20):
            if other == data[position]:
                continue
            changed = data[:position] + bytes([other]) + data[position + 1 :]
            target.write_bytes(changed)
            if path == layout.CONNECTOR:
                # Nothing pins the card but its address: it is refused, or it has another one.
                with contextlib.suppress(PackageError):
                    assert load_package(tmp_path / "sample").address != canonical.address(data)
            else:
                with pytest.raises(PackageError):
                    load_package(tmp_path / "sample")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://user:secret@example.org/a.json?token=1#x", "https://example.org/a.json"),
        ("https://example.org/a@b.json", "https://example.org/a@b.json"),
        ("//user:secret@example.org/a", "//example.org/a"),
        ("https://u:p@ss@example.org", "https://example.org"),
        ("https://user:sec/ret@example.org/x", "https://example.org/x"),
        ("https://user:sec#ret@example.org/x", "https://example.org/x"),
        ("https://user:sec?ret@example.org/x", "https://example.org/x"),
        ("https://us\\er:secret@example.org/x", "https://example.org/x"),
        ("https://example.org:8080/@scope/a:b@c", "https://example.org:8080/@scope/a:b@c"),
        ("https://[::1]:8080/x", "https://[::1]:8080/x"),
        ("https://user:secret@[broken/x", "https://[broken/x"),
        ("specs/a.json", "specs/a.json"),
    ],
)
def test_no_credential_of_an_address_is_written(url, shown):
    assert public_url(url) == shown


def test_a_resource_named_like_a_device_is_no_file_name():
    with pytest.raises(ValueError, match=r"operations/con\.json"):
        rendered(derived(operation("con", "get")))


def test_strangers_cannot_break_out_of_a_notice_or_reuse_toml():
    import tomllib

    evil = 'Me"]\nSPDX-License-Identifier = "CC0-1.0"\n\u202eLicense: CC0-1.0\\'
    files = rendered(copyright=(evil,))
    shown = 'Me"]\\u000aSPDX-License-Identifier = "CC0-1.0"\\u000a\\u202eLicense: CC0-1.0\\'
    annotation = tomllib.loads(files["REUSE.toml"].decode())["annotations"]
    assert annotation == [
        {"path": "**", "precedence": "override", "SPDX-FileCopyrightText": [shown], "SPDX-License-Identifier": "MIT"}
    ]
    notice = files["NOTICE"].decode().splitlines()
    assert [line for line in notice if line.startswith("License:")] == ["License: MIT"]
    assert f"Copyright: {shown}" in notice


def test_header_counts_follow_what_was_derived():
    card = msgspec.json.decode(rendered()["connector.json"])
    assert card["counts"] == {"declared": 3, "operations": 3, "gaps": 0, "resources": 2, "schemas": 1, "tags": 2}


def test_nothing_of_the_machine_is_in_a_package(tmp_path):
    import socket

    here = [str(tmp_path), str(Path.cwd()), socket.gethostname()]
    for data in rendered().values():
        assert not any(word and len(word) > 3 and word.encode() in data for word in here)
