import os

import msgspec
import pytest

from connectors.canonical import raw
from connectors.problems import Code, OverlayError, PackageError
from connectors.store.load import load_package
from connectors.store.write import write
from sample_package import derived, operation, rendered, rewrite


def codes(error):
    return [problem.code for problem in error.value.problems]


def refused(directory):
    with pytest.raises(PackageError) as error:
        load_package(directory)
    assert all(problem.remedy for problem in error.value.problems)
    return error


def test_a_folder_that_is_not_there_is_not_a_package(tmp_path):
    error = refused(tmp_path / "nowhere")
    assert codes(error) == [Code.PACKAGE_NOT_FOUND]
    assert error.value.exit_status == 2


def test_a_recipe_says_what_to_do(tmp_path):
    (tmp_path / "source.yaml").write_text("schema_version: 1\n")
    error = refused(tmp_path)
    assert codes(error) == [Code.PACKAGE_NOT_FOUND]
    assert "gen" in error.value.problems[0].remedy


def test_a_newer_format_says_upgrade_whatever_else_it_holds(package):
    (package / "connector.json").write_text('{"schema_version": 2, "novelty": [1e3], "a": 1, "a": 2}')
    error = refused(package)
    assert codes(error) == [Code.PACKAGE_FORMAT_NEWER]
    assert error.value.exit_status == 2
    assert "upgrade" in error.value.problems[0].remedy


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(b"", Code.PACKAGE_SYNTAX, id="empty"),
        pytest.param(b"\xff\xfe", Code.PACKAGE_SYNTAX, id="no-utf-8"),
        pytest.param(b"[" * 200_000, Code.PACKAGE_VALUE, id="no-object"),
        pytest.param(b'{"schema_version": 1, "x": ' + b"[" * 200_000, Code.PACKAGE_VALUE, id="too-deep"),
        pytest.param(b"<<<<<<< HEAD\n{}\n", Code.PACKAGE_SYNTAX, id="merge-conflict"),
        pytest.param(b'{"schema_version": "1"}', Code.PACKAGE_VALUE, id="a-version-that-is-text"),
        pytest.param(b'{"schema_version": 0}', Code.PACKAGE_VALUE, id="a-version-that-never-was"),
    ],
)
def test_a_card_that_is_none_is_one_clear_error(package, text, code):
    (package / "connector.json").write_bytes(text)
    assert codes(refused(package)) == [code]


