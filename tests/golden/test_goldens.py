"""Golden packages: what each description gives, byte for byte. `scripts/goldens` writes them anew."""

import json
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest
from jsonschema import Draft202012Validator

from connectors.model.package import Package
from connectors.store.load import load_package
from connectors.version import DERIVATION_VERSION

HERE = Path(__file__).parent
SCRIPT = HERE.parents[1] / "scripts" / "goldens"


def _script() -> ModuleType:
    """The script that writes the goldens knows best how each one is derived."""
    spec = spec_from_loader("scripts_goldens", SourceFileLoader("scripts_goldens", str(SCRIPT)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = writes
    return module


goldens = _script()
NAMES = [golden.name for golden in goldens.GOLDENS]


@pytest.fixture(scope="module")
def today() -> dict[str, bytes]:
    found: dict[str, bytes] = goldens.expected()
    return found


def below(files: dict[str, bytes], folder: str) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if path == folder or path.startswith(f"{folder}/")}


def assert_same(kept: dict[str, bytes], derived: dict[str, bytes]) -> None:
    found = list(goldens.differences(kept, derived))
    more = f"\n... and {len(found) - 60} more lines" if len(found) > 60 else ""
    assert not found, "run `scripts/goldens`, and read what it changes:\n" + "\n".join(found[:60]) + more


@pytest.mark.parametrize("name", NAMES)
def test_a_description_gives_the_golden_package(today: dict[str, bytes], name: str) -> None:
    assert_same(below(goldens.present(), name), below(today, name))


def test_the_large_description_gives_the_same_account(today: dict[str, bytes]) -> None:
    assert_same(below(goldens.present(), "warehouse.json"), below(today, "warehouse.json"))


@pytest.mark.parametrize("view", [f"{view}-{width}" for view in goldens.VIEWS for width in goldens.WIDTHS])
def test_show_says_the_golden_text(today: dict[str, bytes], view: str) -> None:
    name = f"show/{view}.txt"
    assert_same(below(goldens.present(), name), below(today, name))


def test_nothing_else_is_kept_beside_the_goldens(today: dict[str, bytes]) -> None:
    assert goldens.present().keys() == today.keys()


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_package_loads(name: str) -> None:
    package = load_package(HERE / name)
    assert package.address == kept_addresses()["addresses"][name]
    assert package.connector.counts.declared == package.connector.counts.operations + package.connector.counts.gaps
    assert len(package.operations) == package.connector.counts.operations


def test_an_address_moves_only_with_the_derivation_version(today: dict[str, bytes]) -> None:
    """Who derives the same description again gets the same package, unless the rules say by their number that they are others."""
    kept, found = kept_addresses(), json.loads(today["addresses.json"])
    moved = [name for name, address in kept["addresses"].items() if found["addresses"].get(name, address) != address]
    if moved and kept["derivation"] == DERIVATION_VERSION:
        pytest.fail(
            f"{', '.join(moved)}: another address, and the derivation version is {DERIVATION_VERSION} as before. Everybody who derives"
            " these descriptions again gets other packages: raise DERIVATION_VERSION in src/connectors/version.py, then run"
            " `scripts/goldens`. (Before the first release nobody has derived anything: `scripts/goldens` alone is enough.)"
        )
    assert kept == found, "the derivation version or the list of goldens changed: run `scripts/goldens`"


def test_the_goldens_show_more_than_the_good_case() -> None:
    """A happy fixture can hide a missing stage: some golden has a gap, some a note, some an event, some something left out."""
    counts = [load_package(HERE / name).connector.counts for name in NAMES]
    for what in ("gaps", "notes", "events", "excluded", "deprecated"):
        assert any(getattr(count, what) for count in counts), what


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Package]:
    large = goldens.LARGE
    found = {name: load_package(HERE / name) for name in NAMES}
    return found | {large.name: goldens.derive(large, tmp_path_factory.mktemp("large") / large.name)}


@pytest.mark.parametrize("name", [*NAMES, goldens.LARGE.name])
def test_every_schema_is_json_schema_and_reads_in_the_package(packages: dict[str, Package], name: str) -> None:
    """However wrong a description's schemas are, what comes out is valid 2020-12, and no reference in it leads nowhere."""
    package = packages[name]
    texts = {bytes(schema) for operation in package.operations for schema in schemas_in(operation)}
    texts |= {bytes(schema) for schema in package.schemas.values()}
    assert texts
    for text in sorted(texts):
        schema = msgspec.json.decode(text)
        Draft202012Validator.check_schema(schema)
        for reference in references_in(schema):
            assert reference.startswith("#/$defs/"), reference
            token = unquote(reference.removeprefix("#/$defs/")).replace("~1", "/").replace("~0", "~")
            assert token in package.schemas, reference


def schemas_in(value: Any) -> Iterator[msgspec.Raw]:
    """Every schema of an operation, whichever part of it holds one."""
    if isinstance(value, tuple):
        for item in value:
            yield from schemas_in(item)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            inner = getattr(value, field)
            if isinstance(inner, msgspec.Raw):
                if field in ("schema", "item_schema", "additional"):
                    yield inner
            else:
                yield from schemas_in(inner)


def references_in(schema: Any) -> Iterator[str]:
    """The `$ref` of a schema and of every schema inside it; what stands in values and names of members is data."""
    if isinstance(schema, list):
        for item in schema:
            yield from references_in(item)
    if not isinstance(schema, dict):
        return
    if isinstance(reference := schema.get("$ref"), str):
        yield reference
    for key, value in schema.items():
        if key in ("properties", "patternProperties", "dependentSchemas"):
            for member in value.values():
                yield from references_in(member)
        elif key not in ("default", "examples", "enum", "const", "discriminator", "xml"):
            yield from references_in(value)


def kept_addresses() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HERE / "addresses.json").read_text("utf-8"))
    return found
