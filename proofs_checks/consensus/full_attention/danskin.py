"""Theorem 3.2: the upper Dini derivative of V = max_i V_i, V_i = 1 - v^T y_i, over the whole active set.

Proof. Let I be the active set, r_i = V_i' and D = max over I of r_i. P is continuous, so the solution is C^1 and for
every eps > 0 and small tau > 0: |V_i(t + tau) - V_i(t) - tau r_i| <= eps tau. (1) For i in I, V_i(t + tau) <= V + tau(D
+ eps). (2) For j outside I, V_j(t) <= V - delta and V_j(t + tau) <= V_j(t) + tau K; once tau(K - D) <= delta this is at
most V + tau D. (3) An index of I with r_i = D gives V(t + tau) >= V + tau(D - eps). Together (V(t + tau) - V)/tau -> D.

Off the points of continuity of P nothing changes in the integrated form: V is absolutely continuous, and where V and an
active V_i are both differentiable their derivatives agree (4), since V_i <= V touches V there.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.examples import example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all differentiable V_1, ..., V_l, whatever the size of the active set"


@illustration(
    "CON-T3.2.c",
    title="The upper Dini derivative of V is the largest slope over the active set",
    statement=(
        r"For continuous P: $D^+V(y(t)) = \max_{i\in I(y)}\frac d{dt}V_i(y(t))$ with $V_i = 1 - v^Ty_i$ and $I(y) ="
        r" \arg\max_iV_i(y)$, also where several $V_i$ with different slopes attain the maximum; there V is continuous"
        " but need not be differentiable. The right derivative exists and equals it."
    ),
    source=Source(PAPER, "Theorem 3.2, proof"),
    kind="identity",
)
def danskin(extreme: str = "largest", seed: int = 0) -> Iterator[Evidence]:
    V, D, r, new, other = sp.symbols("V D r V_new V_j", real=True)
    tau, eps, delta, K = sp.symbols("tau eps delta K", real=True)
    small = [tau > 0, eps > 0, delta > 0]
    bounded = r <= D if extreme == "largest" else r >= D
    near = [new - V - tau * r <= eps * tau, new - V - tau * r >= -eps * tau]
    parts = {
        "1: every active index stays below V + tau(D + eps)": (new <= V + tau * (D + eps), [bounded, *near]),
        "2: every other index stays below V + tau D": (
            new <= V + tau * D,
            [other <= V - delta, new <= other + tau * K, tau * (K - D) <= delta],
        ),
        "3: the index of slope D reaches V + tau(D - eps)": (new >= V + tau * (D - eps), [sp.Eq(r, D), *near]),
        "4: V_i <= V touching from below has its slope": (
            [r - D <= 2 * eps, D - r <= 2 * eps],
            [
                tau * r - eps * tau <= tau * D + eps * tau,
                -tau * r - eps * tau <= -tau * D + eps * tau,
            ],
        ),
    }
    for route in (decide.inequality, decide.smt):
        found = {says: route(goal, [*small, *given], scope=SCOPE) for says, (goal, given) in parts.items()}
        yield conjunction(found, scope=SCOPE)

    def trial(rng: Any) -> Any:
        Y, A, v = tied_state(rng)
        rates = st.velocity(Y, A)
        active = st.decrease.active_set(Y, v, tolerance=0)
        if np.sum(active) < 2 or len(set((rates @ v)[active])) < 2:
            return decide.Trial(None, {})
        # Heights are linear, so along Y + tau Y' the quotient is exact for every small tau.
        claimed = st.dini_derivative(Y, A, v, tolerance=0) if extreme == "largest" else -np.max((rates @ v)[active])
        tau = Fraction(1, 10**6)
        quotient = (st.max_lyapunov(Y + tau * rates, v) - st.max_lyapunov(Y, v)) / tau
        values = {"quotient": str(quotient), "claimed": str(claimed)}
        return decide.Trial(bool(quotient == claimed), values, ["quotient != claimed"])

    yield decide.exact_instances(
        trial,
        scope="4 tokens of S^3, ties with different slopes",
        method="exact arithmetic: one-sided difference quotients",
        seed=seed,
    )
    yield _kink()


def tied_state(rng: Any) -> tuple[Any, Any, Any]:
    """Four exact unit tokens of R^4 of which three have the least height 3/5 over v = e_1; random positive weights."""
    corners = np.stack([st.sampling.orthogonal(rng, 3)[0] for _ in range(3)]) * Fraction(4, 5)
    lowest = np.concatenate([np.full((3, 1), Fraction(3, 5), dtype=object), corners], axis=1)
    top = np.array([[1, 0, 0, 0]], dtype=object)
    alpha = np.frompyfunc(lambda k: Fraction(int(k), 5), 1, 1)(rng.integers(1, 9, size=(2, 4, 4)))
    return np.concatenate([lowest, top]), alpha, np.array([1, 0, 0, 0], dtype=object)


def _kink() -> Evidence:
    """At y = (3, 4)/5, (3, -4)/5, v = e_1, the one-sided slopes of V differ."""
    Y = np.array([[Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]], dtype=object)
    A = np.array([[Fraction(1, 4), Fraction(1, 2)], [Fraction(1, 4), Fraction(3, 4)]], dtype=object)
    v = np.array([Fraction(1), Fraction(0)], dtype=object)
    slopes = -st.heights(st.velocity(Y, A), v)
    values = {"slope_1": str(slopes[0]), "slope_2": str(slopes[1])}
    return example(
        values,
        ["slope_1 != slope_2", "slope_1 < 0", "slope_2 < 0"],
        scope="V is not differentiable at a tie with different slopes: n = 1, two tokens",
        method="exact arithmetic at a tie",
    ).narrowed("an exact tie with different slopes, n = 1, two tokens")
