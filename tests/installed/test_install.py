"""What `install` makes of an id, a folder, a file: which version becomes active, under which names, and what is recorded."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors import generate
from connectors.catalog.lookup import load
from connectors.catalog.lookup import read as read_named
from connectors.catalog.tiers import baked_folder
from connectors.cli.main import app
from connectors.installed.collect import collect
from connectors.installed.places import Places
from connectors.installed.records import InstallRecord, Origin, Pointer, active, read
from connectors.installed.versions import versions_of
from connectors.installing.install import Installed, InstallOptions, install
from connectors.installing.remove import remove
from connectors.problems import Code, ConnectorsError
from connectors.store.load import load_package
from connectors.store.write import write
from installed.store_support import describe, everything, package_files, put, tiers
from sample_package import rendered

RECIPE = """schema_version: 1
connector: sample
description: {description}
license: MIT
copyright: [2024 The Sample Authors]
"""


def recipe(folder: Path, description: Path | None = None, overlay: str | None = None) -> Path:
    """A recipe; its description is named relative to it."""
    folder.mkdir(parents=True, exist_ok=True)
    named = "null" if description is None else f"../{description.name}"
    (folder / "source.yaml").write_text(RECIPE.format(description=named))
    if overlay is not None:
        (folder / "overlay.yaml").write_text(overlay)
    return folder


def run(root: Path, what: str | Path, **options: object) -> Installed:
    return install(InstallOptions(str(what), **options), tiers(root, baked=root / "baked"))  # type: ignore[arg-type]


def refused(root: Path, what: str | Path, **options: object) -> ConnectorsError:
    with pytest.raises(ConnectorsError) as caught:
        run(root, what, **options)
    return caught.value


def record_of(done: Installed) -> InstallRecord:
    assert done.record is not None
    return done.record


def ids(done: Installed) -> dict[str, str]:
    return {operation.identity: operation.id for operation in load_package(done.folder).operations}


# What may be named


def test_a_description_is_generated_and_recorded(tmp_path: Path) -> None:
    file = describe(tmp_path / "api.yaml")
    done = run(tmp_path, file, id="sample", license="MIT")
    record = record_of(done)
    assert (done.before, done.changed) == (None, True)
    assert (record.origin, record.place, record.address) == (Origin.DESCRIPTION, str(file), done.address)
    assert record.description is not None
    assert [document.path for document in record.description.documents] == [""]
    assert load("sample", tiers(tmp_path), lambda _: None).address == done.address
    # The very package that `gen` would write.
    generate(file, id="sample", out=tmp_path / "by-gen", license="MIT")
    assert everything(done.folder) == everything(tmp_path / "by-gen")


def test_a_package_is_copied_as_it_is(tmp_path: Path) -> None:
    generate(describe(tmp_path / "api.yaml"), id="sample", out=tmp_path / "made")
    done = run(tmp_path, tmp_path / "made")
    assert everything(done.folder) == everything(tmp_path / "made")
    assert (record_of(done).origin, record_of(done).description) == (Origin.PACKAGE, None)


def test_a_recipe_is_generated_with_its_overlay(tmp_path: Path) -> None:
    file = describe(tmp_path / "api.yaml")
    overlay = "schema_version: 1\nconnector: sample\noperations:\n  GET /books: {summary: Look at the books.}\n"
    done = run(tmp_path, recipe(tmp_path / "recipe", file, overlay))
    loaded = load_package(done.folder)
    assert {operation.summary for operation in loaded.operations if operation.method == "GET"} == {"Look at the books."}
    assert loaded.connector.rights.license == "MIT"
    assert record_of(done).origin is Origin.RECIPE
    # The recipe itself is left as it was.
    assert sorted(path.name for path in (tmp_path / "recipe").iterdir()) == ["overlay.yaml", "source.yaml"]


def test_an_id_is_a_recipe_or_package_that_ships(tmp_path: Path) -> None:
    file = describe(tmp_path / "baked" / "api.yaml")
    recipe(tmp_path / "baked" / "sample", file)
    done = run(tmp_path, "sample")
    # Where the program is installed is nobody's business, and changes.
    assert (record_of(done).place, record_of(done).tier) == ("sample", "baked")


def test_an_id_of_the_project_takes_a_grant(tmp_path: Path) -> None:
    file = describe(tmp_path / "project" / "api.yaml")
    recipe(tmp_path / "project" / "sample", file)
    with pytest.raises(ConnectorsError) as caught:
        install(InstallOptions("sample"), tiers(tmp_path, project=tmp_path / "project"))
    assert caught.value.exit_status == 3
    done = install(InstallOptions("sample"), tiers(tmp_path, project=tmp_path / "project", granted=True))
    assert record_of(done).tier == "project"


def test_what_a_person_installed_stays_that_one_whatever_ships(tmp_path: Path) -> None:
    """A recipe of the same id that ships with the program is another recipe: `remove` comes before it can be had."""
    own = put(tmp_path)
    recipe(tmp_path / "baked" / "sample", describe(tmp_path / "baked" / "api.yaml", "shipped"))
    assert run(tmp_path, "sample").address == own.address
    assert run(tmp_path, "sample", offline=True).address == own.address
    remove("sample", Places(tmp_path / "store"))
    shipped = run(tmp_path, "sample")
    assert (shipped.card.api_version, record_of(shipped).tier) == ("shipped", "baked")


def test_one_s_own_instance_takes_the_place_of_the_recipe_s_description_for_good(tmp_path: Path) -> None:
    recipe(tmp_path / "baked" / "sample", describe(tmp_path / "baked" / "api.yaml", "1"))
    own = describe(tmp_path / "own.yaml", "own")
    done = run(tmp_path, "sample", description=str(own))
    assert done.card.api_version == "own"
    # The next run keeps to it: nobody said that the instance has changed.
    describe(own, "own-2")
    assert run(tmp_path, "sample").card.api_version == "own-2"
    assert run(tmp_path, "sample", description=str(tmp_path / "baked" / "api.yaml")).card.api_version == "1"


@pytest.mark.parametrize(
    ("what", "options", "code", "status"),
    [
        pytest.param("api.yaml", {}, Code.ID_MISSING, 2, id="a-description-without-an-id"),
        pytest.param("api.yaml", {"id": "../sample"}, Code.ID_MALFORMED, 2, id="an-id-that-is-a-path"),
        pytest.param("api.yaml", {"id": "sample", "description": "x"}, Code.USAGE, 2, id="two-descriptions"),
        pytest.param("api.yaml", {"id": "sample", "offline": True}, Code.USAGE, 2, id="offline-and-a-description"),
        pytest.param("recipe", {"id": "other"}, Code.ID_DIFFERS, 2, id="a-recipe-of-another-id"),
        pytest.param("nameless", {}, Code.USAGE, 2, id="a-recipe-that-names-no-description"),
        pytest.param("nowhere/x", {}, Code.PACKAGE_NOT_FOUND, 2, id="nothing-there"),
        pytest.param("recipe", {"offline": True}, Code.DESCRIPTION_NOT_STORED, 2, id="offline-and-never-installed"),
        pytest.param("bad", {}, Code.OVERLAY_UNMATCHED, 1, id="an-overlay-with-a-mistake"),
        pytest.param("broken", {}, Code.PACKAGE_FILE_MISSING, 1, id="a-broken-package"),
        pytest.param("wrong", {}, Code.LOCK_DISAGREES, 1, id="a-package-that-loads-and-is-not-valid"),
    ],
)
def test_what_cannot_be_installed_is_refused_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, options: dict[str, object], code: Code, status: int
) -> None:
    monkeypatch.chdir(tmp_path)
    file = describe(tmp_path / "api.yaml")
    recipe(tmp_path / "recipe", file)
    recipe(tmp_path / "nameless")
    recipe(tmp_path / "bad", file, "schema_version: 1\nconnector: sample\noperations:\n  GET /boks: {curated: true}\n")
    generate(file, id="sample", out=tmp_path / "broken")
    (tmp_path / "broken" / "schemas.json").unlink()
    write(tmp_path / "wrong", rendered())
    error = refused(tmp_path, f"./{what}", **options)
    assert (error.problems[0].code, error.exit_status) == (code, status), error
    assert load_nothing(tmp_path)
    # Nothing of the run is left, and no problem speaks of the folder in which it worked.
    assert not list((tmp_path / "store").glob("work/*"))
    assert not any(str(tmp_path / "store") in f"{problem.where} {problem.message}" for problem in error.problems)


def load_nothing(root: Path) -> bool:
    return versions_of(Places(root / "store")) == ()


# Versions


def test_versions_stand_side_by_side_and_any_can_be_brought_back(tmp_path: Path) -> None:
    first, second = put(tmp_path, "1"), put(tmp_path, "2")
    assert second.before == first.address
    stored = versions_of(Places(tmp_path / "store"), "sample")
    assert [(version.address, version.active) for version in stored] == [(second.address, True), (first.address, False)]
    back = run(tmp_path, f"sample@{first.address[:15]}")
    assert (back.address, back.before) == (first.address, second.address)
    assert load("sample", tiers(tmp_path), lambda _: None).address == first.address
    # Going back generates nothing and records nothing: when and from where it came stays what it was.
    assert back.record == first.record
    again = run(tmp_path, second.address)
    assert again.address == second.address


def test_the_same_again_changes_nothing(tmp_path: Path) -> None:
    first = put(tmp_path)
    before = {path: path.stat().st_ino for path in first.folder.rglob("*")}
    again = put(tmp_path)
    assert (again.changed, again.address) == (False, first.address)
    assert {path: path.stat().st_ino for path in again.folder.rglob("*")} == before


def test_names_stay_what_they_were(tmp_path: Path) -> None:
    """A later description tags the operation otherwise; its id was given by the first version, and its lock is carried on."""
    first, second = put(tmp_path, "1", tag="reader"), put(tmp_path, "2", tag="member")
    assert ids(first) == ids(second)
    alone = put(tmp_path / "elsewhere", "2", tag="member")
    assert ids(alone) != ids(first)


def test_what_the_vendor_moved_waits_for_a_word(tmp_path: Path) -> None:
    file = tmp_path / "api.yaml"
    text = "openapi: 3.1.0\ninfo: {title: S, version: '1'}\npaths: {PATH: {get: {operationId: list, responses: {}}}}\n"
    file.write_text(text.replace("PATH", "/a"))
    first = run(tmp_path, file, id="sample")
    file.write_text(text.replace("PATH", "/v2/a"))
    error = refused(tmp_path, "sample")
    assert (error.problems[0].code, error.exit_status) == (Code.OPERATION_MOVED, 1)
    assert load("sample", tiers(tmp_path), lambda _: None).address == first.address
    moved = run(tmp_path, "sample", accept_moves=("GET /a=GET /v2/a",))
    assert list(ids(moved).values()) == list(ids(first).values())


def test_a_version_that_does_not_pass_leaves_the_active_one(tmp_path: Path) -> None:
    first = put(tmp_path, "1")
    (tmp_path / "api.yaml").write_text("openapi: 3.1.0\ninfo: {title: S")
    error = refused(tmp_path, tmp_path / "api.yaml", id="sample")
    assert error.exit_status == 2
    assert load("sample", tiers(tmp_path), lambda _: None).address == first.address


def test_packages_in_the_store_are_read_only(tmp_path: Path) -> None:
    done = put(tmp_path)
    assert {path.stat().st_mode & 0o222 for path in done.folder.rglob("*") if path.is_file()} == {0}


# Readers, who take no lock


def test_a_reader_whose_version_is_collected_meanwhile_reads_the_next(tmp_path: Path) -> None:
    first = put(tmp_path, "1")
    seen: list[str] = []

    def reader(folder: Path) -> str:
        seen.append(folder.name)
        if len(seen) == 1:
            put(tmp_path, "2")
            collect(Places(tmp_path / "store"))
        return load_package(folder).connector.api_version or ""

    assert read_named("sample", tiers(tmp_path), reader, lambda _: None) == "2"
    assert seen[0] == first.folder.name
    assert len(seen) == 2


def test_a_reader_of_a_broken_package_is_told_so_once(tmp_path: Path) -> None:
    done = put(tmp_path)
    (done.folder / "schemas.json").unlink()
    seen: list[Path] = []
    with pytest.raises(ConnectorsError):
        read_named("sample", tiers(tmp_path), lambda folder: (seen.append(folder), load_package(folder)), lambda _: None)
    assert seen == [done.folder]


def test_a_pointer_that_moves_on_while_it_is_followed_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between reading the pointer and looking for the package, another version became active and this one was collected."""
    put(tmp_path, "1")
    calls: list[str] = []

    def active_and_then(places: Places, connector: str) -> Pointer | None:
        pointer = active(places, connector)
        calls.append(connector)
        if len(calls) == 1:
            put(tmp_path, "2")
            collect(places)
        return pointer

    monkeypatch.setattr("connectors.catalog.tiers.active", active_and_then)
    assert load("sample", tiers(tmp_path), lambda _: None).connector.api_version == "2"


