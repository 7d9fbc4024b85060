"""Descriptions that mean harm, each up to a megabyte: what would take a careless reader's time, memory or trust."""

import json
from collections.abc import Callable
from typing import Any

DOCUMENTS: dict[str, Callable[[], bytes]] = {}
MEGABYTE = 1_000_000

Make = Callable[[], bytes]


def document(make: Make) -> Make:
    """Register a document under its function's name."""
    DOCUMENTS[make.__name__.replace("_", "-")] = make
    return make


def openapi(paths: Any = None, components: Any = None, version: str = "3.0.3", **more: Any) -> bytes:
    """A JSON description; without `paths`, one operation that answers with the component `A`."""
    tree: dict[str, Any] = {"openapi": version, "info": {"title": "T", "version": "1"}, **more}
    tree["paths"] = paths if paths is not None else {"/a": {"get": {"responses": answers({"$ref": "#/components/schemas/A"})}}}
    if components is not None:
        tree["components"] = components
    return json.dumps(tree, separators=(",", ":")).encode()


def swagger(paths: Any, **more: Any) -> bytes:
    tree = {"swagger": "2.0", "info": {"title": "T", "version": "1"}, "paths": paths, **more}
    return json.dumps(tree, separators=(",", ":")).encode()


def answers(schema: Any) -> dict[str, Any]:
    return {"200": {"description": "", "content": {"application/json": {"schema": schema}}}}


def body(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    return {"required": True, "content": {media_type: {"schema": schema}}}


def to(name: object) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def schemas(members: dict[str, Any]) -> dict[str, Any]:
    return {"schemas": members}


YAML = "openapi: 3.0.3\ninfo: {title: T, version: '1'}\n"


def yaml(text: str) -> bytes:
    return (YAML + text).encode()


# -- YAML ----------------------------------------------------------------------------------------------------------------------


@document
def alias_bomb_of_lists() -> bytes:
    lines = ["x-a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"x-a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 30)]
    return yaml("\n".join(lines) + "\npaths: {}\n")


@document
def alias_bomb_of_mappings() -> bytes:
    lines = ["x-a0: &a0 {a: 1, b: 2, c: 3}"]
    lines += [f"x-a{i}: &a{i} {{{', '.join(f'k{n}: *a{i - 1}' for n in range(9))}}}" for i in range(1, 30)]
    return yaml("\n".join(lines) + "\npaths: {}\n")


@document
def alias_bomb_in_a_schema() -> bytes:
    lines = ["components:", "  schemas:", "    A0: &a0 {type: string}"]
    lines += [
        f"    A{i}: &a{i} {{type: object, properties: {{{', '.join(f'p{n}: *a{i - 1}' for n in range(8))}}}}}" for i in range(1, 7)
    ]
    lines += ["paths:", "  /a: {get: {responses: {'200': {description: x, content: {application/json: {schema: *a6}}}}}}"]
    return yaml("\n".join(lines) + "\n")


@document
def alias_bomb_of_merges() -> bytes:
    lines = ["x-a0: &a0 {a: 1, b: 2, c: 3}"]
    lines += [f"x-a{i}: &a{i} {{<<: [{', '.join([f'*a{i - 1}'] * 10)}], k{i}: 1}}" for i in range(1, 40)]
    return yaml("\n".join(lines) + "\npaths: {}\n")


@document
def merges_of_a_large_mapping() -> bytes:
    lines = ["x-a: &a {" + ", ".join(f"k{i}: 1" for i in range(40_000)) + "}"]
    lines += [f"x-b{i}: {{<<: *a}}" for i in range(20_000)]
    return yaml("\n".join(lines) + "\npaths: {}\n")


@document
def alias_of_a_long_text() -> bytes:
    return yaml("x-a: &a " + "y" * 500_000 + "\nx-b: [" + "*a, " * 100_000 + "]\npaths: {}\n")


@document
def alias_of_a_long_text_as_descriptions() -> bytes:
    operations = "\n".join(f"  /p{i}: {{get: {{description: *a}}}}" for i in range(15_000))
    return yaml("x-a: &a " + "y " * 200_000 + f"\npaths:\n{operations}\n")


@document
def alias_of_operations() -> bytes:
    parameters = ", ".join(f"{{name: p{i}, in: query, schema: {{type: string}}}}" for i in range(5_000))
    paths = "\n".join(f"  /p{i}: *item" for i in range(15_000))
    return yaml(f"x-item: &item {{get: {{parameters: [{parameters}], responses: {{}}}}}}\npaths:\n{paths}\n")


@document
def alias_that_holds_itself() -> bytes:
    return yaml("components: {schemas: {A: &a {properties: {a: *a}}}}\npaths: {}\n")


@document
def thousands_of_anchors() -> bytes:
    return yaml(
        "x-a:\n" + "".join(f"  k{i}: &n{i} [*n{i - 1}]\n" if i else "  k0: &n0 [1]\n" for i in range(40_000)) + "paths: {}\n"
    )


@document
def yaml_flow_nesting() -> bytes:
    return yaml("x-a: " + "[" * 400_000)


@document
def yaml_flow_mappings_nesting() -> bytes:
    return yaml("x-a: " + "{a: " * 200_000)


@document
def yaml_block_nesting() -> bytes:
    return yaml("\n".join(" " * i + "a:" for i in range(1_400)))


@document
def yaml_block_sequence_nesting() -> bytes:
    return yaml("x-a:\n  " + "- " * 400_000 + "a\n")


@document
def yaml_question_marks() -> bytes:
    return yaml("? " * 400_000)


@document
def yaml_blank_lines() -> bytes:
    return yaml("\n" * MEGABYTE + "paths: {}\n")


@document
def yaml_blank_lines_in_runs() -> bytes:
    return yaml(("\n" * 900 + "#\n") * 1_000 + "paths: {}\n")


@document
def yaml_blank_lines_in_a_text() -> bytes:
    return yaml("x-a: |\n" + ("  \n" * 300 + "  x\n") * 1_000 + "paths: {}\n")


@document
def yaml_carriage_returns() -> bytes:
    return yaml("\r" * MEGABYTE + "paths: {}\n")


@document
def yaml_comments() -> bytes:
    return yaml("#\n" * 400_000 + "paths: {}\n")


