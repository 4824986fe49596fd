"""Where independent tasks run: in this process, in local processes, or on an existing Dask cluster.

Results do not depend on it. The last two are a `concurrent.futures.Executor`.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, as_completed
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from ..tables import counted

# How often in a row workers may die without a task being finished.
_ATTEMPTS = 3


class SchedulerLostError(Exception):
    """The Dask scheduler went away; what was finished before has been handed over."""


class WorkerDiedError(Exception):
    """Workers died again and again; what was finished before has been handed over."""


def local_processes(count: int) -> Executor:
    """So many processes, which hear Ctrl-C as this one does."""
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))


# With another one `distributed` waits, and complains a second time when it is cleared away.
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx|inproc)://\S+")


@contextmanager
def executor(
    jobs: int | None = None, scheduler: str | None = None, processes: Callable[[int], Executor] = local_processes
) -> Iterator[Executor]:
    """An executor, shut down when the block is left; tasks that have not begun are dropped, and all on an exception.

    jobs : local processes, by default one for each core.  processes : makes them.
    scheduler : address of a Dask scheduler, such as tcp://127.0.0.1:8786, instead; attnverify is installed there.
    Raises ValueError where the package `distributed` is missing or nothing answers at the address.
    """
    if scheduler is not None:
        with _cluster(scheduler) as made:
            yield made
        return
    pool, before = processes(os.cpu_count() or 1 if jobs is None else jobs), set(multiprocessing.active_children())
    try:
        yield pool
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def finished(
    function: Callable[..., Any],
    tasks: Mapping[int, tuple[Any, ...]],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    processes: Callable[[int], Executor] = local_processes,
) -> Generator[tuple[int, Any]]:
    """The key and the result function(*arguments) of every task, as they finish.

    jobs, scheduler, processes : as in `executor`, and jobs = 0 for none, in this process.
    function and arguments can be pickled.  A worker that dies takes nothing with it but what it was doing: the others
    are kept, and what is left is started again.
    A script calls this under `if __name__ == "__main__":`, as its workers import it; without, they end at once.
    Raises WorkerDiedError when workers die three times in a row without a result, SchedulerLostError, and what
    `function` raises.
    """
    waiting, deaths = dict(tasks), 0
    if scheduler is None and jobs == 0:
        for key, arguments in tasks.items():
            yield key, function(*arguments)
        return
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        sys.exit(1)  # a worker that imports the script that started it, and would start others
    while waiting:
        try:
            with executor(jobs, scheduler, processes) as pool:
                keys = {pool.submit(function, *arguments): key for key, arguments in waiting.items()}
                for future in as_completed(keys):
                    result = future.result()
                    deaths = 0
                    del waiting[keys[future]]
                    yield keys[future], result
        except CancelledError as error:
            left = counted(len(waiting), "task")
            raise SchedulerLostError(f"the Dask scheduler at {scheduler} is gone; {left} left") from error
        except BrokenExecutor as error:
            deaths += 1
            if deaths == _ATTEMPTS:
                raise WorkerDiedError(
                    f"workers died {_ATTEMPTS} times in a row (killed, out of memory, or started by a script that does"
                    f" not say if __name__ == '__main__'); {counted(len(waiting), 'task')} left"
                ) from error


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise ValueError("a Dask scheduler needs the package distributed: pip install 'attnverify[cluster]'") from error
    if not _ADDRESS.fullmatch(address):
        raise ValueError(f"the Dask scheduler is {address!r}; allowed is an address such as tcp://127.0.0.1:8786")
    # What it would print on its own, with a traceback, is raised here.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address}: {type(error).__name__}") from error
    try:
        yield client.get_executor(pure=False)
    finally:
        client.close()
