"""References: what a `$ref` means, and what it never does. Sources: RFC 3986, RFC 6901, OpenAPI 3.1 Reference Object, JSON Schema 2020-12."""

import pytest

from connectors.description.at import place
from connectors.description.reading import read_document
from connectors.description.resolve import Resolver, Target, Unfollowed
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError
from support import OPENAPI_30, OPENAPI_31, OPENAPI_32, SWAGGER, answering, derived, gap, notes, operation, plain, schema, view


def follow(text: str, reference: str, files: dict[str, str] | None = None, *, inside: str = "", limits: Limits | None = None):
    """Resolve one reference that stands in the file `inside`: the place it leads to, or the code of why not."""
    others = files or {}

    def open_document(name):
        if name not in others:
            return Unfollowed(Code.REFERENCE_NOT_FOUND, name)
        return read_document(others[name].encode(), name=name, shown_as=name)

    entry = read_document(text.encode(), shown_as="folder/openapi.yaml")
    found = Resolver(entry, open_document, limits or Limits()).follow({"$ref": reference}, (None, inside))
    if isinstance(found, Target):
        return found.value, str(place(found.at).file), place(found.at).pointer
    return found.code.value


@pytest.mark.parametrize(
    ("text", "reference", "value"),
    [
        pytest.param("{a: {b: 1}}", "#/a/b", 1, id="a-pointer-from-the-root"),
        pytest.param("{a: 1}", "#", {"a": 1}, id="an-empty-fragment-is-the-whole-document"),
        pytest.param("{a: [x, y]}", "#/a/1", "y", id="an-index-into-a-list"),
        pytest.param("{'': 1}", "#/", 1, id="the-empty-key"),
        pytest.param("{a/b: 1}", "#/a~1b", 1, id="tilde-one-is-a-slash"),
        pytest.param("{a~b: 1}", "#/a~0b", 1, id="tilde-nought-is-a-tilde"),
        pytest.param("{a~1b: 1, a/b: 2}", "#/a~01b", 1, id="tilde-one-is-undone-before-tilde-nought"),
        pytest.param("{'a b': 1}", "#/a%20b", 1, id="percent-signs-are-decoded"),
        pytest.param("{'25%': 1}", "#/25%25", 1, id="decoded-once"),
        pytest.param("{'%25': 1, '%': 2}", "#/%2525", 1, id="and-never-twice"),
        pytest.param("{a/b: 1}", "#/a%7E1b", 1, id="decoded-before-the-pointer-is-unescaped"),
        pytest.param("{a: {b: 1}}", "#%2Fa%2Fb", 1, id="decoded-before-the-pointer-is-split"),
        pytest.param("{ü: 1}", "#/%C3%BC", 1, id="decoded-as-utf-8"),
        pytest.param("{ü: 1}", "#/ü", 1, id="letters-need-no-escape"),
    ],
)
def test_a_fragment_is_a_pointer(text, reference, value):
    assert follow(text, reference)[0] == value


@pytest.mark.parametrize(
    ("text", "reference", "code"),
    [
        pytest.param("{a: 1}", "#/b", "reference-not-found", id="no-such-key"),
        pytest.param("{a: [x]}", "#/a/1", "reference-not-found", id="beyond-the-end-of-a-list"),
        pytest.param("{a: [x, y]}", "#/a/01", "reference-not-found", id="an-index-has-no-leading-zero"),
        pytest.param("{a: [x]}", "#/a/" + "9" * 5000, "reference-not-found", id="an-index-of-five-thousand-digits"),
        pytest.param("{a: [x]}", "#/a/-", "reference-not-found", id="the-member-after-the-last"),
        pytest.param("{a: text}", "#/a/0", "reference-not-found", id="a-text-has-no-parts"),
        pytest.param("{a: 1}", "#a", "reference-not-found", id="no-anchor-of-that-name"),
        pytest.param("{a: {$ref: '#/b'}, b: {$ref: '#/a'}}", "#/a", "reference-cycle", id="two-that-lead-to-each-other"),
        pytest.param("{a: {$ref: '#/a'}}", "#/a", "reference-cycle", id="one-that-leads-to-itself"),
        pytest.param("{a: {$ref: '#/a/x'}}", "#/a", "reference-cycle", id="one-that-leads-through-itself"),
        pytest.param("{a: {$ref: 5}}", "#/a", "reference-malformed", id="a-reference-that-is-no-text"),
        pytest.param("{}", "//[x", "reference-malformed", id="no-uri"),
        pytest.param("{}", "http://[::1/x", "reference-malformed", id="no-uri-with-a-scheme"),
        pytest.param("{}", "https://elsewhere.example/x.yaml", "reference-remote", id="another-host"),
        pytest.param("{}", "HTTPS://elsewhere.example/x.yaml", "reference-remote", id="a-scheme-in-other-letters"),
        pytest.param("{}", "//elsewhere.example/x.yaml", "reference-remote", id="a-host-without-a-scheme"),
        pytest.param("{}", "urn:example:x", "reference-remote", id="a-name-nobody-gave"),
        pytest.param("{}", "file:///etc/hostname", "reference-outside", id="a-file-by-scheme"),
        pytest.param("{}", "FILE:x.yaml", "reference-outside", id="a-file-by-scheme-in-other-letters"),
        pytest.param("{}", "/etc/hostname", "reference-outside", id="an-absolute-path"),
        pytest.param("{}", "%2Fetc/hostname", "reference-outside", id="an-absolute-path-in-disguise"),
        pytest.param("{}", "..\\x.yaml", "reference-outside", id="a-backslash"),
        pytest.param("{}", "missing.yaml#/a", "reference-not-found", id="no-such-file"),
    ],
)
def test_what_is_not_followed_says_why(text, reference, code):
    assert follow(text, reference) == code


