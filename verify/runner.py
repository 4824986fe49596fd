"""Deciding many claims: in parallel, in an order that never matters, keeping every finished one."""

import importlib
import os
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from traceback import print_exception
from typing import Any

from .cache import Cache
from .claim import Claim
from .decision import Decision, crashed, decide
from .referee.workers import Processes, ended_on_error
from .registry import find, load
from .user_file import RUN, run

# Read by each worker when it starts. Claims run side by side, so linear algebra stays on one thread each; a fixed hash
# seed makes the order inside symbolic expressions, and with it every certificate, the same in every process.
_WORKER_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "PYTHONHASHSEED": "0",
}  # fmt: skip
# What is guessed of claims that were never decided: seconds of one without a text, letters of a text in a second.
_COMPUTED, _LETTERS = 0.7, 27_000
_DIED = "the worker process died (killed, or out of memory)"

Done = Callable[[Claim, Decision], None]


class InterruptedRunError(Exception):
    """The run was stopped by Ctrl-C; `decisions` holds what was finished, all of it in the cache."""

    def __init__(self, decisions: dict[str, Decision]) -> None:
        super().__init__(f"interrupted; {len(decisions)} finished claims are kept")
        self.decisions = decisions


def decide_all(
    claims: Sequence[Claim], cache: Cache, *, seed: int = 0, jobs: int | None = None, fresh: bool = False, done: Done
) -> dict[str, Decision]:
    """Decide `claims`; each decision goes into the cache and to `done` as soon as it is there.

    jobs : worker processes, by default one per core; 0 decides in this process, for a debugger, and prints the
        traceback of a check that crashes.
    fresh : decide again even what is cached.

    The result is in the order of `claims` and does not depend on `jobs`. A worker that dies leaves its claim OPEN.
    Raises InterruptedRunError on Ctrl-C.
    """
    decisions: dict[str, Decision] = {}

    def finish(claim: Claim, decision: Decision) -> None:
        decisions[claim.id] = decision
        cache.put(claim, decision)
        done(claim, decision)

    missing: list[Claim] = []
    workers = os.cpu_count() or 1 if jobs is None else jobs
    try:
        for claim in claims:
            # Asked even if fresh: what is decided now is kept under the sources as they are now.
            cached = cache.get(claim)
            if cached is None or fresh:
                missing.append(claim)
            else:
                decisions[claim.id] = cached
                done(claim, cached)
        missing = _longest_first(missing, cache)
        if workers == 0:
            for claim in missing:
                finish(claim, decide(claim, seed, crash=print_exception))
        elif missing:
            _decide_in_parallel(missing, seed, min(workers, len(missing)), finish)
    except KeyboardInterrupt:
        raise InterruptedRunError(decisions) from None
    return {claim.id: decisions[claim.id] for claim in claims}


class _Lane:
    """One worker process, started at the first claim, and the module whose claims it decided last."""

    def __init__(self) -> None:
        self.module = ""
        self._pool: Processes | None = None

    def start(self, claim: Claim, seed: int) -> Future[dict[str, Any]]:
        self.module = claim.module
        self._pool = self._pool or Processes(1)
        module = "" if claim.file else claim.module  # a text is read with all others
        return self._pool.submit(_work, module, RUN.get(module), claim.id, seed, claim.formal is not None)

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _decide_in_parallel(claims: Sequence[Claim], seed: int, workers: int, finish: Done) -> None:
    waiting = list(claims)
    running: dict[Future[dict[str, Any]], tuple[_Lane, Claim]] = {}
    with _lanes(workers) as free:
        while waiting or running:
            while waiting and free:
                lane = free.pop()
                claim = _next(waiting, lane.module, {other.module for other, _ in running.values()})
                waiting.remove(claim)
                running[lane.start(claim, seed)] = lane, claim
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                lane, claim = running.pop(future)
                free.append(lane)
                error = future.exception()
                if error is None:
                    finish(claim, Decision.from_data(future.result()))
                    continue
                lane.stop()
                died = isinstance(error, BrokenProcessPool)
                finish(claim, crashed(claim, _DIED if died else f"the worker failed: {type(error).__name__}: {error}"))


def _next(waiting: Sequence[Claim], mine: str, others: Container[str]) -> Claim:
    """The claim for a free lane: of its own module, whose derivations it has at hand, or else of one nobody has."""
    own = (claim for claim in waiting if claim.module == mine)
    new = (claim for claim in waiting if claim.module not in others)
    return next(own, None) or next(new, None) or waiting[0]


def expected_seconds(claim: Claim, cache: Cache) -> float:
    """How long the claim took when it was last decided, even if that is stale; else a guess by its text."""
    known = cache.seconds(claim)
    if known < float("inf"):
        return known
    entry = getattr(claim.formal, "entry", None)
    if entry is None:
        return 0.0 if claim.check is None else _COMPUTED
    return sum(len(text) for _, text in entry.lines) / _LETTERS


def _longest_first(claims: Sequence[Claim], cache: Cache) -> list[Claim]:
    """The order of work: long modules first, and in each the long claims."""
    seconds = {claim.id: expected_seconds(claim, cache) for claim in claims}
    modules: dict[str, float] = {}
    for claim in claims:
        modules[claim.module] = modules.get(claim.module, 0) + seconds[claim.id]
    return sorted(claims, key=lambda claim: (-modules[claim.module], -seconds[claim.id]))


@contextmanager
def _lanes(workers: int) -> Iterator[list[_Lane]]:
    """Lanes that are gone, running work included, when the block is left."""
    inherited = {name: os.environ.get(name) for name in _WORKER_ENVIRONMENT}
    os.environ.update(_WORKER_ENVIRONMENT)
    lanes = [_Lane() for _ in range(workers)]
    try:
        with ended_on_error():
            yield list(lanes)
    finally:
        for lane in lanes:
            lane.stop()
        for name, value in inherited.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _work(module: str, file: str | None, id: str, seed: int, proof: bool) -> dict[str, Any]:
    """Decide one claim inside a worker; plain data goes in and comes out. Proofs need what they cite."""
    if file and module not in RUN:
        run(module, file)
    elif module and not file:
        importlib.import_module(module)
    if proof or not module:  # with everything that it may cite
        load(links=False)
    return decide(find(id), seed).to_data()
