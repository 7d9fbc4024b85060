"""Schemas: one dialect comes out, JSON Schema 2020-12, whatever went in.

Sources: Swagger 2.0, OpenAPI 3.0.4 and 3.1.1 Schema Object; JSON Schema 2020-12.
"""

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.canonical import raw
from connectors.description.reading import read_document
from connectors.description.schemas import OPENAPI_3_0, OPENAPI_3_1, SWAGGER_2_0
from connectors.limits import Limits
from connectors.problems import DescriptionError
from support import (
    COMPONENTS,
    EVERY,
    OPENAPI_30,
    OPENAPI_31,
    OPENAPI_32,
    SWAGGER,
    answering,
    bare_schemas,
    derived,
    notes,
    plain,
    schema,
    schema_notes,
)

BYTES = {"contentMediaType": "application/octet-stream"}


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    "text",
    [
        "{type: string, minLength: 1, maxLength: 5, pattern: '^a', format: uuid}",
        "{type: number, minimum: 1, maximum: 2.5, multipleOf: 0.5, format: double}",
        "{type: array, items: {type: integer}, minItems: 1, maxItems: 3, uniqueItems: true}",
        "{type: object, required: [a], properties: {a: {type: string}}, minProperties: 1, maxProperties: 2}",
        "{type: object, additionalProperties: {type: string}}",
        "{type: object, additionalProperties: false}",
        "{enum: [a, 1, null, {b: c}]}",
        "{type: string, default: '', title: T, description: D}",
        "{allOf: [{type: object}, {required: [a]}]}",
        "{type: object, readOnly: true}",
        "{}",
    ],
)
def test_what_all_dialects_have_comes_out_as_it_is(version, text):
    assert schema(version, text) == read_document(text.encode(), shown_as="-").tree
    assert schema_notes(version, text) == []


@pytest.mark.parametrize(
    ("version", "text", "expected"),
    [
        pytest.param(SWAGGER, "{type: string, x-nullable: true}", {"type": ["string", "null"]}, id="2.0-x-nullable-beside-type"),
        pytest.param(SWAGGER, "{type: string, nullable: true}", {"type": "string"}, id="2.0-nullable-is-no-keyword"),
        pytest.param(OPENAPI_30, "{type: string, nullable: true}", {"type": ["string", "null"]}, id="3.0-nullable-beside-type"),
        pytest.param(OPENAPI_30, "{type: string, nullable: false}", {"type": "string"}, id="3.0-nullable-false"),
        pytest.param(
            OPENAPI_30, "{nullable: true, allOf: [{type: string}]}", {"allOf": [{"type": "string"}]}, id="3.0-without-type"
        ),
        pytest.param(
            OPENAPI_30,
            "{type: string, nullable: true, enum: [a]}",
            {"type": ["string", "null"], "enum": ["a"]},
            id="3.0-adds-no-value",
        ),
        pytest.param(OPENAPI_30, "{type: string, x-nullable: true}", {"type": "string"}, id="3.0-x-nullable-is-an-extension"),
        pytest.param(OPENAPI_31, "{type: string, nullable: true}", {"type": "string"}, id="3.1-nullable-is-no-keyword"),
        pytest.param(OPENAPI_31, "{type: [string, 'null']}", {"type": ["string", "null"]}, id="3.1-null-is-a-type"),
        pytest.param(OPENAPI_31, "{type: 'null'}", {"type": "null"}, id="3.1-null-alone"),
        pytest.param(OPENAPI_30, "{type: [string, 'null']}", {"type": ["string", "null"]}, id="3.0-a-list-of-types-as-it-is-meant"),
        pytest.param(SWAGGER, "{type: [string, 'null']}", {"type": ["string", "null"]}, id="2.0-a-list-of-types-as-it-is-meant"),
    ],
)
def test_null_is_admitted_where_the_dialect_says_so(version, text, expected):
    assert schema(version, text) == expected


