"""`connectors call`: what a person types, and what is shown."""

import json
import shlex
import subprocess

import pytest
from typer.testing import CliRunner

from connectors.cli.main import app

SPEC = """
openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: "https://{region}.t.example/v1", variables: {region: {default: eu}}}]
security: [{token: []}]
paths:
  /things/{id}:
    put:
      operationId: thing.put
      tags: [thing]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: n, in: query, schema: {type: integer}}
        - {name: ratio, in: query, schema: {type: number}}
        - {name: flag, in: query, schema: {type: boolean}}
        - {name: tags, in: query, schema: {type: array, items: {type: integer}}}
        - {name: either, in: query, schema: {type: [integer, string]}}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                note: {type: string}
                meta: {type: object}
                data: {type: string, contentEncoding: base64}
          image/*: {schema: {}}
      responses: {"200": {description: ok, content: {application/json: {}}}}
  /up:
    post:
      operationId: up.send
      tags: [up]
      security: [{key: []}]
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string, format: binary}, title: {type: string}}}
      responses: {"204": {description: ok}}
  /find:
    get:
      operationId: find.all
      tags: [find]
      security: []
      parameters: [{name: q, in: query, schema: {type: string}}]
      responses: {"204": {description: ok}}
components:
  securitySchemes:
    token: {type: http, scheme: bearer}
    key: {type: apiKey, in: query, name: key}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("call")
    (where / "spec.yaml").write_text(SPEC)
    result = CliRunner().invoke(app, ["gen", str(where / "spec.yaml"), "--id", "t", "--out", str(where / "t")])
    assert result.exit_code == 0, result.output
    return where


@pytest.fixture
def call(folder, monkeypatch):
    monkeypatch.chdir(folder)

    def run(*arguments, status=0, dry=True, stdin=None):
        result = CliRunner().invoke(app, ["call", "./t", *arguments, *(["--dry-run"] if dry else [])], input=stdin)
        assert result.exit_code == status, result.output
        return result.stdout if status == 0 else result.output

    return run


def test_the_request_for_people(call):
    assert call("thing.put", "id=a b", "n=5", "note=hé") == (
        "PUT https://eu.t.example/v1/things/a%20b?n=5\n"
        "Accept: application/json\n"
        "Content-Type: application/json\n"
        "Authorization: Bearer <bearer>\n"
        '\n{"note":"hé"}\n'
        "\nCredentials\n  <bearer>  http_bearer `bearer`, in the header `Authorization`\n"
    )


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        (["n=-5"], "n=-5"),
        (["n=123456789012345678901234567890"], "n=123456789012345678901234567890"),
        (["ratio=1.10"], "ratio=1.10"),
        (["flag=true"], "flag=true"),
        (["tags=1", "tags=2"], "tags=1&tags=2"),
        (["tags=1"], "tags=1"),
        (["tags:=[1,2]"], "tags=1&tags=2"),
        (["either=5"], "either=5"),
        (["either:=5"], "either=5"),
    ],
)
def test_values_are_read_by_their_type(call, typed, query):
    assert f"?{query}\n" in call("thing.put", "id=x", *typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["n=five"], "`n`: expected an integer"),
        (["flag=yes"], "`flag`: expected a boolean"),
        (["n=1", "n=2"], "given twice"),
        (["meta=x"], "`meta` is an object"),
        (["meta:={"], "expected JSON"),
        (['meta:={"a":1,"a":2}'], "twice"),
        (["meta:=NaN"], "no JSON"),
        (["note@nowhere.txt"], "could not be read"),
        (["5"], "without a key"),
        (["nota=x"], "did you mean `note`?"),
    ],
)
def test_what_is_typed_wrong(call, typed, said):
    assert said in " ".join(call("thing.put", "id=x", *typed, status=2).split())


def test_files(call, folder):
    (folder / "a.txt").write_text("text & more")
    (folder / "b.json").write_text('{"a": [1.10]}')
    (folder / "c.bin").write_bytes(b"\x00\xff")
    shown = call("thing.put", "id=x", "note@a.txt", "meta=@b.json", "data@c.bin")
    assert '{"note":"text & more","meta":{"a":[1.10]},"data":"AP8="}' in shown
    assert '{"note":"in"}' in call("thing.put", "id=x", "note=@-", stdin="in")
    request = json.loads(call("thing.put", "id=x", "body@c.bin", "--media-type", "image/png", "--json"))
    assert request["body"] == {"bytes": 2, "sha256": request["body"]["sha256"], "text": None, "base64": "AP8="}
    part = json.loads(call("up.send", "file@c.bin;type=image/png", "title=x", "--json"))
    assert 'filename="c.bin"' in part["body"]["text"] if part["body"]["text"] else True
    assert part["url"] == "https://eu.t.example/v1/up?key=<key_query_key>"


def test_json_for_programs(call):
    request = json.loads(call("thing.put", "id=x", "--json", "--server-variable", "region=us"))
    assert list(request) == ["operation", "method", "url", "headers", "body", "credentials", "notes"]
    assert request["url"] == "https://us.t.example/v1/things/x"
    assert request["headers"][-1] == {"name": "Authorization", "value": "Bearer <bearer>"}
    (credential,) = request["credentials"]
    assert credential == {
        "placeholder": "<bearer>",
        "in": "header",
        "name": "Authorization",
        "scheme": "bearer",
        "kind": "http_bearer",
        "scopes": [],
        "argument": None,
    }


def test_curl_is_one_command_that_a_shell_reads(call, folder, tmp_path):
    line = call("thing.put", "id=it's $HOME", "note=`x` $(y) 'z'\"", "--curl")
    script = tmp_path / "curl"
    script.write_text('#!/bin/sh\nprintf "%s\\0" "$@"\n')
    script.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "CONNECTORS_BEARER": "hunter 2"}
    words = subprocess.run(["sh", "-c", line], capture_output=True, env=environment, check=True).stdout.decode().split("\0")
    assert words[words.index("--url") + 1] == "https://eu.t.example/v1/things/it%27s%20%24HOME"
    assert words[words.index("--data-raw") + 1] == '{"note":"`x` $(y) \'z\'\\""}'
    assert "Authorization: Bearer hunter 2" in words
    assert shlex.split(line)[0] == "curl"


def test_bytes_go_through_a_file(call, folder):
    (folder / "c.bin").write_bytes(b"\x00\xff")
    assert "--body-file" in call("up.send", "file@c.bin", "--curl", status=2)
    line = call("up.send", "file@c.bin", "--curl", "--body-file", "body.bin")
    assert "--data-binary @body.bin" in line
    assert '"$CONNECTORS_KEY_QUERY_KEY"' in line
    assert b"\x00\xff" in (folder / "body.bin").read_bytes()


def test_nothing_is_sent(call):
    assert "cannot be sent yet" in call("find.find_all", dry=False, status=2)


def test_another_server(call):
    assert call("find.find_all", "q=x", "--server", "https://mine.example/base/").startswith(
        "GET https://mine.example/base/find?q=x\n"
    )


def test_a_problem_is_reported_as_json_too(call):
    result = call("thing.put", "--json", status=2)
    assert '"message"' in result
    assert "`id` is required" in result
