"""A run of `gen` as a whole: all or nothing, the same again, and what the options promise."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from connectors.limits import Limits
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.problems import Code, ConnectorsError, DescriptionError, UsageError

DESCRIPTION = """
openapi: 3.1.0
info: {title: Sample, version: '1'}
servers: [{url: https://sample.example}]
paths:
  /items:
    get: {tags: [item], operationId: listItems, responses: {'200': {description: d}}}
    post: {tags: [item], operationId: addItem, responses: {'201': {description: d}}}
  /items/{id}:
    get:
      {tags: [item], operationId: getItem, parameters: [{name: id, in: path, required: true, schema: {type: string}}],
       responses: {'200': {description: d}}}
"""
WITH_A_GAP = DESCRIPTION + "  /gap: {get: {parameters: [{$ref: '#/gone'}], responses: {}}}\n"


@pytest.fixture
def spec(tmp_path):
    path = tmp_path / "vendor" / "openapi.yaml"
    path.parent.mkdir()
    path.write_text(DESCRIPTION)
    return path


@pytest.fixture
def options(tmp_path, spec):
    return GenOptions(
        spec=str(spec), id="sample", out=tmp_path / "sample", root=None, license=None, license_texts=(), copyright=(), source_url=None,
        self_hosted=False, prose=None, include=(), exclude=(), strict=False, check=False, limits=Limits(),
    )  # fmt: skip


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def operations(folder: Path) -> dict[str, str]:
    coverage = json.loads((folder / "coverage.json").read_bytes())
    return {item["identity"]: item["id"] for item in coverage["operations"]}


def test_a_package_is_written_with_what_it_took(options):
    report = gen(options)
    assert (report.changed, report.exit_status, report.connector) == (True, 0, "sample")
    assert (report.counts.declared, report.counts.operations, report.counts.gaps) == (3, 3, 0)
    assert {"connector.json", "coverage.json", "schemas.json", "identity.lock.json", "source.yaml", "operations/item.json"} <= set(
        files(options.out)
    )


def test_a_second_run_changes_nothing(options):
    first = gen(options)
    before = files(options.out)
    second = gen(replace(options, id=None))
    assert (second.changed, second.address) == (False, first.address)
    assert files(options.out) == before


def test_the_bytes_do_not_depend_on_the_folders(options, tmp_path):
    gen(options)
    moved = tmp_path / "elsewhere" / "deep"
    moved.mkdir(parents=True)
    (moved / "other.yaml").write_text(DESCRIPTION)
    gen(replace(options, spec=str(moved / "other.yaml"), out=tmp_path / "second"))
    assert files(tmp_path / "second") == files(options.out)
    assert not any(str(tmp_path).encode() in data for data in files(options.out).values())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("openapi: 3.1.0\npaths: {a: [\n", Code.YAML_SYNTAX, id="a-text-that-can-not-be-read"),
        pytest.param("hello: world\n", Code.NOT_A_DESCRIPTION, id="no-description"),
        pytest.param("", Code.DOCUMENT_EMPTY, id="nothing"),
    ],
)
def test_a_failed_run_leaves_the_old_package_byte_for_byte(options, spec, text, code):
    gen(options)
    before = files(options.out)
    spec.write_text(text)
    with pytest.raises(DescriptionError) as raised:
        gen(options)
    assert raised.value.problems[0].code is code
    assert files(options.out) == before


def test_a_failed_run_makes_no_folder(options, spec):
    spec.write_text("hello: world\n")
    with pytest.raises(DescriptionError):
        gen(options)
    assert not options.out.exists()


def test_what_others_put_into_the_folder_is_not_touched(options):
    options.out.mkdir()
    (options.out / "notes.txt").write_text("mine")
    with pytest.raises(ConnectorsError) as raised:
        gen(options)
    assert raised.value.problems[0].code is Code.OUTPUT_OCCUPIED
    assert files(options.out) == {"notes.txt": b"mine"}


def test_check_writes_nothing_and_fails_on_a_difference(options, spec):
    report = gen(replace(options, check=True))
    assert (report.changed, report.exit_status) == (True, 1)
    assert not options.out.exists()
    gen(options)
    assert gen(replace(options, check=True)).exit_status == 0
    before = files(options.out)
    spec.write_text(DESCRIPTION.replace("title: Sample", "title: Other"))
    report = gen(replace(options, check=True))
    assert (report.changed, report.exit_status) == (True, 1)
    assert Code.CHECK_DIFFERS in [problem.code for problem in report.problems]
    assert files(options.out) == before


def test_strict_writes_nothing_where_there_is_a_gap(options, spec):
    spec.write_text(WITH_A_GAP)
    report = gen(replace(options, strict=True))
    assert (report.exit_status, report.changed) == (1, False)
    assert Code.GAPS_UNDER_STRICT in [problem.code for problem in report.problems]
    assert not options.out.exists()
    (gap,) = report.gaps
    assert (gap.gap.identity, gap.at.line) == ("GET /gap", 13)


def test_a_gap_is_no_failure_otherwise(options, spec):
    spec.write_text(WITH_A_GAP)
    report = gen(options)
    assert (report.exit_status, report.counts.declared, report.counts.operations, report.counts.gaps) == (0, 4, 3, 1)


def test_an_option_that_contradicts_the_source_file_names_the_line(options):
    gen(replace(options, license="MIT"))
    before = files(options.out)
    with pytest.raises(UsageError) as raised:
        gen(replace(options, license="Apache-2.0"))
    (problem,) = raised.value.problems
    assert problem.code is Code.SOURCE_CONTRADICTION
    line = (options.out / "source.yaml").read_text().splitlines()[problem.where.line - 1]
    assert line.startswith("license: MIT")
    assert files(options.out) == before


def test_the_source_file_speaks_where_options_are_silent(options):
    gen(replace(options, license="MIT", prose="omit"))
    before = files(options.out)
    assert gen(options).changed is False
    assert files(options.out) == before
    assert b"Sample" not in before["connector.json"]


def test_a_self_hosted_api_is_where_the_operator_says(options):
    gen(replace(options, self_hosted=True))
    (server,) = json.loads((options.out / "connector.json").read_bytes())["servers"]
    assert server["operator_supplied"] is True


def test_the_lock_keeps_ids_when_the_vendor_renames(options, spec):
    gen(options)
    before = operations(options.out)
    spec.write_text(DESCRIPTION.replace("listItems", "fetchAllOfThem").replace("{id}", "{item}").replace("name: id", "name: item"))
    gen(options)
    assert operations(options.out) == before


def test_an_operation_added_elsewhere_renames_nothing(options, spec):
    gen(options)
    before = operations(options.out)
    spec.write_text(DESCRIPTION + "  /all: {get: {tags: [item], operationId: listItems, responses: {'200': {description: d}}}}\n")
    gen(options)
    after = operations(options.out)
    assert before.items() <= after.items()
    assert len(set(after.values())) == 4


def test_a_rule_that_matches_nothing_is_a_warning(options):
    report = gen(replace(options, include=("tag:item", "tag:itme")))
    assert [problem.code for problem in report.problems] == [Code.SELECTION_UNMATCHED]
    assert report.exit_status == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param({"id": "Sample"}, Code.ID_MALFORMED, id="capitals"),
        pytest.param({"id": "../x"}, Code.ID_MALFORMED, id="a-path"),
        pytest.param({"id": None, "out": None}, Code.ID_MISSING, id="nothing-says-which-connector"),
        pytest.param({"id": None}, Code.ID_MISSING, id="a-folder-that-holds-none"),
        pytest.param({"auth_env": "TOKEN"}, Code.USAGE, id="a-credential-for-a-file"),
        pytest.param({"allow_origin": ("https://a.example/x/../y",)}, Code.USAGE, id="a-prefix-that-climbs"),
    ],
)
def test_options_that_make_no_sense(options, change, code):
    with pytest.raises(UsageError) as raised:
        gen(replace(options, **change))
    assert raised.value.problems[0].code is code
    assert not options.out.exists()


def test_another_connectors_folder_is_refused(options):
    gen(options)
    before = files(options.out)
    with pytest.raises(ConnectorsError) as raised:
        gen(replace(options, id="other"))
    assert raised.value.problems[0].code is Code.ID_DIFFERS
    assert files(options.out) == before