def test_a_chain_ends_at_the_first_node_that_is_no_reference():
    assert follow("{a: {$ref: '#/b'}, b: {$ref: '#/c'}, c: {d: 1}}", "#/a") == ({"d": 1}, "", "/c")


def test_a_pointer_goes_on_through_a_reference_on_its_way():
    assert follow("{a: {$ref: '#/b'}, b: {c: 1}}", "#/a/c") == (1, "", "/b/c")


FILES = {
    "common.yaml": "{a: 1, up: {$ref: 'openapi.yaml#/own'}, far: {$ref: 'deep/er.yaml#/z'}}",
    "deep/er.yaml": "{z: 2, back: {$ref: '../common.yaml#/a'}, deeper: {$ref: './x%20y.yaml'}}",
    "deep/x y.yaml": "{w: 3}",
}


@pytest.mark.parametrize(
    ("reference", "inside", "found"),
    [
        pytest.param("common.yaml#/a", "", (1, "common.yaml", "/a"), id="a-file-beside"),
        pytest.param("./common.yaml#/a", "", (1, "common.yaml", "/a"), id="the-same-with-a-dot"),
        pytest.param("deep/../common.yaml#/a", "", (1, "common.yaml", "/a"), id="the-same-by-a-detour"),
        pytest.param("common.yaml?v=2#/a", "", (1, "common.yaml", "/a"), id="a-query-is-no-part-of-a-file-name"),
        pytest.param("common.yaml#/far", "", (2, "deep/er.yaml", "/z"), id="on-from-file-to-file"),
        pytest.param("deep/er.yaml#/back", "", (1, "common.yaml", "/a"), id="paths-start-where-the-reference-stands"),
        pytest.param("deep/er.yaml#/deeper", "", ({"w": 3}, "deep/x y.yaml", ""), id="file-names-are-decoded"),
        pytest.param("common.yaml#/up", "", (0, "", "/own"), id="the-entry-document-by-its-own-name"),
        pytest.param("#/a", "common.yaml", (1, "common.yaml", "/a"), id="a-bare-fragment-stays-in-its-file"),
    ],
)
def test_files_are_found_beside_the_file_that_names_them(reference, inside, found):
    assert follow("{own: 0}", reference, FILES, inside=inside) == found


@pytest.mark.parametrize(
    ("text", "reference", "pointer"),
    [
        pytest.param("{s: {T: {$anchor: t}}}", "#t", "/s/T", id="an-anchor"),
        pytest.param("{s: {T: {$id: 'https://vendor.example/t'}}}", "https://vendor.example/t", "/s/T", id="an-id"),
        pytest.param("{s: {T: {$id: 't.json', p: 1}}}", "t.json#/p", "/s/T/p", id="a-pointer-below-an-id"),
        pytest.param("{s: {T: {$id: 't.json', q: {$anchor: u}}}}", "t.json#u", "/s/T/q", id="an-anchor-belongs-to-the-nearest-id"),
        pytest.param("{s: {T: {$id: '#t'}}}", "#t", "/s/T", id="the-anchor-of-older-drafts"),
        pytest.param("{schemas: {default: {$anchor: t}}}", "#t", "/schemas/default", id="a-schema-called-like-a-keyword"),
    ],
)
def test_anchors_and_ids_name_schemas(text, reference, pointer):
    assert follow(text, reference)[2] == pointer


