"""`connectors.toml`: read strictly, with every mistake in one run; and which of several files holds."""

from datetime import date
from pathlib import Path

import pytest

from connectors.findings.control import Ignore, Level
from connectors.findings.refused import LOADER, RIGHTS
from connectors.problems import Code, OverlayError, SourceLocation, UsageError
from connectors.settings import CONFIG_VARIABLE, Settings, find_settings, read_settings

GOOD = """\
[validate]
severity = {paging-size = "note", answer-status = "off"}
baseline = "known.json"
format = "github"

[[validate.ignore]]
code = "paging-cannot-end"
connector = "slack"
identity = "GET /conversations.history"
reason = "the vendor mends it"
until = 2027-01-31

[lint]
severity = {yaml-tab = "warning"}
"""
IGNORE = '[[validate.ignore]]\ncode = "paging-size"\nconnector = "slack"\nreason = "because"\nuntil = 2027-01-31\n'


def read(text: str) -> Settings:
    return read_settings(text.encode(), "ci/connectors.toml")


def faults(text: str) -> list[tuple[Code, int | None, str, str]]:
    with pytest.raises(OverlayError) as refused:
        read(text)
    assert refused.value.exit_status == 1
    return [(each.code, each.where.line if each.where else None, each.message, each.remedy) for each in refused.value.problems]


def test_what_stands_there_is_what_holds() -> None:
    validate = read(GOOD).table("validate")
    assert validate.control.severity == {Code.PAGING_SIZE: Level.NOTE, Code.ANSWER_STATUS: Level.OFF}
    assert validate.control.ignores == (
        Ignore(
            Code.PAGING_CANNOT_END,
            "slack",
            "the vendor mends it",
            date(2027, 1, 31),
            "GET /conversations.history",
            None,
            SourceLocation("ci/connectors.toml", 6, 1, "/validate/ignore/0"),
        ),
    )
    assert (validate.baseline, validate.format) == (Path("ci/known.json"), "github")
    assert read(GOOD).table("lint").control.severity == {Code.YAML_TAB: Level.WARNING}


def test_an_empty_file_decides_nothing() -> None:
    assert read("").table("validate") == Settings().table("validate")


MISTAKES = [
    pytest.param("[validate", Code.SETTINGS_SYNTAX, 1, "cannot be read", "correct the TOML", id="syntax"),
    pytest.param("[validate]\na = 1\na = 2\n", Code.SETTINGS_SYNTAX, 3, "cannot", "each key once", id="a-key-twice"),
    pytest.param("[validat]\n", Code.SETTINGS_KEY, 1, "no key `validat`", "write `validate`", id="a-table"),
    pytest.param("[validate]\nseverities = {}\n", Code.SETTINGS_KEY, 2, "`validate` has no key", "write `severity`", id="a-key"),
    pytest.param(
        '[validate]\nseverity = {pagingsize = "off"}\n', Code.CODE_UNKNOWN, 2, "`pagingsize`", "write `paging-size`", id="a-code"
    ),
    pytest.param(
        '[validate]\nseverity = {paging-size = "warn"}\n',
        Code.SETTINGS_VALUE,
        2,
        "found `warn`",
        "write `warning`",
        id="a-severity",
    ),
    pytest.param("[validate]\nseverity = 1\n", Code.SETTINGS_VALUE, 2, "a table of codes, found `1`", "write", id="no-table"),
    pytest.param("[validate]\nignore = [1]\n", Code.SETTINGS_VALUE, 2, "a list of tables", "[[validate.ignore]]", id="no-ignore"),
    pytest.param("[validate]\nbaseline = 3\n", Code.SETTINGS_VALUE, 2, "a text, found `3`", "quotes", id="no-text"),
    pytest.param("validate = 3\n", Code.SETTINGS_VALUE, 1, "a table, found `3`", "write `[validate]`", id="no-table-at-all"),
    pytest.param(
        IGNORE.replace("reason", "reson"), Code.SETTINGS_KEY, 4, "no key `reson`", "write `reason`", id="a-key-of-an-ignore"
    ),
    pytest.param(
        IGNORE.replace('reason = "because"\n', ""), Code.SETTINGS_KEY, 1, "`reason`, found none", "add `reason", id="no-reason"
    ),
    pytest.param(
        IGNORE.replace("until = 2027-01-31\n", ""), Code.SETTINGS_KEY, 1, "`until`", "add `until = 2027-01-31`", id="no-end"
    ),
    pytest.param(IGNORE.replace("because", " "), Code.SETTINGS_VALUE, 4, "a sentence", "say why", id="an-empty-reason"),
    pytest.param(
        IGNORE.replace("2027-01-31", '"2027-01-31"'), Code.SETTINGS_VALUE, 5, "a date", "without quotes", id="a-quoted-date"
    ),
    pytest.param(
        IGNORE.replace("2027-01-31", "2027-01-31T10:00:00"), Code.SETTINGS_VALUE, 5, "a date", "without a time", id="a-time"
    ),
    pytest.param(
        IGNORE.replace('"paging-size"', '"package-digest"'), Code.SETTINGS_REFUSED, 2, "cannot be loaded", "mend", id="loader"
    ),
    pytest.param(
        IGNORE.replace("connector", "file"), Code.SETTINGS_KEY, 3, "no key `file`", "use ", id="the-subject-of-another-table"
    ),
]