@document
def yaml_spaces() -> bytes:
    return yaml("x-a: " + " " * MEGABYTE + "1\npaths: {}\n")


@document
def yaml_folded_text() -> bytes:
    return yaml("x-a: >\n" + "  a\n\n" * 150_000 + "paths: {}\n")


@document
def yaml_long_plain_text() -> bytes:
    return yaml("x-a:\n" + "  word\n" * 130_000 + "paths: {}\n")


@document
def yaml_quoted_line_breaks() -> bytes:
    return yaml('x-a: "' + "a\n\n\n  " * 140_000 + '"\npaths: {}\n')


@document
def yaml_duplicate_keys() -> bytes:
    return yaml("a: 1\n" * 200_000)


@document
def yaml_tags() -> bytes:
    return yaml("x-a: !!python/object/apply:os.system ['touch /tmp/pwned']\npaths: {}\n")


@document
def yaml_tag_on_everything() -> bytes:
    return yaml("x-a: [" + "!!str a, " * 100_000 + "]\npaths: {}\n")


@document
def yaml_directives() -> bytes:
    return ("%TAG !a! tag:x," + "b" * 500_000 + "\n---\n" + YAML + "paths: {}\n").encode()


@document
def yaml_many_directives() -> bytes:
    return ("".join(f"%TAG !a{i}! tag:x\n" for i in range(50_000)) + "---\n" + YAML + "paths: {}\n").encode()


@document
def yaml_documents() -> bytes:
    return yaml("paths: {}\n" + "---\n{}\n" * 100_000)


@document
def yaml_colons() -> bytes:
    return yaml("x-a: " + "a:" * 450_000 + "\npaths: {}\n")


@document
def yaml_keys_without_values() -> bytes:
    return yaml("x-a: {" + ", ".join(f"k{i}" for i in range(120_000)) + "}\npaths: {}\n")


@document
def yaml_long_key() -> bytes:
    return yaml("x-" + "a" * 900_000 + ": 1\npaths: {}\n")


@document
def yaml_digits() -> bytes:
    return yaml("x-a: [" + ", ".join(["9" * 4_299] * 220) + "]\npaths: {}\n")


@document
def yaml_long_integer() -> bytes:
    return yaml("x-a: " + "9" * 900_000 + "\npaths: {}\n")


@document
def yaml_hexadecimal() -> bytes:
    return yaml("x-a: 0x" + "f" * 900_000 + "\npaths: {}\n")


@document
def yaml_exponents() -> bytes:
    return yaml("components: {schemas: {A: {minimum: 1e999999, maximum: 1e-999999}}}\npaths: {}\n")


@document
def yaml_next_line_characters() -> bytes:
    return yaml("x-a: '" + "\u0085\u2028\u2029" * 100_000 + "'\npaths: {}\n")


@document
def yaml_that_breaks_off_in_a_quote() -> bytes:
    return yaml("paths: {}\nx-a: '" + "b\n" * 400_000)


# -- JSON ----------------------------------------------------------------------------------------------------------------------


@document
def json_nesting() -> bytes:
    return b'{"openapi":"3.0.3","paths":{},"x-a":' + b"[" * 450_000 + b"]" * 450_000 + b"}"


@document
def json_nesting_open() -> bytes:
    return b'{"openapi":"3.0.3","paths":{},"x-a":' + b'{"a":' * 180_000


@document
def json_nesting_within_the_limit() -> bytes:
    inner: Any = {"type": "string"}
    for index in range(230):
        inner = {"properties": {f"p{index}": inner}} if index % 2 else {"allOf": [inner]}
    return openapi({"/a": {"post": {"requestBody": body(inner), "responses": answers(inner)}}})


@document
def json_duplicate_keys() -> bytes:
    return b'{"openapi":"3.0.3","paths":{' + b",".join([b'"/a":{"get":{},"get":{}}'] * 40_000) + b"}}"


@document
def json_long_integer() -> bytes:
    return b'{"openapi":"3.0.3","paths":{},"x-a":' + b"9" * 900_000 + b"}"


@document
def json_integers_of_many_digits() -> bytes:
    return openapi({}, x=0).replace(b'"x":0', b'"x-a":[' + b",".join([b"9" * 4_299] * 220) + b"]")


@document
def json_integer_of_5000_digits() -> bytes:
    return openapi(components=schemas({"A": {"minimum": 0}})).replace(b'"minimum":0', b'"minimum":' + b"9" * 5_000)


@document
def json_exponents() -> bytes:
    return openapi(components=schemas({"A": {"minimum": 0}})).replace(b'"minimum":0', b'"minimum":1e999999')


@document
def json_many_exponents() -> bytes:
    return openapi(components=schemas({"A": {"enum": [0]}})).replace(
        b'"enum":[0]', b'"enum":[' + b",".join([b"1.5e4000"] * 90_000) + b"]"
    )


@document
def json_not_a_number() -> bytes:
    return openapi(components=schemas({"A": {"minimum": 0}})).replace(b'"minimum":0', b'"minimum":NaN')


@document
def json_lone_surrogates() -> bytes:
    return openapi({"/a": {"get": {"operationId": "X", "tags": ["X"]}}}).replace(b'"X"', b'"\\ud800x\\udfff\\ud800"')


@document
def json_blank() -> bytes:
    return b'{"openapi":"3.0.3",' + b" \n\t" * 330_000 + b'"paths":{}}'


@document
def json_braces_without_end() -> bytes:
    return b"{" * 900_000


@document
def json_broken_at_the_end() -> bytes:
    return openapi({f"/p{i}": {"get": {}} for i in range(30_000)})[:-3] + b"]]]"


@document
def json_quotes() -> bytes:
    return b'{"openapi":"3.0.3","a":' + b'"' * 900_000


@document
def json_backslashes() -> bytes:
    return b'{"openapi":"3.0.3","a":"' + b"\\" * 900_001


@document
def json_comment_like() -> bytes:
    return b'{"openapi":"3.0.3", # a\n' + b"'a': 'b',\n" * 80_000 + b"'paths': {}}"


# -- encodings -----------------------------------------------------------------------------------------------------------------


@document
def utf_16() -> bytes:
    return openapi({"/a": {"get": {}}}).decode().encode("utf-16")


