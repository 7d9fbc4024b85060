"""What PACKAGE names: the tiers in their order, the project's only by grant, a broken package never passed over."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.catalog.lookup import NotGrantedError, load, locate
from connectors.catalog.tiers import Kind, Tier, Tiers, baked_folder
from connectors.cli.main import app
from connectors.installed.places import Places, user_folder
from connectors.installing.install import InstallOptions, install
from connectors.problems import Code, ConnectorsError, PackageError, UsageError
from connectors.store.write import write
from installed.store_support import package_files

FILES = package_files()
SOURCE = "schema_version: 1\nconnector: sample\n"


def package(folder: Path) -> Path:
    write(folder, FILES)
    return folder


def recipe(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "source.yaml").write_text(SOURCE)
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory; `connectors` in it would be the project's tier."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def tiers(root: Path, *, granted: bool = False) -> Tiers:
    return Tiers(granted=granted, places=Places(root / "store"), baked=root / "baked")


def installed(root: Path) -> Path:
    """Install the sample from a folder apart, and give the folder in the store."""
    return install(InstallOptions(str(package(root / "apart")), None), tiers(root)).folder


@pytest.mark.parametrize(
    ("held", "granted", "first"),
    [
        ("project user baked", True, Tier.PROJECT),
        ("project user baked", False, Tier.USER),
        ("user baked", True, Tier.USER),
        ("project baked", False, Tier.BAKED),
        ("baked", False, Tier.BAKED),
    ],
)
def test_the_first_tier_that_holds_an_id_gives_it(here: Path, held: str, granted: bool, first: Tier) -> None:
    folders = {}
    if "project" in held:
        folders[Tier.PROJECT] = package(Path("connectors/sample"))
    if "user" in held:
        folders[Tier.USER] = installed(here)
    if "baked" in held:
        folders[Tier.BAKED] = package(here / "baked" / "sample")
    found = locate("sample", tiers(here, granted=granted))
    assert (found.tier, found.folder) == (first, folders[first])
    # A tier that was passed over is spoken of, once; where there is nothing to be passed over, nothing is said.
    passed_over = "project" in held and not granted
    assert [note.code for note in found.notes] == [Code.PROJECT_NOT_GRANTED] * passed_over


def test_an_id_that_only_an_ungranted_tier_holds_is_refused(here: Path) -> None:
    package(Path("connectors/sample"))
    with pytest.raises(NotGrantedError) as caught:
        locate("sample", tiers(here))
    assert caught.value.exit_status == 3
    assert "CONNECTORS_PROJECT_CATALOG=1" in caught.value.problems[0].remedy
    assert locate("sample", tiers(here, granted=True)).tier is Tier.PROJECT


@pytest.mark.parametrize(("value", "granted"), [("1", True), ("0", False), ("true", False), ("", False), (None, False)])
def test_the_grant_is_one_word(value: str | None, granted: bool) -> None:
    environment = {"HOME": "/home/x"} | ({} if value is None else {"CONNECTORS_PROJECT_CATALOG": value})
    assert Tiers.of_user(environment).granted is granted


@pytest.mark.parametrize("text", ["./connectors/sample", "connectors/sample", "../here/connectors/sample"])
def test_a_folder_needs_no_grant(here: Path, text: str) -> None:
    package(Path("connectors/sample"))
    assert locate(text, tiers(here)).folder == Path(text)


def test_a_word_is_an_id_and_never_a_folder_that_stands_around(here: Path) -> None:
    package(Path("sample"))
    with pytest.raises(PackageError) as caught:
        locate("sample", tiers(here))
    assert caught.value.problems[0].remedy == "give `./sample`"
    assert locate("./sample", tiers(here)).folder == Path("sample")
    folder = installed(here)
    assert locate("sample", tiers(here)).folder == folder


@pytest.mark.parametrize("broken", [Tier.PROJECT, Tier.USER, Tier.BAKED])
def test_a_broken_package_stops_the_search(here: Path, broken: Tier) -> None:
    """What is found first is used or refused: another tier's package is another package."""
    folders = {Tier.PROJECT: package(Path("connectors/sample")), Tier.USER: installed(here)}
    folders[Tier.BAKED] = package(here / "baked" / "sample")
    for tier in Tier:
        if tier is broken:
            break
        shutil.rmtree(folders[tier])
        if tier is Tier.USER:
            Places(here / "store").pointer("sample").unlink()
    (folders[broken] / "schemas.json").unlink()
    with pytest.raises(ConnectorsError) as caught:
        load("sample", tiers(here, granted=True), lambda _: None)
    assert caught.value.problems[0].code is Code.PACKAGE_FILE_MISSING


