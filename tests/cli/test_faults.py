"""Ten faults that people make, as `validate` shows them on a terminal of 80 columns."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from checked_package import written
from connectors.cli.formats.text import text
from connectors.cli.terminal import Colours, display_width
from connectors.cli.validate_run import run_of
from connectors.model.operation import Basis, Pagination, PaginationEnd, PaginationStyle
from connectors.validation import judge
from sample_package import operation

OVERLAY = "schema_version: 1\nconnector: sample\n"
SOURCE = "schema_version: 1\nconnector: sample\n"


def overlay(body: str) -> Callable[[Path], None]:
    return lambda package: (package / "overlay.yaml").write_text(OVERLAY + body, "utf-8") and None


def source(body: str) -> Callable[[Path], None]:
    def make(package: Path) -> None:
        for path in sorted(package.rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        (package / "source.yaml").write_text(SOURCE + body, "utf-8")

    return make


def appended(name: str, extra: str) -> Callable[[Path], None]:
    def make(package: Path) -> None:
        with (package / name).open("a", encoding="utf-8") as file:
            file.write(extra)

    return make


def conflict(package: Path) -> None:
    """A recipe whose lock two branches changed."""
    lock = (package / "identity.lock.json").read_text("utf-8").splitlines()
    source("description: https://vendor.example/openapi.json\n")(package)
    (package / "identity.lock.json").write_text("\n".join([*lock[:-3], "<<<<<<< ours", *lock[-3:], ""]), "utf-8")


def nothing(package: Path) -> None:
    """The package itself has the fault."""


_PAGING = Pagination(PaginationStyle.PAGE, (PaginationEnd.EMPTY_PAGE,), Basis.INFERRED, page="pages", items="/next")
# One line, longer than the terminal, whose fault is far to the right and behind characters of two columns.
_LONG = (
    'operations: {"GET /item/get/{id}": {summary: "項目を一つ取得します", description: "一つの項目", effct: read, parameters: '
    "{id: {description: The number of the item.}}}}\n"
)
FAULTS = {
    "overlay-key": ([], overlay('operations:\n  "GET /item/get/{x}":\n    summray: One item.\n    curated: true\n')),
    "overlay-unmatched": ([], overlay('operations:\n  "GET /itm/get/{x}": {curated: true}\n')),
    "overlay-long-line": ([], overlay(_LONG)),
    "overlay-tab": ([], overlay('operations:\n  "GET /item/get/{x}":\n\tcurated: true\n')),
    "overlay-brackets": ([], overlay("operations:\n  {GET /item/get/{x}: {curated: true}}\n")),
    "not-sealed": ([], overlay('operations:\n  "GET /item/get/{x}": {curated: true, summary: One item.}\n')),
    "source-key": ([], source("description: https://vendor.example/openapi.json\nlicence: MIT\n")),
    "lock-conflict": ([], conflict),
    "digest": ([], appended("schemas.json", "\n")),
    "paging": ([replace(operation("item", "list"), pagination=_PAGING, callable=False), operation("item", "get")], nothing),
}


def report(directory: Path, colours: bool) -> str:
    return text(run_of([judge(directory)]), width=80, colours=Colours(colours))


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_reads_well_at_80_columns(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    operations, make = FAULTS[name]
    directory = written(Path("connectors/sample"), *operations)
    make(directory)
    plain = report(directory, colours=False)
    assert all(display_width(line) <= 80 for line in plain.splitlines())
    assert re.sub(r"\x1b\[[0-9;]*m", "", report(directory, colours=True)) == plain
    golden(f"fault-{name}", plain)