@document
def utf_16_without_a_mark() -> bytes:
    return openapi({"/a": {"get": {}}}).decode().encode("utf-16-be")


@document
def utf_32() -> bytes:
    return openapi({"/a": {"get": {}}}).decode().encode("utf-32")


@document
def utf_32_large() -> bytes:
    return ("\ufeff" + YAML + "paths:\n" + "".join(f"  /p{i}: {{get: {{}}}}\n" for i in range(9_000))).encode("utf-32-le")


@document
def byte_order_marks() -> bytes:
    return "\ufeff".encode() * 300_000 + openapi({"/a": {"get": {}}})


@document
def utf_16_odd() -> bytes:
    return openapi({"/a": {"get": {}}}).decode().encode("utf-16") + b"\x00"


@document
def utf_8_broken() -> bytes:
    return openapi({"/a": {"get": {}}}) + b"\xff" * 500_000


@document
def null_bytes() -> bytes:
    return b"\x00" * 900_000


@document
def random_bytes() -> bytes:
    import random

    return random.Random(1).randbytes(900_000)


@document
def gzip_archive() -> bytes:
    import gzip

    return gzip.compress(b"\x00" * 100_000_000)


@document
def html_page() -> bytes:
    return b"<!doctype html><title>" + b"<title " * 100_000 + b"</title>" + b"<" * 200_000


@document
def xml_bomb() -> bytes:
    entities = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 30))
    return f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a0 "x">{entities}]><a>&a29;</a>'.encode()


@document
def markdown_page() -> bytes:
    return b"# a b\n" + b"[" * 300_000 + b"\n" + b"`" * 300_000


@document
def type_lines() -> bytes:
    return b"type a\n" * 140_000


# -- references ----------------------------------------------------------------------------------------------------------------


@document
def fan_in_all_of() -> bytes:
    members: dict[str, Any] = {f"S{i}": {"allOf": [to(f"S{i + 1}")] * 10} for i in range(60)}
    return openapi(
        {"/a": {"post": {"requestBody": body(to("S0")), "responses": answers(to("S0"))}}},
        schemas({**members, "S60": {"type": "object"}}),
    )


@document
def fan_in_all_of_with_members() -> bytes:
    members: dict[str, Any] = {
        f"S{i}": {"allOf": [to(f"S{i + 1}"), to(f"S{i + 1}")], "properties": {f"p{i}": {"type": "string"}}} for i in range(60)
    }
    return openapi(
        {"/a": {"post": {"requestBody": body(to("S0")), "responses": answers(to("S0"))}}},
        schemas({**members, "S60": {"type": "object", "properties": {"z": {}}}}),
    )


@document
def fan_in_one_of() -> bytes:
    members: dict[str, Any] = {f"S{i}": {"oneOf": [to(f"S{i + 1}")] * 3, "anyOf": [to(f"S{i + 1}")] * 3} for i in range(60)}
    return openapi(
        {
            "/a": {
                "post": {
                    "parameters": [{"name": "p", "in": "query", "style": "deepObject", "schema": {"properties": {"x": to("S0")}}}],
                    "requestBody": body({"properties": {"x": to("S0")}}, "multipart/form-data"),
                    "responses": answers(to("S0")),
                }
            }
        },
        schemas({**members, "S60": {"type": "object"}}),
    )


@document
def fan_under_a_discriminator() -> bytes:
    members: dict[str, Any] = {f"S{i}": {"allOf": [to(f"S{i + 1}")] * 4, "oneOf": [to(f"S{i + 1}")] * 4} for i in range(60)}
    top = {"oneOf": [to("S0")], "discriminator": {"propertyName": "kind"}}
    return openapi({"/a": {"get": {"responses": answers(top)}}}, schemas({**members, "S60": {"type": "object"}}))


@document
def fan_in_properties() -> bytes:
    members: dict[str, Any] = {f"S{i}": {"properties": {f"p{n}": to(f"S{i + 1}") for n in range(20)}} for i in range(600)}
    return openapi(
        {"/a": {"post": {"requestBody": body(to("S0")), "responses": answers(to("S0"))}}},
        schemas({**members, "S600": {"type": "object"}}),
    )


@document
def every_component_names_every_other() -> bytes:
    members = {f"S{i}": {"properties": {f"p{n}": to(f"S{n}") for n in range(150)}} for i in range(150)}
    return openapi({"/a": {"get": {"responses": answers(to("S0"))}}}, schemas(members))


@document
def recursion_through_components() -> bytes:
    members = {f"S{i}": {"properties": {"n": to(f"S{(i + 1) % 15_000}")}} for i in range(15_000)}
    return openapi({"/a": {"post": {"requestBody": body(to("S0")), "responses": answers(to("S0"))}}}, schemas(members))


@document
def recursion_in_all_of() -> bytes:
    members = {f"S{i}": {"allOf": [to(f"S{(i + 1) % 14_000}")], "required": ["a"]} for i in range(14_000)}
    return openapi({"/a": {"post": {"requestBody": body(to("S0")), "responses": answers(to("S0"))}}}, schemas(members))


@document
def many_operations_into_a_chain() -> bytes:
    members = {f"S{i}": {"allOf": [to(f"S{i + 1}")], "required": ["a"]} for i in range(7_000)}
    paths = {f"/p{i}": {"post": {"requestBody": {"$ref": "#/components/requestBodies/B"}}} for i in range(5_000)}
    return openapi(paths, {"schemas": {**members, "S7000": {"type": "object"}}, "requestBodies": {"B": body(to("S0"))}})


@document
def schema_that_is_itself() -> bytes:
    return openapi(components=schemas({"A": to("A"), "B": to("C"), "C": to("B")}))


@document
def mutual_recursion() -> bytes:
    members = {
        "A": {"allOf": [to("B")], "properties": {"b": to("B")}},
        "B": {"allOf": [to("A")], "properties": {"a": to("A")}},
    }
    return openapi({"/a": {"post": {"requestBody": body(to("A")), "responses": answers(to("A"))}}}, schemas(members))


