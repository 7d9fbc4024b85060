"""`validate`: what is judged, what is reported, and how it ends."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from checked_package import written
from connectors.check.rules import check
from connectors.cli import validate_run
from connectors.cli.commands import CommandGroup
from connectors.cli.file_lines import with_lines
from connectors.cli.formats.as_json import as_json
from connectors.cli.formats.text import text as report_text
from connectors.cli.main import app
from connectors.cli.terminal import Colours
from connectors.cli.validate_run import run_of
from connectors.many import Outcome, WorkerDied
from connectors.model.operation import Basis, Pagination, PaginationEnd, PaginationStyle
from connectors.problems import Code, Problem, Severity, SourceLocation
from connectors.store.load import load_package
from connectors.validation import Kind, Verdict, exit_status_of, find_packages, judge, judge_all
from sample_package import operation

GET, LIST, USER = operation("item", "get"), operation("item", "list"), operation("user", "get")
PAGING = Pagination(PaginationStyle.PAGE, (PaginationEnd.EMPTY_PAGE,), Basis.INFERRED, page="pages", items="/next")
RECIPE = "schema_version: 1\nconnector: acme\ndescription: https://acme.example/openapi.json\n"


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with `connectors/`: a good package, one with faults of three kinds, and a recipe."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    folder = tmp_path / "connectors"
    folder.mkdir()
    written(folder / "good")
    written(folder / "odd", replace(GET, callable=False), replace(LIST, pagination=PAGING), USER)
    recipe = folder / "acme"
    recipe.mkdir()
    (recipe / "source.yaml").write_text(RECIPE, "utf-8")
    (folder / "README.md").write_text("Packages.\n", "utf-8")
    (folder / "notes").mkdir()
    return Path("connectors")


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["validate", *arguments])
    return result.exit_code, result.stdout, result.stderr


# -- what is judged -------------------------------------------------------------------------------------------------------------


def test_a_folder_of_packages_and_recipes_is_judged_by_name(catalog: Path) -> None:
    assert find_packages(catalog) == tuple(catalog / name for name in ("acme", "good", "odd"))


def test_what_lost_its_card_is_not_passed_over(catalog: Path) -> None:
    (catalog / "good" / "connector.json").unlink()
    (catalog / "good" / "source.yaml").unlink()
    assert catalog / "good" in find_packages(catalog)
    assert judge(catalog / "good").exit_status == 2


def test_without_a_path_the_catalog_is_judged(catalog: Path) -> None:
    assert run() == run("connectors")


def test_a_package_is_judged_once_and_by_its_id_too(catalog: Path) -> None:
    verdicts = judge_all([Path("odd"), catalog / "good", catalog], catalog=catalog)
    assert [verdict.directory.name for verdict in verdicts] == ["odd", "good", "acme"]


def test_what_is_checked_is_what_runs(catalog: Path) -> None:
    """The findings are those of the rules on the package that the loader gives."""
    package = load_package(catalog / "odd")
    assert sorted(problem.code for problem in judge(catalog / "odd").problems) == sorted(finding.code for finding in check(package))


def test_the_warnings_of_the_loader_are_passed_on(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    idle = Problem(SourceLocation("overlay.yaml", 4, 3), Severity.WARNING, Code.OVERLAY_IDLE, "it changes nothing", "remove it")
    package = load_package(catalog / "good")

    class Warned:
        warnings = (idle,)

        def __getattr__(self, name: str) -> object:
            return getattr(package, name)

    monkeypatch.setattr("connectors.validation.load_package", lambda *_, **__: Warned())
    verdict = judge(catalog / "good")
    assert (verdict.problems, verdict.valid) == ((idle,), True)


def test_an_edit_that_is_not_sealed_is_reported_and_judged(catalog: Path) -> None:
    """What runs would refuse it; its author wants to know what else is wrong."""
    overlay = 'schema_version: 1\nconnector: sample\noperations:\n  "GET /item/get/{x}": {id: sample.item.fetch, effect: read}\n'
    (catalog / "good" / "overlay.yaml").write_text(overlay, "utf-8")
    verdict = judge(catalog / "good")
    assert [(problem.code, problem.severity) for problem in verdict.problems] == [
        (Code.LOCK_DISAGREES, Severity.WARNING),
        (Code.NOT_SEALED, Severity.ERROR),
        (Code.OVERLAY_IDLE, Severity.WARNING),
    ]
    (catalog / "good" / "overlay.yaml").write_text(overlay.replace("effect", "efect"), "utf-8")
    assert Code.OVERLAY_KEY in [problem.code for problem in judge(catalog / "good").problems]


# -- how it ends ----------------------------------------------------------------------------------------------------------------


def test_a_good_package_ends_with_0(catalog: Path) -> None:
    assert run("connectors/good")[:2] == (0, "connectors/good: valid\n\n1 package: 1 valid\n")


def test_findings_end_with_1(catalog: Path) -> None:
    assert run("connectors/odd")[0] == 1


@pytest.mark.parametrize("path", ["gone", "connectors/README.md", "connectors/notes"])
def test_what_is_no_package_ends_with_2_and_the_rest_is_judged(catalog: Path, path: str) -> None:
    status, out, _ = run(path, "connectors/good")
    assert status == 2
    assert "connectors/good: valid" in out


def test_an_empty_catalog_is_a_warning_and_an_absent_one_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipeline that starts in the wrong folder must not be green."""
    monkeypatch.chdir(tmp_path)
    assert run()[0] == 2
    (tmp_path / "connectors").mkdir()
    status, out, _ = run()
    assert status == 0
    assert "warning[nothing-to-validate]: connectors:" in out