@pytest.mark.parametrize(
    ("version", "text"),
    [
        pytest.param(SWAGGER, "{type: string, nullable: true}", id="2.0"),
        pytest.param(OPENAPI_30, "{nullable: true, allOf: [{type: string}]}", id="3.0-without-type"),
        pytest.param(OPENAPI_31, "{type: string, nullable: true}", id="3.1"),
    ],
)
def test_a_nullable_without_effect_is_noted(version, text):
    assert schema_notes(version, text) == [("noted", "schema-nullable")]


@pytest.mark.parametrize(
    ("version", "text", "expected"),
    [
        pytest.param(SWAGGER, "{type: file}", BYTES, id="2.0-file"),
        pytest.param(SWAGGER, "{type: file, format: binary}", BYTES, id="2.0-file-with-format"),
        pytest.param(SWAGGER, "{type: string, format: binary}", BYTES, id="2.0-binary"),
        pytest.param(OPENAPI_30, "{type: string, format: binary}", BYTES, id="3.0-binary"),
        pytest.param(OPENAPI_30, "{type: string, format: binary, nullable: true}", BYTES, id="3.0-binary-or-null"),
        pytest.param(OPENAPI_31, "{type: string, format: binary}", BYTES, id="3.1-binary-as-3.0-had-it"),
        pytest.param(OPENAPI_31, "{type: [string, 'null'], format: binary}", BYTES, id="3.1-binary-or-null"),
        pytest.param(
            OPENAPI_31,
            "{type: string, format: binary, contentMediaType: image/png}",
            {"contentMediaType": "image/png"},
            id="3.1-both",
        ),
        pytest.param(OPENAPI_31, "{contentMediaType: image/png}", {"contentMediaType": "image/png"}, id="3.1-bytes"),
        pytest.param(
            OPENAPI_31,
            "{type: string, format: binary, contentEncoding: base64}",
            {"type": "string", "contentEncoding": "base64"},
            id="3.1-a-text-that-spells-bytes-is-text",
        ),
        pytest.param(
            OPENAPI_30, "{type: integer, format: binary}", {"type": "integer", "format": "binary"}, id="no-number-is-bytes"
        ),
        *[
            pytest.param(
                version,
                "{type: string, format: byte}",
                {"type": "string", "contentEncoding": "base64"},
                id=f"byte-is-base64-{index}",
            )
            for index, version in enumerate(EVERY)
        ],
        pytest.param(
            OPENAPI_31,
            "{type: [string, 'null'], format: byte}",
            {"type": ["string", "null"], "contentEncoding": "base64"},
            id="3.1-byte-or-null",
        ),
        pytest.param(
            OPENAPI_31,
            "{type: string, format: byte, contentEncoding: base64url}",
            {"type": "string", "contentEncoding": "base64url"},
            id="3.1-the-encoding-written-wins",
        ),
    ],
)
def test_bytes_have_no_type_and_base64_is_a_text(version, text, expected):
    assert schema(version, text) == expected


