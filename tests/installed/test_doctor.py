"""What `doctor` finds in a store, and how it mends it: never by guessing, and nothing of anybody's is deleted."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors import canonical
from connectors.catalog.lookup import load
from connectors.cli.main import app
from connectors.installed.doctor import Finding
from connectors.installed.locks import working
from connectors.installed.places import Places
from connectors.installed.records import InstallRecord, Origin, active, read
from connectors.installing.install import Installed, InstallOptions, install
from connectors.installing.keeping import keep_versions
from connectors.installing.mending import doctor
from connectors.installing.remove import remove
from connectors.problems import Code, ConnectorsError, Severity
from connectors.store.write import write
from installed.store_support import describe, everything, package_files, put, tiers


def spoil(path: Path, content: bytes | None) -> None:
    """Change a file that is read-only, or remove it."""
    if content is None:
        path.unlink()
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.chmod(0o644)
        path.write_bytes(content)


class Store:
    """A store with one version of one connector, which is active."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.places = Places(root / "store")
        self.done: Installed = put(root)
        self.whole = everything(self.places.root)

    def found(self, *, fix: bool = False) -> tuple[Finding, ...]:
        return doctor(tiers(self.root), fix=fix)

    def codes(self, *, fix: bool = False) -> list[Code]:
        return [finding.problem.code for finding in self.found(fix=fix)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_a_whole_store_is_whole(store: Store) -> None:
    assert store.found() == ()
    assert store.found(fix=True) == ()
    assert everything(store.places.root) == store.whole
    assert doctor(tiers(store.root / "nowhere"), fix=True) == ()


def half_written(store: Store) -> None:
    child = os.fork()
    if child == 0:
        with working(store.places) as work:
            (work / "package").mkdir()
            os._exit(9)
    os.waitpid(child, 0)


def unnamed_without_record(store: Store) -> None:
    """A run that was killed between the package and its record."""
    folder = store.places.package("sha256:" + 64 * "0")
    files = package_files("2")
    write(folder, files)
    folder.rename(store.places.package(canonical.address(files["connector.json"])))


DAMAGE: dict[str, tuple[Callable[[Store], None], Code]] = {
    "what-a-killed-run-left": (half_written, Code.STORE_HALF_WRITTEN),
    "a-package-that-nothing-names-and-no-record-speaks-of": (unnamed_without_record, Code.STORE_HALF_WRITTEN),
    "a-file-of-a-package-that-was-edited": (lambda store: spoil(store.done.folder / "schemas.json", b"{}"), Code.STORE_DAMAGED),
    "a-file-of-a-package-that-is-gone": (lambda store: spoil(store.done.folder / "coverage.json", None), Code.STORE_DAMAGED),
    "a-card-that-is-gone": (lambda store: spoil(store.done.folder / "connector.json", None), Code.STORE_DAMAGED),
    "a-record-without-its-package": (
        lambda store: spoil(store.places.record("sha256:" + 64 * "0"), b"{}"),
        Code.STORE_ORPHANED,
    ),
    "a-pin-without-its-package": (lambda store: spoil(store.places.pin("sha256:" + 64 * "0"), b"{}"), Code.STORE_ORPHANED),
    "a-description-with-another-digest": (
        lambda store: spoil(next(store.places.descriptions.iterdir()), b"x"),
        Code.STORE_DAMAGED,
    ),
    "a-pointer-that-cannot-be-read": (
        lambda store: spoil(store.places.pointer("sample"), b'{"schema_version": 1}'),
        Code.STORE_DAMAGED,
    ),
    "a-pointer-of-another-connector": (
        lambda store: spoil(store.places.pointer("sample"), store.whole["ids/sample.json"].replace(b"sample", b"simple")),
        Code.STORE_DAMAGED,
    ),
    "a-record-that-cannot-be-read": (lambda store: spoil(store.places.record(store.done.address), b"{"), Code.STORE_DAMAGED),
    "a-record-that-is-gone": (lambda store: spoil(store.places.record(store.done.address), None), Code.STORE_ORPHANED),
    "a-foreign-file-in-a-package": (lambda store: spoil(store.done.folder / "notes.txt", b"mine"), Code.STORE_FOREIGN),
    "a-foreign-file-among-the-pointers": (lambda store: spoil(store.places.ids / "notes.txt", b"mine"), Code.STORE_FOREIGN),
    "a-foreign-file-among-the-packages": (lambda store: spoil(store.places.packages / "notes.txt", b"mine"), Code.STORE_FOREIGN),
    "a-foreign-file-among-the-locks": (lambda store: spoil(store.places.locks / "notes.txt", b"mine"), Code.STORE_FOREIGN),
    "a-foreign-file-in-the-store": (lambda store: spoil(store.places.root / "notes.txt", b"mine"), Code.STORE_FOREIGN),
    "a-link-in-place-of-a-pointer": (
        lambda store: (store.places.ids / "other.json").symlink_to(store.places.pointer("sample")),
        Code.STORE_FOREIGN,
    ),
    "a-list-of-lock-files-that-cannot-be-read": (lambda store: spoil(store.places.lock_files, b"{"), Code.STORE_DAMAGED),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_found_and_mended(store: Store, damage: str) -> None:
    spoiling, code = DAMAGE[damage]
    spoiling(store)
    assert store.codes() == [code]
    mended = store.found(fix=True)
    # A description that is gone is a warning for as long as it is: the next install brings it back.
    left = [finding.problem for finding in mended if finding.mended is None]
    assert {problem.severity for problem in left} <= {Severity.WARNING}
    assert [finding.problem.severity for finding in store.found()] == [problem.severity for problem in left]
    assert load("sample", tiers(store.root), lambda _: None).address == store.done.address
    kept = {path: data for path, data in store.whole.items() if not path.startswith("descriptions/") or not left}
    if damage in {"a-record-that-cannot-be-read", "a-record-that-is-gone"}:
        kept = {path: data for path, data in kept.items() if not path.endswith(f"{store.done.folder.name}.json")}
        record = read(store.places.record(store.done.address), InstallRecord)
        assert record is not None
        assert record.origin is Origin.UNKNOWN
    assert everything(store.places.root).items() >= kept.items()
    if code is Code.STORE_FOREIGN:
        aside = list((store.root / "set-aside").iterdir())
        assert [path.read_bytes() for path in aside if not path.is_symlink()] in ([b"mine"], [])
        assert len(aside) == 1


def test_a_damaged_package_that_cannot_be_made_anew_is_left_and_said_so(store: Store) -> None:
    """Its authored half is gone: another package would be another package."""
    spoil(store.done.folder / "source.yaml", b"schema_version: 1\nconnector: sample\nlicense: MIT\n")
    found = store.found(fix=True)
    assert [(finding.problem.code, finding.mended) for finding in found] == [(Code.STORE_DAMAGED, None)]
    with pytest.raises(ConnectorsError):
        load("sample", tiers(store.root), lambda _: None)
    # The names that it gave would be lost: nothing is installed over it before somebody says so.
    with pytest.raises(ConnectorsError) as caught:
        put(store.root, "2")
    assert Code.STORE_DAMAGED in {problem.code for problem in caught.value.problems}
    remove("sample", store.places)
    assert store.found(fix=True)[0].mended == "removed: nothing names it"
    assert put(store.root).address == store.done.address


def test_a_package_is_taken_from_a_tier_that_has_the_very_same(tmp_path: Path) -> None:
    write(tmp_path / "baked" / "sample", package_files())
    known = tiers(tmp_path, baked=tmp_path / "baked")
    done = install(InstallOptions("sample"), known)
    spoil(done.folder / "schemas.json", b"{}")
    assert [finding.mended for finding in doctor(known, fix=True)] == ["made anew, byte for byte"]
    assert everything(done.folder) == package_files()


def test_a_pointer_is_set_only_where_one_version_can_be_meant(store: Store) -> None:
    first, second = store.done, put(store.root, "2")
    spoil(store.places.pointer("sample"), b"{")
    (finding,) = store.found(fix=True)
    assert finding.mended is None
    assert first.address[:19] in finding.problem.remedy
    assert second.address[:19] in finding.problem.remedy
    # The remedy is one.
    assert install(InstallOptions(f"sample@{first.address}"), tiers(store.root)).address == first.address
    assert store.found() == ()


def test_a_pointer_to_a_package_that_is_gone_is_never_set_to_another(store: Store) -> None:
    second = put(store.root, "2")
    shutil.rmtree(second.folder)
    found = store.found(fix=True)
    assert [finding.problem.code for finding in found if finding.mended is None] == [Code.STORE_DAMAGED]
    pointer = active(store.places, "sample")
    assert pointer is not None
    assert pointer.address == second.address
    assert store.done.address[:19] in found[-1].problem.remedy


def test_a_store_of_a_newer_version_is_left_alone(store: Store) -> None:
    newer = store.whole["ids/sample.json"].replace(b'"schema_version": 1', b'"schema_version": 2')
    spoil(store.places.pointer("sample"), newer)
    assert store.codes(fix=True) == [Code.STORE_FORMAT_NEWER]
    assert store.places.pointer("sample").read_bytes() == newer


def test_a_damaged_pin_keeps_its_version(store: Store) -> None:
    second = put(store.root, "2")
    keep_versions(store.places, [store.done.address])
    spoil(store.places.pin(store.done.address), b"{")
    assert store.codes(fix=True) == [Code.STORE_DAMAGED]
    assert store.found() == ()
    assert second.folder.is_dir()


def test_the_command_says_what_it_did_and_exits_with_what_is_left(tmp_path: Path, data_home: Path) -> None:
    def command(*arguments: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(app, ["doctor", *arguments])
        return result.exit_code, result.stdout, result.stderr

    file = describe(tmp_path / "api.yaml")
    assert command() == (0, "The store is whole.\n", "")
    assert CliRunner().invoke(app, ["install", str(file), "--id", "sample"]).exit_code == 0
    (data_home / "connectors" / "store" / "ids" / "notes.txt").write_text("mine")
    status, out, said = command()
    assert (status, out) == (1, "1 finding, 0 mended\n")
    assert said.startswith("error[store-foreign]: ")
    told = json.loads(command("--json")[1])
    assert [(item["problem"]["code"], item["mended"]) for item in told] == [("store-foreign", None)]
    status, out, said = command("--fix")
    assert (status, said) == (0, "")
    assert out.startswith("mended[store-foreign]: ")
    assert out.endswith("1 finding, 1 mended\n")
    assert command()[0] == 0
