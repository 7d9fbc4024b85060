"""A facts-only package holds no sentence of the vendor's: shown for every document of the corpus, by other means than it was made by."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.problems import DescriptionError
from corpus_support import Raw, Row, needs_corpus, rows, unpack

SHORTEST, LONGEST = 20, 40
"""A sentence is searched for by its first 40 characters, which the whole of it begins with; below 20 characters it may be a name."""

PARTS = 40

MAPS = {
    "properties", "patternProperties", "definitions", "$defs", "schemas", "responses", "parameters", "paths", "headers", "content", "links",
    "securitySchemes", "securityDefinitions", "callbacks", "webhooks", "requestBodies", "pathItems", "variables", "mapping", "scopes",
    "dependentSchemas", "encoding",
}  # fmt: skip
"""Objects whose keys are names the vendor chose: a member may be called `default` or `description`."""
PROSE = {"description", "summary", "title", "$comment", "termsOfService"}
DATA = {"enum", "default", "const", "pattern"}
"""What stays as it is, together with every name: keys of objects, and the values of these."""
ASIDE = {"example", "examples", "externalDocs"}
"""What is the vendor's own as a whole, whatever the keys inside it; extensions (`x-`) as well."""


class Vendor:
    """The texts of a description, in two heaps: sentences that have to be gone, and names and values that stay."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.sentences: set[str] = set()
        self.stays: set[str] = set()
        self._files: set[Path] = {raw.path}
        self._read(raw.tree, (), raw.path)

    def _read(self, node: object, keys: tuple[str, ...], file: Path) -> None:
        if isinstance(node, list):
            for item in node:
                self._read(item, keys, file)
        elif isinstance(node, dict):
            self.stays.update(map(str, node))
            chosen = bool(keys) and keys[-1] in MAPS
            for key, value in node.items():
                self._read(value, (*keys, "*" if chosen else str(key)), file)
                if keys == ("paths",) and isinstance(value, dict):
                    self.stays.update(f"{method.upper()} {key}" for method in value)
            self._beside(node.get("$ref"), file)
        elif isinstance(node, str):
            self._sort(node, keys)

    def _beside(self, reference: object, file: Path) -> None:
        """Read the file that a reference leads to, once."""
        address = reference.partition("#")[0] if isinstance(reference, str) else ""
        target = Path(*(file.parent / address).parts) if address and "://" not in address else None
        if target is not None and target.is_file() and target.resolve() not in self._files:
            self._files.add(target.resolve())
            try:
                self._read(self.raw._load(target), (), target)
            except (OSError, ValueError):
                return

    def _sort(self, text: str, keys: tuple[str, ...]) -> None:
        last = keys[-1] if keys else ""
        # The outermost decides: a `default` inside an example is part of the example.
        outermost = next((key for key in keys if key in DATA or key in ASIDE or key.startswith("x-")), None)
        if outermost in DATA:
            self.stays.add(text)
        elif outermost is not None or last in PROSE or "scopes" in keys[-2:-1] or keys[-2:] == ("contact", "name"):
            self.sentences.add(text)
        else:
            self.stays.add(text)

    def starts(self) -> set[str]:
        """The first characters of every sentence that is long enough to be one."""
        found = {clean[:LONGEST] for text in self.sentences if len(clean := text.strip()) >= SHORTEST and " " in clean[:LONGEST]}
        return found - set(occurring(found, self.stays))


def occurring(starts: set[str], texts: set[str]) -> Iterator[str]:
    """Those of `starts` that stand in one of the texts, anywhere. One pass over the texts, whatever the number of starts."""
    by_head: dict[str, list[str]] = {}
    for start in starts:
        by_head.setdefault(start[:SHORTEST], []).append(start)
    # Every start holds a space, so that a text without one, as most names are, holds none of them.
    for text in (text for text in texts if " " in text):
        for at in range(len(text) - SHORTEST + 1):
            for start in by_head.get(text[at : at + SHORTEST], ()):
                if text.startswith(start, at):
                    yield start


def texts_of(package: Path) -> set[str]:
    """Every text of a package: keys and values of its JSON, lines of the rest, names of its files. The licence texts are nobody's prose."""
    found: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            found.update(node)
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for item in node:
                walk(item)
        elif isinstance(node, str):
            found.add(node)

    for path in sorted(package.rglob("*")):
        if path.is_file() and path.parent.name != "LICENSES":
            found.add(path.relative_to(package).as_posix())
            if path.suffix == ".json":
                walk(json.loads(path.read_bytes()))
            else:
                found.add(path.read_text("utf-8"))
    return found


def facts_only(spec: Path, root: Path | None, out: Path, prose: Literal["keep", "omit"] = "omit") -> Path | None:
    """Derive a facts-only package as the command does; None where the description is none."""
    options = GenOptions(
        spec=str(spec), id="corpus", out=out, root=root, prose=prose, )  # fmt: skip
    try:
        gen(options)
    except DescriptionError:
        return None
    return out