# Offline


def test_a_stored_description_gives_the_same_bytes_without_its_source(tmp_path: Path) -> None:
    done = put(tmp_path)
    shutil.rmtree(tmp_path / "descriptions")
    again = run(tmp_path, "sample", offline=True)
    assert (again.address, again.changed) == (done.address, False)
    assert refused(tmp_path, "sample").problems[0].code is Code.FILE_NOT_FOUND


def test_a_description_of_several_files_is_stored_whole_with_what_was_missing(tmp_path: Path) -> None:
    atlas = tmp_path / "atlas"
    shutil.copytree(Path(__file__).parents[2] / "fixtures" / "descriptions" / "atlas", atlas)
    done = run(tmp_path, atlas / "api" / "openapi.yaml", id="atlas")
    description = record_of(done).description
    assert description is not None
    assert len(description.documents) > 1
    assert description.not_followed
    assert done.card.counts.gaps > 0
    shutil.rmtree(atlas)
    assert run(tmp_path, "atlas", offline=True).address == done.address


def test_what_a_recipe_names_beside_it_is_found_from_there(tmp_path: Path) -> None:
    """An OpenAPI Overlay of the recipe's is no file of a package; it is read from beside the recipe, now and when generating anew."""
    file = describe(tmp_path / "api.yaml")
    folder = recipe(tmp_path / "recipe", file)
    actions = "[{target: $.info, update: {version: edited}}]"
    (tmp_path / "edit.yaml").write_text(f"overlay: 1.0.0\ninfo: {{title: E, version: '1'}}\nactions: {actions}\n")
    with (folder / "source.yaml").open("a") as source:
        source.write("description_overlays: [../edit.yaml]\n")
    done = run(tmp_path, folder)
    assert done.card.api_version == "edited"
    file.unlink()
    assert run(tmp_path, "sample", offline=True).address == done.address
    (tmp_path / "edit.yaml").unlink()
    assert refused(tmp_path, "sample", offline=True).problems[0].code is Code.FILE_NOT_FOUND


