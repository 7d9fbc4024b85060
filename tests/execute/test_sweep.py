"""Every operation of every description that the project keeps: a call is built, or refused with reasons."""

from pathlib import Path

import pytest

from connectors.execute.request import build
from connectors.execute.schemas import Schemas, read
from connectors.execute.values import File
from connectors.problems import ConnectorsError

DESCRIPTIONS = Path(__file__).parents[2] / "fixtures" / "descriptions"
SERVER = "https://sweep.example/base"


def sample(schema, schemas, depth=0):
    """A value of about the right kind."""
    for facet in schemas.facets(schema):
        if "const" in facet:
            return facet["const"]
        if isinstance(facet.get("enum"), list) and facet["enum"]:
            return facet["enum"][0]
    kinds = schemas.kinds(schema) or {"string"}
    if "binary" in kinds:
        return File(b"\x00\xff", "a.bin")
    if "string" in kinds:
        return "abc"
    if "integer" in kinds:
        return 7
    if "boolean" in kinds:
        return True
    if "array" in kinds:
        return [sample(schemas.items(schema), schemas, depth + 1)] if depth < 6 else []
    if "object" in kinds:
        found = {}
        for facet in schemas.facets(schema):
            for name in facet.get("required", []) if depth < 6 else []:
                inner = schemas.member(schema, name)
                if not schemas.is_read_only(inner):
                    found[name] = sample(inner, schemas, depth + 1)
        return found
    return None


@pytest.mark.parametrize("name", [path.name for path in sorted(DESCRIPTIONS.glob("*.*"))])
def test_every_operation_is_called_or_refused(derived, name):
    package = derived(DESCRIPTIONS / name)
    schemas = Schemas(package.schemas)
    built = 0
    for operation in package.operations:
        body = operation.body
        members = [] if body is None else [*(body.fields or ()), *([body.whole] if body.whole else [])]
        for wanted in (True, False):
            given = {
                item.key: sample(read(item.schema), schemas)
                for item in (*operation.parameters, *members)
                if item.required or wanted
            }
            try:
                request = build(package, operation, given, server=SERVER)
            except ConnectorsError:
                continue
            built += 1
            assert request.url.startswith(SERVER)
            assert "{" not in request.url
            assert all(value.isascii() and value.isprintable() for _, value in request.headers)
    assert built >= len(package.operations) // 2
