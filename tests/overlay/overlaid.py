"""A package derived from a small description, and what an overlay makes of it."""

import dataclasses
import textwrap
from dataclasses import dataclass
from typing import Any

import msgspec

from connectors.model.connector import Connector, Counts, Header, Provenance, Rights, SourceFormat
from connectors.model.lock import EMPTY_LOCK, Lock
from connectors.model.operation import Operation
from connectors.model.package import Derived
from connectors.overlay.apply import Effective, apply_file
from connectors.problems import ConnectorsError, Problem
from support import OPENAPI_31, derived, plain

HEADER = "schema_version: 1\nconnector: x\n"

SHOP = """
    security: [{token: []}]
    paths:
      /items:
        get:
          tags: [item]
          operationId: listItems
          parameters:
            - {name: page, in: query, schema: {type: integer}}
            - {name: per_page, in: query, schema: {type: integer}}
            - {name: token, in: query, schema: {type: string}}
          responses:
            "200":
              description: items
              content:
                application/json:
                  schema:
                    type: object
                    properties:
                      data: {type: array, items: {type: object, properties: {id: {type: string}}}}
                      next: {type: string}
                      more: {type: boolean}
                      total: {type: integer}
                      ok: {type: boolean}
            "404": {description: none}
        post:
          tags: [item]
          operationId: createItem
          parameters: [{name: token, in: query, schema: {type: string}}]
          requestBody:
            required: true
            content:
              application/json: {schema: {$ref: '#/components/schemas/Item'}}
              application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Item'}}
          responses: {"202": {description: soon}, "409": {description: there}}
      /items/{id}:
        get:
          tags: [item]
          operationId: getItem
          summary: One item.
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses:
            "200": {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}
        delete:
          tags: [item, admin]
          operationId: deleteItem
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses: {"204": {description: gone}}
      /admin/reset:
        post: {tags: [admin], operationId: reset, security: [{token: [], second: []}], responses: {"204": {description: done}}}
        put: {tags: [admin], operationId: restore, security: [{lost: []}], responses: {"204": {description: done}}}
    components:
      schemas: {Item: {type: object, properties: {name: {type: string}, note: {type: string}}}}
      securitySchemes:
        token: {type: apiKey, in: header, name: Authorization}
        second: {type: apiKey, in: header, name: X-Second}
"""


@dataclass(frozen=True)
class Made:
    """The derived half of a package."""

    connector: Connector
    derived: Derived
    lock: Lock

    def with_overlay(self, overlay: str | bytes | None, lock: Lock | None = None) -> Effective:
        data = overlay.encode() if isinstance(overlay, str) else overlay
        found = self.derived
        return apply_file(
            data, "overlay.yaml", self.connector, found.operations, found.schemas, found, self.lock if lock is None else lock
        )


def connector_of(found: Derived) -> Connector:
    header = Header(notice="", license="MIT", copyright=(), source=None, source_sha256="", generator="connectors", derivation=1)
    return Connector(
        header=header,
        schema_version=1,
        id=found.connector,
        title=found.title,
        provenance=Provenance(format=SourceFormat.OPENAPI_3_1, sha256="ab" * 32, bytes=1),
        rights=Rights(),
        counts=Counts(declared=len(found.operations), operations=len(found.operations), gaps=len(found.gaps)),
        description=found.description,
        servers=found.servers,
        auth=found.auth,
        default_security=found.default_security,
    )


def made(text: str = SHOP, version: str = OPENAPI_31, lock: Lock = EMPTY_LOCK) -> Made:
    found = derived(version, text, lock=lock)
    # What is derived of pages is not what these tests are about.
    bare = tuple(msgspec.structs.replace(each, pagination=None) for each in found.operations)
    found = dataclasses.replace(found, operations=bare)
    return Made(connector_of(found), found, found.lock)


def overlay(text: str) -> str:
    """An overlay from the lines that matter."""
    return HEADER + textwrap.dedent(text)


def effective(text: str, package: Made | None = None) -> Effective:
    return (package or made()).with_overlay(overlay(text))


def operation(found: Effective, identity: str) -> Operation:
    (only,) = [each for each in found.operations if each.identity == identity]
    return only


def json_of(found: Effective, identity: str) -> Any:
    return plain(operation(found, identity))


def problems(text: str, package: Made | None = None) -> tuple[Problem, ...]:
    """Every problem of an overlay, warnings included where nothing else is wrong."""
    return problems_of(overlay(text), package)


def problems_of(data: str | bytes, package: Made | None = None) -> tuple[Problem, ...]:
    try:
        return (package or made()).with_overlay(data).problems
    except ConnectorsError as error:
        return error.problems


def report(found: tuple[Problem, ...]) -> str:
    """The exact report: place, pointer, weight, code, message and remedy of each."""
    lines = []
    for problem in found:
        where = problem.where
        place = f"{where.line}:{where.column} {where.pointer or '(the file)'}" if where else "-"
        lines += [f"{place} {problem.severity}[{problem.code}]", f"  {problem.message}", f"  fix: {problem.remedy}"]
    return "\n".join(lines) + "\n" if lines else ""
