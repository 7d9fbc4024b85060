"""One function over many tasks, through any `concurrent.futures` executor: in order, a bounded number at a time, failures collected."""

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Generic, Protocol, TypeVar

__all__ = ["Outcome", "WorkerDied", "each", "usable_processors"]

Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 64
"""Results for each process that may wait for an earlier one to be done; then no further task is begun."""
_DEATHS = 2
"""A process may be killed for what another program did; a task whose process dies a second time is given up."""
_GRACE = 2.0
"""Seconds in which a process that is told to stop may undo what it has begun, before it is killed."""


class WorkerDied(Exception):  # noqa: N818 - it says what happened
    """The process that worked on a task ended, twice. `exit_code` is its last one: negative for a signal, None where nobody saw it."""

    def __init__(self, exit_code: int | None) -> None:
        self.exit_code = exit_code
        super().__init__(exit_code)

    def __str__(self) -> str:
        if self.exit_code is None:
            return "the process that worked on it ended"
        if self.exit_code < 0:
            try:
                name = signal.Signals(-self.exit_code).name
            except ValueError:
                name = f"signal {-self.exit_code}"
            return f"the process that worked on it was killed by {name}"
        return f"the process that worked on it ended with {self.exit_code}"


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Task, Result]):
    """What became of one task: its result, or the error that its function raised, or WorkerDied. `index` counts from 0."""

    index: int
    task: Task
    result: Result | None
    error: BaseException | None


