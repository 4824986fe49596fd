"""Claims in proof form judged side by side in worker processes, in the order in which they will be asked for."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any

from ..kernel.judging import OPEN, Judgement
from .judges import Judge, Judged

# So many claims may be finished or running before they are asked for.
_AHEAD = 64
_DIED = Judged(Judgement(OPEN, "the worker process died (killed, or out of memory)"), 0, "[]")


class Workers:
    """Worker processes that judge the claims `ids`, whose data are `texts` as JSON, ahead of being asked.

    steps : once all claims that were judged took so many, no more are judged ahead. `stop` ends the processes.
    """

    def __init__(self, texts: Mapping[str, str], ids: Sequence[str], processes: int, steps: int) -> None:
        self._texts, self._left = dict(texts), steps
        self._waiting = dict.fromkeys(ids)
        self._others = set(multiprocessing.active_children())
        self._free: list[Processes | None] = [None] * processes
        self._running: dict[Future[Judged], tuple[Processes, str]] = {}
        self._done: dict[str, Judged] = {}

    def judged(self, id: str) -> Judged:
        """What the kernel says of a claim, asked for once; OPEN where the worker died that judged it."""
        while id not in self._done:
            if id in self._waiting and self._free:
                self._start(id)
            while self._free and self._waiting and self._left > 0 and len(self._done) + len(self._running) < _AHEAD:
                self._start(next(iter(self._waiting)))
            finished, _ = wait(self._running, return_when=FIRST_COMPLETED)
            for future in finished:
                self._finish(future)
        return self._done.pop(id)

    def _start(self, id: str) -> None:
        del self._waiting[id]
        pool = self._free.pop() or Processes(1, _begin, (self._texts,))
        self._running[pool.submit(_judged, id)] = pool, id

    def _finish(self, future: Future[Judged]) -> None:
        pool, id = self._running.pop(future)
        try:
            found = future.result()
        except BrokenProcessPool:
            self._done[id] = _DIED
            self._free.append(None)
            pool.shutdown()
        else:
            self._done[id] = found
            self._left -= found.taken
            self._free.append(pool)

    def stop(self) -> None:
        """End all processes, also those that are at work."""
        for child in set(multiprocessing.active_children()) - self._others:
            child.terminate()
        for pool in [*self._free, *(pool for pool, _ in self._running.values())]:
            if pool is not None:
                pool.shutdown(cancel_futures=True)


class Processes(ProcessPoolExecutor):
    """So many worker processes, each of which calls begin(*given) first; they end with their parent, not before it."""

    def __init__(self, processes: int, begin: Callable[..., None] | None = None, given: tuple[Any, ...] = ()) -> None:
        with deaf_children():
            super().__init__(processes, multiprocessing.get_context("spawn"), begin or begin_work, given)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with deaf_children():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def ended_on_error() -> Iterator[None]:
    """Processes started inside the block are gone, running work included, when an exception leaves it."""
    before = set(multiprocessing.active_children())
    try:
        yield
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes started inside the block hear neither Ctrl-C nor SIGHUP: the parent stops them, by SIGTERM.

    A signal that the parent gets meanwhile is heard at the end of the block: a process that is half started waits for
    what the parent has still to send, and would otherwise be left with nothing and say so.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Blocked for what is started; for this process that is not enough, as another thread of it may take a signal.
    with _later(signal.SIGTERM), _later(signal.SIGHUP), _later(signal.SIGINT):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        resource_tracker.ensure_running()  # which would let Ctrl-C through again when it is started
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _later(number: int) -> Iterator[None]:
    """The signal, where Python code handles it, is handled at the end of the block; processes begun inside hear it."""
    handler = signal.getsignal(number)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[FrameType | None] = []
    signal.signal(number, lambda _, frame: heard.append(frame))
    try:
        yield
    finally:
        signal.signal(number, handler)
        if heard:
            handler(number, heard[0])


def begin_work() -> None:
    """Called in a worker process: it ends when its parent has ended, be it killed. Otherwise it would wait for work."""
    collect_seldom()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def collect_seldom() -> None:
    """Look for cycles more seldom than Python does: judging makes many small objects and few cycles."""
    gc.set_threshold(10_000, 20, 50)


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


_judge: list[Judge] = []  # of this worker process


def _begin(texts: Mapping[str, str]) -> None:
    begin_work()
    _judge.append(Judge(texts))


def _judged(id: str) -> Judged:
    return _judge[0].judged(id)
