"""Installs on file systems of its own: `python disks.py FOLDER WHAT`, in a mount namespace in which it may mount.

WHAT is `full`, `read-only` or `elsewhere`. Ends with 0 where everything was as it has to be, else with a traceback.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from connectors.catalog.listing import listing
from connectors.catalog.lookup import load
from connectors.installed.collect import collect
from connectors.installing.install import InstallOptions, install
from connectors.installing.mending import doctor
from connectors.problems import Code, ConnectorsError
from installed.store_support import describe, everything, put, tiers

FOLDER, WHAT = Path(sys.argv[1]), sys.argv[2]
DISK = FOLDER / "disk"


def mount(*options: str) -> None:
    DISK.mkdir(exist_ok=True)
    subprocess.run(["mount", *options, str(DISK)], check=True)


def active() -> str:
    return load("sample", tiers(DISK), lambda _: None).address


def refusal(doing: Callable[[], object]) -> str | None:
    """What is said where the store cannot be written; None where it was."""
    try:
        doing()
    except ConnectorsError as error:
        said = error
    else:
        return None
    assert (said.problems[0].code, said.exit_status) == (Code.STORE_UNWRITABLE, 2), said
    return said.problems[0].message


def install_new(file: Path) -> Callable[[], object]:
    return lambda: install(InstallOptions(str(file), "sample"), tiers(DISK))


def full() -> None:
    """Whatever little room is left: the new version is there whole, or it is said that it is not and the old one is."""
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs")
    new = describe(FOLDER / "new.yaml", "2", "member")
    old = put(DISK).address
    refusals = 0
    for pages in range(64):
        filler = DISK / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(4096 * b"x")
            except OSError:
                pass
        os.truncate(filler, max(0, filler.stat().st_size - 4096 * pages))
        if (said := refusal(install_new(new))) is None:
            break
        assert "No space left" in said
        refusals += 1
        assert active() == old
        filler.unlink()
        assert all(finding.mended is not None for finding in doctor(tiers(DISK), fix=True))
        assert doctor(tiers(DISK), fix=False) == ()
    print(f"refused {refusals} times, installed with {4 * pages} kB left")
    assert 4 < refusals < 63
    assert active() != old


def read_only() -> None:
    """Root is stopped by it as well. What only reads goes on."""
    mount("-t", "tmpfs", "-o", "size=4m", "tmpfs")
    old = put(DISK).address
    mount("-o", "remount,ro")
    assert "Read-only file system" in str(refusal(install_new(describe(FOLDER / "new.yaml", "2"))))
    assert active() == old
    assert [entry.address for entry in listing(tiers(DISK), all_versions=True)] == [old]
    assert doctor(tiers(DISK), fix=False) == ()
    assert refusal(lambda: collect(tiers(DISK).places)) is not None
    assert refusal(lambda: doctor(tiers(DISK), fix=True)) is not None


def elsewhere() -> None:
    """The folder for temporary files is on another file system, and nothing passes through it."""
    mount("-t", "tmpfs", "-o", "size=4m", "tmpfs")
    temporary = FOLDER / "temporary"
    temporary.mkdir()
    assert temporary.stat().st_dev != DISK.stat().st_dev
    subprocess.run(["mount", "--bind", "-o", "ro", str(temporary), str(temporary)], check=True)
    os.environ["TMPDIR"] = str(temporary)
    first, second = put(DISK, "1"), put(DISK, "2")
    assert second.before == first.address
    assert everything(temporary) == {}


{"full": full, "read-only": read_only, "elsewhere": elsewhere}[WHAT]()
