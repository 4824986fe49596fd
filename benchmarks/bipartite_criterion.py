"""The stability criterion of bipartite states against directly computed spectra, at many exact random systems.

Run with `make bench-criterion` or `python benchmarks/bipartite_criterion.py [CASES]` (20000 by default). Each case is a
rational system: the tangent Jacobian of the whole state is exact, the roots of its characteristic polynomial are balls,
and the criterion of POW-N1.stable must say what they say. Exit code 1 at the first mismatch.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from proofs_checks.power_method.attention import bipartite_criterion, bipartite_trials

BATCH = 250


def batch(first: int) -> tuple[int, int, int]:
    """Decided, undecided or no equilibrium, and mismatches among BATCH draws."""
    decided = discarded = mismatches = 0
    for number in range(first, first + BATCH):
        drawn = bipartite_trials.draw(np.random.default_rng([1, number]), most_tokens=6, most_d=4)
        agreed = bipartite_criterion.agrees(drawn, -1) if drawn.is_equilibrium else None
        decided += agreed is not None
        discarded += agreed is None
        mismatches += agreed is False
    return decided, discarded, mismatches


def main(cases: int) -> int:
    """Print the counts; 1 when criterion and spectrum disagree anywhere."""
    start = time.perf_counter()
    totals = np.zeros(3, dtype=int)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for found in pool.map(batch, range(0, 2 * cases, BATCH)):
            totals += found
            print(f"\r{totals[0]} cases, {totals[2]} mismatches", end="", file=sys.stderr, flush=True)
            if totals[0] >= cases:
                pool.shutdown(cancel_futures=True)
                break
    decided, discarded, mismatches = totals
    seconds = time.perf_counter() - start
    print(f"\n{decided} cases, {discarded} discarded (no equilibrium, or on the boundary), {mismatches} mismatches")
    print(f"{decided / seconds:.0f} cases per second")
    return int(mismatches > 0 or decided < cases)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="The criterion of POW-N1.stable against exact spectra.")
    arguments.add_argument("cases", type=int, nargs="?", default=20_000, help="how many to decide (%(default)s)")
    sys.exit(main(arguments.parse_args().cases))