@pytest.mark.parametrize(("statuses", "status"), [([], 0), ([0, 1], 1), ([1, 3], 3), ([3, 2, 1], 2), ([2, 70], 70)])
def test_the_gravest_status_of_several_counts(statuses: list[int], status: int) -> None:
    assert exit_status_of(Verdict(Path("x"), None, None, None, (), each) for each in statuses) == status


def test_a_broken_package_is_reported_as_the_loader_does(catalog: Path) -> None:
    path = catalog / "good" / "schemas.json"
    path.write_bytes(path.read_bytes() + b"\n")
    status, out, _ = run("connectors/good", "connectors/odd", "--json")
    first, second = json.loads(out)["packages"]
    assert status == 1
    assert [problem["code"] for problem in first["problems"]] == ["package-digest"]
    assert (first["connector"], first["address"], first["valid"]) == ("sample", None, False)
    assert second["address"].startswith("sha256:")


def test_under_strict_what_is_inferred_wants_an_author(tmp_path: Path) -> None:
    inferred = replace(GET, basis={"parameters.id": Basis.INFERRED})
    directory = written(tmp_path / "sample", inferred)
    assert run(str(directory))[0] == 0
    status, out, _ = run(str(directory), "--strict")
    assert status == 1
    assert "error[inferred-under-strict]" in out


# -- several at a time ----------------------------------------------------------------------------------------------------------


def test_processes_change_nothing_but_the_time(catalog: Path) -> None:
    assert run("--json", "--jobs", "2", "connectors/odd", "gone", "connectors") == run(
        "--json", "--jobs", "1", "connectors/odd", "gone", "connectors"
    )


