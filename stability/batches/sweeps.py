"""A statistic over a grid of parameters times seeds: one tidy table, whose finished points are never lost.

Every point of the grid and every seed is one task with a random stream of its own, spawned from the seed of the sweep
by the number of the task: results depend neither on the order nor on where tasks run. Each finished task is a line of
the journal, so that a sweep that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ..draws.laws import LAWS, matrices_of_law, random_tokens
from ..numbers import plain
from .certain_limits import certified_limits
from .dynamics import Dynamics, Weights
from .executors import finished, local_processes
from .memory import LIMIT, batch_bytes, require_memory
from .observing import DELTA, observed, statistic

# The named dynamics: their weights, and whether F is multiplied by 1/sqrt(d).
DYNAMICS: dict[str, tuple[Weights, bool]] = {
    "attention": ("softmax", False), "flow": ("softmax", True), "oja": ("uniform", False), "sa": ("softmax", False),
    "usa": ("exponential", False),
}  # fmt: skip
DEFAULTS: dict[str, Any] = {
    "N": 32, "d": 2, "beta": 1.0, "alpha": "authors", "heads": 1, "attention": "identity", "value": "identity",
}  # fmt: skip
# Seconds of work in one process, as estimated, below which others take longer to begin than they save.
_WORTH = 5.0
# Up to this exponent e^beta and its square root's multiple are numbers.
_LARGEST = 700.0
Row = dict[str, Any]


@dataclass(frozen=True)
class Sweep:
    """What is computed.

    dynamics : a name of DYNAMICS.  grid : parameter -> values; the parameters are those of DEFAULTS.
    fixed : parameter -> value, for the others.  statistic : near, clusters, misalignment, energy, or limit.
    runs : uniform random starts at each point.  seeds : how often each point is repeated with fresh randomness.
    steps, every : layers, or steps of the integrator, and how often the statistic is taken.
    continuous : alpha is then the step of the Runge-Kutta method of order 4.
    delta : as in `statistic`.  single : whether to compute in single precision.

    alpha = "authors" is the step of the public code of arXiv 2312.10794: 0.1, and 0.1/max(1, sqrt(beta) e^(beta - 1/2))
    for usa. `limit` is the share of the starts that end in consensus, under the attention map with symmetric V; the
    column `certified` says for which share that, or another limit, is certain. Heads that attend alike are one with the
    sum of their values; others have no limit that is known.
    """

    dynamics: str = "sa"
    grid: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    statistic: str = "near"
    runs: int = 64
    seeds: int = 1
    seed: int = 0
    steps: int = 300
    every: int = 1
    continuous: bool = False
    delta: float = DELTA
    single: bool = False

    def __post_init__(self) -> None:
        # As Python numbers, which are what the journal holds.
        object.__setattr__(self, "grid", {name: list(map(plain, values)) for name, values in self.grid.items()})
        object.__setattr__(self, "fixed", {name: plain(value) for name, value in self.fixed.items()})
        if self.dynamics not in DYNAMICS:
            raise ValueError(f"dynamics {self.dynamics!r}; allowed are {', '.join(DYNAMICS)}")
        for name in [*self.grid, *self.fixed]:
            if name not in DEFAULTS:
                raise ValueError(f"parameter {name!r}; allowed are {', '.join(DEFAULTS)}")
        if set(self.grid) & set(self.fixed):
            raise ValueError(f"parameter {min(set(self.grid) & set(self.fixed))!r} is in the grid and fixed as well")
        for name in ("runs", "seeds", "steps", "every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} = {getattr(self, name)}; allowed are positive integers")
        if self.every > self.steps and self.statistic != "limit":
            raise ValueError(f"every = {self.every} is more than the steps, {self.steps}: none would be recorded")
        for name, values in self.grid.items():
            if twice := [value for value in values if values.count(value) > 1]:
                raise ValueError(f"{name} = {twice[0]} is in the grid more than once; more draws are seeds, or runs")
        if self.statistic == "limit":
            if self.dynamics != "attention" or self.continuous:
                raise ValueError("statistic 'limit'; allowed with the layers of the dynamics attention only")
        else:
            statistic(self.statistic, self.delta)
        for point in self.points():
            _check(point)

    def points(self) -> list[Row]:
        """The points of the grid: all combinations, the last parameter varying fastest."""
        names = list(self.grid)
        settled = {**DEFAULTS, **self.fixed}
        return [{**settled, **dict(zip(names, values, strict=True))} for values in product(*self.grid.values())]

    def needed_bytes(self) -> int:
        """An estimate of the memory of the largest task."""
        return max(batch_bytes(self.runs, p["N"], p["d"], _own_heads(p)) for p in self.points())

    def seconds(self) -> float:
        """About how long all tasks take in one process, from rates that were measured: an order of magnitude."""
        stages = self.seeds * self.steps * (4 if self.continuous else 1)
        heads = (p["N"] ** 2 * (4 + p["d"] / 4) * (p["heads"] if _own_heads(p) else 1) for p in self.points())
        return float(sum(stages * (1e-4 + 1e-9 * self.runs * pairs) for pairs in heads))


def sweep(
    asked: Sweep,
    *,
    jobs: int | None = 0,
    scheduler: str | None = None,
    journal: Path | None = None,
    memory: int = LIMIT,
    processes: Callable[[int], Executor] = local_processes,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Row]:
    """The rows of the table, point by point, seed by seed, step by step.

    A row holds the parameters of the grid, seed, step, time, the mean over the starts under the name of the statistic,
    its standard deviation `spread`, `certified`, and `reason`: a point without values is one row that says why.
    jobs, scheduler, processes : as in `finished`; a small sweep, by `Sweep.seconds`, stays in this process.
    journal : a file of finished tasks, read first, where it is of the same sweep.
    memory : bytes for each task at most.  progress : called with the numbers of finished tasks and of all.
    Raises ValueError for a journal of another sweep, TooLargeError, WorkerDiedError, SchedulerLostError.
    """
    require_memory(asked.needed_bytes(), memory, "a point of this sweep")
    points = asked.points()
    total = len(points) * asked.seeds
    done = {} if journal is None else _read(journal, asked)
    tasks = {k: (asked, points[k // asked.seeds], k) for k in range(total) if k not in done}
    progress(len(done), total)
    if scheduler is None and asked.seconds() * len(tasks) < _WORTH * total:
        jobs = 0
    found = finished(task_values, tasks, jobs=jobs, scheduler=scheduler, processes=processes)
    with closing(found):
        for key, values in found:
            done[key] = values
            if journal is not None:
                with journal.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"task": key, "values": values}) + "\n")
            progress(len(done), total)
    rows: list[Row] = []
    for key in range(total):
        point = points[key // asked.seeds]
        named = {name: point[name] for name in asked.grid}
        rows += [{**named, "seed": key % asked.seeds, **entry} for entry in done[key]]
    return rows


def task_values(sweep: Sweep, point: Row, task: int) -> list[Row]:
    """The rows of one point and one seed, without the names of both; one with a reason where there are no values."""
    try:
        with np.errstate(all="ignore"):
            return _values(sweep, point, task)
    except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
        return [_row(sweep.statistic, reason=str(error))]


def _values(sweep: Sweep, point: Row, task: int) -> list[Row]:
    rng = np.random.default_rng(np.random.SeedSequence(sweep.seed, spawn_key=(task,)))
    N, d, beta, heads = point["N"], point["d"], float(point["beta"]), point["heads"]
    X = random_tokens(rng, sweep.runs, N, d)
    P, V = (matrices_of_law(point[name], rng, sweep.runs, heads, d) for name in ("attention", "value"))
    alpha = _step_size(sweep.dynamics, point)
    if sweep.statistic == "limit":
        return [_limit_row(X, P, V, heads, beta, alpha, sweep.steps)]
    weights, scaled = DYNAMICS[sweep.dynamics]
    # Heads with P = V = I are one, as many times.
    scale = (heads if P is None and V is None else 1) * (d**-0.5 if scaled else 1.0)
    dynamics = Dynamics(weights, _typed(P, sweep), _typed(V, sweep), beta, scale)
    X, asked, every = _typed(X, sweep), statistic(sweep.statistic, sweep.delta), sweep.every
    values = observed(dynamics, X, alpha, sweep.steps, asked, continuous=sweep.continuous, every=every)
    return [_row(sweep.statistic, k * every, k * every * alpha, row) for k, row in enumerate(values)]


def _limit_row(X: Any, P: Any, V: Any, heads: int, beta: float, alpha: float, steps: int) -> Row:
    """Starts with matrices of their own are followed one by one."""
    if heads > 1 and P is not None and P.ndim == 4:
        raise ValueError(f"limit with {heads} heads of different attention: allowed are one head, or P = I, -I or 0")
    B, _, d = X.shape
    eye = np.eye(d)
    P = beta * (eye if P is None else P[..., 0, :, :])
    V = heads * eye if V is None else np.sum(V, axis=-3)
    if P.ndim == V.ndim == 2:
        groups = [(X, P, V)]
    else:
        own = (np.broadcast_to(M, (B, d, d)) for M in (P, V))
        groups = [(x[np.newaxis], p, v) for x, p, v in zip(X, *own, strict=True)]
    found, refused = [], []
    for group in groups:
        try:
            found.append(certified_limits(*group, alpha, steps=steps))
        except ValueError as error:
            refused.append(str(error))
    if refused:
        raise ValueError(f"{len(refused)} of {len(groups)} draws have no limit that is known: {refused[0]}")
    signs = np.concatenate([limit.signs for limit in found])
    certified = np.concatenate([limit.certified for limit in found])
    consensus = np.abs(np.sum(signs, axis=1)) == X.shape[1]
    return _row("limit", steps, steps * alpha, consensus.astype(float), float(np.mean(certified)))


def _row(name: str, step: Any = None, time: Any = None, values: Any = None, certified: Any = None, **more: str) -> Row:
    mean, spread = (None, None) if values is None else (float(np.mean(values)), float(np.std(values)))
    row = {"step": step, "time": time, name: mean, "spread": spread, "certified": certified, "reason": None}
    return {**row, **more}


def _step_size(dynamics: str, point: Row) -> float:
    if point["alpha"] != "authors":
        return float(point["alpha"])
    beta = float(point["beta"])
    if dynamics != "usa" or beta <= 0:
        return 0.1
    if beta > _LARGEST:
        raise OverflowError(
            f"alpha = 0.1/(sqrt(beta) e^(beta - 1/2)) at beta = {beta:g} is below the floating-point range"
        )
    return 0.1 / max(1.0, float(beta**0.5 * np.exp(beta - 0.5)))


def _typed(array: Any, sweep: Sweep) -> Any:
    return array.astype(np.float32) if sweep.single and array is not None else array


def _own_heads(point: Row) -> int:
    random = {"gaussian", "goe", "wishart", "simple"}
    return int(point["heads"]) if {point["attention"], point["value"]} & random else 0


def _check(point: Row) -> None:
    for name, least in (("N", 1), ("d", 2), ("heads", 1)):
        if not (isinstance(point[name], int) and point[name] >= least):
            raise ValueError(f"{name} = {point[name]!r}; allowed are integers from {least}")
    for name in ("attention", "value"):
        if point[name] not in LAWS:
            raise ValueError(f"{name} = {point[name]!r}; allowed are {', '.join(LAWS)}")
    for name in ("beta", "alpha"):
        value = point[name]
        if (name, value) != ("alpha", "authors") and not (isinstance(value, int | float) and np.isfinite(value)):
            raise ValueError(f"{name} = {value!r}; allowed are finite numbers")


def _read(journal: Path, sweep: Sweep) -> dict[int, list[Row]]:
    """The finished tasks of the journal, which is begun where there is none; a line cut short is not finished."""
    asked = json.loads(json.dumps(asdict(sweep)))
    if not journal.exists():
        journal.write_text(json.dumps({"sweep": asked}) + "\n", encoding="utf-8")
        return {}
    first, *lines = journal.read_text(encoding="utf-8").splitlines() or [""]
    done = {}
    try:
        same = json.loads(first)["sweep"] == asked
    except (ValueError, KeyError, TypeError):
        same = False
    if not same:
        raise ValueError(f"{journal} is the journal of another sweep; delete it, or name another file")
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        done[int(entry["task"])] = entry["values"]
    # A last line that was cut short would spoil the next one.
    kept = [json.dumps({"sweep": asked})] + [json.dumps({"task": k, "values": v}) for k, v in done.items()]
    journal.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return done