@pytest.mark.parametrize(
    ("version", "text", "expected"),
    [
        pytest.param(SWAGGER, "{minimum: 1, exclusiveMinimum: true}", {"exclusiveMinimum": 1}, id="2.0-flag"),
        pytest.param(OPENAPI_30, "{maximum: 9, exclusiveMaximum: true}", {"exclusiveMaximum": 9}, id="3.0-flag"),
        pytest.param(OPENAPI_30, "{exclusiveMaximum: true, maximum: 9}", {"exclusiveMaximum": 9}, id="3.0-flag-first"),
        pytest.param(OPENAPI_30, "{minimum: 1, exclusiveMinimum: false}", {"minimum": 1}, id="3.0-flag-off"),
        pytest.param(OPENAPI_30, "{exclusiveMinimum: true}", {}, id="3.0-flag-without-bound"),
        pytest.param(OPENAPI_30, "{exclusiveMinimum: 3}", {"exclusiveMinimum": 3}, id="3.0-a-number-can-mean-one-thing-only"),
        pytest.param(OPENAPI_31, "{minimum: 1, exclusiveMinimum: 3}", {"minimum": 1, "exclusiveMinimum": 3}, id="3.1-number"),
        pytest.param(OPENAPI_31, "{minimum: 1, exclusiveMinimum: true}", {"minimum": 1}, id="3.1-no-flag"),
    ],
)
def test_exclusive_bounds_are_numbers(version, text, expected):
    assert schema(version, text) == expected


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("5", {}, id="a-schema-that-is-no-object"),
        pytest.param("{type: int32, maximum: 5}", {"maximum": 5}, id="a-type-that-is-none"),
        pytest.param("{type: [string, nope]}", {}, id="a-list-with-a-type-that-is-none"),
        pytest.param("{type: {a: b}, maximum: 5}", {"maximum": 5}, id="a-type-that-is-an-object"),
        pytest.param("{maximum: '5', type: number}", {"type": "number"}, id="a-number-in-quotes"),
        pytest.param("{minLength: -1, type: string}", {"type": "string"}, id="a-negative-count"),
        pytest.param("{multipleOf: 0, type: number}", {"type": "number"}, id="a-multiple-of-nothing"),
        pytest.param("{pattern: [a], type: string}", {"type": "string"}, id="a-pattern-that-is-a-list"),
        pytest.param("{properties: [a], type: object}", {"type": "object"}, id="properties-as-a-list"),
        pytest.param(
            "{properties: {a: 5, b: {type: string}}}", {"properties": {"a": {}, "b": {"type": "string"}}}, id="one-bad-property"
        ),
        pytest.param("{required: a, type: object}", {"type": "object"}, id="required-as-a-text"),
        pytest.param("{required: true, type: string}", {"type": "string"}, id="required-as-a-flag"),
        pytest.param("{required: [a, {b: c}]}", {"required": ["a"]}, id="one-bad-name-in-required"),
        pytest.param("{enum: a, type: string}", {"type": "string"}, id="enum-as-a-text"),
        pytest.param("{enum: [], type: string}", {"type": "string"}, id="an-empty-enum"),
        pytest.param("{items: [{type: string}], type: array}", {"type": "array"}, id="items-as-a-list"),
        pytest.param("{allOf: {type: string}, title: T}", {"title": "T"}, id="allOf-as-an-object"),
        pytest.param("{allOf: [], title: T}", {"title": "T"}, id="an-empty-allOf"),
        pytest.param("{additionalProperties: 'no', type: object}", {"type": "object"}, id="additionalProperties-as-a-text"),
        pytest.param("{description: [a], title: T}", {"title": "T"}, id="a-description-that-is-a-list"),
        pytest.param("{$ref: 5, title: T}", {"title": "T"}, id="a-reference-that-is-no-text"),
        pytest.param("{discriminator: 5, title: T}", {"title": "T"}, id="a-discriminator-that-is-a-number"),
    ],
)
def test_a_malformed_keyword_narrows_and_the_rest_stays(version, text, expected):
    assert schema(version, text) == expected
    assert schema_notes(version, text) == [("narrowed", "schema-malformed")]


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("{type: string, maxLength: }", {"type": "string"}, id="a-keyword-with-nothing-behind-it"),
        pytest.param(
            "{properties: {'24': {}}, required: [24]}", {"properties": {"24": {}}, "required": ["24"]}, id="names-as-numbers"
        ),
        pytest.param("{maxLength: 5.0}", {"maxLength": 5}, id="a-whole-number-with-a-point"),
        pytest.param("{required: [a, a]}", {"required": ["a"]}, id="a-name-twice"),
        pytest.param("{type: object, unknownKeyword: 5, x-more: 6}", {"type": "object"}, id="keywords-nobody-knows"),
    ],
)
def test_what_can_be_read_in_one_way_only_is_no_loss(version, text, expected):
    assert schema(version, text) == expected
    assert "narrowed" not in [severity for severity, _ in schema_notes(version, text)]


