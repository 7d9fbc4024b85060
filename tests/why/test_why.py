"""`why`: every kind of fact, who says it, and the line that is shown for it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.lookup import find_operation
from connectors.cli.main import app
from connectors.model.operation import Basis
from connectors.pipeline import gen, seal
from connectors.pipeline_types import GenOptions
from connectors.problems import ConnectorsError
from connectors.why.ask import Subject, ask, subject_of
from connectors.why.record import File, Located

DESCRIPTION = """\
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: https://shop.example}]
security: [{Token: []}]
paths:
  /items/{item}:
    summary: One item
    servers: [{url: https://items.example}]
    parameters:
      - {name: item, in: path, required: true, schema: {type: string}}
      - {name: lang, in: query, schema: {type: string}}
    get:
      operationId: getItem
      tags: [item]
      deprecated: true
      parameters:
        - $ref: '#/components/parameters/Fields'
        - {name: tags, in: query, style: pipeDelimited, explode: false, required: false, schema: {type: array, default: [new]}}
      responses:
        '200': {$ref: '#/components/responses/Item'}
        '404': {description: d}
        default: {description: d}
    delete:
      operationId: dropItem
      tags: [item]
      security: []
      servers: [{url: https://delete.example}]
      responses: {'202': {description: d}}
  /items:
    post:
      operationId: addItem
      tags: [item]
      parameters:
        - {name: Idempotency-Key, in: header, schema: {type: string}}
        - {name: Authorization, in: header, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json: {schema: {$ref: '#/components/schemas/New'}}
          multipart/form-data: {schema: {$ref: '#/components/schemas/New'}}
      responses: {'201': {description: d}}
    get:
      operationId: listItems
      tags: [item]
      parameters:
        - {name: page, in: query, schema: {type: integer, default: 1, maximum: 50}}
        - {name: per_page, in: query, schema: {type: integer, default: 20, maximum: 100}}
      responses:
        '200':
          description: d
          content:
            application/json:
              schema:
                type: object
                required: [items, total]
                properties:
                  total: {type: integer}
                  items: {type: array, items: {type: string}}
  /photos/{photo}:
    put:
      operationId: setPhoto
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string, contentMediaType: image/png}, note: {type: string}}}
            encoding: {file: {contentType: image/webp}}
      responses: {'204': {description: d}}
components:
  parameters:
    Fields: {name: fields, in: query, schema: {type: string}}
  responses:
    Item: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/New'}}}}
  schemas:
    New:
      allOf:
        - {type: object, required: [name], properties: {name: {type: string}}}
        - {type: object, properties: {colour: {type: string, deprecated: true}}}
  securitySchemes:
    Token: {type: http, scheme: bearer}
"""
OVERLAY = """\
schema_version: 1
connector: shop
because: the whole shop is a sandbox
idempotency: idempotent
selectors:
  - {tag: item, set: {parameters: {colour: {secret: true}, item: {secret: true}}}}
  - {method: GET, set: {curated: true, parameters: {item: {description: Which one.}}}}
operations:
  GET /items/{id}:
    summary: Show one item.
    parameters:
      item: {secret: false}
      lang: {key: language}
    errors: {'404': conflict}
  PUT /photos/{photo}:
    id: shop.photo.replace
    effect: read
    because: the photo is thrown away
  DELETE /items/{id}:
    drop: true
    because: nobody may
"""
READ = "GET /items/{x}"


def options(tmp_path: Path, file: Path, **edits: object) -> GenOptions:
    return replace(
        GenOptions(
            spec=str(file), id="shop", out=tmp_path / "shop", ),
        **edits,
    )  # fmt: skip


def made(folder: Path, description: str = DESCRIPTION, overlay: str | None = OVERLAY, **edits: object) -> tuple[Path, Path]:
    """A package, and its description."""
    spec = folder / "shop.yaml"
    spec.write_text(description)
    if overlay is not None:
        (folder / "overlay.yaml").write_text(overlay)
        edits["overlay"] = folder / "overlay.yaml"
    report = gen(options(folder, spec, **edits))
    assert report.exit_status == 0, report.problems
    return folder / "shop", spec


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    package, spec = made(tmp_path_factory.mktemp("shop"))
    return subject_of(package, str(spec))


def first(subject: Subject, question: str) -> Located:
    return subject.answer(question, find_operation).facts[0]


def decided(item: Located) -> tuple[str | None, str | None, str | None]:
    """Basis; the kind of file and the end of its pointer; the section of a clause."""
    at = f"{item.at.kind} {item.at.pointer}" if item.at is not None else None
    basis = item.fact.basis.value if item.fact.basis is not None else None
    return basis, at, item.fact.clause.section if item.fact.clause is not None else None


GET = "description /paths/~1items~1{item}/get"
POST = "description /paths/~1items/post"
LIST = "description /paths/~1items/get"
PUT = "description /paths/~1photos~1{photo}/put"
NEW = "description /components/schemas/New/allOf"
JSON_BODY = f"{POST}/requestBody/content/application~1json"


@pytest.mark.parametrize(
    ("question", "value", "basis", "at", "clause"),
    [
        # What the operation is.
        (f"{READ}.method", "GET", "declared", GET, None),
        (f"{READ}.path", "/items/{item}", "declared", "description /paths/~1items~1{item}", None),
        (f"{READ}.source_operation_id", "getItem", "declared", f"{GET}/operationId", None),
        (f"{READ}.tags", ("item",), "declared", f"{GET}/tags", None),
        (f"{READ}.deprecated", True, "declared", f"{GET}/deprecated", None),
        ("POST /items.deprecated", False, "standard", POST, "Operation Object: deprecated"),
        ("POST /items.summary", None, None, None, None),
        (f"{READ}.summary", "Show one item.", "authored", "overlay /operations/GET ~1items~1{id}/summary", None),
        ("PUT /photos/{x}.tags", (), "standard", PUT, "Operation Object: tags"),
        # What it changes.
        (f"{READ}.effect", "read", "standard", GET, "9.2.1 Safe Methods"),
        ("POST /items.effect", "create", "standard", POST, "9.3.3 POST"),
        ("POST /items.idempotency", "keyed", "declared", f"{POST}/parameters/0/name", None),
        ("POST /items.idempotency_key", "Idempotency-Key", "declared", f"{POST}/parameters/0/name", None),
        (f"{READ}.idempotency", "safe", "standard", GET, "9.2.2 Idempotent Methods"),
        ("PUT /photos/{x}.effect", "read", "authored", "overlay /operations/PUT ~1photos~1{photo}/effect", None),
        ("PUT /photos/{x}.consequence", "read", "authored", "overlay /operations/PUT ~1photos~1{photo}/effect", None),
        (f"{READ}.curated", True, "authored", "overlay /selectors/1/set/curated", None),
        (f"{READ}.maturity", "curated", "authored", "overlay /selectors/1/set/curated", None),
        ("POST /items.curated", False, None, None, None),
        (f"{READ}.deterministic", True, None, None, None),
        # Where it is sent, and with which credentials.
        (f"{READ}.callable", True, "declared", "description /security", "Operation Object: security"),
        # Arguments.
        (f"{READ}.parameters.item.in", "path", "declared", "description /paths/~1items~1{item}/parameters/0/in", None),
        (f"{READ}.parameters.item.required", True, "declared", "description /paths/~1items~1{item}/parameters/0/required", None),
        (f"{READ}.parameters.item.secret", False, "authored", "overlay /operations/GET ~1items~1{id}/parameters/item/secret", None),
        (f"{READ}.parameters.item.description", "Which one.", "authored", "overlay /selectors/1/set/parameters/item/description", None),
        (f"{READ}.parameters.item.style", "simple", "standard", "description /paths/~1items~1{item}/parameters/0", "Parameter Object: style"),
        (f"{READ}.parameters.language.key", "language", "authored", "overlay /operations/GET ~1items~1{id}/parameters/lang/key", None),
        (f"{READ}.parameters.language.name", "lang", "declared", "description /paths/~1items~1{item}/parameters/1/name", None),
        (f"{READ}.parameters.fields.key", "fields", "inferred", "description /components/parameters/Fields/name", None),
        (f"{READ}.parameters.fields.required", False, "standard", "description /components/parameters/Fields", "Parameter Object: required"),
        (f"{READ}.parameters.fields.explode", True, "standard", "description /components/parameters/Fields", "Parameter Object: explode"),
        (f"{READ}.parameters.tags.style", "pipeDelimited", "declared", f"{GET}/parameters/1/style", None),
        (f"{READ}.parameters.tags.explode", False, "declared", f"{GET}/parameters/1/explode", None),
        (f"{READ}.parameters.tags.required", False, "declared", f"{GET}/parameters/1/required", None),
        (f"{READ}.parameters.tags.default", b'["new"]', "declared", f"{GET}/parameters/1/schema/default", None),
        ("PUT /photos/{x}.parameters.photo.schema", b'{"type":"string"}', "inferred", "description /paths/~1photos~1{photo}", None),
        # The body.
        ("POST /items.body.content_type", "application/json", "declared", JSON_BODY, None),
        ("POST /items.body.encoding", "json", "declared", JSON_BODY, None),
        ("POST /items.body.required", True, "declared", f"{POST}/requestBody/required", None),
        ("PUT /photos/{x}.body.required", False, "standard", f"{PUT}/requestBody", "Request Body Object: required"),
        ("POST /items.body.fields.name.required", True, "declared", f"{NEW}/0/required/0", None),
        ("POST /items.body.fields.name.schema", b'{"type":"string"}', "declared", f"{NEW}/0/properties/name", None),
        ("POST /items.body.fields.colour.required", False, "standard", f"{NEW}/1/properties/colour", "Validation 6.5.3 required"),
        ("POST /items.body.fields.colour.deprecated", True, "declared", f"{NEW}/1/properties/colour/deprecated", None),
        ("POST /items.parameters.colour.secret", True, "authored", "overlay /selectors/0/set/parameters/colour/secret", None),
        ("PUT /photos/{x}.body.fields.file.content_type", "image/webp", "declared",
         f"{PUT}/requestBody/content/multipart~1form-data/encoding/file/contentType", None),
        (f"{READ}.body", None, None, None, None),
        # Answers.
        (f"{READ}.errors.404.class", "conflict", "authored", "overlay /operations/GET ~1items~1{id}/errors/404", None),
        (f"{READ}.errors.default.class", None, "standard", f"{GET}/responses/default", "15 Status Codes"),
        (f"{READ}.responses.200.pending", False, "standard", "description /components/responses/Item", "15.3.3 202 Accepted"),
        # Pages.
        ("GET /items.pagination.style", "page", "inferred", f"{LIST}/parameters/0", None),
        ("GET /items.pagination.size", "per_page", "inferred", f"{LIST}/parameters/1", None),
        ("GET /items.pagination.size_max", 100, "inferred", f"{LIST}/parameters/1/schema/maximum", None),
        ("GET /items.pagination.items", "/items", "inferred", f"{LIST}/responses/200/content/application~1json/schema/properties/items", None),
        ("POST /items.pagination", None, None, None, None),
        ("POST /items.outcome", None, None, None, None),
        # Names.
        ("PUT /photos/{x}.id", "shop.photo.replace", "authored", "overlay /operations/PUT ~1photos~1{photo}/id", None),
        (f"{READ}.resource", "item", "inferred", f"{GET}/tags/0", None),
        (f"{READ}.verb", "get", "inferred", f"{GET}/operationId", None),
    ],
)  # fmt: skip
def test_a_fact_has_a_basis_and_a_place(question, value, basis, at, clause, shop):
    item = first(shop, question)
    found = item.fact.value
    assert (bytes(found) if isinstance(value, bytes) else found) == value
    assert decided(item) == (basis, at, clause)
    if item.at is not None:
        line = Path(item.at.file).read_text().splitlines()[item.at.line - 1]
        assert line[item.at.column - 1 :].strip()
        assert item.at.text == line.strip() or item.at.text.endswith("…")


def test_a_summary_and_servers_of_the_path_item_are_found_there(tmp_path):
    package, spec = made(tmp_path, overlay=None)
    subject = subject_of(package, str(spec))
    assert decided(first(subject, f"{READ}.summary")) == ("declared", "description /paths/~1items~1{item}/summary", None)
    assert decided(first(subject, f"{READ}.servers"))[1] == "description /paths/~1items~1{item}/servers"
    assert decided(first(subject, "DELETE /items/{x}.servers"))[1] == "description /paths/~1items~1{item}/delete/servers"
    assert decided(first(subject, "POST /items.servers"))[1] == "description /servers"


def test_security_that_is_declared_left_out_or_none(tmp_path):
    package, spec = made(tmp_path, overlay=None)
    subject = subject_of(package, str(spec))
    own, whole = first(subject, "DELETE /items/{x}.security"), first(subject, "POST /items.security")
    assert decided(own) == ("declared", "description /paths/~1items~1{item}/delete/security", None)
    assert decided(whole) == ("declared", "description /security", "Operation Object: security")
    scheme = subject.answer("POST /items.security.bearer", find_operation).facts[0]
    assert decided(scheme) == ("declared", "description /components/securitySchemes/Token", None)
    (tmp_path / "bare").mkdir()
    package, spec = made(tmp_path / "bare", DESCRIPTION.replace("security: [{Token: []}]\n", ""), overlay=None)
    nothing = first(subject_of(package, str(spec)), "POST /items.security")
    assert decided(nothing) == ("standard", POST, "OpenAPI Object: security")


def test_of_several_who_say_a_fact_the_strongest_is_shown_with_the_others(shop):
    item = first(shop, f"{READ}.parameters.item.secret")
    assert [(seen.kind, seen.pointer) for seen in item.over] == [("overlay", "/selectors/0/set/parameters/item/secret")]
    assert item.over[0].line == 6


def test_what_the_overlay_says_of_the_whole_connector(tmp_path):
    overlay = OVERLAY.replace("operations:\n", "operations:\n  POST /items: {idempotency_key: null}\n")
    package, spec = made(tmp_path, overlay=overlay)
    item = first(subject_of(package, str(spec)), "POST /items.idempotency")
    assert decided(item)[:2] == ("authored", "overlay /operations/POST ~1items/idempotency_key")
    (tmp_path / "two").mkdir()
    package, spec = made(tmp_path / "two", DESCRIPTION.replace("Idempotency-Key", "X-Other"))
    item = first(subject_of(package, str(spec)), "POST /items.idempotency")
    assert decided(item)[:2] == ("authored", "overlay /idempotency")
    assert item.fact.because == "the whole shop is a sandbox"


def test_a_value_that_its_place_does_not_have_is_shown_and_does_not_count(tmp_path):
    written = "name: Idempotency-Key, in: header, style: form, schema"
    package, spec = made(tmp_path, DESCRIPTION.replace("name: Idempotency-Key, in: header, schema", written), overlay=None)
    item = first(subject_of(package, str(spec)), "POST /items.parameters.Idempotency-Key.style")
    assert item.fact.value == "simple"
    assert decided(item) == ("standard", f"{POST}/parameters/0/style", "Parameter Object: style")
    assert item.fact.rule.startswith("what the description writes is not to be had here")


def test_the_reason_is_told_with_the_fact_it_is_for(shop):
    assert first(shop, "PUT /photos/{x}.effect").fact.because == "the photo is thrown away"
    assert first(shop, "PUT /photos/{x}.id").fact.because is None


def test_an_operation_that_was_dropped_is_said_to_be_with_line_and_reason(shop):
    with pytest.raises(ConnectorsError) as caught:
        first(shop, "item.drop.effect")
    (problem,) = caught.value.problems
    assert problem.message == "`shop.item.drop` (DELETE /items/{1}) is dropped by `overlay.yaml:20`: nobody may"
    assert caught.value.exit_status == 2


def test_a_name_that_the_lock_keeps_is_shown_in_the_lock(tmp_path):
    package, spec = made(tmp_path, overlay=None)
    spec.write_text(DESCRIPTION.replace("operationId: getItem", "operationId: fetchThing"))
    assert gen(options(tmp_path, spec)).exit_status == 0
    item = first(subject_of(package, str(spec)), f"{READ}.id")
    assert (item.fact.value, item.at.kind, item.at.pointer) == ("shop.item.get", "lock", "/operations/GET ~1items~1{1}")
    assert '"shop.item.get"' in item.at.text
    assert item.fact.rule.startswith("the lock keeps the id; without it the rules would give `shop.item.fetch_thing`: ")


@pytest.mark.parametrize(
    ("question", "code", "remedy"),
    [
        ("item.gett.effect", "operation-not-found", "did you mean `shop.item.get`"),
        ("item.get.efect", "fact-not-found", "did you mean `effect`"),
        ("item.get.parameters.langauge", "fact-not-found", "did you mean `parameters.language`"),
        ("GET /itemz", "operation-not-found", "did you mean `GET /items`"),
    ],
)
def test_an_unknown_name_brings_the_nearest_ones(question, code, remedy, shop):
    with pytest.raises(ConnectorsError) as caught:
        first(shop, question)
    (problem,) = caught.value.problems
    assert (problem.code, caught.value.exit_status) == (code, 2)
    assert problem.remedy.startswith(remedy)


@pytest.mark.parametrize("question", ["item.get", "shop.item.get", "GET /items/{x}", "get /items/{id}"])
def test_an_operation_by_id_or_identity_gives_all_its_facts_once(question, shop):
    if question.startswith("get "):
        question = question.upper().replace("/ITEMS/{ID}", "/items/{id}")
    names = [item.fact.name for item in shop.answer(question, find_operation).facts]
    assert len(names) == len(set(names)) > 60
    assert {"effect", "security", "parameters.item.secret", "responses.200", "errors.404", "pagination", "outcome"} <= set(names)


def test_a_group_gives_what_is_below_it(shop):
    names = [item.fact.name for item in shop.answer("GET /items.pagination", find_operation).facts]
    assert names[0] == "pagination"
    assert set(names[1:]) >= {"pagination.items", "pagination.page", "pagination.ends_when"}


def test_the_description_that_the_source_file_names_is_read(tmp_path):
    package, spec = made(tmp_path, overlay=None)
    source = package / "source.yaml"
    source.write_text(source.read_text().replace("description: null", "description: ../shop.yaml"))
    assert gen(options(tmp_path, spec, spec=None)).exit_status == 0
    answer, problems = ask(package, f"{READ}.effect", find_operation)
    assert (answer.reason, problems) == (None, ())
    assert answer.facts[0].at.line == 12
    spec.write_text(DESCRIPTION + "\n")
    answer, problems = ask(package, f"{READ}.effect", find_operation)
    assert problems == ()
    assert "has another digest" in answer.facts[0].no_line
    spec.unlink()
    answer, _ = ask(package, f"{READ}.effect", find_operation)
    assert "there is no file" in answer.facts[0].no_line


def test_what_an_overlay_document_put_there_has_no_line(tmp_path):
    document = tmp_path / "edit.yaml"
    document.write_text(
        "overlay: 1.0.0\ninfo: {title: t, version: '1'}\nactions:\n"
        "  - {target: \"$.paths['/items'].post\", update: {deprecated: true}}\n"
    )
    package, spec = made(tmp_path, overlay=None, description_overlays=(document,))
    subject = subject_of(package, str(spec))
    item = first(subject, "POST /items.deprecated")
    assert decided(item)[:2] == ("declared", "description /paths/~1items/post/deprecated")
    assert (item.at.line, item.no_line) == (None, "an OpenAPI Overlay put it there, or moved it: the file itself has no such line")
    assert first(subject, "POST /items.effect").at.line is not None


def test_a_description_on_one_line_is_shown_from_the_fact_on(tmp_path):
    import yaml

    text = json.dumps(yaml.safe_load(DESCRIPTION))
    package, spec = made(tmp_path, text, overlay=None)
    item = first(subject_of(package, str(spec)), f"{READ}.source_operation_id")
    assert item.at.line == 1
    assert item.at.text.startswith('…"operationId": "getItem"')
    assert len(item.at.text) < 170


def test_a_package_that_is_not_sealed_is_refused_as_it_is_by_whatever_runs_it(tmp_path):
    package, spec = made(tmp_path)
    (package / "overlay.yaml").write_text(OVERLAY.replace("Show one item.", "Show it."))
    with pytest.raises(ConnectorsError, match="was edited after"):
        ask(package, f"{READ}.summary", find_operation, source=str(spec))
    seal(package)
    assert ask(package, f"{READ}.summary", find_operation)[0].facts[0].fact.value == "Show it."


# -- the command ------------------------------------------------------------------------------------------------------------------

FACT = {"name", "value", "basis", "rule", "at", "no_line", "clause", "evidence", "overridden", "because"}
PLACE = {"kind", "file", "pointer", "line", "column", "text"}


def test_every_key_of_the_json_is_always_there(tmp_path):
    package, spec = made(tmp_path)
    for extra in ([], ["--source", str(spec)]):
        result = CliRunner().invoke(app, ["why", str(package), READ, "--json", *extra])
        assert result.exit_code == 0
        answer = json.loads(result.stdout)
        assert answer.keys() == {"connector", "operation", "identity", "asked", "description", "facts"}
        assert answer["description"].keys() == {"file", "reason", "copy"}
        for fact in answer["facts"]:
            assert fact.keys() == FACT
            assert all(place.keys() == PLACE for place in (fact["at"], *fact["evidence"], *fact["overridden"]) if place)
            assert fact["clause"] is None or fact["clause"].keys() == {"document", "section", "says"}


def test_the_command_ends_with_one_where_the_named_file_is_another(tmp_path):
    package, spec = made(tmp_path, overlay=None)
    spec.write_text(DESCRIPTION + "\n")
    result = CliRunner().invoke(app, ["why", str(package), f"{READ}.effect", "--source", str(spec)])
    assert result.exit_code == 1
    assert "9.2.1 Safe Methods" in result.stdout
    assert "description-differs" in result.stderr
    assert CliRunner().invoke(app, ["why", str(package), f"{READ}.efect"]).exit_code == 2
    assert CliRunner().invoke(app, ["why", str(package), READ, "--source", str(tmp_path / "none")]).exit_code == 2


def test_a_control_character_of_the_description_is_shown_and_not_acted_on(tmp_path):
    package, spec = made(
        tmp_path, DESCRIPTION.replace("tags: [item]\n      deprecated", 'tags: ["item\\e[31m"]\n      deprecated'), None
    )
    result = CliRunner().invoke(app, ["why", str(package), READ, "--source", str(spec)])
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("name", ["shop", "older"])
def test_each_basis_has_what_it_rests_on(name, request):
    subject = request.getfixturevalue(name)
    bases = set()
    for operation in subject.package.operations:
        for item in subject.answer(operation.identity, find_operation).facts:
            fact = item.fact
            bases.add(fact.basis)
            assert fact.rule
            if fact.basis is None:
                assert (item.at, fact.clause) == (None, None), fact
            else:
                assert item.at is not None, fact
                assert item.at.line is not None, fact
            if fact.basis is Basis.STANDARD:
                assert fact.clause is not None, fact
            if fact.basis is Basis.AUTHORED:
                assert item.at.kind is File.OVERLAY, fact
    assert bases >= {None, Basis.STANDARD, Basis.DECLARED, Basis.INFERRED}


# -- Swagger 2.0 ------------------------------------------------------------------------------------------------------------------

SWAGGER = """\
swagger: '2.0'
info: {title: Shop, version: '1'}
host: shop.example
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json, text/plain]
securityDefinitions: {Key: {type: apiKey, name: X-Key, in: header}}
paths:
  /items:
    parameters:
      - {name: body, in: body, required: true, schema: {$ref: '#/definitions/Item'}}
    post:
      operationId: addItem
      responses: {'200': {description: d, schema: {$ref: '#/definitions/Item'}}}
    put:
      operationId: setItem
      consumes: [application/vnd.shop+json]
      produces: [text/plain]
      responses: {'200': {description: d, schema: {type: string}}}
    get:
      operationId: listItems
      security: [{Key: []}]
      parameters:
        - {name: ids, in: query, type: array, items: {type: string}, collectionFormat: multi}
        - {name: tags, in: query, type: array, items: {type: string}}
        - {name: body, in: body, schema: {type: object, properties: {}}}
      responses: {'200': {description: d}}
  /files:
    post:
      operationId: sendFile
      parameters:
        - {name: note, in: formData, type: string, default: none}
        - {name: file, in: formData, type: file, required: true}
      responses: {'200': {description: d}}
definitions:
  Item: {type: object, required: [name], properties: {name: {type: string}}}
"""
ITEMS, FILES = "description /paths/~1items", "description /paths/~1files/post"


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    package, spec = made(tmp_path_factory.mktemp("older"), SWAGGER, overlay=None)
    return subject_of(package, str(spec))


@pytest.mark.parametrize(
    ("question", "basis", "at", "clause"),
    [
        ("POST /items.servers", "declared", "description /host", "Swagger Object: host, basePath"),
        ("POST /items.body", "declared", f"{ITEMS}/parameters/0", None),
        ("POST /items.body.required", "declared", f"{ITEMS}/parameters/0/required", None),
        ("POST /items.body.content_type", "declared", "description /consumes/0", None),
        ("PUT /items.body.content_type", "declared", f"{ITEMS}/put/consumes/0", None),
        ("POST /items.responses.200.content.text/plain", "declared", "description /produces/1", None),
        ("PUT /items.responses.200.content.text/plain", "declared", f"{ITEMS}/put/produces/0", None),
        ("POST /items.body.fields.name.required", "declared", "description /definitions/Item/required/0", None),
        ("GET /items.body", "standard", f"{ITEMS}/get/parameters/2", "9.3 Method Definitions"),
        ("GET /items.security.key_header_x_key", "declared", "description /securityDefinitions/Key", None),
        ("POST /items.security", "standard", f"{ITEMS}/post", "Swagger Object: security"),
        ("GET /items.parameters.ids.explode", "declared", f"{ITEMS}/get/parameters/0/collectionFormat", None),
        ("GET /items.parameters.tags.explode", "standard", f"{ITEMS}/get/parameters/1", "Parameter Object: collectionFormat"),
        ("GET /items.parameters.tags.schema", "declared", f"{ITEMS}/get/parameters/1/type", None),
        ("POST /files.body.content_type", "standard", f"{FILES}/parameters/0", "Parameter Object: in"),
        ("POST /files.body.required", "declared", f"{FILES}/parameters/1/required", None),
        ("POST /files.body.fields.file.required", "declared", f"{FILES}/parameters/1/required", None),
        ("POST /files.body.fields.note.required", "standard", f"{FILES}/parameters/0", "Parameter Object: required"),
        ("POST /files.body.fields.note.default", "declared", f"{FILES}/parameters/0/default", None),
    ],
)
def test_a_fact_of_swagger_2_has_a_basis_and_a_place(question, basis, at, clause, older):
    assert decided(first(older, question)) == (basis, at, clause)
