"""Hostile places: what is no file, what leads elsewhere, and where a package may not be written."""

import os
import socket
from pathlib import Path

import pytest
from documents import DOCUMENTS, openapi
from process import connectors
from test_documents import HARMLESS, assert_harmless, files

from connectors.store.load import load_package


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a description; beside it stands what nobody may read."""
    found = tmp_path / "here"
    found.mkdir()
    (tmp_path / "secret.json").write_text('{"a": {"title": "SECRET", "type": "object"}}')
    (found / "openapi.yaml").write_bytes(HARMLESS)
    return found


def refused(folder: Path, *arguments: str) -> dict[str, object]:
    """The one problem of a run that writes nothing."""
    before = {path: path.lstat().st_mtime_ns for path in folder.rglob("*")}
    outcome = connectors("gen", *arguments, "--json", folder=folder)
    assert_harmless(outcome, folder)
    assert outcome.status in (1, 2), outcome.stderr
    assert {path: path.lstat().st_mtime_ns for path in folder.rglob("*")} == before
    [problem] = outcome.report["problems"]
    return problem


@pytest.mark.parametrize("name", ["fifo", "socket", "folder", "loop", "broken", "empty-folder", "absent", "x" * 5_000])
def test_what_is_no_file_is_no_description(folder: Path, name: str) -> None:
    os.mkfifo(folder / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(folder / "socket"))
    (folder / "folder" / "openapi.yaml").mkdir(parents=True)
    (folder / "loop").symlink_to("loop")
    (folder / "broken").symlink_to("nowhere")
    (folder / "empty-folder").mkdir()
    assert refused(folder, name, "--id", "sample", "--out", "out")["code"] in {
        "file-not-found",
        "file-unreadable",
        "folder-without-description",
        "document-empty",
    }


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/full", "/dev/tty"])
def test_a_device_is_no_description(folder: Path, device: str) -> None:
    outcome = connectors("gen", device, "--id", "sample", "--out", "out", "--json", folder=folder)
    assert outcome.status == 2
    assert outcome.seconds < 2
    assert [problem["code"] for problem in outcome.report["problems"]] == ["file-unreadable"]


def test_references_never_leave_the_folder(folder: Path) -> None:
    (folder / "link.json").symlink_to("../secret.json")
    (folder / "linked").symlink_to("..")
    (folder / "loop.json").symlink_to("loop.json")
    os.mkfifo(folder / "fifo.json")
    (folder / "zero.json").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(folder / "socket.json"))
    (folder / "openapi.json").write_bytes(DOCUMENTS["references-outside"]())
    outcome = connectors("gen", "openapi.json", "--id", "sample", "--out", "out", "--json", folder=folder)
    assert_harmless(outcome, folder)
    assert outcome.status == 0
    assert b"SECRET" not in b"".join(files(folder / "out").values())
    codes = {note["code"] for note in outcome.report["notes"]}
    assert codes <= {"reference-outside", "reference-not-found", "reference-unreadable", "reference-remote", "reference-malformed"}
    load_package(folder / "out")


def test_a_file_that_refers_back_out_is_not_followed(folder: Path) -> None:
    (folder / "parts").mkdir()
    (folder / "parts" / "inner.json").write_text(
        '{"a": {"$ref": "../../secret.json#/a"}, "b": {"$ref": "../parts/inner.json#/c"}, "c": {}}'
    )
    reference = {"$ref": "parts/inner.json#/a"}
    (folder / "openapi.json").write_bytes(
        openapi({"/a": {"get": {"responses": {"200": {"description": "", "content": {"a/b": {"schema": reference}}}}}}})
    )
    outcome = connectors("gen", "openapi.json", "--id", "sample", "--out", "out", "--json", folder=folder)
    assert_harmless(outcome, folder)
    assert [note["code"] for note in outcome.report["notes"]] == ["reference-outside"]


def test_a_root_admits_what_is_below_it_and_nothing_else(folder: Path) -> None:
    api = folder / "api"
    api.mkdir()
    (folder / "shared.json").write_text('{"a": {"type": "object"}}')
    paths = {
        f"/{index}": {"get": {"responses": {"200": {"description": "", "content": {"a/b": {"schema": {"$ref": f"{text}#/a"}}}}}}}
        for index, text in enumerate(("../shared.json", "../../secret.json"))
    }
    (api / "openapi.json").write_bytes(openapi(paths))
    outcome = connectors("gen", "api/openapi.json", "--root", ".", "--id", "sample", "--out", "out", "--json", folder=folder)
    assert_harmless(outcome, folder)
    assert [note["code"] for note in outcome.report["notes"]] == ["reference-outside"]


def test_standard_input_has_no_folder(folder: Path) -> None:
    reference = {"$ref": "openapi.yaml#/info"}
    data = openapi({"/a": {"get": {"responses": {"200": {"description": "", "content": {"a/b": {"schema": reference}}}}}}})
    outcome = connectors("gen", "-", "--id", "sample", "--out", "out", "--json", folder=folder, stdin=data)
    assert_harmless(outcome, folder)
    assert [note["code"] for note in outcome.report["notes"]] == ["reference-outside"]


@pytest.mark.parametrize(
    "id_", ["../x", "a/b", "..", "/x", "A", "a\n", "", "a" * 33, "a.b", "con.txt", "\u202e", "-x", "a%2fb", "a\\b"]
)
def test_an_id_is_no_path(folder: Path, id_: str) -> None:
    assert refused(folder, "openapi.yaml", f"--id={id_}")["code"] == "id-malformed"
    assert not (folder / "connectors").exists()
    assert sorted(path.name for path in folder.parent.iterdir() if path.is_dir()) == ["here"]


@pytest.mark.parametrize("text", ["../../../evil", "..", "/etc/passwd", "a/../../b", "con", "..\\..\\b", "\x00", "%2e%2e%2f"])
def test_names_of_the_vendor_are_no_paths(folder: Path, text: str) -> None:
    operation = {"operationId": text, "tags": [text], "responses": {}}
    (folder / "openapi.json").write_bytes(
        openapi({f"/{text}": {"get": operation}, "/b": {"get": {"tags": [text, "a"], "responses": {}}}})
    )
    outcome = connectors("gen", "openapi.json", "--id", "sample", "--out", "out", folder=folder)
    assert_harmless(outcome, folder)
    assert outcome.status == 0
    load_package(folder / "out")
    assert sorted(path.name for path in folder.iterdir()) == ["openapi.json", "openapi.yaml", "out"]


def test_a_package_is_written_to_no_strange_place(folder: Path) -> None:
    (folder / "file").write_text("mine")
    (folder / "elsewhere").mkdir()
    (folder / "link").symlink_to("elsewhere")
    (folder / "foreign").mkdir()
    (folder / "foreign" / "thesis.txt").write_text("mine")
    (folder / "hollow").symlink_to("nowhere")
    os.mkfifo(folder / "fifo")
    for out, code in {
        "file": "output-occupied",
        "link": "output-occupied",
        "hollow": "output-occupied",
        "foreign": "output-occupied",
        "file/below": "output-occupied",
        "fifo": "output-occupied",
        "x" * 300: "output-unwritable",
    }.items():
        assert refused(folder, "openapi.yaml", "--id", "sample", "--out", out)["code"] == code, out


def test_a_package_is_not_written_into_a_package(folder: Path) -> None:
    assert connectors("gen", "openapi.yaml", "--id", "sample", "--out", "out", folder=folder).status == 0
    before = files(folder / "out")
    for out in ("out/operations", "out/operations/x", "out/x", "out/connector.json", "out/LICENSES"):
        outcome = connectors("gen", "openapi.yaml", "--id", "sample", "--out", out, "--json", folder=folder)
        assert outcome.status == 2, out
        assert files(folder / "out") == before
    load_package(folder / "out")


def test_another_connectors_package_is_not_replaced(folder: Path) -> None:
    assert connectors("gen", "openapi.yaml", "--id", "sample", "--out", "out", folder=folder).status == 0
    assert refused(folder, "openapi.yaml", "--id", "other", "--out", "out")["code"] == "id-differs"
