"""One operation, read without the others: the same as of the whole package, and no more read than it takes."""

import shutil
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from connectors.canonical import digest, raw
from connectors.model.excerpt import excerpt_of
from connectors.problems import Code, PackageError
from connectors.store import reading
from connectors.store.load import load_package
from connectors.store.load_operation import load_operation
from connectors.store.write import write
from sample_package import derived, operation, rendered, rewrite

GOLDEN = sorted(path.parent for path in (Path(__file__).parents[1] / "golden").glob("*/connector.json"))
ALWAYS = ("coverage.json", "schemas.json", "source.yaml")


@pytest.fixture
def package(tmp_path):
    """Two resources, three operations."""
    directory = tmp_path / "sample"
    write(directory, rendered(derived(operation("issue", "list"), operation("issue", "get"), operation("pull", "list"))))
    return directory


@pytest.mark.parametrize("directory", GOLDEN, ids=lambda path: path.name)
def test_it_is_what_the_whole_package_holds(directory):
    whole = load_package(directory)
    for found in whole.operations:
        wanted = excerpt_of(whole, found)
        for name in (found.id, found.id.partition(".")[2], found.identity, f"{found.method} {found.path}"):
            excerpt = load_operation(directory, name)
            assert msgspec.structs.replace(excerpt, verified=wanted.verified) == wanted, name


def test_only_what_it_needs_is_opened(package, monkeypatch):
    opened = []
    monkeypatch.setattr(reading, "read_file", lambda path, *rest: opened.append(path) or path.read_bytes())
    excerpt = load_operation(package, "issue.get")
    assert excerpt.verified == tuple(sorted((*ALWAYS, "operations/issue.json")))
    assert sorted(path.relative_to(package).as_posix() for path in opened) == sorted(("connector.json", *excerpt.verified))


def other_bytes(path):
    path.write_bytes(path.read_bytes()[:-2] + b"]\n")


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("operations/issue.json", True),
        ("schemas.json", True),
        ("coverage.json", True),
        ("source.yaml", True),
        ("operations/pull.json", False),
        ("identity.lock.json", False),
        ("NOTICE", False),
        ("LICENSES/MIT.txt", False),
    ],
)
def test_other_bytes_are_seen_in_what_is_read(package, path, seen):
    other_bytes(package / path)
    assert (load_operation(package, "issue.get") is None) is seen
    with pytest.raises(PackageError):
        load_package(package)


@pytest.mark.parametrize("path", ["operations/issue.json", "operations/pull.json", "identity.lock.json", "LICENSES/MIT.txt"])
def test_another_size_is_seen_in_every_file(package, path):
    with (package / path).open("ab") as file:
        file.write(b"\n")
    assert load_operation(package, "issue.get") is None


@pytest.mark.parametrize("path", ["operations/pull.json", "identity.lock.json"])
def test_a_file_that_is_gone_or_new_is_seen(package, path):
    shutil.copy(package / path, package / "operations" / "more.json")
    assert load_operation(package, "issue.get") is None
    (package / "operations" / "more.json").unlink()
    assert load_operation(package, "issue.get") is not None
    (package / path).unlink()
    assert load_operation(package, "issue.get") is None


@pytest.mark.parametrize("name", ["issue.burn", "issue", "sample.sample.issue.get", "GET /nowhere", "", "pull.list.more", "LIST"])
def test_what_no_operation_is_called_is_left_to_the_whole_package(package, name):
    assert load_operation(package, name) is None


def test_two_operations_of_one_identity_are_left_to_the_whole_package(tmp_path):
    one, other = operation("issue", "get"), operation("pull", "get")
    alike = [
        msgspec.structs.replace(found, identity=f"GET /a/{{{name}}}", path=f"/a/{{{name}}}")
        for found, name in ((one, "x"), (other, "y"))
    ]
    write(tmp_path / "sample", rendered(derived(*alike)))
    assert load_operation(tmp_path / "sample", "GET /a/{z}") is None


def test_an_overlay_is_applied_to_the_whole_package(tmp_path):
    value = derived(operation("issue", "list"), operation("issue", "get"))
    write(tmp_path / "sample", rendered(value, overlay=b"schema_version: 1\nconnector: sample\n"))
    assert load_operation(tmp_path / "sample", "issue.get") is None
    write(tmp_path / "plain", rendered(value))
    (tmp_path / "plain" / "overlay.yaml").write_bytes(b"")
    assert load_operation(tmp_path / "plain", "issue.get") is None


def reseal(directory, path, change):
    """Change the text of a file, and seal the package over it, as a forger would."""
    before = (directory / path).read_bytes()
    data = change(before)
    assert data != before
    (directory / path).write_bytes(data)

    def enter(card):
        for entry in card["files"]:
            if entry["path"] == path:
                entry.update(sha256=digest(data), size=len(data))

    rewrite(directory, "connector.json", enter)


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        pytest.param(lambda text: text.replace(b'"maximum": 10', b'"maximum": 1e1'), False, id="a-number-of-another-schema"),
        pytest.param(lambda text: text.replace(b'"minimum": 10', b'"minimum": 1e1'), True, id="a-number"),
        pytest.param(lambda text: text.replace(b'"type": "object"', b'"type": "array", "type": "object"'), True, id="a-key-twice"),
        pytest.param(lambda text: text.replace(b'  "Item"', b'  "Item": true,\n  "Item"'), True, id="a-schema-twice"),
        pytest.param(lambda text: text.replace(b"#/$defs/Next", b"#/$defs/Lost"), True, id="a-reference-that-leads-nowhere"),
    ],
)
def test_schemas_are_judged_where_they_are_reached(tmp_path, change, seen):
    directory = tmp_path / "sample"
    item = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Next"}}}
    texts = {"Item": raw(item), "Next": raw({"minimum": 10}), "Other": raw({"maximum": 10})}
    write(directory, rendered(replace(derived(), schemas=texts)))
    assert list(load_operation(directory, "item.get").schemas) == ["Item", "Next"]
    reseal(directory, "schemas.json", change)
    assert (load_operation(directory, "item.get") is None) is seen
    with pytest.raises(PackageError):
        load_package(directory)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("coverage.json", lambda document: document["operations"][0].update(identity="GET /other/{1}")),
        ("coverage.json", lambda document: document.update(novelty=1)),
        ("coverage.json", lambda document: document.update(connector="other")),
        ("operations/issue.json", lambda document: document.update(resource="pull")),
        ("operations/issue.json", lambda document: document["operations"].reverse()),
        ("schemas.json", lambda document: document["header"].update(generator="someone else")),
        ("connector.json", lambda document: document["files"].reverse()),
    ],
)
def test_a_forged_file_is_left_to_the_whole_package_to_refuse(package, path, change):
    rewrite(package, path, change)
    assert load_operation(package, "issue.get") is None
    with pytest.raises(PackageError):
        load_package(package)


def test_a_newer_format_and_no_package_are_said_at_once(package, tmp_path):
    (package / "connector.json").write_text('{"schema_version": 2}')
    with pytest.raises(PackageError) as error:
        load_operation(package, "issue.get")
    assert [problem.code for problem in error.value.problems] == [Code.PACKAGE_FORMAT_NEWER]
    with pytest.raises(PackageError):
        load_operation(tmp_path / "nowhere", "issue.get")
