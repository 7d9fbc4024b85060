"""Packages derived from descriptions, to be called."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from connectors.execute.request import Request, build
from connectors.model.package import Package
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.store.load import load_package

CASES = Path(__file__).parents[2] / "fixtures" / "cases"


@pytest.fixture(scope="session")
def derived(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path | str], Package]:
    """Derive a package from a description: a file, or its text."""
    known: dict[str, Package] = {}

    def derive(spec: Path | str) -> Package:
        if str(spec) not in known:
            folder = tmp_path_factory.mktemp("derived")
            if isinstance(spec, str):
                (folder / "spec.yaml").write_text(spec)
            source = spec if isinstance(spec, Path) else folder / "spec.yaml"
            gen(
                GenOptions(
                    spec=str(source), id="made", out=folder / "made", )
            )  # fmt: skip
            known[str(spec)] = load_package(folder / "made")
        return known[str(spec)]

    return derive


@pytest.fixture(scope="session")
def case(derived) -> Callable[..., Request]:
    """Call an operation of a case: its number, `METHOD /path`, the arguments by key."""

    def call(number: str, target: str, arguments: Mapping[str, object], **options) -> Request:
        folder = next(CASES.glob(f"{number}-*"))
        found = derived(next(folder.glob("spec.*")))
        one = next(item for item in found.operations if f"{item.method} {item.path}" == target)
        return build(found, one, arguments, **options)

    return call
