"""Every fact of every case: those of fixtures/cases always, the shared ones where they are."""

import os
from pathlib import Path

import pytest

from cases.judging import judge
from cases.verdicts import Status

TOP = Path(__file__).parents[2]
SHARED = Path(os.environ.get("CONNECTORS_CASES") or TOP.parent / "shared" / "cases")
COPIES = TOP / "fixtures" / "cases"

UNJUDGED = {"the package written on a file system that ignores case has the same bytes and the same four operations"}
"""Facts that nothing here can show: there is no such file system to write to."""

FAULTS: dict[str, str] = {}
"""Facts that fail because of a fault that is known. One that holds again is to be taken out."""


def folders(top: Path) -> list[Path]:
    return sorted(path.parent for path in top.glob("*/case.yaml"))


def same(one: Path, other: Path) -> bool:
    return {path.name: path.read_bytes() for path in one.iterdir()} == {path.name: path.read_bytes() for path in other.iterdir()}


def check(folder: Path, scratch: Path) -> None:
    judged = judge(folder, scratch)
    assert len(judged) > 1
    assert [f"{text}: {verdict.detail}" for text, verdict in judged if verdict.status is Status.FAILED and text not in FAULTS] == []
    assert [text for text, verdict in judged if text in FAULTS and verdict.status is not Status.FAILED] == []
    assert {text for text, verdict in judged if verdict.status is Status.UNJUDGED} <= UNJUDGED


@pytest.mark.parametrize("folder", folders(COPIES), ids=lambda folder: folder.name)
def test_every_judged_fact_of_a_case_holds(folder: Path, tmp_path: Path) -> None:
    check(folder, tmp_path)


# What stands in the tree unchanged is judged there.
OTHERS = [folder for folder in folders(SHARED) if not (COPIES / folder.name).is_dir() or not same(COPIES / folder.name, folder)]


@pytest.mark.skipif(not folders(SHARED), reason="there are no shared cases: CONNECTORS_CASES names a folder of them")
@pytest.mark.parametrize("folder", OTHERS, ids=lambda folder: folder.name)
def test_every_judged_fact_of_a_shared_case_holds(folder: Path, tmp_path: Path) -> None:
    check(folder, tmp_path)
