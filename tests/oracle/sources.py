"""Packages to compare: those of the corpus, with their documents as plain data, and those of descriptions made here."""

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from connectors.model.connector import Connector, Counts, Header, Provenance, Rights, SourceFormat
from connectors.model.coverage import Coverage
from connectors.model.lock import EMPTY_LOCK
from connectors.model.operation import Operation
from connectors.model.package import Derived, Package
from corpus_support import CORPUS, derived, rows, unpack

LARGEST = 1_500_000
_HEADER = Header("", "MIT", (), None, "ab" * 32, "connectors", 1)


class _Loader(yaml.CSafeLoader):
    """Scalars as YAML 1.2 has them: no dates, no switches."""


_Loader.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":timestamp", ":bool"))]
    for sign, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF"))


def loaded(data: bytes) -> Any:
    """A description as plain data, its keys as texts."""
    text = data.decode("utf-8-sig")
    return _keys(json.loads(text) if text.lstrip()[:1] in "{[" else yaml.load(text, _Loader))


def _keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _keys(item) for key, item in value.items()}
    return [_keys(item) for item in value] if isinstance(value, list) else value


def packaged(found: Derived) -> Package:
    """A package in memory."""
    connector = Connector(
        header=_HEADER,
        schema_version=1,
        id=found.connector,
        title=found.title,
        provenance=Provenance(format=SourceFormat.OPENAPI_3_1, sha256="ab" * 32, bytes=1),
        rights=Rights(),
        counts=Counts(declared=len(found.operations), operations=len(found.operations), gaps=0),
        servers=found.servers,
        auth=found.auth,
        default_security=found.default_security,
    )
    coverage = Coverage(header=_HEADER, schema_version=1, connector=found.connector, declared=len(found.operations))
    return Package("sha256:" + "0" * 64, connector, found.operations, found.schemas, coverage, EMPTY_LOCK)


def corpus(scratch: Path, every: int = 1) -> Iterator[tuple[str, dict[str, Any], Package]]:
    """Documents of one file and of an ordinary size: the name, the plain data, the package."""
    if not (CORPUS / "specs.zip").is_file():
        return
    with zipfile.ZipFile(CORPUS / "specs.zip") as archive:
        sizes = {item.filename: item.file_size for item in archive.infolist()}
    chosen = [row for row in rows() if row.files == 1 and 2_000 < sizes.get(row.path, 0) < LARGEST]
    for row in chosen[::every]:
        path = unpack(row, scratch)
        try:
            tree = loaded(path.read_bytes())
        except (ValueError, yaml.YAMLError):
            continue
        if str(tree.get("openapi", "3.0")).startswith(("3.0", "3.1")):
            yield row.path, tree, packaged(derived(path))


def written(text: str, scratch: Path, name: str) -> tuple[dict[str, Any], Package]:
    """A description made here."""
    path = scratch / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return loaded(text.encode()), packaged(derived(path))


def chosen(package: Package, most: int, rare: Iterator[str] | set[str], kinds: Any) -> list[Operation]:
    """Some operations of a package: those of rare kinds first, then others, evenly."""
    wanted = set(rare)
    first = [item for item in package.operations if wanted & set(kinds(item))]
    rest = [item for item in package.operations if item not in first]
    step = max(1, len(rest) // most)
    return [*first[:most], *rest[::step]][:most]
