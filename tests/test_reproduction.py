"""`validate --source`: a package is what its description gives, byte for byte, or every difference is said in words."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors import canonical
from connectors.cli.main import app
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.problems import Code, UsageError
from connectors.reproduction import differences, proven
from connectors.validation import judge, judge_all

DESCRIPTION = """
openapi: 3.1.0
info: {title: Sample, version: '1'}
servers: [{url: https://sample.example}]
paths:
  /items:
    get:
      tags: [item]
      operationId: listItems
      parameters:
        - {name: state, in: query, schema: {type: string}}
        - {name: page, in: query, schema: {type: integer}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: 'shapes.yaml#/Items'}}}}}
    post: {tags: [item], operationId: addItem, responses: {'201': {description: d}}}
"""
SHAPES = "Items: {type: array, items: {type: string}}\n"
OVERLAY = (
    "schema_version: 1\nconnector: sample\noperations:\n  POST /items: {id: sample.item.add, curated: true, summary: Add one.}\n"
)
LIST = "`sample.item.list` (GET /items)"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "vendor" / "openapi.yaml"
    path.parent.mkdir()
    path.write_text(DESCRIPTION)
    (path.parent / "shapes.yaml").write_text(SHAPES)
    return path


@pytest.fixture
def package(tmp_path: Path, spec: Path) -> Path:
    """A package with an overlay, made of a description of two documents."""
    overlay = tmp_path / "overlay.yaml"
    overlay.write_text(OVERLAY)
    report = gen(
        GenOptions(
            spec=str(spec), id="sample", out=tmp_path / "sample", overlay=overlay,
        )
    )  # fmt: skip
    assert report.exit_status == 0
    return tmp_path / "sample"


def told(package: Path, spec: Path) -> list[tuple[str, str, str]]:
    return [
        (problem.code, f"{Path(problem.where.file).relative_to(package).as_posix()}#{problem.where.pointer}", problem.message)
        for problem in differences(package, str(spec))
    ]


def tree(package: Path) -> dict[str, tuple[bytes, int]]:
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in package.rglob("*") if path.is_file()}


def test_a_package_is_what_its_description_gives_and_nothing_is_written(package, spec):
    before = tree(package)
    assert told(package, spec) == []
    (verdict,) = proven([judge(package)], str(spec))
    assert (verdict.valid, verdict.exit_status) == (True, 0)
    assert tree(package) == before


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "name: state, in: query",
            "name: state, required: true, in: query",
            ("operations/item.json#/operations/1/parameters/0",
             f"{LIST}: `parameters.state.required` is missing in the package, and the description gives `true`"),
            id="a-field-that-is-new",
        ),
        pytest.param(
            "name: page, in: query, schema: {type: integer}",
            "name: page, in: query, schema: {type: string}",
            ("operations/item.json#/operations/1/parameters/1/schema/type",
             f'{LIST}: `parameters.page.schema.type` is `"integer"` in the package, and the description gives `"string"`'),
            id="a-field-that-is-another",
        ),
        pytest.param(
            "        - {name: state, in: query, schema: {type: string}}\n",
            "",
            ("operations/item.json#/operations/1/parameters/0",
             f'{LIST}: `parameters.state` is `{{"key":"state","name":"state","in":"query","schema":{{"type":…` in the package,'
             " and the description gives none"),
            id="a-parameter-that-is-gone-makes-no-other-another",
        ),
        pytest.param(
            "    post: {tags: [item], operationId: addItem, responses: {'201': {description: d}}}\n",
            "    put: {tags: [item], operationId: putItem, responses: {'200': {description: d}}}\n",
            ("operations/item.json#", "`sample.item.put` (PUT /items) is missing in the package, and the description gives it"),
            id="an-operation-that-is-new",
        ),
    ],
)  # fmt: skip
def test_a_difference_names_operation_field_old_and_new(package, spec, old, new, expected):
    assert old in DESCRIPTION
    if "putItem" in new:
        (package / "overlay.yaml").write_text("")
    spec.write_text(DESCRIPTION.replace(old, new))
    found = told(package, spec)
    first = canonical.digest(DESCRIPTION.encode())
    second = canonical.digest(spec.read_bytes())
    digest = f"the description has another digest: `{first}` expected, `{second}` found"
    assert found[0] == (Code.DESCRIPTION_DIFFERS, "connector.json#/provenance/sha256", digest)
    assert any(where.endswith(expected[0]) and message == expected[1] for _, where, message in found), found


def test_what_only_follows_from_another_difference_is_not_told(package, spec):
    """One operation more changes counts, coverage and lock, too."""
    spec.write_text(DESCRIPTION + "    patch: {tags: [item], operationId: patchItem, responses: {'200': {description: d}}}\n")
    assert [(code, message[:40]) for code, _, message in told(package, spec)] == [
        (Code.DESCRIPTION_DIFFERS, "the description has another digest: `" + canonical.digest(DESCRIPTION.encode())[:3]),
        (Code.CHECK_DIFFERS, "`sample.item.patch` (PATCH /items) is mi"),
    ]


def test_a_further_document_that_changed_is_named(package, spec):
    (spec.parent / "shapes.yaml").write_text(SHAPES.replace("string", "integer"))
    (code, where, message), (_, at, change) = told(package, spec)
    assert (code, where) == (Code.DESCRIPTION_DIFFERS, "connector.json#/provenance/documents")
    assert message.startswith("the further document `shapes.yaml` has another digest: ")
    assert (at, change) == (
        "schemas.json#/$defs/shapes.Items/items/type",
        '`schemas.json`: `$defs.shapes.Items.items.type` is `"string"` in the package, and the description gives `"integer"`',
    )


def test_a_description_that_differs_in_space_alone_is_another_description(package, spec):
    spec.write_text(DESCRIPTION + "\n")
    assert [code for code, _, _ in told(package, spec)] == [Code.DESCRIPTION_DIFFERS]


@pytest.mark.parametrize(
    ("file", "old", "new", "where", "said"),
    [
        pytest.param("operations/item.json", '"effect": "read"', '"effect": "create"', "/operations/1/effect", '`effect` is `"create"`', id="value"),
        pytest.param("operations/item.json", ' "schema_version": 1,\n', ' "schema_version":  1,\n', "", "spelled another way", id="white-space"),
        pytest.param("connector.json", '"title": "Sample"', '"title": "Other"', "/title", '`title` is `"Other"`', id="card"),
        pytest.param("NOTICE", "sample", "Sample", "", "another text", id="text"),
    ],
)  # fmt: skip
def test_an_edit_by_hand_is_found_in_the_file_where_it_is(package, spec, file, old, new, where, said):
    path = package / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    found = told(package, spec)
    assert [(code, at) for code, at, _ in found] == [(Code.CHECK_DIFFERS, f"{file}#{where}")]
    assert said in found[0][2]


def test_other_rules_are_a_difference_and_said_first(package, spec, monkeypatch):
    for module in ("pipeline", "reproduction", "store.render"):
        monkeypatch.setattr(f"connectors.{module}.DERIVATION_VERSION", 2, raising=False)
    (code, where, message), *_ = told(package, spec)
    assert (code, where) == (Code.CHECK_DIFFERS, "connector.json#/provenance/derivation")
    assert message == "the package was derived by rules 1; these are rules 2"


def test_an_edit_that_is_not_sealed_is_no_matter_of_the_description(package, spec):
    (package / "overlay.yaml").write_text(OVERLAY.replace("Add one.", "Add another one."))
    assert told(package, spec) == []
    (verdict,) = proven([judge(package)], str(spec))
    assert [problem.code for problem in verdict.problems] == [Code.NOT_SEALED]


def test_a_move_that_waits_for_a_decision_is_a_finding(package, spec):
    spec.write_text(DESCRIPTION.replace("  /items:", "  /things:"))
    (verdict,) = proven([judge(package)], str(spec))
    assert {problem.code for problem in verdict.problems} == {Code.OPERATION_MOVED}
    assert verdict.exit_status == 1


def test_a_description_that_is_not_there_could_not_be_compared(package):
    (verdict,) = proven([judge(package)], str(package / "none.yaml"))
    assert [(problem.code, verdict.exit_status) for problem in verdict.problems] == [(Code.FILE_NOT_FOUND, 2)]


def test_one_package_at_a_time(package, spec, tmp_path):
    with pytest.raises(UsageError, match="proves one package"):
        proven([judge(package), judge(package)], str(spec))
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="found 0 packages"):
        proven(judge_all([tmp_path / "empty"], catalog=tmp_path), str(spec))


def test_of_many_differences_the_first_are_told_and_the_rest_counted(package, spec):
    names = "".join(f"        - {{name: p{index}, in: query, schema: {{type: string}}}}\n" for index in range(12))
    spec.write_text(DESCRIPTION.replace("      parameters:\n", "      parameters:\n" + names))
    (all_,) = proven([judge(package)], str(spec))
    (some,) = proven([judge(package)], str(spec), most=10)
    assert (len(all_.problems), len(some.problems)) == (13, 11)
    assert some.problems[0].message == "the package differs from what the description gives in 13 ways; the first 10 follow"
    assert some.problems[1].code == Code.DESCRIPTION_DIFFERS


def test_the_command_proves_and_ends_with_one_on_a_difference(package, spec):
    run = CliRunner().invoke
    assert run(app, ["validate", str(package), "--source", str(spec)]).exit_code == 0
    spec.write_text(DESCRIPTION.replace("in: query, schema: {type: integer}", "in: query, schema: {type: string}"))
    result = run(app, ["validate", str(package), "--source", str(spec), "--json"])
    assert result.exit_code == 1
    (report,) = json.loads(result.stdout)["packages"]
    assert [problem["at"]["pointer"] for problem in report["problems"]] == [
        "/provenance/sha256",
        "/operations/1/parameters/1/schema/type",
    ]
    assert all(problem["at"]["line"] for problem in report["problems"])


def test_a_root_without_a_description_is_a_usage_error(package):
    result = CliRunner().invoke(app, ["validate", str(package), "--root", str(package)])
    assert result.exit_code == 2
    assert "`--root`" in result.stderr


@pytest.mark.parametrize(("extra", "told_"), [([], 11), (["--format", "sarif"], 13), (["--output", "json=report.json"], 13)])
def test_people_are_told_ten_differences_and_programs_all(package, spec, extra, told_, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = "".join(f"        - {{name: p{index}, in: query, schema: {{type: string}}}}\n" for index in range(12))
    spec.write_text(DESCRIPTION.replace("      parameters:\n", "      parameters:\n" + names))
    result = CliRunner().invoke(app, ["validate", str(package), "--source", str(spec), *extra])
    assert result.exit_code == 1
    if "sarif" in extra:
        assert len(json.loads(result.stdout)["runs"][0]["results"]) == told_
    else:
        assert result.stdout.count("error[") == told_
