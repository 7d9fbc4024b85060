"""The judge tells what is so from what is not: facts that are false of a case fail, and what no check covers counts as nothing."""

from pathlib import Path

import pytest
import yaml

from cases.judging import judge
from cases.verdicts import Status

SPEC = """
openapi: 3.0.3
info: {title: T, version: '1'}
servers: [{url: https://t.example}]
security: [{a: [], b: []}, {c: [x]}]
paths:
  /t/{id}:
    put:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: n, in: query, schema: {type: integer, default: 0, maximum: 5, enum: [0, 5]}}
        - {name: l, in: query, schema: {type: array, items: {type: string}}}
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/T'}}}
      responses:
        "200": {description: fine, content: {application/json: {schema: {$ref: '#/components/schemas/T'}}}}
        "404": {description: none}
    post: {responses: {"202": {description: soon}}, security: [], parameters: [{$ref: '#/components/parameters/Gone'}]}
    delete: {responses: {"204": {description: gone}}, security: [{}]}
components:
  securitySchemes:
    a: {type: apiKey, in: header, name: A}
    b: {type: apiKey, in: query, name: b}
    c: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://t.example/t, scopes: {x: y}}}}
  schemas:
    T: {allOf: [{type: object, required: [k], properties: {k: {type: string, nullable: true}}}, {properties: {f: {type: boolean}}}]}
"""

PUT = "operation PUT /t/{id}"
ID = {"in": "path", "name": "id", "required": True, "type": "string"}
N = {"in": "query", "name": "n", "required": False, "type": "integer", "default": 0, "maximum": 5, "enum": [0, 5]}
L = {"in": "query", "name": "l", "required": False, "type": "array", "items": "string"}
K = {"name": "k", "required": True, "type": "string", "nullable": True}
F = {"name": "f", "required": False, "type": "boolean"}
BODY = {"encoding": "json", "required": True, "media": "application/json", "fields": [K, F]}
OK = {"status": "200", "type": "object", "fields": ["k"], "media": "application/json"}
BOTH = [{"a": [], "b": []}, {"c": ["x"]}]


def statuses(tmp_path: Path, *facts: object) -> list[Status]:
    folder = tmp_path / "000-t"
    folder.mkdir()
    (folder / "spec.yaml").write_text(SPEC)
    (folder / "case.yaml").write_text(yaml.safe_dump({"expect": list(facts)}))
    (tmp_path / "scratch").mkdir()
    return [verdict.status for _, verdict in judge(folder, tmp_path / "scratch")][:-1]


def test_what_is_so_is_held(tmp_path: Path) -> None:
    facts = [
        {"operations": 2},
        {PUT: {"effect": "update", "params": [L, N, ID], "body": BODY, "security": BOTH, "responses": [OK, {"status": "404"}]}},
        {"operation DELETE /t/{id}": {"body": "none", "security": [{}], "responses": [{"status": "204", "content": "none"}]}},
        {"skipped": [{"operation": "GET /t/{id}", "because": "unknown reason"}]},
        {"schema T": {"type": "object", "required": ["k"]}},
        {"one_of": [[{"operations": 7}], [{"operations": 2}]]},
        {
            "request": {
                "operation": "PUT /t/{id}",
                "given": {"id": "a", "k": None},
                "sends": {"path": "/t/a", "body": '{"k": null}'},
            }
        },
        {"refused_call": {"operation": "PUT /t/{id}", "given": {"id": "a"}, "mentions": ["k"]}},
        "no package is written or it is",
        {"walk": {"operation": "PUT /t/{id}"}},
    ]
    found = statuses(tmp_path, *facts)
    assert [status.value for status in found] == [
        *(["held"] * 3), "unjudged", *(["held"] * 4), "unjudged", "waiting",
    ]  # fmt: skip


def changed(base: dict, **facts: object) -> dict:
    return {**base, **facts}


