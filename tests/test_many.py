"""One function over many tasks: the same outcomes in the same order, wherever they run, and whatever dies."""

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path

import pytest

import many_tasks
from connectors.many import _AHEAD, Outcome, WorkerDied, each, usable_processors
from connectors.problems import Code, ConnectorsError, PackageError, Problem, RightsError, Severity, SourceLocation, UsageError

WAYS: list[tuple[str, int | None, Callable[[], AbstractContextManager[Executor | None]]]] = [
    ("in this process", 1, nullcontext),
    ("one process for each processor", None, nullcontext),
    ("two processes", 2, nullcontext),
    ("more processes than tasks", 9, nullcontext),
    ("a pool of threads", 2, lambda: ThreadPoolExecutor(2)),
    ("a pool of the caller's", 2, lambda: ProcessPoolExecutor(2)),
]


@pytest.fixture(params=WAYS, ids=[way[0].replace(" ", "-") for way in WAYS])
def way(request: pytest.FixtureRequest) -> Iterator[Callable[..., list[Outcome]]]:
    _, jobs, make = request.param
    with make() as executor:
        yield lambda function, tasks, **more: list(each(function, tasks, jobs=jobs, executor=executor, **more))


def test_outcomes_come_in_the_order_of_the_tasks(way: Callable[..., list[Outcome]]) -> None:
    assert way(many_tasks.late_first, range(7)) == [Outcome(number, number, number, None) for number in range(7)]


def test_no_task_is_no_outcome(way: Callable[..., list[Outcome]]) -> None:
    assert way(many_tasks.double, []) == []


def test_a_failure_is_the_outcome_of_its_task_alone(way: Callable[..., list[Outcome]]) -> None:
    outcomes = way(many_tasks.odd_fails, range(5))
    assert [outcome.result for outcome in outcomes] == [0, None, 2, None, 4]
    assert [str(outcome.error) for outcome in outcomes if outcome.error] == ["1 is odd", "3 is odd"]
    assert all(type(outcome.error) is ValueError for outcome in outcomes if outcome.error)


def test_each_outcome_is_seen_once_and_as_soon_as_it_is_known(way: Callable[..., list[Outcome]]) -> None:
    seen: list[Outcome] = []
    assert sorted(way(many_tasks.late_first, range(5), seen=seen.append), key=lambda item: item.index) == sorted(
        seen, key=lambda item: item.index
    )


def test_what_is_done_is_seen_before_an_earlier_task_is_done() -> None:
    seen: list[int] = []
    list(each(many_tasks.late_first, range(4), jobs=2, seen=lambda outcome: seen.append(outcome.index)))
    assert seen[-1] == 0


def test_an_outcome_is_there_before_all_tasks_are_read() -> None:
    read: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(100_000):
            read.append(number)
            yield number

    for jobs in (1, 2):
        read.clear()
        with closing(each(many_tasks.double, tasks(), jobs=jobs)) as outcomes:
            assert next(outcomes).result == 0
        # A process that starts late lets others go ahead of it, and no further than that.
        assert len(read) <= jobs * (_AHEAD + 1) + 1, "what has begun is bounded"


def test_results_that_wait_for_an_earlier_one_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("connectors.many._AHEAD", 4)
    read: list[int] = []
    outcomes = each(many_tasks.late_first, (read.append(number) or number for number in range(1000)), jobs=2)
    with closing(outcomes):
        next(outcomes)
        assert len(read) <= 2 * 4 + 2


def test_one_job_runs_in_this_process_and_more_do_not() -> None:
    assert {outcome.result for outcome in each(many_tasks.process_of, range(3), jobs=1)} == {os.getpid()}
    assert os.getpid() not in {outcome.result for outcome in each(many_tasks.process_of, range(3), jobs=2)}


def test_processes_are_as_many_as_asked_for() -> None:
    assert len({outcome.result for outcome in each(many_tasks.process_of, range(40), jobs=2)}) == 2


def test_usable_processors_are_those_that_this_process_may_run_on() -> None:
    assert usable_processors() == len(os.sched_getaffinity(0))


def test_an_error_that_cannot_travel_is_told_in_words() -> None:
    (outcome, other) = each(many_tasks.fails_in_its_own_way, [0, 1], jobs=2)
    assert "UnpicklableError: leftright" in str(outcome.error)
    assert "fails_in_its_own_way" in str(other.error), "with its traceback"