@pytest.mark.parametrize("spoilt", ["card", "pointer", "package"])
def test_what_has_lost_its_card_or_its_pointer_stops_the_search_as_well(here: Path, spoilt: str) -> None:
    package(here / "baked" / "sample")
    folder = installed(here)
    pointer = Places(here / "store").pointer("sample")
    if spoilt == "card":
        (folder / "connector.json").unlink()
    elif spoilt == "pointer":
        pointer.write_bytes(b"{")
    else:
        shutil.rmtree(folder)
    with pytest.raises(ConnectorsError) as caught:
        load("sample", tiers(here), lambda _: None)
    assert caught.value.problems[0].code in {Code.STORE_DAMAGED, Code.PACKAGE_NOT_FOUND}
    assert caught.value.exit_status in (1, 2)
    # Where nothing is broken, the same question is answered.
    pointer.unlink()
    assert load("sample", tiers(here), lambda _: None).connector.id == "sample"


def test_a_recipe_is_no_package_and_says_what_to_do(here: Path) -> None:
    recipe(here / "baked" / "sample")
    with pytest.raises(PackageError) as caught:
        locate("sample", tiers(here))
    assert caught.value.problems[0].remedy == "run `connectors install sample`"
    assert [(found.connector, found.kind) for found in tiers(here).all()] == [("sample", Kind.RECIPE)]
    # It hides no package behind it.
    recipe(Path("connectors/sample"))
    shutil.rmtree(here / "baked" / "sample")
    package(here / "baked" / "sample")
    assert locate("sample", tiers(here, granted=True)).tier is Tier.BAKED


def test_an_address_names_a_version_of_the_store(here: Path) -> None:
    folder = installed(here)
    assert locate(f"sha256:{folder.name}", tiers(here)).folder == folder
    assert locate(f"sha256:{folder.name[:8]}", tiers(here)).folder == folder
    with pytest.raises(UsageError):
        locate(f"sha256:{folder.name[:7]}", tiers(here))
    other = "0" if folder.name[0] != "0" else "1"
    with pytest.raises(PackageError) as caught:
        locate(f"sha256:{other}{folder.name[1:]}", tiers(here))
    assert (caught.value.problems[0].code, caught.value.exit_status) == (Code.ADDRESS_NOT_FOUND, 2)
    (folder.parent / (folder.name[:8] + 56 * "0")).mkdir()
    with pytest.raises(PackageError) as caught:
        locate(f"sha256:{folder.name[:8]}", tiers(here))
    assert caught.value.problems[0].code is Code.ADDRESS_AMBIGUOUS


@pytest.mark.parametrize("text", ["git:main:connectors/x", "oci://registry.example/x", "https://x.example/x"])
def test_what_cannot_be_looked_up_is_said_so(here: Path, text: str) -> None:
    with pytest.raises(UsageError):
        locate(text, tiers(here))


def test_a_word_with_a_slip_is_answered_with_the_nearest_id(here: Path) -> None:
    package(here / "baked" / "sample")
    with pytest.raises(PackageError) as caught:
        locate("sampel", tiers(here))
    assert (caught.value.exit_status, caught.value.problems[0].remedy) == (2, "did you mean `sample`?")


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"XDG_DATA_HOME": "/data", "HOME": "/home/x"}, "/data/connectors"),
        # XDG Base Directory Specification: a relative path is invalid, and ignored.
        ({"XDG_DATA_HOME": "data"}, None),
        ({"XDG_DATA_HOME": ""}, None),
        ({}, None),
    ],
)
def test_the_store_is_where_the_system_keeps_data(
    environment: dict[str, str], folder: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/x")
    assert user_folder(environment) == Path(folder or "/home/x/.local/share/connectors")


def test_the_program_ships_the_packages_of_its_own_tree() -> None:
    folder = baked_folder()
    assert folder is not None
    assert {"forgejo", "slack"} <= {path.parent.name for path in folder.glob("*/connector.json")}


def test_commands_say_what_was_passed_over_and_go_on(here: Path) -> None:
    """`show` and `call` look ids up; talk goes to stderr, data to stdout."""
    shutil.copytree(baked_folder() / "slack", "connectors/slack")  # type: ignore[operator]
    shown = CliRunner().invoke(app, ["show", "slack", "--json"])
    assert shown.exit_code == 0
    assert shown.stdout.startswith("{")
    assert shown.stderr.startswith("note[project-not-granted]: `connectors/slack` was passed over for the baked tier")
    granted = CliRunner().invoke(app, ["show", "slack", "--json"], env={"CONNECTORS_PROJECT_CATALOG": "1"})
    assert (granted.exit_code, granted.stderr) == (0, "")
    Path("connectors/slack").rename("connectors/billing")
    refused = CliRunner().invoke(app, ["call", "billing", "message.post", "--dry-run"])
    assert (refused.exit_code, refused.stdout) == (3, "")
    assert "only the project's own folder `connectors/billing` holds `billing`" in refused.stderr