def test_an_id_changes_what_a_relative_reference_means():
    inside = (
        "{type: object, $id: 'https://vendor.example/a/s', properties: {p: {$ref: other}}, $defs: {o: {$id: other, type: integer}}}"
    )
    assert schema(OPENAPI_31, "{$ref: '#/components/schemas/S'}", f"{{S: {inside}}}") == {"$ref": "#/$defs/S"}
    found = answering(OPENAPI_31, "{$ref: '#/components/schemas/S'}", f"{{S: {inside}}}")
    assert plain(found.schemas)["S"]["properties"]["p"] == {"$ref": "#/$defs/S.o"}


def test_an_id_in_data_names_nothing():
    assert follow("{s: {default: {$id: 'https://vendor.example/t'}}}", "https://vendor.example/t") == "reference-remote"


def test_self_says_where_the_vendor_keeps_the_folder():
    text = "{$self: 'https://vendor.example/api/openapi.yaml', own: {$anchor: o}}"
    assert follow(text, "https://vendor.example/api/openapi.yaml#/own")[2] == "/own"
    assert follow(text, "common.yaml#/a", {"common.yaml": "{a: 1}"}) == (1, "common.yaml", "/a")
    assert follow(text, "#o")[2] == "/own"


def test_a_dynamic_reference_takes_its_anchor():
    tree = "{Tree: {$dynamicAnchor: node, type: object, properties: {children: {type: array, items: {$dynamicRef: '#node'}}}}}"
    found = answering(OPENAPI_31, "{$ref: '#/components/schemas/Tree'}", tree)
    assert plain(found.schemas)["Tree"]["properties"]["children"]["items"] == {"$ref": "#/$defs/Tree"}
    assert notes(found) == []


@pytest.mark.parametrize("version", [SWAGGER, OPENAPI_30, OPENAPI_31])
def test_a_property_called_ref_is_a_property(version):
    assert schema(version, "{type: object, properties: {$ref: {type: string}}}") == {
        "type": "object",
        "properties": {"$ref": {"type": "string"}},
    }


@pytest.mark.parametrize("keyword", ["default", "example", "enum", "x-vendor"])
@pytest.mark.parametrize("version", [SWAGGER, OPENAPI_30, OPENAPI_31])
def test_a_reference_inside_data_is_data(version, keyword):
    data = "[{$ref: 'https://elsewhere.example/x'}]" if keyword == "enum" else "{$ref: 'https://elsewhere.example/x'}"
    assert notes(answering(version, f"{{type: object, {keyword}: {data}}}")) == []


REFERRED = {
    "path-item": ("/x: {$ref: '#/x-kept/item'}", "x-kept: {item: {get: {operationId: a, responses: {'200': {description: d}}}}}"),
    "operation": ("/x: {get: {$ref: '#/x-kept/op'}}", "x-kept: {op: {operationId: a, responses: {'200': {description: d}}}}"),
}


@pytest.mark.parametrize("version", [SWAGGER, OPENAPI_30, OPENAPI_31])
@pytest.mark.parametrize("kind", REFERRED)
def test_path_items_and_operations_may_be_references(version, kind):
    path, kept = REFERRED[kind]
    found = operation(version, f"paths: {{{path}}}\n{kept}")
    assert (found["identity"], found["source_operation_id"]) == ("GET /x", "a")


@pytest.mark.parametrize("version", [SWAGGER, OPENAPI_30, OPENAPI_31])
def test_the_whole_of_paths_may_be_in_another_file(version):
    found = operation(version, "paths: {$ref: paths.yaml}", {"paths.yaml": "{/x: {get: {responses: {'200': {description: d}}}}}"})
    assert found["identity"] == "GET /x"


def test_components_of_every_kind_may_be_references():
    found = operation(
        OPENAPI_31,
        """
        paths:
          /x:
            post:
              security: [{key: []}]
              parameters: [{$ref: '#/components/parameters/P'}]
              requestBody: {$ref: '#/components/requestBodies/B'}
              responses: {'200': {$ref: '#/components/responses/R'}}
        components:
          parameters: {P: {$ref: '#/components/parameters/Q'}, Q: {name: q, in: query, schema: {type: string}}}
          requestBodies: {B: {$ref: 'other.yaml#/body'}}
          responses: {R: {description: d, headers: {H: {$ref: '#/components/headers/H'}}, links: {L: {$ref: '#/components/links/L'}}}}
          headers: {H: {schema: {type: integer}}}
          links: {L: {operationId: other}}
          securitySchemes: {key: {$ref: 'other.yaml#/key'}}
        """,
        {"other.yaml": "{body: {content: {text/plain: {schema: {type: string}}}}, key: {type: http, scheme: bearer}}"},
    )
    assert [parameter["name"] for parameter in found["parameters"]] == ["q"]
    assert found["body"]["content_type"] == "text/plain"
    assert found["responses"][0]["headers"] == [{"name": "H", "schema": {"type": "integer"}}]
    assert found["security"]["alternatives"] == [[{"scheme": "bearer"}]]