@document
def chain_of_references() -> bytes:
    members: dict[str, Any] = {f"{i:x}": {"$ref": f"#/definitions/{i + 1:x}"} for i in range(25_000)}
    members[f"{25_000:x}"] = {"type": "string"}
    paths = {"/a": {"get": {"responses": {"200": {"description": "", "schema": {"$ref": "#/definitions/0"}}}}}}
    return swagger(paths, definitions=members)


@document
def chain_of_references_entered_everywhere() -> bytes:
    count = 8_000
    members: dict[str, Any] = {f"{i:x}": {"$ref": f"#/definitions/{i + 1:x}"} for i in range(count)}
    members[f"{count:x}"] = {"type": "string"}
    properties = {f"p{i}": {"$ref": f"#/definitions/{i:x}"} for i in range(count)}
    paths = {"/a": {"get": {"responses": {"200": {"description": "", "schema": {"properties": properties}}}}}}
    return swagger(paths, definitions=members)


@document
def chain_of_parameters() -> bytes:
    members: dict[str, Any] = {f"{i:x}": {"$ref": f"#/parameters/{i + 1:x}"} for i in range(8_000)}
    members[f"{8_000:x}"] = {"name": "a", "in": "query", "type": "string"}
    paths = {f"/p{i}": {"get": {"parameters": [{"$ref": "#/parameters/0"}]}} for i in range(7_000)}
    return swagger(paths, parameters=members)


@document
def chain_of_path_items() -> bytes:
    paths: dict[str, Any] = {f"/{i}": {"$ref": f"#/paths/~1{i + 1}"} for i in range(20_000)}
    paths["/20000"] = {"get": {}}
    return openapi(paths)


@document
def pointer_of_many_tokens() -> bytes:
    return openapi({"/a": {"get": {"responses": answers({"$ref": "#" + "/a" * 400_000})}}})


@document
def pointer_through_references() -> bytes:
    members = {"A": {"properties": {"a": to("A")}}}
    return openapi(
        {"/a": {"get": {"responses": answers({"$ref": "#/components/schemas/A" + "/properties/a" * 60_000})}}}, schemas(members)
    )


@document
def pointers_through_references() -> bytes:
    members = {"A": {"properties": {"a": to("A")}}}
    paths = {
        f"/{i}": {"get": {"responses": answers({"$ref": "#/components/schemas/A" + "/properties/a" * (i % 31)})}}
        for i in range(2_500)
    }
    return openapi(paths, schemas(members))


@document
def pointer_of_escapes() -> bytes:
    return openapi({"/a": {"get": {"responses": answers({"$ref": "#/" + "%7E1" * 200_000})}}})


@document
def pointer_with_a_long_index() -> bytes:
    return openapi({"/a": {"get": {"responses": answers({"$ref": "#/x-list/" + "1" * 100_000})}}}, **{"x-list": [1]})


@document
def references_into_one_path_item() -> bytes:
    parameters = [{"name": f"p{i}", "in": "query", "schema": {}} for i in range(10_000)]
    paths: dict[str, Any] = {f"/{i}": {"$ref": "#/x-item"} for i in range(14_000)}
    return openapi(paths, **{"x-item": {"parameters": parameters, "get": {}, "put": {}, "post": {}, "delete": {}}})


@document
def references_into_one_body() -> bytes:
    properties = {f"p{i}": {"type": "string"} for i in range(14_000)}
    paths: dict[str, Any] = {f"/{i}": {"post": {"requestBody": {"$ref": "#/components/requestBodies/B"}}} for i in range(8_000)}
    return openapi(paths, {"requestBodies": {"B": body({"type": "object", "properties": properties})}})


@document
def references_into_one_body_schema() -> bytes:
    properties = {f"p{i}": {"type": "string"} for i in range(14_000)}
    paths: dict[str, Any] = {f"/{i}": {"post": {"requestBody": body(to("A"))}} for i in range(5_000)}
    return openapi(paths, schemas({"A": {"type": "object", "properties": properties}}))


@document
def references_into_one_answer() -> bytes:
    properties = {f"p{i}": {"type": "string"} for i in range(14_000)}
    paths: dict[str, Any] = {f"/{i}": {"get": {"responses": {"200": {"$ref": "#/components/responses/R"}}}} for i in range(8_000)}
    return openapi(paths, {"responses": {"R": {"description": "", **answers({"properties": properties})["200"]}}})


@document
def references_into_one_swagger_answer() -> bytes:
    properties = {f"p{i}": {"type": "string"} for i in range(14_000)}
    paths: dict[str, Any] = {f"/{i}": {"get": {"responses": {"200": {"$ref": "#/responses/R"}}}} for i in range(8_000)}
    return swagger(paths, responses={"R": {"description": "", "schema": {"properties": properties}}})


@document
def references_into_one_operation() -> bytes:
    operation = {
        "responses": {str(code): {"description": "", "headers": {f"h{n}": {} for n in range(20)}} for code in range(100, 600)}
    }
    paths: dict[str, Any] = {f"/{i}": {"get": {"$ref": "#/x-o"}, "put": {"$ref": "#/x-o"}} for i in range(9_000)}
    return openapi(paths, **{"x-o": operation})


@document
def references_into_one_list_of_tags() -> bytes:
    operation = {"tags": [f"t{i}" for i in range(30_000)]}
    paths: dict[str, Any] = {f"/{i}": {"get": {"$ref": "#/x-o"}} for i in range(14_000)}
    return openapi(paths, **{"x-o": operation})


@document
def references_into_one_callback() -> bytes:
    expressions = {f"{{$url}}/{i}": {"post": {}, "put": {}} for i in range(9_000)}
    paths: dict[str, Any] = {f"/{i}": {"get": {"callbacks": {"c": {"$ref": "#/x-c"}}}} for i in range(9_000)}
    return openapi(paths, **{"x-c": expressions})


@document
def references_into_one_long_description() -> bytes:
    paths: dict[str, Any] = {f"/{i}": {"get": {"$ref": "#/x-o"}} for i in range(14_000)}
    return openapi(paths, **{"x-o": {"description": "word " * 90_000}})


@document
def references_into_one_long_enumeration() -> bytes:
    paths: dict[str, Any] = {f"/{i}": {"get": {"parameters": [{"$ref": "#/x-p"}]}} for i in range(10_000)}
    return openapi(paths, **{"x-p": {"name": "a", "in": "query", "schema": {"enum": list(range(60_000))}}})