def usable_processors() -> int:
    """How many processors this process may use, which on a shared machine may be fewer than it has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def each(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    seen: Callable[[Outcome[Task, Result]], None] | None = None,
) -> Generator[Outcome[Task, Result], None, None]:
    """Run `function` on every task, and yield the outcomes in the order of the tasks, each as soon as all before it are known.

    `jobs` is the number of processes, by default one for each usable processor; 1 runs everything in this process. With an `executor`,
    which stays the caller's, it says how many tasks that one works on at a time. `tasks` is read as far as there is room for, never as
    a whole. `seen` is called in this thread with each outcome as soon as it is known, whatever the order.

    Nothing that `function` raises ends the run, and neither does a process that dies: its task begins anew in another process, and is
    given up with WorkerDied when that dies as well. Only KeyboardInterrupt, and the generator being closed early, end it: nothing
    further begins then, processes are told to stop (inside `function` that is a BaseException, so that `finally` and `except` clauses run),
    and none is left when this returns. `function`, tasks and results have to be picklable, except where `jobs` is 1.
    """
    numbered = enumerate(tasks)
    jobs = max(1, usable_processors() if jobs is None else jobs)
    if executor is None and jobs == 1:
        return _in_turn(function, numbered, seen or _nobody)
    lanes: _Lanes[Task, Result] = _Processes(function, jobs) if executor is None else _Given(function, executor, jobs)
    return _side_by_side(lanes, numbered, jobs * _AHEAD, seen or _nobody)


def _nobody(_: object) -> None:
    return


def _in_turn(
    function: Callable[[Task], Result], numbered: Iterable[tuple[int, Task]], seen: Callable[[Outcome[Task, Result]], None]
) -> Generator[Outcome[Task, Result], None, None]:
    for index, task in numbered:
        try:
            outcome = Outcome(index, task, function(task), None)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            outcome = Outcome(index, task, None, error)
        seen(outcome)
        yield outcome


def _side_by_side(
    lanes: "_Lanes[Task, Result]",
    numbered: Iterator[tuple[int, Task]],
    ahead: int,
    seen: Callable[[Outcome[Task, Result]], None],
) -> Generator[Outcome[Task, Result], None, None]:
    known: dict[int, Outcome[Task, Result]] = {}
    wanted = 0
    complete = False
    try:
        while True:
            while lanes.has_room() and len(known) < ahead and (item := next(numbered, None)) is not None:
                lanes.begin(*item)
            if not lanes.is_busy() and not known:
                break
            for outcome in lanes.finished():
                known[outcome.index] = outcome
                seen(outcome)
            while wanted in known:
                yield known.pop(wanted)
                wanted += 1
        complete = True
    finally:
        lanes.close(at_once=not complete)


class _Lanes(Protocol[Task, Result]):
    """Where tasks run. Each one that was begun comes back from `finished` exactly once."""

    def has_room(self) -> bool:
        """Whether another task may begin."""

    def is_busy(self) -> bool:
        """Whether a task has begun that has not come back."""

    def begin(self, index: int, task: Task) -> None:
        """Hand over a task."""

    def finished(self) -> Iterable[Outcome[Task, Result]]:
        """Wait until something has happened, and give what is done; that may be nothing."""

    def close(self, *, at_once: bool) -> None:
        """Leave nothing running; with `at_once`, what has begun is not waited for."""


def _outcome(index: int, task: Task, future: "Future[Result]") -> Outcome[Task, Result]:
    try:
        return Outcome(index, task, future.result(), None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Outcome(index, task, None, error)


class _Given(Generic[Task, Result]):
    """An executor that the caller made and will shut down. What it cannot do is the outcome of the task."""

    def __init__(self, function: Callable[[Task], Result], executor: Executor, jobs: int) -> None:
        self._function = function
        self._executor = executor
        self._most = jobs
        self._running: dict[Future[Result], tuple[int, Task]] = {}
        self._refused: list[Outcome[Task, Result]] = []

    def has_room(self) -> bool:
        return len(self._running) + len(self._refused) < self._most

    def is_busy(self) -> bool:
        return bool(self._running or self._refused)

    def begin(self, index: int, task: Task) -> None:
        try:
            self._running[self._executor.submit(self._function, task)] = (index, task)
        except Exception as error:
            self._refused.append(Outcome(index, task, None, error))

    def finished(self) -> Iterable[Outcome[Task, Result]]:
        outcomes, self._refused = self._refused, []
        if not outcomes:
            done, _ = wait(self._running, return_when=FIRST_COMPLETED)
            outcomes = [_outcome(*self._running.pop(future), future) for future in done]
        return outcomes

    def close(self, *, at_once: bool) -> None:
        for future in self._running:
            future.cancel()


@dataclass(slots=True)
class _Lane:
    """One process, and the task that it works on."""

    pool: ProcessPoolExecutor
    process: BaseProcess | None = None


class _Processes(Generic[Task, Result]):
    """Processes of our own, each a pool by itself: when one dies, that breaks nothing else, and the task at fault is its own."""

    def __init__(self, function: Callable[[Task], Result], jobs: int) -> None:
        self._function = function
        self._jobs = jobs
        self._idle: list[_Lane] = []
        self._running: dict[Future[Result], tuple[_Lane, int, Task]] = {}
        self._deaths: Counter[int] = Counter()
        # A fork of a process with threads may hang, and a fresh interpreter pays for its imports each time. A server that has imported
        # what is needed forks in milliseconds, and has no threads.
        ways = multiprocessing.get_all_start_methods()
        self._context = multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn")
        if "forkserver" in ways:
            self._context.set_forkserver_preload([__name__, *_modules_of(function)])

    def has_room(self) -> bool:
        return len(self._running) < self._jobs

    def is_busy(self) -> bool:
        return bool(self._running)

    def begin(self, index: int, task: Task) -> None:
        self._submit(self._idle.pop() if self._idle else _Lane(self._pool()), index, task)

    def finished(self) -> Iterable[Outcome[Task, Result]]:
        done, _ = wait(self._running, return_when=FIRST_COMPLETED)
        outcomes: list[Outcome[Task, Result]] = []
        for future in done:
            lane, index, task = self._running[future]
            if not isinstance(future.exception(), BrokenExecutor):
                outcomes.append(_outcome(index, task, future))
            elif (error := self._buried(lane, index)) is not None:
                outcomes.append(Outcome(index, task, None, error))
            else:
                del self._running[future]
                self._submit(lane, index, task)
                continue
            del self._running[future]
            self._idle.append(lane)
        return outcomes

    def _buried(self, lane: _Lane, index: int) -> WorkerDied | None:
        """Give a lane whose process is gone a new one. The error where that task is not to be tried again."""
        lane.pool.shutdown(wait=True)
        exit_code = lane.process.exitcode if lane.process is not None else None
        lane.pool, lane.process = self._pool(), None
        self._deaths[index] += 1
        return WorkerDied(exit_code) if self._deaths[index] >= _DEATHS else None

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=self._context, initializer=_prepare)

    def _submit(self, lane: _Lane, index: int, task: Task) -> None:
        with _uninterrupted():
            before = set(multiprocessing.active_children()) if lane.process is None else set()
            try:
                future = lane.pool.submit(_run, self._function, task)
            except BrokenExecutor:
                # It died while it had nothing to do, which is no task's fault.
                lane.pool.shutdown(wait=True)
                lane.pool, lane.process, before = self._pool(), None, set(multiprocessing.active_children())
                future = lane.pool.submit(_run, self._function, task)
            if lane.process is None:
                lane.process = next((child for child in multiprocessing.active_children() if child not in before), None)
            self._running[future] = (lane, index, task)

    def close(self, *, at_once: bool) -> None:
        # A second Ctrl-C must not leave processes behind.
        with _uninterrupted():
            lanes = [*self._idle, *(lane for lane, _, _ in self._running.values())]
            processes = [lane.process for lane in lanes if lane.process is not None] if at_once else []
            for process in processes:
                process.terminate()
            until = time.monotonic() + _GRACE
            for process in processes:
                process.join(max(0.0, until - time.monotonic()))
                if process.is_alive():
                    process.kill()
            for lane in lanes:
                lane.pool.shutdown(wait=True, cancel_futures=True)


def _modules_of(function: Callable[..., object]) -> list[str]:
    """The module that defines a function; `__main__` is read by every process in its own way."""
    while isinstance(function, partial):
        function = function.func
    name = getattr(function, "__module__", None)
    return [name] if isinstance(name, str) and name != "__main__" else []


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let a Ctrl-C wait. Processes and threads that begin in here never see one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- inside a process -----------------------------------------------------------------------------------------------------------


class _Stopped(BaseException):
    """The run is over: raised inside of the function, so that it undoes what it has begun."""


_at_work = False
"""Whether a function is running, which then catches what a signal raises."""


def _prepare() -> None:
    """Leave Ctrl-C to the process that reports it, end when told to, and do not outlive whoever waits for the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    # To the main thread, which alone can undo what it has begun, and may be waiting inside the system.
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
    time.sleep(_GRACE)
    os._exit(1)


def _stop(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if not _at_work:
        os._exit(1)
    raise _Stopped


def _run(function: Callable[[Task], Result], task: Task) -> Result:
    global _at_work
    try:
        try:
            _at_work = True
            return function(task)
        finally:
            _at_work = False
    except _Stopped:
        os._exit(1)
    except BaseException as error:
        if _travels(error):
            raise
        # What cannot be unpickled would take the whole pool with it.
        text = "".join(traceback.format_exception(error)).rstrip()
        raise RuntimeError(f"{type(error).__name__}: {error}\n{text}") from None


def _travels(error: BaseException) -> bool:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return False
    return True
