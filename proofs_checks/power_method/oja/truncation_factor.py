"""The exact error of the truncated Jacobian at an equilibrium, beyond the paper: every row is multiplied by 1 + u_i^3.

One token carries the row (`one_token.on_its_line`), whatever the map, N and d. What the factors do to the eigenvalues
follows from the splitting of block-constant matrices with symbolic group sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.missing import JOINED
from attnverify.proofs_checks.power_method.oja import one_token
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = (
    "all N, p, q, d, H; Oja and attention maps with any V and P, every equilibrium; the bound for symmetric V and"
    " alpha < 1/(2 |V|)"
)


@claim(
    "POW-N12",
    title="Exact factor of the truncation at an equilibrium",
    statement=(
        r"Where $y_i = (1+u_i) x_i$, reading $\|y_i\|^{-1}$ as its expansion to second order multiplies the rows of"
        r" token i in the tangent Jacobian by exactly $1 + u_i^3$. At consensus ($u = \alpha\lambda_k$), at"
        r" bipartite points with p = q and on differences within a group ($u_i = \alpha\lambda_k\gamma_i$) the"
        r" eigenvalues get that factor; for $p \ne q$ the group-constant ones are those of $diag(1+u_1^3, 1+u_2^3)"
        r" B_j$. If $|\alpha\lambda_k| < 1/2$, the relative error of every eigenvalue is at most 1/8 (for $B_j$, a"
        " positive diagonal matrix times a symmetric one, by Ostrowski's theorem). (Proved: the rows, POW-N12.rows,"
        " POW-N12.rows.attention; under attention, eigenvalues that get the factor, POW-N12.modes, and the blocks,"
        " POW-N12.blocks.)" + missing(JOINED)
    ),
    source=Source(PAPER, "Lemmas 2, 3, 10 and 12 (extension)"),
    kind="identity",
    hypotheses=("integer(N)", "N >= 1", "u > -1"),
    instance={"N": 4, "u": "1/3"},
    twin=Twin("the factor 1 + u^2 instead of 1 + u^3", {"power": 2}),
    expected=Verdict.ARGUED,
    rests_on=("POW-L12.jac", "POW-N12.rows", "POW-N12.rows.attention", "POW-N12.modes", "POW-N12.blocks"),
    repairs="POW-L2.exact.R3",
)
def truncation_factor(power: int = 3, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    u, dx, dpull, w_1, w_2 = sp.symbols("u delta_a tau_a w_1 w_2", real=True)
    weights = st.states.GroupWeights(s.p, s.q, s.E)
    factors = np.array(weights.factors(s.lambda_k, s.alpha), dtype=object)
    own = 1 / factors
    coupling = s.alpha * s.lambda_j * weights.matrix / np.array([s.p, s.q], dtype=object) * own[:, np.newaxis]
    counts, scale = np.array([s.p, s.q], dtype=object), np.array([w_1, w_2], dtype=object)
    scaled = st.linearisation.BlockConstant(own * scale, coupling * scale[:, np.newaxis], counts)
    B = sp.Matrix(weights.block(s.lambda_j, s.lambda_k, s.alpha))
    totals = sp.diag(s.p * (s.p * s.E + s.q), s.q * (s.p + s.q * s.E))
    symmetric = totals * sp.diag(*factors) * B
    yield conjunction(
        {
            "one row": decide.identity(
                {
                    "truncated = (1 + u^3) exact": (
                        one_token.on_its_line("truncated", u, dx, dpull),
                        (1 + u**power) * one_token.on_its_line("exact", u, dx, dpull),
                    )
                },
                given=[u > -1, generic.at_least(s.N, 1)],
                scope=SCOPE,
            ),
            "row factors w_1, w_2 at a bipartite point: w_i/c_i within the groups, diag(w_1, w_2) B_j between them": (
                decide.identity(
                    {
                        **{says: (left, right) for says, left, right in scaled.reduction_identities()},
                        "quotient": (sp.Matrix(scaled.quotient()), sp.diag(w_1, w_2) * B),
                        "within": (sp.Matrix(scaled.own), sp.Matrix(own * scale)),
                    },
                    scope=SCOPE,
                )
            ),
            "equal groups have equal factors": decide.identity(
                {"u_1 = u_2 for p = q": tuple(c.subs(s.q, s.p) for c in factors)}, scope=SCOPE
            ),
            "B_j is a positive diagonal matrix times a symmetric one": decide.identity(
                {"off-diagonal entries": (symmetric[0, 1], symmetric[1, 0])}, scope=SCOPE
            ),
            "the relative error is at most 1/8": decide.inequality(
                [8 * u**3 < 1, 8 * u**3 > -1], [2 * u < 1, 2 * u > -1], scope=SCOPE
            ),
            "|gamma_i| < 1, so |u_i| < 1/2": decide.inequality(
                [relation for gamma in weights.gammas for relation in (gamma < 1, gamma > -1)],
                [s.p >= 1, s.q >= 1, s.E > 0],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
        method="SymPy: rows and block splitting; Handelman certificates for the bound",
    )
    yield decide.exact_instances(
        partial(_trial, power),
        scope="bipartite points of the attention map, N <= 10, d <= 5, random rational V and P: every row",
        method="Python fractions: every entry exactly",
        examples=10,
        seed=seed,
    )


def _trial(power: int, rng: Any) -> Any:
    """All rows of the truncated tangent Jacobian against the exact ones, at a random bipartite point."""
    d, p, q = (int(rng.integers(low, 6)) for low in (2, 1, 1))
    instance = st.draws.symmetric_instance(rng, d)
    V, lambda_k, v = instance.V, instance.eigenvalues[k := int(rng.integers(d))], instance.basis[k]
    P = np.array([[st.draws.rational(rng, -2, 2) for _ in range(d)] for _ in range(d)], dtype=object)
    alpha, root = Fraction(1, int(rng.integers(1, 30))), Fraction(int(rng.integers(1, 9)), int(rng.integers(1, 9)))
    u = np.array(st.states.GroupWeights(p, q, root**2).factors(lambda_k, alpha), dtype=object) - 1
    if min(u) <= -1:
        return decide.Trial(None, {})
    signs = np.repeat([1, -1], [p, q])
    X = np.array([sign * v for sign in signs], dtype=object)
    # e^(logit) is root where the signs agree: v^T P v = log root is taken for the weights, any P for their derivative.
    A = st.models.normalise_rows(np.array([[root ** int(a * b) for b in signs] for a in signs], dtype=object))
    exact = st.linearisation.tangent_jacobian(st.linearisation.attention_derivative(X, A, P, V, alpha), X)
    truncated = st.linearisation.tangent_jacobian(_truncated_derivative(X, A, P, V, alpha), X)
    rows = np.repeat(np.repeat(u, [p, q]), d - 1)
    wrong = np.argwhere(truncated != (1 + rows**power)[:, np.newaxis] * exact)
    if not len(wrong):
        return decide.Trial(True, {})
    i, j = wrong[0]
    values = {"N": p + q, "u": rows[i], "exact": exact[i, j], "truncated": truncated[i, j]}
    return decide.Trial(False, values, [f"truncated != (1 + u**{power})*exact"])


def _truncated_derivative(X: Any, A: Any, P: Any, V: Any, alpha: Any) -> Any:
    """D -> d(n y) with n = 1 - sigma + (3 sigma^2 - tau)/2, sigma = x.(y - x), tau = |y - x|^2, token by token."""
    Y = st.attention_step(X, A, V, alpha)
    pull = Y - X
    sigma, tau = np.sum(X * pull, axis=-1, keepdims=True), np.sum(pull * pull, axis=-1, keepdims=True)

    def derivative(D: Any) -> Any:
        weights = st.linearisation.weights_derivative(X, D, A, P)
        dpull = st.attention_step(D, A, V, alpha) - D + st.attention_step(X, weights, V, alpha) - X
        dsigma = np.sum(D * pull + X * dpull, axis=-1, keepdims=True)
        dtau = 2 * np.sum(pull * dpull, axis=-1, keepdims=True)
        return (1 - sigma + (3 * sigma**2 - tau) / 2) * (D + dpull) + Y * (3 * sigma * dsigma - dsigma - dtau / 2)

    return derivative
