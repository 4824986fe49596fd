"""Supplement D.3, Remark 10: stable bipartite points of the attention map exist; a family of them in exact numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.attention import bipartite_stability_trials as trials
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")


@illustration(
    "POW-R10.stable",
    title="Stable bipartite equilibria of the attention map",
    statement=(
        "The single-head attention map has locally asymptotically stable bipartite equilibria: for V = diag(1,"
        r" 1/4), state $\pm e_1$ with p = q tokens on each side, and $e^{2a} = 9$, all tangent eigenvalues lie"
        r" in the open unit disc, for every N = 2p and every $\alpha > 0$ (the illustration has $\alpha \le 1$), and"
        " the state is asymptotically stable."
    ),
    source=Source(PAPER, "Remark 10 and Fig. 13(b)"),
    kind="stability",
)
def stable(second: str = "1/4", seed: int = 0) -> Iterator[Evidence]:
    scope = "d = 2, V = diag(1, 1/4), E = 9, k = 1, every p = q >= 1, 0 < alpha <= 1: such states exist"
    p, alpha = sp.symbols("p alpha", real=True)
    weights = st.states.GroupWeights(p, p, sp.Integer(9))
    factors = weights.factors(sp.Integer(1), alpha)
    slacks = st.linearisation.schur_cohn_slacks(*weights.trace_determinant(sp.Rational(second), sp.Integer(1), alpha))
    given = [alpha > 0, alpha <= 1, p >= 1]
    parts = {f"c_{i + 1} > 1: fixed point, 1/c_i < 1": c - 1 for i, c in enumerate(factors)}
    parts |= {f"Schur-Cohn slack {i + 1}": slack for i, slack in enumerate(slacks)}
    for solve, tool in ((decide.inequality, "polynomial certificates"), (decide.smt, "z3")):
        yield conjunction(
            {says: solve(sp.factor(slack) > 0, given, scope=scope) for says, slack in parts.items()},
            scope=scope,
            method=f"{tool}; spectrum by POW-L14, disc by POW-SC",
        )
    yield trials.principal_point_against_roots(seed, Fraction(second))
