"""CON-B7: regular simplices that attract, for full attention with U = I, h = 1, P = beta I.

Setting: m = n + 1, tokens at the m + 1 corners of a regular simplex, y_i^T y_k = -1/m; alpha_o is the weight of another
corner, kappa = beta(m + 1)/m.

Proof. (1) The field commutes with rotations, which act freely near the simplex (its corners span R^m), and the Gram
matrix G = (y_i^T y_k) is a smooth coordinate on the quotient, a manifold of dimension (m^2 - 1) - m(m - 1)/2. It moves
by g_ik' = half_ik + half_ki, half_ik = sum_j alpha_ij (g_jk - g_ij g_ik), alpha_ij a function of G.  (2) At G =
simplex, half = 0. For a variation e of G, symmetric with zero diagonal and, since G keeps rank m with null vector 1,
sum_{i,k} e_ik = 0: e_ik' = alpha_o [2 kappa e_ik + (c_i + c_k)(1 + (1 - kappa)/m)], c_i = sum_k e_ik.  (3) e with c =
0: eigenvalue 2 kappa alpha_o, (m + 1)(m - 2)/2 times. e_ik = c_i + c_k, sum c = 0: eigenvalue alpha_o ((m + 1)/m)(m - 1
+ kappa), m times. Together these are all.  (4) In the tangent space of the tokens the m(m - 1)/2 infinitesimal
rotations, eigenvalue 0, come on top.  (5) If both eigenvalues are negative the simplex is exponentially stable on the
quotient, by the indirect method of Lyapunov: solutions nearby converge to a rotated simplex. If the second one is
positive it is unstable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import ORBITS
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

SIMPLEX = Source(PAPER, "Theorem 3.2 (extension: equilibria outside hemispheres)")
SCOPE = "all n >= 1, every real beta"


def rates(m: Any, beta: Any) -> tuple[Any, Any]:
    """The two nonzero eigenvalues, in units of alpha_o."""
    _, symmetric, mean = st.states.simplex_modes(m, beta)
    far = st.states.simplex_weight(m, beta)
    return sp.simplify(symmetric.trace / far), sp.simplify(mean.trace / far)


@claim(
    "CON-B7",
    title="Consensus is not almost global: simplices that attract",
    statement=(
        r"U = I, h = 1, $P = \beta I$, $\ell = n + 2$: the regular simplices of $S^n$ are exponentially stable up to"
        r" rotations if and only if $\beta < -\frac{n(n+1)}{n+2}$ ; for larger $\beta$ they are"
        " unstable. Below the threshold an open set of initial states never reaches consensus."
        " (Proved: the spectrum and its signs, CON-B7.spectrum, CON-B7.signs.)"
    )
    + missing(ORBITS),
    source=SIMPLEX,
    kind="stability",
    role="extension",
    hypotheses=("integer(n)", "n >= 1"),
    instance={"n": 2, "beta": -2},
    twin=Twin("the threshold -n(n+1)/(n+3)", {"last": 3}),
    expected=Verdict.ARGUED,
    rests_on=("CON-B7.spectrum", "CON-B7.signs"),
)
def attracting(last: int = 2) -> Iterator[Evidence]:
    n, (beta, far) = sp.Symbol("n", integer=True), sp.symbols("beta far", real=True)
    symmetric, mean = rates(n + 1, beta)
    below, above = (n + last) * beta < -n * (n + 1), (n + last) * beta > -n * (n + 1)
    given = [n >= 1, far > 0]
    yield conjunction(
        {
            "below the threshold both are negative": decide.inequality(
                [far * symmetric < 0, far * mean < 0], [*given, below], scope=SCOPE
            ),
            "above it one is positive": decide.inequality(far * mean > 0, [*given, above], scope=SCOPE),
            "on it that one vanishes": decide.identity(
                {"threshold": (mean.subs(beta, -n * (n + 1) / (n + last)), sp.Integer(0))}, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
    yield decide.smt([symmetric < 0, mean < 0], [n >= 1, below], scope=SCOPE)
