"""Small descriptions for tests: the text that shows one thing, read and derived as the program does it."""

import re
import textwrap
from collections.abc import Mapping
from typing import Any

import msgspec

from connectors.derive.derive import derive
from connectors.derive.selection import EVERYTHING, Selection
from connectors.description.describe import describe
from connectors.description.expansion import Expansion
from connectors.description.reading import read_document
from connectors.description.remarks import Remarks
from connectors.description.resolve import Resolver, Unfollowed
from connectors.description.schemas import SchemaDialect, Schemas
from connectors.description.tree import Document
from connectors.description.view import View
from connectors.limits import Limits
from connectors.model.lock import EMPTY_LOCK, Lock
from connectors.model.package import Derived
from connectors.problems import Code

SWAGGER = 'swagger: "2.0"'
OPENAPI_30 = "openapi: 3.0.4"
OPENAPI_31 = "openapi: 3.1.1"
OPENAPI_32 = "openapi: 3.2.0"
EVERY = (SWAGGER, OPENAPI_30, OPENAPI_31)
"""One version of each dialect of Schema Objects."""

COMPONENTS = {SWAGGER: "#/definitions/", OPENAPI_30: "#/components/schemas/", OPENAPI_31: "#/components/schemas/"}


def document(version: str, text: str) -> str:
    """A whole description from its version line and the lines that matter; with a server, where they name none."""
    server = "host: sample.example\nschemes: [https]" if version == SWAGGER else "servers: [{url: 'https://sample.example'}]"
    if re.search(r"^\s*(servers|host|schemes|basePath):", text, re.MULTILINE):
        server = ""
    return f"{version}\ninfo: {{title: Sample, version: '1'}}\n{server}\n{textwrap.dedent(text)}"


def view(
    version: str, text: str, files: Mapping[str, str] | None = None, *, limits: Limits | None = None, prose: bool = True
) -> View:
    """The view of a description. `files` are further files by their path; those opened besides do not exist."""
    others = files or {}

    def open_document(name: str) -> Document | Unfollowed:
        if name not in others:
            return Unfollowed(Code.REFERENCE_NOT_FOUND, f"the file `{name}` does not exist")
        return read_document(textwrap.dedent(others[name]).encode(), name=name, shown_as=name)

    entry = read_document(document(version, text).encode(), shown_as="folder/openapi.yaml")
    return describe(entry, open_document, limits or Limits(), prose=prose)


def derived(
    version: str,
    text: str,
    files: Mapping[str, str] | None = None,
    *,
    lock: Lock = EMPTY_LOCK,
    selection: Selection = EVERYTHING,
    prose: bool = True,
) -> Derived:
    """What is derived from a description, as the connector `x`."""
    return derive(view(version, text, files, prose=prose), "x", lock, selection)


def plain(value: object) -> Any:
    """As a reader of JSON sees it; what is left out in the files is left out here."""
    return msgspec.json.decode(msgspec.json.encode(value))


def operation(version: str, text: str, files: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The only operation of a description, as JSON. Fails where it became a gap."""
    found = derived(version, text, files)
    assert [gap.reason for gap in found.gaps] == []
    (only,) = found.operations
    return plain(only)


def gap(version: str, text: str, files: Mapping[str, str] | None = None) -> tuple[str, str]:
    """Code and place of the only gap of a description without operations."""
    found = derived(version, text, files)
    assert [item.identity for item in found.operations] == []
    (only,) = found.gaps
    return only.code.value, only.at.pointer


def bare_schemas(dialect: SchemaDialect, limits: Limits | None = None) -> Schemas:
    """A translator of schemas with no description around them."""
    entry = read_document(b"{}", shown_as="-")
    resolver = Resolver(entry, lambda name: Unfollowed(Code.REFERENCE_NOT_FOUND, name), Limits())
    remarks = Remarks(Expansion(Limits().expansion, lambda: 0, lambda name: name))
    return Schemas(resolver, remarks, dialect, limits or Limits(), prose=True, entry=entry.tree)


def notes(found: Derived) -> list[tuple[str, str, str]]:
    """Severity, code and place of every note."""
    return [(note.severity.value, note.code.value, note.at.pointer) for note in found.notes]


def answering(
    version: str, schema: str, components: str = "{}", files: Mapping[str, str] | None = None, *, prose: bool = True
) -> Derived:
    """The derivation of `GET /x`, which answers 200 with JSON of this schema, beside these named schemas."""
    if version == SWAGGER:
        text = f"""
        produces: [application/json]
        paths: {{/x: {{get: {{responses: {{'200': {{description: d, schema: {schema}}}}}}}}}}}
        definitions: {components}
        """
    else:
        text = f"""
        paths: {{/x: {{get: {{responses: {{'200': {{description: d, content: {{application/json: {{schema: {schema}}}}}}}}}}}}}}}
        components: {{schemas: {components}}}
        """
    return derived(version, text, files, prose=prose)


def schema(version: str, text: str, components: str = "{}", files: Mapping[str, str] | None = None) -> Any:
    """The translation of a schema that is written in one line of YAML."""
    return plain(answering(version, text, components, files).operations[0].responses[0].content[0].schema)


def schema_notes(version: str, text: str, components: str = "{}") -> list[tuple[str, str]]:
    """Severity and code of the notes on that translation."""
    return [(note.severity.value, note.code.value) for note in answering(version, text, components).notes]


def posting(version: str, schema: str, components: str = "{}", media_type: str = "application/json", more: str = "") -> str:
    """A description of `POST /x` with a required body of this schema; `more` stands beside the schema (3.x), as `, encoding: …`."""
    if version == SWAGGER:
        return f"""
        consumes: ['{media_type}']
        paths: {{/x: {{post: {{parameters: [{{in: body, name: b, required: true, schema: {schema}}}], responses: {{'200': {{description: d}}}}}}}}}}
        definitions: {components}
        """
    content = f"{{'{media_type}': {{schema: {schema}{more}}}}}"
    return f"""
    paths: {{/x: {{post: {{requestBody: {{required: true, content: {content}}}, responses: {{'200': {{description: d}}}}}}}}}}
    components: {{schemas: {components}}}
    """
