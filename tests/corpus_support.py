"""The corpus of real descriptions, for tests that read it where it is: its documents, raw and derived."""

import csv
import functools
import json
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from connectors.derive.derive import derive
from connectors.description.describe import describe
from connectors.description.reading import read_document
from connectors.inputs import open_entry
from connectors.limits import Limits
from connectors.model.package import Derived

CORPUS = Path(os.environ.get("CONNECTORS_CORPUS") or Path(__file__).parents[2] / "shared" / "corpus")

needs_corpus = pytest.mark.skipif(
    not (CORPUS / "INDEX.tsv").is_file(), reason="there is no corpus: CONNECTORS_CORPUS names a folder with INDEX.tsv and specs.zip"
)


@dataclass(frozen=True)
class Row:
    """One document: its path in the archive, and the folder that its references may reach."""

    path: str
    files: int

    @property
    def root(self) -> str:
        return "/".join(self.path.split("/")[:3]) if self.files > 1 else str(Path(self.path).parent)


@functools.cache
def rows() -> tuple[Row, ...]:
    """Every document of the corpus that can be read."""
    if not (CORPUS / "INDEX.tsv").is_file():
        return ()
    with (CORPUS / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(Row(row["path"], int(row["files"])) for row in table if row["format"] != "unparseable")


def unpack(row: Row, folder: Path) -> Path:
    """Put one document, with the files beside it that it may refer to, into a folder."""
    with zipfile.ZipFile(CORPUS / "specs.zip") as archive:
        names = [name for name in archive.namelist() if name.startswith(row.root + "/")] if row.files > 1 else [row.path]
        for name in names:
            archive.extract(name, folder)
    return folder / row.path


def derived(path: Path, root: Path | None = None) -> Derived:
    """Derive a document as `gen` does."""
    entry = open_entry(str(path), root, Limits())
    document = read_document(entry.data, shown_as=entry.shown_as)
    return derive(describe(document, entry.opener, Limits()), "corpus")


class Raw:
    """A description as plain dicts and lists, read by other means than the program's: every scalar of YAML is a text."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._files: dict[Path, object] = {}
        self.tree = self._load(path)

    def _load(self, path: Path) -> object:
        path = Path(os.path.normpath(path))
        if path not in self._files:
            data = path.read_bytes()
            text = data.decode("utf-8-sig")
            self._files[path] = json.loads(text) if text.lstrip()[:1] in "{[" else yaml.load(text, yaml.CBaseLoader)
        return self._files[path]

    def follow(self, node: object, file: Path | None = None) -> tuple[object, Path]:
        """The node behind references; raises LookupError where one leads nowhere that could be followed."""
        file = file or self.path
        for _ in range(64):
            if not (isinstance(node, dict) and isinstance(node.get("$ref"), str)):
                return node, file
            address, _, fragment = node["$ref"].partition("#")
            if address:
                if "://" in address or address.startswith("/"):
                    raise LookupError(node["$ref"])
                file = file.parent / address
                if not file.is_file():
                    raise LookupError(node["$ref"])
            node = self._load(file)
            for token in fragment.split("/")[1:]:
                key = _unquote(token).replace("~1", "/").replace("~0", "~")
                if isinstance(node, list) and key.isdigit() and int(key) < len(node):
                    node = node[int(key)]
                elif isinstance(node, dict) and key in node:
                    node = node[key]
                else:
                    raise LookupError(fragment)
        raise LookupError("a cycle")

    def operations(self) -> Iterator[tuple[str, str, dict, dict, Path]]:
        """Method, path, operation, path item, and the file they stand in."""
        paths = self.tree.get("paths") if isinstance(self.tree, dict) else None
        for path, item in (paths or {}).items():
            if path.startswith("x-"):
                continue
            try:
                found, file = self.follow(item)
            except LookupError:
                continue
            if not isinstance(found, dict):
                continue
            for method in ("get", "put", "post", "delete", "options", "head", "patch", "trace"):
                if method in found:
                    try:
                        operation, place = self.follow(found[method], file)
                    except LookupError:
                        continue
                    yield method.upper(), path, operation if isinstance(operation, dict) else {}, found, place


def _unquote(token: str) -> str:
    from urllib.parse import unquote

    return unquote(token)