def test_a_stored_description_that_is_another_one_is_refused(tmp_path: Path) -> None:
    put(tmp_path)
    for path in (tmp_path / "store" / "descriptions").iterdir():
        path.chmod(0o644)
        path.write_bytes(b"openapi: 3.1.0")
    error = refused(tmp_path, "sample", offline=True)
    assert (error.problems[0].code, error.exit_status) == (Code.DESCRIPTION_MOVED, 1)


# Removing


def test_a_removed_connector_can_be_brought_back_until_it_is_collected(tmp_path: Path) -> None:
    done = put(tmp_path)
    places = Places(tmp_path / "store")
    assert remove("sample", places).address == done.address
    assert active(places, "sample") is None
    error = refused(tmp_path, "sample")
    assert error.problems[0].remedy == f"run `connectors install sample@{done.address[:19]}`"
    assert run(tmp_path, f"sample@{done.address}").address == done.address


def test_a_version_that_something_names_is_not_removed(tmp_path: Path) -> None:
    first, second = put(tmp_path, "1"), put(tmp_path, "2")
    places = Places(tmp_path / "store")
    with pytest.raises(ConnectorsError) as caught:
        remove(f"sample@{second.address}", places)
    assert (caught.value.problems[0].code, caught.value.exit_status) == (Code.VERSION_KEPT, 3)
    assert remove(f"sample@{first.address}", places).deleted
    assert [version.address for version in versions_of(places)] == [second.address]
    assert read(places.record(first.address), InstallRecord) is None


