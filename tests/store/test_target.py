import json

import pytest

from connectors.problems import Code, OverlayError, PackageError, UsageError
from connectors.store.target import TargetKind, check_target
from connectors.store.write import write
from sample_package import rendered


def refused(directory, connector=None, kind=UsageError):
    before = sorted((path, path.lstat().st_mtime_ns) for path in directory.rglob("*")) if directory.is_dir() else None
    with pytest.raises(kind) as error:
        check_target(directory, connector)
    after = sorted((path, path.lstat().st_mtime_ns) for path in directory.rglob("*")) if directory.is_dir() else None
    assert before == after
    return [problem.code for problem in error.value.problems]


def test_an_absent_and_an_empty_folder_are_free(tmp_path):
    assert check_target(tmp_path / "new").kind is TargetKind.ABSENT
    assert check_target(tmp_path).kind is TargetKind.EMPTY
    assert list(tmp_path.iterdir()) == []


def test_a_package_gives_what_a_person_wrote_and_what_is_kept(package):
    (package / "overlay.yaml").write_bytes(b"# mine\n")
    target = check_target(package, "sample")
    assert target.kind is TargetKind.PACKAGE
    assert target.connector == "sample"
    assert target.lock is not None
    assert target.overlay_yaml == b"# mine\n"
    assert target.license_texts["MIT"].startswith("MIT License")
    assert target.expected() == {
        "source.yaml": (package / "source.yaml").read_bytes(),
        "overlay.yaml": b"# mine\n",
        "identity.lock.json": (package / "identity.lock.json").read_bytes(),
    }


def test_a_recipe_is_known_by_its_source_file(tmp_path):
    (tmp_path / "source.yaml").write_text("schema_version: 1\nconnector: sample\n")
    target = check_target(tmp_path)
    assert (target.kind, target.connector, target.lock) == (TargetKind.RECIPE, "sample", None)


def test_a_broken_recipe_is_a_finding(tmp_path):
    (tmp_path / "source.yaml").write_text("schema_version: 1\nconector: sample\n")
    assert refused(tmp_path, kind=OverlayError)


def test_a_package_of_another_connector_is_not_replaced(package):
    assert refused(package, "other") == [Code.ID_DIFFERS]


def test_a_card_broken_by_a_merge_does_not_hide_whose_package_it_is(package):
    (package / "connector.json").write_text("<<<<<<< HEAD\n")
    assert check_target(package).connector == "sample"
    (package / "source.yaml").unlink()
    assert check_target(package).connector == "sample"


def test_a_merged_lock_may_be_out_of_order_but_not_in_conflict(package):
    lock = json.loads((package / "identity.lock.json").read_bytes())
    (package / "identity.lock.json").write_text(json.dumps(dict(reversed(lock.items()))))
    assert check_target(package).lock is not None
    (package / "identity.lock.json").write_text("<<<<<<< HEAD\n")
    assert refused(package, kind=PackageError) == [Code.PACKAGE_SYNTAX]


def test_a_newer_package_is_not_written_over(package):
    (package / "connector.json").write_text('{"schema_version": 2, "id": "sample"}')
    assert refused(package, kind=PackageError) == [Code.PACKAGE_FORMAT_NEWER]


def make_link(path):
    path.symlink_to("NOTICE")


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("notes.txt", lambda path: path.write_text("mine")),
        ("Connector.json", lambda path: path.write_text("{}")),
        (".git", lambda path: path.mkdir()),
        ("operations/README.md", lambda path: path.write_text("")),
        ("operations/deep/a.json", lambda path: (path.parent.mkdir(), path.write_text(""))),
        ("operations/nul.json", lambda path: path.write_text("{}")),
        ("overlay.yaml", make_link),
        ("setup.py", lambda path: path.write_text("")),
    ],
)
def test_whatever_format_1_does_not_name_stays(package, name, make):
    make(package / name)
    assert refused(package) == [Code.OUTPUT_OCCUPIED]


def test_a_file_or_a_link_is_no_folder_to_write(package, tmp_path):
    (tmp_path / "file").write_text("")
    assert refused(tmp_path / "file") == [Code.OUTPUT_OCCUPIED]
    (tmp_path / "link").symlink_to(package)
    assert refused(tmp_path / "link") == [Code.OUTPUT_OCCUPIED]


def test_files_of_a_package_alone_make_no_package(tmp_path):
    write(tmp_path / "whole", rendered())
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "identity.lock.json").write_bytes((tmp_path / "whole" / "identity.lock.json").read_bytes())
    assert refused(tmp_path / "part") == [Code.OUTPUT_OCCUPIED]
