"""What a schema of a package is."""

from decimal import Decimal
from typing import Any

import pytest
from checked import answering, argument, made, packaged, said

from connectors.canonical import raw
from connectors.check.schemas import schemas
from connectors.model.operation import Body, Encoding, ErrorResponse, Header, Location, MediaType, Response


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        pytest.param("string", "", id="a-text"),
        pytest.param({"type": "int"}, "/type", id="a-type-that-is-none"),
        pytest.param({"type": []}, "/type", id="no-type"),
        pytest.param({"type": ["string", "string"]}, "/type", id="a-type-twice"),
        pytest.param({"minLength": -1}, "/minLength", id="a-negative-length"),
        pytest.param({"maxItems": 1.5}, "/maxItems", id="half-an-item"),
        pytest.param({"maximum": True}, "/maximum", id="a-truth-value-is-no-number"),
        pytest.param({"exclusiveMinimum": True}, "/exclusiveMinimum", id="the-exclusive-bounds-of-draft-4"),
        pytest.param({"multipleOf": 0}, "/multipleOf", id="a-multiple-of-nothing"),
        pytest.param({"required": True}, "/required", id="the-required-of-draft-3"),
        pytest.param({"required": ["a", "a"]}, "/required", id="required-twice"),
        pytest.param({"enum": "a"}, "/enum", id="an-enum-is-a-list"),
        pytest.param({"pattern": 1}, "/pattern", id="a-pattern-is-a-text"),
        pytest.param({"uniqueItems": "true"}, "/uniqueItems", id="a-flag-is-no-text"),
        pytest.param({"items": [{}]}, "/items", id="the-item-lists-of-draft-7"),
        pytest.param({"allOf": []}, "/allOf", id="all-of-nothing"),
        pytest.param({"anyOf": {"a": {}}}, "/anyOf", id="alternatives-are-a-list"),
        pytest.param({"properties": ["a"]}, "/properties", id="members-are-an-object"),
        pytest.param({"properties": {"a/b": {"type": 1}}}, "/properties/a~1b/type", id="deep-inside"),
        pytest.param({"dependentRequired": {"a": "b"}}, "/dependentRequired", id="dependencies-are-lists"),
        pytest.param({"$ref": "#/$defs/Gone"}, "/$ref", id="a-reference-to-nothing"),
        pytest.param({"$ref": "#/$defs/Item/properties/id"}, "/$ref", id="a-reference-into-a-schema"),
        pytest.param({"$ref": "https://e.example/a.json"}, "/$ref", id="a-reference-elsewhere"),
        pytest.param({"$ref": {"type": "string"}}, "/$ref", id="a-reference-is-a-text"),
        pytest.param({"$dynamicRef": "#a"}, "/$dynamicRef", id="another-form-of-reference"),
        pytest.param({"$id": "https://e.example/a.json"}, "/$id", id="a-base-of-its-own"),
        pytest.param({"discriminator": {"mapping": {"a": "Item"}}}, "/discriminator/mapping/a", id="a-mapping-by-name"),
        pytest.param({"discriminator": "kind"}, "/discriminator", id="the-discriminator-of-swagger"),
    ],
)
def test_a_schema_that_is_none(schema: Any, pointer: str) -> None:
    package = packaged(made(responses=answering(schema)))
    assert said(schemas, package) == [("schema-invalid", "error", f"/operations/0/responses/0/content/0/schema{pointer}")]


@pytest.mark.parametrize(
    "schema",
    [
        True,
        False,
        {},
        {"type": ["string", "null"]},
        {"minLength": 0, "maxLength": 2.0},
        {"multipleOf": Decimal("0.010"), "maximum": 10**30, "minimum": -1.5},
        {"required": [], "enum": [], "const": {"$ref": "#/$defs/Gone"}},
        {"properties": {"$ref": {"type": "string"}, "type": {"enum": ["int"]}}},
        {"default": {"$ref": 1}, "example": {"type": 1}, "examples": [{"items": []}], "x-vendor": {"type": "int"}},
        {"$ref": "#/$defs/a~1b%20c", "description": "beside it"},
        {"$defs": {"Own": {"type": "string"}}, "if": {}, "then": True, "else": False},
        {"discriminator": {"propertyName": "kind", "mapping": {"item": "#/$defs/Item"}}},
        {"patternProperties": {"(": {}}, "pattern": "("},
    ],
)
def test_a_schema_that_just_is_one(schema: Any) -> None:
    assert said(schemas, packaged(made(responses=answering(schema)), schemas={"a/b c": {}})) == []


def test_every_schema_is_looked_at() -> None:
    """Named ones first, then those of arguments, bodies, answers and headers, each at its own place."""
    bad = raw({"type": "int"})
    media = (MediaType("application/json", bad, item_schema=bad),)
    header = (Header("X", schema=bad),)
    operation = made(
        parameters=(*made().parameters, argument("q", schema=bad, headers=header)),
        body=Body(
            "application/json",
            Encoding.JSON,
            fields=(argument("f", Location.BODY, schema=bad),),
            additional=bad,
            alternatives=media,
        ),
        responses=(Response("200", media, headers=header),),
        errors=(ErrorResponse("400", None, media, header),),
    )
    found = said(schemas, packaged(operation, schemas={"Bad": {"type": "int"}}))
    assert [pointer.removeprefix("/operations/0") for _, _, pointer in found] == [
        "/$defs/Bad/type",
        "/parameters/1/schema/type",
        "/parameters/1/headers/0/schema/type",
        "/body/fields/0/schema/type",
        "/body/additional/type",
        "/body/alternatives/0/schema/type",
        "/body/alternatives/0/item_schema/type",
        "/responses/0/content/0/schema/type",
        "/responses/0/content/0/item_schema/type",
        "/responses/0/headers/0/schema/type",
        "/errors/0/content/0/schema/type",
        "/errors/0/content/0/item_schema/type",
        "/errors/0/headers/0/schema/type",
    ]
