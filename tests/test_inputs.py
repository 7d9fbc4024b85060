"""Where descriptions come from, and which files are never opened."""

import io
import os
import sys
from types import SimpleNamespace

import pytest

from connectors.description.resolve import Unfollowed
from connectors.description.tree import Document
from connectors.inputs import open_entry
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError, UsageError


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "inside"
    (inside / "deep").mkdir(parents=True)
    (inside / "openapi.yaml").write_text("openapi: 3.1.0\n")
    (inside / "common.yaml").write_text("a: 1\n")
    (inside / "deep" / "more.yaml").write_text("a: 2\n")
    (inside / "broken.yaml").write_text("a: [\n")
    (tmp_path / "canary.yaml").write_text("Secret: 1\n")
    return inside


def opened(folder, name, root=None, limits=None):
    return open_entry(str(folder / "openapi.yaml"), root, limits or Limits()).opener(name)


def test_a_file_is_read_as_its_bytes(folder):
    entry = open_entry(str(folder / "openapi.yaml"), None, Limits())
    assert (entry.data, entry.shown_as) == (b"openapi: 3.1.0\n", str(folder / "openapi.yaml"))


@pytest.mark.parametrize("name", ["openapi.json", "openapi.yml", "swagger.json", "swagger.yaml"])
def test_a_folder_with_one_description_stands_for_it(tmp_path, name):
    (tmp_path / name).write_text("{}")
    (tmp_path / "other.yaml").write_text("{}")
    assert open_entry(str(tmp_path), None, Limits()).shown_as == str(tmp_path / name)


def test_a_folder_with_several_descriptions_is_not_guessed_at(tmp_path):
    for name in ("openapi.json", "swagger.yaml"):
        (tmp_path / name).write_text("{}")
    with pytest.raises(UsageError) as raised:
        open_entry(str(tmp_path), None, Limits())
    (problem,) = raised.value.problems
    assert problem.code is Code.FOLDER_WITH_SEVERAL_DESCRIPTIONS
    assert "`openapi.json`, `swagger.yaml`" in problem.message


def test_a_folder_without_a_description_is_said_to_be_one(tmp_path):
    with pytest.raises(UsageError) as raised:
        open_entry(str(tmp_path), None, Limits())
    assert raised.value.problems[0].code is Code.FOLDER_WITHOUT_DESCRIPTION


def test_a_missing_file_is_not_an_unreadable_one(tmp_path):
    with pytest.raises(DescriptionError) as raised:
        open_entry(str(tmp_path / "gone.yaml"), None, Limits())
    assert raised.value.problems[0].code is Code.FILE_NOT_FOUND


def test_a_device_is_not_read():
    with pytest.raises(DescriptionError) as raised:
        open_entry(os.devnull, None, Limits())
    assert raised.value.problems[0].code is Code.FILE_UNREADABLE


def test_standard_input_has_no_folder(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"openapi: 3.1.0")))
    entry = open_entry("-", None, Limits())
    assert (entry.data, entry.shown_as) == (b"openapi: 3.1.0", "-")
    found = entry.opener("common.yaml")
    assert isinstance(found, Unfollowed)
    assert found.code is Code.REFERENCE_OUTSIDE


def test_standard_input_with_a_root_has_that_folder(monkeypatch, folder):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"openapi: 3.1.0")))
    assert isinstance(open_entry("-", folder, Limits()).opener("common.yaml"), Document)


def test_no_more_is_read_than_may_be(folder):
    (folder / "openapi.yaml").write_bytes(b"x" * 5000)
    assert len(open_entry(str(folder / "openapi.yaml"), None, Limits(document_bytes=100)).data) == 101


@pytest.mark.parametrize("name", ["common.yaml", "deep/more.yaml", "deep/../common.yaml"])
def test_files_below_the_folder_are_opened(folder, name):
    found = opened(folder, name)
    assert isinstance(found, Document)
    assert found.name == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("../canary.yaml", Code.REFERENCE_OUTSIDE, id="above-the-folder"),
        pytest.param("deep/../../canary.yaml", Code.REFERENCE_OUTSIDE, id="above-by-a-detour"),
        pytest.param("../gone.yaml", Code.REFERENCE_OUTSIDE, id="outside-says-nothing-of-what-is-there"),
        pytest.param("gone.yaml", Code.REFERENCE_NOT_FOUND, id="not-there"),
        pytest.param("deep", Code.REFERENCE_NOT_FOUND, id="a-folder"),
        pytest.param("broken.yaml", Code.REFERENCE_UNREADABLE, id="not-well-formed"),
        pytest.param("a" * 5000, Code.REFERENCE_UNREADABLE, id="a-name-longer-than-names-are"),
    ],
)
def test_what_is_not_opened(folder, name, code):
    found = opened(folder, name)
    assert isinstance(found, Unfollowed)
    assert found.code is code
    assert "Secret" not in found.reason


def test_a_link_that_leads_out_is_outside(folder):
    (folder / "link.yaml").symlink_to(folder.parent / "canary.yaml")
    (folder / "up").symlink_to(folder.parent)
    for name in ("link.yaml", "up/canary.yaml"):
        assert opened(folder, name).code is Code.REFERENCE_OUTSIDE


def test_a_link_that_stays_inside_is_followed(folder):
    (folder / "link.yaml").symlink_to("common.yaml")
    assert isinstance(opened(folder, "link.yaml"), Document)


def test_links_in_a_circle_lead_nowhere(folder):
    (folder / "a.yaml").symlink_to("b.yaml")
    (folder / "b.yaml").symlink_to("a.yaml")
    assert isinstance(opened(folder, "a.yaml"), Unfollowed)


def test_a_folder_that_is_itself_a_link_is_no_way_out(folder):
    (folder.parent / "alias").symlink_to(folder)
    assert isinstance(opened(folder.parent / "alias", "common.yaml"), Document)


def test_a_pipe_is_not_waited_for(folder):
    os.mkfifo(folder / "pipe.yaml")
    assert opened(folder, "pipe.yaml").code is Code.REFERENCE_NOT_FOUND


def test_a_wider_root_admits_what_is_below_it(folder):
    assert isinstance(opened(folder, "../canary.yaml", folder.parent), Document)
    assert opened(folder, "../../canary.yaml", folder.parent).code is Code.REFERENCE_OUTSIDE


def test_a_further_file_has_the_limits_of_the_first(folder):
    found = opened(folder, "common.yaml", limits=Limits(document_bytes=3))
    assert found.code is Code.REFERENCE_UNREADABLE
