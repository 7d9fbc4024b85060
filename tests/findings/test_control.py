"""Severities, ignores with an end, and a baseline: what counts in the end."""

from dataclasses import replace
from datetime import date

import pytest

from connectors.findings.baseline import read_baseline, render_baseline
from connectors.findings.control import Control, Ignore, Level, compare, controlled, to_record
from connectors.findings.run import Run, Subject, Why
from connectors.problems import Code, OverlayError, Problem, Severity, SourceLocation
from made_run import ERROR, NOTE, WARNING, problem, subject

TODAY = date(2026, 12, 1)
YESTERDAY = date(2026, 11, 30)
PLACE = SourceLocation("connectors.toml", 4, 1, "/validate/ignore/0")


def ignore(until: date = TODAY, **changes: object) -> Ignore:
    values = {
        "code": Code.PAGING_SIZE,
        "subject": "shop",
        "reason": "the vendor mends it",
        "until": until,
        "where": PLACE,
        **changes,
    }
    return Ignore(**values)  # type: ignore[arg-type]


def run(*subjects: Subject, loud: frozenset[Code] = frozenset()) -> Run:
    return Run("validate", subjects, loud=loud)


def under(control: Control, given: Run, *, unasked: tuple[Code, ...] = (), everything: bool = False) -> Run:
    return controlled(given, control, today=TODAY, unasked=unasked, everything=everything)


# -- severities -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "status", "severity"),
    [(Level.ERROR, 1, ERROR), (Level.WARNING, 0, WARNING), (Level.NOTE, 0, NOTE), (Level.OFF, 0, None)],
)
@pytest.mark.parametrize("before", [ERROR, WARNING])
def test_a_code_weighs_what_the_settings_say(level: Level, status: int, severity: Severity | None, before: Severity) -> None:
    found = under(Control({Code.PAGING_SIZE: level}), run(subject(problem(severity=before))))
    assert found.exit_status == status
    assert [each.severity for each in found.subjects[0].findings] == ([severity] if severity else [])
    assert [each.why for each in found.subjects[0].quiet] == ([] if severity else [Why.SEVERITY])


def test_other_codes_weigh_what_they_did() -> None:
    given = run(subject(problem(Code.PAGING_CANNOT_END)))
    assert under(Control({Code.PAGING_SIZE: Level.OFF}), given) == given


# -- ignores --------------------------------------------------------------------------------------------------------------------

MATCHES = [
    pytest.param({}, True, id="code-and-connector"),
    pytest.param({"subject": "store"}, False, id="another-connector"),
    pytest.param({"code": Code.PAGING_CANNOT_END}, False, id="another-code"),
    pytest.param({"identity": "GET /items/{1}"}, True, id="identity"),
    pytest.param({"identity": "get /items/{item_id}"}, True, id="identity-with-any-placeholder-name"),
    pytest.param({"identity": "GET /items"}, False, id="another-identity"),
    pytest.param({"pointer": "/operations/0/pagination"}, True, id="pointer"),
    pytest.param({"pointer": "/operations/*/pagination"}, True, id="pointer-within-the-record"),
    pytest.param({"pointer": "/operations/0"}, False, id="a-pointer-above"),
]


@pytest.mark.parametrize(("named", "matches"), MATCHES)
def test_an_ignore_means_exactly_what_it_names(named: dict[str, object], matches: bool) -> None:
    found = under(Control(ignores=(ignore(**named),)), run(subject(problem(identity="GET /items/{1}"))))
    assert found.exit_status == (0 if matches else 1)
    quiet = found.subjects[0].quiet
    assert [(each.why, each.reason, each.until) for each in quiet] == (
        [(Why.IGNORE, "the vendor mends it", TODAY)] if matches else []
    )


@pytest.mark.parametrize(("until", "status", "codes"), [(TODAY, 0, []), (YESTERDAY, 1, [Code.IGNORE_EXPIRED])])
def test_an_ignore_ends_with_its_last_day(until: date, status: int, codes: list[Code]) -> None:
    found = under(Control(ignores=(ignore(until),)), run(subject(problem())))
    assert found.exit_status == status
    assert [(each.code, each.severity, each.where) for each in found.about] == [(code, WARNING, PLACE) for code in codes]


UNMATCHED = [
    pytest.param({}, {}, True, id="nothing-was-found-there"),
    pytest.param({}, {"whole": False, "exit_status": 1}, False, id="nobody-knows-what-is-there"),
    pytest.param({"subject": "slak"}, {}, False, id="of-a-connector-that-was-not-asked-for"),
    pytest.param({"code": Code.INFERRED_UNDER_STRICT}, {}, False, id="of-a-code-that-was-not-looked-for"),
]


@pytest.mark.parametrize(("named", "changes", "warned"), UNMATCHED)
def test_an_ignore_that_matches_nothing_is_a_warning(named: dict[str, object], changes: dict[str, object], warned: bool) -> None:
    found = under(Control(ignores=(ignore(**named),)), run(subject(**changes)), unasked=(Code.INFERRED_UNDER_STRICT,))
    assert [each.code for each in found.about] == ([Code.IGNORE_UNMATCHED] if warned else [])


def test_a_misspelt_connector_shows_where_all_were_checked() -> None:
    found = under(Control(ignores=(ignore(subject="slak"),)), run(subject()), everything=True)
    assert [each.code for each in found.about] == [Code.IGNORE_UNMATCHED]


# -- what nothing keeps quiet ---------------------------------------------------------------------------------------------------

SILENCED = Control({Code.PACKAGE_DIGEST: Level.OFF}, (ignore(code=Code.PACKAGE_DIGEST),))
LOUD = [
    pytest.param(run(subject(problem(Code.PACKAGE_DIGEST), whole=False)), id="a-check-that-was-not-made"),
    pytest.param(run(subject(problem(Code.PACKAGE_DIGEST)), loud=frozenset({Code.PACKAGE_DIGEST})), id="a-code-that-is-loud"),
]