@pytest.mark.parametrize("what", ["other", "sample@00000000", "Sample"])
def test_what_is_not_there_cannot_be_removed(tmp_path: Path, what: str) -> None:
    put(tmp_path)
    with pytest.raises(ConnectorsError) as caught:
        remove(what, Places(tmp_path / "store"))
    assert caught.value.exit_status == 2


# The commands


def command(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    return result.exit_code, result.stdout, result.stderr


def test_install_shows_provenance_and_rights(tmp_path: Path, data_home: Path) -> None:
    file = describe(tmp_path / "api.yaml")
    status, out, _ = command("install", str(file), "--id", "sample", "--license", "MIT")
    assert status == 0
    for said in (
        "Installed sample 1",
        str(file),
        "openapi-3.1",
        "MIT (info.license.name says MIT)",
        "nobody has said that it may be",
    ):
        assert said in out
    status, out, _ = command("install", "sample", "--offline", "--json")
    told = json.loads(out)
    assert (status, told["changed"], told["before"]) == (0, False, told["address"])
    assert told["rights"]["license"] == "MIT"
    assert told["record"]["description"]["given"] == str(file)
    assert Path(told["folder"]).is_relative_to(data_home)
    assert command("remove", "sample", "--json")[0] == 0
    assert command("show", "sample")[0] == 2
    assert command("gc")[1].startswith("Removed 1 version, 1 stored document")


def test_all_recipes_below_a_folder_are_installed_and_each_is_reported(tmp_path: Path) -> None:
    file = describe(tmp_path / "recipes" / "api.yaml")
    recipe(tmp_path / "recipes" / "sample", file)
    recipe(tmp_path / "recipes" / "bad", file, "schema_version: 2\n")
    status, out, _ = command("install", "--all", str(tmp_path / "recipes"), "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert (status, len(told)) == (2, 2)
    assert [bool(item["problems"]) and "connector" not in item for item in told] == [True, False]
    assert command("install", "--all", str(tmp_path / "nowhere"))[0] == 2
    assert command("install")[0] == 2


def test_list_says_what_an_id_means_and_what_is_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    baked = baked_folder()
    assert baked is not None
    assert command("install", "slack", "-q")[0] == 0
    status, out, _ = command("list", "--json")
    told = [(item["connector"], item["tier"], item["state"]) for item in json.loads(out)]
    assert status == 0
    assert told == [("forgejo", "baked", "active"), ("slack", "user", "active"), ("slack", "baked", "hidden")]
    assert {item["address"] for item in json.loads(out) if item["connector"] == "slack"} == {load_package(baked / "slack").address}
    shutil.copytree(baked / "slack", "connectors/slack")
    assert "project-not-granted" in command("list")[2]


def test_the_files_of_a_package_are_what_the_support_says() -> None:
    assert "connector.json" in package_files()