@pytest.mark.parametrize(("text", "code", "line", "message", "remedy"), MISTAKES)
def test_a_mistake_is_said_at_its_line(text: str, code: Code, line: int, message: str, remedy: str) -> None:
    found = [fault for fault in faults(text) if fault[0] is code and fault[1] == line]
    assert any(message in fault[2] and remedy in fault[3] for fault in found), faults(text)


def test_all_mistakes_come_in_one_run() -> None:
    text = '[validate]\nx = 1\nseverity = {nope = "off", paging-size = "loud"}\n' + IGNORE.replace("because", "")
    assert [(code, line) for code, line, _, _ in faults(text)] == [
        (Code.SETTINGS_KEY, 2),
        (Code.CODE_UNKNOWN, 3),
        (Code.SETTINGS_VALUE, 3),
        (Code.SETTINGS_VALUE, 7),
    ]


@pytest.mark.parametrize("data", [b"a = '\xff'", b"\xfe\xff"])
def test_what_is_no_utf_8_is_refused(data: bytes) -> None:
    with pytest.raises(OverlayError) as refused:
        read_settings(data, "connectors.toml")
    assert refused.value.problems[0].code is Code.ENCODING


@pytest.mark.parametrize("code", sorted(LOADER | RIGHTS))
@pytest.mark.parametrize("level", ["warning", "note", "off"])
def test_a_fault_that_no_package_runs_with_stays_an_error(code: Code, level: str) -> None:
    assert [fault[0] for fault in faults(f'[validate]\nseverity = {{{code} = "{level}"}}\n')] == [Code.SETTINGS_REFUSED]


def test_saying_that_it_is_an_error_is_no_mistake() -> None:
    assert read('[validate]\nseverity = {package-digest = "error"}\n').table("validate").control.severity


# -- which file holds -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("connectors", "environment", "option"):
        (tmp_path / f"{name}.toml").write_text(f'[validate]\nbaseline = "{name}.json"\n', "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("option", "environment", "expected"),
    [
        (None, {}, "connectors.json"),
        (None, {CONFIG_VARIABLE: ""}, "connectors.json"),
        (None, {CONFIG_VARIABLE: "environment.toml"}, "environment.json"),
        (Path("option.toml"), {CONFIG_VARIABLE: "environment.toml"}, "option.json"),
    ],
)
def test_the_option_stands_above_the_environment_and_that_above_the_file(
    folder: Path, option: Path | None, environment: dict[str, str], expected: str
) -> None:
    assert find_settings(option, environment).table("validate").baseline == Path(expected)


def test_without_a_file_nothing_is_decided(folder: Path) -> None:
    (folder / "connectors.toml").unlink()
    assert find_settings(None, {}) == Settings()


@pytest.mark.parametrize(("option", "environment"), [(Path("gone.toml"), {}), (None, {CONFIG_VARIABLE: "gone.toml"})])
def test_a_file_that_is_named_has_to_be_there(folder: Path, option: Path | None, environment: dict[str, str]) -> None:
    with pytest.raises(UsageError) as refused:
        find_settings(option, environment)
    assert (refused.value.problems[0].code, refused.value.exit_status) == (Code.FILE_NOT_FOUND, 2)


def test_a_file_that_cannot_be_read_is_not_passed_over(folder: Path) -> None:
    (folder / "connectors.toml").unlink()
    (folder / "connectors.toml").mkdir()
    with pytest.raises(UsageError) as refused:
        find_settings(None, {})
    assert refused.value.problems[0].code is Code.FILE_UNREADABLE
