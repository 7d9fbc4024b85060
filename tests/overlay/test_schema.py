"""The JSON Schemas for editors say what the readers say of a text, for they come from the same tables."""

import jsonschema
import pytest
import yaml
from overlaid import HEADER, overlay

from connectors.model.source import Source
from connectors.overlay.document import Overlay, Patch
from connectors.overlay.read import read_overlay
from connectors.overlay.schema import overlay_schema
from connectors.problems import ConnectorsError
from connectors.store.scaffold import scaffold
from connectors.store.source_file import read_source, source_schema

GOOD = [
    "",
    "operations:\nselectors:\n",
    "title: Shop\ndescription: null\nmaturity: curated\nnotices: [Thanks.]\n",
    "servers: [{url: 'https://{host}/v1', variables: {host: {default: a.example, enum: [a.example]}}, description: d}]\n",
    "auth: [{id: bearer, value_prefix: 'token ', placement: {in: header, name: X, value_prefix: p}, description: null}]\n",
    "default_security: anonymous\nbecause: public\nidempotency: idempotent\n",
    "default_security: [bearer, {oauth2: [read]}, {}]\n",
    "outcome: {success_when: {all: [{at: /ok, equals: true}, {not: {at: '', in: [1, a]}}]}, error_code: /error, classes: {a: conflict}}\n",
    "pagination: {style: page, page: page, first: 0, ends_when: empty_page, total_header: X-Total}\n",
    "operations:\n  GET /a/{b}:\n    id: x.a.get\n    effect: read\n    because: b\n    pagination: null\n    outcome: null\n",
    "operations:\n  POST /a: {parameters: {q: {key: k, schema: true, default: null, style: form}}, errors: {'404': null}, security: null}\n",
    "operations:\n  POST /a: {body: {encoding: json, content_type: application/json}, responses: {'202': {pending: false}}}\n  GET /b:\n",
    "operations:\n  POST /a: {drop: true, because: b}\nselectors: [{tag: [a, b], path: /a/**, method: GET, set: {curated: true}}]\n",
]

BAD = [
    "tilte: Shop\n",
    "title: [Shop]\n",
    "maturity: done\n",
    "servers: [{description: no url}]\n",
    "auth: [{value_prefix: t}]\n",
    "auth: [{id: Bearer}]\n",
    "default_security: []\n",
    "default_security: bearer\n",
    "idempotency: safe\n",
    "outcome: {success_when: {at: ok, equals: true}}\n",
    "outcome: {success_when: {at: /ok}}\n",
    "outcome: {success_when: {at: /ok, equals: 1, exists: true}}\n",
    "outcome: {success_when: {all: [], any: []}}\n",
    "pagination: {style: pages}\n",
    "pagination: {style: page, first: -1}\n",
    "pagination: {style: page, ends_when: []}\n",
    "operations: {x.a.get: {curated: true}}\n",
    "operations:\n  GET /a: {curated: 1}\n",
    "operations:\n  GET /a: {deterministic: true}\n",
    "operations:\n  GET /a: {drop: true}\n",
    "operations:\n  GET /a: {drop: true, because: b, curated: true}\n",
    "operations:\n  GET /a: {id: x..get}\n",
    "operations:\n  GET /a: {because: ''}\n",
    "operations:\n  GET /a: {parameters: {q: {key: 1st}}}\n",
    "operations:\n  GET /a: {parameters: {q: {schema: text}}}\n",
    "operations:\n  GET /a: {errors: {'4O4': conflict}}\n",
    "operations:\n  GET /a: {body: {content_type: json}}\n",
    "selectors: [{set: {curated: true}}]\n",
    "selectors: [{tag: a}]\n",
    "selectors: [{tag: a, set: {id: x.a.b}}]\n",
    "selectors: [{path: admin, set: {curated: true}}]\n",
]


def is_valid(schema, text):
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema).is_valid(yaml.safe_load(text))


@pytest.mark.parametrize("text", GOOD)
def test_a_right_overlay_is_right_for_both(text):
    assert read_overlay(overlay(text).encode(), "overlay.yaml")[1] == ()
    assert is_valid(overlay_schema(), HEADER + text)


@pytest.mark.parametrize("text", BAD)
def test_a_wrong_overlay_is_wrong_for_both(text):
    assert read_overlay((HEADER + text).encode(), "overlay.yaml")[1] != ()
    assert not is_valid(overlay_schema(), HEADER + text)


@pytest.mark.parametrize("text", ["connector: x\n", "schema_version: 1\n", "schema_version: '1'\nconnector: x\n"])
def test_an_overlay_says_its_format_and_its_connector(text):
    assert read_overlay(text.encode(), "overlay.yaml")[1] != ()
    assert not is_valid(overlay_schema(), text)


def test_every_key_is_in_the_schema():
    properties = overlay_schema()["properties"]
    assert set(Overlay.__dataclass_fields__) - {"shown_as", "places", "lost"} == set(properties) - {"schema_version"}
    assert set(Patch.__struct_fields__) == set(properties["operations"]["anyOf"][0]["additionalProperties"]["properties"])
    assert all(said.get("description") for name, said in properties.items())


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (scaffold(Source(schema_version=1, connector="forgejo", license="MIT", include=("tag:a",))).decode(), True),
        ("schema_version: 1\nconnector: x\nself_hosted: true\nprose: omit\n", True),
        ("schema_version: 1\nconnector: X\n", False),
        ("schema_version: 1\nconnector: x\nlicence: MIT\n", False),
        ("schema_version: 1\nconnector: x\nself_hosted: 'yes'\n", False),
        ("schema_version: 1\nconnector: x\ncopyright: me\n", False),
        ("connector: x\n", False),
    ],
)
def test_source_files_are_right_or_wrong_for_both(text, good):
    assert is_valid(source_schema(), text) is good
    try:
        read_source(text.encode(), "source.yaml")
        read = True
    except ConnectorsError:
        read = False
    assert read is good


def test_every_key_of_a_source_file_is_in_the_schema():
    # The digest stands beside the address that it is of: `description: {url: …, sha256: …}`.
    assert set(source_schema()["properties"]) == set(Source.__struct_fields__) - {"sha256"}
