"""`--executor`: where else than in processes of this machine tasks may run."""

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from connectors.cli.report import usage_error
from connectors.problems import Code

__all__ = ["WorkersGone", "opened_executor"]

_SECONDS = 10
"""How long a scheduler may take to answer, and to have a worker."""
_PATIENCE = 60.0
"""How long a run waits for another worker when there is none left."""
_SCHEDULER_LOST = "the connection to the scheduler was lost"
_ADDRESS = re.compile(r"dask://([^/:@\s]+|\[[0-9a-fA-F:.]+\]):(\d{1,5})/?")

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class WorkersGone(Exception):  # noqa: N818 - it says what happened
    """The cluster lost its scheduler, or has had no worker for so long that nothing more is expected of it."""


@contextmanager
def opened_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to what an address such as `dask://127.0.0.1:8786` names: its executor, and how many tasks it works on at a time.

    A worker that is lost is Dask's to replace: the tasks that it had begin anew on another. Raises UsageError where the address is none,
    the library for it is not installed, nobody answers, or nobody is there to work.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise usage_error(
            f"expected an executor such as `dask://HOST:PORT`, found `{address}`", "give the address of a Dask scheduler"
        )
    try:
        from distributed import Client
    except ImportError as error:
        raise usage_error(
            "the extra `distributed` is needed for `dask://`, and is not installed",
            "install `connectors-catalog[distributed]`",
            code=Code.EXECUTOR_UNAVAILABLE,
        ) from error
    scheduler = f"{found[1]}:{found[2]}"
    try:
        client = Client(f"tcp://{scheduler}", timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise usage_error(
            f"no Dask scheduler answers at `{scheduler}` within {_SECONDS} seconds",
            "start one with `dask scheduler`, and check host, port and firewall",
            code=Code.EXECUTOR_UNAVAILABLE,
        ) from error
    try:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except OSError as error:
            raise usage_error(
                f"the Dask scheduler at `{scheduler}` has no worker",
                f"start some with `dask worker {scheduler}`, in an environment with connectors",
                code=Code.EXECUTOR_UNAVAILABLE,
            ) from error
        with _Cluster(client) as executor:
            yield executor, max(1, sum(client.nthreads().values()))
    finally:
        client.close(timeout=_SECONDS)


class _Cluster(Executor):
    """The executor of a Dask client, which by itself waits for a worker forever."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._open: set[Future[Any]] = set()
        self._lock = threading.Lock()
        self._gone: WorkersGone | None = None
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._look_for_workers, name="workers", daemon=True)
        self._watch.start()

    def submit(
        self, fn: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Hand a task to the cluster. What comes back fails with WorkersGone when there is nobody left to do it."""
        ours: Future[_Result] = Future()
        with self._lock:
            if self._gone is not None:
                raise self._gone
            self._open.add(ours)
        ours.set_running_or_notify_cancel()
        try:
            theirs = self._executor.submit(fn, *args, **kwargs)
        except Exception as error:
            raise WorkersGone(_SCHEDULER_LOST) from error
        theirs.add_done_callback(lambda theirs: self._settle(ours, theirs))
        return ours

    def _settle(self, ours: "Future[Any]", theirs: "Future[Any]") -> None:
        with self._lock:
            if ours not in self._open:
                return
            self._open.discard(ours)
        if theirs.cancelled():
            ours.set_exception(WorkersGone(_SCHEDULER_LOST))
        elif (error := theirs.exception()) is not None:
            ours.set_exception(error)
        else:
            ours.set_result(theirs.result())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing more is wanted: the cluster forgets what has not begun."""
        self._over.set()
        self._executor.shutdown(wait=False)

    def _look_for_workers(self) -> None:
        alone = 0.0
        interval = min(1.0, _PATIENCE / 4)
        while not self._over.wait(interval):
            alone = 0.0 if self._has_workers() else alone + interval
            if alone >= _PATIENCE:
                with self._lock:
                    self._gone = WorkersGone(f"the cluster had no worker left for {_PATIENCE:g} seconds")
                    left, self._open = self._open, set()
                for future in left:
                    future.set_exception(self._gone)
                return

    def _has_workers(self) -> bool:
        try:
            return bool(self._client.nthreads(callback_timeout=_SECONDS))
        except Exception:
            return False
