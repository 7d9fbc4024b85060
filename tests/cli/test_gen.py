"""How `gen` is asked and what it reports; what it does is tested elsewhere."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from connectors.cli.gen_report import report_json, report_text
from connectors.cli.main import app
from connectors.cli.terminal import Colours
from connectors.limits import Limits
from connectors.model.connector import Counts, SourceFormat
from connectors.model.package import Package
from connectors.pipeline_types import GenOptions, GenReport, LocatedGap, LocatedNote, SourceFacts
from connectors.problems import Code, DescriptionError, OverlayError, Problem, Severity, SourceLocation

WARNING = Problem(None, Severity.WARNING, Code.LICENSE_NOT_STATED, "no licence was stated", "say so with `--license`")
ERROR = Problem(SourceLocation("x.yaml", 6, 1), Severity.ERROR, Code.YAML_TAB, "a tab indents this line", "indent with spaces")


@pytest.fixture
def report(package: Package) -> GenReport:
    coverage = package.coverage
    gap = coverage.gaps[0]
    gaps = [gap] * 5
    return GenReport(
        connector="harbour",
        directory="connectors/harbour",
        address=package.address,
        changed=True,
        source=SourceFacts(SourceFormat.OPENAPI_3_1, "1.20.0", "ab" * 32, 48213),
        counts=replace_counts(package.connector.counts),
        gaps=tuple(LocatedGap(gap, SourceLocation("harbour.yaml", 40 + n, 9, gap.at.pointer)) for n, gap in enumerate(gaps)),
        notes=tuple(LocatedNote(note, SourceLocation("harbour.yaml", 7, 3, note.at.pointer)) for note in coverage.notes),
        problems=(WARNING,),
        exit_status=0,
    )


def replace_counts(counts: Counts) -> Counts:
    return Counts(declared=10, operations=5, gaps=5, excluded=counts.excluded, notes=6, resources=3, schemas=5)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, report: GenReport) -> list[GenOptions]:
    found: list[GenOptions] = []

    def pretend(options: GenOptions) -> GenReport:
        found.append(options)
        return report

    monkeypatch.setattr("connectors.pipeline.gen", pretend)
    return found


def test_every_option_arrives(asked: list[GenOptions]) -> None:
    arguments = (
        "gen spec.yaml --id forgejo --out o --root r --license MIT --license-text a.txt --license-text b.txt --copyright X --copyright Y "
        "--source-url https://e.example --self-hosted --prose omit --include /a/** --exclude tag:admin --exclude /b --strict --check "
        "--max-bytes 1 --max-documents 2 --max-nesting 3 --max-alias-nodes 4 --max-references 5 --max-operations 6 --max-schema-nodes 7 "
        "--description-overlay one.yaml --description-overlay two.yaml --allow-origin https://a.example --allow-origin https://b.example/x "
        "--auth-env TOKEN --max-redirects 8 --no-cache --env-proxy --max-seconds 9 --max-expansion 10"
    )
    assert CliRunner().invoke(app, arguments.split()).exit_code == 0
    assert asked == [
        GenOptions(
            spec="spec.yaml",
            id="forgejo",
            out=Path("o"),
            root=Path("r"),
            license="MIT",
            license_texts=(Path("a.txt"), Path("b.txt")),
            copyright=("X", "Y"),
            source_url="https://e.example",
            self_hosted=True,
            prose="omit",
            include=("/a/**",),
            exclude=("tag:admin", "/b"),
            strict=True,
            check=True,
            limits=Limits(1, 2, 3, 4, 5, 6, 7, 10, 9),
            allow_origin=("https://a.example", "https://b.example/x"),
            auth_env="TOKEN",
            max_redirects=8,
            use_cache=False,
            use_proxies=True,
            description_overlays=(Path("one.yaml"), Path("two.yaml")),
        )
    ]


def test_nothing_is_made_up_for_options_that_are_not_given(asked: list[GenOptions]) -> None:
    CliRunner().invoke(app, ["gen", "-"])
    assert asked == [GenOptions("-", None, None, None, None, (), (), None, False, None, (), (), False, False, Limits())]


def test_data_goes_to_stdout_and_talk_to_stderr(asked: list[GenOptions]) -> None:
    result = CliRunner().invoke(app, ["gen", "x"])
    assert result.stdout.startswith("Wrote harbour to connectors/harbour\n")
    assert result.stderr == "warning[license-not-stated]: no licence was stated\n  fix: say so with `--license`\n"


def test_quiet_says_nothing_but_errors(asked: list[GenOptions], monkeypatch: pytest.MonkeyPatch, report: GenReport) -> None:
    result = CliRunner().invoke(app, ["gen", "x", "--quiet"])
    assert (result.stdout, result.stderr) == ("", "")
    failed = replace(report, problems=(WARNING, ERROR), exit_status=1)
    monkeypatch.setattr("connectors.pipeline.gen", lambda _: failed)
    result = CliRunner().invoke(app, ["gen", "x", "-q"])
    assert result.exit_code == 1
    assert result.stderr.startswith("error[yaml-tab]: x.yaml:6:1: ")


@pytest.mark.parametrize("width", [80, 120])
def test_the_report_reads_well(report: GenReport, golden: Callable[[str, str], None], width: int) -> None:
    golden(f"gen-{width}", report_text(report, check=False, width=width, colours=Colours(False)))


@pytest.mark.parametrize(
    ("changes", "check", "first"),
    [
        ({"changed": False}, False, "connectors/harbour is unchanged"),
        ({"changed": True, "exit_status": 1}, True, "connectors/harbour would change"),
        ({"changed": False}, True, "connectors/harbour is what the description gives"),
        (
            {"changed": False, "address": None, "exit_status": 1},
            False,
            "Nothing was written: harbour stays as it was in connectors/harbour",
        ),
    ],
)
def test_the_first_line_says_what_happened(report: GenReport, changes: dict[str, object], check: bool, first: str) -> None:
    assert report_text(replace(report, **changes), check=check, width=80, colours=Colours(False)).splitlines()[0] == first


def test_a_description_that_cannot_be_read_has_no_report(report: GenReport) -> None:
    assert report_text(replace(report, counts=None, source=None, address=None), check=False, width=80) == ""


KEYS = ["connector", "directory", "address", "changed", "source", "counts", "gaps", "notes", "problems"]


def test_json_has_every_key_of_the_shape(asked: list[GenOptions], report: GenReport) -> None:
    shape = json.loads(CliRunner().invoke(app, ["gen", "x", "--json"]).stdout)
    assert list(shape) == KEYS
    assert list(shape["source"]) == ["format", "version", "sha256", "bytes"]
    assert set(shape["counts"]) == {
        "declared",
        "operations",
        "gaps",
        "excluded",
        "notes",
        "resources",
        "schemas",
        "events",
        "tags",
        "deprecated",
        "paginated",
        "curated",
        "dropped",
    }
    assert list(shape["gaps"][0]) == ["identity", "method", "path", "source_operation_id", "code", "reason", "at"]
    assert shape["gaps"][0]["at"] == {
        "file": "harbour.yaml",
        "line": 40,
        "column": 9,
        "pointer": "/paths/~1uploads/post/requestBody/content",
    }
    assert list(shape["notes"][0]) == ["identity", "severity", "code", "reason", "at"]
    assert shape["problems"] == [
        {
            "severity": "warning",
            "code": "license-not-stated",
            "message": "no licence was stated",
            "remedy": "say so with `--license`",
            "at": None,
        }
    ]
    assert report_json(report)["address"].startswith("sha256:")


@pytest.mark.parametrize(("error", "status"), [(DescriptionError([ERROR]), 2), (OverlayError([ERROR]), 1)])
def test_json_has_the_same_shape_on_failure(monkeypatch: pytest.MonkeyPatch, error: Exception, status: int) -> None:
    def fail(_: GenOptions) -> GenReport:
        raise error

    monkeypatch.setattr("connectors.pipeline.gen", fail)
    result = CliRunner().invoke(app, ["gen", "x.yaml", "--id", "harbour", "--json"])
    assert result.exit_code == status
    shape = json.loads(result.stdout)
    assert list(shape) == KEYS
    assert (shape["connector"], shape["directory"], shape["changed"]) == ("harbour", "connectors/harbour", False)
    assert (shape["address"], shape["source"], shape["counts"], shape["gaps"], shape["notes"]) == (None, None, None, [], [])
    assert shape["problems"][0]["at"] == {"file": "x.yaml", "line": 6, "column": 1, "pointer": ""}
    assert result.stderr.startswith("error[yaml-tab]: x.yaml:6:1: a tab indents this line\n")


@pytest.mark.parametrize("address", ["https://e.example/openapi.yaml", "HTTP://e.example/x"])
def test_an_address_is_a_spec_like_any_other(asked: list[GenOptions], address: str) -> None:
    assert CliRunner().invoke(app, ["gen", address]).exit_code == 0
    assert [options.spec for options in asked] == [address]
