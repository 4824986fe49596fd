"""Analyses of random systems against brute force: NumPy's eigenvalues of the whole tangent Jacobian of all tokens.

`python benchmarks/random_systems.py [NUMBER]` draws systems of every kind (symmetric or not, small integers with
repeated and zero eigenvalues, causal attention, several heads) and prints every equilibrium whose spectrum or verdict
differs. The last line counts; the exit code is 1 if there was a mismatch.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

import attnverify.stability as st
from attnverify.stability.states.equilibrium import Nature

SYSTEMS = 240
KINDS = ("symmetric", "general", "integer", "causal", "heads", "common eigenvectors")
TOLERANCE = 1e-5
CLEAR = 1e-6


def main(number: int) -> int:
    """Compare `number` systems; the number of mismatches."""
    start = time.perf_counter()
    tally: Counter[str] = Counter()
    mismatches = 0
    for seed in range(number):
        kind = KINDS[seed % len(KINDS)]
        system = draw(kind, np.random.default_rng(seed))
        analysis = st.analyse(**system)
        tally["systems"] += 1
        for record in analysis.equilibria:
            tally[f"verdict {record.verdict.value if record.verdict else '-'}"] += 1
            fault = difference(analysis, record)
            tally["compared"] += fault is not None
            if fault:
                mismatches += 1
                print(
                    f"seed {seed} ({kind}): {record.kind} {record.split} on v_{(record.eigenvalue or 0) + 1}: {fault}"
                )
    print(", ".join(f"{name} {count}" for name, count in sorted(tally.items())))
    print(f"{mismatches} mismatches, {time.perf_counter() - start:.1f} s")
    return mismatches


def draw(kind: str, rng: np.random.Generator) -> dict[str, Any]:
    """A random system; the arguments of `analyse`."""
    d, N = int(rng.integers(2, 6)), int(rng.integers(2, 9))
    V, P = rng.standard_normal((2, d, d))
    heads: list[tuple[Any, Any]] = []
    if kind == "symmetric":
        V = V + V.T
    elif kind == "integer":
        V, P = rng.integers(-1, 2, (2, d, d))
    elif kind == "heads":
        heads = [tuple(rng.standard_normal((2, d, d)))]
    elif kind == "common eigenvectors":
        V, second = np.diag(rng.standard_normal(d)), np.diag(rng.standard_normal(d))
        heads = [(rng.standard_normal((d, d)), second)]
    alpha = float(rng.choice([0.05, 0.2, 0.5, 1.5]))
    return {"V": V, "P": P, "N": N, "alpha": alpha, "heads": heads, "causal": kind == "causal"}


def difference(analysis: Any, record: Any) -> str | None:
    """What differs from brute force; empty when nothing does; None where there is nothing to compare."""
    if record.nature not in (Nature.FIXED, Nature.TWO_CYCLE, Nature.MOVES):
        return None
    X = tokens(analysis, record)
    if X is None:
        return None
    given = analysis.system
    P = np.array([[[float(e.ball()) for e in row] for row in p] for p in given.P])
    V = np.array([[[int(e.p) / int(e.q) for e in row] for row in v] for v in given.V])
    alpha = int(given.alpha.p) / int(given.alpha.q)
    image = st.attention_map(X, P, V, alpha, causal=given.causal)
    sign = {Nature.FIXED: 1, Nature.TWO_CYCLE: -1}.get(record.nature)
    if sign is None:
        moves = min(np.max(np.abs(image - X)), np.max(np.abs(image + X))) > CLEAR
        return "" if moves else "it does not move"
    if np.max(np.abs(sign * image - X)) > 1e-8:
        return f"no fixed point or 2-cycle: it moves by {np.max(np.abs(sign * image - X)):.1e}"
    A = st.models.attention_weights(X, P, causal=given.causal)
    J = st.linearisation.tangent_jacobian(st.linearisation.attention_derivative(X, A, P, V, alpha), X, X) * sign
    brute = np.linalg.eigvals(J)
    claimed = np.array(list(expanded(record)))
    if len(claimed) != len(brute):
        return f"{len(claimed)} eigenvalues instead of {len(brute)}"
    distance = np.abs(claimed[:, np.newaxis] - brute)
    pairs = linear_sum_assignment(distance)
    worst = float(np.max(distance[pairs] / (1 + np.abs(claimed[pairs[0]]))))
    scatter = defect(analysis)
    if worst > (TOLERANCE if scatter == 1 else 1e-13 ** (1 / scatter) * 10):
        return f"an eigenvalue is {worst:.1e} off"
    radius = float(np.max(np.abs(brute)))
    says = {"stable": radius < 1, "unstable": radius > 1, "marginal": abs(radius - 1) < 1e-4, "undecided": True}
    return "" if says[record.verdict.value] or abs(radius - 1) < CLEAR else f"{record.verdict.value} at radius {radius}"


def defect(analysis: Any) -> int:
    """The largest multiplicity of a defective eigenvalue, whose numerical copies scatter like its root; 1 if none."""
    return max([e.multiplicity for e in analysis.spectrum.eigenvalues if e.geometric < e.multiplicity], default=1)


def expanded(record: Any) -> Iterator[complex]:
    """Every eigenvalue as often as its multiplicity says."""
    for item in record.spectrum:
        yield from [st.analyses.middle(item.value)] * item.multiplicity


def tokens(analysis: Any, record: Any) -> Any:
    """The state in floating point : (N, d); None where the eigenvector is not unique."""
    eigenvalue = analysis.spectrum.eigenvalues[record.eigenvalue]
    line = st.linearisation.Eigenlines(analysis.spectrum, analysis.system.P).line(eigenvalue)
    if line.direction is None:
        return None
    v = np.array([float(entry) for entry in st.linearisation.unit_direction(line)])
    if record.kind == "consensus":
        return np.tile(v, (analysis.system.N, 1))
    p, q = (record.last or record.split) if record.kind == "bipartite" else (0, 0)
    signs = [1] * p + [-1] * q if record.kind == "bipartite" else list(record.split)
    return np.array(signs)[:, np.newaxis] * v


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else SYSTEMS) else 0)
