"""A document says by its version key which format it is in; everything else is called by its name."""

import pytest

from connectors.description.reading import read_document
from connectors.description.sniff import Format, format_of
from connectors.problems import Code, DescriptionError, Problem


def read_and_sniff(text: str) -> Format:
    return format_of(read_document(text.encode(), shown_as="spec"))


def problem_of(text: str) -> Problem:
    with pytest.raises(DescriptionError) as refused:
        read_and_sniff(text)
    (problem,) = refused.value.problems
    return problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('swagger: "2.0"', Format.SWAGGER_2_0, id="swagger-as-text"),
        pytest.param("swagger: 2.0", Format.SWAGGER_2_0, id="swagger-as-a-fraction"),
        pytest.param("swagger: 2", Format.SWAGGER_2_0, id="swagger-as-an-integer"),
        pytest.param("openapi: 3.0.3", Format.OPENAPI_3_0, id="openapi-with-a-patch"),
        pytest.param("openapi: '3.0'", Format.OPENAPI_3_0, id="openapi-without-a-patch"),
        pytest.param("openapi: 3", Format.OPENAPI_3_0, id="openapi-as-an-integer"),
        pytest.param("openapi: 3.0.0-rc1", Format.OPENAPI_3_0, id="a-release-candidate"),
        pytest.param('{"openapi": " v3.1.1 "}', Format.OPENAPI_3_1, id="blanks-and-a-letter"),
        pytest.param("openapi: 3.1", Format.OPENAPI_3_1, id="openapi-as-a-fraction"),
        pytest.param("openapi: 3.2.0", Format.OPENAPI_3_2, id="the-newest"),
        pytest.param("swagger: next\nopenapi: 3.1.0", Format.OPENAPI_3_1, id="the-key-with-a-known-version-counts"),
    ],
)
def test_the_version_decides_the_format(text: str, expected: Format) -> None:
    assert read_and_sniff(text) is expected


OTHER, NONE = Code.UNSUPPORTED_FORMAT, Code.NOT_A_DESCRIPTION


@pytest.mark.parametrize(
    ("text", "code", "found", "place"),
    [
        pytest.param('{\n "swaggerVersion": "1.2", "apis": []}', OTHER, "Swagger `1.2`", (2, 2), id="swagger-1"),
        pytest.param("openapi: 4.0.0", OTHER, "OpenAPI `4.0.0`", (1, 1), id="openapi-4"),
        pytest.param("info: {}\nopenapi: 3.10.0", OTHER, "OpenAPI `3.10.0`", (2, 1), id="openapi-3-10-is-not-3-1"),
        pytest.param("openapi:", NONE, "no version", (1, 1), id="openapi-without-a-version"),
        pytest.param("openapi: latest", NONE, "`latest`", (1, 1), id="openapi-with-a-word"),
        pytest.param("asyncapi: 3.0.0", OTHER, "AsyncAPI", (1, 1), id="asyncapi"),
        pytest.param("arazzo: 1.0.1", OTHER, "Arazzo", (1, 1), id="arazzo"),
        pytest.param("overlay: 1.0.0\nactions: []", OTHER, "OpenAPI Overlay", (1, 1), id="openapi-overlay"),
        pytest.param('{"item": [], "info": {"_postman_id": "1"}}', OTHER, "Postman", (1, 14), id="postman-by-its-id"),
        pytest.param(
            '{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/"}}',
            OTHER,
            "Postman",
            (1, 2),
            id="postman-by-its-schema",
        ),
        pytest.param('{"_type": "export", "__export_format": 4}', OTHER, "Insomnia", (1, 2), id="insomnia"),
        pytest.param("type: collection.insomnia.rest/5.0", OTHER, "Insomnia", (1, 1), id="insomnia-5"),
        pytest.param('{"log": {"version": "1.2", "entries": []}}', OTHER, "HAR", (1, 2), id="har"),
        pytest.param('{"kind": "discovery#restDescription"}', OTHER, "Google Discovery", (1, 2), id="google-discovery"),
        pytest.param('{"data": {"__schema": {}}}', OTHER, "GraphQL", (1, 1), id="graphql-introspection"),
        pytest.param("apiVersion: v1\nkind: Secret", OTHER, "`Secret`", (2, 1), id="kubernetes"),
        pytest.param('{"type": "object", "properties": {}}', OTHER, "JSON Schema", (1, 1), id="json-schema"),
        pytest.param("info: {}\npaths: {}", NONE, "without `openapi`", (2, 1), id="a-description-without-its-version"),
        pytest.param("OpenAPI: 3.0.0", NONE, "the key `OpenAPI`", (1, 1), id="a-key-in-other-letters"),
        pytest.param('{"message": "Not Found"}', NONE, "`Not Found`", (1, 2), id="a-servers-error"),
        pytest.param("a: 1\nb: 2", NONE, "`a`, `b`", (1, 1), id="any-object"),
        pytest.param("{}", NONE, "an empty object", (1, 1), id="an-empty-object"),
        pytest.param("[1, 2]", NONE, "a list of 2 items", (1, 1), id="a-list"),
        pytest.param("just words", NONE, "`just words`", (1, 1), id="a-scalar"),
        pytest.param(
            "\n<!DOCTYPE html>\n<html><head><title>Sign in &amp; go</title>", NONE, "`Sign in & go`", (2, 1), id="a-login-page"
        ),
        pytest.param('<?xml version="1.0"?>\n<html/>', OTHER, "an HTML page", (1, 1), id="a-page-in-xml"),
        pytest.param('<wsdl:definitions xmlns:wsdl="x">', OTHER, "a WSDL service", (1, 1), id="wsdl"),
        pytest.param("<feed>", OTHER, "the root element `feed`", (1, 1), id="xml"),
        pytest.param("#%RAML 1.0\ntitle: x", OTHER, "RAML", (1, 1), id="raml"),
        pytest.param("FORMAT: 1A\n# Notes", OTHER, "API Blueprint", (1, 1), id="api-blueprint"),
        pytest.param("scalar Date\n\ntype Query {\n  at: Date!\n}\n", OTHER, "GraphQL", (1, 1), id="graphql"),
        pytest.param('syntax = "proto3";\nmessage A {}', OTHER, "Protocol Buffers", (1, 1), id="protobuf"),
        pytest.param("# Read me\n\n[here](https://a.example): it: is", NONE, "Markdown", (1, 1), id="markdown"),
    ],
)
def test_another_document_is_called_by_its_name(text: str, code: Code, found: str, place: tuple[int, int]) -> None:
    problem = problem_of(text)
    assert problem.code == code
    assert problem.message.startswith("expected an API description in Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2, found ")
    assert found in problem.message
    assert problem.where is not None
    assert (problem.where.file, problem.where.line, problem.where.column) == ("spec", *place)


def test_a_misspelt_version_key_is_named() -> None:
    assert problem_of("opnapi: 3.0.0\nx: 1").remedy == "correct the key `opnapi`"


def test_a_strangers_text_stays_one_short_printable_line() -> None:
    message = problem_of("<html><title>a`b\x1b[31m\n" + "x" * 300 + "</title>").message
    assert "\x1b" not in message
    assert "\n" not in message
    assert len(message) < 250
