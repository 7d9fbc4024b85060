"""The references of a package: each leads to a schema of `schemas.json`."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

import msgspec

from connectors import canonical, pointer
from connectors.model.operation import ErrorResponse, Header, MediaType, Parameter, Response
from connectors.model.stored import Shared, StoredBody, StoredOperation
from connectors.problems import Code
from connectors.store import layout
from connectors.store.reading import Reader

__all__ = ["check_references"]

# Schemas are text that nobody decodes while loading, so the bytes of each file are searched for what looks like a reference; only a file
# with one that leads nowhere is looked at again, node by node, to tell references from data.


def check_references(reader: Reader, files: Mapping[str, bytes], schemas: layout.SchemasFile) -> None:
    """Find every reference in the files of operations and schemas among `files` that leads nowhere."""
    names = schemas.definitions.keys()
    good: set[bytes] = set()
    for path, data in files.items():
        if not (path.startswith("operations/") or path == layout.SCHEMAS):
            continue
        found = {rest[: rest.index(b'"')] for rest in data.split(b'"#/$defs/')[1:]} - good
        bad = {target for target in found if not _resolves("#/$defs/" + target.decode(), names)}
        good |= found - bad
        if bad or data.count(b'"$ref": "') != data.count(b'"$ref": "#/$defs/'):
            for where, target in _references(path, data, bad):
                if not _resolves(target, names):
                    message = f"a reference is `#/$defs/NAME` of `{layout.SCHEMAS}`, found `{target}`"
                    reader.problem(path, where, Code.PACKAGE_VALUE, message)


def _resolves(target: str, names: Iterable[str]) -> bool:
    if not target.startswith("#/$defs/"):
        return False
    try:
        tokens = pointer.parse(pointer.from_fragment(target[1:]))
    except ValueError:
        return False
    return len(tokens) == 2 and tokens[1] in names


def _references(path: str, data: bytes, bad: Set[bytes]) -> Iterator[tuple[str, str]]:
    """Pointer and target of every reference in the schemas of one file that hold an unusual one, or a name of `bad`."""
    text = canonical.compact(data) or data
    if path == layout.SCHEMAS:
        document = msgspec.json.decode(text, type=layout.SchemasFile)
        schemas: Iterable[tuple[str, msgspec.Raw]] = (
            (pointer.join(("$defs", name)), schema) for name, schema in document.definitions.items()
        )
    else:
        resource = msgspec.json.decode(text, type=layout.OperationsFile)
        schemas = itertools.chain(_schemas_of_shared(resource.shared), _schemas_of(resource.operations))
    for where, schema in schemas:
        if _is_unusual(bytes(schema), bad):
            yield from _references_in(where, msgspec.json.decode(schema))


def _is_unusual(schema: bytes, bad: Set[bytes]) -> bool:
    """Whether something in a schema may be a reference to anything but a definition that is there."""
    unlike = schema.count(b'"$ref":"') != schema.count(b'"$ref":"#/$defs/')
    return unlike or b'"mapping"' in schema or any(target in schema for target in bad)


def _schemas_of_shared(shared: Shared) -> Iterator[tuple[str, msgspec.Raw]]:
    for name, parameter in shared.parameters.items():
        yield from _of_parameter(f"/shared/parameters/{pointer.token(name)}", parameter)
    for status, response in shared.responses.items():
        yield from _of_response(f"/shared/responses/{pointer.token(status)}", response)
    for status, error in shared.errors.items():
        yield from _of_response(f"/shared/errors/{pointer.token(status)}", error)


def _schemas_of(operations: Iterable[StoredOperation]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, operation in enumerate(operations):
        where = f"/operations/{index}"
        yield from _of_parameters(f"{where}/parameters", operation.parameters)
        if operation.body is not None:
            yield from _of_body(f"{where}/body", operation.body)
        yield from _of_responses(f"{where}/responses", operation.responses)
        yield from _of_responses(f"{where}/errors", operation.errors)


def _of_parameters(where: str, parameters: Iterable[Parameter | str]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, parameter in enumerate(parameters):
        if not isinstance(parameter, str):
            yield from _of_parameter(f"{where}/{index}", parameter)


def _of_parameter(where: str, parameter: Parameter) -> Iterator[tuple[str, msgspec.Raw]]:
    yield f"{where}/schema", parameter.schema
    yield from _of_headers(f"{where}/headers", parameter.headers)


def _of_body(where: str, body: StoredBody) -> Iterator[tuple[str, msgspec.Raw]]:
    yield from _of_parameters(f"{where}/fields", body.fields or ())
    if body.whole is not None:
        yield from _of_parameter(f"{where}/whole", body.whole)
    if not isinstance(body.additional, msgspec.UnsetType):
        yield f"{where}/additional", body.additional
    yield from _of_content(f"{where}/alternatives", body.alternatives)


def _of_responses(where: str, responses: Iterable[Response | ErrorResponse | str]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, response in enumerate(responses):
        if not isinstance(response, str):
            yield from _of_response(f"{where}/{index}", response)


def _of_response(where: str, response: Response | ErrorResponse) -> Iterator[tuple[str, msgspec.Raw]]:
    yield from _of_content(f"{where}/content", response.content)
    yield from _of_headers(f"{where}/headers", response.headers)


def _of_content(where: str, content: Iterable[MediaType]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, media_type in enumerate(content):
        yield f"{where}/{index}/schema", media_type.schema
        if not isinstance(media_type.item_schema, msgspec.UnsetType):
            yield f"{where}/{index}/item_schema", media_type.item_schema


def _of_headers(where: str, headers: Iterable[Header]) -> Iterator[tuple[str, msgspec.Raw]]:
    for index, header in enumerate(headers):
        yield f"{where}/{index}/schema", header.schema


# Source: JSON Schema 2020-12, Core §10 and §11 and Validation §8: the keywords whose values hold schemas.
_MAPS_OF_SCHEMAS = {"$defs", "properties", "patternProperties", "dependentSchemas"}
_HOLD_SCHEMAS = {
    *("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"),
    *("unevaluatedItems", "unevaluatedProperties", "contentSchema", "allOf", "anyOf", "oneOf", "prefixItems"),
}


def _references_in(where: str, schema: Any) -> Iterator[tuple[str, str]]:
    pending = [(where, schema)]
    while pending:
        place, node = pending.pop()
        if isinstance(node, list):
            pending.extend((f"{place}/{index}", item) for index, item in enumerate(node))
        if not isinstance(node, dict):
            continue
        for key, value in node.items():
            below = f"{place}/{pointer.token(key)}"
            if key == "$ref" and isinstance(value, str):
                yield below, value
            elif key in _HOLD_SCHEMAS:
                pending.append((below, value))
            elif key in _MAPS_OF_SCHEMAS and isinstance(value, dict):
                pending.extend((f"{below}/{pointer.token(name)}", item) for name, item in value.items())
            elif key == "discriminator" and isinstance(value, dict) and isinstance(value.get("mapping"), dict):
                mapping = value["mapping"].items()
                yield from (
                    (f"{below}/mapping/{pointer.token(name)}", target) for name, target in mapping if isinstance(target, str)
                )
