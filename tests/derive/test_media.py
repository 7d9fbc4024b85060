"""Media types: how their content is written, and which of several a call uses. Sources: RFC 9110 §8.3.1, RFC 6839."""

import itertools

import pytest

from connectors.derive.media import encoding_of, preference
from support import OPENAPI_30, OPENAPI_31, SWAGGER, operation, posting


@pytest.mark.parametrize(
    ("media_type", "kind", "encoding"),
    [
        pytest.param("application/json", "object", "json", id="json"),
        pytest.param("Application/JSON; charset=utf-8", "object", "json", id="case-and-parameters-change-nothing"),
        pytest.param("application/vnd.x.v2+json", "object", "json", id="a-suffix-is-json"),
        pytest.param("application/jsonp", "object", "binary", id="jsonp-is-not"),
        pytest.param("application/json-seq", "object", "text", id="nor-is-a-sequence-which-is-text"),
        pytest.param("application/x-www-form-urlencoded", "object", "form", id="form"),
        pytest.param("multipart/form-data", "object", "multipart", id="multipart"),
        pytest.param("multipart/mixed", "binary", "binary", id="multipart-that-is-one-piece-of-bytes"),
        pytest.param("text/plain", "string", "text", id="text"),
        pytest.param("text/plain", "binary", "binary", id="text-given-as-bytes"),
        pytest.param("application/xml", "object", "xml", id="xml"),
        pytest.param("image/svg+xml", "object", "xml", id="an-xml-suffix"),
        pytest.param("application/octet-stream", "string", "binary", id="bytes-described-as-a-string"),
        pytest.param("application/octet-stream", "binary", "binary", id="bytes"),
        pytest.param("image/*", "binary", "binary", id="a-range-of-bytes"),
        pytest.param("*/*", "object", "json", id="any-type-for-an-object-is-json"),
        pytest.param("*/*", "string", "text", id="any-type-for-a-text-is-text"),
        pytest.param("*/*", "any", "binary", id="any-type-for-anything-is-bytes"),
        pytest.param("application/vnd.rowql", "string", "text", id="a-text-of-the-vendors-own-type"),
        pytest.param("image/png", "string", "binary", id="no-picture-is-text"),
    ],
)
def test_how_content_is_written(media_type, kind, encoding):
    assert encoding_of(media_type, kind).value == encoding


ORDER = [
    "application/json",
    "application/json; charset=utf-8",
    "application/hal+json",
    "application/vnd.a+json",
    "*/*",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
    "application/octet-stream",
    "application/xml",
]


def test_which_of_several_a_call_uses():
    kinds = {"application/octet-stream": "binary", "text/plain": "string"}
    for shuffled in (ORDER[::-1], sorted(ORDER), ORDER[5:] + ORDER[:5]):
        ranked = sorted(shuffled, key=lambda name: preference(name, encoding_of(name, kinds.get(name, "object"))))
        assert ranked == ORDER


@pytest.mark.parametrize("order", list(itertools.permutations(["multipart/form-data", "application/json", "text/csv"])))
def test_the_order_in_the_description_has_no_say(order):
    content = ", ".join(f"{name}: {{schema: {{type: object, properties: {{a: {{}}}}}}}}" for name in order)
    body = operation(OPENAPI_31, f"paths: {{/x: {{post: {{requestBody: {{content: {{{content}}}}}, responses: {{}}}}}}}}")["body"]
    assert body["content_type"] == "application/json"
    assert [item["media_type"] for item in body["alternatives"]] == [name for name in order if name != "application/json"]


@pytest.mark.parametrize("version", [SWAGGER, OPENAPI_30, OPENAPI_31])
@pytest.mark.parametrize("media_type", ["application/json; charset=UTF-8", "Application/JSON", "application/vnd.x+json"])
def test_the_media_type_is_kept_as_it_is_written(version, media_type):
    assert operation(version, posting(version, "{type: object}", media_type=media_type))["body"]["content_type"] == media_type
