"""Problems as a person reads them."""

from collections.abc import Callable

import pytest
import typer

from connectors.cli.report import render_problem, reported
from connectors.cli.terminal import Colours
from connectors.problems import Code, OverlayError, PackageError, Problem, RightsError, Severity, SourceLocation

PROBLEMS = (
    Problem(
        SourceLocation("fixtures/openapi.yaml", 14, 5, "/paths/~1tickets~1{id}/patch"),
        Severity.ERROR,
        Code.DUPLICATE_KEY,
        "the key `patch` stands twice in this object, first on line 9",
        "keep one of the two",
    ),
    Problem(SourceLocation("openapi.yaml", 6, 1), Severity.ERROR, Code.YAML_TAB, "a tab indents this line", "indent with spaces"),
    Problem(
        SourceLocation("connectors/forgejo/source.yaml", 4, 1, "/licence"),
        Severity.ERROR,
        Code.SOURCE_FILE,
        "`source.yaml` has no key `licence`",
        "write `license`",
    ),
    Problem(
        None,
        Severity.WARNING,
        Code.LICENSE_NOT_STATED,
        "nobody has said under which licence the description may be used, so the package says `LicenseRef-not-stated`",
        "find out, and say so with `--license EXPR`; for your own use nothing has to be done",
    ),
    Problem(
        SourceLocation(
            "a/very/long/way/down/to/the/description/of/an/interface/that/nobody/reads/openapi.json", 1, 48211, "/info/title"
        ),
        Severity.NOTE,
        Code.TEXT_CLEANED,
        "a control character `\x1b` was removed from the title",
        "",
    ),
)


def test_problems_read_well_at_80_columns(golden: Callable[[str, str], None]) -> None:
    lines = [line for problem in PROBLEMS for line in render_problem(problem, width=80, colours=Colours(False))]
    assert all(len(line) <= 80 for line in lines)
    golden("problems-80", "\n".join(lines) + "\n")


def test_a_log_has_each_part_on_one_line(golden: Callable[[str, str], None]) -> None:
    lines = [line for problem in PROBLEMS for line in render_problem(problem, width=None, colours=Colours(False))]
    golden("problems-log", "\n".join(lines) + "\n")


def test_colour_adds_nothing_but_colour() -> None:
    import re

    for problem in PROBLEMS:
        plain = render_problem(problem, width=80, colours=Colours(False))
        coloured = render_problem(problem, width=80, colours=Colours(True))
        assert [re.sub("\x1b\\[[0-9;]+m", "", line) for line in coloured] == plain


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OverlayError(PROBLEMS), 1),
        (PackageError(PROBLEMS), 1),
        (PackageError(PROBLEMS, exit_status=2), 2),
        (RightsError(PROBLEMS), 3),
    ],
)
def test_an_error_is_reported_whole_and_ends_with_its_status(
    error: Exception, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as ended, reported():
        raise error
    assert ended.value.exit_code == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("[") >= len(PROBLEMS)
    # What has no place comes first, then by file and line.
    assert captured.err.startswith("warning[license-not-stated]: ")


def test_what_is_no_problem_passes() -> None:
    with pytest.raises(ZeroDivisionError), reported():
        _ = 1 // 0