def test_component_maps_may_be_references_and_give_their_names():
    components = "components: {schemas: {$ref: 'schemas.yaml'}, securitySchemes: {$ref: 'schemes.yaml#/all'}}"
    found = derived(
        OPENAPI_31,
        f"""
        paths:
          /x:
            get:
              security: [{{key: []}}]
              responses:
                '200': {{description: d, content: {{application/json: {{schema: {{$ref: '#/components/schemas/Pet'}}}}}}}}
        {components}
        """,
        {
            "schemas.yaml": "{Pet: {properties: {owner: {$ref: '#/Owner'}}}, Owner: {type: string}}",
            "schemes.yaml": "{all: {key: {type: apiKey, in: header, name: K}}}",
        },
    )
    assert list(found.schemas) == ["Owner", "Pet"]
    assert [scheme.vendor_key for scheme in found.auth] == ["key"]
    assert found.operations[0].callable


@pytest.mark.parametrize(
    ("version", "text", "expected"),
    [
        pytest.param(
            SWAGGER,
            "paths: {/x: {get: {parameters: [{$ref: '#/parameters/Gone'}], responses: {}}}}",
            ("reference-not-found", "/paths/~1x/get/parameters/0"),
            id="2.0-parameter",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/x: {get: {parameters: [{$ref: '#/components/parameters/Gone'}], responses: {}}}}",
            ("reference-not-found", "/paths/~1x/get/parameters/0"),
            id="3.0-parameter",
        ),
        pytest.param(
            SWAGGER,
            "paths: {/x: {post: {parameters: [{in: body, name: b, schema: {$ref: '#/definitions/Gone'}}], responses: {}}}}",
            ("reference-not-found", "/paths/~1x/post/parameters/0/schema"),
            id="2.0-body",
        ),
        pytest.param(
            OPENAPI_30,
            "paths: {/x: {post: {requestBody: {$ref: '#/components/requestBodies/Gone'}, responses: {}}}}",
            ("reference-not-found", "/paths/~1x/post/requestBody"),
            id="3.0-body",
        ),
        pytest.param(
            OPENAPI_31,
            "paths: {/x: {get: {$ref: 'https://elsewhere.example/op.yaml'}}}",
            ("reference-remote", "/paths/~1x/get"),
            id="3.1-operation",
        ),
    ],
)
def test_a_broken_reference_in_what_a_call_sends_is_a_gap(version, text, expected):
    assert gap(version, text) == expected


@pytest.mark.parametrize(
    ("version", "response"),
    [
        pytest.param(SWAGGER, "{description: d, schema: {$ref: '#/definitions/Gone'}}", id="2.0-schema"),
        pytest.param(SWAGGER, "{$ref: '#/responses/Gone'}", id="2.0-response"),
        pytest.param(
            OPENAPI_30,
            "{description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Gone'}}}}",
            id="3.0-schema",
        ),
        pytest.param(OPENAPI_30, "{$ref: '#/components/responses/Gone'}", id="3.0-response"),
    ],
)
def test_a_broken_reference_in_an_answer_narrows_the_answer(version, response):
    found = derived(version, f"paths: {{/x: {{get: {{responses: {{'200': {response}}}}}}}}}")
    assert [(note.severity.value, note.code.value, note.identity) for note in found.notes] == [
        ("narrowed", "reference-not-found", "GET /x")
    ]
    assert plain(found.operations[0].responses[0].content[0].schema) == {}


def test_more_references_than_allowed_stop_the_run():
    with pytest.raises(DescriptionError) as raised:
        follow("{a: {$ref: '#/b'}, b: {$ref: '#/c'}, c: 1}", "#/a", limits=Limits(references=2))
    (problem,) = raised.value.problems
    assert problem.code is Code.TOO_MANY_REFERENCES
    assert "--max-references" in problem.remedy


def test_a_32_document_reads_like_a_31_one():
    assert view(OPENAPI_32, "paths: {/x: {query: {responses: {}}}}").operations[0].method == "QUERY"