@pytest.mark.parametrize(
    ("path", "change", "code", "pointer"),
    [
        pytest.param("connector.json", lambda d: d.update(novelty=1), Code.PACKAGE_VALUE, "", id="unknown-key"),
        pytest.param("connector.json", lambda d: d.update(maturity="ripe"), Code.PACKAGE_VALUE, "/maturity", id="closed-set"),
        pytest.param(
            "connector.json", lambda d: d.update(maturity="generated"), Code.PACKAGE_SPELLING, "", id="default-written-out"
        ),
        pytest.param("connector.json", lambda d: d.update(id=d.pop("id")), Code.PACKAGE_SPELLING, "", id="keys-out-of-order"),
        pytest.param("connector.json", lambda d: d["files"].reverse(), Code.PACKAGE_SPELLING, "/files", id="files-out-of-order"),
        pytest.param(
            "connector.json", lambda d: d["files"].pop(0), Code.PACKAGE_FILE_MISSING, "/files", id="no-licence-text-listed"
        ),
        pytest.param(
            "connector.json", lambda d: d["files"][0].update(path="../x"), Code.PACKAGE_PATH, "/files/0/path", id="climbs-out"
        ),
        pytest.param(
            "connector.json", lambda d: d["files"][0].update(path="/etc/passwd"), Code.PACKAGE_PATH, "/files/0/path", id="absolute"
        ),
        pytest.param(
            "connector.json", lambda d: d["files"][0].update(path="C:\\x"), Code.PACKAGE_PATH, "/files/0/path", id="drive"
        ),
        pytest.param(
            "connector.json",
            lambda d: d["files"][0].update(path="operations/nul.json"),
            Code.PACKAGE_PATH,
            "/files/0/path",
            id="device",
        ),
        pytest.param(
            "connector.json", lambda d: d["files"][0].update(path="notice"), Code.PACKAGE_PATH, "/files/0/path", id="case"
        ),
        pytest.param(
            "connector.json", lambda d: d["files"][0].update(path="setup.py"), Code.PACKAGE_PATH, "/files/0/path", id="no-such-file"
        ),
        pytest.param(
            "connector.json",
            lambda d: d["files"][1].update(path="LICENSES/MIT.txt"),
            Code.PACKAGE_PATH,
            "/files/1/path",
            id="twice",
        ),
        pytest.param(
            "connector.json", lambda d: d["files"][0].update(sha256="x"), Code.PACKAGE_VALUE, "/files/0/sha256", id="no-digest"
        ),
        pytest.param(
            "connector.json", lambda d: d["counts"].update(operations=4), Code.PACKAGE_VALUE, "/counts/operations", id="count"
        ),
        pytest.param(
            "coverage.json", lambda d: d.update(connector="other"), Code.PACKAGE_VALUE, "/connector", id="another-connector"
        ),
        pytest.param("coverage.json", lambda d: d.update(declared=9), Code.PACKAGE_VALUE, "/declared", id="declared"),
        pytest.param(
            "coverage.json", lambda d: d["operations"].pop(), Code.PACKAGE_VALUE, "/operations", id="an-operation-not-covered"
        ),
        pytest.param(
            "coverage.json", lambda d: d["operations"].reverse(), Code.PACKAGE_SPELLING, "/operations", id="coverage-out-of-order"
        ),
        pytest.param(
            "coverage.json",
            lambda d: d["header"].update(source="https://else.org"),
            Code.PACKAGE_VALUE,
            "/header",
            id="another-header",
        ),
        pytest.param("schemas.json", lambda d: d["$defs"].clear(), Code.PACKAGE_VALUE, "/counts/schemas", id="schemas-missing"),
        pytest.param(
            "operations/item.json", lambda d: d["operations"].reverse(), Code.PACKAGE_SPELLING, "/operations", id="unsorted"
        ),
        pytest.param(
            "operations/item.json", lambda d: d.update(resource="user"), Code.PACKAGE_VALUE, "/resource", id="another-resource"
        ),
        pytest.param(
            "operations/item.json",
            lambda d: d["operations"][0].update(id="other.item.get"),
            Code.PACKAGE_VALUE,
            "/operations/0/id",
            id="foreign-id",
        ),
        pytest.param(
            "operations/item.json",
            lambda d: d["operations"][1].update(identity=d["operations"][0]["identity"]),
            Code.PACKAGE_VALUE,
            "/operations",
            id="one-identity-twice",
        ),
        pytest.param(
            "operations/item.json",
            lambda d: d["shared"]["responses"]["200"]["content"][0].update(schema={"$ref": "#/$defs/Gone"}),
            Code.PACKAGE_VALUE,
            "/shared/responses/200/content/0/schema/$ref",
            id="reference-to-nothing",
        ),
        pytest.param(
            "operations/item.json",
            lambda d: d["shared"]["parameters"]["path id"].update(schema={"items": {"$ref": "https://evil.example/x"}}),
            Code.PACKAGE_VALUE,
            "/shared/parameters/path id/schema/items/$ref",
            id="reference-to-the-network",
        ),
        pytest.param(
            "operations/user.json",
            lambda d: d["operations"][0]["parameters"][0].update(schema={"$ref": "x"}),
            Code.PACKAGE_VALUE,
            "/operations/0/parameters/0/schema/$ref",
            id="reference-to-nothing-in-what-is-not-shared",
        ),
        pytest.param(
            "operations/item.json",
            lambda d: d["operations"][1]["responses"].append("404"),
            Code.PACKAGE_VALUE,
            "/operations/1/responses/1",
            id="a-name-of-nothing-shared",
        ),
        pytest.param(
            "operations/item.json",
            lambda d: d["operations"][0].update(parameters=[d["shared"]["parameters"]["path id"]]),
            Code.PACKAGE_SPELLING,
            "",
            id="shared-and-spelled-out",
        ),
        pytest.param(
            "operations/item.json",
            lambda d: d["shared"]["responses"].update({"204": {"status": "204"}}),
            Code.PACKAGE_SPELLING,
            "",
            id="shared-by-nobody",
        ),
        pytest.param(
            "operations/user.json",
            lambda d: d["operations"][0].update(basis={"consequence": "standard", "effect": "standard", "idempotency": "standard"}),
            Code.PACKAGE_SPELLING,
            "",
            id="the-usual-basis-written-out",
        ),
        pytest.param("identity.lock.json", lambda d: d.update(connector="other"), Code.PACKAGE_VALUE, "", id="lock-of-another"),
        pytest.param("identity.lock.json", lambda d: d.update(x=1), Code.PACKAGE_VALUE, "", id="lock-with-an-unknown-key"),
    ],
)
def test_a_forged_package_is_refused_at_its_place(package, path, change, code, pointer):
    rewrite(package, path, change)
    found = [(problem.code, problem.where.pointer) for problem in refused(package).value.problems]
    assert (code, pointer) in found


