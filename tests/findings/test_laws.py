"""What holds for every run, whatever was found: nothing is lost, and a baseline knows the run that it was written after."""

from collections import Counter
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from connectors.findings.baseline import read_baseline, render_baseline
from connectors.findings.control import Control, Ignore, Level, compare, controlled, to_record
from connectors.findings.run import Run
from connectors.problems import Code, Severity
from made_run import problem, subject

TODAY = date(2026, 12, 1)
CODES = [Code.PAGING_SIZE, Code.PAGING_CANNOT_END, Code.PACKAGE_DIGEST]
PROBLEMS = st.builds(
    problem,
    st.sampled_from(CODES),
    st.sampled_from(list(Severity)),
    st.sampled_from(["", "/operations/0/a", "/operations/1/a"]),
    identity=st.sampled_from([None, "GET /items"]),
    message=st.sampled_from(["a", "b"]),
)
SUBJECTS = st.lists(PROBLEMS, max_size=6).flatmap(
    lambda problems: st.builds(
        lambda name, whole: subject(*problems, name=f"connectors/{name}", whole=whole),
        st.sampled_from(["shop", "other"]),
        st.booleans(),
    )
)
RUNS = st.lists(SUBJECTS, max_size=3).map(lambda subjects: Run("validate", tuple(subjects), loud=frozenset({Code.PACKAGE_DIGEST})))
CONTROLS = st.builds(
    Control,
    st.dictionaries(st.sampled_from(CODES), st.sampled_from(list(Level)), max_size=3),
    st.lists(
        st.builds(
            Ignore,
            st.sampled_from(CODES),
            st.sampled_from(["shop", "other"]),
            st.just("because"),
            st.sampled_from([date(2026, 11, 30), TODAY]),
        ),
        max_size=3,
    ).map(tuple),
)


def found(run: Run) -> list[Counter[tuple[object, ...]]]:
    """Everything of each subject, loud or quiet, but for how much it weighs."""
    return [
        Counter(
            (each.code, each.where, each.message, each.identity)
            for each in (*mine.findings, *(quiet.problem for quiet in mine.quiet))
        )
        for mine in run.subjects
    ]


def baseline(run: Run) -> bytes:
    return render_baseline(to_record(run))


@given(RUNS, CONTROLS, RUNS)
def test_nothing_is_lost_and_nothing_is_added(run: Run, control: Control, other: Run) -> None:
    under = controlled(run, control, today=TODAY)
    assert found(under) == found(run)
    assert found(compare(under, read_baseline(baseline(other), "b.json"))) == found(run)


@given(RUNS, CONTROLS)
def test_a_baseline_knows_the_run_that_it_was_written_after(run: Run, control: Control) -> None:
    under = controlled(run, control, today=TODAY)
    again = compare(under, read_baseline(baseline(under), "b.json"))
    left = [each for mine in again.subjects for each in mine.findings]
    assert all(each.severity is Severity.ERROR for each in left)
    assert again.fixed == ()
    assert baseline(again) == baseline(under)


@given(RUNS, CONTROLS)
def test_what_is_loud_stays_an_error(run: Run, control: Control) -> None:
    again = compare(controlled(run, control, today=TODAY), read_baseline(baseline(run), "b.json"))
    for before, after in zip(run.subjects, again.subjects, strict=True):
        errors = [each for each in before.findings if each.severity is Severity.ERROR]
        loud = [each for each in errors if each.code is Code.PACKAGE_DIGEST or not before.whole]
        assert [each for each in loud if each not in after.findings] == []
        assert after.exit_status == 1 or not loud


@given(RUNS, CONTROLS)
def test_settings_applied_to_their_own_outcome_change_nothing(run: Run, control: Control) -> None:
    once = controlled(run, control, today=TODAY)
    assert controlled(once, control, today=TODAY).subjects == once.subjects