@pytest.mark.parametrize("given", LOUD)
def test_what_stops_a_package_from_running_stays_an_error(given: Run) -> None:
    assert under(SILENCED, given).exit_status == 1
    known = read_baseline(render_baseline([(problem(Code.PACKAGE_DIGEST), "shop")]), "b.json")
    assert compare(given, known).exit_status == 1
    assert list(to_record(given)) == []


@pytest.mark.parametrize("status", [2, 3, 70])
def test_what_could_not_be_done_keeps_its_status(status: int) -> None:
    given = run(subject(problem(Code.NOT_GENERATED, WARNING), exit_status=status, whole=False))
    assert under(Control({Code.NOT_GENERATED: Level.OFF}), given).exit_status == status


# -- the baseline ---------------------------------------------------------------------------------------------------------------


def known(*problems: Problem, label: str = "shop") -> bytes:
    return render_baseline((each, label) for each in problems)


def against(data: bytes, given: Run, *, unasked: tuple[Code, ...] = ()) -> Run:
    return compare(given, read_baseline(data, "b.json"), unasked=unasked)


def test_only_what_is_new_fails() -> None:
    new = problem(Code.PAGING_CANNOT_END)
    found = against(known(problem()), run(subject(problem(), new)))
    assert (found.subjects[0].findings, found.exit_status) == ((new,), 1)
    assert against(known(problem(), new), run(subject(problem(), new))).exit_status == 0


def test_a_finding_is_known_as_often_as_it_was_written_down() -> None:
    twice = run(subject(problem(), problem(message="the second"), problem(message="the third")))
    assert [each.message for each in against(known(problem(), problem()), twice).subjects[0].findings] == ["the third"]


def test_what_is_gone_is_fixed_and_said_once() -> None:
    found = against(known(problem(), problem(), problem(Code.PAGING_CANNOT_END)), run(subject(problem())))
    assert [(each.code, each.count) for each in found.fixed] == [("paging-cannot-end", 1), ("paging-size", 1)]
    assert [(each.code, each.severity) for each in found.about] == [(Code.BASELINE_FIXED, NOTE)]
    assert "2 findings" in found.about[0].message


NOT_FIXED = [
    pytest.param(run(subject(name="connectors/other")), (), id="its-connector-was-not-checked"),
    pytest.param(run(subject(whole=False, exit_status=1)), (), id="its-connector-could-not-be-checked-whole"),
    pytest.param(run(subject()), (Code.PAGING_SIZE,), id="its-code-was-not-looked-for"),
]


@pytest.mark.parametrize(("given", "unasked"), NOT_FIXED)
def test_what_was_not_looked_for_is_not_fixed(given: Run, unasked: tuple[Code, ...]) -> None:
    assert against(known(problem()), given, unasked=unasked).fixed == ()


def test_what_is_ignored_is_not_fixed_and_known_all_the_same() -> None:
    found = against(known(problem()), under(Control(ignores=(ignore(),)), run(subject(problem()))))
    assert found.fixed == ()
    assert [(each.why, each.known) for each in found.subjects[0].quiet] == [(Why.IGNORE, True)]


def test_a_baseline_holds_what_counts_and_what_was_known_but_not_what_is_ignored() -> None:
    other = problem(Code.PAGING_CANNOT_END)
    given = run(subject(problem(), other, problem(Code.PAGING_CANNOT_WALK)))
    found = against(known(other), under(Control(ignores=(ignore(),)), given))
    assert [each.code for each, _ in to_record(found)] == [Code.PAGING_CANNOT_WALK, Code.PAGING_CANNOT_END]


def test_a_baseline_is_sorted_with_one_entry_a_line() -> None:
    problems = [problem(), problem(Code.ANSWER_STATUS), problem(pointer="/operations/3/a"), problem()]
    data = known(*problems)
    assert data == known(*reversed(problems))
    assert [line.count('"fingerprint"') for line in data.decode().splitlines()] == [0, 0, 0, 1, 1, 1, 0, 0]
    assert [each.code for each in read_baseline(data, "b").entries] == ["answer-status", "paging-size", "paging-size"]
    assert [each.count for each in read_baseline(data, "b").entries] == [1, 1, 2]


def test_an_empty_baseline_reads_back() -> None:
    assert read_baseline(render_baseline([]), "b.json").entries == ()


MALFORMED = [
    pytest.param(b"", None, id="empty"),
    pytest.param(b"<<<<<<< ours\n", 1, id="a-conflict"),
    pytest.param(known(problem()).replace(b'"count"', b'"cuont"'), 4, id="an-unknown-key"),
    pytest.param(known(problem()).replace(b'"schema_version": 1', b'"schema_version": 2'), None, id="a-newer-version"),
    pytest.param(known(problem()).replace(b'"count":1', b'"count":0'), None, id="a-count-of-nothing"),
    pytest.param(
        known(problem()).replace(b'"findings": [\n', b'"findings": [\n' + known(problem()).splitlines()[3] + b",\n"),
        None,
        id="twice",
    ),
]


@pytest.mark.parametrize(("data", "line"), MALFORMED)
def test_a_file_that_is_no_baseline_is_refused(data: bytes, line: int | None) -> None:
    with pytest.raises(OverlayError) as refused:
        read_baseline(data, "b.json")
    [fault] = refused.value.problems
    assert (fault.code, fault.where) == (Code.BASELINE_MALFORMED, SourceLocation("b.json", line))


def test_the_run_is_not_changed_by_settings_that_decide_nothing() -> None:
    given = run(subject(problem()))
    assert replace(under(Control(), given), compared=False) == given
