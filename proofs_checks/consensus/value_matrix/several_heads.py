"""Theorem 4.5 for several heads: a common leading eigenvector suffices, a good sum of the heads does not.

Common eigenvector: U_h v = lam_h v, every U_h symmetric, lam_h >= 0 its largest eigenvalue, lam = sum lam_h > 0 simple
in U = sum U_h. Then p_i' = sum_h sum_j alpha^h_ij (b_j/b_i)(U_h p_j - lam_h p_i), so that

    r_i' <= -(sum_h g_h alpha^h_ii + sum_h lam_h sum_{j<i} A^h_ij) r_i + sum_h rho_h sum_{j<i} A^h_ij r_j,  g_h >= 0.

The first token has equal weights 1/sqrt(n + 1) in all heads: r_1' <= -(lam - lam_2) r_1/sqrt(n + 1). For i >= 2 a head
with lam_h > 0 contributes lam_h beta sum_{j<i} alpha^h_ij >= lam_h beta a to the decay rate, where a > 0 bounds the
weights below: it exists for bounded P. The proof is completed as in `cascade_steps`.
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import FLOW_SPECTRA
from attnverify.proofs_checks.consensus.whole_instance import at_instance
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

BELIEF = Source(PAPER, "Section 1, after Theorem 4.5")
LOCAL = "all n, l, h >= 1, every P_h(t); stability of the model itself for bounded P_h"


def linearisation(scope: str, decay: int = 1) -> Evidence:
    """The linear part of y_i' across v at consensus, along p_i and p_j, two heads without a common eigenvector.

    Coordinates v = e_1 and two directions; U_1 arbitrary, U_2 = U - U_1 with U v = lam v, U symmetric: more heads add
    more terms like that of U_1. At consensus all weights are s/i, s = 1/sqrt(n + 1), for every P; they may change by
    any amounts of sum 0 in each head. `decay` multiplies lam in the claimed rate.
    """
    i = sp.Symbol("i", integer=True, positive=True)
    s, e = sp.symbols("s e", positive=True)
    lam = sp.Symbol("lam", real=True)
    X, S = generic.array("X", 3, 3), generic.array("S", 2, 2)
    U = np.zeros((3, 3), dtype=object)
    U[0, 0], U[1:, 1:] = lam, np.triu(S) + np.triu(S, 1).T
    heads = np.stack([X, U - X])
    p, q = generic.array("p", 2), generic.array("q", 2)
    # Token i (weight 1/i of itself), token j moved (weight 1/i), and the other i - 2 tokens at v together.
    Y = np.array([[1, e * p[0], e * p[1]], [1, e * q[0], e * q[1]], [1, 0, 0]], dtype=object)
    shift = generic.array("d", 2, 2)
    A = np.zeros((2, 3, 3), dtype=object)
    for h in range(2):
        A[h, 0] = [s / i + e * shift[h, 0], s / i + e * shift[h, 1], s * (i - 2) / i - e * (shift[h, 0] + shift[h, 1])]
    rate = st.velocity(Y, A, heads)[0]
    linear = [sp.diff(entry, e).subs(e, 0) for entry in rate[1:]]
    claimed = s / i * (U[1:, 1:] @ (p + q)) - decay * s * lam * p
    pair = (sp.Matrix(linear), sp.Matrix(claimed))
    return decide.identity({"rates across v": pair}, given=[lam > 0, S[0, 0] < lam], scope=scope)


@claim(
    "CON-T4.5.i.R1",
    title="Several heads with a good sum: local stability",
    statement=(
        r"If only $U = \sum_\eta U_\eta$ is symmetric, with simple largest eigenvalue $\lambda > 0$, and v need not be"
        r" an eigenvector of the single $U_\eta$: the linearisation of (6) at (v, ..., v) is $\dot p_i ="
        r" \frac{1}{\sqrt{n+1}}(\frac1i\sum_{j\le i} U p_j - \lambda p_i)$ on $v^\perp$, time-invariant for every P(t),"
        r" with the eigenvalues $(\mu_k/i - \lambda)/\sqrt{n+1}$, all negative. For bounded P (v, ..., v) is locally"
        r" exponentially stable, uniformly in the initial time."
    )
    + missing(FLOW_SPECTRA),
    source=BELIEF,
    reading="local stability when only the sum of the heads satisfies the hypotheses",
    kind="stability",
    hypotheses=("integer(i)", "i >= 1", "lam > 0", "mu < lam"),
    instance={"i": 2, "lam": 1, "mu": "-3"},
    twin=Twin("2 lam instead of lam", {"decay": 2}),
    expected=Verdict.ARGUED,
    rests_on=("CON-A6",),
)
def local_stability(decay: int = 1) -> Iterator[Evidence]:
    """The linear part L is block triangular over the tokens, token i having the diagonal block (U/i - lam)/sqrt(n + 1).

    All its eigenvalues are negative, so Q L + L^T Q = -I has a positive definite solution Q. In tangential coordinates
    x of the tokens at v the model is x' = L x + R, |R| <= c |x|^2 near 0: the second derivatives of the field, of the
    weights included, are bounded for bounded P. So x^T Q x decays as long as 4 |Q| c |x| <= 1, which it ensures.
    """
    lam, mu, i, x, q, c, rest = sp.symbols("lam mu i x q c rest", real=True)
    steps = {
        "the linear part, with the weights varied as well": linearisation(LOCAL, decay),
        "the eigenvalue mu/i - lam of the diagonal block of token i is negative": decide.inequality(
            mu / i - lam < 0, [i >= 1, lam > 0, mu < lam], scope=LOCAL
        ),
        "(x^T Q x)' = -|x|^2 + 2 x^T Q R <= -|x|^2/2 near 0, for |R| = rest": decide.inequality(
            -(x**2) + 2 * x * q * rest <= -(x**2) / 2,
            [x >= 0, q > 0, rest <= c * x**2, 4 * q * c * x <= 1],
            degree=4,
            scope=LOCAL,
        ),
    }
    yield at_instance(conjunction(steps, scope=LOCAL), mu="{S_0_0}")