@document
def long_paths_with_one_fault_each() -> bytes:
    return openapi({"/" + "a" * 50_000 + str(i): {"get": {}, "fetch": {}} for i in range(18)})


@document
def unresolved_references() -> bytes:
    return openapi({f"/{i}": {"get": {"parameters": [{"$ref": f"#/x/{i}"}]}} for i in range(14_000)})


@document
def notes_everywhere() -> bytes:
    return openapi(
        {f"/{i}": {"get": {"tags": 1, "deprecated": 1, "summary": "\u202e", "responses": {"1": 1}}} for i in range(9_000)}
    )


@document
def anchors_everywhere() -> bytes:
    members = {f"S{i}": {"$anchor": f"a{i}", "properties": {"a": {"$ref": f"#a{i + 1}"}}} for i in range(11_000)}
    return openapi({"/a": {"get": {"responses": answers(to("S0"))}}}, schemas(members), version="3.1.0")


@document
def dynamic_references_everywhere() -> bytes:
    members = {f"S{i}": {"$dynamicAnchor": f"a{i}", "items": {"$dynamicRef": f"#a{i}"}} for i in range(10_000)}
    top = {"anyOf": [to(f"S{i}") for i in range(6_000)]}
    return openapi({"/a": {"get": {"responses": answers(top)}}}, schemas(members), version="3.1.0")


@document
def identifiers_everywhere() -> bytes:
    members = {f"S{i}": {"$id": f"https://e.com/{i}", "items": {"$ref": f"{i + 1}"}} for i in range(11_000)}
    return openapi({"/a": {"get": {"responses": answers(to("S0"))}}}, schemas(members), version="3.1.0")


@document
def identifiers_in_depth() -> bytes:
    inner: Any = {"type": "string"}
    for index in range(240):
        inner = {"$id": f"a{index}/", "properties": {"p": inner}}
    return openapi({"/a": {"get": {"responses": answers(inner)}}}, version="3.1.0")


@document
def references_by_name_of_a_member() -> bytes:
    members = {f"S{i}": {"properties": {f"p{n}": {"type": "string"} for n in range(20)}} for i in range(600)}
    top = {"anyOf": [{"$ref": f"#/components/schemas/S{i}/properties/p{n}"} for i in range(600) for n in range(15)]}
    return openapi({"/a": {"get": {"responses": answers(top)}}}, schemas(members))


@document
def references_to_remote_hosts() -> bytes:
    spellings = (
        "http://127.0.0.1:1/a",
        "HTTPS://example.com/",
        "ftp://x/",
        "//host/a.json",
        "file:///etc/passwd",
        "FILE:/etc/passwd",
        "jar:file:/x",
        "data:application/json,{}",
        "urn:a:b",
        "\\\\host\\share",
        "http:a",
        "javascript:1",
        "http://[::1",
        "mailto:a",
    )
    return openapi({f"/{i}": {"get": {"responses": answers({"$ref": text})}} for i, text in enumerate(spellings)})


@document
def references_outside() -> bytes:
    spellings = (
        "../secret.json",
        "%2e%2e/secret.json",
        "..%2fsecret.json",
        "%2E%2E%2Fsecret.json",
        "./../secret.json",
        "a/../../secret.json",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "..\\secret.json",
        "%252e%252e/secret.json",
        "link.json",
        "linked/secret.json",
        "loop.json",
        "fifo.json",
        ".",
        "..",
        "",
        "%00",
        "a%00b",
        "\u202e",
        "a" * 5_000,
        "a/" * 3_000,
        "zero.json",
        "socket.json",
        "~/a",
        "$HOME/a",
        "../%s/openapi.json",
        "openapi.json/../../secret.json",
        "openapi.json/x",
        "%ff%fe",
        "\ud83d",
        "CON",
        "?../secret.json",
    )
    return openapi({f"/{i}": {"get": {"responses": answers({"$ref": f"{text}#/a"})}} for i, text in enumerate(spellings)})


# -- size ----------------------------------------------------------------------------------------------------------------------


@document
def enumeration_of_100_000() -> bytes:
    return openapi(components=schemas({"A": {"type": "string", "enum": [f"v{i}" for i in range(100_000)]}}))


@document
def enumerations_that_are_merged() -> bytes:
    values = list(range(50_000))
    top = {"allOf": [{"properties": {"a": {"enum": values}}}, {"properties": {"a": {"enum": [*values, -1]}}}]}
    return openapi({"/a": {"post": {"requestBody": body(top)}}})


@document
def required_members_that_are_merged() -> bytes:
    one = [f"a{i}" for i in range(25_000)]
    top = {
        "allOf": [{"properties": {"a": {"required": one}}}, {"properties": {"a": {"required": [f"b{i}" for i in range(25_000)]}}}]
    }
    return openapi({"/a": {"post": {"requestBody": body(top)}}})


@document
def required_and_members() -> bytes:
    names = [f"p{i}" for i in range(25_000)]
    top = {"type": "object", "required": list(reversed(names)), "properties": {name: {} for name in names}}
    return openapi({"/a": {"post": {"requestBody": body(top), "responses": answers(top)}}})


@document
def operations_60_000() -> bytes:
    return openapi({f"/{i:x}": {"get": {"summary": "A thing of its own kind"}} for i in range(60_000)})


@document
def operations_45_000() -> bytes:
    return openapi({f"/{i:x}": {"get": {}} for i in range(45_000)})


@document
def operations_with_one_name() -> bytes:
    return openapi({f"/{i:x}/": {"get": {"operationId": "a", "tags": ["a"]}} for i in range(18_000)})


@document
def operations_with_one_path() -> bytes:
    return openapi({f"/{{a{i:x}}}": {"get": {}} for i in range(40_000)})


@document
def long_operation_ids() -> bytes:
    return openapi(
        {
            f"/a{i}": {"get": {"operationId": f"{word * (100_000 // len(word))}{i}"}}
            for i, word in enumerate(["a", "A", "aB", "a_", "1", "-", "é", "1a", "GET"])
        }
    )