@pytest.mark.parametrize(
    ("version", "text", "expected", "noted"),
    [
        pytest.param(OPENAPI_30, "{const: a}", {"const": "a"}, True, id="3.0-const"),
        pytest.param(SWAGGER, "{oneOf: [{type: string}]}", {"oneOf": [{"type": "string"}]}, True, id="2.0-oneOf"),
        pytest.param(OPENAPI_30, "{oneOf: [{type: string}]}", {"oneOf": [{"type": "string"}]}, False, id="3.0-oneOf"),
        pytest.param(
            OPENAPI_30,
            "{patternProperties: {a: {type: string}}}",
            {"patternProperties": {"a": {"type": "string"}}},
            True,
            id="3.0-pattern",
        ),
        pytest.param(OPENAPI_31, "{const: a}", {"const": "a"}, False, id="3.1-const"),
    ],
)
def test_keywords_of_a_later_dialect_are_read_with_a_note(version, text, expected, noted):
    assert schema(version, text) == expected
    assert schema_notes(version, text) == ([("noted", "schema-keyword")] if noted else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("true", True, id="true"),
        pytest.param("false", False, id="false"),
        pytest.param("{prefixItems: [{type: string}], items: false}", {"prefixItems": [{"type": "string"}], "items": False}, id="tuples"),
        pytest.param(
            "{if: {required: [a]}, then: {required: [b]}}", {"if": {"required": ["a"]}, "then": {"required": ["b"]}}, id="conditions"
        ),
        pytest.param("{unevaluatedProperties: false}", {"unevaluatedProperties": False}, id="unevaluated"),
        pytest.param("{dependentRequired: {a: [b, b]}}", {"dependentRequired": {"a": ["b"]}}, id="dependent-required"),
        pytest.param("{dependencies: {a: [b], c: {required: [d]}}}",
                     {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}}, id="dependencies-of-older-drafts"),
        pytest.param("{examples: [1, 2]}", {"examples": [1, 2]}, id="examples"),
        pytest.param("{example: 1}", {"examples": [1]}, id="example"),
        pytest.param("{$comment: c, $defs: {a: {}}, $schema: 'https://json-schema.org/draft/2020-12/schema'}", {}, id="no-schema-of-values"),
    ],
)  # fmt: skip
def test_31_is_json_schema(text, expected):
    assert schema(OPENAPI_31, text) == expected
    assert schema_notes(OPENAPI_31, text) == []


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#'", id="for-the-whole-description"),
        pytest.param("x-a: {}", id="for-one-schema"),
    ],
)
def test_another_schema_dialect_is_noted(line):
    one = "$schema: 'http://json-schema.org/draft-07/schema#', " if line.startswith("x-") else ""
    text = f"paths: {{/x: {{get: {{responses: {{'200': {{description: d, content: {{a/json: {{schema: {{{one}type: string}}}}}}}}}}}}}}}}"
    assert [code for _, code, _ in notes(derived(OPENAPI_31, f"{line}\n{text}"))] == ["schema-dialect"]


@pytest.mark.parametrize("base", ["https://spec.openapis.org/oas/3.1/dialect/base", "https://json-schema.org/draft/2020-12/schema"])
def test_the_dialects_that_are_meant_anyway_are_not_noted(base):
    assert notes(derived(OPENAPI_31, f"jsonSchemaDialect: '{base}'\npaths: {{}}")) == []


