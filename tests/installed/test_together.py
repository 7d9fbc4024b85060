"""Many processes on one store: whatever they do, and whenever, nothing breaks and nothing that is named is lost."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from connectors.catalog.lookup import load
from connectors.installed.versions import connectors_in, pinned
from connectors.installing.mending import doctor
from connectors.store.load import load_package
from installed.store_support import describe, put, tiers

WORKER = Path(__file__).with_name("worker.py")
PROCESSES = 8
SECONDS = os.environ.get("CONNECTORS_STORE_SECONDS", "3")
"""How long they work; a minute is the proof, a few seconds find what is broken plainly."""


def test_eight_processes_at_random_break_nothing(fast_folder: Path) -> None:
    for number in range(4):
        describe(fast_folder / f"{number}.yaml", str(number), ("reader", "member")[number % 2])
    kept = put(fast_folder, "kept", id="delta").address
    running = [
        subprocess.Popen(
            [sys.executable, str(WORKER), str(fast_folder), str(seed), SECONDS],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in range(PROCESSES)
    ]
    ended = [(process.communicate(), process.returncode) for process in running]
    assert [(said, status) for (_, said), status in ended if status] == []
    told = [json.loads(out) for (out, _), _ in ended]
    assert "\n".join(wrong for item in told for wrong in item["wrong"]) == ""
    done = sum((Counter(item["done"]) for item in told), Counter())
    refused = sum((Counter(item["refused"]) for item in told), Counter())
    print(f"\n{PROCESSES} processes, {SECONDS} s: done {dict(sorted(done.items()))}, refused {dict(sorted(refused.items()))}")
    assert {"use", "install_file", "remove_id", "gc"} <= set(done)
    # What they left is whole, without anything being mended.
    assert doctor(tiers(fast_folder), fix=False) == ()
    assert load("delta", tiers(fast_folder), lambda _: None).address == kept
    for connector in connectors_in(tiers(fast_folder).places):
        load(connector, tiers(fast_folder), lambda _: None)
    for address in pinned(tiers(fast_folder).places):
        assert load_package(tiers(fast_folder).places.package(address)).address == address


def test_two_installs_of_one_connector_at_once_take_turns_under_one_lock(tmp_path: Path) -> None:
    """Whoever is second carries on the names that the first gave."""
    files = [describe(tmp_path / f"{tag}.yaml", tag, tag) for tag in ("reader", "member")]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "connectors", "install", str(file), "--id", "sample", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for file in files
    ]
    ended = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0, 0], ended
    first, second = sorted((json.loads(out) for out, _ in ended), key=lambda told: told["before"] is not None)
    assert first["before"] is None
    assert second["before"] == first["address"]
    of_first, of_second = (load_package(Path(told["folder"])) for told in (first, second))
    ids = [{operation.identity: operation.id for operation in package.operations} for package in (of_first, of_second)]
    assert ids[0] == ids[1]