def test_what_looks_like_a_reference_in_data_is_data(tmp_path):
    get = operation("item", "get")
    data = {"const": {"$ref": "#/$defs/Gone"}, "properties": {"$ref": {"type": "string"}}, "example": ["#/$defs/Gone"]}
    parameter = msgspec.structs.replace(get.parameters[0], schema=raw(data), example=raw({"$ref": "nowhere"}))
    changed = msgspec.structs.replace(get, parameters=(parameter,), description='"$ref": "#/$defs/Gone"')
    write(tmp_path / "sample", rendered(derived(changed)))
    assert load_package(tmp_path / "sample").operations == (changed,)


def test_all_problems_are_found_in_one_run(package):
    (package / "NOTICE").write_text("another")
    (package / "schemas.json").unlink()
    (package / "notes.txt").write_text("mine")
    with (package / "source.yaml").open("a") as file:
        file.write("# a remark\n")
    assert set(codes(refused(package))) == {Code.PACKAGE_FILE_UNKNOWN}
    (package / "notes.txt").unlink()
    error = refused(package)
    assert {(problem.code, problem.where.file) for problem in error.value.problems} == {
        (Code.PACKAGE_DIGEST, str(package / "NOTICE")),
        (Code.PACKAGE_FILE_MISSING, str(package / "schemas.json")),
        (Code.NOT_SEALED, str(package / "source.yaml")),
    }
    assert error.value.exit_status == 1


@pytest.mark.parametrize("empty", ["", "# nothing yet\n", "---\n# nothing\n...\n"])
def test_an_overlay_without_content_is_an_empty_overlay(tmp_path, empty):
    write(tmp_path / "sample", rendered(overlay=empty.encode()))
    assert load_package(tmp_path / "sample").operations


def test_an_overlay_with_content_is_never_ignored(tmp_path):
    write(
        tmp_path / "sample",
        rendered(overlay=b"schema_version: 1\nconnector: sample\noperations:\n  GET /nowhere: {curated: true}\n"),
    )
    with pytest.raises(OverlayError) as error:
        load_package(tmp_path / "sample")
    assert Code.OVERLAY_UNMATCHED in codes(error)


def test_links_are_not_followed(package, tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes((package / "NOTICE").read_bytes())
    (package / "NOTICE").unlink()
    (package / "NOTICE").symlink_to(secret)
    assert Code.PACKAGE_PATH in codes(refused(package))


def test_a_folder_behind_a_link_is_not_read(package, tmp_path):
    (package / "operations").rename(tmp_path / "elsewhere")
    (package / "operations").symlink_to(tmp_path / "elsewhere")
    assert Code.PACKAGE_PATH in codes(refused(package))


def test_a_pipe_does_not_make_the_loader_wait(package):
    (package / "connector.json").unlink()
    os.mkfifo(package / "connector.json")
    assert codes(refused(package)) == [Code.PACKAGE_UNREADABLE]


def test_a_file_larger_than_listed_is_not_read(package):
    with (package / "NOTICE").open("ab") as file:
        file.truncate(300 * 1024 * 1024)
    assert codes(refused(package)) == [Code.PACKAGE_DIGEST]


def test_a_list_of_huge_files_is_refused_before_any_is_read(package):
    rewrite(package, "connector.json", lambda d: d["files"][0].update(size=2**50))
    assert codes(refused(package)) == [Code.PACKAGE_VALUE]


def test_the_collector_runs_again_after_a_load(package):
    import gc

    load_package(package)
    assert gc.isenabled()