def test_packages_that_are_judged_in_no_time_are_judged_in_this_process(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = find_packages(catalog)
    assert validate_run._processes(places) == 1
    monkeypatch.setattr(validate_run, "_WORTH_A_PROCESS", 1)
    monkeypatch.setattr(validate_run, "usable_processors", lambda: 8)
    assert validate_run._processes(places) == len(places)
    assert validate_run._processes(places[:1]) == 1
    assert validate_run._processes((Path("gone"), Path("nowhere"))) == 1


def test_a_process_that_was_killed_fails_its_package_alone() -> None:
    found = validate_run._subject_of(Outcome(0, Path("connectors/odd"), None, WorkerDied(-9)))
    assert (found.exit_status, [each.code for each in found.findings]) == (2, [Code.WORKER_DIED])
    assert found.findings[0].message.endswith("was killed by SIGKILL")


def test_a_bug_of_ours_is_no_finding() -> None:
    with pytest.raises(ZeroDivisionError):
        validate_run._subject_of(Outcome(0, Path("connectors/odd"), None, ZeroDivisionError()))


# -- recipes --------------------------------------------------------------------------------------------------------------------


def test_a_recipe_says_that_it_was_not_generated(catalog: Path) -> None:
    verdict = judge(catalog / "acme")
    assert (verdict.kind, verdict.connector, verdict.address, verdict.valid) == (Kind.RECIPE, "acme", None, True)
    assert [(problem.severity, problem.code) for problem in verdict.problems] == [(Severity.NOTE, Code.NOT_GENERATED)]


@pytest.mark.parametrize(
    ("name", "text", "code", "status"),
    [
        pytest.param("source.yaml", RECIPE + "licence: MIT\n", Code.SOURCE_FILE, 1, id="an-unknown-key"),
        pytest.param("source.yaml", "schema_version: 2\nconnector: acme\n", Code.PACKAGE_FORMAT_NEWER, 2, id="a-newer-format"),
        pytest.param(
            "overlay.yaml", "schema_version: 1\nconnector: acme\nopertions: {}\n", Code.OVERLAY_KEY, 1, id="a-misspelt-overlay"
        ),
        pytest.param("overlay.yaml", "schema_version: 1\nconnector: other\ntitle: A\n", Code.ID_DIFFERS, 1, id="another-connector"),
        pytest.param("overlay.yaml", "schema_version: 2\nconnector: acme\n", Code.PACKAGE_FORMAT_NEWER, 2, id="a-newer-overlay"),
        pytest.param("identity.lock.json", "<<<<<<< ours\n", Code.PACKAGE_SYNTAX, 1, id="a-lock-in-conflict"),
        pytest.param("notes.txt", "x", Code.PACKAGE_FILE_UNKNOWN, 1, id="a-stranger"),
    ],
)
def test_the_documents_of_a_recipe_are_checked(catalog: Path, name: str, text: str, code: Code, status: int) -> None:
    (catalog / "acme" / name).write_text(text, "utf-8")
    verdict = judge(catalog / "acme")
    assert code in [problem.code for problem in verdict.problems]
    assert verdict.exit_status == status


def test_every_fault_of_a_recipe_is_reported_in_one_run(catalog: Path) -> None:
    (catalog / "acme" / "overlay.yaml").write_text("schema_version: 1\nconnector: acme\nx: 1\ny: 2\n", "utf-8")
    (catalog / "acme" / "notes.txt").write_text("x", "utf-8")
    codes = [problem.code for problem in judge(catalog / "acme").problems if problem.severity is Severity.ERROR]
    assert sorted(codes) == [Code.OVERLAY_KEY, Code.OVERLAY_KEY, Code.PACKAGE_FILE_UNKNOWN]


# -- places ---------------------------------------------------------------------------------------------------------------------


def test_a_place_gets_its_line_when_it_is_shown(catalog: Path) -> None:
    [problem] = [
        problem for problem in run_of([judge(catalog / "odd")]).subjects[0].findings if problem.code is Code.CALLABLE_DISAGREES
    ]
    assert problem.where is not None
    path, line, column = problem.where.file, problem.where.line, problem.where.column
    assert problem.where.pointer == "/operations/0/callable"
    assert line is not None
    assert column is not None
    assert Path(path).read_text("utf-8").splitlines()[line - 1][column - 1 :].startswith('"callable": false')


def test_what_stands_in_no_file_is_shown_at_the_node_around_it(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{\n  "operations": [\n    {}\n  ]\n}\n', "utf-8")
    places = {"/operations/0/pagination/page": (3, 5), "/gone": (None, None), "": (None, None)}
    for pointer, (line, column) in places.items():
        problem = Problem(SourceLocation(str(path), pointer=pointer), Severity.ERROR, Code.PAGING_SIZE, "m", "r")
        assert with_lines([problem])[0].where == SourceLocation(str(path), line, column, pointer)


def test_a_file_that_went_away_has_no_lines(tmp_path: Path) -> None:
    problem = Problem(SourceLocation(str(tmp_path / "gone.json"), pointer="/a"), Severity.ERROR, Code.PAGING_SIZE, "m", "r")
    assert with_lines([problem]) == (problem,)


# -- what is written ------------------------------------------------------------------------------------------------------------


def test_the_report_at_80_columns(catalog: Path, golden: Callable[[str, str], None]) -> None:
    golden("validate-80", report_text(run_of(judge_all([], catalog=catalog)), width=80, colours=Colours(False)))


def test_the_report_in_a_log(catalog: Path, golden: Callable[[str, str], None]) -> None:
    golden("validate-log", run()[1])


def test_errors_alone_when_quiet(catalog: Path) -> None:
    assert run("--quiet", "connectors/good", "connectors/acme") == (0, "", "")
    status, out, _ = run("--quiet")
    assert status == 1
    assert "note[" not in out
    assert "error[callable-disagrees]" in out


def test_colour_is_never_the_only_carrier(catalog: Path) -> None:
    import re

    report = run_of(judge_all([], catalog=catalog))
    coloured = report_text(report, width=80, colours=Colours(True))
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == report_text(report, width=80, colours=Colours(False))


def test_json_has_every_key(catalog: Path) -> None:
    found = as_json(run_of(judge_all([], catalog=catalog)))
    assert list(found) == ["packages", "counts", "about", "fixed"]
    assert found["counts"] == {"packages": 3, "valid": 2, "errors": 3, "warnings": 0, "notes": 1, "quiet": 0, "fixed": 0}
    for package in found["packages"]:
        assert list(package) == ["directory", "kind", "connector", "address", "valid", "problems", "quiet"]
    assert [package["kind"] for package in found["packages"]] == ["recipe", "package", "package"]
    problem = found["packages"][2]["problems"][0]
    assert list(problem) == ["severity", "code", "message", "remedy", "at", "identity", "fingerprint"]
    assert problem["at"]["line"] > 0


def test_json_is_all_that_stands_on_stdout(catalog: Path) -> None:
    status, out, err = run("--json")
    assert status == 1
    assert err == ""
    assert [package["directory"] for package in json.loads(out)["packages"]] == [
        str(Path("connectors", name)) for name in ("acme", "good", "odd")
    ]


SUMMARIES = [
    pytest.param(
        [(Kind.PACKAGE, 0, 0)] * 2 + [(Kind.PACKAGE, 4, 2)], "3 packages: 2 valid, 1 with 4 errors and 2 warnings", id="mixed"
    ),
    pytest.param([(Kind.PACKAGE, 0, 2)], "1 package: 1 valid with 2 warnings", id="warnings-alone"),
    pytest.param([(Kind.PACKAGE, 1, 0)] * 2, "2 packages: 2 with 2 errors", id="all-bad"),
    pytest.param([(Kind.RECIPE, 0, 0)], "1 recipe: 1 valid", id="a-recipe"),
    pytest.param([(Kind.PACKAGE, 0, 0), (Kind.RECIPE, 1, 0)], "1 package and 1 recipe: 1 valid, 1 with 1 error", id="both"),
]


@pytest.mark.parametrize(("given", "summary"), SUMMARIES)
def test_one_line_sums_up(given: list[tuple[Kind, int, int]], summary: str) -> None:
    verdicts = []
    for kind, errors, warnings in given:
        severities = [Severity.ERROR] * errors + [Severity.WARNING] * warnings
        problems = tuple(Problem(None, severity, Code.PAGING_SIZE, "m", "r") for severity in severities)
        verdicts.append(Verdict(Path("x"), kind, "x", None, problems, 1 if errors else 0))
    assert report_text(run_of(verdicts), width=80, colours=Colours(False)).splitlines()[-1] == summary


def test_a_strangers_name_cannot_repaint_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(written(tmp_path / "sample"), tmp_path / "ba\x1b[31md")
    out = run("ba\x1b[31md")[1]
    assert "\x1b" not in out
    assert "ba\\x1b[31md: valid" in out


def test_help_reads_well(golden: Callable[[str, str], None]) -> None:
    result = CliRunner().invoke(app, ["validate", "--help"], env={"COLUMNS": "80"}, prog_name="connectors")
    assert all(len(line) <= 80 for line in result.output.splitlines())
    assert CommandGroup.entries["validate"].help in result.output
    golden("help-validate", result.output)