FALSE = [
    {"operations": 3},
    {"operation GET /t/{id}": {}},
    {"operation POST /t/{id}": {}},
    {PUT: {"effect": "create"}},
    {PUT: {"params": [ID, N]}},
    {PUT: {"params": [ID, N, L, changed(N, name="m")]}},
    {PUT: {"params": [ID, changed(N, type="number"), L]}},
    {PUT: {"params": [ID, changed(N, type="string"), L]}},
    {PUT: {"params": [ID, changed(N, type="any"), L]}},
    {PUT: {"params": [ID, changed(N, type=["integer", "null"]), L]}},
    {PUT: {"params": [ID, changed(N, default=False), L]}},
    {PUT: {"params": [ID, changed(N, default="0"), L]}},
    {PUT: {"params": [ID, changed(N, enum=[5, 0]), L]}},
    {PUT: {"params": [ID, changed(N, enum=[0]), L]}},
    {PUT: {"params": [ID, changed(N, maximum=6), L]}},
    {PUT: {"params": [ID, changed(N, minimum=0), L]}},
    {PUT: {"params": [ID, changed(N, required=True), L]}},
    {PUT: {"params": [ID, N, changed(L, items="integer")]}},
    {PUT: {"params": [ID, N, changed(L, secret=True)]}},
    {PUT: {"body": "none"}},
    {PUT: {"body": changed(BODY, encoding="form")}},
    {PUT: {"body": changed(BODY, required=False)}},
    {PUT: {"body": changed(BODY, media="application/vnd.t+json")}},
    {PUT: {"body": changed(BODY, fields=[K])}},
    {PUT: {"body": changed(BODY, fields=[changed(K, nullable=False), F])}},
    {PUT: {"body": changed(BODY, fields=[{"name": "k", "required": True, "type": "string"}, F])}},
    {PUT: {"body": changed(BODY, fields=[K, changed(F, required=True)])}},
    {PUT: {"body": {"encoding": "json", "type": "object"}}},
    {PUT: {"body": {"encoding": "json", "free_keys": "string"}}},
    {PUT: {"security": []}},
    {PUT: {"security": [{}]}},
    {PUT: {"security": [{"a": [], "b": []}]}},
    {PUT: {"security": [{"a": []}, {"b": []}, {"c": ["x"]}]}},
    {PUT: {"security": [{"a": [], "b": []}, {"c": []}]}},
    {"operation DELETE /t/{id}": {"security": []}},
    {PUT: {"responses": [OK]}},
    {PUT: {"responses": [OK, {"status": "404"}, {"status": "500"}]}},
    {PUT: {"responses": [changed(OK, type="array"), {"status": "404"}]}},
    {PUT: {"responses": [changed(OK, fields=["z"]), {"status": "404"}]}},
    {PUT: {"responses": [changed(OK, media=["text/csv"]), {"status": "404"}]}},
    {PUT: {"responses": [changed(OK, content="none"), {"status": "404"}]}},
    {PUT: {"responses": [changed(OK, pending=True), {"status": "404"}]}},
    {PUT: {"servers": ["https://u.example"]}},
    {"schema T": {"required": []}},
    {"schema U": {"type": "object"}},
    {"skipped": [{"operation": "PUT /t/{id}", "because": "raw body"}]},
    {"skipped": [{"operation": "POST /t/{id}", "because": "raw body"}]},
    {"skipped": [{"operation": "HEAD /t/{id}", "because": "raw body"}]},
    {"error": {"mentions": ["Gone"]}},
    {"warning": {"mentions": ["nothing says this"]}},
    {"one_of": [[{"operations": 7}], [{"operations": 2}, {"operations": 8}]]},
    {"request": {"operation": "PUT /t/{id}", "given": {"id": "a", "k": "b"}, "sends": {"path": "/t/b"}}},
    {"request": {"operation": "PUT /t/{id}", "given": {"id": "a", "k": "b", "n": 5}, "sends": {"query": "n=0"}}},
    {"request": {"operation": "PUT /t/{id}", "given": {"id": "a", "k": "b"}, "sends": {"method": "POST"}}},
    {"request": {"operation": "PUT /t/{id}", "given": {"id": "a", "k": "b"}, "sends": {"body": '{"k": "c"}'}}},
    {"request": {"operation": "PUT /t/{id}", "given": {"id": "a", "k": "b"}, "sends": {"headers": {"Content-Type": "text/plain"}}}},
    {"request": {"operation": "PUT /t/{id}", "given": {"id": "a"}, "sends": {"method": "PUT"}}},
    {"refused_call": {"operation": "PUT /t/{id}", "given": {"id": "a", "k": "b"}, "mentions": ["k"]}},
    {"refused_call": {"operation": "PUT /t/{id}", "given": {"id": "a"}, "mentions": ["quux"]}},
    "no package is written",
]


def test_what_is_not_so_fails(tmp_path: Path) -> None:
    found = statuses(tmp_path, *FALSE)
    assert [fact for fact, status in zip(FALSE, found, strict=True) if status is not Status.FAILED] == []


@pytest.mark.parametrize("fact", ["a sentence", {"never": ["a sentence"]}, {"one_of": [["a sentence"]]}, {"unheard of": 1}])
def test_what_no_check_covers_counts_as_nothing(fact: object, tmp_path: Path) -> None:
    assert statuses(tmp_path, fact) == [Status.UNJUDGED]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param("{type: string, format: binary}", Status.DECIDED, id="the-one-part-that-differs"),
        pytest.param("{type: string}", Status.FAILED, id="a-decision-that-nothing-needs"),
        pytest.param("{type: string, format: binary}}, text/plain: {example: x", Status.FAILED, id="another-part-that-differs"),
    ],
)
def test_a_decision_is_about_one_part_of_a_fact(schema: str, expected: Status, tmp_path: Path) -> None:
    folder = tmp_path / "040-t"
    folder.mkdir()
    (folder / "spec.yaml").write_text(
        "openapi: 3.0.3\ninfo: {title: T, version: '1'}\nservers: [{url: https://t.example}]\npaths:\n  /table:\n    get:\n"
        f"      responses: {{'200': {{description: d, content: {{text/csv: {{schema: {schema}}}}}}}}}\n"
    )
    fact = {"operation GET /table": {"responses": [{"status": "200", "type": "string", "media": ["text/csv"]}]}}
    (folder / "case.yaml").write_text(yaml.safe_dump({"expect": [fact]}))
    (tmp_path / "scratch").mkdir()
    assert judge(folder, tmp_path / "scratch")[0][1].status is expected
