"""One of several processes that work on one store at random: `python worker.py FOLDER SEED SECONDS`.

Writes a line of JSON: how often each thing was done and refused, and everything that went wrong.
"""

import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from connectors.catalog.listing import listing
from connectors.catalog.lookup import load
from connectors.catalog.tiers import Tiers
from connectors.installed.collect import collect
from connectors.installed.places import Places
from connectors.installed.versions import versions_of
from connectors.installing.install import InstallOptions, install
from connectors.installing.keeping import keep_versions, let_versions_go
from connectors.installing.mending import doctor
from connectors.installing.remove import remove
from connectors.problems import Code, ConnectorsError

FOLDER, SEED, SECONDS = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
TIERS = Tiers(project=FOLDER / "none", places=Places(FOLDER / "store"), baked=None)
IDS = ("alpha", "beta", "gamma")

# What may be said to whoever comes second: it is gone, it is kept, there is none.
REFUSALS = {Code.PACKAGE_NOT_FOUND, Code.ADDRESS_NOT_FOUND, Code.VERSION_KEPT, Code.DESCRIPTION_NOT_STORED}

choice = random.Random(SEED)


def some_version(connector: str) -> str:
    stored = versions_of(TIERS.places, connector)
    return choice.choice(stored).address if stored else "sha256:" + 64 * "0"


def use(connector: str) -> None:
    assert load(connector, TIERS, lambda _: None).connector.id == connector


def install_file(connector: str) -> None:
    done = install(InstallOptions(str(FOLDER / f"{choice.randrange(4)}.yaml"), connector), TIERS)
    assert done.card.id == connector


def install_offline(connector: str) -> None:
    install(InstallOptions(connector, offline=True), TIERS)


def go_back(connector: str) -> None:
    install(InstallOptions(f"{connector}@{some_version(connector)}"), TIERS)


def remove_id(connector: str) -> None:
    remove(connector, TIERS.places)


def remove_version(connector: str) -> None:
    remove(f"{connector}@{some_version(connector)}", TIERS.places)


def gc(_: str) -> None:
    collect(TIERS.places)


def pin(connector: str) -> None:
    keep_versions(TIERS.places, [f"{connector}@{some_version(connector)}"])


def unpin(connector: str) -> None:
    let_versions_go(TIERS.places, [f"{connector}@{some_version(connector)}"])


def show_list(_: str) -> None:
    listing(TIERS, all_versions=True)


def examine(_: str) -> None:
    assert doctor(TIERS, fix=False) == ()


DOINGS: dict[Callable[[str], None], int] = {
    use: 12,
    install_file: 6,
    install_offline: 2,
    go_back: 4,
    remove_id: 2,
    remove_version: 3,
    gc: 4,
    pin: 1,
    unpin: 1,
    show_list: 2,
    examine: 1,
}


def main() -> None:
    done: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    wrong: list[str] = []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        doing = choice.choices(list(DOINGS), list(DOINGS.values()))[0]
        try:
            doing(choice.choice(IDS))
            done[doing.__name__] += 1
        except ConnectorsError as error:
            if {problem.code for problem in error.problems} <= REFUSALS:
                refused[doing.__name__] += 1
            else:
                wrong.append(f"{doing.__name__}: {[problem.code for problem in error.problems]} {error}")
        except Exception:
            wrong.append(f"{doing.__name__}: {traceback.format_exc()}")
    print(json.dumps({"done": done, "refused": refused, "wrong": wrong}))


main()
