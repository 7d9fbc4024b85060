"""`doctor`: examining the store, and making damaged packages anew where the same bytes come out."""

from pathlib import Path

from connectors.catalog.tiers import Tiers
from connectors.installed.commit import put_package, read_package_files
from connectors.installed.doctor import Finding, examine
from connectors.installed.places import Places, hex_of
from connectors.installed.records import InstallRecord, read
from connectors.installing.copies import Caches, leftovers
from connectors.installing.documents import given_back
from connectors.installing.install import folder_of
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.problems import ConnectorsError
from connectors.store import layout
from connectors.store.folder import look, read_file
from connectors.store.load import load_package
from connectors.store.write import write

__all__ = ["doctor"]


def doctor(tiers: Tiers, *, fix: bool, caches: Caches = Caches()) -> tuple[Finding, ...]:  # noqa: B008
    """Say what is wrong with the store and what killed runs left in the caches, and with `fix` mend it.

    Raises ConnectorsError where one of them cannot be read, or not be written.
    """

    def rebuild(places: Places, address: str, work: Path) -> bool:
        return _copied(tiers, places, address, work) or _generated(places, address, work)

    return (*examine(tiers.places, fix=fix, rebuild=rebuild), *leftovers(caches, fix=fix))


def _copied(tiers: Tiers, places: Places, address: str, work: Path) -> bool:
    """Take the package from a tier that has the very same one."""
    for found in tiers.all_but_user():
        try:
            package = load_package(found.folder)
            if package.address != address:
                continue
            files = read_package_files(found.folder, (entry.path for entry in package.connector.files))
        except (ConnectorsError, OSError):
            continue
        return _put(places, address, work, files)
    return False


def _generated(places: Places, address: str, work: Path) -> bool:
    """Derive the package from its stored description, under its own authored files and lock as they stand.

    Whatever happened to them shows in the address that comes out.
    """
    folder, staged = places.package(address), work / f"generated-{hex_of(address)}"
    try:
        record = read(places.record(address), InstallRecord)
        if record is None or record.description is None:
            return False
        wanted = (*layout.AUTHORED, layout.LOCK)
        files = {path: read_file(folder / path) for path in look(folder).files if path in wanted or path.startswith("LICENSES/")}
        write(staged, files)
        report = gen(
            GenOptions(
                spec=record.description.given,
                id=record.connector,
                out=staged,
                beside=folder_of(record),
            ),
            given_back(places, record.description),
        )
        if report.address != address:
            return False
    except (ConnectorsError, OSError):
        return False
    put_package(places, staged, address, work)
    return True


def _put(places: Places, address: str, work: Path, files: dict[str, bytes]) -> bool:
    staged = work / f"copied-{hex_of(address)}"
    write(staged, files)
    if load_package(staged).address != address:
        return False
    put_package(places, staged, address, work)
    return True