# -- references and names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "siblings", "kept", "code"),
    [
        pytest.param(SWAGGER, "description: D", {}, None, id="2.0-a-description-is-dropped"),
        pytest.param(OPENAPI_30, "nullable: true", {}, "reference-siblings", id="3.0-what-would-matter-is-dropped-with-a-note"),
        pytest.param(OPENAPI_30, "x-more: 1", {}, None, id="3.0-an-extension-is-counted"),
        pytest.param(OPENAPI_31, "description: D", {"description": "D"}, None, id="3.1-a-description-is-kept"),
        pytest.param(OPENAPI_31, "maxLength: 5", {"maxLength": 5}, None, id="3.1-a-rule-is-kept"),
    ],
)
def test_siblings_of_a_reference(version, siblings, kept, code):
    text = f"{{$ref: '{COMPONENTS[version]}S', {siblings}}}"
    assert schema(version, text, "{S: {type: string}}") == {"$ref": "#/$defs/S", **kept}
    assert [found for _, found in schema_notes(version, text, "{S: {type: string}}")] == ([code] if code else [])


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("name", "reference", "written"),
    [
        pytest.param("Pet", "Pet", "#/$defs/Pet", id="a-plain-name"),
        pytest.param("a/b", "a~1b", "#/$defs/a~1b", id="a-slash"),
        pytest.param("a~b", "a~0b", "#/$defs/a~0b", id="a-tilde"),
        pytest.param("a b", "a%20b", "#/$defs/a%20b", id="a-space"),
        pytest.param("Größe", "Größe", "#/$defs/Größe", id="letters-of-any-language"),
        pytest.param("404", "404", "#/$defs/404", id="digits"),
        pytest.param("list[Pet]", "list[Pet]", "#/$defs/list%5BPet%5D", id="brackets"),
    ],
)
def test_definitions_are_called_as_the_components_are(version, name, reference, written):
    found = answering(version, f"{{$ref: '{COMPONENTS[version]}{reference}'}}", f"{{'{name}': {{type: string}}}}")
    assert plain(found.operations[0].responses[0].content[0].schema) == {"$ref": written}
    assert plain(found.schemas) == {name: {"type": "string"}}


@pytest.mark.parametrize("version", EVERY)
def test_only_what_is_reached_is_kept_and_recursion_stays_a_reference(version):
    base = COMPONENTS[version]
    components = f"{{A: {{properties: {{b: {{$ref: '{base}B'}}}}}}, B: {{properties: {{a: {{$ref: '{base}A'}}}}}}, Unused: {{type: string}}}}"
    found = plain(answering(version, f"{{$ref: '{base}A'}}", components).schemas)
    assert found == {
        "A": {"properties": {"b": {"$ref": "#/$defs/B"}}},
        "B": {"properties": {"a": {"$ref": "#/$defs/A"}}},
    }


@pytest.mark.parametrize("version", EVERY)
def test_a_component_that_is_only_a_reference_names_what_it_leads_to(version):
    base = COMPONENTS[version]
    components = f"{{A: {{$ref: '{base}B'}}, B: {{type: string}}, Far: {{$ref: 'far.yaml#/x/Deep'}}}}"
    far = {"far.yaml": "{x: {Deep: {type: integer}}}"}
    assert schema(version, f"{{$ref: '{base}A'}}", components) == {"$ref": "#/$defs/B"}
    assert schema(version, "{$ref: 'far.yaml#/x/Deep'}", components, far) == {"$ref": "#/$defs/Far"}


@pytest.mark.parametrize("version", EVERY)
def test_a_foreign_schema_never_takes_a_components_name(version):
    found = answering(
        version,
        f"{{properties: {{own: {{$ref: '{COMPONENTS[version]}common.Issue'}}, foreign: {{$ref: 'common.yaml#/Issue'}}}}}}",
        "{common.Issue: {type: string}}",
        {"common.yaml": "{Issue: {type: integer}}"},
    )
    by_name = plain(found.schemas)
    assert by_name["common.Issue"] == {"type": "string"}
    assert sorted(map(str, by_name.values())) == ["{'type': 'integer'}", "{'type': 'string'}"]


def test_two_files_with_one_name_stay_two():
    files = {"a/common.yaml": "{Issue: {type: string}}", "b/common.yaml": "{Issue: {type: integer}}"}
    text = "{properties: {a: {$ref: 'a/common.yaml#/Issue'}, b: {$ref: 'b/common.yaml#/Issue'}}}"
    assert plain(answering(OPENAPI_31, text, files=files).schemas) == {
        "a.common.Issue": {"type": "string"},
        "b.common.Issue": {"type": "integer"},
    }


# -- what must not refuse good values -------------------------------------------------------------------------------------------

BROKEN = "{properties: {p: {$ref: '#/nowhere'}}}"