# -- processes that die


def test_a_task_that_kills_its_process_twice_is_given_up_and_all_others_are_done() -> None:
    outcomes = list(each(many_tasks.dies_at_three, range(12), jobs=2))
    assert [outcome.result for outcome in outcomes] == [0, 1, 2, None, *range(4, 12)]
    assert isinstance(outcomes[3].error, WorkerDied)
    assert str(outcomes[3].error) == "the process that worked on it was killed by SIGKILL"


def test_a_task_whose_process_was_killed_once_is_done_in_another(tmp_path: Path) -> None:
    outcomes = list(each(many_tasks.dies_once, [(tmp_path, number) for number in range(12)], jobs=2))
    assert (tmp_path / "died").exists()
    assert [(outcome.result, outcome.error) for outcome in outcomes] == [(number, None) for number in range(12)]


def test_every_task_may_kill_its_process() -> None:
    outcomes = list(each(many_tasks.dies_at_three, [3, 3, 3, 3], jobs=2))
    assert [type(outcome.error) for outcome in outcomes] == [WorkerDied] * 4


def test_a_pool_of_the_callers_that_breaks_is_the_outcome_of_what_was_not_done() -> None:
    with ProcessPoolExecutor(1) as pool:
        outcomes = list(each(many_tasks.dies_at_three, range(6), jobs=1, executor=pool))
    assert [outcome.index for outcome in outcomes] == list(range(6))
    assert all(outcome.error is not None for outcome in outcomes[3:])


# -- stopping

RUN = """
import os, sys
from contextlib import closing
from pathlib import Path
sys.path.insert(0, sys.argv[2])
import many_tasks
from connectors.many import each
def main():
    folder = Path(sys.argv[1])
    with closing(each(many_tasks.undone_when_stopped, ((folder, number) for number in range(100)), jobs=2)) as outcomes:
        for outcome in outcomes:
            print(outcome.result, flush=True)
if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
"""


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(2000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it never came to that")


def begin(folder: Path) -> "subprocess.Popen[str]":
    """A program of its own, in a group of its own as under a shell, with two processes that each work on a task without end."""
    program = folder.parent / "program.py"
    program.write_text(textwrap.dedent(RUN))
    folder.mkdir()
    running = subprocess.Popen(
        [sys.executable, str(program), str(folder), str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: len([path for path in folder.glob("begun-*") if int(path.name.split("-")[1]) >= 2]) == 2)
    return running


def alive(folder: Path) -> list[int]:
    return [number for path in folder.glob("begun-*") if Path(f"/proc/{(number := int(path.name.split('-')[2]))}").exists()]


def test_an_interrupt_stops_all_processes_which_undo_what_they_began(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    running = begin(folder)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, out, err) == (130, "0\n1\n", "")
    assert alive(folder) == []
    assert sorted(path.name for path in folder.glob("undone-*")) == ["undone-2", "undone-3"]
    assert len(list(folder.glob("begun-*"))) == 4, "nothing further began"


def test_processes_do_not_outlive_a_program_that_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    running = begin(folder)
    running.kill()
    running.communicate(timeout=30)
    wait_until(lambda: alive(folder) == [])
    assert sorted(path.name for path in folder.glob("undone-*")) == ["undone-2", "undone-3"]


def test_a_generator_that_is_closed_early_leaves_no_process(tmp_path: Path) -> None:
    outcomes = each(many_tasks.undone_when_stopped, [(tmp_path, number) for number in range(9)], jobs=2)
    next(outcomes)
    wait_until(lambda: len(list(tmp_path.glob("begun-*"))) >= 2)
    outcomes.close()
    assert alive(tmp_path) == []


# -- what travels


@pytest.mark.parametrize("kind", [UsageError, RightsError, PackageError])
def test_our_errors_travel_between_processes(kind: type[ConnectorsError]) -> None:
    error = kind([Problem(SourceLocation("a", 1, 2, "/b"), Severity.ERROR, Code.USAGE, "message", "remedy")])
    error.exit_status = 2
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.problems, again.exit_status, str(again)) == (kind, error.problems, 2, "message")