@document
def long_tags() -> bytes:
    return openapi(
        {
            f"/a{i}": {"get": {"tags": [word * (100_000 // len(word))]}}
            for i, word in enumerate(["a", "A", "aB", "a_", "1", "-", "é", "api", "s"])
        }
    )


@document
def long_paths() -> bytes:
    texts = ["a/", "{a}/", "/", ".", "{", "}", "{a", "a{b}c", ":", "?", "#", "{?a}", "{a:b}"]
    return openapi({"/" + text * (60_000 // len(text)): {"get": {}} for text in texts})


@document
def braces_inside_braces() -> bytes:
    return openapi({"/" + "{" * 100_000 + "a" + "}" * 100_000: {"get": {}}, "/" + "{a:" * 60_000 + "}" * 60_000: {"get": {}}})


@document
def query_expressions() -> bytes:
    return openapi({"/a{?" + ",".join(f"a{i}" for i in range(20_000)) + "}": {"get": {}}})


@document
def placeholders_20_000() -> bytes:
    return openapi({"/" + "/".join(f"{{a{i}}}" for i in range(20_000)): {"get": {}}})


@document
def long_parameter_names() -> bytes:
    names = [word * (60_000 // len(word)) for word in ("a", "$", "[a]", "A", "-", "é", "<", " ", "\u202e", "_", "\U0001f600")]
    return openapi({"/a": {"get": {"parameters": [{"name": name, "in": "query", "schema": {}} for name in names]}}})


@document
def parameters_10_000() -> bytes:
    return openapi(
        {"/a": {"get": {"parameters": [{"name": f"p{i}", "in": "query", "schema": {"type": "string"}} for i in range(10_000)]}}}
    )


@document
def parameters_with_one_key() -> bytes:
    return openapi(
        {
            "/a": {
                "get": {
                    "parameters": [
                        {"name": "a" + "$" * (i % 100) + "@" * (i // 100), "in": "query", "schema": {}} for i in range(5_000)
                    ]
                }
            }
        }
    )


@document
def encodings_of_members() -> bytes:
    names = [f"p{i}" for i in range(8_000)]
    content = {
        "schema": {"type": "object", "properties": {name: {"type": "string"} for name in names}},
        "encoding": {f"{name}x": {"contentType": "text/plain"} for name in names},
    }
    return openapi({"/a": {"post": {"requestBody": {"content": {"multipart/form-data": content}}}}})


@document
def media_types() -> bytes:
    content = {f"application/a{i}+json": {"schema": {"type": "object"}} for i in range(15_000)}
    return openapi(
        {"/a": {"post": {"requestBody": {"content": content}, "responses": {"200": {"description": "", "content": content}}}}}
    )


@document
def media_types_that_are_long() -> bytes:
    texts = [" ", ";", "a/", "\t", "*", "+json", "application/json;", "\u00a0"]
    content = {text * (50_000 // len(text)): {"schema": {"type": "object"}} for text in texts}
    return openapi(
        {"/a": {"post": {"requestBody": {"content": content}, "responses": {"200": {"description": "", "content": content}}}}}
    )


@document
def status_keys() -> bytes:
    return openapi({"/a": {"get": {"responses": {f"{i}": {"description": ""} for i in range(30_000)}}}})


@document
def status_keys_that_are_long() -> bytes:
    texts = ["2", "X", "default", "2XX", "\u0662", "\u202e"]
    return openapi({"/a": {"get": {"responses": {text * 30_000: {"description": ""} for text in texts}}}})


@document
def server_addresses() -> bytes:
    texts = ["{", "}", "{a}", "@", "/", "https://", "a:", "?", "https://u:p@", "//@", "{a", "\\"]
    return openapi({"/a": {"get": {}}}, servers=[{"url": text * (50_000 // len(text))} for text in texts])


@document
def server_variables() -> bytes:
    variables = {f"v{i}": {"default": "x" * 50} for i in range(5_000)}
    return openapi(
        {"/a": {"get": {}}}, servers=[{"url": "https://" + "".join(f"{{{name}}}" for name in variables), "variables": variables}]
    )


@document
def server_variable_that_is_huge() -> bytes:
    return openapi(
        {"/a": {"get": {}}},
        servers=[{"url": "https://e.com/" + "{v}" * 130_000, "variables": {"v": {"default": "x" * 500_000}}}],
    )


@document
def servers_5_000() -> bytes:
    return openapi({f"/{i}": {"get": {}} for i in range(5_000)}, servers=[{"url": f"https://e.com/{i}"} for i in range(20_000)])


@document
def security_schemes() -> bytes:
    schemes = {f"s{i}": {"type": "apiKey", "in": "header", "name": "X"} for i in range(5_000)}
    requirements = [{f"s{i}": []} for i in range(5_000)]
    return openapi({"/a": {"get": {"security": requirements}}}, {"securitySchemes": schemes}, security=requirements)


@document
def security_schemes_of_many_shapes() -> bytes:
    schemes = {f"s{i}": {"type": "apiKey", "in": "header", "name": f"X{i}"} for i in range(9_000)}
    return openapi({"/a": {"get": {"security": [{name: [] for name in schemes}]}}}, {"securitySchemes": schemes})


@document
def default_security_of_many_operations() -> bytes:
    requirements = [{f"s{i}": []} for i in range(20_000)]
    return openapi({f"/{i}": {"get": {}} for i in range(20_000)}, security=requirements)


@document
def all_of_400_deep() -> bytes:
    inner: Any = {"type": "object", "properties": {"z": {"type": "string"}}}
    for index in range(235):
        inner = {"type": "object", "allOf": [inner], "properties": {f"p{index}": {"type": "string"}, "z": {"title": str(index)}}}
    return openapi({"/a": {"post": {"requestBody": body(inner), "responses": answers(inner)}}})


@document
def all_of_through_400_components() -> bytes:
    members: dict[str, Any] = {
        f"S{i}": {"allOf": [to(f"S{i + 1}"), {"properties": {"a": {"title": str(i)}, f"p{i}": {}}}]} for i in range(400)
    }
    return openapi({"/a": {"post": {"requestBody": body(to("S0"))}}}, schemas({**members, "S400": {"type": "object"}}))


@document
def all_of_with_10_000_branches() -> bytes:
    top = {"allOf": [{"properties": {f"p{i}": {"type": "string"}, "a": {"title": f"{i}"}}} for i in range(12_000)]}
    return openapi({"/a": {"post": {"requestBody": body(top)}}})


@document
def all_of_with_branches_that_do_not_merge() -> bytes:
    top = {"allOf": [{"properties": {"a": {"minimum": i}}} for i in range(20_000)]}
    return openapi({"/a": {"post": {"requestBody": body(top)}}})


@document
def discriminator_mappings() -> bytes:
    mapping = {f"v{i}": "#/components/schemas/B" for i in range(10_000)}
    members = {
        "A": {"oneOf": [to("B")] * 3_000, "discriminator": {"propertyName": "kind", "mapping": mapping}},
        "B": {"type": "object"},
    }
    return openapi(components=schemas(members))


@document
def discriminator_mappings_to_names() -> bytes:
    names = [f"B{i}" for i in range(8_000)]
    members: dict[str, Any] = {name: {"type": "object"} for name in names}
    members["A"] = {"discriminator": {"propertyName": "kind", "mapping": {name: name for name in names}}}
    return openapi(components=schemas(members))


@document
def tags_of_one_operation() -> bytes:
    return openapi({"/a": {"get": {"tags": [f"t{i}" for i in range(90_000)]}}})


@document
def callbacks() -> bytes:
    return openapi({"/a": {"get": {"callbacks": {f"c{i}": {"{$url}": {"post": {}}} for i in range(20_000)}}}})


@document
def webhooks() -> bytes:
    return openapi({}, version="3.1.0", webhooks={f"w{i}": {"post": {}} for i in range(30_000)})


@document
def additional_operations() -> bytes:
    methods = {f"M{i}": {} for i in range(40_000)}
    return openapi({"/a": {"additionalOperations": methods}}, version="3.2.0")


@document
def long_methods() -> bytes:
    methods = {text * (40_000 // len(text)): {} for text in ("A", " ", "a", "\u202e", "é", "GET ", "\n", "{a}")}
    return openapi({"/a": {"additionalOperations": methods}}, version="3.2.0")


@document
def long_texts() -> bytes:
    text = "x" * 150_000
    return openapi(
        {"/a": {"get": {"summary": text, "description": text, "operationId": text, "tags": [text]}}},
        info={"title": text, "version": text},
    )


@document
def members_with_hostile_names() -> bytes:
    names = ["$ref", "__proto__", "constructor", "a/b", "a~b", "%", "#", "", " ", "\u202e", "\x00", "\x1b[2J", "..", "__class__"]
    members: dict[str, Any] = {
        name or "empty": {"type": "object", "properties": {n: {"type": "string"} for n in names if n != "$ref"}} for name in names
    }
    paths = {
        f"/{i}": {
            "post": {
                "requestBody": body(
                    {"$ref": "#/components/schemas/" + (name or "empty").replace("~", "~0").replace("/", "~1").replace("%", "%25")}
                )
            }
        }
        for i, name in enumerate(names)
    }
    return openapi(paths, schemas(members))


@document
def license_url() -> bytes:
    return openapi(
        {"/a": {"get": {}}}, info={"title": "T", "version": "1", "license": {"name": "x" * 400_000, "url": "\u202e" * 50_000}}
    )


@document
def versions() -> bytes:
    return b'{"openapi":"' + b" " * 400_000 + b"3" * 400_000 + b'","paths":{}}'


@document
def keys_of_unknown_document() -> bytes:
    return json.dumps({"k" * 900 + str(i): 1 for i in range(1_000)}).encode()


@document
def keys_near_openapi() -> bytes:
    return json.dumps({f"openap{i}": 1 for i in range(50_000)}).encode()


# -- several at once ------------------------------------------------------------------------------------------------------------


@document
def alias_bomb_in_a_schema_of_two_million_nodes() -> bytes:
    lines = ["components:", "  schemas:", "    A0: &a0 {type: string}"]
    lines += [f"    A{i}: &a{i} {{properties: {{{', '.join(f'p{n}: *a{i - 1}' for n in range(9))}}}}}" for i in range(1, 7)]
    lines += ["paths:", "  /a: {get: {responses: {'200': {description: x, content: {application/json: {schema: *a6}}}}}}"]
    return yaml("\n".join(lines) + "\n")


@document
def alias_bomb_in_an_example() -> bytes:
    lines = ["x-a0: &a0 [a, b, c, d, e, f, g, h, i]"]
    lines += [f"x-a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 6)]
    lines += ["components: {schemas: {A: {default: *a5, enum: [*a5], example: *a5}}}"]
    lines += [
        "paths: {/a: {get: {responses: {'200': {description: x, content: {a/b: {schema: {$ref: '#/components/schemas/A'}}}}}}}}"
    ]
    return yaml("\n".join(lines) + "\n")


@document
def alias_of_a_long_text_in_one_schema() -> bytes:
    members = ", ".join(f"p{i}: {{description: *a}}" for i in range(150))
    return yaml(
        f"x-a: &a {'y ' * 400_000}\ncomponents: {{schemas: {{A: {{properties: {{{members}}}}}}}}}\n"
        "paths: {/a: {get: {responses: {'200': {description: x, content: {a/b: {schema: {$ref: '#/components/schemas/A'}}}}}}}}\n"
    )


@document
def fan_that_no_discriminator_finds() -> bytes:
    members: dict[str, Any] = {f"S{i}": {"allOf": [to(f"S{i + 1}")] * 6} for i in range(15)}
    top = {"oneOf": [to("S0")], "discriminator": {"propertyName": "kind"}}
    return openapi({"/a": {"get": {"responses": answers(top)}}}, schemas({**members, "S15": {"type": "object"}}))


@document
def fan_of_collections() -> bytes:
    members: dict[str, Any] = {
        f"S{i}": {"type": "object", "properties": {f"p{n}": {"type": "array", "items": to(f"S{i + 1}")} for n in range(6)}}
        for i in range(60)
    }
    pages = [
        {"name": name, "in": "query", "schema": {"type": "integer"}} for name in ("page", "per_page", "cursor", "offset", "limit")
    ]
    return openapi(
        {"/a": {"get": {"parameters": pages, "responses": answers(to("S0"))}}}, schemas({**members, "S60": {"type": "object"}})
    )


@document
def fan_of_nested_alternatives() -> bytes:
    members: dict[str, Any] = {
        f"S{i}": {"oneOf": [{"anyOf": [to(f"S{i + 1}")] * 3}] * 3, "properties": {"items": to(f"S{i + 1}")}} for i in range(60)
    }
    pages = [{"name": name, "in": "query", "schema": {"oneOf": [to("S0")] * 2}} for name in ("page", "per_page", "cursor")]
    return openapi(
        {"/a": {"get": {"parameters": pages, "responses": answers(to("S0"))}}}, schemas({**members, "S60": {"type": "object"}})
    )


@document
def alternatives_of_every_operation() -> bytes:
    members: dict[str, Any] = {f"S{i}": {"type": "object"} for i in range(6_000)}
    members["A"] = {"oneOf": [to(f"S{i}") for i in range(6_000)]}
    members["B"] = {"allOf": [*(to(f"S{i}") for i in range(6_000)), {"oneOf": [{}]}]}
    paths = {f"/p{i}": {"post": {"requestBody": body(to("AB"[i % 2])), "responses": answers(to("A"))}} for i in range(1_500)}
    return openapi(paths, schemas(members))


@document
def pages_of_one_large_answer() -> bytes:
    members: dict[str, Any] = {
        "A": {"type": "object", "properties": {f"p{i}": {"type": "array", "items": {}} for i in range(10_000)}}
    }
    pages = [{"name": name, "in": "query", "schema": {"type": "integer"}} for name in ("page", "per_page")]
    return openapi(
        {f"/p{i}": {"get": {"parameters": pages, "responses": answers(to("A"))}} for i in range(1_500)}, schemas(members)
    )


@document
def one_long_path_with_many_faults() -> bytes:
    return openapi({"/" + "a" * 300_000: {f"a{i}": 0 for i in range(50_000)}})


@document
def one_long_path_with_many_methods() -> bytes:
    return openapi({"/" + "a" * 300_000: {"additionalOperations": {f"M{i}": {} for i in range(40_000)}}}, version="3.2.0")


@document
def one_long_path_with_many_events() -> bytes:
    callbacks = {f"c{i}": {"{$url}": {"post": {}}} for i in range(15_000)}
    return openapi({"/" + "a" * 300_000: {"get": {"callbacks": callbacks}}})


@document
def faults_in_the_depth() -> bytes:
    inner: Any = {f"p{i}": {"minimum": "a"} for i in range(25_000)}
    for index in range(160):
        inner = {f"q{index}": {"properties": inner}}
    return openapi({"/a": {"get": {"responses": answers({"properties": inner})}}})


@document
def references_into_one_path_item_of_extensions() -> bytes:
    item = {f"x-{i}": 0 for i in range(40_000)}
    return openapi({f"/{i}": {"$ref": "#/x-item"} for i in range(14_000)}, **{"x-item": {**item, "get": {}}})


@document
def references_into_one_media_type() -> bytes:
    content = {f"a/{i}": {"$ref": "#/x-m"} for i in range(12_000)}
    value = {"schema": {"properties": {f"p{i}": {} for i in range(25_000)}}}
    return openapi({"/a": {"post": {"requestBody": {"content": content}}}}, **{"x-m": value})


@document
def references_into_one_header() -> bytes:
    headers = {f"h{i}": {"$ref": "#/x-h"} for i in range(12_000)}
    value = {"schema": {"enum": list(range(60_000))}}
    return openapi({"/a": {"get": {"responses": {"200": {"description": "", "headers": headers}}}}}, **{"x-h": value})


@document
def references_into_one_form() -> bytes:
    fields = [{"name": f"p{i}", "in": "formData", "type": "string"} for i in range(9_000)]
    return swagger({f"/{i}": {"$ref": "#/x-i"} for i in range(14_000)}, **{"x-i": {"post": {}, "put": {}, "parameters": fields}})


@document
def references_into_one_list_of_servers() -> bytes:
    operation = {"servers": [{"url": f"https://e.com/{i}"} for i in range(9_000)]}
    return openapi({f"/{i}": {"get": {"$ref": "#/x-o"}} for i in range(14_000)}, **{"x-o": operation})


@document
def references_into_one_list_of_requirements() -> bytes:
    operation = {"security": [{f"s{i}": ["a", "b"]} for i in range(20_000)]}
    return openapi({f"/{i}": {"get": {"$ref": "#/x-o"}} for i in range(14_000)}, **{"x-o": operation})


@document
def references_into_one_encoding() -> bytes:
    encoding = {f"p{i}": {"contentType": "a/b", "headers": {"h": {}}} for i in range(9_000)}
    value = {"schema": {"properties": {f"p{i}": {} for i in range(9_000)}}, "encoding": encoding}
    content = {"multipart/form-data": {"$ref": "#/x-m"}}
    return openapi({f"/{i}": {"post": {"requestBody": {"content": content}}} for i in range(1_500)}, **{"x-m": value})


@document
def many_media_types_for_every_operation() -> bytes:
    paths = {
        f"/{i}": {"post": {"parameters": [{"name": "a", "in": "body", "schema": {}}], "responses": {"200": {"schema": {}}}}}
        for i in range(3_500)
    }
    types = [f"a/{i}" for i in range(20_000)]
    return swagger(paths, consumes=types, produces=types)


@document
def chain_into_a_broken_reference() -> bytes:
    members: dict[str, Any] = {f"S{i}": {"allOf": [to(f"S{i + 1}")], "required": ["a"]} for i in range(4_500)}
    paths = {f"/p{i}": {"post": {"requestBody": body(to(f"S{i}"))}} for i in range(4_000)}
    return openapi(paths, schemas(members))


@document
def merged_members_that_grow() -> bytes:
    top = {"allOf": [{"properties": {"a": {"properties": {f"p{i}": {}}, "required": [f"p{i}"]}}} for i in range(9_000)]}
    return openapi({"/a": {"post": {"requestBody": body(top)}}})


@document
def further_members_that_do_not_merge() -> bytes:
    top = {"allOf": [{"additionalProperties": {"minimum": i}} for i in range(20_000)]}
    return openapi({"/a": {"post": {"requestBody": body(top)}}})