def left_in(row: Row, folder: Path) -> list[str]:
    """The sentences of one document that are still in its facts-only package."""
    spec = unpack(row, folder)
    package = facts_only(spec, folder / row.root if row.files > 1 else None, folder / "package")
    if package is None:
        return []
    return sorted(set(occurring(Vendor(Raw(spec)).starts(), texts_of(package))))


@needs_corpus
@pytest.mark.parametrize("part", range(PARTS))
def test_no_sentence_of_a_vendor_is_in_a_facts_only_package(part: int, tmp_path: Path) -> None:
    found = {}
    for number, row in enumerate(rows()[part::PARTS]):
        if left := left_in(row, tmp_path / str(number)):
            found[row.path] = left[:5]
    assert found == {}


SENTENCE = "A sentence of the vendor's about "
EVERYWHERE = """
openapi: 3.1.0
info:
  title: {0}the title
  summary: {0}the summary
  description: {0}the whole
  version: "1"
  termsOfService: {0}the terms
  contact: {{name: {0}whom to ask, email: ask@vendor.example}}
  license: {{name: MIT}}
tags: [{{name: things, description: {0}a tag, externalDocs: {{url: https://d.example, description: {0}more docs}}}}]
externalDocs: {{url: https://docs.vendor.example, description: {0}the docs}}
servers:
  - url: https://{{region}}.vendor.example
    description: {0}a server
    variables: {{region: {{default: eu, enum: [eu, us], description: {0}a variable}}}}
paths:
  /things:
    summary: {0}a path
    description: {0}a path item
    post:
      tags: [things]
      operationId: addThing
      summary: {0}an operation
      description: {0}an operation at length
      externalDocs: {{url: https://e.example, description: {0}an operation's docs}}
      parameters:
        - {{name: q, in: query, description: {0}a parameter, schema: {{type: string, examples: ["{0}an example"]}}, example: {0}one example}}
        - {{name: broken, in: nowhere, description: {0}a broken parameter}}
      requestBody:
        description: {0}a body
        content:
          application/json:
            examples: {{one: {{summary: {0}an example's summary, value: {0}an example's value}}}}
            schema: {{$ref: '#/components/schemas/Thing'}}
      responses:
        "200":
          description: {0}an answer
          headers: {{X-A: {{description: {0}a header, schema: {{type: string}}}}}}
          links: {{next: {{operationId: addThing, description: {0}a link}}}}
          content: {{application/json: {{schema: {{$ref: '#/components/schemas/Thing'}}}}}}
      callbacks: {{done: {{'{{$request.query.q}}': {{post: {{summary: {0}a callback, responses: {{"200": {{description: {0}its answer}}}}}}}}}}}}
  /broken: {{get: "{0}no operation"}}
webhooks: {{arrived: {{post: {{summary: {0}a webhook, responses: {{"200": {{description: {0}its answer}}}}}}}}}}
components:
  securitySchemes:
    key: {{type: apiKey, in: header, name: X-Key, description: {0}a scheme}}
    odd: {{type: "{0}no kind of scheme", description: {0}an odd scheme}}
    oauth:
      type: oauth2
      flows: {{clientCredentials: {{tokenUrl: https://t.example, scopes: {{read: {0}a scope}}}}}}
  schemas:
    Thing:
      title: {0}a schema
      description: {0}a schema at length
      $comment: {0}a comment
      example: {{a: {0}an example of a schema}}
      x-enum-descriptions: ["{0}an extension"]
      deprecated: "{0}no flag"
      minimum: "{0}no number"
      type: object
      properties:
        title: {{type: string, title: {0}a member, enum: [open, A value that has words in it]}}
        description: {{type: string, default: A default that has words in it}}
"""


def test_the_search_finds_the_sentences_of_a_package_that_keeps_them(tmp_path: Path) -> None:
    spec = tmp_path / "openapi.yaml"
    spec.write_text(EVERYWHERE.format(SENTENCE))
    package = facts_only(spec, None, tmp_path / "package", prose="keep")
    assert package is not None
    vendor = Vendor(Raw(spec))
    assert len(vendor.sentences) > 30
    kept = {text.removeprefix(SENTENCE) for text in texts_of(package) if text.startswith(SENTENCE)}
    assert {"the whole", "an operation", "a parameter", "a member", "a scope", "a server", "whom to ask", "an example"} <= kept
    assert len(set(occurring(vendor.starts(), texts_of(package)))) > 10


def test_no_sentence_stays_wherever_it_stands(tmp_path: Path) -> None:
    spec = tmp_path / "openapi.yaml"
    spec.write_text(EVERYWHERE.format(SENTENCE))
    assert len(re.findall(SENTENCE, spec.read_text())) > 40
    package = facts_only(spec, None, tmp_path / "package")
    assert package is not None
    everything = "\n".join(texts_of(package))
    assert SENTENCE.strip() not in everything
    assert "whom to ask" not in everything
    assert "ask@vendor.example" not in everything
    for fact in ("A value that has words in it", "A default that has words in it", "X-Key", "read", "things", "eu"):
        assert fact in everything
    assert json.loads((package / "connector.json").read_bytes())["title"] == "corpus"