@pytest.mark.parametrize(
    ("text", "components", "expected"),
    [
        pytest.param("{not: {$ref: '#/nowhere'}}", "{}", {}, id="not-around-a-broken-reference-is-left-out"),
        pytest.param(f"{{not: {BROKEN}}}", "{}", {}, id="not-around-a-schema-that-holds-one"),
        pytest.param("{not: {$ref: '#/components/schemas/B'}}", f"{{B: {BROKEN}}}", {}, id="not-around-a-component-that-holds-one"),
        pytest.param(
            "{not: {$ref: '#/components/schemas/A'}}",
            f"{{A: {{allOf: [{{$ref: '#/components/schemas/B'}}]}}, B: {BROKEN}}}",
            {},
            id="not-around-a-component-that-refers-to-one-that-holds-one",
        ),
        pytest.param(
            "{not: {$ref: '#/components/schemas/B'}}", "{B: {type: string}}", {"not": {"$ref": "#/$defs/B"}}, id="not-otherwise"
        ),
        pytest.param("{not: {type: int32}}", "{}", {}, id="not-around-a-malformed-keyword"),
        pytest.param(
            "{oneOf: [{type: string}, {$ref: '#/nowhere'}]}", "{}", {"anyOf": [{"type": "string"}, {}]}, id="oneOf-becomes-anyOf"
        ),
        pytest.param(
            "{oneOf: [{type: string}, {$ref: '#/components/schemas/B'}]}",
            f"{{B: {BROKEN}}}",
            {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/B"}]},
            id="oneOf-becomes-anyOf-through-a-component",
        ),
        pytest.param(
            "{oneOf: [{type: string}, {type: integer}]}",
            "{}",
            {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            id="oneOf-otherwise",
        ),
        pytest.param("{allOf: [{type: string}, {$ref: '#/nowhere'}]}", "{}", {"allOf": [{"type": "string"}, {}]}, id="allOf-stays"),
    ],
)
@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
def test_a_schema_that_came_out_wider_refuses_nothing_more(version, text, components, expected):
    assert schema(version, text, components) == expected


def test_if_goes_with_what_it_asked_for():
    assert "if" not in schema(OPENAPI_31, "{if: {$ref: '#/components/schemas/B'}, then: {required: [a]}}", f"{{B: {BROKEN}}}")


# -- discriminators -------------------------------------------------------------------------------------------------------------

SHAPES = "{C: {required: [k], properties: {k: {type: string}}}, S: {properties: {k: {type: string}}}, N: {properties: {n: {}}}}"
ONE_OF = "oneOf: [{$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/S'}]"


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
@pytest.mark.parametrize(
    ("mapping", "resolved"),
    [
        pytest.param("{c: C}", {"c": "#/$defs/C"}, id="by-name"),
        pytest.param("{c: '#/components/schemas/C'}", {"c": "#/$defs/C"}, id="by-reference"),
        pytest.param("{c: Gone, s: S}", {"s": "#/$defs/S"}, id="what-is-not-there-is-left-out"),
    ],
)
def test_a_discriminator_keeps_its_mapping(version, mapping, resolved):
    text = f"{{{ONE_OF}, discriminator: {{propertyName: k, mapping: {mapping}}}}}"
    assert schema(version, text, SHAPES)["discriminator"] == {"propertyName": "k", "mapping": resolved}
    assert list(schema(version, text, SHAPES)) == ["oneOf", "discriminator"]


def test_a_swagger_discriminator_is_the_name_of_a_property():
    assert schema(SWAGGER, "{type: object, discriminator: k}") == {"type": "object", "discriminator": {"propertyName": "k"}}


def test_what_a_mapping_names_is_kept_with_it():
    found = answering(OPENAPI_30, "{discriminator: {propertyName: k, mapping: {c: C}}}", SHAPES)
    assert list(found.schemas) == ["C"]


def test_an_alternative_without_the_discriminating_member_is_noted():
    text = "{oneOf: [{$ref: '#/components/schemas/N'}], discriminator: {propertyName: k}}"
    assert schema_notes(OPENAPI_30, text, SHAPES) == [("noted", "schema-discriminator")]


def test_alternatives_that_join_each_other_a_thousand_ways_are_looked_at_once():
    ladder = ", ".join(
        f"L{n}: {{allOf: [{', '.join([f'''{{$ref: '#/components/schemas/L{n + 1}'}}'''] * 10)}]}}" for n in range(14)
    )
    text = "{oneOf: [{$ref: '#/components/schemas/L0'}], discriminator: {propertyName: k}}"
    assert schema_notes(OPENAPI_30, text, f"{{{ladder}, L14: {{}}}}") == [("noted", "schema-discriminator")]


# -- the rest -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize("number", ["9007199254740993", "18446744073709551616", "0.1", "1.10", "1e400"])
def test_numbers_keep_their_digits(version, number):
    found = answering(version, f"{{maximum: {number}}}").operations[0].responses[0].content[0].schema
    value = bytes(found).decode().partition(":")[2].rstrip("}")
    assert value == number or value.lower().replace("+", "") == number


@pytest.mark.parametrize("version", EVERY)
def test_prose_is_left_out_where_it_is_not_wanted(version):
    text = (
        "{title: T, description: D, type: object, example: {a: 1}, externalDocs: {url: u}, default: {},"
        " properties: {title: {type: string, enum: [a], pattern: p, description: D}}}"
    )
    found = answering(version, text, prose=False).operations[0].responses[0].content[0].schema
    assert plain(found) == {
        "type": "object",
        "default": {},
        "properties": {"title": {"type": "string", "enum": ["a"], "pattern": "p"}},
    }


def test_what_is_so_at_many_places_is_said_once():
    components = ", ".join(f"S{n}: {{type: [string, 'null']}}" for n in range(1200))
    members = ", ".join(f"p{n}: {{$ref: '#/definitions/S{n}'}}" for n in range(1200))
    (note,) = answering(SWAGGER, f"{{properties: {{{members}}}}}", f"{{{components}}}").notes
    assert note.reason == "a list of types is not Swagger 2.0; kept as written, at 1,200 places, the first here"
    assert (note.at.pointer, note.identity) == ("/definitions/S0/type", None)


def test_what_is_so_at_one_place_is_said_of_that_place():
    (note,) = answering(OPENAPI_30, "{properties: {owner: {nullable: true, allOf: [{}]}}}").notes
    assert note.reason == "`nullable` of `owner` has no `type` beside it and has no effect (OpenAPI 3.0.3)"
    assert note.identity == "GET /x"


def test_more_schemas_than_allowed_stop_the_run():
    schemas = bare_schemas(OPENAPI_3_1, Limits(schema_nodes=2))
    with pytest.raises(DescriptionError) as raised:
        schemas.schema({"properties": {"a": {}, "b": {}}}, (None, ""))
    assert "--max-schema-nodes" in raised.value.problems[0].remedy


def test_a_32_schema_reads_like_a_31_one():
    assert schema(OPENAPI_32, "{type: [string, 'null'], const: a}") == {"type": ["string", "null"], "const": "a"}


KEYWORDS = [
    "type", "properties", "required", "enum", "items", "allOf", "oneOf", "anyOf", "not", "additionalProperties", "minLength", "maximum",
    "exclusiveMinimum", "multipleOf", "pattern", "format", "nullable", "x-nullable", "discriminator", "readOnly", "uniqueItems", "default",
    "description", "prefixItems", "dependentRequired", "dependencies", "if", "propertyNames", "contentMediaType", "$schema", "const",
]  # fmt: skip
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats(-2, 2)
    | st.sampled_from(["string", "object", "a", "binary", "file"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYWORDS, "a"]), inner, max_size=4),
    max_leaves=12,
)


@given(node=anything, dialect=st.sampled_from([SWAGGER_2_0, OPENAPI_3_0, OPENAPI_3_1]))
@settings(max_examples=300, deadline=None)
def test_whatever_goes_in_a_schema_of_2020_12_comes_out(node, dialect):
    schemas = bare_schemas(dialect)
    translated = schemas.schema(node, (None, ""))
    schemas.settle()
    jsonschema.Draft202012Validator.check_schema(plain(raw(translated.json)))
